import MarbleLanguage
import MarbleSession
import Marbles
import TestSupport
import Testing

@testable import MarbleSearch

/// Laws of `forall`: those that hold, and the smallest inputs for which the others fail.
struct LawTests {
  @Test(arguments: LawExamples.holding)
  func lawHolds(law: String) throws {
    let result = try trial(of: law, effort: LawEffort(smallInputs: 250, largerInputs: 150)).run()
    guard case .holds(let report) = result else { return #expect(Bool(false), "\(law): \(result)") }
    #expect(report.statistics.undefined == 0)
    #expect(report.statistics.total > 100)
  }

  /// No part of the input can be removed.
  @Test(arguments: LawExamples.failing)
  func lawFailsForAnInputThatCannotBeSmaller(law: String) throws {
    let plan = try plan(of: law)
    let (search, input) = try failingInput(of: plan)
    let runner = PlanRunner(plan)
    #expect(isFailing(input, runner))
    var shrinker = InputShrinker(plan.space, attempts: 10_000) { isFailing($0, runner) }
    #expect(shrinker.smallest(from: input) == input)
    #expect(search.statistics.total < 4_000)
  }

  /// Brute force with its own enumeration finds no smaller input.
  @Test(arguments: LawExamples.failing)
  func bruteForceFindsNoSmallerInput(law: String) throws {
    let plan = try plan(of: law)
    let (_, input) = try failingInput(of: plan)
    let runner = PlanRunner(plan)
    let size = BruteForce.size(of: input)
    for candidate in BruteForce.inputs(of: plan.space)
    where BruteForce.size(of: candidate).lexicographicallyPrecedes(size) {
      #expect(!isFailing(candidate, runner), "\(law): \(candidate) is smaller than \(input)")
    }
  }

  /// Both orders of streams that share a tick are tried, so the order of the parameters changes no verdict.
  @Test(arguments: (LawExamples.holding + LawExamples.failing + LawTests.orderedLaws).filter { $0.hasPrefix("a, b: ") })
  func orderOfTheParametersChangesNoVerdict(law: String) throws {
    let holds = try [law, law.replacing("a, b: ", with: "b, a: ", maxReplacements: 1)].map { law in
      if case .holds = try trial(of: law, effort: LawEffort(smallInputs: 250, largerInputs: 150)).run() { return true }
      return false
    }
    #expect(holds[0] == holds[1], "\(law)")
  }

  /// Laws that hold only if `a` sends before `b`.
  private static let orderedLaws = [
    "a, b: merge(a, b) == merge(a, b.delay(0))", "a, b: a.take(until: b) == a.take(until: b.delay(0))",
  ]

  /// The statements of the report show the difference, and do not if the streams are defined in the other order.
  @Test(arguments: LawTests.orderedLaws)
  func lawFailsInTheReverseOrder(law: String) throws {
    guard case .fails(let refutation, _, _) = try trial(of: law).run() else {
      return #expect(Bool(false), "\(law) holds")
    }
    #expect(refutation.notes == ["on the same tick, `b` and `a` send in this order"])
    #expect(refutation.arguments.map(\.name) == ["b", "a"])
    let statements = try #require(refutation.script).split(separator: "; ")
    let scripts = [[0, 1, 2], [1, 0, 2]].map { order in order.map { statements[$0] }.joined(separator: "\n") }
    #expect(scripts.map(passes) == [false, true], "\(scripts)")
  }

  private func passes(_ script: String) -> Bool {
    var passes = true
    Session().evaluate(Source(name: "law", text: script)) { if $0.isProblem { passes = false } }
    return passes
  }

  @Test(arguments: [
    // One value, six values, a long silence, one tick, and cold sources.
    ("a: a.filter { $0 != 42 } == a", "a = [42]"),
    ("a: a.filter { $0 * 2 != 84 } == a", "a = [42]"),
    ("a of 0...99: a.filter { $0 < 97 } == a", "a = [97]"),
    ("a of [x, y, z]: a.filter { $0 != \"z\" } == a", "a = z"),
    ("a: a.take(first: 5) == a", "a = (11111)"),
    ("a: a.collect(count: 2).collect(count: 3).ignoreValues() == a.take(first: 6).ignoreValues()", "a = (111111)"),
    ("a: a.delay(4).delay(16).timeout(after: 20, raising: \"late\").suppressError() == a.delay(20)", "a = -"),
    ("a: a.debounce(20) == a.debounce(20).debounce(1)", "a = 1"),
    ("a, b: merge(a, b).map { 0 } == merge(a.map { 0 }, b.map { 0 }).skipRepeats()", "a = (11), b = -"),
    ("cold a: concat(a, a) == a", "a = cold !"),
    ("a, b: a == a.take(until: b.filter { $0 == 3 }.suppressError().concat(never()))", "a = -, b = 3"),
    ("a, n in 1...9 when n > 4: a.delay(n) == a.delay(5)", "a = |, n = 6"),
    ("n in 1...300: just(n) == just(n).filter { $0 != 170 }", "n = 170"),
    ("s: s.flatten(.merge) == s.flatten(.concat)", "s = (<-2|><(1|)>)"),
    ("b: b.filter { !$0 } == b", "b = [true]"),
    ("p: p.map { $0.0 } == p.map { $0.1 }", "p = [1,2]"),
    ("a: a.filter { $0 != \"on\" } == a", "a = [on]"),
    // Sums, products and differences of values.
    ("a: a.scan(0) { $0 + $1 }.filter { $0 != 42 } == a.scan(0) { $0 + $1 }", "a = [42]"),
    ("a: a.map { $0 - 50 }.filter { $0 != -8 } == a.map { $0 - 50 }", "a = [42]"),
    ("a, b: combineLatest(a, b).filter { $0.0 - $0.1 != 42 } == combineLatest(a, b)", "a = [43], b = 1"),
    // Many values, equal values, and values on one tick.
    ("a: a.collect().filter { $0.count != 6 } == a.collect()", "a = (111111|)"),
    ("a: a.skip(first: 2).skip(first: 2) == a.ignoreValues()", "a = (11111)"),
    ("a: a.uniqueValues().count() == a.skipRepeats().count()", "a = (121|)"),
    ("a: a.throttle(1) == a", "a = (11)"),
    // One tick, and silence before a value, between a value and the end, and before an end.
    ("a: a.timestamp().filter { $0.1 != 9 } == a.timestamp()", "a = ---------1"),
    (
      "a: a.materialize().timestamp().filter { $0.1 != 13 } == a.materialize().timestamp()", "a = -------------|"
    ),
    ("a: a.debounce(20).count() == a.debounce(10).count()", "a = 1----------|"),
    (
      "a: a.suppressError().concat(never()).skip(until: timer(after: 20)) == never()", "a = ---------------------1"
    ),
    // A failure after a value, and cold sources.
    ("a: a.take(last: 1).suppressError() == a.suppressError().take(last: 1)", "a = (1#)"),
    ("cold a: a.repeat(2).take(first: 2) == a.take(first: 2)", "a = cold -|"),
    ("cold a, cold b: merge(a, b) == merge(b, a)", "a = cold 1, b = cold #"),
    // Conditions on streams, and windows.
    ("a when a.count > 2: a.take(first: 2) == a", "a = (111)"),
    ("a when a.contains(3): a == a.filter { $0 != 3 }", "a = 3"),
    ("a, n in 1...3 when a.count > n: a.take(first: n) == a", "a = (11), n = 1"),
    ("a: a.delay(1) during ^---! == a", "a = |"),
    // Strings, messages, pairs, arrays and numbers that are made of the constants of the law.
    ("a: a.filter { $0.count >= 8 } == a.ignoreValues()", "a = [aaaaaaaa]"),
    ("a: a.filter { $0.hasPrefix(\"ab\") && $0.hasSuffix(\"yz\") } == a.ignoreValues()", "a = [abyz]"),
    ("a: a.mapError { $0 == \"lost\" ? \"x\" : $0 } == a", "a = #[lost]"),
    ("a: a.filter { $0.0 == 42 } == a.ignoreValues()", "a = [42,42]"),
    ("a: a.filter { $0 == [3, 4] } == a.ignoreValues()", "a = [[3,4]]"),
    ("a: a.filter { $0.count == 12 && $0.contains(\"@\") } == a.ignoreValues()", "a = [@aaaaaaaaaaa]"),
    ("a: a.filter { $0 > 1000 && $0 % 97 == 13 } == a.ignoreValues()", "a = [1080]"),
    ("a: a.map { $0.contains(\"@\") } == a.map { false }", "a = [@]"),
    ("a: a.mapError { $0.count == 6 ? \"x\" : $0 } == a", "a = #[aaaaaa]"),
    ("a: a.filter { $0.count % 5 == 4 && $0.count > 6 } == a.ignoreValues()", "a = [aaaaaaaaa]"),
    ("a: a.filter { $0 > 3.5 && $0 < 3.9 } == a.ignoreValues()", "a = [3.7]"),
    ("a of 0...1000000: a.filter { $0 == 5000 } == a.ignoreValues()", "a = [5000]"),
    // Plain values.
    ("a, n in 0...1000000: a.filter { _ in n == 7777 } == a.ignoreValues()", "a = 1, n = 7777"),
    (
      "a, n in 0...300, m in 0...300: a.filter { _ in n == 277 && m == 13 } == a.ignoreValues()",
      "a = 1, n = 277, m = 13"
    ),
    ("a, t in [\"on\", off]: a.map { $0 == t } == a.map { false }", "a = [on], t = \"on\""),
    ("a, t in [true]: a.map { _ in t } == a.map { true }.skip(1)", "a = 1, t = true"),
    // A side that sends without end, and one that never ends.
    ("a: a.expand { just($0) } == a", "a = 1"),
    ("cold a: a.repeat() == a", "a = cold |"),
    ("a: a.collect(every: 3).flatten() == a", "a = 1"),
    // Numbers at the limits.
    (
      "a: a.filter { $0 != 9223372036854775807 } == a.take(first: 9223372036854775807)", "a = [9223372036854775807]"
    ),
    (
      "n in -9223372036854775808...9223372036854775807: just(n) == just(n).filter { $0 < 1 }", "n = 1"
    ),
  ])
  func lawFailsForExactlyThisInput(law: String, expected: String) throws {
    guard case .fails(let refutation, _, _) = try trial(of: law).run() else {
      return #expect(Bool(false), "\(law) holds")
    }
    #expect(refutation.summary == expected)
  }

  /// A condition with one result for all inputs is noted, because the law is hardly tried.
  @Test(arguments: [
    (
      "a, b: combineLatest(a, b).filter { $0 + $1 == 17 && $0 - $1 == 3 } == combineLatest(a, b).ignoreValues()",
      [
        "`$0 + $1 == 17 && $0 - $1 == 3` was never true"
      ]
    ),
    ("a: a.map { $0 * 2 }.filter { $0 % 2 == 0 } == a.map { $0 * 2 }", ["`$0 % 2 == 0` was always true"]),
    ("a: a.map { $0 * $0 < 0 ? 1 : 2 } == a.map { 2 }", ["`$0 * $0 < 0` was never true"]),
    ("a: a.filter { $0 > 5 }.filter { true } == a.filter { $0 > 5 }", []),
    ("a: a.filter { $0 > 5 }.filter { $0 > 5 } == a.filter { $0 > 5 }", ["the second `$0 > 5` was always true"]),
  ])
  func conditionWithOneResultIsNoted(law: String, notes: [String]) throws {
    guard case .holds(let report) = try trial(of: law).run() else { return #expect(Bool(false), "\(law) fails") }
    #expect(report.unvaried == notes)
  }

  /// The statements in the report run the law with the input.
  @Test(arguments: [
    ("a: a.delay(1) == a", "a = |; a.delay(1) == a"),
    ("a, cold b: a == concat(b, a)", "a = |; b = cold -; a == concat(b, a)"),
    ("n in 1...9, a: a.take(first: n).map { n in n + 1 } == a\n  .map { \"\\(n + $0)\" }", nil),
    ("a, n in -3...3: a.map { $0 * n } == a", nil),
  ])
  func scriptOfARefutationFailsToo(law: String, expected: String?) throws {
    guard case .fails(let refutation, _, _) = try trial(of: law).run() else {
      return #expect(Bool(false), "\(law) holds")
    }
    if let expected { #expect(refutation.script == expected) }
    let script = try #require(refutation.script)
    #expect(transcript(script).contains("✗"), "\(script)")
  }

  @Test(arguments: [
    ("a: a.delay(1) == a.delay(2)", [], true), ("a: a.take(first: 1) == a", ["1"], true),
    ("a: a.filter { $0 != 7 } == a", [], false), ("a: a.skipRepeats() == a", [], false),
    ("a: a.skip(first: 1).filter { $0 != 7 } == a.skip(first: 1)", ["1"], false),
    ("s: s.flatten(.latest) == s.flatten(.concat)", ["<(1|)> 2"], false),
  ])
  func freeValuesAreNamed(law: String, expected: [String], areAll: Bool) throws {
    guard case .fails(let refutation, _, _) = try trial(of: law).run() else {
      return #expect(Bool(false), "\(law) holds")
    }
    let free = refutation.freeValues.map { free in
      TimelinePrinter.token(for: free.value) + (free.number.map { " \($0)" } ?? "")
    }
    #expect(free == expected)
    #expect(refutation.allValuesAreFree == areAll)
  }

  // MARK: Errors

  @Test(arguments: [
    ("a: a.map { !$0 + 1 } == a", "cannot apply `!` to a number"),
    ("a, n in 1...100 when n > 97: a.delay(n) == a", "the condition discards 97 of 100 combinations of numbers"),
    ("a when 1 > 2: a == a", "the condition discards 34,296 of 34,296 inputs"),
    ("a when a > 2: a == a.delay(1)", "cannot apply `>` to an array and a number"),
    ("a, n in 1...2 when n: a == a.delay(n)", "expected a Boolean, found a number"),
    ("a: a.map { $0 / 0 } == a.map { 1 / 0 }", "cannot divide by zero"),
    ("a: a.take(first: a) == a", "expected a whole number, found a stream"),
  ])
  func errorIsReported(law: String, message: String) {
    #expect { _ = try trial(of: law).run() } throws: { ($0 as? Fault)?.diagnostic.problem.message == message }
  }

  /// Inputs for which a closure has an error are left out and counted.
  @Test func inputsWithErrorsAreCounted() throws {
    guard
      case .holds(let report) = try trial(
        of: "a: a.map { 6 / $0 } == a.map { 12 / $0 / 2 }", effort: LawEffort(smallInputs: 300, largerInputs: 50)
      ).run()
    else { return #expect(Bool(false)) }
    #expect(report.statistics.undefined > 0)
    #expect(report.text.hasPrefix("holds for \(report.statistics.small) inputs up to"))
    #expect(report.text.hasSuffix("not run for \(report.statistics.undefined) others: cannot divide by zero"))
  }

  // MARK: Running

  @Test func endlessStreamsAreCompared() throws {
    let equal = "a: merge(a, timer(interval: 2)) == merge(timer(interval: 2), a)"
    guard case .holds = try trial(of: equal, effort: LawEffort(smallInputs: 60, largerInputs: 10)).run() else {
      return #expect(Bool(false))
    }
    guard
      case .fails(let refutation, _, _) = try trial(of: "a: timer(interval: 2) == timer(interval: 2).take(until: a)")
        .run()
    else { return #expect(Bool(false)) }
    #expect(refutation.summary == "a = |")
    #expect(refutation.notes.count == 2)
  }

  /// Inputs that do not meet a condition are counted, and are not among the inputs that were tried.
  @Test func inputsOutsideTheConditionAreCounted() throws {
    let plan = try plan(of: "a, b when a.count == b.count: zip(a, b).count() == zip(b, a).count()")
    guard
      case .holds(let report) = try LawTrial(of: plan, effort: LawEffort(smallInputs: 300, largerInputs: 50)).run()
    else { return #expect(Bool(false)) }
    #expect(report.statistics.excluded > 0)
    #expect(report.text.contains("; the condition discards \(report.statistics.excludedPercent) % of all inputs;"))
  }

  @Test func conditionThatAlmostNoInputMeetsIsAnError() {
    #expect {
      _ = try trial(of: "a when a.count > 4: a == a", effort: LawEffort(smallInputs: 300, largerInputs: 0)).run()
    } throws: {
      guard let problem = ($0 as? Fault)?.diagnostic.problem as? ProgramProblem else { return false }
      if case .conditionDiscardsInputs = problem { return true }
      return false
    }
  }

  /// In a script, a marble with the name of a stream is that stream, so a law with such a value could not be run again.
  @Test func namesOfStreamsAreNoValues() {
    let law = "forall s: s.debounce(2).flatten(.latest) == s.debounce(2).flatMap(.latest) { $0 == \"a\" ? a : b }"
    let report = transcript("a = cold -1|\nb = cold --2|\n" + law)
    #expect(report.contains("✗"), "\(report)")
    #expect(!report.contains("s = .a"), "\(report)")
  }

  /// In a condition, a stream is an array, so that operators have no meaning there.
  @Test func conditionCanBeFollowedByASpace() throws {
    guard case .holds = try trial(of: "a when a.count > 1 : a == a").run() else { return #expect(Bool(false)) }
    #expect(transcript("forall a when a.first() == 1: a == a").contains("found the operator `first`"))
    #expect(transcript("forall a when a.count > 1, b: a == a").contains("write all parameters before `when`"))
    let closure = transcript("x = -1-|\nx.map { [1, 2].skip(1) == [1, 2].skip(1) }")
    #expect(closure.contains("the streams of two calls are never equal"))
  }

  @Test func seedDeterminesTheInputs() throws {
    let seed = try #require(LawSeed("1"))
    #expect(seed.description == "0001")
    let space = try plan(of: "a, n in 1...5: a.delay(n) == a").space
    var (one, same, other) = (
      RandomInputs(space, seed: seed), RandomInputs(space, seed: seed), RandomInputs(space, seed: .standard)
    )
    let inputs = (0..<50).map { _ in one.next() }
    #expect(inputs == (0..<50).map { _ in same.next() })
    #expect(inputs != (0..<50).map { _ in other.next() })
    #expect(inputs.allSatisfy { $0.lastTick <= 16 && $0.valueCount <= 12 })
    #expect(LawSeed("") == nil && LawSeed("12345") == nil && LawSeed("+1") == nil && LawSeed("x") == nil)
  }

  @Test func trialStopsWhenItIsCancelled() throws {
    var calls = 0
    let plan = try plan(of: "a: a.map { $0 } == a")
    let trial = LawTrial(of: plan) {
      calls += 1
      return calls < 100
    }
    guard case .cancelled(let inputs) = try trial.run() else { return #expect(Bool(false)) }
    #expect(inputs < 100)
    #expect(calls < 110)
  }

  /// The number of small inputs is the number of all inputs up to the bounds.
  @Test func smallInputsAreCompleteAndAscending() throws {
    let space = try plan(of: "a: a.delay(1) == a").space
    let small = SmallInputs(space, .init(values: 2, ticks: 2))
    var inputs: [LawInput] = []
    for count in 0...2 {
      _ = small.visit(valueCount: count) {
        inputs.append($0); return true
      }
    }
    // Without values 7, with one value 11, and with two values 15, which are equal or different.
    #expect(inputs.count == 7 + 11 + 15 * 2)
    #expect(Set(inputs).count == inputs.count)
    let sizes = inputs.map { BruteForce.size(of: $0) }
    #expect(zip(sizes, sizes.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) })
  }

  // MARK: Parts

  private func isFailing(_ input: LawInput, _ runner: PlanRunner) -> Bool {
    if case .fails = runner.verdict(of: input).0 { true } else { false }
  }

  private func failingInput(of plan: LawPlan) throws -> (LawSearch, LawInput) {
    let runner = PlanRunner(plan)
    var search = LawSearch(plan.space, effort: LawEffort(), seed: .standard, check: runner.verdict)
    guard case .fails(let input) = search.run() else { throw LawHolds() }
    return (search, input)
  }

  private struct LawHolds: Error {}

  private func trial(of law: String, effort: LawEffort = LawEffort()) throws -> LawTrial {
    LawTrial(of: try plan(of: law), effort: effort)
  }

  private func plan(of law: String) throws -> LawPlan {
    let source = Source(name: "law", text: "forall " + law)
    var parser = Parser(source, bindings: Parser.Bindings())
    guard case .success(let statement)? = parser.next(), case .law(let law) = statement.kind else { throw LawHolds() }
    switch Analysis.law(law, PlanContext(source, .millisecond), Bindings()) {
    case .plan(let plan, _): return LawTrial(of: plan).runnable
    case .faults(let faults): throw faults[0]
    }
  }
}

/// All small inputs of a law, enumerated independently of the search.
private enum BruteForce {
  /// Returns the number of values, the number of ticks and the ends.
  static func size(of input: LawInput) -> [Int] {
    [input.streams.reduce(0) { $0 + $1.items.count }, input.streams.reduce(0) { $0 + $1.length }]
      + [input.streams.reduce(0) { $0 + ($1.end.map { $0.index + 1 } ?? 0) }]
  }

  static func inputs(of space: LawSpace) -> [LawInput] {
    let isSingle = space.streams.count == 1
    var tuples: [[LawStream]] = [[]]
    for parameter in space.streams {
      let values = Array(parameter.values.all.prefix(isSingle ? 3 : 1))
      let streams = self.streams(values, ticks: space.streams.count < 3 ? 2 : 1, ends: parameter.ends.count)
      tuples = tuples.flatMap { start in streams.map { start + [$0] } }
    }
    let few = tuples.filter { streams in streams.reduce(0) { $0 + $1.items.count } <= 2 }
    return few.flatMap { streams in space.combinations.prefix(3).map { LawInput(constants: $0, streams: streams) } }
  }

  private static func streams(_ values: [Value], ticks: Int, ends: Int) -> [LawStream] {
    var items: [[LawStream.Item]] = [[]]
    for tick in 0..<ticks {
      let one = values.map { [LawStream.Item(tick: tick, value: $0)] }
      let groups = [[]] + one + one.flatMap { first in one.map { first + $0 } }
      items = items.flatMap { start in groups.map { start + $0 } }
    }
    return items.filter { $0.count <= 2 }.flatMap { items -> [LawStream] in
      let first = items.last?.tick ?? 0
      let ended = (first..<ticks).flatMap { tick in
        (0..<ends).map { LawStream(items: items, end: .init(index: $0, tick: tick)) }
      }
      return [LawStream(items: items)] + ended
    }
  }
}
