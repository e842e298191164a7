import Reactive
import Testing

/// `delay` and `debounce`, tick by tick.
@Suite(.noLeaks)
struct DelayTests {
  private typealias Numbers = SignalProducer<Int, Boom>

  @Test func delay() {
    expectMarbles(
      """
      a 1----2------|
      = ----------1----2------|

      a 1-------------------|
      = ----------1-------------------|

      a 1----#
      = -----#

      a 1----!
      = -----!

      a (12|)
      = ----------(12|)

      a 1---------#
      = ----------(1#)
      """,
      producer: { $0.a.producer.delay($0.ticks(10), on: $0.scheduler) },
      signal: { $0.a.delay($0.ticks(10), on: $0.scheduler) })
  }

  @Test func delayByNothingChangesNothing() {
    expectMarbles(
      """
      a 1----(2|)
      = 1----(2|)
      """,
      producer: { $0.a.producer.delay(.zero, on: $0.scheduler) },
      signal: { $0.a.delay(.zero, on: $0.scheduler) })
  }

  @Test func debounce() {
    expectMarbles(
      """
      a 1----2--------------3----|
      = ---------------2---------|

      a 1--------------2------------------------|
      = ----------1--------------2--------------|

      a 1----#
      = -----#

      a 1----!
      = -----!

      a 1--------2--------3
      = ----------------------------3

      a 1---------2
      = --------------------2
      """,
      producer: { $0.a.producer.debounce($0.ticks(10), on: $0.scheduler) },
      signal: { $0.a.debounce($0.ticks(10), on: $0.scheduler) })
  }

  @Test func debounceMayKeepTheLastValue() {
    expectMarbles(
      """
      a 1----2--------------3----|
      = ---------------2--------------(3|)

      a 1--------------|
      = ----------1----|

      a -----|
      = -----|

      a 1----#
      = -----#

      a 1----!
      = -----!
      """,
      producer: { $0.a.producer.debounce($0.ticks(10), on: $0.scheduler, discardWhenCompleted: false) },
      signal: { $0.a.debounce($0.ticks(10), on: $0.scheduler, discardWhenCompleted: false) })
  }

  @Test func `disposal after the end of the source takes effect immediately`() {
    expectMarbles(
      """
      a       1----|
      dispose -------x
      =       -------!
      """,
      producer: { $0.a.producer.delay($0.ticks(10), on: $0.scheduler) })
    expectMarbles(
      """
      a       1----|
      dispose -------x
      =       -------!
      """,
      producer: { $0.a.producer.debounce($0.ticks(10), on: $0.scheduler, discardWhenCompleted: false) })
  }

  @Test func `pending values are released when the stream has ended`() {
    let scheduler = VirtualTimeScheduler()
    let alive = Weak()
    func start(_ probe: LeakProbe) -> any Disposable {
      SignalProducer<LeakProbe, Never>([probe, probe]).concat(.never).delay(scheduler.ticks(100), on: scheduler)
        .map { probe.touch($0) }.start()
    }
    let disposable = start(alive.makeProbe())
    #expect(alive.isAlive)
    disposable.dispose()
    scheduler.advance(by: 1)
    #expect(!alive.isAlive)
    #expect(scheduler.nextTick == 100)
  }

  @Test func disposalIsDeliveredOnTheScheduler() {
    for debounces in [false, true] {
      let scheduler = VirtualTimeScheduler()
      let (signal, input) = Signal<Int, Boom>.pipe()
      let recorder = Recorder<Int, Boom>()
      let producer = signal.producer
      let interval = scheduler.ticks(3)
      let timed = debounces ? producer.debounce(interval, on: scheduler) : producer.delay(interval, on: scheduler)
      let disposable = timed.start(recorder.observer)
      input.send(value: 1)
      disposable.dispose()
      #expect(recorder.history == "")
      scheduler.advance(by: 0)
      #expect(recorder.history == "!")
      scheduler.run()
      #expect(recorder.history == "!")
    }
  }

  @Test func endDownstreamStopsTheSource() {
    let scheduler = VirtualTimeScheduler()
    var isOver = false
    let source = Numbers { observer, lifetime in
      lifetime.observeEnded { isOver = true }
      for value in 1...3 { observer.send(value: value) }
      lifetime.observeEnded { _ = observer }
    }
    let recorder = Recorder<Int, Boom>()
    source.delay(scheduler.ticks(2), on: scheduler).take(first: 1).start(recorder.observer)
    scheduler.advance(by: 1)
    #expect(!isOver)
    scheduler.run()
    #expect(recorder.history == "1 |")
    #expect(isOver)
  }

  @Test func replacedValueMaySendWhenItIsReleased() {
    final class Value: Sendable {
      let onDeinit: @Sendable () -> Void
      init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
      deinit { onDeinit() }
    }
    let scheduler = VirtualTimeScheduler()
    let (signal, input) = Signal<Value, Never>.pipe()
    let count = Recorder<Int, Never>()
    signal.producer.debounce(scheduler.ticks(1), on: scheduler).map { _ in 1 }.start(count.observer)
    input.send(value: Value { input.send(value: Value {}) })
    input.send(value: Value {})
    scheduler.run()
    #expect(count.history == "1")
    input.sendCompleted()
    scheduler.run()
  }
}
