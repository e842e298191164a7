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
    let script = model.scripts[place.index]
    guard let statement = script.statement(at: place.offset) else { return nil }
    let writer = HoverWriter(pictures: pictures)
    if let use = script.use(at: place.offset) {
      let symbol = use.symbol.map { script.symbols[$0] }
      let isHere = symbol?.origin == .passage(place.index) && symbol?.statement == statement.span
      let end = isHere ? statement.span.upperBound : statement.span.lowerBound
      let session = session(at: place, upTo: end, in: makeSession)
      let isStream = symbol?.kind == .stream
      let text =
        isStream
        ? writer.text(ofDrawing: use.name, in: session)
        : use.kind == .value ? nil : writer.text(ofOperator: use.name, in: session)
      if isStream || text != nil {
        return text.map { Hover(span: span(of: use.span, in: place.passage), markdown: $0) }
      }
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
