import MarbleLanguage
import Reactive

/// What came of running an expression.
package struct Outcome: Sendable {
  /// What the expression sent to each of its observers.
  package let outputs: [Timeline]
  /// Why it was stopped, if it did not come to an end by itself.
  package let stop: StopReason?
  /// What broke the grammar of events.
  package let violations: [Violation]
  /// When the streams that took part were observed.
  package let subscriptions: [(binding: Binding, window: Window)]
  /// What a drawing shows, where it is to be drawn.
  let picture: RunLanes

  /// How much is recorded of a run.
  package enum Detail {
    /// Enough to compare it.
    case results
    /// Enough to draw it; with what each operator sends, or without.
    case drawing(stages: Bool)
  }

  /// Runs a plan to its end, observed once or in several windows; `nil` is never.
  package init(
    running plan: Plan, during windows: [Window?] = [.always], recording detail: Detail = .results, limits: Limits,
    while isWanted: @escaping () -> Bool
  ) throws(Fault) {
    let runContext: RunContext
    switch detail {
    case .results: runContext = RunContext(plan.bindings, limits: limits, while: isWanted)
    case .drawing(let stages):
      runContext = RunContext(plan.bindings, limits: limits, recording: .everything(stages: stages), while: isWanted)
    }
    let results = runContext.record(try plan.producer(on: runContext), during: windows)
    if let fault = runContext.fault { throw fault }
    outputs = results.map(\.timeline)
    stop = runContext.budget.stop
    violations = runContext.grammarChecker.violations
    subscriptions = runContext.subscriptions.map { ($0.binding, $0.window) }
    picture = RunLanes(of: runContext, results, during: windows) {
      Self.ghosts(of: runContext, running: plan, during: windows, limits: limits, while: isWanted)
    }
  }

  /// The last tick of which everything is known, for a run that was stopped.
  package var lastWholeTick: Int? { stop?.lastWholeTick(of: outputs) }
}

extension StopReason {
  /// The last tick of which everything is known.
  func lastWholeTick(of outputs: [Timeline]) -> Int {
    switch self {
    case .tick(let tick): tick
    case .deliveries, .room, .cancelled: (outputs.compactMap(\.marbles.last?.tick).max() ?? 0) - 1
    }
  }

  /// What is said about it.
  package var note: String {
    switch self {
    case .tick(let tick): "stopped at tick \(tick), before the stream ended"
    case .deliveries(let count): "stopped after \(count) deliveries, before the stream ended"
    case .room: "stopped before the stream ended: its closures create too much data"
    case .cancelled: "stopped by you, before the stream ended"
    }
  }
}
