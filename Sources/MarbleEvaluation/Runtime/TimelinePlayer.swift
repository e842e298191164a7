import MarbleLanguage
import Reactive

/// Sends the events of a timeline on the ticks of a scheduler.
///
/// Only one tick is scheduled at a time, so the timeline may be endless.
///
/// It must be used only from the thread of the run. Its properties are `@exclusivity(unchecked)` because the checks
/// would take a large part of its time.
final class TimelinePlayer: @unchecked Sendable {
  private let offset: Int
  private let scheduler: VirtualTimeScheduler
  private let place: VirtualTimeScheduler.Place
  private let send: (_ event: Event, _ tick: Int) -> Bool
  @exclusivity(unchecked) private var cursor: TimelineCursor
  @exclusivity(unchecked) private var timer: VirtualTimeScheduler.Timer?

  /// Creates a player, which does not play yet.
  ///
  /// - Parameters:
  ///   - timeline: The events to send.
  ///   - offset: The tick of the scheduler on which tick 0 of the timeline occurs.
  ///   - place: The place among the actions of a tick.
  ///   - scheduler: The scheduler of the ticks.
  ///   - send: Sends an event that belongs to a tick of the scheduler, and returns whether to continue.
  init(
    _ timeline: Timeline, offset: Int, place: VirtualTimeScheduler.Place, on scheduler: VirtualTimeScheduler,
    send: @escaping (_ event: Event, _ tick: Int) -> Bool
  ) {
    self.offset = offset
    self.place = place
    self.scheduler = scheduler
    self.send = send
    cursor = TimelineCursor(timeline)
    // The player retains itself through the timer until it has no more events.
    timer = scheduler.timer(in: place) { [self] in sendTick() }
  }

  /// Starts playing.
  ///
  /// Events whose turn has passed are sent immediately.
  func play() {
    while let due, scheduler.hasPassed(due, in: place) {
      guard send(cursor.next(), due) else { return stop() }
    }
    awaitNext()
  }

  /// The tick of the scheduler on which the next event occurs, or `nil` if there is none.
  private var due: Int? {
    guard let (due, overflows) = cursor.tick?.addingReportingOverflow(offset), !overflows else { return nil }
    return due
  }

  private func awaitNext() {
    guard let timer, let due else { return stop() }
    scheduler.set(timer, at: due)
  }

  /// Sends the events of the current tick.
  private func sendTick() {
    let now = cursor.tick
    while timer != nil, let tick = cursor.tick, tick == now {
      guard send(cursor.next(), scheduler.currentTick) else { return stop() }
    }
    awaitNext()
  }

  /// Stops playing.
  func stop() {
    timer?.dispose()
    timer = nil
  }
}
