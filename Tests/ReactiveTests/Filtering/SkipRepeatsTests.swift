import Reactive
import Testing

/// Operators that remove values that were already sent.
@Suite(.noLeaks)
struct SkipRepeatsTests {
  @Test func `skipRepeats compares with the previous value`() {
    expectScripts(
      """
      a1 a1 a2 a2 a1 a|   a1=>1  a2=>2  a1=>1  a|=>|
      a1 a1 aX            a1=>1  aX=>X
      a1 a1 a!            a1=>1  a!=>!
      """,
      producer: { $0.a.producer.skipRepeats() }, signal: { $0.a.skipRepeats() })
  }

  @Test func `skipRepeats compares with the last received value, even if it was not sent`() {
    expectScripts(
      "a1 a2 a3 a4 a9 a|   a1=>1  a9=>9  a|=>|",
      producer: { $0.a.producer.skipRepeats { abs($0 - $1) < 2 } },
      signal: { $0.a.skipRepeats { abs($0 - $1) < 2 } })
  }

  @Test func `skipRepeats(on:) compares the results of the closure`() {
    expectScripts(
      """
      a1 a3 a2 a4 a5 a|   a1=>1  a2=>2  a5=>5  a|=>|
      a1 a3 aX            a1=>1  aX=>X
      """,
      producer: { $0.a.producer.skipRepeats(on: { $0 % 2 }) }, signal: { $0.a.skipRepeats(on: { $0 % 2 }) })
    let perhaps = SignalProducer<Int, Never>([4, 5, 1, 6])
    #expect(perhaps.skipRepeats(on: { $0 > 3 ? nil : $0 }).history == "4 1 6 |")
    #expect(perhaps.skipRepeats(by: { $1 - $0 == 1 }).history == "4 1 6 |")
  }

  @Test func `the closure of skipRepeats receives the earlier value first`() {
    #expect(SignalProducer<Int, Never>([1, 3, 2, 4]).skipRepeats { $0 > $1 }.history == "1 3 4 |")
  }

  @Test func `uniqueValues sends each value once`() {
    expectScripts(
      """
      a1 a2 a1 a3 a2 a|   a1=>1  a2=>2  a3=>3  a|=>|
      a1 a1 aX            a1=>1  aX=>X
      a1 a1 a!            a1=>1  a!=>!
      """,
      producer: { $0.a.producer.uniqueValues() }, signal: { $0.a.uniqueValues() })
    expectScripts(
      "a1 a3 a2 a4 a|   a1=>1  a2=>2  a|=>|",
      producer: { $0.a.producer.uniqueValues { $0 % 2 } }, signal: { $0.a.uniqueValues { $0 % 2 } })
  }

  @Test func `nil is an ordinary value`() {
    let perhaps = SignalProducer<Int?, Never>([nil, nil, 1, nil])
    #expect(perhaps.skipRepeats().history == "nil Optional(1) nil |")
    #expect(perhaps.uniqueValues().history == "nil Optional(1) |")
    #expect(perhaps.take(last: 1).history == "nil |")
    #expect(perhaps.last(orFail: nil).history == "nil |")
    #expect(perhaps.take(first: 1).single(orFail: nil).history == "nil |")
    #expect(perhaps.single(orFail: nil).history == "|")
    #expect(perhaps.max { ($0 ?? 0) < ($1 ?? 0) }.history == "Optional(1) |")
    #expect(perhaps.min { ($0 ?? 0) < ($1 ?? 0) }.history == "nil |")
    #expect(perhaps.contains(nil).history == "true |")
  }
}
