import Dispatch
import Reactive
import Synchronization
import Testing

/// Events for a scheduler are delivered on it, even if another thread is using the signal at that moment.
///
/// This suite does not check for leaks, because the guest's thread may still be running when the test ends.
struct SchedulerDeliveryTests {
  @Test func `a guest thread leaves the delivery to the scheduler`() {
    let scheduler = VirtualTimeScheduler()
    let (source, input) = Signal<Int, Never>.pipe()
    let hopping = source.observe(on: scheduler)
    let told = Mutex<[String]>([])
    let isAtHome = Mutex(true)
    hopping.observeValues { value in
      let place = isAtHome.withLock { $0 } ? "at home" : "abroad"
      told.withLock { $0.append("\(value) \(place)") }
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
      return hopping.observeValues { _ in probe.touch() }
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
    #expect(told.withLock { $0 } == [], "the signal is busy")
    isAtHome.withLock { $0 = false }
    mayLeave.signal()
    hasLeft.wait()
    #expect(told.withLock { $0 } == [], "a guest delivers nothing")
    isAtHome.withLock { $0 = true }
    input.send(value: 3)
    scheduler.run()
    #expect(told.withLock { $0 } == ["1 at home", "2 at home", "3 at home"])
    input.sendCompleted()
    scheduler.run()
  }
}
