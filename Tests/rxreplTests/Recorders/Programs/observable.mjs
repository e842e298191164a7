// Observables with the protocol of RxJS: subscribers are linked to the one after them, so that an end or an
// unsubscription ends those before immediately.

export class Subscriber {
  teardowns = []
  closed = false
  isStopped = false
  constructor(destination) {
    this.destination = destination
    destination.add?.(this)
  }
  add(teardown) {
    if (this.closed) end(teardown)
    else this.teardowns.push(teardown)
  }
  next(value) { if (!this.isStopped) this._next(value) }
  error(error) { this.stop(() => this.destination.error?.(error)) }
  complete() { this.stop(() => this.destination.complete?.()) }
  unsubscribe() {
    if (this.closed) return
    this.closed = this.isStopped = true
    for (const teardown of this.teardowns.splice(0)) end(teardown)
  }
  _next(value) { this.destination.next?.(value) }
  stop(action) {
    if (this.isStopped) return
    this.isStopped = true
    try { action() } finally { this.unsubscribe() }
  }
}

const end = (teardown) => typeof teardown === "function" ? teardown() : teardown?.unsubscribe()

class SafeSubscriber extends Subscriber {}

export class Observable {
  constructor(start) { this.start = start }
  subscribe(observer) {
    const subscriber = observer instanceof Subscriber ? observer : new SafeSubscriber(observer)
    try { subscriber.add(this.start(subscriber)) } catch (error) { subscriber.error(error) }
    return subscriber
  }
  pipe(...operators) { return operators.reduce((source, operator) => operator(source), this) }
}

export class Subject extends Observable {
  observers = new Set()
  constructor() {
    super((subscriber) => {
      this.observers.add(subscriber)
      return () => this.observers.delete(subscriber)
    })
  }
  next(value) { for (const observer of [...this.observers]) observer.next(value) }
  error(error) { for (const observer of [...this.observers]) observer.error(error) }
  complete() { for (const observer of [...this.observers]) observer.complete() }
}

export const of = (...values) => new Observable((subscriber) => {
  for (const value of values) subscriber.next(value)
  subscriber.complete()
})

/** All natural numbers in one call, as long as there is a subscriber. */
export const naturals = new Observable((subscriber) => {
  for (let number = 0; !subscriber.closed; number++) subscriber.next(number)
})

const operator = (next, complete) => (source) => new Observable((subscriber) => {
  const inner = new Subscriber(subscriber)
  next(inner, subscriber)
  source.subscribe(inner)
})

export const map = (transform) => operator((inner, subscriber) => {
  inner._next = (value) => subscriber.next(transform(value))
})

export const take = (count) => operator((inner, subscriber) => {
  let taken = 0
  inner._next = (value) => {
    subscriber.next(value)
    if (++taken === count) subscriber.complete()
  }
})

const flatten = (isLatest) => (transform, limit = Infinity) => operator((inner, subscriber) => {
  let [active, waiting, hasEnded] = [new Set(), [], false]
  const complete = () => {
    if (waiting.length > 0 && active.size < limit) inner._next(waiting.shift())
    else if (hasEnded && active.size === 0) subscriber.complete()
  }
  inner._next = (value) => {
    if (active.size >= limit) return waiting.push(value)
    if (isLatest) for (const other of active) other.unsubscribe()
    if (isLatest) active.clear()
    const next = new Subscriber(subscriber)
    active.add(next)
    next.complete = () => { active.delete(next); next.unsubscribe(); complete() }
    transform(value).subscribe(next)
  }
  inner.complete = () => { hasEnded = true; inner.unsubscribe(); complete() }
})

export const mergeMap = flatten(false)
export const switchMap = flatten(true)

export const concat = (...sources) => new Observable((subscriber) => {
  const [first, ...rest] = sources
  if (!first) return subscriber.complete()
  const inner = new Subscriber(subscriber)
  inner.complete = () => { inner.unsubscribe(); concat(...rest).subscribe(subscriber) }
  first.subscribe(inner)
})
