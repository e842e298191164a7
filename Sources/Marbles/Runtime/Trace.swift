import MarbleLanguage
import Reactive

/// What led to what in a run: for every event that is recorded, the events that made it come.
///
/// While an event is under way, whatever is sent comes of it. What waits on the clock, or is held by an operator until
/// another event lets it go, remembers under which event it did so. Used by one thread, as the stage is.
final class Trace {
  /// A line that events are recorded on, by its number.
  typealias Track = Int32

  /// An event that was recorded, or several that have made something together.
  struct Cause: Hashable {
    fileprivate let node: Int32

    static let none = Cause(node: -1)

    /// Its place among all that are remembered.
    var index: Int? { node < 0 ? nil : Int(node) }
  }

  /// Under what circumstances something happens.
  struct Moment {
    var cause = Cause.none
    /// The inner stream that it happens inside, by its number.
    var inner: Int?
  }

  enum Node {
    /// An event of a line, the end of it or not, and what made it come; nothing, where it comes from outside.
    case event(Track, index: Int32, isEnd: Bool, after: Cause)
    /// A value that is put together.
    case parts(Range<Int>)
    /// A value that was held until something let it go.
    case held(Cause, until: Cause)
  }

  @exclusivity(unchecked) private(set) var now = Moment()
  @exclusivity(unchecked) private var nodes: [Node] = []
  @exclusivity(unchecked) private var parts: [Cause] = []
  /// How many lines there are to record on.
  private(set) var trackCount = 0
  /// How much is remembered; of what comes later, nobody knows where it comes from.
  private static let maxNodes = 2_000_000

  // MARK: Recording

  /// Makes a line to record on.
  func newTrack() -> Track {
    defer { trackCount += 1 }
    return Track(clamping: trackCount)
  }

  /// Does something at another moment.
  @inline(__always)
  func at<T>(_ moment: Moment, _ body: () throws -> T) rethrows -> T {
    let before = now
    now = moment
    defer { now = before }
    return try body()
  }

  /// An event that comes from outside is sent on.
  func from(_ track: Track, index: Int, isEnd: Bool, inner: Int? = nil, _ send: () -> Void) {
    let cause = note(.event(track, index: Int32(clamping: index), isEnd: isEnd, after: .none))
    at(Moment(cause: cause, inner: inner), send)
  }

  /// An event comes by on a line; on that of an inner stream it comes out of it, into what is `around`.
  fileprivate func by(_ track: Track, index: Int, isEnd: Bool, outInto around: Int??, _ send: () -> Void) {
    let cause = note(.event(track, index: Int32(clamping: index), isEnd: isEnd, after: now.cause))
    at(Moment(cause: cause, inner: around ?? now.inner), send)
  }

  /// A value is sent that several have made together.
  fileprivate func together(_ causes: [Cause], _ send: () -> Void) {
    var moment = now
    moment.cause = join(causes)
    at(moment, send)
  }

  /// A value is sent that was held until now.
  fileprivate func held(_ cause: Cause, _ send: () -> Void) {
    var moment = now
    if cause != now.cause { moment.cause = note(.held(cause, until: now.cause)) }
    at(moment, send)
  }

  /// Several events, as one.
  fileprivate func join(_ causes: [Cause]) -> Cause {
    guard parts.count + causes.count <= Self.maxNodes else { return .none }
    let start = parts.count
    parts += causes
    return note(.parts(start..<parts.count))
  }

  private func note(_ node: Node) -> Cause {
    guard nodes.count < Self.maxNodes else { return .none }
    nodes.append(node)
    return Cause(node: Int32(nodes.count - 1))
  }

  // MARK: Looking back

  /// How much is remembered.
  var count: Int { nodes.count }

  subscript(cause: Cause) -> Node? { cause == .none ? nil : nodes[Int(cause.node)] }

  /// What the parts of a value came from.
  func parts(_ range: Range<Int>) -> ArraySlice<Cause> { parts[range] }
}

/// The clock that operators wait on: it remembers for what waits under which event it was scheduled.
final class TracingScheduler: TimeScheduler, @unchecked Sendable {
  private let scheduler: VirtualTimeScheduler
  private let trace: Trace?

  init(_ scheduler: VirtualTimeScheduler, _ trace: Trace?) {
    self.scheduler = scheduler
    self.trace = trace
  }

  var now: Duration { scheduler.now }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    scheduler.schedule(remembering(action))
  }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    scheduler.schedule(after: delay, remembering(action))
  }

  private func remembering(_ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard let trace else { return action }
    let past = CapturedMoment(trace: trace, moment: trace.now)
    return { past.trace.at(past.moment, action) }
  }

  /// Used by one thread, as the stage is.
  private struct CapturedMoment: @unchecked Sendable {
    let trace: Trace
    let moment: Trace.Moment
  }
}

/// A stream of values that an operator holds.
typealias TracedValueProducer = SignalProducer<TracedValue, Failure>

/// A value that an operator holds, with what made it come.
struct TracedValue {
  let value: Value
  let cause: Trace.Cause
}

extension RunContext {
  /// The same stream for an operator that holds its values.
  func carrying(_ producer: Producer) -> TracedValueProducer {
    producer.map { [trace] in TracedValue(value: $0, cause: trace?.now.cause ?? .none) }
  }

  /// What an operator sends of the values it has held.
  func released(_ producer: TracedValueProducer) -> Producer {
    guard let trace else { return producer.map(\.value) }
    return producer.lift(
      Operator { downstream, _ in
        Observer(
          value: { carried in trace.held(carried.cause) { downstream.send(value: carried.value) } },
          ended: { downstream.send(end: $0) })
      })
  }

  /// The same for an operator that hands on what it holds.
  func held(
    _ source: Producer, by hold: (TracedValueProducer) -> SignalProducer<TracedValue, Failure>
  ) -> Producer {
    released(hold(carrying(source)))
  }

  /// The same for an operator that makes pairs of two streams' values.
  func paired(
    _ first: Producer, _ second: Producer,
    _ pair: (TracedValueProducer, TracedValueProducer) -> SignalProducer<
      (TracedValue, TracedValue), Failure
    >, making make: @escaping (Value, Value) -> Value
  ) -> Producer {
    released(pair(carrying(first), carrying(second)).map { [$0, $1] }) { make($0[0], $0[1]) }
  }

  /// What an operator sends of several values at once, as one value.
  func released(
    _ producer: SignalProducer<[TracedValue], Failure>, held: Bool = false, _ make: @escaping ([Value]) -> Value
  ) -> Producer {
    guard let trace else { return producer.map { make($0.map(\.value)) } }
    return producer.lift(
      Operator { downstream, _ in
        Observer(
          value: { items in
            let value = make(items.map(\.value))
            let send = { downstream.send(value: value) }
            let causes = items.map(\.cause)
            if held { trace.held(trace.join(causes), send) } else { trace.together(causes, send) }
          },
          ended: { downstream.send(end: $0) })
      })
  }

  /// The same stream, its events recorded on a line; that of an inner stream leads out into what is `around` it.
  func passing(
    _ track: Trace.Track, _ producer: Producer, outInto around: Int?? = nil, record: @escaping (Event) -> Void
  ) -> Producer {
    guard let trace else { return producer }
    return producer.lift(
      Operator { downstream, _ in
        var index = 0
        return Observer(
          value: { value in
            record(.value(value))
            defer { index += 1 }
            trace.by(track, index: index, isEnd: false, outInto: around) { downstream.send(value: value) }
          },
          ended: { end in
            record(Event(end))
            trace.by(track, index: index, isEnd: true, outInto: around) { downstream.send(end: end) }
          })
      })
  }
}
