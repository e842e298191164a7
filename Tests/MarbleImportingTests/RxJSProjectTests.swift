import MarbleImporting
import Testing

/// Tests of projects: with classes, injected values, mocks, and functions of other files.
@Suite struct RxJSProjectTests {
  private static let files = [
    "app/tsconfig.json": #"{ "compilerOptions": { "paths": { "@lib/*": ["./src/lib/*"] } } }"#,
    "app/src/lib/index.ts": "export * from './search';\nexport { Kind as Sort } from './kind';",
    "app/src/lib/kind.ts": "export enum Kind { short = 'short', long = 'long' }",
    "app/src/lib/search.ts": """
    import { Injectable, Inject, InjectionToken } from '@angular/core';
    import { Actions, createEffect, ofType } from '@ngrx/effects';
    import { createActionGroup, props } from '@ngrx/store';
    import { catchError, map, switchMap } from 'rxjs/operators';
    import { of } from 'rxjs';

    export const Search = createActionGroup({
      source: 'Search', events: { 'Begin Now': props<{ text: string }>(), Found: props<{ hits: string[] }>() },
    });
    export const LIMIT = new InjectionToken<number>('limit');
    export abstract class Backend { abstract find(text: string): Observable<string[]>; }
    export class SearchError extends Error {
      constructor(public readonly status: number, message: string) { super(message); }
      get isLost(): boolean { return this.status === 404; }
    }

    @Injectable()
    export class SearchEffects {
      private prefix = 'no';
      found$ = createEffect(() =>
        this.actions$.pipe(
          ofType(Search.beginNow),
          switchMap(({ text }) => this.backend.find(text).pipe(
            map(hits => Search.found({ hits })),
            catchError(error => of(Search.found({ hits: this.hits(error) })))
          ))
        )
      );
      constructor(private actions$: Actions, private backend: Backend, @Inject(LIMIT) private limit = 3) {}

      private hits(error: Error) {
        try {
          if (!(error instanceof SearchError)) { throw new Error('other'); }
          switch (true) {
            case error.isLost: return [this.prefix, error.message];
            default: return [];
          }
        } catch (e) {
          return [e.message];
        }
      }
    }
    """,
  ]

  private static func effectTest(_ lines: String) -> String {
    """
    import { TestBed } from '@angular/core/testing';
    import { provideMockActions } from '@ngrx/effects/testing';
    import { cold, hot } from 'jasmine-marbles';
    import { Backend, LIMIT, Search, SearchEffects, SearchError, Sort } from '@lib/index';
    describe('effects', () => {
      let actions$: Observable<any>;
      let effects: SearchEffects;
      let backend: any;
      beforeEach(() => {
        TestBed.configureTestingModule({
          providers: [
            SearchEffects, provideMockActions(() => actions$), { provide: Backend, useValue: { find: vi.fn() } },
            { provide: LIMIT, useValue: 5 },
          ],
        });
        effects = TestBed.inject(SearchEffects);
        backend = TestBed.inject(Backend);
      });
      it('answers', () => {
        actions$ = hot('-a-b', { a: Search.beginNow({ text: Sort.short }), b: { type: 'other' } });
    \(lines)
        expect(backend.find).toHaveBeenCalledTimes(1);
      });
    });
    """
  }

  @Test(arguments: [
    (
      "backend.find = vi.fn(() => cold('-h|', { h: ['x', 'y'] }));\n"
        + "expect(effects.found$).toBeObservable(cold('--r', { r: Search.found({ hits: ['x', 'y'] }) }));",
      #"--r where r = ([x,y],"[Search] Found")"#
    ),
    (
      "backend.find.mockReturnValue(cold('-#', {}, new SearchError(404, 'lost')));\n"
        + "expect(effects.found$).toBeObservable(cold('--r', { r: Search.found({ hits: ['no', 'lost'] }) }));",
      #"--r where r = ([no,lost],"[Search] Found")"#
    ),
    (
      "backend.find = jasmine.createSpyObj('Backend', ['find']).find;\n"
        + "backend.find.and.returnValue(cold('-h|', { h: ['x', 'y'] }));\n"
        + "expect(effects.found$).toBeObservable(cold('--r', { r: Search.found({ hits: ['x', 'y'] }) }));",
      #"--r where r = ([x,y],"[Search] Found")"#
    ),
    (
      "vi.spyOn(backend, 'find').mockReturnValue(cold('#', {}, new Error('big')));\n"
        + "expect(effects.found$).toBeObservable(cold('-r', { r: Search.found({ hits: ['other'] }) }));",
      #"-r where r = (["other"],"[Search] Found")"#
    ),
  ])
  func effectIsConverted(lines: String, expected: String) {
    let found = imported(Self.effectTest(lines), from: .rxjs, name: "app/src/effects.spec.ts", files: Self.files)
    #expect(found.diagnostics.count == 1, "\(found.diagnostics)")
    #expect(found.diagnostics.allSatisfy { $0.hasSuffix("this assertion is not about a stream") })
    #expect(found.script.contains("== " + expected.replacing("[\"other\"]", with: "[other]")), "\(found.script)")
    #expect(found.script.hasSuffix("\n// not converted: expect(backend.find).toHaveBeenCalledTimes(1)\n"))
    #expect(verdicts(of: found.script).map { $0.prefix(1) } == ["✓"], "\(found.script)")
  }

