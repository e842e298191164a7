// Operators on any number of properties, as free functions.

/// Returns a property with the current values of all properties; see ``PropertyProtocol/combineLatest(with:)``.
@inlinable
@_disfavoredOverload
public func combineLatest<First: PropertyProtocol, each Other: PropertyProtocol>(
  _ first: First, _ others: repeat each Other
) -> Property<(First.Value, repeat (each Other).Value)> {
  Property(_following: combineLatest(first.producer, repeat (each others).producer))
}

/// Returns a property with the result of `combine` for the current values of both properties; see
/// ``PropertyProtocol/combineLatest(with:)``.
@inlinable
public func combineLatest<First: PropertyProtocol, Second: PropertyProtocol, Value>(
  _ first: First, _ second: Second, combine: @escaping (First.Value, Second.Value) -> Value
) -> Property<Value> {
  Property(_following: combineLatest(first.producer, second.producer, combine: combine))
}

/// Returns a property with the result of `combine` for the current values of all properties; see
/// ``PropertyProtocol/combineLatest(with:)``.
@inlinable
@_disfavoredOverload
public func combineLatest<each Source: PropertyProtocol, Value>(
  _ properties: repeat each Source, combine: @escaping (repeat (each Source).Value) -> Value
) -> Property<Value> {
  Property(_following: combineLatest(repeat (each properties).producer, combine: combine))
}

/// Returns a property with the first values of all properties, then the second ones, and so on; see
/// ``PropertyProtocol/zip(with:)``.
@inlinable
@_disfavoredOverload
public func zip<First: PropertyProtocol, each Other: PropertyProtocol>(
  _ first: First, _ others: repeat each Other
) -> Property<(First.Value, repeat (each Other).Value)> {
  Property(_following: zip(first.producer, repeat (each others).producer))
}

/// Returns a property with the result of `combine` for the first values of both properties, then for the second ones,
/// and so on; see ``PropertyProtocol/zip(with:)``.
@inlinable
public func zip<First: PropertyProtocol, Second: PropertyProtocol, Value>(
  _ first: First, _ second: Second, combine: @escaping (First.Value, Second.Value) -> Value
) -> Property<Value> {
  Property(_following: zip(first.producer, second.producer, combine: combine))
}

/// Returns a property with the result of `combine` for the first values of all properties, then for the second ones,
/// and so on; see ``PropertyProtocol/zip(with:)``.
@inlinable
@_disfavoredOverload
public func zip<each Source: PropertyProtocol, Value>(
  _ properties: repeat each Source, combine: @escaping (repeat (each Source).Value) -> Value
) -> Property<Value> {
  Property(_following: zip(repeat (each properties).producer, combine: combine))
}

// MARK: Two to four properties

// These exist for the same reason as the overloads for three and four streams.

/// Returns a property with the current values of both properties; see ``PropertyProtocol/combineLatest(with:)``.
@inlinable
public func combineLatest<First, Second>(
  _ first: some PropertyProtocol<First>, _ second: some PropertyProtocol<Second>
) -> Property<(First, Second)> {
  Property(_following: combineLatest(first.producer, second.producer))
}

/// Returns a property with the current values of all properties; see ``PropertyProtocol/combineLatest(with:)``.
@inlinable
public func combineLatest<First, Second, Third>(
  _ first: some PropertyProtocol<First>, _ second: some PropertyProtocol<Second>, _ third: some PropertyProtocol<Third>
) -> Property<(First, Second, Third)> {
  Property(_following: combineLatest(first.producer, second.producer, third.producer))
}

/// Returns a property with the current values of all properties; see ``PropertyProtocol/combineLatest(with:)``.
@inlinable
public func combineLatest<First, Second, Third, Fourth>(
  _ first: some PropertyProtocol<First>, _ second: some PropertyProtocol<Second>, _ third: some PropertyProtocol<Third>,
  _ fourth: some PropertyProtocol<Fourth>
) -> Property<(First, Second, Third, Fourth)> {
  Property(_following: combineLatest(first.producer, second.producer, third.producer, fourth.producer))
}

/// Returns a property with the result of `combine` for the current values of all properties; see
/// ``PropertyProtocol/combineLatest(with:)``.
@inlinable
public func combineLatest<First, Second, Third, Value>(
  _ first: some PropertyProtocol<First>, _ second: some PropertyProtocol<Second>, _ third: some PropertyProtocol<Third>,
  combine: @escaping (First, Second, Third) -> Value
) -> Property<Value> {
  Property(_following: combineLatest(first.producer, second.producer, third.producer, combine: combine))
}

/// Returns a property with the first values of both properties, then the second ones, and so on; see
/// ``PropertyProtocol/zip(with:)``.
@inlinable
public func zip<First, Second>(
  _ first: some PropertyProtocol<First>, _ second: some PropertyProtocol<Second>
) -> Property<(First, Second)> {
  Property(_following: zip(first.producer, second.producer))
}

