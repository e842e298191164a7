import Synchronization

/// An action that was passed to a scheduler.
///
/// It runs once, or each time it is scheduled if it is repeatable, and can be canceled by disposing it.
final class ScheduledAction: Disposable {
  /// The closure to run, in a struct because a bare closure in a generic container is wrapped again on each load.
  struct Body {
    let perform: @Sendable () -> Void
  }

  private let body: Mutex<Body?>
  /// Whether the action can run more than once, until it is disposed.
  private let isRepeatable: Bool
  /// Whether the action will not run any more.
  ///
  /// Separate from the body, so that reading it takes no lock.
  private let isOver = Atomic(false)

  init(_ body: @escaping @Sendable () -> Void, isRepeatable: Bool = false) {
    self.body = Mutex(Body(perform: body))
    self.isRepeatable = isRepeatable
  }

  var isDisposed: Bool { isOver.load(ordering: .acquiring) }

  func dispose() {
    // Released outside the lock, because releasing the closure may run user code.
    let body = body.withLock { body in
      isOver.store(true, ordering: .releasing)
      return body.take()
    }
    _ = body
  }

  func run() {
    take()?.perform()
  }

  /// Returns the closure to run, or `nil` if the action has already run or was disposed.
  func take() -> Body? {
    body.withLock { body in
      if isRepeatable { return body }
      isOver.store(true, ordering: .releasing)
      return body.take()
    }
  }
}
