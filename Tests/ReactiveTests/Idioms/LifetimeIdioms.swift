import Dispatch
import Reactive
import Testing

/// Code as users of ReactiveSwift write it: disposal, lifetimes and time.
@Suite(.noLeaks)
struct LifetimeIdioms {
  @Test func `disposables that only record`() {
    let plain = AnyDisposable()
    #expect(!plain.isDisposed)
    plain.dispose()
    #expect(plain.isDisposed)
    let inner = AnyDisposable()
    let wrapped = AnyDisposable(inner as any Disposable)
    inner.dispose()
    #expect(wrapped.isDisposed)
  }

  @Test func `a composite takes closures, disposables and nil`() {
    var log: [String] = []
    let composite = CompositeDisposable()
    let resource = AnyDisposable()
    composite += { log.append("closure") }
    composite += nil
    composite += resource
    composite.add { log.append("added") }
    composite.dispose()
    #expect(log == ["closure", "added"])
    #expect(resource.isDisposed)
    #expect(composite.add { log.append("late") } == nil)
    #expect(log.last == "late")
  }

  @Test func `a handle removes a disposable from a composite`() {
    let resource = AnyDisposable()
    let composite = CompositeDisposable()
    let handle = composite.add(resource)
    let other = composite += AnyDisposable()
    handle?.dispose()
    composite.dispose()
    #expect(!resource.isDisposed)
    #expect(other != nil)
    #expect(CompositeDisposable([nil, resource]).isDisposed == false)
  }

  @Test func `a scope takes closures and disposables`() {
    var log: [String] = []
    var scope: ScopedDisposable<CompositeDisposable>? = ScopedDisposable(CompositeDisposable())
    if let scope {
      scope += { log.append("closure") }
      scope += AnyDisposable { log.append("disposable") }
      scope += nil
      #expect(!scope.inner.isDisposed)
    }
    scope = nil
    #expect(log == ["closure", "disposable"])
  }

  @Test func `a scope of an observation`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var values: [Int] = []
    var scope: ScopedDisposable<AnyDisposable>? = ScopedDisposable(signal.observeValues { values.append($0) })
    input.send(value: 1)
    #expect(scope?.isDisposed == false)
    scope = nil
    input.send(value: 2)
    #expect(values == [1])
  }

  @Test func `a serial disposable`() {
    let serial = SerialDisposable()
    let first = AnyDisposable()
    serial.inner = first
    serial.inner = AnyDisposable()
    #expect(first.isDisposed)
    #expect(!serial.isDisposed)
  }

  @Test func `a lifetime that has ended`() {
    var calls = 0
    Lifetime.empty.observeEnded { calls += 1 }
    #expect(Lifetime.empty.hasEnded)
    #expect(calls == 1)
    #expect(Lifetime.empty.ended.record().history == "!")
  }

  @Test func `the end of a lifetime as a signal`() {
    let (lifetime, token) = Lifetime.make()
    let recorder = Recorder<Never, Never>()
    lifetime.ended.observe(recorder.observer)
    var completed = 0
    lifetime.ended.observeCompleted { completed += 1 }
    token.dispose()
    #expect(recorder.history == "|")
    #expect(completed == 1)
  }

  @Test func `a stream during a lifetime`() {
    let (lifetime, token) = Lifetime.make()
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = signal.take(during: lifetime).record()
    let producer = Recorder<Int, Never>()
    SignalProducer(value: 0).concat(.never).take(during: lifetime).start(producer.observer)
    input.send(value: 1)
    token.dispose()
    input.send(value: 2)
    #expect(recorder.history == "1 |")
    #expect(producer.history == "0 |")
    #expect(SignalProducer([1]).take(during: .empty).history == "|")
  }

  @Test func `a lifetime owns a disposable`() {
    let (lifetime, token) = Lifetime.make()
    let resource = AnyDisposable()
    lifetime += resource
    lifetime += nil
    token.dispose()
    #expect(resource.isDisposed)
  }

  @Test func `values that are not nil`() {
    let (signal, input) = Signal<Int?, Never>.pipe()
    let recorder = signal.skipNil().record()
    input.send(value: nil)
    input.send(value: 1)
    #expect(recorder.history == "1")
    #expect(SignalProducer(["a", nil, "b"]).skipNil().history == "a b |")
  }

  @Test func `a timer with a leeway`() {
    let scheduler = VirtualTimeScheduler()
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>.timer(interval: .seconds(1), on: scheduler, leeway: .milliseconds(100))
      .take(first: 2).start(recorder.observer)
    scheduler.advance(by: .seconds(2))
    #expect(recorder.history == "0 1 |")
  }

  @Test func `elements at an interval need no error type`() {
    let scheduler = VirtualTimeScheduler()
    let recorder = Recorder<Character, Never>()
    SignalProducer<Character, Never>.interval(.seconds(1), sequence: "ab", on: scheduler).start(recorder.observer)
    scheduler.run()
    #expect(recorder.history == "a b |")
  }

  @Test func `the clock goes back`() {
    let scheduler = VirtualTimeScheduler(startingAt: 5_000)
    let recorder = Recorder<Int, Never>()
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.throttle(.seconds(1), on: scheduler).observe(recorder.observer)
    input.send(value: 1)
    scheduler.advance(by: 0)
    scheduler.rewind(by: .seconds(3))
    #expect(scheduler.now == .seconds(2))
    input.send(value: 2)
    input.sendCompleted()
    scheduler.advance(by: 0)
    #expect(recorder.history == "1 2 |")
    scheduler.rewind(by: .seconds(-1))
    #expect(scheduler.now == .seconds(2))
  }

  @Test func `named queue schedulers`() {
    let named = QueueScheduler(qos: .utility, name: "idioms")
    let target = QueueScheduler(queue: DispatchQueue(label: "target"), name: "on target")
    #expect(named.queue.label == "idioms")
    #expect(target.queue.label == "on target")
    #expect(QueueScheduler(name: "short").queue.label == "short")
  }

  @Test func `operators with times`() {
    let scheduler = VirtualTimeScheduler()
    let (signal, input) = Signal<Int, Boom>.pipe()
    let delayed = signal.delay(.seconds(1), on: scheduler).record()
    let debounced = signal.debounce(.seconds(2), on: scheduler).record()
    let timedOut = signal.timeout(after: .seconds(3), raising: Boom(), on: scheduler).record()
    let collected = signal.collect(every: .seconds(2), on: scheduler).map(\.count).record()
    input.send(value: 1)
    input.send(value: 2)
    scheduler.advance(by: .seconds(3))
    #expect(delayed.history == "1 2")
    #expect(debounced.history == "2")
    #expect(timedOut.history == "1 2 X")
    #expect(collected.history == "2")
    input.sendCompleted()
    scheduler.run()
  }
}
