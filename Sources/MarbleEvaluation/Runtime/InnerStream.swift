import MarbleLanguage
import Reactive

/// An inner stream of a `flatten`, recorded for a drawing.
package final class InnerStream {
  /// The index at each level of nesting, which identifies the stream.
  let path: [Int]
  let name: String
  /// The value that is the stream, or that a closure converted to it.
  let value: Value
  /// The number of the inner stream that sent this one, if there is one.
  let parent: Int?
  /// The cause of the value that carried the stream.
  package let carrier: Trace.Cause
  /// The track that records its events.
  package let track: Trace.Track
  /// The tick on which the stream was sent.
  package let arrived: Int
  fileprivate(set) var subscribed: Int?
  package fileprivate(set) var marbles: [Timeline.Marble] = []
  fileprivate(set) var causes: [Trace.Cause] = []
  /// The events that it would have sent if it had not been disposed.
  package var missed: [Timeline.Marble] = []
  /// The tick on which the stream was disposed before its end.
  fileprivate(set) var unsubscribed: Int?
  private let start: Flattening
  fileprivate var childCount = 0

  fileprivate init(
    path: [Int], name: String, value: Value, carrier: Trace.Cause, track: Trace.Track, arrived: Int,
    flattening: Flattening
  ) {
    self.path = path
    self.name = name
    self.value = value
    self.carrier = carrier
    self.track = track
    self.arrived = arrived
    start = flattening
    parent = flattening.parent
  }

  /// Whether the stream was not started because others were active.
  var isDropped: Bool { subscribed == nil && start.drops }

  /// The tick on which the stream was disposed, or removed from the queue.
  var disposed: Int? {
    if subscribed != nil { return unsubscribed }
    return isDropped ? arrived : start.end
  }

  fileprivate var hasEnded: Bool { marbles.last?.event.isTerminating == true }

  var depth: Int { path.count }

  /// An identity that is the same for all inner streams of one outer stream.
  var flattening: ObjectIdentifier { ObjectIdentifier(start) }

  /// The terminal event of the outer stream, if it has been sent.
  var carrierEnd: Timeline.Marble? { start.sourceEnd }
}

/// A start of a `flatten`.
private final class Flattening {
  /// The number of the inner stream in which it is started, if there is one.
  let parent: Int?
  /// Whether a stream that is not started immediately is never started.
  let drops: Bool
  /// The tick on which it ended or was disposed.
  var end: Int?
  /// The terminal event of the outer stream.
  var sourceEnd: Timeline.Marble?
  /// The number of inner streams so far.
  var count = 0

  init(parent: Int?, strategy: FlattenStrategy) {
    self.parent = parent
    drops = strategy.drops
  }
}

extension FlattenStrategy {
  fileprivate var drops: Bool { self == .throttle || self == .race }
}

extension RunContext {
  /// The maximum number of inner streams to record.
  private static let maxInnerStreams = 10_000

  /// Returns the flattened streams that a closure creates from values, and records each of them if there is a trace.
  func flattened(
    _ source: Producer, _ strategy: FlattenStrategy, _ make: @escaping (Value) -> Producer
  ) -> Producer {
    guard records.trace != nil else { return source.flatMap(strategy, make) }
    return .deferred { [weak self] in
      guard let self else { return .never }
      let (source, make, end) = recordingInnerStreams(of: source, strategy, make)
      return source.flatMap(strategy, make).lift(closing(end))
    }
  }

