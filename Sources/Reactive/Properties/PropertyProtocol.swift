/// A value that always exists and notifies its observers when it changes.
///
/// The operators on properties return a ``Property``.
public protocol PropertyProtocol<Value>: AnyObject, BindingSource where Error == Never {
  /// The current value.
  var value: Value { get }

  /// A producer of the current value and all following changes.
  ///
  /// No change is missed or sent twice, even if other threads set the property during the start. The producer
  /// completes when the property is deallocated. A later start sends the last value and completes. The producer does
  /// not keep a ``MutableProperty`` alive.
  var producer: SignalProducer<Value, Never> { get }

  /// A signal of all changes from now on.
  ///
  /// Completes when the property is deallocated.
  var signal: Signal<Value, Never> { get }
}

/// A property that can be set, also by a binding.
public protocol MutablePropertyProtocol<Value>: PropertyProtocol, BindingTargetProvider {
  /// The current value.
  ///
  /// Setting it notifies the observers.
  var value: Value { get set }

  /// The lifetime of the property.
  var lifetime: Lifetime { get }
}

extension MutablePropertyProtocol {
  /// The target for bindings, which end with the property.
  @inlinable
  public var bindingTarget: BindingTarget<Value> {
    BindingTarget(lifetime: lifetime) { [weak self] value in self?.value = value }
  }
}
