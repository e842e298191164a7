import Reactive
import Testing

/// The operators that wait for a stream that a closure returns, tick by tick.
@Suite(.noLeaks)
struct UntilTests {
  /// Returns a stream that sends a value after as many ticks as the value says.
  private func waiting(_ value: Int, _ harness: TimedHarness) -> SignalProducer<Int, Never> {
    .timer(after: harness.ticks(value), on: harness.scheduler)
  }

  /// Returns a stream that completes after two ticks without a value.
  private func silent(_ harness: TimedHarness) -> SignalProducer<Int, Never> {
    .timer(after: harness.ticks(2), on: harness.scheduler).filter { _ in false }
  }

  @Test func `delay(until:) sends each value when its stream sends`() {
    expectMarbles(
      """
      a 5-1------|
      = ---1-5---|

      a 5-|
      = -----(5|)

      a 5-#
      = --#

      a 5-!
      = --!

      a       5-1
      dispose ----x
      =       ---1!
      """,
      producer: { harness in harness.a.producer.delay(until: { waiting($0, harness) }) },
      signal: { harness in harness.a.delay(until: { waiting($0, harness) }) })
    expectMarbles(
      """
      a 1-2|
      = ----|
      """,
      producer: { harness in harness.a.producer.delay(until: { _ in silent(harness) }) })
  }

  @Test func `debounce(until:) starts the wait again`() {
    expectMarbles(
      """
      a 3-2-------5--|
      = ----2--------(5|)

      a 3-#
      = --#

      a 3-!
      = --!

      a       3--
      dispose --x
      =       --!
      """,
      producer: { harness in harness.a.producer.debounce(until: { waiting($0, harness) }) },
      signal: { harness in harness.a.debounce(until: { waiting($0, harness) }) })
    expectMarbles(
      """
      a 1-2---|
      = ------(2|)
      """,
      producer: { harness in harness.a.producer.debounce(until: { _ in silent(harness) }) })
  }

  @Test func `throttle(until:) waits after each value that it sends`() {
    let table = { (leading: Bool, trailing: Bool, text: String) in
      expectMarbles(
        text,
        producer: { harness in
          harness.a.producer.throttle(until: { waiting($0, harness) }, leading: leading, trailing: trailing)
        },
        signal: { harness in
          harness.a.throttle(until: { waiting($0, harness) }, leading: leading, trailing: trailing)
        })
    }
    table(
      true, true,
      """
      a 41-2---3--|
      = 4---2--3--|

      a 41|
      = 4---(1|)

      a 41#
      = 4-#
      """)
    table(
      true, false,
      """
      a 41-2---3--|
      = 4------3--|

      a 41|
      = 4-|
      """)
    table(
      false, true,
      """
      a 41-2---3-------|
      = ----2-----3----|
      """)
    table(
      false, false,
      """
      a 41-2---3-------|
      = ---------------|
      """)
  }

  @Test func `audit(until:) waits after a value and sends the newest one`() {
    expectMarbles(
      """
      a 41-2---3--|
      = ----2-----(3|)

      a 41!
      = --!
      """,
      producer: { harness in harness.a.producer.audit(until: { waiting($0, harness) }) },
      signal: { harness in harness.a.audit(until: { waiting($0, harness) }) })
    expectMarbles(
      """
      a 1--2|
      = -----|
      """,
      producer: { harness in harness.a.producer.audit(until: { _ in silent(harness) }) })
  }

  @Test func `timeout(each:) limits the time after each value`() {
    expectMarbles(
      """
      a ---------5---2---1
      = ---------5---2-#

      a 3--|
      = 3--|
      """,
      producer: { harness in harness.a.producer.timeout(each: { waiting($0, harness) }, raising: Boom()) },
      signal: { harness in harness.a.timeout(each: { waiting($0, harness) }, raising: Boom()) })
    expectMarbles(
      """
      a 3-1---3|
      = 3-1(78|)

      a 3#
      = 3#
      """,
      producer: { harness in
        harness.a.producer.timeout(each: { waiting($0, harness) }, with: SignalProducer<Int, Boom>([7, 8]))
      },
      signal: { harness in
        harness.a.timeout(each: { waiting($0, harness) }, with: SignalProducer<Int, Boom>([7, 8]))
      })
    expectMarbles(
      """
      a 1-----2|
      = 1-----2|
      """,
      producer: { harness in harness.a.producer.timeout(each: { _ in silent(harness) }, raising: Boom()) })
  }

  @Test func `a failure of the stream fails the result`() {
    let failing = { (_: Int) in SignalProducer<Int, Boom>(error: Boom()) }
    for make: (Signal<Int, Boom>) -> Signal<Int, Boom> in [
      { $0.delay(until: failing) }, { $0.debounce(until: failing) }, { $0.audit(until: failing) },
      { $0.throttle(until: failing, leading: false) },
    ] {
      let (signal, input) = Signal<Int, Boom>.pipe()
      let result = make(signal)
      let recorder = result.record()
      input.send(value: 1)
      #expect(recorder.history == "X")
    }
  }

  @Test func `each wait is disposed before the next one starts`() {
    var log: [String] = []
    let stream = { (value: Int) in
      SignalProducer<Int, Boom> { _, lifetime in
        log.append("+\(value)")
        lifetime.observeEnded { log.append("-\(value)") }
      }
    }
    let (signal, input) = Signal<Int, Boom>.pipe()
    let disposable = signal.producer.debounce(until: stream).start()
    for value in 1...3 { input.send(value: value) }
    disposable.dispose()
    #expect(log.joined(separator: " ") == "+1 -1 +2 -2 +3 -3")
  }

  @Test func `windows open at regular times`() {
    expectMarbles(
      """
      a 1--2---3---|
      = ----[[1,2]]---[[3]]--([[]]|)
      """,
      producer: { harness in
        harness.a.producer.window(every: harness.ticks(4), on: harness.scheduler).flatMap(.merge) { $0.collect() }
      })
  }
}