  /// Returns the source of an operator that starts inner streams, and the closure that creates them from values.
  ///
  /// If there is a trace, the inner streams are recorded. The caller calls `end` when the operator ends.
  func recordingInnerStreams(
    of source: Producer, _ strategy: FlattenStrategy, _ make: @escaping (Value) -> Producer
  ) -> (source: Producer, make: (Value) -> Producer, end: () -> Void) {
    guard let trace = records.trace else { return (source, make, {}) }
    let flattening = Flattening(parent: trace.now.inner, strategy: strategy)
    let ending = Operator<Value, Failure, Value, Failure> { [weak self] downstream, _ in
      Observer(
        value: { downstream.send(value: $0) },
        ended: { end in
          if let self, !self.isOver {
            flattening.sourceEnd = Timeline.Marble(tick: self.scheduler.currentTick, event: Event(end))
          }
          downstream.send(end: end)
        })
    }
    return (
      source.lift(ending),
      { [weak self] value in
        let producer = make(value)
        return self?.recorded(producer, of: value, in: flattening, trace) ?? producer
      },
      { [weak self] in
        if let self, !isOver { flattening.end = scheduler.currentTick }
      }
    )
  }

  private func recorded(_ producer: Producer, of value: Value, in flattening: Flattening, _ trace: Trace) -> Producer {
    guard records.innerStreams.count < Self.maxInnerStreams else { return producer }
    let number = records.innerStreams.count
    let around = flattening.parent.map { records.innerStreams[$0] }
    let inner = InnerStream(
      path: (around?.path ?? []) + [around?.childCount ?? records.rootCount],
      name: value.nameOfStream(number: flattening.count), value: value.recorded, carrier: trace.now.cause,
      track: trace.newTrack(),
      arrived: scheduler.currentTick, flattening: flattening)
    if let around { around.childCount += 1 } else { records.rootCount += 1 }
    flattening.count += 1
    records.innerStreams.append(inner)
    let moment = Trace.Moment(cause: inner.carrier, inner: number)
    let recorded = passing(inner.track, producer, outInto: .some(flattening.parent)) { [weak self] event in
      self?.record(event, in: inner, trace)
    }

    guard let ghostStreams = records.ghostStreams else {
      return Producer { [weak self] observer, lifetime in
        guard let self else { return }
        inner.subscribed = scheduler.currentTick
        lifetime.observeEnded { [weak self] in self?.recordUnsubscribed(inner) }
        trace.at(moment) {
          recorded.startWithSignal { signal, interrupt in
            lifetime += interrupt
            signal.observe(observer)
          }
        }
      }
    }
    // The stream continues after its disposal, but its events are only recorded.
    let start = { (observer: Producer.Observer) in
      trace.at(moment) {
        recorded.startWithSignal { signal, interrupt in
          ghostStreams.disposable += interrupt
          signal.observe(observer)
        }
      }
    }
    if ghostStreams.dropped.contains(inner.path) {
      start(Observer(value: { _ in }, ended: { _ in }))
      return .never
    }
    return Producer { observer, _ in start(observer) }
  }

  private func record(_ event: Event, in inner: InnerStream, _ trace: Trace) {
    guard !isOver, inner.unsubscribed == nil, !inner.hasEnded else { return }
    // In a run for ghosts, an event of a pipe can enter all inner streams so far, because none of them is disposed.
    if records.ghostStreams != nil, !spend() { return }
    budget.keep(event.sizeToRecord)
    inner.marbles.append(event, at: scheduler.currentTick)
    inner.causes.append(trace.now.cause)
  }

  private func recordUnsubscribed(_ inner: InnerStream) {
    guard !isOver, !inner.hasEnded else { return }
    inner.unsubscribed = scheduler.currentTick
  }

  /// Inner streams that continue after their disposal, for a run that determines which events were missed.
  final class GhostStreams {
    /// The paths of the streams that were never started in the first run.
    ///
    /// Here they start when they are sent.
    let dropped: Set<[Int]>
    let disposable = CompositeDisposable()

    init(dropped: Set<[Int]>) {
      self.dropped = dropped
    }
  }
}

extension Value {
  /// Returns the name of a stream that the value is, names or was converted to.
  func nameOfStream(number: Int) -> String {
    guard case .stream(let stream) = self else { return plainText }
    if let key = stream.key { return key.plainText }
    if stream.isSubstream { return "\(stream.name) \(number + 1)" }
    return stream.timeline == nil ? stream.name : "stream \(number + 1)"
  }
}
