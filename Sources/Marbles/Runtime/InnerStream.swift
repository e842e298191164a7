import MarbleLanguage
import Reactive

/// A stream that traveled as a value, on its way through one `flatten`: what there is to draw of it.
final class InnerStream {
  /// Which one it is: at each level of streams in streams, the how-manieth.
  let path: [Int]
  let name: String
  /// What it traveled as, or was made of.
  let value: Value
  /// The stream that it traveled in, if that is an inner one too.
  let parent: Int?
  /// The value that it traveled as.
  let carrier: Trace.Cause
  /// The line that its events are recorded on.
  let track: Trace.Track
  /// The tick on which it came.
  let arrived: Int
  fileprivate(set) var subscribed: Int?
  fileprivate(set) var marbles: [Timeline.Marble] = []
  fileprivate(set) var causes: [Trace.Cause] = []
  /// The tick on which it was let go before its end.
  fileprivate(set) var letGo: Int?
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

  /// Whether it was not started because others were under way.
  var isDropped: Bool { subscribed == nil && start.drops }

  /// The tick on which it was let go, or on which its turn was given up.
  var disposed: Int? {
    if subscribed != nil { return letGo }
    return isDropped ? arrived : start.end
  }

  var depth: Int { path.count }

  /// The same for all that traveled in one stream.
  var flattening: ObjectIdentifier { ObjectIdentifier(start) }

  /// How the stream ended that it traveled in, once that has.
  var carrierEnd: Timeline.Marble? { start.sourceEnd }
}

/// One start of a `flatten`.
private final class Flattening {
  /// The inner stream that it is started inside.
  let parent: Int?
  /// Whether a stream that is not started at once never is.
  let drops: Bool
  /// The tick on which it ended or was let go.
  var end: Int?
  /// How the stream of streams ended.
  var sourceEnd: Timeline.Marble?
  /// How many streams have come.
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
  /// How many inner streams are recorded.
  private static let maxInnerStreams = 10_000

  /// A stream of the streams that a closure makes of a stream's values, each recorded where anybody wants to see it.
  func flattened(
    _ source: Producer, _ strategy: FlattenStrategy, _ make: @escaping (Value) -> Producer
  ) -> Producer {
    guard let trace else { return source.flatMap(strategy, make) }
    return .deferred { [weak self] in
      guard let self else { return .never }
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
      return source.lift(ending).flatMap(strategy) { [weak self] value in
        let producer = make(value)
        return self?.recorded(producer, of: value, in: flattening, trace) ?? producer
      }.lift(
        closing { [weak self] in
          if let self, !isOver { flattening.end = scheduler.currentTick }
        })
    }
  }

  private func recorded(_ producer: Producer, of value: Value, in flattening: Flattening, _ trace: Trace) -> Producer {
    guard innerStreams.count < Self.maxInnerStreams else { return producer }
    let number = innerStreams.count
    let around = flattening.parent.map { innerStreams[$0] }
    let inner = InnerStream(
      path: (around?.path ?? []) + [around?.childCount ?? rootCount],
      name: value.nameOfStream(number: flattening.count), value: value, carrier: trace.now.cause,
      track: trace.newTrack(),
      arrived: scheduler.currentTick, flattening: flattening)
    if let around { around.childCount += 1 } else { rootCount += 1 }
    flattening.count += 1
    innerStreams.append(inner)
    let moment = Trace.Moment(cause: inner.carrier, inner: number)
    let recorded = passing(inner.track, producer, outInto: .some(flattening.parent)) { [weak self] event in
      self?.note(event, in: inner, trace)
    }

    guard let ghostStreams else {
      return Producer { [weak self] observer, lifetime in
        guard let self else { return }
        inner.subscribed = scheduler.currentTick
        lifetime.observeEnded { [weak self] in self?.letGo(inner) }
        trace.at(moment) {
          recorded.startWithSignal { signal, interrupt in
            lifetime += interrupt
            signal.observe(observer)
          }
        }
      }
    }
    // Whoever lets it go, here it goes on, and nobody hears it.
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

  private func note(_ event: Event, in inner: InnerStream, _ trace: Trace) {
    guard !isOver, inner.letGo == nil else { return }
    inner.marbles.append(event, at: scheduler.currentTick)
    inner.causes.append(trace.now.cause)
  }

  private func letGo(_ inner: InnerStream) {
    guard !isOver, inner.marbles.last?.event.isTerminating != true else { return }
    inner.letGo = scheduler.currentTick
  }

  /// Streams that go on when they are let go, for a run that shows what they would have sent.
  final class GhostStreams {
    /// Those that were never started, and are here as soon as they come.
    let dropped: Set<[Int]>
    let disposable = CompositeDisposable()

    init(dropped: Set<[Int]>) {
      self.dropped = dropped
    }
  }
}

extension Value {
  /// What a stream is called that this value is, names, or was made into.
  func nameOfStream(number: Int) -> String {
    guard case .stream(let stream) = self else { return plainText }
    if let key = stream.key { return key.plainText }
    if stream.isSubstream { return "\(stream.name) \(number + 1)" }
    return stream.timeline == nil ? stream.name : "stream \(number + 1)"
  }
}
