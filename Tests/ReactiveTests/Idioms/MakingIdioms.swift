import Reactive
import Testing

/// Code as users of ReactiveSwift write it: making and starting streams.
@Suite(.noLeaks)
struct MakingIdioms {
  @Test func `a producer of values needs no context`() {
    let one = SignalProducer(value: 1)
    let some = SignalProducer([1, 2])
    let listed = SignalProducer(values: 1, 2, 3)
    #expect(one.history == "1 |")
    #expect(some.history == "1 2 |")
    #expect(listed.history == "1 2 3 |")
    #expect(type(of: one) == SignalProducer<Int, Never>.self)
  }

  @Test func `a closure with an observer and a lifetime`() {
    var ended = 0
    let producer = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.observeEnded { ended += 1 }
      observer.send(value: 1)
      observer.sendCompleted()
    }
    #expect(producer.history == "1 |")
    #expect(ended == 1)
  }

  @Test func `a function that returns a value`() {
    func answer() -> Int { 42 }
    #expect(SignalProducer<Int, Never>(answer).history == "42 |")
    #expect(SignalProducer<Int, Never> { 42 }.history == "42 |")
  }

  @Test func `a function that returns a result`() {
    func parse() -> Result<Int, Boom> { .success(7) }
    let fails: () -> Result<Int, Boom> = { .failure(Boom()) }
    #expect(SignalProducer(parse).history == "7 |")
    #expect(SignalProducer(fails).history == "X")
    #expect(SignalProducer<Int, Boom> { .success(8) }.history == "8 |")
  }

  @Test func `a function that throws`() {
    func load() throws -> Int { throw Boom() }
    func check() throws(Boom) -> Int { 3 }
    #expect(SignalProducer<Int, any Error>(load).history == "X")
    #expect(SignalProducer<Int, Boom>(check).history == "3 |")
    #expect(SignalProducer<Int, any Error> { try load() }.history == "X")
  }

  @Test func `a result is a stream`() {
    #expect(Result<Int, Boom>.success(1).producer.history == "1 |")
    #expect(SignalProducer(Result<Int, Boom>.failure(Boom())).history == "X")
    #expect(SignalProducer<Int, Boom>(result: .success(2)).history == "2 |")
  }

  @Test func `a producer of any kind of stream`() {
    let property = MutableProperty(1)
    let recorder = Recorder<Int, Never>()
    let start = SignalProducer(property).start(recorder.observer)
    property.value = 2
    start.dispose()
    #expect(recorder.history == "1 2 !")
  }

  @Test func `implicit members where the type is known`() {
    let streams: [SignalProducer<Int, Boom>] = [.empty, .init(value: 1), .init(error: Boom()), .init([2, 3])]
    #expect(streams.map(\.history) == ["|", "1 |", "X", "2 3 |"])
  }

  @Test func `the types of events and of the signal of a start`() {
    var events: [Signal<Int, Boom>.Event] = []
    SignalProducer<Int, Boom>(value: 1).start { (event: Signal<Int, Boom>.Event) in events.append(event) }
    #expect(events == [.value(1), .completed])
    let same: SignalProducer<Int, Boom>.ProducedSignal.Event = .failed(Boom())
    #expect(same.error == Boom())
    #expect(same.value == nil)
    #expect(events.map(\.isCompleted) == [false, true])
    #expect(events.last?.isTerminating == true)
  }

  @Test func `an observer with some closures`() {
    var log: [String] = []
    let observer = Signal<Int, Boom>.Observer(
      value: { log.append("\($0)") }, failed: { _ in log.append("failed") }, completed: { log.append("completed") })
    observer.send(value: 1)
    observer.send(error: Boom())
    observer.sendCompleted()
    #expect(log == ["1", "failed", "completed"])
  }

  @Test func `a pipe in a tuple`() {
    let (signal, observer) = Signal<String, Never>.pipe()
    var texts: [String] = []
    signal.observeValues { texts.append($0) }
    ["a", "b"].forEach(observer.send(value:))
    #expect(texts == ["a", "b"])
  }

  @Test func `a pipe with a disposable`() {
    let resource = AnyDisposable()
    let (signal, observer) = Signal<Int, Never>.pipe(disposable: resource)
    let recorder = signal.record()
    observer.send(value: 1)
    #expect(!resource.isDisposed)
    observer.sendCompleted()
    #expect(resource.isDisposed)
    #expect(recorder.history == "1 |")
    _ = Signal<Int, Never>.pipe(disposable: nil)
  }

  @Test func `a signal from a closure`() {
    let (source, input) = Signal<Int, Never>.pipe()
    let doubled = Signal<Int, Never> { observer, lifetime in
      lifetime += source.observeValues { observer.send(value: $0 * 2) }
    }
    let recorder = doubled.record()
    input.send(value: 4)
    #expect(recorder.history == "8")
  }

  @Test func `the results of blocking functions`() {
    let numbers = SignalProducer<Int, Boom>([1, 2, 3])
    #expect((try? numbers.first()?.get()) == 1)
    #expect((try? numbers.last()?.get()) == 3)
    #expect(numbers.single() == nil)
    #expect((try? numbers.collect().single()?.get()) == [1, 2, 3])
  }

  @Test func `starting with one kind of event`() {
    var log: [String] = []
    let failing = SignalProducer<Int, Boom>(error: Boom())
    failing.startWithFailed { _ in log.append("failed") }
    failing.startWithResult { if case .failure = $0 { log.append("failure") } }
    SignalProducer<Int, Boom>.empty.startWithCompleted { log.append("completed") }
    SignalProducer<Int, Boom>.never.startWithInterrupted { log.append("interrupted") }.dispose()
    #expect(log == ["failed", "failure", "completed", "interrupted"])
  }

  @Test func `starting as a signal`() {
    let count = SignalProducer(["a", "b"]).startWithSignal { signal, _ in signal.collect().record() }
    #expect(count.history == #"["a", "b"] |"#)
  }

  @Test func `lifting a function of signals`() {
    let producer = SignalProducer([1, 2]).lift { $0.map { $0 * 10 } }
    #expect(producer.history == "10 20 |")
  }
}
