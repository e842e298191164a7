// Operators that reduce a stream to one value.

// MARK: count, sum

extension Operator where InputError == OutputError, Output == Int {
  /// Sends the number of values when the source completes, 0 if there are none.
  ///
  /// ```marble
  /// a = --x--y--|
  /// a.count() == --------(2|)
  /// ```
  ///
  /// Failures and interruptions are forwarded without a count.
  @inlinable
  public static func count() -> Operator { reduce(0) { count, _ in count + 1 } }
}

extension Operator where Input == Output, InputError == OutputError, Input: AdditiveArithmetic {
  /// Sends the sum of all values when the source completes, 0 if there are none.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.sum() == -----------(6|)
  /// ```
  ///
  /// Failures and interruptions are forwarded without a sum. The values are added with their `+` operator. An
  /// overflow of integers is a programming error.
  @inlinable
  public static func sum() -> Operator { reduce(.zero) { $0 + $1 } }
}

extension StreamProtocol {
  /// Sends the sum of all values when the source completes; see ``Operator/sum()``.
  @inlinable
  @_disfavoredOverload
  public func sum() -> Self where Value: AdditiveArithmetic { _lift(.sum()) }
}

extension Signal {
  /// Sends the number of values when the source completes; see ``Operator/count()``.
  @inlinable
  @_disfavoredOverload
  public func count() -> Signal<Int, Error> { lift(.count()) }
}

extension SignalProducer {
  /// Sends the number of values when the source completes; see ``Operator/count()``.
  @inlinable
  @_disfavoredOverload
  public func count() -> SignalProducer<Int, Error> { lift(.count()) }
}

// MARK: min, max

extension Operator where Input == Output, InputError == OutputError {
  /// Sends the smallest value when the source completes, or only completes if there are no values.
  ///
  /// ```marble
  /// a = --[-3]--2--1--|
  /// a.min { $0 * $0 < $1 * $1 } == -----------(1|)
  /// ```
  ///
  /// Of several smallest values, sends the first. Failures and interruptions are forwarded without a value.
  ///
  /// - Parameter isLess: Returns whether its first argument is less than the second.
  @inlinable
  public static func min(by isLess: @escaping (Input, Input) -> Bool) -> Operator {
    _best { isLess($0, $1) }
  }

  /// Sends the largest value when the source completes, or only completes if there are no values.
  ///
  /// ```marble
  /// a = --[-3]--2--1--|
  /// a.max { $0 * $0 < $1 * $1 } == -----------([-3]|)
  /// ```
  ///
  /// Of several largest values, sends the first. Failures and interruptions are forwarded without a value.
  ///
  /// - Parameter isLess: Returns whether its first argument is less than the second.
  @inlinable
  public static func max(by isLess: @escaping (Input, Input) -> Bool) -> Operator {
    _best { isLess($1, $0) }
  }

  /// Sends the best value when the source completes.
  ///
  /// Of several best values, sends the first.
  @inlinable
  static func _best(_ isBetter: @escaping (_ value: Input, _ best: Input) -> Bool) -> Operator {
    Operator { downstream, _ in
      let best = _Cell<Input?>(nil)
      return Observer(
        value: { value in
          if let best = best.value, !isBetter(value, best) { return }
          best.value = .some(value)
        },
        ended: { end in
          if case .completed = end, let value = best.value { downstream._value(value) }
          downstream._end(end)
        })
    }
  }
}

extension Operator where Input == Output, InputError == OutputError, Input: Comparable {
  /// Sends the smallest value when the source completes, or only completes if there are no values.
  ///
  /// ```marble
  /// a = --3--1--2--|
  /// a.min() == -----------(1|)
  /// ```
  ///
  /// Failures and interruptions are forwarded without a value.
  @inlinable
  public static func min() -> Operator { min { $0 < $1 } }

  /// Sends the largest value when the source completes, or only completes if there are no values.
  ///
  /// ```marble
  /// a = --1--3--2--|
  /// a.max() == -----------(3|)
  /// ```
  ///
  /// Failures and interruptions are forwarded without a value.
  @inlinable
  public static func max() -> Operator { max { $0 < $1 } }
}

extension StreamProtocol {
  /// Sends the smallest value when the source completes; see ``Operator/min(by:)``.
  @inlinable
  @_disfavoredOverload
  public func min(@PredicateBuilder by isLess: @escaping (Value, Value) -> Bool) -> Self { _lift(.min(by: isLess)) }

  /// Sends the smallest value when the source completes; see ``Operator/min()``.
  @inlinable
  @_disfavoredOverload
  public func min() -> Self where Value: Comparable { _lift(.min()) }

  /// Sends the largest value when the source completes; see ``Operator/max(by:)``.
  @inlinable
  @_disfavoredOverload
  public func max(@PredicateBuilder by isLess: @escaping (Value, Value) -> Bool) -> Self { _lift(.max(by: isLess)) }

