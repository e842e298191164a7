import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import Testing

/// The origins of events: the lines that first sent their values, and the events that caused them.
struct OriginTests {
  private func diagram(_ script: String, stages: Bool = false) -> Diagram? {
    let session = Session()
    session.options.showsStages = stages
    var diagram: Diagram?
    session.evaluate(Source(name: "test", text: script)) { answer in
      if case .drawing(let drawn) = answer { diagram = drawn }
    }
    return diagram
  }

  /// Returns the events of the last lane, each with its token, the lines that first sent its value, and its causes.
  private func origins(_ script: String, stages: Bool = false) -> [String] {
    guard let diagram = diagram(script, stages: stages), let out = diagram.lines.last(where: \.isLane) else {
      return []
    }
    func name(_ source: Diagram.Source) -> String {
      switch source {
      case .unknown: "?"
      case .line(let line): diagram.lines[line].name
      case .parts(let parts): "(" + parts.map(name).joined(separator: ",") + ")"
      }
    }
    return zip(out.marbles, out.origins).map { marble, origin in
      let causes = origin.causes.map { place in
        let line = diagram.lines[place.line]
        return line.name + TimelinePrinter.token(for: line.marbles[place.index].event)
      }
      let token = TimelinePrinter.token(for: marble.event)
      return "\(token) of \(name(origin.source)) by \(causes.joined(separator: "+"))"
    }
  }

  private static let inputs = "a = --1-----2----|\nb = ----x--y-----|\n"

  @Test(arguments: [
    // Operators that pass on or transform values.
    ("a.map { $0 * 2 }.filter { $0 > 2 }", ["4 of a by a2", "| of a by a|"]),
    ("merge(a, b).take(first: 2)", ["1 of a by a1", "x of b by bx", "| of b by bx"]),
    ("a.scan(0) { $0 + $1 }", ["1 of a by a1", "3 of a by a2", "| of a by a|"]),
    ("a.combinePrevious()", ["[1,2] of (a,a) by a1+a2", "| of a by a|"]),
    ("merge(a, b).combinePrevious().take(first: 1)", ["[1,x] of (a,b) by a1+bx", "| of (a,b) by a1+bx"]),
    ("concat(a, b)", ["1 of a by a1", "2 of a by a2", "| of b by b|"]),
    // Operators that wait for the clock.
    ("a.delay(2)", ["1 of a by a1", "2 of a by a2", "| of a by a|"]),
    ("a.debounce(2)", ["1 of a by a1", "2 of a by a2", "| of a by a|"]),
    // Operators that combine values part by part.
    ("zip(a, b)", ["[1,x] of (a,b) by a1+bx", "[2,y] of (a,b) by a2+by", "| of a by a|"]),
    ("zip(a, b).map { $0.1 }", ["x of (a,b) by a1+bx", "y of (a,b) by a2+by", "| of a by a|"]),
    ("zip(a, a).map { $0.0 }", ["1 of a by a1", "2 of a by a2", "| of a by a|"]),
    ("combineLatest(a, b).take(first: 1)", ["[1,x] of (a,b) by a1+bx", "| of (a,b) by a1+bx"]),
    (
      "zip(zip(a, b), a).take(first: 1)",
      ["[(1,x),1] of ((a,b),a) by a1+bx", "| of (a,b) by a1+bx"]
    ),
    // Operators that hold values until another event.
    ("a.sample(on: b).take(first: 1)", ["1 of a by a1+bx", "| of a by a1+bx"]),
    ("a.withLatest(from: b).take(first: 1)", ["[2,y] of (a,b) by a2+by", "| of (a,b) by a2+by"]),
    ("a.buffer(on: b).take(first: 1)", ["[[1]] of a by a1+bx", "| of a by a1+bx"]),
    ("a.collect()", ["[[1,2]] of a by a1+a2+a|", "| of a by a|"]),
    ("merge(a, b).collect(count: 2).take(first: 1)", ["[[1,x]] of (a,b) by a1+bx", "| of (a,b) by a1+bx"]),
    ("merge(a, b).collect(every: 5).take(first: 1)", ["[[1,x]] of (a,b) by a1+bx", "| of (a,b) by a1+bx"]),
    ("merge(a, b).take(last: 2)", ["y of b by by+b|", "2 of a by a2+b|", "| of b by b|"]),
    ("merge(a, b).skip(last: 1).take(first: 1)", ["1 of a by a1+bx", "| of a by a1+bx"]),
    ("merge(a, b).last()", ["2 of a by a2+b|", "| of b by b|"]),
    ("merge(a, b).last { $0 == \"x\" }", ["x of b by bx+b|", "| of b by b|"]),
    ("merge(a.take(first: 1), b.filter { false }).single()", ["1 of a by a1+b|", "| of b by b|"]),
    ("merge(a, b.map { 0 }).max()", ["2 of a by a2+b|", "| of b by b|"]),
    ("merge(a, b.map { 5 }).min { $0 < $1 }", ["1 of a by a1+b|", "| of b by b|"]),
    ("a.map { $0 > 1 }.or(b.map { true }).take(first: 1)", ["[true] of (a,b) by a1+bx", "| of (a,b) by a1+bx"]),
    (
      "a.map { $0 > 1 }.and(b.map { true }).skip(first: 1)",
      ["[false] of (a,b) by a1+by", "[true] of (a,b) by a2+by", "| of b by b|"]
    ),
    ("a.throttle(4, discardWhenCompleted: false).take(first: 1)", ["1 of a by a1", "| of a by a1"]),
  ])
  func resultHasItsOriginsAndCauses(expression: String, expected: [String]) {
    #expect(origins(Self.inputs + expression) == expected)
  }

