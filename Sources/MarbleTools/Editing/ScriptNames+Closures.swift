import Marbles

/// The closures that use the values they receive as streams.
extension ScriptNames {
  /// Whether a closure uses a value that it receives as a stream: it applies an operator to the value, or passes the
  /// value to an operator as a stream.
  ///
  /// - Parameter alsoReturned: Whether it also counts that the closure returns the value itself, as for `flatMap`.
  func startsValues(of closure: SyntaxNode, alsoReturned: Bool) -> Bool {
    let parts = closure.parts
    let names = parts.first { $0.kind == .closureParameters }?.parts.filter { $0.kind == .identifier }.map(\.text)
    let values = ClosureValues(names: names.map { Set($0) })
    return parts.contains { part in
      part.kind != .closureParameters && (uses(values, in: part) || alsoReturned && values.areReturned(by: part))
    }
  }

  /// Returns the name of the operator that a node calls, or `nil` for any other node, such as a method of a string.
  func operatorName(of node: SyntaxNode) -> String? {
    guard node.kind == .link || node.kind == .call,
      let name = node.parts.first(where: { $0.kind == .identifier })?.text, BuiltinMethod(rawValue: name) == nil,
      node.parts.contains(where: { $0.kind == .argumentList || $0.kind == .closure })
    else { return nil }
    return name
  }

  private func uses(_ values: ClosureValues, in node: SyntaxNode) -> Bool {
    let parts = node.parts
    switch node.kind {
    case .chain:
      let isReceiver = parts.first.map(values.contain) ?? false
      if isReceiver, parts.dropFirst().contains(where: { operatorName(of: $0) != nil }) { return true }
    case .call, .link:
      let arguments = parts.filter { $0.kind == .argumentList }.flatMap(\.parts).filter { $0.kind == .argument }
      if arguments.contains(where: { $0.parts.contains(where: values.contain) }), takesStreams(node) { return true }
    default: break
    }
    let inner = node.kind == .closure ? values.inside(node) : values
    return parts.contains { uses(inner, in: $0) }
  }

  /// Whether a call is one of an operator with streams as arguments.
  private func takesStreams(_ call: SyntaxNode) -> Bool {
    guard let name = operatorName(of: call) else { return false }
    if isCustomOperator(name) { return true }
    return Catalog.standard[name]?.overloads.contains { $0.parameters.contains { $0.shape.kind == .stream } } ?? false
  }
}

/// The values that a closure receives.
private struct ClosureValues {
  /// The names of the parameters, or `nil` if the closure uses `$0`.
  var names: Set<String>?

  func contain(_ node: SyntaxNode) -> Bool {
    names.map { node.kind == .identifier && $0.contains(node.text) } ?? (node.kind == .parameter)
  }

  /// Whether an expression is one of the values, or a condition that chooses one.
  func areReturned(by node: SyntaxNode) -> Bool {
    contain(node) || node.kind == .conditional && node.parts.dropFirst().contains(where: contain)
  }

  /// Returns the values that a closure inside this one can use.
  func inside(_ closure: SyntaxNode) -> ClosureValues {
    let own = closure.parts.first { $0.kind == .closureParameters }?.parts.map(\.text) ?? []
    return ClosureValues(names: names?.subtracting(own) ?? [])
  }
}
