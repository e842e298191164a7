import Foundation
import MarbleSession
import Marbles
import TestSupport
import Testing

/// Traces that a session loads, and writes as scripts.
struct LoadedTraceTests {
  private final class Files {
    var written = ""
  }

  private let session = Session()
  private let files = Files()

  /// The events of a search box, with the jitter of a real clock.
  private static let typed = """
    {"time": 20, "stream": "typed", "kind": "value", "value": "j"}
    {"time": 140, "stream": "typed", "kind": "value", "value": "ji"}
    {"time": 250, "stream": "typed", "kind": "value", "value": "jil"}
    {"time": 552, "stream": "results", "kind": "value", "value": "jil"}
    {"time": 900, "stream": "typed", "kind": "value", "value": "jill"}
    {"time": 1201, "stream": "results", "kind": "value", "value": "jill"}
    """

  private static let leaking = """
    {"time": 0, "stream": "a", "kind": "subscribed", "subscription": 1, "source": "app.ts:4:2"}
    {"time": 5, "stream": "a", "kind": "value", "value": 1, "subscription": 1, "id": "x"}
    {"time": 6, "stream": "b", "kind": "subscribed", "subscription": 2, "parent": "x"}
    {"time": 7, "stream": "c", "kind": "subscribed", "subscription": 3, "parent": 1}
    {"time": 9, "stream": "c", "kind": "completed", "subscription": 3}
    {"time": 9, "stream": "d", "kind": "subscribed", "subscription": 4, "parent": 1}
    """

  init() {
    session.environment.readFile = { path throws(SystemFailure) in
      Array((path == "typed.jsonl" ? Self.typed : path == "ended.jsonl" ? "" : Self.leaking).utf8)
    }
    session.environment.writeFile = { [files] _, bytes in files.written = String(decoding: bytes, as: UTF8.self) }
    session.options.trace.tick = TickLength(.milliseconds(100))
  }

