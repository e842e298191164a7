import Marbles
import Reactive
import Testing

// The article "Testing with marbles" and the README quote parts of this file.

/// Suggests completions for the typed text, asking the server when typing pauses and using only its latest answer.
func suggestions(
  for typed: SignalProducer<String, Never>, on clock: some TimeScheduler,
  asking server: @escaping (String) -> SignalProducer<[String], Offline>
) -> SignalProducer<[String], Offline> {
  typed
    .debounce(.milliseconds(3), on: clock)
    .skipRepeats()
    .promoteError(Offline.self)
    .flatMap(.latest, server)
}

struct Offline: Error, Equatable {}

@Suite struct SuggestionTests {
  let clock = VirtualTimeScheduler()

  @Test func serverIsAskedWhenTypingPauses() throws {
    #expect(
      try run("-j-[ji]---------|", "cold --[[Jill,Jim]]|", on: clock) { typed, answer in
        suggestions(for: typed, on: clock) { _ in answer }
      } == "--------[[Jill,Jim]]----|")
  }

  @Test func answerIsNotEmpty() throws {
    #expect(
      try run("-j-[ji]---------|", "cold --[[Jill,Jim]]|", on: clock) { typed, answer in
        suggestions(for: typed, on: clock) { _ in answer }
      }.matches("5t... x ... | where x: { !$0.isEmpty }"))
  }

  @Test func lateAnswerIsDropped() throws {
    let result = try run("j----[ji]-----------|", "cold ------[[Jo]]|", on: clock) { typed, answer in
      suggestions(for: typed, on: clock) { _ in answer }
    }
    #expect(try result == "--------------[[Jo]]--|")
    #expect(result.subscriptions[1] == ["---^----!", "--------^------!"])
  }

  @Test func serverErrorIsPassedOn() throws {
    #expect(
      try run("j-------|", "cold --#[down]", where: ["down": Offline()], on: clock) { typed, answer in
        suggestions(for: typed, on: clock) { _ in answer }
      } == "-----#[down]")
  }

  @Test func suggestionsEndWithTheObservation() throws {
    #expect(
      try run("j--------|", "cold --[[Jo]]|", during: "^---!", on: clock) { typed, answer in
        suggestions(for: typed, on: clock) { _ in answer }
      } == "----!")
  }
}

@Suite struct NumberTests {
  @Test func tens() throws {
    #expect(try run("--1--2--|") { $0.map { $0 * 10 } } == "--[10]--[20]--|")
  }

  @Test func repeats() throws {
    #expect(try run("cold -1|") { $0.repeat() } == "{-1}*")
  }

  @Test func cities() throws {
    let berlin = City(name: "Berlin")
    let paris = City(name: "Paris")
    #expect(
      try run("-b-p-b|", where: ["b": berlin, "p": paris]) { (cities: SignalProducer<City, Never>) in
        cities.uniqueValues()
      } == "-b-p--|")
  }
}

/// The price at each purchase.
func receipts(
  for price: SignalProducer<Int, Never>, at purchase: SignalProducer<String, Never>
) -> SignalProducer<String, Never> {
  purchase.withLatest(from: price).map { "\($0)\($1)" }
}

@Suite struct OrderExampleTests {
  @Test func priceOfTheSameTickCountsOrNot() throws {
    let mismatch = try #require(throws: Mismatch.self) {
      try run("1-2-", "--x-", orders: .all) { receipts(for: $0, at: $1) } == "--[x2]-"
    }
    #expect(
      mismatch.description.split(separator: "\n").dropFirst().joined(separator: "\n") == """
                        0
        input 1         1-2-
        input 2         --x-
        input 1 first   --[x2]-
        input 2 first   --[x1]-
                          ^^^^
          the result depends on the order in which `input 1` sends `2` and `input 2` sends `x` on tick 2
        """)
    #expect(try run("1-2-", "--x-", orders: .all) { receipts(for: $0, at: $1) }.matches("--_-"))
  }

  @Test func laterObserverReceivesTheRest() throws {
    #expect(try run("-1--2-|", during: ["^--!", "---^"]) { $0.share() } == ["-1-!", "----2-|"])
  }
}

@Suite struct LawExampleTests {
  @Test func everyOtherValue() throws {
    try forAll(.stream("ab")) { a in
      a.everyOther() == a.zip(with: SignalProducer(0...99)).filter { $1 % 2 == 0 }.map(\.0)
    }
  }

  @Test func firstValueIsSeparate() throws {
    try forAll(.stream("ab")) { a in a.prefix(value: "c").matches("c *") }
  }

  @Test func delaysOfCounts() throws {
    try forAll(.cold(of: 0...9), .integer(in: 1...5), .clock) { a, n, clock in
      a.delay(.milliseconds(n), on: clock).count() == a.count().delay(.milliseconds(n), on: clock)
    }
  }
}

extension SignalProducer {
  /// The first value, the third, and so on.
  func everyOther() -> SignalProducer<Value, Error> {
    map(Value?.some).scan((count: 0, value: nil)) { state, value in (state.count + 1, value) }
      .compactMap { $0.count % 2 == 1 ? $0.value : nil }
  }
}

struct City: Hashable { var name: String }
