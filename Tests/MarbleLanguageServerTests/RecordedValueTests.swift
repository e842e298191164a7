import Marbles
import Reactive
import Testing

/// The values of a trace beside the lines of a program in any language.
@Suite struct RecordedValueTests {
  private static let capabilities = """
    {"workspace":{"inlayHint":{"refreshSupport":true},\
    "didChangeWatchedFiles":{"dynamicRegistration":true,"relativePatternSupport":true}}}
    """
  private static let trace = """
    {"time": 20.1, "stream": "typed", "kind": "value", "value": "j", "id": 1, "source": "/w/app.ts:1:7"}
    {"time": 22.0, "stream": "search", "kind": "subscribed", "subscription": 7, "parent": 1, "source": "src/search.ts:2:3"}
    {"time": 61.4, "stream": "search", "kind": "value", "value": "Jo", "subscription": 7, "id": 2}
    {"time": 61.4, "stream": "results", "kind": "value", "value": "Jo", "cause": 2, "source": "../w/app.ts:3"}
    {"time": 102, "stream": "results", "kind": "completed"}

    """

  private let client = HarnessClient(capabilities: Self.capabilities, folders: ["/w"], trace: "/t/trace.jsonl")

  private func write(_ trace: String?) { client.harness.files.withLock { $0["/t/trace.jsonl"] = trace } }

  private func open(_ path: String, _ text: String = "typed()\n  search()\nresults()\n") {
    client.open(text, at: "file://" + path, language: "typescript")
  }

