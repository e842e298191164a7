import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// The fences in Markdown, as CommonMark defines them.
@Suite struct MarkdownTests {
  /// A string and its fences: the lines of their marks, the info string and the content with `⏎` between its lines.
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let fences: [String]

    init(_ text: String, _ fences: String...) {
      self.text = text
      self.fences = fences
    }

    var testDescription: String { text.debugDescription }
  }

  /// The expected fences were compared with two other CommonMark parsers.
  static let cases = [
    // Marks.
    Case("```marble\na\n```\n", "1-3 marble: a"),
    Case("```marble\na\n```", "1-3 marble: a"),
    Case("~~~marble\na\n~~~\n", "1-3 marble: a"),
    Case("```marble\n```\n", "1-2 marble: "),
    Case("``marble\na\n``\n"),
    Case("````marble\n```\n`````\n", "1-3 marble: ```"),
    Case("```marble\n~~~\n```\n", "1-3 marble: ~~~"),
    Case("~~~marble\n```\n~~~~\n", "1-3 marble: ```"),
    Case("```marble\n``` marble\n```\t \n", "1-3 marble: ``` marble"),
    Case("```swift `x`\n"),
    Case("```swift x`y\n```marble\n", "2 is open"),
    // As in CommonMark, a fence that the program does not read may end with the page, its list item or quote.
    Case("```swift x`y\n```\n"),
    Case("```swift\n```marble\na\n"),
    Case("- ~~~\n\n```marble\na\n```\n", "3-5 marble: a"),
    Case("> ```text\n```marble\na\n```\n", "2-4 marble: a"),
    Case("```marble\n```\n```text drawn\n", "3 is open"),
    Case("~~~marble x`y~\n~~~\n", "1-2 marble x`y~: "),
    Case("```  marble \t svg=a.svg\t\na\n```\n", "1-3 marble \t svg=a.svg: a"),
    Case("```\u{A0}marble\n```\n", "1-2 \u{A0}marble: "),
    Case("text\n```marble\na\n```\ntext\n", "2-4 marble: a"),
    Case("```marble\n\n\na\n\n```\n", "1-6 marble: ⏎⏎a⏎"),
    Case("```marble\na", "1 is open"),
    Case("```"),
    Case("", ""),
    // Indentation.
    Case("   ```marble\n   a\n  b\n    c\n ```\n", "1-5 marble: a⏎b⏎ c"),
    Case("    ```marble\n    a\n    ```\n"),
    Case("\t```marble\n"),
    Case("text\n    ```marble\n"),
    Case("```marble\n    ```\n```\n", "1-3 marble:     ```"),
    Case("```marble\na\n  ```\n", "1-3 marble: a"),
    Case("   ```marble\n\ta\n   ```\n", "1-3 marble: \ta"),
    // Quotes.
    Case("> ```marble\n> a\n> ```\n", "1-3 marble: a"),
    Case(">```marble\n>a\n>  b\n>```\n", "1-4 marble: a⏎ b"),
    Case("> > ```marble\n>> a\n> >```\n", "1-3 marble: a"),
    Case("> ```marble\n> > a\n> ```\n", "1-3 marble: > a"),
    Case("> ```marble\na\n```\n", "1 is open"),
    Case("> ```marble\n\n> ```\n", "1 is open"),
    Case("> text\n```marble\na\n```\n", "2-4 marble: a"),
    Case("    > ```marble\n"),
    Case(">\t```marble\n>\ta\n>\t```\n", "1-3 marble: a"),
    Case(">     ```marble\n"),
    // Lists.
    Case("- ```marble\n  a\n  ```\n", "1-3 marble: a"),
    Case("- text\n\n  ```marble\n  a\n\n  b\n  ```\n", "3-7 marble: a⏎⏎b"),
    Case("- text\n  ```marble\n a\n  ```\n", "2 is open"),
    Case("1. text\n   ```marble\n   a\n   ```\n", "2-4 marble: a"),
    Case("10) ```marble\n    a\n     b\n    ```\n", "1-4 marble: a⏎ b"),
    Case("1. text\n  ```marble\n  ```\n", "2-3 marble: "),
    Case("* - + ```marble\n      a\n      ```\n", "1-3 marble: a"),
    Case("- > ```marble\n  > a\n  > ```\n", "1-3 marble: a"),
    Case("> 1. ```marble\n>    a\n>    ```\n", "1-3 marble: a"),
    Case("-\t```marble\n\ta\n\t```\n", "1-3 marble: a"),
    Case("-     ```marble\n"),
    Case("-\n  ```marble\n  a\n  ```\n", "2-4 marble: a"),
    Case("-\n\n  ```marble\n  a\n  ```\n", "3-5 marble: a"),
    Case("-\n\n      ```marble\n"),
    Case("- a\n- ```marble\n  b\n  ```\n- c\n", "2-4 marble: b"),
    Case("text\n2. ```marble\n"),
    Case("text\n1. ```marble\n   a\n   ```\n", "2-4 marble: a"),
    Case("1234567890. ```marble\n"),
    Case("-```marble\n"),
    Case("- - -\n  ```marble\n  a\n  ```\n", "2-4 marble: a"),
    // Other blocks.
    Case("# ```marble\ntext\n"),
    Case("#\n    ```marble\n"),
    Case("text\n===\n    ```marble\n"),
    Case("text\n***\n    ```marble\n"),
    // HTML.
    Case("<!--\n```marble\na\n```\n-->\n```marble\nb\n```\n", "6-8 marble: b"),
    Case("<!--\n```marble hidden\na\n```\n-->\n", "2-4 marble hidden: a"),
    Case("<!-- ```marble hidden\n-->\n"),
    Case("<!--\n````text\n```marble hidden\n```\n````\n-->\n"),
    Case("<!--\n```marble hidden\na = --1-->\n```\n-->\n", "2 is open"),
    Case("<!--\n```marble\na = --1-->\n~~~\n~~~\n", "4-5 : "),
    Case("> <!--\n> ```marble hidden\n> a\n> ```\n> -->\n", "2-4 marble hidden: a"),
    Case("<!-- x --> ```marble\ntext\n```\n```\n", "3-4 : "),
    Case("<!--> ```marble hidden\n```\n```\n", "2-3 : "),
    Case("<pre>\n```marble\n\n```marble\n</pre>\n```\n```\n", "6-7 : "),
    Case("<PRE>x</Pre>\n```\n```\n", "2-3 : "),
    Case("<script>\n```marble\n</style>\n```\n```\n", "4-5 : "),
    Case("<div>\n```marble\n\n```marble\na\n```\n", "4-6 marble: a"),
    Case("</p >\n```marble\n\n"),
    Case("<section/>\n```marble\n\n"),
    Case("<span class=\"a\" id='b' c=d e>\n```marble\n\n"),
    Case("</span >\n```marble\n\n"),
    Case("<span class=\"a\"id>\n```\n```\n", "2-3 : "),
    Case("<span> text\n```\n```\n", "2-3 : "),
    Case("text\n<span>\n```\n```\n", "3-4 : "),
    Case("text\n<div>\n```\n```\n"),
    Case("<?\n```marble\n?>\n```\n```\n", "4-5 : "),
    Case("<!X\n```marble\n>\n```\n```\n", "4-5 : "),
    Case("<![CDATA[\n```marble\n]]>\n```\n```\n", "4-5 : "),
    Case("    <!--\n```\n```\n", "2-3 : "),
    Case("```marble\n<!--\n```\n-->\n", "1-3 marble: <!--"),
    // Admonitions, tabs, definitions and footnotes of other tools.
    Case("!!! note\n    ```marble\n    a\n    ```\n", "2-4 marble: a"),
    Case("text\n!!! note \"T\"\n    text\n\n    ```marble\n    a\n     b\n    ```\ntext\n", "5-8 marble: a⏎ b"),
    Case("??? tip\n    ```marble\n    a\n    ```\n", "2-4 marble: a"),
    Case("???+ \"T\"\n\n\t```marble\n\ta\n\t```\n", "3-5 marble: a"),
    Case("=== \"T\"\n\n    ```marble\n    a\n    ```\n\n=== \"U\"\n    ```\n    ```\n", "3-5 marble: a", "8-9 : "),
    Case("- text\n\n    !!! note\n        > ```marble\n        > a\n        > ```\n", "4-6 marble: a"),
    Case("!!! note\n    !!! tip\n        ```marble\n        a\n        ```\n", "3-5 marble: a"),
    Case("!!! note\n    ```marble\n```\n", "2 is open"),
    Case("!!! note\n   text\n    ```marble\n"),
    Case("!!!\n\n    ```marble\n"),
    Case("text\n===\n\n    ```marble\n"),
    Case("Term\n:   text\n\n    ```marble\n    a\n    ```\n", "4-6 marble: a"),
    Case("Term\n\n: ```marble\n  a\n  ```\n:\t```marble\n\tb\n\t```\n", "3-5 marble: a", "6-8 marble: b"),
    Case("# Title\n\n:   text\n\n    ```marble\n"),
    Case("::: note\n\n    ```marble\n"),
    Case("[^1]: text\n\n    ```marble\n    a\n    ```\n", "3-5 marble: a"),
    Case("[1]: text\n\n    ```marble\n"),
    // Directives of MyST.
    Case("````{note}\n```marble\na\n```\n````\n```marble\nb\n```\n", "2-4 marble: a", "6-8 marble: b"),
    Case("````{tab-set}\n~~~{tab-item} A\n```marble\na\n```\n~~~\n````\n```\n```\n", "3-5 marble: a", "8-9 : "),
    Case("```{note}\n~~~marble\n```\n", "1-3 {note}: ~~~marble"),
    Case("````{code-block} md\n```marble\n````\n", "1-3 {code-block} md: ```marble"),
    // Line endings and other bytes.
    Case("text\r\n```marble\r\na\r\n```\r\n", "2-4 marble: a"),
    Case("text\r```marble\ra\r\r```\r", "2-5 marble: a⏎"),
    Case("```marble\r\na\rb\nc\n```", "1-5 marble: a⏎b⏎c"),
    Case("\u{FEFF}```marble\na\n```\n", "1-3 marble: a"),
    Case("\u{FEFF}- ```marble\n  a\n  ```\n", "1-3 marble: a"),
    Case("text\n\u{FEFF}```marble\n"),
    Case("```marble\0\n\0\n```\n", "1-3 marble\0: \0"),
    Case("\u{C}\n    ```marble\n"),
  ]

  @Test(arguments: cases)
  func fencesAreFound(_ example: Case) {
    #expect(Self.fences(in: example.text) == example.fences.filter { !$0.isEmpty })
  }

  /// Marks that are nested too deeply are text, so the time to read them is linear.
  @Test(arguments: ["> ", "- ", "1. ", "* "])
  func nestedMarksAreReadInLinearTime(mark: String) {
    let deep = String(repeating: mark, count: 100_000)
    #expect(Self.fences(in: "\(deep)x\n\n```marble\n```\n") == ["3-4 marble: "])
    #expect(Self.fences(in: "> ```marble\n> \(deep)\n> ```\n").count == 1)
  }

  private static func fences(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    do throws(Document.ParseError) {
      return try MarkdownScanner.blocks(of: bytes, named: "page.md").compactMap { block in
        guard case .fence(let fence) = block else { return nil }
        let lines = fence.lines.map { String(decoding: bytes[$0.content], as: UTF8.self) }
        let last = fence.lineNumber + lines.count + 1
        return "\(fence.lineNumber)-\(last) \(fence.info): \(lines.joined(separator: "⏎"))"
      }
    } catch {
      return ["\(error.source.position(of: error.diagnostic.span.lowerBound).line) is open"]
    }
  }

  /// Positions in a script are positions in the page: the line, the column and the byte.
  @Test(arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
  func positionsAreThoseOfThePage(lineEnd: String, mark: String) throws {
    let lines = ["é", "", "> 1. ```marble", ">    a = --1|", ">     a == --2|", ">    ```", ""]
    let bytes = Array((mark + lines.joined(separator: lineEnd)).utf8)
    let source = try #require(try Document(name: "page.md", bytes: bytes).passages.first).source
    #expect(String(decoding: source.bytes, as: UTF8.self) == "a = --1|\n a == --2|\n")
    let offset = try #require(source.bytes.firstIndex(of: UInt8(ascii: "2")))
    #expect(bytes[source.offsetInDocument(of: offset)] == UInt8(ascii: "2"))
    #expect(source.position(of: offset).line == 5)
    #expect(source.position(of: offset).column == 14)
  }

  @Test func unclosedFenceIsReportedAtItsOpening() throws {
    let said = Self.errorMessage(in: "text\n\n> 1. text\n>    ~~~~ marble\n>    a = --1|\ntext\n")
    #expect(
      said == """
        page.md:4:6: error: the fence is never closed
          >    ~~~~ marble
               ^^^^ the fence starts here
          help: close it with a line of ~~~~, in the same list item or quote
        """)
    #expect(
      Self.errorMessage(in: "<!--\n```marble hidden\na = --1-->\n```\n-->\n") == """
        page.md:2:1: error: the fence is never closed
          ```marble hidden
          ^^^ the comment around the fence ends before the fence
          help: close the fence before `-->`: it ends a comment, even in a fence
        """)
  }

  @Test func invalidUTF8IsRefused() {
    #expect(
      Self.errorMessage(in: [0x61, 0x0A, 0xFF, 0x0A]).hasPrefix("page.md:2:1: error: this byte is not valid UTF-8\n"))
  }

  private static func errorMessage(in text: String) -> String { errorMessage(in: Array(text.utf8)) }

  private static func errorMessage(in bytes: [UInt8]) -> String {
    do throws(Document.ParseError) {
      return "\(try Document(name: "page.md", bytes: bytes).passages.count) passages"
    } catch {
      return DiagnosticRenderer(error.source).text(of: error.diagnostic)
    }
  }

  /// The fences of a random text and their lines are in order and do not overlap.
  @Test(arguments: 1...20)
  func fencesAndTheirLinesAreInOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let text = Self.randomText(&random)
      let bytes = Array(text.utf8)
      guard let blocks = try? MarkdownScanner.blocks(of: bytes, named: "page.md") else { continue }
      var end = 0
      for case .fence(let fence) in blocks {
        #expect(fence.opening.lowerBound >= end, "\(text.debugDescription)")
        end = fence.opening.upperBound
        for line in fence.lines {
          #expect(line.content.lowerBound >= end, "\(text.debugDescription)")
          end = line.content.upperBound
        }
        #expect(fence.closing.lowerBound >= end, "\(text.debugDescription)")
        end = fence.closing.upperBound
      }
    }
  }

  private static func randomText(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "```", "~~~", "```marble", "> ", ">", "- ", "1. ", "  ", "\t", "    ", "a", "<!--", "-->", "<div>", "\r", "#", "",
      "<!-- drawn -->", "<!-- /drawn -->", "\u{FEFF}", "=",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      for _ in 0..<Int.random(in: 0...4, using: &random) { text += pieces.randomElement(using: &random) ?? "" }
      text += "\n"
    }
    return text
  }
}
