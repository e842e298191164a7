// Operators that decide for each value alone whether it is sent.

// MARK: filter

extension Operator where Input == Output, InputError == OutputError {
  /// Sends the values for which `isIncluded` is true.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.filter { $0 % 2 == 0 } == -----2-----4--|
  /// ```
  ///
  /// Ends when the source ends. The semantics are those of ReactiveSwift's `filter`.
  @inlinable
  public static func filter(_ isIncluded: @escaping (Input) -> Bool) -> Operator {
    Operator { downstream, _ in
      downstream.handling { [send = downstream._value] in if isIncluded($0) { send($0) } }
    }
  }
}

extension StreamProtocol {
  /// Sends the values for which `isIncluded` is true; see ``Operator/filter(_:)``.
  @inlinable
  public func filter(@PredicateBuilder _ isIncluded: @escaping (Value) -> Bool) -> Self {
    _filter(isIncluded, named: #function)
  }
}

extension Signal {
  @inlinable
  public func _filter(_ isIncluded: @escaping (Value) -> Bool, named name: StaticString) -> Signal {
    _lift(named: name) { core in { if isIncluded($0) { core._send($0) } } }
  }
}

extension SignalProducer {
  @inlinable
  public func _filter(_ isIncluded: @escaping (Value) -> Bool, named name: StaticString) -> SignalProducer {
    lift(.filter(isIncluded), named: name)
  }
}

// MARK: ignoreValues

extension Operator where InputError == OutputError {
  /// Ignores all values and forwards the terminal event.
  ///
  /// ```marble
  /// a = --1--2--|
  /// a.ignoreValues() == --------|
  /// ```
  ///
  /// Ends when the source ends. Since no value is sent, the result can have any type of values.
  @inlinable
  public static func ignoreValues() -> Operator {
    Operator { downstream, _ in
      downstream.handling { _ in }
    }
  }
}

extension Signal {
  /// Ignores all values and forwards the terminal event; see ``Operator/ignoreValues()``.
  @inlinable
  @_disfavoredOverload
  public func ignoreValues() -> Signal<Never, Error> { lift(.ignoreValues()) }

  /// Ignores all values and forwards the terminal event, as a signal with another type of values.
  ///
  /// See ``Operator/ignoreValues()``.
  @inlinable
  @_disfavoredOverload
  public func ignoreValues<T>(as _: T.Type) -> Signal<T, Error> { lift(.ignoreValues()) }
}

extension SignalProducer {
  /// Ignores all values and forwards the terminal event; see ``Operator/ignoreValues()``.
  @inlinable
  @_disfavoredOverload
  public func ignoreValues() -> SignalProducer<Never, Error> { lift(.ignoreValues()) }

  /// Ignores all values and forwards the terminal event, as a producer with another type of values.
  ///
  /// See ``Operator/ignoreValues()``.
  @inlinable
  @_disfavoredOverload
  public func ignoreValues<T>(as _: T.Type) -> SignalProducer<T, Error> { lift(.ignoreValues()) }
}
