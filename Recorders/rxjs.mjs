// Records observables of RxJS 6 and 7 as a trace, which `rxrepl trace.jsonl` draws:
//
//   import { appendFileSync, openSync } from "node:fs"
//   const file = openSync("trace.jsonl", "w")
//   const record = recorder((line) => appendFileSync(file, line))
//   typed.pipe(record("typed"), switchMap((text) => search(text).pipe(record("search"))), record("results"))
//
// An event has a cause if it is sent within the call of another event. `{ context: new AsyncLocalStorage() }` in Node
// also follows promises and timers. The timer of `debounceTime` belongs to the first value of a burst.
//
// Each event is forwarded first, and written when its receivers have returned. Its id and time are taken before, and
// no time occurs twice, so sorted by time, causes are before their effects.

/** Returns an operator for each name. `write` receives whole lines. `Observable` is the class of the results. */
export function recorder(write, { Observable, context = new Calls(), clock = () => performance.now() } = {}) {
  const start = clock()
  let [last, count, hasWarned] = [-1, 0, false]
  const active = () => context.getStore() ?? {}

  function put(line) {
    try {
      write((hasWarned ? "\n" : "") + json(line) + "\n") // After an error, the line before may have no end.
    } catch (error) {
      if (!hasWarned) console.error("rxrepl: cannot write the trace:", error?.message)
      hasWarned = true
    }
  }
  /** Does what a line is about, and then writes the line. */
  function around(line, store, action) {
    const time = (last = Math.max(Math.round((clock() - start) * 1000), last + 1)) / 1000
    try { return context.run(store, action) } finally { put({ time, ...line }) }
  }

  put({ schema: "rxrepl/trace", version: 1, library: "rxjs", startedAt: new Date().toISOString() })
  return (stream) => {
    const frames = new Error().stack?.split("\n").filter((frame) => /:\d+:\d+\)?$/.test(frame))
    const source = frames?.[1]?.match(/([^\s(@]+:\d+:\d+)\)?$/)[1].replace("file://", "")
    return (upstream) => new (Observable ?? base(upstream, "subscribe"))((subscriber) => {
      let [hasEnded, subscription, { parent }] = [false, ++count, active()]
      // As in the operators of RxJS, a subscriber that ends immediately when the other one does.
      const inner = new (base(subscriber, "next"))(subscriber)
      /** Returns a method of the subscriber that also writes a line. */
      function recording(method, kind, key) {
        return (content) => {
          const action = () => method.call(inner, content)
          if (hasEnded || inner.closed) return action()
          hasEnded = kind !== "value"
          const [id, cause] = [++count, active().id]
          const line = { stream, kind, [key]: content, subscription, id, cause }
          // A stream that starts during a value is an inner stream of it. One that starts during an end is not.
          return around(line, { id, parent: hasEnded ? parent : id }, action)
        }
      }
      inner.next = recording(inner.next, "value", "value")
      inner.error = recording(inner.error, "failed", "message")
      inner.complete = recording(inner.complete, "completed")
      inner.unsubscribe = recording(inner.unsubscribe, "unsubscribed")
      const line = { stream, kind: "subscribed", subscription, parent, source }
      around(line, { parent }, () => upstream.subscribe(inner))
    })
  }
}

const isPlain = (value) => typeof value === "number" ? Number.isFinite(value) : !/bi|fu|sy/.test(typeof value)
const plain = (_, value) => isPlain(value) && !(value instanceof Error) ? value : String(value)
function json(line) {
  if (line.kind === "failed") line.message = String(line.message?.message || line.message)
  try { return JSON.stringify(line, plain) } catch {} // a cycle, or a value that has no form
  return JSON.stringify({ ...line, value: Object.prototype.toString.call(line.value) })
}
/** The first class of an object that has a method. */
const base = (object, method, up = Object.getPrototypeOf(object)) => up[method] ? base(up, method) : object.constructor
/** The current call, like `AsyncLocalStorage`. */
class Calls {
  getStore() { return this.store }
  run(store, action, outer = this.store) {
    this.store = store
    try { return action() } finally { this.store = outer }
  }
}
