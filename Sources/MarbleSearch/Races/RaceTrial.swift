import MarbleEvaluation
import MarbleLanguage

/// The trial of a run with all orders of the events that hot sources send on the same tick.
///
/// It begins with the order of the definitions, and continues with the orders that need the fewest changes: two events
/// that follow each other are exchanged, or an event moves by a tick. The events of one source keep their order. Of the
/// changes that make a difference, it leaves out those that are not necessary.
package struct RaceTrial<Failure: Error> {
  private let bindings: Bindings
  private let movement: Int
  private let patterns: [TimelinePattern]
  private let effort: RaceEffort
  private let isWanted: () -> Bool
  private let play: (EventOrder?) throws(Failure) -> OrderedResult

  /// Creates the trial of a run.
  ///
  /// - Parameters:
  ///   - bindings: The definitions of the sources.
  ///   - movement: The number of ticks by which each event can move. If it is not 0, only the order of the events of
  ///     the result is compared, and not their ticks.
  ///   - patterns: The patterns that all results must match, one for each observer. If there are none, all results
  ///     must be equal.
  ///   - effort: The amount of work.
  ///   - isWanted: A closure that returns whether to continue. It is called regularly.
  ///   - play: A closure that runs with an order, or with that of the definitions.
  package init(
    of bindings: Bindings, moving movement: Int = 0, matching patterns: [TimelinePattern] = [],
    effort: RaceEffort = .whole, while isWanted: @escaping () -> Bool = { true },
    play: @escaping (EventOrder?) throws(Failure) -> OrderedResult
  ) {
    self.bindings = bindings
    self.movement = movement
    self.patterns = patterns
    self.effort = effort
    self.isWanted = isWanted
    self.play = play
  }

  /// Runs with one order after the other, until the result differs from the first one.
  package func run() throws(Failure) -> RaceReport {
    try run { $0.race(matching: patterns, moving: movement, comparingOrders: effort.isWhole) }
  }

  /// Runs with one order after the other, until a closure returns a race.
  package func run(until race: (OrderTrial) -> Race?) throws(Failure) -> RaceReport {
    let written = try play(nil)
    return try run(with: inOrder(written.sources), from: written, until: race)
  }

  private func run(
    with sources: [Binding], from written: OrderedResult, until race: (OrderTrial) -> Race?
  ) throws(Failure) -> RaceReport {
    let last = written.stop?.lastWholeTick(of: written.outputs) ?? .max
    let events = RaceEvents(of: sources, through: last, moving: movement, limit: RaceEffort.maxEvents)
    var layer = [events.written]
    var seen = Set(layer)
    var deliveries = written.deliveries
    var report = RaceReport(
      orders: 1, isComplete: events.areAll, movement: movement, arePatterns: !patterns.isEmpty, stop: written.stop,
      race: nil)
    while !layer.isEmpty {
      var next: [RaceEvents.Order] = []
      for order in layer.lazy.flatMap(events.changes) where seen.insert(order).inserted {
        guard seen.count <= effort.orders, deliveries < effort.deliveries, isWanted() else {
          report.isComplete = false
          return report
        }
        let other = try play(eventOrder(order, of: sources))
        deliveries += other.deliveries
        if other.stop == .cancelled { continue }
        // A closure uses a source only if it is called.
        let more = other.sources.filter { found in !sources.contains { $0 === found } }
        if !more.isEmpty { return try run(with: inOrder(sources + more), from: written, until: race) }
        report.orders = seen.count
        report.race = race(OrderTrial(events: events, order: order, sources: sources, written: written, other: other))
        next.append(order)
        var reductions = report.race == nil ? [] : events.reductions(of: order)[...]
        while let order = reductions.popFirst(), isWanted() {
          let other = try play(eventOrder(order, of: sources))
          let trial = OrderTrial(events: events, order: order, sources: sources, written: written, other: other)
          guard other.stop != .cancelled, let smaller = race(trial) else { continue }
          (report.race, reductions) = (smaller, events.reductions(of: order)[...])
        }
        if report.race != nil { return report }
      }
      layer = effort.isWhole ? next : []
    }
    return report
  }

  private func eventOrder(_ order: RaceEvents.Order, of sources: [Binding]) -> EventOrder {
    EventOrder(order.map { (source: sources[$0.source], tick: $0.tick) })
  }

  private func inOrder(_ sources: [Binding]) -> [Binding] {
    sources.sorted { bindings.place(of: $0) < bindings.place(of: $1) }
  }
}

