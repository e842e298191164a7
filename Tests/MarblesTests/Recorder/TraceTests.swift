import MarbleLanguage
import Marbles
import TestSupport
import Testing

/// Traces, which a program of any language writes as lines of JSON.
struct TraceTests {
  private func text(_ lines: String, _ selection: TraceFile.Selection = .init(tick: TickLength(.milliseconds(10))))
    -> String
  {
    let trace = TraceFile(Array(lines.utf8), selecting: selection)
    return trace.diagram.map { DrawingStyle().draw([$0]) } ?? ""
  }

  private static let search = """
    {"schema": "rxrepl/trace", "version": 1, "library": "rxjs 7.8.2"}
    {"time": 20.1, "stream": "typed", "kind": "value", "value": "j", "id": 1}
    {"time": 22.0, "stream": "search", "kind": "subscribed", "subscription": 7, "parent": 1}
    {"time": 61.4, "stream": "search", "kind": "value", "value": "Jo", "subscription": 7, "id": 2}
    {"time": 61.4, "stream": "results", "kind": "value", "value": "Jo", "cause": 2}
    {"time": 110, "stream": "typed", "kind": "next", "value": "ji", "id": 3}
    {"time": 110, "stream": "search", "kind": "disposed", "subscription": 7}
    {"time": 111, "stream": "search", "kind": "subscribed", "subscription": 8, "parent": 3}
    """

