import Foundation
import Testing

/// The command line, the output and the exit status of the program.
@Suite(.serialized) struct ScriptTests {
  private static let good = "a = --1--|\na == --1--|\n"
  private static let failing = "a = --1--|\na == --2--|\n"
  private static let mistaken = "a = --1--|\na.mapp()\n"

  // MARK: Status

  static let endings: [([String], Int32)] = [
    (["good"], 0), (["failing"], 1), (["mistaken"], 2), (["good", "failing"], 1), (["failing", "good"], 1),
    (["failing", "mistaken"], 2), (["mistaken", "failing"], 2), (["missing"], 2), (["missing", "good"], 2),
    (["good", "good"], 0),
  ]

  @Test(arguments: endings)
  func greatestStatusWins(files: [String], status: Int32) throws {
    let folder = try scripts()
    let outcome = try Program(folder: folder.path).run(files)
    #expect(outcome.end == .status(status))
  }

  @Test(arguments: ["--bogus", "-x", "--until", "--until=x", "--until=-1", "--events=0.5", "-e"])
  func invalidArgumentsAreStatus64(argument: String) throws {
    let outcome = try Program().run(argument)
    #expect(outcome.end == .status(64))
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("Error: "))
    #expect(outcome.errors.contains("Usage: rxrepl"))
  }

  @Test func emptyScriptHasNoOutput() throws {
    for text in ["", "\n", " \n\t\n", "// nothing\n"] {
      let outcome = try Program(input: Array(text.utf8)).run()
      #expect(outcome.end == .status(0))
      #expect(outcome.output == "")
      #expect(outcome.errors == "")
    }
  }

  // MARK: Inputs

  @Test func textIsRun() throws {
    let outcome = try Program().run("-e", "merge(\"--1-|\", \"-a-|\") == -a1-|")
    #expect(outcome.end == .status(0))
    #expect(outcome.output == "✓ -e:1  merge(\"--1-|\", \"-a-|\")\n")
    #expect(outcome.errors == "")
  }

  /// A timeline begins like an option.
  @Test(arguments: [
    ["--format", "json", "-e", "--1--2|"], ["-e", "--1--2|", "--format", "json"],
    ["--evaluate", "--1--2|", "--format=json"], ["--format=json", "--evaluate=--1--2|"],
  ])
  func argumentAfterEvaluateIsTheScript(arguments: [String]) throws {
    let expected = try Program().run("--format", "json", "-e", " --1--2|")
    #expect(expected.output.contains(#""kind":"drawing""#))
    let outcome = try Program().run(arguments)
    #expect(outcome.output == expected.output)
    #expect(outcome.errors == "")
    #expect(outcome.end == .status(0))
  }

  @Test func optionAfterEvaluateIsTheScript() throws {
    let outcome = try Program().run("--color", "never", "-e", "--help")
    #expect(outcome.output == (try Program().run("-e", " --help")).output)
    #expect(outcome.output.hasSuffix("_  --help-\n\n"))
  }

  @Test func eachEvaluateAddsALine() throws {
    let outcome = try Program().run("-e", "a = --1|", "-e", "a.delay(1) == ---1|", "-e", "a.nothing()")
    #expect(outcome.output == "✓ -e:2  a.delay(1)\n")
    #expect(outcome.errors.hasPrefix("-e:3:3: error: there is no operator named `nothing`\n"))
    #expect(outcome.end == .status(2))
  }

  @Test func textIsDrawn() throws {
    let outcome = try Program().run("-e", "merge(\"--1-|\", \"-a-|\")")
    #expect(
      outcome.output == """
              0
        in 1  --1-|
        in 2  -a-|
              = merge("--1-|", "-a-|") =
        out   -a1-|


        """)
  }

  @Test func standardInputIsRun() throws {
    let outcome = try Program(input: Array(Self.mistaken.utf8)).run()
    #expect(outcome.end == .status(2))
    #expect(outcome.output == "")
    #expect(
      outcome.errors == """
        <stdin>:2:3: error: there is no operator named `mapp`
          a.mapp()
            ^^^^
          help: did you mean `map`?

        """)
  }

  @Test func dashIsStandardInput() throws {
    let folder = try scripts()
    let outcome = try Program(input: Array("a == --1--|\n".utf8), folder: folder.path).run("good", "-")
    #expect(outcome.output == "✓ good:2  a\n✓ <stdin>:1  a\n")
    #expect(outcome.end == .status(0))
    let json = try Program(input: Array(Self.failing.utf8)).run("--color", "never", "-")
    #expect(json.output.hasPrefix("✗ <stdin>:2  a "))
    #expect(json.end == .status(1))
  }

  @Test func filesShareOneSession() throws {
    let folder = try scripts()
    try folder.write("a == --1--|\n", to: "use")
    let outcome = try Program(folder: folder.path).run("good", "use")
    #expect(outcome.output == "✓ good:2  a\n✓ use:1  a\n")
    #expect(outcome.end == .status(0))
  }

  @Test func missingFileIsReportedAndTheOthersRun() throws {
    let folder = try scripts()
    let outcome = try Program(folder: folder.path).run("missing", "good")
    #expect(outcome.errors == "missing: error: No such file or directory\n")
    #expect(outcome.output == "✓ good:2  a\n")
    #expect(outcome.end == .status(2))
  }

  @Test func programInAnotherLanguageIsNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write("@Test fun debounce() = runTest { }\n", to: "Tests.kt")
    let outcome = try Program(folder: folder.path).run("Tests.kt")
    #expect(outcome.errors == "Tests.kt: error: `rxrepl` does not read Kotlin\n")
    #expect(outcome.end == .status(2))
  }

  @Test(arguments: [
    ("a.md", "in Markdown begins with ```marble"), ("a.swift", "in a doc comment begins with ```marble"),
    ("a.adoc", "in AsciiDoc begins with [source,marble]"), ("a.tex", "in LaTeX begins with \\begin{marble}"),
  ])
  func pageWithoutAScriptSaysSo(name: String, start: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("hello world\n", to: name)
    let outcome = try Program(folder: folder.path).run(name)
    #expect(outcome.errors == "\(name): nothing to run: no script, which \(start)\n")
    #expect(outcome.end == .status(0))
  }

  @Test(arguments: [
    (["testt"], "test"), (["tset", "--quiet"], "test"), (["doc", "page.md"], "docs"), (["version"], "--version"),
    (["versoin"], "--version"),
  ])
  func mistypedSubcommandIsAUsageError(arguments: [String], meant: String) throws {
    let outcome = try Program().run(arguments)
    let message = "There is no command or file named `\(arguments[0])`. Did you mean `rxrepl \(meant)`?"
    #expect(outcome.errors.hasPrefix("Error: \(message)\nUsage: rxrepl "))
    #expect(outcome.output == "")
    #expect(outcome.end == .status(64))
  }

  @Test func fileThatResemblesASubcommandIsRun() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.good, to: "testt")
    #expect(try Program(folder: folder.path).run("testt").output == "✓ testt:2  a\n")
  }

  @Test func folderIsNotAScript() throws {
    let folder = try scripts()
    let outcome = try Program(folder: folder.path).run(folder.path)
    #expect(outcome.errors == "\(folder.path): error: Is a directory\n")
    #expect(outcome.end == .status(2))
  }

  @Test(arguments: ["/dev/zero", "huge"])
  func hugeFileIsNotReadCompletely(path: String) throws {
    let folder = try TemporaryFolder()
    let program = Program(folder: folder.path)
    // A sparse file of 100 MB, which uses no disk space.
    #expect(try program.run(shell: "truncate -s 100M huge", []).end == .status(0))
    let outcome = try program.run(path)
    #expect(outcome.errors == "\(path): error: the file is larger than 64 MB\n")
    #expect(outcome.end == .status(2))
    let loading = try program.run("-e", ":load \(path)")
    #expect(loading.errors.contains("error: cannot read `\(path)`: the file is larger than 64 MB\n"))
    #expect(loading.end == .status(2))
  }

  @Test func windowsLineEndsAreAccepted() throws {
    let folder = try scripts()
    try folder.write(Self.failing.replacingOccurrences(of: "\n", with: "\r\n"), to: "windows")
    let outcome = try Program(folder: folder.path).run("windows")
    let plain = try Program(folder: folder.path).run("failing")
    #expect(outcome.output == plain.output.replacingOccurrences(of: "failing", with: "windows"))
    #expect(outcome.end == .status(1))
  }

  // MARK: Help

  @Test func helpAndVersionAreOutput() throws {
    let help = try Program().run("--help")
    #expect(help.end == .status(0))
    #expect(help.output.contains("USAGE: rxrepl"))
    #expect(help.errors == "")

    let version = try Program().run("--version")
    #expect(version.end == .status(0))
    #expect(version.output == "0.1.0\n")
    #expect(version.errors == "")
  }

  @Test func promptHelpWorksInAPipe() throws {
    let outcome = try Program(input: Array(":help\n:help merge\n:quit\nleters\n".utf8)).run()
    // Nothing after `:quit` is read.
    #expect(outcome.end == .status(0))
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("  :help merge, :help :save    explains an operator, or a command\n"))
    #expect(outcome.output.contains("merge(stream, …)"))
  }

  // MARK: Pipes

  @Test func pipeReceivesNoPromptAndNoEscapes() throws {
    let script = "a = --1--|\na\na == --2--|\na.mapp()\n:help\n"
    let outcome = try Program(input: Array(script.utf8)).run()
    #expect(!outcome.standardOutput.contains(0x1B))
    #expect(!outcome.standardError.contains(0x1B))
    #expect(!outcome.output.contains("rx>"))
  }

  /// Errors of the analysis come before any output.
  ///
  /// Runtime errors come where they happen.
  @Test func outputAndDiagnosticsKeepTheirOrder() throws {
    let script = "--1|\nvalues(0).map { 1 / $0 }\n--2|\nleters.map { $0 }\n"
    let outcome = try Program(input: Array(script.utf8)).run(shell: "\"$1\" 2>&1", [try Program.path])
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let early = try #require(lines.firstIndex { $0.hasPrefix("<stdin>:4:1: error: ") })
    let first = try #require(lines.firstIndex(of: "_  --1|"))
    let error = try #require(lines.firstIndex { $0.hasPrefix("<stdin>:2:") })
    let second = try #require(lines.firstIndex(of: "_  --2|"))
    #expect(early < first)
    #expect(first < error)
    #expect(error < second)
  }

  @Test func closedPipeEndsTheProgramQuietly() throws {
    let script = String(repeating: "--1--|\n", count: 10_000)
    let outcome = try Program(input: Array(script.utf8))
      .run(shell: "{ \"$1\"; echo \"status $?\" >&2; } | head -1", [try Program.path])
    #expect(outcome.output == "   0    5\n")
    #expect(outcome.errors == "status 0\n")
  }

  @Test func failureBeforeTheClosedPipeCounts() throws {
    let script = "--1--| == -\n" + String(repeating: "--1--|\n", count: 10_000)
    let outcome = try Program(input: Array(script.utf8))
      .run(shell: "{ \"$1\"; echo \"status $?\" >&2; } | head -1", [try Program.path])
    #expect(outcome.errors == "status 1\n")
  }

  #if os(Linux)
    @Test func fullDiskIsAnError() throws {
      let outcome = try Program(input: Array("--1--|\n".utf8)).run(shell: "\"$1\" > /dev/full", [try Program.path])
      #expect(outcome.errors == "rxrepl: error: No space left on device\n")
      #expect(outcome.end == .status(2))
    }

    @Test(arguments: ["--help", "--version", "test --help", "help", "help docs", "help merge"])
    func helpOnAFullDiskIsAnError(arguments: String) throws {
      let outcome = try Program().run(shell: "\"$1\" \(arguments) > /dev/full", [try Program.path])
      #expect(outcome.errors == "rxrepl: error: No space left on device\n")
      #expect(outcome.end == .status(2))
    }
  #endif

  @Test func closedOutputIsAnError() throws {
    let outcome = try Program(input: Array("--1--|\n".utf8)).run(shell: "\"$1\" >&-", [try Program.path])
    #expect(outcome.errors == "rxrepl: error: Bad file descriptor\n")
    #expect(outcome.end == .status(2))
  }

  @Test func sameRunHasTheSameOutput() throws {
    let script = try Data(contentsOf: URL(fileURLWithPath: Package.tests + "/BadInputs/operators-1.marble"))
    let first = try Program(input: [UInt8](script)).run()
    let second = try Program(input: [UInt8](script)).run()
    #expect(!first.output.isEmpty)
    #expect(!first.errors.isEmpty)
    #expect(first.standardOutput == second.standardOutput)
    #expect(first.standardError == second.standardError)
  }

  private func scripts() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.good, to: "good")
    try folder.write(Self.failing, to: "failing")
    try folder.write(Self.mistaken, to: "mistaken")
    return folder
  }
}
