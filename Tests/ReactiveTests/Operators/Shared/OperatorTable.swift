import Reactive

/// Every operator, as the shared suites apply it; each family has a file.
///
/// `OperatorTableTests` sees to it that none is missing.
extension TestedOperator {
  static let all: [TestedOperator] =
    mapping + collecting + cutting + aggregating + filtering + elements + triggers + combining + zipping + flattening
    + failing + timing + starting + effects

  /// What makes a stream without having a source, and so is no operator.
  static let makers: Set<String> = ["timer(interval:on:)", "timer(after:on:)", "interval(_:sequence:on:)"]
}

// MARK: - Models of families

extension Prediction {
  /// Of what sends its result when the source completes, and nothing otherwise.
  static func atTheEnd<Result: Sequence>(_ result: @escaping ([Int]) -> Result) -> Prediction {
    .of { values, end in (end == .completed ? Array(result(values)) : [], end) }
  }

  /// Of what answers as soon as a value decides, and the opposite when the source completes.
  static func decided(_ answer: Bool, _ decides: @escaping (Int) -> Bool) -> Prediction {
    .of { values, end in
      values.contains(where: decides) ? ([answer], .completed) : (end == .completed ? [!answer] : [], end)
    }
  }
}
