import Foundation
import ReactiveSwiftCompatibility
import Testing

/// Code of ReactiveSwift programs that compiles as it is, after `import ReactiveSwift` was replaced.
///
/// This target is in Swift 5 mode, as those programs are.
struct MigrationTests {
  private struct Failure: Error, Equatable {}

  private struct Model {
    var id: Int
    var title: String
  }

  @Test func `the values of three and four streams are numbered`() {
    let (a, b) = (MutableProperty(1), MutableProperty("b"))
    var log: [String] = []
    Signal.combineLatest(a.signal, b.signal, a.signal).map { "\($0.0)\($0.1)\($0.2)" }.observeValues { log.append($0) }
    SignalProducer.zip(a.producer, b.producer, a.producer, b.producer).startWithValues { log.append("\($0.0)\($0.3)") }
    a.value = 2
    b.value = "c"
    #expect(log == ["1b", "2c2", "2c"])
    #expect(Property.combineLatest(a, b, a).map { "\($0.0)\($0.1)\($0.2)" }.value == "2c2")
  }

  @Test func `the end of a lifetime is observed until the observation is disposed`() {
    let (lifetime, token) = Lifetime.make()
    var log: [Int] = []
    lifetime.observeEnded { log.append(1) }?.dispose()
    lifetime.observeEnded { log.append(2) }
    token.dispose()
    #expect(log == [2])
  }

  @Test func `an optional disposable is disposed`() {
    let (signal, input) = Signal<Int, Failure>.pipe()
    let target = MutableProperty(0)
    let source = MutableProperty(0)
    var log: [String] = []
    let values: Disposable? = signal.observe { log.append("\($0)") }
    let results = signal.observeResult { _ in log.append("result") }
    let failures = signal.observeFailed { _ in log.append("failed") }
    let completions = signal.observeCompleted { log.append("completed") }
    let interruptions = signal.observeInterrupted { log.append("interrupted") }
    let binding = target <~ source
    let optional = MutableProperty<Int?>(nil) <~ source.signal
    input.send(value: 1)
    source.value = 2
    for disposable in [values, results, failures, completions, interruptions, binding, optional] {
      disposable?.dispose()
    }
    source.value = 3
    input.sendCompleted()
    #expect(log == ["value(1)", "result"])
    #expect(target.value == 2)
  }

