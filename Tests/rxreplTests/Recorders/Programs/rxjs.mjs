// Records observables, and prints what their observers receive: `node rxjs.mjs folder trace`.
// Without a trace, nothing is recorded, and the output is the same.
import { appendFileSync, openSync } from "node:fs"
import { AsyncLocalStorage } from "node:async_hooks"
import { concat, map, mergeMap, naturals, Observable, of, Subject, switchMap, take } from "./observable.mjs"

const [, , folder, trace] = process.argv
const { recorder } = trace ? await import(folder + "/rxjs.mjs") : { recorder: () => () => (source) => source }
const file = trace && openSync(trace, "w")
const record = recorder((line) => appendFileSync(file, line))
const observer = (name) => ({
  next: (value) => console.log(name, typeof value === "object" ? "object" : value),
  error: (error) => console.log(name, "failed", error.message),
  complete: () => console.log(name, "completed"),
})

// Each value has an inner stream, of which the second replaces the first.
const [typed, searches] = [new Subject(), { j: new Subject(), ji: new Subject() }]
const search = (text) => searches[text].pipe(map((value) => value.toUpperCase()), record("search"))
const results = typed.pipe(record("typed"), switchMap(search), record("results")).subscribe(observer("results"))
typed.next("j")
searches.j.next("jo")
typed.next("ji")
searches.j.next("lost")
searches.ji.next("jill")
searches.ji.complete()
results.unsubscribe()
typed.next("lost")

// Everything in one call.
of(1, 2).pipe(record("outer"), mergeMap((value) => of(value * 10).pipe(record("inner"))), record("merged"))
  .subscribe(observer("merged"))
naturals.pipe(record("naturals"), take(2)).subscribe(observer("two"))

// An inner stream that waits starts when the one before ends, and belongs to a value that was sent before that.
const saves = [new Subject(), new Subject(), new Subject()]
of(0, 1, 2).pipe(record("edits"), mergeMap((index) => saves[index].pipe(record("save"), take(1)), 1))
  .subscribe(observer("saved"))
saves[0].next("a")
saves[1].complete()
saves[2].next("c")

concat(of("a").pipe(record("first")), of("b").pipe(record("second"))).subscribe(observer("both"))

// Values of all forms, events after an end, and errors.
const cycle = Object.create(null)
cycle.self = cycle
of(undefined, null, 1.5, NaN, 7n, new Error("no"), { a: [true, "\n"] }, cycle).pipe(record("forms"))
  .subscribe(observer("forms"))
new Observable((subscriber) => { subscriber.complete(); subscriber.next(1) }).pipe(record("ended"))
  .subscribe(observer("ended"))
new Observable(() => { throw new Error("bad") }).pipe(record("failing")).subscribe(observer("failing"))
of(1).pipe(record("throwing")).subscribe({ ...observer("throwing"), next() { throw new Error("thrown") } })

// A recorder that follows promises.
const context = new AsyncLocalStorage()
const follow = recorder((line) => appendFileSync(trace + ".followed", line), { context })
const [clicks, answers] = [new Subject(), new Subject()]
answers.pipe(follow("answers")).subscribe(observer("answers"))
clicks.pipe(follow("clicks")).subscribe((value) => value)
clicks.pipe(follow("asked")).subscribe({ next: async (value) => { await null; answers.next(value + "!") } })
clicks.next("a")
await new Promise((done) => setImmediate(done))

// A file that cannot be written.
const failing = recorder(() => { throw new Error("the disk is full") })
of(1, 2).pipe(failing("unwritten")).subscribe(observer("unwritten"))
