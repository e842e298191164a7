import MarbleLanguage

/// Where events come from, told by the lines of a diagram.
extension Trace {
  /// The event from outside that something came of, on the last line that counts; `nil` where there is none, or several.
  func source(of cause: Cause, where counts: (Track) -> Bool) -> (track: Track, index: Int)? {
    var cause = cause
    var found: (Track, Int)?
    while true {
      switch self[cause] {
      case .event(let track, let index, _, let before):
        if counts(track) { found = (track, Int(index)) }
        cause = before
      case .held(let value, _): cause = value
      case .parts, nil: return found
      }
    }
  }
}

/// Finds the lines and places of a diagram that causes are.
struct OriginResolver {
  private let trace: Trace
  /// For each line of the trace, the line of a diagram on which it is drawn.
  private var lines: [Int?]
  /// For each line of a diagram, how many events it has: what came when it was let go is none.
  private var counts: [Int] = []
  /// For each line of the trace, the line that its values count as.
  private var sources: [Int?]
  /// What was found out before, event by event.
  private var known: [Source?]
  /// How many causes of one event are told, and how many lines that it comes from.
  private static let maxCauses = 100

  init(_ trace: Trace) {
    self.trace = trace
    lines = Array(repeating: nil, count: trace.trackCount)
    sources = lines
    known = Array(repeating: nil, count: trace.count)
  }

  /// Takes lanes from top to bottom, and gives them with where their events come from.
  static func resolved(_ lanes: [TracedLane], by trace: Trace) -> [Diagram.Lane] {
    var origins = OriginResolver(trace)
    var line = 0
    for traced in lanes {
      let own = line
      for track in traced.tracks { origins.place(track, on: own, countingAs: own) }
      origins.counts.append(traced.lane.timeline.loop == nil ? traced.lane.timeline.marbles.count : .max)
      line += 1
      for inner in traced.inner {
        origins.counts.append(inner.inner.marbles.count)
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
    lines[Int(track)] = line
    sources[Int(track)] = source
  }

  /// Where some events come from; what comes from no line that is drawn, comes from `line`.
  private mutating func origins(
    of marbles: [Timeline.Marble], _ causes: [Trace.Cause], orFrom line: Int?
  ) -> [Diagram.Origin] {
    let own = line.map(Diagram.Source.line) ?? .unknown
    if causes.isEmpty { return marbles.map { _ in Diagram.Origin(source: own) } }
    return zip(marbles, causes).map { marble, cause in
      let source = self.source(of: cause).fitting(marble.event)
      return Diagram.Origin(causes: places(of: cause), source: source == .unknown ? own : source)
    }
  }

  /// The events on the lines next to it that made an event come.
  private func places(of cause: Trace.Cause) -> [Diagram.EventReference] {
    var places: [Diagram.EventReference] = []
    var waiting = [cause]
    /// What leads to several, which may be reached on many ways.
    var branched: Set<Trace.Cause> = []
    while let cause = waiting.popLast(), places.count < Self.maxCauses {
      switch trace[cause] {
      case .event(let track, let index, _, let before):
        if let line = lines[Int(track)], index < counts[line] {
          let place = Diagram.EventReference(line: line, index: Int(index))
          if !places.contains(place) { places.append(place) }
        } else {
          waiting.append(before)
        }
      case .held(let value, let trigger):
        if branched.insert(cause).inserted { waiting += [trigger, value] }
      case .parts(let range):
        if branched.insert(cause).inserted { waiting += trace.parts(range).reversed() }
      case nil: break
      }
    }
    return places
  }

  /// The lines that what came of an event was first sent on.
  private mutating func source(of cause: Trace.Cause) -> Source {
    // Back to where it is known or begins; then forward again, since the last line that is drawn counts.
    var path: [Trace.Cause] = []
    var cause = cause
    var source = Source.unknown
    walk: while true {
      if let index = cause.index, let found = known[index] {
        source = found
        break
      }
      switch trace[cause] {
      case .event(_, _, _, let before):
        path.append(cause)
        cause = before
      case .held(let value, _):
        path.append(cause)
        cause = value
      case .parts(let range):
        source = Source(parts: trace.parts(range).map { self.source(of: $0) })
        if let index = cause.index { known[index] = source }
        break walk
      case nil:
        break walk
      }
    }
    for cause in path.reversed() {
      if case .event(let track, _, let isEnd, _) = trace[cause] {
        if !isEnd, source.isOfEnd { source = .unknown }
        if source.lines.isEmpty, let line = sources[Int(track)] { source.lines = [line] }
        source.isOfEnd = isEnd
      }
      if let index = cause.index { known[index] = source }
    }
    return source
  }

  /// The lines that something was first sent on, as far as they are told.
  private struct Source {
    var lines: [Int] = []
    /// The same for each part of what was put together.
    var parts: [Source] = []
    /// Whether it came of an end: a value that does is made by the operator.
    var isOfEnd = false

    static let unknown = Source()

    init() {}

    init(parts: [Source]) {
      self.parts = parts.map { $0.isOfEnd ? .unknown : $0 }
      var found: Set<Int> = []
      for line in self.parts.lazy.flatMap(\.lines) where found.insert(line).inserted {
        lines.append(line)
        if lines.count == OriginResolver.maxCauses { break }
      }
    }

    /// What is to be told of it for an event: item by item for a tuple, else all lines that it comes from.
    func fitting(_ event: Event) -> Diagram.Source {
      if case .value(.tuple(let items)) = event, !parts.isEmpty, items.count == parts.count {
        return .parts(zip(parts, items).map { $0.fitting(.value($1)) })
      }
      if isOfEnd, !event.isTerminating { return .unknown }
      switch lines.count {
      case 0: return .unknown
      case 1: return .line(lines[0])
      default: return .parts(lines.map(Diagram.Source.line))
      }
    }
  }
}
