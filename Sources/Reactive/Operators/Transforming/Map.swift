// Operators that transform each value into another value.

// MARK: map

extension Operator where InputError == OutputError {
  /// Sends the result of `transform` for each value.
  ///
  /// ```marble
  /// a = --1--2--|
  /// a.map { $0 * 10 } == --[10]--[20]--|
  /// ```
  ///
  /// A key path can be passed instead of the closure: `map(\.count)`. Ends when the source ends. The semantics are
  /// those of ReactiveSwift's `map`.
  @inlinable
  public static func map(_ transform: @escaping (Input) -> Output) -> Operator {
    Operator { downstream, _ in
      downstream.handling { [send = downstream._value] in send(transform($0)) }
    }
  }

  /// Sends the same value for each value of the source.
  ///
  /// ```marble
  /// a = --1--2--|
  /// a.map(value: "x") == --x--x--|
  /// ```
  ///
  /// Ends when the source ends. The semantics are those of ReactiveSwift's `map(value:)`.
  @inlinable
  @_disfavoredOverload  // A trailing closure selects `map(_:)`, and the last parameter keeps it from being the value.
  public static func map(value: Output, _: (() -> Void)? = nil) -> Operator {
    map { _ in value }
  }

  /// Sends the result of `transform` for each value, unless it is `nil`.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.compactMap { $0 == 2 ? nil : $0 * 10 } == --[10]-----[30]--|
  /// ```
  ///
  /// Ends when the source ends. The semantics are those of ReactiveSwift's `compactMap`.
  @inlinable
  public static func compactMap(_ transform: @escaping (Input) -> Output?) -> Operator {
    Operator { downstream, _ in
      downstream.handling { [send = downstream._value] in if let output = transform($0) { send(output) } }
    }
  }
}

extension Signal {
  /// Sends the result of `transform` for each value; see ``Operator/map(_:)``.
  @inlinable
  public func map<T>(_ transform: @escaping (Value) -> T) -> Signal<T, Error> {
    _lift { core in { core._send(transform($0)) } }
  }

  /// Sends the same value for each value of the source; see ``Operator/map(value:_:)``.
  @inlinable
  @_disfavoredOverload  // A trailing closure selects `map(_:)`, and the last parameter keeps it from being the value.
  public func map<T>(value: T, _: (() -> Void)? = nil) -> Signal<T, Error> { lift(.map(value: value)) }

  /// Sends the result of `transform` for each value, unless it is `nil`; see ``Operator/compactMap(_:)``.
  @inlinable
  public func compactMap<T>(_ transform: @escaping (Value) -> T?) -> Signal<T, Error> {
    _lift { core in { if let output = transform($0) { core._send(output) } } }
  }
}

extension SignalProducer {
  /// Sends the result of `transform` for each value; see ``Operator/map(_:)``.
  @inlinable
  public func map<T>(_ transform: @escaping (Value) -> T) -> SignalProducer<T, Error> { lift(.map(transform)) }

  /// Sends the same value for each value of the source; see ``Operator/map(value:_:)``.
  @inlinable
  @_disfavoredOverload  // A trailing closure selects `map(_:)`, and the last parameter keeps it from being the value.
  public func map<T>(value: T, _: (() -> Void)? = nil) -> SignalProducer<T, Error> { lift(.map(value: value)) }

  /// Sends the result of `transform` for each value, unless it is `nil`; see ``Operator/compactMap(_:)``.
  @inlinable
  public func compactMap<T>(_ transform: @escaping (Value) -> T?) -> SignalProducer<T, Error> {
    lift(.compactMap(transform))
  }
}

// MARK: skipNil

extension Operator where InputError == OutputError, Input == Output? {
  /// Sends the values that are not `nil`, unwrapped.
  ///
  /// Ends when the source ends. The semantics are those of ReactiveSwift's `skipNil`.
  @inlinable
  public static func skipNil() -> Operator { compactMap { $0 } }
}

extension Signal {
  /// Sends the values that are not `nil`, unwrapped; see ``Operator/skipNil()``.
  @inlinable
  public func skipNil<Wrapped>() -> Signal<Wrapped, Error> where Value == Wrapped? { lift(.skipNil()) }
}

extension SignalProducer {
  /// Sends the values that are not `nil`, unwrapped; see ``Operator/skipNil()``.
  @inlinable
  public func skipNil<Wrapped>() -> SignalProducer<Wrapped, Error> where Value == Wrapped? { lift(.skipNil()) }
}

// MARK: index

extension Operator where InputError == OutputError {
  /// Sends each value with its position, counted from 0.
  ///
  /// ```marble
  /// a = --a--b--c--|
  /// a.index() == --[a,0]--[b,1]--[c,2]--|
  /// ```
  ///
  /// Ends when the source ends. Each start of a producer counts from 0 again. For a signal, the count begins when
  /// `index` is called.
  @inlinable
  public static func index() -> Operator where Output == (value: Input, index: Int) {
    Operator { downstream, _ in
      let next = _Cell(0)
      return downstream.handling { value in
        let index = next.value
        next.value += 1
        downstream._value((value, index))
      }
    }
  }
}

extension Signal {
  /// Sends each value with its position, counted from 0; see ``Operator/index()``.
  @inlinable
  @_disfavoredOverload
  public func index() -> Signal<(value: Value, index: Int), Error> { lift(.index()) }
}

extension SignalProducer {
  /// Sends each value with its position, counted from 0; see ``Operator/index()``.
  @inlinable
  @_disfavoredOverload
  public func index() -> SignalProducer<(value: Value, index: Int), Error> { lift(.index()) }
}

// MARK: promoteValue

extension Operator where Input == Never, InputError == OutputError {
  /// Forwards the terminal event of a source without values, as a stream with another type of values.
  ///
  /// Ends when the source ends. The semantics are those of ReactiveSwift's `promoteValue`.
  @inlinable
  public static func promoteValue() -> Operator {
    Operator { downstream, _ in
      downstream.handling { (_: Never) in }
    }
  }
}

extension Signal where Value == Never {
  /// Forwards the terminal event, as a signal with another type of values; see ``Operator/promoteValue()``.
  @inlinable
  public func promoteValue<T>(_: T.Type = T.self) -> Signal<T, Error> { lift(.promoteValue()) }
}

extension SignalProducer where Value == Never {
  /// Forwards the terminal event, as a producer with another type of values; see ``Operator/promoteValue()``.
  @inlinable
  public func promoteValue<T>(_: T.Type = T.self) -> SignalProducer<T, Error> { lift(.promoteValue()) }
}
