import MarbleLanguage
import Reactive

/// A use of an operator in a run, with the services of the run that its overload needs.
package final class OperatorApplication {
  let runContext: RunContext
  let entry: CatalogEntry
  /// The name by which the operator was called, with its location.
  let name: Name
  let source: Source
  let tickLength: TickLength
  /// The record of this use, if the run records causes.
  let stage: Stage?

  package init(
    runContext: RunContext, entry: CatalogEntry, name: Name, source: Source, tickLength: TickLength, stage: Stage?
  ) {
    self.runContext = runContext
    self.entry = entry
    self.name = name
    self.source = source
    self.tickLength = tickLength
    self.stage = stage
  }

  /// Returns a fault at the name of the operator.
  func fault(_ problem: ProgramProblem) -> Fault { Fault(problem, at: name.span, in: source) }

  /// Returns the result of `body`, or stops the run and returns `standIn` if it throws.
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

  /// Returns the stream that a value stands for, or stops the run if there is none.
  func innerStream(_ value: Value) -> Producer {
    guarding(.never, value) { () throws(ProgramProblem) in
      runContext.records.stageLog?.forgetLast()
      return runContext.tapped(try runContext.producer(from: value, tickLength), inside: stage)
    }
  }

  /// Returns the Boolean that a value must be, or stops the run if it is not one.
  func boolean(_ value: Value) -> Bool {
    guarding(false, value) { () throws(ProgramProblem) in
      guard case .boolean(let isTrue) = value else { throw .wrongKind(expected: .condition, found: value.kind) }
      return isTrue
    }
  }
}
