import Reactive
import Testing

/// The effect of each input event on the operators that combine several streams.
@Suite(.noLeaks)
struct CombiningTests {
  /// The end of the signal is delivered when the first start of each join happens.
  @Test func `an ended signal ends a join before the next input starts`() {
    typealias Stream = SignalProducer<Int, Never>
    let (signal, input) = Signal<Int, Never>.pipe()
    var started: [String] = []
    func startJoins() {
      func other(_ name: String) -> Stream { Stream.never.on(starting: { started.append(name) }) }
      let ended = signal.producer
      ended.zip(with: other("zip")).start()
      ended.combineLatest(with: other("combineLatest")).start()
      Stream.zip([ended, other("zip of many")]).start()
      ended.sample(on: other("sample")).start()
      ended.sequenceEqual(other("sequenceEqual")).start()
      ended.window(on: other("window")).start()
      other("take(untilReplacement:)").take(untilReplacement: ended).start()
    }
    signal.observeCompleted(startJoins)
    input.sendCompleted()
    startJoins()
    #expect(started == [])
  }

  @Test func zip() {
    expectScripts(
      """
      a1 a2 b1 b2 b3 a|   b1=>(1,1)  b2=>(2,2)  a|=>|
      a1 a2 a| b1 b2      b1=>(1,1)  b2=>(2,2),|
      a1 a| b1            b1=>(1,1),|
      a| b1               a|=>|
      a1 b1 a|            b1=>(1,1)  a|=>|
      a1 a2 b1 a| b|      b1=>(1,1)  b|=>|
      a1 aX b1            aX=>X
      a1 a! b1            a!=>!
      a1 b!               b!=>!
      a| b|               a|=>|
      b1 b2 b| a3 a!      a3=>(3,1)  a!=>!
      """,
      producer: { $0.a.producer.zip(with: $0.b.producer) },
      signal: { $0.a.zip(with: $0.b) })
  }

  @Test func zipOfMany() {
    expectScripts(
      """
      a1 b2 c3 a4 c5 b6 a|   c3=>[1,2,3]  b6=>[4,6,5]  a|=>|
      a1 a| b2 c3            c3=>[1,2,3],|
      a1 b2 b| c3 a4         c3=>[1,2,3],|
      a1 b2 cX               cX=>X
      a1 b! c3               b!=>!
      """,
      producer: { ScriptHarness.Inner.zip([$0.a.producer, $0.b.producer, $0.c.producer]) },
      signal: { ScriptHarness.Lane.zip([$0.a, $0.b, $0.c]) })
  }

  @Test func combineLatest() {
    expectScripts(
      """
      a1 a2 b1 a3 b2 a| b3 b|   b1=>(2,1)  a3=>(3,1)  b2=>(3,2)  b3=>(3,3)  b|=>|
      a1 a| b1 b2 b|            b1=>(1,1)  b2=>(1,2)  b|=>|
      a| b1 b|                  b|=>|
      a1 b1 aX                  b1=>(1,1)  aX=>X
      a1 b1 a! b2               b1=>(1,1)  a!=>!
      a! b1                     a!=>!
      a| b|                     b|=>|
      """,
      producer: { $0.a.producer.combineLatest(with: $0.b.producer) },
      signal: { $0.a.combineLatest(with: $0.b) })
  }

  @Test func combineLatestOfMany() {
    expectScripts(
      """
      a1 b2 a3 c4 b5 a| b6 b| c|   c4=>[3,2,4]  b5=>[3,5,4]  b6=>[3,6,4]  c|=>|
      a| b1 c2 b| c|               c|=>|
      a1 b2 c3 bX                  c3=>[1,2,3]  bX=>X
      a1 b! c3                     b!=>!
      """,
      producer: { ScriptHarness.Inner.combineLatest([$0.a.producer, $0.b.producer, $0.c.producer]) },
      signal: { ScriptHarness.Lane.combineLatest([$0.a, $0.b, $0.c]) })
  }

