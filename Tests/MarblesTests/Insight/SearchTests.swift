@testable import MarbleLanguage
import Marbles
import TestSupport
import Testing

/// Searches for expressions.
struct SearchTests {
  /// Returns the result of a search over named inputs, with one row of timelines and the expected one per example.
  private func search(_ inputs: [String], _ examples: [[Timeline]], isCold: Bool = false) -> SearchResult {
    Search.run(Self.problem(inputs, examples, isCold: isCold)) { true }
  }

  private static func problem(_ inputs: [String], _ examples: [[Timeline]], isCold: Bool = false) -> SearchProblem {
    SearchProblem(
      inputs: inputs,
      examples: examples.map { lanes in
        var bindings = Bindings()
        let sources = zip(inputs, lanes).map { name, timeline in
          Binding(name: name, kind: isCold ? .cold([timeline]) : .pipe(timeline))
        }
        for source in sources { bindings.bind(source) }
        return .init(inputs: sources, bindings: bindings, expected: lanes[inputs.count])
      })
  }

  /// The events that a script gives for an answer.
  private func events(_ answer: String, _ inputs: [String], _ lanes: [Timeline]) -> String {
    let script = zip(inputs, lanes).map { "\($0) = .\($1)\n" }.joined()
    return output(script + answer)
  }

  @Test(arguments: [
    (["a"], [["--1--2--|", "----1--2--|"]] as [[Timeline]], "a.delay(2)"),
    (["a"], [["-1-2-3|", "-[11]-[12]-[13]|"]], "a.map { $0 + 10 }"),
    (["a"], [["-1-2-3-4|", "---2---4|"]], "a.filter { $0 % 2 == 0 }"),
    (["a"], [["-1-2-3|", "-1-3-6|"]], "a.scan { $0 + $1 }"),
    (["a", "b"], [["-1-2--|", "--x--y|", "-1x2-y|"]], "merge(a, b)"),
    (["a", "b"], [["-1--2-|", "--3--4|", "--4--6|"]], "zip(a, b) { $0 + $1 }"),
    (["a"], [["-a-b|", "-[a!]-[b!]|"]], "a.map { $0 + \"!\" }"),
    (["a"], [["-1--2|", "-1--2|"]], "a"),
    (["a"], [["-[-3]-[-9223372036854775808]|", "-[-1]-[-1]|"]], "a.map(value: -1)"),
    (["a"], [["-1-2-3-4-5-6|", "-1-2-[fizz]-4-5-[fizz]|"]], "a.map { $0 % 3 == 0 ? \"fizz\" : $0 }"),
    (["a"], [["-[-3]-4-[-5]-0-7|", "-3-4-5-0-7|"]], "a.map { $0 < 0 ? -$0 : $0 }"),
    (["a"], [["-x--x---x|", "-[true]--[false]---[true]|"]], "a.scan(false) { !$0 }"),
    (
      ["a"], [["-[hello]--[goodbye]-[hi]-[welcome]|", "----[goodbye]---[welcome]|"]],
      "a.filter { $0.count > 5 }"
    ),
    (["a"], [["-[abc]-[abcdefgh]-[ab]|", "-[false]-[true]-[false]|"]], "a.map { $0.count > 3 }"),
    (["a"], [["-[hello]--[bye]|", "-h--b|"]], "a.map { $0.first }"),
    (["a"], [["-a-b-c|", "------(\"a,b,c\"|)"]], "a.reduce { \"\\($0),\\($1)\" }"),
    (["a"], [["-1-#[Boom]", "-1-#[Boom!]"]], "a.mapError { $0 + \"!\" }"),
    (["a"], [["-1-#[lost]", "-1-#[net: lost]"], ["#[x]", "#[net: x]"]], "a.mapError { \"net: \" + $0 }"),
    (
      ["a"], [["-1-#[lost]", "-1-(\"error: lost\"|)"], ["#[x]", "(\"error: x\"|)"]],
      "a.flatMapError { just(\"error: \" + $0) }"
    ),
    (["a"], [["-1---|", "-1248|"]], "a.expand { $0 < 5 ? just($0 * 2).delay(1) : empty() }"),
    (["a"], [["-[[1,2]]--[[3]]|", "-(12)--3|"]], "a.flatten()"),
    (["a", "b"], [["-1-2|", "---8|", "-1-2|"]], "race(a, b)"),
  ])
  func oneOperatorIsFound(inputs: [String], examples: [[Timeline]], answer: String) {
    #expect(search(inputs, examples).answers.map(\.text).contains(answer))
  }

