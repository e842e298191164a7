import Reactive
import Testing

/// The starts, events and disposals of each flattening strategy, in order.
@Suite(.noLeaks)
struct FlatteningTests {
  private func expect(_ strategy: FlattenStrategy, _ table: String, at location: SourceLocation = #_sourceLocation) {
    expectScripts(
      table,
      producer: { $0.outer.producer.flatten(strategy) },
      signal: { $0.outer.flatten(strategy) },
      at: location)
  }

  @Test func merge() {
    expect(
      .merge,
      """
      oa ob a1 b2 a| b| o|               oa=>+a  ob=>+b  a1=>1  b2=>2  a|=>-a  b|=>-b  o|=>|
      oa ob oc a1 b2 c3 a| c4 b| c| o|   oa=>+a  ob=>+b  oc=>+c  a1=>1  b2=>2  c3=>3  a|=>-a  c4=>4  b|=>-b  c|=>-c  o|=>|
      oa o| a1 a|                        oa=>+a  a1=>1  a|=>|,-a
      o|                                 o|=>|
      oa a! o|                           oa=>+a  a!=>-a  o|=>|
      oa ob a! b1 b| o|                  oa=>+a  ob=>+b  a!=>-a  b1=>1  b|=>-b  o|=>|
      oa aX ob                           oa=>+a  aX=>X,-a
      oa ob bX a1                        oa=>+a  ob=>+b  bX=>X,-a,-b
      oa oX a1                           oa=>+a  oX=>X,-a
      oa o! a1                           oa=>+a  o!=>!,-a
      oa a| ob b1 b| o|                  oa=>+a  a|=>-a  ob=>+b  b1=>1  b|=>-b  o|=>|
      oa a1 ob b2 a3 a| b| o|            oa=>+a  a1=>1  ob=>+b  b2=>2  a3=>3  a|=>-a  b|=>-b  o|=>|
      oa o| a!                           oa=>+a  a!=>|,-a
      """)
  }

  @Test func concat() {
    expect(
      .concat,
      """
      oa ob a1 b2 a| b| o|               oa=>+a  a1=>1  a|=>+b,-a  b|=>-b  o|=>|
      oa ob oc a1 b2 c3 a| c4 b| c| o|   oa=>+a  a1=>1  a|=>+b,-a  b|=>+c,-b  c|=>-c  o|=>|
      oa o| a1 a|                        oa=>+a  a1=>1  a|=>|,-a
      o|                                 o|=>|
      oa a! o|                           oa=>+a  a!=>-a  o|=>|
      oa ob a! b1 b| o|                  oa=>+a  a!=>+b,-a  b1=>1  b|=>-b  o|=>|
      oa aX ob                           oa=>+a  aX=>X,-a
      oa ob bX a1 aX                     oa=>+a  a1=>1  aX=>X,-a
      oa oX a1                           oa=>+a  oX=>X,-a
      oa o! a1                           oa=>+a  o!=>!,-a
      oa a| ob b1 b| o|                  oa=>+a  a|=>-a  ob=>+b  b1=>1  b|=>-b  o|=>|
      oa a1 ob b2 a3 a| b| o|            oa=>+a  a1=>1  a3=>3  a|=>+b,-a  b|=>-b  o|=>|
      oa o| a!                           oa=>+a  a!=>|,-a
      """)
  }

  @Test func concurrent() {
    expect(
      .concurrent(limit: 2),
      """
      oa ob a1 b2 a| b| o|               oa=>+a  ob=>+b  a1=>1  b2=>2  a|=>-a  b|=>-b  o|=>|
      oa ob oc a1 b2 c3 a| c4 b| c| o|   oa=>+a  ob=>+b  a1=>1  b2=>2  a|=>+c,-a  c4=>4  b|=>-b  c|=>-c  o|=>|
      oa o| a1 a|                        oa=>+a  a1=>1  a|=>|,-a
      o|                                 o|=>|
      oa a! o|                           oa=>+a  a!=>-a  o|=>|
      oa ob a! b1 b| o|                  oa=>+a  ob=>+b  a!=>-a  b1=>1  b|=>-b  o|=>|
      oa aX ob                           oa=>+a  aX=>X,-a
      oa ob bX a1                        oa=>+a  ob=>+b  bX=>X,-a,-b
      oa oX a1                           oa=>+a  oX=>X,-a
      oa o! a1                           oa=>+a  o!=>!,-a
      oa a| ob b1 b| o|                  oa=>+a  a|=>-a  ob=>+b  b1=>1  b|=>-b  o|=>|
      oa a1 ob b2 a3 a| b| o|            oa=>+a  a1=>1  ob=>+b  b2=>2  a3=>3  a|=>-a  b|=>-b  o|=>|
      oa o| a!                           oa=>+a  a!=>|,-a
      oa ob oc o| a| b| c3 c|            oa=>+a  ob=>+b  a|=>+c,-a  b|=>-b  c3=>3  c|=>|,-c
      """)
  }

