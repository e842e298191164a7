import HeapModule
import Synchronization

/// A scheduler with a clock that only moves when a method advances it.
///
/// Its time is a whole number of ticks and may start below 0. The actions of one tick run in the order in which they
/// were scheduled, except that an action in a reserved ``Place`` runs in the order of its reservation. The scheduler
/// never reads a clock or starts a thread, so its behavior is deterministic.
///
/// Waiting actions are released with the scheduler. A stream that waits for an action may keep the scheduler alive,
/// and the action keeps the stream alive. To break that cycle, end or dispose the stream, or ``run()`` the remaining
/// actions.
public final class VirtualTimeScheduler: TimeScheduler {
  /// The length of a tick.
  public let tick: Duration
  private let state: Mutex<State>
  /// The current tick.
  ///
  /// It is written under the lock of the state and read without it.
  private let clock: Atomic<Int>

  private struct State {
    var nextPlace = 0
    var nextOrder = 0
    var queue = Heap<Item>()
    /// The last place of the current tick in which an action has begun.
    var reached = Int.min

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

  /// A position in the order of the actions of a tick.
  public struct Place: Sendable {
    fileprivate let number: Int
  }

  /// Several consecutive places that were reserved together.
  public struct Places: Sendable {
    fileprivate let first: Int

    /// The place with an index, counted from 0.
    public subscript(index: Int) -> Place { Place(number: first + index) }
  }

  private struct Item: Comparable {
    let tick: Int
    let place: Int
    let order: Int
    /// Retained manually, because the heap would retain and release it each time it compares or moves an item.
    let action: Unmanaged<ScheduledAction>

    static func < (left: Item, right: Item) -> Bool {
      if left.tick != right.tick { return left.tick < right.tick }
      return left.place != right.place ? left.place < right.place : left.order < right.order
    }

    static func == (left: Item, right: Item) -> Bool {
      left.order == right.order
    }
  }

  /// Creates a scheduler with a start tick.
  ///
  /// - Parameters:
  ///   - start: The first value of the current tick.
  ///   - tick: The length of a tick, greater than zero. A delay that is not a whole number of ticks is rounded up.
  public init(startingAt start: Int = 0, tick: Duration = .milliseconds(1)) {
    precondition(tick > .zero, "a tick must be longer than zero")
    self.tick = tick
    state = Mutex(State())
    clock = Atomic(start)
  }

  deinit { cancelAll() }

  /// Cancels all waiting actions.
  package func cancelAll() {
    // Releasing them is not enough: a stream may keep its action in order to cancel it, and the action may keep the
    // stream. Disposing the action breaks that cycle.
    let queue = state.withLock { state in
      defer { state.queue = Heap() }
      return state.queue
    }
    for item in queue.unordered { item.action.takeRetainedValue().dispose() }
  }

  /// The current tick.
  public var currentTick: Int {
    clock.load(ordering: .acquiring)
  }

  /// The tick of the next waiting action, or `nil` if there is none.
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

  /// The number of waiting actions, including those that were disposed before their ticks.
  package var queuedCount: Int { state.withLock(\.queue.count) }

  public var now: Duration { tick * currentTick }

  /// Returns the duration of a number of ticks.
  public func ticks(_ count: Int) -> Duration {
    tick * count
  }

  /// Returns the number of whole ticks in a duration.
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

  /// Runs `action` on a tick, or on the current tick if that tick has passed.
  ///
  /// - Parameters:
  ///   - tick: The tick on which the action runs.
  ///   - place: The place of the action among those of the tick. Without a place, the action runs after all actions
  ///     that were scheduled before it.
  ///   - action: The action to run.
  @discardableResult
  public func schedule(
    at tick: Int, in place: Place? = nil, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let action = ScheduledAction(action)
    put(action, at: tick, in: place)
    return action
  }

  /// A reusable action that runs on every tick to which it is set, always in the same place, without allocating
  /// memory.
  public struct Timer: Sendable {
    fileprivate let action: ScheduledAction
    fileprivate let place: Place

