import Foundation
import TestSupport
import Testing

/// Scripts of strangers, run with `--safe`: none reads or writes a file, and each ends.
@Suite struct SafeTests {
  /// A folder with a file that no script may read.
  private final class Folder {
    let folder: TemporaryFolder
    let before: [String]

    init() throws {
      folder = try TemporaryFolder()
      try folder.write("topsecret = --7|\ntopsecret\n", to: "other.marble")
      try folder.write("<svg/>", to: "old.svg")
      before = try Self.contents(of: folder.path)
    }

    /// Returns the names of the files with their contents.
    static func contents(of path: String) throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: path).sorted().map { name in
        "\(name): \((try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? "")"
      }
    }

    /// Runs a document from standard input, or a page from a file, and checks that no file was used.
    func run(_ script: String, _ options: [String] = [], page: Bool = false) throws -> Program.Outcome {
      let program = Program(
        input: page ? [] : Array(script.utf8), environment: ["HOME": folder.path, "EDITOR": "touch edited"],
        folder: folder.path, seconds: 120)
      if page { try folder.write(script, to: "page.md") }
      let outcome = try program.run(["--safe"] + options + (page ? ["page.md"] : []))
      if page { try FileManager.default.removeItem(atPath: folder.path + "/page.md") }
      let start = String(script.prefix(300))
      #expect([0, 1, 2].contains(outcome.status), "\(outcome.end) in \(start)")
      #expect(!(outcome.output + outcome.errors).contains("topsecret"), "\(start)")
      #expect(!outcome.output.contains("root:") && !(outcome.output + outcome.errors).contains("\u{1B}"), "\(start)")
      #expect(try Self.contents(of: folder.path) == before, "\(start)")
      return outcome
    }
  }

  // MARK: Files

  /// Commands and attributes that would use a file, the terminal or a program.
  private static let refused = [
    ":load other.marble", ":load \"other.marble\"", ":load ./other.marble", ":load /etc/passwd",
    ":load ../../etc/passwd",
    ":load /proc/self/environ", ":load /dev/stdin", ":load /dev/zero", ":load .", ":load other.json",
    ":lo other.marble",
    ":load missing.marble", ":svg new.svg", ":svg! old.svg", ":svg old.svg", ":svg /dev/tty", ":sv new.svg",
    ":save new.marble",
    ":save! other.marble", ":edit", ":edit a", ":play", ":play a at 2", ":tutorial", ":exercise", ":exercise reset",
    ":hint",
  ]

  @Test(arguments: refused)
  func commandIsRefused(command: String) throws {
    let outcome = try Folder().run("a = --1--|\na\n\(command)\na.delay(1)\n")
    #expect(outcome.status == 2)
    // The error is at its place, and the rest of the script runs.
    #expect(outcome.errors.hasPrefix("<stdin>:3:"), "\(outcome.errors)")
    #expect(outcome.errors.contains("\n  help: ") || outcome.errors.contains("is not"), "\(outcome.errors)")
    #expect(outcome.output.contains("a.delay(1)"))
  }

  @Test(arguments: [
    "a = -1#\"\u{1B}[31mred\u{7}\"\na == -1|", "forall s: s.map { throw \"\u{1B}[31mq\" } == s", ":help \u{1B}[31mRED",
    "a = --1|\na.x\u{1B}[31m()",
  ])
  func messageControlsNoTerminal(script: String) throws {
    let outcome = try Folder().run(script + "\n")
    #expect((outcome.output + outcome.errors).contains("\u{241B}"), "\(outcome.output)\(outcome.errors)")
  }

  @Test func errorSaysWhatToDo() throws {
    #expect(
      try Folder().run(":load other.marble\n").errors == """
        <stdin>:1:7: error: cannot read `other.marble`: `--safe` does not allow it
          :load other.marble
                ^^^^^^^^^^^^
          help: copy its lines here, or, if you trust the script, run it with `rxrepl` without `--safe`

        """)
    #expect(
      try Folder().run("-1|\n:play\n").errors == """
        <stdin>:2:2: error: cannot play: no terminal is available here
          :play
           ^^^^
          help: delete this line, or run `rxrepl` in a terminal

        """)
    #expect(
      try Folder().run(":events 9999999\n").errors == """
        <stdin>:1:9: error: a script cannot set `events` above 1500000 here
          :events 9999999
                  ^^^^^^^
          help: write 1500000 or a lower number

        """)
  }

  @Test(arguments: [":load", ":svg", ":save"])
  func commandWithoutAFileIsRefused(command: String) throws {
    let errors = try Folder().run(command + "\n").errors
    #expect(errors.hasPrefix("<stdin>:1:2: error: cannot use files: `--safe` does not allow it\n"), "\(errors)")
  }

  @Test(arguments: ["marble file=other.marble", "marble file=/etc/passwd hidden", "marble prompt file=other.marble"])
  func fenceShowsNoFile(info: String) throws {
    let outcome = try Folder().run("```\(info)\n--1|\n```\n", page: true)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("`--safe` does not allow it"))
  }

  @Test func promptFenceEditsNothing() throws {
    let page = "```marble prompt\na = --1|\na\n:edit a\n:save new.marble\n:history\n```\n"
    let outcome = try Folder().run(page, page: true)
    #expect(outcome.errors.components(separatedBy: "`--safe` does not allow it").count == 3, "\(outcome.errors)")
  }

  /// The commands at random places of other scripts, in random spellings.
  @Test(arguments: 0..<120)
  func variationIsRefused(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let lines = [
      "a = --1--|", "b = cold -x-y|", "a.delay(2)", "merge(a, b) == -x1y-|", "// text", "", "why 1",
      "def f(s) = s.map { $0 }",
    ]
    let paths = [
      "other.marble", "\"other.marble\"", "/etc/passwd", "../other.marble", "new.svg", "~/other.marble", "$HOME/x.svg",
      ".",
    ]
    let commands = [":load", ":lo", ":svg", ":svg!", ":save", ":save!", ":edit", " :load", "\t:svg"]
    func some(_ count: Int) -> [String] { (0..<count).map { _ in lines.randomElement(using: &random) ?? "" } }
    let command = "\(commands.randomElement(using: &random) ?? "") \(paths.randomElement(using: &random) ?? "")"
    let script = (some(Int.random(in: 0...4, using: &random)) + [command] + some(Int.random(in: 0...4, using: &random)))
      .joined(separator: "\n")
    let isPage = Bool.random(using: &random)
    let info = ["marble", "marble prompt", "marble new", "marble hidden"].randomElement(using: &random) ?? ""
    let format = ["plain", "svg", "json"].randomElement(using: &random) ?? ""
    let outcome = try Folder().run(
      isPage ? "text\n\n```\(info)\n\(script)\n```\n" : script + "\n", ["--format", format], page: isPage)
    #expect(outcome.status == 2, "\(script)")
  }

  // MARK: Work

  /// Scripts whose work or output has no other end, with the beginning of the error.
  ///
  /// `AllowanceTests` has more of them, whose time is counted in steps.
  private static let endless: [(script: String, message: String)] = [
    (Self.lines(300, "forall a, b: merge(a, b).delay(3) == merge(b, a).delay(3)"), "the runs have taken 10 seconds"),
    (Self.lines(20_000, ":help"), "the output is longer than about 4 MB"),
    (Self.lines(20_000, ":operators"), "the output is longer than about 4 MB"),
    (
      "a = " + String(repeating: "-1", count: 20_000) + "|\n" + Self.lines(50, "a"),
      "the output is longer than about 4 MB"
    ),
    // All drawings of a picture share the long axis, which a narrow picture divides into more parts.
    ("a = 1 @3000 2|\nb = {1}*3001|\nb\n" + Self.lines(1_000, "a"), "the output is longer than about 4 MB"),
    ("a = 1 @3000 2|\nb = {1}*3001|\nb\n" + Self.lines(50, "a") + ":scale 200", "the output is longer than about 4 MB"),
    (":inner-limit 1000000\na = cold -1-1-1|\na.repeat(2000).flatMap(.merge) { \"-x-y-z|\" }", "the output is longer"),
    // The drawing is too large, and no work that follows the run may take longer.
    ("a = {-1}*1000000 |\na.delay(1)", "stopped: the "),
    ("a = {1}*\na.scan(\"x\") { \"\\($0)\\($0)\" }", "the output is longer"),
    (String(repeating: "-1", count: 1_000_000), "the scripts are longer than 1 MB"),
    (Self.lines(200_000, "--1--|"), "the scripts are longer than 1 MB"),
  ]

  private static func lines(_ count: Int, _ line: String) -> String { String(repeating: line + "\n", count: count) }

  @Test(arguments: endless.indices)
  func workEndsWithAnError(index: Int) throws {
    let (script, message) = Self.endless[index]
    let outcome = try Folder().run(script, ["--format", "svg"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors.suffix(500))")
    #expect(outcome.standardOutput.count < 8_000_000)
  }

  /// Scripts that are only large, deep or strange, which end as without `--safe`.
  private static let strange = [
    "a = " + String(repeating: "merge(", count: 5_000) + "-1|" + String(repeating: ")", count: 5_000),
    String(repeating: "(", count: 50_000), String(repeating: "{", count: 50_000), String(repeating: ":", count: 50_000),
    "a = -1|\na" + String(repeating: ".map { $0 + 1 }", count: 5_000),
    "a = -1" + String(repeating: "-", count: 900_000) + "2|\na", "a = {{{{1}*}*}*}*\na", "a = -1|\na.repeat()", "a.a.a",
    "\u{0}\u{1}\u{2}", "\u{FEFF}--1|", "a = --[\u{1B}[31m]--|\na", "a = --[\u{202E}x]--|\na", "--1|\r\r\n--2|", ":set",
    ":set events 1", ":events 0", ":until 999999999999999999999", ":set until 100000s", ":tick 1h\n--1|",
    ":pager on\n:help",
    ":color on\n--1|", ":format json\n--1|", ":format svg\n--1|", ":history", ":bindings", ":reset", ":undo", ":time a",
    ":quit",
  ]

  @Test(arguments: strange.indices)
  func strangeScriptEnds(index: Int) throws {
    _ = try Folder().run(Self.strange[index])
  }

  /// A usual script, whose drawing of an endless stream is short.
  @Test func usualScriptRuns() throws {
    let outcome = try Folder().run("a = {--1}*\na.map { $0 + 1 }\na.take(first: 2) == --1--(1|)\n")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("a.map { $0 + 1 }"))
  }

  /// Names and strings of a script cannot add elements to a picture.
  @Test(arguments: [
    "<script>alert(1)</script>", "</style><img src=x onerror=y>", "]]><!-- --", "&lt;script&gt;", "url(https://e.org)",
  ])
  func pictureHasOnlyItsElements(text: String) throws {
    let quoted = text.replacingOccurrences(of: "\"", with: "\\\"")
    let script = "a = --1|\na.map { _ in \"\(quoted)\" }\n// \(text)\na.map(value: \"\(quoted)\") == --[\(quoted)]|\n"
    let picture = try Folder().run(script, ["--format", "svg"]).output
    #expect(!picture.isEmpty)
    for word in ["<script", "<img", "<foreignObject", "href", "<!--", "<image"] { #expect(!picture.contains(word)) }
  }

  // MARK: Other commands

  @Test func testsUseNoFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write(":load /etc/passwd\n", to: "demo.marble")
    let outcome = try Program(folder: folder.path).run("test", "--safe", "demo.marble")
    #expect(outcome.status == 2)
    #expect((outcome.output + outcome.errors).contains("`--safe` does not allow it"))
  }

  @Test func resultFileIsRefused() throws {
    let outcome = try Program().run("--safe", "-o", "new.svg", "-e", "--1|")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("Use either --safe or -o, not both."))
    let update = try Program().run("test", "--safe", "--update", "demo.marble")
    #expect(update.status == 64)
    #expect(update.errors.contains("Use --safe without --update and --review."))
  }

  @Test func pageUsesNoFiles() throws {
    let folder = try TemporaryFolder()
    let script = ":load /etc/passwd\n:events 9999999\n--1|\n:save new.marble\n:svg new.svg\n:edit\n"
    try folder.write(script, to: "demo.marble")
    let outcome = try Program(folder: folder.path).run("page", "demo.marble")
    #expect(outcome.status == 2)
    let refusal = "the scripts of a page use no files"
    #expect(outcome.errors.components(separatedBy: refusal).count == 5, "\(outcome.errors)")
    // The command has no such option.
    #expect(!outcome.errors.contains("--safe"))
    for help in ["copy its lines here", "delete this line", "delete this line: below the picture, SVG saves it"] {
      #expect(outcome.errors.contains("  help: \(help)\n"), "\(outcome.errors)")
    }
    #expect(outcome.errors.contains("a script cannot set `events` above 50000 here"))
  }
}

/// A session at a prompt that others may use.
@Suite(.enabled(if: Terminal.isAvailable, Terminal.missing))
@MainActor struct SafePromptTests {
  @Test func promptUsesNoFiles() throws {
    let home = try TemporaryFolder()
    let files = [".config", ".config/rxrepl", ".config/rxrepl/init.marble"]
    try FileManager.default.createDirectory(atPath: home.path + "/" + files[1], withIntermediateDirectories: true)
    try home.write("started = -9|\n", to: files[2])
    let terminal = try Terminal("\"$RXREPL\" --safe", home: home.path)
    try terminal.wait(forEnd: TerminalTests.prompt)
    for (entry, answer) in [
      ("a = --1|", "a  ──1┤"), (":load /etc/hosts", "cannot read `/etc/hosts`: `--safe` does not allow it"),
      (":edit a", "cannot edit: `--safe` does not allow it"), ("started", "there is no stream named `started`"),
    ] {
      try terminal.type(entry)
      try terminal.press("Enter")
      try terminal.wait(for: answer)
      try terminal.wait(forEnd: TerminalTests.prompt)
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: home.path).sorted() == files)
  }
}
