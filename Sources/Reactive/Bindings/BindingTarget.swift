/// The target of a binding: an action for values, and a lifetime that ends the binding.
public struct BindingTarget<Value>: BindingTargetProvider {
  /// The lifetime of the target.
  ///
  /// Bindings end with it.
  public let lifetime: Lifetime
  /// The action that is called with each value.
  public let action: (Value) -> Void

  /// Creates a target that calls `action` with each value, on the thread on which the source sends it.
  ///
  /// - Parameters:
  ///   - lifetime: The lifetime of the target.
  ///   - action: The action for a value. It should not retain the object to which `lifetime` belongs.
  @inlinable
  public init(lifetime: Lifetime, action: @escaping (Value) -> Void) {
    self.lifetime = lifetime
    self.action = action
  }

  /// Creates a target that calls `action` on a scheduler, unless the lifetime has ended by then.
  @inlinable
  @_disfavoredOverload  // The main scheduler selects the initializer for closures of the main actor.
  public init(
    on scheduler: some Scheduler, lifetime: Lifetime, action: @escaping @Sendable (Value) -> Void
  ) where Value: Sendable {
    self.init(lifetime: lifetime) { value in
      scheduler.schedule {
        if !lifetime.hasEnded { action(value) }
      }
    }
  }

  #if canImport(Dispatch)
    /// Creates a target that calls `action` on the main actor, unless the lifetime has ended by then.
    @inlinable
    public init(on scheduler: MainScheduler, lifetime: Lifetime, action: @escaping @MainActor (Value) -> Void)
    where Value: Sendable {
      self.init(lifetime: lifetime) { value in
        scheduler.schedule {
          if !lifetime.hasEnded { MainScheduler._perform(value, action) }
        }
      }
    }

    /// Creates a target that sets a property of an object on the main actor, without keeping the object alive.
    @MainActor
    @inlinable
    public init<Object: AnyObject>(
      on scheduler: MainScheduler, lifetime: Lifetime, object: Object, keyPath: ReferenceWritableKeyPath<Object, Value>
    ) where Value: Sendable {
      let set: @MainActor (Value) -> Void = { [weak object] in object?[keyPath: keyPath] = $0 }
      self.init(on: scheduler, lifetime: lifetime, action: set)
    }
  #endif

  /// Creates a target that sets a property of an object, without keeping the object alive.
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

/// A type that values can be bound to.
public protocol BindingTargetProvider<Value> {
  associatedtype Value

  /// The target of bindings.
  var bindingTarget: BindingTarget<Value> { get }
}

/// `nil` is a target that has ended, so bindings to it end immediately.
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

/// A precedence between assignment and all operators that return a value.
precedencegroup BindingPrecedence {
  associativity: right
  higherThan: AssignmentPrecedence
}

infix operator <~ : BindingPrecedence

// Disfavored, because `ReactiveSwiftCompatibility` has the same operators with optional results.

extension BindingTargetProvider {
  /// Sends the values of `source` to the target, until the source ends, the target's lifetime ends, or the result is
  /// disposed.
  ///
  /// ```swift
  /// name <~ field.reactive.text
  /// ```
  ///
  /// The current value of a property is sent immediately. A producer is started, unless the lifetime has already
  /// ended. The semantics are those of ReactiveSwift's `<~`.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public static func <~ <Source: BindingSource>(target: Self, source: Source) -> any Disposable
  where Source.Value == Value {
    source.producer._bind(to: target.bindingTarget)
  }

  /// Sends the values of `source` to a target of optional values.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public static func <~ <Source: BindingSource>(target: Self, source: Source) -> any Disposable
  where Value == Source.Value? {
    source.producer.map(Optional.some)._bind(to: target.bindingTarget)
  }
}

extension Observer {
  /// Sends the values of `source` to the observer, but not its end, until the source ends or the result is disposed.
  ///
  /// The binding retains the observer.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public static func <~ <Source: BindingSource>(observer: Observer, source: Source) -> any Disposable
  where Source.Value == Value {
    source.producer.startWithValues { observer.send(value: $0) }
  }
}

extension BindingSource {
  /// Sends the values of this source to the target, until either ends or the result is disposed.
  ///
  /// Equal to `target <~ source`.
  @inlinable
  @discardableResult
  public func bind<Target: BindingTargetProvider>(to target: Target) -> any Disposable where Target.Value == Value {
    target <~ self
  }

  /// Sends the values of this source to a target of optional values.
  @inlinable
  @discardableResult
  public func bind<Target: BindingTargetProvider>(to target: Target) -> any Disposable where Target.Value == Value? {
    target <~ self
  }
}

// The standard library declares `~>` with its precedence.
extension BindingSource {
  /// Sends the values of `source` to the target; see ``BindingSource/bind(to:)-8i1gc``.
  @inlinable
  @discardableResult
  public static func ~> <Target: BindingTargetProvider>(source: Self, target: Target) -> any Disposable
  where Target.Value == Value {
    target <~ source
  }

  /// Sends the values of `source` to a target of optional values; see ``BindingSource/bind(to:)-8i1gc``.
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
    // Adding the disposable to the subscription removes the binding from the lifetime when the binding ends first.
    subscription._add(target.lifetime.add(subscription))
    if subscription._isLive { _begin(subscription._guarding(Observer(value: target.action)), subscription) }
    return subscription
  }
}

// MARK: Sources that can fail

// These exist for their messages.

extension BindingTargetProvider {
  @available(
    *, unavailable, message: "this source can fail: handle its error before the binding, as with flatMapError(_:)"
  )
  @discardableResult
  public static func <~ <Source: SignalProducerConvertible>(target: Self, source: Source) -> any Disposable
  where Source.Value == Value {
    source.bind(to: target)
  }

  @available(
    *, unavailable, message: "this source can fail: handle its error before the binding, as with flatMapError(_:)"
  )
  @discardableResult
  public static func <~ <Source: SignalProducerConvertible>(target: Self, source: Source) -> any Disposable
  where Value == Source.Value? {
    source.bind(to: target)
  }
}

extension SignalProducerConvertible {
  @available(
    *, unavailable, message: "this source can fail: handle its error before the binding, as with flatMapError(_:)"
  )
  @discardableResult
  public func bind<Target: BindingTargetProvider>(to target: Target) -> any Disposable where Target.Value == Value {
    producer.suppressError().bind(to: target)
  }

  @available(
    *, unavailable, message: "this source can fail: handle its error before the binding, as with flatMapError(_:)"
  )
  @discardableResult
  public func bind<Target: BindingTargetProvider>(to target: Target) -> any Disposable where Target.Value == Value? {
    producer.suppressError().bind(to: target)
  }

  @available(
    *, unavailable, message: "this source can fail: handle its error before the binding, as with flatMapError(_:)"
  )
  @discardableResult
  public static func ~> <Target: BindingTargetProvider>(source: Self, target: Target) -> any Disposable
  where Target.Value == Value {
    source.bind(to: target)
  }

  @available(
    *, unavailable, message: "this source can fail: handle its error before the binding, as with flatMapError(_:)"
  )
  @discardableResult
  public static func ~> <Target: BindingTargetProvider>(source: Self, target: Target) -> any Disposable
  where Target.Value == Value? {
    source.bind(to: target)
  }
}
