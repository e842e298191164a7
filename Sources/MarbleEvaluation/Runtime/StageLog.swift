import MarbleLanguage
import Reactive

/// A use of an operator, which the log of a run only identifies.
package protocol StageOperation: AnyObject {}

/// A stream of a run whose causes are recorded: a source, or the result of an operator.
package final class Stage {
  package enum Origin {
    case source(Binding)
    /// A timeline in quotes in a closure.
    case timeline(Timeline)
    /// The values of an array.
    case array([Value])
    case operation(any StageOperation)
    /// A group or a window that an operator sends as a value.
    case part(Stream)
  }

  package let origin: Origin
  /// The first name of the result of an operator.
  package fileprivate(set) var givenName: String?
  /// The streams that the operator observes, in the order of its arguments, followed by its inner streams.
  package fileprivate(set) var inputs: [StageInput] = []
  /// A group or a window that an operator has sent.
  ///
  /// It has the key of the values that it contains, if they have one, and the index of the next recorded cause.
  package typealias Part = (tick: Int, stage: Stage, key: Value?, next: Int)

  /// The groups or windows that the operator has sent.
  package fileprivate(set) var parts: [Part] = []
  /// The keys of the received events, by their causes.
  package fileprivate(set) var keys: [Trace.Cause: Value] = [:]
  /// The events at which a closure of the operator threw.
  package fileprivate(set) var thrown: Set<Trace.Cause> = []

  fileprivate init(_ origin: Origin) {
    self.origin = origin
  }

  /// Whether the operator received an interruption from the subscription with a track.
  fileprivate func wasInterrupted(on track: Trace.Track) -> Bool {
    inputs.lazy.flatMap(\.starts).contains { $0.track == track && $0.terminal?.event == .interrupted }
  }
}

/// A stream that an operator observes, with everything that the operator received from it.
package final class StageInput {
  /// The operator that observes.
  package unowned let owner: Stage
  /// The name of the operator's parameter, or `nil` for an inner stream.
  package let parameter: String?
  /// The observed stream, if it is known.
  package let stage: Stage?
  /// The cause and the tick of the value that is the inner stream or was converted to it.
  package let carrier: Trace.Cause
  package let arrived: Int
  package fileprivate(set) var starts: [StageStart] = []

  /// Whether the observed stream has interrupted a subscription.
  fileprivate var wasInterrupted: Bool { starts.contains { $0.terminal?.event == .interrupted } }

  fileprivate init(of owner: Stage, _ parameter: String?, from stage: Stage?, carrier: Trace.Cause, arrived: Int) {
    self.owner = owner
    self.parameter = parameter
    self.stage = stage
    self.carrier = carrier
    self.arrived = arrived
  }
}

/// One subscription of an operator to one of its inputs.
package final class StageStart {
  package unowned let input: StageInput
  /// The subscription to the result of the operator that this one serves, or `nil` for one of the result of the run.
  package let parent: StageStart?
  package let tick: Int
  /// The cause of the subscription.
  package let cause: Trace.Cause
  package let track: Trace.Track
  package fileprivate(set) var marbles: [Timeline.Marble] = []
  /// The tick on which the stream ended or was disposed, or `nil` if it was observed until the end of the run.
  package private(set) var end: Int?
  /// The cause of its end.
  package private(set) var causeOfEnd = Trace.Cause.none

  fileprivate init(
    _ input: StageInput, for parent: StageStart?, at tick: Int, cause: Trace.Cause, track: Trace.Track
  ) {
    self.input = input
    self.parent = parent
    self.tick = tick
    self.cause = cause
    self.track = track
  }

  fileprivate func close(at tick: Int, because cause: Trace.Cause) {
    if end == nil { (end, causeOfEnd) = (tick, cause) }
  }

  /// The terminal event that was received, if there is one.
  package var terminal: Timeline.Marble? { marbles.last.flatMap { $0.event.isTerminating ? $0 : nil } }
}

