import MarbleLanguage
import Reactive

/// A lane on its way into a diagram, with where its events were recorded and what made them come.
struct TracedLane {
  var lane: Diagram.Lane
  /// The lines of the trace that are this lane; several starts of one source may be.
  var tracks: [Trace.Track] = []
  /// What made its events come, one for each; none for what comes from outside.
  var causes: [Trace.Cause] = []
  /// Its inner streams, which are put into the lane at last.
  var inner: [TracedInner] = []
}

/// An inner stream on its way into a diagram.
struct TracedInner {
  var inner: Diagram.Inner
  var track: Trace.Track?
  var causes: [Trace.Cause] = []
  /// Whether it is one more start of the lane's own source, whose values count as the lane's.
  var isRestart = false
}

/// What a run has to show besides its results.
extension RunContext {
  /// The sources that took part, in the order of definition, each with the streams that traveled in it; then what was
  /// logged.
  ///
  /// - Parameter ghosts: what inner streams would have sent besides, by their paths.
  func inputLanes(ghosts: [[Int]: [Timeline.Marble]] = [:]) -> [TracedLane] {
    let observed = Dictionary(grouping: subscriptions) { ObjectIdentifier($0.binding) }
    var lanes: [TracedLane] = []
    for binding in reached.sorted(by: { bindings.place(of: $0) < bindings.place(of: $1) }) {
      guard let starts = observed[ObjectIdentifier(binding)] else { continue }
      switch binding.kind {
      case .pipe(let timeline): lanes.append(lane(of: binding, sending: timeline, to: starts))
      case .cold(let timelines):
        // What is started inside inner streams only, is drawn there.
        let own = starts.filter { $0.inner == nil }
        if !own.isEmpty { lanes.append(lane(of: binding, playing: timelines, in: own)) }
      case .expression, .operator: break
      }
    }
    for binding in quoted {
      var traced = lane(of: binding, playing: binding.timelines, in: observed[ObjectIdentifier(binding)] ?? [])
      // What stands in the expression itself needs no word on how it starts.
      traced.lane.isCold = false
      lanes.append(traced)
    }
    attachInnerStreams(to: &lanes, ghosts)
    return lanes + intermediateLanes.filter { $0.text == nil }.map(lane)
  }

  private func lane(of binding: Binding, sending timeline: Timeline, to starts: [Subscription]) -> TracedLane {
    let record = pipes[ObjectIdentifier(binding)]
    return TracedLane(
      lane: Diagram.Lane(
        name: binding.name, timeline: timeline, unobserved: record?.unobserved(of: timeline) ?? [],
        observed: starts.map(\.window)),
      tracks: [record?.track].compactMap(\.self))
  }

  /// A cold source is drawn as its first timeline, with a line of its own for each start at another time.
  private func lane(of binding: Binding, playing timelines: [Timeline], in starts: [Subscription]) -> TracedLane {
    var traced = TracedLane(
      lane: Diagram.Lane(
        name: binding.name, timeline: timelines[0], isCold: true, observed: starts.map(\.window)))
    var heard: Int?
    for start in starts {
      guard start.start != 0 || start.attempt != 0 else {
        traced.tracks += [start.track].compactMap(\.self)
        heard = max(heard ?? 0, start.end == nil ? .max : start.marbles.count)
        continue
      }
      traced.inner.append(
        TracedInner(
          inner: Diagram.Inner(
            name: binding.name, subscribed: start.start, marbles: start.marbles,
            disposed: start.wasDisposed ? start.end : nil, missed: start.missed(of: timelines)),
          track: start.track, isRestart: true))
    }
    // Where nobody started it on tick 0, nothing came when its own timeline says so.
    if let first = timelines.first, heard ?? 0 < first.marbles.count {
      traced.lane.unobserved = Array((heard ?? 0)..<first.marbles.count)
    }
    return traced
  }

  // MARK: Operators and results

  /// What each operator sent, where they have lanes, the innermost first.
  var stageLanes: [(text: String, lane: TracedLane)] {
    intermediateLanes.compactMap { side in side.text.map { ($0, lane(of: side)) } }
  }

  private func lane(of side: IntermediateLane) -> TracedLane {
    let result = side.recording.result(isStopped: budget.stop != nil && side.text != nil)
    return TracedLane(
      lane: Diagram.Lane(name: side.name, timeline: result.timeline, role: .stage), tracks: [side.track],
      causes: result.causes)
  }
}

extension Recording.Result {
  /// A result as a lane, with the streams in it beneath.
  func lane(named name: String, observed: [Window]) -> TracedLane {
    var traced = TracedLane(
      lane: Diagram.Lane(name: name, timeline: timeline, role: .output, observed: observed), causes: causes)
    traced.inner = inner(from: 0, depth: 1)
    return traced
  }

  /// The streams in it, and the streams in those.
  private func inner(from origin: Int, depth: Int) -> [TracedInner] {
    var inner: [TracedInner] = []
    for (number, part) in parts.enumerated() {
      let start = timeline.marbles[part.marble].tick + origin
      guard case .value(let value) = timeline.marbles[part.marble].event else { continue }
      let marbles = part.result.timeline.marbles.map { Timeline.Marble(tick: $0.tick + start, event: $0.event) }
      inner.append(
        TracedInner(
          inner: Diagram.Inner(
            name: value.nameOfStream(number: number), marble: depth == 1 ? part.marble : nil, subscribed: start,
            marbles: marbles, depth: depth),
          causes: part.result.causes))
      inner += part.result.inner(from: start, depth: depth + 1)
    }
    return inner
  }
}

extension Subscription {
  /// What it would have sent had it not been let go.
  fileprivate func missed(of timelines: [Timeline]) -> [Timeline.Marble] {
    guard wasDisposed else { return [] }
    return timelines[attempt].marbles.dropFirst(marbles.count).map { marble in
      Timeline.Marble(tick: marble.tick + start, event: marble.event)
    }
  }
}
