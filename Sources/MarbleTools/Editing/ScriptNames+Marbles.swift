import Marbles

/// The marbles that are names of streams.
///
/// A marble is a name if an operator such as `flatten` starts the streams that its timeline sends, or if a closure uses
/// its values as streams, as in `{ $0.delay(1) }`. Any other marble with the same text is a value.
extension ScriptNames {
  /// The streams and the marbles in the definition of a stream.
  struct Contents {
    var streams: Set<Int> = []
    var marbles: [Marble] = []
  }

  /// A marble that can be a name.
  struct Marble {
    let name: String
    /// The range of the name, in the document.
    let span: Span
    /// The range of the name with its brackets, if it has any.
    let token: Span
  }

  /// Returns the streams and marbles in some nodes.
  func contents(of nodes: [SyntaxNode]) -> Contents {
    var contents = Contents()
    var waiting = nodes
    /// The marbles that a `where` replaces, so that they are not names.
    var replaced: Set<String> = []
    while let node = waiting.popLast() {
      switch node.kind {
      case .identifier: if let index = stream(node.text) { contents.streams.insert(index) }
      case .timeline(let form): contents.marbles += marbles(in: node, as: form)
      case .renaming: replaced.formUnion(keys(in: node))
      default: waiting += node.parts
      }
    }
    contents.marbles.removeAll { replaced.contains($0.name) }
    return contents
  }

  /// Returns the marbles that are names of streams in the receivers of the operators in a statement.
  func names(in statement: SyntaxNode, among known: [Int: Contents]) -> [Marble] {
    var found: [Marble] = []
    var waiting = [statement]
    while let node = waiting.popLast() {
      let parts = node.parts
      waiting += parts
      switch node.kind {
      case .chain:
        for (index, part) in parts.enumerated() where startsStreams(part) {
          found += marbles(sentBy: contents(of: Array(parts[..<index])), among: known)
        }
      case .call where startsStreams(node): found += marbles(sentBy: contents(of: parts), among: known)
      default: break
      }
    }
    return found
  }

  /// Returns the marbles of some streams, and of the streams from which they are made.
  private func marbles(sentBy contents: Contents, among known: [Int: Contents]) -> [Marble] {
    var marbles = contents.marbles
    var seen: Set<Int> = []
    var waiting = Array(contents.streams)
    while let index = waiting.popLast() {
      guard seen.insert(index).inserted, let contents = known[index] else { continue }
      marbles += contents.marbles
      waiting += contents.streams
    }
    return marbles
  }

  /// Whether a node is a call of an operator that starts the streams that its source sends.
  func startsStreams(_ node: SyntaxNode) -> Bool {
    guard let name = operatorName(of: node) else { return false }
    if startsStreams(operatorNamed: name) { return true }
    let known = Catalog.standard[name]?.name
    return known == "flatten"
      || node.parts.contains { part in
        part.kind == .closure && startsValues(of: part, alsoReturned: known == "flatMap")
      }
  }

  private func marbles(in node: SyntaxNode, as form: TimelineForm) -> [Marble] {
    TimelineReader(node.source, tick: .millisecond).tokens(in: node.span, as: form).tokens.compactMap { token in
      guard token.kind == .value else { return nil }
      let text = node.source.text(of: token.span)
      guard text.hasPrefix("["), text.hasSuffix("]"), token.span.count > 2 else {
        return Marble(name: text, span: span(token.span), token: span(token.span))
      }
      let inner = token.span.lowerBound + 1..<token.span.upperBound - 1
      return Marble(name: node.source.text(of: inner), span: span(inner), token: span(token.span))
    }
  }

  /// Returns the keys of a `where`.
  private func keys(in node: SyntaxNode) -> [String] {
    TimelineReader(node.source, tick: .millisecond).renamingTokens(in: node.span).tokens.compactMap { token in
      let rest = node.source.bytes[..<node.span.upperBound].dropFirst(token.span.upperBound)
      let isKey = rest.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: "=")
      return isKey ? node.source.text(of: token.span) : nil
    }
  }
}
