import Reactive
import Testing

/// Producers of values, results, functions, tasks and asynchronous sequences.
@Suite(.noLeaks)
struct MakingTests {
  @Test func `values become a producer`() {
    #expect(SignalProducer<Int, Never>(values: 1, 2, 3).history == "1 2 3 |")
    #expect(SignalProducer<Int, Never>(values: 1).history == "1 |")
  }

  @Test func `a result becomes a producer`() {
    #expect(SignalProducer<Int, Boom>(result: .success(1)).history == "1 |")
    #expect(SignalProducer<Int, Boom>(result: .failure(Boom())).history == "X")
  }

  @Test func `a function becomes a producer`() {
    var calls = 0
    let counted = SignalProducer<Int, Never> {
      calls += 1
      return calls
    }
    #expect(calls == 0)
    #expect(counted.history == "1 |")
    #expect(counted.history == "2 |")
  }

  @Test func `a throwing function becomes a producer`() {
    func half(_ number: Int) throws(Boom) -> Int {
      if number % 2 == 1 { throw Boom() }
      return number / 2
    }
    func halfOrAnyError(_ number: Int) throws -> Int { try half(number) }

    #expect(SignalProducer<Int, Boom> { () throws(Boom) in try half(4) }.history == "2 |")
    #expect(SignalProducer<Int, Boom> { () throws(Boom) in try half(3) }.history == "X")
    #expect(SignalProducer<Int, any Error> { try halfOrAnyError(4) }.history == "2 |")
    #expect(SignalProducer<Int, any Error> { try halfOrAnyError(3) }.history == "X")
    // The type of the error can be inferred.
    #expect(SignalProducer { try halfOrAnyError(3) }.history == "X")
    #expect(SignalProducer { 5 }.promoteError(Boom.self).history == "5 |")
  }

  @Test func `a function that returns a result becomes a producer`() {
    #expect(SignalProducer<Int, Boom> { Result<Int, Boom>.success(1) }.history == "1 |")
    #expect(SignalProducer<Int, Boom> { .failure(Boom()) }.history == "X")
  }

  @Test func `a value may dispose the start of its function`() {
    let recorder = Recorder<Int, Never>()
    let disposable = SerialDisposable()
    var ends: [TerminalEvent<Never>] = []
    SignalProducer<Int, Never> { 1 }.lift(
      Operator<Int, Never, Int, Never> { downstream, _ in
        Observer(
          value: { value in
            downstream.send(value: value)
            disposable.dispose()
          },
          ended: { end in
            ends.append(end)
            downstream.send(end: end)
          })
      }
    ).startWithSignal { signal, interrupt in
      disposable.inner = interrupt
      signal.observe(recorder.observer)
    }
    #expect(recorder.history == "1 !")
    #expect(ends == [.interrupted])
  }
}

/// Producers of tasks: the end of the producer ends the task, and the reverse.
struct TaskTests {
  @Test func `a start whose signal is dropped begins, and then is disposed`() {
    var log: [String] = []
    SignalProducer<Int, Never>([1, 2]).on(terminated: { log.append("end") }, value: { log.append("\($0)") })
      .startWithSignal { _, _ in }
    #expect(log == ["1", "2", "end"])
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.producer.on(interrupted: { log.append("interrupted") }, value: { log.append("\($0)") })
      .startWithSignal { _, _ in }
    #expect(log == ["1", "2", "end", "interrupted"])
    input.send(value: 3)
    #expect(log.count == 4)
  }

  @Test func `an async function becomes a producer`() async {
    let producer = SignalProducer<Int, Never> {
      await Task.yield()
      return 7
    }
    #expect(await history(producer) == "7 |")
  }

  @Test func `a throwing async function becomes a producer`() async {
    let failing = SignalProducer<Int, any Error> {
      await Task.yield()
      throw Boom()
    }
    #expect(await history(failing) == "X")

    let typed = SignalProducer<Int, Boom> { () async throws(Boom) -> Int in
      await Task.yield()
      throw Boom()
    }
    #expect(await history(typed) == "X")
  }

  @Test func `a closure without a stated type is called and is not the value`() async {
    @Sendable func load() async throws -> Int { throw Boom() }
    @Sendable func wait() async -> Int { 7 }
    let count = SignalProducer { 3 }
    let counts: SignalProducer<Int, Never> = count
    let waiting = SignalProducer { await wait() }
    let waits: SignalProducer<Int, Never> = waiting
    let loading = SignalProducer { try await load() }
    let loads: SignalProducer<Int, any Error> = loading
    let inner = counts.flatMap(.latest) { _ in SignalProducer { await wait() } }
    let inners: SignalProducer<Int, Never> = inner
    #expect(counts.history == "3 |")
    #expect(await history(waits) == "7 |")
    #expect(await history(loads) == "X")
    #expect(await history(inners) == "7 |")
    #expect(SignalProducer(value: { 3 }).map { $0() }.history == "3 |")
  }

