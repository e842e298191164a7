import Foundation
import Testing

/// The effect of the drawing options on a script's output.
@Suite(.serialized) struct FormatOptionTests {
  private static let script = """
    a = --1--|
    a.map { $0 * 10 }
    a == --1--|
    a == --2--|
    a.mapp()
    12
    """

  private func lines(_ outcome: Program.Outcome) throws -> [[String: Any]] {
    try outcome.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  @Test func remedyHasTheChangedEvent() throws {
    let outcome = try Program().run("--format", "json", "-e", "why not 2 in \"-1-2|\".take(first: 1).map { $0 * 10 }")
    #expect(
      outcome.output.contains(
        #""replacement":"take(first: 2)","tick":3,"result":{"tick":3,"kind":"value","value":20,"#), "\(outcome)")
  }

  @Test func jsonReportIsLinesOfJSON() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.script, to: "demo")
    let outcome = try Program(folder: folder.path).run("--format", "json", "demo", "missing")
    #expect(outcome.errors == "")
    #expect(outcome.end == .status(2))
    let lines = try lines(outcome)
    #expect(
      lines.map { $0["kind"] as? String } == [
        "error", "warning", "drawing", "passed", "failed", "drawing", "error", "summary",
      ])
    #expect(lines[6]["file"] as? String == "missing")
    #expect(lines[7]["status"] as? Int == 2)
    #expect((lines[2]["diagram"] as? [String: Any])?["schema"] as? String == "rxrepl/diagram")
  }

  @Test func invalidUTF8IsReported() throws {
    let outcome = try Program(input: [0x61, 0xFF]).run("--format", "json")
    #expect(try lines(outcome).map { $0["kind"] as? String } == ["error", "summary"])
    #expect(outcome.errors == "")
  }

  @Test func scriptCanSetTheFormat() throws {
    let outcome = try Program(input: Array("--1|\n:format json\n--2|\n:format plain\n--3|\n".utf8)).run()
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.contains("_  --1|"))
    #expect(lines.contains("_  --3|"))
    #expect(lines.count { $0.hasPrefix(#"{"schema":"rxrepl/report","version":1,"kind":"drawing""#) } == 1)
  }

  @Test func optionsDoNotChangePipedOutput() throws {
    let plain = try Program(input: Array(Self.script.utf8)).run()
    for options in [["--format", "plain"], ["--color", "auto"], ["--color=always"], ["--inner", "diagonal"]] {
      let outcome = try Program(input: Array(Self.script.utf8)).run(options)
      #expect(outcome.standardOutput == plain.standardOutput)
      #expect(outcome.standardError == plain.standardError)
    }
  }

  @Test func svgOutputIsOneDocument() throws {
    let outcome = try Program(input: Array((Self.script + "\n:tick\n").utf8)).run("--format", "svg")
    #expect(outcome.end == .status(2))
    #expect(outcome.output.hasPrefix("<svg "))
    #expect(outcome.output.hasSuffix("</svg>\n"))
    #expect(outcome.output.components(separatedBy: "<?xml").count == 1)
    #expect(outcome.errors.contains("✓ <stdin>:3  a\n"))
    #expect(outcome.errors.contains("✗ <stdin>:4  a "))
    #expect(outcome.errors.contains("error: there is no operator named `mapp`"))
    #expect(outcome.errors.contains(":set tick 1ms\n"))
  }

  @Test(arguments: ["", "a = --1|", ":help", "a = --1|\n:format unicode\n:format svg"])
  func emptyPictureIsAnError(script: String) throws {
    let outcome = try Program(input: Array(script.utf8)).run("--format", "svg")
    #expect(outcome.output == "")
    #expect(
      outcome.errors.hasSuffix(
        """
        rxrepl: error: nothing was drawn, so there is no picture
          help: to draw a stream, write its name or an expression on a line of its own

        """))
    #expect(outcome.end == .status(2))
  }

  /// The command line decides, so that a tool always gets what it asks for.
  @Test func scriptKeepsTheFormatOfTheCommandLine() throws {
    let script = ":format plain\n:color on\na = -\"<script>\"|\na\na == -1|\n:format\n:format unicode\n"
    let outcome = try Program(input: Array(script.utf8)).run("--safe", "--format", "svg", "--color", "never")
    #expect(outcome.output.hasPrefix("<svg ") && !outcome.output.contains("<script>"))
    #expect(outcome.errors.contains(":set format svg\n"))
    let text = try Program(input: Array(script.utf8)).run("--format", "unicode", "--color", "never")
    #expect(text.output.contains("┤") && !text.output.contains("\u{1B}"), "\(text.output)")
    #expect(try Program(input: Array(":format unicode\n-1|\n".utf8)).run().output.contains("┤"))
  }

  @Test func errorExplainsTheMissingPicture() throws {
    let outcome = try Program(input: Array("a.mapp()".utf8)).run("--format", "svg")
    #expect(outcome.output == "")
    #expect(!outcome.errors.contains("nothing was drawn"))
    #expect(outcome.end == .status(2))
  }

  @Test func picturesAreWrittenCompletelyOrNotAtAll() throws {
    let folder = try TemporaryFolder()
    let old = try Program().run("--format", "svg", "-e", "--2--|")
    try folder.write(old.standardOutput, to: "one.svg")
    try folder.write("--1--|\n:svg one.svg\n:svg two.svg\n:svg nowhere/three.svg\n", to: "demo")
    let outcome = try Program(folder: folder.path).run("demo")
    #expect(outcome.errors.contains("error: cannot write `nowhere/three.svg`: No such file or directory\n"))
    #expect(outcome.end == .status(2))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(files == ["demo", "one.svg", "two.svg"])
    #expect(try folder.bytes("one.svg") == folder.bytes("two.svg"))
    #expect(String(decoding: try folder.bytes("one.svg"), as: UTF8.self).hasSuffix("</svg>\n"))
  }

  @Test(arguments: [["--format", "html"], ["--color", "maybe"], ["--inner", "round"], ["--wires=yes"]])
  func invalidValueIsAUsageError(options: [String]) throws {
    let outcome = try Program().run(options)
    #expect(outcome.end == .status(64))
    #expect(outcome.output == "")
  }
}
