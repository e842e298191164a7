// Operators that combine each value with the previous one.

extension Operator where InputError == OutputError, Output == (Input, Input) {
  /// Sends each value with the previous value, starting with the second value.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.combinePrevious() == -----[1,2]--[2,3]--|
  /// ```
  ///
  /// Ends when the source ends. The semantics are those of ReactiveSwift's `combinePrevious`.
  @inlinable
  public static func combinePrevious() -> Operator { combinePrevious(from: nil) }

  /// Sends each value with the previous value, and the first value with `initial`.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.combinePrevious(0) == --[0,1]--[1,2]--[2,3]--|
  /// ```
  ///
  /// Ends when the source ends. The semantics are those of ReactiveSwift's `combinePrevious(_:)`.
  @inlinable
  public static func combinePrevious(_ initial: Input) -> Operator { combinePrevious(from: .some(initial)) }

  @inlinable
  static func combinePrevious(from initial: Input?) -> Operator {
    Operator { downstream, _ in
      let last = _Cell(initial)
      return downstream.handling { value in
        let before = last.value
        last.value = .some(value)
        if let before { downstream._value((before, value)) }
      }
    }
  }
}

extension Signal {
  /// Sends each value with the previous value, starting with the second value; see ``Operator/combinePrevious()``.
  @inlinable
  public func combinePrevious() -> Signal<(Value, Value), Error> { lift(.combinePrevious()) }

  /// Sends each value with the previous value, and the first value with `initial`; see
  /// ``Operator/combinePrevious(_:)``.
  @inlinable
  public func combinePrevious(_ initial: Value) -> Signal<(Value, Value), Error> { lift(.combinePrevious(initial)) }
}

extension SignalProducer {
  /// Sends each value with the previous value, starting with the second value; see ``Operator/combinePrevious()``.
  @inlinable
  public func combinePrevious() -> SignalProducer<(Value, Value), Error> { lift(.combinePrevious()) }

  /// Sends each value with the previous value, and the first value with `initial`; see
  /// ``Operator/combinePrevious(_:)``.
  @inlinable
  public func combinePrevious(_ initial: Value) -> SignalProducer<(Value, Value), Error> {
    lift(.combinePrevious(initial))
  }
}
