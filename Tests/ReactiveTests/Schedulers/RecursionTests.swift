import Reactive
import Testing

/// Actions that schedule themselves again.
@Suite(.noLeaks)
struct RecursionTests {
  private let scheduler = VirtualTimeScheduler()
  private let count = Counter()

  @Test func `a recursive action does not need stack, even if it runs immediately`() {
    let many = 200_000
    for scheduler: any Scheduler in [ImmediateScheduler(), scheduler] {
      let count = Counter()
      scheduler.schedule { again in
        if count.increment() < many { again() }
      }
      self.scheduler.run()
      #expect(count.value == many)
    }
  }

  @Test func `each round is a separate action, and other actions run in between`() {
    let log = Mutex<[String]>([])
    scheduler.schedule { again in
      if log.withLock({ log in
        log.append("round"); return log.count
      }) < 4 {
        again()
      }
    }
    scheduler.schedule { log.withLock { $0.append("other") } }
    #expect(log.withLock { $0 } == [])
    scheduler.run()
    #expect(log.withLock { $0 } == ["round", "other", "round", "round"])
  }

  @Test func `several requests give several rounds`() {
    ImmediateScheduler().schedule { again in
      if count.increment() == 1 {
        again()
        again()
      }
    }
    #expect(count.value == 3)
  }

  @Test func `disposing ends a recursive action, also during a round`() {
    let disposable = SerialDisposable()
    let alive = Weak()
    func start(_ probe: LeakProbe) {
      disposable.inner = scheduler.schedule { [count] again in
        probe.touch()
        if count.increment() == 3 { disposable.dispose() }
        again()
      }
    }
    start(alive.makeProbe())
    scheduler.run()
    #expect(count.value == 3)
    #expect(!alive.isAlive)
    let never = scheduler.schedule { _ in count.increment() }
    never.dispose()
    #expect(never.isDisposed)
    scheduler.run()
    #expect(count.value == 3)
  }

  @Test func `a round may be requested later`() {
    let later = Mutex<(@Sendable () -> Void)?>(nil)
    scheduler.schedule { again in
      count.increment()
      later.withLock { $0 = again }
    }
    scheduler.run()
    #expect(count.value == 1)
    later.withLock { $0 }?()
    #expect(count.value == 1)
    scheduler.run()
    #expect(count.value == 2)
  }

  @Test func `a repeating action keeps its grid`() {
    let ticks = Mutex<[Int]>([])
    let disposable = scheduler.schedule(after: scheduler.ticks(2), interval: scheduler.ticks(3)) { [scheduler] in
      ticks.withLock { $0.append(scheduler.currentTick) }
      // Takes so long that the next two repetitions become due.
      if scheduler.currentTick == 5 { scheduler.advance(by: 7) }
    }
    scheduler.advance(to: 20)
    #expect(ticks.withLock { $0 } == [2, 5, 14, 17, 20])
    disposable.dispose()
    #expect(disposable.isDisposed)
    #expect(scheduler.nextTick == nil)
  }

  @Test func `a repeating action may dispose itself and is released`() {
    let disposable = SerialDisposable()
    let alive = Weak()
    func start(_ probe: LeakProbe) {
      disposable.inner = scheduler.schedule(after: .zero, interval: scheduler.ticks(1)) { [count] in
        probe.touch()
        if count.increment() == 3 { disposable.dispose() }
      }
    }
    start(alive.makeProbe())
    scheduler.run()
    #expect(count.value == 3)
    #expect(scheduler.currentTick == 2)
    #expect(!alive.isAlive)
  }
}
