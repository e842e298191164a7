import Marbles

/// A test of the form `validate { "a-|"; $0.inputs[0]…; "a-|" }`, divided into its parts.
struct AppleValidation {
  /// The tokens of the input strings, the expression and the expected string.
  let inputs: [Range<Int>]
  let expression: Range<Int>
  let expected: Range<Int>
  /// The name of the diagram: `$0`, or another name.
  let diagram: String

  /// Divides the test at a token `validate` into its parts.
  init(of code: ForeignCode, at test: Int) throws(ImportRefusal) {
    let body = try Self.body(of: test, in: code)
    var start = body.lowerBound
    if let name = code.name(at: start), code.has("in", at: start + 1), start + 2 <= body.upperBound {
      diagram = name
      start += 2
    } else {
      diagram = "$0"
    }
    let statements = Self.statements(of: code, in: start..<body.upperBound)
    let isString = { (range: Range<Int>) in range.count == 1 && code.tokens[range.lowerBound].kind == .string }
    inputs = Array(statements.prefix(while: isString))
    guard inputs.count + 2 == statements.count, let last = statements.last, isString(last) else {
      throw ImportRefusal(problem: .statement, span: code.span(of: body))
    }
    expression = statements[inputs.count]
    expected = last
  }

  /// The names of the inputs.
  var inputNames: [String] { inputs.count == 1 ? ["input"] : inputs.indices.map { "input\($0 + 1)" } }

  /// Returns the tokens in the braces of a test.
  private static func body(of test: Int, in code: ForeignCode) throws(ImportRefusal) -> Range<Int> {
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

  /// Returns the statements of a block, which are separated by line ends or by `;`.
  private static func statements(of code: ForeignCode, in range: Range<Int>) -> [Range<Int>] {
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
}

extension ForeignCode {
  /// The tests of the form `validate { … }`, each with the name of the function around it.
  var validations: [(index: Int, function: String?)] {
    var function: String?
    return tokens.indices.compactMap { index in
      if has("func", at: index), let name = name(at: index + 1) { function = name }
      return has("validate", at: index) && !has("func", at: index - 1) ? (index, function) : nil
    }
  }

  /// Returns the words of the name of a test such as `test_take_two` or `testTakeTwo`, without its prefix.
  static func title(of name: String) -> String {
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
}
