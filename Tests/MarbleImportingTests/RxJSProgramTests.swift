import MarbleImporting
import MarbleLanguage
import MarbleSession
import Marbles
import TestSupport
import Testing

/// Programs with RxJS that a session runs, such as a pasted expression.
@Suite struct RxJSProgramTests {
  private func session() -> Session {
    var options = SessionOptions()
    options.foreignLanguage = RxJSProgram.language
    return Session(options)
  }

  static let programs: [(program: String, script: String?)] = [
    ("of(1, 2, 3).pipe(map(x => x * 2), take(2))", "of(1, 2, 3).map { $0 * 2 }.take(2)"),
    (
      "interval(1000).pipe(take(4), switchMap(x => interval(300).pipe(take(2))))",
      ":tick 100ms\ninterval(1000ms).take(4).switchMap { interval(300ms).take(2) }"
    ),
    (
      "import { of } from 'rxjs';\nconst a$ = of('x');\na$.pipe(map(x => `${x}!`)).subscribe(console.log);",
      "a = of(\"x\")\na.map { \"\\($0)!\" }"
    ),
    ("const a = of(1)", "a = of(1)"), ("const s = new Subject();\ns", "s = -\ns"),
    ("of(1).pipe(tap(x => console.log('saw', x))).subscribe({ next: v => show(v) })", "of(1)"),
    ("of(1).pipe(map(x => { return x + 1; }))", "of(1).map { $0 + 1 }"),
    ("cold('--a--|').pipe(map(x => x + x))", "cold(\"--a--|\").map { $0 + $0 }"),
    ("cold('--1--|').pipe(map(x => x + '0'))", "cold(\"--\\\"1\\\"--|\").map { \"\\($0)0\" }"),
    (
      "function twice(s) { return s.pipe(map(x => x * 2)); }\ntwice(of(4)).subscribe();", "of(4).map { $0 * 2 }"
    ),
    ("import { of } from 'rxjs';", ""),
    // Such a number of streams is none that limits.
    ("import { merge, of } from 'rxjs';\nmerge(of(1), of(2), 1e30)", "merge(of(1), of(2))"),
    (
      "const s = of(1, 2).pipe(shareReplay(1));\ns.subscribe();\ns.subscribe();",
      "s = of(1, 2).share(replay: 1, resetWhenUnobserved: false)\ns during ^-, ^-"
    ),
    (
      "throwError(() => new Error('no')).pipe(catchError(e => of(`${e}`)))",
      "throwError(\"no\").catchError { of(\"Error: \\($0)\") }"
    ),
    // A time that depends on a value counts in ticks.
    ("of(3).pipe(delayWhen(x => timer(x * 10)))", "of(3).delay(until: { timer(after: $0 * 10) })"),
    ("cold('--a--|').pipe(delay(1000))", "cold(\"--a--|\").delay(until: { timer(after: 1000ms) })"),
    ("iif(() => true, of('a'), of('b'))", "of(\"a\")"), ("concat(of(1), NEVER)", "concat(of(1), never())"),
    ("a$ = of(1)", "a = of(1)"),
    (
      "of(0, 2).pipe(filter(Boolean), map(x => x && 'some'))",
      "of(0, 2).filter { $0 != 0 }.map { $0 != 0 ? \"some\" : $0 }"
    ),
    ("of({ a: { b: 1 } }, { a: null }).pipe(map(o => o.a?.b))", "of(1, nil).map { $0 == 1 ? 1 : nil }"),
    ("const map = of(1)", "_map = of(1)"),
    (
      "of('a', 'b').pipe(groupBy(x => x), mergeMap(g => g.pipe(count(), map(n => g.key + n))))",
      "of(\"a\", \"b\").groupBy { $0 }.mergeMap { g in g.count().map { \"\\(g.key)\\($0)\" } }"
    ),
    // The second `catchError` has no effect.
    (
      "const s = new Subject();\n"
        + "s.pipe(switchMap(q => (q === 'bad' ? throwError(() => 'no') : of(1)).pipe(catchError(e => of(e))))).subscribe();\n"
        + "s.next('ok'); s.next('bad')",
      "s = ([ok][bad])\n"
        + "s.switchMap { q in q == \"bad\" ? throwError(\"no\").catchError { of($0) } : of(1).catchError { of($0) } }"
    ),
    // The values are known before the run.
    (
      "of(1, 2).pipe(catchError((e, s) => s), filter(x => x > 0), filter(x => x < 0), map(x => new Date(x)))",
      "// left out, without effect here: catchError((e, s) => s)\n"
        + "// left out, without effect here: map(x => new Date(x))\nof(1, 2).filter { $0 > 0 }.filter { false }"
    ),
    (
      "const s = interval(1000);\nconst sub = s.subscribe();\nsetTimeout(() => sub.unsubscribe(), 2500);",
      ":tick 500ms\ns = interval(1000ms)\ns during ^----!"
    ),
    (
      "const s = interval(100).pipe(take(3), share());\ns.subscribe();\nsetTimeout(() => s.subscribe(), 250);",
      ":tick 50ms\ns = interval(100ms).take(3).share()\ns during ^-, -----^-"
    ),
    (
      "new Observable(s => { s.next(1); setTimeout(() => { s.next(2); s.complete(); }, 50); return () => { }; })",
      ":tick 50ms\nconcat(of(1), timer(after: 50ms).ignoreElements(), of(2))"
    ),
    (
      "const o = new Observable(s => { for (const x of [4, 5]) { s.next(x); } s.error(new Error('no')); s.next(6); });",
      "o = concat(of(4, 5), throwError(\"no\"))"
    ),
    ("new Observable(subscriber => subscriber.next('x'))", "concat(of(\"x\"), never())"),
    ("Observable.create(function(o) { o.next(1); o.complete(); });", "of(1)"),
    ("from(Promise.resolve(1));", "timer(after: 0).mapTo(1)"),
    ("concat(from(Promise.resolve(1)), of(2))", "concat(timer(after: 0).mapTo(1), of(2))"),
    (
      "of(1, 1).pipe(distinctUntilChanged((a, b) => a === b))", "of(1, 1).distinctUntilChanged { $0 == $1 }"
    ),
    (
      "of(1, 2).pipe(map(x => `a${x > 1 ? `}${x}` : 'c'}`))",
      "of(1, 2).map { \"a\\($0 > 1 ? \"}\\($0)\" : \"c\")\" }"
    ),
    ("of('\\u00e9', '\\x41', '\\u{1F600}')", "of(\"é\", \"A\", \"😀\")"),
    ("of(1e3, .5, 2e+1, 0x1e).pipe(delay(-5))", "of(1000, 0.5, 20, 30).delay(until: { timer(after: 0ms) })"),
    (
      "const a = hot('-a-|');\ninterval(2).pipe(switchMap(x => timer(1).pipe(takeUntil(a))), take(2))",
      "a = -a-|\ninterval(2ms).switchMap { timer(after: 1ms).takeUntil(a.concat(never())) }.take(2)"
    ),
    ("interval(9).pipe(map(x => x * 0.5 + 1))", ":tick 9ms\ninterval(9ms).map { $0 * 0.5 + 1 }"),
    ("interval(9).pipe(map(x => 1 + x / 2))", ":tick 9ms\ninterval(9ms).map { 1 + $0 * 1.0 / 2 }"),
    // Another part of a program declares the observer.
    ("of(1).subscribe(show)", "of(1)"), ("of(1).subscribe(this.view.show)", "of(1)"),
    ("of(1).subscribe({ next: show, error: e => fail(e) })", "of(1)"),
    // Simultaneous events of several subjects keep their order, on ticks of their own.
    (
      "const { Subject } = require('rxjs');\nconst a = new Subject(); const b = new Subject();\n"
        + "merge(a, b).subscribe(show); b.next(1); a.next(2); b.next(3)",
      "a = -2\nb = 1-3\nmerge(a, b)"
    ),
    (
      "const a = new Subject(); const b = new Subject();\nmerge(a, b).subscribe(show); a.next(1); b.next(2)",
      "a = 1\nb = 2\nmerge(a, b)"
    ),
    // A `switch` of a value that is known only when the script runs.
    (
      "interval(9).pipe(map(x => { switch (x) { default: case 0: return 'a'; case 1: case 2: return 'b'; } }))",
      ":tick 9ms\ninterval(9ms).map { $0 == 0 ? \"a\" : $0 == 1 ? \"b\" : $0 == 2 ? \"b\" : \"a\" }"
    ),
    ("interval(9).pipe(map(x => { let y = 0; switch (x) { case 0: y = 1; case 1: y = 2; } return y; }))", nil),
    // The message of an operator's error in RxJS.
    (
      "EMPTY.pipe(first(), catchError(e => of(e.message)))",
      "empty().first().catchError { of(\"no elements in sequence\") }"
    ),
    (
      "of(1).pipe(elementAt(5), catchError(e => of(e.message)))",
      "of(1).elementAt(5).catchError { of(\"argument out of range\") }"
    ),
    (
      "NEVER.pipe(timeout(9), catchError(e => of(e.message)))",
      ":tick 9ms\nnever().timeout(each: 9ms).catchError { of(\"Timeout has occurred\") }"
    ),
    // The value of a subject.
    (
      "const s = new BehaviorSubject(1); s.subscribe(show); s.next(s.value + 2); s.next(s.getValue() * 2)",
      "s = (36)\nproperty(1, then: s)"
    ),
    (
      "const s = new Subject(); const a = s.subscribe(show); s.next(1); a.unsubscribe(); s.next(2)",
      "s = 1-2\ns during ^!"
    ),
    ("const s = new BehaviorSubject(1); of(1).pipe(map(x => x + s.value))", nil),
    ("interval(100).pipe(map(x => Number(x) + 1))", ":tick 100ms\ninterval(100ms).map { $0 + 1 }"),
    // Strings as in JavaScript.
    ("of([1, null]).pipe(map(x => x.join() + x))", "of([1, nil]).map { \"1,1,\" }"),
    ("interval(9).pipe(map(x => [x, null].join('-')))", ":tick 9ms\ninterval(9ms).map { \"\\($0)-\" }"),
    (
      "merge(interval(9).pipe(map(x => x / 2)), interval(9).pipe(map(x => `${x}`)))",
      ":tick 9ms\nmerge(interval(9ms).map { $0 * 1.0 / 2 }, interval(9ms).map { \"\\($0)\" })"
    ),
    ("throwError(() => 5).pipe(catchError(e => of(e + 1)))", "throwError(\"5\").catchError { of(6) }"),
    ("throwError(() => null).pipe(catchError(e => of(e == null)))", "throwError().catchError { of(true) }"),
    // Only `null` or only `undefined`.
    ("of(null, 1).pipe(filter(x => x !== null && x !== undefined))", "of(nil, 1).filter { $0 != nil }"),
    (
      "interval(9).pipe(map(x => x > 1 ? null : x), filter(x => x !== null))",
      ":tick 9ms\ninterval(9ms).map { $0 > 1 ? nil : $0 }.filter { $0 != nil }"
    ),
    (
      "const s = new BehaviorSubject(null); const stop = new Subject();\ns.pipe(takeUntil(stop)).subscribe(show); stop.next()",
      "stop = [nil]\nconcat(of(nil), never()).takeUntil(stop)"
    ),
    // A `kind` of other values than those of `materialize`.
    (
      "const s = new Subject();\ns.pipe(scan((t, e) => e.kind === 'add' ? t + e.n : t, 0)).subscribe(show);\n"
        + "s.next({ kind: 'add', n: 5 })",
      "s = [add,5]\ns.scan(0) { $1.0 == \"add\" ? $0 + $1.1 : $0 }"
    ),
  ]

