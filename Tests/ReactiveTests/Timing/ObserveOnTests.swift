import Reactive
import Testing

/// The operators that deliver all events on a scheduler.
@Suite(.noLeaks)
struct ObserveOnTests {
  @Test func `observe(on:) delivers every event on the scheduler, in order`() {
    expectMarbles(
      """
      a 1----#
      = 1----#

      a 1----!
      = 1----!

      a (12|)
      = (12|)

      a       1
      dispose x
      =       !
      """,
      producer: { $0.a.producer.observe(on: $0.scheduler) }, signal: { $0.a.observe(on: $0.scheduler) })
    let scheduler = VirtualTimeScheduler()
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>([1, 2]).observe(on: scheduler).start(recorder.observer)
    #expect(recorder.history == "")
    scheduler.run()
    #expect(recorder.history == "1 2 |")
  }

  @Test func `observe(on:) discards pending events when it is disposed`() {
    let scheduler = VirtualTimeScheduler()
    let recorder = Recorder<Int, Never>()
    let disposable = SignalProducer<Int, Never>([1, 2]).observe(on: scheduler).start(recorder.observer)
    disposable.dispose()
    #expect(recorder.history == "")
    scheduler.run()
    #expect(recorder.history == "!")
  }

  @Test func `a limit drops old or new values, and no terminal event`() {
    let limits: [(QueueLimit, String)] = [
      (.newest(2), "(34)-5|"), (.oldest(2), "(12)-5|"), (.blocking(4), "(1234)-5|"),
    ]
    for (limit, result) in limits {
      expectMarbles(
        """
        a (1234)-5|
        = \(result)

        a (12|)
        = (12|)

        a -1#
        = -1#

        a (12!)
        = (12!)

        a       1
        dispose x
        =       !
        """,
        producer: { $0.a.producer.observe(on: $0.scheduler, limit: limit) },
        signal: { $0.a.observe(on: $0.scheduler, limit: limit) })
    }
  }

  @Test func `a disposal releases the values that wait`() {
    for limit in [QueueLimit.newest(2), .oldest(2), .blocking(2)] {
      let scheduler = VirtualTimeScheduler()
      let value = Weak()
      let (source, input) = Signal<LeakProbe, Never>.pipe()
      let start = source.producer.observe(on: scheduler, limit: limit).start()
      input.send(value: value.makeProbe())
      #expect(value.isAlive)
      start.dispose()
      #expect(!value.isAlive)
      scheduler.run()
    }
  }

  @Test func `the deinit of a dropped value may send`() {
    let scheduler = VirtualTimeScheduler()
    let (source, input) = Signal<LeakProbe, Never>.pipe()
    var count = 0
    source.observe(on: scheduler, limit: .newest(1)).observeValues { _ in count += 1 }
    input.send(value: LeakProbe { input.send(value: LeakProbe()) })
    input.send(value: LeakProbe())
    scheduler.run()
    #expect(count == 1)
    input.sendCompleted()
    scheduler.run()
  }

  @Test func `start(on:) starts on the scheduler, and sends where the source does`() {
    let scheduler = VirtualTimeScheduler()
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>([1, 2]).start(on: scheduler).start(recorder.observer)
    #expect(recorder.history == "")
    scheduler.run()
    #expect(recorder.history == "1 2 |")
    expectMarbles(
      """
      a -1#
      = -1#

      a -1!
      = -1!

      a -1|
      = -1|

      a       -1
      dispose --x
      =       -1!
      """,
      producer: { $0.a.producer.start(on: $0.scheduler) })
  }

  @Test func `a subscription disposed before its scheduled start does not start`() {
    let scheduler = VirtualTimeScheduler()
    var starts = 0
    let recorder = Recorder<Int, Never>()
    let source = SignalProducer<Int, Never>.deferred {
      starts += 1
      return .empty
    }
    source.start(on: scheduler).start(recorder.observer).dispose()
    #expect(recorder.history == "!")
    scheduler.run()
    #expect(starts == 0)
    #expect(recorder.history == "!")
  }

  @Test func `lazyMap maps the newest value`() {
    let transform = { @Sendable (value: Int) in value * 10 }
    expectMarbles(
      """
      a (123)----(4|)
      = [30]----([40]|)

      a (12#)
      = ([20]#)

      a (12!)
      = !

      a       12
      dispose -x
      =       [10]!

      a |
      = |
      """,
      producer: { $0.a.producer.lazyMap(on: $0.scheduler, transform) },
      signal: { $0.a.lazyMap(on: $0.scheduler, transform) })
    let scheduler = VirtualTimeScheduler()
    var mapped: [Int] = []
    SignalProducer<Int, Never>(1...1_000).lazyMap(on: scheduler) { mapped.append($0) }.start()
    scheduler.run()
    #expect(mapped == [1_000])
  }

  @Test func `an immediate scheduler changes nothing`() {
    let scheduler = ImmediateScheduler()
    let numbers = SignalProducer<Int, Never>([1, 2, 3])
    #expect(numbers.observe(on: scheduler).history == "1 2 3 |")
    #expect(numbers.observe(on: scheduler, limit: .blocking(1)).history == "1 2 3 |")
    #expect(numbers.start(on: scheduler).history == "1 2 3 |")
    #expect(numbers.lazyMap(on: scheduler) { $0 * 2 }.history == "2 4 6 |")
  }
}
