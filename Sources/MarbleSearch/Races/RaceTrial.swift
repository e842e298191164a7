import MarbleEvaluation
import MarbleLanguage

/// The trial of an expression with all orders of the events that hot sources send on the same tick.
///
/// It begins with the order of the definitions, and continues with the orders that need the fewest changes: two events
/// that follow each other are exchanged, or an event moves by a tick. The events of one source keep their order.
package struct RaceTrial {
  private let plan: Plan
  private let windows: [Window?]
  private let movement: Int
  private let patterns: [TimelinePattern]
  private let limits: Limits
  private let isWanted: () -> Bool

  /// The maximum number of orders to try.
  package static let maxOrders = 10_000
  /// The maximum number of deliveries of all runs, which bounds the duration of a trial.
  private static let maxDeliveries = 1_000_000
  /// The limits of a run, which bound the orders of endless sources.
  private static let runLimits = Limits(ticks: 100, deliveries: 20_000)
  /// The maximum number of events whose order changes.
  private static let maxEvents = 200

  /// Creates the trial of an expression, with an observer for each window.
  ///
  /// - Parameters:
  ///   - plan: The plan of the expression.
  ///   - windows: The windows of the observers.
  ///   - movement: The number of ticks by which each event can move. If it is not 0, only the order of the events of
  ///     the result is compared, and not their ticks.
  ///   - patterns: The patterns that all results must match, one for each observer. If there are none, all results
  ///     must be equal.
  ///   - limits: The limits of each run.
  ///   - isWanted: A closure that returns whether to continue. It is called regularly.
  package init(
    of plan: Plan, during windows: [Window?], moving movement: Int = 0, matching patterns: [TimelinePattern] = [],
    limits: Limits,
    while isWanted: @escaping () -> Bool = { true }
  ) {
    self.plan = plan
    self.windows = windows
    self.movement = movement
    self.patterns = patterns
    let most = Self.runLimits
    self.limits = Limits(ticks: min(limits.ticks, most.ticks), deliveries: min(limits.deliveries, most.deliveries))
    self.isWanted = isWanted
  }

  /// Runs the expression with one order after the other, until the result differs from the first one.
  package func run() throws(Fault) -> RaceReport {
    let written = try run(in: nil)
    return try run(with: written.sources, from: written)
  }

  private func run(with sources: [Binding], from written: Result) throws(Fault) -> RaceReport {
    let last = written.stop?.lastWholeTick(of: written.outputs) ?? .max
    let events = RaceEvents(of: sources, through: last, moving: movement, limit: Self.maxEvents)
    var layer = [events.written]
    var seen = Set(layer)
    var deliveries = written.deliveries
    var report = RaceReport(
      orders: 1, isComplete: events.areAll, movement: movement, arePatterns: !patterns.isEmpty, stop: written.stop,
      race: nil)
    while !layer.isEmpty {
      var next: [RaceEvents.Order] = []
      for order in layer.lazy.flatMap(events.changes) where seen.insert(order).inserted {
        guard seen.count <= Self.maxOrders, deliveries < Self.maxDeliveries, isWanted() else {
          report.isComplete = false
          return report
        }
        let turns = order.map { (source: sources[$0.source], tick: $0.tick) }
        let other: Result
        do throws(Fault) {
          other = try run(in: EventOrder(turns))
        } catch {
          report.orders = seen.count
          report.race = Race(events, order, sources, [], error: error.diagnostic.problem.message)
          return report
        }
        deliveries += other.deliveries
        if other.stop == .cancelled { continue }
        // A closure uses a source only if it is called.
        let more = other.sources.filter { found in !sources.contains { $0 === found } }
        if !more.isEmpty { return try run(with: inOrder(sources + more), from: written) }
        report.orders = seen.count
        if let comparisons = differences(of: other, from: written) {
          report.race = Race(events, order, sources, comparisons, missesPattern: !patterns.isEmpty)
          return report
        }
        next.append(order)
      }
      layer = next
    }
    return report
  }

  // MARK: Runs

  /// The result of a run.
  private struct Result {
    let outputs: [Timeline]
    let stop: StopReason?
    let deliveries: Int
    /// The hot sources, in the order of their definitions.
    let sources: [Binding]
  }

  private func run(in order: EventOrder?) throws(Fault) -> Result {
    let runContext = RunContext(plan.bindings, limits: limits, ordered: order, while: isWanted)
    let outputs = runContext.run(try plan.producer(on: runContext), during: windows)
    if let fault = runContext.fault { throw fault }
    let stop = runContext.budget.stop
    let hot = runContext.sources.reached.filter { if case .pipe = $0.kind { true } else { false } }
    return Result(
      outputs: plan.recordingStreams(
        in: outputs, isStopped: stop != nil, during: windows, limits: limits, ordered: order, while: isWanted),
      stop: stop, deliveries: runContext.budget.deliveries,
      sources: inOrder(hot))
  }

  private func inOrder(_ sources: [Binding]) -> [Binding] {
    sources.sorted { plan.bindings.place(of: $0) < plan.bindings.place(of: $1) }
  }

  /// Returns the comparisons of the results for each observer, or `nil` if they are equal or match the patterns.
  private func differences(of other: Result, from written: Result) -> [Comparison]? {
    let through = [written, other].compactMap { $0.stop?.lastWholeTick(of: $0.outputs) }.min()
    let comparisons = zip(written.outputs, other.outputs).map {
      Comparison(expected: $0, actual: $1, through: through)
    }
    if !patterns.isEmpty {
      let last = other.stop?.lastWholeTick(of: other.outputs)
      let match = zip(patterns, other.outputs).allSatisfy { Comparison(pattern: $0, actual: $1, through: last).isEqual }
      return match ? nil : comparisons
    }
    let differ = comparisons.contains { comparison in
      guard movement > 0, !comparison.isEqual else { return !comparison.isEqual }
      // An event near the end of a stopped run can have moved beyond it.
      let last = (through ?? .max) - (through == nil ? 0 : movement)
      let sides = [comparison.expected, comparison.actual].map { side in
        side.marbles.filter { $0.tick <= last }.map(\.event)
      }
      let count = through == nil ? .max : min(sides[0].count, sides[1].count)
      return !sides[0].prefix(count).elementsEqual(sides[1].prefix(count))
    }
    return differ ? comparisons : nil
  }
}
