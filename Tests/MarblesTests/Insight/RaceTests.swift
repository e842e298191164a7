import MarbleSession
import Marbles
import TestSupport
import Testing

/// Expressions with all orders of the events that hot sources send on the same tick.
struct RaceTests {
  @Test(arguments: [
    ("a = 1; b = x", "a", 1), ("a = 1; b = x", "zip(a, b)", 2), ("a = -1; b = --x", "merge(a, b)", 1),
    ("a = (12); b = (xy)", "merge(a, b).count()", 6), ("a = 1; b = x; c = y", "merge(a, b, c).count()", 6),
    ("a = 1-2-3; b = x-y-z", "merge(a, b).count()", 8), ("a = cold 1-2; b = x-y", "merge(a, b)", 1),
    ("a = 1; b = x; c = y", "merge(a, c).count()", 2),
  ])
  func numberOfOrders(sources: String, expression: String, orders: Int) throws {
    let report = try #require(raceReport(of: "\(sources); races \(expression)"))
    #expect((report.orders, report.isComplete) == (orders, true))
  }

  /// The results need not be equal if each of them matches.
  @Test func everyOrderCanMatchAPattern() throws {
    let report = try #require(raceReport(of: "a = --1; b = --x; races merge(a, b) matches --(__)"))
    #expect(report.text == "a match in both orders of the events that share a tick")
    #expect(firstRace(in: "a = --1; b = --x; races merge(a, b) matches --(1_)") != nil)
  }

  /// A pattern must match on its ticks, also if events move.
  @Test func movedEventCanMissAPattern() throws {
    let race = try #require(firstRace(in: "k = --x---y-|\nraces k within 1 matches --x *"))
    #expect(race.text == "the result does not match if `k` sends `x` on tick 1 instead of 2")
    #expect(firstRace(in: "k = --x---y-|\nraces k within 1 matches * x * y *") == nil)
  }

  @Test func onlyTheFirstOrdersOfManyAreTried() throws {
    let report = try #require(raceReport(of: "a = {-1}*; b = {-x}*; races merge(a, b).map { 0 }"))
    #expect(report.orders > 100)
    #expect(!report.isComplete)
  }

  /// The report names the first exchange that is enough, also in the endless part of a source.
  @Test(arguments: [
    ("a = 1-2; b = --x", "b.withLatest(from: a)", "`a` sends `2` and `b` sends `x` on tick 2"),
    ("a = (12); b = (xy)", "merge(a, b).take(first: 2)", "`a` sends `2` and `b` sends `x` on tick 0"),
    ("a = -1-1; b = {-x}*", "merge(a.skip(first: 1), b).take(first: 4)", "`a` sends `1` and `b` sends `x` on tick 3"),
    ("a = --1|; b = --#", "merge(a, b)", "`a` sends `1` and `b` sends `#` on tick 2"),
  ])
  func smallestExchange(sources: String, expression: String, events: String) throws {
    let race = try #require(firstRace(in: "\(sources); races \(expression)"))
    #expect(race.text == "the result depends on the order in which \(events)")
  }

  /// A report names no event that need not move, and no order that need not differ from that of the definitions.
  @Test(arguments: [
    ("merge(a, b) within 1", "`b` sends `2` on tick 2 instead of 3, and `a` sends `1` on tick 3 instead of 2"),
    ("zip(a, b) within 1 during ^---!", "`a` sends `|` on tick 4 instead of 3"),
  ])
  func smallestMove(statement: String, change: String) throws {
    let race = try #require(firstRace(in: "a = --1|; b = ---2|; races \(statement)"))
    #expect(race.text == "the result is another one if \(change)")
  }

  /// Without any part of the change in a report, the events are those of the definitions.
  @Test(arguments: 0..<4)
  func everyPartOfTheChangeMatters(batch: Int) throws {
    var counts = (moves: 0, orders: 0)
    for seed in batch * 50..<(batch + 1) * 50 {
      let program = RandomMoves(seed: UInt64(seed))
      guard let race = firstRace(in: program.script) else { continue }
      let written = try output(of: program.script(moving: [], inOrderOn: [])).marbles.map(\.event)
      let orders = race.ticks.filter { !$0.isByDefinitions }
      let change = try output(of: program.script(moving: race.moves, inOrderOn: orders)).marbles.map(\.event)
      #expect(change != written, "seed \(seed): \(program.script) \(race.text)")
      for index in race.moves.indices {
        var moves = race.moves
        let move = moves.remove(at: index)
        let script = program.script(moving: moves, inOrderOn: orders, around: move)
        guard program.keepsOrder(moving: moves) else { continue }
        counts.moves += 1
        #expect(try output(of: script).marbles.map(\.event) == written, "seed \(seed): \(program.script) \(race.text)")
      }
      for index in orders.indices {
        var others = orders
        others.remove(at: index)
        counts.orders += 1
        let script = program.script(moving: race.moves, inOrderOn: others)
        #expect(try output(of: script).marbles.map(\.event) == written, "seed \(seed): \(program.script) \(race.text)")
      }
    }
    #expect(min(counts.moves, counts.orders) > 0)
  }

