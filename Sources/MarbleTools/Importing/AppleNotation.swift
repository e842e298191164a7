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
    if tests.isEmpty { return convertLines(into: &draft) }
    for span in code.unclosed.prefix(10) { draft.report(.unclosedString, at: span) }
    var function: (name: String, index: Int)?
    var index = 0
    for test in tests {
      while index < test {
        if code.has("func", at: index), let name = code.name(at: index + 1) { function = (name, index) }
        index += 1
      }
      convert(code, test, title: function.map { Self.title(of: $0.name) }, into: &draft)
      function = nil
    }
  }

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

  /// Converts `validate { "a-|"; $0.inputs[0]…; "a-|" }`.
  private func convert(_ code: ForeignCode, _ test: Int, title: String?, into draft: inout ImportDraft) {
    var open = test + 1
    if code.has("(", at: open) {
      guard let arguments = code.inside(open) else {
        return draft.omit(code.span(of: test..<open + 1), .statement)
      }
      open = arguments.upperBound + 1
      if arguments.contains(where: { code.has("theme", at: $0) }) {
        let end = code.inside(open).map { $0.upperBound + 1 } ?? open
        draft.part(at: code.tokens[test].span.lowerBound)
        return draft.omit(code.span(of: test..<end), .otherTheme, at: code.span(of: arguments))
      }
    }
    guard code.has("{", at: open), let body = code.inside(open) else {
      return draft.omit(code.span(of: test..<min(open, code.tokens.count)), .statement)
    }
    draft.part(at: code.tokens[test].span.lowerBound)
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
      return draft.omit(code.span(of: test..<body.upperBound + 1), .statement)
    }

    var names: [String] = []
    for (number, input) in inputs.enumerated() {
      let name = inputs.count == 1 ? "input" : "input\(number + 1)"
      let marbles = AppleMarbles(source, at: code.contents(of: input.lowerBound), isExpected: false)
      for diagnostic in marbles.result.diagnostics { draft.report(diagnostic.problem, at: diagnostic.span) }
      draft.bind(name, to: marbles.result.text, from: code.span(of: input))
      names.append(name)
    }
    let expression = statements[inputs.count]
    let text = SwiftExpression(code: code, diagram: diagram, inputs: names).text(of: expression)
    let expected = AppleMarbles(source, at: code.contents(of: last.lowerBound), isExpected: true)
    for diagnostic in expected.result.diagnostics { draft.report(diagnostic.problem, at: diagnostic.span) }
    // Without exact events there is nothing to assert, but the run can still be shown.
    let from = code.span(of: expression.lowerBound..<last.upperBound)
    if let title { draft.comment(title) }
    let isWhole = expected.result.diagnostics.isEmpty
    let during = expected.cancellation.map { " during " + WindowPrinter.text(of: Window(from: 0, until: $0)) } ?? ""
    if isWhole {
      draft.assert(text + during, equals: expected.result.text, from: from)
    } else {
      draft.omit(code.span(of: last))
      draft.state(text + during, from: from)
    }
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
