import Reactive
import Testing

/// The effect of each event on the operators for failures.
@Suite(.noLeaks)
struct FailingTests {
  private typealias Numbers = SignalProducer<Int, Boom>

  @Test func `flatMapError continues with the handler's stream`() {
    expectScripts(
      """
      a1 aX b2 b|     a1=>1  b2=>2  b|=>|
      a1 aX b2 bX     a1=>1  b2=>2  bX=>X
      a1 aX b2 b!     a1=>1  b2=>2  b!=>!
      a1 a| b2        a1=>1  a|=>|
      a1 a! b2        a1=>1  a!=>!
      """,
      producer: { harness in harness.a.producer.flatMapError { _ in harness.b } },
      signal: { harness in harness.a.flatMapError { _ in harness.b } })
    expectScripts(
      "a1 aX a2   a1=>1  aX=>7,8,|",
      producer: { $0.a.producer.flatMapError { _ in Numbers([7, 8]) } },
      signal: { $0.a.flatMapError { _ in Numbers([7, 8]) } })
  }

  @Test func `a handler that cannot fail makes the result unable to fail`() {
    let safe: SignalProducer<Int, Never> = Numbers(error: Boom()).flatMapError { _ in SignalProducer([7, 8]) }
    #expect(safe.history == "7 8 |")
    let (signal, input) = Signal<Int, Boom>.pipe()
    let recorder: Recorder<Int, Never> = signal.flatMapError { _ in SignalProducer<Int, Never>(value: 7) }.record()
    input.send(error: Boom())
    #expect(recorder.history == "7 |")
  }

  @Test func `the handler's stream may be endless and is disposed with the result`() {
    let endless = Numbers(sequence(first: 0) { $0 + 1 })
    #expect(Numbers(error: Boom()).flatMapError { _ in endless }.take(first: 3).history == "0 1 2 |")
    var isOver = false
    let silent = Numbers { observer, lifetime in
      lifetime.observeEnded {
        isOver = true
        withExtendedLifetime(observer) {}
      }
    }
    let recorder = Recorder<Int, Boom>()
    let disposable = Numbers(error: Boom()).flatMapError { _ in silent }.start(recorder.observer)
    #expect(!isOver)
    disposable.dispose()
    #expect(isOver)
    #expect(recorder.history == "!")
  }

  @Test func `retry(upTo:) retries the given number of times`() {
    let attempt = Numbers([1]).concat(Numbers(error: Boom()))
    #expect(attempt.retry(upTo: 2).history == "1 1 1 X")
    #expect(attempt.retry(upTo: 0).history == "1 X")
    #expect(attempt.retry(upTo: 2).retry(upTo: 1).history == "1 1 1 1 1 1 X")
    #expect(Numbers([1]).retry(upTo: 2).history == "1 |")
    expectScripts(
      """
      a1 aX      a1=>1  aX=>X
      a1 a|      a1=>1  a|=>|
      a1 a!      a1=>1  a!=>!
      """,
      producer: { $0.a.producer.retry(upTo: 0) }, signal: { $0.a.lift { $0.retry(upTo: 0) } })
    #expect(interrupting.retry(upTo: 2).history == "1 !")
    #expect(interrupting.retry().history == "1 !")
  }

  @Test func `retry continues until the source does not fail`() {
    var starts = 0
    let third = Numbers.deferred {
      starts += 1
      return starts < 3 ? Numbers(error: Boom()) : Numbers(value: starts)
    }
    #expect(third.retry().history == "3 |")
    #expect(Numbers(error: Boom()).retry().take(first: 0).history == "|")
  }

  @Test func `retry waits for its interval`() {
    let scheduler = VirtualTimeScheduler()
    var starts = 0
    let attempt = Numbers.deferred {
      starts += 1
      return Numbers(value: starts).concat(Numbers(error: Boom()))
    }
    var lines: [String] = []
    let retried = attempt.retry(upTo: 2, interval: scheduler.ticks(10), on: scheduler)
    for _ in 0..<2 { retried.start { lines.append("\(word($0))@\(scheduler.currentTick)") } }
    scheduler.run()
    // Each subscription has a separate counter.
    #expect(lines == ["1@0", "2@0", "3@10", "4@10", "5@20", "X@20", "6@20", "X@20"])

    lines = []
    let disposable = retried.start { lines.append("\(word($0))@\(scheduler.currentTick)") }
    disposable.dispose()
    #expect(lines == ["7@20", "!@20"])
    #expect(scheduler.nextTick == nil)
    let once = Recorder<Int, Boom>()
    attempt.retry(upTo: 0, interval: scheduler.ticks(10), on: scheduler).start(once.observer)
    #expect(once.history == "8 X")
    interrupting.retry(upTo: 2, interval: .zero, on: scheduler).start { lines.append(word($0)) }
    #expect(lines.suffix(2) == ["1", "!"])
  }

