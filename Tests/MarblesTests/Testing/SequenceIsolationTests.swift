import Dispatch
import Marbles
import Testing

/// Runs of asynchronous sequences beside other tests, actors and threads.
@Suite struct SequenceIsolationTests {
  private enum Context {
    @TaskLocal static var name = "none"
  }

  @Test(arguments: 0..<20)
  func runsInParallelDoNotAffectEachOther(seed: Int) async throws {
    for _ in 0..<10 {
      #expect(
        try await run("1-2-3-4|") { (input: InputSequence<Int, Never>, clock) in
          delayed(input, by: seed % 5, on: clock)
        } == (seed % 5 == 0 ? "1-2-3-4|" : Timeline(expected(by: seed % 5), end: 0)))
    }
  }

  private func expected(by ticks: Int) -> [Timeline.Marble] {
    let values = [(0, 1), (2, 2), (4, 3), (6, 4)].map { Timeline.Marble(tick: $0 + ticks, event: .value(.integer($1))) }
    return values + [Timeline.Marble(tick: 7 + max(ticks - 1, 0), event: .completed)]
  }

  /// Tasks of a test that runs beside the runs above.
  @Test(arguments: 0..<8)
  func otherTasksRunAsUsual(seed: Int) async {
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 1...50 {
        group.addTask {
          await Task.yield()
          return await Task.detached { number }.value
        }
      }
      return await group.reduce(0, +)
    }
    #expect(sum == 1_275)
  }

  /// A task that exists before a run, and is resumed from within, is not part of the run.
  @Test func taskOfTheTestContinuesOutside() async throws {
    let (signal, input) = AsyncStream.makeStream(of: Int.self)
    let outside = Task {
      var sum = 0
      for await number in signal { sum += number }
      return sum
    }
    await Task.yield()
    _ = try await run("-1-2|") { (numbers: InputSequence<Int, Never>, _) in
      numbers.map {
        input.yield($0)
        return $0
      }
    }
    input.finish()
    #expect(await outside.value == 3)
  }

  @Test func taskLocalValuesAreInherited() async throws {
    let result = try await Context.$name.withValue("inner") {
      try await run("-1|") { input, _ in input.map { _ in await Task { Context.name }.value } }
    }
    #expect(try result == "-[inner]|")
    #expect(Context.name == "none")
  }

  @Test func actorsTakePart() async throws {
    actor Counter {
      var count = 0
      func next(after clock: VirtualClock) async throws -> Int {
        try await clock.sleep(for: .ticks(1))
        count += 1
        return count
      }
    }
    let counter = Counter()
    #expect(
      try await run("-a-b|") { input, clock in input.map { _ in try await counter.next(after: clock) } } == "--1-(2|)")
    #expect(await counter.count == 2)
  }

  @MainActor @Test func mainActorTakesPart() async throws {
    let log = Log()
    #expect(
      try await run("-1-2|") { (input: InputSequence<Int, Never>, _) in
        input.map { number in
          await log.append(number)
          return number
        }
      } == "-1-2|")
    #expect(log.numbers == [1, 2])
  }

  @Test func mainActorIsReportedInATestOutsideIt() async {
    let log = await MainActor.run { Log() }
    await #expect {
      try await run("-1-2|") { (input: InputSequence<Int, Never>, _) in
        input.map { number in
          await log.append(number)
          return number
        }
      }
    } throws: {
      "\($0)" == """
        tick 1: a task needs the main actor, but the test runs elsewhere
          help: mark the test with `@MainActor`
        """
    }
  }

  @Test func resumptionByAnotherThreadIsReported() async {
    await #expect {
      try await run("-1-2|") { (input: InputSequence<Int, Never>, _) in
        input.map { number in
          await withUnsafeContinuation { continuation in
            // Resumed from the queue after the task was suspended, but before the run continues.
            Task { resume(continuation, with: number) }
          }
        }
      }
    } throws: {
      "\($0)" == """
        tick 1: a task was resumed by another thread, such as a dispatch queue, at an undetermined time
          help: replace what uses the other thread in the test, or give it the `clock` of the closure
        """
    }
  }

  /// Resumes a task from another thread, and waits until this has happened.
  private func resume(_ continuation: UnsafeContinuation<Int, Never>, with number: Int) {
    let isResumed = DispatchSemaphore(value: 0)
    DispatchQueue(label: "other").async {
      continuation.resume(returning: number)
      isResumed.signal()
    }
    isResumed.wait()
  }

  @Test func closureCanThrow() async {
    struct Refusal: Error {}
    await #expect(throws: Refusal.self) {
      try await run("-1|") { (input: InputSequence<Int, Never>, _) -> InputSequence<Int, Never> in throw Refusal() }
    }
  }

  @Test func runInARun() async throws {
    #expect(
      try await run("-1-2|") { (input: InputSequence<Int, any Error>, _) in
        input.map { number in
          let inner = try await run("--a|") { inner, _ in inner }
          return number * (inner.output.marbles.last?.tick ?? 0)
        }
      } == "-3-6|")
  }

  private func delayed(
    _ input: InputSequence<Int, Never>, by ticks: Int, on clock: VirtualClock
  ) -> AsyncStream<Int> {
    AsyncStream { continuation in
      Task {
        await withTaskGroup(of: Void.self) { group in
          for await number in input {
            group.addTask {
              if ticks > 0 { try? await clock.sleep(for: .ticks(ticks)) }
              continuation.yield(number)
            }
          }
        }
        continuation.finish()
      }
    }
  }
}

@MainActor private final class Log {
  var numbers: [Int] = []
  func append(_ number: Int) {
    MainActor.assertIsolated()
    numbers.append(number)
  }
}
