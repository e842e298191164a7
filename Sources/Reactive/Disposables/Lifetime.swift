/// The lifetime of an object.
///
/// The disposables that are added to it are disposed when it ends.
public struct Lifetime: Sendable {
  private let resources: _Resources

  @usableFromInline
  init(_ resources: _Resources) {
    self.resources = resources
  }

  /// Creates the lifetime that ends when `token` is disposed or deallocated.
  public init(_ token: Token) {
    resources = token.resources
  }

  /// Returns a lifetime and its token.
  ///
  /// The lifetime ends when the token is disposed or deallocated.
  public static func make() -> (lifetime: Lifetime, token: Token) {
    let token = Token()
    return (Lifetime(token), token)
  }

  /// A lifetime that has ended.
  public static var empty: Lifetime {
    let (lifetime, token) = make()
    token.dispose()
    return lifetime
  }

  /// Whether the lifetime has ended.
  public var hasEnded: Bool { resources._areReleased }

  /// Calls `action` when the lifetime ends, or immediately if it has ended.
  ///
  /// Disposing the result cancels that.
  @discardableResult
  @_disfavoredOverload  // `ReactiveSwiftCompatibility` has one with an optional result.
  public func observeEnded(_ action: @escaping () -> Void) -> any Disposable {
    add(AnyDisposable(action))
  }

  /// Disposes `disposable` when the lifetime ends, or immediately if it has ended.
  ///
  /// Disposing the result cancels that.
  @discardableResult
  public func add(_ disposable: any Disposable) -> any Disposable {
    let key = resources._add(disposable, .inLifetime)
    return AnyDisposable { [resources] in
      if let key { resources._remove(key) }
    }
  }

  /// Disposes `disposable` when the lifetime ends, or immediately if it has ended.
  @_disfavoredOverload  // `ReactiveSwiftCompatibility` has one with a result.
  public static func += (lifetime: Lifetime, disposable: (any Disposable)?) {
    if let disposable { lifetime.resources._add(disposable, .inLifetime) }
  }

  /// The owner of a lifetime, which ends when the token is disposed or deallocated.
  public final class Token: Disposable {
    fileprivate let resources = _Resources()

    /// Creates a token with a new lifetime.
    public init() {}

    deinit {
      resources._endResources()
    }

    public var isDisposed: Bool { resources._areReleased }

    public func dispose() {
      resources._endResources()
    }
  }
}
