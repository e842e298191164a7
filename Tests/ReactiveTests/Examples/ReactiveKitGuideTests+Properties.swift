import Dispatch
import Reactive
import Testing

// The examples of ReactiveKit's guide on timers, threads, bindings, sharing, errors, properties, loading and
// debugging.

extension ReactiveKitGuideTests {
  // MARK: Timers, threads

  @Test func `a timer fires once, and an interval repeatedly`() {
    let scheduler = VirtualTimeScheduler(tick: .seconds(1))
    let once = Recorder<Int, Never>()
    SignalProducer.timer(after: .seconds(60), on: scheduler).map { _ in 5 }.start(once.observer)
    let counter = Recorder<Int, Never>()
    let disposable = SignalProducer<Int, Never>.interval(.seconds(5), sequence: 0..., on: scheduler)
      .start(counter.observer)
    scheduler.advance(to: 20)
    #expect(counter.history == "0 1 2 3")
    disposable.dispose()
    scheduler.advance(to: 60)
    #expect(once.history == "5 |")
    #expect(counter.history == "0 1 2 3 !")
  }

  @Test func `values are delivered on another queue`() {
    let scheduler = QueueScheduler(name: "stands for the main queue")
    let key = DispatchSpecificKey<Bool>()
    scheduler.queue.setSpecific(key: key, value: true)
    let wasOnQueue = SignalProducer<Int, Never>([1, 2])
      .observe(on: scheduler)
      .map { _ in DispatchQueue.getSpecific(key: key) == true }
    #expect(wasOnQueue.collect().single() == .success([true, true]))
    // The result is available before the queue has finished.
    scheduler.queue.sync {}
  }

  @Test func `slow work runs on another scheduler`() {
    let background = VirtualTimeScheduler()
    let main = VirtualTimeScheduler()
    let console = Console()
    let someData = SignalProducer<String, Never> { observer, _ in
      console.print("loading a large file")
      observer.send(value: "data")
      observer.sendCompleted()
    }
    someData.startWithValues { console.print("display \($0)") }
    #expect(console.read() == "loading a large file, display data", "the caller is blocked")
    someData.start(on: background).observe(on: main).startWithValues { console.print("display \($0)") }
    #expect(console.read() == "", "the caller is not blocked")
    background.run()
    #expect(console.read() == "loading a large file")
    main.run()
    #expect(console.read() == "display data")
  }

  // MARK: Bindings

  @Test func `a signal is bound to a target with a closure`() {
    let (users, input) = Signal<String, Never>.pipe()
    var screen: Screen? = Screen()
    let alive = Weak()
    if let screen {
      let probe = alive.makeProbe()
      users.bind(to: screen) { screen, user in
        probe.touch()
        screen.presented.append("profile of \(user)")
      }
    }
    input.send(value: "Jim")
    #expect(screen?.presented == ["profile of Jim"])
    // The binding does not retain the target, and ends with it.
    screen = nil
    #expect(!alive.isAlive)
    input.send(value: "Kathryn")
  }

  @Test func `a signal is bound to a property of a target`() {
    let (name, input) = Signal<String, Never>.pipe()
    let label = Screen()
    name.bind(to: label, keyPath: \.text)
    label.reactive[\.presented] <~ name.map { [$0] }
    input.send(value: "Jim")
    #expect(label.text == "Jim")
    #expect(label.presented == ["Jim"])
  }

  @Test func `a reactive extension provides the signal of a subject`() {
    let console = Console()
    let screen = Screen()
    screen.reactive.viewDidAppear.observeValues { console.print("view did appear") }
    screen.viewDidAppear()
    #expect(console.read() == "view did appear")
  }

  // MARK: Sharing

