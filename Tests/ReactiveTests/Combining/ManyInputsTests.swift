import Reactive
import Testing

/// Operators with inputs of several types, with any number of inputs, and with a function.
@Suite(.noLeaks)
struct ManyInputsTests {
  private func text(_ number: Int) -> String { "\(number)" }

  @Test func `zip of three`() {
    expectScripts(
      """
      a1 b2 c3 a4 c5 b6 a|   c3=>(1,"2",3.0)  b6=>(4,"6",5.0)  a|=>|
      a1 a| b2 c3            c3=>(1,"2",3.0),|
      a1 b2 b| c3 a4         c3=>(1,"2",3.0),|
      a| b2                  a|=>|
      a1 b2 cX               cX=>X
      a1 b! c3               b!=>!
      """,
      producer: { ScriptHarness.Inner.zip($0.a.producer, $0.b.producer.map(text), $0.c.producer.map(Double.init)) },
      signal: { ScriptHarness.Lane.zip($0.a, $0.b.map(text), $0.c.map(Double.init)) })
  }

  @Test func `combineLatest of three`() {
    expectScripts(
      """
      a1 b2 a3 c4 b5 a| b6 b| c|   c4=>(3,"2",4.0)  b5=>(3,"5",4.0)  b6=>(3,"6",4.0)  c|=>|
      a| b1 c2 b| c|               c|=>|
      a1 b2 c3 bX                  c3=>(1,"2",3.0)  bX=>X
      a1 b! c3                     b!=>!
      """,
      producer: {
        ScriptHarness.Inner.combineLatest($0.a.producer, $0.b.producer.map(text), $0.c.producer.map(Double.init))
      },
      signal: { ScriptHarness.Lane.combineLatest($0.a, $0.b.map(text), $0.c.map(Double.init)) })
  }

  @Test func `a function combines the values`() {
    expectScripts(
      "a1 b2 c3 a4 c5 b6 a|   c3=>1-2-3  b6=>4-6-5  a|=>|",
      producer: { Reactive.zip($0.a.producer, $0.b.producer, $0.c.producer) { "\($0)-\($1)-\($2)" } },
      signal: { Reactive.zip($0.a, $0.b, $0.c) { "\($0)-\($1)-\($2)" } })
    expectScripts(
      "a1 b2 c3 a4 a| b| cX   c3=>1-2-3  a4=>4-2-3  cX=>X",
      producer: { Reactive.combineLatest($0.a.producer, $0.b.producer, $0.c.producer) { "\($0)-\($1)-\($2)" } },
      signal: { Reactive.combineLatest($0.a, $0.b, $0.c) { "\($0)-\($1)-\($2)" } })
    expectScripts(
      "a1 b2 b3 a4 a|   b2=>3  a4=>7  a|=>|",
      producer: { Reactive.zip($0.a.producer, $0.b.producer, combine: +) },
      signal: { Reactive.zip($0.a, $0.b, combine: +) })
    expectScripts(
      "a1 b2 b3 a4 a| b|   b2=>3  b3=>4  a4=>7  b|=>|",
      producer: { Reactive.combineLatest($0.a.producer, $0.b.producer, combine: +) },
      signal: { Reactive.combineLatest($0.a, $0.b, combine: +) })
  }

