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

  /// Returns a script of several statements of every kind, in which streams can be endless, shared or never end.
  package mutating func script() -> String {
    var text = ""
    for name in ["a", "b"] { text += "\(name) = \(lane())\n" }
    for name in ["c", "d"] { text += "\(name) = cold \(lane())\n" }
    text += "v = \(random.pick(["a--b-|", "(ab)", "c-d|", "--c---", "(cd|)"]))\n"
    text += "w = c.share()\nw = \(random.flip() ? unusual(2) : stream(2))\(random.pick(Self.shares))\n"
    for _ in 0...random.below(3) { text += statement() + "\n" }
    return text
  }

  private mutating func statement() -> String {
    let window = random.pick(["", "", " during ^--!", " during --^", " during ^-!, -^"])
    switch random.below(14) {
    case 0...3: return unusual(3) + window
    case 4: return "w = \(unusual(2))\n\(unusual(2))"
    case 5: return "\(unusual(2)) == \(random.flip() ? unusual(2) : lane())"
    case 6, 7: return unusual(2) + window + "\n" + random.pick(Self.questions)
    case 8: return random.pick(Self.questions) + " in " + unusual(2)
    case 9: return "forall \(random.pick(Self.parameters)): \(unusual(2)) == \(unusual(1))"
    case 10: return random.pick(Self.searches) + " == " + lane()
    case 11:
      let definition = random.pick(["repeat()", "take(1)", "share()", "concat(s)", "flatMap { s }"])
      return "f(s) = s.\(definition)\n\(unusual(2)).f()"
    case 12: return stream(2) + "\nsubscriptions c == ^--!"
    default: return "check " + lane()
    }
  }

  /// Returns an expression of operators that may send without end on one tick, or start before they are observed.
  private mutating func unusual(_ depth: Int) -> String {
    if depth == 0 || random.below(6) == 0 { return random.flip() ? random.pick(Self.sources) : source() }
    if random.flip() { return filled(random.pick(Self.templates), depth) { $0.unusual(depth - 1) } }
    return filled(random.pick(Self.unusualTemplates), depth) { $0.unusual(depth - 1) }
  }

  /// Returns a timeline of a few ticks, most of which end.
  private mutating func lane() -> String {
    var text = ""
    for _ in 0..<random.below(4) { text += random.pick(["-", "-", "1", "2", "(12)"]) }
    return text + random.pick(["|", "|", "(3|)", "#", "!", "-"])
  }

  private mutating func stream(_ depth: Int) -> String {
    if depth == 0 || random.below(8) == 0 { return source() }
    return filled(random.pick(Self.templates), depth) { $0.stream(depth - 1) }
  }

  /// Returns a template with its streams and strategies.
  private mutating func filled(_ template: String, _ depth: Int, _ stream: (inout RandomPrograms) -> String) -> String {
    var text = ""
    for part in template.split(separator: "~", omittingEmptySubsequences: false).enumerated() {
      if part.offset > 0 { text += stream(&self) }
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
    "~.partition { $0 == 1 }.flatMap(¿) { $0.filter { $0 == 2 } }", "~.window(on: ~).flatMap(.concat) { $0.delay(1) }",
    "~.throttle(until: { c }, leading: false)", "forkJoin(~, ~)", "~.retry(when: { $0.delay(1).take(2) })",
    "~.window(count: 1).flatMap(¿) { $0.filter { $0 != 1 } }",
  ]

  private static let shares = [
    "", ".share()", ".share(replay: 1)", ".replayLazily(upTo: 1)", ".share(resetWhenUnobserved: false)",
    ".share(replay: 2, resetWhenUnobserved: false)", ".share(replay: 1, resetWhenCompleted: true)",
    ".share(replay: 1, resetWhenFailed: false)",
  ]

  private static let questions = [
    "why 1", "why |", "why @2", "why not 1", "why not 2 @3", "why not |", "why not #", "why not 7", "why not x",
  ]

  private static let parameters = [
    "a", "a, b", "cold a", "a of [0, 1]", "v of [c, d]", "a, n in 1...3", "a when a.count > 1",
    "cold a, cold b of 1...2",
  ]

  private static let searches = [
    "?(a)", "?(c)", "?(a, b)", "a.?", "c.?", "w.?", "a.take(?)", "c.delay(?)", "a.map { ? }", "a.filter { ? }",
    "c.repeat(?)", "a.?.?", "property(0, then: w).?", "c.repeat().?", "a.flatMap(?) { c }",
  ]

  /// Sources that send many events on one tick, or without end.
  private static let sources = [
    "generate(0) { $0 + 1 }", "generate(1, while: { $0 < 9 }) { $0 * 2 }", "range(0, 1000000000)", "just(1).repeat()",
    "empty().repeat()", "fail(\"x\").retry()", "range(1, 4)", "c.repeat()", "d.retry()", "interval(1)",
    "\"{1-}*\"", "\"{(12)}*\"", "timer(interval: 2)", "interval(1, sequence: [1, 2])", "values(in: [1, 2])", "v",
    "streams(a, c)", "[a, c]", "v.flatten(.merge)", "generate([1]) { $0 + $0 }", "generate(\"x\") { $0 + $0 }",
  ]

  /// Operators that start their source before they are observed, share it or start it again, and operators on streams
  /// of streams.
  private static let unusualTemplates = [
    "property(8, then: ~)", "property(8, then: ~)", "action(~) { ~ }.values", "action(~) { ~ }.isExecuting",
    "action(~) { ~ }", "action(~) { ~ }.errors",
    "action(~, enabledIf: property(true, then: ~.map { $0 == 1 })) { ~ }.values",
    "action(~) { ~ }.disabledErrors", "~.replayLazily()", "~.replayLazily(upTo: 2).first()",
    "loadingProperty { ~ }", "loadingProperty(reload: ~) { ~ }", "~.toLoadingProducer()",
    "~.toLoadingProducer().dematerializeLoadingState()", "~.share(replay: 2)", "~.share(resetWhenUnobserved: false)",
    "~.share(replay: 1, resetWhenUnobserved: false).first()", "~.share(replay: 1, resetWhenFailed: false)",
    "~.multicast { merge($0, $0) }", "~.multicast(replay: 1) { $0.take(1).concat($0) }",
    "~.multicast { $0.flatMap { ~ } }",
    "~.repeat()", "~.retry()", "~.repeat(when: { $0.delay(1) })", "~.retry(when: { $0 })", "~.repeat(when: { ~ })",
    "~.expand { just($0) }", "~.expand { ~ }", "~.expand(limit: 1) { ~ }", "~.expand { empty() }",
    "~.flatScan(¿, 0) { ~ }", "~.flatMap(¿) { ~.repeat() }", "v.flatten(¿)", "v.zipAll()", "v.combineLatestAll()",
    "~.partition { $0 == 1 }", "~.partition { $0 == 1 }.flatten(¿)", "~.map { just($0) }",
    "~.map { just($0) }.flatten(¿)",
    "forkJoin(~, ~)", "onErrorResumeNext(~, ~)", "~.and(~.isEmpty())", "~.or(~.isEmpty()).negate()",
    "~.buffer { ~ }", "~.window { ~ }", "~.window(every: 2)", "~.buffer { timer(after: 2) }",
    "~.debounce(until: { ~ })",
    "~.throttle(until: { ~ })", "~.audit(until: { ~ })", "~.delay(until: { ~ })", "~.timeout(each: { ~ })",
    "~.observe(on: main)", "~.start(with: 1)", "~.take(1).concat(~)", "deferred { ~ }.repeat()",
    "[~, ~].zipAll()", "[~, ~].combineLatestAll()", "streams(~, ~).flatten(¿)", "~.scan([0]) { $0 + $0 }",
    "~.scan(\"x\") { s, _ in s + s }",
    "~.collect().flatMap { $0 }", "~.materialize().dematerialize()", "~.take(last: 3).repeat()", "~.sum()", "~.min()",
    "~.take(first: 0).repeat()", "~.flatMap { property($0, then: ~) }", "~.map { [$0, $0] }.flatMap { $0 }",
  ]
}
