import Reactive
import Testing

// The examples of the book about more than streams and their first operators.

extension ReactiveCocoaBookTests {
  @Test func `1.8 side effects log events`() {
    let console = Console()
    let (signal, sink) = Signal<Int, Never>.pipe()
    let logged = signal.on(
      completed: { console.print("Done!") },
      value: { console.print($0) })
    sink.send(value: 5)
    #expect(console.read() == "5")
    sink.sendCompleted()
    #expect(console.read() == "Done!")
    withExtendedLifetime(logged) {}
  }

  @Test func `side effects occur once per event, not once per observer`() {
    let console = Console()
    let (signal, sink) = Signal<Int, Never>.pipe()
    let logged = signal.on(terminated: { console.print("terminated") }, disposed: { console.print("disposed") }) {
      console.print("effect", $0)
    }
    logged.observeValues { console.print("first", $0) }
    logged.observeValues { console.print("second", $0) }
    sink.send(value: 1)
    #expect(console.read() == "effect 1, first 1, second 1")
    sink.sendCompleted()
    #expect(console.read() == "terminated, disposed")
  }

  @Test func `a Boolean signal is negated`() {
    let console = Console()
    let (signal, sink) = Signal<Bool, Never>.pipe()
    let negated = !signal
    negated.observeValues { console.print($0) }
    signal.negate().observeValues { console.print("again", $0) }
    sink.send(value: true)
    #expect(console.read() == "false, again false")
    sink.send(value: false)
    #expect(console.read() == "true, again true")
  }

  @Test func `a login form is checked with the and operator`() {
    let console = Console()
    let (didFillUsername, usernameSink) = Signal<Bool, Never>.pipe()
    let (didFillPassword, passwordSink) = Signal<Bool, Never>.pipe()
    let didFillLoginForm = didFillUsername && didFillPassword
    didFillLoginForm.observeValues { console.print($0) }
    usernameSink.send(value: true)
    passwordSink.send(value: false)
    passwordSink.send(value: true)
    #expect(console.read() == "false, true")
  }

  @Test func `negate is lifted to producers and properties`() {
    #expect(SignalProducer<Bool, Never>([true, false]).negate().history == "false true |")
    #expect(SignalProducer<Bool, Never>([true, false]).lift { $0.negate() }.history == "false true |")
    let property = MutableProperty(true)
    let negated = property.lift { $0.negate() }
    #expect(negated.value == false)
    property.value = false
    #expect(negated.value == true)
    #expect(property.negate().value == true)
  }
}
