import Reactive
import Testing

/// Operators that reduce a stream to one value.
@Suite(.noLeaks)
struct AggregatingTests {
  @Test func `count counts until completion`() {
    expectScripts(
      """
      a1 a1 a|   a|=>2,|
      a|         a|=>0,|
      a1 aX      aX=>X
      a1 a!      a!=>!
      """,
      producer: { $0.a.producer.count() }, signal: { $0.a.count() })
  }

  @Test func `sum adds until completion`() {
    expectScripts(
      """
      a1 a2 a3 a|   a|=>6,|
      a|            a|=>0,|
      a1 aX         aX=>X
      a1 a!         a!=>!
      """,
      producer: { $0.a.producer.sum() }, signal: { $0.a.sum() })
    #expect(SignalProducer<Double, Never>([0.5, 0.25]).sum().history == "0.75 |")
  }

  @Test func `min sends the least value`() {
    expectScripts(
      """
      a3 a1 a2 a|   a|=>1,|
      a3 a|         a|=>3,|
      a|            a|=>|
      a1 aX         aX=>X
      a1 a!         a!=>!
      """,
      producer: { $0.a.producer.min() }, signal: { $0.a.min() })
    expectScripts(
      "a12 a31 a21 a|   a|=>31,|",
      producer: { $0.a.producer.min { $0 % 10 < $1 % 10 } }, signal: { $0.a.min { $0 % 10 < $1 % 10 } })
  }

  @Test func `max sends the greatest value`() {
    expectScripts(
      """
      a1 a3 a2 a|   a|=>3,|
      a3 a|         a|=>3,|
      a|            a|=>|
      a1 aX         aX=>X
      a1 a!         a!=>!
      """,
      producer: { $0.a.producer.max() }, signal: { $0.a.max() })
    expectScripts(
      "a31 a12 a22 a|   a|=>12,|",
      producer: { $0.a.producer.max { $0 % 10 < $1 % 10 } }, signal: { $0.a.max { $0 % 10 < $1 % 10 } })
  }

  @Test func `all ends at the first value that fails the test`() {
    expectScripts(
      """
      a1 a2 a|   a|=>true,|
      a1 a3 a1   a3=>false,|
      a|         a|=>true,|
      a1 aX      aX=>X
      a1 a!      a!=>!
      """,
      producer: { $0.a.producer.all(where: { $0 < 3 }) }, signal: { $0.a.all(where: { $0 < 3 }) })
  }

  @Test func `contains ends at the first value that passes the test`() {
    let table = """
      a1 a3 a1   a3=>true,|
      a1 a2 a|   a|=>false,|
      a|         a|=>false,|
      a1 aX      aX=>X
      a1 a!      a!=>!
      """
    expectScripts(table, producer: { $0.a.producer.contains(3) }, signal: { $0.a.contains(3) })
    expectScripts(
      table,
      producer: { $0.a.producer.contains(where: { $0 > 2 }) }, signal: { $0.a.contains(where: { $0 > 2 }) })
  }

  @Test func `isEmpty ends at the first value`() {
    expectScripts(
      """
      a1 a2   a1=>false,|
      a|      a|=>true,|
      aX      aX=>X
      a!      a!=>!
      """,
      producer: { $0.a.producer.isEmpty() }, signal: { $0.a.isEmpty() })
  }
}
