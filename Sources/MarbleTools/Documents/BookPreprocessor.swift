import MarbleSession
import Marbles

/// The input of a preprocessor of mdBook: `[context, book]` as JSON.
///
/// All of the book stays as it is, except for the text of its chapters.
package struct BookPreprocessor {
  private let bytes: [UInt8]
  private let book: JSONNode
  private var chapters: [(path: String, content: JSONNode)] = []

  package init(_ bytes: [UInt8]) throws(JSONReadingError) {
    self.bytes = bytes
    var parser = JSONParser(bytes)
    guard let input = try parser.next() else { throw JSONReadingError(expected: "`[context, book]`", offset: 0) }
    guard case let parts = try input.array(), parts.count == 2 else { throw input.expected("`[context, book]`") }
    book = parts[1]
    // The key was `sections` before mdBook 0.5.
    let (items, sections) = (try book.optional("items"), try book.optional("sections"))
    guard let items = items ?? sections else { throw book.expected("an object with the key `items`") }
    try add(items)
  }

  private mutating func add(_ items: JSONNode) throws(JSONReadingError) {
    for item in try items.array() {
      // Other items are separators and titles.
      guard case .object = item.content, let chapter = try item.optional("Chapter") else { continue }
      // mdBook renames some chapters, such as `README.md`, in their `path`.
      let paths = [try chapter.optional("source_path"), try chapter.optional("path"), try chapter.member("name")]
      guard let name = paths.compactMap(\.self).first(where: { !$0.isNull }) else { continue }
      chapters.append((try name.string(), try chapter.member("content")))
      if let items = try chapter.optional("sub_items") { try add(items) }
    }
  }

  /// The colors of pictures in the themes of mdBook.
  private static let style = DrawingStyle.pageStyle(light: ["light", "rust"], dark: ["coal", "navy", "ayu"])

  /// Returns the book with the pictures of its scripts.
  ///
  /// - Parameters:
  ///   - makeEnvironment: Creates the environment of the scripts of a chapter.
  ///   - answer: Called with each error, failed assertion and warning.
  package func run(
    _ options: SessionOptions, in makeEnvironment: () -> SessionEnvironment, answer: (Answer) -> Void
  ) throws(JSONReadingError) -> [UInt8] {
    var edits: [DocumentEdit] = []
    for (path, content) in chapters {
      let text = Array(try content.string().utf8)
      do throws(Document.ParseError) {
        let page = try Document(page: path, bytes: text, .markdown, hasExtensions: false)
        let new = DocumentRenderer.embed(page, options, in: makeEnvironment(), answer: answer)
        guard new != text else { continue }
        var json = JSONText()
        json.string(String(decoding: new, as: UTF8.self) + "\n<style>\n\(Self.style)\n</style>\n")
        edits.append(DocumentEdit(span: content.span, text: json.text))
      } catch {
        let problem = Answer.error(error.diagnostic, error.source)
        answer(problem)
        var json = JSONText()
        // The rest of the chapter is part of the fence, so the message comes first.
        json.string(DocumentRenderer.embedded(problem) + "\n" + String(decoding: text, as: UTF8.self))
        edits.append(DocumentEdit(span: content.span, text: json.text))
      }
    }
    let end = bytes.count - book.span.upperBound
    return Array(bytes.applying(edits).dropLast(end).dropFirst(book.span.lowerBound))
  }
}