  @Test func merge() {
    expectScripts(
      """
      a1 b1 a| b2 b|   a1=>1  b1=>1  b2=>2  b|=>|
      a1 aX b1         a1=>1  aX=>X
      a1 a! b1 b|      a1=>1  b1=>1  b|=>|
      a! b!            b!=>|
      a| b!            b!=>|
      """,
      producer: { $0.a.producer.merge(with: $0.b.producer) },
      signal: { $0.a.merge(with: $0.b) })
  }

  @Test func concat() {
    expectScripts(
      """
      b1 a1 a| b2 b|   a1=>1  b2=>2  b|=>|
      a1 aX b1         a1=>1  aX=>X
      a1 a! b1 b|      a1=>1  b1=>1  b|=>|
      a| b!            b!=>|
      """,
      producer: { $0.a.producer.concat($0.b.producer) },
      signal: { $0.a.concat($0.b.producer) })
  }

  @Test func race() {
    expectScripts(
      """
      a1 b1 a2 b| a|   a1=>1  a2=>2  a|=>|
      b1 a1 b2 b|      b1=>1  b2=>2  b|=>|
      a| b1            a|=>|
      aX b1            aX=>X
      b! a1            b!=>|
      a1 aX            a1=>1  aX=>X
      """,
      producer: { $0.a.producer.race(with: $0.b.producer) },
      signal: { $0.a.race(with: $0.b) })
    expectScripts(
      """
      c1 a1 b1 c2 c|   c1=>1  c2=>2  c|=>|
      """,
      producer: { ScriptHarness.Inner.race($0.a.producer, $0.b.producer, $0.c.producer) },
      signal: { ScriptHarness.Lane.race($0.a, $0.b, $0.c) })
  }

  @Test func then() {
    expectScripts(
      """
      a1 a| b1 b|   b1=>1  b|=>|
      a1 b1 a| b2 b|   b2=>2  b|=>|
      a1 aX b1      aX=>X
      a1 a! b1      a!=>!
      a| bX         bX=>X
      a| b1 b!      b1=>1  b!=>!
      """,
      producer: { $0.a.producer.then($0.b.producer) },
      signal: { $0.a.then($0.b.producer) })
  }

  @Test func sampleWith() {
    expectScripts(
      """
      b1 a1 b2 b3 a2 b4 a| b5 b|   b2=>(1,2)  b3=>(1,3)  b4=>(2,4)  b5=>(2,5)  b|=>|
      a1 b1 b| a2 a|               b1=>(1,1)  a|=>|
      a1 aX                        aX=>X
      a1 a! b1                     a!=>!
      a1 b! a2                     b!=>!
      a1 bX a2                     bX=>X
      a| b1 b|                     b|=>|
      a1 a| b1 b|                  b1=>(1,1)  b|=>|
      """,
      producer: { $0.a.producer.sample(with: $0.b.producer) },
      signal: { $0.a.sample(with: $0.b) })
  }

  @Test func sampleOn() {
    expectScripts(
      """
      a1 b1 b2 a| b3 b|   b1=>1  b2=>1  b3=>1  b|=>|
      b1 a1 a2 b2 a!      b2=>2  a!=>!
      a1 bX               bX=>X
      """,
      producer: { $0.a.producer.sample(on: $0.b.producer) },
      signal: { $0.a.sample(on: $0.b) })
  }

  @Test func withLatest() {
    let table = """
      a1 b1 a2 b2 b3 a3 a|   a2=>(2,1)  a3=>(3,3)  a|=>|
      b1 b| a1 a2 a|         a1=>(1,1)  a2=>(2,1)  a|=>|
      b1 b! a1 a|            a1=>(1,1)  a|=>|
      b! a1 a|               a|=>|
      b1 bX a1               bX=>X
      b1 a1 aX               a1=>(1,1)  aX=>X
      b1 a1 a!               a1=>(1,1)  a!=>!
      """
    expectScripts(
      table,
      producer: { $0.a.producer.withLatest(from: $0.b.producer) },
      signal: { $0.a.withLatest(from: $0.b) })
    expectScripts(
      table,
      producer: { $0.a.producer.withLatest(from: $0.b.producer) },
      signal: { $0.a.withLatest(from: $0.b.producer) })
  }

