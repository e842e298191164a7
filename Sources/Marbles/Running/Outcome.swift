import Reactive

/// What came of running an expression.
struct Outcome: Sendable {
  /// What the expression sent to each of its observers.
  let outputs: [Timeline]
  /// Why it was stopped, if it did not come to an end by itself.
  let stop: Stop?
  /// What broke the grammar of events.
  let violations: [Violation]
  /// When the streams that took part were observed.
  let subscriptions: [(binding: Binding, window: Window)]
  /// What it was made of, where that is to be drawn.
  private let picture: Picture

  /// What a drawing of a run shows besides its results.
  private struct Picture: Sendable {
    /// Sources in the order of definition, and what was logged.
    var inputs: [Diagram.Lane] = []
    /// Operators as they were written, the innermost first, with what each sent; the last one's is the result.
    var stages: [(text: String, lane: Diagram.Lane?)] = []
    /// What came out; the events are those of `outputs`.
    var outputs: [Diagram.Lane] = []
    var notes: [String] = []
  }

  /// How much is recorded of a run.
  enum Detail {
    /// Enough to compare it.
    case results
    /// Enough to draw it; with what each operator sends, or without.
    case drawing(stages: Bool)
  }

  /// Runs code to its end, observed once or in several windows; `nil` is never.
  init(
    running code: Code, during windows: [Window?] = [.always], recording detail: Detail = .results, limits: Limits,
    while isWanted: @escaping () -> Bool
  ) throws(Fault) {
    let stage: Stage
    switch detail {
    case .results: stage = Stage(code.bindings, limits: limits, while: isWanted)
    case .drawing(let stages):
      stage = Stage(code.bindings, limits: limits, recording: .everything(stages: stages), while: isWanted)
    }
    let results = stage.record(try Self.build(code, on: stage), during: windows)
    if let fault = stage.fault { throw fault }
    outputs = results.map(\.timeline)
    stop = stage.budget.stop
    violations = stage.judge.violations
    subscriptions = stage.subscriptions.map { ($0.binding, $0.window) }
    guard let trace = stage.trace else {
      picture = Picture()
      return
    }
    let ghosts = Self.ghosts(of: stage, running: code, during: windows, limits: limits, while: isWanted)
    let inputs = stage.inputLanes(ghosts: ghosts)
    // What the last operator sends is the result.
    let operators = stage.stageLanes
    let stages = operators.dropLast()
    let traced = results.enumerated().map { index, result in
      let name = results.count == 1 ? "out" : "out \(index + 1)"
      return result.lane(named: name, observed: [windows[index]].compactMap { $0?.ending(with: result.timeline) })
    }
    let lanes = Origins.resolved(inputs + stages.map(\.lane) + traced, by: trace)
    picture = Picture(
      inputs: Array(lanes.prefix(inputs.count)),
      stages: zip(operators, lanes.dropFirst(inputs.count).prefix(stages.count).map(Optional.some) + [nil]).map {
        ($0.text, $1)
      },
      outputs: Array(lanes.suffix(traced.count)), notes: stage.lossNotes)
  }

  /// Checks code without running it.
  static func check(_ code: Code) throws(Fault) {
    _ = try build(code, on: Stage(code.bindings))
  }

  /// Builds the stream that code stands for, and looks for what can never work in it.
  static func build(_ code: Code, on stage: Stage) throws(Fault) -> Producer {
    let evaluator = Evaluator(stage, code)
    let producer = try evaluator.producer(of: code.expression)
    try Typer(evaluator).check(code.expression)
    return producer
  }

  /// How many events are drawn of a run that never left a tick.
  private static let drawnEvents = 50

