import MarbleSession
import Marbles

/// Writing the cells of a notebook: drawings into the text of Markdown, and into the outputs of code.
extension DocumentRenderer {
  mutating func process(_ cell: NotebookCell, of notebook: Document, answer: (Answer) -> Void) {
    let layout = JSONLayout(of: cell.written, in: notebook.bytes)
    let position = Source(name: notebook.name, bytes: notebook.bytes).position(of: cell.written.offset)
    func change(_ node: JSONNode, _ text: String) -> RenderedDocument.Change {
      RenderedDocument.Change(span: node.span, replacement: Array(text.utf8), position: position)
    }
    let whole = rendered
    rendered = RenderedDocument(name: document.name, original: document.bytes)
    var result: FenceRun?
    if !cell.isCode {
      processFences(answer)
    } else if let passage = document.passages.first {
      result = run(passage, isCell: true, answer: answer)
    }
    let page = rendered
    rendered = whole
    rendered.cells.append(page)
    if !page.changes.isEmpty {
      let edits = page.changes.map {
        DocumentEdit(span: $0.span, text: String(decoding: $0.replacement, as: UTF8.self))
      }
      self.change(change(cell.source, layout.text(of: cell.source, edits)))
    }
    guard cell.isCode, let passage = document.passages.first else { return }
    warnAboutUnused(of: passage, answer)
    guard var run = result else { return }
    let style = pictureStyle(of: passage)
    if passage.fence?.attributes.has(.hidden) == true { run = FenceRun() }
    func change(outputs: [JSONNode]) -> RenderedDocument.Change? {
      let new = layout.text(of: JSONNode(.array(outputs)))
      return new == layout.text(of: cell.written) ? nil : change(cell.written, new)
    }
    let text = run.text.trimmingNewlines
    let printed = text.isEmpty ? [] : [JSONNode.stream(text + "\n")]
    if run.pictures.isEmpty { return self.change(change(outputs: printed)) }
    let drawn = run.drawn.trimmingNewlines
    let alternative = drawn.isEmpty ? style.alternativeText(of: run.pictures) : drawn
    pictures.append(
      Picture(
        diagrams: run.pictures, style: style,
        place: .page { change(outputs: printed + [.display($0, alternative)]) }))
  }
}

extension String {
  /// The text without line ends at its end.
  var trimmingNewlines: String {
    var text = self[...]
    while text.last?.isNewline ?? false { text.removeLast() }
    return String(text)
  }

  /// The lines with their line ends.
  fileprivate var linesWithEnds: [String] {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let ended = lines.dropLast().map { "\($0)\n" }
    return ended + lines.suffix(1).filter { !$0.isEmpty }.map(String.init)
  }
}

extension JSONNode {
  private static func lines(_ text: String) -> JSONNode {
    JSONNode(.array(text.linesWithEnds.map { JSONNode(.string($0)) }))
  }

  /// An output that is text.
  fileprivate static func stream(_ text: String) -> JSONNode {
    JSONNode(
      .object([
        ("name", JSONNode(.string("stdout"))), ("output_type", JSONNode(.string("stream"))), ("text", lines(text)),
      ]))
  }

  /// An output that is a picture.
  fileprivate static func display(_ svg: String, _ text: String) -> JSONNode {
    let data = JSONNode(.object([("image/svg+xml", lines(svg)), ("text/plain", lines(text))]))
    return JSONNode(
      .object([
        ("data", data), ("metadata", JSONNode(.object([]))), ("output_type", JSONNode(.string("display_data"))),
      ]))
  }
}

/// The line ends and the indentation of a notebook, which differ between the programs that write notebooks.
struct JSONLayout {
  private let bytes: [UInt8]
  /// The line end and the indentation around the member, or an empty string in a file without lines.
  private var lineEnd = ""
  /// The indentation of one level.
  private var unit = ""
  private let space: String

