import MarbleLanguage
import Reactive

/// Records the events that a stream sends to one observer.
///
/// It must be used only from the thread of the run.
///
/// A group or a window among the values is recorded too, and the value is replaced by its timeline.
final class Recording: @unchecked Sendable {
  private let scheduler: VirtualTimeScheduler
  /// The tick from which ticks are counted.
  private let origin: Int
  private let followsSubstreams: Bool
  @exclusivity(unchecked) private var isOn = true
  @exclusivity(unchecked) private var marbles: [Timeline.Marble] = []
  /// The causes of the marbles, if there is a trace.
  @exclusivity(unchecked) private var causes: [Trace.Cause] = []
  private let trace: Trace?
  /// The observations of the substreams, and the indexes of their marbles.
  private var parts: [(marble: Int, observation: Observation)] = []

  /// Creates a recording without events.
  ///
  /// - Parameters:
  ///   - scheduler: The clock of the run.
  ///   - trace: The trace of the run, if there is one.
  ///   - origin: The tick from which ticks are counted.
  ///   - followsSubstreams: Whether to record groups and windows too, which makes this recording their first
  ///     observer.
  init(
    on scheduler: VirtualTimeScheduler, _ trace: Trace?, countingFrom origin: Int = 0, followsSubstreams: Bool = true
  ) {
    self.scheduler = scheduler
    self.trace = trace
    self.followsSubstreams = followsSubstreams
    self.origin = origin
  }

  /// Whether the stream and all recorded substreams have ended.
  var hasEnded: Bool {
    marbles.last?.event.isTerminating == true && parts.allSatisfy(\.observation.isOver)
  }

  var observer: Observer<Value, Failure> {
    Observer(
      value: { [self] value in
        record(.value(value.recorded))
        if case .stream(let stream) = value { follow(stream) }
      },
      ended: { [self] end in record(Event(end)) })
  }

  private func record(_ event: consuming Event) {
    guard isOn else { return }
    marbles.append(event, at: scheduler.currentTick - origin)
    if let trace { causes.append(trace.now.cause) }
  }

  /// Records the substream of the last marble from now on.
  private func follow(_ stream: Stream) {
    guard isOn, followsSubstreams, stream.isSubstream, let producer = stream.producer else { return }
    let part = Observation(on: scheduler, trace, countingFrom: scheduler.currentTick)
    parts.append((marbles.count - 1, part))
    part.begin(producer)
  }

  /// Stops recording.
  ///
  /// Called before the run is disposed, because the resulting interruptions do not belong to the stream.
  func stop() {
    isOn = false
    for part in parts { part.observation.recording.stop() }
  }

  /// Disposes the substreams without recording their interruptions.
  func disposeSubstreams() {
    for part in parts {
      part.observation.recording.stop()
      part.observation.end()
    }
  }

  /// The recorded events and their causes.
  struct Result {
    var timeline: Timeline
    /// The causes of the events, if there was a trace.
    var causes: [Trace.Cause]
    /// The results of the substreams, with the indexes of their marbles.
    var parts: [(marble: Int, result: Result)]
  }

  /// Returns the recorded events.
  ///
  /// The timeline of a stopped run ends in `>`.
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