  @Test func `a function that reacts to cancellation interrupts`() async {
    let producer = SignalProducer<Int, any Error> {
      withUnsafeCurrentTask { $0?.cancel() }
      await Task.yield()
      try Task.checkCancellation()
      return 7
    }
    #expect(await history(producer) == "!")
  }

  @Test func `disposing cancels the task`() async {
    let (started, hasStarted) = AsyncStream.makeStream(of: Void.self)
    let (cancelled, wasCancelled) = AsyncStream.makeStream(of: Bool.self)
    let producer = SignalProducer<Int, Never> {
      hasStarted.yield()
      // Waits for the cancellation, because this stream has no elements.
      for await _ in AsyncStream<Void>.makeStream().stream {}
      wasCancelled.yield(Task.isCancelled)
      return 7
    }
    let recorder = Recorder<Int, Never>()
    let disposable = producer.start(recorder.observer)
    await next(of: started)
    disposable.dispose()
    #expect(recorder.history == "!")
    #expect(await next(of: cancelled) == true)
    #expect(recorder.history == "!")
  }

  @Test func `an async sequence becomes a producer`() async {
    let (elements, input) = AsyncStream.makeStream(of: Int.self)
    for value in 1...3 { input.yield(value) }
    input.finish()
    #expect(await history(SignalProducer(elements)) == "1 2 3 |")
    #expect(await history(SignalProducer<String, Never>(elements.map { "\($0)" })) == "|")
  }

  @Test func `a throwing async sequence becomes a producer`() async {
    let (elements, input) = AsyncThrowingStream.makeStream(of: Int.self)
    input.yield(1)
    input.finish(throwing: Boom())
    #expect(await history(SignalProducer(elements)) == "1 X")

    let (others, otherInput) = AsyncThrowingStream.makeStream(of: Int.self)
    otherInput.yield(1)
    otherInput.finish(throwing: CancellationError())
    #expect(await history(SignalProducer(others)) == "1 !")
  }

  @Test func `disposing ends the iteration`() async {
    let (elements, input) = AsyncStream.makeStream(of: Int.self)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    input.onTermination = { _ in end.yield() }
    let (seen, sight) = AsyncStream.makeStream(of: Int.self)
    let disposable = SignalProducer(elements).startWithValues { sight.yield($0) }
    input.yield(1)
    #expect(await next(of: seen) == 1)
    disposable.dispose()
    await next(of: ended)
    input.yield(2)
    sight.finish()
    #expect(await next(of: seen) == nil)
  }

  /// A sequence that ignores cancellation is asked for no further element.
  @Test func `disposing ends the iteration of an endless sequence`() async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let disposable = SerialDisposable()
    let seen = Mutex<[Int]>([])
    SignalProducer(Endless(probe: LeakProbe { end.yield() })).startWithSignal { signal, interrupt in
      disposable.inner = interrupt
      signal.observeValues { value in
        seen.withLock { $0.append(value) }
        if value == 3 { disposable.dispose() }
      }
    }
    await next(of: ended)
    #expect(seen.withLock { $0 } == [1, 2, 3])
  }

  /// Counts endlessly.
  ///
  /// The probe is released with the iterator, because the sequence is released when the iteration begins.
  private struct Endless: AsyncSequence, Sendable {
    let probe: LeakProbe

    func makeAsyncIterator() -> Iterator { Iterator(probe: probe) }

    struct Iterator: AsyncIteratorProtocol {
      let probe: LeakProbe
      var count = 0

      mutating func next() async -> Int? {
        count += 1
        return count
      }

      mutating func next(isolation actor: isolated (any Actor)?) async throws(Never) -> Int? {
        await next()
      }
    }
  }
}

/// Starts the producer and returns its events up to the end.
private func history<Value: Sendable, Failure>(_ producer: SignalProducer<Value, Failure>) async -> String {
  let recorder = Recorder<Value, Failure>()
  await withCheckedContinuation { continuation in
    producer.start { event in
      recorder.observer.send(event)
      if event.isTerminating { continuation.resume() }
    }
  }
  return recorder.history
}

@discardableResult
private func next<Element: Sendable>(of stream: AsyncStream<Element>) async -> Element? {
  for await element in stream { return element }
  return nil
}
