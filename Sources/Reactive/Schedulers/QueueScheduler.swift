import Dispatch
import HeapModule
import Synchronization

/// A scheduler that does its actions on a serial dispatch queue.
///
/// Its time is that of Dispatch's monotonic clock, in nanoseconds since the scheduler was made. Actions that wait keep
/// the scheduler alive.
public final class QueueScheduler: TimeScheduler {
  /// The main queue's.
  public static let main = QueueScheduler(queue: .main)

  /// The queue on which the actions are done.
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

  /// A scheduler with a serial queue of its own.
  ///
  /// - Parameters:
  ///   - label: the queue's name, for debuggers.
  ///   - qos: how urgent its work is.
  ///   - target: a queue that lends its threads; when it is serial, all that it lends them to take turns.
  public convenience init(
    label: String = "Reactive.QueueScheduler", qos: DispatchQoS = .default, targeting target: DispatchQueue? = nil
  ) {
    self.init(queue: DispatchQueue(label: label, qos: qos, target: target))
  }

  private init(queue: DispatchQueue) {
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
    // Not by a timer of the queue for each action: those that fall due together would come in any order.
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

  /// Sees to it that the queue is woken for the first action that waits.
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

  /// Does what is due, on the queue.
  private func timerFired() {
    let now = now
    while let action = nextDue(at: now) { action.run() }
    // Whatever rang, the alarm is set anew: it may have been replaced when this was on its way.
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