  @Test func `free functions combine streams`() {
    let numbers = SignalProducer<Int, Never>([1, 2])
    let words = SignalProducer<String, Never>(["a", "b"])
    #expect(zip(numbers, words).map { "\($0)\($1)" }.history == "1a 2b |")
    #expect(zip(numbers, words) { "\($0)\($1)" }.history == "1a 2b |")
    #expect(zip(numbers, words, numbers).map { "\($0)\($1)\($2)" }.history == "1a1 2b2 |")
    #expect(zip(numbers, words, numbers) { "\($0)\($1)\($2)" }.history == "1a1 2b2 |")
    #expect(combineLatest(numbers, words).map { "\($0)\($1)" }.history == "2a 2b |")
    #expect(combineLatest(numbers, words) { "\($0)\($1)" }.history == "2a 2b |")
    #expect(combineLatest(numbers, words, numbers).map { "\($0)\($1)\($2)" }.history == "2b1 2b2 |")
    #expect(combineLatest(numbers, words, numbers) { "\($0)\($1)\($2)" }.history == "2b1 2b2 |")
    #expect(merge(numbers, numbers).history == "1 2 1 2 |")
    #expect(concat(numbers, numbers).history == "1 2 1 2 |")
    #expect(race(numbers, numbers).history == "1 2 |")
    // `zip` of the standard library is still available.
    let pairs = zip([1], ["a"]).map { "\($0)\($1)" }
    #expect(pairs == ["1a"])

    let a = Signal<Int, Boom>.pipe()
    let b = Signal<Int, Boom>.pipe()
    let pair = zip(a.output, b.output).record()
    let sum = zip(a.output, b.output, combine: +).record()
    let three = zip(a.output, b.output, a.output).record()
    let sumOfThree = zip(a.output, b.output, a.output) { $0 + $1 + $2 }.record()
    let latest = combineLatest(a.output, b.output).record()
    let latestSum = combineLatest(a.output, b.output, combine: +).record()
    let latestThree = combineLatest(a.output, b.output, a.output).record()
    let latestSumOfThree = combineLatest(a.output, b.output, a.output) { $0 + $1 + $2 }.record()
    let merged = merge(a.output, b.output).record()
    let chained = concat(a.output, b.output).record()
    let raced = race(a.output, b.output).record()
    a.input.send(value: 1)
    b.input.send(value: 2)
    a.input.sendCompleted()
    b.input.send(value: 3)
    b.input.sendCompleted()
    #expect(pair.history == "(1, 2) |")
    #expect(sum.history == "3 |")
    #expect(three.history == "(1, 2, 1) |")
    #expect(sumOfThree.history == "4 |")
    #expect(latest.history == "(1, 2) (1, 3) |")
    #expect(latestSum.history == "3 4 |")
    #expect(latestThree.history == "(1, 2, 1) (1, 3, 1) |")
    #expect(latestSumOfThree.history == "4 5 |")
    #expect(merged.history == "1 2 3 |")
    #expect(chained.history == "1 3 |")
    #expect(raced.history == "1 |")
  }

  @Test func `zip takes twelve inputs`() {
    let one = SignalProducer<Int, Never>(value: 1)
    let sum = SignalProducer<Int, Never>.zip(one, one, one, one, one, one, one, one, one, one, one, one) {
      $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 + $8 + $9 + $10 + $11
    }
    #expect(sum.history == "12 |")
  }

  @Test func `optional values are combined`() {
    typealias Perhaps = SignalProducer<Int?, Never>
    let none = Perhaps(value: nil)
    #expect(Perhaps.combineLatest(none, none, none).history == "(nil, nil, nil) |")
    #expect(Perhaps.zip(none, none, none).history == "(nil, nil, nil) |")
  }

  @Test func `a terminated combination starts no further input`() {
    var starts = 0
    let ended = SignalProducer<Int, Boom>(error: Boom())
    let counted = SignalProducer<Int, Boom>.deferred {
      starts += 1
      return .never
    }
    #expect(Reactive.zip(counted, ended, counted, counted).history == "X")
    #expect(Reactive.combineLatest(counted, ended, counted, counted).history == "X")
    #expect(ended.sample(with: counted).history == "X")
    #expect(counted.withLatest(from: ended).history == "X")
    #expect(ended.sequenceEqual(counted).history == "X")
    #expect(counted.take(untilReplacement: ended).history == "X")
    #expect(ended.then(counted).history == "X")
    #expect(starts == 2)
  }

  @Test func `disposing the result disposes every input`() {
    var disposals: [Int] = []
    func input(_ number: Int) -> SignalProducer<Int, Never> {
      SignalProducer { observer, lifetime in
        lifetime.observeEnded {
          disposals.append(number)
          withExtendedLifetime(observer) {}
        }
      }
    }
    let (a, b, c) = (input(1), input(2), input(3))
    let joins: [SignalProducer<Int, Never>] = [
      .zip(a, b, c) { $0 + $1 + $2 }, .combineLatest(a, b, c) { $0 + $1 + $2 }, .merge(a, b, c), .race(a, b, c),
    ]
    for join in joins {
      disposals = []
      join.start().dispose()
      #expect(disposals == [1, 2, 3])
    }
    for join in [a.sample(on: b), b.withLatest(from: a).map(\.0), b.take(untilReplacement: a)] {
      disposals = []
      join.start().dispose()
      #expect(disposals == [1, 2])
    }
  }

