import HeapModule
import Synchronization

/// A scheduler whose clock stands still until it is told to move on.
///
/// Its time is a whole number of ticks, which may begin below 0. Actions of one tick are done in the order in which
/// they were scheduled, except that a ``Place`` which was reserved early keeps its turn. Nothing here reads a clock
/// or starts a thread, so what runs on it is deterministic.
///
/// Actions that wait are let go with the scheduler. A stream that waits on it may keep it, and is kept by the action
/// that it waits for: where the scheduler is left with such actions, end or dispose the stream, or ``run()`` them.
public final class VirtualTimeScheduler: TimeScheduler {
  /// How long a tick is.
  public let tick: Duration
  private let state: Mutex<State>
  /// The tick on which the clock stands; changed under the lock of the state, read without it.
  private let clock: Atomic<Int>

  private struct State {
    var nextPlace = 0
    var nextOrder = 0
    var queue = Heap<Item>()

    mutating func schedule(_ action: ScheduledAction, at tick: Int, in place: Place?) {
      let number = place?.number ?? reservePlaces(1)
      queue.insert(Item(tick: tick, place: number, order: nextOrder, action: .passRetained(action)))
      nextOrder += 1
    }

    mutating func reservePlaces(_ count: Int) -> Int {
      defer { nextPlace += count }
      return nextPlace
    }
  }

  /// A turn among the actions of a tick.
  public struct Place: Sendable {
    fileprivate let number: Int
  }

  /// Several turns that were reserved at once, one behind the other.
  public struct Places: Sendable {
    fileprivate let first: Int

    /// One of them, counted from 0.
    public subscript(index: Int) -> Place { Place(number: first + index) }
  }

  private struct Item: Comparable {
    let tick: Int
    let place: Int
    let order: Int
    /// Retained by hand, since a queue that is looked at and put in order would do so again and again.
    let action: Unmanaged<ScheduledAction>

    static func < (left: Item, right: Item) -> Bool {
      (left.tick, left.place, left.order) < (right.tick, right.place, right.order)
    }

    static func == (left: Item, right: Item) -> Bool {
      left.order == right.order
    }
  }

  /// A scheduler that stands at a tick.
  ///
  /// - Parameters:
  ///   - start: the tick on which it begins.
  ///   - tick: how long a tick is, more than nothing; a delay that is no whole number of ticks is rounded up.
  public init(startingAt start: Int = 0, tick: Duration = .milliseconds(1)) {
    precondition(tick > .zero, "a tick must be longer than zero")
    self.tick = tick
    state = Mutex(State())
    clock = Atomic(start)
  }

  deinit {
    // What waits will never be done. It is disposed, and not only let go, since who can take it back keeps it, and may
    // be kept by it.
    let queue = state.withLock { state in
      defer { state.queue = Heap() }
      return state.queue
    }
    for item in queue.unordered { item.action.takeRetainedValue().dispose() }
  }

  /// The tick on which the clock stands.
  public var currentTick: Int {
    clock.load(ordering: .acquiring)
  }

  /// The tick of the next action that is still to be done.
  public var nextTick: Int? {
    state.withLock { state in
      while let item = state.queue.min {
        if !item.action._withUnsafeGuaranteedRef(\.isDisposed) { return item.tick }
        state.queue.removeMin()
        item.action.release()
      }
      return nil
    }
  }

  public var now: Duration { tick * currentTick }

  /// How long a number of ticks is.
  public func ticks(_ count: Int) -> Duration {
    tick * count
  }

