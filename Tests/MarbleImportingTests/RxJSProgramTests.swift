import MarbleImporting
import MarbleSession
import Marbles
import TestSupport
import Testing

/// Programs with RxJS that a session runs, such as a pasted expression.
@Suite struct RxJSProgramTests {
  private func session() -> Session {
    var options = SessionOptions()
    options.translate = RxJSProgram.translate
    return Session(options)
  }

  static let programs: [(program: String, script: String)] = [
    ("of(1, 2, 3).pipe(map(x => x * 2), take(2))", "of(1, 2, 3).map { $0 * 2 }.take(2)"),
    (
      "interval(1000).pipe(take(4), switchMap(x => interval(300).pipe(take(2))))",
      "interval(1000ms).take(4).switchMap { interval(300ms).take(2) }"
    ),
    (
      "import { of } from 'rxjs';\nconst a$ = of('x');\na$.pipe(map(x => `${x}!`)).subscribe(console.log);",
      "a = of(\"x\")\na.map { \"\\($0)!\" }"
    ),
    ("const a = of(1)", "a = of(1)"),
    ("of(1).pipe(tap(x => console.log('saw', x))).subscribe({ next: v => show(v) })", "of(1)"),
    ("of(1).pipe(map(x => { return x + 1; }))", "of(1).map { $0 + 1 }"),
    ("cold('--a--|').pipe(map(x => x + x))", "cold(\"--a--|\").map { $0 + $0 }"),
    ("cold('--1--|').pipe(map(x => x + '0'))", "cold(\"--\\\"1\\\"--|\").map { \"\\($0)0\" }"),
    (
      "function twice(s) { return s.pipe(map(x => x * 2)); }\ntwice(of(4)).subscribe();", "of(4).map { $0 * 2 }"
    ),
    ("import { of } from 'rxjs';", ""),
  ]

  @Test(arguments: programs)
  func programIsShownAsAScriptAndRuns(program: String, script: String) {
    let said = session().transcript(program)
    let lines = script.split(separator: "\n").map { "  \($0)\n" }.joined()
    #expect(said.hasPrefix(script.isEmpty ? "" : "in the marble language:\n" + lines), "\(said)")
    #expect(!said.contains("error"), "\(said)")
  }

  @Test func streamsOfTheSessionCanBeUsed() {
    let session = session()
    _ = session.transcript("a = -1-2|")
    #expect(session.transcript("a.pipe(map(x => x * 10))").hasPrefix("in the marble language:\n  a.map { $0 * 10 }\n"))
  }

  @Test(arguments: [
    ("fromEvent(document, 'click').pipe(map(e => e.x))", "<prompt>:1:1: error: `fromEvent` has no counterpart"),
    ("of(1).pipe(\n  take(1),\n  shuffle()\n)", "<prompt>:3:3: error: `shuffle` has no counterpart"),
    ("of(1).pipe(map(x => x)", "<prompt>:1:11: error: this code has no end"),
  ])
  func partWithoutACounterpartIsNamed(program: String, error: String) {
    let said = session().transcript(program)
    #expect(said.hasPrefix(error), "\(said)")
    #expect(!said.contains("in the marble language"))
  }

  /// A slip gets the error of the marble language, which says how to write it.
  @Test(arguments: [
    ("let x = --1|", "unexpected `let`"), ("a = --1|\na.pipe(map(x => x))", "no operator named `pipe`"),
    ("of(1).map(x => x + 1)", "unexpected `=>`"),
  ])
  func scriptIsNoProgram(script: String, error: String) {
    #expect(session().transcript(script).contains(error))
  }
}