  /// The receiver, the argument, both or neither can fail.
  @Test func `one of two producers may be unable to fail`() {
    let sure = SignalProducer<Int, Never>([1, 2])
    let failing = SignalProducer<Int, Boom>(value: 3).concat(error: Boom())
    #expect(sure.merge(with: failing).history == "1 2 3 X")
    #expect(failing.merge(with: sure).history == "3 X")
    #expect(sure.merge(with: sure).history == "1 2 1 2 |")
    #expect(sure.race(with: failing).history == "1 2 |")
    #expect(failing.race(with: sure).history == "3 X")
    #expect(sure.zip(with: failing).history == "(1, 3) X")
    #expect(failing.zip(with: sure).history == "X")
    #expect(sure.combineLatest(with: failing).history == "(2, 3) X")
    #expect(failing.combineLatest(with: sure).history == "X")
    #expect(sure.sample(with: failing).history == "(2, 3) X")
    #expect(failing.sample(with: sure).history == "X")
    #expect(sure.sample(on: failing).history == "2 X")
    #expect(failing.sample(on: sure).history == "X")
    #expect(sure.withLatest(from: failing).history == "X")
    #expect(failing.withLatest(from: sure).history == "(3, 2) X")
    #expect(sure.take(untilReplacement: failing).history == "3 X")
    #expect(failing.take(untilReplacement: sure).history == "1 2 |")
    #expect(sure.concat(failing).history == "1 2 3 X")
    #expect(failing.concat(sure).history == "3 X")
    #expect(sure.then(failing).history == "3 X")
    #expect(failing.then(sure).history == "X")
    // An implicit member has the type of the receiver.
    #expect(failing.merge(with: .empty).history == "3 X")
    #expect(sure.concat(.empty).history == "1 2 |")
    #expect(failing.then(.init(value: "a")).history == "X")
  }

  @Test func `one of two signals may be unable to fail`() {
    func play<T>(_ join: (Signal<Int, Never>, Signal<Int, Boom>) -> Signal<T, Boom>) -> String {
      let sure = Signal<Int, Never>.pipe()
      let failing = Signal<Int, Boom>.pipe()
      let recorder = Recorder<String, Boom>()
      join(sure.output, failing.output).map { "\($0)" }.observe(recorder.observer)
      sure.input.send(value: 1)
      failing.input.send(value: 2)
      sure.input.send(value: 3)
      sure.input.sendCompleted()
      failing.input.send(value: 4)
      failing.input.send(error: Boom())
      return recorder.history
    }
    #expect(play { $0.merge(with: $1) } == "1 2 3 4 X")
    #expect(play { $1.merge(with: $0) } == "1 2 3 4 X")
    #expect(play { $0.race(with: $1) } == "1 3 |")
    #expect(play { $1.race(with: $0) } == "1 3 |")
    #expect(play { $0.zip(with: $1) } == "(1, 2) (3, 4) |")
    #expect(play { $1.zip(with: $0) } == "(2, 1) (4, 3) |")
    #expect(play { $0.combineLatest(with: $1) } == "(1, 2) (3, 2) (3, 4) X")
    #expect(play { $1.combineLatest(with: $0) } == "(2, 1) (2, 3) (4, 3) X")
    #expect(play { $0.sample(with: $1) } == "(1, 2) (3, 4) X")
    #expect(play { $1.sample(with: $0) } == "(2, 3) X")
    #expect(play { $0.sample(on: $1) } == "1 3 X")
    #expect(play { $1.sample(on: $0) } == "2 X")
    #expect(play { $0.withLatest(from: $1) } == "(3, 2) |")
    #expect(play { $1.withLatest(from: $0) } == "(2, 1) (4, 3) X")
    #expect(play { $0.take(untilReplacement: $1) } == "1 2 4 X")
    #expect(play { $1.take(untilReplacement: $0) } == "1 3 |")
    #expect(play { $0.concat($1.producer) } == "1 3 4 X")
    #expect(play { $1.concat($0.producer) } == "2 4 X")
    #expect(play { $0.then($1.producer) } == "4 X")
    #expect(play { $1.then($0.producer) } == "X")
  }

  @Test func `zip handles a very long backlog`() {
    let many = SignalProducer<Int, Never>(0..<200_000)
    var last: (Int, Int, Int)?
    Reactive.zip(many, many, many).startWithValues { last = $0 }
    #expect(last.map { [$0.0, $0.1, $0.2] } == [199_999, 199_999, 199_999])
  }
}
