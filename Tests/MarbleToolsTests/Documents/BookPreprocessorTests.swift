import MarbleSession
import MarbleTools
import Marbles
import Testing

/// The input of mdBook, as its documentation shows it, with the pictures of scripts.
@Suite struct BookPreprocessorTests {
  private static func chapter(_ content: String, items: String = "", path: String = "\"chapter_1.md\"") -> String {
    var json = JSONText()
    json.string(content)
    return """
      {"Chapter": {"name": "Chapter 1", "content": \(json.text), "number": [1], "sub_items": [\(items)],
       "path": \(path), "source_path": \(path), "parent_names": []}}
      """
  }

  private static func input(_ items: String, key: String = "items") -> String {
    """
    [{"root": "/path/to/book", "config": {"book": {"authors": ["AUTHOR"], "language": "en", "src": "src"},
      "preprocessor": {"marble": {}}}, "renderer": "html", "mdbook_version": "0.4.21"},
     {"\(key)": [\(items)], "__non_exhaustive": null}]
    """
  }

  /// Returns the book after the preprocessor, and the messages.
  private static func run(_ input: String) throws -> (book: String, messages: [String]) {
    var messages: [String] = []
    var options = SessionOptions()
    options.highestLimits = options.limits
    let book = try BookPreprocessor(Array(input.utf8)).run(
      options, in: { SessionEnvironment(safeWithin: { .zero }) }
    ) { messages.append(AnswerWriter().text(of: $0)?.text ?? "") }
    return (String(decoding: book, as: UTF8.self), messages)
  }

  /// Returns the content of each chapter, with a word in the place of a picture, and without the style sheet.
  private static func contents(_ markdown: String...) throws -> ([String], messages: [String]) {
    let (book, messages) = try run(input(markdown.map { chapter($0) }.joined(separator: ",")))
    var parser = JSONParser(Array(book.utf8))
    let items = try #require(try parser.next()).member("items").array()
    let contents = try items.map { item in
      let text = try item.member("Chapter").member("content").string()
      #expect(!text.contains(/<svg[^§]*?\n\n[^§]*?<\/svg>/))
      return text.replacing(/(?s)<svg .*?<\/svg>/, with: "PICTURE").replacing(/(?s)\n<style>.*/, with: "")
    }
    return (contents, messages)
  }

  @Test func allButScriptsStays() throws {
    let items = """
      "Separator", {"PartTitle": "Part"}, \(Self.chapter("caf\\u00e9 `marble`", items: Self.chapter("", path: "null")))
      """
    for key in ["items", "sections"] {
      let input = Self.input(items, key: key)
      let (book, messages) = try Self.run(input)
      #expect(messages == [])
      #expect(book.hasPrefix("{\"\(key)\"") && input.hasSuffix(",\n \(book)]"))
    }
  }

  @Test func pictureIsBelowItsScript() throws {
    let (contents, messages) = try Self.contents(
      "```marble caption=\"a < b\"\na = -1|\na\n```\nText", "- item\n\n  ```marble drawing\n  -1|\n  ```\n- item\n",
      "```marble svg=a.svg file=b.marble text\n-1|\n```", "```rust\nx\n```\n```marble ignore\n(\n```",
      "<!--\n```marble hidden\na = -1|\n```\n-->\n```marble\na\n```\n", "```marble hidden\na = -1|\n```\nText\n")
    #expect(messages == [])
    #expect(
      contents == [
        "```marble caption=\"a < b\"\na = -1|\na\n```\n\n<figure class=\"marble\">\nPICTURE\n<figcaption>a &lt; b</figcaption>\n</figure>\n\nText",
        "- item\n\n  <figure class=\"marble\">\n  PICTURE\n  </figure>\n\n- item\n",
        "```marble svg=a.svg file=b.marble text\n-1|\n```\n\n<figure class=\"marble\">\nPICTURE\n</figure>\n<pre class=\"marble-text\">   0\n_  -1|</pre>\n",
        "```rust\nx\n```\n```marble ignore\n(\n```",
        "<!--\n```marble hidden\na = -1|\n```\n-->\n```marble\na\n```\n\n<figure class=\"marble\">\nPICTURE\n</figure>\n",
        "Text\n",
      ])
  }

  /// mdBook renames `README.md` to `index.md` in the other path.
  @Test func errorNamesTheSource() throws {
    let chapter = Self.chapter("```marble\nx(\n```\n").replacing(
      "\"source_path\": \"chapter_1.md\"", with: "\"source_path\": \"README.md\"")
    let (_, messages) = try Self.run(Self.input(chapter))
    #expect(messages.count == 1 && messages.first?.hasPrefix("README.md:2:3: error") == true, "\(messages)")
  }

  /// Other scripts of the chapter still run, and no script can use files.
  @Test func errorIsInItsPlace() throws {
    let (contents, messages) = try Self.contents(
      "```marble\n:load /etc/passwd\n```\n\n```marble fails\nx(\n```\n\n```marble theme=pink\n-1|\n```\n")
    #expect(
      messages.map { $0.split(separator: ":").prefix(3).joined(separator: ":") } == [
        "chapter_1.md:2:7", "chapter_1.md:9:11",
      ])
    #expect(contents[0].contains("<pre class=\"marble-error\">chapter_1.md:2:7: error: cannot read"))
    #expect(contents[0].contains("<pre class=\"marble-text\">demo.marble:1:3: error: expected `)`"))
    #expect(contents[0].contains("<pre class=\"marble-error\">chapter_1.md:9:11: error: `pink`"))
  }

  @Test func unclosedFenceIsInThePage() throws {
    let (contents, messages) = try Self.contents("# A\n\n```marble\n-1|\n", "Text\n")
    #expect(messages.count == 1 && messages[0].hasPrefix("chapter_1.md:3:1: error: the fence is never closed"))
    #expect(contents[0].hasPrefix("<pre class=\"marble-error\">chapter_1.md:3:1: error: the fence is never closed\n"))
    #expect(contents[0].hasSuffix("</pre>\n\n# A\n\n```marble\n-1|\n") && contents[1] == "Text\n")
  }

  /// mdBook has CommonMark, where the content of an admonition is code.
  @Test func codeStays() throws {
    let text = "!!! note\n\n    ```marble\n    -1|\n    ```\n"
    let (contents, messages) = try Self.contents(text)
    #expect(contents == [text] && messages.count == 1)
    #expect(messages.first?.hasPrefix("chapter_1.md:3:8: warning: this script does not run") == true)
  }

  @Test(arguments: [
    "", "[]", "[{}, {}]", "[{}, {\"items\": [{\"Chapter\": {\"name\": 1, \"content\": \"\"}}]}]",
    "[{}, {\"items\": []}",
  ])
  func otherInputIsAnError(text: String) {
    #expect(throws: JSONReadingError.self) { _ = try BookPreprocessor(Array(text.utf8)) }
  }

  /// The themes of mdBook have dark and light pictures.
  @Test func pictureHasTheColorsOfTheTheme() throws {
    let book = try Self.run(Self.input(Self.chapter("```marble\n-1|\n```\n"))).book
    #expect(book.contains(".light,.rust{--marbles-paper:#ffffff;"))
    #expect(book.contains(".coal,.navy,.ayu{--marbles-paper:#0d1117;"))
  }
}
