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
    try { write((hasWarned ? "\n" : "") + json(line) + "\n") } catch (error) { // A failed line may have no end.
      if (!hasWarned) console.error("rxrepl: cannot write the trace:", error?.message)
      hasWarned = true
    }
  }
  /** Does what a line is about, and then writes the line. What starts later in its context starts for its value. */
  function around(line, store, action) {
    const time = (last = Math.max(Math.round((clock() - start) * 1000), last + 1)) / 1000
    try { return context.run(store, action) } finally { store.parent ??= store.value; put({ time, ...line }) }
  }
  /** The value or the outer stream of a stream that starts now, unless the stream that is sending has ended. */
  function place({ id, parent, self } = active()) {
    return parent || !self?.hasEnded ? { parent: parent ?? id, outer: self } : { ended: self, outer: self.outer }
  }
  put({ schema: "rxrepl/trace", version: 1, library: "rxjs", startedAt: new Date().toISOString() })
  return (stream) => {
    const frames = new Error().stack?.split("\n").filter((frame) => /:\d+:\d+\)?$/.test(frame))
    const source = frames?.[1]?.match(/([^\s(@]+:\d+:\d+)\)?$/)[1].replace("file://", "")
    const namesake = (other) => !other || other.stream === stream ? other : namesake(other.outer)
    return (upstream, made = place()) => new (Observable ?? base(upstream, "subscribe"))((subscriber) => {
      const [subscription, now] = [++count, place()]
      // When an inner stream ends, `concatMap` starts the next one, for a value that was sent before.
      const known = [now, made].find((place) => place.parent)
      const { outer, parent = outer?.subscription } = known ?? namesake(now.ended) ?? made
      const self = { stream, subscription, outer, hasEnded: false }
      // As in the operators of RxJS, a subscriber that ends immediately when the other one does.
      const inner = new (base(subscriber, "next"))(subscriber)
      const recording = (method, kind, key) => (content) => {
        const action = () => method.call(inner, content)
        if (self.hasEnded || inner.closed) return action()
        self.hasEnded = kind !== "value"
        const [id, cause] = [++count, active().id]
        return around({ stream, kind, [key]: content, subscription, id, cause }, { id, self, [kind]: id }, action)
      }
      inner.next = recording(inner.next, "value", "value")
      inner.error = recording(inner.error, "failed", "message")
      inner.complete = recording(inner.complete, "completed")
      inner.unsubscribe = recording(inner.unsubscribe, "unsubscribed")
      const line = { stream, kind: "subscribed", subscription, parent, source }
      around(line, { parent, self: outer }, () => upstream.subscribe(inner))
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
