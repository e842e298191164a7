import MarbleEvaluation
import MarbleLanguage

extension Layout {
  /// One line of a layout: a lane, an inner stream, or a time of observation.
  struct Track: Sendable {
    enum Content: Sendable {
      case lane(Diagram.Lane)
      case inner(Diagram.Inner)
      case window(Window)
    }

    let content: Content
    /// The index of the line, as in ``Diagram/lines``.
    let line: Int
    /// The events that are shown: those that happened, then those that a disposed inner stream would have sent.
    private(set) var marbles: [Timeline.Marble] = []
    /// The clusters, ordered by tick, at most one for each tick that is shown.
    private(set) var clusters: [Cluster] = []
    /// The phases, ordered by tick.
    ///
    /// Nothing is drawn before the first one.
    private(set) var phases: [Phase] = []
    /// The last tick of this track that is drawn.
    private(set) var last: Int
    /// The last tick of the drawing.
    private let end: Int
    /// Whether the stream has not ended by the end of the drawing.
    private(set) var isOpen = false
    /// Whether more events are known to follow.
    private(set) var isCut = false
    /// The names of streams that have their own track, by the indexes of the events that carried them.
    private(set) var streamNames: [Int: String] = [:]
    private var ghosts: Set<Int> = []
    /// The number of events that happened, as opposed to those that would have.
    private var happened = Int.max
  }
}

extension Layout.Track {
  init(_ lane: Diagram.Lane, line: Int, on ticks: ClosedRange<Int>, for purpose: Layout.Purpose) {
    self.init(lane, line: line, on: ticks, keeping: nil)
    ghosts = Set(lane.unobserved)
    guard purpose == .picture else { return }
    streamNames = lane.streamNames
    if !ghosts.isEmpty { phases = Array(of: lane, from: phases[0].from) }
  }

  /// Creates the track of a timeline, with the events on the ticks in `keeping`, or all events if it is `nil`.
  init(_ timeline: Timeline, named name: String, on ticks: ClosedRange<Int>, keeping: [ClosedRange<Int>]?) {
    self.init(Diagram.Lane(name: name, timeline: timeline), line: 0, on: ticks, keeping: keeping)
  }

  private init(_ lane: Diagram.Lane, line: Int, on ticks: ClosedRange<Int>, keeping: [ClosedRange<Int>]?) {
    self.line = line
    end = ticks.upperBound
    content = .lane(lane)
    let timeline = lane.timeline
    let expansion = timeline.expanded(through: ticks.upperBound, limit: 100_000)
    let isBeforeOrigin = (expansion.marbles.first?.tick ?? 0) < 0
    let hasOrigin = isBeforeOrigin || timeline.hasOrigin
    let final = expansion.marbles.last

    marbles = keeping.map { expansion.marbles.within($0) } ?? expansion.marbles
    clusters = Array(of: marbles, on: ticks)
    if hasOrigin, ticks.contains(0) { clusters.mark(.origin, on: 0) }
    phases = [Layout.Phase(from: isBeforeOrigin ? ticks.lowerBound : 0, state: .observed)]
    isOpen = !(final?.event.isTerminating ?? false)
    isCut = expansion.isCut || isOpen && timeline.continues
    if expansion.isCut {
      last = expansion.last
    } else if let final, !isOpen {
      // A stream that ended before tick 0 is drawn up to the mark of tick 0.
      last = hasOrigin ? max(final.tick, 0) : final.tick
    } else {
      last = max(0, ticks.upperBound)
    }
  }

  init(_ inner: Diagram.Inner, line: Int, on ticks: ClosedRange<Int>) {
    self.line = line
    end = ticks.upperBound
    content = .inner(inner)
    happened = inner.marbles.count
    let missed = inner.disposed.map { disposed in inner.missed.filter { $0.tick >= disposed } } ?? []
    marbles = missed.isEmpty ? inner.marbles : inner.marbles + missed
    clusters = Array(of: marbles, on: ticks)
    last = ticks.upperBound
    if let queued = inner.queued { phases = [Layout.Phase(from: queued, state: .waiting)] }
    if let subscribed = inner.subscribed {
      phases.append(Layout.Phase(from: subscribed, state: .observed))
      if ticks.contains(subscribed) { clusters.mark(.start, on: subscribed) }
    } else if phases.isEmpty {
      phases = [Layout.Phase(from: inner.arrived, state: .hidden)]
    }
    let hasEnded = marbles.last?.event.isTerminating ?? false
    isOpen = inner.subscribed != nil && inner.disposed == nil && !hasEnded
    if let disposed = inner.disposed {
      last = missed.last?.tick ?? disposed
      phases.append(Layout.Phase(from: disposed + 1, state: last == disposed ? .hidden : .ghost))
      if ticks.contains(disposed) { clusters.mark(.stop, on: disposed) }
    } else if hasEnded {
      last = marbles.last?.tick ?? last
    }
    last = min(last, ticks.upperBound)
  }

