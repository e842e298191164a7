import Reactive
import Testing

/// The examples of the design guidelines of ReactiveCocoa for Objective-C, with the output that they state.
@Suite(.noLeaks)
struct ObjectiveCGuidelinesTests {
  private let console = Console()

  // MARK: Sequences

  @Test func `sequences are evaluated lazily`() {
    var appended = 0
    let sequence = LazyStream(["A", "B", "C"]).map { string in
      appended += 1
      return string + "_"
    }
    #expect(appended == 0)
    #expect(sequence.head == "A_")
    #expect(appended == 1)
    #expect(sequence.tail.head == "B_")
    #expect(appended == 2)
    // The string is appended only once, although `head` is read again.
    #expect(sequence.head == "A_")
    #expect(appended == 2)
  }

  @Test func `an eager sequence and its derived sequences are evaluated immediately`() {
    var appended = 0
    let sequence = LazyStream(["A", "B", "C"]).eager.map { string in
      appended += 1
      return string + "_"
    }
    #expect(appended == 3)
    #expect(sequence.head == "A_")
  }

  @Test func `side effects of sequences occur once`() {
    let sequence = LazyStream(["A", "B", "C"]).map { [console] string in
      console.print(string)
      return string + "_"
    }
    #expect(sequence.head == "A_")
    #expect(console.read() == "A")
    #expect(sequence.tail.head == "B_")
    #expect(console.read() == "B")
    #expect(sequence.tail.head == "B_")
    #expect(console.read() == "")
    let derived = sequence.map { "_" + $0 }
    #expect(derived.tail.head == "_B_")
    #expect(console.read() == "")
  }

  // MARK: Signals

  @Test func `side effects of signals occur for each subscription`() {
    var number = 0
    let signal = SignalProducer<Int, Never> { observer, _ in
      number += 1
      observer.send(value: number)
      observer.sendCompleted()
    }
    signal.startWithValues { [console] in console.print("subscriber one: \($0)") }
    #expect(console.read() == "subscriber one: 1")
    signal.startWithValues { [console] in console.print("subscriber two: \($0)") }
    #expect(console.read() == "subscriber two: 2")
  }

  @Test func `side effects of operators occur for each subscription`() {
    var missilesToLaunch = 0
    let processed = SignalProducer<String, Never>(value: "missiles").map { value in
      missilesToLaunch += 1
      return "will launch \(missilesToLaunch) \(value)"
    }
    processed.startWithValues { [console] in console.print("First \($0)") }
    #expect(console.read() == "First will launch 1 missiles")
    processed.startWithValues { [console] in console.print("Second \($0)") }
    #expect(console.read() == "Second will launch 2 missiles")
  }

  @Test func `an error ends the whole chain immediately`() {
    let (source, input) = Signal<Int, Failure>.pipe()
    source.map { $0 + 1 }.filter { $0 > 0 }.collect().observeFailed { [console] in console.print($0) }
    input.send(value: 1)
    input.send(error: Failure("no"))
    #expect(console.read() == "no")
  }

  @Test func `disposal cancels the work and releases its resources`() {
    let upload = SignalProducer<Int, Never> { [console] observer, lifetime in
      observer.send(value: 1)
      lifetime.observeEnded {
        console.print("cancelled")
        _ = observer
      }
    }
    let disposable = upload.start()
    #expect(console.read() == "")
    disposable.dispose()
    #expect(console.read() == "cancelled")
  }

  @Test func `only the needed part of a stream is processed`() {
    var processed: [Int] = []
    let values = (1...).lazy.map { value in
      processed.append(value)
      return value
    }
    #expect(SignalProducer<Int, Never>(values).take(first: 2).history == "1 2 |")
    #expect(processed == [1, 2])
  }

  // MARK: Custom operators

  @Test func `a custom operator does not block`() {
    // The solution of the guidelines: only requested elements are evaluated.
    func mapped(_ stream: LazyStream<Int>, _ transform: @escaping (Int) -> Int) -> LazyStream<Int> {
      stream.flatMap { [transform($0)] }
    }
    var evaluated = 0
    let stream = mapped(LazyStream(1...3)) { value in
      evaluated += 1
      return value * 10
    }
    #expect(evaluated == 0)
    #expect(Array(stream) == [10, 20, 30])
  }

  @Test func `repeat does not overflow the stack`() {
    #if DEBUG
      let many = 100_000
    #else
      let many = 1_000_000
    #endif
    var count = 0
    SignalProducer<Int, Never>(value: 1).repeat().take(first: many).startWithValues { count += $0 }
    #expect(count == many)
    // The document's operator, which starts itself again on a scheduler.
    func repeated(_ source: SignalProducer<Int, Never>) -> SignalProducer<Int, Never> {
      SignalProducer { observer, lifetime in
        let subscription = SerialDisposable()
        lifetime += subscription
        lifetime += ImmediateScheduler().schedule { again in
          let restart = { if !lifetime.hasEnded { again() } }
          subscription.inner = source.start(Observer(value: observer.send(value:), completed: restart))
        }
      }
    }
    count = 0
    repeated(SignalProducer(value: 1)).take(first: many).startWithValues { count += $0 }
    #expect(count == many)
  }

  // MARK: Memory

  @Test func `a finite signal releases its observer`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let alive = Weak()
    let disposable: any Disposable = {
      let controller = alive.makeProbe()
      return signal.observeCompleted { controller.touch() }
    }()
    #expect(alive.isAlive)
    input.sendCompleted()
    #expect(!alive.isAlive)
    withExtendedLifetime((signal, disposable)) {}
  }

  @Test func `an infinite signal releases only disposed observers`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let alive = Weak()
    let disposable: any Disposable = {
      let controller = alive.makeProbe()
      return signal.observeValues { _ in controller.touch() }
    }()
    let other = signal.record()
    disposable.dispose()
    #expect(!alive.isAlive)
    input.send(value: 1)
    #expect(other.history == "1")
  }
}
