import Marbles
import Testing

private enum Trouble: Error, CaseIterable { case offline, full }

/// Runs of asynchronous sequences on virtual time.
@Suite struct RunSequencesTests {
  // MARK: Types

  @Test func elementsHaveTheTypesOfTheClosure() async throws {
    #expect(try await run("--1--2--|") { input, _ in input.map { $0 * 10 } } == "--[10]--[20]--|")
    #expect(try await run("-a-b-|") { input, _ in input.prefix(1) } == "-(a|)")
    #expect(
      try await run("-a-b-|") { (texts: InputSequence<String, any Error>, _) in texts.map(\.count) } == "-1-1-|")
    #expect(try await run("-1-2-|") { (numbers: InputSequence<Int, Never>, _) in numbers } == "-1-2-|")
    let names: [String: Any] = ["x": 10, "y": 20]
    #expect(
      try await run("-x-y-|", where: names) { (all: InputSequence<Int, Never>, _) in all.map { $0 + 10 } }
        == "-y-[30]-|", "a value of the output is written with its name too")
  }

  @Test func failuresAreErrors() async throws {
    #expect(try await run("-1-#[Boom]") { input, _ in input } == "-1-#[Boom]")
    #expect(
      try await run("-1-#[full]") { (all: InputSequence<Int, Trouble>, _) in
        all.map { (number: Int) throws(Trouble) in
          if number > 1 { throw .offline }
          return number
        }
      } == "-1-#[full]")
    #expect(
      try await run("-1-2|") { (all: InputSequence<Int, any Error>, _) in
        all.map { if $0 > 1 { throw Trouble.offline } else { $0 } }
      } == "-1-#[offline]")
    #expect(try await run("-1-!") { input, _ in input } == "-1-!")
  }

  @Test func invalidInputsAreReported() async throws {
    func message(_ body: () async throws -> Bool) async -> String {
      do { return "\(try await body())" } catch { return "\(error)" }
    }
    #expect(
      await message {
        try await run("-a|", fileID: "A.swift", line: 1) { (all: InputSequence<Int, Never>, _) in all } == ""
      }
      .hasPrefix("A.swift:1: input 1, tick 1: `a` cannot be converted to Int"))
    #expect(
      await message {
        try await run("-1!", fileID: "A.swift", line: 1) { (all: InputSequence<Int, Trouble>, _) in all } == ""
      }
        == """
        A.swift:1: input 1, tick 2: `!` throws a `CancellationError`, but this sequence cannot throw it
          help: use a sequence of the type `InputSequence<Int, any Error>` in the closure, or `|`
        """)
    #expect(await message { try await run("-1(") { input, _ in input } == "" }.contains("<input 1>:1:3: error"))
    #expect(await message { try await run("-1", during: "-") { input, _ in input } == "" }.contains("<window>"))
    #expect(await message { try await run("-1", demand: "-(") { input, _ in input } == "" }.contains("<timeline>"))
  }

  // MARK: Inputs

  @Test func inputsSendInTheOrderOfTheArguments() async throws {
    #expect(
      try await run("-1-4|", "-2-5|", "-3-6|") {
        (a: InputSequence<Int, Never>, b: InputSequence<Int, Never>, c: InputSequence<Int, Never>, _) in
        joined(c, b, a)
      } == "-(123)-(456)|")
  }

  @Test func plainInputStoresEventsAndColdInputRestarts() async throws {
    #expect(try await run("1-^-2-|", during: "---^") { input, _ in input } == "---(12)|")
    let result = try await run("-1|", "cold -2|, --3#") { first, second, _ in
      Concatenation(first, Concatenation(second, second))
    }
    #expect(try result == "-1-2--3#")
    #expect(result.subscriptions == [["^-!"], ["--^-!", "----^--!"]])
    #expect(try await run("raw -1|-2") { input, _ in Repeated(input, 2) } == "-1--(2|)")
  }

  @Test func endlessInputIsCutAtTheLimit() async throws {
    let limits = Limits(ticks: 50, deliveries: 10_000)
    let result = try await run("{-1}*", limits: limits) { input, _ in input }
    #expect(try result == "{-1}*")
    #expect(result.stop == .tick(50))
  }

  // MARK: Observing

  @Test func windowCancelsTheTask() async throws {
    #expect(try await run("a--b--c|", during: "^----!") { input, _ in input } == "a--b-!")
    #expect(try await run("a--b--c|", during: "----^") { input, _ in input } == "----(ab)-c|")
    #expect(
      try await run(during: "^---!") { clock in
        AsyncThrowingStream { () async throws -> Int? in
          try await clock.sleep(for: .ticks(2))
          return 1
        }
      } == "--1-!")
    let result = try await run("a--b--c|", during: "-^---!") { input, _ in input.map { $0 } }
    #expect(result.subscriptions == [["-^---!"]])
  }

  @Test func slowObserverAsksLater() async throws {
    #expect(try await run("123---|", demand: "--1") { input, _ in input } == "--(123)---|")
    #expect(try await run("123---|", demand: "-1-2-3") { input, _ in input } == "-1-2-3|")
  }

  @Test func sequenceThatContinuesAfterItsEndIsReported() async throws {
    let result = try await run("raw -(1|2)") { input, _ in input }
    #expect(result.output.description == "-(1|2)")
    #expect(throws: Mismatch.self) { try result == "-(1|)" }
  }

  // MARK: Time

  @Test func sleepersWakeInTheOrderOfTheirDeadlines() async throws {
    #expect(
      try await run { clock in
        let (stream, input) = AsyncStream.makeStream(of: Int.self)
        for (number, ticks) in [(1, 3), (2, 1), (3, 3), (4, 0)] {
          Task {
            try await clock.sleep(for: .ticks(ticks))
            input.yield(number)
            if number == 3 { input.finish() }
          }
        }
        return stream
      } == "42-(13|)")
  }

  @Test func clockCountsMilliseconds() async throws {
    let result = try await run("-1-2|") { input, clock in
      let any: any Clock<Duration> = clock
      return input.map { _ in
        let before = clock.now
        try await any.sleep(for: .microseconds(1_500))
        try await clock.sleep(until: clock.now.advanced(by: .ticks(-5)))
        return before.duration(to: clock.now) == .ticks(2) ? clock.now.tick : -1
      }
    }
    #expect(try result == "---3-(5|)")
  }

  @Test func sleepEndsWithTheTask() async throws {
    #expect(
      try await run { clock in
        AsyncStream { continuation in
          let task = Task {
            do {
              try await clock.sleep(for: .ticks(10))
            } catch {
              continuation.yield("\(type(of: error)) at \(clock.now.tick)")
            }
            continuation.finish()
          }
          Task {
            try await clock.sleep(for: .ticks(3))
            task.cancel()
          }
        }
      } == #"---("CancellationError at 3"|)"#)
  }

  // MARK: Runs without an end

  @Test func deadlockIsReportedWithItsTick() async throws {
    let result = try await run("-1-2|") { (input: InputSequence<Int, Never>, _) in
      AsyncStream { continuation in
        Task {
          for await number in input { continuation.yield(number) }
        }
      }
    }
    #expect(result.stall?.tick == 4)
    let error = try #require(throws: Mismatch.self) { try result == "-1-2|" }
    #expect(
      error.description.split(separator: "\n").dropFirst().joined(separator: "\n") == """
                   0
        expected   -1-2|
        actual     -1-2-
                       ^
          tick 4  expected completed, which did not come
          from tick 4 on, every task waits for another one: a deadlock, or a sequence that never ends
          help: a task cannot wait for a real clock or another thread; give it the `clock` of the closure
        """)
    // A timeline without an end expects none.
    #expect(try result == "-1-2-")
  }

  @Test func silenceOfAnInputIsNamed() async throws {
    let result = try await run("-1|", "-2-") { first, second, _ in Concatenation(first, second) }
    #expect(
      result.stall?.description == "from tick 2 on, everything waits: input 2 sends nothing more and does not end")
  }

  @Test func sequenceThatIgnoresItsCancellationIsReported() async throws {
    let result = try await run("-1-2|", during: "^-!") { (input: InputSequence<Int, Never>, _) in
      AsyncStream<Int> { await Task { await withUnsafeContinuation { (_: UnsafeContinuation<Int?, Never>) in } }.value }
    }
    #expect(
      result.stall?.description
        == "from tick 4 on, everything waits: the sequence did not end when it was canceled")
  }

  @Test func busyTasksAreStopped() async throws {
    let result = try await run("-1-2|") { input, _ in
      input.map { number in
        while true { await Task.yield() }
        return number
      }
    }
    #expect(result.stop == .jobs(tick: 1))
    #expect(throws: Mismatch.self) { try result == "-1-2|" }
  }

  @Test func loopsThatNeverSuspendAreStopped() async throws {
    let limits = Limits(ticks: 10, deliveries: 1_000)
    let endless = try await run(limits: limits) { _ in AsyncStream { 1 } }
    #expect(endless.stop == .deliveries(1_000))
    let deaf = try await run("-1|", limits: limits) { (input: InputSequence<Int, Never>, _) in
      AsyncStream<Int> {
        var iterator = input.makeAsyncIterator()
        while true { _ = await iterator.next() }
      }
    }
    #expect(deaf.stop != nil || deaf.stall != nil)
    let sleepless = try await run(limits: limits) { clock in
      AsyncStream<Int> { while true { try? await clock.sleep(for: .zero) } }
    }
    #expect(sleepless.stop != nil || sleepless.stall != nil)
  }

  @Test func endlessTimerIsStoppedAfterItsTicks() async throws {
    let limits = Limits(ticks: 20, deliveries: 10_000)
    let result = try await run(limits: limits) { clock in
      AsyncStream {
        try? await clock.sleep(for: .ticks(3))
        return 1
      }
    }
    #expect(try result == "---{1--}*")
  }
}

