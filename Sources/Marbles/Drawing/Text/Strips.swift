/// Lanes, inner streams and windows as lines of text.
extension Strip {
  /// The line of a lane; in plain text it reads back in as a timeline with the same events.
  init(_ lane: Diagram.Lane, as look: Look, ticks: ClosedRange<Int>, inks: LineInks?) {
    let name = lane.isCold ? lane.name + " cold" : lane.name
    var tokens = Tokens(look: look, inks: inks)
    if look == .unicode {
      tokens.names = lane.names
      if !lane.unheard.isEmpty { tokens.ghosts = .some(Set(lane.unheard)) }
    }
    self.init(lane.timeline, name: name, tokens: tokens, ticks: ticks)
    nameInk = inks?.own ?? .plain
    if look == .unicode { showUnheard(of: lane) }
  }

  /// The line of a timeline, with all of its events but for those on ticks that are not worth `keeping`.
  init(
    _ timeline: Timeline, name: String, tokens: Tokens = Tokens(look: .plain), ticks: ClosedRange<Int>,
    keeping: [ClosedRange<Int>]? = nil
  ) {
    let expansion = timeline.expanded(through: ticks.upperBound, limit: 100_000)
    let marbles = expansion.marbles
    let isBeforeOrigin = (marbles.first?.tick ?? 0) < 0
    let origin = isBeforeOrigin || timeline.hasOrigin

    self.name = name
    cells = tokens.cells(of: keeping.map { marbles.within($0) } ?? marbles, origin: origin)
    phases = [.running(from: isBeforeOrigin ? ticks.lowerBound : 0)]
    isLane = true
    if expansion.isCut {
      last = expansion.last
      tail = ">"
    } else if let end = marbles.last, end.event.isTerminating {
      // What ended before tick 0 goes on up to the mark that says so.
      last = max(end.tick, cells.last?.tick ?? end.tick)
    } else {
      last = max(0, ticks.upperBound)
      if timeline.continues {
        tail = ">"
      } else if let end = cells.last, end.tick == last {
        // A word alone would be a name or a duration.
        tail = tokens.look == .plain ? "-" : "─"
      }
    }
  }

  /// The line of an inner stream.
  init(_ inner: Diagram.Inner, as look: Look, ticks: ClosedRange<Int>, inks: LineInks?) {
    name = String(repeating: " ", count: 2 * min(max(0, inner.depth), 20)) + inner.name
    nameInk = inks?.own ?? .plain
    phases = inner.queued.map { [.waiting(from: $0)] } ?? []
    var cells = Tokens(look: look, inks: inks).cells(of: inner.marbles)
    last = ticks.upperBound
    if let subscribed = inner.subscribed {
      phases.append(.running(from: subscribed))
      Strip.mark(tick: subscribed, before: look.elbow, in: &cells)
    } else if phases.isEmpty {
      phases = [.blank(from: inner.arrived)]
    }
    if let disposed = inner.disposed {
      var missed = Tokens(look: look, inks: inks, ghosts: .all).cells(of: inner.missed.filter { $0.tick >= disposed })
      last = missed.last?.tick ?? disposed
      let rest = last == disposed ? State.blank : .missed
      Strip.mark(tick: disposed, behind: look.cut, in: &cells, filling: look == .unicode ? rest : nil)
      if missed.first?.tick == disposed, let index = cells.lastIndex(where: { $0.tick == disposed }) {
        cells[index] = cells[index].followed(by: missed.removeFirst())
      }
      phases.append(Phase(from: disposed + 1, state: rest))
      cells += missed
    } else if let end = inner.marbles.last, end.event.isTerminating {
      last = end.tick
    }
    last = min(last, ticks.upperBound)
    self.cells = cells.filter { ticks.contains($0.tick) }
  }

  /// A line that says when a lane was observed.
  init(_ window: Window, as look: Look, ticks: ClosedRange<Int>) {
    name = "  during"
    let (from, until, moment) = look == .plain ? ("^", "!", "(^!)") : ("╰", "╯", "╰╯")
    cells = [Strip.Cell(tick: window.start, text: window.end == window.start ? moment : from)]
    if let end = window.end, end > window.start { cells.append(Strip.Cell(tick: end, text: until)) }
    cells = cells.filter { ticks.contains($0.tick) }
    phases = [.running(from: max(window.start, ticks.lowerBound))]
    last = min(window.end ?? ticks.upperBound, ticks.upperBound)
  }

  private static func mark(
    tick: Int, before: String = "", behind: String = "", in cells: inout [Cell], filling rest: State? = nil
  ) {
    let index = cells.partitionPoint { $0.tick >= tick }
    if index < cells.count, cells[index].tick == tick {
      cells[index] = cells[index].between(before, behind)
    } else {
      cells.insert(Cell(tick: tick, text: before + behind), at: index)
    }
    if let rest { cells[index].behind = rest }
  }
}

extension Diagram.Lane {
  /// The stream that an inner stream of the lane's own is, as a value of it.
  private func stream(of inner: Diagram.Inner) -> Stream? {
    guard inner.depth == 1, let place = inner.marble, timeline.marbles.indices.contains(place),
      case .value(.stream(let stream)) = timeline.marbles[place].event
    else { return nil }
    return stream
  }

  /// How many columns the name of a stream may take on a line.
  private static let longestName = 24

  /// What stands for values that are streams with a row of their own, by their places in the timeline.
  var names: [Int: String] {
    var names: [Int: String] = [:]
    for inner in inner where stream(of: inner) != nil {
      guard let place = inner.marble, names[place] == nil else { continue }
      let name = Abridging(limit: Diagram.Lane.longestName).token(TextRows.line(of: inner.name))
      names[place] = name.count == 1 ? name : "[\(name)]"
    }
    return names
  }

  /// The inner streams that the tokens of a result tell of: those that stand there as their whole timelines, and what
  /// is inside.
  var innerToldByTokens: Set<Int> {
    var told: Set<Int> = []
    var isTold = false
    guard role == .output else { return told }
    for (index, inner) in inner.enumerated() {
      if inner.depth == 1 { isTold = stream(of: inner)?.timeline != nil }
      if isTold { told.insert(index) }
    }
    return told
  }
}
