import MarbleLanguage

/// The state of the operators that are being assembled.
struct Assembly {
  /// The depth of the operators that are being assembled.
  var depth = 0
  /// The height of the operators that were assembled last.
  var height = 0
  /// The number of operators assembled so far for the current outermost operator, including itself.
  var operatorCount = 0
  /// Whether the results of the operators that are assembled now have separate lanes.
  var showsStages: Bool
  /// The lanes of `log`, and of the results of operators or of named expressions.
  var intermediateLanes: [IntermediateLane] = []
  /// The notes about closures that probably mean something else.
  var remarks: Set<String> = []

  /// The maximum depth of nested operators, including those of the names that an expression uses.
  static let maxDepth = 150
  /// The maximum number of operators of an expression, including those of the custom operators that it uses.
  static let maxOperators = 20_000
}

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
    let (depthAround, heightAround) = (assembly.depth, assembly.height)
    assembly.depth = max(assembly.depth, outer)
    if depthAround == 0 { assembly.operatorCount = 0 }
    assembly.operatorCount += 1
    guard assembly.depth < Assembly.maxDepth, assembly.operatorCount <= Assembly.maxOperators else { return nil }
    assembly.depth += 1
    assembly.height = 0
    defer { assembly.depth = depthAround }
    let producer = try body()
    let own = assembly.height + 1
    assembly.height = max(heightAround, own)
    return own <= Assembly.maxDepth ? (producer, own) : nil
  }

  /// Raises the height of the current operator to at least that of an argument.
  func raiseHeight(to height: Int) {
    assembly.height = max(assembly.height, height)
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
  func height(of binding: Binding) -> Int { sources.producers[ObjectIdentifier(binding)]?.height ?? 0 }
}