  @Test func innerStreamsAreBelowTheirValues() {
    #expect(
      text(Self.search) == """
                  0    5       10
        typed     --j----...----[ji]-
          search    `---[Jo]----!
          search                `
        results   ------[Jo]-----
        // a tick is 10ms
        // 5 events of 3 streams until 111ms
        // the longest silence is 48.6ms, from 61.4ms on
        // `search` was not unsubscribed
        """)
  }

  @Test func jsonHasAllOfADrawing() throws {
    let trace = TraceFile(Array(Self.search.utf8), selecting: .init(from: .milliseconds(60), tick: .millisecond))
    let drawn = try #require(trace.diagram)
    let again = try #require(try Diagram.drawings(inJSON: Array(JSON().draw(drawn).utf8)).first)
    #expect(again.recording == drawn.recording && again.recording?.start == 60_000_000)
    // A stream below that of its parent, which another lane did not send.
    let lines = """
      {"time": 1, "stream": "a", "kind": "value", "value": 1, "id": 1}
      {"time": 2, "stream": "b", "kind": "subscribed", "subscription": 2, "parent": 1}
      {"time": 3, "stream": "c", "kind": "subscribed", "subscription": 3, "parent": 2}
      {"time": 4, "stream": "c", "kind": "value", "value": 5, "subscription": 3}
      """
    let nested = try #require(TraceFile(Array(lines.utf8)).diagram)
    let copy = try #require(try Diagram.drawings(inJSON: Array(JSON().draw(nested).utf8)).first)
    #expect(copy.lanes.flatMap { $0.inner.map(\.marble) } == [0, nil])
    #expect(copy.lanes.flatMap { $0.inner.map(\.cause) } == [nil, .init(line: 0, index: 0)])
  }

  /// Programs write lines on several threads, and other units.
  @Test func linesMayComeInAnyOrder() {
    let lines = """
      {"schema": "rxrepl/trace", "unit": "s"}
      {"time": 0.03, "stream": "a", "kind": "completed", "id": null, "parent": null, "cause": null}
      {"time": 0.01, "stream": "a", "kind": "value", "value": 1}
      {"time": 0.01, "stream": "a", "kind": "value", "value": [2.5, null, true]}
      {"time": 0.02, "stream": "b", "kind": "error", "message": "lost", "extra": {}}
      """
    let drawn = text(lines)
    #expect(drawn.contains("(1[[2.5,nil,true]])"))
    #expect(drawn.contains("#[lost]"))
  }

  /// A file can consist of several traces, each with its unit.
  @Test func headerBelongsToTheLinesAfterIt() {
    let lines = """
      {"schema": "rxrepl/trace", "unit": "ms"}
      {"time": 20.5, "stream": "a", "kind": "value", "value": 1}
      {"schema": "rxrepl/trace", "unit": "us"}
      {"time": 30500, "stream": "a", "kind": "value", "value": 2}
      {"schema": "rxrepl/trace", "unit": "s"}
      {"time": 0.04, "stream": "a", "kind": "value", "value": 3}
      {"schema": "rxrepl/trace", "unit": "tick"}
      """
    let trace = TraceFile(Array(lines.utf8), selecting: .init(tick: TickLength(.microseconds(500))))
    #expect(trace.faults.map(\.reason) == [.expectedInHeader("`ns`, `us`, `ms` or `s`")])
    let ticks = trace.diagram?.lanes.first?.timeline.marbles.map(\.tick)
    #expect(ticks == [41, 61, 80])
  }

  /// An event can be written after those that it causes.
  @Test func causesOfOneTimeMayFollow() {
    let lines = """
      {"time": 5, "stream": "b", "kind": "value", "value": 2, "id": 2, "cause": 1}
      {"time": 5, "stream": "b", "kind": "value", "value": 3}
      {"time": 5, "stream": "c", "kind": "subscribed", "subscription": 7, "parent": 2}
      {"time": 5, "stream": "a", "kind": "value", "value": 0}
      {"time": 5, "stream": "a", "kind": "value", "value": 1, "id": 1}
      {"time": 9, "stream": "c", "kind": "value", "value": 4, "subscription": 7}
      """
    #expect(TraceFile(Array(lines.utf8)).faults.isEmpty)
    #expect(
      text(lines, .init(tick: .millisecond)).hasPrefix(
        """
             0    5
        a    -----(01)----
        b    -----(23)----
          c       `...---4

        """))
  }

  /// In any order of its lines, a trace has the same events and causes, if their order does not matter.
  @Test func linesCanBeShuffled() {
    var generator = SplitMix64(seed: 40)
    func below(_ limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }
    for _ in 0..<200 {
      var lines: [String] = []
      for id in 0..<12 {
        let causes =
          id == 0 ? "" : ", \"cause\": [\((0..<below(3)).map { _ in "\(below(id))" }.joined(separator: ", "))]"
        lines.append(
          "{\"time\": \(id / 6), \"stream\": \"s\(id)\", \"kind\": \"value\", \"value\": \(id), \"id\": \(id)\(causes)}"
        )
      }
      lines.shuffle(using: &generator)
      let trace = TraceFile(Array(lines.joined(separator: "\n").utf8), selecting: .init(tick: .millisecond))
      #expect(trace.faults.isEmpty, "\(lines)")
      let events = (trace.diagram?.lanes ?? []).flatMap { lane in
        lane.timeline.marbles.map { "\(lane.name) \($0.tick) \(TimelinePrinter.token(for: $0.event))" }
      }
      #expect(Set(events) == Set((0..<12).map { "s\($0) \($0 / 6) \($0 < 10 ? "\($0)" : "[\($0)]")" }))
    }
  }

  /// Events that are causes of each other have no order, and a long chain of them can be written in reverse.
  @Test func referencesInACircleAreReported() {
    func line(_ id: Int, _ cause: Int) -> String {
      "{\"time\": 1, \"stream\": \"s\(id)\", \"kind\": \"value\", \"id\": \(id), \"cause\": \(cause)}"
    }
    let circle = TraceFile(Array([line(1, 2), line(2, 1)].joined(separator: "\n").utf8))
    #expect(circle.faults.map(\.reason) == [.unknownReference("2", isParent: false, others: 0)])
    #expect(circle.diagram?.lanes.count == 2)
    let chain =
      (0..<1_000).reversed().map { line($0 + 1, $0) } + [
        "{\"time\": 1, \"stream\": \"s0\", \"kind\": \"value\", \"id\": 0}"
      ]
    #expect(TraceFile(Array(chain.joined(separator: "\n").utf8)).faults.isEmpty)
  }

  @Test(
    arguments: [
      (10, 20, "5ms", "50ms"), (60, 99, "50ms", nil), (1, 4, nil, "5ms"), (6, 49, "5ms", "50ms"),
    ] as [(Int, Int, String?, String?)])
  func nearestEventsAreNamed(from: Int, to: Int, before: String?, after: String?) {
    let lines = """
      {"time": 5, "stream": "a", "kind": "value", "value": 1, "cause": 8}
      {"time": 30, "stream": "b", "kind": "subscribed", "subscription": 2}
      {"time": 50, "stream": "a", "kind": "value", "value": 2}
      """
    func trace(_ from: Duration, _ to: Duration) -> TraceFile {
      TraceFile(Array(lines.utf8), selecting: .init(from: from, to: to))
    }
    let (from, to) = (Duration.milliseconds(from), Duration.milliseconds(to))
    #expect(trace(from, to).faults.last?.reason == .nothingSelected(before: before, after: after))
    if let before = before.flatMap(TickLength.duration) { #expect(trace(before, to).diagram != nil) }
    if let after = after.flatMap(TickLength.duration) { #expect(trace(from, after).diagram != nil) }
  }

  /// Keys without a meaning here are members of the drawing as JSON.
  @Test func otherKeysAreKept() throws {
    let lines = """
      {"time": 1, "stream": "a", "kind": "subscribed", "subscription": 1, "source": "a.ts:1:2"}
      {"time": 2, "stream": "a", "kind": "value", "value": 1, "subscription": 1, "thread": "main", "tags":[1.50, {}], "id": 1}
      {"time": 2, "stream": "b", "kind": "subscribed", "subscription": 2, "parent": 1, "depth": null}
      {"time": 3, "stream": "b", "kind": "completed", "subscription": 2, "is \\"last\\"": true}
      """
    let diagram = try #require(TraceFile(Array(lines.utf8)).diagram)
    let json = JSON().draw(diagram)
    #expect(
      json.matches(of: #/"trace":\{.*?\}(?=[,}\]])/#).map { String($0.0) }.count == 4)
    for kept in [
      #""trace":{"source":"a.ts:1:2"}"#, #""trace":{"thread":"main","tags":[1.50, {}]}"#, #""trace":{"depth":null}"#,
      #""trace":{"is \"last\"":true}"#,
    ] {
      #expect(json.contains(kept))
    }
    #expect(try JSONSchema.ours.fault(in: JSONTree(json)) == nil)
    #expect(try Diagram.drawings(inJSON: Array(json.utf8)).count == 1)
  }

  @Test func invalidLinesAreLeftOut() throws {
    let lines = """
      {"time": 10, "stream": "a", "kind": "value", "value": 1}
      no JSON
      {"time": 20, "stream": "a"}
      {"time": "30", "stream": "a", "kind": "value"}
      {"time": 40, "stream": "a", "kind": "moved"}
      {"time": 40, "stream": "a", "kind": "moved"}
      {"time": 50, "stream": "a", "kind": "value", "value": 2} 3
      {"time": 60, "stream": "a", "kind": "va
      """
    let trace = TraceFile(Array(lines.utf8))
    #expect(
      trace.faults.map(\.reason) == [
        .expected("a JSON value"), .expected("an object with the key `kind`"), .expected("a time as a number"),
        .unknownKind("moved"), .expected("the end of the line"),
      ])
    let table = Array(lines.utf8)
    #expect(trace.faults.map { table[..<$0.span.lowerBound].count { $0 == ASCII.newline } + 1 } == [2, 3, 4, 5, 7])
    let diagram = try #require(trace.diagram)
    #expect(diagram.lanes.map(\.timeline.marbles.count) == [1])
    #expect(diagram.notes.contains("the last line is cut off"))
  }

  /// A warning about the references of a line precedes the errors of later lines.
  @Test func faultsAreInTheOrderOfTheirLines() {
    let lines = """
      {"time": 1, "stream": "a", "kind": "value", "cause": 9}
      {"time": 2, "stream": "b", "kind": "value", "subscription": 1}
      {"time": 3, "stream": "b", "kind": "value"}
      no JSON
      {"time": 4, "stream": "c", "kind": "value", "subscription": 2}
      {"time": 5, "stream": "c", "kind": "value"}
      """
    #expect(
      TraceFile(Array(lines.utf8)).faults.map(\.reason) == [
        .unknownReference("9", isParent: false, others: 0), .mixedSubscriptions("b"), .expected("a JSON value"),
        .mixedSubscriptions("c"),
      ])
  }

  /// The recorder of another language may forget the end of a stream.
  @Test func eventsAfterAnEndAreKept() {
    let lines = """
      {"time": 10, "stream": "a", "kind": "completed"}
      {"time": 20, "stream": "a", "kind": "value", "value": 1}
      """
    #expect(text(lines).contains("a  -|1"))
    #expect(text(lines).contains("// `a` sent an event after its end, at 20ms"))
    let diagram = TraceFile(Array(lines.utf8)).diagram
    #expect(diagram.map(JSON().draw)?.contains(#""timeline":"raw "#) == true)
  }

  @Test func aPartIsSelected() {
    let part = text(
      Self.search, .init(from: .milliseconds(60), to: .milliseconds(110), names: ["typed", "results"]))
    #expect(!part.contains("search"))
    #expect(part.contains("// tick 0 is at 60ms"))
    #expect(part.contains("// 2 events of 2 streams"))
  }

  /// Without names, the order is that of causes, also of those before the selected part.
  @Test(arguments: [
    ([], ["typed", "results"]), (["results", "typed"], ["results", "typed"]),
    (["typed,results"], ["typed", "results"]),
  ])
  func lanesHaveTheOrderOfTheirNames(names: [String], lanes: [String]) {
    let lines = """
      {"time": 0, "stream": "results", "kind": "subscribed", "subscription": 1}
      {"time": 0, "stream": "typed", "kind": "subscribed", "subscription": 2}
      {"time": 10, "stream": "typed", "kind": "value", "value": "a", "subscription": 2, "id": 3}
      {"time": 20, "stream": "results", "kind": "value", "value": "A", "subscription": 1, "cause": 3}
      {"time": 30, "stream": "results", "kind": "value", "value": "B", "subscription": 1}
      """
    for from in [nil, Duration.milliseconds(25)] {
      let trace = TraceFile(Array(lines.utf8), selecting: .init(from: from, names: names))
      #expect(trace.diagram?.lanes.map(\.name) == lanes)
    }
  }

  /// Nine of ten events have a tick of their own, and the drawing has about 200 ticks.
  @Test(arguments: [(1, 20, "1ms"), (100, 20, "100ms"), (1, 10_000, "50ms"), (37, 5, "20ms")])
  func tickFitsTheEvents(gap: Int, count: Int, tick: String) {
    let lines = (0..<count).map { "{\"time\": \($0 * gap), \"stream\": \"a\", \"kind\": \"value\", \"value\": 1}" }
    let trace = TraceFile(Array(lines.joined(separator: "\n").utf8))
    #expect(trace.diagram?.recording?.tick.description == tick)
  }

  /// Nanoseconds since an epoch have more digits than a `Double`.
  @Test func wholeNumbersAreExact() {
    let lines = """
      {"schema": "rxrepl/trace", "version": 1, "unit": "ns"}
      {"time": 1767225600123456789, "stream": "db,read", "kind": "value", "value": 1}
      {"time": 1767225600126456788, "stream": "a b", "kind": "value", "value": 2}
      {"time": 1767225600126456790, "stream": "true", "kind": "value", "value": 3}
      """
    let notes = text(lines)
    #expect(notes.contains("// times are counted from 1767225600123456789ns\n"), "\(notes)")
    #expect(notes.contains("// 3 events of 3 streams until 3.000001ms\n"))
    #expect(text(lines, .init(to: .milliseconds(3))).contains("// 2 events of 2 streams until 2.999999ms\n"))
  }

  /// A list of streams can have names with commas, and those of scripts.
  @Test(arguments: [("db,read", 1), ("db,read,a_b", 2), ("a b,db,read", 2), ("db", 0)])
  func selectedNamesCanHaveCommas(list: String, count: Int) {
    let lines = """
      {"time": 1, "stream": "db,read", "kind": "value", "value": 1}
      {"time": 2, "stream": "a b", "kind": "value", "value": 2}
      {"time": 3, "stream": "c", "kind": "value", "value": 2}
      """
    let trace = TraceFile(Array(lines.utf8), selecting: .init(names: [list]))
    #expect(trace.diagram?.lanes.count ?? 0 == count)
    #expect(trace.faults.isEmpty == (count > 0))
  }

  /// A stream continues if it sends later events than those that are drawn.
  @Test func partOfATraceContinues() {
    let lines = """
      {"time": 0, "stream": "a", "kind": "value", "value": 1}
      {"time": 10, "stream": "b", "kind": "completed"}
      {"time": 20, "stream": "c", "kind": "value", "value": 3}
      {"time": 30, "stream": "a", "kind": "completed"}
      {"time": 40, "stream": "b", "kind": "value", "value": 4}
      """
    #expect(text(lines, .init(to: .milliseconds(20), tick: .millisecond)).contains("a  1-------------------->\n"))
    func continuing(_ selection: TraceFile.Selection) -> [String] {
      let trace = TraceFile(Array(lines.utf8), selecting: selection)
      return trace.diagram?.lanes.filter(\.timeline.continues).map(\.name) ?? []
    }
    #expect(continuing(.init()) == [])
    #expect(continuing(.init(to: .milliseconds(20))) == ["a"])
    #expect(continuing(.init(to: .milliseconds(30))) == [])
  }

  @Test func partOfALongTraceContinues() {
    let lines = (0...10_000).map { "{\"time\": \($0), \"stream\": \"a\", \"kind\": \"value\", \"value\": 1}\n" }
    let last = "{\"time\": 10001, \"stream\": \"b\", \"kind\": \"value\", \"value\": 1}"
    let trace = TraceFile(Array((lines.joined() + last).utf8))
    #expect(trace.diagram?.lanes.map(\.timeline.continues) == [true, true])
  }

  @Test func timesSinceAnEpochBeginAtTheFirstEvent() {
    let lines = """
      {"time": 1700000000000, "stream": "a", "kind": "value", "value": 1}
      {"time": 1700000000050, "stream": "a", "kind": "value", "value": 2}
      """
    #expect(text(lines).contains("a  1----2-"))
    #expect(text(lines).contains("// times are counted from 1700000000000ms\n"))
  }

  /// Cut anywhere and with any byte changed, a trace is read without a crash.
  @Test func damagedTracesAreRead() {
    var generator = SplitMix64(seed: 7)
    let bytes = Array(Self.search.utf8)
    for _ in 0..<2_000 {
      var damaged = Array(bytes.prefix(Int(generator.next() % UInt64(bytes.count))))
      guard !damaged.isEmpty else { continue }
      damaged[Int(generator.next() % UInt64(damaged.count))] = UInt8(truncatingIfNeeded: generator.next())
      _ = TraceFile(damaged).diagram.map { DrawingStyle().draw([$0]) }
    }
  }
}
