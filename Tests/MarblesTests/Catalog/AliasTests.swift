@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport
import Testing

/// The aliases of operators, which have the meaning and the call syntax of another library.
struct AliasTests {
  /// The streams in the calls: hot, cold, nested, failing, empty and Boolean.
  private static let sources = """
    a = -1-2-2-3---|
    b = cold --x|
    o = cold ---|
    e = cold -1-#
    n = -1-[nil]-2|
    p = -[true]--[false]|
    m = -[.value(1)]-[.failed(out)]
    x = cold -1--2--3|
    y = cold -4-5|
    s = x--y---|
    """

  private static let calls: [(alias: String, primary: String)] = [
    // make
    ("generate(initialState: 1, condition: { $0 < 9 }, iterate: { $0 * 2 })", "values(1, 2, 4, 8)"),
    ("generate(1, { $0 < 9 }, { $0 * 2 })", "values(1, 2, 4, 8)"), ("Just(1)", "just(1)"), ("of(1, 2)", "values(1, 2)"),
    ("flowOf(1, 2)", "values(1, 2)"), ("EMPTY()", "empty()"), ("emptyFlow()", "empty()"), ("NEVER()", "never()"),
    ("from([1, 2])", "values(in: [1, 2])"),
    ("Empty()", "empty()"), ("completed()", "empty()"), ("throwError(\"out\")", "fail(\"out\")"),
    ("error(\"out\")", "fail(\"out\")"), ("failed(\"out\")", "fail(\"out\")"),
    ("Fail(error: \"out\")", "fail(\"out\")"),
    ("defer { b }", "deferred { b }"), ("Deferred { b }", "deferred { b }"),
    ("Property(0, then: a)", "property(0, then: a)"), ("MutableProperty(0, then: a)", "property(0, then: a)"),
    ("BehaviorSubject(0, then: a)", "property(0, then: a)"), ("BehaviorRelay(0, then: a)", "property(0, then: a)"),
    ("CurrentValueSubject(0, then: a)", "property(0, then: a)"), ("StateFlow(0, then: a)", "property(0, then: a)"),
    ("stateIn(0, then: a)", "property(0, then: a)"),
    ("LoadingProperty(reload: a) { b }", "loadingProperty(reload: a) { b }"),
    ("Action(a) { b }.values", "action(a) { b }.values"), ("RACCommand(a) { b }.errors", "action(a) { b }.errors"),
    // transform
    ("e.toLoadingSignal()", "e.toLoadingProducer()"),
    ("a.mapTo(\"x\")", "a.map(value: \"x\")"), ("a.replaceElements(with: 0)", "a.map(value: 0)"),
    ("a.mapReplace(0)", "a.map(value: 0)"), ("a.mapLatest { $0 * 2 }", "a.map { $0 * 2 }"),
    ("n.filterMap { $0 }", "n.compactMap { $0 }"), ("n.tryCompactMap { $0 }", "n.compactMap { $0 }"),
    ("n.skipNil()", "n.compactMap()"), ("n.ignoreNils()", "n.compactMap()"), ("n.filterNotNull()", "n.compactMap()"),
    ("n.mapNotNull { $0 }", "n.compactMap { $0 }"), ("a.runningFold(0) { $0 + $1 }", "a.scan(0) { $0 + $1 }"),
    ("a.fold(0) { $0 + $1 }", "a.reduce(0) { $0 + $1 }"), ("a.toList()", "a.collect()"),
    ("a.combine(y) { $0 + $1 }", "combineLatest(a, y) { $0 + $1 }"),
    ("MutableStateFlow(0, then: a)", "property(0, then: a)"), ("a.transform { y }", "a.flatMap(.concat) { y }"),
    ("a.transformLatest { y }", "a.flatMap(.latest) { y }"),
    ("a.tryScan(0) { $0 + $1 }", "a.scan(0) { $0 + $1 }"), ("a.scan({ $0 + $1 }, 10)", "a.scan(10) { $0 + $1 }"),
    ("a.aggregate(0) { $0 + $1 }", "a.reduce(0) { $0 + $1 }"),
    ("a.tryReduce(0) { $0 + $1 }", "a.reduce(0) { $0 + $1 }"),
    ("a.toArray()", "a.collect()"), ("a.collect(2)", "a.collect(count: 2)"),
    ("a.bufferTime(3)", "a.collect(every: 3, discardWhenCompleted: false)"),
    ("a.pairwise()", "a.combinePrevious()"), ("a.zipPrevious(nil)", "a.combinePrevious(nil)"),
    ("a.zipWithIndex()", "a.index()"), ("a.enumerated()", "a.index()"),
    ("m.dematerializeResults()", "m.dematerialize()"),
    ("a.bufferCount(3, 2)", "a.buffer(count: 3, every: 2)"), ("a.bufferCount(3)", "a.buffer(count: 3)"),
    ("a.buffer(ofSize: 2)", "a.buffer(count: 2)"), ("a.bufferToggle(p) { b }", "a.buffer(from: p) { b }"),
    ("a.bufferWhen { b }", "a.buffer { b }"), ("a.buffer(p)", "a.buffer(on: p)"),
    ("a.windowCount(3, 2)", "a.window(count: 3, every: 2)"), ("a.window(ofSize: 2)", "a.window(count: 2)"),
    ("a.windowTime(4)", "a.window(every: 4)"), ("a.windowTime(2, 4)", "a.window(for: 2, every: 4)"),
    ("a.windowToggle(p) { b }", "a.window(from: p) { b }"), ("a.windowWhen { b }", "a.window { b }"),
    // filter
    ("a.tryFilter { $0 > 1 }", "a.filter { $0 > 1 }"),
    ("a.takeLast(2)", "a.take(last: 2)"), ("a.suffix(2)", "a.take(last: 2)"),
    ("a.suffix(maxLength: 2)", "a.take(last: 2)"),
    ("a.takeWhile { $0 < 3 }", "a.take(while: { $0 < 3 })"), ("a.takeUntil(b)", "a.take(until: b)"),
    ("a.takeUntilReplacement(b)", "a.take(untilReplacement: b)"),
    ("a.skipLast(1)", "a.skip(last: 1)"), ("a.dropLast(1)", "a.skip(last: 1)"),
    ("a.skipWhile { $0 < 2 }", "a.skip(while: { $0 < 2 })"), ("a.skipUntil(b)", "a.skip(until: b)"),
    ("a.drop(while: { $0 < 2 })", "a.skip(while: { $0 < 2 })"), ("a.drop(untilOutputFrom: b)", "a.skip(until: b)"),
    ("a.tryDrop(while: { $0 < 2 })", "a.skip(while: { $0 < 2 })"),
    ("a.dropFirst()", "a.skip(first: 1)"), ("a.dropFirst(2)", "a.skip(first: 2)"),
    ("a.distinctUntilChanged()", "a.skipRepeats()"),
    ("a.distinctUntilChanged { $0 == $1 }", "a.skipRepeats { $0 == $1 }"),
    ("a.removeDuplicates()", "a.skipRepeats()"), ("a.removeDuplicates(by: { $0 == $1 })", "a.skipRepeats { $0 == $1 }"),
    ("a.tryRemoveDuplicates(by: { $0 == $1 })", "a.skipRepeats { $0 == $1 }"),
    ("a.distinct()", "a.uniqueValues()"), ("a.distinct { $0 % 2 }", "a.uniqueValues { $0 % 2 }"),
    ("a.ignoreElements()", "a.ignoreValues()"), ("a.ignoreOutput()", "a.ignoreValues()"),
    ("a.elementAt(1)", "a.element(at: 1)"), ("a.elementAt(9)", "a.element(at: 9)"),
    ("a.output(at: 1)", "a.element(at: 1)"), ("a.output(at: 9)", "a.element(at: 9, orFail: nil)"),
    ("a.find { $0 > 1 }", "a.first(where: { $0 > 1 })"),
    ("a.find { $0 > 9 }", "a.first(where: { $0 > 9 }, orFail: nil)"),
    ("a.tryFirst(where: { $0 > 1 })", "a.first(where: { $0 > 1 })"),
    ("a.tryLast(where: { $0 < 3 })", "a.last(where: { $0 < 3 })"), ("b.asSingle()", "b.single()"),
    ("a.sampleTime(3)", "a.sample(every: 3)"), ("a.auditTime(3)", "a.audit(for: 3)"),
    // combine
    ("a.mergeWith(b)", "merge(a, b)"), ("a.merge(with: b)", "merge(a, b)"),
    ("b.concatWith(y)", "concat(b, y)"), ("b.append(y)", "concat(b, y)"), ("b.append(1, 2)", "b.concat(value: 1, 2)"),
    ("b.endWith(1, 2)", "concat(b, values(1, 2))"), ("b.concat(with: y)", "concat(b, y)"),
    ("a.zipWith(b)", "zip(a, b)"), ("a.zip(with: y) { $0 + $1 }", "zip(a, y) { $0 + $1 }"),
    ("a.zip(with: y, combine: { $0 + $1 })", "zip(a, y) { $0 + $1 }"),
    ("a.combineLatestWith(y)", "combineLatest(a, y)"), ("a.combineLatest(with: y)", "combineLatest(a, y)"),
    ("a.combineLatest(y) { $0 + $1 }", "combineLatest(a, y) { $0 + $1 }"),
    ("s.combineAll()", "s.combineLatestAll()"), ("zipAll(s, { $0 + $1 })", "s.zipAll { $0 + $1 }"),
    ("s.combineLatestAll(project: { $0 + $1 })", "s.combineLatestAll { $0 + $1 }"),
    ("forkJoin([a, y])", "forkJoin(a, y)"), ("e.onErrorResumeNextWith(y)", "onErrorResumeNext(e, y)"),
    ("combineLatest([a, y])", "combineLatest(a, y)"), ("merge([a, b])", "merge(a, b)"),
    ("combineLatest(a, y, resultSelector: { $0 + $1 })", "combineLatest(a, y) { $0 + $1 }"),
    ("b.startWith(1)", "b.prefix(value: 1)"), ("b.startWith(1, 2)", "b.prefix(value: 1, 2)"),
    ("b.start(with: 1)", "b.prefix(value: 1)"), ("a.observeOn(\"main\")", "a.observe(on: \"main\")"),
    ("a.receive(on: \"main\")", "a.observe(on: \"main\")"), ("a.deliverOn(\"main\")", "a.observe(on: \"main\")"),
    ("b.subscribeOn(\"main\")", "b.start(on: \"main\")"),
    ("b.prepend(1, 2)", "b.prefix(value: 1, 2)"),
    ("b.prepend(y)", "b.prefix(y)"),
    ("a.withLatestFrom(b)", "a.withLatest(from: b)"), ("a.with(latestFrom: b)", "a.withLatest(from: b)"),
    ("a.withLatestFrom(y) { $0 + $1 }", "a.withLatest(from: y) { $0 + $1 }"),
    ("a.with(latestFrom: y, combine: { $0 + $1 })", "a.withLatest(from: y) { $0 + $1 }"),
    ("a.amb(b)", "race(a, b)"), ("a.amb(with: b)", "race(a, b)"), ("a.raceWith(b)", "race(a, b)"),
    ("p.not()", "p.negate()"), ("b.andThen(y)", "b.then(y)"),
    ("o.ifEmpty(default: 0)", "o.defaultIfEmpty(0)"), ("o.replaceEmpty(with: 0)", "o.defaultIfEmpty(0)"),
    // flatten
    ("s.mergeAll()", "s.flatten(.merge)"), ("s.concatAll()", "s.flatten(.concat)"),
    ("s.switchAll()", "s.flatten(.latest)"), ("s.switchLatest()", "s.flatten(.latest)"),
    ("s.switchToLatest()", "s.flatten(.latest)"), ("s.exhaustAll()", "s.flatten(.throttle)"),
    ("s.exhaust()", "s.flatten(.throttle)"),
    ("a.mergeScan({ just($0 + $1) }, 0)", "a.flatScan(.merge, 0) { just($0 + $1) }"),
    ("a.switchScan({ y }, 0)", "a.flatScan(.latest, 0) { y }"),
    ("a.mergeMap { just($0) }", "a.flatMap(.merge) { just($0) }"), ("a.mergeMap { y }", "a.flatMap(.merge) { y }"),
    ("mergeMap(a) { y }", "a.flatMap(.merge) { y }"), ("a.flatMap { y }", "a.flatMap(.merge) { y }"),
    ("a.concatMap { y }", "a.flatMap(.concat) { y }"), ("a.switchMap { y }", "a.flatMap(.latest) { y }"),
    ("a.flatMapLatest { y }", "a.flatMap(.latest) { y }"), ("a.exhaustMap { y }", "a.flatMap(.throttle) { y }"),
    ("a.flatMapFirst { y }", "a.flatMap(.throttle) { y }"), ("a.flatMapMerge { y }", "a.flatMap(.merge) { y }"),
    ("a.flatMapConcat { y }", "a.flatMap(.concat) { y }"), ("a.flattenMap { y }", "a.flatMap(.merge) { y }"),
    ("a.mergeMapTo(y)", "a.flatMap(.merge) { y }"),
    ("a.concatMapTo(y)", "a.flatMap(.concat) { y }"), ("a.switchMapTo(y)", "a.flatMap(.latest) { y }"),
    // time
    ("a.delay(for: 2)", "a.delay(2)"), ("a.delay(interval: 2)", "a.delay(2)"), ("a.debounce(for: 2)", "a.debounce(2)"),
    ("a.debounceTime(3)", "a.debounce(3, discardWhenCompleted: false)"), ("a.throttle(for: 3)", "a.throttle(3)"),
    ("a.throttleTime(3)", "a.throttle(3)"), ("a.timeoutWith(3, b)", "a.timeout(each: 3, with: b)"),
    ("a.delayWhen { b }", "a.delay(until: { b })"), ("a.debounce { b }", "a.debounce(until: { b })"),
    ("a.throttle { b }", "a.throttle(until: { b })"), ("a.audit { b }", "a.audit(until: { b })"),
    ("a.measureInterval()", "a.timeInterval()"),
    // fail
    ("e.catchError { just($0) }", "e.flatMapError { just($0) }"), ("e.catch { b }", "e.flatMapError { b }"),
    ("e.tryCatch { b }", "e.flatMapError { b }"), ("e.retry(2)", "e.retry(upTo: 2)"),
    ("a.tryMap { $0 * 2 }", "a.attemptMap { $0 * 2 }"),
    ("e.replaceError(with: 0)", "e.recover(with: 0)"), ("e.catchAndReturn(0)", "e.recover(with: 0)"),
    ("e.catchErrorJustReturn(0)", "e.recover(with: 0)"), ("a.setFailureType()", "a.promoteError()"),
    ("a.castError()", "a.promoteError()"),
    // share
    ("e.retryWhen { $0.take(1) }", "e.retry(when: { $0.take(1) })"),
    ("b.repeatWhen { $0.take(1) }", "b.repeat(when: { $0.take(1) })"),
    ("x.publish { merge($0, $0) }", "x.multicast { merge($0, $0) }"),
    ("x.connect { merge($0, $0) }", "x.multicast { merge($0, $0) }"),
    (
      "x.share(resetOnError: false, resetOnComplete: false, resetOnRefCountZero: false)",
      "x.share(resetWhenCompleted: false, resetWhenFailed: false, resetWhenUnobserved: false)"
    ),
    ("x.share(limit: 1)", "x.share(replay: 1)"), ("x.shareReplay(1)", "x.replayLazily(upTo: 1)"),
    ("x.shareReplay(limit: 1)", "x.replayLazily(upTo: 1)"), ("x.shareReplay()", "x.replayLazily()"),
    ("x.replay()", "x.replayLazily()"), ("x.replay(limit: 1)", "x.replayLazily(upTo: 1)"),
    ("x.replayLast().repeat(2)", "x.replayLazily(upTo: 1).repeat(2)"),
    ("a.doNext { throw \"no\" }", "a.on(value: { throw \"no\" })"),
    ("e.doError { throw \"no\" }", "e.on(failed: { throw \"no\" })"),
    ("a.doCompleted { throw \"no\" }", "a.on(completed: { throw \"no\" })"),
    ("a.tap { $0 }", "a.on { $0 }"), ("a.onEach { $0 }", "a.on(value: { $0 })"),
    ("a.flowOn(\"io\")", "a.start(on: \"io\")"),
    ("a.do(onNext: { $0 }, onError: { $0 }, onCompleted: { 0 })", "a"),
    ("a.doOn(next: { $0 }, failed: { $0 }, completed: { 0 }, disposed: { 0 })", "a"),
    ("a.handleEvents(receiveOutput: { $0 }, receiveCancel: { 0 })", "a"), ("a.finalize { 0 }", "a.on(disposed: { 0 })"),
    ("a.logEvents(identifier: \"it\")", "a"), ("a.debug(\"it\")", "a.log(\"it\")"), ("a.lane(\"it\")", "a.log(\"it\")"),
    ("a.print()", "a.log()"),
    // aggregate
    ("a.every { $0 > 0 }", "a.all(where: { $0 > 0 })"), ("a.allSatisfy { $0 > 1 }", "a.all(where: { $0 > 1 })"),
    ("a.tryAllSatisfy { $0 > 1 }", "a.all(where: { $0 > 1 })"),
    ("a.tryContains(where: { $0 > 1 })", "a.contains(where: { $0 > 1 })"),
    ("a.tryMin(by: { $0 > $1 })", "a.min(by: { $0 > $1 })"), ("a.tryMax(by: { $0 > $1 })", "a.max(by: { $0 > $1 })"),
  ]