  /// Creates the layout around the value of a member of a cell.
  init(of value: JSONNode, in bytes: [UInt8]) {
    self.bytes = bytes
    let before = bytes[..<value.offset]
    space = before.last == UInt8(ascii: " ") ? " " : ""
    guard let newline = before.lastIndex(of: UInt8(ascii: "\n")) else { return }
    let line = before[(newline + 1)...]
    let indentation = line.prefix(while: \.isWhitespace)
    guard line.dropFirst(indentation.count).first == UInt8(ascii: "\"") else { return }
    lineEnd =
      (newline > 0 && bytes[newline - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n")
      + String(decoding: indentation, as: UTF8.self)
    // A member of a cell is at the third level.
    unit = String(decoding: indentation.prefix(indentation.count / 3), as: UTF8.self)
  }

  /// Returns a value as it is written for this member.
  func text(of node: JSONNode, depth: Int = 0) -> String {
    func list(_ items: [String], _ brackets: (String, String)) -> String {
      if items.isEmpty { return brackets.0 + brackets.1 }
      let (outer, inner) = (lineBreak(depth), lineBreak(depth + 1))
      return brackets.0 + inner + items.joined(separator: "," + (lineEnd.isEmpty ? space : inner)) + outer + brackets.1
    }
    switch node.content {
    case .null: return "null"
    case .boolean(let value): return value ? "true" : "false"
    case .number(let text): return text
    case .string(let text): return Self.string(text)
    case .array(let items): return list(items.map { text(of: $0, depth: depth + 1) }, ("[", "]"))
    case .object(let members):
      return list(
        members.map { Self.string($0.key) + ":" + space + text(of: $0.value, depth: depth + 1) }, ("{", "}"))
    }
  }

  private func lineBreak(_ depth: Int) -> String {
    lineEnd.isEmpty ? "" : lineEnd + String(repeating: unit, count: depth)
  }

  /// Returns the text of a cell after some edits, between which all characters stay as they are written.
  func text(of cell: JSONNode, _ edits: [DocumentEdit]) -> String {
    var items = [cell]
    if case .array(let parts) = cell.content, !parts.isEmpty { items = parts }
    var lines = [[UInt8]()]
    func add(_ character: some Collection<UInt8>) {
      lines[lines.count - 1] += character
      if character.elementsEqual("\\n".utf8) { lines.append([]) }
    }
    var rest = edits.sorted { $0.span.lowerBound < $1.span.lowerBound }[...]
    var (offset, end) = (0, 0)
    func applyEdits() {
      while let edit = rest.first, edit.span.lowerBound == offset {
        for scalar in edit.text.unicodeScalars { add(Self.escaped(scalar).utf8) }
        end = edit.span.upperBound
        rest.removeFirst()
      }
    }
    for item in items {
      var index = item.offset + 1
      while index < item.span.upperBound - 1 {
        applyEdits()
        let (length, count) = character(at: index)
        if offset >= end { add(bytes[index..<index + length]) }
        index += length
        offset += count
      }
    }
    applyEdits()
    if lines.last == [] { lines.removeLast() }
    func written(_ span: Span) -> String { String(decoding: bytes[span], as: UTF8.self) }
    let texts = lines.map { String(decoding: $0, as: UTF8.self) }
    guard items[0].offset > cell.offset else { return "\"\(texts.joined())\"" }
    let opening = written(cell.offset..<items[0].offset)
    let separator =
      items.count > 1 ? written(items[0].span.upperBound..<items[1].offset) : "," + opening.dropFirst()
    return opening + texts.map { "\"\($0)\"" }.joined(separator: separator)
      + written(items[items.count - 1].span.upperBound..<cell.span.upperBound)
  }

  /// Returns the length of a byte or of an escape sequence in a string, and the number of bytes of its text.
  private func character(at offset: Int) -> (length: Int, count: Int) {
    guard bytes[offset] == UInt8(ascii: "\\") else { return (1, 1) }
    // Two sequences can be one character, such as `\uD83D\uDE00`.
    for length in [2, 6, 12] {
      var parser = JSONParser([UInt8(ascii: "\"")] + bytes[offset...].prefix(length) + [UInt8(ascii: "\"")])
      if let text = try? parser.next()?.string() { return (length, text.utf8.count) }
    }
    return (1, 1)
  }

  /// Returns a string in quotes.
  private static func string(_ text: String) -> String { "\"\(text.unicodeScalars.map(escaped).joined())\"" }

  /// Returns a character of a string with the escape sequences of Jupyter.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"", "\\": "\\\(scalar)"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0"..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
    default: String(scalar)
    }
  }
}
