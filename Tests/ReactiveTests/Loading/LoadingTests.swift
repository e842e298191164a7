import Reactive
import Testing

@Suite(.noLeaks)
struct LoadingTests {
  private typealias State = LoadingState<Int, Boom>
  private typealias States = LoadingProducer<Int, Boom>

  /// Returns a sign for a state: `…` for loading, a number for a value, `x` for a failure.
  private static func sign(_ state: State) -> String {
    switch state {
    case .loading: "…"
    case .loaded(let value): "\(value)"
    case .failed: "x"
    }
  }

  private static func history(_ producer: LoadingProducer<Int, Boom>) -> String {
    producer.map(sign).history
  }

  /// Returns a producer of the states with these signs.
  private static func states(_ signs: String) -> States {
    States(
      signs.split(separator: " ").map { sign in
        sign == "…" ? .loading : sign == "x" ? .failed(Boom()) : .loaded(Int(sign) ?? 0)
      })
  }

  private final class Listener: LoadingStateListener {
    var log: [String] = []

    func setLoadingState<LoadingValue, LoadingError>(_ state: ObservedLoadingState<LoadingValue, LoadingError>) {
      switch state {
      case .loading: log.append("loading")
      case .reloading: log.append("reloading")
      case .loaded(let value): log.append("loaded \(value)")
      case .failed: log.append("failed")
      }
    }
  }

  @Test func `a producer becomes a producer of loading states`() {
    #expect(Self.history(SignalProducer<Int, Boom>([1, 2]).toLoadingProducer()) == "… 1 2 |")
    #expect(Self.history(SignalProducer<Int, Boom>(error: Boom()).toLoadingProducer()) == "… x |")
    let (signal, input) = Signal<Int, Boom>.pipe()
    let recorder = Recorder<String, Never>()
    let producer = signal.producer.toLoadingProducer().map(Self.sign)
    producer.start(recorder.observer)
    let disposed = Recorder<String, Never>()
    producer.start(disposed.observer).dispose()
    input.send(value: 1)
    input.sendInterrupted()
    #expect(recorder.history == "… 1 !")
    #expect(disposed.history == "… !")
    #expect(producer.take(first: 1).history == "… |")
  }

  @Test func `operators transform loading states`() {
    let states = Self.states("… 1 x … 2")
    #expect(states.value().history == "1 2 |")
    #expect(Self.history(states.mapValue { $0 * 10 }) == "… 10 x … 20 |")
    struct Other: Error {}
    #expect(states.mapLoadingError { _ in Other() }.map { $0.hasFailed ? "x" : "-" }.history == "- - x - - |")
    #expect(states.dematerializeLoadingState().history == "1 X")
    #expect(Self.states("… 1").dematerializeLoadingState().history == "1 |")
    #expect(Self.history(states.flatMapValue(.latest) { Self.states("… \($0)5") }) == "… … 15 x … … 25 |")
    #expect(states.observedLoadingState().map { "\($0)".prefix(4) }.history == "load load fail relo load |")
  }

