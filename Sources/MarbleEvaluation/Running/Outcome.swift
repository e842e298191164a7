import MarbleLanguage
import Reactive

/// The outcome of a run.
package struct Outcome: Sendable {
  /// The events that the expression sent to each observer.
  package let outputs: [Timeline]
  /// The reason why the run was stopped, or `nil` if it ended by itself.
  package let stop: StopReason?
  /// The violations of the event grammar.
  package let violations: [Violation]
  /// The windows in which the streams of the run were observed.
  package let subscriptions: Subscriptions
  /// The lanes of a drawing, which are empty if only results were recorded.
  package let picture: RunLanes

  /// The windows in which the streams of a run were observed.
  package struct Subscriptions: Sendable {
    package var windows: [(binding: Binding, window: Window)] = []
    /// The number of observers of the result that had neither received its end nor unsubscribed when the run ended.
    package var waiting = 0
    /// The number of subscriptions to timelines without a name that had not ended then.
    var unnamedCount = 0

    /// The windows of a stream.
    package func windows(of binding: Binding?) -> [Window] {
      windows.filter { $0.binding === binding }.map(\.window)
    }

    /// The number of different hot sources that were observed.
    package var hotSourceCount: Int {
      let hot = windows.lazy.map(\.binding).filter { if case .pipe = $0.kind { true } else { false } }
      return Set(hot.map(ObjectIdentifier.init)).count
    }

    /// The sources that were observed when the run ended, each with the number of its subscriptions.
    private var held: [(name: String, count: Int)] {
      windows.reduce(into: []) { held, subscription in
        if case .expression = subscription.binding.kind { return }
        guard subscription.window.end == nil else { return }
        let name = subscription.binding.name
        let index = held.firstIndex { $0.name == name }
        if let index { held[index].count += 1 } else { held.append((name, 1)) }
      }
    }

    /// The subscriptions that were left when the run ended: "2 subscriptions are left: of `a` and of the result".
    ///
    /// `nil` if none was left.
    package var remainder: String? {
      let unnamed = [(unnamedCount == 1 ? "an unnamed stream" : "unnamed streams", unnamedCount)]
      let others = (unnamed + [("the result", waiting)]).filter { $0.1 > 0 }
      let all = held.map { ("`\($0.name)`", $0.count) } + others
      let count = all.reduce(0) { $0 + $1.1 }
      guard count > 0 else { return nil }
      let names = all.prefix(5).map { $1 > 1 ? "\($0) (\($1))" : $0 } + (all.count > 5 ? ["\(all.count - 5) more"] : [])
      return "\(pluralized(count, "subscription")) \(count == 1 ? "is" : "are") left: of \(listed(names))"
    }
  }

  /// The amount of information to record.
  package enum Detail {
    /// Enough to compare the results.
    case results
    /// Enough to draw the run, with or without a lane for each operator.
    case drawing(stages: Bool)
  }

  /// Runs a plan to its end, with an observer for each window.
  ///
  /// An observer without a window never observes.
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
    try self.init(of: runContext, results, running: plan, during: windows, limits: limits, while: isWanted)
  }

  /// Creates the outcome of a run that has ended.
  package init(
    of runContext: RunContext, _ results: [Recording.Result], running plan: Plan, during windows: [Window?],
    limits: Limits, while isWanted: @escaping () -> Bool
  ) throws(Fault) {
    if let fault = runContext.fault { throw fault }
    outputs = results.map(\.timeline)
    stop = runContext.budget.stop
    violations = runContext.grammarChecker.violations
    subscriptions = Subscriptions(
      windows: runContext.sources.subscriptions.map { ($0.binding, $0.window) },
      waiting: zip(windows, results).count { $0 != nil && $1.timeline.terminal == nil },
      unnamedCount: runContext.sources.unnamedCount)
    let last = stop?.lastDrawnTick(of: outputs) ?? .max
    Self.recordMissed(in: runContext, running: plan, during: windows, limits: limits, while: isWanted)
    picture = RunLanes(
      of: runContext, results, during: windows, through: last, naming: plan.namedStream, while: isWanted)
  }

  /// Creates the outcome of an earlier run that ended by itself, without its drawing.
  package init(of outputs: [Timeline]) {
    self.outputs = outputs
    (stop, violations, subscriptions, picture) = (nil, [], Subscriptions(), RunLanes())
  }

  /// The last tick with complete events of a stopped run, or `nil` if the run ended by itself.
  package var lastWholeTick: Int? { stop?.lastWholeTick(of: outputs) }
}

extension StopReason {
  /// Returns the last tick with complete events.
  package func lastWholeTick(of outputs: [Timeline]) -> Int {
    switch self {
    case .tick(let tick): tick
    case .jobs(let tick): tick - 1
    case .deliveries, .volume, .room, .cancelled: (outputs.compactMap(\.marbles.last?.tick).max() ?? 0) - 1
    }
  }

  /// Returns a note about how two runs differ although all that can be compared is equal: only one of them was stopped,
  /// and either in the middle of a tick, or the other one ended.
  package static func difference(
    _ left: (stop: StopReason?, outputs: [Timeline]), _ right: (stop: StopReason?, outputs: [Timeline])
  ) -> String? {
    guard (left.stop == nil) != (right.stop == nil) else { return nil }
    if zip(left.outputs, right.outputs).contains(where: { ($0.terminal == nil) != ($1.terminal == nil) }) {
      return "one of the two streams ends, but the other does not"
    }
    if case .tick? = left.stop ?? right.stop { return nil }
    return "only one of the two streams was stopped"
  }

  /// The text of the note about the stop.
  package var note: String {
    switch self {
    case .tick(let tick): "stopped at tick \(tick), before the stream ended"
    case .deliveries(let count): "stopped after \(count.grouped) deliveries, before the stream ended"
    case .volume(let count): "\(StopReason.deliveries(count).note): it sends or holds too much"
    case .jobs(let tick): "stopped at tick \(tick), on which the tasks did not stop working"
    case .room: "stopped before the stream ended: it creates too much data"
    case .cancelled: "stopped by you, before the stream ended"
    }
  }
}
