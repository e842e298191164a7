import Marbles
import Testing

/// Returns the lanes of a recording without the ruler and the notes.
private func lanes(_ recorder: Recorder) -> String {
  recorder.diagram.unicode.split(separator: "\n").dropFirst().filter { !$0.hasPrefix("//") }.joined(separator: "\n")
}

struct RecorderTests {
  private let clock = VirtualTimeScheduler()
  private let recorder: Recorder

  init() {
    recorder = Recorder(on: clock)
  }

  private func every(_ ticks: Int, _ value: Int) -> SignalProducer<Int, Never> {
    .timer(interval: .milliseconds(ticks), on: clock).map { _ in value }
  }

  private func later(_ text: String) -> SignalProducer<String, Never> {
    SignalProducer(value: text.uppercased()).delay(.milliseconds(4), on: clock).recorded("search", by: recorder)
  }

  /// Sends strings, each on the tick after the pause of the previous one.
  private func type(_ texts: [(String, pause: Int)], into input: Observer<String, Never>) {
    for (text, pause) in texts {
      clock.advance(by: .milliseconds(1))
      input.send(value: text)
      clock.advance(by: .milliseconds(pause))
    }
  }

  // MARK: Lanes

  @Test func lanesAreInTheOrderOfTheStream() {
    SignalProducer<Int, Never>
      .merge(every(2, 1).recorded("ones", by: recorder), every(3, 2).recorded("twos", by: recorder))
      .take(first: 4)
      .recorded("merged", by: recorder)
      .start()
    clock.advance(by: .milliseconds(10))
    #expect(
      lanes(recorder) == """
        ones    ──1─1─┆
        twos    ───2──(2┆)
        merged  ──121─(2┤)
        """)
  }

  @Test func disposalIsAnInterruption() {
    let start = every(2, 1).recorded("ones", by: recorder).start()
    clock.advance(by: .milliseconds(3))
    start.dispose()
    #expect(lanes(recorder) == "ones  ──1┆")
  }

  @Test func failureIsWrittenByItsDescription() {
    enum Problem: Error { case offline }
    SignalProducer<Int, Problem>(error: .offline).recorded("load", by: recorder).start()
    #expect(lanes(recorder) == "load  ╳[offline]")
  }

  @Test func signalIsRecordedFromTheCallOn() {
    let (signal, input) = Signal<Int, Never>.pipe()
    input.send(value: 1)
    clock.advance(by: .milliseconds(2))
    let recorded = signal.recorded("numbers", by: recorder)
    input.send(value: 2)
    clock.advance(by: .milliseconds(1))
    input.sendCompleted()
    withExtendedLifetime(recorded) {}
    #expect(lanes(recorder) == "numbers  ──2┤")
  }

  @Test func propertyRecordsItsValueAndItsChanges() {
    let property = MutableProperty(1)
    let recorded = property.recorded("number", by: recorder)
    clock.advance(by: .milliseconds(2))
    property.value = 2
    #expect(recorded.value == 2)
    #expect(lanes(recorder) == "number  1─2─")
  }

  @Test func executionsOfAnActionAreRowsOfItsLane() {
    let action = Action<Int, Int, Never> { number in
      SignalProducer(value: number).delay(.milliseconds(2), on: clock)
    }.recorded("load", by: recorder)
    action.apply(1).start()
    clock.advance(by: .milliseconds(1))
    action.apply(2).start()
    clock.advance(by: .milliseconds(2))
    action.apply(3).start()
    clock.advance(by: .milliseconds(2))
    #expect(
      lanes(recorder) == """
        load    ─────────────(1┤)
          load   ╰╳[disabled]
          load                   ╰─(3┤)
        """)
  }

  @Test func valuesCanBeRecordedInAnotherForm() {
    final class Person {
      let name = "Ji"
    }
    SignalProducer<Person, Never>(value: Person()).recorded("people", by: recorder) { $0.name }.start()
    #expect(lanes(recorder) == "people  ([Ji]┤)")
  }

  // MARK: Inner streams

  @Test func innerStreamIsBelowTheValueThatStartedIt() {
    let (typed, input) = Signal<String, Never>.pipe()
    typed.recorded("typed", by: recorder).producer
      .flatMap(.latest) { later($0) }
      .recorded("results", by: recorder)
      .start()
    type([("j", 2), ("k", 6)], into: input)
    input.sendCompleted()
    #expect(
      lanes(recorder) == """
        typed     ─j──k────────┤
          search   ╰──┆
          search      ╰───(K┤)
        results   ────────K────┤
        """)
  }

  @Test func innerStreamWaitsBelowItsOwnValue() {
    let (typed, input) = Signal<String, Never>.pipe()
    typed.recorded("typed", by: recorder).producer
      .flatMap(.concat) { later($0) }
      .recorded("results", by: recorder)
      .start()
    type([("j", 1), ("k", 1), ("l", 8)], into: input)
    #expect(
      lanes(recorder) == """
        typed     ─j─k─l──────────────
          search   ╰───(J┤)
          search     ┈┈╰──────(K┤)
          search       ┈┈┈┈┈┈┈╰──────(L┤)
        results   ─────J──────K──────L─
        """)
  }

  @Test func laterStartsAreRowsOfTheSameLane() {
    SignalProducer<Int, Failure>(value: 1).delay(.milliseconds(2), on: clock)
      .concat(SignalProducer(error: Failure("x")))
      .recorded("load", by: recorder)
      .retry(upTo: 1)
      .recorded("out", by: recorder)
      .start()
    clock.advance(by: .milliseconds(10))
    #expect(
      lanes(recorder) == """
        load    ──(1╳[x])
          load    ╰───────(1╳[x])
        out     ──1───────(1╳[x])
        """)
  }

  // MARK: Asynchronous sequences

  @Test func iterationOfASequenceIsALane() async {
    let (values, input) = AsyncStream<Int>.makeStream()
    input.yield(1)
    input.yield(2)
    input.finish()
    for await _ in values.recorded("values", by: recorder) { clock.advance(by: .milliseconds(2)) }
    #expect(lanes(recorder) == "values  1─2─┤")
  }

  @Test func iterationThatIsLeftIsInterrupted() async {
    let (values, input) = AsyncStream<Int>.makeStream()
    input.yield(1)
    for await _ in values.recorded("values", by: recorder) {
      clock.advance(by: .milliseconds(1))
      break
    }
    #expect(lanes(recorder) == "values  1┆")
  }

  @Test func failedIterationFails() async throws {
    let values = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Failure("down")) }
    await #expect(throws: Failure("down")) {
      for try await _ in values.recorded("values", by: recorder) {}
    }
    #expect(lanes(recorder) == "values  ╳[down]")
  }

  // MARK: Time

  @Test func eventsDuringOneTickAreGroupedInTheirOrder() {
    let recorder = Recorder(on: clock, tick: .milliseconds(10))
    let (signal, input) = Signal<String, Never>.pipe()
    let recorded = signal.recorded("keys", by: recorder)
    for (text, pause) in [("a", 3), ("b", 6), ("c", 1), ("d", 25), ("e", 0)] {
      input.send(value: text)
      clock.advance(by: .milliseconds(pause))
    }
    withExtendedLifetime(recorded) {}
    #expect(lanes(recorder) == "keys  (abc)d─e─")
    #expect(recorder.diagram.text.hasSuffix("\n// a tick is 10ms"))
    #expect(recorder.diagram(tick: .milliseconds(5)).text.contains("(ab)"))
  }

  @Test func timeCanComeFromAnyClock() {
    let recorder = Recorder(clock: SuspendingClock(), tick: .seconds(1_000))
    SignalProducer<Int, Never>(value: 1).recorded("one", by: recorder).start()
    #expect(lanes(recorder) == "one  (1┤)")
  }

  // MARK: Limits

  @Test func oldestEventsAreDroppedAndCounted() {
    let recorder = Recorder(on: clock, capacity: 3)
    every(1, 1).recorded("ones", by: recorder).take(first: 5).start()
    clock.advance(by: .milliseconds(10))
    #expect(
      recorder.diagram.unicode.split(separator: "\n").dropFirst() == [
        "ones  ────1(1┆)", "// a tick is 1ms", "// 3 earlier events were dropped",
      ])
    #expect(recorder.diagram.json.contains(#""recording":{"tick":"1ms","dropped":3}"#))
  }

  @Test func streamsWithoutEventsAreForgotten() {
    let recorder = Recorder(on: clock, capacity: 10)
    for number in 0..<1_000 { SignalProducer<Int, Never>(value: number).recorded("one", by: recorder).start() }
    #expect(recorder.diagram.json.components(of: #""line":"#) == 5)
  }
}

extension String {
  /// Returns the number of times that the string contains another one.
  fileprivate func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