  @Test(arguments: calls)
  func aliasEqualsItsOperator(alias: String, primary: String) {
    let said = transcript("\(Self.sources)\n\(alias) == \(primary)")
    #expect(said == "✓ demo.marble:11  \(alias)\n")
  }

  @Test func everyAliasIsTested() {
    let called = Set(Self.calls.map { name(in: $0.alias) })
    for entry in Catalog.standard.entries {
      for alias in entry.aliases { #expect(called.contains(alias.name), "\(alias.name)") }
    }
  }

  /// Returns the name of the called operator, which is the word between the dot and the parenthesis or brace.
  private func name(in call: String) -> String {
    String(call.prefix { $0 != "(" && $0 != "{" }.split(separator: ".").last?.filter { $0 != " " } ?? "")
  }

  @Test func everyNameBelongsToOneOperator() {
    let names = Catalog.standard.entries.flatMap { [$0.name] + $0.aliases.map(\.name) }
    #expect(Set(names.filter { name in names.count { $0 == name } > 1 }) == [])
  }

  @Test func everyAliasResolvesToItsOperator() {
    for entry in Catalog.standard.entries {
      for alias in entry.aliases {
        #expect(Catalog.standard[alias.name]?.name == entry.name)
        #expect(!alias.interpretations.isEmpty && !alias.libraries.isEmpty, "\(alias.name)")
        #expect(alias.note?.hasSuffix(".") ?? true, "\(alias.name)")
      }
    }
  }

  @Test(arguments: [
    ("takeLast", "takeLast is another name for take(last:).\n"),
    ("distinct", "distinct is another name for uniqueValues.\n"),
    ("mergeMap", "mergeMap is another name for flatMap(.merge).\n"),
    (
      "debounceTime",
      "debounceTime is another name for debounce(discardWhenCompleted: false). On completion, the pending value is "
        + "sent at its due time. RxJS sends it immediately.\n"
    ),
    ("timeoutWith", "timeoutWith is another name for timeout(each:, with:).\n"),
    (
      "find",
      "find is another name for first(where:, orFail: nil). RxJS sends `undefined` if there is no such value.\n"
    ),
  ])
  func helpForAnAliasNamesItsOperator(name: String, beginning: String) {
    let help = Help.page(on: name)?.text ?? ""
    #expect(help.hasPrefix(beginning), "\(help)")
  }

  @Test func helpListsTheAliases() {
    let help = Help.page(on: "throttle")?.text ?? ""
    #expect(
      help.hasSuffix(
        """
        Names in other libraries
          throttleTime (RxJS)  throttle

        throttleTime: It also sends a trailing value. RxJS does this only with `trailing: true`.

        See also debounce, sample, delay, buffer
        """), "\(help)")
  }

  @Test(arguments: [
    ("mergeMapTo", "flatMap(.merge, to:)"), ("switchMapTo", "flatMap(.latest, to:)"), ("mergeMap", "flatMap(.merge)"),
    ("find", "first(where:, orFail: nil)"), ("bufferTime", "collect(every:, discardWhenCompleted: false)"),
    ("bufferCount", "buffer(count:)"), ("bufferToggle", "buffer(from:) { … }"), ("bufferWhen", "buffer { … }"),
    ("windowCount", "window(count:)"), ("windowToggle", "window(from:) { … }"), ("windowWhen", "window { … }"),
    ("takeLast", "take(last:)"), ("pairwise", "combinePrevious"),
  ])
  func meaningIsTheFormToType(name: String, meaning: String) throws {
    let (entry, alias) = try #require(Catalog.standard.lookUp(name))
    #expect(alias?.meaning(of: entry.name) == meaning)
  }
}