  @Test func `subscribers share one sequence of events`() {
    let console = Console()
    var answer: SignalProducer<(name: String, email: String), Never>.Observer?
    let user = SignalProducer<(name: String, email: String), Never> { observer, _ in
      console.print("Fetching user...")
      answer = observer
    }.share(replay: 1)
    user.map { $0.name }.startWithValues { console.print($0) }
    #expect(console.read() == "Fetching user...")
    user.map { $0.email }.startWithValues { console.print($0) }
    #expect(console.read() == "")
    answer?.send(value: ("Jim", "jim@example.org"))
    answer?.sendCompleted()
    #expect(console.read() == "Jim, jim@example.org")
    // A later subscriber receives the user and the completion without another request.
    user.map { $0.name }.on(completed: { console.print("completed") }).startWithValues { console.print("late \($0)") }
    #expect(console.read() == "late Jim, completed")
    answer = nil
  }

  /// In the document's order: the first subscriber has received the answer before the second one subscribes.
  @Test func `a later subscriber does not start the producer again`() {
    let console = Console()
    let user = SignalProducer<String, Never> { observer, _ in
      console.print("Fetching user...")
      observer.send(value: "Jim")
      observer.sendCompleted()
    }.share(replay: 1)
    user.startWithValues { console.print("name \($0)") }
    user.startWithValues { console.print("email of \($0)") }
    #expect(console.read() == "Fetching user..., name Jim, email of Jim")
  }

  @Test func `a replay subject replays its values`() {
    let (all, allInput) = Signal<Int, Never>.replayed()
    let (latest, latestInput) = Signal<Int, Never>.replayed(upTo: 1)
    for value in 1...3 {
      allInput.send(value: value)
      latestInput.send(value: value)
    }
    allInput.sendCompleted()
    #expect(all.history == "1 2 3 |")
    #expect(latest.history == "3")
  }

  @Test func `a connectable signal starts when it is connected`() {
    let console = Console()
    let connectable = SignalProducer<Int, Never> { observer, _ in
      console.print("producing")
      observer.send(value: 1)
      observer.sendCompleted()
    }.multicast()
    connectable.producer.startWithValues { console.print("first \($0)") }
    connectable.producer.startWithValues { console.print("second \($0)") }
    #expect(console.read() == "")
    connectable.connect()
    #expect(console.read() == "producing, first 1, second 1")
  }

  @Test func `the first subscriber connects and the last disconnects`() {
    let console = Console()
    let counted = SignalProducer<Int, Never> { observer, lifetime in
      console.print("connected")
      lifetime.observeEnded {
        console.print("disconnected")
        _ = observer
      }
    }.multicast().refCount()
    let first = counted.start()
    let second = counted.start()
    #expect(console.read() == "connected")
    first.dispose()
    #expect(console.read() == "")
    second.dispose()
    #expect(console.read() == "disconnected")
  }

  // MARK: Errors

  /// Returns a producer that fails the given number of times and then sends an image.
  private func image(failing failures: Int) -> SignalProducer<String, Failure> {
    var tries = 0
    return SignalProducer { observer, _ in
      tries += 1
      if tries <= failures { return observer.send(error: Failure("network")) }
      observer.send(value: "image")
      observer.sendCompleted()
    }
  }

  @Test func `errors are handled`() {
    #expect(image(failing: 3).retry(upTo: 3).history == "image |")
    #expect(image(failing: 4).retry(upTo: 3).history == "X")
    #expect(image(failing: 1).recover(with: "placeholder").history == "placeholder |")
    #expect(image(failing: 1).suppressError().history == "|")
    let alternative = image(failing: 1).flatMapError { _ in SignalProducer<String, Never>(value: "alternative") }
    #expect(alternative.history == "alternative |")
  }

  // MARK: Properties

  @Test func `a property sends its values`() {
    let console = Console()
    let name = MutableProperty("Jim")
    name.producer.startWithValues { console.print("Hi \($0)!") }
    #expect(console.read() == "Hi Jim!")
    name.value = "Jim Kirk"
    #expect(console.read() == "Hi Jim Kirk!")
  }

  // MARK: Loading

  @Test func `loading states are observed`() {
    let console = Console()
    func fetch(_ image: SignalProducer<String, Failure>) -> String {
      image.toLoadingProducer().startWithValues { state in
        switch state {
        case .loading: console.print("show the indicator")
        case .loaded(let image): console.print("hide it and show \(image)")
        case .failed(let error): console.print("hide it and say \(error)")
        }
      }
      return console.read()
    }
    #expect(fetch(image(failing: 0)) == "show the indicator, hide it and show image")
    #expect(fetch(image(failing: 1)) == "show the indicator, hide it and say network")
  }

