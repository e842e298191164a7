import MarbleLanguage
import TestSupport
import Testing

/// Names that a test takes as bound.
func bindings(_ names: String...) -> Parser.Bindings {
  Parser.Bindings(vocabulary, isBound: { names.contains($0) }, names: { names })
}

/// The words that the tests take as known before anything is bound.
private let vocabulary = Vocabulary(
  operator: { name in
    ["merge": "merge(stream, …)", "map": "source.map { … }", "take": "source.take(first: count)"][name]
      .map { Vocabulary.Operator(name: name, signature: $0) }
  },
  isFunction: { $0 == "Int" })

/// Every statement of a text, as a line of its dump or of its problem.
func outline(
  _ text: String, mode: Parser.Mode = .script, bindings: Parser.Bindings = bindings()
) -> [String] {
  var parser = Parser(Source(name: "test", text: text), mode: mode, bindings: bindings)
  var lines: [String] = []
  while let result = parser.next() {
    switch result {
    case .success(let statement): lines.append(dump(statement))
    case .failure(let diagnostic): lines.append("error: \(diagnostic.problem.message)")
    }
  }
  return lines
}

/// The body of a closure, which is where every kind of expression may stand.
func body(_ text: String) throws -> String {
  let source = Source(name: "test", text: "a.map {\(text)}")
  var parser = Parser(source, bindings: bindings("a"))
  let statement = try #require(try parser.next()?.get())
  guard case .show(.definition(.expression(let expression)), _) = statement.kind,
    case .method(_, let call) = expression.kind
  else {
    return dump(statement)
  }
  return try dump(#require(call.trailing).body)
}

/// Every diagnostic of a text, in order.
func diagnostics(
  _ text: String, mode: Parser.Mode = .script, bindings: Parser.Bindings = bindings()
) -> [Diagnostic] {
  var parser = Parser(Source(name: "test", text: text), mode: mode, bindings: bindings)
  var found: [Diagnostic] = []
  while let result = parser.next() {
    if case .failure(let diagnostic) = result { found.append(diagnostic) }
  }
  return found
}
