import Reactive

/// What one operator of an expression sent to whoever started it first.
final class OperatorLane {
  /// The operator, as it was written.
  let text: String
  /// What the lane is called: the operator's name, or that of the stream that the expression is bound to.
  var name: String
  let track: Trace.Track
  let recording: Recording

  init(_ name: String, text: String, track: Trace.Track, recording: Recording) {
    self.name = name
    self.text = text
    self.track = track
    self.recording = recording
  }
}

extension Stage {
  /// The same stream, with a lane of its own where operators have one.
  func staged(_ producer: Producer, _ name: String, text: @autoclosure () -> String) -> Producer {
    guard showsStages, let trace else { return producer }
    let lane = OperatorLane(
      name, text: text(), track: trace.newTrack(), recording: Recording(on: scheduler, trace, followsParts: false))
    operatorLanes.append(lane)
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
