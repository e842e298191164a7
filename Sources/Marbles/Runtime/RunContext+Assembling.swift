import MarbleLanguage

/// How operators are put together, and that this has an end.
extension RunContext {
  /// Puts an operator together with what stands inside it, and tells how high it stands then; `nil` where that is more
  /// than the stack is sure to hold, or more than anybody means.
  ///
  /// - Parameter outer: how deep inside others it is written, where these have been put together long since.
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

  /// What is put together stands on something so high.
  func rise(to height: Int) {
    self.height = max(self.height, height)
  }

  /// What is put together may stand on a value.
  func rise(on value: Value) {
    switch value {
    case .stream(let stream): rise(to: stream.height)
    case .tuple(let items): items.forEach(rise(on:))
    default: break
    }
  }

  /// How high the stream of a name stands.
  func height(of binding: Binding) -> Int { producers[ObjectIdentifier(binding)]?.height ?? 0 }

  /// How many operators may stand one inside the other, through all names that an expression uses.
  static let maxDepth = 150
  /// How many operators an expression may have, through all operators of the script's own that it uses.
  static let maxOperators = 20_000
}