  /// If the search for one operator finds no predicate, it goes on with two operators.
  @Test(
    arguments: [
      ([["572----|", "57-----|"]], "a.filter { $0 > 3 }"),
      ([["---94--3-|", "---94--|"]], "a.take(while: { $0 > 3 })"),
      ([["---94----|", "---9(4|)"], ["--35---1-|", "--(3|)"]], "a.take(until: { $0 > 4 })"),
      ([["572----|", "--2----|"], ["-91--8-|", "--1--8-|"]], "a.skip(while: { $0 > 2 })"),
      ([["-91--8-|", "--(1|)"], ["5-74|", "---(4|)"]], "a.first(where: { $0 < 5 })"),
      ([["-91--8-|", "-------(1|)"], ["5-742-6|", "-------(2|)"]], "a.last(where: { $0 < 5 })"),
      ([["-91--8-|", "-------(1|)"], ["5-742-6|", "-------(2|)"]], "a.count(where: { $0 < 5 })"),
      ([["572----|", "-([false]|)"], ["-7-7---8--#", "-([false]|)"]], "a.all(where: { $0 < 6 })"),
      ([["572----|", "-([true]|)"], ["-7-7---8--#", "-([true]|)"]], "a.contains(where: { $0 > 6 })"),
      ([["-1-5-6|", "---(5|)"], ["-1-2|", "----#[no value]"]], "a.first(where: { $0 > 2 })"),
    ] as [([[Timeline]], String)])
  func predicateIsFoundForOneOperator(examples: [[Timeline]], answer: String) {
    let result = search(["a"], examples)
    #expect(result.size == 1)
    #expect(result.answers.map(\.text).contains(answer), "\(result.answers.map(\.text))")
  }

  /// The first event would end the result of `m.dematerialize()`.
  @Test func secondOperatorUnwrapsEvents() {
    let answers = search(["m"], [["-[.failed(x)]-[.value(b)]-|", "-----(b|)"]]).answers.map(\.text)
    #expect(answers.contains { $0.hasSuffix(".dematerialize()") }, "\(answers)")
  }

  @Test func secondOperatorFlattens() {
    var bindings = Bindings()
    let sources = [
      Binding(name: "x", kind: .cold(["1-----2|"])), Binding(name: "y", kind: .cold(["3---4|"])),
      Binding(name: "s", kind: .pipe("x-y---|")),
    ]
    for source in sources { bindings.bind(source) }
    let problem = SearchProblem(
      inputs: ["s"], examples: [.init(inputs: [sources[2]], bindings: bindings, expected: "------3---4|")])
    let answers = Search.run(problem) { true }.answers.map(\.text)
    #expect(answers.contains("s.last().flatten(.merge)"), "\(answers)")
  }

  @Test func answerHasAtMostTwoOperators() {
    let result = search(["a"], [["-1-1-2--3|", "-[10]---[20]--[30]|"], ["2--2-2-5|", "[20]------[50]|"]])
    #expect(result.answers.first?.text == "a.skipRepeats().map { $0 * 10 }")
    #expect(result.size == 2)
  }