  init(_ window: Window, on ticks: ClosedRange<Int>) {
    line = 0
    end = ticks.upperBound
    content = .window(window)
    phases = [Layout.Phase(from: max(window.start, ticks.lowerBound), state: .observed)]
    last = min(window.end ?? ticks.upperBound, ticks.upperBound)
    if ticks.contains(window.start) { clusters.mark(.start, on: window.start) }
    if let end = window.end, end >= window.start, ticks.contains(end) { clusters.mark(.stop, on: end) }
  }
}

extension Layout.Track {
  var name: String {
    switch content {
    case .lane(let lane): lane.name
    case .inner(let inner): inner.name
    case .window: "during"
    }
  }

  /// The nesting depth: 0 for a lane, 1 for a stream that a lane sent, and so on.
  var depth: Int { if case .inner(let inner) = content { max(1, inner.depth) } else { 0 } }

  var lane: Diagram.Lane? { if case .lane(let lane) = content { lane } else { nil } }

  var inner: Diagram.Inner? { if case .inner(let inner) = content { inner } else { nil } }

  /// The origins of the events, empty if they are unknown.
  var origins: [Diagram.Origin] {
    switch content {
    case .lane(let lane): lane.origins
    case .inner(let inner): inner.origins
    case .window: []
    }
  }

  /// Whether no observer received an event.
  @inline(__always)
  func isGhost(_ index: Int) -> Bool { index >= happened || !ghosts.isEmpty && ghosts.contains(index) }

  /// Whether an event happened, received or not.
  func hasHappened(_ index: Int) -> Bool { index < happened }

  /// Returns the part of a timeline that is shown, marked as continuing if events are left out.
  ///
  /// Repeating parts are not expanded.
  func shown(_ timeline: Timeline) -> Timeline {
    let marbles = shown(timeline.marbles)
    guard marbles.count < timeline.marbles.count else { return timeline }
    return Timeline(marbles, end: end + 1, continues: true, hasOrigin: timeline.hasOrigin)
  }

  /// Returns the events up to the last tick of the drawing.
  func shown(_ marbles: [Timeline.Marble]) -> [Timeline.Marble] {
    Array(marbles.prefix(marbles.partitionPoint { $0.tick > end }))
  }

  /// Splits the events of a cluster into those that happened and those that would have.
  @inline(__always)
  func parts(of cluster: Layout.Cluster) -> (happened: Range<Int>, missed: Range<Int>) {
    let (start, end) = (cluster.events.lowerBound, cluster.events.upperBound)
    let border = min(max(start, happened), end)
    return (start..<border, border..<end)
  }
}

extension Diagram.Lane {
  /// Returns the stream value of the lane that became an inner stream, or `nil` if there is none.
  private func stream(of inner: Diagram.Inner) -> Stream? {
    guard inner.depth == 1, let place = inner.marble, timeline.marbles.indices.contains(place),
      case .value(.stream(let stream)) = timeline.marbles[place].event
    else { return nil }
    return stream
  }

  /// The names of streams that have their own track, by the indexes of the events that carried them.
  fileprivate var streamNames: [Int: String] {
    var names: [Int: String] = [:]
    for inner in inner where stream(of: inner) != nil {
      if let place = inner.marble, names[place] == nil { names[place] = inner.name }
    }
    return names
  }

  /// The indexes of the inner streams that the tokens of an output already show.
  ///
  /// These are the streams that are written as their whole timelines, and the streams inside them.
  var innerWrittenAsTokens: Set<Int> {
    var written: Set<Int> = []
    var isWritten = false
    guard role == .output else { return written }
    for (index, inner) in inner.enumerated() {
      if inner.depth == 1 { isWritten = stream(of: inner)?.timeline != nil }
      if isWritten { written.insert(index) }
    }
    return written
  }
}
