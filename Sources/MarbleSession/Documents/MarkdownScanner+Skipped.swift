import Marbles

/// Scripts in places where they do not run, which cause warnings.
extension MarkdownScanner {
  /// Reads a line of a place where a script does not run.
  mutating func readSkipped(_ cursor: MarkdownCursor, next: Int, in place: SessionProblem.SkippedPlace) {
    let text = bytes[cursor.text..<cursor.line.upperBound]
    if let shown = shownMarks {
      if shown.areClosed(by: text) { shownMarks = nil }
      return
    }
    guard let marks = OpenFence.Marks(text) else { return }
    shownMarks = marks
    skip(marks, cursor, next: next, in: place)
  }

  /// Adds the script that some marks would begin in another place.
  private mutating func skip(
    _ marks: OpenFence.Marks, _ cursor: MarkdownCursor, next: Int, in place: SessionProblem.SkippedPlace
  ) {
    let fence = OpenFence(
      marks, at: cursor, of: bytes, lineNumber: lineNumber, next: next, container: containers.last?.number ?? root)
    guard fence.attributes.isMarble, !fence.attributes.has(.ignore) else { return }
    blocks.append(.skipped(fence.skipped(place)))
  }

  /// Reads the line that begins a comment, and returns whether a hidden script begins in it.
  mutating func readSkipped(afterCommentMarkIn text: ArraySlice<UInt8>, _ cursor: MarkdownCursor, next: Int) -> Bool {
    let rest = text.dropFirst("<!--".utf8.count).drop(while: \.isWhitespace)
    guard text.starts(with: "<!--".utf8), let marks = OpenFence.Marks(rest),
      bytes[marks.info].split(separator: UInt8(ascii: " ")).contains(where: { $0.elementsEqual("hidden".utf8) })
    else { return false }
    skip(marks, cursor, next: next, in: .line(beginning: "```marble"))
    return true
  }

  /// Returns the path of the file that mdBook or a snippet of MkDocs would insert into a script.
  func path(ofIncludeIn fence: Fence) -> String? {
    for line in fence.lines {
      for (beginning, end) in [("{{#include ", "}}"), ("--8<-- \"", "\"")]
      where bytes[line.content].starts(with: beginning.utf8) {
        let text = String(decoding: bytes[line.content], as: UTF8.self)
        if text.hasSuffix(end) { return String(text.dropFirst(beginning.count).dropLast(end.count)) }
      }
    }
    return nil
  }

  /// Reads a script between colons in a directive of MyST whose marks would end a drawing below the script, or a
  /// directive of reStructuredText.
  mutating func readSkipped(_ text: ArraySlice<UInt8>, in open: OpenFence, _ cursor: MarkdownCursor, next: Int) {
    let info = String(decoding: bytes[open.marks.info], as: UTF8.self)
    if info == "{eval-rst}" {
      let words = text.split(separator: UInt8(ascii: " "))
      guard words.first.map({ $0.elementsEqual("..".utf8) }) == true, let last = words.dropFirst().last else { return }
      let name = last.prefix { $0 != UInt8(ascii: ":") }
      return skip(OpenFence.Marks("", info: name.startIndex..<name.endIndex), cursor, next: next, in: .evaluated)
    }
    guard text.first == UInt8(ascii: ":"), let marks = OpenFence.Marks(text, hasColons: true),
      MarkdownExtension.isDirective(info)
    else { return }
    skip(marks, cursor, next: next, in: .directive)
  }
}
