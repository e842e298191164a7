import Marbles

/// A statement that is being typed in a source, with a session that has the names before it.
package struct TypedStatement {
  package let session: Session
  /// The offset of the statement in its source.
  package let start: Int
  private let text: String
  /// The position of the cursor in the text.
  private let cursor: Int

  /// Finds the statement at an offset of a source, which the session has not analyzed yet.
  package init(in source: Source, at offset: Int, session: Session) {
    let bytes = source.bytes
    let typed = TypedWord(of: String(decoding: bytes[..<offset], as: UTF8.self), at: offset)
    // The word may become a call, which continues a chain over several lines.
    let trial = Source(name: "", text: typed.before + "x(")
    var parser = Parser(trial, mode: .typing, bindings: session.scope.bindings)
    let last = parser.wholeTree().nodes.last?.parts.last
    start = min(last?.span.lowerBound ?? offset, offset)
    session.analyze(source, upTo: start)
    let end = bytes[offset...].firstIndex(of: ASCII.newline) ?? bytes.count
    self.session = session
    text = String(decoding: bytes[start..<end], as: UTF8.self)
    cursor = offset - start
  }

  /// The possible completions of the word before the cursor, and the range of the source that a candidate replaces.
  package var completions: (candidates: [CompletionCandidate], replaced: Span) {
    let (candidates, replaced) = session.completions(of: text, at: cursor)
    return (candidates, start + replaced.lowerBound..<start + replaced.upperBound)
  }

  /// The signatures of the call around the cursor, or `nil` if there is none.
  package var callHint: CallHint? { session.callHint(for: text, at: cursor) }
}

extension Session {
  /// Analyzes a source up to an offset, without running it.
  package func analyze(_ source: Source, upTo end: Int) {
    let runs = options.runsStatements
    options.runsStatements = false
    evaluate(Source(name: source.name, bytes: Array(source.bytes[..<end]))) { _ in }
    options.runsStatements = runs
  }
}
