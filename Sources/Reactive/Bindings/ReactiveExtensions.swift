/// A type with reactive extensions for its values: `value.reactive.…`.
///
/// Declare the extensions in ``ReactiveExtensions``:
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

/// The type in which the reactive extensions of a value are declared.
public struct ReactiveExtensions<Base> {
  /// The extended value.
  public let base: Base

  /// Creates the reactive extensions of `base`.
  @inlinable
  public init(_ base: Base) {
    self.base = base
  }
}

// MARK: - Lifetimes of objects

/// An object with a lifetime, which owns the token of its lifetime.
///
/// ```swift
/// final class ViewModel: LifetimeProvider {
///   let lifetimeToken = Lifetime.Token()
/// }
/// ```
///
/// The token is deallocated with the object. That ends the lifetime, and with it the bindings to the object and its
/// resources.
public protocol LifetimeProvider: AnyObject {
  /// The token of the lifetime.
  ///
  /// Only the object may retain it.
  var lifetimeToken: Lifetime.Token { get }
}

/// Returns the lifetime of an object.
@inlinable
public func lifetime(of object: some LifetimeProvider) -> Lifetime {
  Lifetime(object.lifetimeToken)
}

/// An object with a scheduler on which bindings change it.
public protocol BindingSchedulerProvider: LifetimeProvider {
  /// The scheduler on which bindings change the object.
  var bindingScheduler: any Scheduler { get }
}

extension ReactiveExtensions where Base: LifetimeProvider {
  /// The lifetime of the object.
  @inlinable
  public var lifetime: Lifetime { Lifetime(base.lifetimeToken) }

  /// Returns a target that calls `action` with the object and each value, without keeping the object alive.
  @inlinable
  public func makeBindingTarget<Value>(_ action: @escaping (Base, Value) -> Void) -> BindingTarget<Value> {
    BindingTarget(lifetime: lifetime) { [weak base] value in
      if let base { action(base, value) }
    }
  }

  /// Returns a target that calls `action` with the object and each value on a scheduler, without keeping the object
  /// alive.
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
  /// Calls `action` with an object and each value, until this source ends, the object is deallocated, or the result
  /// is disposed.
  ///
  /// The object is not kept alive.
  @inlinable
  @discardableResult
  public func bind<Target: LifetimeProvider>(
    to target: Target, _ action: @escaping (Target, Value) -> Void
  ) -> any Disposable {
    ReactiveExtensions(target).makeBindingTarget(action) <~ self
  }

  /// Calls `action` with an object and each value on a scheduler, until this source ends, the object is deallocated,
  /// or the result is disposed.
  @inlinable
  @discardableResult
  public func bind<Target: LifetimeProvider & Sendable>(
    to target: Target, on scheduler: some Scheduler, _ action: @escaping @Sendable (Target, Value) -> Void
  ) -> any Disposable where Value: Sendable {
    ReactiveExtensions(target).makeBindingTarget(on: scheduler, action) <~ self
  }

  /// Calls `action` with an object and each value on the object's scheduler, until this source ends, the object is
  /// deallocated, or the result is disposed.
  @inlinable
  @discardableResult
  public func bind<Target: BindingSchedulerProvider & Sendable>(
    to target: Target, _ action: @escaping @Sendable (Target, Value) -> Void
  ) -> any Disposable where Value: Sendable {
    bind(to: target, on: target.bindingScheduler, action)
  }

  /// Sets a property of an object to each value, until this source ends, the object is deallocated, or the result is
  /// disposed.
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

  /// Sets a property of an object to each value, on the object's scheduler.
  @inlinable
  @discardableResult
  public func bind<Target: BindingSchedulerProvider & Sendable>(
    to target: Target, keyPath: ReferenceWritableKeyPath<Target, Value> & Sendable
  ) -> any Disposable where Value: Sendable {
    bind(to: target, on: target.bindingScheduler) { $0[keyPath: keyPath] = $1 }
  }
}
