import Reactive
import Testing

@Suite(.noLeaks)
struct ImmediateSchedulerTests {
  @Test func `an action runs immediately, on the caller's stack`() {
    let scheduler = ImmediateScheduler()
    let count = Counter()
    let disposable = scheduler.schedule {
      count.increment()
      scheduler.schedule { count.increment() }
      #expect(count.value == 2)
    }
    #expect(count.value == 2)
    #expect(disposable.isDisposed)
    disposable.dispose()
    #expect(count.value == 2)
  }
}
