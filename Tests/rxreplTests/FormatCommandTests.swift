import Foundation
import Testing

/// Tests of `rxrepl fmt`: the files, the output and the exit status.
@Suite(.serialized) struct FormatCommandTests {
  private static let written = "a=--1|\nlong   = -2|"
  private static let formatted = "a    = --1|\nlong = -2|\n"

  @Test func filesAreFormattedInPlace() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.written, to: "a.marble")
    try folder.write(Self.formatted, to: "b.marble")
    let outcome = try Program(folder: folder.path).run("fmt", "a.marble", "b.marble")
    #expect(outcome.end == .status(0))
    #expect(outcome.output == "a.marble\n")
    #expect(outcome.errors == "")
    #expect(try folder.bytes("a.marble") == Array(Self.formatted.utf8))
  }

  /// A killed process does not remove its temporary file.
  @Test func temporaryFilesOfKilledProcessesAreRemoved() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.written, to: "a.marble")
    // No process has the first number, and process 1 always runs.
    for name in ["a.marble.99999999.tmp", "a.marble.1.tmp", "b.marble.99999999.tmp", "a.marble.x.tmp"] {
      try folder.write("half", to: name)
    }
    // With `exec`, the program gets the number of the shell.
    let outcome = try Program(folder: folder.path)
      .run(shell: "touch a.marble.$$.tmp; exec \"$1\" fmt a.marble", [try Program.path])
    #expect(outcome.errors == "")
    #expect(outcome.end == .status(0))
    #expect(try folder.bytes("a.marble") == Array(Self.formatted.utf8))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["a.marble", "a.marble.1.tmp", "a.marble.x.tmp", "b.marble.99999999.tmp"])
  }

  @Test func checkNamesTheFilesOnly() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.written, to: "a.marble")
    try folder.write("```marble\na=-|\n```\n", to: "b.md")
    try folder.write(Self.formatted, to: "c.marble")
    let outcome = try Program(folder: folder.path).run("fmt", "--check", ".")
    #expect(outcome.end == .status(1))
    #expect(outcome.output == "a.marble\nb.md\n")
    #expect(try folder.bytes("a.marble") == Array(Self.written.utf8))
    #expect(try Program(folder: folder.path).run("fmt", "--check", "c.marble").end == .status(0))
  }

  @Test(arguments: [[], ["-"]])
  func standardInputIsFormattedToStandardOutput(arguments: [String]) throws {
    let outcome = try Program(input: Array(Self.written.utf8)).run(["fmt"] + arguments)
    #expect(outcome.end == .status(0))
    #expect(outcome.output == Self.formatted)
    let check = try Program(input: Array(Self.written.utf8)).run(["fmt", "--check"] + arguments)
    #expect(check.end == .status(1))
    #expect(check.output == "<stdin>\n")
  }

  @Test func fileWithErrorsIsUnchanged() throws {
    let folder = try TemporaryFolder()
    let text = "a=-1|-2\n"
    try folder.write(text, to: "a.marble")
    try folder.write(Self.written, to: "b.marble")
    let outcome = try Program(folder: folder.path).run("fmt", "a.marble", "missing.marble", "missing.x", "b.marble")
    #expect(outcome.end == .status(2))
    #expect(outcome.output == "b.marble\n")
    #expect(
      outcome.errors == """
        a.marble:1:7: error: unexpected value after the completion
          a=-1|-2
              ~ ^ the timeline has already ended
          help: to send it anyway, write `raw -1|-2`
        missing.marble: error: No such file or directory
        missing.x: error: No such file or directory

        """)
    #expect(try folder.bytes("a.marble") == Array(text.utf8))
  }

  /// The program does not change a file in another language, even if it can be parsed as a script.
  @Test func otherFilesAreRefused() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.written, to: "a.txt")
    try folder.write(Self.written, to: "script")
    let outcome = try Program(folder: folder.path).run("fmt", "a.txt", "script")
    let endings = ".marble, .md, .markdown, .qmd, .mdx, .swift, .adoc, .asciidoc, .rst, .tex, .typ or .ipynb"
    #expect(outcome.errors == "a.txt: error: this file is not a script or a page: its name must end in \(endings)\n")
    #expect(outcome.output == "script\n")
    #expect(outcome.end == .status(2))
    #expect(try folder.bytes("a.txt") == Array(Self.written.utf8))
  }

  @Test func pagesWithoutScriptsAreReported() throws {
    let folder = try TemporaryFolder()
    try folder.write("# Title\n", to: "a.md")
    for path in ["a.md", "."] {
      let outcome = try Program(folder: folder.path).run("fmt", path)
      #expect(
        outcome.errors == "rxrepl: nothing to format: no page has a script, which in Markdown begins with ```marble\n")
      #expect(outcome.output == "")
      #expect(outcome.end == .status(0))
    }
    try folder.write(Self.formatted, to: "a.marble")
    #expect(try Program(folder: folder.path).run("fmt", ".").errors == "")
  }

  @Test func pagesOfFoldersAreFormatted() throws {
    let folder = try TemporaryFolder()
    try folder.write("/// ```marble\n/// a=--1|\n/// ```\nlet x = 1\n", to: "a.swift")
    try folder.write("[marble]\n----\na=--1|\n----\n", to: "b.adoc")
    let cell = #"{"cell_type": "code", "source": "%%marble\na=--1|", "outputs": []}"#
    try folder.write("{\"cells\": [\(cell)]}", to: "c.ipynb")
    try folder.write("```{.marble}\na=--1|\n```\n", to: "d.qmd")
    let outcome = try Program(folder: folder.path).run("fmt", ".")
    #expect(outcome.output == "a.swift\nb.adoc\nc.ipynb\nd.qmd\n")
    #expect(outcome.errors == "")
    let notebook = String(decoding: try folder.bytes("c.ipynb"), as: UTF8.self)
    #expect(notebook.contains(#""source": "%%marble\na = --1|","#), "\(notebook)")
  }

  @Test func examplesAreFormatted() throws {
    let outcome = try Program(folder: Package.root).run("fmt", "--check", "examples")
    #expect(outcome.output == "")
    #expect(outcome.end == .status(0))
  }

  @Test func lineWithOnlyACarriageReturnIsUnchanged() throws {
    let folder = try TemporaryFolder()
    let page = "```marble\r\na  = -1|\r\r\nb = --2|\r\n```\r\n"
    try folder.write(page, to: "page.md")
    let outcome = try Program(folder: folder.path).run("fmt", "page.md")
    #expect(outcome.end == .status(0))
    #expect(try folder.bytes("page.md") == Array(page.utf8))
  }
}
