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

@Suite struct LawExampleTests {
  @Test func everyOtherValue() throws {
    try forAll(.stream("ab")) { a in
      a.everyOther() == a.zip(with: SignalProducer(0...99)).filter { $1 % 2 == 0 }.map(\.0)
    }
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
