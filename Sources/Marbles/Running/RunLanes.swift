import MarbleLanguage

/// What a drawing of a run shows, as lanes that know where their events come from.
struct RunLanes: Sendable {
  /// Sources in the order of definition, and what was logged.
  private(set) var inputs: [Diagram.Lane] = []
  /// Operators as they were written, the innermost first, with what each sent; the last one's is the result.
  private(set) var stages: [(text: String, lane: Diagram.Lane?)] = []
  /// What came out, to each observer.
  private(set) var outputs: [Diagram.Lane] = []
  /// What is to be said besides.
  private(set) var notes: [String] = []

  /// Looks at a stage after its run; there is nothing to see where it recorded results only.
  ///
  /// - Parameter ghosts: finds out what would have come, by the paths of inner streams.
  init(
    of runContext: RunContext, _ results: [Recording.Result], during windows: [Window?],
    ghosts: () -> [[Int]: [Timeline.Marble]]
  ) {
    guard let trace = runContext.trace else { return }
    let sources = runContext.inputLanes(ghosts: ghosts())
    let operators = runContext.stageLanes
    // What the last operator sends is the result.
    let between = operators.dropLast()
    let ends = zip(results, windows).enumerated().map { index, end in
      let (result, window) = end
      let name = results.count == 1 ? "out" : "out \(index + 1)"
      return result.lane(named: name, observed: [window].compactMap { $0?.ending(with: result.timeline) })
    }
    // Lines are counted from the top to the bottom.
    let lanes = OriginResolver.resolved(sources + between.map(\.lane) + ends, by: trace)
    inputs = Array(lanes.prefix(sources.count))
    outputs = Array(lanes.suffix(ends.count))
    stages = zip(operators, lanes.dropFirst(sources.count).prefix(between.count).map(Optional.some) + [nil]).map {
      ($0.text, $1)
    }
    notes = runContext.lossNotes
  }
}

extension Window {
  /// The same up to the end of what was observed, where that comes first.
  fileprivate func ending(with timeline: Timeline) -> Window {
    guard let last = timeline.marbles.last, last.event.isTerminating else { return self }
    return Window(from: start, until: min(end ?? last.tick, last.tick))
  }
}
