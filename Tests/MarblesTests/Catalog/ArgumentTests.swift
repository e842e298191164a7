@testable import MarbleLanguage
@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport
import Testing

/// The errors for invalid arguments: the message, the span and the help.
struct ArgumentTests {
  /// The span of the error is between `⏵` and `⏴`.
  @Test(arguments: [
    // missing arguments
    ("a.⏵take⏴()", "`take` needs the argument `first:`, a whole number"), ("a.⏵map⏴()", "`map` needs a closure"),
    ("a.⏵delay⏴()", "`delay` needs a time"), ("⏵merge⏴()", "`merge` needs a stream"),
    ("⏵range⏴(1)", "`range` needs a whole number"), ("a.⏵scan⏴(0)", "`scan` needs a closure"),
    ("a.⏵flatMap⏴(.merge)", "`flatMap` needs a closure"),
    ("a.⏵sample⏴()", "`sample` needs the argument `on:`, a stream"),
    ("a.⏵buffer⏴(from: a)", "`buffer` needs a closure"),
    ("a.⏵takeLast⏴()", "`takeLast` needs the argument `last:`, a whole number"),
    // extra arguments
    ("a.take(1, ⏵2⏴)", "`take` has too many arguments"), ("a.count(⏵1⏴)", "expected a closure, found a number"),
    ("empty(⏵1⏴)", "`empty` has too many arguments"),
    ("a.flatten(.concat, ⏵.merge⏴)", "`flatten` has too many arguments"),
    ("a.mergeMap(⏵.concat⏴) { just($0) }", "`mergeMap` has too many arguments"),
    ("a.take(first: 1, ⏵2⏴)", "`take` has too many arguments"),
    ("a.take(first: 1, ⏵first⏴: 2)", "`take` has too many arguments"),
    ("a.debounce(1, true, ⏵2⏴)", "`debounce` has too many arguments"),
    ("a.map({ $0 }, ⏵{ $0 }⏴)", "`map` does not take a closure here"),
    ("a.delay(1) ⏵{ $0 }⏴", "`delay` does not take a closure here"),
    // labels
    ("a.take(⏵frist⏴: 1)", "`take` has no argument `frist:`"),
    ("a.take(⏵middle⏴: 1)", "`take` has no argument `middle:`"),
    ("a.timeout(each: 4, ⏵raisin⏴: \"late\")", "`timeout` has no argument `raisin:`"),
    (
      "a.timeout(each: 4, raising: \"late\", ⏵with⏴: a)",
      "`with:` cannot be combined with the other arguments of `timeout`"
    ),
    ("a.map(⏵transform⏴: { $0 })", "`map` has no argument `transform:`"),
    ("b.prefix(⏵1.5⏴)", "expected a stream, found a number"),
    ("values(⏵at⏴: 1)", "`values` has no argument `at:`"),
    // kinds
    ("a.map(⏵1⏴)", "expected a closure, found a number"), ("a.map(⏵a⏴)", "expected a closure, found `a`"),
    ("a.take(while: ⏵3⏴)", "expected a closure, found a number"),
    ("a.takeWhile(⏵1⏴)", "expected a closure, found a number"),
    ("a.take(first: ⏵\"x\"⏴)", "expected a whole number, found a string"),
    ("a.take(⏵1.5⏴)", "expected a whole number, found a number with a fraction or an exponent"),
    ("a.take(until: ⏵3⏴)", "expected a closure, found a number"),
    ("a.skipLast ⏵{ true }⏴", "expected a whole number, found a closure"),
    ("merge(a, ⏵1⏴)", "expected a stream, found a number"), ("merge(⏵1⏴, a)", "expected a stream, found a number"),
    ("merge(a, ⏵nil⏴)", "expected a stream, found nil"),
    ("range(1, ⏵\"x\"⏴)", "expected a whole number, found a string"),
    ("a.delay(⏵\"x\"⏴)", "expected a time, found a string"),
    ("a.flatten(⏵merge⏴)", "expected a strategy, found `merge`"),
    ("a.debounce(1, discardWhenCompleted: ⏵3⏴)", "expected a Boolean, found a number"),
    ("fail(⏵3⏴)", "expected a string, found a number"), ("a.single(orFail: ⏵3⏴)", "expected a string, found a number"),
    ("interval(1, sequence: ⏵3⏴)", "expected an array, found a number"),
    ("a.⏵negate⏴()", "expected a Boolean, found a number"), ("a.⏵and⏴(a)", "expected a Boolean, found a number"),
    ("a.⏵throttle⏴(while: a)", "expected a Boolean, found a number"),
    ("a.⏵flatten⏴()", "expected an array, found a number"),
    ("b.map { \"x\" }.⏵flatten⏴()", "expected an array, found a string"),
    ("[a, b].⏵flatten⏴()", "`flatten` needs a strategy"),
    // ranges
    ("a.take(⏵-1⏴)", "`first` must be at least 0"), ("a.takeLast(⏵-1⏴)", "`last` must be at least 0"),
    ("a.collect(count: ⏵0⏴)", "`count` must be at least 1"), ("a.element(at: ⏵-1⏴)", "`at` must be at least 0"),
    ("a.delay(⏵-1⏴)", "`time` must be at least 0"), ("timer(interval: ⏵0⏴)", "`interval` must be at least 1"),
    ("interval(⏵0⏴)", "`time` must be at least 1"), ("a.collect(every: ⏵0⏴)", "`every` must be at least 1"),
    ("a.retry(upTo: ⏵-1⏴)", "`upTo` must be at least 0"),
    ("a.flatten(.concurrent(limit: ⏵0⏴))", "`limit` must be at least 1"),
    ("a.delay(⏵1.5ms⏴)", "`1.5ms` is not a whole number of ticks of 1ms"),
    // strategies and closures
    ("a.flatten(.⏵mrege⏴)", "there is no strategy named `.mrege`"),
    ("a.flatten(.⏵concurrent⏴)", "`.concurrent` needs a limit"),
    ("a.scan(0) ⏵{ $2 }⏴", "the closure takes 3 values, but receives 2"),
    ("a.scan(0) ⏵{ x in x }⏴", "the closure takes 1 value, but receives 2"),
    ("deferred ⏵{ just($0) }⏴", "the closure takes 1 value, but receives 0"),
  ])
  func errorHasItsMessageAndSpan(marked: String, message: String) throws {
    let sources = "a = -1-2|\nb = cold -1|\n"
    let call = MarkedText(sources + marked)
    let error = try #require(firstError(in: call.text))
    #expect(error.problem.message == message)
    #expect(error.span == call.span, "\(transcript(call.text))")
    #expect(error.problem.help?.isEmpty == false)
  }

