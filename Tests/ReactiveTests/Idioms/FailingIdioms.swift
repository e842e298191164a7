import Reactive
import Testing

/// Code as users of ReactiveSwift write it: failures and flattening.
@Suite(.noLeaks)
struct FailingIdioms {
  private let failing = SignalProducer<Int, Boom>(error: Boom())
  private let numbers = SignalProducer([1, 2, 3])
  private let fallible = SignalProducer<Int, Boom>([1, 2, 3])

  @Test func `an error becomes nothing`() {
    let safe: SignalProducer<Int, Never> = failing.flatMapError { _ in .empty }
    #expect(safe.history == "|")
  }

  @Test func `an error becomes a value`() {
    var values: [Int] = []
    failing.flatMapError { _ in .init(value: 0) }.startWithValues { values.append($0) }
    failing.flatMapError { _ in SignalProducer(value: 1) }.startWithValues { values.append($0) }
    #expect(values == [0, 1])
  }

  @Test func `an error becomes another error`() {
    let mapped: SignalProducer<Int, Failure> = failing.flatMapError { _ in .init(error: Failure("mapped")) }
    #expect(mapped.history == "X")
    #expect(failing.mapError { _ in Failure("mapped") }.history == "X")
  }

  @Test func `an error of a signal becomes nothing`() {
    let (signal, input) = Signal<Int, Boom>.pipe()
    let safe: Signal<Int, Never> = signal.flatMapError { _ in .empty }
    let recorder = safe.record()
    input.send(value: 1)
    input.send(error: Boom())
    #expect(recorder.history == "1 |")
  }

  @Test func `an error continues with a signal or a property`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>()
    failing.flatMapError { _ in signal }.start(recorder.observer)
    input.send(value: 5)
    #expect(recorder.history == "5")
    #expect(failing.flatMapError { _ in Property(value: 9) }.history == "9 |")
  }

  @Test func `each value becomes an error`() {
    let failed: SignalProducer<String, Boom> = fallible.flatMap(.latest) { _ in .init(error: Boom()) }
    #expect(failed.history == "X")
    let first: SignalProducer<String, Boom> = numbers.flatMap(.latest) { _ in .init(error: Boom()) }
    #expect(first.history == "X")
  }

  @Test func `each value becomes a value or nothing`() {
    let odd: SignalProducer<Int, Boom> = fallible.flatMap(.concat) { $0 % 2 == 0 ? .empty : .init(value: $0) }
    #expect(odd.history == "1 3 |")
    #expect(numbers.flatMap(.merge) { .init(value: $0 * 2) }.history == "2 4 6 |")
  }

  @Test func `each value of a signal becomes an implicit member`() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = signal.flatMap(.latest) { .init(value: -$0) }.record()
    let failures: Signal<Int, Boom> = signal.flatMap(.latest) { _ in .init(error: Boom()) }
    let failureRecorder = failures.record()
    input.send(value: 3)
    #expect(recorder.history == "-3")
    #expect(failureRecorder.history == "X")
  }

  @Test func `each value becomes a signal or a property`() {
    let property = MutableProperty("p")
    let (signal, input) = Signal<String, Never>.pipe()
    let recorder = Recorder<String, Never>()
    SignalProducer([0, 1]).flatMap(.merge) { $0 == 0 ? property.producer : signal.producer }.start(recorder.observer)
    SignalProducer(value: 1).flatMap(.latest) { _ in signal }.start(recorder.observer)
    input.send(value: "s")
    #expect(recorder.history == "p s s")
    #expect(numbers.flatMap(.latest) { _ in Property(value: "q") }.history == "q q q |")
  }

  @Test func `an inner stream that cannot fail in a stream that can`() {
    #expect(fallible.flatMap(.concat) { SignalProducer<Int, Never>(value: $0) }.history == "1 2 3 |")
    #expect(SignalProducer(value: fallible).flatten(.merge).history == "1 2 3 |")
  }

  @Test func `a function that returns a result transforms values`() {
    func parse(_ text: String) -> Result<Int, Boom> { Int(text).map(Result.success) ?? .failure(Boom()) }
    #expect(SignalProducer<String, Boom>(["1", "x", "2"]).attemptMap(parse).history == "1 X")
    #expect(SignalProducer<String, Boom>(["1", "2"]).attemptMap { parse($0) }.history == "1 2 |")
    let implicit = SignalProducer<String, Boom>(["1"]).attemptMap { Int($0).map { .success($0) } ?? .failure(Boom()) }
    #expect(implicit.history == "1 |")
  }

  @Test func `a function that throws transforms values`() {
    func parse(_ text: String) throws -> Int {
      guard let number = Int(text) else { throw Boom() }
      return number
    }
    #expect(SignalProducer(["1", "x", "2"]).attemptMap(parse).history == "1 X")
    #expect(SignalProducer<String, any Error>(["1"]).attemptMap { try parse($0) }.history == "1 |")
  }

  @Test func `a function that returns a result checks values`() {
    func check(_ value: Int) -> Result<Void, Boom> { value < 2 ? .success(()) : .failure(Boom()) }
    #expect(fallible.attempt(check).history == "1 X")
    #expect(fallible.attempt { $0 < 3 ? .success(()) : .failure(Boom()) }.history == "1 2 X")
    #expect(numbers.attempt { if $0 > 1 { throw Boom() } }.history == "1 X")
  }

  @Test func `a stream that cannot fail is promoted`() {
    let promoted: SignalProducer<Int, Boom> = numbers.promoteError()
    #expect(promoted.history == "1 2 3 |")
    #expect(numbers.promoteError(Boom.self).concat(failing).history == "1 2 3 X")
  }

  @Test func `retrying`() {
    var starts = 0
    let source = SignalProducer<Int, Boom> { observer, _ in
      starts += 1
      if starts < 3 { observer.send(error: Boom()) } else { observer.send(value: starts) }
      observer.sendCompleted()
    }
    #expect(source.retry(upTo: 2).history == "3 |")
  }

  @Test func `materializing and back`() {
    #expect(fallible.materialize().filter { $0.isCompleted }.map { _ in "end" }.history == "end |")
    #expect(fallible.materialize().dematerialize().history == "1 2 3 |")
    #expect(failing.materializeResults().dematerializeResults().history == "X")
  }

  @Test func `an operator that extends a kind of stream`() {
    #expect(SignalProducer([1, nil, 3]).orZero().history == "1 0 3 |")
  }
}

extension SignalProducer where Value == Int? {
  fileprivate func orZero() -> SignalProducer<Int, Error> { map { $0 ?? 0 } }
}
