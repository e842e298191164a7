// Operators that return a property.

// MARK: lift

extension PropertyProtocol {
  /// Returns a property that applies an operator of producers to this property.
  ///
  /// - Parameter transform: Makes a producer that sends a value immediately when it is started, provided that its
  ///   argument does.
  @inlinable
  public func lift<T>(
    _ transform: (SignalProducer<Value, Never>) -> SignalProducer<T, Never>
  ) -> Property<T> {
    Property(_following: transform(producer))
  }

  /// Returns a function that applies an operator of two producers to this property and another one.
  ///
  /// - Parameter transform: Makes a producer that sends a value immediately when it is started, provided that both
  ///   arguments do.
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
  /// Returns a property with the result of `transform` for the value.
  ///
  /// `transform` is called once for each change.
  @inlinable
  public func map<T>(_ transform: @escaping (Value) -> T) -> Property<T> {
    lift { $0.map(transform) }
  }

  /// Returns a property that always has `value` and notifies its observers of every change of this property.
  @inlinable
  @_disfavoredOverload  // A trailing closure selects `map(_:)`, and the last parameter keeps it from being the value.
  public func map<T>(value: T, _: (() -> Void)? = nil) -> Property<T> {
    lift { $0.map { _ in value } }
  }

  /// Returns a property with the part of the value at a key path.
  @inlinable
  public func map<T>(_ keyPath: KeyPath<Value, T>) -> Property<T> {
    lift { $0.map { $0[keyPath: keyPath] } }
  }

  /// Returns a property with the latest value that satisfies `isIncluded`, or `initial` before there is one.
  @inlinable
  public func filter(initial: Value, @PredicateBuilder _ isIncluded: @escaping (Value) -> Bool) -> Property<Value> {
    Property(initial: initial, then: producer.filter(isIncluded))
  }

  /// Returns a property with the result of `next` for the previous state and the value.
  ///
  /// The first state combines `initial` and the current value.
  @inlinable
  public func scan<T>(_ initial: T, _ next: @escaping (T, Value) -> T) -> Property<T> {
    lift { $0.scan(initial, next) }
  }

  /// Returns a property with the previous value and the current one.
  ///
  /// The first previous value is `initial`.
  @inlinable
  public func combinePrevious(_ initial: Value) -> Property<(Value, Value)> {
    lift { producer in
      producer.scan((initial, initial)) { ($0.1, $1) }
    }
  }

  /// Returns a property that ignores changes for which `isEquivalent` is true for the last value and the new one.
  @inlinable
  public func skipRepeats(@PredicateBuilder _ isEquivalent: @escaping (Value, Value) -> Bool) -> Property<Value> {
    lift { $0.skipRepeats(isEquivalent) }
  }

  /// Returns a property that ignores values with an `identity` that has occurred before.
  ///
  /// It stores all identities.
  @inlinable
  public func uniqueValues<Identity: Hashable>(_ identity: @escaping (Value) -> Identity) -> Property<Value> {
    lift { $0.uniqueValues(identity) }
  }
}

extension PropertyProtocol where Value: Equatable {
  /// Returns a property that ignores changes to an equal value.
  @inlinable
  public func skipRepeats() -> Property<Value> {
    skipRepeats(==)
  }
}

extension PropertyProtocol where Value: Hashable {
  /// Returns a property that ignores values that have occurred before.
  ///
  /// It stores all values.
  @inlinable
  public func uniqueValues() -> Property<Value> {
    uniqueValues { $0 }
  }
}

// MARK: flatten

extension PropertyProtocol {
  /// Returns a property that follows the properties that `transform` makes, according to `strategy`.
  @inlinable
  public func flatMap<Inner: PropertyProtocol>(
    _ strategy: FlattenStrategy, _ transform: @escaping (Value) -> Inner
  ) -> Property<Inner.Value> {
    lift { $0.flatMap(strategy) { transform($0).producer } }
  }
}

extension PropertyProtocol where Value: PropertyProtocol {
  /// Returns a property that follows the properties that are the values of this one, according to `strategy`.
  @inlinable
  public func flatten(_ strategy: FlattenStrategy) -> Property<Value.Value> {
    flatMap(strategy) { $0 }
  }
}

// MARK: combineLatest, zip

extension PropertyProtocol {
  /// Returns a property with the current values of both properties.
  @inlinable
  public func combineLatest<Other: PropertyProtocol>(with other: Other) -> Property<(Value, Other.Value)> {
    Property(_following: producer.combineLatest(with: other.producer))
  }

  /// Returns a property with the first values of both properties, then the second ones, and so on.
  @inlinable
  public func zip<Other: PropertyProtocol>(with other: Other) -> Property<(Value, Other.Value)> {
    Property(_following: producer.zip(with: other.producer))
  }
}

