import Dispatch
import Reactive
import Testing

/// `first`, `last`, `single` and `wait`: the calling thread receives the result, and waits for it if necessary.
struct BlockingTests {
  private typealias Numbers = SignalProducer<Int, Boom>

  /// The results of the four functions, in this order, for a producer that sends these events when it starts.
  @Test(arguments: [
    ("|", "nil nil nil ok"),
    ("X", "X X X X"),
    ("!", "nil nil nil ok"),
    ("1|", "1 1 1 ok"),
    ("1X", "1 X X X"),
    ("1!", "1 nil 1 ok"),
    ("12|", "1 2 nil ok"),
    ("12X", "1 X nil X"),
    ("12!", "1 nil nil ok"),
    ("123|", "1 3 nil ok"),
  ])
  func `the functions return the expected results`(events: String, expected: String) {
    #expect(answers(of: Numbers { observer, _ in send(events, to: observer) }) == expected)
    // The same with events sent later from another thread.
    let queue = DispatchQueue(label: "later")
    let later = Numbers { observer, _ in
      queue.async { send(events, to: observer) }
    }
    #expect(answers(of: later) == expected)
  }

  @Test func `the result disposes the subscription`() {
    var log: [String] = []
    let endless = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.observeEnded { log.append("disposed") }
      for value in 1...3 {
        log.append("\(value)")
        observer.send(value: value)
      }
    }
    #expect(endless.first() == .success(1))
    #expect(log == ["1", "disposed", "2", "3"])
    log = []
    #expect(endless.single() == nil)
    #expect(log == ["1", "2", "disposed", "3"])
  }

  @Test func `a sequence is iterated only as far as needed`() {
    var asked: [Int] = []
    let values = (1...).lazy.map { value in
      asked.append(value)
      return value
    }
    #expect(SignalProducer<Int, Never>(values).first() == .success(1))
    #expect(asked == [1])
  }

  @Test func `values may be nil`() {
    #expect(SignalProducer<Int?, Never>(value: nil).first() == .success(nil))
    #expect(SignalProducer<Int?, Never>(value: nil).single() == .success(nil))
  }

  @Test func `every call starts the producer`() {
    var starts = 0
    let producer = SignalProducer<Int, Never>.deferred {
      starts += 1
      return SignalProducer(value: starts)
    }
    #expect(producer.first() == .success(1))
    #expect(producer.last() == .success(2))
    #expect(producer.single() == .success(3))
    #expect(producer.wait() == .success)
    #expect(starts == 4)
  }

  @Test func `an observer may wait for another producer`() {
    let outer = SignalProducer<Int, Never>([1, 2])
    let recorder = Recorder<Int, Never>()
    outer.map { value in
      if case .success(let found)? = SignalProducer<Int, Never>(value: value * 10).first() { found } else { 0 }
    }.start(recorder.observer)
    #expect(recorder.history == "10 20 |")
  }

  private func answers(of producer: Numbers) -> String {
    func word(_ answer: Result<Int, Boom>?) -> String {
      switch answer {
      case .success(let value): "\(value)"
      case .failure: "X"
      case nil: "nil"
      }
    }
    let end: String =
      switch producer.wait() {
      case .success: "ok"
      case .failure: "X"
      }
    return "\(word(producer.first())) \(word(producer.last())) \(word(producer.single())) \(end)"
  }
}

extension Result where Success == Void {
  fileprivate static var success: Result { .success(()) }
}

private func == <Failure: Equatable>(left: Result<Void, Failure>, right: Result<Void, Failure>) -> Bool {
  switch (left, right) {
  case (.success, .success): true
  case (.failure(let left), .failure(let right)): left == right
  default: false
  }
}

/// Sends the given events: digits are values, `|`, `X` and `!` are terminal events.
private func send(_ events: String, to observer: Observer<Int, Boom>) {
  for sign in events {
    switch sign {
    case "|": observer.sendCompleted()
    case "X": observer.send(error: Boom())
    case "!": observer.sendInterrupted()
    default: observer.send(value: sign.wholeNumberValue ?? 0)
    }
  }
}
