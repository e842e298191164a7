import MarbleLanguage
import Reactive

/// The sources that a run uses.
package struct RunSources {
  /// The streams of the names that were used so far, with the heights of their operators.
  var producers: [ObjectIdentifier: (producer: Producer, height: Int)] = [:]
  /// The inputs of the pipes.
  var inputs: [Signal<Value, Failure>.Observer] = []
  /// The records of the pipes, if there is a trace.
  package var pipes: [ObjectIdentifier: PipeRecord] = [:]
  /// The subscriptions to named streams, in the order in which they began, up to a limit.
  package var subscriptions: [Subscription] = []
  /// The number of subscriptions to timelines without a name that have not ended.
  var unnamedCount = 0
  /// The bindings that the expression uses, in the order of their first use.
  package private(set) var reached: [Binding] = []
  /// The timelines in quotes in the expression, with the names of their lanes.
  private(set) var quoted: [Binding] = []
  /// The last tick with an event that is written in the script, or the last boundary of a window.
  private var lastWrittenTick = 0
  /// Whether the run may contain endless parts.
  var mayGoOn = false

  /// Records that the run uses a binding.
  mutating func reach(_ binding: Binding) {
    reached.append(binding)
    recordWritten(binding)
  }

  /// Records a timeline in quotes that is an input of the expression.
  mutating func quote(_ binding: Binding) {
    quoted.append(binding)
    recordWritten(binding)
  }

  private mutating func recordWritten(_ binding: Binding) {
    for timeline in binding.timelines { recordWritten(tick: timeline.loop?.start ?? timeline.end) }
  }

  mutating func recordWritten(tick: Int) { lastWrittenTick = max(lastWrittenTick, tick) }

  /// Returns the tick after which the run is stopped: a number of ticks after the last one that is written.
  func lastTick(after ticks: Int) -> Int {
    guard mayGoOn else { return Timeline.latestTick }
    let (sum, overflows) = lastWrittenTick.addingReportingOverflow(ticks)
    return overflows ? Timeline.latestTick : min(sum, Timeline.latestTick)
  }

  /// Removes the streams after the run, and returns what keeps them alive.
  ///
  /// Releasing them runs code that uses the sources, so the caller does that.
  mutating func removeStreams() -> some Any {
    defer { (inputs, producers) = ([], [:]) }
    return (inputs, producers)
  }
}