  @Test func latest() {
    expect(
      .latest,
      """
      oa ob a1 b2 a| b| o|               oa=>+a  ob=>-a,+b  b2=>2  b|=>-b  o|=>|
      oa ob oc a1 b2 c3 a| c4 b| c| o|   oa=>+a  ob=>-a,+b  oc=>-b,+c  c3=>3  c4=>4  c|=>-c  o|=>|
      oa o| a1 a|                        oa=>+a  a1=>1  a|=>|,-a
      o|                                 o|=>|
      oa a! o|                           oa=>+a  a!=>-a  o|=>|
      oa ob a! b1 b| o|                  oa=>+a  ob=>-a,+b  b1=>1  b|=>-b  o|=>|
      oa aX ob                           oa=>+a  aX=>X,-a
      oa ob bX a1                        oa=>+a  ob=>-a,+b  bX=>X,-b
      oa oX a1                           oa=>+a  oX=>X,-a
      oa o! a1                           oa=>+a  o!=>!,-a
      oa a| ob b1 b| o|                  oa=>+a  a|=>-a  ob=>+b  b1=>1  b|=>-b  o|=>|
      oa a1 ob b2 a3 a| b| o|            oa=>+a  a1=>1  ob=>-a,+b  b2=>2  b|=>-b  o|=>|
      oa o| a!                           oa=>+a  a!=>|,-a
      """)
  }

  @Test func race() {
    expect(
      .race,
      """
      oa ob a1 b2 a| b| o|               oa=>+a  ob=>+b  a1=>-b,1  a|=>-a  o|=>|
      oa ob oc a1 b2 c3 a| c4 b| c| o|   oa=>+a  ob=>+b  oc=>+c  a1=>-b,-c,1  a|=>-a  o|=>|
      oa o| a1 a|                        oa=>+a  a1=>1  a|=>|,-a
      o|                                 o|=>|
      oa a! o|                           oa=>+a  a!=>-a  o|=>|
      oa ob a! b1 b| o|                  oa=>+a  ob=>+b  a!=>-b,-a  o|=>|
      oa ob a| b1 ob o|                  oa=>+a  ob=>+b  a|=>-b,-a  o|=>|
      oa aX ob                           oa=>+a  aX=>X,-a
      oa ob bX a1                        oa=>+a  ob=>+b  bX=>-a,X,-b
      oa oX a1                           oa=>+a  oX=>X,-a
      oa o! a1                           oa=>+a  o!=>!,-a
      oa a| ob b1 b| o|                  oa=>+a  a|=>-a  o|=>|
      oa a1 ob b2 a3 a| b| o|            oa=>+a  a1=>1  a3=>3  a|=>-a  o|=>|
      oa ob o| b1 a2 b|                  oa=>+a  ob=>+b  b1=>-a,1  b|=>|,-b
      oa o| a!                           oa=>+a  a!=>|,-a
      """)
  }

  @Test func throttle() {
    expect(
      .throttle,
      """
      oa ob a1 b2 a| b| o|               oa=>+a  a1=>1  a|=>-a  o|=>|
      oa ob oc a1 b2 c3 a| c4 b| c| o|   oa=>+a  a1=>1  a|=>-a  o|=>|
      oa o| a1 a|                        oa=>+a  a1=>1  a|=>|,-a
      o|                                 o|=>|
      oa a! o|                           oa=>+a  a!=>-a  o|=>|
      oa ob a! b1 ob b2 o| b|            oa=>+a  a!=>-a  ob=>+b  b2=>2  b|=>|,-b
      oa aX ob                           oa=>+a  aX=>X,-a
      oa ob bX a1 aX                     oa=>+a  a1=>1  aX=>X,-a
      oa oX a1                           oa=>+a  oX=>X,-a
      oa o! a1                           oa=>+a  o!=>!,-a
      oa a| ob b1 b| o|                  oa=>+a  a|=>-a  ob=>+b  b1=>1  b|=>-b  o|=>|
      oa a1 ob b2 a3 a| b| o|            oa=>+a  a1=>1  a3=>3  a|=>-a  o|=>|
      oa o| a!                           oa=>+a  a!=>|,-a
      """)
  }

  @Test func `a race is decided by the first of several immediate streams`() {
    let source = SignalProducer<Int, Never>([1, 2, 3])
    #expect(source.flatMap(.race) { SignalProducer([$0, $0 * 10]) }.history == "1 10 |")
    #expect(source.flatMap(.throttle) { SignalProducer<Int, Never>([$0, $0 * 10]) }.history == "1 10 2 20 3 30 |")
  }

