import Dispatch
import Observation
import Reactive
import Testing

/// Streams from other threads and the state of the main actor.
@MainActor
@Suite(.noLeaks)
struct MainActorTests {
  @MainActor
  @Observable
  final class Model {
    var name = "a"
    var log: [String] = []
  }

  @MainActor
  final class Log {
    var lines: [String] = []
  }

  private let model = Model()
  /// A scheduler of another thread.
  private let elsewhere = QueueScheduler(name: "elsewhere")

  /// Waits until the main queue has run what was added to it so far.
  private func settle() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }

  /// Waits until the other thread has run what was scheduled there, and the main queue what that added.
  private func settleElsewhere() async {
    await withCheckedContinuation { continuation in elsewhere.schedule { continuation.resume() } }
    await settle()
  }

  @Test func `a closure receives values of another thread on the main actor`() async {
    let model = model
    SignalProducer(["x", "y"]).start(on: elsewhere).startWithValues(on: .main) { model.log.append($0) }
    SignalProducer<String, Boom>(error: Boom()).start(on: elsewhere).startWithResult(on: .main) { result in
      if case .failure = result { model.log.append("failure") }
    }
    await settleElsewhere()
    await settle()
    #expect(model.log.sorted() == ["failure", "x", "y"])
  }

  @Test func `a closure receives values of the main thread immediately`() {
    let model = model
    let (signal, input) = Signal<String, Never>.pipe()
    signal.observeValues(on: .main) { model.log.append($0) }
    signal.promoteError(Boom.self).observeResult(on: .main) {
      if case .success(let text) = $0 { model.log.append(text) }
    }
    input.send(value: "x")
    #expect(model.log == ["x", "x"])
  }

  @Test func `a model is observed`() async {
    let model = model
    let recorder = Recorder<String, Never>()
    let start = SignalProducer<String, Never>.observing(on: MainScheduler()) { model.name }.start(recorder.observer)
    let property = Property(observing: { model.name.count }, on: .main)
    #expect(recorder.history == "a")
    model.name = "bc"
    await settle()
    await settle()
    #expect(recorder.history == "a bc")
    #expect(property.value == 2)
    start.dispose()
  }

  @Test func `a model is observed from another thread`() async {
    let model = model
    let recorder = Recorder<String, Never>()
    let start = SignalProducer<String, Never>.observing(on: MainScheduler()) { model.name }
      .start(on: elsewhere).start(recorder.observer)
    await settleElsewhere()
    #expect(recorder.history == "a")
    start.dispose()
  }

  @Test func `a model is a target`() async {
    let model = model
    let (lifetime, token) = Lifetime.make()
    BindingTarget(on: MainScheduler(), lifetime: lifetime) { (text: String) in model.log.append(text) }
      <~ SignalProducer(["x", "y"]).start(on: elsewhere)
    BindingTarget(on: MainScheduler(), lifetime: lifetime, object: model, keyPath: \.name)
      <~ SignalProducer(value: "z").start(on: elsewhere)
    await settleElsewhere()
    await settle()
    #expect(model.log == ["x", "y"])
    #expect(model.name == "z")
    token.dispose()
    BindingTarget(on: .main, lifetime: lifetime) { (text: String) in model.log.append(text) }
      <~ SignalProducer(value: "late")
    #expect(model.log == ["x", "y"])
  }

  @Test func `a property is observable`() async {
    let name = MutableProperty("a")
    // Not a model, whose own changes would be tracked too.
    let log = Log()
    let observable = ObservableProperty(name.map { $0 + "!" })
    func track() {
      withObservationTracking {
        log.lines.append(observable.value)
      } onChange: {
        MainActor.assumeIsolated { log.lines.append("changes") }
      }
    }
    track()
    name.value = "b"
    // A change is reported once.
    name.value = "c"
    track()
    elsewhere.schedule { name.value = "d" }
    await settleElsewhere()
    track()
    #expect(log.lines == ["a!", "changes", "c!", "changes", "d!"])
  }

  @Test func `an observable property ends with its object`() {
    let name = MutableProperty("a")
    var observable: ObservableProperty<String>? = ObservableProperty(name)
    weak let released = observable
    name.value = "b"
    #expect(observable?.value == "b")
    observable = nil
    #expect(released == nil)
    name.value = "c"
  }
}
