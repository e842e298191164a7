import Reactive
import Testing

/// The examples of the document on the basic operators of ReactiveCocoa for Objective-C, with the output that it
/// states.
@Suite(.noLeaks)
struct ObjectiveCOperatorsTests {
  private let console = Console()
  private let letters = LazyStream("A B C D E F G H I".split(separator: " ").map(String.init))
  private let numbers = LazyStream("1 2 3 4 5 6 7 8 9".split(separator: " ").map(String.init))

  private typealias Strings = Signal<String, Never>

  /// Returns a producer that completes immediately, and a function that returns the number of its starts.
  private func counting() -> (producer: SignalProducer<Never, Never>, count: () -> Int) {
    var subscriptions = 0
    let producer = SignalProducer<Never, Never> { observer, _ in
      subscriptions += 1
      observer.sendCompleted()
    }
    return (producer, { subscriptions })
  }

  // MARK: Side effects

  @Test func `a subscription receives all values`() {
    SignalProducer<String, Never>(letters).startWithValues { [console] in console.print($0) }
    #expect(console.read() == "A, B, C, D, E, F, G, H, I")
  }

  @Test func `side effects occur once per subscription`() {
    let (logging, subscriptions) = counting()
    for expected in 1...2 {
      logging.startWithCompleted { [console] in console.print("subscription \(subscriptions())") }
      #expect(console.read() == "subscription \(expected)")
    }
  }

  // MARK: Sequences

  @Test func `values are mapped`() {
    let mapped = letters.map { $0 + $0 }
    #expect(text(mapped) == "AA BB CC DD EE FF GG HH II")
  }

  @Test func `values are filtered`() {
    let filtered = numbers.filter { (Int($0) ?? 0) % 2 == 0 }
    #expect(text(filtered) == "2 4 6 8")
  }

  @Test func `sequences are concatenated`() {
    #expect(text(letters.concat(numbers)) == "A B C D E F G H I 1 2 3 4 5 6 7 8 9")
  }

  @Test func `sequences are flattened`() {
    let sequenceOfSequences = LazyStream([letters, numbers])
    #expect(text(sequenceOfSequences.flatten()) == "A B C D E F G H I 1 2 3 4 5 6 7 8 9")
  }

  @Test func `sequences are mapped and flattened`() {
    let extended = numbers.flatMap { [$0, $0] }
    #expect(text(extended) == "1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9")
    let edited = numbers.flatMap { number in
      (Int(number) ?? 0) % 2 == 0 ? .empty : LazyStream([number + "_"])
    }
    #expect(text(edited) == "1_ 3_ 5_ 7_ 9_")
  }

  @Test func `the transformation of a collection is simplified`() {
    let strings = ["a", "quick", "I", "fox"]
    let results = LazyStream(strings).filter { $0.count >= 2 }.map { $0 + "foobar" }
    #expect(text(results) == "quickfoobar foxfoobar")
  }

  // MARK: Signals

  /// Returns the output for a script of letters and numbers.
  private func play(_ script: String, _ combine: (Strings, Strings) -> Strings) -> String {
    let (letters, lettersInput) = Strings.pipe()
    let (numbers, numbersInput) = Strings.pipe()
    combine(letters, numbers).observeValues { [console] in console.print($0) }
    for word in script.split(separator: " ").map(String.init) {
      (word < "A" ? numbersInput : lettersInput).send(value: word)
    }
    return console.read()
  }

  @Test func `signals are flattened`() {
    let expected = "A, 1, B, C, 2"
    let printed = play("A 1 B C 2") { letters, numbers in
      // A hot signal would send both before it can be observed.
      let signalOfSignals = SignalProducer<Strings, Never> { observer, _ in
        observer.send(value: letters)
        observer.send(value: numbers)
        observer.sendCompleted()
      }
      return signalOfSignals.flatten(.merge).startWithSignal { signal, _ in signal }
    }
    #expect(printed == expected)
  }

  @Test func `signals are merged`() {
    #expect(play("A 1 B C 2") { letters, numbers in letters.merge(with: numbers) } == "A, 1, B, C, 2")
  }

  @Test func `latest values are combined`() {
    let printed = play("A B 1 2 C 3") { letters, numbers in
      letters.combineLatest(with: numbers).map { $0 + $1 }
    }
    #expect(printed == "B1, B2, C2, C3")
  }

  @Test func `the latest signal is followed`() {
    let (letters, lettersInput) = Strings.pipe()
    let (numbers, numbersInput) = Strings.pipe()
    let (signalOfSignals, input) = Signal<Strings, Never>.pipe()
    signalOfSignals.flatten(.latest).observeValues { [console] in console.print($0) }
    input.send(value: letters)
    lettersInput.send(value: "A")
    lettersInput.send(value: "B")
    input.send(value: numbers)
    lettersInput.send(value: "C")
    numbersInput.send(value: "1")
    input.send(value: letters)
    numbersInput.send(value: "2")
    lettersInput.send(value: "D")
    #expect(console.read() == "A, B, 1, D")
  }

  @Test func `values start work whose completion is observed`() {
    let console = console
    func saveEntries(for letter: String) -> SignalProducer<Never, Never> {
      SignalProducer { observer, _ in
        console.print("saved \(letter)")
        observer.sendCompleted()
      }
    }
    SignalProducer<String, Never>(letters.take(first: 3))
      .flatMap(.merge) { saveEntries(for: $0) }
      .startWithCompleted { console.print("All database entries saved successfully.") }
    #expect(console.read() == "saved A, saved B, saved C, All database entries saved successfully.")
  }

  private func text(_ stream: LazyStream<String>) -> String {
    Array(stream).joined(separator: " ")
  }
}
