import Marbles

/// What a session knows, apart from its settings.
struct SessionState {
  var bindings = Bindings()
  var resultCount = 0
  /// Says when streams were observed in the last run; `nil` before the first.
  var subscriptions: (() throws(Fault) -> [(binding: Binding, window: Window)])?
  /// Draws what was drawn or asserted last; what is handed to it is asked whether that is still wanted.
  var lastDrawing: ((_ isWanted: @escaping () -> Bool) throws(Fault) -> Diagram)?
  /// What was meant to be bound and could not; an operator by its key.
  var failedNames: Set<String> = []
  /// What has been done, in order.
  var steps: [Step] = []

  /// A statement that was carried out.
  struct Step {
    enum Kind {
      case binding, result, other
    }

    let kind: Kind
    /// As it was written.
    let text: String
    /// As a script has it that says the same, assertions of what was shown included.
    let saved: String
    /// How much was bound before it, and how many results there were.
    let bound: Int
    let results: Int
  }

  /// Takes back the last binding or result, and gives what it was.
  mutating func undo() -> String? {
    guard let index = steps.lastIndex(where: { $0.kind != .other }) else { return nil }
    let step = steps.remove(at: index)
    bindings = bindings.beginning(step.bound)
    resultCount = step.results
    lastDrawing = nil
    subscriptions = nil
    return step.text
  }
}
