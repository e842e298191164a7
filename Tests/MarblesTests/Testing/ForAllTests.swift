import Marbles
import Testing

/// Laws of operators in Swift.
struct ForAllTests {
  @Test func failingLawThrowsTheSmallestInput() throws {
    let failure = try #require(throws: LawFailure.self) {
      try forAll(.stream(of: 0...9)) { a in a.filter { $0 != 7 } == a }
    }
    #expect(failure.inputs == ["input 1 = 7"])
    #expect(failure.comparison.differences.count == 1)
    #expect(
      failure.description == """
        ✗ MarblesTests/ForAllTests.swift:7      1 difference
                   0
        input 1    7-
        expected   7-
        actual     -
                   ^
          tick 0  expected 7, which did not come
        """)
  }

  @Test func numbersAndClocksAreArguments() throws {
    try forAll(.stream(of: 0...2), .integer(in: 1...3), .clock, inputs: 300) { a, n, clock in
      a.delay(.milliseconds(n), on: clock).map { $0 + n } == a.map { $0 + n }.delay(.milliseconds(n), on: clock)
    }
    let failure = try #require(throws: LawFailure.self) {
      try forAll(.stream(of: 0...2), .integer(in: 1...30), .clock) { a, n, clock in
        a.delay(.milliseconds(n), on: clock) == a.delay(.milliseconds(min(n, 6)), on: clock)
      }
    }
    #expect(failure.inputs == ["input 1 = |", "input 2 = 7"])
  }

  @Test func coldStreamsStartAgain() throws {
    try forAll(.stream(of: [true, false]), inputs: 200) { a in a.concat(a).take(first: 0) == a.take(first: 0) }
    let failure = try #require(throws: LawFailure.self) {
      try forAll(.cold(of: [true, false])) { a in a.concat(a).count() == a.count() }
    }
    #expect(failure.inputs == ["input 1 = cold !"])
  }

  @Test func simultaneousEventsAreTriedInBothOrders() throws {
    let failure = try #require(throws: LawFailure.self) {
      try forAll(.stream(of: [1, 2]), .stream(of: [1, 2], failure: Never.self), .clock) { a, b, clock in
        let trigger = b.map { _ in }
        return a.take(until: trigger) == a.take(until: trigger.delay(.zero, on: clock))
      }
    }
    #expect(failure.inputs == ["input 2 = |", "input 1 = #"])
    #expect(
      failure.description.split(separator: "\n").dropFirst().joined(separator: "\n") == """
                   0
        input 2    |
        input 1    #
        expected   #
        actual     |
                   ^
          tick 0  expected failed, got completed
          on the same tick, `input 2` and `input 1` send in this order
        """)
  }

  /// Returns the elements of two sequences that are smaller than one before them on the same tick.
  private func disorder<Elements: AsyncSequence<Int, any Error> & Sendable, Time: Clock>(
    in first: Elements, _ second: Elements, on clock: Time
  ) -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      let (merged, elements) = AsyncThrowingStream<Int, any Error>.makeStream()
      let task = Task {
        do {
          try await withThrowingTaskGroup(of: Void.self) { group in
            for sequence in [first, second] {
              group.addTask { for try await element in sequence { elements.yield(element) } }
            }
            try await group.waitForAll()
          }
          elements.finish()
        } catch {
          elements.finish(throwing: error)
        }
      }
      let comparing = Task {
        var last: (element: Int, time: Time.Instant)?
        do {
          for try await element in merged {
            if let last, last.time == clock.now, last.element > element { continuation.yield(element) }
            last = (element, clock.now)
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in
        task.cancel()
        comparing.cancel()
      }
    }
  }

  @Test(arguments: [(1, 2, ["input 2 = 2", "input 1 = 1"]), (2, 1, ["input 1 = 2", "input 2 = 1"])])
  func simultaneousElementsOfSequencesAreTriedInBothOrders(first: Int, second: Int, inputs: [String]) throws {
    let failure = try #require(throws: LawFailure.self) {
      try forAll(.sequence(of: [first]), .sequence(of: [second]), .virtualClock) { a, b, clock in
        disorder(in: a, b, on: clock).prefix(1) == disorder(in: a, b, on: clock).filter { _ in false }.prefix(1)
      }
    }
    #expect(failure.inputs == inputs, "\(failure)")
  }

  private enum Fault: Error, CaseIterable, Equatable { case offline, denied }

  @Test func errorTypeDeterminesTheFailures() throws {
    // A stream of `Never` does not fail, so it can be given to operators for such streams.
    try forAll(.stream(of: 0...3, failure: Never.self), inputs: 200) { a in a.promoteError(Fault.self) == a }
    let failure = try #require(throws: LawFailure.self) {
      try forAll(.stream(of: 0...3, failure: Fault.self)) { a in
        a.flatMapError { $0 == .denied ? .empty : SignalProducer<Int, Fault>(error: $0) } == a
      }
    }
    #expect(failure.inputs == ["input 1 = #[denied]"])
  }

  @Test func errorOfTheClosureIsThrown() {
    #expect(throws: Fault.offline) {
      try forAll(.stream("ab")) { a in
        if true { throw Fault.offline }; return a == a
      }
    }
  }

  @Test func streamMatchesAPatternForAllInputs() throws {
    try forAll(.stream("ab"), inputs: 300) { a in a.prefix(value: "c").matches("c *") }
    try forAll(.sequence("ab"), inputs: 300) { a in a.prefix(0).matches("|") }
    let failure = try #require(throws: LawFailure.self) {
      try forAll(.stream("ab")) { a in a.prefix(value: "c").matches("c ... |") }
    }
    #expect(
      failure.description.split(separator: "\n").dropFirst().joined(separator: "\n") == """
                  0
        input 1   --
        nearest   c|
        actual    c-
                   ^
          tick 1  expected completed, which did not come
          `...` took 0 ticks
        """)
    #expect(throws: TimelineParseError.self) { try forAll(.stream("ab")) { a in a.matches("1...2") } }
  }
}
