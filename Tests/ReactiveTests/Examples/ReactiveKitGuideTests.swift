import Dispatch
import Reactive
import Testing

/// The examples of ReactiveKit's guide, with the output that it states.
@Suite(.noLeaks)
struct ReactiveKitGuideTests {
  private let console = Console()

  private struct User: Equatable, Sendable {
    let name: String
    let email: String
  }

  /// A replacement for a client of a server.
  ///
  /// The test decides when it answers.
  private final class Client {
    private(set) var log: [String] = []
    private var completion: ((Result<User, Failure>) -> Void)?

    func getUser(completion: @escaping (Result<User, Failure>) -> Void) -> any Disposable {
      log.append("asked")
      self.completion = completion
      return AnyDisposable { self.log.append("cancelled") }
    }

    func answer(_ result: Result<User, Failure>) {
      completion?(result)
    }

    /// Returns a producer that wraps the asynchronous call.
    func user() -> SignalProducer<User, Failure> {
      SignalProducer { observer, lifetime in
        lifetime += self.getUser { result in
          switch result {
          case .success(let user):
            observer.send(value: user)
            observer.sendCompleted()
          case .failure(let error):
            observer.send(error: error)
          }
        }
      }
    }
  }

  private let jim = User(name: "Jim", email: "jim@example.org")

  // MARK: Signals

  @Test func `a counter sends three values`() {
    let counter = SignalProducer<Int, Never> { observer, _ in
      observer.send(value: 1)
      observer.send(value: 2)
      observer.send(value: 3)
      observer.sendCompleted()
    }
    counter.start { [console] event in
      switch event {
      case .value(let value): console.print("next(\(value))")
      case .completed: console.print("completed")
      case .interrupted: console.print("interrupted")
      }
    }
    #expect(console.read() == "next(1), next(2), next(3), completed")
  }

  @Test func `an asynchronous call is wrapped`() {
    let client = Client()
    let user = client.user()
    #expect(client.log == [], "a producer does nothing before it is started")
    let recorder = Recorder<User, Failure>()
    user.start(recorder.observer)
    #expect(client.log == ["asked"])
    client.answer(.success(jim))
    #expect(recorder.events == [.value(jim), .completed])

    let failed = Recorder<User, Failure>()
    user.start(failed.observer)
    client.answer(.failure(Failure("offline")))
    #expect(failed.events == [.failed(Failure("offline"))])
  }

  @Test func `disposing cancels the call`() {
    let client = Client()
    let recorder = Recorder<User, Failure>()
    let disposable = client.user().start(recorder.observer)
    #expect(client.log == ["asked"])
    disposable.dispose()
    #expect(client.log == ["asked", "cancelled"])
    client.answer(.success(jim))
    // ReactiveKit sends nothing here. This library sends one interruption.
    #expect(recorder.events == [.interrupted])
  }

  @Test func `values are transformed`() {
    let cities = SignalProducer<String, Never>(["Berlin", "Paris", "London", "Porto"])
    #expect(cities.filter { $0.hasPrefix("P") }.history == "Paris Porto |")
    cities.filter { $0.hasPrefix("P") }.startWithValues { [console] in console.print($0) }
    #expect(console.read() == "Paris, Porto")
  }

  @Test func `a custom operator filters odd numbers`() {
    #expect(SignalProducer<Int, Never>([1, 2, 3]).odd().history == "1 3 |")
    #expect(SignalProducer<Int, Failure>(error: Failure("no")).odd().history == "X")
  }

  @Test func `simple signals send and terminate`() {
    #expect(SignalProducer<Int, Never>(value: 5).history == "5 |")
    #expect(SignalProducer<Int, Never>([1, 2, 3]).history == "1 2 3 |")
    #expect(SignalProducer<Int, Never>.empty.history == "|")
    #expect(SignalProducer<Int, Failure>(error: Failure("some")).history == "X")
    let recorder = Recorder<Int, Never>()
    let disposable = SignalProducer<Int, Never>.never.start(recorder.observer)
    #expect(recorder.history == "")
    disposable.dispose()
  }

  @Test func `a delayed element arrives later`() {
    let scheduler = VirtualTimeScheduler(tick: .seconds(1))
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>(value: 5).delay(.seconds(60), on: scheduler).start(recorder.observer)
    scheduler.advance(by: 59)
    #expect(recorder.history == "")
    scheduler.advance(by: 1)
    #expect(recorder.history == "5 |")
  }

