#if canImport(Dispatch)
  import Dispatch
  import Synchronization

  /// A scheduler of the main queue that runs actions immediately where it can.
  ///
  /// An action that is scheduled on the main queue runs immediately, unless an earlier action of this scheduler is
  /// waiting or running. In that case, and when it is scheduled from another queue, it is added to the main queue. So
  /// the order is preserved, and an action that schedules another one does not grow the stack. The semantics are those
  /// of ReactiveSwift's `UIScheduler`. To always use the queue, take ``QueueScheduler/main``.
  public final class MainScheduler: TimeScheduler {
    /// The number of actions that are waiting or running.
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

    /// Whether the code runs on the main queue, independent of the thread.
    fileprivate static var isMain: Bool { getSpecific(key: mainKey) == true }
  }
#endif
