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
    #expect(numbers.start(on: scheduler).history == "1 2 3 |")
    #expect(numbers.lazyMap(on: scheduler) { $0 * 2 }.history == "2 4 6 |")
  }
}
