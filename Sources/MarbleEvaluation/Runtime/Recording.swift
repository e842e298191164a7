import MarbleLanguage
import Reactive

/// Records the events that a stream sends to one observer.
///
/// It must be used only from the thread of the run.
///
/// A group or a window among the values is recorded too, and the value is replaced by its timeline. Other streams among
/// the values are only recorded if that is asked for, because to observe them is to start them.
package final class Recording: @unchecked Sendable {
  private let scheduler: VirtualTimeScheduler
  /// The tick from which ticks are counted.
  private let origin: Int
  private let followed: Followed
  @exclusivity(unchecked) private var isOn = true
  @exclusivity(unchecked) private var marbles: [Timeline.Marble] = []
  /// The causes of the marbles, if there is a trace.
  @exclusivity(unchecked) private var causes: [Trace.Cause] = []
  private let trace: Trace?
  private let budget: Budget
  /// The observations of the streams among the values, and the indexes of their marbles.
  private var parts: [(marble: Int, observation: Observation)] = []

  /// The streams among the values that are recorded too.
  package enum Followed {
    case none, substreams, all
  }

  /// Creates a recording without events.
  ///
  /// - Parameters:
  ///   - scheduler: The clock of the run.
  ///   - trace: The trace of the run, if there is one.
  ///   - budget: The limits of the run.
  ///   - origin: The tick from which ticks are counted.
  ///   - followed: The streams to record too, which makes this recording their first observer.
  init(
    on scheduler: VirtualTimeScheduler, _ trace: Trace?, _ budget: Budget, countingFrom origin: Int = 0,
    following followed: Followed = .substreams
  ) {
    self.scheduler = scheduler
    self.trace = trace
    self.budget = budget
    self.followed = followed
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
        if case .all = followed {
          _ = value.replacingStreams { stream in
            follow(stream)
            return stream
          }
        } else if case .stream(let stream) = value {
          follow(stream)
        }
      },
      ended: { [self] end in record(Event(end)) })
  }

  private func record(_ event: consuming Event) {
    guard isOn else { return }
    budget.keep(event.sizeToRecord)
    marbles.append(event, at: scheduler.currentTick - origin)
    if let trace { causes.append(trace.now.cause) }
  }

  /// Records a stream in the last marble from now on.
  private func follow(_ stream: Stream) {
    switch followed {
    case .none: return
    case .substreams where !stream.isSubstream: return
    case .substreams, .all: break
    }
    guard isOn, let producer = stream.producer else { return }
    budget.keep(Budget.sizeOfSubstream)
    let part = Observation(on: scheduler, trace, budget, countingFrom: scheduler.currentTick, following: followed)
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
  package struct Result {
    package var timeline: Timeline
    /// The causes of the events, if there was a trace.
    package var causes: [Trace.Cause]
    /// The results of the substreams, with the indexes of their marbles.
    var parts: [(marble: Int, result: Result)]
  }

  /// Returns the recorded events.
  ///
  /// The timeline of a stopped run ends in `>`.
  func result(isStopped: Bool) -> Result {
    var marbles = marbles
    let results = parts.map { (marble: $0.marble, result: $0.observation.recording.result(isStopped: false)) }
    for (marble, own) in Dictionary(grouping: results, by: \.marble) {
      guard case .value(let value) = marbles[marble].event else { continue }
      var own = own[...]
      marbles[marble].event = .value(
        value.replacingStreams { stream in
          guard stream.timeline == nil, let part = own.popFirst() else { return stream }
          return stream.recorded(as: part.result.timeline)
        })
    }
    return Result(timeline: Timeline(marbles, continues: isStopped), causes: causes, parts: results)
  }
}
