import Testing

@testable import Marbles

struct CatalogueTests {
  @Test(arguments: Catalogue.standard.entries.map(\.name))
  func theExampleHolds(name: String) throws {
    let entry = try #require(Catalogue.standard[name])
    let said = transcript(entry.example)
    #expect(!said.isEmpty, "nothing is asserted")
    #expect(said.split(separator: "\n").allSatisfy { $0.hasPrefix("✓") }, "\(said)")
  }

  @Test func everyNameIsOneOperators() {
    let names = Catalogue.standard.entries.flatMap { [$0.name] + $0.aliases.map(\.name) }
    #expect(names.count == Set(names).count)
  }

  @Test func everyExampleUsesItsOperator() {
    for entry in Catalogue.standard.entries { #expect(entry.example.contains(entry.name), "\(entry.name)") }
  }

  @Test func everyTextIsMadeOfSentences() {
    for entry in Catalogue.standard.entries {
      #expect(entry.summary.hasSuffix(".") && entry.text.hasSuffix("."), "\(entry.name)")
      #expect(!entry.summary.contains("\n"), "\(entry.name)")
    }
  }

  @Test(arguments: [
    ("map", ["source.map { … }", "source.map(value: value)"]), ("merge", ["merge(stream, …)"]),
    ("just", ["just(value)"]),
    (
      "take",
      [
        "source.take(first: count)", "source.take(last: count)", "source.take(while: { … })",
        "source.take(until: { … })", "source.take(until: trigger)", "source.take(for: time)",
      ]
    ),
    ("last", ["source.last(orFail: message = \"no value\")"]), ("min", ["source.min()", "source.min(by: { … })"]),
    ("scan", ["source.scan(initial) { … }", "source.scan { … }"]), ("flatten", ["source.flatten(.strategy)"]),
    ("debounce", ["source.debounce(time, discardWhenCompleted: true)"]),
    (
      "collect",
      [
        "source.collect()", "source.collect(count: count)",
        "source.collect(every: time, skipEmpty: false, discardWhenCompleted: true)", "source.collect { … }",
        "source.collect(while: { … })",
      ]
    ),
    ("timer", ["timer(interval: time)", "timer(after: time)"]),
  ])
  func signatures(name: String, expected: [String]) {
    #expect(Catalogue.standard[name]?.signatures == expected)
  }

  @Test(arguments: [
    ("mergeMap { \"\\($0)|\" }", "flatMap(.merge) { \"\\($0)|\" }"),
    ("switchMap { just($0) }", "flatMap(.latest) { just($0) }"),
    ("concatMap { just($0) }", "flatMap(.concat) { just($0) }"),
    ("exhaustMap { just($0) }", "flatMap(.throttle) { just($0) }"),
    ("startWith(0)", "prefix(value: 0)"), ("withLatestFrom(a)", "withLatest(from: a)"),
    ("with(latestFrom: a)", "withLatest(from: a)"), ("ifEmpty(default: 0)", "defaultIfEmpty(0)"),
    ("replaceEmpty(with: 0)", "defaultIfEmpty(0)"),
    ("debounceTime(2)", "debounce(2, discardWhenCompleted: false)"),
    ("toArray()", "collect()"), ("takeLast(1)", "take(last: 1)"), ("takeLast(last: 1)", "take(last: 1)"),
    ("takeWhile { $0 < 2 }", "take(while: { $0 < 2 })"), ("skipUntil(\"--x|\")", "skip(until: \"--x|\")"),
    ("mapTo(\"x\")", "map(value: \"x\")"), ("pairwise()", "combinePrevious()"),
    ("bufferCount(2, 1)", "buffer(count: 2, every: 1)"), ("bufferToggle(a) { a }", "buffer(from: a) { a }"),
    ("windowWhen { \"--x\" }", "window { \"--x\" }"),
    ("elementAt(1)", "element(at: 1)"), ("every { $0 > 1 }", "all(where: { $0 > 1 })"),
    ("throttleTime(1)", "throttle(1)"), ("measureInterval()", "timeInterval()"),
    ("catchError { just($0) }", "flatMapError { just($0) }"), ("catch { just($0) }", "flatMapError { just($0) }"),
    ("replaceError(with: 0)", "recover(with: 0)"), ("catchAndReturn(0)", "recover(with: 0)"),
    ("tryMap { $0 * 2 }", "attemptMap { $0 * 2 }"), ("setFailureType()", "promoteError()"),
  ])
  func anAliasStandsForItsArgumentsToo(alias: String, call: String) {
    #expect(transcript("a = -1-2|\na.\(alias) == a.\(call)") == "✓ demo.marble:2  a.\(alias)\n")
  }

  @Test(arguments: [
    "a.take(first: 1)", "a.take(1)", "take(a, 1)", "take(a, first: 1)", "a.first { true }", "first(a) { true }",
    "a.first(where: { true })", "a.first({ true }, orFail: \"gone\")", "takeUntil(a) { false }",
  ])
  func aCallIsWrittenInSeveralWays(call: String) {
    #expect(output("a = -1-2|\n\(call)") == "-(1|)")
  }

  @Test(arguments: [
    ("a.take()", "these arguments do not fit"), ("a.take(middle: 1)", "these arguments do not fit"),
    ("a.take(1, 2)", "these arguments do not fit"), ("a.map(1)", "these arguments do not fit"),
    ("a.map({ $0 }, { $0 })", "these arguments do not fit"), ("merge()", "these arguments do not fit"),
    ("a.take(-1)", "`first` must be at least 0"), ("a.collect(count: 0)", "`count` must be at least 1"),
    ("a.takeLast(-1)", "`last` must be at least 0"), ("a.takeWhile(1)", "these arguments do not fit"),
    ("a.skipLast { true }", "these arguments do not fit"), ("a.element(at: -1)", "`at` must be at least 0"),
    ("a.single(orFail: 3)", "expected a text, found a number"), ("a.count(1)", "these arguments do not fit"),
    ("a.delay(-1)", "`time` must be at least 0"), ("timer(interval: 0)", "`interval` must be at least 1"),
    ("interval(0)", "`time` must be at least 1"), ("a.collect(every: 0)", "`every` must be at least 1"),
    ("interval(1, sequence: 3)", "expected an array, found a number"),
    ("a.throttle(while: a)", "expected a Boolean, found a number"),
    ("a.retry(upTo: -1)", "`upTo` must be at least 0"),
    ("a.flatten(.mrege)", "no strategy is called `.mrege`"),
    ("a.flatten(.concurrent(limit: 0))", "`limit` must be at least 1"),
    ("a.scan(0) { $2 }", "the closure takes 3 values and gets 2"),
    ("a.delay(1.5ms)", "1.5ms is no whole number of ticks of 1ms"),
    ("a.debounce(1, discardWhenCompleted: 3)", "expected a Boolean, found a number"),
    ("a.negate()", "expected a Boolean, found a number"), ("a.and(a)", "expected a Boolean, found a number"),
    ("fail(3)", "expected a text, found a number"), ("range(1, \"x\")", "these arguments do not fit"),
  ])
  func argumentsThatDoNotFit(call: String, message: String) {
    #expect(output("a = -1-2|\n\(call)") == "error: " + message)
  }

  /// What is summed up is any value of the language, and not every one has a sum or an order.
  @Test(arguments: [
    ("sum()", "`a number + a text` means nothing"), ("max()", "`a number < a text` means nothing"),
    ("min()", "`a text < a number` means nothing"), ("take(while: { $0 < 2 })", "`a text < a number` means nothing"),
    ("uniqueValues { $0 / 0 }", "division by zero"),
    ("skipRepeats { $0 + $1 > 0 }", "`a number + a text` means nothing"),
  ])
  func whatMeansNothingStopsTheRun(call: String, message: String) {
    #expect(output("a = -1-x-3|\na.\(call)") == "error: " + message)
  }

  @Test(arguments: [
    ("[9223372036854775807]-1|", "sum()", "error: the result is too large for 64 bits"),
    ("[1.5]-2|", "sum()", "---([3.5]|)"),
    ("b-a-c|", "min()", "-----(a|)"), ("b-a-c|", "max()", "-----(c|)"), ("x-1|", "take(1).max()", "(x|)"),
    ("1-[1.0]-2|", "uniqueValues()", "1---2|"), ("1-[1.0]-2|", "skipRepeats()", "1---2|"),
    ("-|", "last(orFail: nil)", "-|"), ("-|", "last(orFail: \"gone\")", "-#[gone]"),
    ("12|", "single(\"none\", \"many\")", "-#[many]"), ("|", "single(\"none\", \"many\")", "#[none]"),
  ])
  func valuesOfTheLanguage(timeline: String, call: String, expected: String) {
    #expect(output("a = \(timeline)\na.\(call)") == expected)
  }

  /// `contains` is a text's, an array's and a stream's.
  @Test(arguments: [
    ("a.contains(2)", "---([true]|)"), ("a.map { $0 * 2 }.contains(2)", "-([true]|)"),
    ("\"-1-2|\".contains(2)", "---([true]|)"), ("just(1).contains(2)", "([false]|)"),
    ("a.map { \"abc\".contains(\"b\") }", "-[true]-[true]|"), ("a.map { [1].contains($0) }", "-[true]-[false]|"),
    ("a.map { String($0).contains(\"1\") }", "-[true]-[false]|"),
    ("a.flatMap(.merge) { just($0).contains(2) }", "-[false]-[true]|"),
  ])
  func valuesAndStreamsContain(call: String, expected: String) {
    #expect(output("a = -1-2|\n\(call)") == expected)
  }

  @Test func helpOnAnAliasNamesTheLabelItStandsFor() {
    #expect(Help.text(on: "takeLast")?.hasPrefix("takeLast is another name of take(last:).\n") == true)
    #expect(Help.text(on: "distinct")?.hasPrefix("distinct is another name of uniqueValues.\n") == true)
  }
}
