import Foundation
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// The drawings that are written below the fences of a page.
@Suite struct DocumentRendererTests {
  /// A rendered page and its diagnostics.
  struct Result {
    var text: String
    var said: String
    var rendered: RenderedDocument?

    var pictures: [String: String] {
      Dictionary(
        uniqueKeysWithValues: (rendered?.pictures ?? []).map {
          ($0.path, String(decoding: $0.bytes, as: UTF8.self))
        })
    }
  }

  private static func render(
    _ text: String, named name: String = "page.md", files: [String: String] = [:]
  ) -> Result {
    var said = ""
    let writer = AnswerWriter()
    do throws(Document.ParseError) {
      let document = try Document(name: name, bytes: Array(text.utf8))
      let rendered = DocumentRenderer.render(
        document,
        readFile: { path throws(SystemFailure) in
          guard let file = files[path] else {
            throw SystemFailure(reason: "No such file or directory", cause: .missing)
          }
          return Array(file.utf8)
        }
      ) { said += writer.text(of: $0)?.text ?? "" }
      return Result(text: String(decoding: rendered.bytes, as: UTF8.self), said: said, rendered: rendered)
    } catch {
      return Result(text: text, said: writer.text(of: .error(error.diagnostic, error.source))?.text ?? "")
    }
  }

  /// Renders a page.
  ///
  /// Expects no diagnostics, and no changes in a second rendering.
  private static func page(_ text: String, files: [String: String] = [:]) -> String {
    // Without a picture on disk, a description that the author has edited causes a warning.
    let files = files.merging(["a.svg": "", "a'b.svg": "", "own.svg": ""]) { first, _ in first }
    let result = render(text, files: files)
    #expect(result.said == "")
    #expect(render(result.text, files: files).rendered?.changes == [])
    return result.text
  }

  private static let lanes = "a = --1--2|\na.take(first: 1)\n"
  private static let drawing = """
         0       5
    a    --1...--2|
         = a.take(first: 1) =
    out  --(1|)

    """

  private static func drawn(_ prefix: String = "", _ text: String = drawing) -> String {
    text.split(separator: "\n").map { "\(prefix)\($0)\n" }.joined()
  }

