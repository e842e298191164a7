import MarbleLanguage
import Reactive

/// Records the causes of all events of a run.
///
/// While an event is being processed, it is the cause of everything that is sent. An action on the clock keeps the
/// event during which it was scheduled. A value that an operator holds has two causes: the event that sent it, and the
/// event that released it. A trace must be used only from the thread of the run.
package final class Trace {
  /// The number of a track, which identifies the recorded events of one lane or inner stream.
  package typealias Track = Int32

  /// A recorded event, or several events that produced a value together.
  package struct Cause: Hashable {
    fileprivate let node: Int32

    package static let none = Cause(node: -1)

    /// The index among all recorded nodes.
    package var index: Int? { node < 0 ? nil : Int(node) }
  }

  /// The cause and the location of an action.
  struct Moment {
    var cause = Cause.none
    /// The number of the inner stream in which it happens, if there is one.
    var inner: Int?
  }

  package enum Node {
    /// An event of a track and its cause, which is `.none` for a source. `isEnd` is true for a terminal event.
    case event(Track, index: Int32, isEnd: Bool, after: Cause)
    /// A value that combines several others.
    case parts(Range<Int32>)
    /// A value that an operator held until another event released it.
    case held(Cause, until: Cause)
  }

  private let budget: Budget
  @exclusivity(unchecked) private(set) var now = Moment()
  @exclusivity(unchecked) private var nodes: [Node] = []
  @exclusivity(unchecked) private var parts: [Cause] = []
  /// The number of tracks.
  package private(set) var trackCount = 0
  /// The maximum number of recorded nodes.
  ///
  /// The causes of later events are unknown.
  private static let maxNodes = 2_000_000

  package init(_ budget: Budget) { self.budget = budget }

  // MARK: Recording

  /// Creates a track.
  func newTrack() -> Track {
    defer { trackCount += 1 }
    return Track(clamping: trackCount)
  }

  /// Performs an action with another current moment.
  @inline(__always)
  func at<T>(_ moment: Moment, _ body: () throws -> T) rethrows -> T {
    let before = now
    now = moment
    defer { now = before }
    return try body()
  }

  /// Sends an event of a source.
  func from(_ track: Track, index: Int, isEnd: Bool, inner: Int? = nil, _ send: () -> Void) {
    let cause = record(.event(track, index: Int32(clamping: index), isEnd: isEnd, after: .none))
    at(Moment(cause: cause, inner: inner), send)
  }

  /// Sends an event through a track.
  ///
  /// If `around` is not `nil`, the track belongs to an inner stream. The event then moves to the inner stream that
  /// contains it, which has the number `around`, or to none.
  fileprivate func by(_ track: Track, index: Int, isEnd: Bool, outInto around: Int??, _ send: () -> Void) {
    let cause = record(.event(track, index: Int32(clamping: index), isEnd: isEnd, after: now.cause))
    at(Moment(cause: cause, inner: around ?? now.inner), send)
  }

  /// Sends a value that several others produced together.
  fileprivate func together(_ causes: [Cause], _ send: () -> Void) {
    var moment = now
    moment.cause = join(causes)
    at(moment, send)
  }

  /// Sends a value that was held until now.
  fileprivate func held(_ cause: Cause, _ send: () -> Void) {
    var moment = now
    if cause != now.cause { moment.cause = record(.held(cause, until: now.cause)) }
    at(moment, send)
  }

  /// Returns a cause that combines several.
  fileprivate func join(_ causes: [Cause]) -> Cause {
    guard parts.count + causes.count <= Self.maxNodes else { return .none }
    let start = parts.count
    parts += causes
    return record(.parts(Int32(start)..<Int32(parts.count)))
  }

  private func record(_ node: Node) -> Cause {
    budget.keep(MemoryLayout<Node>.stride, costing: 2)
    guard nodes.count < Self.maxNodes else { return .none }
    nodes.append(node)
    return Cause(node: Int32(nodes.count - 1))
  }

  // MARK: Reading

  /// The number of recorded nodes.
  package var count: Int { nodes.count }

  package subscript(cause: Cause) -> Node? { cause == .none ? nil : nodes[Int(cause.node)] }

  /// Returns the cause that a recorded node is.
  package func cause(at index: Int) -> Cause { Cause(node: Int32(index)) }

  /// Returns the causes of the parts of a combined value.
  package func parts(_ range: Range<Int32>) -> ArraySlice<Cause> {
    parts[Int(range.lowerBound)..<Int(range.upperBound)]
  }
}