  @Test func `values are lifted, and other states pass unchanged`() {
    let states = Self.states("… 1 x … 2 3")
    #expect(Self.history(states.liftValue { $0.filter { $0 > 1 } }) == "… x … 2 3 |")
    #expect(Self.history(states.liftValue { $0.take(first: 1) }) == "… 1 |")
    #expect(
      Self.history(states.liftValue { $0.take(first: 1).concat(SignalProducer(error: Boom())) }) == "… 1 x |")
    let scheduler = VirtualTimeScheduler()
    let recorder = Recorder<String, Never>()
    states.liftValue { $0.delay(.seconds(1), on: scheduler) }.map(Self.sign).start(recorder.observer)
    #expect(recorder.history == "… x …")
    scheduler.run()
    #expect(recorder.history == "… x … 1 2 3 |")
  }

  @Test func `a listener receives the states before the values`() {
    var listener: Listener? = Listener()
    weak let weakListener = listener
    let (signal, input) = Signal<State, Never>.pipe()
    let log = listener
    let recorder = Recorder<Int, Never>()
    if let listener {
      signal.producer.consumeLoadingState(by: listener).map {
        log?.log.append("value \($0)")
        return $0
      }.start(recorder.observer)
    }
    for state: State in [.loading, .loaded(1), .loading, .failed(Boom()), .loading, .loaded(2)] {
      input.send(value: state)
    }
    #expect(
      log?.log == [
        "loading", "loaded 1", "value 1", "reloading", "failed", "reloading", "loaded 2", "value 2",
      ])
    listener = nil
    #expect(weakListener != nil)
    #expect(recorder.history == "1 2")
  }

  // MARK: LoadingProperty

  /// A property whose loads are pipes.
  private final class Service {
    var inputs: [Signal<Int, Boom>.Observer] = []
    var log: [String] = []

    lazy var property = LoadingProperty<Int, Boom>(loading: { [weak self] in
      let (signal, input) = Signal<Int, Boom>.pipe()
      let index = self?.inputs.count ?? 0
      self?.inputs.append(input)
      return SignalProducer { observer, lifetime in
        lifetime += signal.observe(observer)
        lifetime.observeEnded { self?.log.append("end \(index)") }
      }
    })
  }

  @Test func `the first observation and each reload load the value`() {
    let service = Service()
    let property = service.property
    #expect(property.loadingState == nil && property.value == nil)
    let first = Recorder<String, Never>()
    property.producer.map(Self.sign).start(first.observer)
    let second = Recorder<String, Never>()
    property.producer.map(Self.sign).start(second.observer)
    #expect(service.inputs.count == 1)
    service.inputs[0].send(value: 1)
    service.inputs[0].sendCompleted()
    #expect(property.value == 1)
    let reload = Recorder<String, Never>()
    let reloading = property.reload()
    #expect(service.inputs.count == 1)
    reloading.map(Self.sign).start(reload.observer)
    service.inputs[1].send(value: 2)
    service.inputs[1].send(error: Boom())
    #expect(first.history == "… 1 … 2 x")
    #expect(second.history == "… 1 … 2 x")
    #expect(reload.history == "… 2 x |")
    #expect(property.value == nil)
    #expect(Self.history(property.producer.take(first: 1)) == "x |")
  }

  @Test func `a newer load replaces the older one`() {
    let service = Service()
    let recorder = Recorder<String, Never>()
    service.property.producer.map(Self.sign).start(recorder.observer)
    let reload = Recorder<String, Never>()
    service.property.reload().map(Self.sign).start(reload.observer)
    #expect(service.log == ["end 0"])
    service.property.reload().start()
    service.inputs[1].send(value: 1)
    service.inputs[2].send(value: 2)
    #expect(reload.history == "… !")
    #expect(recorder.history == "… … … 2")
  }

  @Test func `a silent reload shows only loaded values`() {
    let service = Service()
    let recorder = Recorder<String, Never>()
    service.property.producer.map(Self.sign).start(recorder.observer)
    service.inputs[0].send(value: 1)
    service.property.reload(silently: true).start()
    service.inputs[1].send(error: Boom())
    service.property.reload(silently: true).start()
    service.inputs[2].send(value: 2)
    #expect(recorder.history == "… 1 2")
  }

  @Test func `a reload before the first observation is the first load`() {
    let service = Service()
    service.property.reload().start()
    service.inputs[0].send(value: 7)
    let recorder = Recorder<String, Never>()
    service.property.producer.map(Self.sign).start(recorder.observer)
    #expect(recorder.history == "7")
    #expect(service.inputs.count == 1)
  }

  @Test func `a load continues without its observer and ends with the property`() {
    var log: [String] = []
    var input: SignalProducer<Int, Boom>.Observer?
    var property: LoadingProperty<Int, Boom>? = LoadingProperty(loading: {
      SignalProducer { observer, lifetime in
        input = observer
        lifetime.observeEnded { log.append("end") }
      }
    })
    let recorder = Recorder<String, Never>()
    property?.producer.map(Self.sign).start(recorder.observer).dispose()
    #expect(log == [])
    input?.send(value: 1)
    #expect(property?.value == 1)
    let other = Recorder<String, Never>()
    property?.producer.map(Self.sign).start(other.observer)
    property = nil
    #expect(log == ["end"])
    #expect(recorder.history == "… !")
    #expect(other.history == "1 |")
  }

  @Test func `an observer of the states may reload`() {
    var count = 0
    let property = LoadingProperty<Int, Boom>(loading: {
      count += 1
      return SignalProducer(value: count)
    })
    let recorder = Recorder<String, Never>()
    property.producer.map { [weak property] state in
      if let value = state.value, value < 3 { property?.reload().start() }
      return Self.sign(state)
    }.start(recorder.observer)
    #expect(recorder.history == "… 1 … 2 … 3")
    #expect(property.value == 3)
  }
}
