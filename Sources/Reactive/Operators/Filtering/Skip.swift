import DequeModule

// Operators that drop values at the start or the end of a stream.

// MARK: skip(first:), skip(while:), skip(last:)

extension Operator where Input == Output, InputError == OutputError {
  /// Sends all values except the first `count`.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.skip(first: 2) == --------3--4--|
  /// ```
  ///
  /// Ends when the source ends. The semantics are those of ReactiveSwift's `skip(first:)`.
  ///
  /// - Parameter count: The number of values to drop, not negative.
  @inlinable
  public static func skip(first count: Int) -> Operator {
    precondition(count >= 0, "skip(first:) needs a count of at least 0")
    return Operator { downstream, _ in
      let left = _Cell(count)
      return downstream.handling { value in
        if left.value == 0 { downstream._value(value) } else { left.value -= 1 }
      }
    }
  }

  /// Drops values while `shouldContinue` is true for them, then sends all values.
  ///
  /// ```marble
  /// a = --1--2--3--1--|
  /// a.skip(while: { $0 < 3 }) == --------3--1--|
  /// ```
  ///
  /// The first value for which `shouldContinue` is false is sent. Ends when the source ends. The semantics are those
  /// of ReactiveSwift's `skip(while:)`.
  @inlinable
  public static func skip(while shouldContinue: @escaping (Input) -> Bool) -> Operator {
    Operator { downstream, _ in
      let isOpen = _Cell(false)
      return downstream.handling { value in
        if !isOpen.value {
          if shouldContinue(value) { return }
          isOpen.value = true
        }
        downstream._value(value)
      }
    }
  }

  /// Sends all values except the last `count`.
  ///
  /// Each value is sent when `count` more values have followed it.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.skip(last: 2) == --------1--2--|
  /// ```
  ///
  /// Ends when the source ends, and drops the waiting values. At most `count` values are stored.
  ///
  /// - Parameter count: The number of values to drop, not negative.
  @inlinable
  public static func skip(last count: Int) -> Operator {
    precondition(count >= 0, "skip(last:) needs a count of at least 0")
    return Operator { downstream, _ in
      let held = _Cell<Deque<Input>>([])
      return downstream.handling { value in
        held.value.append(value)
        if held.value.count > count { downstream._value(held.value.removeFirst()) }
      }
    }
  }
}

extension StreamProtocol {
  /// Sends all values except the first `count`; see ``Operator/skip(first:)``.
  @inlinable
  public func skip(first count: Int) -> Self { _lift(.skip(first: count)) }

  /// Drops values while `shouldContinue` is true for them; see ``Operator/skip(while:)``.
  @inlinable
  public func skip(@PredicateBuilder while shouldContinue: @escaping (Value) -> Bool) -> Self {
    _lift(.skip(while: shouldContinue))
  }

  /// Sends all values except the last `count`; see ``Operator/skip(last:)``.
  @inlinable
  public func skip(last count: Int) -> Self { _lift(.skip(last: count)) }
}
