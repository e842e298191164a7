import Reactive
import Testing

/// Operators that send or remove the values at one end of a stream.
@Suite(.noLeaks)
struct TakeAndSkipTests {
  @Test func `take(first:) completes with the last value`() {
    expectScripts(
      """
      a1 a2 a3   a1=>1  a2=>2,|
      a1 a|      a1=>1  a|=>|
      a1 aX      a1=>1  aX=>X
      a1 a!      a1=>1  a!=>!
      """,
      producer: { $0.a.producer.take(first: 2) }, signal: { $0.a.take(first: 2) })
  }

  @Test func `take(last:) sends its values only on completion`() {
    expectScripts(
      """
      a1 a2 a3 a|   a|=>2,3,|
      a1 a|         a|=>1,|
      a|            a|=>|
      a1 a2 aX      aX=>X
      a1 a2 a!      a!=>!
      """,
      producer: { $0.a.producer.take(last: 2) }, signal: { $0.a.take(last: 2) })
    expectScripts(
      """
      a1 a2 a|   a|=>|
      a1 aX      aX=>X
      """,
      producer: { $0.a.producer.take(last: 0) }, signal: { $0.a.take(last: 0) })
  }

  @Test func `take(while:) completes instead of sending the first value that fails the test`() {
    expectScripts(
      """
      a1 a3 a1   a1=>1  a3=>|
      a3 a1      a3=>|
      a1 a|      a1=>1  a|=>|
      a1 aX      a1=>1  aX=>X
      a1 a!      a1=>1  a!=>!
      """,
      producer: { $0.a.producer.take(while: { $0 < 3 }) }, signal: { $0.a.take(while: { $0 < 3 }) })
  }

  @Test func `take(until:) with a closure sends the value that ends it`() {
    expectScripts(
      """
      a1 a3 a1   a1=>1  a3=>3,|
      a3 a1      a3=>3,|
      a1 a|      a1=>1  a|=>|
      a1 aX      a1=>1  aX=>X
      a1 a!      a1=>1  a!=>!
      """,
      producer: { $0.a.producer.take(until: { $0 < 3 }) }, signal: { $0.a.take(until: { $0 < 3 }) })
  }

  @Test func `skip(first:) removes that number of values`() {
    expectScripts(
      """
      a1 a2 a3 a4 a|   a3=>3  a4=>4  a|=>|
      a1 a|            a|=>|
      a1 aX            aX=>X
      a1 a!            a!=>!
      """,
      producer: { $0.a.producer.skip(first: 2) }, signal: { $0.a.skip(first: 2) })
    expectScripts(
      "a1 a|   a1=>1  a|=>|", producer: { $0.a.producer.skip(first: 0) }, signal: { $0.a.skip(first: 0) })
  }

  @Test func `skip(while:) sends everything after the first value that fails the test`() {
    expectScripts(
      """
      a1 a3 a1 a|   a3=>3  a1=>1  a|=>|
      a1 a|         a|=>|
      a1 aX         aX=>X
      a1 a!         a!=>!
      """,
      producer: { $0.a.producer.skip(while: { $0 < 3 }) }, signal: { $0.a.skip(while: { $0 < 3 }) })
  }

  @Test func `skip(last:) sends each value when enough values follow it`() {
    expectScripts(
      """
      a1 a2 a3 a4 a|   a3=>1  a4=>2  a|=>|
      a1 a2 a|         a|=>|
      a1 a2 a3 aX      a3=>1  aX=>X
      a1 a2 a3 a!      a3=>1  a!=>!
      """,
      producer: { $0.a.producer.skip(last: 2) }, signal: { $0.a.skip(last: 2) })
    expectScripts("a1 a|   a1=>1  a|=>|", producer: { $0.a.producer.skip(last: 0) }, signal: { $0.a.skip(last: 0) })
  }

  @Test func `ignoreValues sends only the terminal event, as a stream of any type`() {
    expectScripts(
      """
      a1 a2 a|   a|=>|
      a1 aX      aX=>X
      a1 a!      a!=>!
      """,
      producer: { $0.a.producer.ignoreValues() }, signal: { $0.a.ignoreValues() })
    let numbers = SignalProducer<Int, Never>([1, 2])
    let texts = SignalProducer<String, Never>(value: "text")
    #expect(numbers.ignoreValues(as: String.self).concat(texts).history == "text |")
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = signal.ignoreValues(as: String.self).record()
    input.send(value: 1)
    input.sendCompleted()
    #expect(recorder.history == "|")
  }

  @Test func `buffered values are released when they are not needed any more`() {
    for shape: (Signal<LeakProbe, Never>) -> Signal<LeakProbe, Never> in [{ $0.take(last: 2) }, { $0.skip(last: 2) }] {
      let (signal, input) = Signal<LeakProbe, Never>.pipe()
      let result = shape(signal)
      var received: [LeakProbe] = []
      result.observeValues { received.append($0) }
      let alive = (0..<3).map { _ in Weak() }
      for probe in alive { input.send(value: probe.makeProbe()) }
      received = []
      #expect(alive.map { $0.isAlive } == [false, true, true])
      input.sendInterrupted()
      #expect(received.isEmpty)
      #expect(alive.allSatisfy { !$0.isAlive })
      withExtendedLifetime(input) {}
    }
  }

  @Test func `buffering costs constant time per value`() {
    let many = 200_000
    let source = SignalProducer<Int, Never>(0..<2 * many)
    var sum = 0
    source.take(last: many).startWithValues { sum += $0 - many }
    source.skip(last: many).startWithValues { sum -= $0 }
    #expect(sum == 0)
  }
}