  /// How many whole ticks a span of time has.
  public func ticks(in duration: Duration) -> Int {
    Int(clamping: duration.attoseconds / tick.attoseconds)
  }

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(at: .min, in: nil, action)
  }

  @discardableResult
  public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    let (whole, rest) = delay.attoseconds.quotientAndRemainder(dividingBy: tick.attoseconds)
    let ticks = Int(clamping: rest > 0 ? whole + 1 : whole)
    let (due, overflows) = currentTick.addingReportingOverflow(ticks)
    return schedule(at: overflows ? .max : due, in: nil, action)
  }

  /// Has `action` done on a tick, or on the present one if that tick has passed.
  ///
  /// - Parameters:
  ///   - tick: when it is done.
  ///   - place: whose turn it is on that tick; behind everything that was scheduled so far if there is none.
  ///   - action: what is to be done.
  @discardableResult
  public func schedule(
    at tick: Int, in place: Place? = nil, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let action = ScheduledAction(action)
    put(action, at: tick, in: place)
    return action
  }

  /// An action that is done on every tick it is set to, in one and the same place, and takes no new room each time.
  public struct Alarm: Sendable {
    fileprivate let action: ScheduledAction
    fileprivate let place: Place

    /// Takes it back, and lets go of what it would do.
    public func dispose() { action.dispose() }
  }

  /// Makes an alarm, which is set to no tick yet.
  public func alarm(in place: Place, _ action: @escaping @Sendable () -> Void) -> Alarm {
    Alarm(action: ScheduledAction(action, isRepeatable: true), place: place)
  }

  /// Has an alarm's action done on a tick, or on the present one if that tick has passed.
  public func set(_ alarm: Alarm, at tick: Int) {
    put(alarm.action, at: tick, in: alarm.place)
  }

  /// Puts an action in its place on a tick, or on the present one if that has passed.
  private func put(_ action: ScheduledAction, at tick: Int, in place: Place?) {
    state.withLock { $0.schedule(action, at: max(tick, currentTick), in: place) }
  }

  /// Reserves a turn, as if everything that will be scheduled in it were scheduled now.
  public func reservePlace() -> Place {
    Place(number: state.withLock { $0.reservePlaces(1) })
  }

  /// Reserves `count` turns, one behind the other, however many are used.
  public func reservePlaces(_ count: Int) -> Places {
    Places(first: state.withLock { $0.reservePlaces(count) })
  }

  /// Moves the clock on by a number of ticks, doing on each what is due.
  public func advance(by ticks: Int = 1) {
    let (target, overflows) = currentTick.addingReportingOverflow(ticks)
    advance(to: overflows ? .max : target)
  }

  /// Moves the clock on by a span of time, doing on each tick what is due.
  public func advance(by duration: Duration) {
    advance(by: ticks(in: duration))
  }

  /// Moves the clock on to a tick, doing on each what is due, that tick included.
  ///
  /// May be called from inside an action. A tick that has passed already is not gone back to.
  public func advance(to tick: Int) {
    while let action = next(until: tick, endingAt: tick) { action.perform() }
  }

  /// Moves the clock on from tick to tick, doing on each what is due, as long as somebody wants it to.
  ///
  /// - Parameter goesOn: asked with the tick of the next action before that is done; `false` leaves it where it is.
  public func advance(while goesOn: (_ tick: Int) -> Bool) {
    while let tick = nextTick, goesOn(tick), let action = next(until: tick, endingAt: tick) { action.perform() }
  }

  /// Moves the clock on until nothing is scheduled any more.
  public func run() {
    while let action = next(until: .max, endingAt: .min) { action.perform() }
  }

  /// What is to be done next, up to a tick; where there is nothing, the clock moves on to `end`.
  private func next(until tick: Int, endingAt end: Int) -> ScheduledAction.Body? {
    state.withLock { state in
      while let item = state.queue.min, item.tick <= tick {
        state.queue.removeMin()
        // What was taken back does not move the clock.
        guard let body = item.action.takeRetainedValue().take() else { continue }
        moveClock(to: item.tick)
        return body
      }
      moveClock(to: end)
      return nil
    }
  }

  /// Moves the clock on, and never back; under the lock.
  private func moveClock(to tick: Int) {
    clock.store(max(currentTick, tick), ordering: .releasing)
  }
}