  @Test func `a composite disposable disposes all observations`() {
    final class Example {
      let bag = CompositeDisposable()
      let scope: ScopedDisposable<CompositeDisposable>

      init(_ some: SignalProducer<Int, Never>, _ another: SignalProducer<Int, Never>, _ console: Console) {
        scope = ScopedDisposable(bag)
        bag += some.startWithValues { console.print("some", $0) }
        bag += another.startWithValues { console.print("another", $0) }
      }
    }
    let (some, someInput) = Signal<Int, Never>.pipe()
    let (another, anotherInput) = Signal<Int, Never>.pipe()
    var example: Example? = Example(some.producer, another.producer, console)
    someInput.send(value: 1)
    anotherInput.send(value: 2)
    #expect(console.read() == "some 1, another 2")
    #expect(example?.bag.isDisposed == false)
    example = nil
    someInput.send(value: 3)
    anotherInput.send(value: 4)
    #expect(console.read() == "")
    // Its contents can also be disposed at will.
    let other = Example(some.producer, another.producer, console)
    other.bag.dispose()
    someInput.send(value: 5)
    #expect(console.read() == "" && other.bag.isDisposed)
  }

  // MARK: Sharing, subjects

  @Test func `every observation runs the producer`() {
    let user = SignalProducer<User, Never> { [console, jim] observer, _ in
      console.print("Fetching user...")
      observer.send(value: jim)
      observer.sendCompleted()
    }
    user.start()
    user.start()
    #expect(console.read() == "Fetching user..., Fetching user...")
    user.map { $0.name }.start()
    user.map { $0.email }.start()
    #expect(console.read() == "Fetching user..., Fetching user...")
  }

  @Test func `a subject sends events to its observers`() {
    let (name, input) = Signal<String, Never>.pipe()
    name.observeValues { [console] in console.print("Hi \($0)!") }
    input.send(.value("Jim"))
    #expect(console.read() == "Hi Jim!")
    input.send(value: "Kathryn")
    #expect(console.read() == "Hi Kathryn!")
    input.sendCompleted()
    input.send(value: "Nobody")
    #expect(console.read() == "")
  }

  // MARK: Common patterns

  @Test func `each tap starts new work`() {
    let (reload, tap) = Signal<Void, Never>.pipe()
    var requests: [SignalProducer<String, Never>.Observer] = []
    let photo = reload.flatMap(.latest) { _ in
      SignalProducer<String, Never> { [console] observer, lifetime in
        requests.append(observer)
        let number = requests.count
        lifetime.observeEnded { console.print("end of request \(number)") }
      }
    }
    photo.observeValues { [console] in console.print($0) }
    // Every tap makes a request.
    tap.send(value: ())
    requests[0].send(value: "first photo")
    requests[0].sendCompleted()
    #expect(console.read() == "first photo, end of request 1")
    tap.send(value: ())
    // A tap before the answer disposes the previous request.
    tap.send(value: ())
    #expect(console.read() == "end of request 2")
    requests[1].send(value: "second photo")
    requests[2].send(value: "third photo")
    #expect(console.read() == "third photo")
  }

  @Test func `other strategies handle several taps differently`() {
    func photos(_ strategy: FlattenStrategy) -> String {
      let (reload, tap) = Signal<Int, Never>.pipe()
      let requests = [Signal<String, Never>.pipe(), Signal<String, Never>.pipe()]
      reload.flatMap(strategy) { requests[$0].output }.observeValues { [console] in console.print($0) }
      tap.send(value: 0)
      tap.send(value: 1)
      requests[1].input.send(value: "b1")
      requests[0].input.send(value: "a1")
      requests[0].input.sendCompleted()
      requests[1].input.send(value: "b2")
      return console.read()
    }
    #expect(photos(.latest) == "b1, b2")
    #expect(photos(.concat) == "a1, b2")
    #expect(photos(.merge) == "b1, a1, b2")
  }

  @Test func `logging in requires both fields`() {
    let (username, usernameInput) = Signal<String, Never>.pipe()
    let (password, passwordInput) = Signal<String, Never>.pipe()
    let canLogIn = username.combineLatest(with: password).map { username, password in
      !username.isEmpty && !password.isEmpty
    }
    final class Button: LifetimeProvider {
      let lifetimeToken = Lifetime.Token()
      var isEnabled = false
    }
    let loginButton = Button()
    canLogIn.bind(to: loginButton, keyPath: \.isEnabled)
    canLogIn.observeValues { [console] in console.print($0) }
    usernameInput.send(value: "jim")
    #expect(console.read() == "", "both fields are needed")
    passwordInput.send(value: "")
    #expect(!loginButton.isEnabled)
    passwordInput.send(value: "secret")
    #expect(loginButton.isEnabled)
    usernameInput.send(value: "")
    #expect(!loginButton.isEnabled)
    #expect(console.read() == "false, true, false")
  }
}

extension SignalProducer where Value == Int {
  /// A custom operator, written with observers.
  fileprivate func odd() -> SignalProducer {
    lift(
      Operator { downstream, _ in
        Observer { event in
          switch event {
          case .value(let value): if value % 2 == 1 { downstream.send(value: value) }
          default: downstream.send(event)
          }
        }
      })
  }
}
