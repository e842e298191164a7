/// The numbers of tests that were converted and left out.
package struct ImportSummary: Sendable {
  package internal(set) var converted = 0
  /// The number of tests that were left out, by reason.
  private var reasons: [String: Int] = [:]

  package init() {}

  mutating func leaveOut(_ reason: String) { reasons[reason, default: 0] += 1 }

  package mutating func add(_ other: ImportSummary) {
    converted += other.converted
    reasons.merge(other.reasons) { $0 + $1 }
  }

  private var leftOut: Int { reasons.values.reduce(0, +) }

  /// The lines of the summary: the numbers of tests, then the reasons in descending order of frequency.
  package var lines: [String] {
    guard converted + leftOut > 0 else { return [] }
    let tests = converted + leftOut == 1 ? "1 test" : "\(converted + leftOut) tests"
    let width = String(leftOut).count + 2
    let sorted = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return ["\(tests): \(converted) converted, \(leftOut) left out"]
      + sorted.map { reason, count in
        String(repeating: " ", count: width - String(count).count) + "\(count)  \(reason)"
      }
  }
}
