extension Run {
  /// The reason why an asynchronous sequence did not end, although nothing more could happen.
  public struct Stall: Sendable, Hashable {
    /// The tick from which everything waited.
    public let tick: Int
    /// Whether the task was canceled.
    let isCanceled: Bool
    /// The names of the inputs that tasks wait for, although they never end.
    let silentInputs: [String]
  }
}

extension Run.Stall: CustomStringConvertible {
  /// The sentence about what the sequence waits for.
  public var description: String {
    if isCanceled { return "from tick \(tick) on, everything waits: the sequence did not end when it was canceled" }
    if let input = silentInputs.first {
      return "from tick \(tick) on, everything waits: \(input) sends nothing more and does not end"
    }
    return """
      from tick \(tick) on, every task waits for another one: a deadlock, or a sequence that never ends
        help: a task cannot wait for a real clock or another thread; give it the `clock` of the closure
      """
  }
}
