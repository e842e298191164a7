import Reactive
import Testing

/// The examples of ReactiveSwift's document on the basic operators, with the output that it states.
@Suite(.noLeaks)
struct BasicOperatorsTests {
  private let console = Console()

  private typealias Numbers = Signal<Int, Never>
  private typealias Letters = Signal<String, Never>

  // MARK: Side effects

  @Test func `events are observed`() {
    func observe(_ send: (Signal<Int, Failure>.Observer) -> Void) -> String {
      let console = Console()
      let (signal, observer) = Signal<Int, Failure>.pipe()
      signal.observe { event in
        switch event {
        case .value(let value): console.print("Value: \(value)")
        case .failed(let error): console.print("Failed: \(error)")
        case .completed: console.print("Completed")
        case .interrupted: console.print("Interrupted")
        }
      }
      signal.observeFailed { console.print("Failed again: \($0)") }
      signal.observeCompleted { console.print("Completed again") }
      signal.observeInterrupted { console.print("Interrupted again") }
      send(observer)
      return withExtendedLifetime(observer) { console.read() }
    }
    #expect(observe { $0.send(value: 1) } == "Value: 1")
    #expect(observe { $0.send(error: Failure("no")) } == "Failed: no, Failed again: no")
    #expect(observe { $0.sendCompleted() } == "Completed, Completed again")
    #expect(observe { $0.sendInterrupted() } == "Interrupted, Interrupted again")
  }

  @Test func `only values are observed`() {
    let (signal, observer) = Numbers.pipe()
    signal.observeValues { [console] in console.print("Value: \($0)") }
    observer.send(value: 1)
    observer.sendCompleted()
    #expect(console.read() == "Value: 1")
  }

  // MARK: Transforming

  @Test func `values are mapped`() {
    let (signal, observer) = Letters.pipe()
    signal
      .map { string in string.uppercased() }
      .observeValues { [console] value in console.print(value) }
    let sent = ["a", "b", "c"].map { letter in
      observer.send(value: letter)
      return console.read()
    }
    #expect(sent == ["A", "B", "C"])
  }

  @Test func `values are filtered`() {
    let (signal, observer) = Numbers.pipe()
    signal
      .filter { number in number % 2 == 0 }
      .observeValues { [console] value in console.print(value) }
    let sent = (1...4).map { number in
      observer.send(value: number)
      return console.read()
    }
    #expect(sent == ["", "2", "", "4"])
  }

  @Test func `values are reduced to one value`() {
    let (signal, observer) = Numbers.pipe()
    signal
      .reduce(1) { $0 * $1 }
      .observeValues { [console] value in console.print(value) }
    for number in 1...3 { observer.send(value: number) }
    #expect(console.read() == "")
    observer.sendCompleted()
    #expect(console.read() == "6")
  }

  @Test func `values are collected into an array`() {
    let (signal, observer) = Numbers.pipe()
    signal
      .collect()
      .observeValues { [console] value in console.print(value) }
    for number in 1...3 { observer.send(value: number) }
    #expect(console.read() == "")
    observer.sendCompleted()
    #expect(console.read() == "[1, 2, 3]")
  }

  // MARK: Combining

  /// Returns the output of each step of the document's script for two streams.
  private func combine(_ combined: (Numbers, Letters) -> Signal<(Int, String), Never>) -> [String] {
    let (numbers, numbersObserver) = Numbers.pipe()
    let (letters, lettersObserver) = Letters.pipe()
    let signal = combined(numbers, letters)
    signal.observeValues { [console] next in console.print("(\(next.0), \(next.1))") }
    signal.observeCompleted { [console] in console.print("Completed") }
    let steps: [() -> Void] = [
      { numbersObserver.send(value: 0) },
      { numbersObserver.send(value: 1) },
      { lettersObserver.send(value: "A") },
      { numbersObserver.send(value: 2) },
      { numbersObserver.sendCompleted() },
      { lettersObserver.send(value: "B") },
      { lettersObserver.send(value: "C") },
      { lettersObserver.sendCompleted() },
    ]
    return steps.map { step in
      step()
      return console.read()
    }
  }

  @Test func `latest values are combined`() {
    let expected = ["", "", "(1, A)", "(2, A)", "", "(2, B)", "(2, C)", "Completed"]
    #expect(combine { Numbers.combineLatest($0, $1) } == expected)
    #expect(combine { $0.combineLatest(with: $1) } == expected)
  }

