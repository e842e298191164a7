import Observation
import Reactive
import Testing

@Suite(.noLeaks)
struct BindingTests {
  @Test func `a property receives values from a signal, a producer and a property`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let source = MutableProperty(10)
    let target = MutableProperty(0)
    let recorder = target.signal.record()
    target <~ signal
    input.send(value: 1)
    target <~ SignalProducer([2, 3])
    let binding = target <~ source
    source.value = 11
    binding.dispose()
    source.value = 12
    signal ~> target
    input.send(value: 4)
    #expect(recorder.history == "1 2 3 10 11 4 4")
  }

  @Test func `targets and values may be optional`() {
    let source = MutableProperty(1)
    let optional = MutableProperty<Int?>(nil)
    optional <~ source
    #expect(optional.value == 1)
    source ~> optional
    source.producer.bind(to: optional)
    source.value = 2
    #expect(optional.value == 2)
    var missing: MutableProperty<Int>?
    let binding = missing <~ source
    #expect(binding.isDisposed)
    missing = MutableProperty(0)
    missing <~ source
    #expect(missing?.value == 2)
  }

  @Test func `a binding ends with its target`() {
    var log: [String] = []
    let producer = SignalProducer<Int, Never> { observer, lifetime in
      log.append("start")
      observer.send(value: 1)
      lifetime.observeEnded {
        log.append("end")
        _ = observer
      }
    }
    var target: MutableProperty? = MutableProperty(0)
    target <~ producer
    #expect(target?.value == 1)
    #expect(log == ["start"])
    target = nil
    #expect(log == ["start", "end"])
  }

  @Test func `a binding ends with its source and is removed from the lifetime`() {
    let alive = Weak()
    let target = MutableProperty(0)
    var source: MutableProperty? = MutableProperty(1)
    weak var binding: (any Disposable)?
    do {
      let probe = alive.makeProbe()
      if let source { binding = target <~ source.producer.map { probe.touch($0) } }
    }
    source?.value = 2
    #expect(alive.isAlive)
    #expect(binding != nil)
    source = nil
    #expect(!alive.isAlive)
    #expect(binding == nil)
    #expect(target.value == 2)
  }

  @Test func `a target that has ended starts no producer`() {
    let (lifetime, token) = Lifetime.make()
    token.dispose()
    var starts = 0
    let producer = SignalProducer<Int, Never> { _, _ in starts += 1 }
    BindingTarget(lifetime: lifetime) { _ in } <~ producer
    #expect(starts == 0)
  }

  @Test func `two properties may be bound to each other`() {
    let first = MutableProperty(1)
    let second = MutableProperty(2)
    first <~ second.skipRepeats()
    second <~ first.skipRepeats()
    second.value = 3
    #expect(first.value == 3)
    first.value = 4
    #expect(second.value == 4)
  }

  @Test func `a target on a scheduler receives nothing after its end`() {
    let scheduler = VirtualTimeScheduler()
    let (lifetime, token) = Lifetime.make()
    let log = Recorder<Int, Never>()
    let target = BindingTarget<Int>(on: scheduler, lifetime: lifetime) { log.observer.send(value: $0) }
    let source = MutableProperty(1)
    target <~ source
    #expect(log.history == "")
    scheduler.run()
    source.value = 2
    token.dispose()
    scheduler.run()
    #expect(log.history == "1")
  }

  // MARK: Objects

  private final class Label: LifetimeProvider, ReactiveExtensionsProvider, @unchecked Sendable {
    let lifetimeToken = Lifetime.Token()
    var text = ""
    var note: String?
    var changes = 0
  }

  private final class Panel: BindingSchedulerProvider, @unchecked Sendable {
    let lifetimeToken = Lifetime.Token()
    let scheduler = VirtualTimeScheduler()
    var bindingScheduler: any Scheduler { scheduler }
    var text = ""
  }

  @Test func `key paths and closures are bound until the object is released`() {
    let name = MutableProperty("a")
    var label: Label? = Label()
    weak let weakLabel = label
    if let label {
      name.bind(to: label, keyPath: \.text)
      name.producer.bind(to: label, keyPath: \.note)
      name.signal.bind(to: label) { label, _ in label.changes += 1 }
      label.reactive[\.text] <~ name.map { $0 + "!" }
      label.reactive.makeBindingTarget { (label: Label, text: String) in label.changes += text.count } <~ name.signal
      #expect(label.text == "a!")
      name.value = "b"
      #expect(label.text == "b!")
      #expect(label.note == "b")
      #expect(label.changes == 2)
      #expect(!lifetime(of: label).hasEnded)
      #expect(!label.reactive.lifetime.hasEnded)
    }
    label = nil
    #expect(weakLabel == nil)
    name.value = "c"
  }

  @Test func `an object may define its binding scheduler`() {
    let panel = Panel()
    let name = MutableProperty("a")
    name.bind(to: panel) { panel, text in panel.text += text }
    #expect(panel.text == "")
    panel.scheduler.run()
    #expect(panel.text == "a")
    let label = Label()
    let scheduler = VirtualTimeScheduler()
    name.bind(to: label, on: scheduler) { $0.text = $1 }
    #expect(label.text == "")
    scheduler.run()
    #expect(label.text == "a")
  }

  // MARK: Observation

  @Observable
  fileprivate final class Model: @unchecked Sendable {
    var count = 0
    var other = 0
  }

  @Test func `observable objects are observed`() {
    let scheduler = VirtualTimeScheduler()
    let model = Model()
    let recorder = Recorder<Int, Never>()
    let disposable = SignalProducer<Int, Never>.observing(on: scheduler) { model.count }.start(recorder.observer)
    let property = Property(observing: { model.count * 2 }, on: scheduler)
    #expect(property.value == 0)
    model.count = 1
    model.count = 2
    #expect(recorder.history == "0")
    scheduler.run()
    #expect(property.value == 4)
    model.other = 5
    scheduler.run()
    model.count = 3
    scheduler.run()
    disposable.dispose()
    model.count = 4
    scheduler.run()
    #expect(recorder.history == "0 2 3 !")
    #expect(property.value == 8)
  }

  @Test func `observing does not keep the object after disposal`() {
    let scheduler = VirtualTimeScheduler()
    var model: Model? = Model()
    weak let weakModel = model
    let disposable = model.map { model in
      SignalProducer<Int, Never>.observing(on: scheduler) { model.count }.start()
    }
    model = nil
    #expect(weakModel != nil)
    disposable?.dispose()
    #expect(weakModel == nil)
  }
}
