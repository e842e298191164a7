/// Where a binding sends its values, and for how long.
public struct BindingTarget<Value>: BindingTargetProvider {
  /// How long the target lives; bindings end with it.
  public let lifetime: Lifetime
  /// What is done with each value.
  public let action: (Value) -> Void

  /// A target that does `action` with each value, in the place where the source sends it.
  ///
  /// - Parameters:
  ///   - action: should not keep alive what `lifetime` is the lifetime of.
  ///   - lifetime: how long the target lives.
  @inlinable
  public init(lifetime: Lifetime, action: @escaping (Value) -> Void) {
    self.lifetime = lifetime
    self.action = action
  }

  /// A target that has `action` done on a scheduler; not any more once the lifetime has ended.
  @inlinable
  public init(
    on scheduler: some Scheduler, lifetime: Lifetime, action: @escaping @Sendable (Value) -> Void
  ) where Value: Sendable {
    self.init(lifetime: lifetime) { value in
      scheduler.schedule {
        if !lifetime.hasEnded { action(value) }
      }
    }
  }

  /// A target that sets a property of an object, which it does not keep alive.
  @inlinable
  public init<Object: AnyObject>(
    lifetime: Lifetime, object: Object, keyPath: ReferenceWritableKeyPath<Object, Value>
  ) {
    self.init(lifetime: lifetime) { [weak object] value in
      object?[keyPath: keyPath] = value
    }
  }

  @inlinable
  public var bindingTarget: BindingTarget { self }
}

extension BindingTarget: @unchecked Sendable where Value: Sendable {}

/// What can be bound to.
public protocol BindingTargetProvider<Value> {
  associatedtype Value

  /// Where a binding sends its values.
  var bindingTarget: BindingTarget<Value> { get }
}

/// No target is one that has ended: what is bound to it ends at once.
extension Optional: BindingTargetProvider where Wrapped: BindingTargetProvider {
  @inlinable
  public var bindingTarget: BindingTarget<Wrapped.Value> {
    if let self { return self.bindingTarget }
    let (lifetime, token) = Lifetime.make()
    token.dispose()
    return BindingTarget(lifetime: lifetime) { _ in }
  }
}

// MARK: - Binding

/// Binds more loosely than any operator that makes a value, as assignment does.
precedencegroup BindingPrecedence {
  associativity: right
  higherThan: AssignmentPrecedence
}

infix operator <~ : BindingPrecedence

extension BindingTargetProvider {
  /// Sends what `source` sends to the target, until the source ends, the target's lifetime does, or the result is
  /// disposed.
  ///
  /// ```swift
  /// name <~ field.reactive.text
  /// ```
  ///
  /// Of a property the current value is sent at once. A producer is started; when the lifetime has ended already, it is
  /// not. As ReactiveSwift's `<~`.
  @inlinable
  @discardableResult
  public static func <~ <Source: BindingSource>(target: Self, source: Source) -> any Disposable
  where Source.Value == Value {
    source.producer._bind(to: target.bindingTarget)
  }

  /// Sends what `source` sends to a target of optional values.
  @inlinable
  @discardableResult
  public static func <~ <Source: BindingSource>(target: Self, source: Source) -> any Disposable
  where Value == Source.Value? {
    source.producer.map(Optional.some)._bind(to: target.bindingTarget)
  }
}

extension BindingSource {
  /// Sends what this sends to the target, until either ends or the result is disposed; `target <~ source` written the
  /// other way round.
  @inlinable
  @discardableResult
  public func bind<Target: BindingTargetProvider>(to target: Target) -> any Disposable where Target.Value == Value {
    target <~ self
  }

  /// Sends what this sends to a target of optional values.
  @inlinable
  @discardableResult
  public func bind<Target: BindingTargetProvider>(to target: Target) -> any Disposable where Target.Value == Value? {
    target <~ self
  }
}

// `~>` is the standard library's, with a precedence that no one needs to know.
extension BindingSource {
  /// Sends what `source` sends to the target; see ``BindingSource/bind(to:)-8i1gc``.
  @inlinable
  @discardableResult
  public static func ~> <Target: BindingTargetProvider>(source: Self, target: Target) -> any Disposable
  where Target.Value == Value {
    target <~ source
  }

  /// Sends what `source` sends to a target of optional values; see ``BindingSource/bind(to:)-8i1gc``.
  @inlinable
  @discardableResult
  public static func ~> <Target: BindingTargetProvider>(source: Self, target: Target) -> any Disposable
  where Target.Value == Value? {
    target <~ source
  }
}

extension SignalProducer where Error == Never {
  @inlinable
  func _bind(to target: BindingTarget<Value>) -> any Disposable {
    let subscription = _ProducerSubscription()
    // The lifetime forgets a binding that has ended by itself.
    subscription._add(target.lifetime.add(subscription))
    if subscription._isLive { _begin(subscription._guarding(Observer(value: target.action)), subscription) }
    return subscription
  }
}
