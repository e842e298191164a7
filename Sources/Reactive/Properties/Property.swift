/// A property to look at: a constant, a view of another property, or what operators make of properties and streams.
///
/// A composed property keeps the latest value of its source and does not keep the source alive; when the source ends, the
/// value stays and the streams complete. Its streams live on while anybody observes them, also when the property itself is
/// held by nobody any more. As ReactiveSwift's `Property`.
///
/// The value of a composed property changes when it is told of the change: when a source is busy, as it is for its
/// observers, that is after the change in progress.
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

  /// The current value, as the variable that the property wraps.
  @inlinable
  public var wrappedValue: Value { value }

  /// The property behind a wrapped variable.
  @inlinable
  public var projectedValue: Property { self }

  // MARK: Making

  /// A property that never changes.
  ///
  /// Its producer sends the value and completes; its signal has completed.
  @inlinable
  public convenience init(value: Value) {
    self.init(_current: { value }, producer: SignalProducer(value: value), signal: .empty)
  }

  /// A view of another property, which it keeps alive.
  @inlinable
  public convenience init(capturing property: some PropertyProtocol<Value>) {
    self.init(_current: { property.value }, producer: property.producer, signal: property.signal)
  }

  /// A property that follows another one without keeping it alive.
  @inlinable
  public convenience init(_ property: some PropertyProtocol<Value>) {
    self.init(_following: property.producer)
  }

  /// A property that has `initial` as its value until `values` sends one, and then the latest of them.
  ///
  /// A producer is started at once, and disposed when nobody holds the property or observes it any more.
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

  /// A property of optional values that has `initial` as its value until `values` sends one.
  @inlinable
  public convenience init<Wrapped>(initial: Value, then values: some BindingSource<Wrapped>)
  where Value == Wrapped? {
    self.init(initial: initial, then: values.producer.map(Optional.some))
  }

  /// A property with the latest value of a producer that sends its first one before the start returns.
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
      // A start may be all that is left of the property, so the producer keeps the signal, and with it what feeds both.
      producer: ._beginning { downstream, subscription in relay._begin(downstream, subscription, keeping: signal) },
      signal: signal)
  }
}

// The relay guards the value; what operators' closures capture besides is their author's.
extension Property: @unchecked Sendable where Value: Sendable {}
