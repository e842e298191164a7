import MarbleSession
import Marbles

/// Explanations and drawings at a place.
extension EditedDocument {
  /// An explanation of a part of the document, in Markdown.
  package struct Hover: Sendable {
    package let span: Span
    package let markdown: String
  }

  /// Returns the explanation of the name or the statement at an offset, or `nil` if there is none.
  ///
  /// - Parameter pictures: The colors of drawings as pictures, or `nil` for drawings as text.
  package func hover(
    at offset: Int, pictures: DrawingStyle.Theme?, in makeSession: @escaping () -> Session
  ) -> Hover? {
    guard let place = place(at: offset) else { return nil }
    let model = model
    guard let statement = model.scripts[place.index].statement(at: place.offset) else { return nil }
    let writer = HoverWriter(pictures: pictures)
    if let name = statement.operatorName(at: place.offset) {
      let isHere = statement.kind == .operatorDefinition
      let end = isHere ? statement.span.upperBound : statement.span.lowerBound
      let session = session(at: place, upTo: end, in: makeSession)
      if let text = writer.text(ofOperator: name.text, in: session) {
        return Hover(span: span(of: name.span, in: place.passage), markdown: text)
      }
    }
    if let use = use(at: offset, in: model), model.symbols[use.symbol].kind == .stream {
      let symbol = model.symbols[use.symbol]
      let isHere = symbol.origin == .passage(place.index) && symbol.statement == statement.span
      let end = isHere ? statement.span.upperBound : statement.span.lowerBound
      let session = session(at: place, upTo: end, in: makeSession)
      return writer.text(ofDrawing: symbol.name, in: session).map { Hover(span: use.span, markdown: $0) }
    }
    let drawn = session(at: place, upTo: statement.span.lowerBound, in: makeSession)
    return writer.text(of: statement, in: drawn).map { markdown in
      Hover(span: span(of: statement.span, in: place.passage), markdown: markdown)
    }
  }

  /// Returns the answer to a question of a failed assertion, as text.
  ///
  /// - Parameter span: The range of the assertion.
  package func explanation(
    of question: String, at span: Span, in makeSession: @escaping () -> Session
  ) -> String? {
    guard let place = place(at: span.lowerBound) else { return nil }
    let end = place.offset + span.count
    let session = session(at: place, upTo: min(end, place.source.bytes.count), in: makeSession)
    session.options.runsStatements = true
    var text: String?
    session.evaluate(Source(name: "question", text: question)) { answer in
      if case .explained = answer { text = HoverWriter().plainText(of: answer) }
    }
    return text
  }
}

extension SyntaxNode {
  /// Returns the name of the operator at an offset.
  fileprivate func operatorName(at offset: Int) -> SyntaxNode? {
    for child in children where child.span.contains(offset) || child.span.upperBound == offset {
      if child.kind == .identifier, [.call, .link, .signature].contains(kind) { return child }
      if let name = child.operatorName(at: offset) { return name }
    }
    return nil
  }
}