  @Test func valueOfAnInnerStreamOriginatesThere() {
    let script = "A = cold -1-2|\nouter = --A-----B|\nB = cold 7|\nouter.flatten(.latest)"
    #expect(origins(script) == ["1 of A by A1", "2 of A by A2", "7 of B by B7", "| of B by B|"])
    // A value that passes unchanged keeps the line that first sent it.
    let passing = "a = 1--2|\nb = -x--y|\na.flatMap(.latest) { n in b.map { $0 } }"
    #expect(origins(passing) == ["x of b by 1x", "y of b by 2y", "| of b by 2|"])
    // A value that is computed from another one has the origin of that one.
    #expect(origins("a = 1--|\na.flatMap { just($0 * 2) }").first == "2 of a by 12")
  }

  @Test func valueCreatedByAnOperatorHasNoOrigin() {
    #expect(origins("just(1)") == ["1 of ? by ", "| of ? by "])
    #expect(origins("a = --|\na.defaultIfEmpty(0)") == ["0 of ? by a|", "| of a by a|"])
    // A value that an operator creates at an end has no origin, whichever stream ended.
    #expect(origins("a = -1|\nb = --|\nmerge(a, b).count()") == ["1 of ? by b|", "| of b by b|"])
    #expect(origins("a = -1|\na.concat(value: 2).map { $0 }").dropFirst().first == "2 of ? by a|")
    #expect(origins("a = -#\na.recover(with: 2)") == ["2 of ? by a#", "| of a by a#"])
    #expect(origins("a = -1|\na.flatMap { \"-z|\" }").first == "z of 1 by 1z")
  }

  /// A shared event is visited once, and not once for each path that leads to it.
  @Test(.timeLimit(.minutes(1)))
  func sharedEventIsVisitedOnce() {
    let script =
      "twice(s) = zip(s, s) { x, y in x }.share()\ns0 = -1|\ns0" + String(repeating: ".twice()", count: 40)
    #expect(origins(script) == ["1 of s0 by s01", "| of s0 by s0|"])
  }

  @Test func combinedValueKeepsTheOriginsOfItsParts() throws {
    let script = Self.inputs + "zip(a, b).flatMap { x, y in just(x) }"
    let lane = try #require(diagram(script)?.lanes.first { $0.name == "streams" })
    #expect(lane.origins.map(\.source) == [.parts([.line(0), .line(1)]), .parts([.line(0), .line(1)]), .unknown])
    #expect(lane.origins.first?.causes == [.init(line: 0, index: 0), .init(line: 1, index: 0)])
  }

  @Test func restartedSourceIsTheSameOrigin() {
    #expect(origins("a = cold -1|\na.repeat(2)") == ["1 of a by a1", "1 of a by a1", "| of a by a|"])
  }

  @Test func replayedValuesKeepTheirOrigin() {
    let script = "a = cold -1-|\nt = --x|\nb = a.replayLazily(upTo: 1)\nmerge(b, t.then(b)).take(first: 2)"
    #expect(origins(script).prefix(2) == ["1 of a by b1", "1 of a by b1"])
    let replayed = diagram(script)?.lines.last { $0.name == "b" }
    #expect(replayed?.origins.map(\.causes) == [[.init(line: 0, index: 0), .init(line: 1, index: 1)]])
  }

  // MARK: Stages

  @Test func everyOperatorHasALane() throws {
    let said = try #require(diagram("a = -1-2-3|\nb = -x|\na.map { $0 * 2 }.merge(b).take(first: 2)", stages: true))
    let operators = said.rows.compactMap { if case .operation(let text) = $0 { text } else { nil } }
    #expect(operators == ["a.map { $0 * 2 }", ".merge(b)", ".take(first: 2)"])
    #expect(said.lanes.map(\.name) == ["a", "b", "map", "merge", "out"])
    #expect(said.lanes.map { TimelinePrinter.text(of: $0.timeline) }.suffix(3) == ["-(2!)", "-(2x!)", "-(2x|)"])
  }

