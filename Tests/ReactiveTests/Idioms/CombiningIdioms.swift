import Reactive
import Testing

/// Code as users of ReactiveSwift write it: several streams.
@Suite(.noLeaks)
struct CombiningIdioms {
  private let a = Signal<Int, Never>.pipe()
  private let b = Signal<Int, Never>.pipe()
  private let fallible = SignalProducer<Int, Boom>([1, 2])
  private let numbers = SignalProducer([1, 2])

  private func send() {
    a.input.send(value: 1)
    b.input.send(value: 2)
    a.input.send(value: 3)
  }

  @Test func `merging a list of signals`() {
    let merged = merge([a.output, b.output]).record()
    let typed = Signal<Int, Never>.merge([a.output, b.output]).record()
    let implicit: Signal<Int, Never> = .merge(a.output, b.output)
    let implicitRecorder = implicit.record()
    let member = a.output.merge(with: b.output).record()
    send()
    #expect([merged, typed, implicitRecorder, member].map(\.history) == Array(repeating: "1 2 3", count: 4))
  }

  @Test func `combining the latest values of signals`() {
    let pair = combineLatest(a.output, b.output).map { $0 + $1 }.record()
    let list = combineLatest([a.output, b.output]).map { $0.reduce(0, +) }.record()
    let typed = Signal<Int, Never>.combineLatest(a.output, b.output).map { $0 + $1 }.record()
    let closure = combineLatest(a.output, b.output) { $0 + $1 }.record()
    let member = a.output.combineLatest(with: b.output).map(+).record()
    send()
    #expect([pair, list, typed, closure, member].map(\.history) == Array(repeating: "3 5", count: 5))
  }

  @Test func `the values of three and four streams are numbered`() {
    let (first, second) = (a.output, b.output)
    let latest = combineLatest(first, second, first).map { $0.0 + $0.1 + $0.2 }.record()
    let typed = Signal<Int, Never>.combineLatest(first, second, first, second).map { $0.0 + $0.3 }.record()
    let zipped = zip(first, second, first, second).filter { $0.0 < $0.3 }.map { $0.2 }.record()
    let typedZip = Signal<Int, Never>.zip(first, second, first).map { $0.1 + $0.2 }.record()
    let closure = Signal<String, Never>.zip(first, second, first) { "\($0)\($1)\($2)" }.record()
    send()
    #expect([latest, typed, zipped, typedZip].map(\.history) == ["4 6 8", "3 5 5", "1", "3"])
    #expect(closure.history == "121")
    #expect(combineLatest(numbers, numbers, numbers, numbers).map { $0.0 + $0.3 }.history == "3 4 |")
    #expect(SignalProducer<Int, Never>.combineLatest(numbers, numbers, numbers).map { $0.0 + $0.2 }.history == "3 4 |")
    #expect(zip(numbers, numbers, numbers).map { $0.0 + $0.1 }.history == "2 4 |")
    #expect(SignalProducer<Int, Never>.zip(numbers, numbers, numbers, numbers).map { $0.0 + $0.3 }.history == "2 4 |")
  }

  @Test func `zipping signals`() {
    let pair = zip(a.output, b.output).map { $0 * $1 }.record()
    let list = zip([a.output, b.output]).map { $0.reduce(1, *) }.record()
    let member = a.output.zip(with: b.output).map { $0 * $1 }.record()
    send()
    #expect([pair, list, member].map(\.history) == Array(repeating: "2", count: 3))
  }

  @Test func `lists of producers`() {
    let list = [numbers, numbers.map { $0 * 10 }]
    #expect(merge(list).history == "1 2 10 20 |")
    #expect(concat(list).history == "1 2 10 20 |")
    #expect(race(list).history == "1 2 |")
    #expect(combineLatest(list).history == "[2, 10] [2, 20] |")
    #expect(zip(list).history == "[1, 10] [2, 20] |")
    #expect(SignalProducer<Int, Never>.zip(list).history == "[1, 10] [2, 20] |")
  }

  @Test func `empty lists`() {
    let none: [SignalProducer<Int, Never>] = []
    #expect(SignalProducer<Int, Never>.combineLatest(none, emptySentinel: [7]).history == "[7] |")
    #expect(SignalProducer<Int, Never>.zip(none, emptySentinel: [8]).history == "[8] |")
    #expect(SignalProducer<Int, Never>.combineLatest(none).history == "|")
    let signals: [Signal<Int, Never>] = []
    #expect(Signal<Int, Never>.zip(signals, emptySentinel: []).record().history == "!")
    #expect(Signal<Int, Never>.combineLatest(signals, emptySentinel: []).record().history == "!")
  }

  @Test func `three inputs with different types`() {
    let letters = SignalProducer(["a", "b"])
    let flags = SignalProducer([true])
    #expect(combineLatest(numbers, letters, flags).map { "\($0)\($1)\($2)" }.history == "2btrue |")
    #expect(zip(numbers, letters, flags).map { "\($0)\($1)\($2)" }.history == "1atrue |")
  }