/// A sequence of the elements of several sequences, in the order in which they arrive.
private func joined<Element: Sendable>(_ all: InputSequence<Element, Never>...) -> AsyncStream<Element> {
  AsyncStream { continuation in
    Task {
      await withTaskGroup(of: Void.self) { group in
        for one in all {
          group.addTask {
            for await element in one { continuation.yield(element) }
          }
        }
      }
      continuation.finish()
    }
  }
}

/// The elements of a sequence, and then those of another.
private struct Concatenation<First: AsyncSequence, Second: AsyncSequence>: AsyncSequence
where First.Element == Second.Element {
  typealias Element = First.Element
  let first: First
  let second: Second

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  func makeAsyncIterator() -> Iterator { Iterator(first: first.makeAsyncIterator(), sequence: second) }

  struct Iterator: AsyncIteratorProtocol {
    var first: First.AsyncIterator?
    let sequence: Second
    var second: Second.AsyncIterator?

    mutating func next() async throws -> Element? {
      if let element = try await first?.next() { return element }
      first = nil
      if second == nil { second = sequence.makeAsyncIterator() }
      return try await second?.next()
    }
  }
}

/// A sequence that asks an iterator again after its end.
private struct Repeated<Base: AsyncSequence>: AsyncSequence {
  let base: Base
  let count: Int

  init(_ base: Base, _ count: Int) {
    self.base = base
    self.count = count
  }

  func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), count: count) }

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    var count: Int

    mutating func next() async throws -> Base.Element? {
      while count > 0 {
        if let element = try await base.next() { return element }
        count -= 1
      }
      return nil
    }
  }
}
