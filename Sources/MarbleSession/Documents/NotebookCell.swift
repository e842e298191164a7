import Marbles

/// A cell of a Jupyter notebook, which is a page of its own.
///
/// The cells of a notebook share names and settings. In a code cell, a script begins with `%%marble`. If the kernel of
/// the notebook is that of this program, each code cell is a script.
package struct NotebookCell: Sendable {
  package let page: Document
  /// The text of the cell.
  package let source: JSONNode
  /// The part that the program writes: the text of a Markdown cell, or the outputs of a code cell.
  package let written: JSONNode
  package let isCode: Bool

  /// Returns the line of the notebook that contains a line of the cell.
  package func lineInFile(of line: Int, in file: [UInt8]) -> Int {
    var parts = [source]
    if case .array(let items) = source.content, !items.isEmpty { parts = items }
    var rest = line - 1
    let part = parts.first { part in
      let count = ((try? part.string()) ?? "").count(where: \.isNewline)
      if rest < count { return true }
      rest -= count
      return false
    }
    return Source(name: page.name, bytes: file).position(of: (part ?? parts[parts.count - 1]).offset).line
  }

  /// Returns the cells of a notebook that may contain scripts.
  static func cells(of file: [UInt8], named name: String) throws(Document.ParseError) -> [NotebookCell] {
    let source = Source(name: name, bytes: file)
    // A source omits the byte order mark. With spaces in its place, the offsets are those of the file.
    let mark = file.count - source.bytes.count
    let notebook: Notebook
    do throws(JSONReadingError) {
      notebook = try Notebook([UInt8](repeating: UInt8(ascii: " "), count: mark) + source.bytes)
    } catch {
      let problem = SessionProblem.notANotebook(expected: error.expected)
      let offset = max(0, error.offset - mark)
      throw Document.ParseError(diagnostic: Diagnostic(problem, at: offset..<offset), source: source)
    }
    var cells: [NotebookCell] = []
    for (number, text, bytes, written, isCode) in notebook.cells {
      let name = "\(source.name)\(Source.cellMark)\(number)"
      let page =
        isCode
        ? codePage(name, bytes, isMarble: notebook.isMarble) : try Document(page: name, bytes: bytes, .markdown)
      if let page { cells.append(NotebookCell(page: page, source: text, written: written, isCode: isCode)) }
    }
    return cells
  }

  /// The parts of a notebook that matter.
  private struct Notebook {
    /// Whether the kernel runs scripts.
    let isMarble: Bool
    var cells: [(number: Int, source: JSONNode, bytes: [UInt8], written: JSONNode, isCode: Bool)] = []

    init(_ bytes: [UInt8]) throws(JSONReadingError) {
      var parser = JSONParser(bytes)
      guard let notebook = try parser.next() else { throw JSONReadingError(expected: "an object", offset: 0) }
      if let extra = bytes[parser.offset...].firstIndex(where: { !$0.isWhitespace && !$0.isLineEnd }) {
        throw JSONReadingError(expected: "the end of the file", offset: extra)
      }
      let metadata = try notebook.optional("metadata")
      let languages = [
        try metadata?.optional("kernelspec")?.optional("language"),
        try metadata?.optional("language_info")?.optional("name"),
      ]
      isMarble = languages.contains { (try? $0?.string()) == "marble" }
      for (index, cell) in try notebook.member("cells").array().enumerated() {
        let type = try cell.member("cell_type").string()
        guard type == "markdown" || type == "code" else { continue }
        let text = try cell.member("source")
        let bytes = Array(try text.lines().joined().utf8)
        let written = type == "code" ? try cell.member("outputs") : text
        cells.append((index + 1, text, bytes, written, type == "code"))
      }
    }
  }

  /// Returns the page of a code cell, or `nil` if it is in another language.
  private static func codePage(_ name: String, _ bytes: [UInt8], isMarble: Bool) -> Document? {
    let magic = "%%marble"
    // IPython skips blank lines, and removes the indentation of the first other line from all lines.
    var number = 1
    var first = (start: 0, end: 0, next: 0)
    while case let (end, next) = bytes.markdownLine(from: first.next), next > first.next {
      first = (first.next, end, next)
      if !bytes[first.start..<end].allSatisfy(\.isWhitespace) { break }
      number += 1
    }
    let margin = bytes[first.start..<first.end].prefix(while: \.isWhitespace)
    let line = bytes[first.start + margin.count..<first.end]
    guard line.starts(with: magic.utf8), line.dropFirst(magic.utf8.count).first?.isWhitespace ?? true else {
      let isEmpty = bytes.allSatisfy { $0.isWhitespace || $0.isLineEnd }
      return isMarble && !isEmpty ? Document(script: name, bytes: bytes) : nil
    }
    var open = OpenFence(
      OpenFence.Marks("%%", info: line.startIndex + 2..<first.end),
      at: MarkdownCursor(bytes, line: first.start..<first.end), of: bytes, lineNumber: number, next: first.next,
      container: 0)
    var start = first.next
    while start < bytes.count {
      let (end, next) = bytes.markdownLine(from: start)
      open.append(start..<end, after: bytes[start..<end].starts(with: margin) ? margin.count : 0)
      start = next
    }
    let fence = open.closed(by: bytes.count..<bytes.count, prefix: [], firstLine: number + 1)
    return Document(page: name, bytes: bytes, .notebook, blocks: [.fence(fence)])
  }
}

extension JSONNode {
  /// Returns the parts of the text, which is one string or an array of lines.
  func lines() throws(JSONReadingError) -> [String] {
    if case .string(let text) = content { return [text] }
    return try map { node throws(JSONReadingError) in try node.string() }
  }
}
