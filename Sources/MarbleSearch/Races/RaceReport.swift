import MarbleEvaluation
import MarbleLanguage

/// The report of the orders that were tried.
package struct RaceReport: Sendable {
  /// The number of orders, including that of the definitions.
  package internal(set) var orders: Int
  /// Whether there are no more orders.
  package internal(set) var isComplete: Bool
  /// The number of ticks by which each event could move.
  let movement: Int
  /// Whether each result must match a pattern, and need not be that of the other orders.
  let arePatterns: Bool
  /// The reason why the runs were stopped, or `nil` if they ended by themselves.
  let stop: StopReason?
  /// The first order with another result.
  package internal(set) var race: Race?

  /// The report in one sentence, if there is no race.
  package var text: String { ([result] + [stop?.note].compactMap(\.self)).joined(separator: "; ") }

  private var result: String {
    if orders == 1 {
      let reason = "no two hot sources send on the same tick"
      return isComplete ? "only one order is possible: \(reason)" : "\(reason) in this run"
    }
    if !isComplete {
      return "\(same("result")) in the first \(pluralized(orders, "order")) of the events; there are more"
    }
    let all = orders == 2 ? "both" : "all \(orders.grouped)"
    guard movement == 0 else {
      return "\(same("events")) in \(all) orders and moments within \(pluralized(movement, "tick"))"
    }
    return "\(same("result")) in \(all) orders of the events that share a tick"
  }

  private func same(_ noun: String) -> String { arePatterns ? "a match" : "the same \(noun)" }
}

/// An order of events with another result than the order of the definitions.
package struct Race: Sendable {
  /// An event of a hot source.
  package struct Turn: Sendable, Hashable {
    package let source: String
    package let event: Timeline.Event
    /// The number of the event among those of its source.
    fileprivate let number: Int
  }

  /// A tick whose events differ, with those that are sent on it in both orders.
  package struct Tick: Sendable {
    package let tick: Int
    package let written: [Turn]
    package let other: [Turn]
    /// Whether the other order is that of the definitions too, if events have moved.
    package let isByDefinitions: Bool
  }

  /// An event on another tick than in its timeline.
  package struct Move: Sendable {
    package let turn: Turn
    package let tick: Int
    package let written: Int
  }

  /// The hot sources that send on one of the ticks.
  package let sources: [(name: String, timeline: Timeline)]
  package let ticks: [Tick]
  package let moves: [Move]
  /// The comparison of the result with the order of the definitions with the other one, for each observer.
  package let comparisons: [Comparison]
  /// The error that only the other order has, or `nil` if there is none.
  package let error: String?
  /// Whether the other result does not match a pattern, and not only differs.
  private let missesPattern: Bool

  init(
    _ events: RaceEvents, _ order: RaceEvents.Order, _ sources: [Binding], _ comparisons: [Comparison],
    error: String? = nil, missesPattern: Bool = false
  ) {
    self.error = error
    self.missesPattern = missesPattern
    let (written, other) = (Self.turns(events.written, sources), Self.turns(order, sources))
    ticks = Set(written.keys).union(other.keys).sorted().compactMap { tick in
      let (before, after) = (written[tick, default: []], other[tick, default: []])
      let isByDefinitions = RaceEvents.isByDefinitions(tick, in: order)
      return before == after
        ? nil : Tick(tick: tick, written: before, other: after, isByDefinitions: isByDefinitions)
    }
    let ticksAsWritten = Dictionary(written.flatMap { tick, turns in turns.map { ($0, tick) } }) { $1 }
    moves = other.sorted { $0.key < $1.key }.flatMap { tick, turns in
      turns.compactMap { turn in
        guard let before = ticksAsWritten[turn], before != tick else { return nil }
        return Move(turn: turn, tick: tick, written: before)
      }
    }
    let names = Set(ticks.flatMap { $0.written + $0.other }.map(\.source))
    self.sources = sources.filter { names.contains($0.name) }.map { ($0.name, $0.timelines[0]) }
    self.comparisons = comparisons
  }

  /// Returns the events of an order by tick.
  private static func turns(_ order: RaceEvents.Order, _ sources: [Binding]) -> [Int: [Turn]] {
    let timelines = sources.map { $0.timelines[0].unrolled(toContain: order.count) }
    var sent = sources.map { _ in 0 }
    var turns: [Int: [Turn]] = [:]
    for turn in order {
      let number = sent[turn.source]
      sent[turn.source] += 1
      turns[turn.tick, default: []].append(
        Turn(source: sources[turn.source].name, event: timelines[turn.source].marbles[number].event, number: number))
    }
    return turns
  }

  /// The two events whose order matters, if one exchange of two events that follow each other is enough.
  private var exchange: (tick: Int, first: Turn, second: Turn)? {
    guard ticks.count == 1, let tick = ticks.first, Set(tick.written) == Set(tick.other) else { return nil }
    let changed = tick.written.indices.filter { tick.written[$0] != tick.other[$0] }
    guard changed.count == 2, changed[1] == changed[0] + 1 else { return nil }
    return (tick.tick, tick.written[changed[0]], tick.written[changed[1]])
  }

  /// The names of both results in a drawing.
  package var names: (expected: String, actual: String) {
    guard let exchange else { return ("as written", "otherwise") }
    return ("\(exchange.first.source) first", "\(exchange.second.source) first")
  }

  /// The reason in one sentence.
  package var text: String { cause + (error.map { "; otherwise: \($0)" } ?? "") }

  private var cause: String {
    if let exchange {
      return "the result depends on the order in which `\(exchange.first.source)` sends \(exchange.first.text) and "
        + "`\(exchange.second.source)` sends \(exchange.second.text) on tick \(exchange.tick)"
    }
    let moved = moves.map { "`\($0.turn.source)` sends \($0.turn.text) on tick \($0.tick) instead of \($0.written)" }
    let orders = ticks.filter { !$0.isByDefinitions }.map { tick in
      let turns = tick.other.map { "\($0.text) of `\($0.source)`" }
      return "\(turns.joined(separator: ", then ")) is the order on tick \(tick.tick)"
    }
    return
      "the result \(missesPattern ? "does not match" : "is another one") if \((moved + orders).joined(separator: ", and "))"
  }
}

extension Race.Turn {
  /// The event as the drawing of a timeline shows it.
  fileprivate var text: String { "`\(TimelinePrinter.token(for: event))`" }
}
