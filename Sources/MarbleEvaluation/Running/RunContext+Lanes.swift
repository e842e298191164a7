import MarbleLanguage
import Reactive

/// A lane for a diagram, with its tracks and the causes of its events.
struct TracedLane {
  var lane: Diagram.Lane
  /// The tracks that this lane shows.
  ///
  /// There can be several if a source was started several times.
  var tracks: [Trace.Track] = []
  /// The causes of its events, one for each, or an empty array for a source.
  var causes: [Trace.Cause] = []
  /// The inner streams, which are added to the lane at the end.
  var inner: [TracedInner] = []
}

/// An inner stream for a diagram, with its track and the causes of its events.
struct TracedInner {
  var inner: Diagram.Inner
  var track: Trace.Track?
  var causes: [Trace.Cause] = []
  /// Whether this is a further start of the lane's source.
  ///
  /// The source of its values is the lane.
  var isRestart = false
}

/// The lanes of a run.
extension RunContext {
  /// Returns the lanes of the sources in the order of definition, with their inner streams, followed by the lanes of
  /// `log`.
  ///
  /// - Parameter last: The last tick on which inner streams of a lane start.
  func inputLanes(through last: Int = .max) -> [TracedLane] {
    let observed = Dictionary(grouping: sources.subscriptions) { ObjectIdentifier($0.binding) }
    var lanes: [TracedLane] = []
    for binding in sources.reached.sorted(by: { bindings.place(of: $0) < bindings.place(of: $1) }) {
      guard let starts = observed[ObjectIdentifier(binding)] else { continue }
      switch binding.kind {
      case .pipe(let timeline): lanes.append(lane(of: binding, sending: timeline, to: starts))
      case .cold(let timelines):
        // A source that is started only in inner streams has no lane of its own.
        let own = starts.filter { $0.inner == nil }
        if !own.isEmpty { lanes.append(lane(of: binding, playing: timelines, in: own, through: last)) }
      case .expression, .customOperator, .unknownOperator: break
      }
    }
    for binding in sources.quoted {
      let starts = observed[ObjectIdentifier(binding)] ?? []
      var traced = lane(of: binding, playing: binding.timelines, in: starts, through: last)
      // A timeline in the expression itself is not marked as cold.
      traced.lane.isCold = false
      lanes.append(traced)
    }
    attachInnerStreams(to: &lanes, through: last)
    return lanes + logLanes
  }

  private func lane(of binding: Binding, sending timeline: Timeline, to starts: [Subscription]) -> TracedLane {
    let record = sources.pipes[ObjectIdentifier(binding)]
    return TracedLane(
      lane: Diagram.Lane(
        name: binding.name, timeline: timeline, unobserved: record?.unobserved(of: timeline) ?? [],
        observed: starts.map(\.window)),
      tracks: [record?.track].compactMap(\.self))
  }

  /// Returns the lane of a cold source: its first timeline, with an inner stream for each start on another tick.
  private func lane(
    of binding: Binding, playing timelines: [Timeline], in starts: [Subscription], through last: Int
  ) -> TracedLane {
    var traced = TracedLane(
      lane: Diagram.Lane(
        name: binding.name, timeline: timelines[0], isCold: true, observed: starts.map(\.window)))
    var observedCount: Int?
    for start in starts where start.start <= last {
      guard start.start != 0 || start.attempt != 0 else {
        traced.tracks += [start.track].compactMap(\.self)
        observedCount = max(observedCount ?? 0, start.end == nil ? .max : start.marbles.count)
        continue
      }
      traced.inner.append(
        TracedInner(
          inner: Diagram.Inner(
            name: binding.name, subscribed: start.start, marbles: start.marbles,
            disposed: start.wasDisposed ? start.end : nil, missed: start.missed(of: timelines)),
          track: start.track, isRestart: true))
    }
    // Without a start on tick 0, the events of the lane itself were not sent.
    if let first = timelines.first, observedCount ?? 0 < first.marbles.count {
      traced.lane.unobserved = Array((observedCount ?? 0)..<first.marbles.count)
    }
    return traced
  }
}

extension Recording.Result {
  /// Returns the result as a lane, with its substreams up to a tick.
  func lane(named name: String, through last: Int = .max, observed: [Window]) -> TracedLane {
    var traced = TracedLane(
      lane: Diagram.Lane(name: name, timeline: timeline, role: .output, observed: observed), causes: causes)
    traced.inner = inner(from: 0, through: last, depth: 1)
    return traced
  }

  /// Returns the substreams up to a tick, and their substreams.
  private func inner(from origin: Int, through last: Int, depth: Int) -> [TracedInner] {
    var inner: [TracedInner] = []
    for (number, part) in parts.enumerated() {
      let start = timeline.marbles[part.marble].tick + origin
      guard start <= last, case .value(let value) = timeline.marbles[part.marble].event else { continue }
      let marbles = part.result.timeline.marbles.map { Timeline.Marble(tick: $0.tick + start, event: $0.event) }
      inner.append(
        TracedInner(
          inner: Diagram.Inner(
            name: value.nameOfStream(number: number), marble: depth == 1 ? part.marble : nil, subscribed: start,
            marbles: marbles, depth: depth),
          causes: part.result.causes))
      inner += part.result.inner(from: start, through: last, depth: depth + 1)
    }
    return inner
  }
}

extension Subscription {
  /// Returns the events that the stream would have sent after its disposal.
  fileprivate func missed(of timelines: [Timeline]) -> [Timeline.Marble] {
    guard wasDisposed else { return [] }
    return timelines[attempt].marbles.dropFirst(marbles.count).map { marble in
      Timeline.Marble(tick: marble.tick + start, event: marble.event)
    }
  }
}
