import MarbleLanguage

/// When a stream was expected to be observed, and when it was.
package struct WindowComparison: Sendable, Hashable {
  package let expected: [Window]
  package let actual: [Window]

  package init(expected: [Window], actual: [Window]) {
    self.expected = expected
    self.actual = actual
  }

  /// Whether it was observed as often, and each time as long.
  package var isEqual: Bool { expected == actual }

  /// The subscriptions in which they differ, counted from 0.
  var differing: [Int] {
    (0..<max(expected.count, actual.count)).filter { index in
      index >= expected.count || index >= actual.count || expected[index] != actual[index]
    }
  }

  /// How many differences there are, in words.
  package var count: String { pluralized(differing.count, "difference") }

  /// Why one subscription differs, in a few words.
  func explanation(of index: Int) -> String {
    guard index < expected.count else { return "was not expected" }
    guard index < actual.count else { return "is missing" }
    let (wanted, found) = (expected[index], actual[index])
    var parts: [String] = []
    if wanted.start != found.start { parts.append("starts at tick \(found.start), expected \(wanted.start)") }
    if wanted.end != found.end {
      let ended = found.end.map { "ends at tick \($0)" } ?? "does not end"
      parts.append(wanted.end.map { "\(ended), expected \($0)" } ?? "\(ended), expected no end")
    }
    return parts.joined(separator: "; ")
  }
}
