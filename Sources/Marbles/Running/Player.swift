import Reactive

/// Sends a timeline's events on the ticks of a scheduler, one tick ahead of itself, so that endless ones do.
final class Player: @unchecked Sendable {
  private let offset: Int
  private let place: VirtualTimeScheduler.Place
  private let scheduler: VirtualTimeScheduler
  private let send: (Event) -> Bool
  private var cursor: TimelineCursor
  private let next = SerialDisposable()

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
    self.place = place
    self.scheduler = scheduler
    self.send = send
    cursor = TimelineCursor(timeline)
  }

  /// Sets the playing going; what stands before `tick` is left out.
  func play(from tick: Int = .min) {
    while let moment = cursor.next() {
      let (due, overflows) = moment.tick.addingReportingOverflow(offset)
      if overflows { return }
      guard due >= tick else { continue }
      next.inner = scheduler.schedule(at: due, in: place) { [self] in
        for marble in moment.marbles {
          guard !next.isDisposed, send(marble.event) else { return }
        }
        play()
      }
      return
    }
  }

  /// Sends nothing any more.
  func stop() {
    next.dispose()
  }
}
