import MarbleImporting
import Testing

/// Tests in the forms of jest-marbles, jasmine-marbles, rxjs-marbles and ngrx.
@Suite struct RxJSMatcherTests {
  /// Tests of a module, the statements of their scripts, and whether the assertions hold.
  static let tests: [(source: String, script: [String])] = [
    (
      """
      import { cold, hot } from 'jest-marbles';
      import { mergeWith } from 'rxjs/operators';

      describe('merging', () => {
        it('keeps the values of both', () => {
          const left = hot('  --a-----b|');
          const right = cold('----c|    ');
          const expected = cold('--a-c---b|');
          expect(left.pipe(mergeWith(right))).toBeObservable(expected);
          expect(right).toHaveSubscriptions('^----!');
          expect(left).toHaveSubscriptions(['^--------!']);
        });
      });
      """,
      [
        "left  = --a-----b|", "right = cold ----c|", "merge(left, right)  == --a-c---b|",
        "subscriptions right == ^----!", "subscriptions left  == ^--------!",
      ]
    ),
    (
      """
      import { cold, hot } from 'jest-marbles';
      it('never switches', async () => {
        const late = cold('-z|');
        const outer = hot('--#', { x: late });
        expect(outer.pipe(switchAll())).toBeMarble('--#');
        expect(late).toHaveNoSubscriptions();
      });
      """,
      ["late  = cold -z|", "outer = --#", "outer.switchAll()  == --#", "subscriptions late == -"]
    ),
    // In jasmine-marbles, a character is ten milliseconds.
    (
      """
      import { cold, getTestScheduler } from 'jasmine-marbles';
      it('waits', function () {
        const source = cold(' a-b|');
        expect(source.pipe(delay(20, getTestScheduler()))).toBeObservable(cold(' --a-(b|)'));
      });
      """,
      ["source = cold a-b|", "source.delay(until: { timer(after: 2t) }) == --a-(b|)"]
    ),
    // Spaces take no time there, and durations are read.
    (
      """
      import { cold } from 'jasmine-marbles';
      it('waits', () => { expect(cold('a -b 20ms |').pipe(map(x => x))).toBeObservable(cold('a-b--|')); });
      """,
      [#"cold("a-b--|").map { $0 } == a-b--|"#]
    ),
    // The clock of another library is the one with which the test passes.
    (
      """
      import { cold } from './marbles';
      it('waits', () => { expect(cold('a|').pipe(delay(20))).toBeObservable(cold('--(a|)')); });
      """,
      []
    ),
    (
      """
      import { cold } from './marbles';
      it('waits', () => {
        expect(cold('a|').pipe(delay(20))).toBeObservable(cold('20ms (a|)'));
      });
      """,
      []
    ),
    // A scheduler of the test has frames of ten milliseconds.
    (
      """
      import { cold } from 'jest-marbles';
      it('waits', () => {
        const scheduler = new TestScheduler((a, b) => expect(a).toEqual(b));
        const e = scheduler.createColdObservable('-a-b  |');
        scheduler.expectObservable(e.pipe(delay(20, scheduler))).toBe('---a-b|');
        scheduler.flush();
      });
      it('waits for milliseconds', () => { expect(cold('a|').pipe(delay(2))).toBeObservable(cold('--(a|)')); });
      """,
      [
        "e = cold -a-b--|", "e.delay(until: { timer(after: 2t) }) == ---a-b|",
        #"cold("a|").delay(until: { timer(after: 2ms) }) == --(a|)"#,
      ]
    ),
    (
      """
      import { marbles } from 'rxjs-marbles/jest';
      describe('squares', () => {
        it('are sent', marbles(m => {
          const inputs = { a: 2, b: 3 };
          const source = m.hot('  --^-a-b-|', inputs);
          const subs = '            ^-----!';
          const expected = m.cold(' --x-y-|', { x: 4, y: 9 });
          const squares = source.pipe(map(n => n * n));
          m.expect(squares).toBeObservable(expected);
          m.expect(source).toHaveSubscriptions(subs);
        }));
        it('end', marbles((m) => {
          const source = m.cold('-a-b-c|');
          m.expect(source, '^--!').toBeObservable('-a--', { a: 'a' });
          m.equal(source.pipe(take(1)), m.cold('-(a|)'));
        }));
      });
      """,
      [
        "source  = ^-a-b-| where a = 2, b = 3", "squares = source.map { $0 * $0 }",
        "squares              == --x-y-| where x = 4, y = 9", "subscriptions source == ^-----!",
        "source = cold -a-b-c|", "source during ^--! == -a-!", "source.take(1)     == -(a|)",
      ]
    ),
    (
      """
      import { marbles } from 'rxjs-marbles/jest';
      it.each([[1, 2], [2, 3]])('adds to %d', marbles((m, a, b) => {
        m.expect(m.cold('-a|', { a }).pipe(map(x => x + 1))).toBeObservable('-b|', { b });
      }));
      it.each`a | b
        ${1} | ${2}`('adds to $a', marbles((m, { a, b }) => {
        m.expect(m.cold('-a|', { a }).pipe(map(x => x + 1))).toBeObservable('-b|', { b });
      }));
      it('adds', () => {
        marbles((m) => m.expect(m.cold('-a|').pipe(map(x => x + 'b'))).toBeObservable('-b|', { b: 'ab' }))();
      });
      """,
      [
        #"cold("-1|").map { $0 + 1 } == -b| where b = 2"#, #"cold("-2|").map { $0 + 1 } == -b| where b = 3"#,
        #"cold("-1|").map { $0 + 1 } == -b| where b = 2"#, #"cold("-a|").map { "\($0)b" } == -b| where b = ab"#,
      ]
    ),
    (
      """
      import { configure } from 'rxjs-marbles/mocha';
      const { cases, marbles } = configure({ run: false });
      cases('doubles', (m, c) => {
        m.expect(m.hot(c.given).pipe(map(x => x + x))).toBeObservable(m.cold(c.wanted));
      }, { nothing: { given: '-|', wanted: '-|' } });
      it('debounces', marbles(m => {
        m.expect(m.cold('a---|').pipe(debounceTime(m.time('--|')))).toBeObservable(m.cold('--a-|'));
      }));
      """,
      []
    ),
  ]

  @Test(arguments: tests)
  func testIsConvertedAndPasses(source: String, script: [String]) {
    let (result, diagnostics) = imported(source, from: .rxjs)
    #expect(diagnostics == [])
    let verdicts = verdicts(of: result)
    #expect(!verdicts.isEmpty && verdicts.allSatisfy { $0.hasPrefix("✓") }, "\(result)")
    guard !script.isEmpty else { return }
    let lines = result.split(separator: "\n").filter { !$0.hasPrefix("//") }.map(String.init)
    #expect(lines == script)
  }

  static let left: [(body: String, diagnostic: String)] = [
    ("expect(cold('-a|')).not.toBeObservable(cold('-b|'));", "`expect(cold('-a|')).not` has no counterpart"),
    ("cold('-a|'); expect(1 + 1).toBe(2);", "no assertion of this test is about a stream"),
    ("expect(cold('-a|')).toBeObservable(of('a'));", "has no counterpart"),
    ("expect(cold('a|').pipe(delay(30))).toBeObservable(cold('--(a|)'));", "this assertion fails here"),
    ("jest.useFakeTimers(); expect(cold('a|')).toBeObservable(cold('a|'));", "`useFakeTimers` has no counterpart"),
  ]

  @Test(arguments: left)
  func partWithoutACounterpartIsLeftOut(body: String, diagnostic: String) {
    let source = "import { cold } from './marbles';\nit('works', () => {\n\(body)\n});"
    let (script, diagnostics) = imported(source, from: .rxjs)
    #expect(diagnostics.count == 1 && diagnostics[0].contains(diagnostic), "\(diagnostics)")
    #expect(verdicts(of: script) == [])
  }

  /// A test whose function is the result of an unknown call is counted too.
  @Test func testWithAnUnknownWrapperIsLeftOut() {
    let source = """
      describe('outer', () => {
        it('works', wrapped(() => { expect(cold('-a')).toBeObservable(cold('-a')); }));
      });
      """
    let (script, diagnostics) = imported(source, from: .rxjs)
    #expect(diagnostics == ["2:15 `wrapped` has no counterpart"])
    #expect(script.contains("// not converted: works: `wrapped` has no counterpart"))
  }

  /// A test could pass here, or fail here, only because `null` and `undefined` are one value.
  @Test(arguments: [
    ("expect(hot('-a-b|', values)).toBeObservable(hot('-b-a|', values));", 1),
    ("expect(hot('-a-b|', values).pipe(filter(x => x === undefined))).toBeObservable(hot('---b|', values));", 1),
    ("expect(hot('-a-a|', values).pipe(filter(x => x !== null))).toBeObservable(hot('----|', values));", 0),
    ("expect(hot('-a-a|', values).pipe(filter(x => x !== undefined))).toBeObservable(hot('----|', values));", 1),
  ])
  func nullAndUndefinedAreNotMixed(statement: String, count: Int) {
    let source = "it('works', () => {\n  const values = { a: null, b: undefined };\n  \(statement)\n});"
    let (script, diagnostics) = imported("import { hot } from 'jest-marbles';\n" + source, from: .rxjs)
    #expect(diagnostics.count == count && verdicts(of: script).count == 1 - count, "\(diagnostics)\n\(script)")
    #expect(diagnostics.allSatisfy { $0.contains("`null` and `undefined` are the same value here") })
  }

  // MARK: Imported files

  private static let files = [
    "src/evens.ts": """
    import { filter, Observable } from 'rxjs';
    import { isEven } from './numbers';
    export function evens(): (source: Observable<number>) => Observable<number>;
    export function evens(offset?: number) {
      return (source: Observable<number>) => source.pipe(filter(n => isEven(n + (offset ?? 0))));
    }
    beforeEach(() => unknown());
    """,
    "src/numbers/index.ts": "export * from './evens';\nexport const isEven = (n: number) => n % 2 === 0;",
  ]

  private static func test(_ lines: String) -> String {
    "import { cold } from 'jest-marbles';\nimport { evens } from '../src/evens';\n\(lines)\nit('filters', () => {\n"
      + "expect(cold('ab|', { a: 1, b: 2 }).pipe(evens())).toBeObservable(cold('-b|', { b: 2 }));\n});"
  }

  @Test func functionOfAnImportedFileIsEvaluated() {
    let (script, diagnostics) = imported(Self.test(""), from: .rxjs, name: "tests/evens.ts", files: Self.files)
    #expect(diagnostics == [])
    #expect(script.contains("\ncold(\"1.2|\").filter { ($0 + 0) % 2 == 0 } == -b| where b = 2\n"), "\(script)")
    #expect(verdicts(of: script).count == 1)
  }

  @Test func fileThatCannotBeReadIsUnknown() {
    let (_, diagnostics) = imported(Self.test(""), from: .rxjs, name: "tests/evens.ts")
    #expect(diagnostics.count == 1 && diagnostics[0].hasSuffix("`evens` has no counterpart"), "\(diagnostics)")
  }

  @Test func mockedFileIsUnknown() {
    let text = Self.test("jest.mock('../src/evens', () => ({ evens: () => s => s }));")
    let (_, diagnostics) = imported(text, from: .rxjs, name: "tests/evens.ts", files: Self.files)
    #expect(diagnostics.count == 1 && diagnostics[0].hasSuffix("`evens` has no counterpart"), "\(diagnostics)")
  }

  /// A part of another file without a counterpart is reported at the test.
  @Test func partOfAnImportedFileIsReportedAtTheTest() {
    var files = Self.files
    files["src/numbers/index.ts"] = "export const isEven = n => Reflect.get(n);"
    let (_, diagnostics) = imported(Self.test(""), from: .rxjs, name: "tests/evens.ts", files: files)
    #expect(diagnostics == ["4:1 src/numbers/index.ts:1: `Reflect` has no counterpart"])
  }
}