  @Test func subscriptionsWithoutAnEndAreListed() {
    _ = session.transcript(":load leaking.jsonl")
    #expect(
      session.transcript(":leaks") == """
        `a` since 0ms, in app.ts:4:2
        `b` since 6ms, because of `1` of `a` at 5ms
        `d` since 9ms, because of the subscription of `a`

        """)
  }

  @Test func traceCanBeAFileOfJSON() {
    let drawing = session.transcript(":load leaking.jsonl")
    #expect(drawing.contains("a  "))
    #expect(session.transcript(":load leaking.json") == drawing)
  }

  /// A row that was unsubscribed has no event at its end.
  @Test func unsubscriptionIsAnswered() {
    let lines = """
      {"time": 0, "stream": "a", "kind": "value", "value": 1, "id": 1}
      {"time": 100, "stream": "b", "kind": "subscribed", "subscription": 1, "parent": 1}
      {"time": 500, "stream": "b", "kind": "unsubscribed", "subscription": 1}

      """
    session.environment.readFile = { path in
      Array(
        (path == "a.jsonl"
          ? lines : lines.replacing("\"subscription\": 1}", with: "\"subscription\": 1, \"cause\": 1}")).utf8)
    }
    _ = session.transcript(":load a.jsonl")
    #expect(session.transcript("why ! in b").hasPrefix("`b` was unsubscribed on tick 5.\n"))
    #expect(session.transcript("why ! @2 in b").hasPrefix("`b` was unsubscribed on tick 5, not on tick 2.\n"))
    _ = session.transcript(":load b.jsonl")
    #expect(session.transcript("why ! in b").hasPrefix("`b` was unsubscribed on tick 5: `a` sent `1` on tick 0.\n"))
  }

  /// The end of a stream is not an unsubscription, but another start of it can have one.
  @Test func endsAreNoUnsubscriptions() {
    let ended = """
      {"time": 0, "stream": "b", "kind": "subscribed", "subscription": 1}
      {"time": 400, "stream": "b", "kind": "completed", "subscription": 1}

      """
    let again =
      ended + """
        {"time": 600, "stream": "b", "kind": "subscribed", "subscription": 2}
        {"time": 800, "stream": "b", "kind": "unsubscribed", "subscription": 2}

        """
    session.environment.readFile = { path in Array((path == "a.jsonl" ? ended : again).utf8) }
    _ = session.transcript(":load a.jsonl")
    #expect(session.transcript("why ! in b").hasPrefix("`!` did not come: `b` ended with `|` on tick 4.\n"))
    _ = session.transcript(":load b.jsonl")
    #expect(session.transcript("why ! in b").hasPrefix("`b` was unsubscribed on tick 8.\n"))
    #expect(session.transcript("why ! @8 in b").hasPrefix("`b` was unsubscribed on tick 8.\n"))
    #expect(session.transcript("why @8 in b").hasPrefix("`b` was unsubscribed on tick 8.\n"))
    #expect(session.transcript("never() ==").contains("the result is: -\n"))
  }

  @Test func leaksNeedATrace() {
    #expect(session.transcript(":leaks").contains("error: no trace has been loaded"))
    _ = session.transcript(":load typed.jsonl")
    #expect(session.transcript(":leaks") == "no subscription was recorded\n")
  }

  @Test func traceIsSavedWithWhatWasAsked() {
    _ = session.transcript(":load typed.jsonl")
    for entry in ["typed.debounce(300ms)", "typed.debounce(300ms) == results", "typed.debounce(200ms) == results"] {
      _ = session.transcript(entry, mode: .prompt)
    }
    #expect(session.transcript(":save bug.marble") == "bug.marble: 5 statements\n")
    #expect(
      files.written == """
        :tick 100ms
        typed = j[ji][jil]------[jill]---
        results = -----[jil]------[jill]
        typed.debounce(300ms) == -----[jil]------[jill]
        typed.debounce(300ms) == results
        typed.debounce(200ms) == results

        """)
    _ = session.transcript(":save! bug.marble --from 800ms")
    #expect(
      files.written == """
        :tick 100ms
        typed = -[jill]---
        results = ----[jill]
        typed.debounce(300ms) == ----[jill]
        typed.debounce(300ms) == results
        typed.debounce(200ms) == results

        """)
  }

  @Test(arguments: [
    ("a.marble --until 3s", "`--until` is not an option of `:save`", "write `--from 2s`, `--to 5s` or `--minimize`"),
    ("a.marble --form 3s", "`--form` is not an option of `:save`", "did you mean `--from`?"),
    ("a.marble --from", "expected a value after `--from`", "write a duration such as `2s`"),
    ("a.marble --to 5", "`5` is not a valid value for `--to`", "write a duration such as `2s`"),
    ("a.marble --from 5s --to 2s", "`--from` is later than `--to`", "write `--from 2s --to 5s`"),
    ("a.marble --to 2s --from 5s", "`--from` is later than `--to`", "write `--from 2s --to 5s`"),
    (
      "--minimize a.marble", "unexpected `a.marble` after an option", "write `:save a.marble --minimize`"
    ),
    (
      "--from 1s a.marble", "unexpected `a.marble` after an option", "write `:save a.marble --from 1s`"
    ),
  ])
  func invalidOptionIsNamed(arguments: String, message: String, help: String) {
    _ = session.transcript(":load typed.jsonl")
    let said = session.transcript(":save \(arguments)")
    #expect(said.contains("error: \(message)\n") && said.hasSuffix("\n  help: \(help)\n"), "\(said)")
  }

  /// A script would warn about such a name.
  @Test func streamsDoNotHaveNamesOfOperators() {
    session.environment.readFile = { _ in Array(#"{"time": 0, "stream": "filter", "kind": "value"}"#.utf8) }
    #expect(session.transcript(":load a.jsonl").contains("// in scripts, `filter` is `filter1`\n"))
    #expect(session.transcript("why @0 in filter").contains("  help: did you mean `filter1`?"))
    #expect(session.transcript("filter.take(1)").contains("  help: did you mean `filter1`?"))
    _ = session.transcript("filter1.count()", mode: .prompt)
    _ = session.transcript(":save a.marble")
    #expect(!Session().transcript(files.written).contains("warning"), "\(files.written)")
    let selected = TraceFile(
      Array(#"{"time": 0, "stream": "filter", "kind": "value"}"#.utf8), selecting: .init(names: ["filter1"]))
    #expect(selected.diagram != nil)
  }

  /// A search in a trace allows differences of times, which a script must be told.
  @Test func searchIsSavedWithItsTolerance() {
    _ = session.transcript(":load typed.jsonl")
    _ = session.transcript("?(typed) == results", mode: .prompt)
    _ = session.transcript(":save a.marble")
    #expect(files.written.hasSuffix("\n:within 1\n?(typed) == results\n:within 0\n"), "\(files.written)")
  }

  /// A timeline that violates the event grammar is only one after `raw`.
  @Test func eventsAfterAnEndAreSaved() {
    let lines = """
      {"time": 100, "stream": "g", "kind": "value", "value": 1}
      {"time": 200, "stream": "g", "kind": "completed"}
      {"time": 300, "stream": "g", "kind": "value", "value": 2}
      """
    session.environment.readFile = { _ in Array(lines.utf8) }
    _ = session.transcript(":load a.jsonl")
    _ = session.transcript("g.map { $0 * 10 } == -[10]|", mode: .prompt)
    _ = session.transcript(":save a.marble")
    #expect(files.written.contains("g = raw -1|2\n"), "\(files.written)")
    #expect(!Session().transcript(files.written).contains("error"))
    _ = session.transcript(":save a.swift")
    #expect(files.written.contains(#""raw -1|2""#), "\(files.written)")
  }

  /// A statement with a warning can be repeated.
  @Test func statementsWithWarningsAreSaved() {
    _ = session.transcript(":load typed.jsonl")
    _ = session.transcript("map = typed.delay(1)", mode: .prompt)
    #expect(session.transcript(":save a.marble") == "a.marble: 3 statements\n")
    #expect(files.written.hasSuffix("\nmap = typed.delay(1)\n"))
  }

  /// Only with `--minimize`, the streams that no assertion mentions are left out.
  @Test func allStreamsAreSaved() {
    _ = session.transcript(":load typed.jsonl")
    _ = session.transcript("typed.count() == ---|", mode: .prompt)
    _ = session.transcript(":save bug.marble")
    #expect(files.written.contains("\nresults = -----[jil]------[jill]\n"), "\(files.written)")
    _ = session.transcript(":save! bug.marble --minimize")
    #expect(!files.written.contains("results"), "\(files.written)")
  }

  /// An event can have only earlier causes, and a stream only an earlier parent, in any order of the lines.
  @Test func unknownCausesAndParentsAreReportedOnce() {
    let lines = """
      {"time": 30, "stream": "b", "kind": "value", "value": 2, "cause": [1, "x"]}
      {"time": 20, "stream": "a", "kind": "value", "value": 1, "id": 1}
      {"time": 40, "stream": "b", "kind": "subscribed", "subscription": 5, "parent": 7}
      {"time": 50, "stream": "b", "kind": "subscribed", "subscription": 6, "parent": 5}
      {"time": 60, "stream": "b", "kind": "unsubscribed", "subscription": 6, "id": 9}
      {"time": 70, "stream": "b", "kind": "value", "cause": 9}

      """
    session.environment.readFile = { _ in Array(lines.utf8) }
    #expect(
      session.transcript(":load a.jsonl").hasPrefix(
        """
        a.jsonl:1:71: warning: no event before this one has the id `"x"`
          {"time": 30, "stream": "b", "kind": "value", "value": 2, "cause": [1, "x"]}
                                                                                ^^^ the first of 2 lines with an unknown cause or parent
          help: write `"id": "x"` in an earlier line, or delete this cause
        """))
  }

  @Test func repeatedIdentifierIsReported() {
    session.environment.readFile = { _ in
      Array(
        """
        {"time": 10, "stream": "a", "kind": "value", "id": 1}
        {"time": 20, "stream": "a", "kind": "value", "id": 1}

        """.utf8)
    }
    #expect(session.transcript(":load a.jsonl").contains("2:52: warning: an earlier event has the id `1` too\n"))
  }

  @Test func streamWithAndWithoutSubscriptionsIsReported() {
    session.environment.readFile = { _ in
      Array(
        """
        {"time": 0, "stream": "a", "kind": "subscribed", "subscription": 1}
        {"time": 10, "stream": "a", "kind": "value", "value": 1}
        {"time": 20, "stream": "a", "kind": "completed"}

        """.utf8)
    }
    #expect(
      session.transcript(":load a.jsonl").hasPrefix(
        """
        a.jsonl:2:24: warning: some lines of `a` have a `subscription`, and others have none
          {"time": 10, "stream": "a", "kind": "value", "value": 1}
                                 ^^^
          help: write a `subscription` in all lines of the stream, or in none of them

        """))
  }

  /// A time that cannot be drawn at its place is mentioned.
  @Test func timeFarFromTheOthersIsReported() {
    session.environment.readFile = { _ in
      Array(
        """
        {"time": 0, "stream": "a", "kind": "value", "value": 1}
        {"time": 1764294155123456789, "stream": "a", "kind": "completed"}

        """.utf8)
    }
    #expect(
      session.transcript(":load a.jsonl").contains("// later times than 4000000000s are moved there\n"))
  }

  @Test(arguments: [
    (#""stream": "b", "kind": "value""#, "2:62"), (#""stream": "a", "kind": "subscribed""#, "2:67"),
  ])
  func subscriptionOfAnotherStreamOrStartIsReported(second: String, place: String) {
    session.environment.readFile = { _ in
      Array(
        """
        {"time": 10, "stream": "a", "kind": "subscribed", "subscription": "x"}
        {"time": 20, \(second), "subscription": "x"}
        {"time": 30, "stream": "a", "kind": "value", "subscription": "y"}
        {"time": 40, "stream": "a", "kind": "value", "subscription": "y"}

        """.utf8)
    }
    let said = session.transcript(":load a.jsonl")
    #expect(said.contains("\(place): warning: `\"x\"` is another subscription too\n"), "\(said)")
    #expect(!said.contains("`\"y\"`"))
  }

  @Test func traceOfUnknownKindsHasNoEvents() {
    session.environment.readFile = { _ in Array("{\"time\": 10, \"stream\": \"a\", \"kind\": \"onNext\"}\n".utf8) }
    let said = session.transcript(":load a.jsonl")
    #expect(said.contains("warning: `onNext` is not a kind of event"))
    #expect(said.contains("error: the trace has no events"), "\(said)")
  }

  @Test func unknownCauseIsSaid() {
    _ = session.transcript(":load typed.jsonl")
    #expect(
      session.transcript("why [jil] in results").replacing("\n", with: " ").hasPrefix(
        "`[jil]` on tick 5: `results` sent `[jil]` on tick 5. Its cause was not recorded.   1  tick 5"))
    #expect(!session.transcript("why [jil] in typed").contains("not recorded"))
  }

  // MARK: Searching

  @Test func searchExplainsATrace() {
    _ = session.transcript(":load typed.jsonl")
    #expect(
      session.transcript("?(typed) == results").hasPrefix(
        """
        ✓ <prompt>:1  ?(typed)
          1  typed.debounce(3)
          2  typed.debounce(3, discardWhenCompleted: false)
          they send all events within 1 tick

        """))
  }

  /// The reasons that were not recorded are those of an expression with the same events.
  @Test(arguments: ["?(typed) == results", ":within 1\ntyped.debounce(3) == results"])
  func expressionAnswersQuestions(about entry: String) {
    _ = session.transcript(":load typed.jsonl")
    let unknown = "`[ji]` did not come. A recording contains no operators, so the reason is not known."
    #expect(session.transcript("why not [ji] in results").replacing("\n", with: " ").hasPrefix(unknown))
    _ = session.transcript(entry)
    #expect(
      session.transcript("why not [ji] in results").replacing("\n", with: " ").hasPrefix(
        "If `results` is `typed.debounce(3)`: `[ji]` did not come: on tick 1, `debounce(3)` dropped it, because `[jil]` came 1 tick later."
      ))
    #expect(
      session.transcript("why [jil] in results").replacing("\n", with: " ").hasPrefix(
        "If `results` is `typed.debounce(3)`: `[jil]` on tick 5: `typed` sent `[jil]` on tick 2, `debounce(3)` held it")
    )
    #expect(session.transcript("why not [jil] in typed").hasPrefix("`[jil]` did come"))
  }

  /// The streams of two subscriptions are searched for a result that no stream sent alone.
  @Test func searchOfAnExampleEnds() throws {
    let path = packageRoot.appendingPathComponent("examples/traces/search-box.jsonl")
    let bytes = Array(try Data(contentsOf: path))
    session.environment.readFile = { _ in bytes }
    session.options.trace.tick = nil
    _ = session.transcript(":load search-box.jsonl")
    #expect(session.transcript("?(typed) == results").contains("within 1 tick"))
  }

  /// In long ticks, other expressions send the events within a tick.
  @Test func searchNamesAShorterTick() {
    session.options.trace.tick = TickLength(.seconds(1))
    _ = session.transcript(":load typed.jsonl")
    let help = "\n  help: for more exact times, write `:tick 100ms`, and search again\n"
    #expect(session.transcript("?(typed) == results").hasSuffix(help))
    _ = session.transcript(":tick 100ms")
    let said = session.transcript("?(typed) == results")
    #expect(said.contains("  1  typed.debounce(3)\n") && !said.contains("help"), "\(said)")
  }

  /// With a shorter tick, one delay cannot send events after delays that differ by more.
  @Test(arguments: [("243.1", false), ("246.1", true)])
  func searchNamesAShorterTickThatFits(time: String, fits: Bool) {
    let lines = [("71.4", "typed", "a"), ("71.8", "other", "x"), ("122.7", "typed", "b"), ("194.7", "results", "a")]
      .map { #"{"time": \#($0.0), "stream": "\#($0.1)", "kind": "value", "value": "\#($0.2)"}"# + "\n" }
    let last = #"{"time": \#(time), "stream": "results", "kind": "value", "value": "b"}"#
    session.environment.readFile = { _ in Array((lines.joined() + last).utf8) }
    session.options.trace.tick = TickLength(.milliseconds(5))
    _ = session.transcript(":load a.jsonl")
    let said = session.transcript("?(typed) == results")
    #expect(said.contains("  typed.delay(24)\n"), "\(said)")
    #expect(said.contains("  help: for more exact times, write `:tick 0.2ms`, and search again\n") == fits, "\(said)")
  }

  /// A document for Perfetto has no place for notes.
  @Test func eventsThatADocumentLacksAreReported() {
    let lines = Array(repeating: #"{"time": 0, "stream": "a", "kind": "value"}"#, count: 10_001)
    session.environment.readFile = { _ in Array(lines.joined(separator: "\n").utf8) }
    session.options.style.format = .perfetto
    var report = Report()
    var said = ""
    session.evaluate(Source(name: "<input>", text: ":load a.jsonl"), mode: .prompt) { answer in
      said += report.text(of: answer, style: session.options.style)?.text ?? ""
    }
    #expect(said.contains("\n// only the first 10,000 are drawn: `--from` and `--to` select others\n"))
  }

  /// The order of events of one tick is that of the program, and not that of the expression.
  @Test func searchIgnoresTheOrderOfNearEvents() {
    let lines = (0..<3).map { index in
      let time = index * 300
      return """
        {"time": \(time), "stream": "a", "kind": "value", "value": \(index)}
        {"time": \(time), "stream": "b", "kind": "value", "value": "x\(index)"}
        {"time": \(time + 1), "stream": "out", "kind": "value", "value": "x\(index)"}
        {"time": \(time + 1), "stream": "out", "kind": "value", "value": \(index)}
        """
    }
    session.environment.readFile = { _ in Array(lines.joined(separator: "\n").utf8) }
    _ = session.transcript(":load a.jsonl")
    #expect(session.transcript("?(a, b) == out").contains("\n  merge(a, b)\n  it sends all events within 1 tick\n"))
  }

  /// A stream can cause its own events.
  @Test func causeCanBeInTheSameStream() {
    let lines = """
      {"time": 0, "stream": "a", "kind": "value", "value": "x", "id": 1}
      {"time": 500, "stream": "a", "kind": "value", "value": "y", "cause": 1}
      """
    session.environment.readFile = { _ in Array(lines.utf8) }
    _ = session.transcript(":load a.jsonl")
    #expect(session.transcript("why y in a").contains("`a` sent `x` on tick 0, `a` sent `y` on tick 5."))
    #expect(session.transcript(":leaks") == "no subscription was recorded\n")
  }

  @Test func eventHasSeveralCauses() {
    let lines = """
      {"time": 100, "stream": "a", "kind": "value", "value": 1, "id": 2}
      {"time": 200, "stream": "b", "kind": "value", "value": 2, "id": 3, "cause": 2}
      {"time": 300, "stream": "c", "kind": "value", "value": 3, "id": 4}
      {"time": 400, "stream": "d", "kind": "value", "value": 4, "cause": [3, 2, 4]}
      """
    session.environment.readFile = { _ in Array(lines.utf8) }
    _ = session.transcript(":load a.jsonl")
    #expect(
      session.transcript("why 4 in d").hasPrefix(
        """
        `4` on tick 4: `a` sent `1` on tick 1, `b` sent `2` on tick 2, `c` sent `3` on
        tick 3, `d` sent `4` on tick 4 because of `2` of `b` and `1` of `a` and `3` of
        `c`.
          1  tick 4  4  d sent it
          2  tick 3  3  c sent it
          3  tick 2  2  b sent it
          4  tick 1  1  a sent it

        """))
  }

  /// Returns the answers of a search in events of `a`, and in those that a program sends for them as `b`.
  private func answers(_ values: some Sequence<Int>, _ result: (Int) -> Int?) -> String {
    let lines = values.enumerated().map { index, value in
      func event(_ stream: String, _ value: Int) -> String {
        """
        {"time": \(index * 310 + index % 7), "stream": "\(stream)", "kind": "value", "value": \(value)}

        """
      }
      return event("a", value) + (result(value).map { event("b", $0) } ?? "")
    }
    session.environment.readFile = { _ in Array(lines.joined().utf8) }
    _ = session.transcript(":load a.jsonl")
    return session.transcript("?(a) == b")
  }

  /// A part of the events does not show these constants.
  @Test func constantsOfASearchAreThoseOfAllEvents() {
    let far = (0..<80).map { ($0 * 37) % 100 }.filter { !(47...53).contains($0) }
    #expect(answers(far) { $0 > 50 ? $0 : nil }.contains("\n  a.filter { $0 > 50 }\n  it sends all events"))
    #expect(answers(far) { $0 < 50 ? $0 : nil }.contains("\n  a.filter { $0 < 50 }\n  it sends all events"))
    var last: Int?
    let steps = answers((0..<80).map { $0 * 3 }) { value in
      defer { last = value / 10 }
      return value / 10 == last ? nil : value / 10
    }
    #expect(steps.contains(".map { $0 / 10 }") && steps.contains("it sends all events within 1 tick"), "\(steps)")
  }

  /// The program loses an event and sends a wrong one.
  @Test func searchNamesTheEventsThatAnExpressionDoesNotExplain() {
    var lines = ""
    for index in 0..<60 {
      lines += "{\"time\": \(index * 410), \"stream\": \"a\", \"kind\": \"value\", \"value\": \(index)}\n"
      let late = [0, 9, 3, 12, 6][index % 5]
      if index == 20 { continue }
      lines += """
        {"time": \(index * 410 + 190 + late), "stream": "b", "kind": "value", "value": \(index == 40 ? 99 : index)}

        """
    }
    session.environment.readFile = { [lines] _ in Array(lines.utf8) }
    session.options.trace.tick = nil
    _ = session.transcript(":load a.jsonl")
    let said = session.transcript("?(a) == b")
    #expect(
      said.contains("a near expression, which sends 58 of 59 events and 2 others within 1 tick:"), "\(said)")
    #expect(said.contains("unexpected [20]"))
    #expect(said.contains("expected [99], which did not come"))
    // No difference is one of times.
    #expect(!said.contains("help"))
  }

  @Test func assertionsCanBeTolerant() {
    _ = session.transcript(":tick 50ms\na = -1--2|\nb = --1-2|")
    #expect(session.transcript("a == b").hasPrefix("✗"))
    #expect(session.transcript(":within 20ms\na == b").hasPrefix("✓"))
    #expect(
      session.transcript("a.filter { _ in false } == b").contains(
        "\n  events within 1 tick appear on the tick of the expected one\n"))
    #expect(session.transcript("a == ---1-2|").contains("1 came 2 ticks early"))
    #expect(session.transcript("a == --1-3|").hasPrefix("✗"))
    // Of events that are as near, the order is not known.
    _ = session.transcript("c = -(12)--3|")
    #expect(session.transcript("c == -(21)-3-|").hasPrefix("✓"))
    #expect(session.transcript("c == -(21)3--|").hasPrefix("✗"))
    #expect(session.transcript(":within 0\na == b").hasPrefix("✗"))
    #expect(session.transcript(":within").contains(":set within 0"))
    #expect(session.transcript(":within soon").contains("error: `soon` is not a valid value for `within`"))
  }

  @Test func nothingIsSavedForSwift() {
    _ = session.transcript(":load typed.jsonl")
    let said = session.transcript(":save a.swift --from 100ms --to 300ms")
    #expect(said.contains("help: enter an expression with a named stream, such as `a.map { $0 * 2 }`"), "\(said)")
    #expect(
      session.transcript(":save a.swift --from 9s").hasSuffix(
        """
        error: no event of the trace is selected
          :save a.swift --from 9s
                ^^^^^^^^^^^^^^^^^
          help: to begin or end with the nearest event, write `--from 1201ms`

        """))
    session.evaluate(Source(name: "run.marble", text: ":load typed.jsonl\n:save a.swift")) { answer in
      guard case .error(let diagnostic, _) = answer else { return }
      #expect(diagnostic.problem.help == "delete this line, and run `rxrepl run.marble -o a.swift`")
    }
  }

  /// An assertion that fails stays as it is, and one that is tolerant expects what came.
  @Test func traceIsSavedAsTestsForSwift() {
    _ = session.transcript(":load typed.jsonl")
    _ = session.transcript("typed.debounce(200ms) == results", mode: .prompt)
    _ = session.transcript(":within 1", mode: .prompt)
    for entry in ["typed.debounce(2) == results", "typed.delay(1).debounce(2) == results", "typed.count()"] {
      _ = session.transcript(entry, mode: .prompt)
    }
    #expect(
      session.transcript(":save 2-bug.swift --minimize")
        == "2-bug.swift: 3 tests, without 1 that cannot be written in Swift\n")
    #expect(
      files.written == """
        import Marbles
        import Testing

        @Suite struct _2bugTests {
          // typed.debounce(200ms) == results
          @Test func result1() throws {
            let clock = VirtualTimeScheduler(tick: .milliseconds(100))
            #expect(
              try run(
                "j[ji][jil]------",
                on: clock
              ) { (typed: SignalProducer<String, any Error>) in
                typed.debounce(.milliseconds(200), on: clock)
              } == "-----[jil]---")
          }

          // typed.debounce(2) == results
          // With `:within 1`, the script accepts other ticks. This test does not.
          @Test func result2() throws {
            let clock = VirtualTimeScheduler(tick: .milliseconds(100))
            #expect(
              try run(
                "j[ji][jil]------",
                on: clock
              ) { (typed: SignalProducer<String, any Error>) in
                typed.debounce(.milliseconds(200), on: clock)
              } == "----[jil]")
          }

          // typed.delay(1).debounce(2) == results
          // With `:within 1`, the script accepts other ticks. This test does not.
          @Test func result3() throws {
            let clock = VirtualTimeScheduler(tick: .milliseconds(100))
            #expect(
              try run(
                "j[ji][jil]------",
                on: clock
              ) { (typed: SignalProducer<String, any Error>) in
                typed.delay(.milliseconds(100), on: clock).debounce(.milliseconds(200), on: clock)
              } == "-----[jil]")
          }
        }

        """)
  }

  @Test func withoutAFailureNothingIsMinimized() {
    _ = session.transcript(":load typed.jsonl")
    _ = session.transcript("typed.debounce(300ms) == results", mode: .prompt)
    #expect(
      session.transcript(":save bug.marble --minimize")
        == "bug.marble: 3 statements, not minimized because no assertion fails\n")
    #expect(files.written.contains("typed = j[ji][jil]------[jill]---\n"))
  }

  @Test func assertionThatFailsOnlyInThePartIsCounted() {
    _ = session.transcript(":load typed.jsonl")
    _ = session.transcript("typed.debounce(300ms) == results", mode: .prompt)
    #expect(
      session.transcript(":save bug.marble --from 400ms")
        == """
        bug.marble: 3 statements, of which 1 fails only in this part
          help: for the whole trace, without this failure, write `:save bug.marble`

        """)
    #expect(session.transcript(":save bug.marble") == "bug.marble: 3 statements\n")
    #expect(session.transcript(":save bug.marble --from 700ms") == "bug.marble: 3 statements\n")
  }

  /// A name that an identifier can be keeps it.
  @Test func otherNamesInScriptsAreNoted() {
    session.environment.readFile = { _ in
      Array(
        ["7up", "a b", "a_b", "_", "c-d", "true"].map {
          "{\"time\": 1, \"stream\": \"\($0)\", \"kind\": \"value\"}\n"
        }.joined().utf8)
    }
    let drawing = session.transcript(":load names.jsonl")
    #expect(
      drawing.contains(
        """
        // in scripts, `7up` is `n7up`, `a b` is `a_b_`, `_` is `n_`, and 2 more

        """))
    #expect(session.transcript("merge(n7up, a_b_, a_b, n_, c_d, ntrue)").contains("a_b"))
  }

  /// The events after the first failure are left out, and another expression that holds for the trace still holds.
  @Test func savedTraceCanBeMinimal() {
    _ = session.transcript(":load typed.jsonl")
    _ = session.transcript("typed.debounce(200ms) == results", mode: .prompt)
    _ = session.transcript(":save bug.marble --minimize")
    #expect(
      files.written == """
        :tick 100ms
        typed = j[ji][jil]------
        results = -----[jil]---
        typed.debounce(200ms) == results

        """)
    #expect(Session().transcript(files.written.replacing("200ms", with: "300ms")).contains("✓"))
  }

  @Test func minimalTraceKeepsWhatAnOperatorReceived() {
    let prices = [5, 7, 9, -2, 4, 6].enumerated().map { (10 * ($0 + 1), "price", $1) }
    let totals = [(10, 5), (20, 12), (30, 21), (50, 25), (60, 31)].map { ($0, "total", $1) }
    session.environment.readFile = { _ in
      Array(
        (prices + totals).map { time, stream, value in
          "{\"time\": \(time), \"stream\": \"\(stream)\", \"kind\": \"value\", \"value\": \(value)}\n"
        }.joined().utf8)
    }
    session.options.trace.tick = TickLength(.milliseconds(10))
    _ = session.transcript(":load prices.jsonl")
    _ = session.transcript("price.scan { $0 + $1 } == total", mode: .prompt)
    _ = session.transcript(":save bug.marble --minimize")
    #expect(
      files.written == """
        :tick 10ms
        price = -5.7.9[-2]
        total = -5[12][21]-
        price.scan { $0 + $1 } == total

        """)
  }

  /// A written timeline is cut with the events of the trace.
  @Test func writtenTimelineIsMinimized() {
    _ = session.transcript(":load typed.jsonl")
    _ = session.transcript("typed.debounce(200ms) == -----[jil]-----[jill]", mode: .prompt)
    #expect(session.transcript(":save bug.marble --minimize") == "bug.marble: 2 statements\n")
    #expect(
      files.written == """
        :tick 100ms
        typed = j[ji][jil]------
        typed.debounce(200ms) == -----[jil]---

        """)
    _ = session.transcript("typed.debounce(300ms) == -----[jil]------y", mode: .prompt)
    _ = session.transcript(":save! bug.swift --minimize")
    #expect(files.written.contains("== \"-----[jil]---\")"))
  }

  /// A cause in a row below another one is followed, and that of a subscription is that of its own start.
  @Test func causesLeadThroughRows() {
    session.environment.readFile = { _ in
      Array(
        """
        {"time": 100, "stream": "clicks", "kind": "value", "value": "p", "id": "c1"}
        {"time": 110, "stream": "request", "kind": "subscribed", "subscription": 2, "parent": "c1"}
        {"time": 120, "stream": "load", "kind": "subscribed", "subscription": 3, "parent": 2}
        {"time": 200, "stream": "load", "kind": "failed", "message": "x", "subscription": 3, "id": "e1"}
        {"time": 300, "stream": "load", "kind": "subscribed", "subscription": 4, "parent": "e1"}
        {"time": 400, "stream": "load", "kind": "value", "value": "v", "subscription": 4}

        """.utf8)
    }
    _ = session.transcript(":load retry.jsonl")
    let answer = session.transcript("why v in load")
    #expect(
      answer.contains(
        """
          1  tick 4  v     load sent it
          2  tick 2  #[x]  load was started for it
          3  tick 1  p     load was started for it

        """))
  }

  /// On a page, each subscription keeps its end.
  @Test func scriptOfATraceHasTheEndsOfSubscriptions() {
    session.environment.readFile = { _ in
      Array(
        """
        {"time": 100, "stream": "req", "kind": "subscribed", "subscription": 1}
        {"time": 200, "stream": "req", "kind": "failed", "message": "x", "subscription": 1}
        {"time": 300, "stream": "req", "kind": "subscribed", "subscription": 2}
        {"time": 400, "stream": "req", "kind": "value", "value": 1, "subscription": 2}
        {"time": 500, "stream": "req", "kind": "failed", "message": "y", "subscription": 2}

        """.utf8)
    }
    _ = session.transcript(":load two.jsonl")
    #expect(
      session.traceScript == """
        // `req_2` is subscription 2 of `req`
        :tick 100ms
        req = --#[x]---
        req_2 = ----1#[y]
        merge(req, req_2)

        """)
  }

  /// An error in an option has its place there, and not in the trace.
  @Test func optionWithAnErrorIsNamed() {
    session.options.trace.names = ["typed", "zz"]
    #expect(
      session.transcript(":load typed.jsonl").hasPrefix("--only:1:1: error: the trace has no stream named `zz`\n"))
    session.options.trace.names = []
    session.options.trace.from = .seconds(9)
    #expect(
      session.transcript(":load typed.jsonl").hasPrefix("--from:1:1: error: no event of the trace is selected\n"))
  }

  /// Without the events before the cut, an assertion can fail that holds for the whole trace.
  @Test func minimalTraceHasAFailureOfTheWholeTrace() {
    _ = session.transcript(":load typed.jsonl")
    _ = session.transcript(":within 1\ntyped.debounce(300ms) == results", mode: .prompt)
    #expect(
      session.transcript(":save a.marble --from 400ms --to 600ms --minimize").contains(
        "no failure of the whole trace"))
    #expect(session.transcript(":save b.marble --from 5s").contains("no event of the trace is selected"))
    #expect(session.transcript(":save c.marble --minimize").contains("because no assertion fails"))
  }
}
