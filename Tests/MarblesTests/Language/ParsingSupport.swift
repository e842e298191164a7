import Testing

@testable import Marbles

/// Names that a test takes as bound.
func bindings(_ names: String...) -> Parser.Bindings {
  Parser.Bindings(isBound: { names.contains($0) }, names: { names })
}

/// Every statement of a text, as a line of its dump or of its problem.
func outline(
  _ text: String, mode: Parser.Mode = .script, bindings: Parser.Bindings = Parser.Bindings()
) -> [String] {
  var parser = Parser(Source(name: "test", text: text), mode: mode, bindings: bindings)
  var lines: [String] = []
  while let result = parser.next() {
    switch result {
    case .success(let statement): lines.append(dump(statement))
    case .failure(let diagnostic): lines.append("error: \(diagnostic.problem.languageMessage ?? "")")
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

/// A text whose marks `⏵` and `⏴` show where a diagnostic belongs.
struct MarkedText {
  let text: String
  let span: Span

  init(_ marked: String) {
    let bytes = Array(marked.utf8)
    let opening = Array("⏵".utf8)
    let closing = Array("⏴".utf8)
    var plain: [UInt8] = []
    var start: Int?
    var end: Int?
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: opening) {
        start = plain.count
        index += opening.count
      } else if bytes[index...].starts(with: closing) {
        end = plain.count
        index += closing.count
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    text = String(decoding: plain, as: UTF8.self)
    span = (start ?? 0)..<(end ?? start ?? 0)
  }
}

/// Every diagnostic of a text, in order.
func diagnostics(
  _ text: String, mode: Parser.Mode = .script, bindings: Parser.Bindings = Parser.Bindings()
) -> [Diagnostic] {
  var parser = Parser(Source(name: "test", text: text), mode: mode, bindings: bindings)
  var found: [Diagnostic] = []
  while let result = parser.next() {
    if case .failure(let diagnostic) = result { found.append(diagnostic) }
  }
  return found
}
