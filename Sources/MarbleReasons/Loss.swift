import MarbleEvaluation
import MarbleLanguage

/// The operator after which an event is missing, and what happened to the event there.
struct Loss {
  enum State {
    /// The operator received it.
    case received(StageStart, index: Int)
    /// The operator sent another event for it.
    case renamed(to: Event)
    /// The result of the operator had ended.
    case ended(at: Timeline.Marble)
    /// The operator had unsubscribed from the stream.
    case left(at: Int)
    /// The operator subscribed to the stream later, or never.
    case notStarted(until: Int?)
    /// The result was not observed at that time.
    case unobserved
    /// The source had already ended.
    case afterEnd(Timeline.Marble)
    /// The result waits for the end of a stream.
    case waits(for: StageInput)
    /// A source never sends the end.
    case endless
    /// The operator would never have sent it, because it uses the stream only as a signal.
    case onlySignal
    /// Neither the operator nor anything before it sends such an event.
    case unsent
  }

  /// The operator, or the source if there is no operator between it and the observer.
  let stage: Stage?
  /// The input of the operator from which the event came.
  let input: StageInput?
  /// The event at that place.
  let marble: Timeline.Marble?
  let state: State
  /// The input from whose stream an event was not received, if an operator between it and `stage` observes it.
  var missedInput: StageInput?

  /// The input whose stream sent the event, or would have sent it.
  var sender: StageInput? { missedInput ?? input }

  /// Returns the number of the start of the source that would have sent the event, if the source was not started so
  /// often and the tick of that start is not known.
  func furtherStart(in run: CausalRun) -> Int? {
    guard let sender, let marble,
      sender.owner.waitsForTime || sender.owner.inputs.contains(where: { $0.parameter == nil })
    else { return nil }
    return SourceEvents.furtherStarts(of: sender, in: run).first { $0.marble == marble }?.start
  }
}

extension StageInput {
  /// The number of values that the operator received from the last subscription.
  var valueCount: Int { starts.last?.marbles.count { !$0.event.isTerminating } ?? 0 }

  /// Whether the last subscription was disposed before the stream had ended.
  var wasCut: Bool { starts.last.map { $0.terminal == nil && $0.end != nil } ?? false }

  /// Whether the operator never sends the values of the stream.
  var isSignal: Bool {
    guard let parameter else {
      // The streams of an action send the values of its inner streams.
      return owner.behavior?.usesInnerStreamsAsSignals == true && owner.use?.call.sendsNamedStreams == false
    }
    return owner.use?.call.entry.reasons.contains { $0.condition == .signal && $0.stream == parameter } ?? false
  }
}