  /// Returns the hints of a document, each after its place.
  private func hints(_ path: String) -> [String] {
    client.ask("inlayHint", in: "file://" + path)
      .matches(of: #/"line":([0-9]+),"character":([0-9]+)},"label":"((?:[^"\\]|\\.)*)"/#)
      .map { "\($0.1):\($0.2) \($0.3)" }
  }

  private func hover(_ path: String, line: Int) -> String {
    client.ask("hover", in: "file://" + path, #","position":{"line":\#(line),"character":1}"#)
  }

  private func changeFile() {
    client.notify("workspace/didChangeWatchedFiles", #"{"changes":[{"uri":"file:///t/trace.jsonl","type":2}]}"#)
  }

  /// Paths are absolute, relative to the trace or the workspace, or the end of the path of another folder.
  @Test func lastValuesAreBesideTheirLines() {
    write(Self.trace)
    for path in ["/w/app.ts", "/w/src/search.ts", "/elsewhere/src/search.ts", "/elsewhere/app.ts"] { open(path) }
    #expect(hints("/w/app.ts") == ["0:7 j", "2:9 [Jo] |"])
    #expect(hints("/w/src/search.ts") == ["1:10 [Jo]"])
    #expect(hints("/elsewhere/src/search.ts") == ["1:10 [Jo]"])
    #expect(hints("/elsewhere/app.ts") == [])
    // The path is that of another file.
    client.harness.files.withLock { $0["/w/src/search.ts"] = "" }
    #expect(hints("/elsewhere/src/search.ts") == [])
  }

  /// A program is not a script, so it has no errors.
  @Test func programIsNotRun() {
    write(Self.trace)
    open("/w/app.ts", "mrege(a) ==\n")
    #expect(client.takeOthers().last?.contains(#""diagnostics":[]"#) == true)
    client.change("file:///w/app.ts", to: "--1|--2\n")
    #expect(client.takeOthers().last?.contains(#""diagnostics":[]"#) == true)
    #expect(hints("/w/app.ts") == ["0:7 j"])
  }

  @Test func hoverDrawsTheStreamAndItsInputs() {
    write(Self.trace)
    open("/w/app.ts")
    let answer = hover("/w/app.ts", line: 2)
    #expect(answer.contains("`[Jo]` on tick 3: `typed` sent `j` on tick 1, `search` was started for it"))
    #expect(answer.contains("  search   ╰─[Jo]") && answer.contains(#"results   ───[Jo]─┤\n"#))
    #expect(answer.hasSuffix(#""range":{"start":{"line":2,"character":0},"end":{"line":2,"character":9}}}"#))
    #expect(!hover("/w/app.ts", line: 0).contains("results"))
    #expect(hover("/w/app.ts", line: 1) == "null")
  }

  /// The reason is shown, also if it is many events before the value.
  @Test func hoverShowsTheFirstCause() {
    var lines = #"{"time": 1, "stream": "a", "kind": "value", "value": "first", "id": "x"}"# + "\n"
    for time in 2..<400 { lines += #"{"time": \#(time), "stream": "a", "kind": "value", "value": 2}"# + "\n" }
    lines += #"{"time": 400, "stream": "b", "kind": "value", "value": 3, "cause": "x", "source": "app.ts:1:1"}"#
    write(lines)
    open("/w/app.ts")
    #expect(hover("/w/app.ts", line: 0).contains("`a` sent `[first]` on tick"))
  }

  /// The client watches the file, and asks for the values again.
  @Test func valuesAreThoseOfTheGrownFile() {
    write(Self.trace)
    client.notify("initialized", "{}")
    #expect(
      client.takeOthers().joined().contains(
        #"{"globPattern":{"baseUri":"file:///t/","pattern":"trace.jsonl"}}"#))
    open("/w/app.ts")
    #expect(hints("/w/app.ts")[0] == "0:7 j")
    _ = client.takeOthers()
    changeFile()
    #expect(client.takeOthers() == [])
    write(Self.trace + #"{"time": 90, "stream": "typed", "kind": "value", "value": "ji"}"# + "\n")
    changeFile()
    #expect(client.takeOthers().joined().contains("workspace/inlayHint/refresh"))
    #expect(hints("/w/app.ts")[0] == "0:7 j [ji]")
    // Clients that watch no files see the values with the next request.
    write(Self.trace + #"{"time": 90, "stream": "typed", "kind": "value", "value": 5}"# + "\n")
    #expect(hints("/w/app.ts")[0] == "0:7 j 5")
    #expect(client.takeOthers() == [])
  }

  @Test func longResultsAreShortened() {
    var lines = ""
    for time in 0..<70 {
      lines += #"{"time": \#(time), "stream": "a", "kind": "value", "value": \#(time), "source": "app.ts:1:1"}"# + "\n"
    }
    lines += #"{"time": 99, "stream": "b", "kind": "failed", "message": "lost", "source": "app.ts:2:1"}"# + "\n"
    lines += #"{"time": 99, "stream": "c", "kind": "subscribed", "subscription": 1, "source": "app.ts:2:9"}"# + "\n"
    let long = String(repeating: "x", count: 90)
    lines += #"{"time": 99, "stream": "d", "kind": "value", "value": "\#(long)", "source": "app.ts:3:9"}"# + "\n"
    lines += #"{"time": 99, "stream": "e", "kind": "value", "value": 1, "source": "app.ts:9:9"}"#
    write(lines)
    open("/w/app.ts")
    #expect(
      hints("/w/app.ts") == [
        "0:7 … [63] [64] [65] [66] [67] [68] [69]", "1:10 b: #[lost], c: -",
        "2:9 [" + String(repeating: "x", count: 39) + "…",
      ])
    #expect(client.ask("inlayHint", in: "file:///w/app.ts").contains(#""tooltip":"70 events of `a`""#))
  }

  /// Several streams of a line share the space.
  @Test func streamsOfALineAreNamed() {
    let lines = (0..<40).map { time in
      #"{"time": \#(time), "stream": "\#(time % 2 == 0 ? "even" : "odd")", "kind": "value", "value": \#(time % 10), "#
        + #""source": "app.ts:1:1"}"# + "\n"
    }
    write(lines.joined())
    open("/w/app.ts")
    #expect(hints("/w/app.ts") == ["0:7 even: … 8 0 2 4 6 8, odd: … 9 1 3 5 7 9"])
  }

  /// A trace that cannot be read is reported once, and the rest is shown.
  @Test(
    arguments: [
      (nil, "no such file", 0), ("", "the trace has no events", 0),
      (#"{"time": 1, "stream": "a", "kind": "value"}"#, "no line of the trace has a `source`, such as", 0),
      ("{}\n" + trace + "?\n", ":1:1: this line is not an event of a trace, and 1 more error", 2),
      (trace + #"{"time": 9, "str"#, nil, 2), ("\u{0}\u{FF}\n", ":1:1: this line is not an event of a trace", 0),
    ] as [(String?, String?, Int)])
  func invalidTraceIsReported(trace: String?, message: String?, count: Int) {
    write(trace)
    client.notify("initialized", "{}")
    open("/w/app.ts")
    #expect(hints("/w/app.ts").count == count)
    let messages = client.takeOthers().filter { $0.contains("window/showMessage") }
    #expect(messages.count == (message == nil ? 0 : 1))
    #expect(messages.allSatisfy { $0.contains(json(message ?? "").dropFirst().dropLast()) })
    #expect(hover("/w/app.ts", line: 0) == "null" || count > 0)
    write((trace ?? "") + "\n")
    #expect(hints("/w/app.ts").count == count)
  }

  /// Cut anywhere and with any byte changed, a trace is read without a crash.
  @Test func damagedTracesAreRead() {
    var generator = SplitMix64(seed: 11)
    let bytes = Array(Self.trace.utf8)
    open("/w/app.ts")
    for _ in 0..<200 {
      var damaged = Array(bytes.prefix(Int(generator.next() % UInt64(bytes.count)) + 1))
      damaged[Int(generator.next() % UInt64(damaged.count))] = UInt8(truncatingIfNeeded: generator.next() % 128)
      write(String(decoding: damaged, as: UTF8.self))
      _ = hints("/w/app.ts")
      for line in 0..<3 { _ = hover("/w/app.ts", line: line) }
    }
  }
}
