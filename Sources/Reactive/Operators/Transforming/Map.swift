// Operators that make another value of each value.

// MARK: map

extension Operator where InputError == OutputError {
  /// Sends what `transform` makes of each value.
  ///
  /// ```marble
  /// a = --1--2--|
  /// a.map { $0 * 10 } == --[10]--[20]--|
  /// ```
  ///
  /// A key path may stand in place of the closure: `map(\.count)`. Ends with the source. As ReactiveSwift's `map`.
  @inlinable
  public static func map(_ transform: @escaping (Input) -> Output) -> Operator {
    Operator { downstream, _ in
      downstream.handling { downstream._value(transform($0)) }
    }
  }

  /// Sends one and the same value for each value.
  ///
  /// ```marble
  /// a = --1--2--|
  /// a.map(value: "x") == --x--x--|
  /// ```
  ///
  /// Ends with the source. As ReactiveSwift's `map(value:)`.
  @inlinable
  @_disfavoredOverload
  public static func map(value: Output) -> Operator {
    map { _ in value }
  }

  /// Sends what `transform` makes of each value, where that is not `nil`.
  ///
  /// ```marble
  /// a = --1--2--3--|
  /// a.compactMap { $0 == 2 ? nil : $0 * 10 } == --[10]-----[30]--|
  /// ```
  ///
  /// Ends with the source. As ReactiveSwift's `compactMap`.
  @inlinable
  public static func compactMap(_ transform: @escaping (Input) -> Output?) -> Operator {
    Operator { downstream, _ in
      downstream.handling { if let output = transform($0) { downstream._value(output) } }
    }
  }
}

extension Signal {
  /// Sends what `transform` makes of each value; see ``Operator/map(_:)``.
  @inlinable
  public func map<T>(_ transform: @escaping (Value) -> T) -> Signal<T, Error> { lift(.map(transform)) }

  /// Sends one and the same value for each value; see ``Operator/map(value:)``.
  @inlinable
  @_disfavoredOverload  // A trailing closure selects `map(_:)`.
  public func map<T>(value: T) -> Signal<T, Error> { lift(.map(value: value)) }

  /// Sends what `transform` makes of each value, where that is not `nil`; see ``Operator/compactMap(_:)``.
  @inlinable
  public func compactMap<T>(_ transform: @escaping (Value) -> T?) -> Signal<T, Error> { lift(.compactMap(transform)) }
}

extension SignalProducer {
  /// Sends what `transform` makes of each value; see ``Operator/map(_:)``.
  @inlinable
  public func map<T>(_ transform: @escaping (Value) -> T) -> SignalProducer<T, Error> { lift(.map(transform)) }

  /// Sends one and the same value for each value; see ``Operator/map(value:)``.
  @inlinable
  @_disfavoredOverload  // A trailing closure selects `map(_:)`.
  public func map<T>(value: T) -> SignalProducer<T, Error> { lift(.map(value: value)) }

  /// Sends what `transform` makes of each value, where that is not `nil`; see ``Operator/compactMap(_:)``.
  @inlinable
  public func compactMap<T>(_ transform: @escaping (Value) -> T?) -> SignalProducer<T, Error> {
    lift(.compactMap(transform))
  }
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
  /// Ends with the source. Every start of a producer counts anew; a signal counts from when `index` is called.
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
  public func index() -> Signal<(value: Value, index: Int), Error> { lift(.index()) }
}

extension SignalProducer {
  /// Sends each value with its position, counted from 0; see ``Operator/index()``.
  @inlinable
  public func index() -> SignalProducer<(value: Value, index: Int), Error> { lift(.index()) }
}

// MARK: promoteValue

extension Operator where Input == Never, InputError == OutputError {
  /// Sends what the source sends, its end alone, as a stream that might have had values.
  ///
  /// As ReactiveSwift's `promoteValue`.
  @inlinable
  public static func promoteValue() -> Operator {
    Operator { downstream, _ in
      downstream.handling { (_: Never) in }
    }
  }
}

extension Signal where Value == Never {
  /// Sends this signal's end, as a signal that might have had values; see ``Operator/promoteValue()``.
  @inlinable
  public func promoteValue<T>(_: T.Type = T.self) -> Signal<T, Error> { lift(.promoteValue()) }
}

extension SignalProducer where Value == Never {
  /// Sends this producer's end, as a producer that might have had values; see ``Operator/promoteValue()``.
  @inlinable
  public func promoteValue<T>(_: T.Type = T.self) -> SignalProducer<T, Error> { lift(.promoteValue()) }
}
