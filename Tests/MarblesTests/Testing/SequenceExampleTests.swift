import Marbles
import Testing

// The article "Testing asynchronous sequences" quotes this file.

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// The elements that no other element follows within a time.
  func settled<C: Clock>(for time: C.Duration, on clock: C) -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        var waiting: Task<Void, any Error>?
        do {
          for try await element in self {
            waiting?.cancel()
            waiting = Task {
              try await clock.sleep(for: time)
              continuation.yield(element)
            }
          }
          try await waiting?.value
          continuation.finish()
        } catch {
          waiting?.cancel()
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

@Suite struct SettledTests {
  @Test func elementWaitsForSilence() async throws {
    #expect(
      try await run("-a-b----c------|") { input, clock in input.settled(for: .ticks(3), on: clock) }
        == "------b----c---|")
  }

  @Test func endWaitsForTheLastElement() async throws {
    #expect(try await run("-a|") { input, clock in input.settled(for: .ticks(3), on: clock) } == "----(a|)")
  }

  @Test func errorDropsTheWaitingElement() async throws {
    #expect(
      try await run("-a-#[offline]") { input, clock in input.settled(for: .ticks(3), on: clock) } == "---#[offline]")
  }

  @Test func cancellationReachesTheInput() async throws {
    let result = try await run("-a-b-c-d-|", during: "^--!") { input, clock in
      input.settled(for: .ticks(3), on: clock)
    }
    #expect(try result == "---!")
    #expect(result.subscriptions == [["^--!"]])
  }
}

@Suite struct ConsumerTests {
  @Test func eachElementHasOneConsumer() async throws {
    #expect(
      try await run("-1-2-3|", during: ["^", "---^"]) { input, _ in input.map { $0 * 2 } }
        == ["-2-4--|", "-----6|"])
  }
}

/// The first element, the third, and so on.
struct EveryOther<Base: AsyncSequence>: AsyncSequence {
  let base: Base

  func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    var isFirst = true

    mutating func next() async throws -> Base.Element? {
      if !isFirst, try await base.next() == nil { return nil }
      isFirst = false
      return try await base.next()
    }
  }
}

extension AsyncSequence {
  func everyOther() -> EveryOther<Self> { EveryOther(base: self) }
  func everyOtherTooLate() -> EveryOtherTooLate<Self> { EveryOtherTooLate(base: self) }
}

/// As `EveryOther`, with an error: it asks for the element to drop before it returns the one to keep.
struct EveryOtherTooLate<Base: AsyncSequence>: AsyncSequence {
  let base: Base

  func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator

    mutating func next() async throws -> Base.Element? {
      let element = try await base.next()
      _ = try await base.next()
      return element
    }
  }
}

@Suite struct SequenceLawTests {
  @Test func firstElementComesImmediately() throws {
    try forAll(.sequence("ab")) { a in a.everyOther().prefix(1) == a.prefix(1) }
  }

  @Test func lateElementIsFound() throws {
    let failure = try #require(throws: LawFailure.self) {
      try forAll(.sequence("ab")) { a in a.everyOtherTooLate().prefix(1) == a.prefix(1) }
    }
    #expect(
      failure.description.split(separator: "\n").dropFirst().joined(separator: "\n") == """
                   0
        input 1    a-
        expected   (a|)
        actual     -
                   ^^^^
          tick 0  expected a, which did not come
          tick 0  expected completed, which did not come
          any value will do here
        """)
  }

  @Test func clocksAndNumbersAreArguments() throws {
    try forAll(.sequence(of: 0...3), .integer(in: 0...4), .virtualClock, inputs: 300) { a, n, clock in
      a.settled(for: .ticks(n), on: clock).settled(for: .zero, on: clock) == a.settled(for: .ticks(n), on: clock)
    }
    let failure = try #require(throws: LawFailure.self) {
      try forAll(.sequence(of: 0...3), .integer(in: 0...4), .virtualClock) { a, n, clock in
        a.settled(for: .ticks(n), on: clock) == a.settled(for: .ticks(min(n, 2)), on: clock)
      }
    }
    #expect(failure.inputs.last == "input 2 = 3")
  }

  @Test func signalsAreArguments() throws {
    try forAll(.signal("ab"), inputs: 300) { a in
      a.everyOther() == a.producer.zip(with: SignalProducer(0...99)).filter { $1 % 2 == 0 }.map(\.0)
    }
    let failure = try #require(throws: LawFailure.self) {
      try forAll(.signal("ab")) { a in a.everyOther() == a }
    }
    #expect(failure.comparison.differences.count > 0)
  }

  @Test func streamsAndSequencesCannotBeMixed() {
    #expect {
      try forAll(.stream("ab"), .virtualClock, fileID: "A.swift", line: 1) { a, _ in a == a }
    } throws: {
      "\($0)" == """
        A.swift:1: a law cannot use streams and asynchronous sequences together
          help: with `.sequence` and `.virtualClock`, compare asynchronous sequences; otherwise, compare streams
        """
    }
  }
}

extension Signal {
  /// The first value, the third, and so on.
  fileprivate func everyOther() -> Signal<Value, Error> {
    map(Value?.some).scan((count: 0, value: nil)) { state, value in (state.count + 1, value) }
      .compactMap { $0.count % 2 == 1 ? $0.value : nil }
  }
}
