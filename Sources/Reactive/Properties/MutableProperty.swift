/// A property that can be set from anywhere.
///
/// Setting it tells whoever observes, before it returns; there is no comparison with the value before. When the property
/// is busy telling of another change, on another thread or because an observer sets it, the new value is there at once,
/// and is told of after the change in progress: nobody waits, and everybody is told of every change, in one order. So two
/// properties may set each other from two threads, and an observer may set the property that it observes.
///
/// When the property goes, its streams complete and the bindings to it end. As ReactiveSwift's `MutableProperty`, except
/// for the order of what is set from inside an observer: there the first observer is told of the second change before
/// the second observer is told of the first.
///
/// As a property wrapper it makes a variable observable; the projected value is the property:
///
/// ```swift
/// @MutableProperty var name = "Jim"
/// $name.producer.startWithValues { print("Hi \($0)!") }  // Hi Jim!
/// name = "Jim Kirk"                                       // Hi Jim Kirk!
/// ```
@propertyWrapper
public final class MutableProperty<Value>: MutablePropertyProtocol {
  @usableFromInline let _relay: _Relay<_LatestValue<Value>, Never>

  /// The changes from now on; completes when the property goes.
  public let signal: Signal<Value, Never>

  /// A property with its first value.
  @inlinable
  public init(_ value: Value) {
    let core = _SignalCore<Value, Never>(domain: _SerialDomain(), isDerived: false)
    _relay = _Relay(core, _LatestValue(value))
    signal = Signal(core)
  }

  /// A property with its first value, for use as a property wrapper.
  @inlinable
  public convenience init(wrappedValue: Value) {
    self.init(wrappedValue)
  }

  @inlinable
  deinit {
    _relay._end(.completed)
  }

  /// The current value; when setting it returns, this is the value that was set or one that was set later.
  @inlinable
  public var value: Value {
    get { _relay._value() }
    set { _relay._send(newValue) }
  }

  /// The current value, as the variable that the property wraps.
  @inlinable
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The property behind a wrapped variable.
  @inlinable
  public var projectedValue: MutableProperty { self }

  /// Sends the current value, then the changes; completes when the property goes, which it does not keep alive.
  @inlinable
  public var producer: SignalProducer<Value, Never> {
    ._beginning { [_relay] downstream, subscription in _relay._begin(downstream, subscription) }
  }

  /// How long the property lives; the end comes right after its streams have completed.
  @inlinable
  public var lifetime: Lifetime { Lifetime(_relay._core) }

  /// What a binding sends into; bindings end with the property.
  @inlinable
  public var bindingTarget: BindingTarget<Value> {
    BindingTarget(lifetime: lifetime) { [_relay] in _relay._send($0) }
  }

  /// Changes the value in place; nobody else reads or sets it meanwhile.
  ///
  /// Those who observe are told when `action` has returned; also when it throws, since it may have changed the value by
  /// then. Other threads wait for `action`, so it should be short.
  ///
  /// - Precondition: `action` does not touch this property except through its parameter.
  @inlinable
  @discardableResult
  public func modify<Result, Failure: Swift.Error>(
    _ action: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try _relay._modify(action)
  }

  /// Does something with the value; nobody else sets it meanwhile.
  ///
  /// - Precondition: `action` does not touch this property except through its parameter.
  @inlinable
  public func withValue<Result, Failure: Swift.Error>(
    _ action: (Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try _relay._withValue(action)
  }

  /// Sets the value and returns the one before it; no other change comes between.
  @inlinable
  @discardableResult
  public func swap(_ value: Value) -> Value {
    _relay._modify { current in
      let old = current
      current = value
      return old
    }
  }
}

// The relay guards the value; what its observers capture is their author's.
extension MutableProperty: @unchecked Sendable where Value: Sendable {}
