import MarbleSession
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
  package func definition(at offset: Int, readFile: @escaping FileReader) -> DefinitionPlace? {
    let model = model(readFile)
    return symbol(at: offset, in: model).map { index in
      let definition = definition(of: model.symbols[index])
      return DefinitionPlace(file: definition.file, span: definition.span)
    }
  }

  /// The arguments of `:load`, each with the path of its file.
  package var links: [(span: Span, path: String)] {
    runScripts(model).flatMap { passage, script in script.loads.map { (span(of: $0.span, in: passage), $0.path) } }
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
    model.symbols.filter { $0.kind != .parameter }.map { symbol in
      let (_, span, statement) = definition(of: symbol)
      let text = String(decoding: bytes[span.upperBound..<statement.upperBound], as: UTF8.self)
      return Symbol(
        name: symbol.name, isOperator: symbol.kind == .customOperator,
        detail: clipped(text.onOneLine.trimmingWhitespace), span: span, statement: statement)
    }
  }

  /// The ranges that can be folded, each with whether it is a comment.
  package var foldable: [(span: Span, isComment: Bool)] {
    let model = model
    let statements = runScripts(model).flatMap { passage, script in
      script.statements.map { (span: span(of: $0.span, in: passage), isComment: false) }
    }
    let comments = zip(passages, model.scripts).flatMap { passage, script in
      script.foldedComments.map { (span: span(of: $0, in: passage), isComment: true) }
    }
    return (statements + comments).filter { bytes[$0.span].contains(ASCII.newline) }
      .sorted { $0.span.lowerBound < $1.span.lowerBound }
  }
}

extension ScriptModel {
  /// The ranges of block comments, and of lines of comments that follow each other.
  fileprivate var foldedComments: [Span] {
    comments.reduce(into: []) { folds, comment in
      if let last = folds.last, [last, comment].allSatisfy({ source.text(of: $0).hasPrefix("//") }) {
        let between = source.text(of: last.upperBound..<comment.lowerBound)
        if between.allSatisfy(\.isWhitespace), between.filter(\.isNewline).count == 1 {
          folds[folds.count - 1] = last.lowerBound..<comment.upperBound
          return
        }
      }
      folds.append(comment)
    }
  }
}
