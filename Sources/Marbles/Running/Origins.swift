/// Where events come from, told by the lines of a diagram.
extension Trace {
  /// The event from outside that something came of, on the last line that counts; `nil` where there is none, or several.
  func source(of cause: Cause, where counts: (Track) -> Bool) -> (track: Track, index: Int)? {
    var cause = cause
    var found: (Track, Int)?
    while true {
      switch self[cause] {
      case .event(let track, let index, let before):
        if counts(track) { found = (track, Int(index)) }
        cause = before
      case .held(let value, _): cause = value
      case .parts, nil: return found
      }
    }
  }
}

/// Finds the lines and places of a diagram that causes are.
struct Origins {
  private let trace: Trace
  /// The line of a diagram on which a line of the trace is drawn.
  private var lines: [Trace.Track: Int] = [:]
  /// The line that its values count as.
  private var sources: [Trace.Track: Int] = [:]
  /// What was found out before.
  private var known: [Trace.Cause: Diagram.Source] = [:]
  /// How many causes of one event are told.
  private static let mostCauses = 100

  init(_ trace: Trace) {
    self.trace = trace
  }

  /// Takes lanes from top to bottom, and gives them with where their events come from.
  static func resolved(_ lanes: [TracedLane], by trace: Trace) -> [Diagram.Lane] {
    var origins = Origins(trace)
    var line = 0
    for traced in lanes {
      let own = line
      for track in traced.tracks { origins.place(track, on: own, countingAs: own) }
      line += 1
      for inner in traced.inner {
        if let track = inner.track { origins.place(track, on: line, countingAs: inner.isRestart ? own : line) }
        line += 1
      }
    }
    line = 0
    return lanes.map { traced in
      var lane = traced.lane
      let own = line
      // What an operator makes of its own comes from no line.
      lane.origins = origins.origins(
        of: lane.timeline.marbles, traced.causes, orFrom: traced.causes.isEmpty ? own : nil)
      line += 1
      lane.inner = traced.inner.map { tracedInner in
        var inner = tracedInner.inner
        let source = tracedInner.isRestart ? own : line
        inner.origins = origins.origins(of: inner.marbles, tracedInner.causes, orFrom: source)
        line += 1
        return inner
      }
      return lane
    }
  }

  private mutating func place(_ track: Trace.Track, on line: Int, countingAs source: Int) {
    lines[track] = line
    sources[track] = source
  }

  /// Where some events come from; what comes from no line that is drawn, comes from `line`.
  private mutating func origins(
    of marbles: [Timeline.Marble], _ causes: [Trace.Cause], orFrom line: Int?
  ) -> [Diagram.Origin] {
    let own = line.map(Diagram.Source.line) ?? .unknown
    if causes.isEmpty { return marbles.map { _ in Diagram.Origin(source: own) } }
    return zip(marbles, causes).map { marble, cause in
      var source = self.source(of: cause)
      if source == .unknown { source = own }
      return Diagram.Origin(causes: places(of: cause), source: source.fitting(marble.event))
    }
  }

  /// The events on the lines next to it that made an event come.
  private func places(of cause: Trace.Cause) -> [Diagram.Place] {
    var places: [Diagram.Place] = []
    var waiting = [cause]
    while let cause = waiting.popLast(), places.count < Self.mostCauses {
      switch trace[cause] {
      case .event(let track, let index, let before):
        if let line = lines[track] {
          let place = Diagram.Place(line: line, index: Int(index))
          if !places.contains(place) { places.append(place) }
        } else {
          waiting.append(before)
        }
      case .held(let value, let trigger): waiting += [trigger, value]
      case .parts(let range): waiting += trace.parts(range).reversed()
      case nil: break
      }
    }
    return places
  }

  /// The lines that what came of an event was first sent on.
  private mutating func source(of cause: Trace.Cause) -> Diagram.Source {
    // Back to where it is known or begins; then forward again, since the last line that is drawn counts.
    var path: [Trace.Cause] = []
    var cause = cause
    var source = Diagram.Source.unknown
    walk: while true {
      if let found = known[cause] {
        source = found
        break
      }
      switch trace[cause] {
      case .event(_, _, let before):
        path.append(cause)
        cause = before
      case .held(let value, _):
        path.append(cause)
        cause = value
      case .parts(let range):
        source = .parts(trace.parts(range).map { self.source(of: $0) })
        known[cause] = source
        break walk
      case nil:
        break walk
      }
    }
    for cause in path.reversed() {
      if source == .unknown, case .event(let track, _, _) = trace[cause], let line = sources[track] {
        source = .line(line)
      }
      known[cause] = source
    }
    return source
  }
}

extension Diagram.Source {
  /// The same for what an event carries: item by item for a tuple, else all lines that it comes from.
  fileprivate func fitting(_ event: Event) -> Diagram.Source {
    guard case .parts(let parts) = self else { return self }
    if case .value(.tuple(let items)) = event, items.count == parts.count {
      return .parts(zip(parts, items).map { $0.fitting(.value($1)) })
    }
    var lines: [Diagram.Source] = []
    collect(into: &lines)
    return lines.count == 1 ? lines[0] : .parts(lines)
  }

  private func collect(into lines: inout [Diagram.Source]) {
    switch self {
    case .unknown: break
    case .line: if !lines.contains(self) { lines.append(self) }
    case .parts(let parts): for part in parts { part.collect(into: &lines) }
    }
  }
}
