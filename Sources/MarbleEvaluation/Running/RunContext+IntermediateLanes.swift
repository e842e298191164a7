import MarbleLanguage

/// The lanes of streams in the middle of an expression.
extension RunContext {
  /// The lanes of `log`.
  var logLanes: [TracedLane] {
    assembly.intermediateLanes.compactMap { if case .log = $0.kind { lane(of: $0, in: $0.starts) } else { nil } }
  }

  /// The lanes of the operators, the innermost first, if they were recorded.
  var operatorLanes: [(text: String, lane: TracedLane)] {
    assembly.intermediateLanes.compactMap {
      if case .operator(let text) = $0.kind { (text, lane(of: $0, in: $0.starts)) } else { nil }
    }
  }

  /// Returns the lanes of the named expressions that were observed more than once.
  ///
  /// - Parameter result: The name whose stream is the result, which has its own lane.
  func namedLanes(except result: Binding?) -> [(text: String, lane: TracedLane)] {
    assembly.intermediateLanes.compactMap { stream in
      // The starts in inner streams have their own rows.
      let starts = stream.starts.filter { !$0.isInner }
      guard case .named(let text) = stream.kind, stream.binding !== result, starts.count > 1 else { return nil }
      return (text, lane(of: stream, in: starts))
    }
  }

  /// Returns the lane of a stream, with a row for each further start that sent something else.
  private func lane(of stream: IntermediateLane, in starts: [IntermediateLane.Start]) -> TracedLane {
    let windows = sources.subscriptions.filter { $0.binding === stream.binding }.map(\.window)
    var traced = TracedLane(
      lane: Diagram.Lane(name: stream.name, timeline: Timeline(), role: .stage, observed: windows))
    var recorded: [RecordedStart] = []
    for (index, start) in starts.enumerated() where index == 0 || !start.isInner {
      recorded.append(RecordedStart(start, isStopped: budget.stop != nil && stream.showsStop))
    }
    guard let first = recorded.first else { return traced }
    let shown = recorded.filter(first.begins).reduce(first) { $0.begins($1) ? $1 : $0 }
    traced.lane.timeline = shown.result.timeline
    traced.causes = shown.result.causes
    for start in recorded {
      if start.begins(shown) { traced.tracks.append(start.track) } else { traced.inner.append(start.row(stream.name)) }
    }
    return traced
  }
}

extension IntermediateLane {
  /// Whether the lane of a stopped run ends in `>`.
  fileprivate var showsStop: Bool { if case .log = kind { false } else { true } }
}

/// A start of a stream with the events that it sent.
private struct RecordedStart {
  let tick: Int
  let track: Trace.Track
  let result: Recording.Result
  /// The events without a final interruption, which a disposal causes too.
  let received: ArraySlice<Timeline.Marble>
  /// The tick of the interruption.
  let disposed: Int?

  init(_ start: IntermediateLane.Start, isStopped: Bool) {
    (tick, track) = (start.tick, start.track)
    result = start.recording.result(isStopped: isStopped)
    let marbles = result.timeline.marbles
    disposed = marbles.last?.event == .interrupted ? marbles.last?.tick : nil
    received = marbles.dropLast(disposed == nil ? 0 : 1)
  }

  /// Whether another start on the same tick sent at least the same events.
  func begins(_ other: RecordedStart) -> Bool {
    tick == other.tick && other.received.starts(with: received)
      && (received.count < other.received.count || disposed ?? .max <= other.disposed ?? .max)
  }

  func row(_ name: String) -> TracedInner {
    TracedInner(
      inner: Diagram.Inner(name: name, subscribed: tick, marbles: Array(received), disposed: disposed), track: track,
      causes: Array(result.causes.prefix(received.count)), isRestart: true)
  }
}