  @Test(arguments: [
    ("a.take(frist: 1)", "did you mean `first:`?"), ("a.take(whlie: { true })", "did you mean `while:`?"),
    ("a.retry(upTo: 1, intervall: 3)", "did you mean `interval:`?"),
    ("a.with(latesFrom: a)", "did you mean `latestFrom:`?"),
    ("a.map()", "write `a.map { $0 }` or `a.map(value: 0)`"),
    ("a.delay()", "write `a.delay(3)` or `a.delay(until: { just($0) })`"),
    (
      "a.sample()",
      "write `a.sample(on: \"--1--|\")`, `a.sample(with: \"--1--|\")` or `a.sample(every: 3)`"
    ),
    (
      "a.timeoutWith(3)",
      "write `a.timeout(each: 3, with: \"--1--|\")`"
    ),
    ("a.takeLast()", "write `a.take(last: 2)`"),
    ("a.flatten(.mrege)", "did you mean `.merge`?"),
    ("a.flatten(merge)", "write `.merge`"), ("a.flatMap(just)", "write `{ just($0) }`"),
    (
      "a.flatten(1)", "write `.merge`, `.concat`, `.concurrent(limit: 2)`, `.latest`, `.race` or `.throttle`"
    ),
    ("a.scan(0) { $2 }", "name only 2 parameters, or use only `$0` and `$1`"),
    ("deferred { $0 }", "use no parameters: this closure receives no values"),
    ("a.take(-1)", "write `0` or a larger number"), ("a.take(a)", "write a whole number, such as `2`"),
    ("a.delay(a)", "write a number of ticks, such as `3`, or a duration, such as `9ms`"),
    // mistyped operators and aliases, with and without parentheses
    ("a.mpa { $0 }", "did you mean `map`?"), ("a.mergeMpa { b }", "did you mean `mergeMap`?"),
    ("mrege(a, b)", "did you mean `merge`?"), ("a.debounceTmie(2)", "did you mean `debounceTime`?"),
    ("a.map { $0.uppercasd() }", "did you mean `uppercased`?"), ("a.map { \"x\".cuont }", "did you mean `count`?"),
    ("a.map { $0.isEmty() }", "did you mean `isEmpty`?"), ("a.map { \"x\".uppercasd }", "did you mean `uppercased()`?"),
    ("a.map { $0.first }", "for a number, write `.description`"),
    ("a.map { !$0 }", "write `!` before a Boolean, such as `!($0 > 1)`"),
    ("a.map { a + $0 }", "for the values of a stream, write `$0` in a closure, such as `.map { $0 + 1 }`"),
    ("a.map { $0 * [1] }", "write `*` between two numbers"),
    ("a.map { [1].0 }", "for an item of an array, write `.first` or `.last`"),
    ("a.flatten(.concurrent(limit: \"x\"))", "write a whole number, such as `2`"),
    ("a.map { Itn($0) }", "did you mean `Int`?"),
    // names
    ("merge(a, bb)", "did you mean `b`?"), ("merge(numbers, numbres)", "did you mean `numbers`?"),
    ("numbres.map { $0 }", "did you mean `numbers`?"), ("a.map { numbres }", "did you mean `numbers`?"),
    ("a.map { value in vlaue }", "did you mean `value`?"),
    ("numbres", "did you mean `numbers`? for a timeline of 7 values, write `numbres-`"),
    ("a.flatMap(.merge) { numbres }", "did you mean `numbers`?"),
    ("numbres == --1|", "did you mean `numbers`? for a timeline of 7 values, write `numbres-`"),
    ("[a, numbres].flatten(.merge)", "did you mean `numbers`?"),
  ])
  func helpSuggestsACorrection(call: String, help: String) throws {
    let error = try #require(firstError(in: "a = -1-2|\nb = cold -1|\nnumbers = -1|\n\(call)"))
    #expect(error.problem.help == help, "\(error.problem.message)")
  }

  /// Returns the first error of a script.
  private func firstError(in script: String) -> Diagnostic? {
    var found: Diagnostic?
    Session().evaluate(Source(name: "test", text: script)) { answer in
      if case .error(let diagnostic, _) = answer, found == nil { found = diagnostic }
    }
    return found
  }

  @Test(arguments: [
    "a.take(first: 1)", "a.take(1)", "take(a, 1)", "take(a, first: 1)", "a.first { true }", "first(a) { true }",
    "a.first(where: { true })", "a.first({ true }, orFail: \"gone\")", "a.first(orFail: \"gone\", where: { true })",
    "takeUntil(a) { false }",
  ])
  func callCanBeWrittenInSeveralWays(call: String) {
    #expect(output("a = -1-2|\n\(call)") == "-(1|)")
  }

  /// Comparing every argument with every other one would take too long.
  @Test func manyArgumentsAreMatchedInLinearTime() {
    let streams = Array(repeating: "a", count: 20_000).joined(separator: ", ")
    #expect(output("a = cold -|\nmerge(\(streams), 1)") == "error: expected a stream, found a number")
  }
}
