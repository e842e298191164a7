import AsyncAlgorithms
import Marbles
import Testing

/// Operators of swift-async-algorithms that use a clock.
@Suite struct TimingTests {
  @Test func debounce() async throws {
    #expect(
      try await run("--1--2--|") { input, clock in input.debounce(for: .ticks(2), clock: clock) } == "----1--2|")
    #expect(
      try await run("abcd----e---f-|") { input, clock in input.debounce(for: .ticks(3), clock: clock) }
        == "------d----e--(f|)")
    // A value that arrives on the tick of the deadline replaces the waiting one.
    #expect(
      try await run("--1--2--|") { input, clock in input.debounce(for: .ticks(3), clock: clock) } == "--------(2|)")
    #expect(
      try await run("-1-2---#") { input, clock in input.debounce(for: .ticks(2), clock: clock) } == "-----2-#")
  }

  @Test func throttle() async throws {
    #expect(
      try await run("-abcdefghijk|") { input, clock in input._throttle(for: .ticks(2), clock: clock) }
        == "-a-c-e-g-i-k|")
    #expect(
      try await run("-abcdefghijk|") { input, clock in input._throttle(for: .ticks(3), clock: clock, latest: false) }
        == "-a--b--e--h--(k|)")
    #expect(
      try await run("-1234-|") { input, clock in
        input._throttle(for: .ticks(2), clock: clock, reducing: { (sum: Int?, next: Int) in (sum ?? 0) + next })
      } == "-1-5--(4|)")
  }

  @Test func timer() async throws {
    #expect(
      try await run(during: "^------!") { clock in
        AsyncTimerSequence(interval: .ticks(2), clock: clock).map { _ in "x" }
      }
        == "--x-x-x!")
    #expect(
      try await run { clock in
        AsyncTimerSequence.repeating(every: .ticks(3), clock: clock).map(\.tick).prefix(3)
      } == "---3--6--(9|)")
  }

  @Test func timersOfAnyClock() async throws {
    func ticks(on clock: some Clock<Duration>) -> some AsyncSequence<Int, any Error> {
      AsyncTimerSequence(interval: .milliseconds(2), clock: clock).map { _ throws in 1 }.prefix(2)
    }
    #expect(try await run { clock in ticks(on: clock) } == "--1-(1|)")
  }

  @Test func chunksByTime() async throws {
    #expect(
      try await run("-ABC-DEF-GH-I|") { (input: InputSequence<String, any Error>, clock) in
        input.chunked(by: .repeating(every: .ticks(4), clock: clock)).map { $0.joined() }
      } == "----[ABC]---[DEF]---[GHI]|")
  }

  @Test func chunksByCountOrTime() async throws {
    #expect(
      try await run("-AB-C------D|") { input, clock in
        input.chunks(ofCount: 2, or: .repeating(every: .ticks(5), clock: clock)).map(\.count)
      } == "--2--1------(1|)")
  }
}