  @Test func takeUntilAReplacement() {
    expectScripts(
      """
      a1 b1 a2 b2 b|   a1=>1  b1=>1  b2=>2  b|=>|
      a1 a| b1 b|      a1=>1  b1=>1  b|=>|
      a1 b| a2         a1=>1  b|=>|
      a1 bX            a1=>1  bX=>X
      a1 b! a2         a1=>1  b!=>!
      a1 aX b1         a1=>1  aX=>X
      a1 a! b1         a1=>1  a!=>!
      """,
      producer: { $0.a.producer.take(untilReplacement: $0.b.producer) },
      signal: { $0.a.take(untilReplacement: $0.b) })
  }

  @Test func sequenceEqual() {
    expectScripts(
      """
      a1 b1 b2 a2 a| b|   b|=>true,|
      a1 a2 b1 b3         b3=>false,|
      a1 a2 b1 b|         b|=>false,|
      a1 b| a2            b|=>false,|
      a1 b1 b| a2         a2=>false,|
      a| b1               b1=>false,|
      a| b|               b|=>true,|
      a1 aX               aX=>X
      a1 b! b1            b!=>!
      """,
      producer: { $0.a.producer.sequenceEqual($0.b.producer) },
      signal: { $0.a.sequenceEqual($0.b) })
    expectScripts(
      """
      a1 b2 b4 a3 a| b|   b|=>true,|
      a2 b1               b1=>false,|
      """,
      producer: { $0.a.producer.sequenceEqual($0.b.producer, by: <) },
      signal: { $0.a.sequenceEqual($0.b, by: <) })
  }

  @Test func defaultIfEmpty() {
    expectScripts(
      """
      a1 a|   a1=>1  a|=>|
      a|      a|=>7,|
      aX      aX=>X
      a!      a!=>!
      """,
      producer: { $0.a.producer.defaultIfEmpty(7) },
      signal: { $0.a.defaultIfEmpty(7) })
  }

  /// Odd numbers are true, even numbers false.
  @Test func booleans() {
    let isOdd: (Int) -> Bool = { $0 % 2 == 1 }
    let conjunction = """
      a1 b1 a2 b2 a3 a| b3 b|   b1=>true  a2=>false  b2=>false  a3=>false  b3=>true  b|=>|
      a1 b1 aX                  b1=>true  aX=>X
      a1 b!                     b!=>!
      """
    let disjunction = """
      a1 b1 a2 b2 a3 a| b4 b|   b1=>true  a2=>true  b2=>false  a3=>true  b4=>true  b|=>|
      """
    expectScripts(
      conjunction,
      producer: { $0.a.producer.map(isOdd).and($0.b.producer.map(isOdd)) },
      signal: { $0.a.map(isOdd) && $0.b.map(isOdd) })
    expectScripts(
      conjunction,
      producer: { $0.a.producer.map(isOdd) && $0.b.producer.map(isOdd) },
      signal: { $0.a.map(isOdd).and($0.b.map(isOdd)) })
    expectScripts(
      disjunction,
      producer: { $0.a.producer.map(isOdd) || $0.b.producer.map(isOdd) },
      signal: { $0.a.map(isOdd).or($0.b.map(isOdd)) })
    expectScripts(
      "a1 a2 a|   a1=>false  a2=>true  a|=>|",
      producer: { !$0.a.producer.map(isOdd) },
      signal: { !$0.a.map(isOdd) })
    expectScripts(
      "a1 b2 a!   b2=>true  a!=>!",
      producer: { $0.a.producer.map(isOdd) && !$0.b.producer.map(isOdd) },
      signal: { $0.a.map(isOdd).and($0.b.map(isOdd).negate()) })
  }