  /// The sources of each tick take turns as events on neighboring ticks do, which runs without the orders show.
  @Test(arguments: 0..<4)
  func everyOrderIsThatOfEventsOnNeighboringTicks(batch: Int) throws {
    var counts = (races: 0, others: 0)
    for seed in batch * 50..<(batch + 1) * 50 {
      let program = RandomRace(seed: UInt64(seed))
      let script = program.script(in: program.written)
      var results: [[Int]: Timeline] = [:]
      for order in program.orders { results[order] = try output(of: program.script(in: order, spread: true)) }
      let written = try #require(results[program.written])
      if let race = firstRace(in: script) {
        counts.races += 1
        #expect(race.comparisons[0].expected == written, "seed \(seed): \(script)")
        #expect(results.values.contains(race.comparisons[0].actual), "seed \(seed): \(script)")
      } else {
        counts.others += 1
        let report = try #require(raceReport(of: script), "seed \(seed): \(script)")
        // A source that only a closure uses may never send.
        #expect(
          report.orders == program.orders.count || program.hasClosure && report.orders < program.orders.count,
          "seed \(seed): \(script)")
        #expect(results.values.allSatisfy { $0 == written }, "seed \(seed): \(script)")
      }
    }
    #expect(min(counts.races, counts.others) > 5)
  }

  // MARK: Notes

  /// A drawing has a note exactly if an exchange of two events changes more than the order on their tick, and the
  /// statement that its help names shows a race.
  @Test(arguments: 0..<4)
  func noteIsTrue(batch: Int) throws {
    var counts = (notes: 0, others: 0)
    for seed in batch * 50..<(batch + 1) * 50 {
      let program = RandomRace(seed: UInt64(seed))
      let results = try ([program.written] + program.exchanges).map {
        Set(try output(of: program.script(in: $0, spread: true)).marbles.counted)
      }
      let script = program.script(in: program.written).replacing("races ", with: "")
      let notes = notes(below: script)
      #expect(notes.isEmpty == results.allSatisfy { $0 == results[0] }, "seed \(seed): \(script) \(notes)")
      if notes.isEmpty {
        counts.others += 1
      } else {
        counts.notes += 1
        #expect(notes[0].hasSuffix("; to compare, write `races _` on the next line"))
        #expect(firstRace(in: script + "\nraces _") != nil, "seed \(seed): \(script)")
      }
    }
    #expect(min(counts.notes, counts.others) > 5)
  }

  @Test(arguments: [
    // The order alone, cold streams, streams on other ticks or without an effect.
    ("a = -1-|; b = -x|", "merge(a, b)", ""), ("a = cold -1; b = -x", "b.withLatest(from: a)", ""),
    ("a = -1; b = --x", "b.withLatest(from: a)", ""), ("a = -1; b = -x", "zip(a, b)", ""),
    ("a = -1; b = -x", "b.withLatest(from: a)", " on tick 1; to compare, write `races _` on the next line"),
    ("a = -1; b = -x", "a.take(until: b) during ^--!", " write `races _ during ^--!` on the next line"),
    ("a = -2; b = -0", "merge(a, b).scan(0) { $1 == 0 ? 6 / $0 : $0 + $1 }", "cannot divide by zero"),
  ])
  func noteNamesTheQuestion(sources: String, expression: String, part: String) {
    let notes = notes(below: "\(sources); \(expression)")
    #expect(part.isEmpty ? notes.isEmpty : notes.count == 1 && notes[0].contains(part), "\(notes)")
  }

  /// Returns the notes on orders below the drawing of a script.
  private func notes(below script: String) -> [String] {
    for case .drawing(let diagram) in answers(to: script) { return diagram.notes.filter { $0.contains("`races _") } }
    return []
  }

  // MARK: Sessions

  private func raceReport(of script: String) -> RaceReport? {
    for case .passed(let assertion) in answers(to: script) { return assertion.races }
    return nil
  }

  private func firstRace(in script: String) -> Race? {
    for case .failed(_, .race(let race, _)) in answers(to: script) { return race }
    return nil
  }

  private func answers(to script: String) -> [Answer] {
    var answers: [Answer] = []
    let session = Session()
    session.options.notesRaces = true
    session.evaluate(Source(name: "test", text: script)) { answers.append($0) }
    return answers
  }

  /// The result of an expression whose events are ten times as far apart, as if they were not.
  private func output(of script: String) throws -> Timeline {
    for case .drawing(let diagram) in answers(to: script) {
      for case .lane(let lane) in diagram.rows where lane.name == "out" {
        return Timeline(lane.timeline.marbles.map { .init(tick: $0.tick / 10, event: $0.event) })
      }
    }
    throw Missing()
  }

  private struct Missing: Error {}
}

