import Reactive
import Testing

/// Buffers: arrays of the values between two times.
@Suite(.noLeaks)
struct BufferTests {
  @Test func `a trigger ends each buffer`() {
    expectScripts(
      """
      a1 a2 b1 a3 b2 b3 a|   b1=>[1,2]  b2=>[3]  b3=>[]  a|=>[],|
      a1 b| a2 a|            a|=>[1,2],|
      a1 b! a2 a|            a|=>[1,2],|
      a1 bX                  bX=>X
      a1 aX                  aX=>X
      a1 a! b1               a!=>!
      a|                     a|=>[],|
      """,
      producer: { $0.a.producer.buffer(on: $0.b) }, signal: { $0.a.buffer(on: $0.b.producer) })
  }

  @Test func `the trigger may be unable to fail`() {
    let (trigger, input) = Signal<Void, Never>.pipe()
    let recorder = Recorder<[Int], Boom>()
    let (source, values) = Signal<Int, Boom>.pipe()
    source.producer.buffer(on: trigger).start(recorder.observer)
    values.send(value: 1)
    input.send(value: ())
    values.sendCompleted()
    #expect(recorder.history == "[1] [] |")
  }

  @Test func `the source may be unable to fail`() {
    let source = SignalProducer<Int, Never>.never
    let trigger = ScriptHarness.Inner(value: 1).concat(ScriptHarness.Inner(error: Boom()))
    #expect(source.buffer(on: trigger).history == "[] X")
    #expect(source.window(on: trigger).flatMap(.merge) { $0.collect() }.history == "[] X")
  }

  @Test func `a buffer has a given number of values`() {
    expectScripts(
      """
      a1 a2 a3 a4 a5 a|   a3=>[1,2,3]  a5=>[3,4,5]  a|=>[5],|
      a1 a2 a|            a|=>[1,2],|
      a1 a2 a3 a|         a3=>[1,2,3]  a|=>[3],|
      a1 a2 a3 aX         a3=>[1,2,3]  aX=>X
      a1 a!               a!=>!
      a|                  a|=>|
      """,
      producer: { $0.a.producer.buffer(count: 3, every: 2) }, signal: { $0.a.buffer(count: 3, every: 2) })
    expectScripts(
      "a1 a2 a3 a4 a5 a6 a7 a|   a2=>[1,2]  a6=>[5,6]  a|=>|",
      producer: { $0.a.producer.buffer(count: 2, every: 4) }, signal: { $0.a.buffer(count: 2, every: 4) })
    expectScripts(
      "a1 a2 a3 a|   a2=>[1,2]  a|=>[3],|",
      producer: { $0.a.producer.buffer(count: 2) }, signal: { $0.a.buffer(count: 2) })
  }

  /// Compares all combinations of lengths and distances with a simple model.
  @Test(arguments: 1...5, 1...5)
  func `buffers and windows equal a model for every length and distance`(count: Int, every: Int) {
    for total in 0...12 {
      let expected = stride(from: 0, to: total, by: every).map { Array($0..<min($0 + count, total)) }
      var buffers: [[Int]] = []
      var windows: [[Int]] = []
      let numbers = SignalProducer<Int, Never>(0..<total)
      numbers.buffer(count: count, every: every).startWithValues { buffers.append($0) }
      numbers.window(count: count, every: every).index().flatMap(.merge) { window, index in
        window.collect().map { (index, $0) }
      }.collect().startWithValues { windows = $0.sorted { $0.0 < $1.0 }.map(\.1) }
      #expect(buffers == expected)
      // A window exists before its first value.
      #expect(windows == stride(from: 0, through: total, by: every).map { Array($0..<max($0, min($0 + count, total))) })
    }
  }

  @Test func `a buffer collects values from its opening to its closing`() {
    expectScripts(
      """
      a1 b1 a2 b2 a3 c1 a4 a|   c1=>[2,3],[3]  a|=>|
      a1 b1 a2 c1 a3 b2 a4 a|   c1=>[2]  a|=>[4],|
      b1 a1 b2 a2 a|            a|=>[1,2],[2],|
      b1 a1 c| b| a|            a|=>[1],|
      b1 a1 c! b! a|            a|=>[1],|
      b1 a1 cX                  cX=>X
      b1 a1 bX                  bX=>X
      b1 a1 aX                  aX=>X
      b1 a1 a!                  a!=>!
      """,
      producer: { harness in harness.a.producer.buffer(from: harness.b) { _ in harness.c } },
      signal: { harness in harness.a.buffer(from: harness.b) { _ in harness.c } })
  }