/// The streams of a run, with everything that each operator received.
///
/// It must be used only from the thread of the run.
package final class StageLog {
  package private(set) var stages: [Stage] = []
  /// The operator that is being assembled.
  fileprivate(set) var assembling: Stage?
  fileprivate var last: Stage?
  /// The stream that was assembled last.
  package var lastStage: Stage? { last }
  private var byBinding: [ObjectIdentifier: Stage] = [:]
  /// The stages of streams that are values, by the streams for recordings.
  private var byStream: [ObjectIdentifier: StreamStage] = [:]

  /// A stream that is a value, which the log must not keep alive: it can contain a group.
  private struct StreamStage {
    weak var stream: Stream?
    let stage: Stage
  }
  /// The last subscription to each stream.
  fileprivate var latest: [ObjectIdentifier: StageStart] = [:]
  /// The subscriptions of operators, by their tracks.
  fileprivate var starts: [Trace.Track: StageStart] = [:]
  /// The tracks of subscriptions that were disposed, whose interruption was not sent by the stream.
  fileprivate var disposed: Set<Trace.Track> = []
  private let budget: Budget

  package init(_ budget: Budget) { self.budget = budget }

  fileprivate func add(_ origin: Stage.Origin) -> Stage {
    let stage = Stage(origin)
    stages.append(stage)
    return stage
  }

  /// Records that a source was assembled.
  func record(_ origin: Stage.Origin) { last = add(origin) }

  /// Records that the stream of a name was assembled, or is used again.
  func record(_ binding: Binding, isNew: Bool) {
    guard isNew else { return last = byBinding[ObjectIdentifier(binding)] }
    byBinding[ObjectIdentifier(binding)] = last
    if case .operation? = last?.origin { last?.givenName = last?.givenName ?? binding.name }
  }

  /// Returns the stream of a name, if the run has used it.
  package func stage(of binding: Binding) -> Stage? { byBinding[ObjectIdentifier(binding)] }

  /// Records that a value contains the stream that was assembled last.
  func record(_ stream: Stream) {
    if let last { record(stream, last) }
  }

  /// Records that an operator sends a group or a window.
  func record(_ stream: Stream, of key: Value?, sentBy stage: Stage, at tick: Int, before next: Int) {
    let part = add(.part(stream.recorded))
    stage.parts.append((tick, part, key, next))
    record(stream, part)
  }

  private func record(_ stream: Stream, _ stage: Stage) {
    byStream[ObjectIdentifier(stream.recorded)] = StreamStage(stream: stream.recorded, stage: stage)
  }

  /// Records the key of an event, which determines its group.
  func record(key: Value, of cause: Trace.Cause, in stage: Stage) { stage.keys[cause] = key }

  /// Records that a closure of an operator threw at an event.
  func record(throwAt cause: Trace.Cause, in stage: Stage) { stage.thrown.insert(cause) }

  /// Records that the stream of a value is used.
  func use(_ stream: Stream) {
    let known = byStream[ObjectIdentifier(stream.recorded)]
    last = known?.stream === stream.recorded ? known?.stage : nil
  }

  /// Forgets the stream that was assembled last, before a value that may be another one is evaluated.
  func forgetLast() { last = nil }

  /// Whether an interruption with a cause comes from the observed stream itself.
  fileprivate func hasSent(_ cause: Trace.Cause, to start: StageStart, at tick: Int, _ trace: Trace) -> Bool {
    guard let stage = start.input.stage else { return true }
    switch stage.origin {
    case .source(let binding):
      return binding.timelines.contains { timeline in
        guard let end = timeline.marbles.last, end.event.isTerminating else { return false }
        // A hot source that has ended interrupts a new observer.
        if !binding.isCold, start.tick == tick, end.tick <= tick { return true }
        return end.event == .interrupted && end.tick + (binding.isCold ? start.tick : 0) == tick
      }
    case .timeline(let timeline):
      return timeline.marbles.last.map { $0.event == .interrupted && $0.tick + start.tick == tick } ?? false
    case .array: return false
    case .part:
      // A group or a window is interrupted with the source of the operator that sent it.
      return stages.contains { owner in
        owner.parts.contains { $0.stage === stage } && owner.inputs.contains { $0.wasInterrupted }
      }
    case .operation:
      var cause = cause
      while case .event(let track, let index, let isEnd, let before)? = trace[cause] {
        if let start = starts[track] {
          // The interruption can follow a completion that the operator still holds, or a value that contains it.
          let contained = Event.value(.event(.interrupted))
          let isInterruption =
            isEnd
            ? start.input.owner.wasInterrupted(on: track)
            : start.marbles.dropFirst(Int(index)).first?.event == contained
          return start.input.owner === stage && !disposed.contains(track) && isInterruption
        }
        cause = before
      }
      return false
    }
  }

  /// Returns the subscription to the result of an operator because of which the operator subscribes now.
  ///
  /// An operator that is subscribed subscribes to its streams immediately. Later it does so at an event that it received.
  fileprivate func parent(of owner: Stage, _ trace: Trace, at tick: Int) -> StageStart? {
    let latest = latest[ObjectIdentifier(owner)]
    var cause = trace.now.cause
    if let latest, latest.tick == tick, latest.cause == cause { return latest }
    while case .event(let track, _, _, let before)? = trace[cause] {
      if let start = starts[track] { return start.input.owner === owner ? start.parent : latest }
      cause = before
    }
    return latest
  }

  fileprivate func record(_ event: Event, of start: StageStart, at tick: Int) {
    guard start.end == nil else { return }
    budget.keep(event.sizeToRecord)
    let recorded = if case .value(let value) = event { Event.value(value.recorded) } else { event }
    start.marbles.append(Timeline.Marble(tick: tick, event: recorded))
  }
}