  @Test(arguments: programs)
  func programIsShownAsAScriptAndRuns(program: String, script: String?) {
    let said = session().transcript(program)
    guard let script else {
      #expect(said.contains("has no counterpart"), "\(said)")
      return
    }
    let lines = script.split(separator: "\n").map { "  \($0)\n" }.joined()
    #expect(said.hasPrefix(script.isEmpty ? "" : "in the marble language:\n" + lines), "\(said)")
    #expect(!said.contains("error"), "\(said)")
  }

  /// A script can be pasted, so its lines are not broken, even where they are aligned.
  @Test func linesOfAScriptAreWhole() {
    let marbles = String(repeating: "-a-b-c---", count: 14)
    let said = session().transcript("const ab = hot('\(marbles)');\nconst c = cold('\(marbles)');")
    #expect(said.contains("\n  c  = cold \(marbles)\n"), "\(said)")
  }

  /// Lines that are entered one after the other have the meaning of one program.
  @Test func subjectIsUsedLineByLine() {
    let session = session()
    func answer(_ entry: String) -> String { session.transcript(entry, mode: .prompt) }
    _ = answer("const s$ = new Subject();")
    #expect(answer("s$.next(1);").contains("nothing observes this subject"))
    _ = answer("s$.pipe(map(x => x + 1)).subscribe(console.log);")
    #expect(answer("s$.next(1);").contains("  s = 1\n  s.map { $0 + 1 }\n"))
    #expect(answer("s$.next(5);").contains("  s = (15)\n  s.map { $0 + 1 }\n"))
    _ = answer("const t = new Subject(); t.subscribe(console.log); t.next(1);")
    // Another subject's subscription is not shown again.
    #expect(answer("t.next(2);").hasPrefix("in the marble language:\n  t = (12)\n  t\n   0\n"))
    _ = answer("const b$ = new BehaviorSubject(0);")
    _ = answer("b$.subscribe(console.log);")
    #expect(answer("b$.next(5);").contains("  b = 5\n  property(0, then: b)\n"))
    #expect(answer("setTimeout(() => b$.next(7), 100);").contains("  :tick 100ms\n  b = 5.7\n  property(0, then: b)\n"))
    #expect(answer("b$.subscribe(console.log);").contains("  b = -7\n  property(5, then: b)\n"))
  }

