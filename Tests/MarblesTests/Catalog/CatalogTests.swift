import MarbleLanguage
import Marbles
import TestSupport
import Testing

struct CatalogTests {
  /// A combination of one stream sends its values as they are, because a tuple of one value cannot be written.
  @Test(arguments: [
    ("zip(a)", "1-2|"), ("combineLatest(a)", "1-2|"), ("forkJoin(a)", "---(2|)"), ("zip(a) { $0 * 2 }", "2-4|"),
    ("s.zipAll()", "-1-2|"), ("s.combineLatestAll { $0 * 2 }", "-2-4|"),
  ])
  func combinationOfOneStreamSendsItsValues(expression: String, expected: String) {
    #expect(output("a = cold 1-2|\ns = a|\n" + expression) == expected)
  }

  @Test(arguments: Catalog.standard.entries.map(\.name))
  func assertionsOfTheExamplePass(name: String) throws {
    let entry = try #require(Catalog.standard[name])
    let said = transcript(entry.example)
    let lines = said.split(separator: "\n")
    #expect(lines.count >= entry.overloads.count, "the example has fewer assertions than the operator has overloads")
    #expect(lines.allSatisfy { $0.hasPrefix("✓") }, "\(said)")
  }

  /// The example of an operator calls each overload by the operator's own name.
  @Test(arguments: Catalog.standard.entries.map(\.name))
  func exampleShowsEveryOverload(name: String) throws {
    let entry = try #require(Catalog.standard[name])
    var shown: Set<String> = []
    for (call, receiver) in calls(in: entry.example) where call.name.text == name {
      let overload = try OverloadResolution(call, entry, nil, receiver).match().overload
      shown.insert(overload.signature(of: name, isMaking: entry.family == .make))
    }
    #expect(shown == Set(entry.signatures))
  }

  @Test func everyDescriptionEndsWithAPeriod() {
    for entry in Catalog.standard.entries {
      #expect(entry.summary.hasSuffix(".") && (entry.text.isEmpty || entry.text.hasSuffix(".")), "\(entry.name)")
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
        "source.take(until: { … })", "source.take(until: trigger)",
        "source.take(untilReplacement: replacement)", "source.take(for: time)",
      ]
    ),
    ("suppressError", ["source.suppressError()"]), ("min", ["source.min()", "source.min(by: { … })"]),
    ("scan", ["source.scan(initial) { … }", "source.scan { … }"]),
    ("flatten", ["source.flatten(.strategy)", "source.flatten()"]),
    ("concat", ["concat(stream, …)", "source.concat(value: value, …)", "source.concat(error: message = \"error\")"]),
    ("debounce", ["source.debounce(time, discardWhenCompleted: true)", "source.debounce(until: { … })"]),
    (
      "collect",
      [
        "source.collect()", "source.collect(count: count)",
        "source.collect(every: time, skipEmpty: false, discardWhenCompleted: true)", "source.collect { … }",
        "source.collect(while: { … })",
      ]
    ),
    ("timer", ["timer(interval: time)", "timer(after: time)", "timer(after: time, interval: interval)"]),
  ])
  func operatorHasItsSignatures(name: String, expected: [String]) {
    #expect(Catalog.standard[name]?.signatures == expected)
  }

  /// Aggregates accept all values of the language, but some values cannot be added or ordered.
  @Test(arguments: [
    ("sum()", "cannot apply `+` to a number and a string"), ("max()", "cannot apply `<` to a number and a string"),
    ("min()", "cannot apply `<` to a string and a number"),
    ("take(while: { $0 < 2 })", "cannot apply `<` to a string and a number"),
    ("uniqueValues { $0 / 0 }", "cannot divide by zero"),
    ("skipRepeats { $0 + $1 > 0 }", "cannot apply `+` to a number and a string"),
  ])
  func undefinedOperationIsAnError(call: String, message: String) {
    #expect(output("a = -1-x-3|\na.\(call)") == "error: " + message)
  }

  @Test(arguments: [
    ("[9223372036854775807]-1|", "sum()", "error: the result does not fit in 64 bits"),
    ("[1.5]-2|", "sum()", "---([3.5]|)"),
    ("b-a-c|", "min()", "-----(a|)"), ("b-a-c|", "max()", "-----(c|)"), ("x-1|", "take(1).max()", "(x|)"),
    ("1-[1.0]-2|", "uniqueValues()", "1---2|"), ("1-[1.0]-2|", "skipRepeats()", "1---2|"),
    ("-|", "last(orFail: nil)", "-|"), ("-|", "last(orFail: \"gone\")", "-#[gone]"),
    ("12|", "single(\"none\", \"many\")", "-#[many]"), ("|", "single(\"none\", \"many\")", "#[none]"),
  ])
  func operatorWorksOnValuesOfTheLanguage(timeline: String, call: String, expected: String) {
    #expect(output("a = \(timeline)\na.\(call)") == expected)
  }

  /// `contains` exists for strings, arrays and streams.
  @Test(arguments: [
    ("a.contains(2)", "---([true]|)"), ("a.map { $0 * 2 }.contains(2)", "-([true]|)"),
    ("\"-1-2|\".contains(2)", "---([true]|)"), ("just(1).contains(2)", "([false]|)"),
    ("a.map { \"abc\".contains(\"b\") }", "-[true]-[true]|"), ("a.map { [1].contains($0) }", "-[true]-[false]|"),
    ("a.map { String($0).contains(\"1\") }", "-[true]-[false]|"),
    ("a.flatMap(.merge) { just($0).contains(2) }", "-[false]-[true]|"),
  ])
  func containsWorksOnValuesAndStreams(call: String, expected: String) {
    #expect(output("a = -1-2|\n\(call)") == expected)
  }
}