/// The clock of the operators.
///
/// It runs each action with the cause that was current when the action was scheduled.
final class TracingScheduler: TimeScheduler, @unchecked Sendable {
  private let scheduler: VirtualTimeScheduler
  private let trace: Trace?

  init(_ scheduler: VirtualTimeScheduler, _ trace: Trace?) {
    self.scheduler = scheduler
    self.trace = trace
  }

  var now: Duration { scheduler.now }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    scheduler.schedule(capturing(action))
  }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    scheduler.schedule(after: delay, capturing(action))
  }

  private func capturing(_ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard let trace else { return action }
    let past = CapturedMoment(trace: trace, moment: trace.now)
    return { past.trace.at(past.moment, action) }
  }

  /// A trace and a moment of it.
  ///
  /// It must be used only from the thread of the run.
  private struct CapturedMoment: @unchecked Sendable {
    let trace: Trace
    let moment: Trace.Moment
  }
}

/// A stream of values that an operator holds.
typealias TracedValueProducer = SignalProducer<TracedValue, Failure>

/// A value that an operator holds, with its cause.
struct TracedValue {
  let value: Value
  let cause: Trace.Cause
}

extension RunContext {
  /// Returns the stream with the cause of each value, for an operator that holds the values.
  func carrying(_ producer: Producer) -> TracedValueProducer {
    producer.map { [trace = records.trace] in TracedValue(value: $0, cause: trace?.now.cause ?? .none) }
  }

  /// Performs an action that an event has caused, which is processed later.
  func causing<T>(_ cause: Trace.Cause, _ body: () -> T) -> T {
    guard let trace = records.trace else { return body() }
    return trace.at(Trace.Moment(cause: cause, inner: trace.now.inner), body)
  }

  /// Returns the values that an operator has released.
  func released(_ producer: TracedValueProducer) -> Producer {
    guard let trace = records.trace else { return producer.map(\.value) }
    return producer.lift(
      Operator { downstream, _ in
        Observer(
          value: { carried in trace.held(carried.cause) { downstream.send(value: carried.value) } },
          ended: { downstream.send(end: $0) })
      })
  }

  /// Applies an operator that holds values and sends them unchanged.
  func held(
    _ source: Producer, by hold: (TracedValueProducer) -> SignalProducer<TracedValue, Failure>
  ) -> Producer {
    released(hold(carrying(source)))
  }

  /// Applies an operator that combines the values of two streams into pairs.
  func paired(
    _ first: Producer, _ second: Producer,
    _ pair: (TracedValueProducer, TracedValueProducer) -> SignalProducer<
      (TracedValue, TracedValue), Failure
    >, making make: @escaping (Value, Value) -> Value
  ) -> Producer {
    released(pair(carrying(first), carrying(second)).map { [$0, $1] }) { make($0[0], $0[1]) }
  }

  /// Combines each array of values that an operator has released into one value.
  func released(
    _ producer: SignalProducer<[TracedValue], Failure>, held: Bool = false, _ make: @escaping ([Value]) -> Value
  ) -> Producer {
    guard let trace = records.trace else {
      return producer.map { [budget] in
        budget.step(costing: $0.count)
        return make($0.map(\.value))
      }
    }
    return producer.lift(
      Operator { [budget] downstream, _ in
        Observer(
          value: { items in
            budget.step(costing: items.count)
            let value = make(items.map(\.value))
            let send = { downstream.send(value: value) }
            let causes = items.map(\.cause)
            if held { trace.held(trace.join(causes), send) } else { trace.together(causes, send) }
          },
          ended: { downstream.send(end: $0) })
      })
  }

  /// Returns the stream with its events recorded on a track.
  ///
  /// For an inner stream, `around` is the number of the inner stream that contains it, or `nil` if none does.
  func passing(
    _ track: Trace.Track, _ producer: Producer, outInto around: Int?? = nil, record: @escaping (Event) -> Void
  ) -> Producer {
    guard let trace = records.trace else { return producer }
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
