import Reactive
import Testing

/// Timers and the operators with a clock, tick by tick.
@Suite(.noLeaks)
struct TimerTests {
  private let scheduler = VirtualTimeScheduler()

  @Test func `timer(interval:) counts endlessly`() {
    let (events, disposable) = record(.timer(interval: scheduler.ticks(3), on: scheduler))
    scheduler.advance(to: 10)
    #expect(events.lines == ["0@3", "1@6", "2@9"])
    disposable.dispose()
    #expect(events.lines.last == "!@10")
    #expect(scheduler.nextTick == nil)
  }

  @Test func `timer(after:) sends once`() {
    let (events, _) = record(.timer(after: scheduler.ticks(3), on: scheduler))
    scheduler.run()
    #expect(events.lines == ["0@3", "|@3"])
    let (early, disposable) = record(.timer(after: scheduler.ticks(3), on: scheduler))
    disposable.dispose()
    #expect(early.lines == ["!@3"])
    #expect(scheduler.nextTick == nil)
    let (negative, _) = record(.timer(after: scheduler.ticks(-3), on: scheduler))
    scheduler.run()
    #expect(negative.lines == ["0@3", "|@3"])
  }

  @Test func `interval sends the elements and completes with the last`() {
    let producer = SignalProducer<Int, Never>.interval(scheduler.ticks(2), sequence: [7, 8, 9], on: scheduler)
    let (events, _) = record(producer)
    scheduler.run()
    #expect(events.lines == ["7@2", "8@4", "9@6", "|@6"])
    let (again, disposable) = record(producer)
    scheduler.advance(by: 2)
    disposable.dispose()
    #expect(again.lines == ["7@8", "!@8"])
    let (none, _) = record(.interval(scheduler.ticks(2), sequence: [], on: scheduler))
    #expect(none.lines == ["|@8"])
    let (endless, _) = record(
      SignalProducer.interval(scheduler.ticks(1), sequence: 5..., on: scheduler).take(first: 2))
    scheduler.run()
    #expect(endless.lines == ["5@9", "6@10", "|@10"])
  }

  @Test func `timestamp and timeInterval send times`() {
    expectMarbles(
      """
      a ---(12)-3---|
      = ---([1@3][2@3])-[3@5]---|

      a ---1-#
      = ---[1@3]-#

      a ---1-!
      = ---[1@3]-!
      """,
      producer: { harness in
        harness.a.producer.timestamp(on: harness.scheduler).map {
          "\($0.value)@\(harness.scheduler.ticks(in: $0.time))"
        }
      },
      signal: { harness in
        harness.a.timestamp(on: harness.scheduler).map { "\($0.value)@\(harness.scheduler.ticks(in: $0.time))" }
      })
    expectMarbles(
      """
      a ---(12)-3---|
      = ---([1+3][2+0])-[3+2]---|

      a ---1-#
      = ---[1+3]-#

      a ---1-!
      = ---[1+3]-!
      """,
      producer: { harness in
        harness.a.producer.timeInterval(on: harness.scheduler).map {
          "\($0.value)+\(harness.scheduler.ticks(in: $0.interval))"
        }
      },
      signal: { harness in
        harness.a.timeInterval(on: harness.scheduler).map { "\($0.value)+\(harness.scheduler.ticks(in: $0.interval))" }
      })
  }

  @Test func `timeInterval counts from each start`() {
    let source = SignalProducer<Int, Never>.timer(after: scheduler.ticks(4), on: scheduler)
      .timeInterval(on: scheduler).map { [scheduler] in scheduler.ticks(in: $0.interval) }
    for _ in 0..<2 {
      let (events, _) = record(source)
      scheduler.run()
      #expect(events.lines.first?.hasPrefix("4@") == true)
    }
  }

  @Test func `collect(every:) sends an array per interval`() {
    expectMarbles(
      """
      a -12----------3---------------------4|
      = ----------[[1,2]]---------[[3]]---------[[]]-----|

      a -1---#
      = -----#

      a -1---!
      = -----!

      a       -1
      dispose -----x
      =       -----!

      a ---------1-|
      = ----------[[1]]|

      a |
      = |

      a -1-----------2------|
      = ----------[[1]]---------|

      a -1-----------2------#
      = ----------[[1]]---------#
      """,
      producer: { $0.a.producer.collect(every: $0.ticks(10), on: $0.scheduler) },
      signal: { $0.a.collect(every: $0.ticks(10), on: $0.scheduler) })
    expectMarbles(
      """
      a -12----------3---------------------4|
      = ----------[[1,2]]---------[[3]]-------------------([[4]]|)

      a -1----------|
      = ----------[[1]]---------|

      a -1-----------2------|
      = ----------[[1]]---------([[2]]|)

      a -1---#
      = -----#

      a       -1---|
      dispose -------x
      =       -------!
      """,
      producer: {
        $0.a.producer.collect(every: $0.ticks(10), on: $0.scheduler, skipEmpty: true, discardWhenCompleted: false)
      },
      signal: { $0.a.collect(every: $0.ticks(10), on: $0.scheduler, skipEmpty: true, discardWhenCompleted: false) })
    expectMarbles(
      """
      a -1----------|
      = ----------[[1]]---------([[]]|)
      """,
      producer: { $0.a.producer.collect(every: $0.ticks(10), on: $0.scheduler, discardWhenCompleted: false) })
  }

  // MARK: Recording

  /// Events with their ticks.
  private final class Lines: @unchecked Sendable {
    var lines: [String] = []
  }

  private func record(_ producer: SignalProducer<Int, Never>) -> (Lines, any Disposable) {
    let lines = Lines()
    let disposable = producer.start { [scheduler] event in
      lines.lines.append("\(word(event))@\(scheduler.currentTick)")
    }
    return (lines, disposable)
  }
}
