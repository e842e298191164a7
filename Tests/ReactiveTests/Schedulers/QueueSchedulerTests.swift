import Dispatch
import Reactive
import struct Synchronization.Atomic
import Testing

/// Schedulers with dispatch queues.
///
/// The tests wait for results and never sleep.
struct QueueSchedulerTests {
  private let log = Log()

  @Test func `actions run in the order of scheduling, one at a time`() async {
    let scheduler = QueueScheduler()
    let isInside = Atomic<Bool>(false)
    for index in 0..<1_000 {
      scheduler.schedule { [log] in
        if isInside.exchange(true, ordering: .relaxed) { log.note(-1) }
        log.note(index)
        isInside.store(false, ordering: .relaxed)
      }
    }
    await scheduler.isIdle()
    #expect(log.numbers == Array(0..<1_000))
  }

  @Test func `actions with the same delay run in the order of scheduling when they are due`() async {
    let scheduler = QueueScheduler()
    let early = Counter()
    await withCheckedContinuation { continuation in
      for index in 0..<1_000 {
        let due = scheduler.now + .milliseconds(2)
        scheduler.schedule(after: .milliseconds(2)) { [log] in
          if scheduler.now < due { early.increment() }
          log.note(index)
          if index == 999 { continuation.resume() }
        }
      }
    }
    #expect(log.numbers == Array(0..<1_000))
    #expect(early.value == 0)
  }

  @Test func `actions with an earlier time run earlier`() async {
    let scheduler = QueueScheduler()
    while true {
      let log = Log()
      let start = scheduler.now
      await withCheckedContinuation { continuation in
        scheduler.schedule(after: .milliseconds(20)) {
          log.note(3)
          continuation.resume()
        }
        scheduler.schedule(after: .milliseconds(2)) { log.note(2) }
        scheduler.schedule(after: .milliseconds(1)) { log.note(1) }
        scheduler.schedule(after: .milliseconds(-1)) { log.note(0) }
        // If scheduling them took too long, their order may differ.
        if scheduler.now - start > .milliseconds(1) { log.note(-1) }
      }
      if log.numbers.contains(-1) { continue }
      #expect(log.numbers == [0, 1, 2, 3])
      #expect(scheduler.now - start >= .milliseconds(20))
      return
    }
  }

