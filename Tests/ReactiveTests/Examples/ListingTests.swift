import Dispatch
import Observation
import Reactive
import Synchronization
import Testing

// The listings in the documentation of `Reactive` are parts of this file.

final class ViewController {
  let (appearances, appear) = Signal<Void, Never>.pipe()
}

extension ViewController: ReactiveExtensionsProvider {}

extension ReactiveExtensions where Base: ViewController {
  var viewDidAppear: Signal<Void, Never> { base.appearances }
}

final class ViewModel: LifetimeProvider {
  let lifetimeToken = Lifetime.Token()
}

func integers(from first: Int) -> LazyStream<Int> {
  LazyStream(head: first) { integers(from: first + 1) }
}

/// Returns the numbers that no earlier number of the result divides.
private func sieve(_ numbers: LazyStream<Int>) -> LazyStream<Int> {
  guard let prime = numbers.head else { return numbers }
  return LazyStream(head: prime) { sieve(numbers.tail.filter { $0 % prime != 0 }) }
}

@Suite(.noLeaks)
struct ListingTests {
  private let console = Console()

  private func print(_ item: Any) { console.print(item) }

  // MARK: Streams

  @Test func `digits of a keyboard`() {
    let (keys, keyboard) = Signal<Character, Never>.pipe()

    keys
      .filter { $0.isNumber }
      .scan("") { $0 + String($1) }
      .observeValues { print($0) }

    keyboard.send(value: "4")  // 4
    keyboard.send(value: "x")
    keyboard.send(value: "2")  // 42
    #expect(console.read() == "4, 42")
  }

  @Test func `operators of signals on producers`() {
    let producer = SignalProducer<Bool, Never>([true, false]).lift { signal in signal.map { !$0 } }
    producer.startWithValues { print($0) }
    #expect(console.read() == "false, true")

    let numbers = SignalProducer<Int, Never>([1, 2])
    let letters = SignalProducer<String, Never>(["a", "b"])
    let pairs = numbers.lift { first in { second in first.zip(with: second) } }(letters)
    pairs.startWithValues { print($0) }
    #expect(console.read() == #"(1, "a"), (2, "b")"#)
  }

  @Test func `static functions in Swift 6 mode`() {
    let (a, input) = Signal<Int, Never>.pipe()
    let (b, other) = Signal<Int, Never>.pipe()
    let m1 = merge([a, b])  // a free function, for lists and for single streams
    let m2 = Signal<Int, Never>.merge([a, b])  // the type in full
    let m3 = a.merge(with: b)
    for merged in [m1, m2, m3] { merged.observeValues { print($0) } }
    input.send(value: 1)
    other.send(value: 2)
    #expect(console.read() == "1, 1, 1, 2, 2, 2")
  }

  @Test func `streams that cannot fail at the end of long chains`() {
    let names = SignalProducer<String, Never>(["jim", "al"])
    let numbers = SignalProducer<Int, Failure>([1])
    let merged = SignalProducer<Int, Never>([2])
    let lengths = numbers.flatMap(.latest) { _ in names.promoteError(Failure.self) }.map { $0.count }
    let pairs = merged.promoteError(Failure.self).zip(with: numbers)
    lengths.startWithResult { print($0) }
    pairs.startWithResult { print($0) }
    #expect(console.read() == "success(3), success(2), success(2, 1)")
  }

  @Test func `a form that is filled in`() {
    let username = MutableProperty("jim")
    let password = MutableProperty("")
    let canLogIn = combineLatest(username, password) { !$0.isEmpty && !$1.isEmpty }
    canLogIn.producer.startWithValues { print($0) }
    password.value = "secret"
    #expect(console.read() == "false, true")
  }

  @Test func `one request of two observers`() {
    var starts = 0
    let fetch = SignalProducer<Int, Never> { observer, _ in
      starts += 1
      observer.send(value: 7)
      observer.sendCompleted()
    }
    let request = fetch.multicast()
    request.producer.startWithValues { print("one: \($0)") }
    request.producer.startWithValues { print("two: \($0)") }
    request.connect()  // one start, two observers
    #expect(console.read() == "one: 7, two: 7")
    #expect(starts == 1)
  }

  // MARK: Effects

  @Test func `names of streams in debugging`() {
    let search = SignalProducer<Int, Never>([3])
    search.named("search").logEvents(events: [.value, .failed]).start()  // [search] value 3 …
    search.named("search", isGrowing: true).map { $0 * 10 }.logEvents().start()  // [search.map] value 30 …
    search.breakpoint(value: { $0 < 0 }).start()  // raises SIGTRAP at a negative value
  }

