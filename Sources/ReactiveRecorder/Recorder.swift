import Reactive

/// A recorder of streams while a program runs.
///
///     let recorder = Recorder()
///     let results = query.recorded("query", by: recorder).flatMap(.latest) { query in
///       search(query).recorded("search", by: recorder)
///     }
///     results.recorded("results", by: recorder).startWithValues(show)
///     …
///     print(recorder.diagram)  // with `import Marbles`
///
/// Each recorded stream is a lane of the `diagram`. A stream that is started for a value of another recorded stream
/// is drawn below the lane of that value. Several starts of a producer are rows of one lane, and so are several
/// streams with the same name.
///
/// Streams can be recorded on any thread. The recorder keeps the newest events up to its capacity, with their values,
/// and counts the others. Values become text when the diagram is made.
public final class Recorder: Sendable {
  /// The duration that a tick of the diagram represents.
  public let tick: Duration
  private let clock: @Sendable () -> Int64
  private let state: Mutex<RecorderState>
  private let trace: TraceWriter?
  /// A number that tells the recorder from others.
  private let identity = UInt64.random(in: .min ... .max)

  /// Creates a recorder that reads the clock of the system.
  ///
  /// - Parameters:
  ///   - tick: The duration of a tick, greater than zero. An event is drawn on the tick during which it was sent, and
  ///     tick 0 begins now. Events on the same tick keep their order.
  ///   - capacity: The maximum number of events to keep, at least 1.
  public convenience init(tick: Duration = .milliseconds(10), capacity: Int = 10_000) {
    let start = monotonicTime()
    self.init(tick: tick, capacity: capacity) { monotonicTime() &- start }
  }

  /// Creates a recorder that takes the time from a scheduler.
  public convenience init(on scheduler: some TimeScheduler, tick: Duration = .milliseconds(10), capacity: Int = 10_000)
  {
    let start = scheduler.now
    self.init(tick: tick, capacity: capacity) { (scheduler.now - start).wholeNanoseconds }
  }

  /// Creates a recorder on virtual time, with the ticks of the scheduler.
  public convenience init(on scheduler: VirtualTimeScheduler, capacity: Int = 10_000) {
    self.init(on: scheduler, tick: scheduler.tick, capacity: capacity)
  }

  /// Creates a recorder that takes the time from a clock.
  public convenience init<C: Clock>(clock: C, tick: Duration = .milliseconds(10), capacity: Int = 10_000)
  where C.Duration == Duration {
    let start = clock.now
    self.init(tick: tick, capacity: capacity) { start.duration(to: clock.now).wholeNanoseconds }
  }

  /// Creates a recorder that writes each event to a file, as a line of a trace that `rxrepl` draws, and keeps only the
  /// last one.
  ///
  /// An event is written before it is sent on. After an error, one message goes to standard error, and nothing more is
  /// written.
  ///
  /// - Parameter path: The path of the file, which is replaced.
  public convenience init(to path: String) {
    let start = monotonicTime()
    self.init(tick: .milliseconds(1), capacity: 1, trace: TraceWriter(to: path)) { monotonicTime() &- start }
  }

  /// Creates a recorder that writes each event to a file, with the times of a scheduler.
  public convenience init(to path: String, on scheduler: some TimeScheduler) {
    let start = scheduler.now
    self.init(tick: .milliseconds(1), capacity: 1, trace: TraceWriter(to: path)) {
      (scheduler.now - start).wholeNanoseconds
    }
  }

  private init(tick: Duration, capacity: Int, trace: TraceWriter? = nil, clock: @escaping @Sendable () -> Int64) {
    precondition(tick.wholeNanoseconds > 0, "a tick must be at least a nanosecond long")
    precondition(capacity > 0, "a recorder must keep at least one event")
    self.tick = tick
    self.clock = clock
    self.trace = trace
    state = Mutex(RecorderState(capacity: capacity))
  }

  /// The streams and events that are kept.
  package var kept: RecorderState { state.withLock { $0 } }

  // MARK: Recording

  /// Begins a stream.
  @usableFromInline
  func _begin(_ name: String, for carrier: _EventCarrier, in site: _CallSite) -> _RecordedStream {
    let context = context
    let place = carrier.place ?? context?.carrier
    let time = clock()
    let (id, slot) = state.withLock { $0.begin(name, at: time, for: place, upstreamOf: context?.downstream) }
    trace?.begin(id, name, at: time, for: place, in: site)
    return _RecordedStream(id: id, name: name, slot: slot, carrier: place, recorder: self)
  }

  /// The value that is being delivered, for which streams are created.
  @usableFromInline var _carrier: _EventCarrier { _EventCarrier(place: context?.carrier) }

  private var context: EventContext? {
    guard let current = EventContext.current, current.recorder == identity else { return nil }
    return current
  }

  /// Records an event, unless the stream has ended before, and sends it on with all of its effects.
  ///
  /// - Parameter isEffect: Whether the event that is being delivered is its cause.
  func record(
    _ content: RecorderState.Content, of stream: _RecordedStream, isEffect: Bool = true, sending send: () -> Void = {}
  ) {
    let cause = isEffect ? context?.cause : nil
    let time = clock()
    // The dropped value is released outside the lock, because releasing it may run code of the user.
    let (number, dropped) = state.withLock { $0.record(content, in: stream.slot, at: time, because: cause) }
    withExtendedLifetime(dropped) {}
    guard let number else { return send() }
    let carrier = content.isValue ? EventContext.Place(event: number, stream: stream.id) : stream.carrier
    // The lines of its effects have the same time, and follow.
    trace?.record(content, number, of: stream.id, stream.name, at: time, because: cause)
    EventContext.$current.withValue(EventContext(recorder: identity, cause: number, carrier: carrier), operation: send)
  }

  /// Starts the producer of a stream.
  func start(_ stream: _RecordedStream, _ start: () -> Void) {
    EventContext.$current.withValue(
      EventContext(recorder: identity, cause: nil, carrier: stream.carrier, downstream: stream.id), operation: start)
  }

  /// Closes a stream that sends no more events.
  fileprivate func close(_ stream: _RecordedStream) {
    state.withLock { $0.close(stream.slot) }
  }
}

/// The value for which a stream was created, if it is known.
@usableFromInline
struct _EventCarrier: Sendable {
  let place: EventContext.Place?
}

/// The place of a call of `recorded`, which a trace names.
@usableFromInline
struct _CallSite: Sendable {
  let file: StaticString
  let line: Int

  @usableFromInline
  init(_ file: StaticString, _ line: Int) { (self.file, self.line) = (file, line) }
}

/// One start of a stream that a recorder records.
@usableFromInline
final class _RecordedStream: Sendable {
  let id: Int
  let name: String
  let slot: Int
  let carrier: EventContext.Place?
  let recorder: Recorder

  init(id: Int, name: String, slot: Int, carrier: EventContext.Place?, recorder: Recorder) {
    self.id = id
    self.name = name
    self.slot = slot
    self.carrier = carrier
    self.recorder = recorder
  }

  deinit { recorder.close(self) }

  @usableFromInline
  func _send(value: any Sendable, _ send: () -> Void) { recorder.record(.value(value), of: self, sending: send) }

  @usableFromInline
  func _send(end: TerminalEvent<any Error>, _ send: () -> Void) {
    recorder.record(RecorderState.Content(end), of: self, sending: send)
  }

  /// Records that the stream was disposed, unless it has ended.
  @usableFromInline
  func _interrupt() { recorder.record(.interrupted, of: self) }
}
