import Marbles

/// The state of a session, except for its settings.
package struct SessionState {
  var bindings = Bindings()
  var resultCount = 0
  /// Returns when streams were observed in the last run, or `nil` before the first run.
  package var subscriptions: (() throws(Fault) -> Outcome.Subscriptions)?
  /// Draws the last drawing or assertion, while the given function returns `true`.
  var lastDrawing: ((_ isWanted: @escaping () -> Bool) throws(Fault) -> Diagram)?
  /// The run that the last drawing shows, or `nil` if it shows none.
  var lastRun: PlannedStatement.PlannedRun?
  /// The question about the first event that the last run's assertion did not find.
  var missingEvent: EventQuestion?
  /// The names that could not be bound because of errors, with custom operators by their keys.
  var failedNames: Set<String> = []
  /// The last drawing that was loaded from JSON, for questions about its lanes.
  var loadedDrawing: Session.LoadedDrawing?
  /// The last search, for `:choose`.
  var search: LastSearch?
  /// The statements of programs in another language that later ones depend on.
  var foreignDeclarations = ForeignDeclarations()
  /// The recorded steps, in order.
  var steps: [Step] = []

  /// A search with its result.
  struct LastSearch {
    let planned: PlannedStatement.PlannedSearch
    let result: SearchResult
    let assertion: Answer.Assertion
  }

  /// A recorded statement.
  struct Step {
    enum Kind {
      case binding, result, comment, other
    }

    let kind: Kind
    /// The statement as it is written.
    var text: String
    /// The equivalent statement in a script, with assertions for results.
    let saved: String
    /// The comment after the statement, on its last line.
    var remark = ""
    /// The number of bindings before the step.
    ///
    /// The property `results` is the number of results before it.
    let bound: Int
    let results: Int
    /// The setting of `:within` that a search in a trace has without it, and that of other statements.
    var toleration: (own: String, other: String)?
  }

  /// Undoes the last binding or result, and returns its text, or `nil` if there is none.
  mutating func undo() -> String? {
    guard let index = steps.lastIndex(where: { $0.kind == .binding || $0.kind == .result }) else { return nil }
    let step = steps.remove(at: index)
    bindings = bindings.beginning(step.bound)
    resultCount = step.results
    lastDrawing = loadedDrawing.map { drawing in { _ in drawing.diagram } }
    lastRun = nil
    subscriptions = nil
    return step.text
  }
}
