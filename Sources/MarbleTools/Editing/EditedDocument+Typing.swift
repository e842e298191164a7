import MarbleSession
import Marbles

/// Colors, completion, signatures and formatting.
extension EditedDocument {
  /// Returns the highlighted parts of all scripts, in the order of the document.
  package func highlights(readFile: @escaping FileReader) -> [Highlight] {
    zip(passages, model(readFile).scripts).flatMap { passage, script in
      script.highlights.flatMap { highlight in
        lines(of: highlight.range, in: passage).map { Highlight(range: $0, kind: highlight.kind) }
      }
    }
  }

  /// Returns a range of a passage as ranges in the document, one for each line.
  private func lines(of range: Range<Int>, in passage: Document.Passage) -> [Range<Int>] {
    let bytes = passage.source.bytes
    guard bytes[range].contains(ASCII.newline) else { return [span(of: range, in: passage)] }
    return bytes[range].split(separator: ASCII.newline).map { span(of: $0.indices, in: passage) }
  }

  /// The possible completions of the word before a cursor.
  package struct CompletionList {
    package let candidates: [CompletionCandidate]
    /// The range that a candidate replaces.
    package let replaced: Span
    /// The names of streams and custom operators.
    package let names: Set<String>
    /// Returns the explanation of an operator, in Markdown.
    package let explanation: (CompletionCandidate) -> String?
  }

  /// Returns the possible completions of the word before an offset, or `nil` outside scripts.
  package func completions(at offset: Int, in makeSession: @escaping () -> Session) -> CompletionList? {
    guard let place = place(at: offset) else { return nil }
    let statement = statement(at: place, in: makeSession)
    let (session, (candidates, replaced)) = (statement.session, statement.completions)
    return CompletionList(
      candidates: candidates, replaced: span(of: replaced, in: place.passage),
      names: Set(session.names + session.operatorNames),
      explanation: { candidate in
        candidate.opening.isEmpty ? nil : HoverWriter().text(ofOperator: candidate.text, in: session)
      })
  }

  /// Returns the signatures of the call around an offset, or `nil` if there is none.
  package func signatures(at offset: Int, in makeSession: @escaping () -> Session) -> CallHint? {
    place(at: offset).flatMap { statement(at: $0, in: makeSession).callHint }
  }

  /// Returns the edits that format the scripts, or `nil` if one of them cannot be parsed.
  package var formatting: [DocumentEdit]? {
    guard failure == nil, let formatted = try? document.formatted() else { return nil }
    if formatted == bytes { return [] }
    let (old, new) = (bytes.lineRanges, formatted.lineRanges)
    guard old.count == new.count else {
      return [DocumentEdit(span: 0..<bytes.count, text: String(decoding: formatted, as: UTF8.self))]
    }
    return zip(old, new).filter { bytes[$0] != formatted[$1] }.map { old, new in
      DocumentEdit(span: old, text: String(decoding: formatted[new], as: UTF8.self))
    }
  }
}

extension [UInt8] {
  /// The ranges of the lines, without their line ends.
  fileprivate var lineRanges: [Range<Int>] {
    split(separator: ASCII.newline, omittingEmptySubsequences: false).map { line in
      line.startIndex..<(line.last == UInt8(ascii: "\r") ? line.endIndex - 1 : line.endIndex)
    }
  }
}
