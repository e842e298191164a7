import MarbleLanguage
import Reactive

/// What a stream sends to one observer, and when; used by one thread, as the stage is.
///
/// A group or a window that comes as a value is recorded from then on too, and stands there as its timeline.
final class Recording: @unchecked Sendable {
  private let scheduler: VirtualTimeScheduler
  /// The tick from which ticks are counted.
  private let origin: Int
  private let followsSubstreams: Bool
  @exclusivity(unchecked) private var isOn = true
  @exclusivity(unchecked) private var marbles: [Timeline.Marble] = []
  /// What made each of them come, where somebody wants to know.
  @exclusivity(unchecked) private var causes: [Trace.Cause] = []
  private let trace: Trace?
  /// Those who observe the parts, and the marbles on which these stand.
  private var parts: [(marble: Int, observation: Observation)] = []

  /// - Parameters:
  ///   - origin: the tick from which ticks are counted.
  ///   - followsParts: whether groups and windows are recorded too, which makes this their first observer.
  init(
    on scheduler: VirtualTimeScheduler, _ trace: Trace?, countingFrom origin: Int = 0, followsSubstreams: Bool = true
  ) {
    self.scheduler = scheduler
    self.trace = trace
    self.followsSubstreams = followsSubstreams
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
    guard isOn else { return }
    marbles.append(event, at: scheduler.currentTick - origin)
    if let trace { causes.append(trace.now.cause) }
  }

  /// Records what a part sends from now on; the marble on which it stands is the last one.
  private func follow(_ stream: Stream) {
    guard isOn, followsSubstreams, stream.isSubstream, let producer = stream.producer else { return }
    let part = Observation(on: scheduler, trace, countingFrom: scheduler.currentTick)
    parts.append((marbles.count - 1, part))
    part.begin(producer)
  }

  /// Takes nothing more in; called before the run is let go, whose interruptions are none of the stream's.
  func stop() {
    isOn = false
    for part in parts { part.observation.recording.stop() }
  }

  /// Lets the streams inside it go; they fall silent without a word.
  func disposeSubstreams() {
    for part in parts {
      part.observation.recording.stop()
      part.observation.end()
    }
  }

  /// What came, and what made it come.
  struct Result {
    var timeline: Timeline
    /// What made each event come, where somebody wanted to know.
    var causes: [Trace.Cause]
    /// What the streams inside it sent, by the marble on which each stands.
    var parts: [(marble: Int, result: Result)]
  }

  /// What came; a run that was stopped would have gone on.
  func result(isStopped: Bool) -> Result {
    var marbles = marbles
    var results: [(marble: Int, result: Result)] = []
    for part in parts {
      let result = part.observation.recording.result(isStopped: false)
      guard case .value(.stream(let stream)) = marbles[part.marble].event else { continue }
      marbles[part.marble].event = .value(.stream(stream.recorded(as: result.timeline)))
      results.append((part.marble, result))
    }
    return Result(timeline: Timeline(marbles, continues: isStopped), causes: causes, parts: results)
  }
}