  @Test func `an observation of values is disposed`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var log: [Int] = []
    let disposable = signal.observeValues { log.append($0) }
    input.send(value: 1)
    disposable?.dispose()
    input.send(value: 2)
    #expect(log == [1])
  }

  @Test func `a disposable that is added to a lifetime can be removed`() {
    var log: [String] = []
    let producer = SignalProducer<Int, Never> { observer, lifetime in
      let serialDisposable = SerialDisposable(AnyDisposable { log.append("serial") })
      let handle = lifetime += serialDisposable
      lifetime += AnyDisposable { log.append("other") }
      handle?.dispose()
      observer.sendCompleted()
    }
    producer.start()
    #expect(log == ["other"])
  }

  @Test func `a feedback without an observer has effects until it is disposed`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var effects: [Int] = []
    let feedback = SignalProducer<Never, Never> { _, lifetime in
      lifetime += signal.observeValues { effects.append($0) }
    }
    let disposable = feedback.start()
    input.send(value: 1)
    disposable.dispose()
    input.send(value: 2)
    #expect(effects == [1])
  }

  @Test func `filterMap and a variable key path transform values`() {
    let keyPath = \Model.title
    let models = [Model(id: 1, title: "a"), Model(id: 2, title: "b")]
    var log: [String] = []
    SignalProducer<Model, Never>(models).map(keyPath).startWithValues { log.append($0) }
    SignalProducer<Model, Never>(models).map(\.id).filterMap { $0 > 1 ? "\($0)" : nil }.startWithValues {
      log.append($0)
    }
    let (signal, input) = Signal<Model, Never>.pipe()
    signal.map(keyPath).filterMap { $0.first }.observeValues { log.append("\($0)") }
    input.send(value: models[1])
    #expect(log == ["a", "b", "2", "b"])
  }

  @Test func `events and signals are constraints`() {
    var log: [Int] = []
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.materialize().unwrapped().observeValues { log.append($0) }
    sum(of: signal.signal).observeValues { log.append($0) }
    input.send(value: 1)
    input.send(value: 2)
    input.sendCompleted()
    #expect(log == [1, 2, 3])
  }

  private func sum<S: SignalProtocol>(of source: S) -> Signal<Int, S.Error> where S.Value == Int {
    source.signal.reduce(0, +)
  }

  @Test func `different kinds of streams are joined`() {
    let property = Property(value: 1)
    let producer = SignalProducer<String, Never>(value: "a")
    var log: [String] = []
    SignalProducer.combineLatest(property, producer).startWithValues { log.append("\($0)\($1)") }
    SignalProducer.zip(property, producer, property).startWithValues { log.append("\($0)\($1)\($2)") }
    SignalProducer.merge(property, SignalProducer<Int, Never>(value: 2)).startWithValues { log.append("\($0)") }
    #expect(log == ["1a", "1a1", "1", "2"])
  }

  @Test func `three producers are joined`() {
    let (numbers, texts) = (SignalProducer<Int, Never>(value: 1), SignalProducer<String, Never>(value: "a"))
    var log: [String] = []
    SignalProducer.combineLatest(numbers, texts, numbers).startWithValues { log.append("\($0)\($1)\($2)") }
    let zipped = SignalProducer.zip(numbers, texts, numbers)
    zipped.startWithValues { log.append("\($0.0)\($0.1)\($0.2)") }
    SignalProducer<Int, Never>.zip(numbers, texts, texts).startWithValues { log.append("\($0)\($1)\($2)") }
    #expect(log == ["1a1", "1a1", "1aa"])
  }

  @Test func `a closure without a stated type is called and is not the value`() async throws {
    var log: [Int] = []
    SignalProducer { 3 }.startWithValues { (value: Int) in log.append(value) }
    let loading = SignalProducer { try await Self.load() }
    let loads: SignalProducer<Int, Error> = loading
    for try await value in loads.values { log.append(value) }
    #expect(log == [3, 4])
  }

  private static func load() async throws -> Int { 4 }

  @Test func `an atomic value is modified`() {
    let count = Atomic(1)
    #expect(
      count.modify {
        $0 += 1; return $0 * 2
      } == 4)
    #expect(count.swap(5) == 2)
    count.value += 1
    #expect(count.withValue { $0 } == 6 && count.value == 6)
  }

  @Test func `seconds are floating-point numbers`() {
    let scheduler = TestScheduler()
    let input = MutableProperty(0)
    var log: [String] = []
    input.signal.delay(1, on: scheduler).observeValues { log.append("delay \($0)") }
    input.signal.throttle(0.5, on: scheduler).observeValues { log.append("throttle \($0)") }
    input.signal.debounce(2.5, on: scheduler).observeValues { log.append("debounce \($0)") }
    SignalProducer<Int, Failure>.never.timeout(after: 2, raising: Failure(), on: scheduler)
      .startWithFailed { _ in log.append("timeout") }
    input.value = 1
    scheduler.advance(by: 1)
    scheduler.advance(by: .seconds(1))
    scheduler.advance(by: .milliseconds(500))
    #expect(log == ["throttle 1", "delay 1", "timeout", "debounce 1"])
  }

  @Test func `the clock of a test shows dates`() {
    let start = Date(timeIntervalSinceReferenceDate: 100)
    let scheduler = TestScheduler(startDate: start)
    let log = Atomic<[String]>([])
    scheduler.schedule(after: start.addingTimeInterval(2)) { log.value.append("date") }
    scheduler.schedule(after: .seconds(3)) { log.value.append("interval") }
    let timer = SignalProducer.timer(interval: .seconds(1), on: scheduler)
      .startWithValues { log.value.append("\(Int($0.timeIntervalSinceReferenceDate))") }
    for _ in 1...20 { scheduler.advance() }
    #expect(log.value == [] && scheduler.now == .nanoseconds(20))
    scheduler.advance(to: start.addingTimeInterval(2))
    #expect(scheduler.currentDate == start.addingTimeInterval(2))
    timer.dispose()
    scheduler.run()
    #expect(log.value == ["101", "date", "102", "interval"])
  }

  @Test func `an interval has a leeway and sends elements`() {
    let scheduler = TestScheduler()
    let log = Atomic<[String]>([])
    let repetition = scheduler.schedule(after: .seconds(2), interval: .seconds(2), leeway: .seconds(0)) {
      log.value.append("action")
    }
    SignalProducer.interval(["x", "y"], interval: .seconds(1.5), on: scheduler).start { log.value.append("\($0)") }
    scheduler.advance(by: 5)
    repetition?.dispose()
    scheduler.run()
    #expect(log.value == ["value(\"x\")", "action", "value(\"y\")", "completed", "action"])
  }

  @Test func `a stored scheduler is used through its protocol`() {
    final class ViewModel {
      let title: Property<String>
      init(_ text: Signal<String, Never>, scheduler: DateScheduler) {
        title = Property(initial: "", then: text.skipRepeats().debounce(0.3, on: scheduler))
      }
    }
    let scheduler = TestScheduler()
    let (text, input) = Signal<String, Never>.pipe()
    let model = ViewModel(text, scheduler: scheduler)
    input.send(value: "a")
    input.send(value: "b")
    scheduler.advance(by: .milliseconds(300))
    #expect(model.title.value == "b")
    let _: [any Scheduler] = [UIScheduler(), QueueScheduler(qos: .utility), ImmediateScheduler()]
    let _: DateScheduler = QueueScheduler.main
  }

  @Test func `a scheduler of the application runs actions at dates`() {
    final class OwnScheduler: DateScheduler, @unchecked Sendable {
      var currentDate = Date(timeIntervalSinceReferenceDate: 0)
      var delays: [TimeInterval] = []
      func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
        action()
        return AnyDisposable()
      }
      func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> Disposable? {
        delays.append(date.timeIntervalSince(currentDate))
        currentDate = date
        action()
        return nil
      }
    }
    let scheduler = OwnScheduler()
    var log: [Int] = []
    SignalProducer<Int, Never>(value: 1).delay(2, on: scheduler).startWithValues { log.append($0) }
    #expect(log == [1] && scheduler.delays.first == 2)
  }

  @Test func `an operator of the application has precedence`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    var count = 0
    signal.ignoreValues().observeValues { count += 1 }
    input.send(value: 1)
    #expect(count == 1)
  }
}

// What applications declare themselves.

extension Signal where Value: EventProtocol, Error == Never {
  fileprivate func unwrapped() -> Signal<Value.Value, Never> {
    signal.filterMap { $0.event.value }
  }
}

extension Signal {
  fileprivate func ignoreValues() -> Signal<Void, Error> { signal.map { _ in () } }
}
