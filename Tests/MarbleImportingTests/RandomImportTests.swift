import MarbleImporting
import MarbleLanguage
import MarbleSession
import Marbles
import TestSupport
import Testing

/// The import of random strings.
///
/// The resulting script has no errors and warnings, and each diagnostic points into the source.
@Suite struct RandomImportTests {
  private static let seeds: [ForeignNotation: [String]] = [
    .rxjs: [
      """
      it('x', () => testScheduler.run(({ hot }) => {
        const v = { a: 1, b: [1, 'x'] }; const f = (x: number) => x + `${x}`;
        const e1 = hot('--a-(bc)-^ 9ms #', v, new Error('e'));
        const r = e1.pipe(map(f), mergeMap(x => cold('-x|')), delay(3, testScheduler));
        expectObservable(r, '-^-!').toBe('--a', v); expectSubscriptions(e1.subscriptions).toBe(['^-!']);
      }));
      """,
      "a = --1-(23)-|\nb: '-x 5ms y#'\ncold -(^a)\n",
      """
      enum K { a = 'a', b } class Base { constructor(protected x = 1) {} static of() { return new Base(2); } }
      class Item extends Base { n = 0; get k() { return K.a; } constructor() { super(3); } add() { this.n += 1; } }
      it('y', () => {
        const s = new Subject(); const i = new Item(); const f = jest.fn(() => cold('-#', {}, i));
        s.next(1); schedule(() => s.next({ i, [f]: 2 }), 3); TestBed.configureTestingModule({ providers: [Item] });
        const e = hot('-a-b', { a: i, b: new Error('x') }).pipe(map(({ k, n = 2, ...r }) => {
          switch (k) { case K.b: return n; default: break; } try { i.add(); throw k; } catch (e) { return [e, r.z]; }
        }), mergeMap(x => f(x)), catchError(e => e instanceof Item ? of(e.x ** 2) : s));
        expect(merge(e, TestBed.inject(Item).x)).toBeObservable(cold('-a', { a: typeof i })); expect(f).toBe(1);
      });
      """,
    ],
    .swirly: ["% c\n[styles]\na = 1\n\nx = -a-b|\n\n-x-x|\ntitle = t\nx := 2\n\n> mergeMap(x => `-x|`)\n\n-x-\n"],
    .apple: [
      "func test_a() {\n validate {\n \"a-[bc]'d1'|\"\n $0.inputs[0].map { $0 + \"x\\($0)\" }\n \"a,;-|\"\n }\n}\n",
      "a = \"a-[b]\"\n'x'-^\n",
    ],
  ]

  private static let fragments = [
    "(", ")", "[", "]", "{", "}", "'", "\"", "`", "${", "\\(", "\\", "=>", "=", "==", ";", "\n", "\n\n", " ", ",", ".",
    "..", "$0", "//", "/*", "*/", "cold(", "hot('", "expectObservable(", ".toBe(", "validate {", "> ", "-", "|", "#",
    "^",
    "!", "9ms ", "99999999999999999999s ", "where", "during", "e\u{301}", "👨‍👩‍👧", "\u{0}", "\u{202E}", "\r\n", ":", "?",
    "x",
    "const ", "function", "if (", "return", "throw ", ".pipe(", "...", "/", "map(", "raw ", "check ", ":load x\n",
    "merge(", "timer(0, 0)", "interval(1)", "repeat()", "range(0, 99999999)",
  ]

  /// Fragments of JavaScript.
  private static let codeFragments = [
    "class X extends Base {", "get y() {", "static ", "super(", "this.", "new ", "switch (x) { case 1:", "try {",
    "} catch (e) {", "enum E {", "@A() ", "s.next(", "TestBed.inject(", "jest.fn(", "i.x", "?? ", "** ", " += ",
  ]

  @Test(arguments: ForeignNotation.allCases, 0..<8 as Range<UInt64>)
  func mutatedTextsBecomeValidScripts(notation: ForeignNotation, seed: UInt64) {
    var random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ 77)
    let seeds = Self.seeds[notation] ?? []
    let fragments = Self.fragments + (notation == .rxjs ? Self.codeFragments : [])
    for round in 0..<25 {
      var text = Array(seeds[round % seeds.count].unicodeScalars)
      for _ in 0..<Int.random(in: 1...10, using: &random) {
        let place = Int.random(in: 0...text.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text.removeSubrange(place..<min(text.count, place + Int.random(in: 1...9, using: &random)))
        case 1, 2:
          text.insert(contentsOf: (fragments.randomElement(using: &random) ?? "").unicodeScalars, at: place)
        default: text = Array(text[place...]) + text[..<place]
        }
      }
      var mutated = ""
      mutated.unicodeScalars.append(contentsOf: text)
      examine(Source(name: "file\n\u{1B}[31m", text: mutated), notation)
    }
  }

  @Test(arguments: ForeignNotation.allCases, 0..<10 as Range<UInt64>)
  func randomBytesBecomeValidScripts(notation: ForeignNotation, seed: UInt64) {
    var random = SeededGenerator(seed: seed &+ 1)
    for _ in 0..<20 {
      let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        UInt8.random(in: seed % 2 == 0 ? 0...255 : 32...126, using: &random)
      }
      examine(Source(name: "file", bytes: bytes), notation)
    }
  }

  private func examine(_ source: Source, _ notation: ForeignNotation) {
    let imported = notation.convert(source)
    let text = String(decoding: source.bytes, as: UTF8.self).debugDescription
    let errors = verdicts(of: imported.script).filter { $0.hasPrefix("error") || $0.hasPrefix("warning") }
    #expect(errors == [], "\(notation) of \(text) became\n\(imported.script)")
    for diagnostic in imported.diagnostics {
      #expect(
        diagnostic.span.lowerBound >= 0 && diagnostic.span.upperBound <= source.bytes.count, "\(diagnostic) of \(text)")
    }
    for diagnostic in imported.diagnostics.prefix(3) {
      #expect(!DiagnosticRenderer(source).text(of: diagnostic).isEmpty)
    }
  }

  /// The time for nested and long strings is proportional to their length.
  @Test(arguments: ForeignNotation.allCases)
  func deepAndLongTextsAreConverted(notation: ForeignNotation) {
    let parts = [
      "(", "[", "{", "`${", "'", "a=>", "function(", "cold(", "validate{", "it('x',()=>{", "> map(", "x = ", "- ",
    ]
    for part in parts {
      examine(Source(name: "file", text: "hot('-')\n" + String(repeating: part, count: 1_000)), notation)
      examine(Source(name: "file", text: String(repeating: part + "\n\n", count: 150)), notation)
    }
    let names = (0..<200).map { "const a\($0) = [a\($0 + 1), a\($0 + 1)];" }.joined(separator: "\n")
    examine(
      Source(
        name: "file", text: names + "\nconst a200 = [a0];\nexpectObservable(hot('-', a0).pipe(map(a0))).toBe('-');"),
      notation)
  }
}