  @Test func `a name that grows with each operator`() {
    let (numbers, _) = Signal<Int, Never>.pipe()
    let input = numbers.named("input", isGrowing: true)
    _ = input.map { $0 * 10 }.filter { $0 > 10 }.logEvents()  // [input.map.filter] value 20 …
  }

  @Test func `a recorded lane`() {
    let scheduler = VirtualTimeScheduler()
    let numbers = SignalProducer<Int, Never> { observer, _ in
      scheduler.schedule(after: .milliseconds(2)) { observer.send(value: 1) }
      scheduler.schedule(after: .milliseconds(5)) { observer.send(value: 2) }
      scheduler.schedule(after: .milliseconds(8)) { observer.sendCompleted() }
    }
    let lane = Lane("numbers", on: scheduler)
    numbers.lane(lane).start()
    scheduler.run()
    print(lane)  // numbers  --1--2--|
    #expect(console.read() == "numbers  --1--2--|")
  }

  // MARK: Properties and bindings

  @Test func `a property as a wrapper`() {
    @MutableProperty var name = "Jim"
    $name.producer.startWithValues { print("Hi \($0)!") }  // Hi Jim!
    name = "Jim Kirk"  // Hi Jim Kirk!
    #expect(console.read() == "Hi Jim!, Hi Jim Kirk!")
  }

  @Test func `extensions of an object`() {
    let controller = ViewController()
    controller.reactive.viewDidAppear.observeValues { print("appeared") }
    controller.appear.send(value: ())
    #expect(console.read() == "appeared")

    var model: ViewModel? = ViewModel()
    let modelLifetime = model.map(lifetime(of:))
    #expect(modelLifetime?.hasEnded == false)
    model = nil
    #expect(modelLifetime?.hasEnded == true)
  }

  @Test func `a binding to a text field`() {
    struct Field {
      let reactive: Text
      struct Text { let text: Signal<String, Never> }
    }
    let (texts, input) = Signal<String, Never>.pipe()
    let field = Field(reactive: Field.Text(text: texts))
    let name = MutableProperty("")
    name <~ field.reactive.text
    input.send(value: "Jim")
    #expect(name.value == "Jim")
  }

  // MARK: Actions and loading

  @Test func `logging in`() {
    struct Client {
      func logIn(_ name: String) -> SignalProducer<Int, Failure> { SignalProducer(error: Failure("unknown \(name)")) }
    }
    struct Form { let isFilled = MutableProperty(true) }
    final class Spinner { var isVisible = false }
    let client = Client()
    let form = Form()
    let spinner = Spinner()
    let logIn = Action(enabledIf: form.isFilled) { (name: String) in client.logIn(name) }
    logIn.isExecuting.producer.startWithValues { spinner.isVisible = $0 }
    logIn.errors.observeValues { print("no: \($0)") }
    logIn.apply("jim").start()
    #expect(console.read() == "no: unknown jim")
    #expect(!spinner.isVisible)
  }

  @Test func `loading again`() {
    final class Screen: LoadingStateListener {
      var shown: [String] = []
      var states = 0
      func show(_ name: String) { shown.append(name) }
      func setLoadingState<LoadingValue, LoadingError>(_ state: ObservedLoadingState<LoadingValue, LoadingError>) {
        states += 1
      }
    }
    struct API { func fetchUser() -> SignalProducer<String, Failure> { SignalProducer(value: "Jim") } }
    let api = API()
    let screen = Screen()
    let user = LoadingProperty { api.fetchUser().toLoadingProducer() }
    user.producer.consumeLoadingState(by: screen).startWithValues { screen.show($0) }  // loads it
    user.reload().start()  // and again
    #expect(screen.shown == ["Jim", "Jim"])
    #expect(screen.states > 2)

    let images = SignalProducer<Int, Failure>([1, 2, 3, 4]).toLoadingProducer()
    let laterImages = images.liftValue { $0.skip(first: 3) }
    laterImages.startWithValues { if case .loaded(let image) = $0 { print(image) } }
    #expect(console.read() == "4")
  }

  // MARK: Schedulers

  @Test func `pieces of work`() {
    let pieces = Atomic(3)
    @Sendable func takeNextPiece() -> Bool { pieces.subtract(1, ordering: .relaxed).newValue > 0 }
    let scheduler = ImmediateScheduler()
    let work = scheduler.schedule { again in
      if takeNextPiece() { again() }
    }
    work.dispose()
    #expect(pieces.load(ordering: .relaxed) == 0)
  }