  @Test func everyAnswerGivesTheExpectedEvents() {
    let lanes: [Timeline] = ["--1--2--3--|", "--1--2--(3|)"]
    let result = search(["a"], [lanes])
    #expect(result.answers.count > 1)
    for answer in result.answers { #expect(events(answer.text, ["a"], lanes) == "--1--2--(3|)", "\(answer.text)") }
  }

  @Test func answersDifferOnTheDistinguishingInput() {
    let result = search(["a"], [["--1--2--3--|", "--1--2--(3|)"]])
    #expect(result.distinguishing.count == 1)
    for answer in result.answers {
      #expect(events(answer.text, ["a"], result.distinguishing) == answer.output.map { TimelinePrinter.text(of: $0) })
    }
    #expect(result.answers[0].output != result.answers[1].output)
  }

  @Test(arguments: [["-1-2-2-3|", "-1-2---3|"], ["-3-1-2|", "------([[3,1,2]]|)"]] as [[Timeline]])
  func distinguishingInputIsSmall(example: [Timeline]) {
    let result = search(["a"], [example])
    #expect(result.distinguishing.allSatisfy { $0.marbles.count <= 5 && $0.marbles.last?.tick ?? 0 < 4 })
  }

  @Test func inputIsTheSimplestAnswer() {
    #expect(search(["a", "b"], [["-1-2-3|", "--x-y-z|", "--x-y-z|"]]).answers.first?.text == "b")
  }

  @Test func moreExamplesRemoveAnswers() {
    let first = ["-1-2|", "-2-4|"] as [Timeline]
    #expect(search(["a"], [first]).answers.count > 1)
    let result = search(["a"], [first, ["3#", "6#"]])
    #expect(result.answers.first?.text == "a.map { $0 * 2 }")
  }

  /// The numbers of another example must not replace those that an answer needs.
  @Test func answerOfFewerExamplesIsKept() {
    let small = ["[50]|", "[55]|"] as [Timeline]
    let large = ["--[100]--[200]|", "--[110]--[220]|"] as [Timeline]
    for examples in [[large, small], [small, large]] {
      let texts = search(["s"], examples).answers.map(\.text)
      #expect(texts.contains("s.map { $0 * 11 }.map { $0 / 10 }"), "\(texts)")
    }
  }

  /// The number of repetitions follows from the numbers of values.
  @Test(
    arguments: [
      ([["-1-2|", "-1-2-1-2|"]], "a.repeat(2)"),
      ([["-1|", "-1-1-1|"]], "a.repeat(3)"),
      ([["1|", "-----1111111|"]], "a.repeat(7).delay(5)"),
      ([["1-|", "1-1-1-1-1-1-1-1-1-1-1-1-|"]], "a.repeat(12)"),
      ([["-1-2|", "-1-2-1-2-(1|)"]], "a.repeat().take(first: 5)"),
    ] as [([[Timeline]], String)])
  func coldInputStartsForEachSubscription(examples: [[Timeline]], answer: String) {
    let result = search(["a"], examples, isCold: true)
    #expect(result.answers.map(\.text).contains(answer), "\(result.answers.map(\.text))")
  }

  /// A constant from the example is more complex than another part of it.
  @Test func answerDependsOnBothInputs() {
    let result = search(
      ["a", "b"], [["-[Ann]----[Bob]-|", "--[Lee]--|", "--[\"Ann Lee\"]---[\"Bob Lee\"]-|"]])
    #expect(result.answers.first?.text == "combineLatest(a, b) { \"\\($0) \\($1)\" }")
    #expect(result.answers.count > 1)
  }

  @Test(
    arguments: [
      (["a", "b"], ["--a-----b----|", "-----x------|", "--a--x-b|"]), (["a"], ["-1-5-3|", "-4-9-8|"]),
    ] as [([String], [Timeline])])
  func nearestExpressionHasOneDifference(inputs: [String], lanes: [Timeline]) throws {
    let nearest = try #require(search(inputs, [lanes]).nearest)
    #expect(nearest.comparisons[0].differences.count == 1, "\(nearest.text)")
  }

  @Test func impossibleSearchHasANearestExpression() throws {
    let result = Search.run(Self.problem(["a"], [["-x|", "q-q-q-!"]])) { true }
    #expect(result.answers.isEmpty)
    #expect(try #require(result.nearest).comparisons.allSatisfy { !$0.isEqual })
  }

  @Test func searchStopsWhenItIsNotWanted() {
    var calls = 0
    let result = Search.run(Self.problem(["a"], [["-x|", "q-q-q-!"]])) {
      calls += 1
      return calls < 100
    }
    #expect(result.isCancelled)
    #expect(result.runs <= 100)
  }

  @Test func sourceThatEndsImmediatelyIsNotStartedForever() {
    #expect(
      output("a = cold -1|\na.take(first: 0).repeat()", limits: Limits(ticks: 10, deliveries: 1_000)) == ">")
    #expect(
      output("a = cold -1|\na.take(first: 0).first().retry()", limits: Limits(ticks: 10, deliveries: 1_000)) == ">")
  }
}
