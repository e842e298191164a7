// Operators that leave out what has come before.

// MARK: skipRepeats

extension Operator where Input == Output, InputError == OutputError {
  /// Sends the values that are not equivalent to the one before them.
  ///
  /// ```marble
  /// a = --1--2--3--4--9--|
  /// a.skipRepeats { $1 - $0 == 1 } == --1-----------9--|
  /// ```
  ///
  /// A value is compared with the last one that came, whether or not that was sent. Ends with the source. As
  /// ReactiveSwift's `skipRepeats`.
  ///
  /// - Parameter isEquivalent: whether a value, the second one, is to be left out after another.
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
  /// Sends the values that are not equal to the one before them.
  ///
  /// ```marble
  /// a = --1--1--2--2--1--|
  /// a.skipRepeats() == --1-----2-----1--|
  /// ```
  ///
  /// Ends with the source. As ReactiveSwift's `skipRepeats`.
  @inlinable
  public static func skipRepeats() -> Operator { skipRepeats { $0 == $1 } }
}

extension StreamProtocol {
  /// Sends the values that are not equivalent to the one before them; see ``Operator/skipRepeats(_:)``.
  @inlinable
  public func skipRepeats(_ isEquivalent: @escaping (Value, Value) -> Bool) -> Self {
    _lift(.skipRepeats(isEquivalent))
  }

  /// Sends the values that are not equal to the one before them; see ``Operator/skipRepeats()``.
  @inlinable
  public func skipRepeats() -> Self where Value: Equatable { _lift(.skipRepeats()) }
}

// MARK: uniqueValues

extension Operator where Input == Output, InputError == OutputError {
  /// Sends the values of which `transform` makes what it has not made of any before.
  ///
  /// ```marble
  /// a = --1--3--2--4--|
  /// a.uniqueValues { $0 % 2 } == --1-----2-----|
  /// ```
  ///
  /// Ends with the source. Remembers every result, so it grows with the number of different ones. As ReactiveSwift's
  /// `uniqueValues`.
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
  /// Sends each value the first time that it comes.
  ///
  /// ```marble
  /// a = --1--2--1--3--2--|
  /// a.uniqueValues() == --1--2-----3-----|
  /// ```
  ///
  /// Ends with the source. Remembers every value, so it grows with the number of different ones. As ReactiveSwift's
  /// `uniqueValues`.
  @inlinable
  public static func uniqueValues() -> Operator { uniqueValues { $0 } }
}

extension StreamProtocol {
  /// Sends the values of which `transform` makes something new; see ``Operator/uniqueValues(_:)``.
  @inlinable
  public func uniqueValues<Identity: Hashable>(_ transform: @escaping (Value) -> Identity) -> Self {
    _lift(.uniqueValues(transform))
  }

  /// Sends each value the first time that it comes; see ``Operator/uniqueValues()``.
  @inlinable
  public func uniqueValues() -> Self where Value: Hashable { _lift(.uniqueValues()) }
}
