import MarbleLanguage
import Reactive

/// Sends a timeline's events on the ticks of a scheduler, one tick ahead of itself, so that endless ones do.
///
/// It is used by one thread, as its stage is, and so needs no checks that nobody else looks at it meanwhile: they would
/// take a good part of its time.
final class TimelinePlayer: @unchecked Sendable {
  private let offset: Int
  private let scheduler: VirtualTimeScheduler
  private let send: (Event) -> Bool
  @exclusivity(unchecked) private var cursor: TimelineCursor
  @exclusivity(unchecked) private var alarm: VirtualTimeScheduler.Alarm?

  /// - Parameters:
  ///   - timeline: what is sent.
  ///   - offset: the tick on which the timeline's tick 0 stands.
  ///   - place: its turn among what happens on a tick.
  ///   - scheduler: whose ticks they are.
  ///   - send: takes an event; says whether to go on.
  init(
    _ timeline: Timeline, offset: Int, place: VirtualTimeScheduler.Place, on scheduler: VirtualTimeScheduler,
    send: @escaping (Event) -> Bool
  ) {
    self.offset = offset
    self.scheduler = scheduler
    self.send = send
    cursor = TimelineCursor(timeline)
    // It keeps what it wakes until that has nothing more to send.
    alarm = scheduler.alarm(in: place) { [self] in sendTick() }
  }

  /// Sets the playing going; what stands before `tick` is left out.
  func play(from tick: Int = .min) {
    while let alarm, let next = cursor.tick {
      let (due, overflows) = next.addingReportingOverflow(offset)
      if overflows { break }
      if due >= tick { return scheduler.set(alarm, at: due) }
      cursor.skip()
    }
    stop()
  }

  /// Sends what stands on the tick that has come.
  private func sendTick() {
    let now = cursor.tick
    while alarm != nil, let tick = cursor.tick, tick == now {
      guard send(cursor.next()) else { return stop() }
    }
    play()
  }

  /// Sends nothing any more.
  func stop() {
    alarm?.dispose()
    alarm = nil
  }
}
