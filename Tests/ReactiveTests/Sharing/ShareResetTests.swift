import Reactive
import Testing

/// The events after which `share` starts its source again.
@Suite(.noLeaks)
struct ShareResetTests {
  private typealias Numbers = SignalProducer<Int, Boom>

  /// A source that counts its starts and sends these numbers, and its current observer.
  private final class Source {
    var starts = 0
    var ends = 0
    var input: Numbers.Observer?

    lazy var producer = Numbers { [weak self] observer, lifetime in
      guard let self else { return }
      starts += 1
      input = observer
      observer.send(value: starts)
      lifetime.observeEnded { [weak self] in self?.ends += 1 }
    }
  }

  @Test(arguments: [
    (Bool?.none, 0, "1 |", "2"), (nil, 1, "1 |", "1 |"), (true, 1, "1 |", "2"), (false, 0, "1 |", "|"),
    (false, 1, "1 |", "1 |"),
  ])
  func `a completion resets`(option: Bool?, replay: Int, first: String, second: String) {
    let source = Source()
    let shared = source.producer.share(replay: replay, resetWhenCompleted: option)
    let recorders = [Recorder<Int, Boom>(), Recorder<Int, Boom>()]
    shared.start(recorders[0].observer)
    source.input?.sendCompleted()
    let later = shared.start(recorders[1].observer)
    #expect(recorders.map(\.history) == [first, second])
    later.dispose()
    source.input = nil
  }

  @Test(arguments: [(true, 0, "2"), (true, 1, "2"), (false, 0, "X"), (false, 1, "1 X")])
  func `a failure resets`(option: Bool, replay: Int, second: String) {
    let source = Source()
    let shared = source.producer.share(replay: replay, resetWhenFailed: option)
    let recorders = [Recorder<Int, Boom>(), Recorder<Int, Boom>()]
    shared.start(recorders[0].observer)
    source.input?.send(error: Boom())
    let later = shared.start(recorders[1].observer)
    #expect(recorders.map(\.history) == ["1 X", second])
    later.dispose()
    source.input = nil
  }

  /// Whether the source ends in the event during which the last observer leaves must not depend on the operators
  /// between them.
  @Test(arguments: [false, true], [false, true])
  func `an observer that leaves before the end resets`(isMerged: Bool, endsAfterOneValue: Bool) {
    var starts = 0
    let source = Numbers { observer, _ in
      starts += 1
      for value in [starts, starts + 10] { observer.send(value: value) }
      observer.sendCompleted()
    }
    let shared = (endsAfterOneValue ? source.take(first: 1) : source).share(replay: 1)
    let first = (isMerged ? Numbers.merge(shared, .never) : shared).take(first: 1)
    #expect(first.history == "1 |")
    #expect(first.history == "2 |")
    #expect(starts == 2)
  }

  @Test func `an interruption always resets`() {
    let source = Source()
    let shared = source.producer.share(
      replay: 1, resetWhenCompleted: false, resetWhenFailed: false, resetWhenUnobserved: false)
    let recorders = [Recorder<Int, Boom>(), Recorder<Int, Boom>()]
    shared.start(recorders[0].observer)
    source.input?.sendInterrupted()
    let later = shared.start(recorders[1].observer)
    #expect(recorders.map(\.history) == ["1 !", "2"])
    later.dispose()
    source.input = nil
  }

  @Test func `without its observers the source continues until the result is released`() {
    let source = Source()
    do {
      let shared = source.producer.share(replay: 1, resetWhenUnobserved: false)
      shared.start().dispose()
      source.input?.send(value: 7)
      let recorder = Recorder<Int, Boom>()
      let later = shared.start(recorder.observer)
      source.input?.send(value: 8)
      #expect(recorder.history == "7 8")
      later.dispose()
      #expect((source.starts, source.ends) == (1, 0))
    }
    #expect(source.ends == 1)
    source.input = nil
  }

  @Test func `a start keeps the source of a released result`() {
    let source = Source()
    let recorder = Recorder<Int, Boom>()
    let start = source.producer.share(resetWhenUnobserved: false).start(recorder.observer)
    source.input?.send(value: 7)
    #expect(recorder.history == "1 7")
    start.dispose()
    #expect(source.ends == 1)
    source.input = nil
  }

  @Test func `multicast ends an endless source with its result`() {
    let endless = SignalProducer<Int, Never> { observer, lifetime in
      var next = 1
      while !lifetime.hasEnded && next < 100 {
        observer.send(value: next)
        next += 1
      }
      observer.send(value: -next)
    }
    #expect(endless.multicast { $0 }.take(first: 2).history == "1 2 |")
    var last = 0
    endless.on(value: { last = $0 }).multicast(replay: 1) { $0.take(first: 1).concat($0) }.take(first: 3)
      .start()
    #expect(last == 2)
  }

  @Test func `multicast starts the source after the stream of its closure`() {
    let source = Source()
    let recorder = Recorder<Int, Boom>()
    let result = source.producer.multicast { shared in shared.merge(with: shared.map { $0 * 10 }) }
    let start = result.start(recorder.observer)
    source.input?.send(value: 7)
    #expect(recorder.history == "1 10 7 70")
    start.dispose()
    #expect((source.starts, source.ends) == (1, 1))
    source.input = nil
    let replaying = Numbers([1, 2]).multicast(replay: 1) { $0.concat($0) }
    #expect(replaying.history == "1 2 2 |")
    #expect(replaying.history == "1 2 2 |")
    #expect(source.producer.multicast { _ in Numbers([5]) }.history == "5 |")
    #expect(source.starts == 1)
  }
}
