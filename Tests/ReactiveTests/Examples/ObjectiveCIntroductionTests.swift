import Reactive
import Testing

/// The examples of the introduction to ReactiveCocoa for Objective-C, and of its document on when to use it.
///
/// They check the behavior that the documents state. Observed key paths are replaced by properties, and controls by
/// plain objects.
@Suite(.noLeaks)
struct ObjectiveCIntroductionTests {
  private let console = Console()

  private final class Model {
    let username = MutableProperty("")
    let password = MutableProperty("")
    let passwordConfirmation = MutableProperty("")
    let isCreateEnabled = MutableProperty(false)
  }

  @Test func `new names are logged`() {
    let model = Model()
    model.username.producer.startWithValues { [console] in console.print($0) }
    model.username.value = "joshaber"
    #expect(console.read() == ", joshaber")
  }

  @Test func `only names that start with j are logged`() {
    let model = Model()
    model.username.producer
      .filter { $0.hasPrefix("j") }
      .startWithValues { [console] in console.print($0) }
    for name in ["joshaber", "kathryn", "jim"] { model.username.value = name }
    #expect(console.read() == "joshaber, jim")
  }

  @Test func `state is derived`() {
    let model = Model()
    model.isCreateEnabled
      <~ SignalProducer<String, Never>
      .combineLatest(model.password.producer, model.passwordConfirmation.producer)
      .map { password, confirmation in password == confirmation }
    #expect(model.isCreateEnabled.value)
    model.password.value = "secret"
    #expect(!model.isCreateEnabled.value)
    model.passwordConfirmation.value = "secret"
    #expect(model.isCreateEnabled.value)
  }

  @Test func `each press of a button runs a command`() {
    let button = Action<Void, Never, Never> { [console] in
      console.print("button was pressed!")
      return .empty
    }
    button.apply().start()
    button.apply().start()
    #expect(console.read() == "button was pressed!, button was pressed!")
  }

  @Test func `a command logs in`() {
    var answers: [() -> Void] = []
    let loginCommand = Action<Void, Never, Failure> {
      SignalProducer { observer, _ in answers.append { observer.sendCompleted() } }
    }
    loginCommand.executions.observeValues { [console] login in
      login.observeCompleted { console.print("Logged in successfully!") }
    }
    let (presses, press) = Signal<Void, Never>.pipe()
    loginCommand <~ presses
    press.send(value: ())
    #expect(loginCommand.isExecuting.value)
    #expect(console.read() == "")
    answers[0]()
    #expect(!loginCommand.isExecuting.value)
    #expect(console.read() == "Logged in successfully!")
  }

  @Test func `the completion of two requests is observed`() {
    let (userRepos, userInput) = Signal<String, Never>.pipe()
    let (orgRepos, orgInput) = Signal<String, Never>.pipe()
    userRepos.merge(with: orgRepos).observeCompleted { [console] in console.print("They're both done!") }
    userInput.sendCompleted()
    #expect(console.read() == "")
    orgInput.sendCompleted()
    #expect(console.read() == "They're both done!")
  }

  /// A client whose requests are answered immediately.
  private struct Client {
    let console: Console

    func logInUser() -> SignalProducer<String, Failure> { answer("log in", "jim") }

    func loadCachedMessages(for user: String) -> SignalProducer<[String], Failure> {
      answer("cached for \(user)", ["one", "two"])
    }

    func fetchMessages(after message: String?) -> SignalProducer<[String], Failure> {
      answer("after \(message ?? "none")", ["three"])
    }

    private func answer<Value>(_ request: String, _ value: Value) -> SignalProducer<Value, Failure> {
      SignalProducer { observer, _ in
        console.print(request)
        observer.send(value: value)
        observer.sendCompleted()
      }
    }
  }