  @Test func `the other stream is of another kind`() {
    let property = Property(value: 10)
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<String, Never>()
    let observe = { (producer: SignalProducer<String, Never>) in _ = producer.start(recorder.observer) }
    observe(numbers.combineLatest(with: property).map { "\($0)+\($1)" })
    observe(numbers.zip(with: property).map { "\($0)*\($1)" })
    observe(numbers.merge(with: property).map { "\($0)" })
    observe(numbers.withLatest(from: property).map { "\($0)@\($1)" })
    #expect(recorder.history == "2+10 | 1*10 | 1 2 10 | 1@10 2@10 |")
    observe(numbers.merge(with: signal).map { "m\($0)" })
    observe(SignalProducer(value: 5).concat(.never).sample(with: signal).map { "\($0)s\($1)" })
    input.send(value: 3)
    #expect(recorder.history.hasSuffix("m1 m2 m3 5s3"))
  }

  @Test func `a sampler that cannot fail, of another kind`() {
    let (source, input) = Signal<Int, Boom>.pipe()
    let trigger = MutableProperty(())
    let sampled = source.sample(on: trigger.signal).record()
    let latest = source.withLatest(from: Property(value: "p")).map { "\($0)\($1)" }.record()
    let pairs = source.sample(with: trigger.producer).map { value, _ in value }.record()
    input.send(value: 1)
    trigger.value = ()
    #expect(sampled.history == "1")
    #expect(latest.history == "1p")
    #expect(pairs.history == "1")
    #expect(fallible.withLatest(from: Property(value: "p")).map { "\($0)\($1)" }.history == "1p 2p |")
    #expect(fallible.sample(on: SignalProducer<Void, Never>.empty).history == "|")
  }

  @Test func `concatenating another kind of stream`() {
    let property = Property(value: 9)
    #expect(numbers.concat(property).history == "1 2 9 |")
    #expect(numbers.concat(value: 3).history == "1 2 3 |")
    #expect(fallible.concat(error: Boom()).history == "1 2 X")
    #expect(fallible.concat(numbers).history == "1 2 1 2 |")
    #expect(numbers.prefix(property).history == "9 1 2 |")
    #expect(numbers.prefix(value: 0).history == "0 1 2 |")
    #expect(numbers.concat(.empty).history == "1 2 |")
  }

  @Test func `continuing with another stream`() {
    #expect(numbers.then(.empty).history == "|")
    #expect(numbers.then(SignalProducer(["a"])).history == "a |")
    #expect(numbers.then(fallible).history == "1 2 |")
    #expect(fallible.then(numbers).history == "1 2 |")
    #expect(numbers.then(Property(value: "p")).history == "p |")
    #expect(numbers.then(.init(value: 5)).history == "5 |")
  }

  @Test func `ending at a trigger`() {
    let (trigger, fire) = Signal<Void, Never>.pipe()
    let taken = a.output.take(until: trigger).record()
    let skipped = a.output.skip(until: trigger).record()
    a.input.send(value: 1)
    fire.send(value: ())
    a.input.send(value: 2)
    #expect(taken.history == "1 |")
    #expect(skipped.history == "2")
    #expect(numbers.take(until: .init(value: ())).history == "|")
    #expect(numbers.take(until: .never).history == "1 2 |")
    #expect(fallible.skip(until: .init(value: ())).history == "1 2 |")
    #expect(numbers.take(until: { $0 != 1 }).history == "1 |")
  }

  @Test func `replacing a stream`() {
    let (replacement, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>()
    numbers.concat(.never).take(untilReplacement: replacement).start(recorder.observer)
    input.send(value: 9)
    #expect(recorder.history == "1 2 9")
  }

  @Test func `Booleans`() {
    let yes = SignalProducer(value: true)
    let no = SignalProducer(value: false)
    #expect(yes.and(no).history == "false |")
    #expect(yes.or(Property(value: false)).history == "true |")
    #expect(yes.and(Property(value: true)).history == "true |")
    #expect(yes.negate().history == "false |")
    #expect(SignalProducer<Bool, Never>.all([yes, no]).history == "false |")
    #expect(SignalProducer<Bool, Never>.any([yes, no]).history == "true |")
    #expect(SignalProducer<Bool, Never>.all(yes, yes).history == "true |")
    #expect(SignalProducer<Bool, Never>.any(no, no).history == "false |")
    #expect(SignalProducer<Bool, Never>.all([Property(value: true)]).history == "true |")
    #expect(SignalProducer<Bool, Never>.any([Property(value: true)]).history == "true |")
    #expect(SignalProducer<Bool, Never>.all([]).history == "true |")
    #expect(SignalProducer<Bool, Never>.any([]).history == "false |")
  }

  @Test func `Booleans of signals`() {
    let (first, firstInput) = Signal<Bool, Never>.pipe()
    let (second, secondInput) = Signal<Bool, Never>.pipe()
    let all = Signal<Bool, Never>.all([first, second]).record()
    let any = Signal<Bool, Never>.any(first, second).record()
    let both = first.and(second.producer).record()
    let either = first.or(Property(value: true)).record()
    firstInput.send(value: true)
    secondInput.send(value: false)
    #expect(all.history == "false")
    #expect(any.history == "true")
    #expect(both.history == "false")
    #expect(either.history == "true")
  }
}
