#if canImport(Dispatch)
  import Dispatch
  import HeapModule

  /// A scheduler that runs its actions on a serial dispatch queue.
  ///
  /// Its time is the time of Dispatch's monotonic clock since the scheduler was created, in nanoseconds. Waiting
  /// actions keep the scheduler alive.
  public final class QueueScheduler: TimeScheduler {
    /// The scheduler of the main queue.
    public static let main = QueueScheduler(serial: .main)

    /// The queue on which the actions run.
    public let queue: DispatchQueue
    private let origin = DispatchTime.now().uptimeNanoseconds
    private let state = Mutex(State())

    private struct State {
      var waiting = Heap<Item>()
      var nextOrder = 0
      var timer: (due: Duration, source: any DispatchSourceTimer)?
    }

    private struct Item: Comparable {
      let due: Duration
      let order: Int
      let action: ScheduledAction

      static func < (left: Item, right: Item) -> Bool {
        (left.due, left.order) < (right.due, right.order)
      }

      static func == (left: Item, right: Item) -> Bool {
        left.order == right.order
      }
    }

    /// Creates a scheduler with a new serial queue.
    ///
    /// - Parameters:
    ///   - qos: The quality of service of the queue.
    ///   - name: The label of the queue, for debuggers.
    ///   - target: The target queue. If it is serial, the actions of all queues that target it run one after the other.
    public convenience init(
      qos: DispatchQoS = .unspecified, name: String = "Reactive.QueueScheduler", targeting target: DispatchQueue? = nil
    ) {
      self.init(serial: DispatchQueue(label: name, qos: qos, target: target))
    }

    /// Creates a scheduler with a new serial queue that targets `queue`, which may be concurrent.
    ///
    /// - Parameters:
    ///   - queue: The target queue.
    ///   - name: The label of the new queue, for debuggers.
    public convenience init(queue: DispatchQueue, name: String = "Reactive.QueueScheduler") {
      self.init(name: name, targeting: queue)
    }

    private init(serial queue: DispatchQueue) {
      self.queue = queue
    }

    public var now: Duration {
      .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds - origin))
    }

    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
      let action = ScheduledAction(action)
      queue.async { action.run() }
      return action
    }

    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
      // A separate timer for each action would run actions with the same due time in any order.
      guard delay > .zero else { return schedule(action) }
      let action = ScheduledAction(action)
      let due = now + delay
      state.withLock { state in
        state.waiting.insert(Item(due: due, order: state.nextOrder, action: action))
        state.nextOrder += 1
        setTimer(&state)
      }
      return action
    }

    /// Sets a timer for the first waiting action, unless an earlier timer is set.
    private func setTimer(_ state: inout State) {
      while let item = state.waiting.min, item.action.isDisposed { state.waiting.removeMin() }
      guard let due = state.waiting.min?.due, due < state.timer?.due ?? .seconds(Int64.max) else { return }
      state.timer?.source.cancel()
      let source = DispatchSource.makeTimerSource(queue: queue)
      source.setEventHandler { self.timerFired() }
      source.schedule(deadline: deadline(due), leeway: .nanoseconds(0))
      source.activate()
      state.timer = (due, source)
    }

    private func deadline(_ due: Duration) -> DispatchTime {
      let (deadline, overflows) = origin.addingReportingOverflow(UInt64(clamping: due.attoseconds / 1_000_000_000))
      return overflows ? .distantFuture : DispatchTime(uptimeNanoseconds: deadline)
    }

    /// Runs the actions that are due; called on the queue.
    private func timerFired() {
      let now = now
      while let action = nextDue(at: now) { action.run() }
      // The timer is always set again, because it may have been replaced after this one fired.
      state.withLock { state in
        state.timer?.source.cancel()
        state.timer = nil
        setTimer(&state)
      }
    }

    private func nextDue(at now: Duration) -> ScheduledAction? {
      state.withLock { state in
        guard let item = state.waiting.min, item.due <= now else { return nil }
        return state.waiting.removeMin().action
      }
    }
  }
#endif
