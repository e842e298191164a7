/// A property that can be set from any thread.
///
/// Setting the value notifies the observers before it returns. The new value is not compared with the old one. If the
/// property is busy with another change, because another thread or one of its observers sets it, then `value` changes
/// immediately and the observers are notified after the change in progress. No thread waits, and every observer
/// receives every change in the same order. So two properties may set each other from two threads, and an observer
/// may set the property that it observes.
///
/// When the property is deallocated, its streams complete and the bindings to it end. The semantics are those of
/// `MutableProperty` in ReactiveSwift, except for the order of changes made by an observer: in ReactiveSwift the
/// first observer receives the second change before the second observer receives the first change.
///
/// As a property wrapper it makes a variable observable. The projected value is the property:
///
/// ```swift
/// @MutableProperty var name = "Jim"
/// $name.producer.startWithValues { print("Hi \($0)!") }  // Hi Jim!
/// name = "Jim Kirk"                                       // Hi Jim Kirk!
/// ```
@propertyWrapper
public final class MutableProperty<Value>: MutablePropertyProtocol {
  @usableFromInline let _relay: _Relay<_LatestValue<Value>, Never>

  /// A signal of every change from now on.
  ///
  /// It completes when the property is deallocated.
  public let signal: Signal<Value, Never>

  /// Creates a property with an initial value.
  @inlinable
  public init(_ value: Value) {
    let core = _SignalCore<Value, Never>()
    _relay = _Relay(core, _LatestValue(value))
    signal = Signal(core)
  }

  /// Creates a property with an initial value, for use as a property wrapper.
  @inlinable
  public convenience init(wrappedValue: Value) {
    self.init(wrappedValue)
  }

  @inlinable
  deinit {
    _relay._end(.completed)
  }

  /// The current value.
  ///
  /// After it was set, this is the new value or one that was set later.
  @inlinable
  public var value: Value {
    get { _relay._value() }
    set { _relay._send(newValue) }
  }

  /// The current value, for use as a property wrapper.
  @inlinable
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The property of a wrapped variable.
  @inlinable
  public var projectedValue: MutableProperty { self }

  /// A producer of the current value and every following change.
  ///
  /// It completes when the property is deallocated, and does not keep it alive.
  @inlinable
  public var producer: SignalProducer<Value, Never> {
    ._beginning { [_relay] downstream, subscription in _relay._begin(downstream, subscription) }
  }

  /// The lifetime of the property.
  ///
  /// It ends right after the streams of the property have completed.
  @inlinable
  public var lifetime: Lifetime { Lifetime(_relay._core) }

  /// The target for bindings, which end with the property.
  @inlinable
  public var bindingTarget: BindingTarget<Value> {
    BindingTarget(lifetime: lifetime) { [_relay] in _relay._send($0) }
  }

  /// Changes the value in place.
  ///
  /// No other thread reads or sets it while `action` runs.
  ///
  /// The observers are notified after `action` has returned or thrown, since it may have changed the value before it
  /// threw. Other threads wait for `action`, so it should be short.
  ///
  /// - Precondition: `action` does not access this property except through its parameter.
  @inlinable
  @discardableResult
  public func modify<Result, Failure: Swift.Error>(
    _ action: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try _relay._modify(action)
  }

  /// Calls `action` with the value.
  ///
  /// No other thread sets it while `action` runs.
  ///
  /// - Precondition: `action` does not access this property except through its parameter.
  @inlinable
  public func withValue<Result, Failure: Swift.Error>(
    _ action: (Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try _relay._withValue(action)
  }

  /// Sets the value and returns the previous one.
  ///
  /// No other change can occur between the two.
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

// The relay guards the value. The closures of observers must be safe for the threads that set it.
extension MutableProperty: @unchecked Sendable where Value: Sendable {}
