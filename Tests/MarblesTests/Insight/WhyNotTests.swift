import Marbles
import Testing

/// Questions about events that did not come, over all families of operators, with the operator that is to blame.
struct WhyNotTests {
  /// A question with its answer.
  struct Case: Sendable, CustomTestStringConvertible {
    let script: String
    let question: String
    /// The operator, by its name in the catalog, or `nil` if it is a source.
    let `operator`: String?
    /// Parts of the sentence.
    let words: [String]

    init(_ script: String, _ question: String, _ operator: String?, _ words: String...) {
      self.script = script
      self.question = question
      self.operator = `operator`
      self.words = words
    }

    var testDescription: String { "\(script); \(question)" }
  }

  static let cases = [
    // Filtering.
    Case("a = -1-2-3|", "why not 2 in a.filter { $0 != 2 }", "filter", "on tick 3", "returned false"),
    Case("a = -1-2-3|", "why not [20] in a.filter { $0 != 2 }.map { $0 * 10 }", "filter", "as `2`"),
    Case("a = -1-2-3|", "why not 2 in a.map { $0 * 10 }.filter { $0 > 20 }", "filter", "as `[20]`"),
    Case("a = -1-2-3|", "why not 3 in a.map { $0 }.take(first: 2).delay(1)", "take", "had already completed"),
    Case("a = -1-2-3|", "why not 1 in a.take(last: 2)", "take", "`3` followed"),
    Case("a = -1-2-3#", "why not 2 in a.take(last: 2)", "take", "still held it when `a` failed"),
    // The values of a signal are never sent.
    Case("a = -1-2-3|", "why not 1 in a.filter { $0 > 1 }.sample(on: a)", "filter", "returned false"),
    Case("a = -1-2-3-", "why not 2 in a.filter { $0 > 2 }.skip(until: a)", "filter", "returned false"),
    Case("a = -1-; c = cold --x", "why not x in a.buffer { c }", "buffer", "on tick 2", "signal"),
    Case("a = -1-2-3-; b = --x--y", "why not 3 @2 in a.sum().sample(on: b)", "sum", "waits for the completion of `a`"),
    Case("q = -p-q|; l = cold -1-2-", "why not 3 @7 in q.flatMap(.merge) { l.sum() }", "sum", "completion of `l`"),
    Case("q = -p|; l = cold -1-", "why not 9 in q.flatMap { l.reduce(0) { $0 + $1 } }", "reduce", "completion of `l`"),
    Case("q = -p|; l = cold -1-", "why not 9 in q.flatMap { l.sum().map { $0 * 2 } }.map { $0 }", "sum", "waits for"),
    Case("q = -p|; l = cold -1-2|", "why not 9 in q.flatMap { l.sum() }", "flatMap", "sends only `3`"),
    Case("a = -1-2-; b = -----1-", "why not 1 @5 in a.filter { $0 > 1 }.sample(on: b)", "sample", "signal"),
    Case("a = -1-2-3|; b = --1---2|", "why not 1 in a.buffer(on: b.filter { $0 > 1 })", "buffer", "came as"),
    // Streams inside of others.
    Case("a = -1-2|; b = cold -x|", "why not 2 in a.flatMap { b.map { $0 } }", "flatMap", "which sent `x`"),
    Case("x = cold ---1|; s = -a-b|", "why not b in s.flatMap(.race, to: x)", "flatMap", "started a stream for it"),
    Case("c = cold --|; a = -1|", "why not 1 in c.flatMap(.concat, to: a)", "flatMap", "`a`, because it received no"),
    Case("x = cold ---!; s = -a-b|", "why not b in s.flatMap(.merge, to: x)", "flatMap", "was interrupted"),
    Case("a = -1-2-3|", "why not 3 in a.take(while: { $0 < 3 })", "take", "returned false"),
    Case("a = -1-2-3|; t = --x-|", "why not 2 in a.delay(1).take(until: t)", "take", "completed, on tick 2"),
    Case("a = -1-2-3|", "why not 1 in a.skip(first: 2)", "skip", "first values"),
    Case("a = -1-2-3|; t = ----x|", "why not 2 in a.skip(until: t)", "skip", "`t` had not sent"),
    Case("a = -1-1-2|", "why not 1 @3 in a.skipRepeats()", "skipRepeats", "tick 1"),
    Case("a = -1-2-1|", "why not 1 @5 in a.uniqueValues().map { $0 }", "uniqueValues", "tick 1"),
    Case("a = -1-2-3|", "why not 3 in a.first(where: { $0 > 1 })", "first", "had already completed"),
    Case("a = -1-2-3|", "why not 1 in a.element(at: 1)", "element", "not the value at its position"),
    Case("a = -1-2-3|", "why not 2 in a.last()", "last", "`3` followed"),
    Case("a = -x-2|", "why not x in a.compactMap { $0 == 2 ? 2 : nil }", "compactMap", "nil"),
    Case("a = -1-2|", "why not 2 in a.ignoreValues()", "ignoreValues", "drops every value"),
    // Time.
    Case(
      "a = --#", "why not 0 in a.timeout(after: 9, with: just(0))", "timeout", "because `a` failed on tick 2, before"),
    Case("a = -a-b-----|", "why not a in a.debounce(3)", "debounce", "`b` came 2 ticks later"),
    Case("a = -a-b-|", "why not b in a.debounce(3)", "debounce", "`a` completed, 2 ticks later"),
    Case("a = -a-b-----|", "why not a in a.map { $0 }.debounce(3).map { $0 }", "debounce", "2 ticks later"),
    Case("a = -a-b-c----|", "why not b in a.throttle(5)", "throttle", "`c` replaced it"),
    Case("a = -a-b#", "why not b in a.delay(3)", "delay", "failed"),
    Case("a = -a-b-----c|", "why not c in a.timeout(each: 3)", "timeout", "failed, on tick 6"),
    Case("a = -ab----|", "why not a in a.audit(for: 2)", "audit", "`b` replaced it"),
    Case("a = -1-2|", "why not 1 @5 in a.delay(2)", "delay", "tick 3, not on tick 5"),
    Case("a = --1|", "why not 1 in a.delay(5).take(for: 4)", "take", "completed, on tick 4"),
    Case("a = -a--b|; s = ------x|", "why not a in a.sample(on: s)", "sample", "replaced it"),
    // Combining.
    Case("a = -1-2-3-; b = -x---", "why not 2 in zip(a, b)", "zip", "`b` had sent only 1 value"),
    Case("a = -1-2-3|; b = -x-y|", "why not 3 in zip(a, b).map { $0 }", "zip"),
    Case("a = -1-2--; b = ---x-", "why not 1 in combineLatest(a, b)", "combineLatest", "no value of `b`"),
    Case("a = -1-2|; b = ----", "why not 2 in a.withLatest(from: b)", "withLatest", "`b` had not sent"),
    Case("a = -1-2|; b = ---x|; c = -----y|", "why not y in merge(a, concat(b, c)).take(first: 3)", "take"),
    Case("a = ----|; b = --2---|", "why not 2 in concat(a, b)", "concat", "only on tick 4"),
    Case("a = ----1|; b = --2---|", "why not 1 in race(a, b)", "race", "unsubscribed from `a` on tick 2"),
    Case("a = -1--2|; f = --#", "why not 2 in merge(a, f)", "merge", "failed, on tick 2"),
    Case("a = -1-2|; b = -x|", "why not 1 in forkJoin(a, b)", "forkJoin", "`2` followed"),
    Case("a = -1-2|; b = cold -3|", "why not 1 in a.then(b)", "then", "drops the values"),
    Case("a = -1-2-; b = -x-y-", "why not [2,z] in zip(a, b)", "zip", "nothing sends it"),
    // Flattening.
    Case("x = cold --1--2|; y = cold -3|; s = x--y--|", "why not 2 in s.flatten(.latest)", "flatten", "when `y` came"),
    Case("x = cold --1--2|; y = cold -3|; s = x--y--|", "why not 3 in s.flatten(.throttle)", "flatten", "throttle"),
    Case("x = cold ----1|; y = -2---|; s = xy---|", "why not 2 in s.flatten(.concat)", "flatten", "`y`"),
    Case("b = cold -1-2|; a = x-----|", "why not 1 in a.flatMap { b.filter { $0 > 1 } }", "filter", "returned false"),
    Case("b = cold --1--2|; a = x--y--|", "why not 2 @5 in a.flatMap(.latest) { b }", "flatMap", "when `y` came"),
    Case("a = x--y--|", "why not x in a.flatMap(.latest) { \"-----\\($0)|\" }", "flatMap", "when `y` came"),
    Case("b = cold -1-2|; a = x-----|", "why not 2 in a.flatMap { b.take(first: 1) }", "take", "already completed"),
    Case(
      "b = cold --1|; a = xy----|", "why not y in a.flatMap(.throttle) { $0 == \"x\" ? b : b }", "flatMap", "active"),
    // Failing.
    Case("a = -1-#; b = cold -2|", "why not # in a.flatMapError { b }", "flatMapError", "starts the stream"),
    Case("a = cold -1-#, -2|", "why not # in a.retry(upTo: 1)", "retry", "starts the source again"),
    Case("a = -1-#", "why not # in a.recover(with: 0).map { $0 }", "recover", "on tick 3"),
    Case("a = -1-2|", "why not 2 in a.attempt { $0 > 1 ? throw \"big\" : 0 }", "attempt", "its closure threw `big`"),
    Case("a = -1-#", "why not | in a.map { $0 }", nil, "ended with `#`"),
    Case("a = cold -1-#", "why not | in a.retry()", "retry", "received `#`", "starts the source again"),
    // Ends.
    Case("a = -1|; b = --2-", "why not | in merge(a, b)", "merge", "waits for the end of `b`"),
    Case("a = -1-2|", "why not | in a.flatMap(.merge) { \"-x\" }", "flatMap", "waits for the end of 2 inner streams"),
    Case(
      "a = -1-2|", "why not | in a.flatMap(.merge) { $0 == 1 ? \"-x\" : \"|\" }", "flatMap",
      "waits for the end of the inner stream of tick 1"),
    Case(
      "a = -1-2|", "why not [1,2] in a.collect()", "collect",
      "sends only `[[1,2]]`. `[1,2]` is a tuple, and `[[1,2]]` is an array."),
    Case("a = -1--", "why not | in a.map { $0 }.delay(2)", nil, "`a` never ends"),
    Case("a = x--|; b = cold -1-", "why not | in a.flatMap { b }", "flatMap", "waits for the end of `b`"),
    Case("a = cold -1|", "why not | in a.repeat().map { $0 }", "repeat", "starts the source again"),
    Case("a = -1|", "why not # in a.delay(1)", nil, "`|` on tick 3"),
    // Sharing, windows and groups.
    Case("a = cold -1-2|; b = a.share()", "why not 2 in merge(b.take(first: 1), b.filter { $0 < 2 })", "filter"),
    Case("a = -1-2|", "why not 2 in a.groupBy { $0 % 2 }.flatMap(.merge) { $0.filter { $0 > 5 } }", "filter"),
    Case("a = -1-2-3|", "why not 3 in a.window(count: 2).take(first: 1).flatMap { $0 }", "take", "completed"),
    Case("a = -1-2-", "why not 2 in a.buffer(count: 3)", "buffer", "not complete"),
    Case("a = -1-2-", "why not 2 in a.collect()", "collect", "completion of `a`"),
    Case("a = -1-5|", "why not 5 in a.count()", "count", "only the count"),
    Case("a = -1-2-", "why not 3 in a.reduce(0) { $0 + $1 }", "reduce"),
    Case("a = -1-2|", "why not 2 in a.scan { $0 + $1 }", "scan", "as `3`"),
    // Custom operators and names.
    Case("f(s) = s.filter { $0 > 1 }; a = -1-2|", "why not 1 in a.f().delay(1)", "filter", "returned false"),
    Case("a = -1-2|; b = a.debounce(3); c = b.map { $0 }", "why not 1 in c", "debounce", "`2` came"),
    Case("a = -1-2|", "why not 9 in a.map { $0 * 2 }", "map", "nothing sends it"),
    Case("a = -1-2|", "why not 9 in a", nil, "nothing sends it"),
    Case("a = -1-2|", "why not 1 in a.take(first: 1)", nil, "did come, on tick 1"),
  ]

  @Test(arguments: cases + WhyNotChains.cases + WhyNotChains.nested)
  func answerNamesTheOperatorAndTheReason(_ test: Case) throws {
    let explanation = try explanation(of: test.question, after: test.script)
    #expect(explanation.operator == test.operator, "\(explanation.sentence)")
    for word in test.words { #expect(explanation.sentence.contains(word), "\(explanation.sentence)") }
    #expect(explanation.lines(width: 80).count <= 12)
  }
}
