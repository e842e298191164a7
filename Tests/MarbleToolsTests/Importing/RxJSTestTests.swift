import Marbles
import Testing

/// Tests in JavaScript and TypeScript.
@Suite struct RxJSTestTests {
  @Test func testBecomesAScriptThatPasses() {
    let text = """
      import { TestScheduler } from 'rxjs/testing';

      describe('first steps', () => {
        let testScheduler: TestScheduler;
        beforeEach(() => { testScheduler = new TestScheduler((a, b) => assert.deepEqual(a, b)); });

        it('takes two', () => {
          testScheduler.run(({ cold, expectObservable, expectSubscriptions }) => {
            const source = cold(' -a--b--c-|');
            const subs = '        ^---!     ';
            const expected = '    -a--(b|)  ';
            expectObservable(source.pipe(take(2))).toBe(expected);
            expectSubscriptions(source.subscriptions).toBe(subs);
          });
        });

        it(`knows values and errors`, () => testScheduler.run(helpers => {
          const values = { a: 1, b: -2.5, c: [1, 'x'], d: 'long', e: null, t: true, x: 10 };
          const source = helpers.hot<number>('--a--^-a--#', values, new Error('no more'));
          const timesTen = (n: number) => n * 10;
          helpers.expectObservable(source.pipe(map(timesTen))).toBe('--x--#', values, new Error('no more'));
        }));
      });
      """
    let found = imported(text, from: .rxjs, name: "steps.ts")
    #expect(found.diagnostics == [])
    #expect(
      found.script == """
        // steps.ts:7
        source = cold -a--b--c-|
        // takes two
        source.take(2)       == -a--(b|)
        subscriptions source == ^---!

        // steps.ts:17
        source = a--^-a--#[no more] where a = 1
        // knows values and errors
        source.map { $0 * 10 } == --x--#[no more] where x = 10

        """)
    #expect(verdicts(of: found.script).allSatisfy { $0.hasPrefix("✓") })
    #expect(verdicts(of: found.script).count == 3)
  }

  /// Expressions on `e1` and `e2` and their conversions, each with a passing assertion.
  static let expressions: [(String, String, String, String)] = [
    ("e1.pipe(map(x => x * 10))", "-1-2-3|", "-a-b-c|', { a: 10, b: 20, c: 30 }, '", "e1.map { $0 * 10 }"),
    ("e1.pipe(filter(x => x % 2 === 1))", "-1-2-3|", "-1---3|", "e1.filter { $0 % 2 == 1 }"),
    ("e1.pipe(scan((acc, x) => acc + x, 0))", "-1-2-3|", "-1-3-6|", "e1.scan(0) { $0 + $1 }"),
    ("e1.pipe(reduce((acc, x) => { return acc + x; }, 0))", "-1-2-3|", "------(6|)", "e1.reduce(0) { $0 + $1 }"),
    ("e1.pipe(take(1), startWith(7))", "-1-2-3|", "7(1|)", "e1.take(1).startWith(7)"),
    ("merge(e1, e2)", "-1-2-3|", "-1x2-3-|", "merge(e1, e2)"),
    (
      "combineLatest([e1, e2]).pipe(map(([a, b]) => `${b}${a}`))", "-1-2-3|",
      "--pq-r-|', { p: 'x1', q: 'x2', r: 'x3' }, '", #"combineLatest(e1, e2).map { "\($1)\($0)" }"#
    ),
    (
      "e1.pipe(mergeMap(x => of('v' + x)))", "-1-2-3|", "-p-q-r|', { p: 'v1', q: 'v2', r: 'v3' }, '",
      #"e1.mergeMap { of("v\($0)") }"#
    ),
    (
      "e1.pipe(concatMap(x => cold('x|').pipe(map(y => x))))", "-1--2--|", "-1--2--|",
      #"e1.concatMap { x in cold("x|").map { x } }"#
    ),
    ("e1.pipe(takeUntil(e2))", "-1-2-3|", "-1|", "e1.takeUntil(e2)"),
    ("e1.pipe(withLatestFrom(e2, (a, b) => b))", "-1-2-3|", "---x-x|", "e1.withLatestFrom(e2) { $1 }"),
    ("e1.pipe(debounceTime(2, testScheduler))", "-1--2----|", "---1--2--|", "e1.debounceTime(2ms)"),
    ("e1.pipe(delay(time('--|')))", "-1-2|", "---1-2|", "e1.delay(2t)"),
    ("e1.pipe(map(x => x > 1 ? 'b' : 'a'))", "-1-2|", "-a-b|", #"e1.map { $0 > 1 ? "b" : "a" }"#),
    (
      "e1.pipe(map(x => { if (x > 1) { throw new Error('big'); } return x; }))", "-1-2|", "-1-#', null, 'big",
      #"e1.map { $0 > 1 ? throw "big" : $0 }"#
    ),
    ("e1.pipe(map(x => x.toUpperCase()))", "-a-b|", "-A-B|", "e1.map { $0.uppercased() }"),
    ("e1.pipe(catchError(() => e2))", "-#", "--x----|", "e1.catchError { e2 }"),
    (
      "concat(of(1, 2), EMPTY, throwError(() => 'no'))", "-", "(12#)', null, 'no",
      "concat(of(1, 2), empty(), throwError(\"no\"))"
    ),
    ("e1.map(function (x) { return x + 1 })", "-1-2|", "-2-3|", "e1.map { $0 + 1 }"),
  ]

  @Test(arguments: expressions)
  func expressionIsConverted(expression: String, source: String, expected: String, ours: String) {
    // The values can follow the marbles. In that case the last quote starts an empty message.
    let wanted = expected.hasSuffix(", '") ? "'" + expected.dropLast(3) : "'\(expected)'"
    let text = """
      it('works', () => testScheduler.run(({ hot, cold, expectObservable }) => {
        const e1 = hot('\(source)');
        const e2 = hot('--x----|');
        expectObservable(\(expression)).toBe(\(wanted));
      }));
      """
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == [])
    #expect(found.script.contains("\n\(ours) == "), "\(found.script)")
    #expect(verdicts(of: found.script).map { $0.prefix(1) } == ["✓"], "\(found.script)")
  }

  @Test func windowsAreConverted() {
    let text = """
      it('lets go', () => testScheduler.run(({ hot, cold, expectObservable, expectSubscriptions }) => {
        const e1 = hot('--a--b--c--|');
        const never = cold('-');
        const unsub = '------!';
        expectSubscriptions(e1.subscriptions).toBe('^-----!');
        expectObservable(e1.pipe(map(x => x)), unsub).toBe('--a--b-');
        expectObservable(e1.pipe(mergeMap(() => never)), '---^--!').toBe('-------');
        expectSubscriptions(never.subscriptions).toBe(['-----^!']);
        expectSubscriptions(e1.subscriptions).toBe([]);
      }));
      """
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == [])
    #expect(
      found.script == """
        // file:1
        e1    = --a--b--c--|
        never = cold -
        // lets go
        e1.map { $0 } during ^-----!         == --a--b!
        subscriptions e1                     == ^-----!
        e1.mergeMap { never } during ---^--! == ------!
        subscriptions never                  == -----^!
        subscriptions e1                     == -

        """)
    #expect(verdicts(of: found.script).map { String($0.prefix(1)) } == ["✓", "✓", "✓", "✓", "✗"])
  }

  @Test func streamsAsValuesAreConverted() {
    let text = """
      it('sends streams', () => testScheduler.run(({ hot, cold, expectObservable }) => {
        const x = cold('-1|');
        const y = cold('(23|)');
        const outer = hot('-x--y----|', { x, y });
        const named = hot('-p-----|', { p: y });
        expectObservable(outer.pipe(concatAll())).toBe('--1-(23)-|');
        expectObservable(named.pipe(mergeAll())).toBe('-(23)--|');
        expectObservable(hot('x-|', { x: cold('ab|') })).toBe('w-|', { w: cold('ab|') });
        expectObservable(hot('x-|', { x: cold('12|') })).toBe('w-|', { w: cold('12|') });
        expectObservable(outer.pipe(switchAll())).toBe('--1'.trim());
      }));
      """
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == ["10:50 this statement has no counterpart"])
    #expect(
      verdicts(of: found.script) == [
        "✓ outer.concatAll()", "✓ named.mergeAll()", "✓ cold(\"<ab|>-|\")", "✓ cold(\"<1.2|>-|\")",
      ],
      "\(found.script)")
  }

  @Test func onlyTheFirstOfManyValuesAreRead() {
    let values = (1...1_200).map { "k\($0): 0" }.joined(separator: ", ")
    let found = imported("const e1 = hot('-a-b|', { a: 1, \(values), b: 2 });", from: .rxjs)
    #expect(found.diagnostics.count == 1)
    #expect(found.diagnostics.first?.hasSuffix(" this expression is too large to convert") == true)
    #expect(found.script == "e1 = -a-b| where a = 1\n")
  }

  @Test func unsupportedCodeIsReportedAtItsPosition() {
    let text = """
      it('is odd', () => testScheduler.run(({ hot, expectObservable }) => {
        const e1 = hot('--a|', { a: { deep: 1 } });
        const odd = e1.pipe(map(x => x), unheardOf(3));
        e1.subscribe(x => console.log(x));
        expectObservable(odd).toBe('--a|');
        expectObservable(e1.pipe(map((x, i, n) => x))).toBe(marbles());
        expectObservable(e1.pipe(map(x => /a/.test(x)))).toBe('--a|');
        expectObservable(e1.pipe(map(3))).toBe('--a|');
      }));
      it('has no marbles', () => { expect(1).to.equal(1); });
      """
    let found = imported(text, from: .rxjs)
    #expect(
      found.diagnostics == [
        "2:31 this value has no counterpart",
        "3:36 `unheardOf` has no counterpart",
        "4:3 this statement has no counterpart",
        "5:20 `odd` has no counterpart",
        "6:55 this statement has no counterpart",
        "7:37 `/a/` has no counterpart",
        "8:3 the converted script would have an error: expected a closure, found a number",
        "10:1 this test contains no marbles",
      ])
    #expect(
      found.script == """
        // file:1
        e1 = --a| where a = { deep: 1 }
        // not converted, line 3: odd = e1.pipe(map(x => x), unheardOf(3))
        // not converted, line 4: e1.subscribe(x => console.log(x))
        // not converted, line 5: expectObservable(odd).toBe('--a|')
        // not converted, line 6: expectObservable(e1.pipe(map((x, i, n) => x))).toBe(marbles())
        // not converted, line 7: expectObservable(e1.pipe(map(x => /a/.test(x)))).toBe('--a|')
        // is odd
        // not converted, line 8: expectObservable(e1.pipe(map(3))).toBe('--a|')

        // file:10
        // not converted, line 10: it('has no marbles'

        """)
    #expect(verdicts(of: found.script) == [])
  }

  @Test func spacesOutsideRunAreFramesOfTenMilliseconds() {
    let text = """
      it('counts frames', () => {
        const e1 = hot('-a  b-|');
        const e1subs = '^     !';
        expectObservable(e1.debounceTime(20, rxTestScheduler)).toBe('---a  (b|)');
        expectObservable(e1.debounceTime(25)).toBe('-');
        expectSubscriptions(e1.subscriptions).toBe(e1subs);
      });
      """
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == ["5:36 `25` is not a whole number of ticks"])
    #expect(found.script.contains("e1 = -a--b-|\n"))
    #expect(found.script.contains("e1.debounceTime(2t)"))
    #expect(found.script.contains("== ^-----!\n"))
  }
}