    /// Cancels the timer and releases its action.
    public func dispose() { action.dispose() }
  }

  /// Creates a timer that is not set to a tick yet.
  public func timer(in place: Place, _ action: @escaping @Sendable () -> Void) -> Timer {
    Timer(action: ScheduledAction(action, isRepeatable: true), place: place)
  }

  /// Runs the action of a timer on a tick, or on the current tick if that tick has passed.
  public func set(_ timer: Timer, at tick: Int) {
    put(timer.action, at: tick, in: timer.place)
  }

  /// Adds an action to a tick, or to the current tick if that tick has passed.
  private func put(_ action: ScheduledAction, at tick: Int, in place: Place?) {
    state.withLock { $0.schedule(action, at: max(tick, currentTick), in: place) }
  }

  /// Reserves a place.
  ///
  /// Actions that are scheduled in it later run as if they were scheduled now.
  public func reservePlace() -> Place {
    Place(number: state.withLock { $0.reservePlaces(1) })
  }

  /// Reserves `count` consecutive places.
  ///
  /// Not all of them must be used.
  public func reservePlaces(_ count: Int) -> Places {
    Places(first: state.withLock { $0.reservePlaces(count) })
  }

  /// Returns whether the turn of a place on a tick is over, so that an action that is scheduled there runs too late.
  package func hasPassed(_ tick: Int, in place: Place) -> Bool {
    state.withLock { tick < currentTick || tick == currentTick && place.number < $0.reached }
  }

  /// Advances the clock by a number of ticks and runs the actions that are due.
  public func advance(by ticks: Int = 1) {
    let (target, overflows) = currentTick.addingReportingOverflow(ticks)
    advance(to: overflows ? .max : target)
  }

  /// Advances the clock by a duration and runs the actions that are due.
  public func advance(by duration: Duration) {
    advance(by: ticks(in: duration))
  }

  /// Advances the clock to a tick and runs the actions that are due, including those of that tick.
  ///
  /// May be called from inside an action. If the tick has passed, the clock stays where it is.
  public func advance(to tick: Int) {
    while let action = next(until: tick, endingAt: tick) { action.perform() }
  }

  /// Moves the clock back by a duration, as if a user had set the clock of the device.
  ///
  /// The waiting actions stay on their ticks. This is the only method that moves the clock back.
  public func rewind(by duration: Duration) {
    let ticks = ticks(in: duration)
    state.withLock { _ in
      let (target, overflows) = currentTick.subtractingReportingOverflow(ticks)
      clock.store(overflows ? .min : min(currentTick, target), ordering: .releasing)
    }
  }

  /// Advances the clock from one action to the next and runs the actions that are due, while a condition is true.
  ///
  /// - Parameter goesOn: Called with the tick of the next action before that runs. If it returns `false`, the clock
  ///   stays where it is.
  public func advance(while goesOn: (_ tick: Int) -> Bool) {
    while let tick = nextTick, goesOn(tick), let action = next(until: tick, endingAt: tick) { action.perform() }
  }

  /// Advances the clock and runs actions until none is waiting.
  public func run() {
    while let action = next(until: .max, endingAt: .min) { action.perform() }
  }

  /// Removes the next action up to a tick and returns it.
  ///
  /// If there is none, the clock advances to `end`.
  private func next(until tick: Int, endingAt end: Int) -> ScheduledAction.Body? {
    state.withLock { state in
      while let item = state.queue.min, item.tick <= tick {
        state.queue.removeMin()
        // A disposed action does not advance the clock.
        guard let body = item.action.takeRetainedValue().take() else { continue }
        moveClock(to: item.tick, &state)
        state.reached = max(state.reached, item.place)
        return body
      }
      moveClock(to: end, &state)
      return nil
    }
  }

  /// Advances the clock but never moves it back; called under the lock.
  private func moveClock(to tick: Int, _ state: inout State) {
    guard tick > currentTick else { return }
    clock.store(tick, ordering: .releasing)
    state.reached = .min
  }
}
