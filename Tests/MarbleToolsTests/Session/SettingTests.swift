import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// The settings of a session, and the files that it loads.
struct SettingTests {
  @Test func tickHasTheConfiguredLength() {
    #expect(
      transcript(
        """
        a = 20ms 1|
        b = a.delay(20ms)
        :tick 10ms
        c = 20ms 1|
        a == @20 1|
        b == @40 1|
        c == --1|
        c.delay(20ms) == ----1|
        merge("20ms 1|") == --1|
        c.delay(5ms)
        """) == """
          demo.marble:10:9: error: `5ms` is not a whole number of ticks of 10ms
            c.delay(5ms)
                    ^^^
            help: write a multiple of 10ms, or change the length of a tick with `:tick`
          ✓ demo.marble:5  a
          ✓ demo.marble:6  b
          ✓ demo.marble:7  c
          ✓ demo.marble:8  c.delay(20ms)
          ✓ demo.marble:9  merge("20ms 1|")

          """)
  }

  @Test func runStopsAtTheConfiguredLimit() {
    #expect(transcript(":until 5\ncold(\"-1|\").repeat()").contains("stopped at tick 8"))
    #expect(transcript(":tick 10ms\n:until 50ms\ncold(\"-1|\").repeat()").contains("stopped at tick 8"))
    #expect(transcript(":set events 20\njust(1).repeat()").contains("stopped after 20 deliveries"))
  }

  @Test(arguments: [
    (":tick 1 s", "`1s`"), (":set tick 1 s", "`1s`"), (":until 5 ms", "`5ms`"),
    (":tick 1 s x", "a duration such as `10ms`"), (":tick x y", "a duration such as `10ms`"),
  ])
  func valueWithoutItsSpacesIsSuggested(command: String, help: String) {
    #expect(transcript(command).hasSuffix("  help: write \(help)\n"))
    #expect(transcript(command + "\n:tick").hasSuffix(":set tick 1ms\n"))
  }

  @Test func settingsCanBeListed() {
    #expect(
      transcript(":tick 1.5s\n:set\n:set until\n:tick") == """
        :set tick 1500ms
        :set within 0
        :set until 100000
        :set events 1500000
        :set seed 5f3a
        :set format plain
        :set color off
        :set stages off
        :set subscriptions off
        :set inner rows
        :set inner-limit 12
        :set wires off
        :set animate off
        :set theme auto
        :set width 1000
        :set scale auto
        :set orders off
        :set preview on
        :set pager off
        :set until 100000
        :set tick 1500ms

        """)
  }

  @Test(arguments: [
    (":tick 0ms", "`0ms` is not a valid value for `tick`"), (":tick 3t", "`3t` is not a valid value for `tick`"),
    (":tick 3", "`3` is not a valid value for `tick`"),
    (":tick 5ms x", "`5ms x` is not a valid value for `tick`"),
    (":until -1", "`-1` is not a valid value for `until`"), (":events 0", "`0` is not a valid value for `events`"),
    (":format html", "`html` is not a valid value for `format`"),
    (":wires yes", "`yes` is not a valid value for `wires`"),
    (":theme pink", "`pink` is not a valid value for `theme`"), (":width 12", "`12` is not a valid value for `width`"),
    (":scale 3.5", "`3.5` is not a valid value for `scale`"),
    (":inner-limit -1", "`-1` is not a valid value for `inner-limit`"),
    (":inner Rows", "`Rows` is not a valid value for `inner`"), (":svg", "expected a file after `:svg`"),
    (":svg x.svg", "nothing has been drawn yet"),
    ("1|\n:svg x.svg", "cannot write `x.svg`: no files are available here"),
    (":set nothing 1", "there is no setting named `nothing`"), (":load", "expected a file after `:load`"),
    (":load x", "cannot read `x`: no files are available here"),
  ])
  func invalidCommandIsReported(command: String, message: String) {
    #expect(transcript(command).contains("error: \(message)\n"))
  }

  @Test func drawingsHaveTheConfiguredStyle() {
    let session = Session()
    #expect(session.transcript(":format unicode\n:inner diagonal\n:wires on\n:animate on\n:color on") == "")
    #expect(session.transcript(":stages on\n:subscriptions on\n:set wires off") == "")
    #expect(session.options.style.format == .unicode)
    #expect(session.options.style.innerLayout == .diagonal)
    #expect(
      session.options.style.usesColor && session.options.style.isAnimated && session.options.style.showsSubscriptions)
    #expect(!session.options.style.showsWires)
    #expect(session.options.showsStages)
    #expect(session.transcript(":format") == ":set format unicode\n")
    #expect(session.transcript(":theme dark\n:width 600\n:scale 20\n:inner-limit 3") == "")
    #expect(session.options.style.theme == .dark && session.options.style.pictureWidth == 600)
    #expect(session.options.style.tickWidth == 20 && session.options.style.innerLimit == 3)
    #expect(session.transcript(":scale auto\n:scale") == ":set scale auto\n")
    #expect(session.transcript(":format no").contains("write `plain`, `unicode`, `svg`, `json` or `perfetto`\n"))
    #expect(session.transcript(":help format").hasPrefix(":format [plain|unicode|svg|json|perfetto]\n"))
  }

  @Test(arguments: [
    (":format ", ["json", "perfetto", "plain", "svg", "unicode"]), (":format u", ["unicode"]),
    (":wires o", ["off", "on"]),
    (":set inner d", ["diagonal"]), (":set in", ["inner", "inner-limit"]), (":set inner rows ", []), (":tick ", []),
    (":help svg", ["svg"]), (":nothing ", []),
  ])
  func completionOffersSettingsAndValues(line: String, candidates: [String]) {
    #expect(Session().completions(of: line, at: line.utf8.count).candidates.map(\.text) == candidates)
  }

  @Test func marksCanBeASCII() {
    let session = Session()
    session.options.style.isASCII = true
    let said = session.transcript("--1| == --1|\n--1| == ---1|", name: "demo.marble", mode: .script)
    #expect(said.hasPrefix("+ demo.marble:1  "))
    #expect(said.contains("\nx demo.marble:2  "))
    #expect(said.contains("tick 3>2  1 came 1 tick early"))
    #expect(said.utf8.allSatisfy { $0 < 0x80 })
  }

  // MARK: Files

  @Test func pictureIsWrittenRelativeToTheScript() throws {
    let session = Session()
    var written: [String: [UInt8]] = [:]
    session.environment.writeFile = { path, bytes throws(SystemFailure) in
      if path == "lib/full.svg" { throw SystemFailure(reason: "No space left on device") }
      written[path] = bytes
    }
    let script = "a = --1--|\na\n:svg one.svg\na.map { $0 + 1 } == --2--|\n:svg \"two 2.svg\"\n:svg full.svg"
    let said = session.transcript(script, name: "lib/demo.marble", mode: .script)
    #expect(said.contains("lib/demo.marble:6:6: error: cannot write `lib/full.svg`: No space left on device\n"))
    #expect(written.keys.sorted() == ["lib/one.svg", "lib/two 2.svg"])
    let second = String(decoding: try #require(written["lib/two 2.svg"]), as: UTF8.self)
    #expect(second.contains("a.map { $0 + 1 }"))
    #expect(second.hasSuffix("\n"))
  }

  @Test(arguments: [(Session.Mode.prompt, "the current folder"), (.script, "the folder of the script")])
  func helpOfAMissingFileSaysWhereItsPathStarts(mode: Session.Mode, folder: String) {
    let session = Session()
    session.environment.readFile = { path throws(SystemFailure) in
      throw SystemFailure(reason: "gone", cause: path == "full" ? .other : .missing)
    }
    #expect(session.transcript(":load x", mode: mode).hasSuffix("help: write a path relative to \(folder)\n"))
    #expect(!session.transcript(":load /x", mode: mode).contains("help:"))
    #expect(!session.transcript(":load full", mode: mode).contains("help:"))
  }

  @Test func helpOfAMissingFolderCreatesIt() {
    let session = Session()
    session.environment.writeFile = { path, _ throws(SystemFailure) in
      throw SystemFailure(reason: "gone", cause: path == "a/full.svg" ? .other : .missing)
    }
    #expect(session.transcript("--1|\n:svg a/b/c.svg").hasSuffix("help: create the folder `a/b` first\n"))
    #expect(!session.transcript("--1|\n:svg c.svg").contains("help:"))
    #expect(!session.transcript("--1|\n:svg a/full.svg").contains("help:"))
  }

  private func said(by path: String, among files: [String: String]) -> String {
    let session = Session()
    session.environment.readFile = { path throws(SystemFailure) in
      guard let text = files[path] else { throw SystemFailure(reason: "no such file") }
      return Array(text.utf8)
    }
    return session.transcript(files[path] ?? "", name: path, mode: .script)
  }

  @Test func fileIsLoadedRelativeToTheScript() {
    let files = [
      "lib/main.marble": ":load inc/a.marble\nx == --1|\n:load \"inc/b.marble\"\nz(x) == --2|",
      "lib/inc/a.marble": "x = --1|\nx == --2|",
      "lib/inc/b.marble": "z(s) = s.map { $0 + 1 }\n:load c.marble", "lib/inc/c.marble": "y = !",
    ]
    #expect(
      said(by: "lib/main.marble", among: files) == """
        ✗ lib/inc/a.marble:2  x      1 difference
                   0
        expected   --2|
        actual     --1|
                     ^
          tick 2  expected 2, got 1
          help: for the reason, write `why not 2 @2` on the next line
        ✓ lib/main.marble:2  x
        ✓ lib/main.marble:4  z(x)

        """)
  }

  @Test func fileThatLoadsItselfIsAnError() {
    let files = ["a": ":load b", "b": ":load a\n:load b\nx = 1|", "c": ":load c"]
    #expect(said(by: "a", among: files).contains("b:2:7: error: `b` is already being loaded\n"))
    #expect(said(by: "c", among: files).contains("c:1:7: error: `c` is already being loaded\n"))
    let said = said(by: "a", among: ["a": ":load ./a\n:load x/.././a"])
    #expect(said.matches(of: /is already being loaded\n/).count == 2)
  }
}
