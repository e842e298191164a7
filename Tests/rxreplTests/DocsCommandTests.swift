import Foundation
import Testing

/// Tests of `rxrepl docs`, run from a shell.
@Suite struct DocsCommandTests {
  private static let page = "# Page\n\n```marble\na = --1|\na.map { $0 * 2 }\n```\n"
  private static let drawn = """
    # Page

    ```marble
    a = --1|
    a.map { $0 * 2 }
    ```

    ```text drawn
         0
    a    --1|
         = a.map { $0 * 2 } =
    out  --2|
    ```

    """
  private static let difference = """
    --- page.md
    +++ page.md
    @@ -4,3 +4,10 @@
     a = --1|
     a.map { $0 * 2 }
     ```
    +
    +```text drawn
    +     0
    +a    --1|
    +     = a.map { $0 * 2 } =
    +out  --2|
    +```

    """

  /// As in CommonMark, a fence may end with the page.
  ///
  /// Only that of a script must not.
  @Test(arguments: ["docs", "test", "fmt"])
  func openFenceOfAnotherLanguageIsAccepted(command: String) throws {
    let folder = try TemporaryFolder()
    let page = "```marble\na = --1|\na == --1|\n```\n\n```swift\nlet x = 1\n"
    try folder.write(page, to: "page.md")
    try folder.write("```marble\na = --1|\n", to: "open.md")
    let outcome = try Program(folder: folder.path).run(command, "page.md")
    #expect(outcome.errors == "")
    #expect(outcome.end == .status(0))
    #expect(try folder.bytes("page.md") == Array(page.utf8))
    #expect(try Program(folder: folder.path).run(command, "open.md").end == .status(2))
  }

