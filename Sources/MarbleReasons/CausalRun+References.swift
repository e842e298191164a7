import MarbleEvaluation
import MarbleLanguage

/// Places in the drawing of a run.
extension CausalRun {
  /// Returns the place of a recorded event in the drawing.
  func reference(of track: Trace.Track, _ index: Int) -> Diagram.EventReference? {
    outcome.picture.lines[track].map { Diagram.EventReference(line: $0, index: index) }
  }

  /// Returns the place in the drawing of an event that a source sent.
  func reference(of source: Stage, _ marble: Timeline.Marble) -> Diagram.EventReference? {
    guard case .source(let binding) = source.origin else { return nil }
    if let record = runContext.sources.pipes[ObjectIdentifier(binding)], let line = outcome.picture.lines[record.track]
    {
      let index = binding.timelines.first?.marbles.firstIndex(of: marble)
      return index.map { Diagram.EventReference(line: line, index: $0) }
    }
    for subscription in runContext.sources.subscriptions where subscription.binding === binding {
      let marbles = binding.timelines[subscription.attempt].marbles
      guard let track = subscription.track, let line = outcome.picture.lines[track],
        let index = marbles.firstIndex(where: {
          $0.tick + subscription.start == marble.tick && $0.event == marble.event
        })
      else { continue }
      return Diagram.EventReference(line: line, index: index)
    }
    return nil
  }

  /// Returns the event of a source because of which something happened, if no operator received it before.
  func sent(_ cause: Trace.Cause) -> (name: String, marble: Timeline.Marble)? {
    var cause = cause
    while case .event(let track, let index, _, let before)? = self[cause] {
      if case .source(let stage)? = place(of: track), let source = stage.source {
        let subscription = runContext.sources.subscriptions.first { $0.track == track }
        let marbles = subscription?.marbles ?? source.timelines[0].marbles
        return marbles.indices.contains(Int(index)) ? (source.name, marbles[Int(index)]) : nil
      }
      cause = before
    }
    return nil
  }

  /// Returns the place in the drawing of an event that an inner stream would have sent.
  ///
  /// The drawing shows these events after those that the stream has sent.
  func reference(ofMissed marble: Timeline.Marble, by input: StageInput) -> Diagram.EventReference? {
    guard let place = SourceEvents.missed(by: input, in: self).firstIndex(of: marble),
      let inner = inner(of: input), let line = outcome.picture.lines[inner.track]
    else { return nil }
    return Diagram.EventReference(line: line, index: inner.marbles.count + place)
  }

  /// Returns the place in the drawing of an event that an inner stream sent.
  func reference(ofInner start: StageStart, _ index: Int) -> Diagram.EventReference? {
    inner(of: start.input).flatMap { inner in
      inner.marbles.indices.contains(index) ? reference(of: inner.track, index) : nil
    }
  }

  /// Returns the recorded inner stream that an operator observes, with the events that it would have sent after its
  /// disposal.
  func inner(of input: StageInput) -> InnerStream? {
    guard input.parameter == nil else { return nil }
    return innerStreams[input.carrier]?.first { $0.arrived == input.arrived }
  }
}
