import Synchronization

/// One action that a scheduler was given: done once, or taken back and let go.
final class ScheduledAction: Disposable {
  private let body: Mutex<(@Sendable () -> Void)?>

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = Mutex(body)
  }

  var isDisposed: Bool { body.withLock { $0 == nil } }

  func dispose() {
    // Carried out of the lock, since what the closure holds may run anybody's code when it goes.
    let body = body.withLock { $0.take() }
    _ = body
  }

  func run() {
    let body = body.withLock { $0.take() }
    body?()
  }
}
