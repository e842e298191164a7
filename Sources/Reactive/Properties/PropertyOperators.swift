// Operators that make a property of properties.

// MARK: lift

extension PropertyProtocol {
  /// Applies an operator of producers to this property.
  ///
  /// - Parameter transform: makes a producer that sends its first value as soon as it is started with one that does.
  @inlinable
  public func lift<T>(
    _ transform: (SignalProducer<Value, Never>) -> SignalProducer<T, Never>
  ) -> Property<T> {
    Property(_following: transform(producer))
  }

  /// Applies an operator of two producers to this property and another.
  ///
  /// - Parameter transform: makes a producer that sends its first value as soon as it is started with two that do.
  @inlinable
  public func lift<Other: PropertyProtocol, T>(
    _ transform:
      @escaping (SignalProducer<Value, Never>) -> (SignalProducer<Other.Value, Never>) -> SignalProducer<T, Never>
  ) -> (Other) -> Property<T> {
    { [producer] other in Property(_following: transform(producer)(other.producer)) }
  }
}

// MARK: map, filter, scan

extension PropertyProtocol {
  /// Has what `transform` makes of the value; it is called once for each change.
  @inlinable
  public func map<T>(_ transform: @escaping (Value) -> T) -> Property<T> {
    lift { $0.map(transform) }
  }

  /// Has `value` whatever the source has, and tells of each change again.
  @inlinable
  @_disfavoredOverload  // A closure that trails is the function of `map(_:)`, not a value.
  public func map<T>(value: T) -> Property<T> {
    lift { $0.map { _ in value } }
  }

  /// Has the part of the value at a key path.
  @inlinable
  public func map<T>(_ keyPath: KeyPath<Value, T>) -> Property<T> {
    lift { $0.map { $0[keyPath: keyPath] } }
  }

  /// Has the latest value that satisfies `isIncluded`, or `initial` as long as there is none.
  @inlinable
  public func filter(initial: Value, _ isIncluded: @escaping (Value) -> Bool) -> Property<Value> {
    Property(initial: initial, then: producer.filter(isIncluded))
  }

  /// Has the state that `next` makes of the state before and the value: of `initial` and the current value at first.
  @inlinable
  public func scan<T>(_ initial: T, _ next: @escaping (T, Value) -> T) -> Property<T> {
    lift { $0.scan(initial, next) }
  }

  /// Has the value before and the current one: `initial` and the current value at first.
  @inlinable
  public func combinePrevious(_ initial: Value) -> Property<(Value, Value)> {
    lift { producer in
      producer.scan((initial, initial)) { ($0.1, $1) }
    }
  }

  /// Leaves out changes that `isEquivalent` calls none; it is given the last value and the new one.
  @inlinable
  public func skipRepeats(_ isEquivalent: @escaping (Value, Value) -> Bool) -> Property<Value> {
    lift { $0.skipRepeats(isEquivalent) }
  }

  /// Leaves out values of which `identity` has been there before; it remembers all of them.
  @inlinable
  public func uniqueValues<Identity: Hashable>(_ identity: @escaping (Value) -> Identity) -> Property<Value> {
    lift { $0.uniqueValues(identity) }
  }
}

extension PropertyProtocol where Value: Equatable {
  /// Leaves out changes to an equal value.
  @inlinable
  public func skipRepeats() -> Property<Value> {
    skipRepeats(==)
  }
}

extension PropertyProtocol where Value: Hashable {
  /// Leaves out values that have been there before; it remembers all of them.
  @inlinable
  public func uniqueValues() -> Property<Value> {
    uniqueValues { $0 }
  }
}

// MARK: flatten

extension PropertyProtocol {
  /// Has the value of the property that `transform` makes of the value, and follows its changes as `strategy` says.
  @inlinable
  public func flatMap<Inner: PropertyProtocol>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> Property<Inner.Value> {
    lift { $0.flatMap(strategy) { transform($0).producer } }
  }
}