  @Test func `the closing function receives the opening value`() {
    var openings: [Int] = []
    let values = ScriptHarness.Inner([1, 2, 3])
    let buffers = ScriptHarness.Inner.never.buffer(from: values) { opening in
      openings.append(opening)
      return opening == 2 ? ScriptHarness.Inner(value: 0) : .never
    }
    let recorder = Recorder<[Int], Boom>()
    buffers.start(recorder.observer).dispose()
    #expect(recorder.history == "[] !")
    #expect(openings == [1, 2, 3])
  }

  @Test func `each closing starts the next buffer`() {
    expectScripts(
      """
      a1 b1 a2 a3 b1 b1 a|   b1=>[1]  b1=>[2,3]  b1=>[]  a|=>[],|
      a1 b1 a2 b| a3 a|      b1=>[1]  a|=>[2,3],|
      a1 b1 a2 b! a3 a|      b1=>[1]  a|=>[2,3],|
      a1 b1 bX               b1=>[1]  bX=>X
      a1 aX                  aX=>X
      a1 a!                  a!=>!
      """,
      producer: { harness in harness.a.producer.buffer { harness.b } },
      signal: { harness in harness.a.buffer { harness.b } })
  }

  /// After an immediate closing, the next one starts without recursion.
  @Test func `very many immediate closings work`() {
    var count = 0
    let closed = ScriptHarness.Inner.never.buffer { () -> ScriptHarness.Inner in
      count += 1
      return count < 100_000 ? ScriptHarness.Inner(value: 0) : .never
    }
    var buffers = 0
    closed.start { if case .value = $0 { buffers += 1 } }.dispose()
    #expect(buffers == 99_999)
  }

  /// Closing a buffer takes constant time, in any order.
  @Test func `very many overlapping buffers work`() {
    let (openings, opening) = Signal<Int, Never>.pipe()
    var closings: [Int: Signal<Void, Never>.Observer] = [:]
    var buffers = 0
    let disposable = SignalProducer<Int, Never>.never.buffer(from: openings) { number in
      let (signal, input) = Signal<Void, Never>.pipe()
      closings[number] = input
      return signal
    }.startWithValues { _ in buffers += 1 }
    for number in 0..<20_000 { opening.send(value: number) }
    for number in (0..<20_000).reversed() { closings[number]?.send(value: ()) }
    disposable.dispose()
    #expect(buffers == 20_000)
  }

  @Test func `disposing releases everything`() {
    let alive = Weak()
    var disposed: [String] = []
    func stream(_ name: String) -> SignalProducer<Int, Never> {
      let probe = alive.makeProbe()
      return SignalProducer<Int, Never>.never.on(disposed: {
        disposed.append(name)
        probe.touch()
      })
    }
    let source = SignalProducer<Int, Never> { observer, lifetime in
      observer.send(value: 1)
      lifetime.observeEnded { withExtendedLifetime(observer) { disposed.append("source") } }
    }
    for buffers in [
      source.buffer(on: stream("trigger")), source.buffer { stream("closing") },
      source.buffer(from: stream("openings").prefixed(0)) { _ in stream("closing") },
    ] {
      let recorder = Recorder<[Int], Never>()
      let disposable = buffers.start(recorder.observer)
      #expect(recorder.history == "")
      disposable.dispose()
      #expect(recorder.history == "!")
    }
    #expect(disposed.sorted() == ["closing", "closing", "openings", "source", "source", "source", "trigger"])
  }

  @Test func `a result that ends early sends nothing more`() {
    var ends = 0
    // Ends at the first value, and counts later terminal events.
    let first = Operator<[Int], Never, [Int], Never> { downstream, _ in
      Observer(
        value: { value in
          downstream.send(value: value)
          downstream.sendCompleted()
        },
        ended: { _ in ends += 1 })
    }
    let source = SignalProducer<Int, Never>([1, 2, 3])
    let (trigger, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<[Int], Never>()
    source.concat(.never).buffer(on: trigger).lift(first).start(recorder.observer)
    input.send(value: 0)
    input.send(value: 0)
    #expect(recorder.history == "[1, 2, 3] |")
    #expect(source.buffer(on: trigger).lift(first).history == "[1, 2, 3] |")
    #expect(ends == 0)
  }
}

extension SignalProducer {
  /// Returns a producer that sends a value before the others.
  fileprivate func prefixed(_ value: Value) -> SignalProducer { SignalProducer(value: value).concat(self) }
}
