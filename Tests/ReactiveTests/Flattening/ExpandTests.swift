import Reactive
import Testing

/// Streams that are made from the values of streams.
@Suite(.noLeaks)
struct ExpandTests {
  private typealias Numbers = SignalProducer<Int, Boom>

  @Test func `expand transforms the values of its streams too`() {
    expectScripts(
      """
      a1 b2 b3 b| a|        a1=>1  b2=>2  b3=>3  a|=>|
      a1 a| b2 b|           a1=>1  b2=>2  b|=>|
      a1 aX b2              a1=>1  aX=>X
      a1 bX                 a1=>1  bX=>X
      a1 b! a|              a1=>1  a|=>|
      a1 a!                 a1=>1  a!=>!
      a|                    a|=>|
      """,
      producer: { harness in harness.a.producer.expand { $0 < 2 ? harness.b : .empty } },
      signal: { harness in harness.a.expand { $0 < 2 ? harness.b : .empty } })
    #expect(
      Numbers([1]).expand { $0 < 20 ? Numbers([$0 * 2, $0 * 3]) : .empty }.take(first: 7).history == "1 2 3 4 6 6 9 |")
  }

  @Test func `with a limit, a value is sent when its stream is started`() {
    expectScripts(
      """
      a1 a5 b2 b| a6 a| c|   a1=>1  b|=>5  c|=>2,6,|
      """,
      producer: { harness in
        harness.a.producer.expand(limit: 1) { $0 == 1 ? harness.b : $0 == 5 ? harness.c : .empty }
      },
      signal: { harness in harness.a.expand(limit: 1) { $0 == 1 ? harness.b : $0 == 5 ? harness.c : .empty } })
  }

  @Test func `expanding does not grow the stack`() {
    let count = Numbers([1]).expand { $0 < 100_000 ? Numbers([$0 + 1]) : .empty }.count()
    #expect(count.history == "100000 |")
  }

  @Test func `a value that disposes the result is not transformed`() {
    var calls = 0
    let result = Numbers([1]).expand { value -> Numbers in
      calls += 1
      return Numbers([value + 1])
    }
    #expect(result.take(first: 3).history == "1 2 3 |")
    #expect(calls == 2)
  }

  @Test func `flatScan passes the latest value to the closure`() {
    let scan: @Sendable (Int, Int) -> Int = { $0 * 10 + $1 }
    expectScripts(
      """
      a1 b2 a3 b4 a| b|   b2=>3  b4=>5,10  b|=>|
      a1 aX               aX=>X
      a1 bX               bX=>X
      a1 a!               a!=>!
      a1 b! a|            a|=>|
      """,
      producer: { harness in
        harness.a.producer.flatScan(.merge, 0) { sum, value in harness.b.map { sum + value + $0 } }
      },
      signal: { harness in harness.a.flatScan(.merge, 0) { sum, value in harness.b.map { sum + value + $0 } } })
    #expect(Numbers([1, 2, 3]).flatScan(.concat, 0) { Numbers([scan($0, $1)]) }.history == "1 12 123 |")
    #expect(
      Numbers([1, 2, 3]).flatScan(.latest, 7) { SignalProducer<Int, Never>([scan($0, $1)]) }.history == "71 712 7123 |")
    #expect(Numbers([1, 2]).flatScan(.race, 0) { Numbers([scan($0, $1)]) }.history == "1 |")
  }

  @Test func `a queued stream of flatScan gets the state at its start`() {
    expectScripts(
      "a1 a2 b5 b| c7 c| a|   b5=>5  c7=>12  a|=>|",
      producer: { harness in
        harness.a.producer.flatScan(.concat, 0) { sum, value in
          value == 1 ? harness.b : harness.c.map { sum + $0 }
        }
      },
      signal: { harness in
        harness.a.flatScan(.concat, 0) { sum, value in value == 1 ? harness.b : harness.c.map { sum + $0 } }
      })
  }
}
