import MarbleLanguage

/// Diagrams of a run.
extension Outcome {
  /// The number of events to draw of a run that never left a tick.
  static let drawnEvents = 50

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
    return diagram(
      of: rows + picture.outputs.map(Diagram.Row.lane), notes: picture.notes, isAbridged: picture.isAbridged)
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
    return diagram(of: rows, notes: [], isAbridged: picture.hasAbridgedOutputs)
  }

  private func diagram(of rows: [Diagram.Row], notes: [String], isAbridged: Bool) -> Diagram {
    var notes = notes + (stop.map { [$0.note] } ?? []) + GrammarChecker.notes(of: violations)
    if isAbridged {
      let count = outputs.map(\.marbles.count).max() ?? 0
      notes.append(
        count > Self.drawnEvents
          ? "only \(Self.drawnEvents) of \(count) events are drawn"
          : "only the first \(Self.drawnEvents) events of each stream are drawn")
    }
    let lanes = rows.compactMap { if case .lane(let lane) = $0 { lane } else { nil } }
    let last = stop?.lastDrawnTick(of: outputs)
    if let last, let first = outputs.compactMap(\.marbles.first?.tick).min(), first > last {
      notes.append("the first event comes on tick \(first), after the drawn ticks")
    }
    return Diagram(rows: rows, ticks: Diagram.extent(of: lanes, last: last), notes: notes)
  }
}

extension TracedLane {
  /// Removes all but the first events of a result and of inner streams, and returns whether there were more.
  ///
  /// This happens before their origins are resolved, which takes more memory than the events.
  mutating func abridge(to count: Int) -> Bool {
    var isAbridged = false
    if lane.role != .input, lane.timeline.isDense(from: count) {
      isAbridged = true
      // A copy of the beginning: the recording still holds the array, so removing the rest would copy all of it.
      lane.timeline.marbles = Array(lane.timeline.marbles.prefix(count))
      causes = Array(causes.prefix(count))
    }
    let drawn = lane.timeline.loop == nil ? lane.timeline.marbles.count : .max
    for index in inner.indices {
      if let marble = inner[index].inner.marble, marble >= drawn { inner[index].inner.marble = nil }
      guard inner[index].inner.marbles.count > count else { continue }
      isAbridged = true
      inner[index].inner.marbles = Array(inner[index].inner.marbles.prefix(count))
      inner[index].causes = Array(inner[index].causes.prefix(count))
    }
    return isAbridged
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
  var isWithinTicks: Bool {
    if case .tick = self { false } else { true }
  }

  /// Returns the last tick to draw of a stopped run, because later events are unknown.
  func lastDrawnTick(of outputs: [Timeline]) -> Int {
    switch self {
    case .tick(let tick): min(tick, Diagram.endlessTicks - 1)
    case .deliveries, .volume, .jobs, .room, .cancelled:
      min(
        outputs.map { $0.marbles.prefix(Outcome.drawnEvents).last?.tick ?? 0 }.max() ?? 0, Diagram.endlessTicks - 1)
    }
  }
}
