import Reactive
import Testing

/// The operators that end streams after a time, tick by tick.
@Suite(.noLeaks)
struct TimeoutTests {
  @Test func `timeout(after:) limits the whole stream`() {
    expectMarbles(
      """
      a -----1---2
      = -----1---2#

      a -----1---|
      = -----1---|

      a -----!
      = -----!

      a -----#
      = -----#

      dispose -----x
      =       -----!

      a ----------12
      = ----------#
      """,
      producer: { $0.a.producer.timeout(after: $0.ticks(10), raising: Boom(), on: $0.scheduler) },
      signal: { $0.a.timeout(after: $0.ticks(10), raising: Boom(), on: $0.scheduler) })
  }

  @Test func `timeout(each:) limits every gap`() {
    expectMarbles(
      """
      a -----1---2----------3
      = -----1---2---------#

      a -----1---2--|
      = -----1---2--|

      a -----!
      = -----!

      a -----1#
      = -----1#

      a       -----1
      dispose ------x
      =       -----1!

      = ----------#
      """,
      producer: { $0.a.producer.timeout(each: $0.ticks(10), raising: Boom(), on: $0.scheduler) },
      signal: { $0.a.timeout(each: $0.ticks(10), raising: Boom(), on: $0.scheduler) })
  }

  @Test func `timeout(first:) limits the gap before the first value`() {
    expectMarbles(
      """
      a -----1 84t 2|
      = -----1 84t 2|

      a -----------1
      = ----------#

      a -----|
      = -----|

      a -----!
      = -----!

      a -----#
      = -----#

      dispose -----x
      =       -----!
      """,
      producer: { $0.a.producer.timeout(first: $0.ticks(10), raising: Boom(), on: $0.scheduler) },
      signal: { $0.a.timeout(first: $0.ticks(10), raising: Boom(), on: $0.scheduler) })
  }

  /// The timeout of the whole stream is scheduled before the source, those of the gaps after it.
  @Test func `a value may arrive at the tick of the timeout`() {
    for (name, expected) in [("after", "X"), ("each", "0 |"), ("first", "0 |")] {
      let scheduler = VirtualTimeScheduler()
      let source = SignalProducer<Int, Never>.timer(after: scheduler.ticks(5), on: scheduler)
      let time = scheduler.ticks(5)
      let recorder = Recorder<Int, Boom>()
      switch name {
      case "after": source.timeout(after: time, raising: Boom(), on: scheduler).start(recorder.observer)
      case "each": source.timeout(each: time, raising: Boom(), on: scheduler).start(recorder.observer)
      default: source.timeout(first: time, raising: Boom(), on: scheduler).start(recorder.observer)
      }
      scheduler.run()
      #expect(recorder.history == expected, "\(name)")
    }
  }

  /// The timer schedules its next value after the timeout is set again.
  @Test func `a value at the tick of the timeout is too late if it was scheduled later`() {
    let scheduler = VirtualTimeScheduler()
    let source = SignalProducer<Int, Never>.timer(interval: scheduler.ticks(5), on: scheduler)
    let recorder = Recorder<Int, Boom>()
    source.timeout(each: scheduler.ticks(5), raising: Boom(), on: scheduler).start(recorder.observer)
    scheduler.run()
    #expect(recorder.history == "0 X")
  }