  @Test func `loading states are consumed`() {
    let screen = Screen()
    image(failing: 0).toLoadingProducer()
      .consumeLoadingState(by: screen)
      .bind(to: screen) { screen, image in screen.text = image }
    #expect(screen.states == ["loading", "loaded image"])
    #expect(screen.text == "image")
  }

  @Test func `operators apply to loaded values`() {
    let loading = SignalProducer<Int, Failure>([1, 2, 3, 4, 5]).toLoadingProducer()
    let scheduler = VirtualTimeScheduler(tick: .seconds(1))
    let recorder = Recorder<Int, Never>()
    loading.liftValue { $0.skip(first: 3).delay(.seconds(1), on: scheduler) }.value().start(recorder.observer)
    #expect(recorder.history == "")
    scheduler.advance(to: 1)
    #expect(recorder.history == "4 5 |")
  }

  @Test func `a loading property loads and reloads`() {
    final class UserService {
      let user: LoadingProperty<String, Failure>

      init(_ fetchUser: @escaping () -> SignalProducer<String, Failure>) {
        user = LoadingProperty { fetchUser().toLoadingProducer() }
      }

      func refresh() -> LoadingProducer<String, Failure> { user.reload() }
    }
    var fetches = 0
    let service = UserService {
      fetches += 1
      return SignalProducer(value: "Jim \(fetches)")
    }
    #expect(fetches == 0)
    let screen = Screen()
    service.user.producer.consumeLoadingState(by: screen).start()
    #expect(fetches == 1)
    #expect(screen.states == ["loading", "loaded Jim 1"])
    service.refresh().start()
    #expect(screen.states == ["loading", "loaded Jim 1", "reloading", "loaded Jim 2"])
  }

  // MARK: Debugging

  @Test func `a lane draws the values`() {
    let scheduler = VirtualTimeScheduler()
    let lane = Lane("My Signal", on: scheduler)
    SignalProducer<Int, Never>.interval(scheduler.ticks(3), sequence: 1...4, on: scheduler)
      .filter { $0 % 2 == 0 }
      .lane(lane)
      .map { $0 * 10 }
      .start()
    scheduler.run()
    #expect("\(lane)" == "My Signal  ------2-----(4|)")
  }

  @Test func `events are logged`() {
    let console = Console()
    SignalProducer<Int, Never>([1, 2, 3])
      .filter { $0 > 1 }
      .logEvents(
        identifier: "My Signal", events: [.value, .completed],
        logger: { identifier, event, _, _, _ in console.print("[\(identifier)] \(event)") }
      )
      .map { $0 * 10 }
      .start()
    #expect(console.read() == "[My Signal] value 2, [My Signal] value 3, [My Signal] completed")
  }

  @Test func `a breakpoint stops at a value`() {
    let console = Console()
    SignalProducer<Int, Never>([1, 2, 3])
      .breakpoint(value: { $0 == 2 }, trap: { console.print("stopped:", $0) })
      .startWithValues { console.print($0) }
    #expect(console.read().contains("1, stopped:"))
  }
}

private final class Screen: LifetimeProvider, ReactiveExtensionsProvider, LoadingStateListener {
  let lifetimeToken = Lifetime.Token()
  let (appearances, appearanceInput) = Signal<Void, Never>.pipe()
  var text: String?
  var presented: [String] = []
  var states: [String] = []

  func viewDidAppear() { appearanceInput.send(value: ()) }

  func setLoadingState<LoadingValue, LoadingError>(_ state: ObservedLoadingState<LoadingValue, LoadingError>) {
    switch state {
    case .loading: states.append("loading")
    case .reloading: states.append("reloading")
    case .loaded(let value): states.append("loaded \(value)")
    case .failed(let error): states.append("failed \(error)")
    }
  }
}

extension ReactiveExtensions where Base == Screen {
  fileprivate var viewDidAppear: Signal<Void, Never> { base.appearances }
}
