import Reactive
import Testing

// The examples about effects and failures from ReactiveSwift's document.

extension BasicOperatorsTests {
  @Test func `effects are injected`() {
    let console = Console()
    func effects(_ source: SignalProducer<Int, Failure>) -> SignalProducer<Int, Failure> {
      source.on(
        starting: { console.print("Starting") },
        started: { console.print("Started") },
        event: { console.print("Event: \(word($0))") },
        value: { console.print("Value: \($0)") },
        failed: { console.print("Failed: \($0)") },
        completed: { console.print("Completed") },
        interrupted: { console.print("Interrupted") },
        terminated: { console.print("Terminated") },
        disposed: { console.print("Disposed") })
    }
    let producer = effects(SignalProducer([1]))
    #expect(console.read() == "", "prints nothing before the start")
    producer.start()
    #expect(
      console.read() == "Starting, Event: 1, Value: 1, Event: |, Completed, Terminated, Disposed, Started")
    effects(SignalProducer(error: Failure("no"))).start()
    #expect(console.read() == "Starting, Event: X, Failed: no, Terminated, Disposed, Started")
    effects(.never).start().dispose()
    #expect(console.read() == "Starting, Started, Event: !, Interrupted, Terminated, Disposed")
  }

  @Test func `failures are caught`() {
    let console = Console()
    let (signal, observer) = Signal<String, Failure>.pipe()
    signal.producer
      .flatMapError { _ in SignalProducer<String, Never>(value: "Default") }
      .startWithValues { console.print($0) }
    observer.send(value: "First")
    #expect(console.read() == "First")
    observer.send(value: "Second")
    #expect(console.read() == "Second")
    observer.send(error: Failure("domain"))
    #expect(console.read() == "Default")
  }

  @Test func `transformations may fail`() {
    let console = Console()
    var reads = 0
    func read(_ dictionary: String?) throws -> String {
      reads += 1
      guard let dictionary else { throw Failure("no such file") }
      return dictionary
    }
    func words(_ text: String) throws -> [String] {
      guard text.hasPrefix("[") else { throw Failure("not a list") }
      return text.dropFirst().dropLast().split(separator: ",").map(String.init)
    }
    func load(_ dictionary: String?) -> String {
      let data = SignalProducer<String, any Error> { try read(dictionary) }
      let list = data.attemptMap { try words($0) }
      let before = reads
      list.startWithResult { result in
        switch result {
        case .success(let words): console.print("Dictionary: \(words)")
        case .failure(let error): console.print("Couldn't parse dictionary: \(error)")
        }
      }
      #expect(reads == before + 1, "reads at each start")
      return console.read()
    }
    #expect(load("[a,b]") == #"Dictionary: ["a", "b"]"#)
    #expect(load("a b") == "Couldn't parse dictionary: not a list")
    #expect(load(nil) == "Couldn't parse dictionary: no such file")
  }

  @Test func `each value is attempted`() {
    let positive = SignalProducer<Int, Failure>([1, -1, 2]).attempt { value throws(Failure) in
      if value < 0 { throw Failure("negative") }
    }
    #expect(positive.history == "1 X")
  }

  @Test(arguments: [(2, "Failure, Failure, Success, Completed"), (1, "Failure, Failure, Failed: domain")])
  func `a failed producer is retried`(count: Int, expected: String) {
    let console = Console()
    var tries = 0
    let limit = 2
    let producer = SignalProducer<String, Failure> { observer, _ in
      tries += 1
      if tries <= limit {
        observer.send(error: Failure("domain"))
      } else {
        observer.send(value: "Success")
        observer.sendCompleted()
      }
    }
    producer
      .on(failed: { _ in console.print("Failure") })
      .retry(upTo: count)
      .start { event in
        switch event {
        case .value(let next): console.print(next)
        case .failed(let error): console.print("Failed: \(error)")
        case .completed: console.print("Completed")
        case .interrupted: console.print("Interrupted")
        }
      }
    #expect(console.read() == expected)
  }

  @Test func `errors are mapped`() {
    enum CustomError: String, Error {
      case foo = "Foo Error"
      case bar = "Bar Error"
      case other = "Other Error"
    }
    let console = Console()
    for domain in ["com.example.foo", "com.example.bar", "com.example"] {
      let (signal, observer) = Signal<String, Failure>.pipe()
      signal
        .mapError { (error: Failure) -> CustomError in
          switch error.description {
          case "com.example.foo": .foo
          case "com.example.bar": .bar
          default: .other
          }
        }
        .observeFailed { error in console.print(error.rawValue) }
      observer.send(error: Failure(domain))
    }
    #expect(console.read() == "Foo Error, Bar Error, Other Error")
  }
}
