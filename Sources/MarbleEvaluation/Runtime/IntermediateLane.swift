import MarbleLanguage
import Reactive

/// The events that a stream in the middle of an expression sent, as a separate lane.
///
/// The lane shows the first start of the stream. If the stream has a name, its further starts are recorded too.
final class IntermediateLane {
  enum Kind {
    /// A `log`.
    case log
    /// An operator with its source text.
    case `operator`(String)
    /// A named expression with its source text, which has a lane if it was observed more than once.
    case named(String)
  }

  let kind: Kind
  /// The name of the lane: the one passed to `log`, the operator, or the name that the expression is bound to.
  private(set) var name: String
  /// The name that the expression is bound to, if there is one.
  private(set) var binding: Binding?
  fileprivate(set) var starts: [Start] = []

  fileprivate init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  /// Names the lane after the binding of its stream.
  func bind(to binding: Binding) {
    name = binding.name
    self.binding = binding
  }

  /// Whether the next start of the stream is recorded.
  fileprivate var recordsNextStart: Bool {
    starts.isEmpty || binding != nil && starts.count < Diagram.Lane.maxSubscriptions
  }

  /// A start of the stream.
  final class Start {
    let tick: Int
    /// Whether an inner stream started it, which has its own row.
    let isInner: Bool
    let track: Trace.Track
    let recording: Recording
    fileprivate init(at tick: Int, isInner: Bool, track: Trace.Track, recording: Recording) {
      self.tick = tick
      self.isInner = isInner
      self.track = track
      self.recording = recording
    }

    /// Records an event, unless the stream has ended or was disposed.
    fileprivate func record(_ event: Event) {
      if !recording.hasEnded { recording.observer.send(event) }
    }
  }
}

extension RunContext {
  /// Returns the stream with a separate lane in a drawing.
  func withLane(
    _ producer: Producer, _ name: String, as kind: IntermediateLane.Kind, of binding: Binding? = nil
  ) -> Producer {
    guard let trace = records.trace else { return producer }
    let lane = IntermediateLane(kind, name)
    binding.map(lane.bind)
    assembly.intermediateLanes.append(lane)
    return .deferred { [weak self] in
      guard lane.recordsNextStart, let self else { return producer }
      let start = IntermediateLane.Start(
        at: scheduler.currentTick, isInner: trace.now.inner != nil, track: trace.newTrack(),
        recording: Recording(on: scheduler, trace, budget, following: .none))
      lane.starts.append(start)
      // If the downstream operator disposes the stream, the lane ends like a result that is disposed.
      let release = closing { start.record(.interrupted) }
      return passing(start.track, producer, record: start.record).lift(release)
    }
  }
}
