import DequeModule

// Operators that leave the values at one end of a stream out.

// MARK: skip(first:), skip(while:), skip(last:)

extension Operator where Input == Output, InputError == OutputError {
  /// Sends all but the first `count` values.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.skip(first: 2) == --------3--4--|
  /// ```
  ///
  /// Ends with the source. As ReactiveSwift's `skip(first:)`.
  ///
  /// - Parameter count: not negative.
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

  /// Sends all values from the first on for which `shouldContinue` is false.
  ///
  /// ```marble
  /// a = --1--2--3--1--|
  /// a.skip(while: { $0 < 3 }) == --------3--1--|
  /// ```
  ///
  /// Ends with the source. As ReactiveSwift's `skip(while:)`.
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

  /// Sends all but the last `count` values: each when that many have come after it.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.skip(last: 2) == --------1--2--|
  /// ```
  ///
  /// Ends with the source; what is held then is dropped. Holds `count` values at most.
  ///
  /// - Parameter count: not negative.
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
  /// Sends all but the first `count` values; see ``Operator/skip(first:)``.
  @inlinable
  public func skip(first count: Int) -> Self { _lift(.skip(first: count)) }

  /// Sends all values from the first on for which `shouldContinue` is false; see ``Operator/skip(while:)``.
  @inlinable
  public func skip(while shouldContinue: @escaping (Value) -> Bool) -> Self { _lift(.skip(while: shouldContinue)) }

  /// Sends all but the last `count` values; see ``Operator/skip(last:)``.
  @inlinable
  public func skip(last count: Int) -> Self { _lift(.skip(last: count)) }
}
