import MarbleLanguage
import Reactive

/// The events that a stream in the middle of an expression sent to its first observer, as a separate lane.
final class IntermediateLane {
  /// The name of the lane: the one passed to `log`, the operator, or the name that the expression is bound to.
  var name: String
  /// The source text of the operator, or `nil` for a `log`.
  let text: String?
  let track: Trace.Track
  let recording: Recording

  init(_ name: String, text: String?, track: Trace.Track, recording: Recording) {
    self.name = name
    self.text = text
    self.track = track
    self.recording = recording
  }

  /// Records an event, unless the stream has ended or was disposed.
  fileprivate func record(_ event: Event) {
    if !recording.hasEnded { recording.observer.send(event) }
  }
}

extension RunContext {
  /// Returns the stream with a separate lane in a drawing.
  ///
  /// If it has a `text`, the lane belongs to that operator.
  func withLane(_ producer: Producer, _ name: String, text: String? = nil) -> Producer {
    guard let trace else { return producer }
    let lane = IntermediateLane(
      name, text: text, track: trace.newTrack(), recording: Recording(on: scheduler, trace, followsSubstreams: false))
    intermediateLanes.append(lane)
    var hasStarted = false
    return .deferred { [weak self] in
      guard !hasStarted, let self else { return producer }
      hasStarted = true
      // If the downstream operator disposes the stream, the lane ends like a result that is disposed.
      let release = closing { lane.record(.interrupted) }
      return passing(lane.track, producer, record: lane.record).lift(release)
    }
  }
}
