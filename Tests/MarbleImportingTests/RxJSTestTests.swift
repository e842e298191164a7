import MarbleImporting
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

  /// Values that contain themselves, or that a loop nests deeply.
  @Test(arguments: [
    "const o = {}; o.self = o; const s = cold('-a|', { a: o });",
    "const o = []; o.push([o]); const s = cold('-a|', { a: o });",
    "const o = { p: {} }; o.p.q = [o]; const s = cold('-a|', { a: o });",
    "const o = {}; Object.assign(o, { o }); const s = cold('-a|', { a: o });",
    "let o = []; for (let i = 0; i < 9000; i++) { o = [o]; } const s = cold('-a|', { a: o });",
    "let o = []; for (let i = 0; i < 90; i++) { o = [o, o]; } const s = cold('-a|', { a: o });",
  ])
  func circularValueIsAnError(text: String) {
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics.contains { $0.hasSuffix("this expression is too large to convert") })
  }

  /// Expressions on `e1` and `e2` and their conversions, each with a passing assertion.
  static let expressions: [(String, String, String, String)] = [
    ("e1.pipe(map(x => x * 10))", "-1-2-3|", "-a-b-c|', { a: 10, b: 20, c: 30 }, '", "e1.map { $0 * 10 }"),
    ("e1.pipe(filter(x => x % 2 === 1))", "-1-2-3|", "-1---3|", "e1.filter { $0 % 2 == 1 }"),
    (
      "e1.pipe(scan((acc, x) => acc + Number(x), 0))", "-1-2-3|", "-a-b-c|', { a: 1, b: 3, c: 6 }, '",
      "e1.scan(0) { $0 + Int($1) }"
    ),
    (
      "e1.pipe(reduce((acc, x) => { return acc + x; }, ''))", "-1-2-3|",
      "------(a|)', ['', '123'], '".replacing("a", with: "1"),
      #"e1.reduce("") { $0 + $1 }"#
    ),
    ("e1.pipe(take(1), startWith(7))", "-1-2-3|", "7(1|)", "e1.take(1).startWith(7)"),
    ("merge(e1, e2)", "-1-2-3|", "-1x2-3-|", "merge(e1, e2)"),
    (
      "combineLatest([e1, e2]).pipe(map(([a, b]) => `${b}${a}`))", "-1-2-3|",
      "--pq-r-|', { p: 'x1', q: 'x2', r: 'x3' }, '", #"combineLatest(e1, e2).map { "\($0.1)\($0.0)" }"#
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
    (
      "e1.pipe(debounceTime(2, testScheduler))", "-1--2----|", "---1--2--|", "e1.debounce(until: { timer(after: 2ms) })"
    ),
    ("e1.pipe(delay(time('--|')))", "-1-2|", "---1-(2|)", "e1.delay(until: { timer(after: 2ms) })"),
    ("e1.pipe(map(x => x > 1 ? 'b' : 'a'))", "-1-2|", "-a-b|", #"e1.map { $0 > 1 ? "b" : "a" }"#),
    (
      "e1.pipe(map(x => { if (x > 1) { throw 'big'; } return x; }))", "-1-2|", "-1-#', null, 'big",
      #"e1.map { $0 > 1 ? throw "big" : $0 }"#
    ),
    ("e1.pipe(map(x => x.toUpperCase()))", "-a-b|", "-A-B|", "e1.map { $0.uppercased() }"),
    ("e1.pipe(catchError(() => e2))", "-#", "--x----|", "e1.catchError { e2 }"),
    (
      "concat(of(1, 2), EMPTY, throwError(() => 'no'))", "-", "(ab#)', { a: 1, b: 2 }, 'no",
      "concat(of(1, 2), empty(), throwError(\"no\"))"
    ),
    ("e1.map(function (x) { return x * 2 })", "-1-2|", "-a-b|', { a: 2, b: 4 }, '", "e1.map { $0 * 2 }"),
  ]

  @Test(arguments: expressions)
  func expressionIsConverted(expression: String, source: String, expected: String, ours: String) {
    // The values can follow the marbles. In that case the last quote starts an empty message.
    let wanted = expected.hasSuffix(", '") ? "'" + expected.dropLast(3) : "'\(expected)'"
    let text = rxJSTest(
      """
        const e1 = hot('\(source)');
        const e2 = hot('--x----|');
        expectObservable(\(expression)).toBe(\(wanted));
      """)
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == [])
    #expect(found.script.contains("\n\(ours) == "), "\(found.script)")
    #expect(verdicts(of: found.script).map { $0.prefix(1) } == ["✓"], "\(found.script)")
  }

  /// A digit that has the value of a string is not a number.
  @Test func digitsAsKeysAreStrings() {
    let text = """
      it('takes', () => testScheduler.run(({ hot, expectObservable }) => {
        expectObservable(hot('-1-2-3').pipe(take(2))).toBe('-1-(2|)', { 1: '1', 2: '2' });
      }));
      """
    let found = imported(text, from: .rxjs)
    #expect(verdicts(of: found.script).map { $0.prefix(1) } == ["✓"], "\(found.script)")
  }

  /// A list of timelines has no clause with the values of characters.
  @Test func observersOfOneStreamHaveValues() {
    let text = """
      it('shares', () => testScheduler.run(({ cold, expectObservable }) => {
        const values = { a: 1, b: 2, c: 'x' };
        const shared = cold('-a-b-c|', values).pipe(share());
        expectObservable(shared).toBe('-a-b-c|', values);
        expectObservable(shared, '----^-').toBe('-----c|', { c: 'x' });
      }));
      """
    let found = imported(text, from: .rxjs)
    #expect(found.script.contains("\nshared during ^-, ----^- == -1-2-x|, -----x|\n"), "\(found.script)")
    #expect(verdicts(of: found.script).map { $0.prefix(1) } == ["✓"], "\(found.script)")
  }

  @Test func windowsAreConverted() {
    let text = """
      it('lets go', () => testScheduler.run(({ hot, cold, expectObservable, expectSubscriptions }) => {
        const e1 = hot('--a--b--c--|');
        const never = cold('-');
        expectSubscriptions(e1.subscriptions).toBe('---^--!');
        expectObservable(e1.pipe(mergeMap(() => never)), '---^--!').toBe('-------');
        expectSubscriptions(never.subscriptions).toBe(['-----^!']);
      }));
      it('shares nothing', () => testScheduler.run(({ hot, cold, expectObservable, expectSubscriptions }) => {
        const e1 = hot('--a--b--c--|');
        const e2 = cold('-x|');
        expectObservable(e1.pipe(map(x => x)), '------!').toBe('--a--b-');
        expectObservable(e1).toBe('--a--b--c--|');
        expectSubscriptions(e2.subscriptions).toBe([]);
      }));
      """
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == [])
    #expect(
      found.script == """
        // file:1
        e1     = --a--b--c--|
        _never = cold -
        // lets go
        e1.mergeMap { _never } during ---^--! == ------!
        subscriptions e1                      == ---^--!
        subscriptions _never                  == -----^!

        // file:8
        e1 = --a--b--c--|
        e2 = cold -x|
        // shares nothing
        e1.map { $0 } during ^-----! == --a--b!
        subscriptions e2             == -
        e1                           == --a--b--c--|

        """)
    #expect(verdicts(of: found.script).allSatisfy { $0.hasPrefix("✓") })
    #expect(verdicts(of: found.script).count == 6)
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
        expectObservable(outer.pipe(zipAll((a, b) => a + b))).toBe('---------(v|)'.replace('v', 'w'));
      }));
      it('expects streams', () => testScheduler.run(({ hot, cold, expectObservable }) => {
        expectObservable(cold('x-|', { x: cold('12|') })).toBe('w-|', { w: cold('12|') });
      }));
      it('waits for the outer one', () => testScheduler.run(({ hot, cold, expectObservable }) => {
        const outer = hot('-x--y----|', { x: cold('-1|'), y: cold('-2|') });
        expectObservable(outer.pipe(zipAll((a, b) => a + b))).toBe('----------w|', { w: '12' });
      }));
      """
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == ["8:62 `replace` has no counterpart"])
    #expect(found.script.contains("// not converted: sends streams: `replace` has no counterpart\n"))
    #expect(
      verdicts(of: found.script) == [
        "✓ cold(\"<1.2|>-|\")", "✓ outer.zipAll { $0 + $1 }",
      ], "\(found.script)")
  }

  /// Nothing in such a test is written until its first late event.
  @Test func lateEventsAreConverted() {
    let lines = "expectObservable(interval(1000).pipe(take(2))).toBe('1s a 999ms (b|)', { a: 0, b: 1 });"
    let found = imported(rxJSTest(lines), from: .rxjs)
    #expect(found.diagnostics.isEmpty && found.script.contains("interval(1000ms).take(2) =="), "\(found)")
  }

  /// Tests that cannot be evaluated are counted.
  @Test(arguments: [
    "test.each`n | m\n${1}`('$n', ({ n }) => { expectObservable(cold('a')).toBe('a'); });",
    "describe.each(rows)('%d', (n) => { it('a', () => { expectObservable(cold('a')).toBe('a'); }); });",
  ])
  func tablesOfTestsAreLeftOut(source: String) {
    let both = source + "\n" + rxJSTest("expectObservable(cold('-a|')).toBe('-a|');")
    let found = imported(both, from: .rxjs)
    #expect(found.diagnostics.count == 1 && found.script.contains("works"), "\(found)")
  }

  @Test func rowsOfATableAreTests() {
    let found = imported(
      """
      it.each([['-a|', 1], ['--a|', 2]])('%s sends %d', (marbles, n) => testScheduler.run(({ cold, expectObservable }) => {
        expectObservable(cold(marbles).pipe(map(() => n))).toBe(marbles, { a: n });
      }));
      """, from: .rxjs)
    #expect(found.diagnostics == [])
    #expect(found.script.contains("// --a| sends 2\ncold(\"--a|\").map { 2 } == --a| where a = 2\n"), "\(found.script)")
  }

  @Test(arguments: [
    "it.each`n | end\n${1} | ${'(a|)'}\n${2} | ${'a-(b|)'}\n`('takes $n', ({ n, end }) => BODY);",
    "it.each<{ n: number }>`n | end\n${1} | ${'(a|)'}\n${2} | ${'a-(b|)'}\n`('takes $n', ({ n, end }) => BODY);",
    "test.only.each([{ n: 1, end: '(a|)' }, { n: 2, end: 'a-(b|)' }])('takes $n', ({ n, end }) => BODY);",
    "describe.each([[1, '(a|)'], [2, 'a-(b|)']])('group %i', (n, end) => { it(`takes ${n}`, () => BODY); });",
  ])
  func tablesOfTestsAreConverted(source: String) {
    let body =
      "testScheduler.run(({ cold, expectObservable }) => { expectObservable(cold('a-b-c|').pipe(take(n))).toBe(end); })"
    let found = imported(source.replacing("BODY", with: body), from: .rxjs)
    #expect(found.diagnostics == [])
    #expect(found.script.contains("// takes 1\ncold(\"a-b-c|\").take(1) == (a|)\n"), "\(found.script)")
    #expect(found.script.contains("// takes 2\ncold(\"a-b-c|\").take(2) == a-(b|)\n"), "\(found.script)")
  }

  @Test func testsWithoutOnlyAreSkipped() {
    let body = "() => testScheduler.run(({ cold, expectObservable }) => { expectObservable(cold('a|')).toBe('a|'); })"
    let found = imported(
      """
      it('first', BODY);
      describe('group', () => {
        it.only('second', BODY);
        it('third', BODY);
      });
      describe.only('others', () => {
        it('fourth', BODY);
        xit('fifth', BODY);
      });
      """.replacing("BODY", with: body), from: .rxjs)
    #expect(found.diagnostics == ["1:1", "4:3", "8:3"].map { "\($0) this test is skipped" })
    #expect(found.script.contains("// second\ncold") && found.script.contains("// fourth\ncold"), "\(found.script)")
  }

  /// Tests in other languages are named, and not read as lines of marbles.
  @Test func otherLanguageIsNamed() {
    let text = "@Test fun debounce() = runTest {\n  flow { emit(1) }\n}\n"
    for (notation, name) in [(ForeignNotation.rxjs, "rxjs"), (.swirly, "swirly"), (.apple, "apple")] {
      let found = imported(text, from: notation, name: "Tests.kt")
      #expect(found.script == "" && found.diagnostics == ["1:1 `--from \(name)` does not read Kotlin"])
    }
  }

  /// A test with another library for Swift has one reason, with any notation.
  @Test(arguments: ForeignNotation.allCases)
  func onlyTestsOfAsyncAlgorithmsAreReadOfSwift(notation: ForeignNotation) {
    let text = "import RxTest\nfinal class T: XCTestCase {\n  func testMap() { }\n}\n"
    let help = notation.convert(Source(name: "Tests.swift", text: text)).diagnostics.map(\.problem.help)
    #expect(help == ["of Swift, only tests of swift-async-algorithms are read, with `--from apple`"])
  }

  /// A test is converted as a whole, or left out with its first reason.
  @Test func unsupportedCodeIsReportedAtItsPosition() {
    let cases: [(String, String)] = [
      ("expectObservable(e1.pipe(map(x => x), unheardOf(3))).toBe('--a|')", "3:39 `unheardOf` has no counterpart"),
      ("e1.subscribe(x => console.log(x)); expectObservable(e1).toBe('--a|')", "3:1 `subscribe` has no counterpart"),
      ("expectObservable(e1).toBe(marbles())", "3:27 `marbles` has no counterpart"),
      ("expectObservable(e1.pipe(map(x => /a/.test(x)))).toBe('--a|')", "3:35 `/a/` has no counterpart"),
      ("expectObservable(e1.pipe(map(3))).toBe('--a|')", "3:26 `map(3)` has no counterpart"),
      ("expect(() => expectObservable(e1)).to.throw()", "1:1 no assertion of this test is about a stream"),
      (
        "expectObservable(e1.pipe(delay(1))).toBe('--a|')",
        "3:1 this assertion fails here: `e1.delay(until: { timer(after: 1ms) })`"
      ),
      (
        "let n = 0; expectObservable(e1.pipe(map(x => n++ > 1))).toBe('--a|')",
        "3:46 this function keeps state between its calls"
      ),
      (
        "let n = 0; const r = e1.pipe(map(x => n)); n = 1; expectObservable(r).toBe('--a|')",
        "3:44 this function keeps state between its calls"
      ),
      ("while (true) {} expectObservable(e1).toBe('--a|')", "3:1 `while` has no counterpart"),
      ("for (;;) {}", "3:10 this expression is too large to convert"),
      (
        "expectObservable(e1.pipe(map(x => x + [1]))).toBe('--a|')",
        "3:35 the text of this value is different in JavaScript"
      ),
      (
        "expectObservable(e1.pipe(bufferTime(1, null, 2))).toBe('--a|')",
        "3:26 this form of `bufferTime` has no counterpart"
      ),
      ("expectObservable(of(1, asyncScheduler)).toBe('(1|)')", "3:18 `asyncScheduler` has no counterpart"),
      ("expectObservable(e1, windows).toBe('--a|')", "3:22 `windows` has no counterpart"),
    ]
    for (code, diagnostic) in cases {
      let text =
        "it('is odd', () => testScheduler.run(({ hot, expectObservable }) => {\nconst e1 = hot('--a|');\n\(code);\n}));"
      let found = imported(text, from: .rxjs)
      #expect(found.diagnostics == [diagnostic], "\(code)")
      let reason = diagnostic.drop { $0 != " " }
      #expect(found.script == "// file:1\n// not converted: is odd:\(reason)\n")
    }
  }

  /// In an object of values, a letter that is missing is `undefined`.
  @Test func missingValueIsUndefined() {
    let text =
      "it('x', () => testScheduler.run(({ cold, expectObservable }) => {\nconst e = cold('-a-b|');\n"
      + "expectObservable(e).toBe('-a-b|', { b: 'b' });\n}));"
    #expect(imported(text, from: .rxjs).diagnostics == ["3:1 this assertion fails here: `e`"])
    let both = imported(text.replacing("cold('-a-b|')", with: "cold('-a-b|', { b: 'b' })"), from: .rxjs)
    #expect(both.diagnostics == [] && both.script.contains("e == -a-b|"), "\(both.script)")
    #expect(verdicts(of: both.script).map { $0.prefix(1) } == ["✓"])
  }

  @Test func skippedTestsAreLeftOut() {
    let text = """
      describe('group', () => {
        it.skip('a', () => { expectObservable(hot('-a|')).toBe('-b|'); });
        xit('b', () => { expectObservable(hot('-a|')).toBe('-b|'); });
        it('c', () => { if (false) { expectObservable(hot('-a|')).toBe('-b|'); } });
        it('d', () => { expect(1).to.equal(1); });
        it.todo('e');
      });
      """
    let found = imported(text, from: .rxjs)
    #expect(
      found.diagnostics == [
        "2:3 this test is skipped", "3:3 this test is skipped", "4:3 no assertion of this test is about a stream",
        "5:3 this test contains no marbles", "6:3 this test is skipped",
      ])
    #expect(verdicts(of: found.script) == [])
  }

  /// Assignments, loops and functions have their effect in the order of the program.
  @Test func statementsArePerformedInOrder() {
    let text = """
      const twice = (x: number) => x * 2;
      describe('all', () => {
        let expected: string;
        beforeEach(() => { expected = '-x|'; });
        it('assigns', () => testScheduler.run(({ cold, hot, expectObservable, expectSubscriptions }) => {
          let marbles = '-b|';
          marbles = '-a-b|';
          const subs = ['^!', '^--!'];
          subs[0] = '^---!';
          const e1 = hot(marbles, { a: twice(4), b: twice(twice(1)) });
          expected = '-y-z|';
          expectObservable(e1).toBe(expected, { y: 8, z: 4 });
          expectSubscriptions(e1.subscriptions).toBe(subs[0]);
        }));
        it('starts again', () => testScheduler.run(({ hot, expectObservable }) => {
          expectObservable(hot('-x|')).toBe(expected);
        }));
        [1, 2].forEach(n => it(`takes ${n}`, () => testScheduler.run(({ cold, expectObservable }) => {
          expectObservable(cold('a-b-c|').pipe(take(n))).toBe(n === 1 ? '(a|)' : 'a-(b|)');
        })));
      });
      """
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == [])
    #expect(
      verdicts(of: found.script) == [
        "✓ e1", "✓ subscriptions e1", "✓ hot1", "✓ cold(\"a-b-c|\").take(1)", "✓ cold(\"a-b-c|\").take(2)",
      ], "\(found.script)")
  }

  /// Digits are strings in RxJS, which matters for sums, comparisons and strings.
  @Test(arguments: [
    ("e1.pipe(map(x => x + x + 'a'))", "{ x: '11a', y: '22a' }"),
    ("e1.pipe(map(x => x + 1))", "{ x: '11', y: '21' }"),
    ("e1.pipe(map(x => x === '1'))", "{ x: true, y: false }"),
    ("e1.pipe(map(x => x === 1))", "{ x: false, y: false }"),
    ("e1.pipe(map(x => +x / 2))", "{ x: 0.5, y: 1 }"),
    ("e1.pipe(map((x, i) => i))", "{ x: 0, y: 1 }"),
    ("e1.pipe(map(x => [x, 'k']))", "{ x: ['1', 'k'], y: ['2', 'k'] }"),
    ("e1.pipe(startWith('0'), pairwise())", "{ x: ['0', '1'], y: ['1', '2'] }"),
    ("zip(e1, e1).pipe(map(([a, b]) => a + b))", "{ x: '11', y: '22' }"),
    ("e1.pipe(map(x => ({ n: x })), pluck('n'))", "{ x: '1', y: '2' }"),
    ("e1.pipe(timeInterval())", "{ x: { value: '1', interval: 1 }, y: { value: '2', interval: 2 } }"),
    ("e1.pipe(map(x => ({ '1': 'p', '2': 'q' })[x]))", "{ x: 'p', y: 'q' }"),
    ("e1.pipe(mergeMap(x => of(1), (x, n) => x + n))", "{ x: '11', y: '21' }"),
  ])
  func valuesAreThoseOfJavaScript(expression: String, values: String) {
    let text = rxJSTest(
      """
        const e1 = hot('-1-2-|');
        expectObservable(\(expression)).toBe('-x-y-|', \(values));
      """)
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == [])
    // A comparison of a string with a number is meant here, and has a warning.
    let verdicts = verdicts(of: found.script).filter { !$0.hasPrefix("warning: ") }
    #expect(verdicts.map { $0.prefix(1) } == ["✓"], "\(found.script)")
  }

  /// Operators have the form that RxJS means.
  @Test(arguments: [
    ("timer(3)", "---(0|)", "timer(after: 3ms)"),
    ("range(3, 2)", "(34|)", "range(start: 3, count: 2)"),
    ("e1.pipe(timeout(3, asyncScheduler))", "-a-b--#", "e1.timeout(each: 3ms)"),
    ("e1.pipe(timeout({ first: 3 }))", "-a-b------|", "e1.timeout(first: 3ms)"),
    ("e1.pipe(elementAt(5, 'z'))", "----------(z|)", "e1.elementAt(5, orFail: nil).defaultIfEmpty(\"z\")"),
    (
      "e1.pipe(first(x => x === 'c', 'z'))", "----------(z|)",
      "e1.first(where: { $0 == \"c\" }, orFail: nil).defaultIfEmpty(\"z\")"
    ),
    ("e1.pipe(takeWhile(x => x === 'a', true))", "-a-(b|)", "e1.take(until: { $0 == \"a\" })"),
    ("e1.pipe(filter((x, i) => i > 0))", "---b------|", "e1.index().filter { $0.1 > 0 }.map { $0.0 }"),
    ("e1.pipe(mergeMap(x => of(x), 1))", "-a-b------|", "e1.flatMap(.concurrent(limit: 1)) { of($0) }"),
    ("e1.pipe(take(0))", "|", "empty()"),
    (
      "onErrorResumeNext(throwError(() => 'x'), of('y'))", "(y|)",
      "onErrorResumeNext(throwError(\"x\"), of(\"y\"))"
    ),
  ])
  func operatorsHaveTheFormOfRxJS(expression: String, expected: String, ours: String) {
    let text = rxJSTest(
      """
        const e1 = hot('-a-b------|');
        expectObservable(\(expression)).toBe('\(expected)', { a: 'a', b: 'b', y: 'y', z: 'z', 0: 0, 3: 3, 4: 4 }, new TimeoutError());
      """)
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == [])
    #expect(found.script.contains("\n\(ours) == "), "\(found.script)")
    #expect(verdicts(of: found.script).map { $0.prefix(1) } == ["✓"], "\(found.script)")
  }

  /// Each start takes the next stream of an array.
  @Test func streamsWithACounterBecomeAttempts() {
    let text = rxJSTest(
      """
        const e1 = hot('-a-b-c-d-|');
        const values = { p: ['a', 'b'], q: [], r: ['c'] };
        const closings = [cold('---x'), cold('  -x')];
        let i = 0;
        expectObservable(e1.pipe(take(3), bufferWhen(() => closings[i++]))).toBe('---pq(r|)', values);
        expectSubscriptions(closings[0].subscriptions).toBe('^--!');
        expectSubscriptions(closings[1].subscriptions).toBe(['---^!', '----^!']);
      """)
    let found = imported(text, from: .rxjs)
    #expect(found.script.contains("closings = cold ---x, -x\n"), "\(found.script)")
    #expect(found.script.contains("subscriptions closings"))
  }

  /// Observers of a shared stream are in one run.
  @Test func observersOfASharedStreamAreInOneRun() {
    let text = rxJSTest(
      """
        const source = cold('--1--2--|');
        const shared = source.pipe(share());
        const late = hot('---x|');
        expectObservable(shared).toBe('--1--2--|');
        expectObservable(late.pipe(mergeMapTo(shared))).toBe('-----2--|');
        expectSubscriptions(source.subscriptions).toBe('^-------!');
      """)
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == [])
    #expect(found.script.contains("shared during ^-, ---^- == --1--2--|, -----2--|\n"), "\(found.script)")
    #expect(verdicts(of: found.script).allSatisfy { $0.hasPrefix("✓") })
  }

  /// A program without marbles is not read as lines of marbles.
  @Test(arguments: [
    "import { of } from 'rxjs';\ndescribe('x', () => {\n  it('y', () => { of(1).subscribe(); });\n});\n",
    "export const a = 1;\nfunction f() { return a - 1; }\n", "const f = a => a;\n",
  ])
  func programsWithoutMarblesContainNoTimelines(text: String) {
    let found = imported(text, from: .rxjs)
    #expect(found.script == "")
    #expect(found.diagnostics == ["1:1 the source contains nothing that can be converted"])
  }

  /// Frames and `run` are decided for each test.
  @Test func clockBelongsToTheTest() {
    let text = """
      it('runs', () => testScheduler.run(({ cold, expectObservable }) => {
        expectObservable(cold('-a|').pipe(delay(2))).toBe('---(a|)');
      }));
      it('counts frames', () => { expectObservable(cold('-a|').pipe(delay(20))).toBe('---(a|)'); });
      """
    let found = imported(text, from: .rxjs)
    #expect(found.script.contains("timer(after: 2ms)"))
    #expect(found.script.contains("timer(after: 2t)"))
  }

  /// Objects have no keys here, so a value with another form can be equal.
  @Test(arguments: [
    ("cold('-a|', { a: { x: 1 } })", "'-a|', { a: { y: 1 } }"), ("cold('-a|', { a: { x: 1 } })", "'-a|', { a: 1 }"),
    ("cold('-a|', { a: 1 })", "'-a|', { a: { x: 1 } }"), ("cold('-a|', { a: [{ x: 1 }] })", "'-a|', { a: [1] }"),
    ("cold('-a|', { a: { x: 1, y: 2 } })", "'-a|', { a: { p: 1, q: 2 } }"),
    ("cold('-a|', { a: { p: { x: 1 }, q: 2 } })", "'-a|', { a: { p: { y: 1 }, q: 2 } }"),
    ("cold('-ab|', { a: { p: null }, b: { p: { x: 1 } } })", "'-ab|', { a: { p: null }, b: { p: 1 } }"),
    ("combineLatest([cold('-a|')])", "'-a|'"), ("of(null, { x: 1 })", "'(ab|)', { a: { x: null }, b: { x: 1 } }"),
    ("merge(of({ p: { x: 1 }, q: 2 }), of(3))", "'(ab|)', { a: { p: { y: 1 }, q: 2 }, b: 3 }"),
    ("cold('-a|', { a: 1 }).pipe(map(x => ({ x })))", "'-a|', { a: { y: 1 } }"),
    ("cold('-a|', { a: 1 }).pipe(map(x => ({ x })))", "cold('-a|', { a: 1 })"),
    ("of(new Error('no'))", "'(a|)', { a: 'no' }"),
    ("cold('-#', null, new Error('no')).pipe(catchError(e => of(e)))", "'-(a|)', { a: 'no' }"),
    ("of({ a: 1 }).pipe(windowCount(2))", "'(a|)', { a: cold('(a|)', { a: { b: 1 } }) }"),
  ])
  func valuesOfAnotherFormAreLeftOut(source: String, expected: String) {
    let method = expected.hasPrefix("c") ? "toEqual" : "toBe"
    let found = imported(rxJSTest("expectObservable(\(source)).\(method)(\(expected));"), from: .rxjs)
    #expect(
      found.diagnostics == ["2:1 a value with another form may be equal here, because objects have no keys"],
      "\(found.script)")
  }

  @Test(arguments: [
    ("throwError(() => new Error('no'))", "'#', null, 'no'"), ("throwError(() => 'no')", "'#', null, new Error('no')"),
    ("cold('-#', null, new Error('error'))", "'-#'"),
  ])
  func errorsOfAnotherKindAreLeftOut(source: String, expected: String) {
    let found = imported(rxJSTest("expectObservable(\(source)).toBe(\(expected));"), from: .rxjs)
    #expect(found.diagnostics == ["2:1 an error and a string with its message are equal here"], "\(found.script)")
  }

  /// Digits on timelines are strings, and those in objects numbers.
  @Test(arguments: [
    ("cold('-1|')", "'-a|', { a: 1 }"), ("cold('-a|', { a: 1 })", "'-1|'"), ("of(1)", "'(1|)'"),
    ("cold('-1|').pipe(toArray())", "'--(a|)', { a: [1] }"),
    ("cold('-1|').pipe(map(x => ({ x, y: 2 })))", "'-a|', { a: { x: 1, y: 2 } }"),
  ])
  func digitsAreNotNumbers(source: String, expected: String) {
    let found = imported(rxJSTest("expectObservable(\(source)).toBe(\(expected));"), from: .rxjs)
    #expect(found.diagnostics.count == 1 && found.diagnostics[0].contains("this assertion fails"), "\(found.script)")
  }

  @Test(arguments: [
    ("cold('-ab|', { a: { x: 1 }, b: { y: 2 } })", "'-ab|', { a: { x: 1 }, b: { y: 2 } }"),
    ("of(null, { x: 1 })", "'(ab|)', { a: null, b: { x: 1 } }"),
    ("of({ id: 1, n: 'a' }).pipe(startWith(null))", "'(ab|)', { a: null, b: { id: 1, n: 'a' } }"),
    ("cold('-ab|', { a: { p: null }, b: { p: { x: 1 } } })", "'-ab|', { a: { p: null }, b: { p: { x: 1 } } }"),
    ("merge(of({ t: 'A', d: 1 }), of({ t: 'B' }))", "'(ab|)', { a: { t: 'A', d: 1 }, b: { t: 'B' } }"),
    ("of(1).pipe(map(() => ({})))", "'(a|)', { a: {} }"), ("cold('-1|').pipe(toArray())", "'--(a|)', { a: ['1'] }"),
    ("of(new Error('no')).pipe(map(e => e.message))", "'(a|)', { a: 'no' }"),
    ("cold('-#', null, new Error('no')).pipe(catchError(e => of({ e })))", "'-(a|)', { a: { e: new Error('no') } }"),
    ("of(1).pipe(expand(x => of([x])), take(4), count())", "'(a|)', { a: 4 }"),
    // A hot stream that has ended ends for a later observer too.
    ("hot('--a#').pipe(retry(1))", "'--a#'"), ("hot('a---|').pipe(repeat(2))", "'a---|'"),
    ("concat(cold('--a---|'), hot('^--#'))", "'--a---#'"),
  ])
  func valuesOfOneFormAreCompared(source: String, expected: String) {
    let found = imported(rxJSTest("expectObservable(\(source)).toBe(\(expected));"), from: .rxjs)
    #expect(found.diagnostics == [])
    #expect(verdicts(of: found.script).map { $0.prefix(1) } == ["✓"], "\(found.script)")
  }

  @Test func subscriptionsOfAnEndedStreamAreThoseOfItsTimeline() {
    let lines =
      "const e = hot('-a--#');\nexpectObservable(concat(cold('--a---|'), e)).toBe('--a---#');\n"
      + "expectSubscriptions(e.subscriptions).toBe('------(^!)');"
    let found = imported(rxJSTest(lines), from: .rxjs)
    #expect(found.script.contains("e    = hot1.concat(throwError())\n"), "\(found.script)")
    #expect(verdicts(of: found.script).map { $0.prefix(1) } == ["✓", "✓"], "\(found.script)")
  }

  @Test func spacesOutsideRunAreFramesOfTenMilliseconds() {
    let text = """
      it('counts frames', () => {
        const e1 = hot('-a  b-|');
        const e1subs = '^     !';
        expectObservable(e1.debounceTime(20, rxTestScheduler)).toBe('---a  (b|)');
        expectSubscriptions(e1.subscriptions).toBe(e1subs);
      });
      it('divides frames', () => { expectObservable(hot('-a|').debounceTime(25)).toBe('-'); });
      """
    let found = imported(text, from: .rxjs)
    #expect(found.diagnostics == ["7:47 `hot('-a|').debounceTime(25)` is not a whole number of ticks"])
    #expect(found.script.contains("e1 = -a--b-|\n"))
    #expect(found.script.contains("e1.debounce(until: { timer(after: 2t) })"))
    #expect(found.script.contains("== ^-----!\n"))
  }
}
