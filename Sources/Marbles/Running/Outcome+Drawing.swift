import MarbleLanguage

/// Diagrams of a run.
extension Outcome {
  /// The number of events to draw of a run that never left a tick.
  private static let drawnEvents = 50

  /// Returns a diagram of the run with its inputs and operators.
  ///
  /// For a stopped run, this is only its beginning.
  ///
  /// - Parameters:
  ///   - plan: The plan that was run.
  ///   - operation: The text of the plan, followed by its windows.
  package func diagram(of plan: Plan, as operation: String) -> Diagram {
    var rows = picture.inputs.map(Diagram.Row.lane)
    for (text, lane) in picture.stages { rows += [.operation(text), .lane(lane)] }
    rows.append(.operation((picture.lastOperator ?? plan.text) + operation.dropFirst(plan.text.count)))
    return diagram(of: rows + picture.outputs.map(Diagram.Row.lane), notes: picture.notes)
  }

  /// Returns a diagram of only the results, with a name.
  package func lane(named name: String) -> Diagram {
    let rows = picture.outputs.map { lane in
      var lane = lane
      lane.name = name
      // The origins are not part of this diagram.
      lane.origins = []
      for inner in lane.inner.indices { lane.inner[inner].origins = [] }
      return Diagram.Row.lane(lane)
    }
    return diagram(of: rows, notes: [])
  }

  private func diagram(of rows: [Diagram.Row], notes: [String]) -> Diagram {
    var rows = rows
    var notes = notes + (stop.map { [$0.note] } ?? []) + GrammarChecker.notes(of: violations)
    if let stop, stop.isWithinTicks { abridge(&rows, &notes) }
    let lanes = rows.compactMap { if case .lane(let lane) = $0 { lane } else { nil } }
    return Diagram(rows: rows, ticks: Diagram.extent(of: lanes, last: lastDrawnTick), notes: notes)
  }

  /// Removes most events of a run that did not advance beyond a few ticks, and adds a note.
  private func abridge(_ rows: inout [Diagram.Row], _ notes: inout [String]) {
    let abridged = rows.map { $0.abridged(to: Self.drawnEvents) }
    guard abridged != rows else { return }
    rows = abridged
    rows.forgetWhatIsNotDrawn()
    let count = outputs.map(\.marbles.count).max() ?? 0
    notes.append(
      count > Self.drawnEvents
        ? "only \(Self.drawnEvents) of \(count) events are drawn"
        : "only the first \(Self.drawnEvents) events of each stream are drawn")
  }

  /// The last tick to draw of a stopped run, because later events are unknown.
  private var lastDrawnTick: Int? {
    switch stop {
    case nil: nil
    case .tick(let tick): min(tick, Diagram.endlessTicks - 1)
    case .deliveries, .jobs, .room, .cancelled:
      min(
        outputs.map { $0.marbles.prefix(Self.drawnEvents).last?.tick ?? 0 }.max() ?? 0, Diagram.endlessTicks - 1)
    }
  }
}

extension Diagram.Row {
  /// Returns the row with only the first events of results and inner streams.
  fileprivate func abridged(to count: Int) -> Diagram.Row {
    guard case .lane(var lane) = self else { return self }
    if lane.role != .input, lane.timeline.isDense(from: count) {
      lane.timeline.marbles.removeLast(max(0, lane.timeline.marbles.count - count))
      lane.origins.removeLast(max(0, lane.origins.count - count))
    }
    for index in lane.inner.indices {
      lane.inner[index].marbles.removeLast(max(0, lane.inner[index].marbles.count - count))
      lane.inner[index].origins.removeLast(max(0, lane.inner[index].origins.count - count))
    }
    return .lane(lane)
  }
}

extension [Diagram.Row] {
  /// Removes references to events that were removed.
  fileprivate mutating func forgetWhatIsNotDrawn() {
    let counts = Diagram(rows: self, ticks: 0...0).lines.map { line in
      if case .lane(let lane) = line, lane.timeline.loop != nil { Int.max } else { line.marbles.count }
    }
    func isLost(_ place: Diagram.EventReference) -> Bool { place.index >= counts[place.line] }
    for index in indices {
      guard case .lane(var lane) = self[index] else { continue }
      for event in lane.origins.indices { lane.origins[event].causes.removeAll(where: isLost) }
      let drawn = lane.timeline.loop == nil ? lane.timeline.marbles.count : .max
      for inner in lane.inner.indices {
        if let marble = lane.inner[inner].marble, marble >= drawn { lane.inner[inner].marble = nil }
        for event in lane.inner[inner].origins.indices {
          lane.inner[inner].origins[event].causes.removeAll(where: isLost)
        }
      }
      self[index] = .lane(lane)
    }
  }
}

extension Timeline {
  /// Whether there are more than `count` events within the visible ticks of an endless lane.
  fileprivate func isDense(from count: Int) -> Bool {
    marbles.count > count && marbles[count].tick < Diagram.endlessTicks
  }
}

extension StopReason {
  /// Whether the run may have been stopped before the end of a tick.
  fileprivate var isWithinTicks: Bool {
    if case .tick = self { false } else { true }
  }
}
