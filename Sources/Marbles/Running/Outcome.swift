import Reactive

/// What came of running an expression.
struct Outcome: Sendable {
  /// What the expression sent to each of its observers.
  let outputs: [Timeline]
  /// What it was made of, in the order of definition.
  let inputs: [Diagram.Lane]
  /// Why it was stopped, if it did not come to an end by itself.
  let stop: Stop?
  /// What broke the grammar of events.
  let violations: [Violation]
  /// When the streams that took part were observed.
  let subscriptions: [(binding: Binding, window: Window)]

  /// Runs code to its end, observed once or in several windows; `nil` is never.
  init(
    running code: Code, during windows: [Window?] = [.always], limits: Limits, while isWanted: @escaping () -> Bool
  ) throws(Fault) {
    let stage = Stage(code.bindings, limits: limits, while: isWanted)
    let producer = try Self.build(code, on: stage)
    outputs = stage.run(producer, during: windows)
    if let fault = stage.fault { throw fault }
    inputs = stage.lanes
    stop = stage.budget.stop
    violations = stage.judge.violations
    subscriptions = stage.subscriptions.map { ($0.binding, $0.window) }
  }

  /// Checks code without running it.
  static func check(_ code: Code) throws(Fault) {
    _ = try build(code, on: Stage(code.bindings))
  }

  /// Builds the stream that code stands for, and looks for what can never work in it.
  private static func build(_ code: Code, on stage: Stage) throws(Fault) -> Producer {
    let evaluator = Evaluator(stage, code)
    let producer = try evaluator.producer(of: code.expression)
    try Typer(evaluator).check(code.expression)
    return producer
  }

  /// How many events are drawn of a run that never left a tick.
  private static let drawnEvents = 50

  /// A drawing of it with what it is made of, or of its beginning if it was stopped.
  func diagram(of operation: String) -> Diagram {
    diagram(inputs: inputs, operation: operation, name: "out")
  }

  /// A drawing of what came out alone, under a name.
  func lane(named name: String) -> Diagram {
    diagram(inputs: [], operation: nil, name: name)
  }

  private func diagram(inputs: [Diagram.Lane], operation: String?, name: String) -> Diagram {
    var notes = (stop.map { [$0.note] } ?? []) + Judge.notes(of: violations)
    var drawn = outputs
    // Nothing is drawn behind the stop: nobody knows what would have come.
    var last: Int?
    switch stop {
    case nil: break
    case .tick(let tick): last = tick
    case .deliveries, .room, .cancelled:
      let longest = drawn.indices.max { drawn[$0].marbles.count < drawn[$1].marbles.count } ?? 0
      if drawn[longest].marbles.count > Self.drawnEvents,
        drawn[longest].marbles[Self.drawnEvents].tick < Diagram.endlessTicks
      {
        notes.append("\(Self.drawnEvents) of its \(drawn[longest].marbles.count) events are drawn")
        for index in drawn.indices {
          drawn[index].marbles.removeLast(max(0, drawn[index].marbles.count - Self.drawnEvents))
        }
      }
      last = drawn.map { $0.marbles.last?.tick ?? 0 }.max()
    }
    last = last.map { min($0, Diagram.endlessTicks - 1) }
    let lanes = drawn.enumerated().map { index, timeline in
      Diagram.Lane(name: drawn.count == 1 ? name : "\(name) \(index + 1)", timeline: timeline)
    }
    return Diagram(inputs: inputs, operation: operation, outputs: lanes, notes: notes, last: last)
  }

  /// The last tick of which everything is known, for a run that was stopped.
  var lastWholeTick: Int? { stop?.lastWholeTick(of: outputs) }
}

extension Stop {
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
