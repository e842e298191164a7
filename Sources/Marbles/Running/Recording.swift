import Reactive

/// What a stream sends, and when; used by one thread, as the stage is.
///
/// A group or a window that comes as a value is recorded from then on too, and stands there as its timeline.
final class Recording: @unchecked Sendable {
  private let scheduler: VirtualTimeScheduler
  /// The tick from which ticks are counted.
  private let origin: Int
  private let switchboard: Switch
  private let followsParts: Bool
  private var marbles: [Timeline.Marble] = []
  /// The recordings of parts, and the marbles on which they stand.
  private var parts: [(marble: Int, name: String, recording: Recording)] = []

  /// Whether anything is taken in, for a recording with all that hangs on it.
  private final class Switch {
    var isOn = true
  }

  /// - Parameter followsParts: whether groups and windows are recorded too, which makes this their first observer.
  init(on scheduler: VirtualTimeScheduler, followsParts: Bool = true) {
    self.scheduler = scheduler
    self.followsParts = followsParts
    origin = 0
    switchboard = Switch()
  }

  private init(beneath other: Recording) {
    scheduler = other.scheduler
    followsParts = true
    origin = scheduler.currentTick
    switchboard = other.switchboard
  }

  var observer: Observer<Value, Failure> {
    Observer { [self] event in
      guard switchboard.isOn else { return }
      marbles.append(Timeline.Marble(tick: scheduler.currentTick - origin, event: event))
      if followsParts, case .value(.stream(let stream)) = event, stream.isPart, let producer = stream.producer {
        let recording = Recording(beneath: self)
        parts.append((marbles.count - 1, stream.name, recording))
        producer.start(recording.observer)
      }
    }
  }

  /// Takes nothing more in; called before the run is let go, whose interruptions are none of the stream's.
  func stop() {
    switchboard.isOn = false
  }

  /// What came; a run that was stopped would have gone on.
  func timeline(isStopped: Bool) -> Timeline {
    var marbles = marbles
    for part in parts {
      let timeline = part.recording.timeline(isStopped: false)
      marbles[part.marble].event = .value(.stream(Stream(timeline: timeline, name: part.name)))
    }
    return Timeline(marbles, continues: isStopped)
  }
}
