/// A read-only property: a constant, a view of another property, or the result of operators on properties and
/// streams.
///
/// A composed property keeps the latest value of its source and does not keep the source alive. When the source ends,
/// the value stays and the streams complete. The streams stay active while they are observed, even after the property
/// itself was deallocated. The semantics are those of `Property` in ReactiveSwift.
///
/// The value of a composed property changes when the source delivers its change. While the source is busy, as it is
/// when it notifies its observers, that is after the change in progress.
@propertyWrapper
public final class Property<Value>: PropertyProtocol {
  public let producer: SignalProducer<Value, Never>
  public let signal: Signal<Value, Never>
  @usableFromInline let _current: () -> Value

  @inlinable
  init(
    _current current: @escaping () -> Value, producer: SignalProducer<Value, Never>, signal: Signal<Value, Never>
  ) {
    _current = current
    self.producer = producer
    self.signal = signal
  }

  /// The current value.
  @inlinable
  public var value: Value { _current() }

  /// The current value, for use as a property wrapper.
  @inlinable
  public var wrappedValue: Value { value }

  /// The property of a wrapped variable.
  @inlinable
  public var projectedValue: Property { self }

  // MARK: Creating

  /// Creates a property that never changes.
  ///
  /// Its producer sends the value and completes. Its signal has already completed.
  @inlinable
  public convenience init(value: Value) {
    self.init(_current: { value }, producer: SignalProducer(value: value), signal: .empty)
  }

  /// Creates a view of another property and keeps that property alive.
  @inlinable
  public convenience init(capturing property: some PropertyProtocol<Value>) {
    self.init(_current: { property.value }, producer: property.producer, signal: property.signal)
  }

  /// Creates a property that follows another one without keeping it alive.
  @inlinable
  public convenience init(_ property: some PropertyProtocol<Value>) {
    self.init(_following: property.producer)
  }

  /// Creates a property with an initial value that is replaced by each value that `values` sends.
  ///
  /// A producer is started immediately. It is disposed when the property is neither referenced nor observed any more.
  @inlinable
  public convenience init(initial: Value, then values: some BindingSource<Value>) {
    let (core, subscription) = _SignalCore<Value, Never>._fed()
    let relay = _Relay(core, _LatestValue(initial))
    let signal = Signal(core)
    values.producer._begin(
      subscription._guarding(Observer(value: { relay._receive($0) }, ended: { _ in relay._receiveEnd(.completed) })),
      subscription)
    self.init(relay, signal)
  }

  /// Creates a property with an initial value that is replaced by each value that a producer sends, which can be written
  /// as `.init(value: 1)`.
  @inlinable
  public convenience init(initial: Value, then values: SignalProducer<Value, Never>) {
    let values: some BindingSource<Value> = values
    self.init(initial: initial, then: values)
  }

  /// Creates a property of optional values with an initial value that is replaced by each value that `values` sends.
  @inlinable
  public convenience init<Wrapped>(initial: Value, then values: some BindingSource<Wrapped>)
  where Value == Wrapped? {
    self.init(initial: initial, then: values.producer.map(Optional.some))
  }

  /// Creates a property with the latest value of a producer that sends its first value before the start returns.
  @inlinable
  convenience init(_following values: SignalProducer<Value, Never>) {
    let (core, subscription) = _SignalCore<Value, Never>._fed()
    let signal = Signal(core)
    let relay = _Cell<_Relay<_LatestValue<Value>, Never>?>(nil)
    values._begin(
      subscription._guarding(
        Observer(
          value: { value in
            if let relay = relay.value {
              relay._receive(value)
            } else {
              relay.value = _Relay(core, _LatestValue(value))
            }
          },
          ended: { _ in relay.value?._receiveEnd(.completed) })),
      subscription)
    guard let relay = relay.value else {
      preconditionFailure("A composed property needs a producer that sends a value immediately when it is started.")
    }
    self.init(relay, signal)
  }

  @inlinable
  convenience init(_ relay: _Relay<_LatestValue<Value>, Never>, _ signal: Signal<Value, Never>) {
    self.init(
      _current: { relay._value() },
      // A start may outlive the property, so the producer keeps the signal, which keeps the subscription that feeds
      // both.
      producer: ._beginning { downstream, subscription in relay._begin(downstream, subscription, keeping: signal) },
      signal: signal)
  }
}

// The relay guards the value. The closures of operators must be safe for the threads that set it.
extension Property: @unchecked Sendable where Value: Sendable {}
