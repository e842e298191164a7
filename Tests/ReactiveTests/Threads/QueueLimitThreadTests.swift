import Dispatch
import Foundation
import Reactive
import Testing

import struct Synchronization.Atomic

/// Limits for the values that wait for a scheduler, with senders on other threads.
@Suite(.serialized, .noLeaks)
struct QueueLimitThreadTests {
  private static let count = 2_000

  @Test func `the newest values of several threads are kept`() {
    let values = valuesOfFourThreads(.newest(8))
    #expect(values.count == 8)
    #expect(values.last.map { $0 % Self.count } == Self.count - 1)
    expectOrder(values)
  }

  @Test func `the oldest values of several threads are kept`() {
    let values = valuesOfFourThreads(.oldest(8))
    #expect(values.count == 8)
    #expect(values.first.map { $0 % Self.count } == 0)
    expectOrder(values)
  }

  /// Returns the values that a scheduler sends that runs after the threads have sent.
  private func valuesOfFourThreads(_ limit: QueueLimit) -> [Int] {
    let scheduler = VirtualTimeScheduler()
    let (source, input) = Signal<Int, Never>.pipe()
    var values: [Int] = []
    var ends = 0
    source.observe(on: scheduler, limit: limit).observe(
      Observer(value: { values.append($0) }, ended: { _ in ends += 1 }))
    inParallel(4) { thread in
      for round in 0..<Self.count { input.send(value: thread * Self.count + round) }
    }
    input.sendCompleted()
    #expect(values == [])
    scheduler.run()
    #expect(ends == 1)
    return values
  }

  /// Expects the values of each thread to be in their order.
  private func expectOrder(_ values: [Int]) {
    for thread in 0..<4 {
      let own = values.filter { $0 / Self.count == thread }
      #expect(own == Set(own).sorted())
    }
  }

  @Test(arguments: [QueueLimit.newest(3), .oldest(3), .blocking(3)])
  func `values are sent while threads add others`(limit: QueueLimit) {
    let (source, input) = Signal<Int, Never>.pipe()
    var values: [Int] = []
    let hasEnded = DispatchSemaphore(value: 0)
    let scheduler = QueueScheduler()
    source.observe(on: scheduler, limit: limit).observe(
      Observer(value: { values.append($0) }, ended: { _ in hasEnded.signal() }))
    inParallel(4) { thread in
      for round in 0..<Self.count { input.send(value: thread * Self.count + round) }
    }
    input.sendCompleted()
    hasEnded.wait()
    waitForRelease(by: scheduler)
    expectOrder(values)
    switch limit {
    case .newest: #expect(values.last.map { $0 % Self.count } == Self.count - 1)
    case .oldest: #expect(values.first.map { $0 % Self.count } == 0)
    case .blocking: #expect(values.count == 4 * Self.count)
    }
  }

  @Test func `a blocking limit slows the sender down`() {
    let sent = Atomic(0)
    let numbers = SignalProducer<Int, Never> { input, _ in
      for number in 0..<Self.count {
        input.send(value: number)
        sent.wrappingAdd(1, ordering: .relaxed)
      }
      input.sendCompleted()
    }
    var values: [Int] = []
    var most = 0
    let hasEnded = DispatchSemaphore(value: 0)
    let scheduler = QueueScheduler()
    numbers.observe(on: scheduler, limit: .blocking(4)).start(
      Observer(
        value: { value in
          // The value that was taken does not wait.
          most = max(most, sent.load(ordering: .relaxed) - value - 1)
          values.append(value)
        },
        ended: { _ in hasEnded.signal() }))
    hasEnded.wait()
    waitForRelease(by: scheduler)
    #expect(values == Array(0..<Self.count))
    #expect(most <= 4)
  }

  /// Waits until the action that has delivered the end has returned, which keeps the stream until then.
  private func waitForRelease(by scheduler: QueueScheduler) { scheduler.queue.sync {} }

  @Test func `a disposal lets a waiting sender continue`() {
    for _ in 0..<rounds(200) {
      let scheduler = VirtualTimeScheduler()
      let (source, input) = Signal<Int, Never>.pipe()
      let recorder = Recorder<Int, Never>()
      let start = source.producer.observe(on: scheduler, limit: .blocking(1)).start(recorder.observer)
      expectReturn(ofSenderInto: input) { start.dispose() }
      scheduler.run()
      #expect(recorder.history == "!")
    }
  }

  @Test func `the end of the result lets a waiting sender continue`() {
    for _ in 0..<rounds(200) {
      let scheduler = VirtualTimeScheduler()
      let (source, input) = Signal<Int, Never>.pipe()
      let recorder = Recorder<Int, Never>()
      source.producer.observe(on: scheduler, limit: .blocking(1)).take(first: 1).start(recorder.observer)
      expectReturn(ofSenderInto: input) { scheduler.advance(by: 0) }
      scheduler.run()
      #expect(recorder.history == "0 |")
    }
  }

  /// Sends five values on another thread, runs `action` after the first one, and waits until the thread has sent all.
  private func expectReturn(ofSenderInto input: Observer<Int, Never>, after action: () -> Void) {
    let hasSent = DispatchSemaphore(value: 0)
    let hasReturned = DispatchSemaphore(value: 0)
    // The thread releases the input before it ends.
    nonisolated(unsafe) var input: Observer<Int, Never>? = input
    Thread {
      for number in 0..<5 {
        input?.send(value: number)
        if number == 0 { hasSent.signal() }
      }
      input = nil
      hasReturned.signal()
    }.start()
    hasSent.wait()
    action()
    hasReturned.wait()
  }
}
