import Reactive

/// What a stream sends to one observer, and when; used by one thread, as the stage is.
///
/// A group or a window that comes as a value is recorded from then on too, and stands there as its timeline.
final class Recording: @unchecked Sendable {
  private let scheduler: VirtualTimeScheduler
  /// The tick from which ticks are counted.
  private let origin: Int
  private let followsParts: Bool
  @exclusivity(unchecked) private var isOn = true
  @exclusivity(unchecked) private var marbles: [Timeline.Marble] = []
  /// Those who observe the parts, and the marbles on which these stand.
  private var parts: [(marble: Int, name: String, observation: Observation)] = []

  /// - Parameters:
  ///   - origin: the tick from which ticks are counted.
  ///   - followsParts: whether groups and windows are recorded too, which makes this their first observer.
  init(on scheduler: VirtualTimeScheduler, countingFrom origin: Int = 0, followsParts: Bool = true) {
    self.scheduler = scheduler
    self.followsParts = followsParts
    self.origin = origin
  }

  /// Whether the stream has ended, and every stream inside it that is followed.
  var hasEnded: Bool {
    marbles.last?.event.isTerminating == true && parts.allSatisfy(\.observation.isOver)
  }

  var observer: Observer<Value, Failure> {
    Observer(
      value: { [self] value in
        record(.value(value))
        if case .stream(let stream) = value { follow(stream) }
      },
      ended: { [self] end in record(Event(end)) })
  }

  private func record(_ event: consuming Event) {
    if isOn { marbles.append(event, at: scheduler.currentTick - origin) }
  }

  /// Records what a part sends from now on; the marble on which it stands is the last one.
  private func follow(_ stream: Stream) {
    guard isOn, followsParts, stream.isPart, let producer = stream.producer else { return }
    let part = Observation(on: scheduler, countingFrom: scheduler.currentTick)
    parts.append((marbles.count - 1, stream.name, part))
    part.begin(producer)
  }

  /// Takes nothing more in; called before the run is let go, whose interruptions are none of the stream's.
  func stop() {
    isOn = false
    for part in parts { part.observation.recording.stop() }
  }

  /// Lets the streams inside it go; they fall silent without a word.
  func disposeParts() {
    for part in parts {
      part.observation.recording.stop()
      part.observation.end()
    }
  }

  /// What came; a run that was stopped would have gone on.
  func timeline(isStopped: Bool) -> Timeline {
    var marbles = marbles
    for part in parts {
      let timeline = part.observation.recording.timeline(isStopped: false)
      marbles[part.marble].event = .value(.stream(Stream(timeline: timeline, name: part.name)))
    }
    return Timeline(marbles, continues: isStopped)
  }
}