/// Returns a property with the first values of all properties, then the second ones, and so on; see
/// ``PropertyProtocol/zip(with:)``.
@inlinable
public func zip<First, Second, Third>(
  _ first: some PropertyProtocol<First>, _ second: some PropertyProtocol<Second>, _ third: some PropertyProtocol<Third>
) -> Property<(First, Second, Third)> {
  Property(_following: zip(first.producer, second.producer, third.producer))
}

/// Returns a property with the first values of all properties, then the second ones, and so on; see
/// ``PropertyProtocol/zip(with:)``.
@inlinable
public func zip<First, Second, Third, Fourth>(
  _ first: some PropertyProtocol<First>, _ second: some PropertyProtocol<Second>, _ third: some PropertyProtocol<Third>,
  _ fourth: some PropertyProtocol<Fourth>
) -> Property<(First, Second, Third, Fourth)> {
  Property(_following: zip(first.producer, second.producer, third.producer, fourth.producer))
}

/// Returns a property with the result of `combine` for the first values of all properties, then for the second ones,
/// and so on; see ``PropertyProtocol/zip(with:)``.
@inlinable
public func zip<First, Second, Third, Value>(
  _ first: some PropertyProtocol<First>, _ second: some PropertyProtocol<Second>, _ third: some PropertyProtocol<Third>,
  combine: @escaping (First, Second, Third) -> Value
) -> Property<Value> {
  Property(_following: zip(first.producer, second.producer, third.producer, combine: combine))
}

// MARK: - The same as static functions

extension Property {
  /// Returns a property with the current values of all properties; see ``PropertyProtocol/combineLatest(with:)``.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<First: PropertyProtocol, Second: PropertyProtocol, each Other: PropertyProtocol>(
    _ first: First, _ second: Second, _ others: repeat each Other
  ) -> Property<(First.Value, Second.Value, repeat (each Other).Value)> where First.Value == Value {
    Property<(First.Value, Second.Value, repeat (each Other).Value)>(
      _following: Reactive.combineLatest(first.producer, second.producer, repeat (each others).producer))
  }

  /// Returns a property with the first values of all properties, then the second ones, and so on; see
  /// ``PropertyProtocol/zip(with:)``.
  @inlinable
  @_disfavoredOverload
  public static func zip<First: PropertyProtocol, Second: PropertyProtocol, each Other: PropertyProtocol>(
    _ first: First, _ second: Second, _ others: repeat each Other
  ) -> Property<(First.Value, Second.Value, repeat (each Other).Value)> where First.Value == Value {
    Property<(First.Value, Second.Value, repeat (each Other).Value)>(
      _following: Reactive.zip(first.producer, second.producer, repeat (each others).producer))
  }

  /// Returns a property with the current values of all properties; see ``PropertyProtocol/combineLatest(with:)``.
  @inlinable
  public static func combineLatest<Second, Third>(
    _ first: some PropertyProtocol<Value>, _ second: some PropertyProtocol<Second>,
    _ third: some PropertyProtocol<Third>
  ) -> Property<(Value, Second, Third)> {
    Reactive.combineLatest(first, second, third)
  }

  /// Returns a property with the current values of all properties; see ``PropertyProtocol/combineLatest(with:)``.
  @inlinable
  public static func combineLatest<Second, Third, Fourth>(
    _ first: some PropertyProtocol<Value>, _ second: some PropertyProtocol<Second>,
    _ third: some PropertyProtocol<Third>, _ fourth: some PropertyProtocol<Fourth>
  ) -> Property<(Value, Second, Third, Fourth)> {
    Reactive.combineLatest(first, second, third, fourth)
  }

  /// Returns a property with the first values of all properties, then the second ones, and so on; see
  /// ``PropertyProtocol/zip(with:)``.
  @inlinable
  public static func zip<Second, Third>(
    _ first: some PropertyProtocol<Value>, _ second: some PropertyProtocol<Second>,
    _ third: some PropertyProtocol<Third>
  ) -> Property<(Value, Second, Third)> {
    Reactive.zip(first, second, third)
  }

  /// Returns a property with the first values of all properties, then the second ones, and so on; see
  /// ``PropertyProtocol/zip(with:)``.
  @inlinable
  public static func zip<Second, Third, Fourth>(
    _ first: some PropertyProtocol<Value>, _ second: some PropertyProtocol<Second>,
    _ third: some PropertyProtocol<Third>, _ fourth: some PropertyProtocol<Fourth>
  ) -> Property<(Value, Second, Third, Fourth)> {
    Reactive.zip(first, second, third, fourth)
  }
}
