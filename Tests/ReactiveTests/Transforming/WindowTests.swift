import Reactive
import Testing

/// Windows and groups: streams of the values between two times, and of the values with the same key.
@Suite(.noLeaks)
struct WindowTests {
  /// Runs a table like `expectScripts`.
  ///
  /// Windows have numbers, and their events are written as `0:1` and `0:|`.
  private func expectWindows(
    _ table: String, _ make: (ScriptHarness) -> SignalProducer<ScriptHarness.Inner, Boom>,
    at location: SourceLocation = #_sourceLocation
  ) {
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      let harness = ScriptHarness()
      make(harness).index().flatMap(.merge) { window, index in
        window.materialize().promoteError(Boom.self).map { "\(index):\(word($0))" }
      }.start(harness.observer())
      let said = harness.play(words.filter { !$0.contains("=>") })
      #expect(said == words.filter { $0.contains("=>") }.map(String.init), "\(line)", sourceLocation: location)
    }
  }

  @Test func `a trigger ends each window`() {
    expectWindows(
      """
      a1 b1 a2 b2 a|   a1=>0:1  b1=>0:|  a2=>1:2  b2=>1:|  a|=>2:|,|
      a1 b| a2 a|      a1=>0:1  a2=>0:2  a|=>0:|,|
      a1 b! a2 a|      a1=>0:1  a2=>0:2  a|=>0:|,|
      a1 b1 bX         a1=>0:1  b1=>0:|  bX=>1:X,X
      a1 aX            a1=>0:1  aX=>0:X,X
      a1 a! b1         a1=>0:1  a!=>0:!,!
      """
    ) { $0.a.producer.window(on: $0.b) }
  }

  @Test func `a window has a given number of values`() {
    expectWindows(
      """
      a1 a2 a3 a|   a1=>0:1  a2=>0:2,0:|  a3=>1:3  a|=>1:|,|
      a1 aX         a1=>0:1  aX=>0:X,X
      a1 a!         a1=>0:1  a!=>0:!,!
      """
    ) { $0.a.producer.window(count: 2) }
    expectWindows(
      "a1 a2 a3 a|   a1=>0:1  a2=>0:2,1:2,0:|  a3=>1:3,2:3,1:|  a|=>2:|,3:|,|"
    ) { $0.a.producer.window(count: 2, every: 1) }
    expectWindows(
      "a1 a2 a3 a4 a|   a1=>0:1,0:|  a4=>1:4,1:|  a|=>|"
    ) { $0.a.producer.window(count: 1, every: 3) }
  }

  @Test func `a window sends values from its opening to its closing`() {
    expectWindows(
      """
      a1 b1 a2 b2 a3 c1 a4 a|   a2=>0:2  a3=>0:3,1:3  c1=>0:|,1:|  a|=>|
      b1 a1 c| b| a2 a|         a1=>0:1  a2=>0:2  a|=>0:|,|
      b1 b2 cX                  cX=>0:X,1:X,X
      b1 b2 bX                  bX=>0:X,1:X,X
      b1 b2 aX                  aX=>0:X,1:X,X
      b1 b2 a!                  a!=>0:!,1:!,!
      """
    ) { harness in harness.a.producer.window(from: harness.b) { _ in harness.c } }
    expectScripts(
      "a1 b1 a2 c1 a3 b2 a4 a|   c1=>[2]  a|=>[4],|",
      producer: { harness in
        harness.a.producer.window(from: harness.b) { _ in harness.c }.flatMap(.merge) { $0.collect() }
      },
      signal: { harness in harness.a.window(from: harness.b) { _ in harness.c }.flatMap(.merge) { $0.collect() } })
  }

  @Test func `each closing starts the next window`() {
    expectWindows(
      """
      a1 b1 a2 b2 a|   a1=>0:1  b1=>0:|  a2=>1:2  b2=>1:|  a|=>2:|,|
      a1 b! a2 a|      a1=>0:1  a2=>0:2  a|=>0:|,|
      a1 bX            a1=>0:1  bX=>0:X,X
      a1 aX            a1=>0:1  aX=>0:X,X
      a1 a!            a1=>0:1  a!=>0:!,!
      """
    ) { harness in harness.a.producer.window { harness.b } }
    // A completion closes a window too. The ended pipe then interrupts its next observer.
    expectWindows(
      "a1 b| a2 a|   a1=>0:1  b|=>0:|  a2=>1:2  a|=>1:|,|"
    ) { harness in harness.a.producer.window { harness.b } }
  }

  @Test func groupBy() {
    expectScripts(
      """
      a1 a2 a3 a|   a1=>1:1  a2=>0:2  a3=>1:3  a|=>1:|,0:|,|
      a1 a2 aX      a1=>1:1  a2=>0:2  aX=>1:X,0:X,X
      a1 a2 a!      a1=>1:1  a2=>0:2  a!=>1:!,0:!,!
      a|            a|=>|
      """,
      producer: { $0.a.producer.groupBy { $0 % 2 }.flatMap(.merge, tagged) },
      signal: { $0.a.groupBy { $0 % 2 }.flatMap(.merge, tagged) })
  }

  private func tagged(_ group: StreamGroup<Int, Int, Boom>) -> SignalProducer<String, Boom> {
    group.producer.materialize().promoteError().map { "\(group.key):\(word($0))" }
  }

  // MARK: Observing a window or group

  @Test func `the first observer receives earlier values`() {
    let (source, input) = Signal<Int, Never>.pipe()
    var windows: [SignalProducer<Int, Never>] = []
    let disposable = source.producer.window(on: Signal<Int, Never>.never).startWithValues { windows.append($0) }
    input.send(value: 1)
    input.send(value: 2)
    let first = Recorder<Int, Never>()
    let late = Recorder<Int, Never>()
    windows[0].start(first.observer)
    windows[0].start(late.observer)
    #expect(first.history == "1 2")
    input.send(value: 3)
    input.sendCompleted()
    #expect(first.history == "1 2 3 |")
    #expect(late.history == "3 |")
    #expect(windows[0].history == "!")
    withExtendedLifetime(disposable) {}
  }

  @Test func `the first observer may start after the end`() {
    var groups: [SignalProducer<Int, Boom>] = []
    SignalProducer<Int, Boom>([1, 2, 3]).concat(SignalProducer(error: Boom())).groupBy { $0 % 2 }
      .start { if let group = $0.value { groups.append(group.producer) } }
    #expect(groups.map(\.history) == ["1 3 X", "2 X"])
    #expect(groups.map(\.history) == ["!", "!"])
  }

  @Test func `queued groups lose no values`() {
    let grouped = SignalProducer<Int, Never>(0..<9).groupBy { $0 % 3 }
    #expect(grouped.flatten(.concat).history == "0 3 6 1 4 7 2 5 8 |")
  }

  /// Values that are sent while the first observer receives earlier ones must follow these.
  @Test func `new values follow waiting ones`() {
    let (source, input) = Signal<Int, Never>.pipe()
    var windows: [SignalProducer<Int, Never>] = []
    source.producer.window(count: 100).startWithValues { windows.append($0) }
    for value in 1...3 { input.send(value: value) }
    var seen: [Int] = []
    windows[0].startWithValues { value in
      seen.append(value)
      if value < 3 { input.send(value: value + 10) }
    }
    #expect(seen == [1, 2, 3, 11, 12])
    input.sendCompleted()
  }

  @Test func `unretained windows and groups retain nothing`() {
    let alive = Weak()
    let (source, input) = Signal<LeakProbe, Never>.pipe()
    let window = source.producer.window(count: 100).start()
    let group = source.producer.groupBy { _ in 0 }.start()
    input.send(value: alive.makeProbe())
    #expect(!alive.isAlive)
    withExtendedLifetime((window, group)) {}
  }

  @Test func `observers of a window are released at its end`() {
    let alive = Weak()
    let (source, input) = Signal<Int, Never>.pipe()
    var windows: [SignalProducer<Int, Never>] = []
    let disposable = source.producer.window(count: 2).startWithValues { windows.append($0) }
    let probe = { alive.makeProbe() }
    windows[0].startWithValues { [probe = probe()] _ in probe.touch() }
    input.send(value: 1)
    #expect(alive.isAlive)
    input.send(value: 2)
    #expect(!alive.isAlive)
    windows[1].startWithValues { [probe = probe()] _ in probe.touch() }
    #expect(alive.isAlive)
    disposable.dispose()
    #expect(!alive.isAlive)
    withExtendedLifetime((source, input, windows)) {}
  }

  // MARK: The end of the result

  @Test(arguments: ["disposed", "ended"])
  func `open windows are interrupted if the result ends before its source`(how: String) {
    let (source, input) = Signal<Int, Never>.pipe()
    let inner = Recorder<Int, Never>()
    let outer = Recorder<SignalProducer<Int, Never>, Never>()
    let windows = source.producer.window(on: Signal<Int, Never>.never)
    let disposable = (how == "ended" ? windows.take(until: source.filter { $0 == 2 }.producer) : windows)
      .on(value: { $0.start(inner.observer) }).start(outer.observer)
    input.send(value: 1)
    if how == "disposed" { disposable.dispose() }
    input.send(value: 2)
    input.send(value: 3)
    #expect(inner.history == "1 !")
    #expect(outer.events.last?.isTerminating == true)
    withExtendedLifetime(disposable) {}
  }

  @Test func `an observed group continues after the result`() {
    var isDisposed = false
    let (source, input) = Signal<Int, Never>.pipe()
    let groups = source.producer.on(disposed: { isDisposed = true }).groupBy { $0 % 2 }
    let recorder = Recorder<Int, Never>()
    groups.take(first: 1).flatMap(.merge) { $0.producer.take(first: 2) }.start(recorder.observer)
    for value in 1...3 {
      #expect(!isDisposed)
      input.send(value: value)
    }
    #expect(recorder.history == "1 3 |")
    #expect(isDisposed)
  }

  @Test func `the source is disposed with its last user`() {
    var isDisposed = false
    let (source, input) = Signal<Int, Never>.pipe()
    var held: [StreamGroup<Int, Int, Never>] = []
    let disposable = source.producer.on(disposed: { isDisposed = true }).groupBy { $0 % 2 }
      .startWithValues { held.append($0) }
    input.send(value: 1)
    input.send(value: 2)
    disposable.dispose()
    held.removeFirst()
    #expect(!isDisposed)
    let recorder = Recorder<Int, Never>()
    let last = held.removeFirst().producer.start(recorder.observer)
    #expect(!isDisposed)
    input.send(value: 4)
    last.dispose()
    #expect(recorder.history == "2 4 !")
    #expect(isDisposed)
  }

  @Test func `a result without groups disposes the source immediately`() {
    var isDisposed = false
    let disposable = SignalProducer<Int, Never>.never.on(disposed: { isDisposed = true }).groupBy { $0 }.start()
    disposable.dispose()
    #expect(isDisposed)
  }

  /// A first observer on another thread, while the source sends: no value is lost, and none overtakes another.
  @Test func `the first observer may start on another thread`() async {
    for _ in 0..<50 {
      let (source, input) = Signal<Int, Never>.pipe()
      let windows = Recorder<SignalProducer<Int, Never>, Never>()
      source.producer.window(count: 1000).start(windows.observer)
      guard let window = windows.events.first?.value else { return }
      let recorder = Recorder<Int, Never>()
      async let sending: Void = { for value in 0..<1000 { input.send(value: value) } }()
      async let observing: Void = { _ = window.start(recorder.observer) }()
      _ = await (sending, observing)
      #expect(recorder.events.compactMap(\.value) == Array(0..<1000))
    }
  }
}