  /// A drawing of it with what it is made of, or of its beginning if it was stopped.
  ///
  /// - Parameters:
  ///   - code: what was run.
  ///   - operation: the same as it is written, with when it was observed.
  func diagram(of code: Code, as operation: String) -> Diagram {
    var rows = picture.inputs.map(Diagram.Row.lane)
    for (text, lane) in picture.stages.dropLast() {
      rows.append(.operation(text))
      if let lane { rows.append(.lane(lane)) }
    }
    // Behind its stages it is told by what comes last.
    let last = picture.stages.count > 1 ? picture.stages.last?.text : nil
    rows.append(.operation((last ?? code.text) + operation.dropFirst(code.text.count)))
    return diagram(of: rows + picture.outputs.map(Diagram.Row.lane), notes: picture.notes)
  }

  /// A drawing of what came out alone, under a name.
  func lane(named name: String) -> Diagram {
    let rows = picture.outputs.map { lane in
      var lane = lane
      lane.name = name
      // What it came from is not drawn.
      lane.origins = []
      for inner in lane.inner.indices { lane.inner[inner].origins = [] }
      return Diagram.Row.lane(lane)
    }
    return diagram(of: rows, notes: [])
  }

  private func diagram(of rows: [Diagram.Row], notes: [String]) -> Diagram {
    var rows = rows
    var notes = notes + (stop.map { [$0.note] } ?? []) + Judge.notes(of: violations)
    if let stop, stop.isWithinTicks { abridge(&rows, &notes) }
    let lanes = rows.compactMap { if case .lane(let lane) = $0 { lane } else { nil } }
    return Diagram(rows: rows, ticks: Diagram.extent(of: lanes, last: lastDrawnTick), notes: notes)
  }

  /// Leaves out most of a run that went on and on within a few ticks, and says so.
  private func abridge(_ rows: inout [Diagram.Row], _ notes: inout [String]) {
    let abridged = rows.map { $0.abridged(to: Self.drawnEvents) }
    guard abridged != rows else { return }
    rows = abridged
    let count = outputs.map(\.marbles.count).max() ?? 0
    notes.append(
      count > Self.drawnEvents
        ? "\(Self.drawnEvents) of its \(count) events are drawn"
        : "the first \(Self.drawnEvents) events of each stream are drawn")
  }

  /// The last tick that is drawn of a run that was stopped: nobody knows what would have come behind it.
  private var lastDrawnTick: Int? {
    switch stop {
    case nil: nil
    case .tick(let tick): min(tick, Diagram.endlessTicks - 1)
    case .deliveries, .room, .cancelled:
      min(
        outputs.map { $0.marbles.prefix(Self.drawnEvents).last?.tick ?? 0 }.max() ?? 0, Diagram.endlessTicks - 1)
    }
  }

  /// The last tick of which everything is known, for a run that was stopped.
  var lastWholeTick: Int? { stop?.lastWholeTick(of: outputs) }
}

extension Diagram.Row {
  /// The same with the first events only of what came of the run.
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

extension Window {
  /// The same up to the end of what was observed, where that comes first.
  fileprivate func ending(with timeline: Timeline) -> Window {
    guard let last = timeline.marbles.last, last.event.isTerminating else { return self }
    return Window(from: start, until: min(end ?? last.tick, last.tick))
  }
}

extension Timeline {
  /// Whether more than `count` events come before a drawing of an endless lane would stop.
  fileprivate func isDense(from count: Int) -> Bool {
    marbles.count > count && marbles[count].tick < Diagram.endlessTicks
  }
}

extension Stop {
  /// Whether it may have come before any tick was over.
  fileprivate var isWithinTicks: Bool {
    if case .tick = self { false } else { true }
  }

  /// The last tick of which everything is known.
  func lastWholeTick(of outputs: [Timeline]) -> Int {
    switch self {
    case .tick(let tick): tick
    case .deliveries, .room, .cancelled: (outputs.compactMap(\.marbles.last?.tick).max() ?? 0) - 1
    }
  }

  /// What is said about it.
  var note: String {
    switch self {
    case .tick(let tick): "stopped at tick \(tick); it would go on"
    case .deliveries(let count): "stopped after \(count) deliveries; it would go on"
    case .room: "stopped, because its closures make more than can be kept; it would go on"
    case .cancelled: "stopped by you; it would go on"
    }
  }
}
