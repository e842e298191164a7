import Reactive

/// Every operator, as the shared suites apply it. Each family has its own file.
///
/// `OperatorTableTests` checks that none is missing.
extension TestedOperator {
  static let all: [TestedOperator] =
    mapping + collecting + cutting + aggregating + filtering + elements + triggers + combining + zipping + flattening
    + failing + timing + starting + effects

  /// Functions that create streams without a source, and so are not operators.
  static let makers: Set<String> = ["timer(interval:on:leeway:)", "timer(after:on:)", "interval(_:sequence:on:)"]
}

// MARK: - Models of operator families

extension Prediction {
  /// A prediction for operators that send a result when the source completes, and nothing else.
  static func atTheEnd<Result: Sequence>(_ result: @escaping ([Int]) -> Result) -> Prediction {
    .of { values, end in (end == .completed ? Array(result(values)) : [], end) }
  }

  /// A prediction for operators that send `answer` at the first deciding value, and the opposite when the source
  /// completes.
  static func decided(_ answer: Bool, _ decides: @escaping (Int) -> Bool) -> Prediction {
    .of { values, end in
      values.contains(where: decides) ? ([answer], .completed) : (end == .completed ? [!answer] : [], end)
    }
  }
}
