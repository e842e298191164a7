import Foundation
import Testing

import struct Synchronization.Atomic
@testable import Reactive

/// Several threads: events of one stream never overlap, none is lost, and no thread waits forever.
@Suite(.serialized, .noLeaks)
struct ThreadTests {
  private typealias Numbers = SignalProducer<Int, Never>

  /// The number of events that each thread sends.
  private static let rounds = 5_000

  @Test(arguments: [2, 4])
  func severalThreadsSendIntoOnePipe(threads: Int) {
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = ThreadRecorder()
    let second = ThreadRecorder()
    signal.map { $0 + 1 }.observe(recorder.observer)
    signal.scan(0) { sum, _ in sum + 1 }.observe(second.observer)
    inParallel(threads) { thread in
      for round in 0..<Self.rounds { input.send(value: thread * Self.rounds + round) }
    }
    input.sendCompleted()
    #expect(recorder.count == threads * Self.rounds)
    #expect(second.last == threads * Self.rounds)
    #expect(recorder.sum == (1...threads * Self.rounds).reduce(0, +))
    #expect(recorder.isLawful && recorder.hasEnded)
    #expect(second.isLawful && second.hasEnded)
  }

  /// The events of one thread arrive in their order.
  @Test func eachSendersOrderIsKept() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var last = [-1, -1]
    var isOrdered = true
    signal.merge(with: .empty).observeValues { value in
      let (thread, round) = value.quotientAndRemainder(dividingBy: Self.rounds)
      if round != last[thread] + 1 { isOrdered = false }
      last[thread] = round
    }
    inParallel(2) { thread in
      for round in 0..<Self.rounds { input.send(value: thread * Self.rounds + round) }
    }
    #expect(isOrdered)
    #expect(last == [Self.rounds - 1, Self.rounds - 1])
  }

  /// With many threads, nothing is lost, the order of each thread is kept, and an observer is added before all events
  /// that wait.
  @Test func observersAreAddedBeforeWaitingEvents() {
    let senders = 8
    let (signal, input) = Signal<Int, Never>.pipe()
    let delivered = Atomic<Int>(0)
    var last = Array(repeating: -1, count: senders)
    var isOrdered = true
    signal.observeValues { value in
      let (thread, round) = value.quotientAndRemainder(dividingBy: Self.rounds)
      if round != last[thread] + 1 { isOrdered = false }
      last[thread] = round
      delivered.wrappingAdd(1, ordering: .relaxed)
    }
    let isLate = Atomic(false)
    inParallel(senders + 1) { thread in
      if thread < senders {
        for round in 0..<Self.rounds { input.send(value: thread * Self.rounds + round) }
      } else {
        for _ in 0..<100 {
          let first = Atomic(0)
          let observation = signal.observeValues { _ in
            if first.load(ordering: .relaxed) == 0 {
              first.store(delivered.load(ordering: .relaxed), ordering: .relaxed)
            }
          }
          let now = delivered.load(ordering: .relaxed)
          observation.dispose()
          // It may have missed the event that was being delivered, but not the one after that.
          if first.load(ordering: .relaxed) > now + 2 { isLate.store(true, ordering: .relaxed) }
        }
      }
    }
    #expect(isOrdered)
    #expect(last.allSatisfy { $0 == Self.rounds - 1 })
    let wasLate = isLate.load(ordering: .relaxed)
    #expect(!wasLate)
  }

  @Test(arguments: [2, 4])
  func merging(threads: Int) {
    let pipes = (0..<threads).map { _ in Signal<Int, Never>.pipe() }
    let recorder = ThreadRecorder()
    Numbers.merge(pipes.map(\.output.producer)).map { $0 }.start(recorder.observer)
    inParallel(threads) { thread in
      for round in 0..<Self.rounds { pipes[thread].input.send(value: round) }
      pipes[thread].input.sendCompleted()
    }
    #expect(recorder.count == threads * Self.rounds)
    #expect(recorder.isLawful && recorder.hasEnded)
  }

  @Test func zippingAndCombining() {
    let (left, leftInput) = Signal<Int, Never>.pipe()
    let (right, rightInput) = Signal<Int, Never>.pipe()
    let pairs = ThreadRecorder()
    let latest = ThreadRecorder()
    left.zip(with: right).map { $0 - $1 }.observe(pairs.observer)
    left.combineLatest(with: right).map { $0 + $1 }.observe(latest.observer)
    inParallel(2) { thread in
      let input = thread == 0 ? leftInput : rightInput
      for round in 1...Self.rounds { input.send(value: round) }
      input.sendCompleted()
    }
    #expect(pairs.count == Self.rounds)
    #expect(pairs.sum == 0)
    #expect(pairs.isLawful && pairs.hasEnded)
    #expect(latest.last == 2 * Self.rounds)
    #expect(latest.isLawful && latest.hasEnded)
  }

  /// After a newer inner stream has sent a value, no older one sends.
  ///
  /// There is one terminal event.
  @Test func switching() {
    for _ in 0..<20 {
      let (outer, outerInput) = Signal<Int, Never>.pipe()
      let (ticks, ticksInput) = Signal<Int, Never>.pipe()
      var newest = 0
      var isOrdered = true
      let recorder = ThreadRecorder()
      outer.flatMap(.latest) { index in ticks.producer.take(first: 3).map { _ in index } }.observe { event in
        if case .value(let index) = event {
          if index < newest { isOrdered = false }
          newest = max(newest, index)
        }
        recorder.observer.send(event)
      }
      inParallel(2) { thread in
        if thread == 0 {
          for index in 1...1_000 { outerInput.send(value: index) }
          outerInput.sendCompleted()
        } else {
          for tick in 0..<1_000 { ticksInput.send(value: tick) }
        }
      }
      for tick in 0..<3 { ticksInput.send(value: tick) }
      #expect(isOrdered)
      #expect(recorder.isLawful && recorder.hasEnded)
    }
  }

  /// Inner streams that end while they are replaced are not counted twice.
  @Test func switchingWorksWithEndingStreams() {
    for _ in 0..<200 {
      let (outer, outerInput) = Signal<Numbers, Never>.pipe()
      let inners = (0..<20).map { _ in Signal<Int, Never>.pipe() }
      let last = Signal<Int, Never>.pipe()
      let recorder = ThreadRecorder()
      outer.flatten(.latest).observe(recorder.observer)
      inParallel(2) { thread in
        for inner in inners {
          if thread == 0 { outerInput.send(value: inner.output.producer) } else { inner.input.sendCompleted() }
        }
      }
      outerInput.send(value: last.output.producer)
      outerInput.sendCompleted()
      #expect(!recorder.hasEnded)
      last.input.send(value: 7)
      #expect(recorder.last == 7)
      last.input.sendCompleted()
      #expect(recorder.hasEnded && recorder.isLawful)
    }
  }

  @Test func severalThreadsQueueInnerStreams() {
    let (outer, outerInput) = Signal<Int, Never>.pipe()
    let recorder = ThreadRecorder()
    outer.flatMap(.concurrent(limit: 2)) { Numbers([$0, $0]) }.observe(recorder.observer)
    inParallel(4) { _ in
      for _ in 0..<1_000 { outerInput.send(value: 1) }
    }
    outerInput.sendCompleted()
    #expect(recorder.sum == 8_000)
    #expect(recorder.isLawful && recorder.hasEnded)
  }

  /// An observer may wait for another thread that sends into the stream that it observes.
  @Test func observerWaitsForAnotherSender() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = ThreadRecorder()
    signal.observe(recorder.observer)
    signal.observeValues { value in
      if value < 1_000 { onAnotherThread { input.send(value: value + 1) } }
    }
    input.send(value: 0)
    #expect(recorder.count == 1_001)
    #expect(recorder.isLawful)
    input.sendCompleted()
  }

  /// An observer may wait for another thread that reads and sets the property that it observes.
  @Test func observerWaitsForAnotherSetter() {
    let property = MutableProperty(0)
    let recorder = ThreadRecorder()
    property.signal.observe(recorder.observer)
    property.signal.observeValues { [unowned property] value in
      if value < 100 { onAnotherThread { property.value = property.value + 1 } }
    }
    property.value = 1
    #expect(recorder.count == 100)
    #expect(property.value == 100)
  }

  #if DEBUG
    /// A thread that has delivered 256 events of others leaves the rest to a thread that sends.
    @Test func senderIsNotHeldByOthers() {
      let (signal, input) = Signal<Int, Never>.pipe()
      var values: [Int] = []
      let sender = pthread_self()
      var senderCount = 0
      signal.observeValues { value in
        if value == 0 { onAnotherThread { for number in 1...1_000 { input.send(value: number) } } }
        values.append(value)
        if pthread_equal(pthread_self(), sender) != 0 { senderCount += 1 }
      }
      let hook: @Sendable (_DomainStep) -> Void = { step in
        if step == .withdraw { onAnotherThread { input.send(value: 1_001) } }
      }
      _DomainStep.$observer.withValue(hook) { input.send(value: 0) }
      // Its own event, and 256 of others.
      #expect(senderCount == 257)
      #expect(values == Array(0...1_001))
      input.sendCompleted()
    }
  #endif

  /// Two streams may send to each other on two threads without waiting for each other.
  @Test func twoStreamsSendToEachOther() {
    let (ping, pingInput) = Signal<Int, Never>.pipe()
    let (pong, pongInput) = Signal<Int, Never>.pipe()
    let pings = ThreadRecorder()
    let pongs = ThreadRecorder()
    ping.observe(pings.observer)
    pong.observe(pongs.observer)
    ping.observeValues { if $0 > 0 { pongInput.send(value: $0 - 1) } }
    pong.observeValues { if $0 > 0 { pingInput.send(value: $0 - 1) } }
    inParallel(2) { thread in
      for _ in 0..<1_000 { (thread == 0 ? pingInput : pongInput).send(value: 9) }
    }
    #expect(pings.count == 10_000)
    #expect(pongs.count == 10_000)
    #expect(pings.isLawful && pongs.isLawful)
    pingInput.sendCompleted()
    pongInput.sendCompleted()
  }

  /// Observers are added and disposed while events are delivered.
  @Test func observersMayChangeWhileOtherThreadsSend() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let shared = signal.lift { (producer: SignalProducer<Int, Never>) in producer.map { $0 } }
    let derived = signal.map { $0 + 1 }
    let lawful = Atomic<Int>(0)
    inParallel(4) { thread in
      for round in 0..<1_000 {
        switch thread {
        case 0, 1: input.send(value: round)
        default:
          let recorder = ThreadRecorder()
          let source = round % 3 == 0 ? signal : round % 3 == 1 ? derived : shared
          let disposable = source.observe(recorder.observer)
          input.send(value: -1)
          disposable.dispose()
          if recorder.endCount == 0 { lawful.wrappingAdd(1, ordering: .relaxed) }
        }
      }
    }
    #expect(lawful.load(ordering: .relaxed) == 2_000)
  }

  /// In every interleaving of disposal, events and termination, the observer receives one terminal event.
  @Test(arguments: 0..<6)
  func subscriptionsMayBeDisposedWhileOtherThreadsSend(shape: Int) {
    for _ in 0..<500 {
      let (signal, input) = Signal<Int, Never>.pipe()
      let (other, otherInput) = Signal<Int, Never>.pipe()
      let recorder = ThreadRecorder()
      let source = signal.producer
      let producer =
        switch shape {
        case 0: source
        case 1: source.map { $0 }.scan(0, +)
        case 2: source.merge(with: other.producer)
        case 3: source.flatMap(.latest) { _ in other.producer }
        case 4: Numbers { observer, lifetime in lifetime += signal.observe(observer) }
        default: source.zip(with: other.producer).map { $0 + $1 }.repeat(2)
        }
      let disposable = producer.start(recorder.observer)
      inParallel(2) { thread in
        if thread == 0 {
          for value in 0..<5 {
            input.send(value: value)
            otherInput.send(value: value)
          }
          input.sendCompleted()
          otherInput.sendCompleted()
        } else {
          disposable.dispose()
        }
      }
      #expect(recorder.endCount == 1)
      #expect(recorder.isLawful)
    }
  }

  /// A subscription may be disposed during its start.
  @Test func subscriptionMayBeDisposedWhileItStarts() {
    for _ in 0..<500 {
      let (signal, input) = Signal<Int, Never>.pipe()
      let (outer, outerInput) = Signal<Numbers, Never>.pipe()
      let recorder = ThreadRecorder()
      let disposable = outer.producer.flatten(.latest).start(recorder.observer)
      inParallel(3) { thread in
        switch thread {
        case 0: for _ in 0..<5 { outerInput.send(value: signal.producer.map { $0 }) }
        case 1: for value in 0..<5 { input.send(value: value) }
        default: disposable.dispose()
        }
      }
      #expect(recorder.endCount == 1)
      #expect(recorder.isLawful)
    }
  }

  /// The last reference is released on one thread while another one sends.
  @Test func signalMayBeReleasedWhileOtherThreadsSend() {
    for _ in 0..<500 {
      let (signal, input) = Signal<Int, Never>.pipe()
      let alive = Weak()
      let box = Mutex<Signal<Int, Never>?>(nil)
      box.withLock { box in
        let probe = alive.makeProbe()
        box = signal.map { probe.touch($0) }.filter { $0 > 0 }
      }
      inParallel(2) { thread in
        if thread == 0 {
          for value in 0..<10 { input.send(value: value) }
        } else {
          let leaving = box.withLock { $0.take() }
          _ = leaving
        }
      }
      #expect(!alive.isAlive)
    }
  }

  @Test func disposablesAreDisposedOnce() {
    for _ in 0..<200 {
      let count = Atomic<Int>(0)
      let bag = CompositeDisposable()
      let serial = SerialDisposable()
      inParallel(4) { thread in
        for _ in 0..<10 {
          let part = AnyDisposable { count.wrappingAdd(1, ordering: .relaxed) }
          if thread < 2 { bag += part } else { serial.inner = part }
        }
        bag.dispose()
        serial.dispose()
      }
      #expect(count.load(ordering: .relaxed) == 40)
    }
  }
}

/// An observer that detects overlapping calls and calls after the end.
///
/// It has no lock and no atomics: the tests check that its properties are correct without them.
private final class ThreadRecorder: @unchecked Sendable {
  private(set) var count = 0
  private(set) var sum = 0
  private(set) var last: Int?
  private(set) var endCount = 0
  private(set) var isLawful = true
  private var isInside = false

  var hasEnded: Bool { endCount == 1 }

  var observer: Observer<Int, Never> {
    Observer(
      value: { value in
        self.alone {
          self.count += 1
          self.sum += value
          self.last = value
        }
      },
      ended: { _ in self.alone { self.endCount += 1 } })
  }

  private func alone(_ body: () -> Void) {
    if isInside || endCount > 0 { isLawful = false }
    isInside = true
    body()
    isInside = false
  }
}
