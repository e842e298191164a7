import Dispatch
import Reactive
import struct Synchronization.Atomic
import Testing

/// Properties with several threads: no change is lost or sent twice, and no thread waits forever.
@Suite(.serialized, .noLeaks)
struct PropertyThreadTests {
  private static let rounds = 5_000

  private func inParallel(_ count: Int, _ work: (Int) -> Void) {
    withoutActuallyEscaping(work) { work in
      let work = UncheckedWork(run: work)
      DispatchQueue.concurrentPerform(iterations: count) { work.run($0) }
    }
  }

  private struct UncheckedWork: @unchecked Sendable {
    let run: (Int) -> Void
  }

  /// A list to which several threads append.
  ///
  /// The thread sanitizer understands a queue, but not a mutex of the standard library.
  private final class SharedList<Element: Sendable>: @unchecked Sendable {
    private let queue = DispatchQueue(label: "list")
    private var stored: [Element] = []

    var values: [Element] { queue.sync { stored } }
    func append(_ value: Element) { queue.sync { stored.append(value) } }
  }

  @Test func `every change is sent, and the last one is the value`() {
    let property = MutableProperty(0)
    var count = 0
    var last = 0
    property.signal.observeValues {
      count += 1
      last = $0
    }
    inParallel(4) { thread in
      for round in 0..<Self.rounds { property.value = thread * Self.rounds + round }
    }
    #expect(count == 4 * Self.rounds)
    #expect(last == property.value)
  }

  @Test func `modify loses no changes`() {
    let property = MutableProperty(0)
    var received: [Int] = []
    property.signal.observeValues { received.append($0) }
    inParallel(4) { _ in
      for _ in 0..<Self.rounds { property.modify { $0 += 1 } }
    }
    #expect(received == Array(1...4 * Self.rounds))
    #expect(property.value == 4 * Self.rounds)
  }

  @Test func `the value after a change is the new one or a later one`() {
    let property = MutableProperty(0)
    let isLawful = Atomic(true)
    property.signal.observeValues { _ in }
    inParallel(2) { thread in
      for round in 1...Self.rounds {
        if thread == 0 {
          property.value = round
          if property.value < round { isLawful.store(false, ordering: .relaxed) }
        } else {
          _ = property.withValue { $0 }
        }
      }
    }
    let wasLawful = isLawful.load(ordering: .relaxed)
    #expect(wasLawful)
  }

  /// The values that a subscription receives on one thread while another thread sets the property must be
  /// consecutive.
  @Test(arguments: ["plain", "joined", "composed"])
  func `the current value and the changes have no gap and no duplicate`(kind: String) {
    let property = MutableProperty(0)
    let isDone = Atomic(false)
    let received = Mutex<[[Int]]>([])
    inParallel(2) { thread in
      if thread == 0 {
        for round in 1...20_000 { property.value = round }
        isDone.store(true, ordering: .releasing)
      } else {
        var starts = 0
        while !isDone.load(ordering: .acquiring), starts < 2_000 {
          starts += 1
          let log = SharedList<Int>()
          // A mapped property changes when the change is delivered, so its producer begins with the value that it
          // has.
          let mapped = property.map { $0 }
          let (producer, before) =
            switch kind {
            case "plain": (property.producer, property.value)
            case "joined": (property.producer.merge(with: .never), property.value)
            default: (mapped.producer, mapped.value)
            }
          let disposable = producer.startWithValues(log.append)
          let first = log.values.first ?? -1
          if first < before { Issue.record("received \(first) at the start, after \(before)") }
          for _ in 0..<100 where log.values.count < 20 { _ = property.value }
          disposable.dispose()
          received.withLock { $0.append(log.values) }
        }
      }
    }
    for log in received.withLock({ $0 }) {
      #expect(!log.isEmpty)
      for (one, next) in zip(log, log.dropFirst()) where next != one + 1 {
        Issue.record("\(next) after \(one)")
        return
      }
    }
  }

  @Test func `two properties set each other`() {
    let a = MutableProperty(0)
    let b = MutableProperty(0)
    a.signal.observeValues { [weak b] in if $0 % 2 == 1 { b?.value = $0 + 1 } }
    b.signal.observeValues { [weak a] in if $0 % 2 == 1 { a?.value = $0 + 1 } }
    var toldOfA = 0
    var toldOfB = 0
    a.signal.observeValues { _ in toldOfA += 1 }
    b.signal.observeValues { _ in toldOfB += 1 }
    inParallel(2) { thread in
      for round in 0..<Self.rounds { (thread == 0 ? a : b).value = 2 * round + 1 }
    }
    #expect(toldOfA == 2 * Self.rounds)
    #expect(toldOfB == 2 * Self.rounds)
  }

  @Test func `a property may be released while another thread starts its producer`() {
    for _ in 0..<500 {
      let held = Mutex<MutableProperty<Int>?>(MutableProperty(0))
      let producer = held.withLock { $0?.producer ?? .empty }
      let histories = SharedList<String>()
      inParallel(3) { thread in
        if thread == 0 {
          let property = held.withLock { $0.take() }
          property?.value = 1
        } else {
          let log = SharedList<String>()
          producer.start { log.append(word($0)) }
          while log.values.last != "|" {}
          histories.append(log.values.joined())
        }
      }
      for history in histories.values where !["01|", "1|"].contains(history) {
        Issue.record("\(history)")
      }
      #expect(producer.history == "1 |")
    }
  }
}
