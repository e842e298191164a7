/// A type whose values have reactive extensions: `value.reactive.…`.
///
/// Extend ``ReactiveExtensions`` for what they have:
///
/// ```swift
/// extension ViewController: ReactiveExtensionsProvider {}
///
/// extension ReactiveExtensions where Base: ViewController {
///   var viewDidAppear: Signal<Void, Never> { base.appearances }
/// }
/// ```
public protocol ReactiveExtensionsProvider {}

extension ReactiveExtensionsProvider {
  /// The reactive extensions of this value.
  @inlinable
  public var reactive: ReactiveExtensions<Self> { ReactiveExtensions(self) }

  /// The reactive extensions of this type.
  @inlinable
  public static var reactive: ReactiveExtensions<Self>.Type { ReactiveExtensions<Self>.self }
}

/// What hangs the reactive extensions of a value on.
public struct ReactiveExtensions<Base> {
  /// The value that is extended.
  public let base: Base

  /// The extensions of `base`.
  @inlinable
  public init(_ base: Base) {
    self.base = base
  }
}

// MARK: - Lifetimes of objects

/// An object that knows how long it lives, because it owns the token of its lifetime.
///
/// ```swift
/// final class ViewModel: LifetimeProvider {
///   let lifetimeToken = Lifetime.Token()
/// }
/// ```
///
/// The token goes with the object, and everything that hangs on the lifetime with it: bindings to the object, resources.
public protocol LifetimeProvider: AnyObject {
  /// Owned by the object, and by nobody else.
  var lifetimeToken: Lifetime.Token { get }
}

/// How long an object lives.
@inlinable
public func lifetime(of object: some LifetimeProvider) -> Lifetime {
  Lifetime(object.lifetimeToken)
}

/// An object that says where it is to be changed by bindings.
public protocol BindingSchedulerProvider: LifetimeProvider {
  /// Where bindings change the object.
  var bindingScheduler: any Scheduler { get }
}

extension ReactiveExtensions where Base: LifetimeProvider {
  /// How long the object lives.
  @inlinable
  public var lifetime: Lifetime { Lifetime(base.lifetimeToken) }

  /// A target that does something with the object, which it does not keep alive, and each value.
  @inlinable
  public func makeBindingTarget<Value>(_ action: @escaping (Base, Value) -> Void) -> BindingTarget<Value> {
    BindingTarget(lifetime: lifetime) { [weak base] value in
      if let base { action(base, value) }
    }
  }

  /// A target that does something on a scheduler with the object, which it does not keep alive, and each value.
  @inlinable
  public func makeBindingTarget<Value: Sendable>(
    on scheduler: some Scheduler, _ action: @escaping @Sendable (Base, Value) -> Void
  ) -> BindingTarget<Value> where Base: Sendable {
    BindingTarget(on: scheduler, lifetime: lifetime) { [weak base] value in
      if let base { action(base, value) }
    }
  }

  /// A target that sets a property of the object: `label.reactive[\.text] <~ name`.
  @inlinable
  public subscript<Value>(keyPath: ReferenceWritableKeyPath<Base, Value>) -> BindingTarget<Value> {
    BindingTarget(lifetime: lifetime, object: base, keyPath: keyPath)
  }
}

// MARK: - Binding to objects

extension BindingSource {
  /// Does something with an object and each value, until this ends, the object goes, or the result is disposed.
  ///
  /// The object is not kept alive.
  @inlinable
  @discardableResult
  public func bind<Target: LifetimeProvider>(
    to target: Target, _ action: @escaping (Target, Value) -> Void
  ) -> any Disposable {
    ReactiveExtensions(target).makeBindingTarget(action) <~ self
  }

  /// Does something on a scheduler with an object and each value, until this ends, the object goes, or the result is
  /// disposed.
  @inlinable
  @discardableResult
  public func bind<Target: LifetimeProvider & Sendable>(
    to target: Target, on scheduler: some Scheduler, _ action: @escaping @Sendable (Target, Value) -> Void
  ) -> any Disposable where Value: Sendable {
    ReactiveExtensions(target).makeBindingTarget(on: scheduler, action) <~ self
  }

  /// Does something with an object and each value where the object is to be changed, until this ends, the object goes, or
  /// the result is disposed.
  @inlinable
  @discardableResult
  public func bind<Target: BindingSchedulerProvider & Sendable>(
    to target: Target, _ action: @escaping @Sendable (Target, Value) -> Void
  ) -> any Disposable where Value: Sendable {
    bind(to: target, on: target.bindingScheduler, action)
  }

  /// Sets a property of an object to each value, until this ends, the object goes, or the result is disposed.
  @inlinable
  @discardableResult
  public func bind<Target: LifetimeProvider>(
    to target: Target, keyPath: ReferenceWritableKeyPath<Target, Value>
  ) -> any Disposable {
    ReactiveExtensions(target)[keyPath] <~ self
  }

  /// Sets an optional property of an object to each value.
  @inlinable
  @discardableResult
  public func bind<Target: LifetimeProvider>(
    to target: Target, keyPath: ReferenceWritableKeyPath<Target, Value?>
  ) -> any Disposable {
    ReactiveExtensions(target)[keyPath] <~ self
  }

  /// Sets a property of an object to each value where the object is to be changed.
  @inlinable
  @discardableResult
  public func bind<Target: BindingSchedulerProvider & Sendable>(
    to target: Target, keyPath: ReferenceWritableKeyPath<Target, Value> & Sendable
  ) -> any Disposable where Value: Sendable {
    bind(to: target, on: target.bindingScheduler) { $0[keyPath: keyPath] = $1 }
  }
}
