import Reactive
import Testing

/// The side effects of a stream and their order.
@Suite(.noLeaks)
struct EffectTests {
  private func logging<Value, Failure>(
    _ log: Log, _ producer: SignalProducer<Value, Failure>, _ tag: String = ""
  ) -> SignalProducer<Value, Failure> {
    producer.on(
      starting: { log("\(tag)starting") }, started: { log("\(tag)started") }, event: { log("\(tag)event:\(word($0))") },
      value: { log("\(tag)value:\($0)") }, failed: { _ in log("\(tag)failed") }, completed: { log("\(tag)completed") },
      interrupted: { log("\(tag)interrupted") }, terminated: { log("\(tag)terminated") },
      disposed: { log("\(tag)disposed") })
  }

  private final class Log {
    private var words: [String] = []

    func callAsFunction(_ word: String) { words.append(word) }

    func take() -> String {
      defer { words = [] }
      return words.joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("|", "event:| completed terminated => | disposed"), ("X", "event:X failed terminated => X disposed"),
    ("!", "event:! interrupted terminated => ! disposed"),
  ])
  func `effects precede the event, and disposal follows the termination`(sign: String, expected: String) {
    let event: Event<Int, Boom> = sign == "|" ? .completed : sign == "X" ? .failed(Boom()) : .interrupted
    let log = Log()
    let (signal, input) = Signal<Int, Boom>.pipe()
    logging(log, signal.producer).start { log("=> \(word($0))") }
    #expect(log.take() == "starting started")
    input.send(value: 1)
    #expect(log.take() == "event:1 value:1 => 1")
    input.send(event)
    #expect(log.take() == expected)
    input.send(value: 2)
    #expect(log.take() == "")
  }

  @Test func `effects of a signal run once for all observers`() {
    let log = Log()
    let (signal, input) = Signal<Int, Boom>.pipe()
    let effects = signal.on(
      event: { log("event:\(word($0))") }, value: { log("value:\($0)") }, failed: { _ in log("failed") },
      terminated: { log("terminated") }, disposed: { log("disposed") })
    effects.observe { log("A\(word($0))") }
    effects.observe { log("B\(word($0))") }
    input.send(value: 1)
    #expect(log.take() == "event:1 value:1 A1 B1")
    input.send(error: Boom())
    #expect(log.take() == "event:X failed terminated AX BX disposed")
  }

