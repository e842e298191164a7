import MarbleLanguage

/// Returns a statement as one line of nested lists.
package func dump(_ statement: Statement) -> String {
  let text =
    switch statement.kind {
    case .bind(let name, let definition): "(bind \(name.text) \(dump(definition)))"
    case .define(let name, let parameters, let body):
      "(define \(([name] + parameters).map(\.text).joined(separator: " ")) \(dump(body)))"
    case .show(let subject, let windows): "(show \(dump(subject))\(dump(windows)))"
    case .assert(let subject, let windows, let expectation):
      "(assert \(dump(subject))\(dump(windows)) \(dump(expectation)))"
    case .subscriptions(let name, let windows, _): "(subscriptions \(name.text)\(dump(windows)))"
    case .check(.timeline(let literal)): "(check \(dump(literal)))"
    case .check(.stream(let expression)): "(check \(dump(expression)))"
    case .check(.word(let word)): "(check word \(word.text))"
    case .check(.subscriptions): "(check subscriptions)"
    case .ask(let question, let subject, let windows): "(ask \"\(question.text)\" \(dump(subject))\(dump(windows)))"
    case .law(let law):
      "(law \(law.parameters.map(dump).joined(separator: " "))\(law.condition.map { " when \(dump($0))" } ?? "") \(dump(law.left)) \(dump(law.right)))"
    case .races(let subject, let movement, let windows, let expectation):
      "(races \(dump(subject))\(movement == 0 ? "" : " within \(movement)")\(dump(windows))\(expectation.map { " " + dump($0) } ?? ""))"
    case .command(let name, let arguments): "(command \(name.text) \"\(arguments.text)\")"
    }
  return statement.title.map { "[\($0)] " + text } ?? text
}

private func dump(_ parameter: Law.Parameter) -> String {
  let name = parameter.name.text
  switch parameter.kind {
  case .stream(let isCold, let values): return (isCold ? "cold " : "") + name + (values.map { " of \(dump($0))" } ?? "")
  case .constant(let values): return "\(name) in \(dump(values))"
  }
}

private func dump(_ values: Law.Values) -> String {
  switch values {
  case .range(let range): "\(range.lowerBound)...\(range.upperBound)"
  case .list(let values): "[\(values.map { TimelinePrinter.token(for: $0) }.joined(separator: " "))]"
  }
}

private func dump(_ definition: Definition) -> String {
  switch definition {
  case .pipe(let literal), .raw(let literal): dump(literal)
  case .cold(let attempts): "(attempts\(attempts.map { " " + dump($0) }.joined()))"
  case .expression(let expression): dump(expression)
  }
}

private func dump(_ subject: Subject) -> String {
  switch subject {
  case .definition(let definition): dump(definition)
  case .lastResult: "last"
  }
}

private func dump(_ windows: [WindowLiteral]) -> String {
  windows.map { literal in
    literal.window.map { " \($0.start)..<\($0.end.map(String.init) ?? "")" } ?? " never"
  }.joined()
}

private func dump(_ expectation: Expectation) -> String {
  switch expectation {
  case .timelines(let literals): literals.map(dump).joined(separator: " ")
  case .expression(let expression): dump(expression)
  case .patterns(let literals, let conditions):
    (literals.map(dump) + conditions.map { "(\($0.key.text): \(dump($0.closure)))" }).joined(separator: " ")
  case .missing: "?"
  }
}

/// Returns the form of a timeline, and each event and each gap with its tick.
private func dump(_ literal: TimelineLiteral) -> String {
  let marbles = literal.timeline.marbles.map { marble in
    switch marble.event {
    case .value(.integer(let value)): "\(value)@\(marble.tick)"
    case .value(.marble(let text)), .value(.string(let text)): "\(text)@\(marble.tick)"
    case .completed: "|@\(marble.tick)"
    default: "#@\(marble.tick)"
    }
  }
  let gaps = literal.gaps.map { "\($0.text)@\($0.tick)" }
  return "<\(([String(describing: literal.form)] + marbles + gaps).joined(separator: " "))>"
}

package func dump(_ expression: Expression) -> String {
  switch expression.kind {
  case .integer(let value): "\(value)"
  case .number(let value): "\(value)"
  case .boolean(let value): "\(value)"
  case .null: "nil"
  case .string(let text): dump(text)
  case .duration: "time(\(expression.span.count))"
  case .name(let name): name
  case .parameter(let index): "$\(index)"
  case .prefix(let sign, let operand): "(\(sign.rawValue) \(dump(operand)))"
  case .binary(let sign, let left, let right): "(\(sign.rawValue) \(dump(left)) \(dump(right)))"
  case .conditional(let condition, let then, let otherwise):
    "(? \(dump(condition)) \(dump(then)) \(dump(otherwise)))"
  case .tuple(let items): "(tuple\(items.map { " " + dump($0) }.joined()))"
  case .array(let items): "[\(items.map(dump).joined(separator: " "))]"
  case .member(let receiver, let name): "(.\(name.text) \(dump(receiver)))"
  case .method(let receiver, let call): "(.\(call.name.text) \(dump(receiver))\(dump(call)))"
  case .call(let call): "(\(call.name.text)\(dump(call)))"
  case .implicitMember(let call): "(.\(call.name.text)\(dump(call)))"
  case .closure(let closure): dump(closure)
  case .failure(let message): "(throw \(dump(message)))"
  case .hole: "?"
  }
}

private func dump(_ call: Call) -> String {
  let arguments = call.arguments.map { ($0.label.map { $0.text + ":" } ?? "") + dump($0.value) }
  return (arguments + (call.trailing.map { [dump($0)] } ?? [])).map { " " + $0 }.joined()
}

private func dump(_ closure: Closure) -> String {
  let head = closure.parameters.map { $0.map(\.text).joined(separator: ",") } ?? "$\(closure.shorthandCount)"
  return "{\(head) in \(dump(closure.body))}"
}

private func dump(_ text: StringLiteral) -> String {
  let parts = text.parts.map { part in
    switch part {
    case .literal(let literal, _): literal
    case .interpolation(let value): "\\(\(dump(value)))"
    }
  }
  return "\"\(parts.joined())\""
}