  /// Sends the largest value when the source completes; see ``Operator/max()``.
  @inlinable
  @_disfavoredOverload
  public func max() -> Self where Value: Comparable { _lift(.max()) }
}

// MARK: all, contains, isEmpty

extension Operator where InputError == OutputError, Output == Bool {
  /// Sends whether `isSatisfied` is true for all values.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.all(where: { $0 < 4 }) == -----------([true]|)
  /// a.all(where: { $0 < 2 }) == -----([false]|)
  /// ```
  ///
  /// Sends `false` and completes at the first value for which it is false. Sends `true` when the source completes,
  /// also if there are no values. Failures and interruptions are forwarded without a result.
  @inlinable
  public static func all(where isSatisfied: @escaping (Input) -> Bool) -> Operator {
    _answer(false) { !isSatisfied($0) }
  }

  /// Sends whether `isWanted` is true for at least one value.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.contains(where: { $0 == 2 }) == -----([true]|)
  /// a.contains(where: { $0 == 4 }) == -----------([false]|)
  /// ```
  ///
  /// Sends `true` and completes at the first value for which it is true. Sends `false` when the source completes,
  /// also if there are no values. Failures and interruptions are forwarded without a result.
  @inlinable
  public static func contains(where isWanted: @escaping (Input) -> Bool) -> Operator {
    _answer(true, isWanted)
  }

  /// Sends whether at least one value is equal to `value`.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.contains(2) == -----([true]|)
  /// ```
  ///
  /// Ends as ``contains(where:)`` does.
  @inlinable
  public static func contains(_ value: Input) -> Operator where Input: Equatable {
    _answer(true) { $0 == value }
  }

  /// Sends whether the source completes without a value.
  ///
  /// ```marble
  /// a = --1--2--|
  /// b = --------|
  /// a.isEmpty() == --([false]|)
  /// b.isEmpty() == --------([true]|)
  /// ```
  ///
  /// Sends `false` and completes at the first value. Failures and interruptions are forwarded without a result.
  @inlinable
  public static func isEmpty() -> Operator {
    _answer(false) { _ in true }
  }

  /// Sends `answer` and completes at the first value for which `decides` is true.
  ///
  /// Sends the opposite when the source completes.
  @inlinable
  static func _answer(_ answer: Bool, _ decides: @escaping (Input) -> Bool) -> Operator {
    Operator { downstream, _ in
      let isOver = _Cell(false)
      return Observer(
        value: { value in
          guard !isOver.value, decides(value) else { return }
          isOver.value = true
          downstream._value(answer)
          downstream._end(.completed)
        },
        ended: { end in
          if isOver.value { return }
          if case .completed = end { downstream._value(!answer) }
          downstream._end(end)
        })
    }
  }
}

extension Signal {
  /// Sends whether `isSatisfied` is true for all values; see ``Operator/all(where:)``.
  @inlinable
  public func all(@PredicateBuilder where isSatisfied: @escaping (Value) -> Bool) -> Signal<Bool, Error> {
    lift(.all(where: isSatisfied))
  }

  /// Sends whether `isWanted` is true for at least one value; see ``Operator/contains(where:)``.
  @inlinable
  @_disfavoredOverload
  public func contains(@PredicateBuilder where isWanted: @escaping (Value) -> Bool) -> Signal<Bool, Error> {
    lift(.contains(where: isWanted))
  }

  /// Sends whether at least one value is equal to `value`; see ``Operator/contains(_:)``.
  @inlinable
  @_disfavoredOverload
  public func contains(_ value: Value) -> Signal<Bool, Error> where Value: Equatable { lift(.contains(value)) }

  /// Sends whether the source completes without a value; see ``Operator/isEmpty()``.
  @inlinable
  @_disfavoredOverload
  public func isEmpty() -> Signal<Bool, Error> { lift(.isEmpty()) }
}

extension SignalProducer {
  /// Sends whether `isSatisfied` is true for all values; see ``Operator/all(where:)``.
  @inlinable
  public func all(@PredicateBuilder where isSatisfied: @escaping (Value) -> Bool) -> SignalProducer<Bool, Error> {
    lift(.all(where: isSatisfied))
  }

  /// Sends whether `isWanted` is true for at least one value; see ``Operator/contains(where:)``.
  @inlinable
  @_disfavoredOverload
  public func contains(@PredicateBuilder where isWanted: @escaping (Value) -> Bool) -> SignalProducer<Bool, Error> {
    lift(.contains(where: isWanted))
  }

  /// Sends whether at least one value is equal to `value`; see ``Operator/contains(_:)``.
  @inlinable
  @_disfavoredOverload
  public func contains(_ value: Value) -> SignalProducer<Bool, Error> where Value: Equatable {
    lift(.contains(value))
  }

  /// Sends whether the source completes without a value; see ``Operator/isEmpty()``.
  @inlinable
  @_disfavoredOverload
  public func isEmpty() -> SignalProducer<Bool, Error> { lift(.isEmpty()) }
}
