import Reactive
import Testing

/// Operators that start or stop sending at an event of another stream.
@Suite(.noLeaks)
struct TriggerTests {
  private typealias Numbers = SignalProducer<Int, Never>

  @Test func `take(until:) ends at its trigger`() {
    expectScripts(
      """
      a1 b1 a2      a1=>1  b1=>|
      a1 b| a2      a1=>1  b|=>|
      a1 b! a2 a|   a1=>1  a2=>2  a|=>|
      a1 aX b1      a1=>1  aX=>X
      a1 a! b1      a1=>1  a!=>!
      a1 bX a2      a1=>1  bX=>X
      """,
      producer: { $0.a.producer.take(until: $0.b) }, signal: { $0.a.take(until: $0.b.producer) })
  }

  @Test func `skip(until:) begins at its trigger`() {
    expectScripts(
      """
      a1 b1 a2 a|     a2=>2  a|=>|
      a1 b| a2 a|     a2=>2  a|=>|
      a1 b! a2 a|     b!=>!
      a1 bX a2        bX=>X
      a1 a| b1 a2     a|=>|
      aX b1           aX=>X
      a! b1           a!=>!
      b1 a1 bX a2     a1=>1  a2=>2
      b1 a1 b! a|     a1=>1  a|=>|
      b1 a1 aX        a1=>1  aX=>X
      b1 a1 a!        a1=>1  a!=>!
      """,
      producer: { $0.a.producer.skip(until: $0.b.producer) }, signal: { $0.a.skip(until: $0.b) })
  }

  @Test func `a trigger may fire immediately`() {
    let source = Numbers([1, 2])
    let triggers: [(Numbers, take: String, skip: String)] = [
      (Numbers(value: 0), "|", "1 2 |"), (Numbers([1, 2]), "|", "1 2 |"), (.empty, "|", "1 2 |"),
      (.never, "1 2 |", "|"), (Signal.empty.producer, "1 2 |", "!"),
    ]
    for (trigger, taken, skipped) in triggers {
      #expect(source.take(until: trigger).history == taken)
      #expect(source.skip(until: trigger).history == skipped)
    }
  }

  @Test func `a source is not started if its trigger has already fired`() {
    var starts = 0
    let source = Numbers { observer, _ in
      starts += 1
      observer.sendCompleted()
    }
    #expect(source.take(until: Numbers(value: 0)).history == "|")
    #expect(source.skip(until: Signal<Int, Never>.empty).history == "!")
    #expect(starts == 0)
    #expect(source.take(until: Numbers.never).history == "|")
    #expect(starts == 1)
  }

  /// `+a` and `+b` are the starts of the source and the trigger, `-a` and `-b` their disposals.
  @Test func `the trigger and the source are disposed when they are not needed`() {
    func play(_ steps: String, _ shape: @escaping (ScriptHarness.Inner, ScriptHarness.Inner) -> ScriptHarness.Inner)
      -> [String]
    {
      let harness = ScriptHarness()
      var lanes: [ScriptHarness.Inner] = []
      harness.outer.observe(Observer(value: { lanes.append($0) }))
      _ = harness.play("oa ob".split(separator: " "))
      shape(lanes[0], lanes[1]).start(harness.observer())
      return harness.play(steps.split(separator: " "))
    }
    let take: (ScriptHarness.Inner, ScriptHarness.Inner) -> ScriptHarness.Inner = { $0.take(until: $1) }
    let skip: (ScriptHarness.Inner, ScriptHarness.Inner) -> ScriptHarness.Inner = { $0.skip(until: $1) }
    #expect(play("a1 b1", take) == ["start=>+b,+a", "a1=>1", "b1=>|,-a,-b"])
    #expect(play("a1 a|", take) == ["start=>+b,+a", "a1=>1", "a|=>|,-b,-a"])
    #expect(play("a1 b1 a2 a|", skip) == ["start=>+b,+a", "b1=>-b", "a2=>2", "a|=>|,-a"])
    #expect(play("a|", skip) == ["start=>+b,+a", "a|=>|,-b,-a"])
    #expect(play("bX", skip) == ["start=>+b,+a", "bX=>X,-a,-b"])
  }

  @Test func `disposing the result disposes both`() {
    for shape: (Numbers, Numbers) -> Numbers in [{ $0.take(until: $1) }, { $0.skip(until: $1) }] {
      let alive = [Weak(), Weak()]
      func lane(_ weak: Weak) -> Numbers {
        let probe = weak.makeProbe()
        return Numbers { observer, lifetime in
          lifetime.observeEnded { probe.touch() }
          lifetime.observeEnded { _ = observer }
        }
      }
      let recorder = Recorder<Int, Never>()
      let disposable = shape(lane(alive[0]), lane(alive[1])).start(recorder.observer)
      #expect(alive.allSatisfy { $0.isAlive })
      disposable.dispose()
      #expect(recorder.history == "!")
      #expect(alive.allSatisfy { !$0.isAlive })
    }
  }

  @Test func `a side that cannot fail combines with one that can`() {
    let safe = Numbers([1, 2])
    let failing = SignalProducer<Int, Boom>(error: Boom())
    let unsafe = SignalProducer<Int, Boom>([1, 2])
    let (signal, input) = Signal<Int, Never>.pipe()
    let (unsafeSignal, unsafeInput) = Signal<Int, Boom>.pipe()

    // If neither side can fail, the result cannot fail either. This is inferred: only such streams have
    // `startWithValues`.
    var values: [Int] = []
    safe.take(until: signal).startWithValues { values.append($0) }
    safe.skip(until: Numbers(value: 0)).startWithValues { values.append($0) }
    signal.take(until: Numbers.never).observeValues { values.append($0) }
    signal.skip(until: safe).observeValues { values.append($0) }
    input.send(value: 3)
    #expect(values == [1, 2, 1, 2, 3, 3])

    // Otherwise, the error is that of the side that can fail.
    let source: [SignalProducer<Int, Boom>] = [safe.take(until: failing), safe.skip(until: failing)]
    #expect(source.map { $0.history } == ["X", "X"])
    let trigger: [SignalProducer<Int, Boom>] = [unsafe.take(until: safe), unsafe.skip(until: safe)]
    #expect(trigger.map { $0.history } == ["|", "1 2 |"])

    let sources: [Signal<Int, Boom>] = [signal.take(until: unsafeSignal), signal.skip(until: unsafeSignal)]
    let triggers: [Signal<Int, Boom>] = [unsafeSignal.take(until: Numbers.never), unsafeSignal.skip(until: safe)]
    let recorders = (sources + triggers).map { $0.record() }
    unsafeInput.send(error: Boom())
    #expect(recorders.map { $0.history } == ["X", "X", "X", "X"])
  }
}