  @Test func `values are zipped`() {
    let expected = ["", "", "(0, A)", "", "", "(1, B)", "(2, C), Completed", ""]
    #expect(combine { Numbers.zip($0, $1) } == expected)
    #expect(combine { $0.zip(with: $1) } == expected)
  }

  // MARK: Flattening

  /// The document's table, in which each column is a time.
  ///
  /// With `concat`, a stream begins at the completion of the one before it: after the last value and its comma.
  @Test(arguments: [
    (FlattenStrategy.merge, "1@2 4@5 2@8 7@11 5@13 3@16 8@18 6@20"),
    (.concat, "1@2 2@8 3@16 4@18 5@26 6@33 7@35 8@42"),
    (.latest, "1@2 4@5 7@11 8@18"),
  ])
  func `strategies flatten the same streams`(strategy: FlattenStrategy, expected: String) {
    let scheduler = VirtualTimeScheduler()
    // Each stream begins when it is sent. The times of its values are relative to that.
    func stream(_ values: [(after: Int, value: Int)], lasting length: Int) -> SignalProducer<Int, Never> {
      SignalProducer { observer, _ in
        for (after, value) in values {
          scheduler.schedule(after: scheduler.ticks(after)) { observer.send(value: value) }
        }
        scheduler.schedule(after: scheduler.ticks(length)) { observer.sendCompleted() }
      }
    }
    let rows = [
      (column: 2, stream([(0, 1), (6, 2), (14, 3)], lasting: 16)),
      (column: 5, stream([(0, 4), (8, 5), (15, 6)], lasting: 17)),
      (column: 11, stream([(0, 7), (7, 8)], lasting: 9)),
    ]
    let outer = SignalProducer<SignalProducer<Int, Never>, Never> { observer, _ in
      for row in rows { scheduler.schedule(at: row.column) { observer.send(value: row.1) } }
      scheduler.schedule(at: 12) { observer.sendCompleted() }
    }
    let recorder = Recorder<String, Never>()
    outer.flatten(strategy).map { "\($0)@\(scheduler.currentTick)" }.start(recorder.observer)
    scheduler.run()
    #expect(recorder.history == expected + " |")
  }

  private typealias Strings = Signal<String, Never>

  /// Returns the output of each step.
  ///
  /// Letters and digits are values of the two inner streams, and `a|` and `1|` complete these. `L` and `N` are sent
  /// by the outer stream, and `|` completes it.
  private func flatten(_ strategy: FlattenStrategy, _ steps: [String]) -> [String] {
    let (letters, lettersObserver) = Strings.pipe()
    let (numbers, numbersObserver) = Strings.pipe()
    let (signal, observer) = Signal<Strings, Never>.pipe()
    signal.flatten(strategy).observeValues { [console] in console.print($0) }
    return steps.map { step in
      switch step {
      case "L": observer.send(value: letters)
      case "N": observer.send(value: numbers)
      case "|": observer.sendCompleted()
      case "a|": lettersObserver.sendCompleted()
      case "1|": numbersObserver.sendCompleted()
      default: (step >= "a" ? lettersObserver : numbersObserver).send(value: step)
      }
      return console.read()
    }
  }

  @Test func `inner streams are merged`() {
    #expect(
      flatten(.merge, ["L", "N", "|", "a", "1", "b", "2", "c", "3"]) == ["", "", "", "a", "1", "b", "2", "c", "3"])
  }

  @Test func `inner streams are concatenated`() {
    #expect(
      flatten(.concat, ["L", "N", "|", "1", "a", "b", "2", "c", "a|", "3", "1|"])
        == ["", "", "", "", "a", "b", "", "c", "", "3", ""])
  }

  @Test func `the latest inner stream is followed`() {
    #expect(flatten(.latest, ["L", "1", "a", "b", "2", "N", "c", "3"]) == ["", "", "a", "b", "", "", "", "3"])
  }

  // MARK: Errors

  @Test func `an error type is promoted`() {
    let (numbers, numbersObserver) = Numbers.pipe()
    let (letters, lettersObserver) = Signal<String, Failure>.pipe()
    numbers
      .promoteError(Failure.self)
      .combineLatest(with: letters)
      .observeResult { [console] in console.print($0) }
    numbersObserver.send(value: 1)
    lettersObserver.send(value: "a")
    lettersObserver.send(error: Failure("no"))
    #expect(console.read() == #"success(1, "a"), failure(no)"#)
  }
}