  /// An operator that is applied during the run, by a closure or a marble, is not part of the chain.
  @Test(arguments: ["a.flatMap(.merge) { x in m }.map { $0 }", "s.flatten(.merge).map { $0 }"])
  func operatorAppliedDuringTheRunHasNoLane(expression: String) throws {
    let script = "a = 1-2|\nb = cold -3|\nm = b.map { $0 * 2 }.filter { true }\ns = m--|\n\(expression)"
    let said = try #require(diagram(script, stages: true))
    let operators = said.rows.compactMap { if case .operation(let text) = $0 { text } else { nil } }
    #expect(operators.count == 2)
    #expect(operators.last == ".map { $0 }")
  }

  /// Every cause is an event in the drawing, even if streams are disposed or only the start of the run is drawn.
  @Test(arguments: [
    "e = {-1}*\nmerge(e, just(1).repeat()).groupBy { $0 }", "just([1]).flatMap(.concat) { just($0) }.repeat()",
    "just(1).repeat().flatMap(.merge) { just($0) }.map { $0 }",
    "a = 7-#\nb = --1-|\na.flatMap(.race) { x in b.window(count: 6).flatMap(.concat) { w in w.collect() } }.throttle(2)",
  ])
  func everyCauseIsDrawn(script: String) throws {
    let session = Session()
    session.options.showsStages = true
    session.options.limits.deliveries = 2000
    var drawn: Diagram?
    session.evaluate(Source(name: "test", text: script)) { answer in
      if case .drawing(let diagram) = answer { drawn = diagram }
    }
    let lines = try #require(drawn?.lines)
    for line in lines {
      for place in line.origins.flatMap(\.causes) {
        if case .lane(let lane) = lines[place.line], lane.timeline.loop != nil { continue }
        #expect(place.index < lines[place.line].marbles.count)
      }
      if case .lane(let lane) = line, lane.timeline.loop == nil {
        #expect(lane.inner.allSatisfy { $0.marble ?? -1 < lane.timeline.marbles.count })
      }
    }
  }

  @Test func laneOfANamedExpressionHasItsName() throws {
    let said = try #require(diagram("a = -1|\nb = a.map { $0 }.map { $0 }\nb.take(first: 1)", stages: true))
    #expect(said.lanes.map(\.name) == ["a", "map", "b", "out"])
  }

  @Test func causeIsAnEventOfThePreviousStage() {
    let script = Self.inputs + "a.map { $0 * 2 }.filter { $0 > 2 }"
    #expect(origins(script, stages: true) == ["4 of a by map4", "| of a by map|"])
  }

  // MARK: Hot and cold

  @Test(arguments: [
    ("concat(\"---|\", a)", "`a` sent a value without an observer; to wait for one, use `cold`"),
    ("a.delay(1) during ------^", nil), ("merge(a.take(first: 1), concat(\"---|\", a))", nil),
    ("a.take(until: { $0 < 3 })", nil),
    (
      "a.take(until: { $0 > 2 })",
      "the closure of `until:` returned false for the first value; to complete when it returns true, negate it"
    ),
    ("a.take(first: 1)", nil), ("merge(a, a)", nil), ("a.flatMap { a }.take(first: 1)", nil),
  ])
  func unobservedEventsAreNoted(expression: String, note: String?) {
    #expect(diagram("a = --1--2--3|\n\(expression)")?.notes == [note].compactMap(\.self))
  }

  @Test(arguments: [
    ("a = --1--2--3|\na.take(first: 1)", [1, 2, 3]),
    ("a = --1--2--3|\nconcat(\"---|\", a)", [0]),
    ("a = -1-^-2|\na.map { $0 }", [0]),
    ("a = cold --1--2--3|\na.take(first: 1)", [1, 2, 3]),
    ("a = --1--2--3|\na.map { $0 }", []),
    // A cold source that starts later has not sent its events on the ticks of its own timeline.
    ("a = cold -1|\nconcat(\"--|\", a)", [0, 1]), ("a = cold -1|\nmerge(a, concat(\"--|\", a))", []),
  ])
  func unobservedEventsAreMarked(script: String, expected: [Int]) {
    #expect(diagram(script)?.lanes.first?.unobserved == expected)
  }

  @Test func laneRecordsWhenItWasObserved() {
    let lanes = diagram("a = --1--2--3|\nmerge(a.take(first: 1), a) during -^----!")?.lanes
    #expect(
      lanes?.map(\.observed) == [[Window(from: 1, until: 2), Window(from: 1, until: 6)], [Window(from: 1, until: 6)]])
  }
}

extension Diagram.Line {
  fileprivate var isLane: Bool { if case .lane = self { true } else { false } }

  fileprivate var name: String {
    switch self {
    case .lane(let lane): lane.name
    case .inner(let inner): inner.name
    }
  }
}