extension Property {
  /// Returns a property with the current values of all properties in their order, or `nil` if there are no
  /// properties.
  @inlinable
  public static func combineLatest<Sources: Sequence>(_ properties: Sources) -> Property<[Value]>?
  where Sources.Element: PropertyProtocol, Sources.Element.Value == Value {
    let producers = properties.map { $0.producer }
    return producers.isEmpty
      ? nil : Property<[Value]>(_following: SignalProducer<Value, Never>.combineLatest(producers))
  }

  /// Returns a property with the current values of all properties in their order.
  ///
  /// Without properties its value is `emptySentinel`.
  @inlinable
  public static func combineLatest<Sources: Sequence>(
    _ properties: Sources, emptySentinel: [Value]
  ) -> Property<[Value]> where Sources.Element: PropertyProtocol, Sources.Element.Value == Value {
    combineLatest(properties) ?? Property<[Value]>(value: emptySentinel)
  }

  /// Returns a property with the first values of all properties, then the second ones, and so on, or `nil` if
  /// there are no properties.
  @inlinable
  public static func zip<Sources: Sequence>(_ properties: Sources) -> Property<[Value]>?
  where Sources.Element: PropertyProtocol, Sources.Element.Value == Value {
    let producers = properties.map { $0.producer }
    return producers.isEmpty ? nil : Property<[Value]>(_following: SignalProducer<Value, Never>.zip(producers))
  }

  /// Returns a property with the first values of all properties, then the second ones, and so on.
  ///
  /// Without properties its value is `emptySentinel`.
  @inlinable
  public static func zip<Sources: Sequence>(
    _ properties: Sources, emptySentinel: [Value]
  ) -> Property<[Value]> where Sources.Element: PropertyProtocol, Sources.Element.Value == Value {
    zip(properties) ?? Property<[Value]>(value: emptySentinel)
  }
}

// MARK: Booleans

extension PropertyProtocol where Value == Bool {
  /// Returns a property with the negated value.
  @inlinable
  public func negate() -> Property<Bool> {
    map { !$0 }
  }

  /// Returns a property that is true while both properties are.
  @inlinable
  public func and(_ other: some PropertyProtocol<Bool>) -> Property<Bool> {
    combineLatest(with: other).map { $0 && $1 }
  }

  /// Returns a property that is true while at least one of the properties is.
  @inlinable
  public func or(_ other: some PropertyProtocol<Bool>) -> Property<Bool> {
    combineLatest(with: other).map { $0 || $1 }
  }

  /// Returns a property with the negated value; see ``negate()``.
  @inlinable
  public static prefix func ! (property: Self) -> Property<Bool> {
    property.negate()
  }

  /// Returns a property that is true while both properties are; see ``and(_:)``.
  @inlinable
  public static func && (first: Self, second: some PropertyProtocol<Bool>) -> Property<Bool> {
    first.and(second)
  }

  /// Returns a property that is true while at least one of the properties is; see ``or(_:)``.
  @inlinable
  public static func || (first: Self, second: some PropertyProtocol<Bool>) -> Property<Bool> {
    first.or(second)
  }
}

extension Property {
  /// Creates a property that follows a property of any type without keeping it alive.
  @inlinable
  convenience init(erasing property: any PropertyProtocol<Value>) {
    self.init(_following: property.producer)
  }
}

extension Property where Value == Bool {
  /// Returns a property that is true while all properties are.
  ///
  /// Without properties it is always true.
  @inlinable
  public static func all<Sources: Sequence>(_ properties: Sources) -> Property<Bool>
  where Sources.Element: PropertyProtocol, Sources.Element.Value == Bool {
    combineLatest(properties, emptySentinel: []).map { $0.allSatisfy { $0 } }
  }

  /// Returns a property that is true while all properties are.
  @inlinable
  public static func all(_ properties: any PropertyProtocol<Bool>...) -> Property<Bool> {
    all(properties.map { Property(erasing: $0) })
  }

  /// Returns a property that is true while at least one of the properties is.
  ///
  /// Without properties it is always false.
  @inlinable
  public static func any<Sources: Sequence>(_ properties: Sources) -> Property<Bool>
  where Sources.Element: PropertyProtocol, Sources.Element.Value == Bool {
    combineLatest(properties, emptySentinel: []).map { $0.contains(true) }
  }

  /// Returns a property that is true while at least one of the properties is.
  @inlinable
  public static func any(_ properties: any PropertyProtocol<Bool>...) -> Property<Bool> {
    any(properties.map { Property(erasing: $0) })
  }
}
