import Reactive
import Testing

/// The flattening of single values, which are sent without a start.
@Suite(.noLeaks)
struct SingleValueTests {
  private typealias Inner = SignalProducer<Int, Never>

  /// The actions of the observer when it receives a value.
  private struct Reactions {
    var sendsLiveValue: Set<Int> = []
    var sendsInner: Set<Int> = []
    var completesOuter: Set<Int> = []
    var disposes: Set<Int> = []
  }

  /// Returns the events of a flattening of live streams and single values, which `make` makes.
  private func history(_ strategy: FlattenStrategy, _ reactions: Reactions, _ make: @escaping (Int) -> Inner) -> String
  {
    let (outer, outerInput) = Signal<Inner, Never>.pipe()
    let (other, otherInput) = Signal<Inner, Never>.pipe()
    let (live, liveInput) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>()
    let bag = CompositeDisposable()
    let observer = Observer<Int, Never> { event in
      recorder.observer.send(event)
      guard case .value(let value) = event else { return }
      if reactions.sendsLiveValue.contains(value) { liveInput.send(value: value + 100) }
      if reactions.sendsInner.contains(value) { otherInput.send(value: make(value + 10)) }
      if reactions.completesOuter.contains(value) { outerInput.sendCompleted() }
      if reactions.disposes.contains(value) { bag.dispose() }
    }
    bag += outer.producer.merge(with: other.producer).flatten(strategy).start(observer)
    outerInput.send(value: make(1))
    outerInput.send(value: live.producer)
    otherInput.send(value: make(2))
    liveInput.send(value: 3)
    outerInput.send(value: make(4))
    otherInput.send(value: SignalProducer([make(5), live.producer, make(6)]).flatten(.merge))
    liveInput.send(value: 7)
    liveInput.sendCompleted()
    outerInput.send(value: make(8))
    otherInput.sendCompleted()
    outerInput.send(value: make(9))
    outerInput.sendCompleted()
    return recorder.history
  }

  @Test(arguments: [.merge, .concat, .latest, .race, .throttle, .concurrent(limit: 2)] as [FlattenStrategy])
  func `a single value is flattened as a sequence of one value`(strategy: FlattenStrategy) {
    let all = Set(1...9)
    for reactions in [
      Reactions(), Reactions(sendsLiveValue: all), Reactions(sendsInner: all),
      Reactions(sendsLiveValue: all, sendsInner: all), Reactions(sendsLiveValue: all, completesOuter: [4]),
      Reactions(completesOuter: [2]), Reactions(disposes: [1]), Reactions(disposes: [4]),
      Reactions(sendsLiveValue: [8], sendsInner: [8], disposes: [8]),
    ] {
      let expected = history(strategy, reactions) { Inner([$0]) }
      #expect(expected.hasPrefix("1"))
      #expect(history(strategy, reactions) { Inner(value: $0) } == expected)
    }
  }

  @Test func `a million waiting values do not grow the stack`() {
    let many = rounds(1_000_000, debug: 200_000)
    let (outer, input) = Signal<Inner, Never>.pipe()
    let (first, firstInput) = Signal<Int, Never>.pipe()
    let sum = Counter()
    outer.flatten(.concat).observeValues { _ in sum.increment() }
    input.send(value: first.producer)
    for number in 0..<many { input.send(value: Inner(value: number)) }
    #expect(sum.value == 0)
    firstInput.sendCompleted()
    #expect(sum.value == many)
  }

  @Test func `a value can contain a producer of its own type`() {
    struct Tree: Sendable {
      let name: String
      let children: SignalProducer<Tree, Never>
    }
    let leaf = Tree(name: "leaf", children: .empty)
    let root = Tree(name: "root", children: SignalProducer(value: leaf))
    #expect(SignalProducer(value: root).flatMap(.concat) { $0.children }.map(\.name).history == "leaf |")
  }
}
