import Marbles
import Testing

/// Operators whose form here differs from the one in RxJS.
@Suite struct RxJSOperatorTests {
  /// Expressions, their expected marbles, and their conversions.
  static let forms: [(String, String, String)] = [
    ("e1.pipe(delay(2))", "---a-b---|", "e1.delay(until: { timer(after: 2ms) })"),
    ("e1.pipe(debounceTime(20))", "---------(b|)", "e1.debounce(until: { timer(after: 20ms) })"),
    ("e1.pipe(throttleTime(3))", "-a-------|", "e1.throttle(until: { timer(after: 3ms) }, trailing: false)"),
    (
      "e1.pipe(throttleTime(3, asyncScheduler, { leading: false, trailing: true }))", "----b----|",
      "e1.throttle(until: { timer(after: 3ms) }, leading: false)"
    ),
    ("e1.pipe(throttle(() => t))", "-a-------|", "e1.throttle(until: { t }, trailing: false)"),
    ("e1.pipe(throttle(() => t, { trailing: true }))", "-a-b-----|", "e1.throttle(until: { t })"),
    ("e1.pipe(audit(() => t))", "---b-----|", "e1.audit(until: { t })"),
    ("e1.pipe(debounce(() => t))", "-----b---|", "e1.debounce(until: { t })"),
    ("e1.pipe(delayWhen(() => t))", "---a-b---|", "e1.delay(until: { t })"),
    (
      "e1.pipe(delayWhen((x, i) => timer(i + 1)))", "--a--b---|",
      "e1.index().delay(until: { timer(after: $0.1 + 1) }).map { $0.0 }"
    ),
    (
      "e1.pipe(delayWhen(() => t, t))", "-----b---|",
      "t.take(1).ignoreElements().concat(e1.delay(until: { t }))"
    ),
    ("e1.pipe(bufferTime(4))", "----p---q(r|)", "e1.buffer { timer(after: 4ms) }"),
    ("e1.pipe(windowTime(4), mergeAll())", "-a-b-----|", "e1.window { timer(after: 4ms) }.mergeAll()"),
    (
      "e1.pipe(windowTime(1, 4), mergeAll())", "-a-------|",
      "e1.window(from: interval(4ms).startWith(0)) { timer(after: 1ms) }.mergeAll()"
    ),
    ("e1.pipe(mergeScan((all, x) => of(all + x), ''))", "-a-c-----|", #"e1.flatScan(.merge, "") { of($0 + $1) }"#),
    (
      "e1.pipe(mergeScan((all, x) => of(all + x), '', 1))", "-a-c-----|",
      #"e1.flatScan(.concurrent(limit: 1), "") { of($0 + $1) }"#
    ),
    ("e1.pipe(switchScan((all, x) => of(all + x), ''))", "-a-c-----|", #"e1.flatScan(.latest, "") { of($0 + $1) }"#),
    (
      "of(1).pipe(expand(x => x > 3 ? EMPTY : of(x * 2)))", "(124|)",
      "of(1).expand { $0 > 3 ? empty() : of($0 * 2) }"
    ),
    (
      "of(1).pipe(expand(x => x > 3 ? EMPTY : cold('-z|', { z: x * 2 })))", "124|",
      #"of(1).expand { $0 > 3 ? empty() : cold("-z|").mapTo($0 * 2) }"#
    ),
    (
      "of(2).pipe(mergeMap(x => cold('y-z|', { y: 'y', z: x * 2 })))", "y-4|",
      #"of(2).mergeMap { x in cold("y-z|").map { $0 == "z" ? x * 2 : $0 } }"#
    ),
    ("generate(1, x => x < 5, x => x * 2)", "(124|)", "generate(1, while: { $0 < 5 }) { $0 * 2 }"),
    (
      "generate({ initialState: 1, iterate: x => x * 2, resultSelector: x => x + 1 }).pipe(take(2))", "(23|)",
      "generate(1) { $0 * 2 }.map { $0 + 1 }.take(2)"
    ),
    (
      "f.pipe(retryWhen(e => e.pipe(delay(2))), take(2))", "-a---(a|)",
      "f.retry(when: { $0.delay(until: { timer(after: 2ms) }) }).take(2)"
    ),
    (
      "f.pipe(retryWhen(e => e.pipe(take(1), delay(2))))", "-a--|",
      "f.retry(when: { $0.take(1).delay(until: { timer(after: 2ms) }) })"
    ),
    (
      "g.pipe(repeatWhen(e => e.pipe(delay(2))), take(2))", "-a---(a|)",
      "g.repeat(when: { $0.delay(until: { timer(after: 2ms) }) }).take(2)"
    ),
    (
      "f.pipe(retry({ delay: 2 }), take(2))", "-a---(a|)",
      "f.retry(when: { $0.delay(until: { timer(after: 2ms) }) }).take(2)"
    ),
    (
      "f.pipe(retry({ delay: (e, n) => n < 2 ? timer(2) : EMPTY }))", "-a---a|",
      "f.retry(when: { $0.index().concatMap { $0.1 + 1 < 2 ? timer(after: 2ms).materialize().take(1) : "
        + "empty().materialize().take(1) }.dematerialize() })"
    ),
    (
      "g.pipe(repeat({ count: 2, delay: 2 }))", "-a---a|",
      "g.repeat(when: { $0.take(1).delay(until: { timer(after: 2ms) }) })"
    ),
    ("e1.pipe(observeOn(testScheduler))", "-a-b-----|", #"e1.observeOn("scheduler")"#),
    ("e1.pipe(distinctUntilChanged(null, x => x.length))", "-a-------|", "e1.skipRepeats(on: { $0.count })"),
    ("e1.pipe(distinctUntilKeyChanged('k'))", "-a-------|", "e1.skipRepeats(on: { nil })"),
    ("e1.pipe(takeUntil(EMPTY))", "-a-b-----|", "e1.takeUntil(empty().concat(never()))"),
    ("e1.pipe(skipUntil(cold('|')))", "---------|", #"e1.skipUntil(cold("|").concat(never()))"#),
    ("forkJoin([e1, g]).pipe(map(([x, y]) => x + y))", "---------(d|)", #"forkJoin(e1, g).map { $0.0 + $0.1 }"#),
    (
      "of(0, 1).pipe(mergeMap(x => [g, f][x].pipe(take(1))))", "-(aa|)",
      #"of(0, 1).mergeMap { $0 == 0 ? g.take(1) : $0 == 1 ? f.take(1) : throw "undefined" }"#
    ),
    (
      "of(3).pipe(concatMap(x => of(x).pipe(delay(x))))", "---(3|)",
      "of(3).concatMap { x in of(x).delay(until: { timer(after: x) }) }"
    ),
  ]

  @Test(arguments: forms)
  func operatorIsConverted(expression: String, expected: String, ours: String) {
    let text = rxJSTest(
      """
        const values = { 1: 1, 2: 2, 3: 3, 4: 4, a: 'a', b: 'b', y: 'y', c: 'ab', d: 'ba', p: ['a', 'b'], q: [], r: [] };
        const e1 = hot('-a-b-----|');
        const t = cold('--x');
        const f = cold('-a#');
        const g = cold('-a|');
        expectObservable(\(expression)).toBe('\(expected)', values);
      """)
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == [])
    #expect(verdicts(of: found.script) == ["✓ \(ours)"], "\(found.script)")
  }

  /// Streams that share `source`, their events, and their conversions.
  static let shared: [(String, String, String)] = [
    ("share({ resetOnComplete: false })", "-a----b---|", "source.share(resetWhenCompleted: false)"),
    ("share({ resetOnError: () => NEVER })", "-a----b---|", "source.share(resetWhenFailed: false)"),
    (
      "share({ connector: () => new ReplaySubject(1) })", "-a----b---|",
      "source.share(replay: 1, resetWhenCompleted: true)"
    ),
    ("shareReplay(1)", "-a----b---|", "source.share(replay: 1, resetWhenUnobserved: false)"),
    ("shareReplay({ bufferSize: 1, refCount: true })", "-a----b---|", "source.share(replay: 1)"),
    ("publish(), refCount()", "-a----b---|", "source.share(resetWhenCompleted: false, resetWhenFailed: false)"),
    ("multicast(() => new Subject()), refCount()", "-a----b---|", "source.share()"),
    ("publishReplay(1), refCount()", "-a----b---|", "source.share(replay: 1, resetWhenFailed: false)"),
    ("publishLast(), refCount()", "----------(b|)", "source.takeLast(1).share(replay: 1, resetWhenFailed: false)"),
    (
      "publishBehavior('0'), refCount()", "0a----b---|",
      #"source.startWith("0").share(replay: 1, resetWhenFailed: false)"#
    ),
    ("publish(x => merge(x, x))", "-(aa)-(bb)|", "source.multicast { merge($0, $0) }"),
    ("publishReplay(1, Infinity, x => merge(x, x))", "-(aa)-(bb)|", "source.multicast(replay: 1) { merge($0, $0) }"),
    ("connect(x => x.pipe(take(1)))", "-(a|)", "source.multicast { $0.take(1) }"),
    ("multicast(new Subject(), x => x.pipe(take(1)))", "-(a|)", "source.multicast { $0.take(1) }"),
  ]

  @Test(arguments: shared)
  func sharingIsConverted(operators: String, expected: String, ours: String) {
    let text = rxJSTest(
      """
        const source = cold('-a----b---|');
        const shared = source.pipe(\(operators));
        expectObservable(shared).toBe('\(expected)');
      """)
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == [])
    #expect(found.script.contains("= \(ours)\n"), "\(found.script)")
  }

  /// Streams with a `connect`, and their conversions.
  @Test(arguments: [
    ("publish()", "-a-b|", "---b|", "source.replayLazily(upTo: 0)"),
    ("publishReplay(1)", "-a-b|", "--ab|", "source.replayLazily(upTo: 1)"),
    ("publishReplay()", "-a-b|", "--ab|", "source.replayLazily()"),
    ("publishLast()", "----(b|)", "----(b|)", "source.takeLast(1).replayLazily(upTo: 1)"),
    ("publishBehavior('x')", "xa-b|", "--ab|", #"source.startWith("x").replayLazily(upTo: 1)"#),
    ("multicast(new Subject())", "-a-b|", "---b|", "source.replayLazily(upTo: 0)"),
  ])
  func connectionIsConverted(operator name: String, first: String, second: String, ours: String) {
    let text = rxJSTest(
      """
        const source = cold('-a-b|');
        const shared = source.pipe(\(name));
        expectObservable(shared).toBe('\(first)');
        expectObservable(hot('--x|').pipe(mergeMapTo(shared))).toBe('\(second)');
        expectSubscriptions(source.subscriptions).toBe('^---!');
        shared.connect();
      """)
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == [])
    #expect(found.script.contains("shared = \(ours)\n"), "\(found.script)")
    #expect(found.script.contains("shared during ^-, --^- == "), "\(found.script)")
    #expect(verdicts(of: found.script).map { $0.prefix(1) } == ["✓", "✓"], "\(found.script)")
  }

  /// A connection is made when the run starts, or the test is left out.
  @Test(arguments: [
    ("expectObservable(shared).toBe('-a|');", "3:24 this stream is never connected"),
    (
      "const now = of(1).pipe(publish()); expectObservable(now).toBe('|'); now.connect();",
      "4:69 this stream may send values that are lost here, because it is connected first"
    ),
    (
      "const c = shared.connect(); expectObservable(e1.pipe(tap(() => c.unsubscribe()))).toBe('-');",
      "4:54 this function has an effect outside of the stream"
    ),
    (
      "expectObservable(shared).toBe('-'); testScheduler.flush(); shared.connect();",
      "4:60 this function has an effect outside of the stream"
    ),
  ])
  func otherConnectionsAreLeftOut(code: String, diagnostic: String) {
    let text = """
      it('connects', () => testScheduler.run(({ hot, expectObservable }) => {
      const e1 = hot('-a|');
      const shared = e1.pipe(publish());
      \(code)
      }));
      """
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == [diagnostic])
    #expect(verdicts(of: found.script) == [])
  }

  /// Several observers of one stream are in one run if a source has several subscriptions.
  @Test func observersOfAStreamAreInOneRun() {
    let text = rxJSTest(
      """
        const e1 = hot('-a-b|');
        const same = e1.pipe(map(x => x));
        expectObservable(hot('x|').pipe(mergeMapTo(same))).toBe('-a-b|');
        expectObservable(hot('--x|').pipe(mergeMapTo(same))).toBe('---b|');
        expectSubscriptions(e1.subscriptions).toBe(['^---!', '--^-!']);
      """)
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == [])
    #expect(!found.script.contains("hot"), "\(found.script)")
    #expect(found.script.contains("same during ^-, --^- == -a-b|, ---b|\n"), "\(found.script)")
    #expect(found.script.contains("subscriptions e1     == ^---!, --^-!\n"), "\(found.script)")
  }

  /// The helpers of the tests of RxJS are known by the module that they are imported from.
  @Test func helpersOfTheTestsOfRxJSAreKnown() {
    let text = """
      import { NO_SUBS, lowerCaseO, asInteropObservable } from '../helpers/test-helper';
      it('concatenates', () => testScheduler.run(({ cold, expectObservable, expectSubscriptions }) => {
        const e1 = cold('-a');
        const e2 = cold('-b|');
        expectObservable(concat(asInteropObservable(e1), e2, lowerCaseO('x'))).toBe('-a');
        expectSubscriptions(e2.subscriptions).toBe(NO_SUBS);
      }));
      """
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == [])
    #expect(found.script.contains(#"concat(e1, e2, of("x")) == -a"#), "\(found.script)")
    #expect(verdicts(of: found.script).map { $0.prefix(1) } == ["✓", "✓"], "\(found.script)")
    let other = imported(text.replacing("test-helper", with: "other"), from: .rxjs)
    #expect(other.diagnostics == ["5:27 `asInteropObservable` has no counterpart"])
  }
}
