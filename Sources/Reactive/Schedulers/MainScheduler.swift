import Dispatch
import Synchronization

/// A scheduler of the main queue that does not wait where it need not.
///
/// What is scheduled on the main queue is done at once, unless something that was scheduled here earlier is still to
/// be done or is being done; then, and from elsewhere, it is queued. So the order is kept, and an action that schedules
/// another one does not grow the stack. As ReactiveSwift's `UIScheduler`; for what is always to be queued there is
/// ``QueueScheduler/main``.
public final class MainScheduler: TimeScheduler {
  /// How many actions are to be done or are being done.
  private let count = Atomic<Int>(0)

  public init() {}

  public var now: Duration { QueueScheduler.main.now }

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    let action = ScheduledAction(action)
    let isOnlyOne = count.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == 1
    if isOnlyOne, DispatchQueue.isMain {
      run(action)
    } else {
      QueueScheduler.main.queue.async { self.run(action) }
    }
    return action
  }

  @discardableResult
  public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    QueueScheduler.main.schedule(after: delay, action)
  }

  private func run(_ action: ScheduledAction) {
    action.run()
    count.wrappingSubtract(1, ordering: .acquiringAndReleasing)
  }
}

extension DispatchQueue {
  private static let mainKey = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether this is the main queue, be it on whichever thread.
  fileprivate static var isMain: Bool { getSpecific(key: mainKey) == true }
}