  @Test(arguments: [FlattenStrategy.race, .throttle])
  func `disposing the result disposes the active streams`(strategy: FlattenStrategy) {
    let harness = ScriptHarness()
    let disposable = harness.outer.producer.flatten(strategy).start(harness.observer())
    #expect(harness.play(["oa"]) == ["oa=>+a"])
    disposable.dispose()
    #expect(harness.play(["a1"]) == ["start=>!,-a"])
  }

  @Test func sequences() {
    expectScripts(
      "a1 a2 a|   a1=>1,10  a2=>2,20  a|=>|",
      producer: { $0.a.producer.flatMap { [$0, $0 * 10] } },
      signal: { $0.a.flatMap { [$0, $0 * 10] } })
    expectScripts(
      """
      a0 a2 aX   a2=>1,2  aX=>X
      a2 a!      a2=>1,2  a!=>!
      """,
      producer: { $0.a.producer.map { (0..<$0).map { $0 + 1 } }.flatten() },
      signal: { $0.a.map { (0..<$0).map { $0 + 1 } }.flatten() })
    #expect(SignalProducer<Int, Never>(value: 1).flatMap { $0... }.take(first: 3).history == "1 2 3 |")
    #expect(SignalProducer<ClosedRange<Int>, Never>([1...2, 3...4]).flatten().history == "1 2 3 4 |")
  }

  /// Inner streams that cannot fail in an outer one that can, and the reverse.
  @Test(arguments: [FlattenStrategy.merge, .concat, .latest, .race, .throttle])
  func `the inner or the outer stream may be unable to fail`(strategy: FlattenStrategy) {
    let sure = SignalProducer<Int, Never>(value: 1)
    let failing = SignalProducer<Int, Boom>(value: 2).concat(error: Boom())
    #expect(sure.flatMap(strategy) { _ in failing }.history == "2 X")
    #expect(failing.flatMap(strategy) { _ in sure }.history == "1 X")
    #expect(sure.flatMap(strategy) { _ in sure }.history == "1 |")
    #expect(failing.flatMap(strategy) { _ in failing }.history == "2 X")
    #expect(failing.map { _ in sure }.flatten(strategy).history == "1 X")
    #expect(sure.map { _ in failing }.flatten(strategy).history == "2 X")
    #expect(sure.map { _ in sure }.flatten(strategy).history == "1 |")

    let (signal, input) = Signal<Int, Never>.pipe()
    let (broken, breaking) = Signal<Int, Boom>.pipe()
    let sureToFailing = signal.flatMap(strategy) { _ in failing }.record()
    let failingToSure = broken.flatMap(strategy) { _ in sure }.record()
    let toSignals = broken.flatMap(strategy) { _ in signal }.record()
    let flat = signal.map { _ in failing }.flatten(strategy).record()
    let flatSure = broken.map { _ in sure }.flatten(strategy).record()
    breaking.send(value: 0)
    input.send(value: 5)
    breaking.send(error: Boom())
    #expect(sureToFailing.history == "2 X")
    #expect(failingToSure.history == "1 X")
    #expect(toSignals.history == "5 X")
    #expect(flat.history == "2 X")
    #expect(flatSure.history == "1 X")
  }

  @Test func innerStreamsMaySendImmediately() {
    let source = SignalProducer<Int, Never>([1, 2, 3])
    let twice: (Int) -> SignalProducer<Int, Never> = { SignalProducer([$0, $0 * 10]) }
    for strategy: FlattenStrategy in [.merge, .concat, .concurrent(limit: 2), .latest] {
      #expect(source.flatMap(strategy, twice).history == "1 10 2 20 3 30 |")
    }
  }

  /// The outer stream is still delivering the event that starts the inner stream, so its next event follows all of
  /// that.
  @Test func outerStreamMaySendWhileAnInnerOneStarts() {
    func play(_ strategy: FlattenStrategy) -> String {
      let (signal, input) = Signal<Int, Never>.pipe()
      let recorder = Recorder<Int, Never>()
      signal.flatMap(strategy) { SignalProducer<Int, Never>([$0, $0 + 1, $0 + 2]) }.observe { event in
        recorder.observer.send(event)
        if case .value(11) = event { input.send(value: 20) }
      }
      input.send(value: 10)
      input.sendCompleted()
      return recorder.history
    }
    #expect(play(.latest) == "10 11 12 20 21 22 |")
    #expect(play(.concat) == "10 11 12 20 21 22 |")
    #expect(play(.merge) == "10 11 12 20 21 22 |")
  }
}