  private static func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
    String(decoding: try folder.bytes(name), as: UTF8.self)
  }

  /// Runs the program in a folder and returns its output, errors and end.
  private static func docs(
    in folder: TemporaryFolder, _ arguments: String...
  ) throws -> (output: String, errors: String, end: Program.End) {
    let outcome = try Program(folder: folder.path).run(["docs"] + arguments)
    return (outcome.output, outcome.errors, outcome.end)
  }

  /// A warning is at a line of the page as its author then finds it.
  @Test func warningsAreAtTheLinesOfTheWrittenPage() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.page + "\n```marble caption=x\na\n```\n", to: "page.md")
    let check = try Self.docs(in: folder, "--check", "page.md")
    #expect(check.errors.hasPrefix("page.md:8:11: warning: `caption=` has no effect here\n"), "\(check.errors)")
    let written = try Self.docs(in: folder, "page.md")
    let line = try Self.text(folder, "page.md").split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.hasSuffix("caption=x") }
    let place = "page.md:\(try #require(line) + 1):11: warning"
    #expect(written.errors.hasPrefix(place), "\(written.errors)")
    #expect(try Self.docs(in: folder, "page.md").errors.hasPrefix(place))
    #expect(written.end == .status(0))
  }

  /// The lines of a page are counted once, and not for each warning or drawing.
  @Test func warningsOfALongPageAreFast() throws {
    let folder = try TemporaryFolder()
    let fences = repeatElement("```marble new caption=x\n-1|\n```\n", count: 2000)
    try folder.write(fences.joined(separator: "\n"), to: "page.md")
    let last = try Self.docs(in: folder, "page.md").errors.split(separator: "\n").last { $0.contains("warning") }
    // Each fence before it has three lines, and as its drawing a blank line, four lines and another blank line.
    #expect(last?.hasPrefix("page.md:\(1999 * 9 + 1):15: warning") == true, "\(last ?? "")")
  }

  /// In a notebook, the lines are those of the cell.
  @Test func warningsAreAtTheLinesOfTheWrittenCell() throws {
    let folder = try TemporaryFolder()
    let cell = #"{"cell_type": "markdown", "source": "```marble\na = -1|\na\n```\n\n```marble theme=dark\na\n```\n"}"#
    try folder.write("{\"cells\": [\(cell)]}", to: "a.ipynb")
    let place = "a.ipynb:cell 1:11:11: warning: `theme=` has no effect without a picture\n"
    #expect(try Self.docs(in: folder, "a.ipynb").errors.hasPrefix(place))
    #expect(try Self.docs(in: folder, "a.ipynb").errors.hasPrefix(place))
  }

  /// A drawing that no run updates is found.
  @Test func drawingWithoutItsScriptIsReported() throws {
    let folder = try TemporaryFolder()
    try folder.write("\(Self.drawn)\nText\n\n```text drawn\nold\n```\n", to: "page.md")
    let warning = """
      page.md:17:1: warning: this drawing has no script directly above it
        ```text drawn
        ^^^^^^^^^^^^^
        help: delete it, or, to keep it, delete only the word `drawn` on this line

      """
    let written = try Self.docs(in: folder, "page.md")
    #expect(written.errors == warning && written.end == .status(0))
    let check = try Self.docs(in: folder, "--check", "page.md")
    #expect(check.output == "" && check.errors == warning)
    #expect(check.end == .status(1))
  }

  /// The description of a picture follows its script until the author edits it.
  @Test func descriptionFollowsTheScript() throws {
    let folder = try TemporaryFolder()
    func update(_ text: String) throws -> String {
      try folder.write(text, to: "p.md")
      #expect(try Program(folder: folder.path).run("docs", "p.md").end == .status(0))
      return try Self.text(folder, "p.md")
    }
    let first = try update("```marble svg=p.svg\n--1|\n```\n")
    #expect(first.contains("sends 1"))
    let second = try update(first.replacing("--1|\n", with: "--7|\n"))
    #expect(second.contains("sends 7"))
    let edited = second.replacing(/!\[[^\]]*\]/, with: "![mine]").replacing("--7|\n", with: "--8|\n")
    #expect(try update(edited) == edited)
  }

  /// So does one that the author has written in the first line of the fence.
  @Test func descriptionFollowsTheWords() throws {
    let folder = try TemporaryFolder()
    func update(_ text: String) throws -> String {
      try folder.write(text, to: "p.md")
      #expect(try Program(folder: folder.path).run("docs", "p.md").end == .status(0))
      let page = try Self.text(folder, "p.md")
      #expect(try Program(folder: folder.path).run("docs", "--check", "p.md").end == .status(0))
      return page
    }
    var page = "```marble svg=p.svg name=one\n--1|\n```\n"
    for (old, new) in [
      ("", ""), ("name=one", "name=\"two & <3>\""), ("name=", "alt="), ("alt=\"two &", "alt=\"four &"),
    ] {
      page = try update(page.replacing(old, with: new, maxReplacements: old.isEmpty ? 0 : 1))
    }
    #expect(page.contains("![four &amp; &lt;3>](p.svg)"), "\(page)")
    #expect(try update(page.replacing(" alt=\"four & <3>\"", with: "")).contains("![The stream sends 1 and"))
  }

  @Test func drawingsAreWritten() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.page, to: "page.md")
    #expect(try Self.docs(in: folder, "page.md") == ("", "", .status(0)))
    #expect(try Self.text(folder, "page.md") == Self.drawn)
    #expect(try Self.docs(in: folder, "--check", "page.md") == ("", "", .status(0)))
  }

  @Test func checkPrintsTheChangesWithoutWriting() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.page, to: "page.md")
    try folder.write(Self.drawn, to: "done.markdown")
    #expect(try Self.docs(in: folder, "--check", "page.md", "done.markdown") == (Self.difference, "", .status(1)))
    #expect(try Self.text(folder, "page.md") == Self.page)
  }

  @Test(arguments: ["page.md", "a page.md", "a\t\"b\\\u{1}é .md"])
  func patchAppliesThePrintedChanges(name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.page, to: name)
    let line = "command -v patch >/dev/null || exit 77; \"$1\" docs --check \"$2\" | patch -s -p0"
    let outcome = try Program(folder: folder.path).run(shell: line, [try Program.path, name])
    if outcome.status == 77 { return }
    #expect(outcome.end == .status(0), "\(outcome.output)\(outcome.errors)")
    #expect(try Self.text(folder, name) == Self.drawn)
  }

  @Test func patchAppliesChangesOfPictures() throws {
    let folder = try TemporaryFolder()
    for name in ["new", "old"] { try folder.write("```marble svg=x/\(name).svg\n--1|\n```\n", to: "\(name).md") }
    #expect(try Self.docs(in: folder, "new.md", "old.md").end == .status(0))
    let picture = try Self.text(folder, "x/new.svg")
    try FileManager.default.removeItem(atPath: folder.path + "/x/new.svg")
    try folder.write(picture.replacing(">1<", with: ">7<"), to: "x/old.svg")
    let line = "command -v patch >/dev/null || exit 77; \"$1\" docs --check new.md old.md | patch -s -p0"
    let outcome = try Program(folder: folder.path).run(shell: line, [try Program.path])
    if outcome.status == 77 { return }
    #expect(outcome.end == .status(0), "\(outcome.output)\(outcome.errors)")
    #expect(try Self.text(folder, "x/new.svg") == picture && Self.text(folder, "x/old.svg") == picture)
  }

  @Test func picturesAreWrittenIntoTheirFolders() throws {
    let folder = try TemporaryFolder()
    let page = "```marble svg=\"a b/c/x.svg\"\n--1|\n```\n"
    try FileManager.default.createDirectory(atPath: folder.path + "/docs", withIntermediateDirectories: false)
    try folder.write(page, to: "docs/page.md")
    let check = try Self.docs(in: folder, "--check", "docs/page.md")
    let beginning = "docs/a b/c/x.svg: the picture is out of date\n--- /dev/null\n+++ docs/a b/c/x.svg\t\n@@ -0,0 +1,"
    #expect(check.output.hasPrefix(beginning) && check.output.contains("\n+</svg>\n--- docs/page.md\n"))
    #expect(check.end == .status(1))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/docs/a b"))
    #expect(try Self.docs(in: folder, "docs/page.md") == ("", "", .status(0)))
    let link = "<!-- drawn -->\n![The stream sends 1 and completes at tick 3.](<a b/c/x.svg>)\n<!-- /drawn -->\n"
    #expect(try Self.text(folder, "docs/page.md") == "\(page)\n\(link)")
    #expect(try Self.text(folder, "docs/a b/c/x.svg").hasPrefix("<svg "))
    try folder.write("", to: "docs/a b/c/x.svg")
    let stale = try Self.docs(in: folder, "--check", "docs/page.md")
    #expect(stale.output.hasPrefix("docs/a b/c/x.svg: the picture is out of date\n--- docs/a b/c/x.svg\t\n"))
    #expect(stale.errors.isEmpty && stale.end == .status(1))
  }

  /// Pages and pictures are written only if they change.
  @Test func helpHasTheCommentsOfThePage() throws {
    let folder = try TemporaryFolder()
    try folder.write("// drawn\n```marble\n--1|\n```\n// drawn\n", to: "page.typ")
    let outcome = try Program(folder: folder.path).run("docs", "page.typ")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("help: close it with `// /drawn`"), "\(outcome.errors)")
  }

  /// With `--check`, the errors are the same.
  @Test(arguments: [
    ("./page.md", "write the path of a file that ends in `.svg`, such as `svg=./page.svg`"),
    ("..", "write the path of a file that ends in `.svg`, such as `svg=../demo.svg`"),
    ("no/../b.svg", "write `b.svg`"), ("../no/a.svg", "create the folder `../no` first"),
    ("other.svg", "choose another name, or delete the file"),
  ])
  func pictureThatCannotBeWrittenIsAnError(path: String, help: String) throws {
    let folder = try TemporaryFolder()
    let page = "```marble svg=\(path)\n--1|\n```\n"
    try folder.write(page, to: "page.md")
    try folder.write("<svg/>", to: "other.svg")
    let outcome = try Self.docs(in: folder, "page.md")
    #expect(outcome.errors.contains("\n  help: \(help)"), "\(outcome.errors)")
    #expect(outcome.output == "" && outcome.end == .status(2))
    #expect(try Self.docs(in: folder, "--check", "page.md") == outcome)
    #expect(try Self.text(folder, "page.md") == page)
  }

  /// Otherwise each of the pages would replace the picture of the other one.
  @Test func pagesHaveDifferentPictures() throws {
    let folder = try TemporaryFolder()
    for (name, script) in [("a.md", "-1|"), ("b.md", "-1|"), ("c.md", "-2|")] {
      try folder.write("```marble svg=x.svg\n\(script)\n```\n", to: name)
    }
    let outcome = try Self.docs(in: folder, ".")
    #expect(
      outcome.errors == """
        c.md:1:11: error: cannot write `x.svg`: it is also a picture of `b.md`
          ```marble svg=x.svg
                    ^^^^^^^^^
          help: choose another name
        """ + "\n", "\(outcome.errors)")
    #expect(outcome.end == .status(2))
    #expect(try Self.docs(in: folder, "a.md", "b.md") == ("", "", .status(0)))
  }

  @Test func picturesOfPagesDifferNotOnlyInCase() throws {
    let folder = try TemporaryFolder()
    for (page, picture) in [("a.md", "x.svg"), ("b.md", "X.svg")] {
      try folder.write("```marble svg=\(picture)\n-1|\n```\n", to: page)
    }
    let outcome = try Self.docs(in: folder, ".")
    #expect(outcome.errors.contains("on macOS and Windows, it is the same file as `x.svg`, a picture of `a.md`"))
    #expect(outcome.end == .status(2))
  }

  @Test func otherFilesAreNotReplacedByPictures() throws {
    let folder = try TemporaryFolder()
    let page = "```marble svg=other.svg\n--1|\n```\n"
    try folder.write(page, to: "page.md")
    try folder.write("# Text\n", to: "other.svg")
    let outcome = try Program(folder: folder.path).run("docs", "page.md")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("a file with this name is not a picture of `rxrepl`"), "\(outcome.errors)")
    #expect(try Self.text(folder, "other.svg") == "# Text\n")
    #expect(try Self.text(folder, "page.md") == page)
  }

  @Test func unchangedFilesAreNotWritten() throws {
    let folder = try TemporaryFolder()
    try folder.write("# Nothing to run\r\n\n```text\nx\n```", to: "none.md")
    try folder.write("```marble svg=a.svg\n--1|\n```\n", to: "page.md")
    #expect(try Self.docs(in: folder, "none.md", "page.md").end == .status(0))
    let line =
      "\"$1\" docs none.md page.md && ls -i --time-style=full-iso -l none.md page.md a.svg"
    let first = try Program(folder: folder.path).run(shell: line, [try Program.path])
    let second = try Program(folder: folder.path).run(shell: line, [try Program.path])
    #expect(first.end == .status(0))
    #expect(first.output == second.output)
  }

  @Test func linkAndPermissionsAreKept() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.page, to: "real.md")
    let line = "ln -s real.md page.md; chmod 640 real.md; \"$1\" docs page.md; stat -c '%F %a' page.md real.md"
    let outcome = try Program(folder: folder.path).run(shell: line, [try Program.path])
    #expect(outcome.output == "symbolic link 777\nregular file 640\n")
    #expect(try Self.text(folder, "real.md") == Self.drawn)
  }

  /// The page links to its pictures from its own folder.
  @Test func picturesAreBesideTheFileOfALink() throws {
    let folder = try TemporaryFolder()
    let line = """
      mkdir d; printf '```marble svg=a.svg\\n-1|\\n```\\n' >d/real.md; ln -s d/real.md page.md
      "$1" docs page.md; ls . d; "$1" docs --check page.md d
      """
    let outcome = try Program(folder: folder.path).run(shell: line, [try Program.path])
    #expect(outcome.output == ".:\nd\npage.md\n\nd:\na.svg\nreal.md\n", "\(outcome.errors)")
    #expect(outcome.end == .status(0))
  }

  @Test func pageWithFailureIsNotWritten() throws {
    let folder = try TemporaryFolder()
    let failing = "\(Self.page)\n> ```marble svg=a.svg\n> --1| == --2|\n> ```\n"
    let wrong = "\(Self.page)\n- ```marble\n  --1|--2\n  ```\n"
    try folder.write(failing, to: "failing.md")
    try folder.write(wrong, to: "wrong.md")
    try folder.write("```marble\n--1|\n", to: "open.md")
    try folder.write("x\n```marble fails\n--1|\n```\n", to: "holds.md")
    try folder.write(Self.page, to: "page.md")
    #expect(
      try Self.docs(in: folder, "failing.md") == (
        "",
        "✗ failing.md:9  --1| == --2|      1 difference\n           0\nexpected   --2|\nactual     --1|\n             ^\n"
          + "  tick 2  expected 2, got 1\n  help: for the reason, write `why not 2 @2` on the next line\n", .status(1)
      ))
    let all = try Self.docs(in: folder, "failing.md", "wrong.md", "open.md", "holds.md", "page.md")
    #expect(all.output == "")
    #expect(all.errors.contains("\nwrong.md:9:9: error: unexpected value after the completion\n  --1|--2\n"))
    #expect(all.errors.contains("\nopen.md:1:1: error: the fence is never closed\n"))
    #expect(
      all.errors.hasSuffix("✗ holds.md:2  marble fails\n  nothing in this fence fails, but it is marked `fails`\n"))
    #expect(all.end == .status(2))
    #expect(try Self.text(folder, "failing.md") == failing)
    #expect(try Self.text(folder, "wrong.md") == wrong)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/a.svg"))
    // Other pages are written.
    #expect(try Self.text(folder, "page.md") == Self.drawn)
  }

  /// The help of a failed assertion says to write the question, but the page is not written.
  @Test func reasonOfAFailureIsPrinted() throws {
    let folder = try TemporaryFolder()
    try folder.write("```marble\na = --1|\na == --2|\nwhy not 2 @2\n```\n", to: "page.md")
    let reason = "`2` did not come: nothing sends it. `a` sends only `1`.\n"
    let program = Program(folder: folder.path)
    #expect(try program.run("docs", "page.md").errors.hasSuffix("on the next line\n" + reason))
    #expect(try program.run("test", "page.md").output.contains("on the next line\n" + reason + "✗"))
  }

  @Test func inputAndOutputErrorsAreReported() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/folder.md", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/nowhere.md", withDestinationPath: "not there.md")
    try folder.write("--1|\n", to: "demo.marble")
    try folder.write([0x78, 0x0A, 0xFF, 0x0A], to: "bytes.md")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/full.svg", withDestinationPath: "/dev/full")
    try folder.write("```marble svg=full.svg\n--1|\n```\n", to: "full.md")
    try folder.write("```marble svg=demo.marble/a.svg\n--1|\n```\n", to: "way.md")
    try folder.write("```marble svg=folder.md/../elsewhere/a.svg\n--1|\n```\n", to: "away.md")
    let outcome = try Self.docs(
      in: folder, "folder.md", "nowhere.md", "missing.md", "missing", "demo.marble", "bytes.md", "full.md", "way.md",
      "away.md")
    let pages = ".md, .markdown, .qmd, .mdx, .swift, .adoc, .asciidoc, .rst, .tex, .typ or .ipynb"
    #expect(
      outcome.errors == """
        folder.md: error: this folder contains no \(pages) files
        nowhere.md: error: No such file or directory
        missing.md: error: No such file or directory
        missing: error: No such file or directory
        demo.marble: error: this file is not a page: its name must end in \(pages)
        bytes.md:2:1: error: this byte is not valid UTF-8
          \u{FFFD}
          ^
          help: save the file as UTF-8
        full.md:1:11: error: cannot write `full.svg`: No space left on device
          ```marble svg=full.svg
                    ^^^^^^^^^^^^
          help: delete other files, or choose a folder on another disk
        way.md:1:11: error: cannot write `demo.marble/a.svg`: Not a directory
          ```marble svg=demo.marble/a.svg
                    ^^^^^^^^^^^^^^^^^^^^^
        away.md:1:11: error: cannot write `folder.md/../elsewhere/a.svg`: No such file or directory
          ```marble svg=folder.md/../elsewhere/a.svg
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          help: write `elsewhere/a.svg`

        """)
    #expect(outcome.output == "")
    #expect(outcome.end == .status(2))
    #expect(try Self.text(folder, "full.md") == "```marble svg=full.svg\n--1|\n```\n")
  }

  @Test func pageChangedDuringTheRunIsNotWritten() throws {
    let folder = try TemporaryFolder()
    try folder.write("```marble file=script\n```\n", to: "page.md")
    // Opening the pipe blocks the writer until the program has read the page and opens the script.
    let line = """
      mkfifo script
      (exec 3>script; echo changed >>page.md; echo '--1|' >&3) &
      "$1" docs page.md; echo $?
      """
    let outcome = try Program(folder: folder.path).run(shell: line, [try Program.path])
    #expect(outcome.output == "2\n")
    #expect(outcome.errors == "page.md: error: the file was changed by another program, so nothing was written\n")
    #expect(try Self.text(folder, "page.md") == "```marble file=script\n```\nchanged\n")
  }

  @Test func missingFilesAreAUsageError() throws {
    let outcome = try Program().run("docs")
    #expect(outcome.end == .status(64))
    #expect(outcome.errors.hasPrefix("Error: Missing expected argument '<files> ...'\n"))
    #expect(try Program().run("docs", "--check").end == .status(64))
    #expect(try Program().run("docs", "--help").output.contains("svg=PATH"))
  }

  // MARK: Pages as scripts

  @Test func pageRunsLikeAScript() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      > ```marble hidden
      > a = --1|
      > a
      > ```

      ```marble
      a
      ```

      ```marble ignore
      |1
      ```

      ```marble fails
      a == --2|
      ```

      ```marble new
      a = --2|
      a == --2|
      ```

      """, to: "page.md")
    let outcome = try Program(folder: folder.path).run("page.md")
    #expect(outcome.output.hasPrefix("   0\na  --1|\n\n✗ page.md:15  a      1 difference\n"))
    #expect(outcome.output.hasSuffix("\n✓ page.md:20  a\n"))
    #expect(outcome.errors == "")
    #expect(outcome.end == .status(0))
    try folder.write("text\n```marble\n--1|\n", to: "open.md")
    #expect(
      try Program(folder: folder.path).run("open.md").errors.hasPrefix(
        "open.md:2:1: error: the fence is never closed\n"))
  }
}
