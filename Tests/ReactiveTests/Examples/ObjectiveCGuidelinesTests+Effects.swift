import Reactive
import Testing

// The examples about effects, sharing, properties and names from the Objective-C guidelines.

extension ObjectiveCGuidelinesTests {
  @Test func `side effects are explicit`() {
    var nexts: [Int] = []
    var receivedError: Failure?
    var success = false
    func bookkeeping(_ source: SignalProducer<Int, Failure>) -> SignalProducer<Int, Failure> {
      source.on(value: { nexts.append($0) }, failed: { receivedError = $0 }, completed: { success = true })
    }
    let value = MutableProperty(0)
    value <~ bookkeeping(SignalProducer([1, 2])).suppressError()
    #expect(value.value == 2)
    #expect(nexts == [1, 2] && receivedError == nil && success)
    success = false
    value <~ bookkeeping(SignalProducer(error: Failure("no"))).suppressError()
    #expect(receivedError == Failure("no") && !success)
  }

  @Test func `side effects are shared`() {
    let console = Console()
    let networkRequest = SignalProducer<String, Never> { observer, _ in
      console.print("request")
      observer.send(value: "response")
      observer.sendCompleted()
    }
    let replayed = networkRequest.multicast(replay: .max)
    replayed.connect()
    replayed.producer.startWithValues { console.print("subscriber one: \($0)") }
    replayed.producer.startWithValues { console.print("subscriber two: \($0)") }
    #expect(console.read() == "request, subscriber one: response, subscriber two: response")

    // Without replay, subscribers must come before the connection.
    let connection = networkRequest.multicast()
    connection.producer.startWithValues { console.print("subscriber one: \($0)") }
    connection.producer.startWithValues { console.print("subscriber two: \($0)") }
    #expect(console.read() == "")
    connection.connect()
    #expect(console.read() == "request, subscriber one: response, subscriber two: response")
  }

  @Test func `streams have names`() {
    let console = Console()
    let username = MutableProperty("")
    let named = username.producer
      .skipRepeats()
      .take(first: 3)
      .filter { $0 == "joshaber" }
      .named("joshaber")
    #expect(named.name == "joshaber")
    named
      .logEvents(events: [.value, .completed], logger: { name, event, _, _, _ in console.print("\(name): \(event)") })
      .start()
    username.value = "jim"
    username.value = "joshaber"
    #expect(console.read() == "joshaber: value joshaber, joshaber: completed")
  }

  @Test func `an event disposes the work`() {
    let console = Console()
    let (work, input) = Signal<Int, Never>.pipe()
    let (cancelButton, cancel) = Signal<Void, Never>.pipe()
    work.take(until: cancelButton).observe { console.print(word($0)) }
    input.send(value: 1)
    cancel.send(value: ())
    input.send(value: 2)
    #expect(console.read() == "1, |")
  }

  @Test func `a function combines signals instead of subscriptions`() {
    // In Objective-C, a lifted selector is used here.
    let console = Console()
    func validate(_ username: String, _ password: String) -> Bool {
      console.print("validate")
      return !username.isEmpty && !password.isEmpty
    }
    let username = MutableProperty("")
    let password = MutableProperty("secret")
    let isValid = username.combineLatest(with: password).map { validate($0, $1) }
    #expect(!isValid.value)
    username.value = "jim"
    #expect(isValid.value)
  }

  @Test func `a binding does not retain self`() {
    final class Controller: LifetimeProvider {
      let lifetimeToken = Lifetime.Token()
      let username = MutableProperty("")
      var isValid = false

      init(_ probe: LeakProbe) {
        username.bind(to: self) { controller, name in
          probe.touch()
          controller.isValid = !name.isEmpty
        }
      }
    }
    let alive = Weak()
    var controller: Controller? = { Controller(alive.makeProbe()) }()
    controller?.username.value = "jim"
    #expect(controller?.isValid == true)
    controller = nil
    #expect(!alive.isAlive)
  }
}