  /// The argument of a directive is the path of the script, which its extension of Sphinx reads.
  @Test func argumentOfADirectiveIsAFile() {
    let fence = "```{marble} s.marble\n```\n"
    #expect(
      Self.page(fence, files: ["s.marble": "a = -1|\na\n"]) == "\(fence)\n```text drawn\n   0\na  -1|\n```\n")
    #expect(Self.render(fence).said.hasPrefix("page.md:1:13: error: cannot read `s.marble`"))
    for text in [".. marble:: s.marble\n", ".. marble:: s.marble\n   :drawing:\n\nText\n"] {
      let result = Self.render(text, named: "page.rst", files: ["s.marble": "a = -1|\na == -2|\n"])
      #expect(result.text == text && result.said.hasPrefix("✗ s.marble:2  a "), "\(result)")
    }
  }

  @Test func fileOfADirectiveCanBeginWithASetting() {
    let files = ["s.marble": ":tick 10ms\na = -1|\n"]
    let fence = "```{marble}\n:file: s.marble\n"
    #expect(Self.page("\(fence)```\n", files: files) == "\(fence)\n:tick 10ms\na = -1|\n```\n")
  }

  /// An error is the reason why nothing is drawn.
  @Test func errorIsTheOnlyError() {
    let said = Self.render("```marble svg=y.svg\na.foo(\n```\n").said
    #expect(said.contains("page.md:2:") && !said.contains("nothing to draw"), "\(said)")
  }

  /// A fence in the form of a prompt is also in the folder of its page.
  @Test(arguments: ["marble", "marble prompt"])
  func pathOfACommandBeginsAtThePage(info: String) {
    let page = "```\(info)\n:load none.marble\n```\n"
    let said = Self.render(page, named: "docs/page.md", files: ["none.marble": "--1|\n"]).said
    #expect(said.contains("cannot read `docs/none.marble`") && said.contains("the folder of the page"), "\(said)")
  }

  // MARK: Text

  @Test func drawingIsWrittenBelowItsFence() {
    #expect(
      Self.page("x\n\n```marble\n\(Self.lanes)```\n\ny\n")
        == "x\n\n```marble\n\(Self.lanes)```\n\n```text drawn\n\(Self.drawing)```\n\ny\n")
  }

  @Test func onlyAnOlderDrawingIsReplaced() {
    let fence = "```marble\n\(Self.lanes)```\n"
    let after = "\(fence)\n```text drawn\n\(Self.drawing)```\n"
    #expect(Self.page("\(fence)\n```text drawn\nold\n```\n") == after)
    #expect(Self.page("\(fence)```text drawn\nold\n```\n") == after)
    #expect(Self.page("\(fence)\n\n\n~~~text drawn\n```\n~~~\n") == after)
    #expect(Self.page("\(fence)\n```text\nown\n```\n") == "\(after)\n```text\nown\n```\n")
  }

  /// A merge of two versions of a page can leave several drawings and pictures.
  @Test func allDrawingsBelowAScriptAreReplaced() {
    let fence = "```marble\n\(Self.lanes)```\n"
    let after = "\(fence)\n```text drawn\n\(Self.drawing)```\n"
    let old = "\n```text drawn\nold\n```\n"
    let picture = "\n<!-- drawn -->\n![own](own.svg)\n<!-- /drawn -->\n"
    for drawn in [old + old, old + old + old, old + picture, picture + picture + old, "\n\(old)\n\n\(old)"] {
      #expect(Self.page(fence + drawn) == after, "\(drawn)")
      #expect(Self.page("\(fence)\(drawn)\ntext\n\n```text\nold\n```\n") == "\(after)\ntext\n\n```text\nold\n```\n")
      #expect(Self.page("```marble hidden\n-1|\n```\n\(drawn)") == "```marble hidden\n-1|\n```\n")
    }
    // The first description stays, which may be edited.
    let pictured = fence.replacing("marble", with: "marble svg=own.svg")
    #expect(Self.page(pictured + picture + picture.replacing("![own]", with: "![x]") + old) == pictured + picture)
    #expect(Self.render(fence + picture + "\n<!-- drawn -->\n").said.contains("`<!-- drawn -->` is never closed"))
  }

  /// A drawing without a script directly above it stays, with a warning.
  @Test func lostDrawingIsReported() {
    let fence = "```marble\n\(Self.lanes)```\n"
    let after = "\(fence)\n```text drawn\n\(Self.drawing)```\n"
    let lost = "```text drawn\nold\n```\n"
    for (page, expected) in [("\(fence)x\n\(lost)", "\(after)\nx\n\(lost)"), ("\(lost)\(fence)", "\(lost)\(after)")] {
      let result = Self.render(page)
      #expect(result.text == expected)
      #expect(result.said.contains("warning: this drawing has no script directly above it"))
    }
    // Another fence is not a script, and the picture of a deleted script has a file.
    let picture = "<!-- drawn -->\n![x](x.svg)\n<!-- /drawn -->\n"
    for page in ["```swift\nx\n```\n\n\(lost)", "\(after)\nx\n\n\(picture)", "\(picture)\n\(after)"] {
      let result = Self.render(page)
      #expect(result.text == page)
      #expect(result.said.components(separatedBy: "this drawing has no script directly above it").count == 2)
      #expect(result.said.contains("the file of its picture") == page.contains(picture), "\(result.said)")
    }
  }

  /// The page of a deleted script need not contain the name of the language.
  @Test func lostDrawingIsReportedWithoutAScript() {
    let said = Self.render("Text\n\n// drawn\n\n....\nold\n....\n\n// /drawn\n", named: "page.adoc").said
    #expect(said.hasPrefix("page.adoc:3:1: warning: this drawing has no script directly above it\n"), "\(said)")
  }

  @Test func fenceThatDrawsNothingHasNoDrawing() {
    let fence = "```marble\na = --1|\na == --1|\n```\n"
    #expect(Self.page(fence) == fence)
    #expect(Self.page("\(fence)\n```text drawn\nold\n```\n\nx\n") == "\(fence)\nx\n")
    #expect(Self.page("\(fence)\n<!-- drawn -->\n![x](x.svg)\n<!-- /drawn -->\n\nx\n") == "\(fence)\nx\n")
  }

  @Test func drawingInAListOrQuoteHasItsMarks() {
    #expect(
      Self.page("> 1. ```marble\n>    a = --1|\n>    a\n>    ```\n>    x\n")
        == """
        > 1. ```marble
        >    a = --1|
        >    a
        >    ```
        >    ```text drawn
        >       0
        >    a  --1|
        >    ```
        >    x

        """)
    #expect(
      Self.page(" - ```marble\n   a = --1|\n   a\n   ```\n - x\n")
        == " - ```marble\n   a = --1|\n   a\n   ```\n   ```text drawn\n      0\n   a  --1|\n   ```\n - x\n")
    #expect(
      Self.page("-\t~~~marble\n\t--1|\n\t~~~\n")
        == "-\t~~~marble\n\t--1|\n\t~~~\n\t```text drawn\n\t   0\n\t_  --1|\n\t```\n")
    #expect(
      Self.page(">```marble\n>--1|\n>```\n")
        == ">```marble\n>--1|\n>```\n>\n> ```text drawn\n>    0\n> _  --1|\n> ```\n")
  }

  /// A blank line would make a tight list loose, which increases the space between its items.
  @Test(arguments: [
    // The fence is in an item of a tight list, …
    ("- x\n- ```marble\n  --1|\n  ```\n- y\n", true), ("1. x\n2. y\n   ```marble\n   --1|\n   ```\n   z\n3. w\n", true),
    ("> - ```marble\n>   --1|\n>   ```\n> - y\n", true), ("- x\n  - ```marble\n    --1|\n    ```\n\n- y\n", true),
    ("- x\n- ```marble\n  --1|\n  ```\n\n* y\n", true), ("- ```marble\n  --1|\n\n  ```\n- y\n", true),
    // … or of a loose one.
    ("- x\n\n- ```marble\n  --1|\n  ```\n- y\n", false), ("- ```marble\n  --1|\n  ```\n- y\n\n- z\n", false),
    ("- x\n\n  ```marble\n  --1|\n  ```\n- y\n", false), ("- ```marble\n  --1|\n  ```\n- y\n\n  z\n", false),
    ("- ```marble\n  --1|\n  ```\n  - y\n\n- z\n", false),
  ])
  func tightListsStayTight(page: String, isTight: Bool) {
    let drawn = Self.page(page)
    #expect(drawn.contains("```text drawn\n"))
    #expect(drawn.split(separator: "\n").count == page.split(separator: "\n").count + 4)
    let blankLines = { (text: String) in
      text.split(separator: "\n", omittingEmptySubsequences: false).count(where: \.isEmpty)
    }
    #expect((blankLines(drawn) == blankLines(page)) == isTight, "\(drawn)")
  }

  /// The blank lines around a drawing do not make a list loose, so an update removes them.
  @Test func listIsMadeTightAgain() {
    let tight = "- ```marble\n  --1|\n  ```\n  ```text drawn\n     0\n  _  --1|\n  ```\n- x\n"
    #expect(Self.page("- ```marble\n  --1|\n  ```\n\n  ```text drawn\n     0\n  _  --1|\n  ```\n- x\n") == tight)
    let link = "  <!-- drawn -->\n  ![\\_](a.svg)\n  <!-- /drawn -->\n"
    let fence = "- ```marble svg=a.svg\n  --1|\n  ```\n"
    #expect(
      Self.page("\(fence)- x\n")
        == "\(fence)\(link.replacing("\\_", with: "The stream sends 1 and completes at tick 3."))- x\n")
    #expect(Self.page("\(fence)\n\(link)- x\n") == "\(fence)\(link)- x\n")
  }

  /// A drawing in another list item or quote belongs to another fence.
  @Test func drawingInAnotherBlockIsNotReplaced() {
    let drawing = "\n```text drawn\n   0\n_  --1|\n```\n"
    #expect(
      Self.page("- ```marble\n  --1|\n  ```\n\n- ```text drawn\n  old\n  ```\n")
        == "- ```marble\n  --1|\n  ```\n\(drawing.prefixed("  "))\n- ```text drawn\n  old\n  ```\n")
    #expect(
      Self.page("> ```marble\n> --1|\n> ```\n\n```text drawn\nold\n```\n")
        == "> ```marble\n> --1|\n> ```\n>\n> ```text drawn\n>    0\n> _  --1|\n> ```\n\n```text drawn\nold\n```\n")
  }

  @Test(arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
  func lineEndingsOfThePageAreKept(lineEnd: String, mark: String) {
    func ended(_ text: String) -> String {
      mark + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineEnd)
    }
    let fence = "```marble\n--1|\n```"
    let drawing = "```text drawn\n   0\n_  --1|\n```"
    #expect(Self.page(ended(fence)) == ended("\(fence)\n\n\(drawing)"))
    #expect(Self.page(ended("\(fence)\n")) == ended("\(fence)\n\n\(drawing)\n"))
    #expect(Self.page(ended("\(fence)\nx")) == ended("\(fence)\n\n\(drawing)\n\nx"))
    #expect(Self.page(ended("\(fence)\n\n```text drawn\n```")) == ended("\(fence)\n\n\(drawing)"))
  }

  @Test func fenceMarksAreLongerThanMarksInTheDrawing() {
    let page = Self.page("~~~marble fails\n````|1\n~~~\n")
    #expect(page.contains("\n`````text drawn\n") && page.hasSuffix("\n`````\n"))
  }

  // MARK: Attributes

  @Test func fencesShareBindings() {
    let page = Self.page("```marble\n:format unicode\na = --1|\n```\n```marble\na\n```\n```marble new\n--1|\n```\n")
    #expect(page.contains("```text drawn\n   0\na  ──1┤\n```"))
    #expect(page.contains("```text drawn\n   0\n_  --1|\n```"))
    let said = Self.render("```marble\na = --1|\n```\n```marble new\na.first()\n```\n").said
    #expect(said.hasPrefix("page.md:5:1: error: "))
  }

  @Test func hiddenAndIgnoredFencesHaveNoDrawing() {
    for page in [
      "```marble hidden\n--1|\n```\n", "<!--\n```marble hidden\n--1|\n```\n-->\n", "```marble ignore\n|--1\n```\n",
      "```marble ignore\n--1|\n```\n\n```text drawn\nold\n```\n", "```swift\n--1|\n```\n",
    ] {
      #expect(Self.page(page) == page)
    }
    #expect(Self.page("```marble hidden\n--1|\n```\n\n```text drawn\nold\n```\n") == "```marble hidden\n--1|\n```\n")
    #expect(Self.page("<!--\n```marble hidden\na = --1|\n```\n-->\n```marble\na\n```\n").contains("a  --1|\n"))
  }

  @Test func failingFenceUsesItsOwnFileName() {
    #expect(
      Self.page("x\n\n```marble fails\na = --1--|--2\n```\n")
        == """
        x

        ```marble fails
        a = --1--|--2
        ```

        ```text drawn
        demo.marble:1:13: error: unexpected value after the completion
          a = --1--|--2
                   ~  ^ the timeline has already ended
          help: to send it anyway, write `raw --1--|--2`
        ```

        """)
    #expect(Self.page("```marble fails name=\"my x\"\n--1| == --2|\n```\n").contains("\n✗ my x:1  --1| "))
  }

  @Test func passingFenceThatShouldFailIsAFailedAssertion() {
    #expect(
      Self.render("x\n\n> ```marble fails new\n> --1|\n> ```\n").said == """
        ✗ page.md:3  marble fails new
          nothing in this fence fails, but it is marked `fails`

        """)
  }

  @Test func failureHasALineOfThePage() {
    let said = Self.render("x\n\n- ```marble\n  a = --1|\n  a == --2|\n  ```\n").said
    #expect(said.hasPrefix("✗ page.md:5  a "))
    #expect(Self.render("x\n\n- ```marble\n  |1\n  ```\n").said.hasPrefix("page.md:4:4: error: "))
  }

  @Test func unknownAttributesCauseWarnings() {
    let result = Self.render("> ```marble hiden svg=a.svg svg=b.svg --x\n> --1|\n> ```\n")
    #expect(
      result.said == """
        page.md:1:13: warning: `hiden` is not an attribute of a fence
          > ```marble hiden svg=a.svg svg=b.svg --x
                      ^^^^^
          help: did you mean `hidden`?
        page.md:1:29: warning: `svg=b.svg` repeats an attribute of this fence
          > ```marble hiden svg=a.svg svg=b.svg --x
                                      ^^^^^^^^^
          help: delete it: only the first one is used
        page.md:1:39: warning: `--x` is not an attribute of a fence
          > ```marble hiden svg=a.svg svg=b.svg --x
                                                ^^^
          help: write `ignore`, `fails`, `hidden`, `new`, `prompt`, `name=`, `svg=`, `alt=`, `theme=`, `width=`, `scale=`, `inner-limit=`, `drawing`, `caption=`, `text` or `file=`

        """)
    #expect(result.pictures.keys.sorted() == ["a.svg"])
    #expect(
      Self.render("```marble svg=\n```\n").said.hasPrefix("page.md:1:11: error: expected a value after `svg=`\n"))
    #expect(
      Self.render("```marble name=\"a\n```\n").said.hasPrefix(
        "page.md:1:11: error: the quote in `name=\"a` is never closed\n"))
    #expect(Self.render("```marble svg\n```\n").said.contains("did you mean `svg=`?"))
    #expect(Self.render("```marble hidden=yes\n```\n").said.contains("did you mean `hidden`?"))
    #expect(Self.render("```text svg\n```\n").said == "")
  }

  @Test func fenceCanRunAsPromptInput() {
    #expect(Self.page("```marble prompt\na = --1|\n```\n").contains("```text drawn\n   0\na  --1|\n```"))
  }

  @Test func fenceInBracesHasANameForReferences() {
    #expect(Self.page("```{.marble #fig-a}\na = -1|\n```\n") == "```{.marble #fig-a}\na = -1|\n```\n")
  }

  /// A directive of MyST has its options on lines of their own.
  @Test func directiveHasOptions() {
    let fence = "- ```{marble}\n  :alt: two lanes\n  :name: b\n  :svg: a.svg\n\n  :width 500\n  a = -1|\n  a\n  ```\n"
    let page = Self.page(fence)
    #expect(page == "\(fence)  <!-- drawn -->\n  ![two lanes](a.svg)\n  <!-- /drawn -->\n", "\(page)")
    #expect(Self.page("```{marble}\n-1|\n```\n").hasSuffix("\n```text drawn\n   0\n_  -1|\n```\n"))
    #expect(Self.render("```{marble}\n:drawing:\n\nx(\n```\n").said.hasPrefix("page.md:4:3: error: "))
    // MyST can take all fences for directives.
    let plain = "```marble\n:alt: two lanes\n:svg: a.svg\n\n:width 500\n-1|\n```\n"
    #expect(Self.page(plain) == "\(plain)\n<!-- drawn -->\n![two lanes](a.svg)\n<!-- /drawn -->\n")
    #expect(Self.render("```marble\n:tick: x\n```\n").said.contains("there is no command named `:tick:`"))
  }

  // MARK: Pictures

  private static let link =
    "<!-- drawn -->\n![a sends 1, 2 and completes at tick 6. a.take(first: 1) sends 1 and completes at tick 2.](a.svg)\n<!-- /drawn -->\n"

  @Test func pictureIsLinked() {
    let fence = "```marble svg=a.svg\n\(Self.lanes)```\n"
    let result = Self.render("\(fence)x\n")
    #expect(result.text == "\(fence)\n\(Self.link)\nx\n")
    #expect(
      result.pictures["a.svg"]?.hasPrefix("<svg ") == true && result.pictures["a.svg"]?.hasSuffix("</svg>\n") == true)
    #expect(Self.page(result.text) == result.text)
  }

  @Test func attributesChangeThePicture() throws {
    let result = Self.render("```marble svg=a.svg alt=\"one value\" theme=dark scale=20\n--1|\n```\n")
    #expect(result.text.contains("\n![one value](a.svg)\n"))
    let picture = try #require(result.pictures["a.svg"])
    #expect(picture.contains("<title>one value</title>") && picture.contains("data-tick-width=\"20\""))
    #expect(picture.contains("fill:#0d1117") && !picture.contains("var("))
    #expect(
      Self.render("```marble svg=a.svg theme=pink\n--1|\n```\n").said == """
        page.md:1:21: error: `pink` is not a valid value for `theme`
          ```marble svg=a.svg theme=pink
                              ^^^^^^^^^^
          help: write `auto`, `light` or `dark`

        """)
  }

  /// A name has the same color in all pictures, even if another name of a later picture prefers it.
  @Test func namesHaveTheSameColorsOnAWholePage() throws {
    func fence(_ name: String, _ script: String) -> String { "```marble new svg=\(name).svg\n\(script)\n```\n" }
    let pictures = Self.render(
      fence("1", "g = -1|\ng.take(first: 1)") + fence("2", "a = -1|\ng = -2|\nmerge(a, g)")
    ).pictures
    func swatch(_ name: String, _ picture: String) throws -> Substring {
      let lines = try #require(pictures[picture]).split(separator: "\n")
      let index = try #require(lines.firstIndex { $0.contains("mb-name") && $0.contains(">\(name)<") })
      return lines[index - 1].prefix { $0 != "d" }
    }
    #expect(try swatch("g", "1.svg") == swatch("g", "2.svg") && swatch("a", "2.svg") != swatch("g", "2.svg"))
  }

  @Test func alternativeTextAndTitleOfAPictureAreKept() {
    let fence = "```marble svg=a.svg name=b\n\(Self.lanes)```\n"
    func page(_ link: String) -> String { "\(fence)\n<!-- drawn -->\n\(link)\n<!-- /drawn -->\n" }
    #expect(Self.page(fence) == page("![b](a.svg)"))
    #expect(Self.page(page("![own [x] \\] text](old.svg)")) == page("![own [x] \\] text](a.svg)"))
    #expect(Self.page(page("![own](<o (l\\>d.svg> \"title\")")) == page("![own](a.svg \"title\")"))
    #expect(Self.page(page("![own\ntext](x.svg 'title')")) == page("![own\ntext](a.svg 'title')"))
    #expect(Self.page(page("[![own](x(1).svg){width=9}](y.html)")) == page("[![own](a.svg){width=9}](y.html)"))
    let quote = "~~~marble svg=a'b.svg\n-1|\n~~~\n\n<!-- drawn -->\n<img src='x.svg'>\n<!-- /drawn -->\n"
    #expect(Self.page(quote) == quote.replacing("'x.svg'", with: "'a%27b.svg'"))
    #expect(Self.page(page("<img\n  src='x.svg'>\nA caption.")) == page("<img\n  src='a.svg'>\nA caption."))
    #expect(Self.page(page("gone")) == page("![b](a.svg)"))
    #expect(Self.page("\(fence)\n```text drawn\nold\n```\n\n<!-- drawn -->\n<!-- /drawn -->\n") == page("![b](a.svg)"))
  }

  /// Two paths of one file.
  @Test func pictureIsNotWrittenTwice() {
    let fence = "```marble svg=a.svg\n--1|\n```\n"
    #expect(Self.render(fence + fence.replacing("=a", with: "=x/.././a")).said.contains("is already the picture"))
  }

  /// In the address of a link, these characters have another meaning.
  @Test func pathIsEscaped() {
    let result = Self.render("~~~marble svg=\"a#b?c%20 `d\\e.svg\"\n--1|\n~~~\n")
    #expect(result.text.contains("](<a%23b%3Fc%2520 %60d%5Ce.svg>)\n"), "\(result.text)")
    #expect(result.pictures.keys.sorted() == ["a#b?c%20 `d\\e.svg"])
    #expect(Self.page(result.text) == result.text)
  }

  @Test func pathCanContainSpaces() {
    let result = Self.render(
      "```marble svg=\"a b/(c).svg\"\n\"*\" --1|\n--1| == --1|\n```\n", named: "docs/page.md")
    #expect(result.text.contains("](<a b/(c).svg>)\n"))
    #expect(result.rendered?.pictures.map(\.path) == ["docs/a b/(c).svg"])
  }

  @Test func fenceCanHaveTextAndAPicture() {
    let fence = "```marble svg=a.svg text\n\(Self.lanes)```\n"
    #expect(Self.page(fence) == "\(fence)\n\(Self.link)\n```text drawn\n\(Self.drawing)```\n")
  }

  @Test func assertionCanBeAPicture() {
    let result = Self.render("```marble svg=a.svg\na = --1|\na.map { $0 * 2 } == --2|\n```\n")
    #expect(
      result.text.contains(
        "![a sends 1 and completes at tick 3. a.map { $0 \\* 2 } sends 2 and completes at tick 3.](a.svg)"))
    #expect(result.pictures["a.svg"]?.contains("a.map { $0 * 2 }") == true)
  }

  @Test func scriptThatFailsNeedsNoPicture() {
    let result = Self.render("```marble fails svg=a.svg\na = --1|\na.mpa { $0 }\n```\n")
    #expect(result.said == "")
    #expect(result.text.contains("there is no operator named `mpa`"))
    #expect(result.pictures.isEmpty)
  }

  @Test func invalidPicturesAreReported() {
    #expect(
      Self.render("```marble svg=a.svg\na = --1|\n```\n").said.hasPrefix(
        "page.md:1:11: error: there is nothing to draw in this fence\n"))
    #expect(
      Self.render("```marble svg=a.svg\n--1|\n```\n```marble svg=a.svg\n--2|\n```\n").said.hasPrefix(
        "page.md:4:11: error: `a.svg` is already the picture of another fence\n"))
    #expect(
      Self.render("```marble svg=a.svg\n--1|\n```\n\n> x\n\n<!-- drawn -->\n").said == "")
    #expect(
      Self.render("```marble svg=a.svg\n--1|\n```\n\n<!-- drawn -->\n").said == """
        page.md:5:1: error: `<!-- drawn -->` is never closed
          <!-- drawn -->
          ^^^^^^^^^^^^^^ the drawing starts here
          help: close it with `<!-- /drawn -->`, or delete it and the drawing below it, which `rxrepl docs` writes again

        """)
  }

  // MARK: Files

  @Test func fenceShowsAFile() {
    let files = ["demo.marble": "a = --1|\r\n\r\na\r\n\r\n"]
    #expect(
      Self.page("> ```marble file=demo.marble\n> old\n> ```\n", files: files)
        == "> ```marble file=demo.marble\n> a = --1|\n>\n> a\n> ```\n>\n> ```text drawn\n>    0\n> a  --1|\n> ```\n")
    #expect(Self.page("```marble file=demo.marble\n```", files: files).hasSuffix("\na  --1|\n```"))
  }

  @Test func errorInAFileHasTheNameOfTheFile() {
    let result = Self.render(
      "```marble file=x/demo.marble\n```\n", named: "docs/page.md", files: ["docs/x/demo.marble": "\n|1\n"])
    #expect(result.said.hasPrefix("docs/x/demo.marble:2:2: error: "))
    #expect(
      Self.render("```marble file=x.marble\n```\n").said == """
        page.md:1:11: error: cannot read `x.marble`: No such file or directory
          ```marble file=x.marble
                    ^^^^^^^^^^^^^
          help: write a path relative to the folder of the page

        """)
    #expect(
      Self.render("```marble file=x.marble\n```\n", files: ["x.marble": "\n ```\n"]).said.hasPrefix(
        "page.md:1:11: error: line 2 of `x.marble` would close the fence\n"))
  }

  @Test func pageCannotShowItself() {
    #expect(
      Self.render("````marble file=./page.md\n```\n````\n", named: "docs/page.md").said == """
        docs/page.md:1:12: error: cannot read `./page.md`: it is this page
          ````marble file=./page.md
                     ^^^^^^^^^^^^^^
          help: write the path of a script, such as `demo.marble`

        """)
  }

  @Test func loadedFileIsRelativeToThePage() {
    for words in ["", " fails"] {
      let result = Self.render(
        "```marble\(words)\n:load b.marble\nb\nb == --2|\n```\n", named: "docs/page.md",
        files: ["docs/b.marble": "b = --1|\n"])
      #expect(
        (words.isEmpty ? result.said : result.text).contains(words.isEmpty ? "✗ docs/page.md:4" : "✗ demo.marble:3"))
    }
  }

  // MARK: Random pages

  /// A second rendering changes nothing, and the diff turns the page into the rendered one.
  @Test(arguments: 1...12)
  func renderingIsStable(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var changed = 0
    for _ in 0..<60 {
      let text = Self.randomPage(&random)
      let first = Self.render(text, files: ["f.marble": "--3|\n"])
      guard let rendered = first.rendered else { continue }
      if !rendered.changes.isEmpty { changed += 1 }
      let second = Self.render(first.text, files: ["f.marble": "--3|\n"])
      #expect(second.rendered?.changes == [], "seed \(seed): \(text.debugDescription)")
      #expect(second.said.isEmpty == first.said.isEmpty, "seed \(seed): \(text.debugDescription)\n\(second.said)")
      #expect(
        Self.patched(text, by: rendered.difference(named: "page.md")) == first.text,
        "seed \(seed): \(text.debugDescription)")
    }
    #expect(changed > 10, "seed \(seed)")
  }

  private static func randomPage(_ random: inout SeededGenerator) -> String {
    let prefixes = ["", "", "", "> ", "- ", "1. ", "> - ", "  ", "-\t", ">"]
    let infos = [
      "marble", "marble", "marble svg=a.svg", "marble text svg=b.svg", "marble fails", "marble hidden", "text drawn",
      "text", "marble new", "marble file=f.marble",
    ]
    let bodies = ["--1|", "a = --1|", "a = --1|\n\na", "--1| == --2|", "", "--1| == --1|", "|1", ":format unicode"]
    let betweens = ["", "", "\n", "\n\n", "text\n", "<!-- drawn -->\n![x](y)\n<!-- /drawn -->\n", "\t\n", "# x\n"]
    let lineEnd = ["\n", "\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
    var text = ""
    var prefix = ""
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      if Bool.random(using: &random) { prefix = prefixes.randomElement(using: &random) ?? "" }
      let marks = ["```", "````", "~~~"].randomElement(using: &random) ?? "```"
      let block =
        "\(marks)\(infos.randomElement(using: &random) ?? "")\n\(bodies.randomElement(using: &random) ?? "")\n\(marks)\n"
        + (betweens.randomElement(using: &random) ?? "")
      // The lines of a list item after its first line begin with spaces.
      let rest = String(prefix.map { $0 == ">" || $0 == "\t" ? $0 : " " })
      for (index, line) in block.split(separator: "\n", omittingEmptySubsequences: false).dropLast().enumerated() {
        text += (index == 0 ? prefix : rest) + line + "\n"
      }
    }
    if Bool.random(using: &random) { text.removeLast() }
    return text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineEnd)
  }

  /// Returns a string with a unified diff applied to it.
  private static func patched(_ text: String, by difference: String) -> String {
    let old = lines(of: text)
    var new: [String] = []
    var next = 0
    var isNew = false
    for line in lines(of: difference).dropFirst(2) {
      switch line.unicodeScalars.first {
      case "@":
        let numbers = line.split(separator: " ")[1].dropFirst().split(separator: ",").compactMap { Int($0) }
        let start = numbers.last == 0 && numbers.count == 2 ? numbers[0] : numbers[0] - 1
        new += old[next..<start]
        next = start
      case " ":
        #expect(old[next] == String(String.UnicodeScalarView(line.unicodeScalars.dropFirst())) || next == old.count - 1)
        new.append(old[next])
        next += 1
        isNew = false
      case "-":
        next += 1
        isNew = false
      case "+":
        new.append(String(String.UnicodeScalarView(line.unicodeScalars.dropFirst())))
        isNew = true
      case "\\":
        if isNew, let last = new.popLast() {
          new.append(String(String.UnicodeScalarView(last.unicodeScalars.dropLast())))
        }
      default: Issue.record("\(line.debugDescription) is no line of a difference")
      }
    }
    return (new + old[next...]).joined()
  }

  private static func lines(of text: String) -> [String] {
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      line.append(scalar)
      if scalar == "\n" {
        lines.append(String(line))
        line = String.UnicodeScalarView()
      }
    }
    return line.isEmpty ? lines : lines + [String(line)]
  }

  @Test func diffHasContextLines() {
    let fence = "```marble\n--1|\n```\n"
    let text =
      "1\n2\n3\n4\n\(fence)\n```text drawn\n   0\n_  --2|\n```\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n\(fence)"
    let difference = Self.render(text).rendered?.difference(named: "page.md")
    #expect(
      difference
        == """
        --- page.md
        +++ page.md
        @@ -8,7 +8,7 @@

         ```text drawn
            0
        -_  --2|
        +_  --1|
         ```
         5
         6
        @@ -25,3 +25,8 @@
         ```marble
         --1|
         ```
        +
        +```text drawn
        +   0
        +_  --1|
        +```

        """.replacingOccurrences(of: "@@\n\n", with: "@@\n \n"))
  }
}

extension String {
  /// Returns the text with a prefix before each line that is not empty.
  fileprivate func prefixed(_ prefix: String) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : prefix + $0 }.joined(
      separator: "\n")
  }
}
