import Reactive
import Testing

/// Operators that combine streams when they, or the stream that sends them, have completed.
@Suite(.noLeaks)
struct ForkJoinTests {
  @Test func `forkJoin sends the last values`() {
    expectScripts(
      """
      a1 b2 a3 a| b4 b|   b|=>(3,4),|
      a1 b| a|            b|=>|
      a1 bX               bX=>X
      a1 a! b1            a!=>!
      """,
      producer: { forkJoin($0.a.producer, $0.b.producer) }, signal: { forkJoin($0.a, $0.b) })
    expectScripts(
      "a1 b2 c3 a| b| c|   c|=>[1,2,3],|",
      producer: { ScriptHarness.Inner.forkJoin([$0.a.producer, $0.b.producer, $0.c.producer]) },
      signal: { ScriptHarness.Lane.forkJoin([$0.a, $0.b, $0.c]) })
    #expect(SignalProducer<Int, Never>.forkJoin([]).history == "|")
    let three = forkJoin(
      SignalProducer<Int, Never>([1, 2]), SignalProducer<String, Never>(value: "a"),
      SignalProducer<Bool, Never>(value: true))
    #expect(three.map { "\($0.0)\($0.1)\($0.2)" }.history == "2atrue |")
  }

  @Test func `zipAll starts the streams when the source has completed`() {
    expectScripts(
      """
      oa ob o| a1 b2 a3 a| b4   o|=>+a,+b  b2=>[1,2]  a|=>-a  b4=>[3,4],|,-b
      o|                        o|=>|
      oa oX                     oX=>X
      oa o!                     o!=>!
      oa ob o| a1 bX            o|=>+a,+b  bX=>X,-a,-b
      oa ob o| a!               o|=>+a,+b  a!=>!,-b,-a
      """,
      producer: { $0.outer.producer.zipAll() }, signal: { $0.outer.zipAll() })
  }

  @Test func `combineLatestAll starts the streams when the source has completed`() {
    expectScripts(
      """
      oa ob o| a1 b2 a3 a| b|   o|=>+a,+b  b2=>[1,2]  a3=>[3,2]  a|=>-a  b|=>|,-b
      o|                        o|=>|
      oa oX                     oX=>X
      oa o!                     o!=>!
      """,
      producer: { $0.outer.producer.combineLatestAll() }, signal: { $0.outer.combineLatestAll() })
  }

  @Test func `onErrorResumeNext continues after any end`() {
    expectScripts(
      """
      a1 aX b2 b|   a1=>1  b2=>2  b|=>|
      a1 a| b2 bX   a1=>1  b2=>2  bX=>|
      a1 a! b2 b!   a1=>1  b2=>2  b!=>|
      """,
      producer: { $0.a.producer.onErrorResumeNext($0.b.producer).promoteError() },
      signal: { $0.a.onErrorResumeNext($0.b.producer).promoteError() })
    #expect(SignalProducer<Int, Boom>.onErrorResumeNext([]).history == "|")
  }

  @Test func `generate computes each value from the previous one`() {
    let powers = SignalProducer<Int, Never>.generate(1, while: { $0 < 20 }) { $0 * 2 }
    #expect(powers.history == "1 2 4 8 16 |")
    #expect(powers.history == "1 2 4 8 16 |")
    #expect(SignalProducer<Int, Never>.generate(30, while: { $0 < 20 }) { $0 * 2 }.history == "|")
    #expect(SignalProducer<Int, Never>.generate(1) { $0 + 1 }.take(first: 3).history == "1 2 3 |")
  }

  @Test func `partition divides the values by a condition`() {
    expectScripts(
      """
      a1 a2 a3 a|   a1=>1  a2=>20  a3=>3  a|=>|
      a1 aX         a1=>1  aX=>X
      """,
      producer: { harness in
        let (odd, even) = harness.a.producer.partition { $0 % 2 == 1 }
        return odd.merge(with: even.map { $0 * 10 })
      },
      signal: { harness in
        let (odd, even) = harness.a.partition { $0 % 2 == 1 }
        return odd.merge(with: even.map { $0 * 10 })
      })
  }
}
