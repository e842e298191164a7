import MarbleSession
import Marbles

/// Definitions, the outline and folding.
extension EditedDocument {
  /// Returns the definition of the name at an offset, with its ranges in its document.
  ///
  /// - Parameter readFile: Returns the contents of a file for `:load`, or `nil` if it cannot be read.
  package func definition(at offset: Int, readFile: @escaping FileReader) -> ScriptModel.Symbol? {
    let model = model(readFile)
    return symbol(at: offset, in: model).map { inDocument(model.symbols[$0]) }
  }

  /// The arguments of `:load`, each with the path of its file.
  package var links: [(span: Span, path: String)] {
    runScripts(model).flatMap { passage, script in script.loads.map { (span(of: $0.span, in: passage), $0.path) } }
  }

  /// The paths of the files that it loads, or whose contents its fences have.
  package var files: [String] {
    links.map(\.path) + passages.compactMap { $0.fence?.attributes.scriptPath }.map(document.path)
  }

  /// Returns the range of the command that loads a file.
  func commandLoading(_ path: String) -> Span? {
    runScripts(model).lazy.compactMap { passage, script in
      script.loads.first { $0.path == path }.flatMap { script.statement(at: $0.span.lowerBound) }.map {
        span(of: $0.span, in: passage)
      }
    }.first
  }

  // MARK: Outline

  /// The streams and custom operators that the document defines, in their order, with their definitions in one line.
  package var outline: [(symbol: ScriptModel.Symbol, detail: String)] {
    model.symbols.filter { $0.kind != .parameter }.map(inDocument).map { symbol in
      let text = String(decoding: bytes[symbol.span.upperBound..<symbol.statement.upperBound], as: UTF8.self)
      return (symbol, clipped(text.onOneLine.trimmingWhitespace))
    }
  }

  /// The titles of assertions, each with the range of its assertion.
  package var titles: [(text: String, statement: Span)] {
    runScripts(model).flatMap { passage, script in
      script.titles.map { ($0.text, span(of: $0.statement, in: passage)) }
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
