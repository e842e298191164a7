import DequeModule

// Operators that let the values at one end of a stream through.

// MARK: take(first:), take(last:)

extension Operator where Input == Output, InputError == OutputError {
  /// Sends the first `count` values, and completes with the last of them.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.take(first: 2) == --1--(2|)
  /// ```
  ///
  /// Ends with the source, if that ends before. Completes at once when `count` is 0. Otherwise as ReactiveSwift's
  /// `take(first:)`.
  ///
  /// - Parameter count: at least 1; ``Signal/take(first:)`` and ``SignalProducer/take(first:)`` see to 0.
  @inlinable
  public static func take(first count: Int) -> Operator {
    precondition(count > 0, "take(first:) needs a count of at least 1")
    return Operator { downstream, _ in
      let left = _Cell(count)
      return Observer(
        value: { value in
          guard left.value > 0 else { return }
          left.value -= 1
          let isLast = left.value == 0
          downstream._value(value)
          if isLast { downstream._end(.completed) }
        },
        ended: { if left.value > 0 { downstream._end($0) } })
    }
  }

  /// Sends the last `count` values, in their order, when the source completes.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.take(last: 2) == -----------(23|)
  /// ```
  ///
  /// They are dropped when the source fails or is interrupted. Holds `count` values at most, and takes the same time
  /// for each, however many those are. As ReactiveSwift's `take(last:)`.
  ///
  /// - Parameter count: not negative; of 0 values comes nothing but the end.
  @inlinable
  public static func take(last count: Int) -> Operator {
    precondition(count >= 0, "take(last:) needs a count of at least 0")
    return Operator { downstream, _ in
      let kept = _Cell<Deque<Input>>([])
      return Observer(
        value: { value in
          kept.value.append(value)
          if kept.value.count > count { kept.value.removeFirst() }
        },
        ended: { end in
          if case .completed = end {
            for value in kept.value { downstream._value(value) }
          }
          downstream._end(end)
        })
    }
  }
}

extension StreamProtocol {
  /// Sends the first `count` values, and completes with the last of them; see ``Operator/take(first:)``.
  ///
  /// - Parameter count: not negative; of 0 values comes a signal that has completed.
  @inlinable
  public func take(first count: Int) -> Self { count == 0 ? ._make(from: .empty) : _lift(.take(first: count)) }

  /// Sends the last `count` values when the source completes; see ``Operator/take(last:)``.
  @inlinable
  public func take(last count: Int) -> Self { _lift(.take(last: count)) }
}

// MARK: take(while:), take(until: predicate)

extension Operator where Input == Output, InputError == OutputError {
  /// Sends values as long as `shouldContinue` is true of them, and completes instead of the first for which it is not.
  ///
  /// ```marble
  /// a = --1--2--3--1--|
  /// a.take(while: { $0 < 3 }) == --1--2--|
  /// ```
  ///
  /// Ends with the source, if that ends before. As ReactiveSwift's `take(while:)`.
  @inlinable
  public static func take(while shouldContinue: @escaping (Input) -> Bool) -> Operator {
    Operator { downstream, _ in
      let isOver = _Cell(false)
      return Observer(
        value: { value in
          if isOver.value { return }
          if shouldContinue(value) { return downstream._value(value) }
          isOver.value = true
          downstream._end(.completed)
        },
        ended: { if !isOver.value { downstream._end($0) } })
    }
  }

  /// Sends values as long as `shouldContinue` is true of them, then the first for which it is not, and completes.
  ///
  /// ```marble
  /// a = --1--2--3--1--|
  /// a.take(until: { $0 < 3 }) == --1--2--(3|)
  /// ```
  ///
  /// Ends with the source, if that ends before. As ReactiveSwift's `take(until:)` of a closure; mind that the closure
  /// says when to go on, not when to stop.
  @inlinable
  public static func take(until shouldContinue: @escaping (Input) -> Bool) -> Operator {
    Operator { downstream, _ in
      let isOver = _Cell(false)
      return Observer(
        value: { value in
          if isOver.value { return }
          let isLast = !shouldContinue(value)
          isOver.value = isLast
          downstream._value(value)
          if isLast { downstream._end(.completed) }
        },
        ended: { if !isOver.value { downstream._end($0) } })
    }
  }
}

extension StreamProtocol {
  /// Sends values as long as `shouldContinue` is true of them; see ``Operator/take(while:)``.
  @inlinable
  public func take(while shouldContinue: @escaping (Value) -> Bool) -> Self { _lift(.take(while: shouldContinue)) }

  /// Sends values up to the first for which `shouldContinue` is false, and that too; see ``Operator/take(until:)``.
  @inlinable
  public func take(until shouldContinue: @escaping (Value) -> Bool) -> Self { _lift(.take(until: shouldContinue)) }
}
