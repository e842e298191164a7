/// The records of a run beside the events of its observers.
package final class RunRecords {
  /// The trace of the causes of all events, if it is recorded.
  package let trace: Trace?
  /// The streams of the run and what each operator received, if the run records causes.
  package let stageLog: StageLog?
  /// The inner streams that continue after their disposal, in a run that determines the events of ghosts.
  let ghostStreams: RunContext.GhostStreams?
  /// The record of the results of closures and conditions, or `nil` if they are not recorded.
  package var conditions: ConditionLog?
  /// The inner streams, in the order in which they were sent.
  package var innerStreams: [InnerStream] = []
  /// The number of inner streams that were not sent by another inner stream.
  var rootCount = 0

  init(_ detail: RunContext.Detail, _ budget: Budget) {
    trace = if case .result = detail { nil } else { Trace(budget) }
    stageLog = if case .causes = detail { StageLog(budget) } else { nil }
    ghostStreams = if case .ghosts(let dropped) = detail { RunContext.GhostStreams(dropped: dropped) } else { nil }
  }
}
