import MarbleSession
import Marbles

/// The places outside the words of a script at which a stream can be named: marbles, values after `where` and strings.
///
/// Whether they name a stream is known only when the script runs, because any value can reach an operator that starts
/// it.
extension ScriptNames {
  /// The marbles of a timeline, or of a string that may be one, that have one name.
  struct MarbleGroup {
    let isString: Bool
    /// The edits that give them the other name.
    fileprivate(set) var edits: [DocumentEdit] = []
  }

  /// Returns the marbles with a name in a passage, and the edits that replace it by another one.
  func marbles(named name: String, in passage: Document.Passage, replacement: String) -> [MarbleGroup] {
    guard !passage.isOnlyShown else { return [] }
    let source = passage.source
    let reader = TimelineReader(source, tick: .millisecond)
    var found: [MarbleGroup] = []

    func add(_ tokens: [TimelineToken], isString: Bool = false, isList: Bool = false) {
      var marbles = MarbleGroup(isString: isString)
      for token in tokens where token.kind == .value {
        let text = source.text(of: token.span)
        if text == name || text == "[\(name)]" && !isList {
          let token = edited.span(of: token.span, in: passage)
          marbles.edits.append(DocumentEdit(span: token, text: TimelinePrinter.token(for: .marble(replacement))))
        } else if text.hasPrefix("[") {
          for word in source.words(in: token.span) where source.text(of: word) == name {
            marbles.edits.append(DocumentEdit(span: edited.span(of: word, in: passage), text: replacement))
          }
        }
      }
      if !marbles.edits.isEmpty { found.append(marbles) }
    }

    func read(_ node: SyntaxNode, isInLaw: Bool) {
      switch node.kind {
      case .timeline(let form):
        add(reader.tokens(in: node.span, as: form).tokens, isList: isInLaw)
      case .stringLiteral where node.span.count > 2 && !source.text(of: node.span).contains("\\"):
        add(
          reader.tokens(in: node.span.lowerBound + 1..<node.span.upperBound - 1, as: .cold).tokens, isString: true)
      case .renaming:
        for word in source.words(in: node.span) where source.text(of: word) == name && !source.isKey(word) {
          found.append(
            MarbleGroup(
              isString: false, edits: [DocumentEdit(span: edited.span(of: word, in: passage), text: replacement)]))
        }
      default:
        // After `where`, the marble has another meaning.
        let isReplaced = node.children.contains { child in
          child.kind == .renaming
            && source.words(in: child.span).contains { source.text(of: $0) == name && source.isKey($0) }
        }
        for child in node.children {
          if isReplaced, case .timeline = child.kind { continue }
          read(child, isInLaw: isInLaw || node.kind == .lawParameter)
        }
      }
    }
    let known = Set(definitions.map { $0.kind == .customOperator ? Parser.key(ofOperator: $0.name) : $0.name })
    var parser = parser(of: passage, isBound: known.contains, names: Array(known))
    parser.wholeTree().nodes.forEach { read($0, isInLaw: false) }
    return found
  }
}

extension Source {
  /// Returns the words in a range that can be names.
  fileprivate func words(in span: Span) -> [Span] {
    var words: [Span] = []
    let bytes = SourceBytes(self)
    var position = span.lowerBound
    while position < span.upperBound {
      if let end = bytes.identifierEnd(at: position), end <= span.upperBound {
        words.append(position..<end)
        position = end
      } else {
        position += 1
      }
    }
    return words
  }

  /// Whether a word after `where` is followed by `=`.
  fileprivate func isKey(_ word: Span) -> Bool {
    bytes[word.upperBound...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: "=")
  }
}