  /// The name of a subject in a timer shows that the entry is a line of the program.
  @Test func timersSendToEarlierSubjects() {
    let session = session()
    func answer(_ entry: String) -> String { session.transcript(entry, mode: .prompt) }
    _ = answer("const plus = new Subject();")
    _ = answer("plus.pipe(map(x => x + 1)).subscribe(console.log);")
    #expect(answer("setTimeout(() => plus.next(1), 30);").contains("  plus = -1\n  plus.map { $0 + 1 }\n"))
    #expect(
      answer("setTimeout(() => { plus.next(2); plus.complete(); }, 60);")
        .contains("  plus = -1(2|)\n  plus.map { $0 + 1 }\n"))
    #expect(answer("setInterval(() => plus.next(1), 30);").contains("error: `setInterval` has no counterpart\n"))
  }

  /// An error in a function that a stream calls is at its place, and only there.
  @Test func reducersInASubjectHaveOneError() {
    let program = """
      const add$ = new Subject();
      add$.pipe(map(x => (n) => n + x), scan((n, f) => f(n), 0)).subscribe(console.log);
      add$.next(1);
      """
    let said = session().transcript(program)
    #expect(said.contains("<prompt>:2:11: error: `map(x => (n) => n + x)` has no counterpart"))
    #expect(said.split(separator: "error: ").count == 2)
  }

  @Test func streamsOfTheSessionCanBeUsed() {
    let session = session()
    _ = session.transcript("a = -1-2|")
    #expect(session.transcript("a.pipe(map(x => x * 10))").hasPrefix("in the marble language:\n  a.map { $0 * 10 }\n"))
    // The names of test libraries have no meaning in a program.
    _ = session.transcript("vi = -1-2|")
    #expect(session.transcript("vi.pipe(map(x => x * 10))").contains("\n  vi.map { $0 * 10 }\n"))
  }

  @Test(arguments: [
    ("fromEvent(document, 'click').pipe(map(e => e.x))", "<prompt>:1:1: error: `fromEvent` has no counterpart"),
    ("of(1).pipe(\n  take(1),\n  shuffle()\n)", "<prompt>:3:3: error: `shuffle` has no counterpart"),
    ("of({ x: 1, y: 2 }, { a: 1, b: 2 }).pipe(map(o => 'x' in o))", "<prompt>:1:50: error: `'x' in o` has no"),
    (
      "merge(timer(1).pipe(map(x => ({ x }))), timer(2).pipe(map(y => ({ y })))).pipe(map(o => o.x))",
      "<prompt>:1:89: error: `o.x` has no counterpart"
    ),
    ("of({ x: 1 }, 1).pipe(distinctUntilChanged())", "<prompt>:1:22: error: arrays and objects are compared by"),
    ("of({ x: 1 }, null).pipe(distinct())", "<prompt>:1:25: error: arrays and objects are compared by"),
    ("of(1, 2).pipe(filter(x => x & 1))", "<prompt>:1:29: error: `&` has no counterpart"),
    (
      "const s = new ReplaySubject(1, 100);\ns.subscribe(console.log);\ns.next(1);",
      "<prompt>:1:11: error: this form of `ReplaySubject` has no counterpart"
    ),
    // The values of a subject with `null` do not differ from its end.
    (
      "const s = new BehaviorSubject(null);\ntimer(5).pipe(switchMap(() => s)).subscribe();\ns.complete();",
      "<prompt>:2:15: error: this stream may start later"
    ),
    (
      "const s = new Subject();\ns.subscribe();\ns.complete();\ns.subscribe();",
      "<prompt>:4:1: error: `s.subscribe()` has no counterpart"
    ),
    (
      "const s = new ReplaySubject(1);\nmerge(of(0), s).subscribe();\ns.next(1);",
      "<prompt>:2:1: error: this stream may start later"
    ),
    (
      "const c = timer(5).pipe(publish());\nc.subscribe();\nsetTimeout(() => c.connect(), 9);",
      "<prompt>:3:18: error: this form of `connect` has no counterpart"
    ),
    (
      "const c = timer(5).pipe(publish());\nc.connect();\nsetTimeout(() => c.subscribe(), 9);",
      "<prompt>:3:18: error: this stream may send values"
    ),
    ("ajax('/api')", "<prompt>:1:1: error: `ajax` has no counterpart"),
    ("ajax.getJSON('/api')", "<prompt>:1:1: error: `ajax` has no counterpart"),
    ("webSocket(\"wss://a\")", "<prompt>:1:1: error: `webSocket` has no counterpart"),
    ("fromEvent(document, 'click')", "<prompt>:1:1: error: `fromEvent` has no counterpart"),
    ("of(1).pipe(map(x => x)", "<prompt>:1:11: error: this code has no end"),
    ("let n = 0;\nof(1).pipe(map(x => ++n))", "<prompt>:2:23: error: this function keeps state"),
    ("let n = 0;\nof(1).subscribe(x => { n += x; });\nof(n).subscribe()", "<prompt>:3:4: error: this function keeps"),
    ("throwError(() => 'x').pipe(catchError(e => of(e.message)))", "<prompt>:1:47: error: `e.message` has no"),
    ("let n = 0;\nnew Observable(s => { s.next(++n); })", "<prompt>:2:32: error: this function keeps state"),
    (
      "const s = interval(9).subscribe();\nsetTimeout(() => s.unsubscribe(), 18)",
      "<prompt>:1:11: error: this subscription"
    ),
    (
      "const s = timer(9).pipe(share());\ns.subscribe();\nsetTimeout(() => s.subscribe(), 9)",
      "<prompt>:2:1: error: this subscription begins or ends"
    ),
    ("setTimeout(() => { document.title = 'x'; });\nof(1).subscribe()", "<prompt>:1:20: error: `document` has"),
    ("EMPTY.pipe(single(), catchError(e => of(e.message)))", "<prompt>:1:41: error: `e.message` has no"),
    ("from(fetch(\"/api\"))", "<prompt>:1:6: error: `fetch` has no counterpart"),
    ("await firstValueFrom(of(1, 2))", "<prompt>:1:7: error: `firstValueFrom` has no counterpart"),
    ("const x = await lastValueFrom(of(1, 2));", "<prompt>:1:17: error: `lastValueFrom` has no counterpart"),
    (
      "const s = new Subject();\ns.pipe(first(x => x > 3), catchError(e => of(e.message))).subscribe(show);\n"
        + "s.next(1);\ns.error(new Error('boom'));",
      "<prompt>:2:46: error: `e.message` has no"
    ),
    ("of(1).pipe(map(() => Date.now()))", "<prompt>:1:22: error: `now` has no counterpart"),
    (
      "const s = timer(5).pipe(share());\ns.subscribe();\nconcat(timer(9), s).subscribe()",
      "<prompt>:3:1: error: this stream shares a source"
    ),
    ("const s = of(1).pipe(publish());\ns.subscribe()", "<prompt>:1:22: error: this stream is never connected"),
    ("const s = new Subject();\ns.next(1)", "<prompt>:2:1: error: nothing observes this subject"),
    (
      "const b = new BehaviorSubject(1);\nconst c = b.pipe(take(9));\nb.next(2);\nc",
      "<prompt>:3:1: error: `b.next(2)` has"
    ),
    (
      "const s = new Subject();\ns.subscribe();\nof(1).pipe(tap(x => s.next(x)))",
      "<prompt>:3:12: error: this function has"
    ),
    // RxJS compares with the last value that was sent.
    ("interval(9).pipe(distinctUntilChanged((a, b) => b - a < 3))", "<prompt>:1:18: error: this form of"),
    ("of(1).subscribe(x => { of(x).subscribe(); })", "<prompt>:1:17: error: this function has an effect"),
    ("of(1).subscribe({ complete: () => of(1).subscribe() })", "<prompt>:1:29: error: this function has an effect"),
    ("interval(9).pipe(tap(x => { if (x > 2) throw x; }))", "<prompt>:1:18: error: this function has an effect"),
    ("cold('ab|').pipe(map(x => Number(x)))", "<prompt>:1:27: error: `Number(x)` has"),
    // The text of `1.0` is `1` in JavaScript, and that of an array has no brackets.
    ("interval(9).pipe(map(x => `${x / 2}`))", "<prompt>:1:27: error: the text of this value"),
    ("interval(9).pipe(map(x => `${x / 2 + 1}`))", "<prompt>:1:27: error: the text of this value"),
    ("interval(9).pipe(map(x => x / 2), map(x => String(x)))", "<prompt>:1:44: error: the text of this value"),
    ("interval(9).pipe(scan((a, x) => (x + a) / 2), map(x => x + 'm'))", "<prompt>:1:56: error: the text of"),
    ("interval(9).pipe(map(x => (x * 0.5).toString().length))", "<prompt>:1:27: error: the text of this value"),
    ("interval(9).pipe(pairwise(), map(x => `${x}`))", "<prompt>:1:39: error: the text of this value"),
    ("of({ a: 1, b: 2 }).pipe(map(x => x + ''))", "<prompt>:1:34: error: the text of this value"),
    ("of(0.00001).pipe(map(x => String(x)))", "<prompt>:1:27: error: the text of this value"),
    ("interval(9).pipe(map(x => x.toString(2)))", "<prompt>:1:27: error: `toString` has no"),
    // `null` and `undefined` are one value here.
    ("of(null, undefined).pipe(filter(x => x === null))", "<prompt>:1:1: error: `null` and `undefined` are the same"),
    (
      "interval(9).pipe(map(x => x > 1 ? undefined : x), filter(x => x !== null))",
      "<prompt>:1:63: error: `null` and `undefined` are the same"
    ),
    ("interval(9).pipe(find(x => x > 5), map(x => x === null))", "<prompt>:1:45: error: `null` and `undefined`"),
    (
      "interval(9).pipe(map(x => x ? null : undefined), distinctUntilChanged())",
      "<prompt>:1:50: error: `null` and `undefined`"
    ),
    ("of(1).pipe(map(x => x << 1))", "<prompt>:1:23: error: `<<` has no counterpart"),
    ("of(1).pipe(map(x => x >> 1))", "<prompt>:1:23: error: `>>` has no counterpart"),
    ("of(1).pipe(switchMap(x => { of(x) }))", "<prompt>:1:12: error: this function returns nothing"),
    // The event of `a` would precede that of `b`.
    (
      "const a = new Subject(); const b = new Subject();\nmerge(a, b).pipe(delay(5)).subscribe(show); b.next(1); a.next(2)",
      "<prompt>:2:56: error: this event would precede"
    ),
    // The operator would pass the position of each value too.
    ("of('3', '10').pipe(map(parseInt))", "<prompt>:1:20: error: `parseInt` also receives the position"),
    ("of(5, 3).pipe(scan(Math.max))", "<prompt>:1:15: error: `Math.max` also receives the position"),
    ("from(['1', '2'].map(parseInt)).pipe(take(1))", "<prompt>:1:6: error: `parseInt` also receives the position"),
    // JavaScript rounds the result.
    ("of(9007199254740992).pipe(map(x => x + 1))", "<prompt>:1:1: error: `of(9007199254740992)` has no counterpart"),
    // The operator would receive promises.
    ("of(1, 2).pipe(map(async x => x * 2))", "<prompt>:1:15: error: `map(async x => x * 2)` has no counterpart"),
    ("of(1).pipe(filter(async function (x) { return x > 5; }))", "<prompt>:1:12: error: "),
    ("async function load(x) { return x; }\nof(1).pipe(map(x => load(x)))", "<prompt>:2:21: error: `load(x)` has"),
    ("defer(() => of(Math.random()))", "<prompt>:1:16: error: `random` has no counterpart"),
    ("expectObservable(cold('-a|')).toBe('-a|');\nof(1).subscribe()", "<prompt>:1:1: error: `expectObservable` has"),
    ("timer(new Date(2030, 1, 1)).subscribe()", "<prompt>:1:7: error: `Date` has no counterpart"),
    ("for (;;) { }\nof(1).subscribe()", "<prompt>:1:1: error: this expression is too large"),
    ("of(1, 2).pipe(windowCount(2), take(2), mergeAll())", "<prompt>:1:31: error: `take` ends the open window here"),
    ("const map = of(1);\nof(2).pipe(map(x => x))", "<prompt>:2:12: error: `map(x => x)` has no"),
  ])
  func partWithoutACounterpartIsNamed(program: String, error: String) {
    let said = session().transcript(program)
    #expect(said.hasPrefix(error), "\(said)")
    #expect(said.split(separator: "\n").count { $0.contains("error: ") } == 1, "\(said)")
    #expect(said.contains("  help: "), "\(said)")
    #expect(!said.contains("in the marble language"))
  }

  @Test(arguments: [
    ("const a = hot('--a--|'); a.pipe(map(e => e.clientX))", "{ clientX: 3 }"),
    ("const a = cold('--a--|'); a.pipe(map(({ clientX }) => clientX))", "{ clientX: 3 }"),
    ("const a = hot('--1--|'); a.pipe(map(e => e.target.value))", "{ target: { value: 3 } }"),
    ("const a = hot('-a-b|', { a: { x: 1 } }); a.pipe(map(e => e.x))", "{ x: 3 }"),
  ])
  func marblesWithoutValuesHaveNoMembers(program: String, value: String) {
    let said = session().transcript(program)
    #expect(said.hasSuffix("  help: give the marbles values, such as `hot(\"--a--|\", { a: \(value) })`\n"), "\(said)")
  }

  /// A slip gets the error of the marble language, which says how to write it.
  @Test(arguments: [
    ("import { of } from 'rxjs'\na = -1-2-3|\na.map { $0 * 2 }", "unexpected `import"),
    ("let x = --1|", "unexpected `let`"), ("a = --1|\na.pipe(map(x => x))", "unexpected `pipe`"),
    ("of(1).map(x => x + 1)", "unexpected `=>`"), ("const x = \"--1--|\"\nx", "unexpected `const`"),
    ("a$ = --1|", "write `a`"), ("let n = a\nn.filter { $0 > 1 }.subscribe(onNext: { f($0) })", "unexpected `let`"),
    ("of(1).pipe(map { $0 })", "unexpected `pipe`"),
    ("a = of(1).pipe(map(x => x * 2))\nkeys = --a-b---|\nkeys.delay(1)", "unexpected `pipe`"),
  ])
  func scriptIsNoProgram(script: String, error: String) {
    #expect(session().transcript(script).contains(error))
  }

  // MARK: Entries

  @Test func linesAreEntriesOfTheirOwn() {
    let session = session()
    #expect(session.transcript("import { of, map } from 'rxjs';") == "")
    #expect(session.transcript("const LIMIT = 2;\nconst twice = n => n * LIMIT;") == "")
    #expect(session.transcript("const a$ = of(1, 2);").hasPrefix("in the marble language:\n  a = of(1, 2)\n"))
    #expect(session.transcript("a$.pipe(map(twice)).subscribe()").contains("\n  a.map { $0 * 2 }\n"))
    #expect(session.transcript("const pair$ = a$.pipe(map(x => ({ x, y: x + 1 })))").contains("  pair = a.map"))
    // The types of the values are known in later entries too.
    #expect(session.transcript("pair$.pipe(map(({ x, y }) => x + y))").contains("\n  pair.map { $0.0 + $0.1 }\n"))
    #expect(session.transcript("merge(a$, pair$)").contains("\n  merge(a, pair)\n"))
    // A stream is bound again if a later entry needs another tick.
    #expect(
      session.transcript("const t$ = interval(1000);").contains("language:\n  :tick 1s\n  t = interval(1000ms)\n"))
    #expect(
      session.transcript("t$.pipe(delay(250), take(1))")
        .contains("language:\n  :tick 250ms\n  t = interval(1000ms)\n  t.delay"))
    #expect(session.transcript("t$.pipe(take(1))").contains("language:\n  t.take(1)\n"))
    // A name that is bound in the marble language has that meaning from then on.
    _ = session.transcript("a = --7|")
    #expect(session.transcript("a$.pipe(map(x => x + 1))").contains("--8|"))
  }

  @Test(arguments: [
    ("const b$ = a$.pipe(", true), ("const b$ = a$.pipe(\n  map(x => {\n    return x;", true),
    ("const b$ = a$.pipe(\n  map(x => x),\n);", false), ("const b$ =", true), ("of(1).pipe(map(x =>", true),
    ("of(1).pipe(\n\n", false), ("import { of } from 'rxjs'", false), ("function f(x) {", true),
    ("// of(1).pipe(", false), ("of('(').pipe(take(1))", false), ("merge(a,", true), ("a = --1|", false),
    ("setTimeout(() => {", true), ("setTimeout(() => s.next(1), 30);", false),
  ])
  func entryContinuesWhileABracketIsOpen(entry: String, needsMore: Bool) {
    #expect(session().needsMore(entry) == needsMore)
  }

  @Test(arguments: ["}", ";", "// a comment", "/* a comment */"])
  func marksAloneBindNothing(entry: String) {
    let session = session()
    let said = session.transcript(entry)
    #expect(said.isEmpty || said.hasPrefix("<prompt>:1:"), "\(said)")
    #expect(session.names.isEmpty)
  }

  // MARK: Files

  @Test(arguments: [
    ("class Point { x = 1 }", "program.ts:1:1: error: this program shows no stream"),
    ("class Point { set x(x) { } }", "program.ts:1:15: error: `set` has no counterpart"),
    ("const limit = 3;", "program.ts:1:1: error: this program shows no stream"),
    ("", "program.ts:1:1: error: this program shows no stream"),
    ("it('works', () => { cold('-a|'); });", "program.ts:1:1: error: this program contains tests"),
    ("scheduled([1], asyncScheduler)", "program.ts:1:1: error: `asyncScheduler` has no counterpart"),
  ])
  func fileWithoutAStreamIsAnError(program: String, error: String) {
    let said = session().transcript(program, name: "program.ts", mode: .script)
    #expect(said.hasPrefix(error), "\(said)")
    #expect(said.contains("  help: "), "\(said)")
  }

  /// The help in a page names no command.
  @Test(arguments: ["it('works', () => { cold('-a|'); });", "expectObservable(cold('-a|')).toBe('-a|');"])
  func helpForATestIsThatOfItsHost(test: String) {
    var options = SessionOptions()
    options.foreignLanguage = RxJSProgram.language
    let page = Session(options, in: SessionEnvironment(safeWithin: { .zero }, refusal: .inPage))
    let command = "`rxrepl import --from rxjs`"
    let said = [session(), page].map { $0.transcript(test + "\n", name: "program.ts", mode: .script) }
    #expect(said[0].contains(command) && !said[1].contains(command), "\(said)")
    #expect(said[1].contains("help: write an assertion of the marble language"), "\(said)")
  }

  @Test func fileIsTranslatedOnce() {
    let said = session().transcript("of(1).pipe(toArray())", name: "program.ts", mode: .script)
    #expect(said.split(separator: "\n").count { $0.hasPrefix("in the marble language") } == 1, "\(said)")
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func mutatedProgramsEnd(seed: UInt64) {
    var random = SeededGenerator(seed: seed &+ 40)
    for _ in 0..<20 {
      var text = Array((RxJSProgramEventTests.programs.randomElement(using: &random)?.program ?? "").unicodeScalars)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<max(1, text.count), using: &random)
        let end = min(text.count, place + Int.random(in: 1...6, using: &random))
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text.removeSubrange(place..<end)
        case 1: text.insert(contentsOf: text[place..<end], at: place)
        default: text.swapAt(place, Int.random(in: 0..<text.count, using: &random))
        }
      }
      var program = ""
      program.unicodeScalars.append(contentsOf: text)
      let source = Source(name: seed % 2 == 0 ? "<prompt>" : "program.ts", text: program)
      var options = SessionOptions(limits: Limits(ticks: 1_000, deliveries: 2_000))
      options.foreignLanguage = RxJSProgram.language
      Session(options).evaluate(source, mode: seed % 2 == 0 ? .prompt : .script) { answer in
        guard case .error(let error, let place) = answer, place.bytes == source.bytes else { return }
        #expect(error.span.upperBound <= source.bytes.count, "\(program)")
      }
    }
  }
}
