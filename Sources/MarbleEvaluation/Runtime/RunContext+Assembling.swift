import MarbleLanguage

/// Assembling operators, with limits on their number and depth.
extension RunContext {
  /// Assembles an operator and its arguments, and returns the result with its height.
  ///
  /// Returns `nil` if the operators could exhaust the stack, or if there are too many.
  ///
  /// - Parameter outer: The nesting depth of the operator if the operators around it were assembled earlier.
  func assemble(
    within outer: Int, _ body: () throws(Fault) -> Producer
  ) throws(Fault) -> (producer: Producer, height: Int)? {
    let (depthAround, heightAround) = (depth, height)
    depth = max(depth, outer)
    if depthAround == 0 { operatorCount = 0 }
    operatorCount += 1
    guard depth < Self.maxDepth, operatorCount <= Self.maxOperators else { return nil }
    depth += 1
    height = 0
    defer { depth = depthAround }
    let producer = try body()
    let own = height + 1
    height = max(heightAround, own)
    return own <= Self.maxDepth ? (producer, own) : nil
  }

  /// Raises the height of the current operator to at least that of an argument.
  func raiseHeight(to height: Int) {
    self.height = max(self.height, height)
  }

  /// Raises the height of the current operator to at least that of the streams in a value.
  func raiseHeight(forStreamsIn value: Value) {
    switch value {
    case .stream(let stream): raiseHeight(to: stream.height)
    case .tuple(let items): items.forEach(raiseHeight(forStreamsIn:))
    default: break
    }
  }

  /// Returns the height of the operators that produce the stream of a name.
  func height(of binding: Binding) -> Int { producers[ObjectIdentifier(binding)]?.height ?? 0 }

  /// The maximum depth of nested operators, including those of the names that an expression uses.
  static let maxDepth = 150
  /// The maximum number of operators of an expression, including those of the custom operators that it uses.
  static let maxOperators = 20_000
}