  @Test func `disposed actions do not run and are released`() async {
    let scheduler = QueueScheduler()
    let alive = Weak()
    func schedule(_ probe: LeakProbe) -> [any Disposable] {
      [
        scheduler.schedule(after: .seconds(3_600)) { probe.touch() },
        scheduler.schedule(after: .seconds(Int64.max)) { probe.touch() },
      ]
    }
    let disposables = schedule(alive.makeProbe())
    let gate = DispatchSemaphore(value: 0)
    scheduler.schedule { gate.wait() }
    let queued = scheduler.schedule { [log] in log.note(1) }
    let soon = scheduler.schedule(after: .microseconds(1)) { [log] in log.note(2) }
    for disposable in disposables + [queued, soon] { disposable.dispose() }
    gate.signal()
    await scheduler.isIdle()
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: .microseconds(10)) { continuation.resume() }
    }
    #expect(log.numbers == [])
    #expect(!alive.isAlive)
  }

  @Test func `pending actions retain the scheduler`() async {
    await withCheckedContinuation { continuation in
      _ = QueueScheduler(name: "short-lived").schedule(after: .milliseconds(1)) { continuation.resume() }
    }
  }

  @Test func `queues with a common target run one at a time`() async {
    let target = DispatchQueue(label: "target")
    let isInside = Atomic<Bool>(false)
    let overlaps = Counter()
    let schedulers = (0..<2).map { _ in QueueScheduler(targeting: target) }
    for _ in 0..<500 {
      for scheduler in schedulers {
        scheduler.schedule {
          if isInside.exchange(true, ordering: .relaxed) { overlaps.increment() }
          isInside.store(false, ordering: .relaxed)
        }
      }
    }
    for scheduler in schedulers { await scheduler.isIdle() }
    #expect(overlaps.value == 0)
  }

  @Test func `streams delivered on a queue keep their order`() async {
    let scheduler = QueueScheduler()
    let recorder = Recorder<Int, Never>()
    let key = DispatchSpecificKey<Bool>()
    scheduler.queue.setSpecific(key: key, value: true)
    let elsewhere = Counter()
    await withCheckedContinuation { continuation in
      SignalProducer<Int, Never>(0..<1_000)
        .observe(on: scheduler).delay(.microseconds(100), on: scheduler)
        .map { value in
          if DispatchQueue.getSpecific(key: key) != true { elsewhere.increment() }
          return value
        }
        .start { event in
          recorder.observer.send(event)
          if event.isTerminating { continuation.resume() }
        }
    }
    #expect(recorder.events.compactMap(\.value) == Array(0..<1_000))
    #expect(recorder.history.hasSuffix("|"))
    #expect(elsewhere.value == 0)
  }

  /// A subscription that is disposed while a queue delivers has one terminal event and sends nothing after it.
  @Test func `a subscription may be disposed during delivery on a queue`() async {
    let scheduler = QueueScheduler()
    for _ in 0..<200 {
      let recorder = Recorder<Int, Never>()
      let producer = SignalProducer<Int, Never>(0..<20).concat(.never)
      let timed =
        producer.observe(on: scheduler).throttle(.microseconds(1), on: scheduler)
        .delay(.microseconds(1), on: scheduler).debounce(.zero, on: scheduler, discardWhenCompleted: false)
      await withCheckedContinuation { continuation in
        let disposable = timed.start { event in
          recorder.observer.send(event)
          if event.isTerminating { continuation.resume() }
        }
        disposable.dispose()
      }
      await scheduler.isIdle()
      #expect(recorder.history.hasSuffix("!"))
      #expect(recorder.events.filter(\.isTerminating).count == 1)
    }
  }

  @Test func `an interval sends its elements`() async {
    let scheduler = QueueScheduler()
    await withCheckedContinuation { continuation in
      SignalProducer<String, Never>.interval(.milliseconds(1), sequence: ["a", "b", "c"], on: scheduler)
        .timestamp(on: scheduler)
        .start(
          Observer(
            value: { [log] in log.note(Int($0.time.components.seconds)) },
            completed: { continuation.resume() }))
    }
    #expect(log.numbers.count == 3)
  }

  // MARK: The main queue

  @Test func `an action runs immediately on the main queue`() async {
    let scheduler = MainScheduler()
    await onMain {
      scheduler.schedule { log.note(1) }
      log.note(2)
    }
    #expect(log.numbers == [1, 2])
  }

  @Test func `a nested action runs after the current one`() async {
    let scheduler = MainScheduler()
    await onMain {
      scheduler.schedule {
        scheduler.schedule { log.note(3) }
        log.note(1)
      }
      log.note(2)
    }
    await QueueScheduler.main.isIdle()
    #expect(log.numbers == [1, 2, 3])
  }

  @Test func `an action from another queue is queued and keeps its order`() async {
    let scheduler = MainScheduler()
    let gate = DispatchSemaphore(value: 0)
    // Blocks the main queue until another action has been queued.
    QueueScheduler.main.schedule {
      gate.wait()
      scheduler.schedule { log.note(2) }
    }
    let elsewhere = QueueScheduler()
    elsewhere.schedule {
      scheduler.schedule { log.note(1) }
      gate.signal()
    }
    await elsewhere.isIdle()
    await QueueScheduler.main.isIdle()
    await QueueScheduler.main.isIdle()
    #expect(log.numbers == [1, 2])
  }

  @Test func `a delayed action runs later on the main queue`() async {
    let scheduler = MainScheduler()
    let start = scheduler.now
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: .milliseconds(1)) { continuation.resume() }
    }
    #expect(scheduler.now - start >= .milliseconds(1))
    scheduler.schedule(after: .seconds(3_600)) { log.note(1) }.dispose()
    #expect(log.numbers == [])
  }

  private func onMain(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        body()
        continuation.resume()
      }
    }
  }
}

extension QueueScheduler {
  /// Returns when all actions queued so far have run.
  fileprivate func isIdle() async {
    await withCheckedContinuation { continuation in
      _ = schedule { continuation.resume() }
    }
  }
}

/// The numbers of the actions, in the order in which they ran.
private final class Log: Sendable {
  private let all = Mutex<[Int]>([])

  var numbers: [Int] { all.withLock { $0 } }

  func note(_ number: Int) { all.withLock { $0.append(number) } }
}
