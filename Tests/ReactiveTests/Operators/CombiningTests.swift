import Reactive
import Testing

/// What the operators that join several streams do at each event of their inputs.
@Suite(.leavesNothing)
struct CombiningTests {
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
      b1 b2 b| a3         a3=>(3,1)
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
      producer: { Stage.Inner.zip([$0.a.producer, $0.b.producer, $0.c.producer]) },
      signal: { Stage.Lane.zip([$0.a, $0.b, $0.c]) })
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
      producer: { Stage.Inner.combineLatest([$0.a.producer, $0.b.producer, $0.c.producer]) },
      signal: { Stage.Lane.combineLatest([$0.a, $0.b, $0.c]) })
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
  }

  @Test func ofNothing() {
    let nothing: [SignalProducer<Int, Never>] = []
    typealias Numbers = SignalProducer<Int, Never>
    #expect(Numbers.merge(nothing).history == "|")
    #expect(Numbers.concat(nothing).history == "|")
    #expect(Numbers.zip(nothing).history == "|")
    #expect(Numbers.combineLatest(nothing).history == "|")
  }

  @Test func ofOptionalValues() {
    typealias Perhaps = SignalProducer<Int?, Never>
    let some = Perhaps([nil, 1])
    #expect(some.combineLatest(with: Perhaps(value: nil)).history == "(Optional(1), nil) |")
    #expect(Perhaps.combineLatest([some, Perhaps(value: nil)]).history == "[Optional(1), nil] |")
    #expect(Perhaps.zip([some, Perhaps(value: nil)]).history == "[nil, nil] |")
  }

  @Test func sequencesOfEndings() {
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
