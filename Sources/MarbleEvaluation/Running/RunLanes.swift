import MarbleLanguage

/// The lanes of a run, with the origins of their events.
package struct RunLanes: Sendable {
  /// The sources in the order of definition, followed by the lanes of `log`.
  private(set) var inputs: [Diagram.Lane] = []
  /// The source text and lanes of the operators or named expressions before the last operator, the innermost first.
  private(set) var stages: [(text: String, lane: Diagram.Lane)] = []
  /// The source text of the last operator, which sends the result, or `nil` if it is the whole expression.
  private(set) var lastOperator: String?
  /// The results, one for each observer.
  private(set) var outputs: [Diagram.Lane] = []
  /// The notes of the diagram.
  private(set) var notes: [String] = []
  /// The line of the diagram that shows each track, if the run recorded causes.
  package private(set) var lines: [Trace.Track: Int] = [:]
  /// Whether events were left out, of any lane and of the results.
  private(set) var (isAbridged, hasAbridgedOutputs) = (false, false)
  /// The line of the first result.
  package private(set) var firstOutputLine = 0

  /// Creates the lanes of a run without a drawing.
  init() {}

  /// Creates the lanes of a run that has ended.
  ///
  /// They are empty if it recorded only results.
  ///
  /// - Parameters:
  ///   - last: The last tick that is drawn. Inner streams that start later are left out.
  ///   - result: The name whose stream is the result, if the expression is only a name.
  ///   - isWanted: A closure that returns whether to continue.
  init(
    of runContext: RunContext, _ results: [Recording.Result], during windows: [Window?], through last: Int,
    naming result: Binding?, while isWanted: @escaping () -> Bool
  ) {
    guard let trace = runContext.records.trace else { return }
    let sources = runContext.inputLanes(through: last)
    let operators = runContext.operatorLanes
    // The last operator sends the result.
    let between = operators.dropLast() + runContext.namedLanes(except: result)
    lastOperator = operators.count > 1 ? operators.last?.text : nil
    let ends = zip(results, windows).enumerated().map { index, end in
      let (result, window) = end
      let name = results.count == 1 ? "out" : "out \(index + 1)"
      return result.lane(
        named: name, through: last, observed: [window].compactMap { $0?.ending(with: result.timeline) })
    }
    // Lines are counted from top to bottom.
    var all = sources + between.map(\.lane) + ends
    if runContext.budget.stop?.isWithinTicks == true {
      for index in all.indices where all[index].abridge(to: Outcome.drawnEvents) {
        isAbridged = true
        if index >= all.count - ends.count { hasAbridgedOutputs = true }
      }
    }
    let lanes = OriginResolver.resolved(all, by: trace, while: isWanted)
    if runContext.records.stageLog != nil { number(all, before: ends.count) }
    inputs = Array(lanes.prefix(sources.count))
    outputs = Array(lanes.suffix(ends.count))
    stages = zip(between, lanes.dropFirst(sources.count)).map { ($0.text, $1) }
    notes = runContext.lossNotes(during: windows) + runContext.assembly.remarks.sorted()
  }

  /// Records the lines of the tracks, where the last lanes are the results.
  private mutating func number(_ lanes: [TracedLane], before outputCount: Int) {
    var line = 0
    for (index, traced) in lanes.enumerated() {
      if index == lanes.count - outputCount { firstOutputLine = line }
      for track in traced.tracks { lines[track] = line }
      line += 1
      for inner in traced.inner {
        if let track = inner.track { lines[track] = line }
        line += 1
      }
    }
  }
}

extension Window {
  /// Returns the window up to the end of the stream, if that is earlier.
  fileprivate func ending(with timeline: Timeline) -> Window {
    guard let last = timeline.marbles.last, last.event.isTerminating else { return self }
    return Window(from: start, until: min(end ?? last.tick, last.tick))
  }
}