extension [Timeline.Marble] {
  /// The events, each with its number among the same ones.
  fileprivate var counted: [[String]] {
    indices.map { index in ["\(self[index])", "\(self[..<index].count { $0 == self[index] })"] }
  }
}

/// A random program without timed operators, in which several sources send on the same ticks.
private struct RandomRace {
  private var random: RandomTimelines
  /// The events of each source.
  private var sources: [[(tick: Int, text: String)]] = []
  private let expression: String
  /// The source of each event in the order of the definitions.
  private(set) var written: [Int] = []

  private static let expressions = [
    "merge(a, b)", "merge(a, b).count()", "combineLatest(a, b)", "zip(a, b)", "a.withLatest(from: b)",
    "a.sample(on: b)", "a.take(until: b)", "a.skip(until: b)", "race(a, b)", "a.concat(b)",
    "merge(a, b).take(first: 2)",
    "merge(a, b).scan(0) { $0 * 2 + $1 }", "merge(a, b).scan(0) { $0 + $1 }", "a.flatMap(.latest) { _ in b }",
    "merge(a.filter { $0 > 2 }, b)", "merge(a, b, c)", "merge(a, c).count()", "zip(a, b, c)",
    "combineLatest(a, b, c).last()", "a.collect().merge(b.last())", "b.flatMap(.concat) { _ in a.take(first: 1) }",
  ]

  init(seed: UInt64) {
    random = RandomTimelines(seed: seed)
    expression = random.pick(Self.expressions)
    for _ in 0..<3 {
      var events: [(tick: Int, text: String)] = []
      for tick in 0..<3 where random.flip() { events.append((tick, "\(1 + random.below(4))")) }
      if random.below(3) == 0 { events.append((2 + random.below(2), random.pick(["|", "#"]))) }
      sources.append(events)
    }
    for tick in 0..<4 {
      for (index, events) in sources.enumerated() where uses(source: index) {
        written += events.filter { $0.tick == tick }.map { _ in index }
      }
    }
  }

  var hasClosure: Bool { expression.contains("_ in") }

  private func uses(source index: Int) -> Bool {
    expression.split { !$0.isLetter }.contains(Self.names[index])
  }

  private static let names: [Substring] = ["a", "b", "c"]

  /// All orders in which the sources keep their ticks and the order of their own events.
  var orders: [[Int]] {
    var orders: [[Int]] = [[]]
    var rest = written[...]
    for tick in 0..<4 {
      let count = used.reduce(0) { $0 + sources[$1].count { $0.tick == tick } }
      let turns = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
      let all = Self.permutations(of: turns)
      orders = orders.flatMap { order in all.map { order + $0 } }
    }
    return orders
  }

  /// The orders in which two events that follow each other are exchanged.
  var exchanges: [[Int]] {
    orders.filter { order in
      let changed = order.indices.filter { order[$0] != written[$0] }
      return changed.count == 2 && changed[1] == changed[0] + 1
    }
  }

  private var used: [Int] { Array(Set(written)) }

  private static func permutations(of turns: [Int]) -> [[Int]] {
    guard !turns.isEmpty else { return [[]] }
    return Set(turns).sorted().flatMap { first in
      var others = turns
      others.remove(at: turns.firstIndex(of: first) ?? 0)
      return permutations(of: others).map { [first] + $0 }
    }
  }

