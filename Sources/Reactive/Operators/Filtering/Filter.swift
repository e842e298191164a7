// Operators that judge each value by itself.

// MARK: filter

extension Operator where Input == Output, InputError == OutputError {
  /// Sends the values for which `isIncluded` is true.
  ///
  /// ```marble
  /// a = --1--2--3--4--|
  /// a.filter { $0 % 2 == 0 } == -----2-----4--|
  /// ```
  ///
  /// Ends with the source. As ReactiveSwift's `filter`.
  @inlinable
  public static func filter(_ isIncluded: @escaping (Input) -> Bool) -> Operator {
    Operator { downstream, _ in
      downstream.handling { if isIncluded($0) { downstream._value($0) } }
    }
  }
}

extension StreamProtocol {
  /// Sends the values for which `isIncluded` is true; see ``Operator/filter(_:)``.
  @inlinable
  public func filter(_ isIncluded: @escaping (Value) -> Bool) -> Self { _lift(.filter(isIncluded)) }
}

// MARK: ignoreValues

extension Operator where InputError == OutputError {
  /// Sends no value, only the end.
  ///
  /// ```marble
  /// a = --1--2--|
  /// a.ignoreValues() == --------|
  /// ```
  ///
  /// Ends with the source. What is never sent may be called a value of any type.
  @inlinable
  public static func ignoreValues() -> Operator {
    Operator { downstream, _ in
      downstream.handling { _ in }
    }
  }
}

extension Signal {
  /// Sends no value, only the end; see ``Operator/ignoreValues()``.
  @inlinable
  public func ignoreValues() -> Signal<Never, Error> { lift(.ignoreValues()) }

  /// Sends no value, only the end, as a signal that fits where one of another type is needed.
  ///
  /// See ``Operator/ignoreValues()``.
  @inlinable
  public func ignoreValues<T>(as _: T.Type) -> Signal<T, Error> { lift(.ignoreValues()) }
}

extension SignalProducer {
  /// Sends no value, only the end; see ``Operator/ignoreValues()``.
  @inlinable
  public func ignoreValues() -> SignalProducer<Never, Error> { lift(.ignoreValues()) }

  /// Sends no value, only the end, as a producer that fits where one of another type is needed.
  ///
  /// See ``Operator/ignoreValues()``.
  @inlinable
  public func ignoreValues<T>(as _: T.Type) -> SignalProducer<T, Error> { lift(.ignoreValues()) }
}