  @Test func `requests run one after the other`() {
    let client = Client(console: console)
    client.logInUser()
      .flatMap(.merge) { client.loadCachedMessages(for: $0) }
      .flatMap(.merge) { client.fetchMessages(after: $0.last) }
      .start(
        Observer(
          value: { [console] in console.print("New messages: \($0)") },
          completed: { [console] in console.print("Fetched all messages.") }))
    #expect(
      console.read()
        == #"log in, cached for jim, after two, New messages: ["three"], Fetched all messages."#)
  }

  @Test func `a request starts at the completion of the first`() {
    let client = Client(console: console)
    client.logInUser()
      .then(client.loadCachedMessages(for: "jim"))
      .flatMap(.merge) { client.fetchMessages(after: $0.last) }
      .start(
        Observer(
          failed: { [console] in console.print("error \($0)") },
          completed: { [console] in console.print("Fetched all messages.") }))
    #expect(console.read() == "log in, cached for jim, after two, Fetched all messages.")
  }

  @Test func `an image is loaded on another scheduler and bound`() {
    let background = VirtualTimeScheduler()
    let main = VirtualTimeScheduler()
    let console = console
    let image = MutableProperty<String?>(nil)
    let user = SignalProducer<String, Never>(value: "joshaber")
    image
      <~ user
      .observe(on: background)
      .map { user -> String? in
        console.print("downloaded")
        return "avatar of \(user)"
      }
      .observe(on: main)
    #expect(console.read() == "")
    background.run()
    #expect(console.read() == "downloaded")
    #expect(image.value == nil)
    main.run()
    #expect(image.value == "avatar of joshaber")
  }

  // MARK: When to use it

  @Test func `a log-in button depends on events and state`() {
    let username = MutableProperty("")
    let password = MutableProperty("")
    let isLoggingIn = MutableProperty(false)
    let isLoggedIn = MutableProperty(false)
    let (presses, press) = Signal<Void, Never>.pipe()
    let (loggedOut, logOut) = Signal<Void, Never>.pipe()
    var request: SignalProducer<Never, Failure>.Observer?
    let logIn = SignalProducer<Never, Failure> { observer, _ in request = observer }

    let isEnabled = Property(
      initial: false,
      then: SignalProducer<Bool, Never>.combineLatest([
        username.map { !$0.isEmpty }.producer, password.map { !$0.isEmpty }.producer,
        isLoggingIn.negate().producer, isLoggedIn.negate().producer,
      ]).map { $0.allSatisfy { $0 } })
    presses.observeValues { [console] in
      logIn.start(Observer(failed: { console.print("presented \($0)") }, completed: { isLoggedIn.value = true }))
    }
    isLoggedIn <~ loggedOut.map { _ in false }

    #expect(!isEnabled.value)
    username.value = "joshaber"
    password.value = "secret"
    #expect(isEnabled.value)
    isLoggingIn.value = true
    #expect(!isEnabled.value)
    isLoggingIn.value = false
    press.send(value: ())
    request?.send(error: Failure("no network"))
    #expect(console.read() == "presented no network")
    press.send(value: ())
    request?.sendCompleted()
    #expect(isLoggedIn.value && !isEnabled.value)
    logOut.send(value: ())
    #expect(!isLoggedIn.value && isEnabled.value)
  }

  @Test func `independent work is combined`() {
    let console = console
    let background = VirtualTimeScheduler()
    let database = SignalProducer<[String], Never> {
      console.print("database")
      return ["object"]
    }
    let files = SignalProducer<[String], Never> {
      console.print("files")
      return ["contents"]
    }
    // The files are read once, even if the result is never used.
    let eagerFiles = files.start(on: background).replayLazily(upTo: 1)
    eagerFiles.start()
    database.start(on: background).combineLatest(with: eagerFiles)
      .on(value: { objects, contents in console.print("finish with \(objects) and \(contents)") })
      .startWithCompleted { console.print("Done processing") }
    #expect(console.read() == "")
    background.run()
    #expect(
      console.read()
        == #"files, database, finish with ["object"] and ["contents"], Done processing"#)
  }
}
