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

  /// Returns an answer about the original text with the line that its place has in the rendered text.
  package func moved(_ answer: Answer) -> Answer {
    guard case .warning(let diagnostic, let source) = answer,
      let page = ([self] + cells).first(where: { $0.name == source.name })
    else { return answer }
    let line = source.position(of: diagnostic.span.lowerBound).line
    let count = page.changes.reduce(0) { count, change in
      guard page.original.markdownLineNumber(of: change.span.lowerBound) <= line else { return count }
      return count + change.replacement.markdownLines.count - page.original[change.span].markdownLines.count
    }
    return .warning(diagnostic, source.moved(by: count))
  }
}
