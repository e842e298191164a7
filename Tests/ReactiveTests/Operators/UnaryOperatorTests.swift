import Reactive
import Testing

/// The effect of each event on the unary operators.
@Suite(.noLeaks)
struct UnaryOperatorTests {
  @Test func takeNothingCompletesImmediately() {
    #expect(SignalProducer<Int, Never>([1, 2]).take(first: 0).history == "|")
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = signal.take(first: 0).record()
    input.send(value: 1)
    // The signal completed before it could be observed.
    #expect(recorder.history == "!")
  }

  @Test func mapFilterCompactMap() {
    expectScripts(
      """
      a1 a2 a|   a1=>10  a2=>20  a|=>|
      a1 aX a2   a1=>10  aX=>X
      a! a2      a!=>!
      """,
      producer: { $0.a.producer.map { $0 * 10 } }, signal: { $0.a.map { $0 * 10 } })
    expectScripts(
      """
      a1 a2 a3 a4 a|   a2=>2  a4=>4  a|=>|
      a1 aX a2         aX=>X
      a! a2            a!=>!
      """,
      producer: { $0.a.producer.filter { $0 % 2 == 0 } }, signal: { $0.a.filter { $0 % 2 == 0 } })
    expectScripts(
      """
      a1 a2 a3 a4 a|   a2=>even2  a4=>even4  a|=>|
      a1 aX a2         aX=>X
      a! a2            a!=>!
      """,
      producer: { $0.a.producer.compactMap { $0 % 2 == 0 ? "even\($0)" : nil } },
      signal: { $0.a.compactMap { $0 % 2 == 0 ? "even\($0)" : nil } })
  }

  @Test func scan() {
    expectScripts(
      """
      a1 a2 a|   a1=>1  a2=>3  a|=>|
      a|         a|=>|
      a1 aX      a1=>1  aX=>X
      a1 a!      a1=>1  a!=>!
      """,
      producer: { $0.a.producer.scan(0, +) }, signal: { $0.a.scan(0, +) })
  }

  @Test func reduce() {
    expectScripts(
      """
      a1 a2 a|   a|=>3,|
      a|         a|=>0,|
      a1 aX      aX=>X
      a1 a!      a!=>!
      """,
      producer: { $0.a.producer.reduce(0, +) }, signal: { $0.a.reduce(0, +) })
  }

  @Test func collect() {
    expectScripts(
      """
      a1 a2 a|   a|=>[1,2],|
      a|         a|=>[],|
      a1 aX      aX=>X
      a1 a!      a!=>!
      """,
      producer: { $0.a.producer.collect() }, signal: { $0.a.collect() })
  }

  @Test func collectByCount() {
    expectScripts(
      """
      a1 a2 a3 a|   a2=>[1,2]  a|=>[3],|
      a1 a2 a|      a2=>[1,2]  a|=>|
      a|            a|=>[],|
      a1 aX         aX=>X
      a1 a2 a3 a!   a2=>[1,2]  a!=>!
      """,
      producer: { $0.a.producer.collect(count: 2) }, signal: { $0.a.collect(count: 2) })
  }

  @Test func promoteError() {
    let promoted: SignalProducer<Int, Boom> = SignalProducer<Int, Never>([1, 2]).promoteError()
    #expect(promoted.history == "1 2 |")
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = signal.promoteError(Boom.self).record()
    input.send(value: 1)
    input.sendInterrupted()
    #expect(recorder.history == "1 !")
  }

  /// Every subscription to a producer has separate state.
  @Test func subscriptionsShareNoState() {
    let numbers = SignalProducer<Int, Never>([1, 2, 3])
    let producers = [numbers.scan(0, +), numbers.reduce(0, +), numbers.take(first: 2)]
    for producer in producers { #expect(producer.history == producer.history) }
    let collected = numbers.collect(count: 2)
    #expect(collected.history == "[1, 2] [3] |")
    #expect(collected.history == "[1, 2] [3] |")
  }

  @Test func customOperatorSendsEveryOtherValue() {
    let everyOther = Operator<Int, Boom, Int, Boom> { downstream, _ in
      var isOdd = false
      return downstream.handling { value in
        isOdd.toggle()
        if isOdd { downstream.send(value: value) }
      }
    }
    expectScripts(
      "a1 a2 a3 a|   a1=>1  a3=>3  a|=>|",
      producer: { $0.a.producer.lift(everyOther) }, signal: { $0.a.lift(everyOther) })
  }
}
