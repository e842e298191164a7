import MarbleLanguage

/// A generator of scripts that define a few sources and run an expression of random operators.
///
/// Most of them have no errors.
package struct RandomPrograms {
  private var random: RandomTimelines

  package init(seed: UInt64) { random = RandomTimelines(seed: seed) }

  package mutating func program() -> String {
    var text = random.flip() ? ":set stages on\n" : ""
    for name in ["a", "b"] { text += "\(name) = \(lane())\n" }
    for name in ["c", "d"] { text += "\(name) = cold \(lane())\n" }
    text += "w = \(stream(2)).share()\n"
    return text + stream(4) + random.pick(["", "", " during -(^!)", " during ^--!", " during --^", " during ^-!, -^"])
  }

  /// Returns a timeline of a few ticks, most of which end.
  private mutating func lane() -> String {
    var text = ""
    for _ in 0..<random.below(4) { text += random.pick(["-", "-", "1", "2", "(12)"]) }
    return text + random.pick(["|", "|", "(3|)", "#", "!", "-"])
  }

  private mutating func stream(_ depth: Int) -> String {
    if depth == 0 || random.below(8) == 0 { return source() }
    var text = ""
    for part in random.pick(Self.templates).split(separator: "~", omittingEmptySubsequences: false).enumerated() {
      if part.offset > 0 { text += stream(depth - 1) }
      text += part.element
    }
    return text.split(separator: "¿", omittingEmptySubsequences: false).enumerated().map { index, part in
      (index > 0 ? random.pick(Self.strategies) : "") + part
    }.joined()
  }

  private mutating func source() -> String {
    switch random.below(8) {
    case 0: "\"\(lane())\""
    case 1:
      random.pick(["just(1)", "empty()", "never()", "fail(\"x\")", "values(1, 2)", "timer(after: 1)", "range(1, 3)"])
    case 2: "w"
    default: random.pick(["a", "b", "c", "d"])
    }
  }

  private static let strategies = [".merge", ".concat", ".latest", ".race", ".throttle", ".concurrent(limit: 2)"]

  /// The operators, in which `~` is a stream and `¿` a strategy.
  private static let templates = [
    "merge(~, ~)", "concat(~, ~)", "race(~, ~)", "zip(~, ~)", "zip(~, ~, ~)", "combineLatest(~, ~)",
    "[~, ~].flatten(¿)",
    "~.prefix(~)", "~.then(~)", "~.withLatest(from: ~)", "~.sample(on: ~)", "~.sample(with: ~)", "~.sample(every: 2)",
    "~.sequenceEqual(~)", "~.take(until: ~)", "~.take(untilReplacement: ~)", "~.skip(until: ~)", "deferred { ~ }",
    "~.take(1)", "~.take(2)", "~.take(last: 2)", "~.take(while: { $0 == $0 })", "~.take(for: 2)", "~.first()",
    "~.last()",
    "~.single()", "~.element(at: 1)", "~.skip(1)", "~.skip(last: 1)", "~.skip(while: { $0 != $0 })",
    "~.filter { $0 == $0 }", "~.skipRepeats()", "~.uniqueValues()", "~.ignoreValues()", "~.map { [$0] }",
    "~.compactMap { $0 }", "~.scan(0) { n, _ in n + 1 }", "~.reduce(0) { n, _ in n + 1 }", "~.collect()",
    "~.collect(count: 2)", "~.collect(every: 2)", "~.collect(every: 2, discardWhenCompleted: false)",
    "~.combinePrevious()", "~.index()", "~.materialize()", "~.materialize().dematerialize()", "~.materializeResults()",
    "~.count()", "~.isEmpty()", "~.all { $0 == $0 }", "~.contains { $0 != $0 }", "~.defaultIfEmpty(0)",
    "~.buffer(on: ~)", "~.buffer(count: 2, every: 1)", "~.buffer(from: ~) { ~ }", "~.buffer { ~ }",
    "~.window(on: ~).flatten(¿)", "~.window(count: 2).flatMap(¿) { $0.collect() }", "~.window { ~ }.flatten(¿)",
    "~.window(from: ~) { ~ }.flatMap(¿) { $0.count() }", "~.groupBy { $0 }.flatMap(¿) { $0.take(1) }",
    "~.groupBy { $0 == 1 }.flatten(¿)", "~.window(count: 2)", "~.groupBy { $0 }", "~.groupBy { $0 }.take(1)",
    "~.flatMap(¿) { ~ }", "~.flatMap(¿, to: ~)", "~.flatMap(¿) { just($0) }", "~.flatMap(¿) { \"-\\($0)|\" }",
    "~.delay(1)", "~.debounce(1)", "~.debounce(1, discardWhenCompleted: false)", "~.throttle(2)", "~.audit(for: 1)",
    "~.throttle(1, discardWhenCompleted: false)", "~.throttle(while: ~.map { $0 == 1 })", "~.interval(1)",
    "~.timeout(after: 3, raising: \"late\")", "~.timeout(each: 1, with: ~)", "~.timeout(first: 1, with: ~)",
    "~.timeInterval()", "~.timestamp()", "~.flatMapError { ~ }", "~.retry(upTo: 1)", "~.retry(upTo: 1, interval: 1)",
    "~.attempt { $0 != 2 }", "~.attemptMap { [$0] }", "~.mapError { throw \"x\" }", "~.recover(with: 9)",
    "~.suppressError()", "~.promoteError()", "~.share()", "~.share(replay: 1)", "~.replayLazily(upTo: 1)",
    "~.repeat(2)",
    "~.map { $0 == 2 ? throw \"two\" : $0 }", "~.on { $0 }", "~.log()", "~.map { $0 == 1 }.negate()",
  ]
}
