import Reactive
import Testing

/// The effect of each event on the operators that transform values.
@Suite(.noLeaks)
struct TransformingTests {
  @Test func `map accepts a value and a key path`() {
    expectScripts(
      """
      a1 a2 a|   a1=>x  a2=>x  a|=>|
      a1 aX      a1=>x  aX=>X
      a!         a!=>!
      """,
      producer: { $0.a.producer.map(value: "x") }, signal: { $0.a.map(value: "x") })
    expectScripts(
      "a1 a| a2   a1=>1  a|=>|",
      producer: { $0.a.producer.map(\.description).map(\.count) }, signal: { $0.a.map(\.description).map(\.count) })
  }

  @Test func index() {
    expectScripts(
      """
      a7 a8 a|   a7=>7@0  a8=>8@1  a|=>|
      a7 aX      a7=>7@0  aX=>X
      a!         a!=>!
      """,
      producer: { $0.a.producer.index().map { "\($0.value)@\($0.index)" } },
      signal: { $0.a.index().map { "\($0.value)@\($0.index)" } })
  }

  @Test func `scan begins with the first value if it has no initial one`() {
    expectScripts(
      """
      a1 a2 a3 a|   a1=>1  a2=>12  a3=>123  a|=>|
      a|            a|=>|
      a1 aX         a1=>1  aX=>X
      a1 a!         a1=>1  a!=>!
      """,
      producer: { $0.a.producer.scan { $0 * 10 + $1 } }, signal: { $0.a.scan { $0 * 10 + $1 } })
  }

  @Test func `scan(into:) changes the value in place`() {
    expectScripts(
      """
      a1 a2 a|   a1=>[0,1]  a2=>[0,1,2]  a|=>|
      a1 aX      a1=>[0,1]  aX=>X
      a!         a!=>!
      """,
      producer: { $0.a.producer.scan(into: [0]) { $0.append($1) } }, signal: { $0.a.scan(into: [0]) { $0.append($1) } })
  }

  @Test func scanMap() {
    let table = """
      a1 a2 a|   a1=>0>1  a2=>1>2  a|=>|
      a1 aX      a1=>0>1  aX=>X
      a!         a!=>!
      """
    expectScripts(
      table,
      producer: { $0.a.producer.scanMap(0) { ($1, "\($0)>\($1)") } },
      signal: { $0.a.scanMap(0) { ($1, "\($0)>\($1)") } })
    func step(last: inout Int, value: Int) -> String {
      defer { last = value }
      return "\(last)>\(value)"
    }
    expectScripts(
      table,
      producer: { $0.a.producer.scanMap(into: 0, step) }, signal: { $0.a.scanMap(into: 0, step) })
  }

  @Test func `reduce begins with the first value if it has no initial one`() {
    expectScripts(
      """
      a1 a2 a3 a|   a|=>123,|
      a4 a|         a|=>4,|
      a|            a|=>|
      a1 aX         aX=>X
      a1 a!         a!=>!
      """,
      producer: { $0.a.producer.reduce { $0 * 10 + $1 } }, signal: { $0.a.reduce { $0 * 10 + $1 } })
  }

  @Test func `reduce(into:) changes the value in place`() {
    expectScripts(
      """
      a1 a2 a|   a|=>[0,1,2],|
      a|         a|=>[0],|
      a1 aX      aX=>X
      a1 a!      a!=>!
      """,
      producer: { $0.a.producer.reduce(into: [0]) { $0.append($1) } },
      signal: { $0.a.reduce(into: [0]) { $0.append($1) } })
  }

  @Test func `collect sends an array when a closure calls it complete`() {
    expectScripts(
      """
      a1 a4 a2 a|   a4=>[1,4]  a|=>[2],|
      a5 a|         a5=>[5]  a|=>|
      a|            a|=>[],|
      a1 aX         aX=>X
      a1 a!         a!=>!
      """,
      producer: { $0.a.producer.collect { all in all.reduce(0, +) >= 5 } },
      signal: { $0.a.collect { all in all.reduce(0, +) >= 5 } })
    expectScripts(
      """
      a1 a2 a3 a4 a|   a3=>[1,2]  a|=>[3,4],|
      a3 a|            a3=>[]  a|=>[3],|
      a|               a|=>[],|
      a1 aX            aX=>X
      a1 a!            a!=>!
      """,
      producer: { $0.a.producer.collect { _, next in next == 3 } }, signal: { $0.a.collect { _, next in next == 3 } })
  }

