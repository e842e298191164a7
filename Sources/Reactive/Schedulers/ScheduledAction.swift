import Synchronization

/// One action that a scheduler was given: done once, or taken back and let go.
final class ScheduledAction: Disposable {
  /// What is to be done; in a struct, since a bare closure in a generic container is wrapped anew whenever it is loaded.
  struct Body {
    let perform: @Sendable () -> Void
  }

  private let body: Mutex<Body?>

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = Mutex(Body(perform: body))
  }

  var isDisposed: Bool { body.withLock { $0 == nil } }

  func dispose() {
    // Carried out of the lock, since what the closure holds may run anybody's code when it goes.
    _ = take()
  }

  func run() {
    take()?.perform()
  }

  /// What is to be done, which from then on is somebody else's to do; `nil` if it was done or taken back.
  func take() -> Body? {
    body.withLock { $0.take() }
  }
}
