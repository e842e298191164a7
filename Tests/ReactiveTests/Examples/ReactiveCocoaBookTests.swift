import Reactive
import Testing

/// The examples of a book about ReactiveCocoa, with the output that it states.
@Suite(.noLeaks)
struct ReactiveCocoaBookTests {
  private let console = Console()

  // MARK: Signals

  @Test func `1.1 a signal sends one and two`() {
    var steps: [String] = []
    let oneTwo = Signal<Int, Failure> { observer, _ in
      observer.send(value: 1)
      observer.send(value: 2)
      steps.append("both are sent")
      // Uses the observer, because releasing it would interrupt the signal.
      steps.append("\(observer)".isEmpty ? "" : "returns")
    }
    // A signal is hot: the closure has already run, without any observers.
    #expect(steps == ["both are sent", "returns"])
    oneTwo.observeResult { _ in steps.append("never") }
    #expect(steps.count == 2)
  }

  @Test func `1.2 to 1.4 observers receive one kind, some kinds, and all events`() {
    let completionObserver = Signal<Int, Failure>.Observer(completed: { [console] in
      console.print("Show is over, nothing to see here anymore.")
    })
    let bigBrother = Signal<Int, Failure>.Observer { [console] event in
      switch event {
      case .value(let number): console.print("Got value: \(number)")
      case .failed(let error): console.print("Error: \(error)")
      case .completed: console.print("Signal has successfully completed!")
      case .interrupted: console.print("Attempting to observe completed signal!")
      }
    }
    let resultObserver = Signal<Int, Failure>.Observer(
      value: { [console] in console.print($0 * $0) },
      failed: { [console] in console.print("error: \($0)") })

    let (signal, sink) = Signal<Int, Failure>.pipe()
    signal.observe(completionObserver)
    signal.observe(bigBrother)
    signal.observe(resultObserver)
    sink.send(value: 3)
    #expect(console.read() == "Got value: 3, 9")
    sink.sendCompleted()
    #expect(console.read() == "Show is over, nothing to see here anymore., Signal has successfully completed!")
    signal.observe(bigBrother)
    #expect(console.read() == "Attempting to observe completed signal!")

    let (failing, failingSink) = Signal<Int, Failure>.pipe()
    failing.observe(bigBrother)
    failing.observe(resultObserver)
    failingSink.send(error: Failure("out of stuff"))
    #expect(console.read() == "Error: out of stuff, error: out of stuff")
  }

  @Test func `1.5 results are observed`() {
    let (signal, sink) = Signal<Int, Failure>.pipe()
    signal.observeResult { [console] result in
      switch result {
      case .success(let number): console.print(number * number)
      case .failure(let error): console.print("Error says: \(error)")
      }
    }
    sink.send(value: 2)
    #expect(console.read() == "4")
    sink.send(error: Failure("Hi, I am an error!"))
    #expect(console.read() == "Error says: Hi, I am an error!")
  }

  @Test func `1.6 and 1.7 a pipe is observed`() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    signal.observeValues { [console] in console.print($0) }
    observer.send(value: 0)
    #expect(console.read() == "0")
    observer.send(value: 1)
    #expect(console.read() == "1")
  }

  @Test func `signals are hot`() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    observer.send(value: 0)
    signal.observeValues { [console] in console.print("first", $0) }
    observer.send(value: 1)
    signal.observeValues { [console] in console.print("second", $0) }
    observer.send(value: 2)
    // The book warns that the order of observers is undefined. Here it is the order of observation.
    #expect(console.read() == "first 1, first 2, second 2")
  }

  @Test func `every value of a text field is observed`() {
    let textField = TextField()
    let textValues = textField.reactive.continuousTextValues
    textValues.observeValues { [console] maybeText in
      if let text = maybeText { console.print(text) }
    }
    textField.type("J")
    textField.type("Ji")
    textField.clear()
    #expect(console.read() == "J, Ji")
  }

  @Test func `an explicit observer observes a text field`() {
    let textField = TextField()
    func printFieldValueIfPresent(_ maybeValue: String?) {
      guard let text = maybeValue else { return }
      console.print(text)
    }
    let valueObserver = Observer<String?, Never>(value: printFieldValueIfPresent)
    textField.reactive.continuousTextValues.observe(valueObserver)
    textField.type("J")
    textField.clear()
    textField.type("Jo")
    #expect(console.read() == "J, Jo")
  }

  // MARK: Operators

  @Test func `a custom operator negates`() {
    let (signal, sink) = Signal<Bool, Never>.pipe()
    signal.inverted().observeValues { [console] in console.print($0) }
    sink.send(value: true)
    #expect(console.read() == "false")
    sink.send(value: false)
    #expect(console.read() == "true")
  }

  @Test func `a custom operator measures strings`() {
    let (signal, sink) = Signal<String, Never>.pipe()
    signal.toUTF8Length().observeValues { [console] in console.print($0) }
    sink.send(value: "Hi")
    sink.send(value: "ž")
    #expect(console.read() == "2, 2")
  }

  @Test func `empty strings are removed step by step`() {
    let (strings, sink) = Signal<String, Never>.pipe()
    let lengths = strings.toUTF8Length()
    let tuples = lengths.zip(with: strings)
    let nonZeroLengthTuples = tuples.filter { $0.0 > 0 }
    let nonZeroLengthStrings = nonZeroLengthTuples.map { $0.1 }
    nonZeroLengthStrings.observeValues { [console] in console.print($0) }
    strings.ignoreEmptyStrings().observeValues { [console] in console.print("again", $0) }
    sink.send(value: "a")
    #expect(console.read() == "a, again a")
    sink.send(value: "")
    #expect(console.read() == "")
    sink.send(value: "b")
    #expect(console.read() == "b, again b")
  }

  @Test func `a login form is complete when both fields are filled`() {
    let (username, usernameSink) = Signal<String, Never>.pipe()
    let (password, passwordSink) = Signal<String, Never>.pipe()
    let isNonZeroLength: (Int) -> Bool = { $0 > 0 }
    let didFillUsername = username.toUTF8Length().map(isNonZeroLength)
    let didFillPassword = password.toUTF8Length().map(isNonZeroLength)
    let didFillLoginForm = didFillUsername.both(didFillPassword)
    didFillLoginForm.observeValues { [console] in console.print($0 ? "enabled" : "disabled") }
    usernameSink.send(value: "joshaber")
    #expect(console.read() == "")
    passwordSink.send(value: "")
    #expect(console.read() == "disabled")
    passwordSink.send(value: "secret")
    #expect(console.read() == "enabled")
    usernameSink.send(value: "")
    #expect(console.read() == "disabled")
  }

  @Test func `a custom signal operator is lifted to producers`() {
    #expect(SignalProducer<Bool, Never>([true, false]).inverted().history == "false true |")
  }
}

// The operators that the book defines, with names that the library does not use.

extension Signal where Value == Bool {
  fileprivate func inverted() -> Signal { map(!) }

  fileprivate func both(_ other: Signal) -> Signal {
    combineLatest(with: other).map { $0 && $1 }
  }
}

extension SignalProducer where Value == Bool {
  fileprivate func inverted() -> SignalProducer {
    lift { $0.inverted() }
  }
}

extension Signal where Value == String {
  fileprivate func toUTF8Length() -> Signal<Int, Error> {
    map { $0.utf8.count }
  }

  fileprivate func ignoreEmptyStrings() -> Signal {
    toUTF8Length().zip(with: self).filter { $0.0 > 0 }.map { $0.1 }
  }
}
