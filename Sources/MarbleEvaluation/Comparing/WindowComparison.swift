import MarbleLanguage

/// A comparison of the expected subscriptions of a stream with the actual ones.
package struct WindowComparison: Sendable, Hashable {
  package let expected: [Window]
  package let actual: [Window]

  package init(expected: [Window], actual: [Window]) {
    self.expected = expected
    self.actual = actual
  }

  /// Whether the stream was observed as often as expected, and each time on the expected ticks.
  package var isEqual: Bool { expected == actual }

  /// The indexes of the subscriptions that differ, counted from 0.
  package var differing: [Int] {
    (0..<max(expected.count, actual.count)).filter { index in
      index >= expected.count || index >= actual.count || expected[index] != actual[index]
    }
  }

  /// The number of differences, with its noun.
  package var count: String { pluralized(differing.count, "difference") }

  /// Returns a short explanation of the difference in one subscription.
  package func explanation(of index: Int) -> String {
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
