import MarbleEvaluation
import MarbleLanguage

/// Answers about streams in closures to which an operator never subscribed.
extension Inquiry {
  /// The answer if a stream in a closure sends the event, and the operator never subscribed to that stream.
  func unsubscribed(_ event: Event) -> Draft? {
    for stage in run.log.stages.reversed() {
      guard let use = stage.use else { continue }
      let stream = use.call.arguments.flatMap(\.streamsInClosures).first { stream in
        !isReached(stream, by: stage) && stream.sends(event)
      }
      guard let stream else { continue }
      return draft(
        answer(
          event,
          "`\(stage.label)` never subscribed to \(use.words(for: stream)), which sends it\(reason(of: stage))."),
        came: false, culprit: stage)
    }
    return nil
  }

  /// Returns the reason why an operator called a closure not at all, or not again, if it is known.
  private func reason(of stage: Stage) -> String {
    if stage.handlesFailures, let source = stage.inputs.first, source.starts.allSatisfy({ $0.failure == nil }) {
      return ", because `\(source.name)` did not fail"
    }
    return failure(of: stage)
  }

  /// Returns a full stop and words about the failure of an operator, or an empty string if it did not fail.
  func failure(of stage: Stage) -> String {
    let starts = run.log.stages.lazy.flatMap(\.inputs).filter { $0.stage === stage }.flatMap(\.starts)
    let own = stage === run.root ? run.output.marbles.last { EventKind($0.event) == .failed } : nil
    guard let end = own ?? starts.compactMap(\.failure).last,
      // An operator such as `retry` may have subscribed again.
      !starts.contains(where: { $0.tick >= end.tick && $0.terminal != end })
    else { return "" }
    return ". It failed on tick \(end.tick)\(run.origin(of: end, sentBy: stage))"
  }

  private func isReached(_ stream: PlanExpression, by stage: Stage) -> Bool {
    if case .stream(let binding) = stream.kind { return run.runContext.sources.reached.contains { $0 === binding } }
    // Which of several streams in a closure was observed is not recorded.
    return stage.inputs.contains { $0.parameter == nil && !$0.starts.isEmpty }
  }
}

extension Stage {
  /// Whether the operator calls a closure for failures.
  fileprivate var handlesFailures: Bool {
    use?.call.overload.parameters.contains { $0.takes(.message) } ?? false
  }
}

extension StageStart {
  /// The failure that was received, if there is one.
  fileprivate var failure: Timeline.Marble? { terminal.flatMap { EventKind($0.event) == .failed ? $0 : nil } }
}

extension OperatorUse {
  /// The stream as it is written in a closure.
  fileprivate func words(for stream: PlanExpression) -> String {
    let text = context.source.text(of: stream.span).onOneLine
    return text.count <= Stage.maxLabelLength ? "`\(text)`" : "the stream in its closure"
  }
}

extension PlanArgument {
  /// The streams in a closure that depend on no value.
  fileprivate var streamsInClosures: [PlanExpression] {
    if case .closure(let closure) = self { closure.body.knownStreams } else { [] }
  }
}

extension PlanExpression {
  /// The streams in the expression that depend on no value, without those in the closures of operators in it.
  fileprivate var knownStreams: [PlanExpression] {
    switch kind {
    case .stream, .timeline: [self]
    case .call(let call) where call.entry.family == .make: [self]
    default: parts.flatMap(\.knownStreams)
    }
  }

  /// Whether the stream sends an event.
  ///
  /// The arguments of an operator that creates a stream are its values.
  fileprivate func sends(_ event: Event) -> Bool {
    switch kind {
    case .stream(let binding): binding.timelines.contains { $0.sends(event) }
    case .timeline(let quoted): quoted.timeline.sends(event)
    case .call: parts.contains { $0.constant.map(Event.value) == event }
    default: false
    }
  }
}

extension Timeline {
  fileprivate func sends(_ event: Event) -> Bool { marbles.contains { $0.event == event } }
}
