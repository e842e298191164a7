import Reactive
import Testing

/// `sample(every:)`, tick by tick.
@Suite(.noLeaks)
struct SampleEveryTests {
  @Test func `sample sends the newest value of each interval`() {
    expectMarbles(
      """
      a -1-2---3--------4-|
      = -----2----3-------|

      a -1-2---3|
      = -----2--|

      a (12)----3-----|
      = -----2----3|

      a -1-2---3#
      = -----2--#

      a -1!
      = --!

      a       -1
      dispose ---x
      =       ---!

      a |
      = |
      """,
      producer: { $0.a.producer.sample(every: $0.ticks(5), on: $0.scheduler) },
      signal: { $0.a.sample(every: $0.ticks(5), on: $0.scheduler) })
  }

  @Test func `each subscription has a separate clock`() {
    let scheduler = VirtualTimeScheduler()
    let source = SignalProducer<Int, Never>.timer(interval: scheduler.ticks(2), on: scheduler)
    let sampled = source.sample(every: scheduler.ticks(5), on: scheduler).take(first: 2)
    let first = Recorder<Int, Never>()
    let second = Recorder<Int, Never>()
    sampled.start(first.observer)
    scheduler.advance(by: 3)
    sampled.start(second.observer)
    scheduler.run()
    #expect(first.history == second.history)
    #expect(first.history.hasSuffix("|"))
  }
}