  @Test func combinePrevious() {
    expectScripts(
      """
      a1 a2 a3 a|   a2=>(1,2)  a3=>(2,3)  a|=>|
      a1 a|         a|=>|
      a1 a2 aX      a2=>(1,2)  aX=>X
      a1 a!         a!=>!
      """,
      producer: { $0.a.producer.combinePrevious() }, signal: { $0.a.combinePrevious() })
    expectScripts(
      "a1 a2 a|   a1=>(0,1)  a2=>(1,2)  a|=>|",
      producer: { $0.a.producer.combinePrevious(0) }, signal: { $0.a.combinePrevious(0) })
    // `nil` is an ordinary value.
    let pairs = SignalProducer<Int?, Never>([nil, 1]).combinePrevious()
    #expect(pairs.map { pair in [pair.0, pair.1] }.history == "[nil, Optional(1)] |")
  }

  @Test func materialize() {
    expectScripts(
      """
      a1 a|   a1=><1>  a|=><|>,|
      a1 aX   a1=><1>  aX=><X>,|
      a1 a!   a1=><1>  a!=><!>,!
      """,
      producer: { $0.a.producer.materialize().map { "<\(word($0))>" }.promoteError() },
      signal: { $0.a.materialize().map { "<\(word($0))>" }.promoteError() })
    expectScripts(
      """
      a1 a|   a1=>success(1)  a|=>|
      a1 aX   a1=>success(1)  aX=>failed,|
      a1 a!   a1=>success(1)  a!=>!
      """,
      producer: { $0.a.producer.materializeResults().map(describe).promoteError() },
      signal: { $0.a.materializeResults().map(describe).promoteError() })
  }

  @Test func dematerialize() {
    let table = """
      a1 a2 a|   a1=>1  a2=>2  a|=>|
      a1 aX a2   a1=>1  aX=>X
      a1 a! a2   a1=>1  a!=>!
      """
    expectScripts(
      table,
      producer: { $0.a.producer.materialize().dematerialize() }, signal: { $0.a.materialize().dematerialize() })
    expectScripts(
      table,
      producer: { $0.a.producer.materializeResults().dematerializeResults() },
      signal: { $0.a.materializeResults().dematerializeResults() })
  }

  /// Nothing is sent after the terminal event, even if the source continues.
  @Test func `a dematerialized terminal event is the last event`() {
    let events = SignalProducer<Event<Int, Boom>, Never>([.value(1), .interrupted, .value(2), .completed])
    #expect(events.dematerialize().history == "1 !")
    let results = SignalProducer<Result<Int, Boom>, Never>([.success(1), .failure(Boom()), .success(2)])
    #expect(results.dematerializeResults().history == "1 X")
    let (signal, input) = Signal<Event<Int, Boom>, Never>.pipe()
    let recorder = signal.dematerialize().record()
    input.send(value: .value(1))
    input.send(value: .completed)
    input.send(value: .value(2))
    input.sendInterrupted()
    #expect(recorder.history == "1 |")
    #expect(SignalProducer<Event<Int, Boom>, Never>([.value(1)]).dematerialize().history == "1 |")
  }

  @Test func promoteValue() {
    let promoted: SignalProducer<Int, Boom> = SignalProducer<Never, Boom>(error: Boom()).promoteValue()
    #expect(promoted.history == "X")
    let (signal, input) = Signal<Never, Never>.pipe()
    let recorder = signal.promoteValue(Int.self).record()
    input.sendCompleted()
    #expect(recorder.history == "|")
  }

  @Test func `subscriptions share no state`() {
    let numbers = SignalProducer<Int, Never>([1, 2, 3])
    let producers: [SignalProducer<Int, Never>] = [
      numbers.index().map { $0.index }, numbers.scan(+), numbers.scan(into: 0) { $0 += $1 },
      numbers.scanMap(0) { ($0 + $1, $0) },
      numbers.scanMap(
        into: 0,
        {
          $0 += $1; return $0
        }), numbers.reduce(+),
      numbers.reduce(into: 0) { $0 += $1 }, numbers.combinePrevious(0).map { $0.0 },
      numbers.combinePrevious().map { $0.0 },
      numbers.collect { all in all.count == 2 }.map { $0.count }, numbers.buffer(count: 2, every: 1).map { $0.count },
    ]
    for (index, producer) in producers.enumerated() { #expect(producer.history == producer.history, "\(index)") }
  }

  /// The collected array is not copied for each value.
  @Test func `collecting takes constant time per value`() {
    var longest = 0
    SignalProducer<Int, Never>(0..<200_000).collect { $0.count == 100_000 }
      .startWithValues { longest = max(longest, $0.count) }
    SignalProducer<Int, Never>(0..<200_000).scan(into: [Int]()) { $0.append($1) }.take(first: 10).start()
    SignalProducer<Int, Never>(0..<200_000).reduce(into: [Int]()) { $0.append($1) }
      .startWithValues { longest = max(longest, $0.count) }
    #expect(longest == 200_000)
  }

  private func describe(_ result: Result<Int, Boom>) -> String {
    if case .success(let value) = result { "success(\(value))" } else { "failed" }
  }
}
