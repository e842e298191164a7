@testable import MarbleLanguage
@testable import MarbleTools
@testable import Marbles
import TestSupport
import Testing

/// The errors for invalid arguments: the message, the span and the help.
struct ArgumentTests {
  /// The span of the error is between `⏵` and `⏴`.
  @Test(arguments: [
    // missing arguments
    ("a.⏵take⏴()", "`take` misses `first:`, a whole number"), ("a.⏵map⏴()", "`map` misses its closure"),
    ("a.⏵delay⏴()", "`delay` misses a time"), ("⏵merge⏴()", "`merge` misses a stream"),
    ("⏵range⏴(1)", "`range` misses a whole number"), ("a.⏵scan⏴(0)", "`scan` misses its closure"),
    ("a.⏵flatMap⏴(.merge)", "`flatMap` misses its closure"), ("a.⏵sample⏴()", "`sample` misses `on:`, a stream"),
    ("a.⏵buffer⏴(from: a)", "`buffer` misses its closure"),
    ("a.⏵takeLast⏴()", "`takeLast` misses `last:`, a whole number"),
    // extra arguments
    ("a.take(1, ⏵2⏴)", "too many arguments for `take`"), ("a.count(⏵1⏴)", "expected a closure, found a number"),
    ("empty(⏵1⏴)", "too many arguments for `empty`"),
    ("a.flatten(.concat, ⏵.merge⏴)", "too many arguments for `flatten`"),
    ("a.mergeMap(⏵.concat⏴) { just($0) }", "too many arguments for `mergeMap`"),
    ("a.take(first: 1, ⏵2⏴)", "too many arguments for `take`"),
    ("a.take(first: 1, ⏵first⏴: 2)", "too many arguments for `take`"),
    ("a.debounce(1, true, ⏵2⏴)", "too many arguments for `debounce`"),
    ("a.map({ $0 }, ⏵{ $0 }⏴)", "`map` takes no closure here"),
    ("a.delay(1) ⏵{ $0 }⏴", "`delay` takes no closure here"),
    // labels
    ("a.take(⏵frist⏴: 1)", "`take` has no `frist:`"), ("a.take(⏵middle⏴: 1)", "`take` has no `middle:`"),
    ("a.timeout(each: 4, ⏵raisin⏴: \"late\")", "`timeout` has no `raisin:`"),
    ("a.timeout(each: 4, raising: \"late\", ⏵with⏴: a)", "`with:` does not fit here"),
    ("a.map(⏵transform⏴: { $0 })", "`map` has no `transform:`"), ("b.prefix(⏵0⏴)", "expected a stream, found a number"),
    ("values(⏵at⏴: 1)", "`values` has no `at:`"),
    // types
    ("a.map(⏵1⏴)", "expected a closure, found a number"), ("a.map(⏵a⏴)", "expected a closure, found `a`"),
    ("a.take(while: ⏵3⏴)", "expected a closure, found a number"),
    ("a.takeWhile(⏵1⏴)", "expected a closure, found a number"),
    ("a.take(first: ⏵\"x\"⏴)", "expected a whole number, found a string"),
    ("a.take(⏵1.5⏴)", "expected a whole number, found a number with a fraction"),
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
    ("[a, b].⏵flatten⏴()", "`flatten` misses a strategy"),
    // ranges
    ("a.take(⏵-1⏴)", "`first` must be at least 0"), ("a.takeLast(⏵-1⏴)", "`last` must be at least 0"),
    ("a.collect(count: ⏵0⏴)", "`count` must be at least 1"), ("a.element(at: ⏵-1⏴)", "`at` must be at least 0"),
    ("a.delay(⏵-1⏴)", "`time` must be at least 0"), ("timer(interval: ⏵0⏴)", "`interval` must be at least 1"),
    ("interval(⏵0⏴)", "`time` must be at least 1"), ("a.collect(every: ⏵0⏴)", "`every` must be at least 1"),
    ("a.retry(upTo: ⏵-1⏴)", "`upTo` must be at least 0"),
    ("a.flatten(.concurrent(limit: ⏵0⏴))", "`limit` must be at least 1"),
    ("a.delay(⏵1.5ms⏴)", "1.5ms is no whole number of ticks of 1ms"),
    // strategies and closures
    ("a.flatten(.⏵mrege⏴)", "no strategy is called `.mrege`"),
    ("a.flatten(.⏵concurrent⏴)", "`.concurrent` needs to know how many streams at once"),
    ("a.scan(0) ⏵{ $2 }⏴", "the closure takes 3 values and gets 2"),
    ("a.scan(0) ⏵{ x in x }⏴", "the closure takes 1 value and gets 2"),
    ("deferred ⏵{ just($0) }⏴", "the closure takes 1 value and gets 0"),
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
    ("a.map()", "`source.map { … }` or `source.map(value: value)`"), ("a.delay()", "`source.delay(time)`"),
    (
      "a.sample()",
      "`source.sample(on: sampler)` or `source.sample(with: sampler)` or `source.sample(every: time)`"
    ),
    ("a.timeoutWith(3)", "`source.timeout(each: time, with: replacement)`"),
    ("a.takeLast()", "`source.take(last: count)`"),
    ("a.flatten(.mrege)", "did you mean `.merge`?"),
    ("a.flatten(merge)", "there are `.merge`, `.concat`, `.concurrent`, `.latest`, `.race`, `.throttle`"),
    ("a.scan(0) { $2 }", "it is given `$0` and `$1`"), ("deferred { $0 }", "it is given nothing"),
    ("a.take(-1)", "write 0 or more"), ("a.take(a)", "such as `2`"),
    ("a.delay(a)", "ticks, such as `3`, or a duration, such as `9ms`"),
    // mistyped operators and aliases, with and without parentheses
    ("a.mpa { $0 }", "did you mean `map`?"), ("a.mergeMpa { b }", "did you mean `mergeMap`?"),
    ("mrege(a, b)", "did you mean `merge`?"), ("a.debounceTmie(2)", "did you mean `debounceTime`?"),
    ("a.map { $0.uppercasd() }", "did you mean `uppercased`?"), ("a.map { \"x\".cuont }", "did you mean `count`?"),
    ("a.map { $0.isEmty() }", "did you mean `isEmpty`?"), ("a.map { \"x\".uppercasd }", "did you mean `uppercased()`?"),
    ("a.map { $0.first }", "a number has `.description`"),
    ("a.map { Itn($0) }", "did you mean `Int`?"),
    // names
    ("merge(a, bb)", "did you mean `b`?"), ("merge(numbers, numbres)", "did you mean `numbers`?"),
    ("numbres.map { $0 }", "did you mean `numbers`?"), ("a.map { numbres }", "did you mean `numbers`?"),
    ("a.map { value in vlaue }", "did you mean `value`?"),
    ("numbres", "did you mean `numbers`? `numbres-` is a timeline of 7 values"),
    ("a.flatMap(.merge) { numbres }", "did you mean `numbers`?"),
    ("numbres == --1|", "did you mean `numbers`? `numbres-` is a timeline of 7 values"),
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
