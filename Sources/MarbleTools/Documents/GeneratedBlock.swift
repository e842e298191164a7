import MarbleSession
import Marbles

/// The generated content below a fence: a link to a picture between two comments, and a drawing as text.
///
/// After a merge of two versions of a page, there may be more of them, in any order.
struct GeneratedBlock {
  private let fence: Fence
  private let document: Document
  /// The range from the end of the fence to the end of the generated content.
  private let span: Span
  /// The lines between the first comments.
  let link: [String]

  /// A problem in generated content.
  struct Failure: Error {
    let problem: SessionProblem
    /// The line that begins or ends the content.
    let source: Source
    var answer: Answer {
      let diagnostic = Diagnostic(problem, at: 0..<source.bytes.count)
      return problem.severity == .error ? .error(diagnostic, source) : .warning(diagnostic, source)
    }

    fileprivate init(_ problem: SessionProblem, at offset: Int, of document: Document) {
      self.problem = problem
      let (end, _) = document.bytes.markdownLine(from: offset)
      source = .line(
        offset..<end, number: document.bytes.markdownLineNumber(of: offset), of: document.bytes, named: document.name)
    }
  }

  private static func mark(_ mark: MarkdownScanner.DrawnMark, _ document: Document) -> String {
    mark.text(in: document.format)
  }

  /// Returns the errors for the ends of generated content in Markdown that have no beginning.
  ///
  /// In other formats, a beginning after the mark of a list item is the author's.
  static func unopened(in document: Document) -> [Failure] {
    guard document.format.isMarkdown else { return [] }
    var isOpen = false
    return document.blocks.compactMap { block in
      guard case .mark(let mark, let line, _) = block else { return nil }
      defer { isOpen = mark == .begins }
      return mark == .begins || isOpen
        ? nil
        : Failure(
          .unopenedDrawing(opening: Self.mark(.begins, document), closing: Self.mark(.ends, document)),
          at: line.lowerBound, of: document)
    }
  }

  /// Returns the warnings for the pictures and drawings without a script directly above them, which no run updates.
  static func lost(in document: Document) -> [Failure] {
    // The end of the last script, or of what is generated below it.
    var end: Int?
    func isBelow(_ start: Int) -> Bool {
      end.map { end in
        document.bytes[end..<start].allSatisfy { $0.isWhitespace || $0.isLineEnd || document.isMark($0) }
      } ?? false
    }
    return document.blocks.indices.compactMap { index in
      let block = document.blocks[index]
      var lost: (start: Int, closing: String?)?
      switch block {
      case .mark(.begins, let line, _):
        // Alone, it is a comment of the author.
        if !isBelow(line.lowerBound), case .mark(.ends, _, _)? = document.blocks[(index + 1)...].first {
          lost = (line.lowerBound, mark(.ends, document))
        }
      case .mark(.ends, let line, _): if end != nil { end = line.upperBound }
      case .fence(let fence) where Fence.isDrawn(fence.info) && !isBelow(fence.opening.lowerBound):
        lost = (fence.opening.lowerBound, nil)
      case .fence(let fence): end = fence.isMarble || Fence.isDrawn(fence.info) ? fence.closing.upperBound : nil
      case .skipped: break
      }
      if lost != nil { end = nil }
      return lost.map { Failure(.lostDrawing(closing: $0.closing), at: $0.start, of: document) }
    }
  }

  /// Finds the generated content below a fence, given the index of its block in the document.
  init(_ fence: Fence, at index: Int, of document: Document) throws(Failure) {
    self.fence = fence
    self.document = document
    var end = fence.closing.upperBound
    var found: [String]?
    var rest = document.blocks[(index + 1)...]
    func isNext(_ line: Span, in container: Int) -> Bool {
      let indentation = document.bytes[line].prefix(while: \.isWhitespace)
      // Without containers, what has another indentation belongs to another block.
      let isInBlock = document.format.isMarkdown || indentation.elementsEqual(fence.prefix)
      return isInBlock && container == fence.container && !fence.isInComment && line.lowerBound >= end
        && document.bytes[end..<line.lowerBound].allSatisfy {
          $0.isWhitespace || $0.isLineEnd || document.isMark($0)
        }
    }
    scan: while let block = rest.popFirst() {
      switch block {
      case .mark(.begins, let line, let container) where isNext(line, in: container):
        guard case .mark(.ends, let last, container)? = rest.popFirst() else {
          throw Failure(
            .unclosedDrawing(opening: Self.mark(.begins, document), closing: Self.mark(.ends, document)),
            at: line.lowerBound, of: document)
        }
        let between = document.bytes[line.upperBound..<last.lowerBound].markdownLines.withoutConflicts
          .map { line in
            let mark = line.prefix(fence.prefix.count).prefix { $0.isWhitespace || document.isMark($0) }
            return String(decoding: line[mark.endIndex...], as: UTF8.self)
          }
        found = found ?? between
        end = last.upperBound
      case .fence(let drawn) where Fence.isDrawn(drawn.info) && isNext(drawn.opening, in: drawn.container):
        end = drawn.closing.upperBound
      default: break scan
      }
    }
    span = fence.closing.upperBound..<end
    link = found ?? []
  }

  /// Returns a change that replaces the content with the lines of a picture, a text drawing, both or nothing.
  func replacement(link: [String] = [], text: String = "") -> RenderedDocument.Change? {
    let (begins, ends) = (Self.mark(.begins, document), Self.mark(.ends, document))
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
        // A comment between the `+` and the block would end the list.
        ? [[begins, "+"] + blocks.joined(separator: ["+"]) + [ends]] : [[begins]] + blocks + [[ends]]
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

extension [ArraySlice<UInt8>] {
  /// The lines without the marks of Git around conflicts and without all sides of a conflict but the first one.
  fileprivate var withoutConflicts: Self {
    func begins(_ line: ArraySlice<UInt8>, with mark: Character) -> Bool {
      line.starts(with: String(repeating: mark, count: 7).utf8)
    }
    var isInConflict = false
    var isFirstSide = true
    return filter { line in
      if begins(line, with: "<") {
        (isInConflict, isFirstSide) = (true, true)
      } else if isInConflict, begins(line, with: "|") || begins(line, with: "=") {
        isFirstSide = false
      } else if isInConflict, begins(line, with: ">") {
        isInConflict = false
      } else {
        return !isInConflict || isFirstSide
      }
      return false
    }
  }
}
