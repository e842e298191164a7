import Marbles

/// Definitions, the outline and folding.
extension EditedDocument {
  /// The place of the name in a definition.
  package struct DefinitionPlace: Sendable {
    /// The path of the file that `:load` reads, or `nil` for the document itself.
    package let file: String?
    package let span: Span
  }

  /// Returns the definition of the name at an offset, or `nil` if there is none.
  ///
  /// - Parameter readFile: Returns the contents of a file for `:load`, or `nil` if it cannot be read.
  package func definition(at offset: Int, readFile: @escaping (String) -> [UInt8]?) -> DefinitionPlace? {
    let names = ScriptNames(of: self, readFile: readFile)
    return definition(at: offset, in: names).map { index in
      let definition = names.definitions[index]
      return DefinitionPlace(file: definition.file, span: definition.span)
    }
  }

  /// The arguments of `:load`, each with the path of its file.
  package var links: [(span: Span, path: String)] { ScriptNames(of: self).loads }

  // MARK: Outline

  /// A definition in the outline of a document.
  package struct Symbol: Sendable {
    package let name: String
    package let isOperator: Bool
    /// The definition in one line.
    package let detail: String
    package let span: Span
    package let statement: Span
  }

  /// The streams and custom operators that the document defines, in their order.
  package var symbols: [Symbol] {
    ScriptNames(of: self).definitions.filter { $0.kind != .parameter }.map { definition in
      let text = String(decoding: bytes[definition.span.upperBound..<definition.statement.upperBound], as: UTF8.self)
      return Symbol(
        name: definition.name, isOperator: definition.kind == .customOperator,
        detail: clipped(text.onOneLine.trimmingWhitespace), span: definition.span, statement: definition.statement)
    }
  }

  /// The ranges that can be folded, each with whether it is a comment.
  package var foldable: [(span: Span, isComment: Bool)] {
    var folds = ScriptNames(of: self).statements.filter(isOverLines).map { (span: $0, isComment: false) }
    for passage in passages {
      for span in passage.source.comments.map({ self.span(of: $0, in: passage) }) where isOverLines(span) {
        folds.append((span, true))
      }
    }
    return folds.sorted { $0.span.lowerBound < $1.span.lowerBound }
  }

  private func isOverLines(_ span: Span) -> Bool { bytes[span].contains(ASCII.newline) }
}

extension Source {
  /// The ranges of block comments, and of lines of comments that follow each other.
  fileprivate var comments: [Span] {
    var parser = Parser(self, bindings: Parser.Bindings())
    var comments: [Span] = []
    var lastLine: Span?
    func collect(_ node: SyntaxNode) {
      switch node.kind {
      case .blockComment: comments.append(node.span)
      case .lineComment:
        if let last = lastLine, text(of: last.upperBound..<node.span.lowerBound).filter(\.isNewline).count == 1,
          text(of: last.upperBound..<node.span.lowerBound).allSatisfy(\.isWhitespace)
        {
          comments.removeLast()
          comments.append(last.lowerBound..<node.span.upperBound)
        } else {
          comments.append(node.span)
        }
        lastLine = comments.last
      default: node.children.forEach(collect)
      }
    }
    parser.wholeTree().nodes.forEach(collect)
    return comments
  }
}