extension PropertyProtocol where Value: PropertyProtocol {
  /// Has the value of the property that is the value, and follows its changes as `strategy` says.
  @inlinable
  public func flatten(_ strategy: FlattenStrategy) -> Property<Value.Value> {
    flatMap(strategy) { $0 }
  }
}

// MARK: combineLatest, zip

extension PropertyProtocol {
  /// Has the values of both properties.
  @inlinable
  public func combineLatest<Other: PropertyProtocol>(with other: Other) -> Property<(Value, Other.Value)> {
    Property(_following: producer.combineLatest(with: other.producer))
  }

  /// Has the first values of both properties, then the second ones, and so on.
  @inlinable
  public func zip<Other: PropertyProtocol>(with other: Other) -> Property<(Value, Other.Value)> {
    Property(_following: producer.zip(with: other.producer))
  }
}

extension Property {
  /// Has the values of all properties, in their order; `nil` without any.
  @inlinable
  public static func combineLatest<Sources: Sequence>(_ properties: Sources) -> Property<[Value]>?
  where Sources.Element: PropertyProtocol, Sources.Element.Value == Value {
    let producers = properties.map { $0.producer }
    return producers.isEmpty
      ? nil : Property<[Value]>(_following: SignalProducer<Value, Never>.combineLatest(producers))
  }

  /// Has the values of all properties, in their order; `emptySentinel` without any.
  @inlinable
  public static func combineLatest<Sources: Sequence>(
    _ properties: Sources, emptySentinel: [Value]
  ) -> Property<[Value]> where Sources.Element: PropertyProtocol, Sources.Element.Value == Value {
    combineLatest(properties) ?? Property<[Value]>(value: emptySentinel)
  }

  /// Has the first values of all properties, then the second ones, and so on; `nil` without any.
  @inlinable
  public static func zip<Sources: Sequence>(_ properties: Sources) -> Property<[Value]>?
  where Sources.Element: PropertyProtocol, Sources.Element.Value == Value {
    let producers = properties.map { $0.producer }
    return producers.isEmpty ? nil : Property<[Value]>(_following: SignalProducer<Value, Never>.zip(producers))
  }
}

// MARK: Booleans

extension PropertyProtocol where Value == Bool {
  /// Has the opposite.
  @inlinable
  public func negate() -> Property<Bool> {
    map { !$0 }
  }

  /// Is true while both are.
  @inlinable
  public func and(_ other: some PropertyProtocol<Bool>) -> Property<Bool> {
    combineLatest(with: other).map { $0 && $1 }
  }

  /// Is true while at least one is.
  @inlinable
  public func or(_ other: some PropertyProtocol<Bool>) -> Property<Bool> {
    combineLatest(with: other).map { $0 || $1 }
  }

  /// Has the opposite; see ``negate()``.
  @inlinable
  public static prefix func ! (property: Self) -> Property<Bool> {
    property.negate()
  }

  /// Is true while both are; see ``and(_:)``.
  @inlinable
  public static func && (first: Self, second: some PropertyProtocol<Bool>) -> Property<Bool> {
    first.and(second)
  }

  /// Is true while at least one is; see ``or(_:)``.
  @inlinable
  public static func || (first: Self, second: some PropertyProtocol<Bool>) -> Property<Bool> {
    first.or(second)
  }
}

extension Property where Value == Bool {
  /// Is true while all are; of none, always.
  @inlinable
  public static func all<Sources: Sequence>(_ properties: Sources) -> Property<Bool>
  where Sources.Element: PropertyProtocol, Sources.Element.Value == Bool {
    combineLatest(properties, emptySentinel: []).map { $0.allSatisfy { $0 } }
  }

  /// Is true while at least one is; of none, never.
  @inlinable
  public static func any<Sources: Sequence>(_ properties: Sources) -> Property<Bool>
  where Sources.Element: PropertyProtocol, Sources.Element.Value == Bool {
    combineLatest(properties, emptySentinel: []).map { $0.contains(true) }
  }
}
