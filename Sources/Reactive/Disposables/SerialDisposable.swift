import Synchronization

/// A disposable that holds another one, and disposes it when it is replaced.
public final class SerialDisposable: Disposable {
  private let state: Mutex<State>

  private struct State {
    var inner: (any Disposable)?
    var isDisposed = false
  }

  /// A disposable that holds `inner`.
  public init(_ inner: (any Disposable)? = nil) {
    state = Mutex(State(inner: inner))
  }

  /// What is held; setting it disposes the one before, or the new one if this has been disposed.
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