  /// Returns the program, with `races` or with each event of a tick on a tick of its own, in an order.
  func script(in order: [Int], spread: Bool = false) -> String {
    var places: [[Int]] = sources.map { _ in [] }
    var turns: [Int: Int] = [:]
    var sent = [0, 0, 0]
    for index in order {
      let tick = sources[index][sent[index]].tick
      sent[index] += 1
      places[index].append(10 * tick + turns[tick, default: 0])
      turns[tick, default: 0] += 1
    }
    let lanes = sources.indices.map { index in
      let ticks = spread ? places[index] : sources[index].map(\.tick)
      var events: [Int: String] = [:]
      for (tick, event) in zip(ticks, sources[index]) { events[tick, default: ""] += event.text }
      let text = events.sorted { $0.key < $1.key }.map { "@\($0) (\($1))" }.joined(separator: " ")
      return "\(Self.names[index]) = \(text.isEmpty ? "-" : text)"
    }
    return (lanes + [(spread ? "" : "races ") + expression]).joined(separator: "\n")
  }
}

/// A random program whose events can move by a tick.
private struct RandomMoves {
  /// The events of each source, all of them different.
  private var sources: [[(tick: Int, text: String)]] = []
  private let expression: String

  private static let names = ["a", "b", "c"]
  private static let expressions = [
    "merge(a, b)", "zip(a, b)", "combineLatest(a, b)", "a.withLatest(from: b)", "a.take(until: b)", "a.skip(until: b)",
    "merge(a, b, c).count()", "merge(a, b).scan(0) { $0 * 2 + $1 }", "combineLatest(a, b, c).last()", "race(a, b)",
    "a.take(until: merge(b, c))", "merge(a, c).take(until: b)", "zip(a, b, c)", "a.concat(b)",
  ]

  init(seed: UInt64) {
    var random = RandomTimelines(seed: seed)
    expression = random.pick(Self.expressions)
    for source in 0..<3 {
      var events: [(tick: Int, text: String)] = []
      for tick in 0..<3 where random.flip() { events.append((tick, "\(source * 3 + tick + 1)")) }
      if random.flip() { events.append((2 + random.below(2), "|")) }
      sources.append(events)
    }
  }

  var script: String {
    let events = sources.map { $0.map { (place: $0.tick, text: $0.text) } }
    return lanes(events) + "races \(expression) within 1"
  }

  /// Whether the events of each source keep their order.
  func keepsOrder(moving moves: [Race.Move]) -> Bool {
    sources.indices.allSatisfy { source in
      let ticks = sources[source].map { tick(of: $0, from: source, moving: moves) }
      return ticks == ticks.sorted()
    }
  }

  /// Returns the program with each event of a tick on a tick of its own.
  ///
  /// - Parameter move: A move that was left out, whose event keeps its place beside the order on its tick.
  func script(moving moves: [Race.Move], inOrderOn ticks: [Race.Tick], around move: Race.Move? = nil) -> String {
    var turns: [(key: [Int], source: Int, text: String)] = []
    for (source, events) in sources.enumerated() {
      for (index, event) in events.enumerated() {
        let tick = tick(of: event, from: source, moving: moves)
        let order = ticks.first { $0.tick == tick }?.other
        let place = order?.firstIndex { isEvent(event.text, of: source, $0) }
        let side = move.map { $0.tick > tick } == true ? 100 : -1
        turns.append(([tick, order == nil ? 0 : place ?? side, source, index], source, event.text))
      }
    }
    turns.sort { $0.key.lexicographicallyPrecedes($1.key) }
    var events: [[(place: Int, text: String)]] = sources.map { _ in [] }
    for (index, turn) in turns.enumerated() {
      let place = index - (turns.firstIndex { $0.key[0] == turn.key[0] } ?? index)
      events[turn.source].append((10 * turn.key[0] + place, turn.text))
    }
    return lanes(events) + expression
  }

  private func tick(of event: (tick: Int, text: String), from source: Int, moving moves: [Race.Move]) -> Int {
    moves.first { isEvent(event.text, of: source, $0.turn) }?.tick ?? event.tick
  }

  private func isEvent(_ text: String, of source: Int, _ turn: Race.Turn) -> Bool {
    turn.source == Self.names[source] && TimelinePrinter.token(for: turn.event) == text
  }

  private func lanes(_ sources: [[(place: Int, text: String)]]) -> String {
    sources.enumerated().map { index, events in
      let places = Dictionary(grouping: events, by: \.place).sorted { $0.key < $1.key }
      let text = places.map { "@\($0.key) (\($0.value.map(\.text).joined()))" }.joined(separator: " ")
      return "\(Self.names[index]) = \(text.isEmpty ? "-" : text)\n"
    }.joined()
  }
}
