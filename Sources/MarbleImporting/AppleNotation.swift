import Marbles

/// A converter for the validation strings of swift-async-algorithms, alone or in a Swift test.
struct AppleNotation {
  private let source: Source

  init(_ source: Source) {
    self.source = source
  }

  func convert(into draft: inout ImportDraft) {
    let code = ForeignCode(source, language: .swift)
    let tests = code.validations
    if tests.isEmpty {
      if !code.beginsLine(with: Self.programWords) { convertLines(into: &draft) }
      return
    }
    for span in code.unclosed.prefix(10) { draft.report(.unclosedString, at: span) }
    for (test, function) in tests {
      convert(code, test, title: function.map { ForeignCode.title(of: $0) } ?? "validate", into: &draft)
    }
  }

  private static let programWords: Set = [
    "import", "func", "struct", "class", "enum", "extension", "protocol", "final", "public", "let", "var", "private",
    "actor",
  ]

  // MARK: Tests

  /// Converts `validate { "a-|"; $0.inputs[0]…; "a-|" }`, or leaves it out with the reason.
  private func convert(_ code: ForeignCode, _ test: Int, title: String, into draft: inout ImportDraft) {
    let start = code.tokens[test].span
    draft.part(at: start.lowerBound)
    let before = draft
    do throws(ImportRefusal) {
      try convert(AppleValidation(of: code, at: test), code, title: title, into: &draft)
      draft.countTest()
    } catch {
      draft = before
      draft.omitTest(title, error)
    }
  }

  private func convert(
    _ test: AppleValidation, _ code: ForeignCode, title: String, into draft: inout ImportDraft
  ) throws(ImportRefusal) {
    for (name, input) in zip(test.inputNames, test.inputs) {
      let marbles = try marbles(input, code, isExpected: false)
      if let message = draft.tryBind(name, to: marbles.result.text) {
        throw ImportRefusal(problem: .rejected(message), span: code.span(of: input))
      }
    }
    let text = try SwiftExpression(code: code, diagram: test.diagram, inputs: test.inputNames).text(of: test.expression)
    let expected = try marbles(test.expected, code, isExpected: true)
    let during = expected.cancellation.map { " during " + WindowPrinter.text(of: Window(from: 0, until: $0)) } ?? ""
    draft.comment(title)
    let span = code.span(of: test.expression)
    if case .rejected(let message) = draft.tryAssert(text + during, equals: expected.result.text, from: span) {
      throw ImportRefusal(problem: .rejected(message), span: span)
    }
  }

  private func marbles(
    _ string: Range<Int>, _ code: ForeignCode, isExpected: Bool
  ) throws(ImportRefusal) -> AppleMarbles {
    let marbles = AppleMarbles(source, at: code.contents(of: string.lowerBound), isExpected: isExpected)
    if let first = marbles.result.diagnostics.first {
      throw ImportRefusal(problem: first.problem, span: first.span)
    }
    return marbles
  }

  // MARK: Lines

  private func convertLines(into draft: inout ImportDraft) {
    for line in source.lineSpans {
      guard let written = PlainTimelineLine(source, line) else {
        draft.blank()
        continue
      }
      if source.bytes[written.all].starts(with: "//".utf8) {
        draft.comment(source.text(of: written.all.dropFirst(2)))
        continue
      }
      let marbles = AppleMarbles(source, at: written.marbles, isExpected: true)
      for diagnostic in marbles.result.diagnostics { draft.report(diagnostic.problem, at: diagnostic.span) }
      if let name = written.name {
        draft.bind(source.text(of: name), to: marbles.result.text, from: written.all)
      } else {
        draft.state(marbles.result.text, from: written.all)
      }
    }
  }
}
