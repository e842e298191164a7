import MarbleSession
import Marbles

/// The result of rendering a Markdown document: the text with its drawings, and the picture files.
package struct RenderedDocument: Sendable {
  /// The path of the page, or the name of a cell.
  var name = ""
  /// The original text.
  package let original: [UInt8]
  /// The changes in order.
  package internal(set) var changes: [Change] = []
  /// The pictures that the document links to.
  package internal(set) var pictures: [Picture] = []
  /// The rendered cells of a notebook that are pages of their own.
  var cells: [RenderedDocument] = []

  /// A replacement of lines, or of a value in a notebook.
  package struct Change: Sendable, Hashable {
    let span: Span
    let replacement: [UInt8]
    /// The position of the fence.
    package let position: Source.Position
  }

  /// A picture drawn from a fence.
  package struct Picture: Sendable {
    /// The path, relative to the same folder as the path of the document.
    package let path: String
    package let bytes: [UInt8]
    /// The content of the file, or `nil` if it does not exist.
    package var old: [UInt8]?
    /// Returns the error to report if the picture cannot be written.
    package let errorAnswer: @Sendable (SystemFailure) -> Answer
  }

  /// The rendered text.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var end = 0
    for change in changes {
      bytes += original[end..<change.span.lowerBound] + change.replacement
      end = change.span.upperBound
    }
    return bytes + original[end...]
  }

  /// Returns answers about the original text with the lines that their places have in the rendered text.
  package func moved(_ answers: [Answer]) -> [Answer] {
    let pages = Dictionary(
      ([self] + cells).map { ($0.name, $0.addedLines) }, uniquingKeysWith: { first, _ in first })
    return answers.map { answer in
      guard case .warning(let diagnostic, let source) = answer, let added = pages[source.name] else { return answer }
      let line = source.position(of: diagnostic.span.lowerBound).line
      return .warning(diagnostic, source.moved(by: added[min(line, added.count) - 1]))
    }
  }

  /// The number of lines that the changes add above or at each line of the original text, in one pass over it.
  private var addedLines: [Int] {
    var added: [Int] = []
    var count = 0
    var end = 0
    for change in changes {
      added += repeatElement(count, count: original[end..<change.span.lowerBound].markdownLines.count)
      let replaced = original[change.span].markdownLines.count
      count += change.replacement.markdownLines.count - replaced
      added += repeatElement(count, count: replaced)
      end = change.span.upperBound
    }
    return added + repeatElement(count, count: original[end...].markdownLines.count + 1)
  }
}
