import MarbleSession
import Marbles

/// The generated content below a fence: a link to a picture between two comments, and a drawing as text.
struct GeneratedBlock {
  private let fence: Fence
  private let document: Document
  /// The range from the end of the fence to the end of the generated content.
  private let span: Span
  /// The lines between the comments.
  let link: [String]

  /// An error for a comment that starts a generated picture without an end.
  struct Unclosed: Error {
    let line: Span
    let number: Int
  }

  /// Finds the generated content below a fence, given the index of its block in the document.
  init(_ fence: Fence, at index: Int, of document: Document) throws(Unclosed) {
    self.fence = fence
    self.document = document
    var end = fence.closing.upperBound
    var found: [String]?
    var rest = document.blocks[(index + 1)...]
    func isNext(_ line: Span, in container: Int) -> Bool {
      container == fence.container && !fence.isInComment && line.lowerBound >= end
        && document.bytes[end..<line.lowerBound].allSatisfy {
          $0.isWhitespace || $0.isLineEnd || document.isMark($0)
        }
    }
    scan: while let block = rest.popFirst() {
      switch block {
      case .mark(.begins, let line, let container) where isNext(line, in: container):
        guard case .mark(.ends, let last, container)? = rest.popFirst() else {
          let (lineEnd, _) = document.bytes.markdownLine(from: line.lowerBound)
          throw Unclosed(
            line: line.lowerBound..<lineEnd, number: document.bytes.markdownLineNumber(of: line.lowerBound))
        }
        let between = document.bytes[line.upperBound..<last.lowerBound].markdownLines
          .map { line in
            let mark = line.prefix(fence.prefix.count).prefix { $0.isWhitespace || document.isMark($0) }
            return String(decoding: line[mark.endIndex...], as: UTF8.self)
          }
        found = found ?? between
        end = last.upperBound
      case .fence(let drawn)
      where Fence.isDrawn(drawn.info) && isNext(drawn.opening, in: drawn.container):
        end = drawn.closing.upperBound
      default: break scan
      }
    }
    span = fence.closing.upperBound..<end
    link = found ?? []
  }

  /// Returns a change that replaces the content with the lines of a picture, a text drawing, both or nothing.
  func replacement(link: [String] = [], text: String = "") -> RenderedDocument.Change? {
    let (begins, ends) = (
      MarkdownScanner.DrawnMark.begins.text(in: document.format),
      MarkdownScanner.DrawnMark.ends.text(in: document.format)
    )
    var blocks = link.isEmpty ? [] : [link]
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    if !lines.isEmpty { blocks.append(document.format.literal(lines, info: fence.drawnInfo)) }
    if document.format.isMarkdown {
      if !link.isEmpty { blocks[0] = [begins] + link + [ends] }
    } else if !blocks.isEmpty {
      // Without fences of its own kind, all that is generated is between the marks.
      blocks =
        fence.isInTightList
        ? [["+", begins] + blocks.joined(separator: ["+"]) + [ends]] : [[begins]] + blocks + [[ends]]
    }
    if blocks.isEmpty, span.isEmpty { return nil }
    let separator = fence.isInTightList ? [] : [""]
    var bytes = blocks.flatMap { separator + $0 }.flatMap { fence.line(Array($0.utf8), in: document) }
    if !bytes.isEmpty {
      // A last line without a line end keeps its form.
      let lineEnd = fence.lineEnd(in: document)
      if !(document.bytes[..<span.lowerBound].last?.isLineEnd ?? true) { bytes = lineEnd + bytes }
      if span.upperBound == document.bytes.count, !(document.bytes.last?.isLineEnd ?? false) {
        bytes.removeLast(lineEnd.count)
      } else if span.isEmpty, !fence.isInTightList, !document.isBlankLine(at: span.upperBound, after: fence.prefix) {
        bytes += fence.line([], in: document)
      }
    }
    return RenderedDocument.Change(span: span, replacement: bytes, position: fence.position(in: document))
  }
}

/// A link to a picture.
struct PictureLink {
  let text: String

  /// Creates a link to a path, and keeps the alternative text and the title of an existing link.
  init(replacing old: [String], text: String, path: String) {
    let old = old.map { String($0.drop { $0 == " " }) }.joined(separator: " ")
    let kept = Self.parts(of: old)
    var alternative = ""
    for character in text.split(whereSeparator: \.isNewline).joined(separator: " ") {
      if "\\[]*_`<&".contains(character) { alternative += "\\" }
      alternative.append(character)
    }
    let isPlain = path.allSatisfy { !" ()<>\\\t".contains($0) }
    let escaped = path.map { "<>\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    let title = kept.map { $0.title.isEmpty ? "" : " " + $0.title } ?? ""
    self.text = "![\(kept?.alternative ?? alternative)](\(isPlain ? path : "<\(escaped)>")\(title))"
  }

  /// Returns the alternative text and the title of a link, as they are written.
  private static func parts(of link: String) -> (alternative: String, title: String)? {
    guard link.hasPrefix("!["), link.last == ")" else { return nil }
    let text = Array(link.dropFirst(2).dropLast())
    var depth = 0
    var index = 0
    while index < text.count {
      switch text[index] {
      case "\\": index += 1
      case "[": depth += 1
      case "]":
        if depth == 0 {
          guard index + 1 < text.count, text[index + 1] == "(" else { return nil }
          return (String(text[..<index]), title(in: text[(index + 2)...]))
        }
        depth -= 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Returns the text after the path.
  private static func title(in text: ArraySlice<Character>) -> String {
    let text = text.drop { $0 == " " }
    let after: ArraySlice<Character>
    if text.first == "<" {
      var end = text.startIndex + 1
      while end < text.endIndex, text[end] != ">" { end += text[end] == "\\" ? 2 : 1 }
      after = text[min(end + 1, text.endIndex)...]
    } else {
      after = text.drop { $0 != " " }
    }
    var title = after.drop { $0 == " " }
    while title.last == " " { title.removeLast() }
    return String(title)
  }
}
