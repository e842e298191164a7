import MarbleLanguage
import TestSupport
import Testing

/// Returns bindings in which the given names are bound.
func bindings(_ names: String...) -> Parser.Bindings {
  Parser.Bindings(vocabulary, isBound: { names.contains($0) }, names: { names })
}

/// The operators and functions that the tests use.
private let vocabulary = Vocabulary(
  operator: { name in
    ["merge": "(letters, letters)", "map": ".map { $0 }", "take": ".take(first: 1)"][name].map { call in
      Vocabulary.Operator(name: name) { receiver, _ in ((receiver ?? name) + call, true) }
    }
  },
  isFunction: { $0 == "Int" })

/// Parses a string.
///
/// Returns one line for each statement: its dump or its error.
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

/// Parses a string as the body of a closure, where every kind of expression is allowed, and returns its dump.
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

/// Parses a string and returns all diagnostics in order.
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
