import Reactive
import Testing

/// `throttle`, tick by tick.
@Suite(.noLeaks)
struct ThrottleTests {
  @Test func `throttle sends one value per interval`() {
    expectMarbles(
      """
      a 1-2-3----------45-----------------------6|
      = 1---------3---------5-------------------6|

      a 1-2|
      = 1--|

      a 1-2#
      = 1--#

      a 1-2!
      = 1--!

      a       1-2
      dispose ---x
      =       1--!

      a 1-------------------------------------------------2-3
      = 1-------------------------------------------------2---------3

      a 1----2----34
      = 1---------3---------4

      a 1----2----|
      = 1---------|

      a (12|)
      = (1|)

      a |
      = |
      """,
      producer: { $0.a.producer.throttle($0.ticks(10), on: $0.scheduler) },
      signal: { $0.a.throttle($0.ticks(10), on: $0.scheduler) })
  }

  @Test func `throttle may keep the last value`() {
    expectMarbles(
      """
      a 1-2|
      = 1---------(2|)

      a 1--|
      = 1--|

      a 1-2---------|
      = 1---------2-|

      a 1-2#
      = 1--#

      a       1-2|
      dispose -----x
      =       1----!
      """,
      producer: { $0.a.producer.throttle($0.ticks(10), on: $0.scheduler, discardWhenCompleted: false) },
      signal: { $0.a.throttle($0.ticks(10), on: $0.scheduler, discardWhenCompleted: false) })
  }

  @Test func `throttle for no time sends every value`() {
    for interval in [0, -5] {
      expectMarbles(
        """
        a (12)(3|)
        = (12)(3|)
        """,
        producer: { $0.a.producer.throttle($0.ticks(interval), on: $0.scheduler) })
    }
  }

  @Test func `throttle waits while its condition holds`() {
    expectMarbles(
      """
      p 1---------0
      a -12------------3|
      = ----------2----3|

      p 1
      a -12--|
      = -----|

      p 1
      a --#
      = --#

      p 1
      a --!
      = --!

      p       1
      a       -1
      dispose --x
      =       --!

      p --1-10
      a -1-2
      = -1---2

      p 10
      a --(12)
      = --(12)

      p 100
      = -

      p 1-|
      a -1-2-----|
      = ---------|

      p 1-!
      a -1-2-----|
      = ---------|

      p 0|
      a ---2
      = ---2

      p 1-#
      a -1
      = --#
      """,
      producer: { $0.a.producer.throttle(while: $0.p, on: $0.scheduler) },
      signal: { $0.a.throttle(while: $0.p, on: $0.scheduler) })
  }

  @Test func `the condition applies from the start, and either side may be unable to fail`() {
    let scheduler = VirtualTimeScheduler()
    let always = SignalProducer<Bool, Never>(value: true)
    let histories = [
      recorded(SignalProducer<Int, Boom>([1, 2]).throttle(while: always, on: scheduler)),
      recorded(SignalProducer<Int, Never>([1, 2]).throttle(while: always.promoteError(Boom.self), on: scheduler)),
    ]
    let never = recorded(SignalProducer<Int, Never>([1, 2]).throttle(while: always, on: scheduler))
    let signal = Signal<Int, Never>.pipe()
    let failing: Signal<Int, Boom> = signal.output.throttle(while: Signal<Bool, Boom>.never, on: scheduler)
    let recorder = failing.record()
    signal.input.send(value: 3)
    signal.input.sendCompleted()
    scheduler.run()
    #expect(histories.map(\.history) == ["|", "|"])
    #expect(never.history == "|")
    #expect(recorder.history == "3 |")
  }

  private func recorded<Error>(_ producer: SignalProducer<Int, Error>) -> Recorder<Int, Error> {
    let recorder = Recorder<Int, Error>()
    producer.start(recorder.observer)
    return recorder
  }
}
