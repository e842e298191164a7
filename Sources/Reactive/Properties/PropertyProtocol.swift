/// A value that changes, and tells of it: the current value is always there.
///
/// Every operator on properties makes a ``Property``.
public protocol PropertyProtocol<Value>: AnyObject, BindingSource where Error == Never {
  /// The current value.
  var value: Value { get }

  /// A producer of the current value and of every change after it.
  ///
  /// Nothing is missed between the two, and nothing sent twice, whatever other threads do. Completes when the property
  /// goes; who starts it later gets the last value and the completion. It does not keep a ``MutableProperty`` alive.
  var producer: SignalProducer<Value, Never> { get }

  /// A signal of every change from now on.
  ///
  /// Completes when the property goes.
  var signal: Signal<Value, Never> { get }
}

/// A property that can be set, and so be the target of a binding.
public protocol MutablePropertyProtocol<Value>: PropertyProtocol, BindingTargetProvider {
  /// The current value; setting it tells those who observe.
  var value: Value { get set }

  /// How long the property lives.
  var lifetime: Lifetime { get }
}

extension MutablePropertyProtocol {
  /// What a binding sends into; bindings end with the property.
  @inlinable
  public var bindingTarget: BindingTarget<Value> {
    BindingTarget(lifetime: lifetime) { [weak self] value in self?.value = value }
  }
}