extension RunContext {
  /// Assembles an operator, whose inputs are then recorded if the run records causes.
  func withStage<T>(
    _ operation: @autoclosure () -> any StageOperation, _ body: (Stage?) throws(Fault) -> T
  ) throws(Fault) -> T {
    guard let stageLog = records.stageLog else { return try body(nil) }
    let around = stageLog.assembling
    let stage = stageLog.add(.operation(operation()))
    stageLog.assembling = stage
    defer {
      stageLog.assembling = around
      stageLog.last = stage
    }
    return try body(stage)
  }

  /// Returns an argument of the operator that is being assembled, with its events recorded.
  func tapped(_ producer: Producer, as parameter: String) -> Producer {
    guard let stage = records.stageLog?.assembling else { return producer }
    return tapped(producer, of: stage, as: parameter)
  }

  /// Returns an inner stream of an operator, with its events recorded.
  func tapped(_ producer: Producer, inside stage: Stage?) -> Producer {
    guard let stage else { return producer }
    return tapped(producer, of: stage, as: nil)
  }

  /// Returns a closure that returns an argument as an inner stream of the operator that is being assembled.
  ///
  /// Until then, the argument is an input that is not started.
  func inner(_ producer: Producer, as parameter: String) -> () -> Producer {
    let (stage, observed) = (records.stageLog?.assembling, records.stageLog?.last)
    var unstarted = stage.map { StageInput(of: $0, parameter, from: observed, carrier: .none, arrived: 0) }
    if let unstarted { stage?.inputs.append(unstarted) }
    return { [weak self] in
      guard let self else { return .never }
      if unstarted != nil { stage?.inputs.removeAll { $0 === unstarted } }
      unstarted = nil
      records.stageLog?.last = observed
      return tapped(producer, inside: stage)
    }
  }

  private func tapped(_ producer: Producer, of stage: Stage, as parameter: String?) -> Producer {
    guard let trace = records.trace, let log = records.stageLog else { return producer }
    let input = StageInput(
      of: stage, parameter, from: log.last, carrier: trace.now.cause, arrived: scheduler.currentTick)
    stage.inputs.append(input)
    log.forgetLast()
    return .deferred { [weak self] in
      guard let self else { return .never }
      let start = StageStart(
        input, for: log.parent(of: stage, trace, at: scheduler.currentTick), at: scheduler.currentTick,
        cause: trace.now.cause, track: trace.newTrack())
      input.starts.append(start)
      if let observed = input.stage { log.latest[ObjectIdentifier(observed)] = start }
      log.starts[start.track] = start
      let recorded = passing(start.track, producer) { [weak self] event in
        guard let self, !isOver else { return }
        // A stream that is disposed is interrupted too, but did not send that.
        if event == .interrupted, !log.hasSent(trace.now.cause, to: start, at: scheduler.currentTick, trace) {
          log.disposed.insert(start.track)
          start.close(at: scheduler.currentTick, because: trace.now.cause)
        }
        log.record(event, of: start, at: scheduler.currentTick)
      }
      return recorded.lift(
        closing { [weak self] in
          if let self, !isOver { start.close(at: scheduler.currentTick, because: trace.now.cause) }
        })
    }
  }
}
