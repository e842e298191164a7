import MarbleLanguage

/// The sources of events.
extension Trace {
  /// Returns the earliest event in the causes of an event that is on a counted track.
  ///
  /// Returns `nil` if there is none. Stops at a value that combines several others.
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

/// Converts causes to events on the lines of a diagram.
struct OriginResolver {
  private let trace: Trace
  /// For each track, the line of the diagram that shows it.
  private var lines: [Int?]
  /// For each line of the diagram, the number of its events, without interruptions after a disposal.
  private var counts: [Int] = []
  /// For each track, the line that is the source of its values, if there is one; an array that all its events share.
  private var sources: [[Int]]
  /// For each node of the trace, its source if it was computed already.
  private var known: [Source?]
  /// For each node of the trace that no line shows, the closest one before it that a line shows or that combines
  /// others, if it was computed already.
  private var closest: [Trace.Cause?]
  /// The maximum number of causes and of source lines of one event.
  private static let maxCauses = 100
  /// The number of events of a lane after which a closure is asked whether to continue.
  private static let eventsPerCheck = 1024
  private let isWanted: () -> Bool

  /// Creates a resolver for the events of lanes.
  ///
  /// A cause is later than its own causes, so nodes after the last cause of an event are never visited.
  private init(_ lanes: [TracedLane], _ trace: Trace, while isWanted: @escaping () -> Bool) {
    self.trace = trace
    self.isWanted = isWanted
    let last = lanes.lazy.flatMap { [$0.causes] + $0.inner.map(\.causes) }.flatMap(\.self).compactMap(\.index).max()
    lines = Array(repeating: nil, count: trace.trackCount)
    sources = Array(repeating: [], count: trace.trackCount)
    known = Array(repeating: nil, count: last.map { $0 + 1 } ?? 0)
    closest = Array(repeating: nil, count: known.count)
  }

  /// Returns the lanes, from top to bottom, with the origins of their events.
  ///
  /// - Parameter isWanted: A closure that returns whether to continue. If not, the origins of long lanes are unknown.
  static func resolved(
    _ lanes: [TracedLane], by trace: Trace, while isWanted: @escaping () -> Bool
  ) -> [Diagram.Lane] {
    var origins = OriginResolver(lanes, trace, while: isWanted)
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
      // A value that an operator creates itself has no source.
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
    sources[Int(track)] = [source]
  }

  /// Returns the origins of some events.
  ///
  /// The source of an event without one is `line`.
  private mutating func origins(
    of marbles: [Timeline.Marble], _ causes: [Trace.Cause], orFrom line: Int?
  ) -> [Diagram.Origin] {
    let own = line.map(Diagram.Source.line) ?? .unknown
    if causes.isEmpty { return marbles.map { _ in Diagram.Origin(source: own) } }
    var origins: [Diagram.Origin] = []
    for (marble, cause) in zip(marbles, causes) {
      let source = self.source(of: cause).fitting(marble.event)
      origins.append(Diagram.Origin(causes: places(of: cause), source: source == .unknown ? own : source))
      if origins.count.isMultiple(of: Self.eventsPerCheck), !isWanted() { return [] }
    }
    return origins
  }

  /// Returns the causes of an event on the closest lines above it.
  private mutating func places(of cause: Trace.Cause) -> [Diagram.EventReference] {
    var places: [Diagram.EventReference] = []
    var waiting = [cause]
    /// The causes that combine others. They can be reached on several paths, but are visited once.
    var branched: Set<Trace.Cause> = []
    while let next = waiting.popLast(), places.count < Self.maxCauses {
      let cause = shown(upFrom: next)
      switch trace[cause] {
      case .event(let track, let index, _, _):
        guard let line = lines[Int(track)] else { break }
        let place = Diagram.EventReference(line: line, index: Int(index))
        if !places.contains(place) { places.append(place) }
      case .held(let value, let trigger):
        if branched.insert(cause).inserted { waiting += [trigger, value] }
      case .parts(let range):
        if branched.insert(cause).inserted { waiting += trace.parts(range).reversed() }
      case nil: break
      }
    }
    return places
  }

  /// Returns the closest cause that a line shows or that combines others, which may be the given one.
  ///
  /// The causes of the events of an endless stream can be one chain, so the way is not walked again for each of them.
  private mutating func shown(upFrom start: Trace.Cause) -> Trace.Cause {
    var path: [Int] = []
    var cause = start
    while case .event(let track, let index, _, let before) = trace[cause] {
      if let line = lines[Int(track)], index < counts[line] { break }
      if let node = cause.index {
        if let known = closest[node] {
          cause = known
          break
        }
        path.append(node)
      }
      cause = before
    }
    for node in path { closest[node] = cause }
    return cause
  }

  /// Returns the lines on which the value of an event was first sent.
  private mutating func source(of cause: Trace.Cause) -> Source {
    // Walk back to a known source or to the beginning. Then walk forward, because the earliest line is the source.
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
        if source.lines.isEmpty { source.lines = sources[Int(track)] }
        source.isOfEnd = isEnd
      }
      if let index = cause.index { known[index] = source }
    }
    return source
  }

  /// The lines on which a value was first sent.
  private struct Source {
    var lines: [Int] = []
    /// The sources of the parts of a combined value.
    var parts: [Source] = []
    /// Whether it is a terminal event.
    ///
    /// A value that such an event causes is created by the operator.
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

    /// Returns the source for an event: item by item for a tuple, otherwise all lines.
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
