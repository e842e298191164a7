import MarbleLanguage

/// An operator with a predicate, and the predicate's results that give the expected events.
struct SearchPredicateUse {
  let name: String
  let label: String?
  /// Whether the operator sends at most one value, which it may compute.
  var isSingle = false
  /// Returns a test for the results of the predicate on the values of a source, or `nil` if no results fit.
  let test: (_ source: SearchRecording, _ expected: SearchRecording) -> (([Bool?]) -> Bool)?

  static var all: [SearchPredicateUse] {
    [
      SearchPredicateUse(name: "filter", label: nil) { source, expected in
        guard source.end == expected.end, let kept = kept(expected, of: source) else { return nil }
        return { $0 == kept }
      },
      SearchPredicateUse(name: "take", label: "while") { source, expected in
        let count = expected.values.count
        guard isPrefix(expected, of: source) else { return nil }
        if count == source.values.count { return { $0.allSatisfy { $0 == true } } }
        guard expected.hasCompleted, expected.end?.tick == source.values[count].tick else { return nil }
        return { $0.prefix(count).allSatisfy { $0 == true } && $0[count] == false }
      },
      SearchPredicateUse(name: "take", label: "until") { source, expected in
        let count = expected.values.count
        guard isPrefix(expected, of: source) else { return nil }
        guard count > 0, expected.hasCompleted, expected.end?.tick == source.values[count - 1].tick else {
          return count == source.values.count ? { $0.allSatisfy { $0 == true } } : nil
        }
        return { $0.prefix(count - 1).allSatisfy { $0 == true } && $0[count - 1] == false }
      },
      SearchPredicateUse(name: "skip", label: "while") { source, expected in
        let count = source.values.count - expected.values.count
        guard count >= 0, source.end == expected.end,
          zip(source.values.dropFirst(count), expected.values).allSatisfy({ $0 == $1 })
        else { return nil }
        return { $0.prefix(count).allSatisfy { $0 == true } && ($0.count == count || $0[count] == false) }
      },
      SearchPredicateUse(name: "first", label: "where", isSingle: true) { source, expected in
        guard let value = expected.values.first else { return { !$0.contains(true) } }
        return { answers in
          guard let index = answers.firstIndex(of: true) else { return false }
          return source.values[index] == value
        }
      },
      SearchPredicateUse(name: "last", label: "where", isSingle: true) { source, expected in
        guard let value = expected.values.first else { return { !$0.contains(true) } }
        return { answers in
          guard let index = answers.lastIndex(of: true) else { return false }
          return source.values[index].value == value.value
        }
      },
      SearchPredicateUse(name: "count", label: "where", isSingle: true) { _, expected in
        guard let count = expected.values.first?.value.whole else { return nil }
        return { $0.count { $0 == true } == count }
      },
      SearchPredicateUse(name: "all", label: "where", isSingle: true) { source, expected in
        search(for: false, in: source, expected)
      },
      SearchPredicateUse(name: "contains", label: "where", isSingle: true) { source, expected in
        search(for: true, in: source, expected)
      },
    ]
  }

  /// Returns a test for an operator that sends a result as soon as the predicate gives it, or else the opposite.
  private static func search(
    for result: Bool, in source: SearchRecording, _ expected: SearchRecording
  ) -> (([Bool?]) -> Bool)? {
    guard let answer = expected.values.first else { return { !$0.contains(result) } }
    guard case .boolean(let isTrue) = answer.value else { return nil }
    if isTrue != result { return { !$0.contains(result) } }
    return { answers in
      guard let index = answers.firstIndex(of: result) else { return false }
      return source.values[index].tick == answer.tick
    }
  }

  private static func isPrefix(_ expected: SearchRecording, of source: SearchRecording) -> Bool {
    expected.values.count <= source.values.count
      && zip(expected.values, source.values).allSatisfy { $0 == $1 }
  }

  /// Returns for each value of the source whether it is among the expected ones, or `nil` if others are expected.
  private static func kept(_ expected: SearchRecording, of source: SearchRecording) -> [Bool?]? {
    var kept: [Bool?] = []
    var index = 0
    for value in source.values {
      let isKept = index < expected.values.count && expected.values[index] == value
      if isKept { index += 1 }
      kept.append(isKept)
    }
    return index == expected.values.count ? kept : nil
  }
}
