// Properties made of any number of properties, as plain functions, which need no type in front.

/// Has the values of all properties; see ``PropertyProtocol/combineLatest(with:)``.
@inlinable
public func combineLatest<First: PropertyProtocol, each Other: PropertyProtocol>(
  _ first: First, _ others: repeat each Other
) -> Property<(First.Value, repeat (each Other).Value)> {
  Property(_following: combineLatest(first.producer, repeat (each others).producer))
}

/// Has what `combine` makes of the values of all properties; see ``PropertyProtocol/combineLatest(with:)``.
@inlinable
public func combineLatest<each Source: PropertyProtocol, Value>(
  _ properties: repeat each Source, combine: @escaping (repeat (each Source).Value) -> Value
) -> Property<Value> {
  Property(_following: combineLatest(repeat (each properties).producer, combine: combine))
}

/// Has the first values of all properties, then the second ones, and so on; see ``PropertyProtocol/zip(with:)``.
@inlinable
public func zip<First: PropertyProtocol, each Other: PropertyProtocol>(
  _ first: First, _ others: repeat each Other
) -> Property<(First.Value, repeat (each Other).Value)> {
  Property(_following: zip(first.producer, repeat (each others).producer))
}

/// Has what `combine` makes of the first values of all properties, then of the second ones; see
/// ``PropertyProtocol/zip(with:)``.
@inlinable
public func zip<each Source: PropertyProtocol, Value>(
  _ properties: repeat each Source, combine: @escaping (repeat (each Source).Value) -> Value
) -> Property<Value> {
  Property(_following: zip(repeat (each properties).producer, combine: combine))
}
