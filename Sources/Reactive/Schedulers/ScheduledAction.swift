import Synchronization

/// One action that a scheduler was given: done once, or as often as it is given again, or taken back and let go.
final class ScheduledAction: Disposable {
  /// What is to be done; in a struct, since a bare closure in a generic container is wrapped anew whenever it is loaded.
  struct Body {
    let perform: @Sendable () -> Void
  }

  private let body: Mutex<Body?>
  /// Whether it may be done more than once, until it is taken back.
  private let isRepeatable: Bool
  /// Whether nothing is to be done any more; beside the body, so that to ask takes no lock.
  private let isOver = Atomic(false)

  init(_ body: @escaping @Sendable () -> Void, isRepeatable: Bool = false) {
    self.body = Mutex(Body(perform: body))
    self.isRepeatable = isRepeatable
  }

  var isDisposed: Bool { isOver.load(ordering: .acquiring) }

  func dispose() {
    // Carried out of the lock, since what the closure holds may run anybody's code when it goes.
    let body = body.withLock { body in
      isOver.store(true, ordering: .releasing)
      return body.take()
    }
    _ = body
  }

  func run() {
    take()?.perform()
  }

  /// What is to be done, now by the caller; `nil` if it was done or taken back.
  func take() -> Body? {
    body.withLock { body in
      if isRepeatable { return body }
      isOver.store(true, ordering: .releasing)
      return body.take()
    }
  }
}