  @Test func takeUntilATrigger() {
    expectScripts(
      """
      a1 b1 a2      a1=>1  b1=>|
      a1 b| a2      a1=>1  b|=>|
      a1 b! a2 a|   a1=>1  a2=>2  a|=>|
      a1 aX b1      a1=>1  aX=>X
      a1 a! b1      a1=>1  a!=>!
      a1 a|         a1=>1  a|=>|
      a1 bX a2      a1=>1  bX=>X
      """,
      producer: { $0.a.producer.take(until: $0.b.producer) },
      signal: { $0.a.take(until: $0.b) })
  }

  @Test func coldInputsStartFromLeftToRight() {
    let one = SignalProducer<Int, Never>([1, 2])
    let two = SignalProducer<Int, Never>([3, 4])
    #expect(one.combineLatest(with: two).history == "(2, 3) (2, 4) |")
    #expect(SignalProducer<Int, Never>([1, 2, 3]).zip(with: SignalProducer([4, 5])).history == "(1, 4) (2, 5) |")
    #expect(one.merge(with: two).history == "1 2 3 4 |")
    #expect(one.concat(two).history == "1 2 3 4 |")
    #expect(one.take(until: two).history == "|")
    #expect(one.race(with: two).history == "1 2 |")
    #expect(one.sample(with: SignalProducer(value: 5)).history == "(2, 5) |")
    #expect(one.withLatest(from: SignalProducer([5, 6])).history == "(1, 6) (2, 6) |")
    #expect(one.take(untilReplacement: two).history == "3 4 |")
    #expect(one.then(two).history == "3 4 |")
    #expect(one.sequenceEqual(SignalProducer([1, 2])).history == "true |")
    #expect(one.prefix(two).history == "3 4 1 2 |")
    #expect(one.prefix(value: 0).concat(value: 9).history == "0 1 2 9 |")
  }

  @Test func noInputsCompleteImmediately() {
    let nothing: [SignalProducer<Int, Never>] = []
    typealias Numbers = SignalProducer<Int, Never>
    #expect(Numbers.merge(nothing).history == "|")
    #expect(Numbers.concat(nothing).history == "|")
    #expect(Numbers.zip(nothing).history == "|")
    #expect(Numbers.combineLatest(nothing).history == "|")
    #expect(Numbers.race(nothing).history == "|")
    #expect(Numbers.zip(combine: { 1 }).history == "|")
    #expect(Numbers.combineLatest(combine: { 1 }).history == "|")
  }

  @Test func optionalValuesAreCombined() {
    typealias Perhaps = SignalProducer<Int?, Never>
    let some = Perhaps([nil, 1])
    #expect(some.combineLatest(with: Perhaps(value: nil)).history == "(Optional(1), nil) |")
    #expect(Perhaps.combineLatest([some, Perhaps(value: nil)]).history == "[Optional(1), nil] |")
    #expect(Perhaps.zip([some, Perhaps(value: nil)]).history == "[nil, nil] |")
  }

  @Test func concatAndRepeatFollowTheTermination() {
    let failing = SignalProducer<Int, Boom>(value: 1).concat(SignalProducer(error: Boom()))
    let interrupted = SignalProducer<Int, Boom> { observer, _ in
      observer.send(value: 1)
      observer.sendInterrupted()
    }
    let three = SignalProducer<Int, Boom>(value: 3)
    #expect(failing.concat(three).history == "1 X")
    #expect(interrupted.concat(three).history == "1 3 |")
    #expect(SignalProducer<Int, Never>([1, 2]).repeat(3).history == "1 2 1 2 1 2 |")
    #expect(interrupted.repeat(3).history == "1 !")
    #expect(failing.repeat(3).history == "1 X")
    #expect(three.repeat(0).history == "|")
    #expect(three.repeat(1).history == "3 |")
    #expect(three.repeat().take(first: 4).history == "3 3 3 3 |")
  }
}