  @Test func `started is called last if the stream ends immediately`() {
    let log = Log()
    logging(log, SignalProducer<Int, Never>(value: 1)).start { log("=> \(word($0))") }
    #expect(
      log.take() == "starting event:1 value:1 => 1 event:| completed terminated => | disposed started")
  }

  @Test func `the outer effect starts first and ends last`() {
    let log = Log()
    let source = SignalProducer<Int, Never> { observer, lifetime in
      log("source")
      lifetime.observeEnded { withExtendedLifetime(observer) { log("-source") } }
    }
    let disposable = logging(log, logging(log, source, "a."), "b.").start()
    #expect(log.take() == "b.starting a.starting source a.started b.started")
    disposable.dispose()
    #expect(
      log.take() == "a.event:! a.interrupted a.terminated b.event:! b.interrupted b.terminated "
        + "-source b.disposed a.disposed")
  }

  @Test func `a termination downstream interrupts the effects`() {
    let log = Log()
    let (signal, input) = Signal<Int, Never>.pipe()
    logging(log, signal.producer).take(first: 1).start { log("=> \(word($0))") }
    _ = log.take()
    input.send(value: 1)
    #expect(log.take() == "event:1 value:1 => 1 => | event:! interrupted terminated disposed")
    input.send(value: 2)
    #expect(log.take() == "")
  }

  @Test func `a termination downstream interrupts the effects in the order of disposal`() {
    let log = Log()
    let (signal, input) = Signal<Int, Never>.pipe()
    logging(log, logging(log, signal.producer, "a."), "b.").take(first: 1).start()
    _ = log.take()
    input.send(value: 1)
    #expect(
      log.take() == "a.event:1 a.value:1 b.event:1 b.value:1 a.event:! a.interrupted a.terminated "
        + "b.event:! b.interrupted b.terminated b.disposed a.disposed")
  }

  @Test func `a released signal calls disposed`() {
    let log = Log()
    let (signal, input) = Signal<Int, Never>.pipe()
    let disposable = signal.on(terminated: { log("terminated") }, disposed: { log("disposed") }).observe { _ in }
    disposable.dispose()
    #expect(log.take() == "disposed")
    input.sendCompleted()
    #expect(log.take() == "")
  }

  /// An operator may send a second terminal event.
  ///
  /// Effects see only the first.
  @Test func `effects see one terminal event`() {
    let log = Log()
    let reduced = SignalProducer<Int, Never>([1, 2]).reduce(0, +).take(first: 1)
    logging(log, reduced).start()
    #expect(log.take() == "starting event:3 value:3 event:| completed terminated disposed started")
  }

  @Test func `every subscription has its effects`() {
    let log = Log()
    let producer = SignalProducer<Int, Never>(value: 1).on(starting: { log("starting") }, disposed: { log("disposed") })
    producer.repeat(2).start()
    #expect(log.take() == "starting disposed starting disposed")
  }

  @Test func `the value closure may come last, as in ReactiveSwift`() {
    let log = Log()
    let (signal, sink) = Signal<Int, Never>.pipe()
    let logged = signal.on(completed: { log("Done!") }, value: { log("\($0)") })
    sink.send(value: 5)
    sink.sendCompleted()
    #expect(log.take() == "5 Done!")
    SignalProducer<Int, Never>(value: 1).on(starting: { log("starting") }, value: { log("\($0)") }).start()
    #expect(log.take() == "starting 1")
    withExtendedLifetime(logged) {}
  }

  // MARK: Logging

  @Test func `a log contains every kind of event`() {
    var lines: [String] = []
    func logger(identifier: String, event: String, file: String, function: String, line: Int) {
      lines.append("\(identifier) \(event)")
    }
    SignalProducer<Int, Boom>(value: 1).logEvents(identifier: "p", logger: logger).start()
    #expect(
      lines == ["p starting", "p value 1", "p completed", "p terminated", "p disposed", "p started"])
    lines = []
    SignalProducer<Int, Boom>(error: Boom()).named("n").logEvents(events: [.failed], logger: logger).start()
    #expect(lines == ["n failed Boom()"])
    lines = []
    let (signal, input) = Signal<Int, Boom>.pipe()
    let logged = signal.named("s").logEvents(events: [.value, .interrupted, .disposed], logger: logger)
    input.send(value: 7)
    input.sendInterrupted()
    #expect(lines == ["s value 7", "s interrupted", "s disposed"])
    withExtendedLifetime(logged) {}
  }

  @Test func `a log has the source location of its call`() {
    var places: [String] = []
    SignalProducer<Int, Never>.empty
      .logEvents(events: [.completed]) { places.append("\($2.split(separator: "/").last ?? "") \($4)") }.start()
    #expect(places == ["EffectTests.swift \(#line - 1)"])
  }

  @Test func `a named signal is the same signal`() {
    let (signal, input) = Signal<Int, Boom>.pipe()
    let named = signal.named("numbers")
    let recorder = named.record()
    input.send(value: 1)
    input.send(error: Boom())
    #expect(recorder.history == "1 X")
    #expect(named.name == "numbers")
    #expect(signal.name == nil)
    #expect(SignalProducer<Int, Never>.never.named("p").name == "p")
  }

  // MARK: Breakpoints

  @Test func `a breakpoint stops if its condition holds`() {
    var stops: [String] = []
    let producer = SignalProducer<Int, Boom>([1, 2, 3]).concat(SignalProducer(error: Boom())).named("numbers")
    #expect(producer.breakpoint(value: { $0 == 2 }, trap: { stops.append($0) }).history == "1 2 3 X")
    #expect(stops == ["breakpoint in numbers: value 2"])
    stops = []
    producer.breakpointOnError { stops.append($0) }.start()
    producer.breakpoint(starting: { true }, failed: { _ in false }, trap: { stops.append($0) }).start()
    #expect(stops == ["breakpoint in numbers: failed Boom()", "breakpoint in numbers: starting"])
    stops = []
    let (signal, input) = Signal<Int, Boom>.pipe()
    let watched = signal.breakpoint(
      value: { _ in false }, completed: { true }, interrupted: { true }, trap: { stops.append($0) })
    let failing = signal.breakpointOnError { stops.append("never \($0)") }
    input.send(value: 1)
    input.sendCompleted()
    #expect(stops == ["breakpoint: completed"])
    withExtendedLifetime((watched, failing)) {}
  }

  @Test func `a breakpoint raises a trap`() async {
    await #expect(processExitsWith: .failure) {
      SignalProducer<Int, Never>(value: 1).breakpoint(value: { _ in true }).start()
    }
  }

  // MARK: Lanes

  @Test(arguments: [
    ([(2, "1"), (5, "2"), (8, "|")], "--1--2--|"), ([(0, "a"), (0, "b"), (1, "!")], "(ab)!"), ([], "-"),
    ([(1, "12"), (2, "-"), (3, "")], "-[12][-][]"), ([(100, "1"), (300, "X")], "100t 1 199t #[Boom()]"),
  ])
  func `a lane draws events at their ticks`(events: [(Int, String)], expected: String) {
    let scheduler = VirtualTimeScheduler()
    let lane = Lane("a", on: scheduler)
    let (signal, input) = Signal<String, Boom>.pipe()
    let recorded = signal.lane(lane)
    for (tick, text) in events {
      scheduler.advance(to: tick)
      switch text {
      case "|": input.sendCompleted()
      case "!": input.sendInterrupted()
      case "X": input.send(error: Boom())
      default: input.send(value: text)
      }
    }
    #expect(lane.line == expected)
    #expect(lane.description == "a  \(expected)")
    #expect(lane.entries.map(\.time) == events.map { scheduler.ticks($0.0) })
    withExtendedLifetime(recorded) {}
  }

  @Test func `a lane counts time from its creation`() {
    let scheduler = VirtualTimeScheduler(tick: .seconds(1))
    scheduler.advance(to: 10)
    let lane = Lane("", on: scheduler)
    let slow = Lane("slow", on: scheduler, tick: .seconds(2))
    SignalProducer<Int, Never>([1, 2, 3]).flatMap(.concat) {
      SignalProducer(value: $0).delay(.seconds(1), on: scheduler)
    }
    .lane(lane).lane(slow).start()
    scheduler.run()
    #expect("\(lane)" == "-12(3|)")
    #expect("\(slow)" == "slow  1(23|)")
  }
}
