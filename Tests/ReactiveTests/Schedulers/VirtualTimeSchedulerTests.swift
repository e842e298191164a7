import Reactive
import Testing

/// The virtual clock, which advances only explicitly.
@Suite(.noLeaks)
struct VirtualTimeSchedulerTests {
  /// The actions that ran, with their ticks.
  private final class Log: @unchecked Sendable {
    var lines: [String] = []

    func note(_ name: String, on scheduler: VirtualTimeScheduler) {
      lines.append("\(name)@\(scheduler.currentTick)")
    }
  }

  private let log = Log()

  @Test func actionsOfATickRunInTheOrderOfScheduling() {
    let scheduler = VirtualTimeScheduler()
    for name in ["a", "b", "c"] {
      scheduler.schedule(at: 2) { log.note(name, on: scheduler) }
      scheduler.schedule(at: 1) { log.note(name.uppercased(), on: scheduler) }
    }
    scheduler.schedule { log.note("now", on: scheduler) }
    #expect(log.lines == [])
    scheduler.advance(to: 2)
    #expect(log.lines == ["now@0", "A@1", "B@1", "C@1", "a@2", "b@2", "c@2"])
  }

  @Test func reservedPlaceKeepsItsPosition() {
    let scheduler = VirtualTimeScheduler()
    let early = scheduler.reservePlace()
    let next = scheduler.reservePlace()
    scheduler.schedule(at: 1) { log.note("none", on: scheduler) }
    scheduler.schedule(at: 1, in: next) { log.note("next", on: scheduler) }
    scheduler.schedule(at: 1, in: early) { log.note("early", on: scheduler) }
    scheduler.schedule(at: 1, in: early) { log.note("early again", on: scheduler) }
    scheduler.run()
    #expect(log.lines == ["early@1", "early again@1", "next@1", "none@1"])
  }

  @Test func placePassesWhenALaterOneBegins() {
    let scheduler = VirtualTimeScheduler()
    let places = scheduler.reservePlaces(2)
    @Sendable func note() {
      for tick in 0...2 {
        log.lines.append(
          (0...1).map { scheduler.hasPassed(tick, in: places[$0]) ? "passed" : "-" }.joined(separator: " "))
      }
    }
    note()
    scheduler.schedule(at: 1, in: places[0], note)
    scheduler.advance(to: 1)
    #expect(log.lines == ["- -", "- -", "- -", "passed passed", "- -", "- -"])
    log.lines = []
    // An action that runs too late does not reopen the places before it.
    scheduler.schedule(at: 1) { scheduler.schedule(at: 1, in: places[0], note) }
    scheduler.run()
    #expect(log.lines == ["passed passed", "passed passed", "- -"])
  }

  @Test func clockAdvancesAsRequested() {
    let scheduler = VirtualTimeScheduler()
    scheduler.schedule(at: 3) { log.note("three", on: scheduler) }
    scheduler.advance(by: 2)
    #expect(scheduler.currentTick == 2)
    #expect(log.lines == [])
    scheduler.advance()
    #expect(log.lines == ["three@3"])
    scheduler.advance(to: 1)
    #expect(scheduler.currentTick == 3)
    scheduler.advance(by: .milliseconds(4))
    #expect(scheduler.currentTick == 7)
    #expect(scheduler.now == .milliseconds(7))
  }

  @Test func clockMayBeginBelowZero() {
    let scheduler = VirtualTimeScheduler(startingAt: -2)
    #expect(scheduler.now == .milliseconds(-2))
    scheduler.schedule(after: .milliseconds(2)) { log.note("after", on: scheduler) }
    scheduler.schedule(at: -5) { log.note("past", on: scheduler) }
    scheduler.schedule(at: -1) { log.note("below", on: scheduler) }
    scheduler.run()
    #expect(log.lines == ["past@-2", "below@-1", "after@0"])
  }

  @Test func delayIsRoundedUpToWholeTicks() {
    let scheduler = VirtualTimeScheduler(tick: .milliseconds(10))
    for delay in [0, 1, 10, 11, 20] {
      scheduler.schedule(after: .milliseconds(delay)) { log.note("\(delay)", on: scheduler) }
    }
    scheduler.run()
    #expect(log.lines == ["0@0", "1@1", "10@1", "11@2", "20@2"])
    #expect(scheduler.ticks(3) == .milliseconds(30))
    #expect(scheduler.now == .milliseconds(20))
  }

  @Test func disposedActionDoesNotRun() {
    let scheduler = VirtualTimeScheduler()
    let first = scheduler.schedule(at: 1) { log.note("first", on: scheduler) }
    let third = scheduler.schedule(at: 3) { log.note("third", on: scheduler) }
    scheduler.schedule(at: 2) {
      log.note("second", on: scheduler)
      third.dispose()
    }
    first.dispose()
    #expect(first.isDisposed)
    #expect(scheduler.nextTick == 2)
    scheduler.run()
    #expect(log.lines == ["second@2"])
    #expect(scheduler.nextTick == nil)
    // It does not advance the clock either.
    #expect(scheduler.currentTick == 2)
  }

  @Test func disposedActionIsReleased() {
    let scheduler = VirtualTimeScheduler()
    let alive = Weak()
    func schedule() -> any Disposable {
      let probe = alive.makeProbe()
      return scheduler.schedule(at: 1) { probe.touch() }
    }
    let action = schedule()
    #expect(alive.isAlive)
    action.dispose()
    #expect(!alive.isAlive)
  }

  @Test func actionsMayScheduleActions() {
    let scheduler = VirtualTimeScheduler()
    scheduler.schedule(at: 1) {
      log.note("one", on: scheduler)
      scheduler.schedule { log.note("same", on: scheduler) }
      scheduler.schedule(after: .milliseconds(1)) { log.note("next", on: scheduler) }
    }
    scheduler.schedule(at: 1) { log.note("two", on: scheduler) }
    scheduler.advance(to: 1)
    #expect(log.lines == ["one@1", "two@1", "same@1"])
    #expect(scheduler.nextTick == 2)
    scheduler.run()
    #expect(log.lines.last == "next@2")
  }

  @Test func actionMayAdvanceTheClock() {
    let scheduler = VirtualTimeScheduler()
    scheduler.schedule(at: 1) {
      log.note("before", on: scheduler)
      scheduler.advance(to: 3)
      log.note("after", on: scheduler)
    }
    for tick in [2, 3, 4, 9] { scheduler.schedule(at: tick) { log.note("plain", on: scheduler) } }
    scheduler.advance(to: 4)
    #expect(log.lines == ["before@1", "plain@2", "plain@3", "after@3", "plain@4"])
    #expect(scheduler.currentTick == 4)
  }

  @Test func distantFutureDoesNotOverflow() {
    let scheduler = VirtualTimeScheduler(startingAt: 5)
    scheduler.schedule(after: .seconds(Int64.max)) { log.note("never", on: scheduler) }
    scheduler.advance(by: 10)
    #expect(log.lines == [])
    #expect(scheduler.nextTick == .max)
  }
}
