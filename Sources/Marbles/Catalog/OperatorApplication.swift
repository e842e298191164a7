import MarbleLanguage
import Reactive

/// The application of an operator on a stage: what its form may ask of the run.
final class OperatorApplication {
  let runContext: RunContext
  let entry: CatalogEntry
  /// The name that the operator was called by, and where.
  let name: Name
  let source: Source
  let tickLength: TickLength

  init(runContext: RunContext, entry: CatalogEntry, name: Name, source: Source, tickLength: TickLength) {
    self.runContext = runContext
    self.entry = entry
    self.name = name
    self.source = source
    self.tickLength = tickLength
  }

  /// A fault of the operator itself.
  func fault(_ problem: ProgramProblem) -> Fault { Fault(problem, at: name.span, in: source) }

  /// Returns what `body` does with some values; stops the run where it throws, with a stand-in for the result.
  func guarding<T>(_ standIn: T, _ values: Value..., body: () throws(ProgramProblem) -> T) -> T {
    do {
      return try body()
    } catch {
      runContext.fail(
        fault(error).on(RuntimeContext(tick: runContext.scheduler.currentTick, values: values.map { .init(value: $0) }))
      )
      return standIn
    }
  }

  /// Returns the stream that a marble stands for; stops the run where it stands for none.
  func innerStream(_ value: Value) -> Producer {
    guarding(.never, value) { () throws(ProgramProblem) in try runContext.producer(from: value, tickLength) }
  }

  /// Returns a value that must be a Boolean; stops the run where it is not.
  func boolean(_ value: Value) -> Bool {
    guarding(false, value) { () throws(ProgramProblem) in
      guard case .boolean(let isTrue) = value else { throw .wrongKind(expected: .boolean, found: value.kind) }
      return isTrue
    }
  }
}
