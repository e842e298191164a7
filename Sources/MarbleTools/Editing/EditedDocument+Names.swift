import Marbles

/// Definitions, renaming, the outline and folding.
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
    return names.occurrence(at: offset).map { occurrence in
      let definition = names.definitions[occurrence.definition]
      return DefinitionPlace(file: definition.file, span: definition.span)
    }
  }

  /// Returns the ranges of all uses of the name at an offset, with its definition, in the order of the document.
  package func occurrences(at offset: Int) -> [Span] {
    let names = ScriptNames(of: self)
    return names.occurrence(at: offset).map { names.occurrences(of: $0.definition).map(\.span) } ?? []
  }

  // MARK: Renaming

  /// The reason why a name cannot be changed.
  package enum RenamingFailure: Error, Equatable {
    /// There is no name, or it is not defined in this document.
    case nothingToRename
    case notAName(String)
    /// The document already uses the new name.
    case nameIsUsed(String)
    /// A timeline with the new name would have another meaning.
    case nameIsReadDifferently(String)

    package var message: String {
      switch self {
      case .nothingToRename: "there is no name here that this document defines"
      case .notAName(let name): "`\(clipped(name))` is not a name: write a letter or `_`, then letters, digits and `_`"
      case .nameIsUsed(let name): "`\(clipped(name))` is already used in this document"
      case .nameIsReadDifferently(let name): "`\(clipped(name))` would have another meaning in a timeline"
      }
    }
  }

  /// Returns the name at an offset that can be changed, with its range.
  package func renamable(at offset: Int) -> Span? {
    ScriptNames(of: self).occurrence(at: offset)?.span
  }

  /// Returns the edits that change a name everywhere.
  ///
  /// Marbles that are names of the stream change too. A name of several characters is written in brackets there.
  package func renaming(at offset: Int, to name: String) throws(RenamingFailure) -> [DocumentEdit] {
    let names = ScriptNames(of: self)
    guard let occurrence = names.occurrence(at: offset) else { throw .nothingToRename }
    let bytes = SourceBytes(Source(name: "", text: name))
    guard bytes.identifierEnd(at: 0) == bytes.count, bytes.count > 0, !Parser.isReserved(name) else {
      throw .notAName(name)
    }
    if names.definitions[occurrence.definition].name == name { return [] }
    if names.words.contains(name) { throw .nameIsUsed(name) }
    let edits = names.occurrences(of: occurrence.definition).map { occurrence in
      occurrence.marble.map { DocumentEdit(span: $0, text: TimelinePrinter.token(for: .marble(name))) }
        ?? DocumentEdit(span: occurrence.span, text: name)
    }
    let renamed = ScriptNames(of: EditedDocument(name: self.name, bytes: self.bytes.applying(edits)))
    guard renamed.occurrences.map(\.definition).sorted() == names.occurrences.map(\.definition).sorted() else {
      throw .nameIsReadDifferently(name)
    }
    return edits
  }

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
