/// How long something lives; what is tied to it is disposed when it ends.
public struct Lifetime: Sendable {
  private let resources: _Resources

  @usableFromInline
  init(_ resources: _Resources) {
    self.resources = resources
  }

  /// The lifetime that ends when `token` is disposed or let go.
  public init(_ token: Token) {
    resources = token.resources
  }

  /// A lifetime that ends when its token is disposed or let go.
  public static func make() -> (lifetime: Lifetime, token: Token) {
    let token = Token()
    return (Lifetime(token), token)
  }

  /// Whether the end has come.
  public var hasEnded: Bool { resources._areReleased }

  /// Runs `action` when the lifetime ends, or at once if it has; the result takes it back.
  @discardableResult
  public func observeEnded(_ action: @escaping () -> Void) -> any Disposable {
    add(AnyDisposable(action))
  }

  /// Disposes `disposable` when the lifetime ends, or at once if it has; the result takes it back.
  @discardableResult
  public func add(_ disposable: any Disposable) -> any Disposable {
    let key = resources._add(disposable)
    return AnyDisposable { [resources] in
      if let key { resources._remove(key) }
    }
  }

  /// Disposes `disposable` when the lifetime ends, or at once if it has.
  public static func += (lifetime: Lifetime, disposable: (any Disposable)?) {
    if let disposable { lifetime.resources._add(disposable) }
  }

  /// What ends a lifetime when it is disposed or let go.
  public final class Token: Disposable {
    fileprivate let resources = _Resources()

    /// A token with a lifetime of its own.
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
