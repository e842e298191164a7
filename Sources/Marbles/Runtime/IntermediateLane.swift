import MarbleLanguage
import Reactive

/// What a stream in the middle of an expression sent to whoever started it first, as a lane of its own.
final class IntermediateLane {
  /// What the lane is called: by `log`, or by the operator, or by the name that the expression is bound to.
  var name: String
  /// The operator that sent it, as it was written; none for what is logged.
  let text: String?
  let track: Trace.Track
  let recording: Recording

  init(_ name: String, text: String?, track: Trace.Track, recording: Recording) {
    self.name = name
    self.text = text
    self.track = track
    self.recording = recording
  }
}

extension RunContext {
  /// The same stream with a lane of its own in a drawing, above the operator where it has a `text`.
  func withLane(_ producer: Producer, _ name: String, text: String? = nil) -> Producer {
    guard let trace else { return producer }
    let lane = IntermediateLane(
      name, text: text, track: trace.newTrack(), recording: Recording(on: scheduler, trace, followsSubstreams: false))
    intermediateLanes.append(lane)
    var hasStarted = false
    return .deferred { [weak self] in
      guard !hasStarted, let self else { return producer }
      hasStarted = true
      // Let go by the operator behind it, it ends as a result does that is let go.
      let letGo = closing {
        if !lane.recording.hasEnded { lane.recording.observer.send(.interrupted) }
      }
      return passing(lane.track, producer, record: lane.recording.observer.send).lift(letGo)
    }
  }
}
