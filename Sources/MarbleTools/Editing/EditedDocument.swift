import MarbleSession
import Marbles

/// A document that is open in an editor, which may be invalid or incomplete.
///
/// All offsets and ranges count the bytes of the document in UTF-8.
package struct EditedDocument: Sendable {
  package let bytes: [UInt8]
  /// The parsed document, with a closing line if that is missing, or without passages if it cannot be parsed.
  let document: Document
  /// The error if the document cannot be parsed.
  let failure: Document.ParseError?
  let cache = DocumentModelCache()

  /// - Parameter isScript: Whether the document is a script if its name has no ending of a page.
  package init(name: String, bytes: [UInt8], isScript: Bool = true) {
    self.bytes = bytes
    do throws(Document.ParseError) {
      let isPage = PageFormat(path: name) != nil
      document =
        try isScript || isPage ? Document(name: name, bytes: bytes) : Document(emptyPage: name, bytes: bytes)
      failure = nil
    } catch {
      // While a fence is written, its closing line is often missing.
      document =
        (try? Document(name: name, bytes: bytes + error.missingClosing))
        ?? Document(emptyPage: name, bytes: bytes)
      failure = error
    }
  }

  var name: String { document.name }
  /// The name without the folder.
  package var fileName: String { name.fileName }
  var passages: [Document.Passage] { document.passages }

  /// A place in the source of a passage.
  struct Place {
    let passage: Document.Passage
    /// The index of the passage.
    let index: Int
    /// The offset in the source of the passage.
    let offset: Int

    var source: Source { passage.source }
  }

  /// Returns the place in a script at an offset, or `nil` if the offset is outside all scripts.
  func place(at offset: Int) -> Place? {
    for (index, passage) in passages.enumerated() {
      guard let offset = self.offset(at: offset, in: passage) else { continue }
      return Place(passage: passage, index: index, offset: offset)
    }
    return nil
  }

  /// Returns the offset in the source of a passage, or `nil` if it is outside the passage.
  private func offset(at offset: Int, in passage: Document.Passage) -> Int? {
    guard let fence = passage.fence else { return max(0, offset - (bytes.count - passage.source.bytes.count)) }
    var start = 0
    for line in fence.lines {
      if offset < line.content.lowerBound { return nil }
      if offset <= line.content.upperBound { return start + offset - line.content.lowerBound }
      start += line.content.count + 1
    }
    return nil
  }

  /// Returns the text before a line of a script, such as `> ` in a quote of Markdown.
  func linePrefix(at offset: Int) -> String {
    let start = bytes[..<offset].lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0
    let line = passages.lazy.compactMap(\.fence).flatMap(\.lines).first { start...offset ~= $0.content.lowerBound }
    return line.map { String(decoding: bytes[start..<$0.content.lowerBound], as: UTF8.self) } ?? ""
  }

  /// Converts a range in the source of a passage to a range in the document.
  func span(of span: Span, in passage: Document.Passage) -> Span {
    // The closing line of a fence may be missing.
    let start = min(document.offset(of: span.lowerBound, in: passage), bytes.count)
    return start..<max(start, min(document.offset(of: span.upperBound, in: passage), bytes.count))
  }
}

extension Document.ParseError {
  /// The lines that would close the last fence, or nothing for another error.
  fileprivate var missingClosing: [UInt8] {
    guard case SessionProblem.unclosedFence(let marks, isInComment: false) = diagnostic.problem else { return [] }
    return [ASCII.newline] + Array(marks.utf8) + [ASCII.newline]
  }
}
