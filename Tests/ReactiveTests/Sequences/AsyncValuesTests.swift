import Reactive
import Testing

/// Streams as asynchronous sequences.
struct AsyncValuesTests {
  private typealias Numbers = SignalProducer<Int, Never>

  @Test func `the values of a producer are iterated`() async {
    var values: [Int] = []
    for await value in Numbers([1, 2, 3]).values { values.append(value) }
    #expect(values == [1, 2, 3])
  }

  @Test func `a failure is thrown once, after the values`() async {
    let producer = SignalProducer<Int, Boom>([1, 2]).concat(SignalProducer(error: Boom()))
    var iterator = producer.values(buffering: .newest(1)).makeAsyncIterator()
    do throws(Boom) {
      #expect(try await iterator.next() == 2)
      _ = try await iterator.next()
      Issue.record("nothing was thrown")
    } catch {
      // The compiler infers the type of the error.
      let _: Boom = error
    }
    #expect((try? await iterator.next()) == .some(nil))
  }

  @Test func `every iteration starts the producer`() async {
    var starts = 0
    let values = Numbers.deferred {
      starts += 1
      return Numbers(value: starts)
    }.values
    #expect(starts == 0)
    var first = values.makeAsyncIterator()
    var second = values.makeAsyncIterator()
    #expect(await second.next() == 2)
    #expect(await first.next() == 1)
    #expect(await first.next() == nil)
  }

  @Test func `a signal is observed when the iterator is created`() async {
    let (signal, input) = Signal<Int, Never>.pipe()
    let values = signal.values
    input.send(value: 1)
    var iterator = values.makeAsyncIterator()
    var other = values.makeAsyncIterator()
    input.send(value: 2)
    input.send(value: 3)
    input.sendCompleted()
    #expect(await iterator.next() == 2)
    #expect(await iterator.next() == 3)
    #expect(await iterator.next() == nil)
    #expect(await other.next() == 2)
    var late = values.makeAsyncIterator()
    #expect(await late.next() == nil)
  }

  @Test func `an interruption ends the sequence`() async {
    let (signal, input) = Signal<Int, Never>.pipe()
    var iterator = signal.values.makeAsyncIterator()
    input.send(value: 1)
    input.sendInterrupted()
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == nil)
  }

  typealias Policy = AsyncValues<Int, Never>.BufferingPolicy

  @Test(arguments: [
    (Policy.unbounded, [1, 2, 3, 4, 5]), (.newest(2), [4, 5]), (.oldest(2), [1, 2]), (.newest(0), []), (.oldest(0), []),
  ])
  func `the policy limits the waiting values`(policy: Policy, expected: [Int]) async {
    for isCold in [false, true] {
      let (signal, input) = Signal<Int, Never>.pipe()
      let values = isCold ? signal.producer.values(buffering: policy) : signal.values(buffering: policy)
      var iterator = values.makeAsyncIterator()
      for value in 1...5 { input.send(value: value) }
      input.sendCompleted()
      var taken: [Int] = []
      while let value = await iterator.next() { taken.append(value) }
      #expect(taken == expected)
    }
  }

  @Test func `leaving the loop disposes the subscription`() async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let producer = Numbers { observer, lifetime in
      lifetime.observeEnded { end.yield() }
      observer.send(value: 1)
      // The input is retained until the stream ends.
      lifetime.observeEnded { _ = observer }
    }
    for await _ in producer.values { break }
    for await _ in ended { break }
  }

  @Test func `cancelling a waiting task disposes the subscription`() async {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let (signal, input) = Signal<Int, Never>.pipe()
    let producer = signal.producer.lift(effects(started: start, ended: end))
    let task = Task {
      var values: [Int] = []
      for await value in producer.values { values.append(value) }
      return values
    }
    for await _ in started { break }
    input.send(value: 1)
    task.cancel()
    for await _ in ended { break }
    input.send(value: 2)
    // The value may have been read before the cancellation or not.
    #expect([[], [1]].contains(await task.value))
  }

  @Test func `cancelling discards waiting values and disposes the subscription`() async {
    let ended = Flag()
    let producer = Numbers { observer, lifetime in
      lifetime.observeEnded {
        _ = observer
        ended.isSet = true
      }
      observer.send(value: 1)
      observer.send(value: 2)
    }
    let task = Task {
      var iterator = producer.values.makeAsyncIterator()
      let first = await iterator.next()
      withUnsafeCurrentTask { $0?.cancel() }
      let second = await iterator.next()
      // Recorded while the iterator still exists.
      let hasEnded = ended.isSet
      return ([first, second, await iterator.next()], hasEnded)
    }
    let (values, hasEnded) = await task.value
    #expect(values == [1, nil, nil])
    #expect(hasEnded)
  }

  @Test func `the sequence of a producer becomes a producer again`() async {
    var values: [Int] = []
    for await value in Numbers(Numbers([1, 2, 3]).values).values { values.append(value) }
    #expect(values == [1, 2, 3])
  }

  private func effects(
    started: AsyncStream<Void>.Continuation, ended: AsyncStream<Void>.Continuation
  ) -> Operator<Int, Never, Int, Never> {
    Operator { downstream, lifetime in
      lifetime.observeEnded { ended.yield() }
      started.yield()
      return downstream
    }
  }
}

private final class Flag: Sendable {
  private let state = Mutex(false)

  var isSet: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
