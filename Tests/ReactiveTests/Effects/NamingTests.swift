import Reactive
import Testing

struct NamingTests {
  @Test func `a name grows with each operator`() {
    let (numbers, _) = Signal<Int, Boom>.pipe()
    let input = numbers.named("input", isGrowing: true)
    let result = input.map { $0 * 10 }.filter { $0 > 10 }.take(first: 2)
    #expect(result.name == "input.map.filter.take")
    #expect("\(result)" == "input.map.filter.take")
    #expect(input.producer.map { $0 }.name == "input.map")

    let producer = SignalProducer<Int, Boom>([1, 2]).named("input", isGrowing: true)
    #expect(producer.map { $0 * 10 }.skipRepeats().name == "input.map.skipRepeats")
    #expect(producer.delay(.seconds(1), on: VirtualTimeScheduler()).name == "input.delay")
    #expect("\(producer)" == "input")
  }

  @Test func `without isGrowing, results have no name`() {
    let (numbers, _) = Signal<Int, Boom>.pipe()
    #expect(numbers.named("input").map { $0 }.name == nil)
    #expect(SignalProducer<Int, Boom>.empty.named("input").map { $0 }.name == nil)
    #expect("\(numbers.map { $0 })" == "Signal<Int, Boom>")
    #expect("\(SignalProducer<Int, Never>.empty)" == "SignalProducer<Int, Never>")
  }

  @Test func `another name can be given, which grows or not`() {
    let (numbers, _) = Signal<Int, Boom>.pipe()
    let input = numbers.named("input", isGrowing: true).map { $0 }
    #expect(input.named("mapped").name == "mapped")
    #expect(input.named("mapped").filter { _ in true }.name == nil)
    #expect(input.producer.named("mapped", isGrowing: true).filter { _ in true }.name == "mapped.filter")
    #expect(input.producer.named("mapped").filter { _ in true }.name == nil)
  }

  @Test func `logs have the name, and do not add to it`() {
    var lines: [String] = []
    let (numbers, input) = Signal<Int, Boom>.pipe()
    let result = numbers.named("input", isGrowing: true).map { $0 * 10 }
      .logEvents(events: [.value]) { name, event, _, _, _ in
        lines.append("\(name) \(event)")
      }
    input.send(value: 1)
    #expect(lines == ["input.map value 10"])
    #expect(result.on(value: { _ in }).name == "input.map")
  }

  @Test func `operators that start other streams have names too`() {
    let input = SignalProducer<Int, Boom>.never.named("input", isGrowing: true)
    #expect(input.flatMap(.latest) { SignalProducer<Int, Boom>(value: $0) }.name == "input.map.flatten")
    #expect(input.flatMapError { _ in SignalProducer<Int, Never>.empty }.name == "input.flatMapError")
    #expect(input.retry(upTo: 2).repeat().then(SignalProducer<Int, Boom>.empty).name == "input.retry.repeat.then")
    #expect(input.merge(with: .never).name == nil)
  }

  /// The shared suites convert results to words, with an operator whose result is named after its initializer.
  @Test(arguments: TestedOperator.all) func `names end only at operators that join, divide or share streams`(
    tested: TestedOperator
  ) {
    let (numbers, _) = Signal<Int, Boom>.pipe()
    let cold = tested.cold(SignalProducer.never.named("input", isGrowing: true), OperatorEnvironment()).name
    let hot = tested.hot?(numbers.named("input", isGrowing: true), OperatorEnvironment()).name
    let base = String(tested.name.prefix { $0 != "(" })
    let ends = Self.joins.contains(base) || tested.name.hasPrefix("flatMap(_:)") || tested.name.hasPrefix("flatten()")
    if !ends { #expect(cold?.hasPrefix("input") == true && (tested.hot == nil || hot?.hasPrefix("input") == true)) }
  }

  private static let joins: Set = [
    "all", "any", "buffer", "collect", "combineLatest", "combineLatestAll", "concat", "expand", "flatScan", "forkJoin",
    "groupBy", "lazyMap", "merge", "multicast", "named", "onErrorResumeNext", "prefix", "race", "repeat", "replayed",
    "replayLazily", "retry", "sample", "sequenceEqual", "share", "start", "window", "withLatest", "zip", "zipAll",
  ]
}
