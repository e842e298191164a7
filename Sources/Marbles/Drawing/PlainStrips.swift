/// Lanes and inner streams as lines of plain text.
extension Strip {
  /// The line of a lane; it reads back in as a timeline with the same events.
  init(plain lane: Diagram.Lane, ticks: ClosedRange<Int>) {
    let name = lane.isCold ? lane.name + " cold" : lane.name
    self.init(plain: lane.timeline, name: name, ticks: ticks)
  }

  /// The line of a timeline; it reads back in as one with the same events, but for those on ticks that are not worth
  /// `keeping`.
  init(plain timeline: Timeline, name: String, ticks: ClosedRange<Int>, keeping: [ClosedRange<Int>]? = nil) {
    let expansion = timeline.expanded(through: ticks.upperBound, limit: 100_000)
    let marbles = expansion.marbles
    let isBeforeOrigin = (marbles.first?.tick ?? 0) < 0
    let origin = isBeforeOrigin || timeline.hasOrigin

    self.name = name
    cells = PlainCells.cells(of: keeping.map { marbles.within($0) } ?? marbles, origin: origin)
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
        tail = "-"
      }
    }
  }

  /// The line of an inner stream.
  init(plain inner: Diagram.Inner, ticks: ClosedRange<Int>) {
    name = String(repeating: " ", count: 2 * max(0, inner.depth)) + inner.name
    phases = inner.queued.map { [.waiting(from: $0)] } ?? []
    var texts = PlainCells.cells(of: inner.marbles)
    last = ticks.upperBound
    if let subscribed = inner.subscribed {
      phases.append(.running(from: subscribed))
      Strip.prefix("`", on: subscribed, in: &texts)
    } else if phases.isEmpty {
      phases = [.blank(from: inner.arrived)]
    }
    if let disposed = inner.disposed {
      Strip.suffix("!", on: disposed, in: &texts)
      let missed = PlainCells.cells(of: inner.missed.filter { $0.tick > disposed })
      phases.append(missed.isEmpty ? .blank(from: disposed + 1) : .missed(from: disposed + 1))
      last = missed.last?.tick ?? disposed
      texts += missed
    } else if let end = inner.marbles.last, end.event.isTerminating {
      last = end.tick
    }
    last = min(last, ticks.upperBound)
    cells = texts.filter { ticks.contains($0.tick) }
  }

  private static func prefix(_ mark: String, on tick: Int, in cells: inout [Cell]) {
    let index = cells.partitionPoint { $0.tick >= tick }
    if index < cells.count, cells[index].tick == tick {
      cells[index] = Cell(tick: tick, text: mark + cells[index].text)
    } else {
      cells.insert(Cell(tick: tick, text: mark), at: index)
    }
  }

  private static func suffix(_ mark: String, on tick: Int, in cells: inout [Cell]) {
    let index = cells.partitionPoint { $0.tick >= tick }
    if index < cells.count, cells[index].tick == tick {
      cells[index] = Cell(tick: tick, text: cells[index].text + mark)
    } else {
      cells.insert(Cell(tick: tick, text: mark), at: index)
    }
  }
}
