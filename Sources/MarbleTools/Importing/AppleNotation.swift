import Marbles

/// A converter for the validation strings of swift-async-algorithms, alone or in a Swift test.
struct AppleNotation {
  private let source: Source

  init(_ source: Source) {
    self.source = source
  }

  func convert(into draft: inout ImportDraft) {
    let code = ForeignCode(source, language: .swift)
    let tests = code.tokens.indices.filter { code.has("validate", at: $0) && !code.has("func", at: $0 - 1) }
    if tests.isEmpty {
      if !code.beginsLine(with: Self.programWords) { convertLines(into: &draft) }
      return
    }
    for span in code.unclosed.prefix(10) { draft.report(.unclosedString, at: span) }
    var function: (name: String, index: Int)?
    var index = 0
    for test in tests {
      while index < test {
        if code.has("func", at: index), let name = code.name(at: index + 1) { function = (name, index) }
        index += 1
      }
      convert(code, test, title: function.map { Self.title(of: $0.name) } ?? "validate", into: &draft)
    }
  }

  private static let programWords: Set = [
    "import", "func", "struct", "class", "enum", "extension", "protocol", "final", "public", "let", "var", "private",
    "actor",
  ]

  /// Returns the title of a test such as `test_take_two` or `testTakeTwo`, without its prefix.
  private static func title(of name: String) -> String {
    var rest = name[...]
    if rest.hasPrefix("test") { rest = rest.dropFirst(4) }
    var title = ""
    for character in rest {
      if character == "_" {
        title += " "
      } else if character.isUppercase, title.last?.isLowercase == true {
        title += " " + character.lowercased()
      } else {
        title.append(character)
      }
    }
    var words = title.oneLine
    // The name `testTakesTwo` begins with a word, `testURLs` with an acronym.
    if let first = words.first, words.dropFirst().first?.isLowercase == true {
      words = first.lowercased() + words.dropFirst()
    }
    return words.isEmpty ? name : words
  }

  // MARK: Tests

  /// Converts `validate { "a-|"; $0.inputs[0]…; "a-|" }`, or leaves it out with the reason.
  private func convert(_ code: ForeignCode, _ test: Int, title: String, into draft: inout ImportDraft) {
    let start = code.tokens[test].span
    draft.part(at: start.lowerBound)
    let before = draft
    do throws(ImportRefusal) {
      try convert(body(of: test, in: code), code, title: title, into: &draft)
      draft.countTest()
    } catch {
      draft = before
      draft.omitTest(title, error)
    }
  }

  /// Returns the tokens in the braces of a test.
  private func body(of test: Int, in code: ForeignCode) throws(ImportRefusal) -> Range<Int> {
    var open = test + 1
    if code.has("(", at: open), let arguments = code.inside(open) {
      let span = code.span(of: arguments)
      for index in arguments {
        if code.has("theme", at: index) { throw ImportRefusal(problem: .otherTheme, span: span) }
        if code.has("expectedFailures", at: index) { throw ImportRefusal(problem: .expectedFailures, span: span) }
      }
      open = arguments.upperBound + 1
    }
    guard code.has("{", at: open), let body = code.inside(open) else {
      throw ImportRefusal(problem: .statement, span: code.tokens[test].span)
    }
    return body
  }

  private func convert(
    _ body: Range<Int>, _ code: ForeignCode, title: String, into draft: inout ImportDraft
  ) throws(ImportRefusal) {
    var diagram = "$0"
    var start = body.lowerBound
    if let name = code.name(at: start), code.has("in", at: start + 1), start + 2 <= body.upperBound {
      diagram = name
      start += 2
    }
    let statements = statements(of: code, in: start..<body.upperBound)
    let isString = { (range: Range<Int>) in range.count == 1 && code.tokens[range.lowerBound].kind == .string }
    let inputs = statements.prefix(while: isString)
    guard inputs.count + 2 == statements.count, let last = statements.last, isString(last) else {
      throw ImportRefusal(problem: .statement, span: code.span(of: body))
    }
    var names: [String] = []
    for (number, input) in inputs.enumerated() {
      let name = inputs.count == 1 ? "input" : "input\(number + 1)"
      let marbles = try marbles(input, code, isExpected: false)
      if let message = draft.tryBind(name, to: marbles.result.text) {
        throw ImportRefusal(problem: .rejected(message), span: code.span(of: input))
      }
      names.append(name)
    }
    let expression = statements[inputs.count]
    let text = try SwiftExpression(code: code, diagram: diagram, inputs: names).text(of: expression)
    let expected = try marbles(last, code, isExpected: true)
    let during = expected.cancellation.map { " during " + WindowPrinter.text(of: Window(from: 0, until: $0)) } ?? ""
    draft.comment(title)
    if let message = draft.tryAssert(text + during, equals: expected.result.text) {
      throw ImportRefusal(problem: .rejected(message), span: code.span(of: expression))
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

  /// Returns the statements of a block, which are separated by line ends or by `;`.
  private func statements(of code: ForeignCode, in range: Range<Int>) -> [Range<Int>] {
    var statements: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      let ends = code.has(";", at: index)
      if index > start, ends || (code.tokens[index].opensLine && !code.has(".", at: index)) {
        statements.append(start..<index)
        start = index
      }
      if ends { start = index + 1 }
      index = code.after(index, in: range)
    }
    if start < range.upperBound { statements.append(start..<range.upperBound) }
    return statements.filter { !$0.isEmpty }
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
