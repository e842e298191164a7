import Reactive
import Testing

/// Rules for every filtering or aggregating operator.
@Suite(.noLeaks)
struct LawTests {
  typealias Numbers = SignalProducer<Int, Never>
  typealias Shape = (name: String, apply: (Numbers) -> SignalProducer<String, Never>)

  /// The operators that may end before their source.
  private let earlyEnds: [Shape] = [
    ("take(first:)", { $0.take(first: 1).map(String.init) }),
    ("take(while:)", { $0.take(while: Self.once { $0 < 2 }).map(String.init) }),
    ("take(until:)", { $0.take(until: Self.once { $0 < 2 }).map(String.init) }),
    ("first(where:)", { $0.first(where: Self.once { $0 == 2 }).map(String.init) }),
    ("element(at:)", { $0.element(at: 1).map(String.init) }),
    ("single", { $0.single(orFail: nil).map(String.init) }),
    ("all(where:)", { $0.all(where: Self.once { $0 < 2 }).map { "\($0)" } }),
    ("contains(where:)", { $0.contains(where: Self.once { $0 == 2 }).map { "\($0)" } }),
    ("contains", { $0.contains(2).map { "\($0)" } }),
    ("isEmpty", { $0.isEmpty().map { "\($0)" } }),
  ]

  private let others: [Shape] = [
    ("take(last:)", { $0.take(last: 2).map(String.init) }),
    ("skip(first:)", { $0.skip(first: 1).map(String.init) }),
    ("skip(while:)", { $0.skip(while: { $0 < 2 }).map(String.init) }),
    ("skip(last:)", { $0.skip(last: 1).map(String.init) }),
    ("skipRepeats", { $0.skipRepeats().map(String.init) }),
    ("uniqueValues", { $0.uniqueValues().map(String.init) }),
    ("last", { $0.last(orFail: nil).map(String.init) }),
    ("count", { $0.count().map(String.init) }), ("sum", { $0.sum().map(String.init) }),
    ("min", { $0.min().map(String.init) }), ("max", { $0.max().map(String.init) }),
  ]

  /// Returns a predicate that may be called only with 1 and 2, not with later values.
  private static func once(_ isTrue: @escaping (Int) -> Bool) -> (Int) -> Bool {
    { value in
      #expect(value <= 2, "the closure runs after the end")
      return isTrue(value)
    }
  }

  /// `take(last:)` sends all its values during one event, so only the operator itself can stop them.
  @Test func `an operator ends once and does nothing after that`() {
    for shape in earlyEnds { expectOneEnd(shape) }
  }

  private func expectOneEnd(_ tested: Shape) {
    let (name, apply) = tested
    var seen: [String] = []
    let spy = Operator<String, Never, String, Never> { downstream, _ in
      Observer { event in
        seen.append(word(event))
        downstream.send(event)
      }
    }
    let shape: (Numbers) -> SignalProducer<String, Never> = { apply($0.take(last: 3)).lift(spy) }
    let history = shape(Numbers([1, 2, 3])).history
    #expect(history.hasSuffix("|"))
    #expect(seen.joined(separator: " ") == history, "\(name)")

    seen = []
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = signal.lift(shape).record()
    for value in 1...3 { input.send(value: value) }
    input.sendCompleted()
    #expect(recorder.history == history, "\(name)")
    #expect(seen.joined(separator: " ") == history, "\(name)")
  }

  @Test func `an operator that ends stops its source`() {
    for (name, apply) in earlyEnds {
      let history = apply(Numbers(1...)).history
      #expect(history.hasSuffix("|"), "\(name)")
    }
  }

  @Test func `every subscription has separate state`() {
    for (name, apply) in earlyEnds + others {
      let producer = apply(Numbers([1, 2]))
      let history = producer.history
      #expect(producer.history == history, "\(name)")
    }
  }

  @Test func `disposing a subscription interrupts it`() {
    for (name, apply) in earlyEnds + others where !["take(first:)", "isEmpty"].contains(name) {
      let (signal, input) = Signal<Int, Never>.pipe()
      let recorder = Recorder<String, Never>()
      let disposable = apply(signal.producer).start(recorder.observer)
      input.send(value: 1)
      let before = recorder.history
      disposable.dispose()
      input.send(value: 2)
      input.sendCompleted()
      #expect(recorder.history == (before.isEmpty ? "!" : before + " !"), "\(name)")
    }
  }
}
