import Marbles

extension ExampleScript.Assertion {
  /// Returns the sources of an expression with the rules for their ends, if the operator is the outermost call.
  func rules(of entry: CatalogEntry) -> [(source: ExampleScript.Binding, rule: CatalogEntry.TerminationRule)] {
    guard let (call, streams) = streams(of: entry) else { return [] }
    let labels = call.arguments.compactMap { $0.label?.text }
    return sources.compactMap { source in
      let stream = streams[source.name] ?? CatalogEntry.TerminationRule.innerStream
      // Parameters of the same kind share a rule, under the name `stream`.
      let names = [stream, "stream", CatalogEntry.TerminationRule.innerStream]
      let rules =
        names.lazy.map { name in entry.terminationRules.filter { $0.stream == name } }.first { !$0.isEmpty } ?? []
      let rule = rules.first { $0.label.map(labels.contains) ?? false } ?? rules.first { $0.label == nil }
      return rule.map { (source, $0) }
    }
  }

  /// Returns the operator's parameter names for the streams that the call names.
  private func streams(of entry: CatalogEntry) -> (call: Call, streams: [String: String])? {
    let source = Source(name: "example", text: text)
    var parser = Parser(source, bindings: Parser.Bindings())
    guard case .success(let statement)? = parser.next(),
      case .show(.definition(.expression(let expression)), _) = statement.kind
    else { return nil }
    let call: Call
    let receiver: Expression?
    // A stream of an action shows the rules of the action.
    let outer = if case .member(let action, _) = expression.kind { action } else { expression }
    switch outer.kind {
    case .call(let outermost): (call, receiver) = (outermost, nil)
    case .method(let first, let outermost): (call, receiver) = (outermost, first)
    default: return nil
    }
    guard call.name.text == entry.name else { return nil }
    guard let (overload, written) = try? OverloadResolution(call, entry, nil, receiver).match() else { return nil }
    var streams: [String: String] = [:]
    for (parameter, argument) in zip(overload.parameters, written) {
      switch argument {
      case .expression(let expression): streams.merge(expression.streams(as: parameter.name)) { $1 }
      case .expressions(let several):
        for expression in several { streams.merge(expression.streams(as: parameter.name)) { $1 } }
      case .closure(let closure):
        for name in closure.body.names { streams[name] = CatalogEntry.TerminationRule.innerStream }
      case .nothing: break
      }
    }
    return (call, streams)
  }
}

extension Expression {
  /// Returns the parameter names of the streams in an argument, where those inside an array are inner streams.
  fileprivate func streams(as parameter: String) -> [String: String] {
    if case .name(let name) = kind { return [name: parameter] }
    return names.reduce(into: [:]) { $0[$1] = CatalogEntry.TerminationRule.innerStream }
  }
}