  /// An operator that is only known with the events of the test is kept, or named where it is left out.
  @Test func operatorsWithoutEffectAreNamed() {
    var files = Self.files
    files["app/src/lib/search.ts"] = files["app/src/lib/search.ts"]?.replacing(
      "ofType(Search.beginNow),", with: "ofType(Search.beginNow), filter(({ text }) => text !== ''),")
    let lines =
      "backend.find.mockReturnValue(cold('-h|', { h: ['x'] }));\n"
      + "expect(effects.found$).toBeObservable(cold('--r', { r: Search.found({ hits: ['x'] }) }));"
    let test = Self.effectTest(lines).replacing(", b: { type: 'other' }", with: "").replacing("-a-b", with: "-a")
    let found = imported(test, from: .rxjs, name: "app/src/effects.spec.ts", files: files)
    #expect(found.script.contains("// left out, without effect here: catchError(error => of(Search.found("))
    #expect(found.script.contains(".filter { $0.0 != \"\" }"), "\(found.script)")
    #expect(verdicts(of: found.script).map { $0.prefix(1) } == ["✓"], "\(found.script)")
  }

  /// A token can be a string.
  @Test func stringIsInjected() {
    let text = """
      class Effects {
        constructor(@Inject('step') private step: number) {}
        load(s) { return s.pipe(map(x => x + this.step)); }
      }
      it('x', () => {
        TestBed.configureTestingModule({ providers: [Effects, { provide: 'step', useValue: 2 }] });
        const effects = TestBed.inject(Effects);
        expect(TestBed.inject('step' as any)).toBe(2);
        testScheduler.run(({ cold, expectObservable }) => {
          expectObservable(effects.load(cold('a|', { a: 1 }))).toBe('b|', { b: 3 });
        });
      });
      """
    let found = imported(text, from: .rxjs)
    #expect(found.script.contains(".map { $0 + 2 } == b| where b = 3"), "\(found)")
  }

  @Test func namespaceIsThatOfAFile() {
    let text = """
      import * as Values from './values';
      it('x', () => testScheduler.run(({ cold, expectObservable }) => {
        expectObservable(cold('a|', { a: Values.one }).pipe(map(x => Values.twice(x)))).toBe('b|', { b: 2 });
      }));
      """
    let files = ["values.ts": "export const one = 1;\nexport const twice = (x) => x * 2;"]
    let found = imported(text, from: .rxjs, name: "values.spec.ts", files: files)
    #expect(found.diagnostics == [])
    #expect(verdicts(of: found.script).map { $0.prefix(1) } == ["✓"], "\(found.script)")
  }

