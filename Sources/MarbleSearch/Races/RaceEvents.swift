import MarbleEvaluation
import MarbleLanguage

/// The events whose order a trial changes: those of the hot sources of an expression.
struct RaceEvents {
  /// The turn of a source to send its next event.
  struct Turn: Hashable {
    /// The index of the source in the order of the definitions.
    let source: Int
    var tick: Int
  }

  /// The turns of all events, sorted by tick.
  typealias Order = [Turn]

  /// The order of the definitions.
  let written: Order
  /// Whether no other event can change its place.
  let areAll: Bool
  /// The ticks of the events of each source, also of the first one that keeps its tick.
  private let ticks: [[Int]]
  private let movement: Int
  private let startsBeforeZero: Bool

  init(of sources: [Binding], through last: Int, moving movement: Int, limit: Int) {
    ticks = sources.map { source in
      var ticks: [Int] = []
      var cursor = TimelineCursor(source.timelines[0])
      while let tick = cursor.tick, tick <= last, ticks.count <= limit {
        _ = cursor.next()
        ticks.append(tick)
      }
      return ticks
    }
    let turns = ticks.enumerated().flatMap { index, ticks in ticks.map { Turn(source: index, tick: $0) } }
      .sorted { ($0.tick, $0.source) < ($1.tick, $1.source) }
    // A tick is either whole or not changed.
    let end = turns.count <= limit ? last : turns[limit].tick - 1
    written = turns.filter { $0.tick <= end }
    self.movement = movement
    let open = sources.count { source in
      var cursor = TimelineCursor(source.timelines[0])
      while let tick = cursor.tick, tick <= end { _ = cursor.next() }
      return cursor.tick != nil
    }
    areAll = open == 0 || open == 1 && movement == 0
    startsBeforeZero = sources.contains { $0.timelines[0].hasOrigin }
  }

  /// Returns the orders that one change gives.
  func changes(of order: Order) -> [Order] { exchanges(in: order) + (movement > 0 ? movements(in: order) : []) }

  /// Whether the events on a tick have the order of the definitions.
  static func isByDefinitions(_ tick: Int, in order: Order) -> Bool {
    let sources = order.filter { $0.tick == tick }.map(\.source)
    return sources == sources.sorted()
  }

  /// Returns the orders in which one part of the changes is left out: the move of an event, or the order on a tick.
  func reductions(of order: Order) -> [Order] {
    var sent = ticks.map { _ in 0 }
    let places = order.map { turn in
      defer { sent[turn.source] += 1 }
      return ticks[turn.source][sent[turn.source]]
    }
    let ordered = Set(order.map(\.tick)).filter { !Self.isByDefinitions($0, in: order) }
    let moved = order.indices.filter { order[$0].tick != places[$0] }.compactMap { index in
      var turns = order
      turns[index].tick = places[index]
      return sorted(turns, keepingOrderOn: ordered)
    }
    let others = ordered.sorted().compactMap { sorted(order, keepingOrderOn: ordered.subtracting([$0])) }
    return (moved + others).filter { $0 != written }
  }

  /// Returns turns sorted by tick, or `nil` if this changes the order of the events of a source.
  private func sorted(_ turns: Order, keepingOrderOn kept: Set<Int>) -> Order? {
    func key(_ place: Int) -> (Int, Int, Int) {
      (turns[place].tick, kept.contains(turns[place].tick) ? 0 : turns[place].source, place)
    }
    let places = turns.indices.sorted { key($0) < key($1) }
    let own = ticks.indices.map { source in places.filter { turns[$0].source == source } }
    return own.allSatisfy { $0 == $0.sorted() } ? places.map { turns[$0] } : nil
  }

  private func exchanges(in order: Order) -> [Order] {
    order.indices.dropLast().filter { order[$0].tick == order[$0 + 1].tick && order[$0].source != order[$0 + 1].source }
      .map {
        var changed = order
        changed.swapAt($0, $0 + 1)
        return changed
      }
  }

  /// Returns the orders in which an event has moved by a tick, next to the tick that it leaves.
  private func movements(in order: Order) -> [Order] {
    var sent = ticks.map { _ in 0 }
    var changed: [Order] = []
    for (index, turn) in order.enumerated() {
      let number = sent[turn.source]
      let own = ticks[turn.source]
      sent[turn.source] += 1
      for tick in [turn.tick - 1, turn.tick + 1] where abs(tick - own[number]) <= movement {
        guard tick >= 0 || startsBeforeZero else { continue }
        let isLater = tick > turn.tick
        let others = isLater ? Array(order[(index + 1)...]) : order[..<index].reversed()
        let neighbor = others.first { $0.source == turn.source }?.tick
        guard neighbor.map({ isLater ? $0 >= tick : $0 <= tick }) ?? true else { continue }
        if isLater, neighbor == nil, own.indices.contains(number + 1), own[number + 1] < tick { continue }
        var moved = order
        moved.remove(at: index)
        // Exchanges give the other places on the tick.
        let place =
          isLater
          ? moved.firstIndex { $0.tick >= tick } ?? moved.count : (moved.lastIndex { $0.tick <= tick } ?? -1) + 1
        moved.insert(Turn(source: turn.source, tick: tick), at: place)
        changed.append(moved)
      }
    }
    return changed
  }
}
