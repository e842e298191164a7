import MarbleSession
import Marbles

/// A replacement of a range of a document, in bytes of UTF-8.
package struct DocumentEdit: Sendable, Hashable {
  package let span: Span
  package let text: String

  package init(span: Span, text: String) {
    self.span = span
    self.text = text
  }
}

extension Document {
  /// Returns the edit that replaces a range in the source of a passage.
  func edit(_ span: Span, in passage: Passage, to text: String) -> DocumentEdit {
    let start = offset(of: span.lowerBound, in: passage)
    return DocumentEdit(span: start..<start + span.count, text: text)
  }
}

extension NotebookCell {
  /// Returns the edit of a notebook that makes some edits of the text of a cell.
  func edit(_ edits: [DocumentEdit], in notebook: Document) -> DocumentEdit {
    let layout = JSONLayout(of: source, in: notebook.bytes)
    return DocumentEdit(span: source.span, text: layout.text(of: source, edits))
  }
}

extension [UInt8] {
  /// Returns the bytes after some edits, whose ranges do not overlap.
  package func applying(_ edits: [DocumentEdit]) -> [UInt8] {
    var bytes: [UInt8] = []
    var end = 0
    for edit in edits.sorted(by: { $0.span.lowerBound < $1.span.lowerBound }) {
      bytes += self[end..<edit.span.lowerBound]
      bytes += edit.text.utf8
      end = edit.span.upperBound
    }
    return bytes + self[end...]
  }
}
