import Foundation
import Testing

/// Tests of `rxrepl test --review`: the questions, and the resulting files.
@MainActor @Suite(.serialized) struct ReviewTests {
  private static let script = "a = --1--2--|\na == --1--|\n// Tens\na.map { $0 * 10 } == -\na.take(1) ==\n"

  /// Reviews files with answers from a pipe.
  private func review(
    _ folder: TemporaryFolder, answers: String, environment: [String: String] = [:], _ arguments: String...
  ) throws -> Program.Outcome {
    try Program(input: Array(answers.utf8), environment: environment, folder: folder.path).run(
      ["test", "--review"] + arguments)
  }

  private func folder(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    return folder
  }

  private func text(_ name: String = "a.marble", in folder: TemporaryFolder) throws -> String {
    String(decoding: try folder.bytes(name), as: UTF8.self)
  }

  @Test func eachDifferenceIsShownAndAcceptedOrSkipped() throws {
    let folder = try folder(["a.marble": Self.script])
    let outcome = try review(folder, answers: "a\nskip\nA\n", "a.marble")
    #expect(
      outcome.output.hasPrefix(
        """
        ✗ a.marble:2  a      2 differences
                   0    5
        expected   --1--|
        actual     --1--2--|
                        ^  ^
          tick 5→8  completed 3 ticks late
          tick 5    unexpected 2
          help: for the reason, write `why 2 @5` on the next line
        1 of 3 in a.marble
        (a)ccept, (s)kip, (e)dit or (q)uit? a
        ✗ a.marble:4  a.map
        """), "\(outcome.output)")
    #expect(outcome.output.contains("\n2 of 3 in a.marble\n"))
    #expect(outcome.output.contains("\n3 of 3 in a.marble\n"))
    #expect(outcome.output.contains("? A\n2 accepted, 1 skipped\n✗ a.marble:4  a.map { $0 * 10 } "))
    #expect(outcome.errors == "")
    #expect(outcome.end == .status(1))
    #expect(
      try text(in: folder)
        == "a = --1--2--|\na == --1--2--|\n// Tens\na.map { $0 * 10 } == -\na.take(1) == --(1|)\n")
  }

  @Test func quitKeepsWhatWasAccepted() throws {
    let folder = try folder(["a.marble": Self.script, "b.marble": "-1| == -2|\n"])
    let outcome = try review(folder, answers: "a\nq\n")
    #expect(outcome.output.hasSuffix("(a)ccept, (s)kip, (e)dit or (q)uit? q\n1 accepted, 0 skipped\n"))
    #expect(outcome.end == .status(1))
    #expect(try text(in: folder) == Self.script.replacing("a == --1--|", with: "a == --1--2--|"))
  }

  @Test func quitReportsTheErrorsSoFar() throws {
    let folder = try folder(["a.marble": "x = (\n", "b.marble": "-1| == -2|\n"])
    let outcome = try review(folder, answers: "q\n")
    #expect(outcome.errors.hasPrefix("a.marble:1:"))
  }

  @Test func readOnlyFileIsNotReplaced() throws {
    let folder = try folder(["a.marble": "-1| == -2|\n"])
    let path = folder.path + "/a.marble"
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let outcome = try review(folder, answers: "a\n")
    #expect(outcome.errors.contains("cannot write the file: the file is read-only"))
    #expect(try text(in: folder) == "-1| == -2|\n")
    #expect(try Program(folder: folder.path).run(["test", "--update"]).end == .status(2))
    #expect(try text(in: folder) == "-1| == -2|\n")
  }

  @Test func editorOpensTheFileAtTheAssertion() throws {
    let folder = try folder(["a.marble": "a = -1|\n\na == -2|\n", "vi": "#!/bin/sh\necho \"$@\" >arguments\n"])
    let editor = folder.path + "/vi"
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor)
    _ = try review(folder, answers: "e\nq\n", environment: ["VISUAL": editor])
    #expect(try text("arguments", in: folder) == "+3 a.marble\n")
  }

  @Test func missingAnswerIsAnErrorThatKeepsWhatWasAccepted() throws {
    let folder = try folder(["a.marble": Self.script])
    let outcome = try review(folder, answers: "a\n")
    #expect(
      outcome.errors == """
        rxrepl: error: standard input has ended, but `--review` needs an answer for each difference
          help: run it in a terminal, or accept all differences with `rxrepl test --update`

        """)
    #expect(outcome.end == .status(2))
    #expect(try text(in: folder) == Self.script.replacing("a == --1--|", with: "a == --1--2--|"))
  }

  @Test func noDifferenceNeedsNoAnswer() throws {
    let folder = try folder(["a.marble": "--1| == --1|\n"])
    let outcome = try review(folder, answers: "")
    #expect(outcome.output == "✓ a.marble: 1 assertion\n1 file, 1 assertion\n")
    #expect(outcome.end == .status(0))
  }

  @Test func anotherAnswerIsAskedForAgain() throws {
    let folder = try folder(["a.marble": "-1| == -2|\n"])
    let question = "(a)ccept, (s)kip, (e)dit or (q)uit? "
    let outcome = try review(folder, answers: "\nyes\na\n")
    let hint = "answer with `a`, `s`, `e` or `q`\n"
    #expect(
      outcome.output.contains(
        "\n\(question)\n\(hint)\(question)yes\n\(hint)\(question)a\n1 accepted, 0 skipped\n"))
    #expect(outcome.end == .status(0))
  }

  @Test func editOpensTheFileAndTestsItAgain() throws {
    let folder = try folder(["a.marble": "-1| == -2|\n-3| == -4|\n"])
    let outcome = try review(
      folder, answers: "s\ne\n", environment: ["VISUAL": "sed -i.old -e 's/== -4/== -3/' -e '1i// New'"], "a.marble")
    #expect(try text(in: folder) == "// New\n-1| == -2|\n-3| == -3|\n")
    // The skipped difference is not asked for again.
    #expect(outcome.output.contains("? e\n0 accepted, 1 skipped\n✗ a.marble:2  -1|"))
    #expect(outcome.end == .status(1))
  }

  @Test func editorThatCannotBeStartedIsAnError() throws {
    let folder = try folder(["a.marble": "-1| == -2|\n"])
    let outcome = try review(folder, answers: "e\na\n", environment: ["VISUAL": "/nowhere/editor"])
    #expect(outcome.errors.contains("error: the editor `/nowhere/editor` cannot be started\n"))
    #expect(try text(in: folder) == "-1| == -1|\n")
  }

  @Test func differenceWithoutATimelineCannotBeAccepted() throws {
    let folder = try folder(["a.marble": "check \"vcv\"\n", "b.marble": "-1| == -2|\nx = (\n"])
    let outcome = try review(folder, answers: "a\ns\ns\n")
    let question = "\n(s)kip, (e)dit or (q)uit? "
    #expect(outcome.output.components(separatedBy: question).count == 4)
    #expect(
      outcome.output.contains(
        "\nNo timeline makes this pass, so it cannot be accepted.\(question)a\nanswer with `s`, `e` or `q`\n"))
    #expect(outcome.output.contains("\nThe file has an error, so the result cannot be accepted.\(question)"))
    #expect(outcome.output.contains("0 accepted, 2 skipped\n"))
    #expect(try text("b.marble", in: folder) == "-1| == -2|\nx = (\n")
    #expect(outcome.end == .status(2))
  }

  @Test func searchesAndFencesAreReviewed() throws {
    let page = "```marble\na = --1--2--|\n?(a) == --[10]--[20]--|\n```\n\n```marble fails\n-1| == -2|\n```\n"
    let folder = try folder(["a.md": page])
    let outcome = try review(folder, answers: "a\n")
    #expect(outcome.output.contains("1 accepted, 0 skipped\n✓ a.md: 2 assertions\n"))
    #expect(try text("a.md", in: folder) == page.replacing("?(a)", with: "a.map { $0 * 10 }"))
  }

  @Test func filterSelectsTheDifferences() throws {
    let folder = try folder(["a.marble": Self.script])
    let outcome = try review(folder, answers: "a\n", "--filter", "Tens")
    #expect(outcome.end == .status(0))
    #expect(try text(in: folder) == Self.script.replacing("10 } == -", with: "10 } == --[10]--[20]--|"))
  }

  @Test func nothingIsReviewedInContinuousIntegration() throws {
    let folder = try folder(["a.marble": Self.script])
    let outcome = try review(folder, answers: "a\na\na\n", environment: ["CI": "1"])
    #expect(outcome.errors == "rxrepl: CI is set, so nothing is updated; use --force to update anyway\n")
    #expect(try text(in: folder) == Self.script)
    #expect(try review(folder, answers: "a\na\na\n", environment: ["CI": "1"], "--force").end == .status(0))
  }

  /// The limit prevents files from growing, like a full disk.
  @Test func fileThatCannotBeWrittenIsSkipped() throws {
    let folder = try folder(["a.marble": "-1| == -2|\n"])
    let line = "{ (trap '' XFSZ; ulimit -f 0; exec \"$@\") 2>&1; echo \"status $?\"; } | cat"
    let outcome = try Program(input: Array("a\na\n".utf8), folder: folder.path).run(
      shell: line, [try Program.path, "test", "--review"])
    #expect(outcome.output.contains("a.marble: error: cannot write the file: File too large\n0 accepted, 1 skipped\n"))
    #expect(try text(in: folder) == "-1| == -2|\n")
  }

  @Test(arguments: [["--update"], ["--watch"], ["--format", "tap"]])
  func otherModesExcludeTheReview(options: [String]) throws {
    #expect(try Program().run(["test", "--review"] + options).end == .status(64))
  }

  @Test(.enabled(if: Terminal.isAvailable, Terminal.missing))
  func interruptKeepsWhatWasAccepted() throws {
    let home = try folder(["a.marble": Self.script])
    let terminal = try Terminal("cd && \"$RXREPL\" test --review a.marble", home: home.path)
    let question = "(a)ccept, (s)kip, (e)dit or (q)uit?"
    try terminal.wait(forEnd: question)
    try terminal.press("a", "Enter")
    try terminal.wait(for: "\(question) a")
    try terminal.wait(forEnd: question)
    try terminal.press("C-c")
    #expect(try terminal.waitForExit() == 130)
    try terminal.wait(for: "1 accepted, 0 skipped")
    #expect(try text(in: home) == Self.script.replacing("a == --1--|", with: "a == --1--2--|"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).filter { $0.hasSuffix(".tmp") } == [])
  }
}
