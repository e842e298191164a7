import MarbleSession
import Marbles

extension EditedDocument {
  /// Returns the ranges around an offset that a selection grows to, the innermost first.
  ///
  /// Each range contains the one before it: a marble or a word, the expressions around it, the statement, the script
  /// and the document.
  package func selections(at offset: Int) -> [Span] {
    var spans = [0..<bytes.count]
    if let place = place(at: offset) {
      let script = model.scripts[place.index]
      let all = [0..<place.source.bytes.count] + script.selections(at: place.offset)
      spans += all.map { span(of: $0, in: place.passage) }
    }
    return spans.reversed().reduce(into: []) { selections, span in
      if selections.last != span { selections.append(span) }
    }
  }
}

extension ScriptModel {
  /// Returns the ranges around an offset, also directly before and after it, the outermost first.
  fileprivate func selections(at offset: Int) -> [Span] {
    var spans: [Span] = []
    var node = statement(at: offset)
    while let current = node {
      spans.append(current.span)
      if case .timeline(let form) = current.kind {
        let tokens = TimelineReader(source, tick: tickLength).tokens(in: current.span, as: form).tokens.map(\.span)
        let inside = tokens.filter { $0.contains(offset) }
        // Nested tokens come before those that contain them.
        spans += (inside.isEmpty ? tokens.filter { $0.upperBound == offset } : inside).reversed()
      }
      let parts = current.parts.filter { $0.span.touches(offset) }
      // A name counts also directly before a bracket, and a bracket only inside it.
      node = parts.last { $0.kind.isWord } ?? parts.last { $0.kind != .symbol } ?? parts.last
    }
    return spans + comments.filter { $0.touches(offset) && (spans.last ?? $0).contains($0) }.suffix(1)
  }
}

extension SyntaxKind {
  fileprivate var isWord: Bool {
    switch self {
    case .identifier, .keyword, .label, .number, .parameter, .commandName: true
    default: false
    }
  }
}

extension Span {
  fileprivate func touches(_ offset: Int) -> Bool { contains(offset) || upperBound == offset }
}