extension RaceTrial<Fault> {
  /// Creates the trial of an expression, with an observer for each window.
  package init(
    of plan: Plan, during windows: [Window?], moving movement: Int = 0, matching patterns: [TimelinePattern] = [],
    effort: RaceEffort = .whole, limits: Limits, while isWanted: @escaping () -> Bool = { true }
  ) {
    let plan = plan.observed(during: windows)
    let limits = effort.limits(within: limits)
    self.init(
      of: plan.bindings, moving: movement, matching: patterns, effort: effort, while: isWanted
    ) { order throws(Fault) in
      do throws(Fault) {
        let run = try plan.run(limits: limits, ordered: order, while: isWanted)
        return OrderedResult(
          outputs: run.outputs, stop: run.stop, deliveries: run.deliveries, sources: run.context.sources.reached)
      } catch {
        guard order != nil else { throw error }
        return OrderedResult(error: error.diagnostic.problem.message)
      }
    }
  }
}

/// The result of a run with an order.
package struct OrderedResult: Sendable {
  package let outputs: [Timeline]
  let stop: StopReason?
  let deliveries: Int
  /// The hot sources that were used.
  let sources: [Binding]
  /// The error that stopped the run.
  private(set) var error: String?

  package init(outputs: [Timeline], stop: StopReason?, deliveries: Int, sources: [Binding]) {
    self.outputs = outputs
    self.stop = stop
    self.deliveries = deliveries
    self.sources = sources.filter { if case .pipe = $0.kind { true } else { false } }
  }

  fileprivate init(error: String) {
    self.init(outputs: [], stop: nil, deliveries: 0, sources: [])
    self.error = error
  }
}

/// The amount of work that is spent on the orders of a run.
package struct RaceEffort: Sendable {
  /// The maximum number of orders to try.
  fileprivate let orders: Int
  /// The maximum number of deliveries of all runs, which bounds the duration of a trial.
  fileprivate let deliveries: Int
  /// The limits of a run, which bound the orders of endless sources.
  private let run: Limits
  /// Whether orders with several changes are tried, and results with other orders of the events on a tick are other
  /// results.
  fileprivate let isWhole: Bool
  /// The maximum number of events whose order changes.
  fileprivate static let maxEvents = 200

  package static let whole = RaceEffort(
    orders: 10_000, deliveries: 1_000_000, run: Limits(ticks: 100, deliveries: 20_000), isWhole: true)
  /// The work for a note below a drawing.
  package static let brief = RaceEffort(
    orders: 30, deliveries: 10_000, run: Limits(ticks: 100, deliveries: 2_000), isWhole: false)

  /// Returns the limits of each run.
  package func limits(within limits: Limits) -> Limits {
    Limits(ticks: min(limits.ticks, run.ticks), deliveries: min(limits.deliveries, run.deliveries))
  }
}

/// The results with an order, and with the order of the definitions.
package struct OrderTrial: Sendable {
  let events: RaceEvents
  let order: RaceEvents.Order
  let sources: [Binding]
  let written: OrderedResult
  package let other: OrderedResult

  /// Returns the race if the results differ, or if the result does not match the patterns.
  ///
  /// - Parameter comparesOrders: Whether another order of the events on a tick is a difference.
  package func race(
    matching patterns: [TimelinePattern] = [], moving movement: Int = 0, comparingOrders comparesOrders: Bool = true
  ) -> Race? {
    if let error = other.error { return Race(events, order, sources, [], error: error) }
    return differences(patterns, movement, comparesOrders).map {
      Race(events, order, sources, $0, missesPattern: !patterns.isEmpty)
    }
  }

  /// Returns the comparisons of the results for each observer, or `nil` if they are equal or match the patterns.
  private func differences(
    _ patterns: [TimelinePattern], _ movement: Int, _ comparesOrders: Bool
  ) -> [Comparison]? {
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
      guard !comparison.isEqual else { return false }
      if !comparesOrders { return comparison.differsInEvents }
      guard movement > 0 else { return true }
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

extension Comparison {
  /// Whether the sides differ in more than the order of the events on the same tick.
  fileprivate var differsInEvents: Bool {
    let sides = [expected, actual].map { side in
      Dictionary(side.marbles.filter { $0.tick <= through ?? .max }.map { ($0, 1) }, uniquingKeysWith: +)
    }
    return sides[0] != sides[1]
  }
}