  @Test func `searching in virtual time`() {
    func search(_ text: String) { print(text) }
    let (end, finish) = Signal<Void, Never>.pipe()
    let producer = SignalProducer<String, Never>(value: "marbles").concat(.never).take(until: end)
    let scheduler = VirtualTimeScheduler()
    producer.debounce(.milliseconds(300), on: scheduler).startWithValues { search($0) }
    scheduler.advance(by: .milliseconds(300))
    finish.send(value: ())
    scheduler.run()
    #expect(console.read() == "marbles")
  }

  // MARK: Sequences

  @Test func `elements made on demand`() {
    let words = LazyStream(["a", "b", "c"]).map { word in
      print(word)
      return word.uppercased()
    }
    _ = words.head  // prints a
    _ = words.tail.head  // prints b
    _ = words.tail.head  // prints nothing
    #expect(console.read() == "a, b")

    let primes = sieve(integers(from: 2))  // endless
    print(Array(primes.take(first: 3)))  // [2, 3, 5]
    _ = primes.head  // 2, not computed again
    #expect(console.read() == "[2, 3, 5]")
  }

  @Test func `values in a loop`() async throws {
    struct User { let name: String }
    struct Table { let rows: SignalProducer<Int, Failure> }
    let user = SignalProducer<User, Never>(value: User(name: "Jim"))
    let table = Table(rows: SignalProducer(value: 1))
    func show(_ row: Int) { print(row) }
    for await name in user.map(\.name).values { print(name) }  // cannot fail: no try

    for try await row in table.rows.values(buffering: .newest(1)) { show(row) }
    #expect(console.read() == "Jim, 1")
  }
}

// MARK: - The main actor

/// A replacement for a label of a user interface.
@MainActor
private final class Label: LifetimeProvider, ReactiveExtensionsProvider {
  let lifetimeToken = Lifetime.Token()
  var text = ""
}

@MainActor private let label = Label()

@MainActor func show(_ names: SignalProducer<String, Never>) {
  names.startWithValues { label.text = $0 }  // compiles, and is a data race if names sends on another thread
}

@MainActor
struct MainActorListingTests {
  @MainActor
  @Observable
  final class Model {
    var name = "Jim"
  }

  private func settle() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }

  @Test func `values of another thread`() async {
    let (lifetime, token) = Lifetime.make()
    let names = SignalProducer<String, Never>(value: "Jim")
    names.startWithValues(on: .main) { label.text = $0 }  // a closure of the main actor
    label.reactive[\.text] <~ names.observe(on: .main)  // a binding
    BindingTarget(on: .main, lifetime: lifetime) { label.text = $0 } <~ names
    show(names)
    await settle()
    #expect(label.text == "Jim")
    withExtendedLifetime(token) {}
  }

  @Test func `values of a producer`() async {
    let label = Label()
    let names = SignalProducer<String, Never>(value: "Jim")
    names.startWithValues(on: .main) { label.text = $0 }
    await settle()
    #expect(label.text == "Jim")
  }

  @Test func `values of a signal`() async {
    let label = Label()
    let (names, input) = Signal<String, Never>.pipe()
    names.observeValues(on: .main) { label.text = $0 }
    input.send(value: "Spock")
    await settle()
    #expect(label.text == "Spock")
  }

  @Test func `values with a limit`() {
    let (positions, input) = Signal<Int, Never>.pipe()
    let lines = SignalProducer<String, Never>(["a", "b"])
    let database = ImmediateScheduler()
    let latest = positions.observe(on: .main, limit: .newest(1))  // shows the latest position
    let stored = lines.observe(on: database, limit: .blocking(100))  // reads no faster than the database stores
    var received: [String] = []
    latest.observeValues { received.append("\($0)") }
    stored.startWithValues { received.append($0) }
    input.send(value: 1)
    #expect(received == ["a", "b", "1"])
  }

  @Test func `an observable property`() {
    let name = MutableProperty("Jim")
    let shownName = ObservableProperty(name)
    name.value = "Spock"
    #expect(shownName.value == "Spock")
  }

  @Test func `values of an observable object`() async {
    let model = Model()
    let name = SignalProducer<String, Never>.observing(on: .main) { model.name }
    var read: [String] = []
    let observation = name.startWithValues(on: .main) { read.append($0) }
    model.name = "Spock"
    await settle()
    #expect(read == ["Jim", "Spock"])
    observation.dispose()
  }
}
