// Operators that drop repeated values.

// MARK: skipRepeats

extension Operator where Input == Output, InputError == OutputError {
  /// Sends the values that are not equivalent to the previous value.
  ///
  /// ```marble
  /// a = --1--2--3--4--9--|
  /// a.skipRepeats { $1 - $0 == 1 } == --1-----------9--|
  /// ```
  ///
  /// A value is compared with the previous value of the source, even if that one was dropped. Ends when the source
  /// ends. The semantics are those of ReactiveSwift's `skipRepeats`.
  ///
  /// - Parameter isEquivalent: Returns whether the second value is dropped when it follows the first.
  @inlinable
  public static func skipRepeats(_ isEquivalent: @escaping (Input, Input) -> Bool) -> Operator {
    Operator { downstream, _ in
      let last = _Cell<Input?>(nil)
      return downstream.handling { value in
        let before = last.value
        last.value = .some(value)
        if let before, isEquivalent(before, value) { return }
        downstream._value(value)
      }
    }
  }
}

extension Operator where Input == Output, InputError == OutputError, Input: Equatable {
  /// Sends the values that are not equal to the previous value.
  ///
  /// ```marble
  /// a = --1--1--2--2--1--|
  /// a.skipRepeats() == --1-----2-----1--|
  /// ```
  ///
  /// Ends when the source ends. The semantics are those of ReactiveSwift's `skipRepeats`.
  @inlinable
  public static func skipRepeats() -> Operator { skipRepeats { $0 == $1 } }
}

extension Operator where Input == Output, InputError == OutputError {
  /// Sends the values for which `key` does not return the same result as for the previous value.
  ///
  /// ```marble
  /// a = --1--3--2--4--5--|
  /// a.skipRepeats(on: { $0 % 2 }) == --1-----2-----5--|
  /// ```
  ///
  /// Ends when the source ends. The semantics are those of RxJS's `distinctUntilChanged` with a key.
  @inlinable
  public static func skipRepeats<Key: Equatable>(on key: @escaping (Input) -> Key) -> Operator {
    Operator { downstream, _ in
      let last = _Cell<Key?>(nil)
      return downstream.handling { value in
        let key = Key?.some(key(value))
        if last.value == key { return }
        last.value = key
        downstream._value(value)
      }
    }
  }
}

extension StreamProtocol {
  /// Sends the values for which `key` does not return the same result as for the previous value; see
  /// ``Operator/skipRepeats(on:)``.
  @inlinable
  @_disfavoredOverload  // A trailing closure selects `skipRepeats(_:)`.
  public func skipRepeats<Key: Equatable>(on key: @escaping (Value) -> Key) -> Self { _lift(.skipRepeats(on: key)) }

  /// Sends the values that are not equivalent to the previous value; see ``Operator/skipRepeats(_:)``.
  @inlinable
  public func skipRepeats(@PredicateBuilder _ isEquivalent: @escaping (Value, Value) -> Bool) -> Self {
    _lift(.skipRepeats(isEquivalent))
  }

  /// Sends the values that are not equivalent to the previous value; see ``Operator/skipRepeats(_:)``.
  @inlinable
  @_disfavoredOverload
  public func skipRepeats(@PredicateBuilder by isEquivalent: @escaping (Value, Value) -> Bool) -> Self {
    skipRepeats(isEquivalent)
  }

  /// Sends the values that are not equal to the previous value; see ``Operator/skipRepeats()``.
  @inlinable
  public func skipRepeats() -> Self where Value: Equatable { _lift(.skipRepeats()) }
}

// MARK: uniqueValues

extension Operator where Input == Output, InputError == OutputError {
  /// Sends the values for which `transform` returns a result that it has not returned before.
  ///
  /// ```marble
  /// a = --1--3--2--4--|
  /// a.uniqueValues { $0 % 2 } == --1-----2-----|
  /// ```
  ///
  /// Ends when the source ends. All results are stored, so memory grows with the number of different ones. The
  /// semantics are those of ReactiveSwift's `uniqueValues`.
  @inlinable
  public static func uniqueValues<Identity: Hashable>(_ transform: @escaping (Input) -> Identity) -> Operator {
    Operator { downstream, _ in
      let seen = _Cell<Set<Identity>>([])
      return downstream.handling { value in
        if seen.value.insert(transform(value)).inserted { downstream._value(value) }
      }
    }
  }
}

extension Operator where Input == Output, InputError == OutputError, Input: Hashable {
  /// Sends the first occurrence of each value.
  ///
  /// ```marble
  /// a = --1--2--1--3--2--|
  /// a.uniqueValues() == --1--2-----3-----|
  /// ```
  ///
  /// Ends when the source ends. All different values are stored, so memory grows with their number. The semantics are
  /// those of ReactiveSwift's `uniqueValues`.
  @inlinable
  public static func uniqueValues() -> Operator { uniqueValues { $0 } }
}

extension StreamProtocol {
  /// Sends the values for which `transform` returns a new result; see ``Operator/uniqueValues(_:)``.
  @inlinable
  public func uniqueValues<Identity: Hashable>(_ transform: @escaping (Value) -> Identity) -> Self {
    _lift(.uniqueValues(transform))
  }

  /// Sends the first occurrence of each value; see ``Operator/uniqueValues()``.
  @inlinable
  public func uniqueValues() -> Self where Value: Hashable { _lift(.uniqueValues()) }
}