  @Test func `attempt and attemptMap fail if the closure throws`() {
    let check = { @Sendable (value: Int) throws(Boom) in if value == 3 { throw Boom() } }
    expectScripts(
      """
      a1 a3 a4   a1=>1  a3=>X
      a1 a|      a1=>1  a|=>|
      a1 aX      a1=>1  aX=>X
      a1 a!      a1=>1  a!=>!
      """,
      producer: { $0.a.producer.attempt(check) }, signal: { $0.a.attempt(check) })
    expectScripts(
      """
      a1 a3 a4   a1=>1  a3=>X
      a1 a!      a1=>1  a!=>!
      """,
      producer: { $0.a.producer.attempt { $0 == 3 ? .failure(Boom()) : .success(()) } },
      signal: { $0.a.attempt { $0 == 3 ? .failure(Boom()) : .success(()) } })
    let transform = { @Sendable (value: Int) throws(Boom) -> Int in
      try check(value)
      return value * 10
    }
    expectScripts(
      """
      a1 a3 a4   a1=>10  a3=>X
      a1 a|      a1=>10  a|=>|
      a1 aX      a1=>10  aX=>X
      a1 a!      a1=>10  a!=>!
      """,
      producer: { $0.a.producer.attemptMap(transform) }, signal: { $0.a.attemptMap(transform) })
    expectScripts(
      "a1 a3 a4   a1=>10  a3=>X",
      producer: { $0.a.producer.attemptMap { $0 == 3 ? .failure(Boom()) : .success($0 * 10) } },
      signal: { $0.a.attemptMap { $0 == 3 ? .failure(Boom()) : .success($0 * 10) } })
  }

  @Test func `a producer that cannot fail becomes failable with attempt`() {
    let numbers = SignalProducer<Int, Never>([1, 3, 4])
    let checked: SignalProducer<Int, any Error> = numbers.attempt { if $0 == 3 { throw Boom() } }
    #expect(checked.history == "1 X")
    let mapped: SignalProducer<Int, any Error> = numbers.attemptMap { if $0 == 3 { throw Boom() } else { $0 * 10 } }
    #expect(mapped.history == "10 X")
    let harmless: SignalProducer<Int, Never> = numbers.attemptMap { $0 + 1 }
    #expect(harmless.history == "2 4 5 |")
    let (signal, input) = Signal<Int, Never>.pipe()
    let transform = { @Sendable (value: Int) throws(Boom) -> Int in if value == 3 { throw Boom() } else { value } }
    let recorder = signal.attemptMap(transform).attempt { _ in }.record()
    for value in [1, 3, 4] { input.send(value: value) }
    #expect(recorder.history == "1 X")
  }

  @Test func `a failed attempt releases its source`() {
    let alive = Weak()
    func start(_ probe: LeakProbe) -> any Disposable {
      Numbers { observer, lifetime in
        observer.send(value: 3)
        lifetime.observeEnded {
          probe.touch()
          withExtendedLifetime(observer) {}
        }
      }.attempt { (_: Int) throws(Boom) in throw Boom() }.start()
    }
    let disposable = start(alive.makeProbe())
    #expect(!alive.isAlive)
    withExtendedLifetime(disposable) {}
  }

  @Test func `a throwing closure becomes a producer`() {
    var calls = 0
    let producer = SignalProducer<Int, Boom>.attempt { () throws(Boom) in
      calls += 1
      if calls == 2 { throw Boom() }
      return calls
    }
    #expect(calls == 0)
    #expect(producer.history == "1 |")
    #expect(producer.history == "X")
    let untyped = SignalProducer<Int, any Error>.attempt { if calls > 0 { throw Boom() } else { 1 } }
    #expect(untyped.history == "X")
    #expect(SignalProducer<Int, Boom>.attempt { 4 }.take(first: 1).history == "4 |")
    #expect(SignalProducer<Int, Boom>.attempt { .success(5) }.history == "5 |")
    #expect(SignalProducer<Int, Boom>.attempt { .failure(Boom()) }.history == "X")
  }

  @Test func `mapError, recover and suppressError replace failures`() {
    struct Other: Error, Equatable {}
    let recorder = Recorder<Int, Other>()
    Numbers([1]).concat(Numbers(error: Boom())).mapError { _ in Other() }.start(recorder.observer)
    #expect(recorder.events == [.value(1), .failed(Other())])
    let table = """
      a1 a|      a1=>1  a|=>|
      a1 a!      a1=>1  a!=>!
      """
    expectScripts(
      table + "\na1 aX      a1=>1  aX=>X",
      producer: { $0.a.producer.mapError { $0 } }, signal: { $0.a.mapError { $0 } })
    expectScripts(
      table + "\na1 aX      a1=>1  aX=>0,|",
      producer: { $0.a.producer.recover(with: 0).promoteError() }, signal: { $0.a.recover(with: 0).promoteError() })
    expectScripts(
      table + "\na1 aX      a1=>1  aX=>|",
      producer: { $0.a.producer.suppressError().promoteError() }, signal: { $0.a.suppressError().promoteError() })
    // The replacement of a failure may be the last requested value.
    #expect(Numbers(error: Boom()).recover(with: 0).take(first: 1).history == "0 |")
  }

  private var interrupting: Numbers {
    Numbers { observer, _ in
      observer.send(value: 1)
      observer.sendInterrupted()
    }
  }
}