  /// Tests without other files, and the subjects of their assertions.
  static let tests: [(String, String)] = [
    // A class without state is evaluated.
    (
      """
        class Base { constructor(private n: number) {} times(x) { return x * this.n; } static of(n) { return new this(n); } }
        class Double extends Base { constructor() { super(2); } }
        const double = new Double();
        expectObservable(hot('-a|', { a: 4 }).pipe(map(x => double.times(x)))).toBe('-b|', { b: 8 });
      """, "hot1.map { $0 * 2 }"
    ),
    // The state that a function changes does not matter if it is not read.
    (
      """
        class Counter { count = 0; next() { this.count += 1; return 5; } }
        const counter = new Counter();
        const e = cold('-a|').pipe(repeat({ delay: () => timer(counter.next()) }), take(2));
        expectObservable(e).toBe('-a------(a|)');
      """, "e"
    ),
    ("expectObservable(cold('a|', { a: {} }).pipe(map(x => ({ x })))).toBe('b|', { b: { x: {} } });", "cold"),
    // Subjects with known events.
    (
      """
        const s = new Subject();
        s.next('lost');
        testScheduler.schedule(() => s.next('a'), 2);
        testScheduler.schedule(() => s.complete(), 4);
        expectObservable(s.pipe(map(x => x + '!'))).toBe('--x-|', { x: 'a!' });
      """, #"s.map { "\($0)!" }"#
    ),
    (
      """
        const state = new BehaviorSubject(1);
        state.next(2);
        expectObservable(state.pipe(map(x => x * 10))).toBe('x', { x: 20 });
      """, "concat(of(2), never()).map { $0 * 10 }"
    ),
    (
      "const [a, b = 3] = [1]; const { c, ...d } = { c: 1, e: 2 }; expectObservable(of(a ** 2 + b + d.e)).toBe('(x|)', { x: 6 });",
      "of(6)"
    ),
    ("expectObservable(cold('(-a|)')).toBe('(a|)');", #"cold("(a|)")"#),
    ("expectObservable(cold('a|b')).toBe('a|');", #"cold("a|")"#),
  ]

  @Test(arguments: tests)
  func testIsConverted(lines: String, subject: String) {
    let found = imported(rxJSTest(lines), from: .rxjs)
    #expect(found.diagnostics == [])
    let verdicts = verdicts(of: found.script)
    #expect(verdicts.count == 1 && verdicts.allSatisfy { $0.hasPrefix("✓ " + subject) }, "\(found.script)\n\(verdicts)")
  }

  /// Names and classes that refer to themselves have no value.
  @Test(arguments: [
    "import { x } from './b';\nexport { x };", "export * from './b';", "export { x } from './b';",
    "export { x } from './a';", "class A extends B { }\nclass B extends A { }\nexport const x = new B();",
    "export const x = { get y() { return this.y; } }.y;",
    "class D { get y() { return this.y; } }\nexport const x = new D().y;",
    "export const f = () => f();\nexport const x = f();",
  ])
  func circularNameIsUnknown(file: String) {
    let files = ["a.ts": file, "b.ts": file.replacing("./b", with: "./a")]
    let text =
      "import { cold } from 'jest-marbles';\nimport { x } from './a';\n"
      + "it('ends', () => { expect(cold('-a').pipe(map(() => x.z))).toBeObservable(cold('-a')); });"
    let found = imported(text, from: .rxjs, name: "t.ts", files: files)
    #expect(found.diagnostics.count == 1, "\(found.diagnostics)")
    #expect(verdicts(of: found.script) == [])
  }

  /// Whatever depends on state, or differs between the libraries, is left out.
  @Test(arguments: [
    (
      """
        class Counter { count = 0; next() { this.count += 1; return this.count; } }
        const counter = new Counter();
        expectObservable(hot('-a-b|').pipe(map(() => counter.next()))).toBe('-x-y|', { x: 1, y: 2 });
      """, "this function keeps state between its calls"
    ),
    (
      """
        const o = { x: 1 };
        const e = hot('-a|').pipe(map(() => o.x));
        o.x = 2;
        expectObservable(e).toBe('-y|', { y: 2 });
      """, "this function keeps state between its calls"
    ),
    (
      "const s = new Subject(); expectObservable(hot('-a|').pipe(tap(() => s.next('b')))).toBe('-a|');",
      "this function has an effect outside of the stream"
    ),
    // Objects of two classes are equal here.
    (
      """
        class A {} class B {}
        const e = hot('-a-b|', { a: new A(), b: new B() });
        expectObservable(e.pipe(map(x => x instanceof A ? 1 : 2))).toBe('-x-y|', { x: 1, y: 2 });
      """, "`x instanceof A` has no counterpart"
    ),
    (
      """
        class A {} const s = new Subject();
        expectObservable(cold('-#').pipe(tap({ error: () => s.next(new A()) }))).toBe('-#');
      """, "this function has an effect outside of the stream"
    ),
    ("expectObservable(cold('-a|').pipe(take(1))).toBe('-a|');", "this assertion fails here: `cold(\"-a|\").take(1)`"),
  ])
  func stateIsLeftOut(lines: String, problem: String) {
    let found = imported(rxJSTest(lines), from: .rxjs)
    #expect(found.diagnostics.count == 1 && found.diagnostics[0].hasSuffix(problem), "\(found.diagnostics)")
    #expect(verdicts(of: found.script) == [])
  }
}
