/// A disposable that contains another one and disposes it when it is replaced.
public final class SerialDisposable: Disposable {
  private let state: Mutex<State>

  private struct State {
    var inner: (any Disposable)?
    var isDisposed = false
  }

  /// Creates a disposable that contains `inner`.
  public init(_ inner: (any Disposable)? = nil) {
    state = Mutex(State(inner: inner))
  }

  /// The contained disposable.
  ///
  /// Setting it disposes the previous one, or the new one if this object was disposed.
  public var inner: (any Disposable)? {
    get { state.withLock { $0.inner } }
    set {
      let leaving = state.withLock { state -> (any Disposable)? in
        if state.isDisposed { return newValue }
        defer { state.inner = newValue }
        return state.inner
      }
      leaving?.dispose()
    }
  }

  public var isDisposed: Bool {
    state.withLock { $0.isDisposed }
  }

  public func dispose() {
    let inner = state.withLock { state in
      state.isDisposed = true
      return state.inner.take()
    }
    inner?.dispose()
  }
}