  @Test func `a timeout may continue with another stream`() {
    let replacement = { (harness: TimedHarness) in
      SignalProducer<Int, Boom>([8, 9]).delay(harness.ticks(1), on: harness.scheduler)
    }
    expectMarbles(
      """
      a -----1------2|
      = -----1-----(89|)

      a -----1---|
      = -----1---|

      a -----#
      = -----#

      a -----!
      = -----!

      dispose ----------x
      =       ----------!
      """,
      producer: { $0.a.producer.timeout(after: $0.ticks(10), with: replacement($0), on: $0.scheduler) },
      signal: { $0.a.timeout(after: $0.ticks(10), with: replacement($0), on: $0.scheduler) })
    expectMarbles(
      """
      a -----1------2-----------------3
      = -----1------2----------(89|)
      """,
      producer: { $0.a.producer.timeout(each: $0.ticks(10), with: replacement($0), on: $0.scheduler) },
      signal: { $0.a.timeout(each: $0.ticks(10), with: replacement($0), on: $0.scheduler) })
    expectMarbles(
      """
      a -----1------2-----------------3
      = -----1------2-----------------3

      a ------------2
      = -----------(89|)
      """,
      producer: { $0.a.producer.timeout(first: $0.ticks(10), with: replacement($0), on: $0.scheduler) },
      signal: { $0.a.timeout(first: $0.ticks(10), with: replacement($0), on: $0.scheduler) })
  }

  @Test func `a timeout disposes the source, and an earlier end cancels the timeout`() {
    let scheduler = VirtualTimeScheduler()
    var disposals = 0
    let silent = SignalProducer<Int, Boom> { observer, lifetime in
      lifetime.observeEnded {
        disposals += 1
        withExtendedLifetime(observer) {}
      }
    }
    silent.timeout(after: scheduler.ticks(3), raising: Boom(), on: scheduler).start()
    let waiting = silent.timeout(each: scheduler.ticks(3), with: SignalProducer.never, on: scheduler).start()
    scheduler.advance(by: 3)
    #expect(disposals == 2)
    waiting.dispose()
    let quick = SignalProducer<Int, Boom>([1, 2])
    quick.timeout(after: scheduler.ticks(3), raising: Boom(), on: scheduler).start()
    quick.timeout(each: scheduler.ticks(3), raising: Boom(), on: scheduler).start()
    quick.timeout(first: scheduler.ticks(3), raising: Boom(), on: scheduler).start()
    let started = quick.concat(.never).timeout(first: scheduler.ticks(3), raising: Boom(), on: scheduler).start()
    quick.take(for: scheduler.ticks(3), on: scheduler).start()
    #expect(scheduler.nextTick == nil)
    started.dispose()
  }

  @Test func `the time of timeout(each:) begins after the value was sent`() {
    let scheduler = VirtualTimeScheduler()
    var events: [String] = []
    SignalProducer<Int, Boom>(value: 1).concat(.never)
      .timeout(each: scheduler.ticks(2), raising: Boom(), on: scheduler)
      .flatMap(.merge) { SignalProducer<Int, Boom>(value: $0).delay(scheduler.ticks(2), on: scheduler) }
      .start(Observer(value: { events.append("\($0)") }, ended: { _ in events.append("X") }))
    scheduler.run()
    #expect(events == ["1", "X"])
  }

  @Test func `a timeout disposes the source before it starts the other stream`() {
    let scheduler = VirtualTimeScheduler()
    var steps: [String] = []
    let source = SignalProducer<Int, Boom>.never.on(disposed: { steps.append("disposed") })
    let other = SignalProducer<Int, Boom>.empty.on(starting: { steps.append("started") })
    source.timeout(after: scheduler.ticks(1), with: other, on: scheduler).start()
    source.timeout(each: scheduler.ticks(2), with: other, on: scheduler).start()
    source.timeout(first: scheduler.ticks(3), with: other, on: scheduler).start()
    scheduler.run()
    #expect(steps == ["disposed", "started", "disposed", "started", "disposed", "started"])
  }

  @Test func `take(for:) ends after the duration`() {
    expectMarbles(
      """
      a -----1---2-3
      = -----1---2|

      a -----1---|
      = -----1---|

      a -----#
      = -----#

      a -----!
      = -----!

      dispose -----x
      =       -----!

      a ----------1
      = ----------|
      """,
      producer: { $0.a.producer.take(for: $0.ticks(10), on: $0.scheduler) },
      signal: { $0.a.take(for: $0.ticks(10), on: $0.scheduler) })
  }
}
