import Marbles
import TestSupport
import Testing

/// Runs with all orders of the events that inputs send on the same tick.
@Suite struct RunOrdersTests {
  private func message(_ body: () throws -> Bool) -> String {
    do { return "\(try body())" } catch { return "\(error)" }
  }

  @Test func smallestChangeOfTheOrderIsShown() {
    #expect(
      message {
        try run("1--2--", "---x-y", orders: .all, fileID: "A.swift", line: 1) { price, buy in
          buy.withLatest(from: price)
        }
          == "---[x,2]-[y,2]"
      } == """
        ✗ A.swift:1
                        0        5
        input 1         1--2....--
        input 2         ---x....-y-
        input 1 first   ---[x,2]-[y,2]-
        input 2 first   ---[x,1]-[y,2]-
                           ^^^^^
          the result depends on the order in which `input 1` sends `2` and `input 2` sends `x` on tick 3
        """)
  }

  @Test func resultOfEveryOrderIsExpected() throws {
    let clock = VirtualTimeScheduler()
    let result = try run("--1-2--|", "--3-4--|", on: clock, orders: .all) {
      (first: SignalProducer<Int, Never>, second: SignalProducer<Int, Never>) in
      first.combineLatest(with: second).map { $0 + $1 }.debounce(clock.ticks(1), on: clock)
    }
    #expect(try result == "---4-6-|")
    #expect(result.orderCount == 8)
    #expect(!result.hasMoreOrders)
    #expect(clock.currentTick == 7, "the clock is where a single run leaves it")
    #expect(result.subscriptions == [["^------!"], ["^------!"]])
  }

  /// The comparison with the expected timeline comes first.
  @Test func expectationIsCheckedFirst() {
    #expect(
      message {
        try run("1", "2", orders: .all, fileID: "A.swift", line: 1) { $0.merge(with: $1) } == "(13)"
      }.hasPrefix("✗ A.swift:1      1 difference\n"))
  }

  @Test func everyOrderMustMatchAPattern() throws {
    let both = try run("1-|", "2-|", orders: .all, fileID: "A.swift", line: 1) { $0.merge(with: $1) }
    #expect(try both.matches("(__)-|"))
    #expect(
      message { try both.matches("(1_)-|") } == """
        ✗ A.swift:1
                        0
        input 1         1...-|
        input 2         2...-|
        input 1 first   (12)-|
        input 2 first   (21)-|
                        ^^^^
          the result depends on the order in which `input 1` sends `1` and `input 2` sends `2` on tick 0
        """)
    #expect(throws: Mismatch.self) { try both == run("1-|", "2-|") { $0.merge(with: $1) } }
    #expect(throws: Mismatch.self) { try run("1-|", "2-|") { $0.merge(with: $1) } == both }
  }

  @Test func raceIsAPictureToo() throws {
    let both = try run("1", "2", orders: .all) { $0.merge(with: $1) }
    let mismatch = try #require(throws: Mismatch.self) { try both == "(12)" }
    for text in ["input 1", "input 2 first"] { #expect(mismatch.svg.contains(">\(text)<"), "\(text)") }
    #expect(mismatch.comparison.actual == "(21)")
  }

  @Test func coldInputsKeepTheirOrder() throws {
    let result = try run("1", "cold 2", orders: .all) { $0.merge(with: $1) }
    #expect(try result == "(12)")
    #expect(result.orderCount == 1)
  }

  @Test func endlessInputsHaveMoreOrders() throws {
    let limits = Limits(ticks: 4, deliveries: 1_000)
    let result = try run("{-1}*", "{-2}*", orders: .all, limits: limits) { $0.zip(with: $1) }
    #expect(try result == "{-[1,2]}*")
    #expect(result.orderCount == 4)
    #expect(result.hasMoreOrders)
  }

  @Test func errorOfTheClosureIsThrown() {
    #expect(throws: Trouble.self) {
      try run("1", "2", orders: .all) { first, _ in
        if true { throw Trouble() }
        return first
      }
    }
  }

  /// The reverse order of the arguments is one of the orders.
  @Test(arguments: 0..<60)
  func reverseOrderIsTried(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let texts = (0..<2).map { _ in
      (0..<4).map { _ in ["-", "1", "2", "(12)"].randomElement(using: &random) ?? "-" }.joined()
    }
    let (first, second) = (Input<Value, Failure>(texts[0]), Input<Value, Failure>(texts[1]))
    func check<Result: SignalProducerConvertible>(
      _ name: String, _ body: (SignalProducer<Value, Failure>, SignalProducer<Value, Failure>) -> Result
    ) throws {
      let written = try run(first, second, through: body)
      let reverse = try run(second, first) { body($1, $0) }
      let all = try run(first, second, orders: .all, through: body)
      #expect(all.output == written.output)
      let isRace = (try? all == written) == nil
      if written.output != reverse.output { #expect(isRace, "\(name): \(texts)") }
      if all.orderCount == 1 { #expect(!isRace && written.output == reverse.output, "\(name): \(texts)") }
    }
    try check("merge") { $0.merge(with: $1) }
    try check("combineLatest") { $0.combineLatest(with: $1) }
    try check("withLatest") { $0.withLatest(from: $1) }
    try check("zip") { $0.zip(with: $1) }
    try check("take(until:)") { $0.take(until: $1.map { _ in () }) }
  }

  // MARK: Asynchronous sequences

  @Test func tasksReceiveInEveryOrder() async throws {
    let result = try await run("1-3|", "2--|", orders: .all, fileID: "A.swift", line: 1) { first, second, _ in
      merged(first, second)
    }
    #expect(
      message { try result == "(12)-3|" } == """
        ✗ A.swift:1
                        0
        input 1         1...-3|
        input 2         2...--|
        input 1 first   (12)-3|
        input 2 first   (21)-3|
                        ^^^^
          the result depends on the order in which `input 1` sends `1` and `input 2` sends `2` on tick 0
        """)
    #expect(try result.matches("(__)-3|"))
    #expect(result.orderCount == 4)
  }

  @Test func coldSequencesSendAfterPlainOnes() async throws {
    #expect(try await run("cold -1|", "-2|") { cold, plain, _ in merged(cold, plain) } == "-(21)|")
  }
}

private struct Trouble: Error {}

private func merged(
  _ first: InputSequence<Value, any Error>, _ second: InputSequence<Value, any Error>
) -> AsyncThrowingStream<Value, any Error> {
  AsyncThrowingStream { continuation in
    Task {
      await withTaskGroup(of: Void.self) { group in
        for one in [first, second] {
          group.addTask {
            do { for try await element in one { continuation.yield(element) } } catch {}
          }
        }
      }
      continuation.finish()
    }
  }
}
