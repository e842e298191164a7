import Dispatch
import Reactive
import Testing

/// Events for a scheduler are delivered on it, even if another thread is using the signal at that moment.
///
/// This suite does not check for leaks, because the guest's thread may still be running when the test ends.
struct SchedulerDeliveryTests {
  @Test func `a guest thread leaves the delivery to the scheduler`() {
    let scheduler = VirtualTimeScheduler()
    let (source, input) = Signal<Int, Never>.pipe()
    let observed = source.observe(on: scheduler)
    let received = Mutex<[String]>([])
    let isOnScheduler = Mutex(true)
    observed.observeValues { value in
      let thread = isOnScheduler.withLock { $0 } ? "scheduler" : "guest"
      received.withLock { $0.append("\(value) \(thread)") }
    }

    // The observer's closure is released inside the signal's domain. The probe blocks its thread there.
    let isInside = DispatchSemaphore(value: 0)
    let mayLeave = DispatchSemaphore(value: 0)
    let hasLeft = DispatchSemaphore(value: 0)
    func observe() -> any Disposable {
      let probe = LeakProbe {
        isInside.signal()
        mayLeave.wait()
      }
      return observed.observeValues { _ in probe.touch() }
    }
    let guest = observe()
    DispatchQueue.global().async {
      guest.dispose()
      hasLeft.signal()
    }
    isInside.wait()
    input.send(value: 1)
    input.send(value: 2)
    scheduler.run()
    #expect(received.withLock { $0 } == [], "the signal is busy")
    isOnScheduler.withLock { $0 = false }
    mayLeave.signal()
    hasLeft.wait()
    #expect(received.withLock { $0 } == [], "a guest delivers nothing")
    isOnScheduler.withLock { $0 = true }
    input.send(value: 3)
    scheduler.run()
    #expect(received.withLock { $0 } == ["1 scheduler", "2 scheduler", "3 scheduler"])
    input.sendCompleted()
    scheduler.run()
  }
}
