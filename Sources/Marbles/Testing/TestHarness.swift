import MarbleLanguage
import Reactive

/// A stage whose sources are given to Swift's own operators.
struct TestHarness {
  private let runContext: RunContext
  private let bindings: [Binding]
  private let names: MarbleCoder

  init(_ bindings: [Binding], on clock: VirtualTimeScheduler?, limits: Limits, _ names: MarbleCoder) throws {
    var all = Bindings()
    for binding in bindings { all.bind(binding) }
    if let clock, clock.currentTick > all.firstTick {
      throw RunError.lateClock(now: clock.currentTick, first: all.firstTick)
    }
    runContext = RunContext(all, on: clock, limits: limits)
    // Nobody knows what a closure sets going.
    runContext.expectsNoEnd()
    self.bindings = bindings
    self.names = names
  }

  /// A source as a stream of Swift's values; that they mean something was seen when it was read.
  func stream<Value, Failure>(_ index: Int) -> SignalProducer<Value, Failure> {
    // A source alone holds no expression that could be mistaken.
    let source = (try? runContext.producer(for: bindings[index])) ?? .never
    return
      source
      .compactMap { [names] in names.read($0, as: Value.self) }
      .flatMapError { [names] in names.read($0, as: Failure.self).map { SignalProducer(error: $0) } ?? .empty }
  }

  /// Runs a stream to its end.
  func run<Value, Failure>(
    _ producer: SignalProducer<Value, Failure>, during window: Window, location: String
  ) -> Run {
    let outputs = runContext.run(runContext.counted(producer.marbles(names)), during: [window])
    let windows = Dictionary(grouping: runContext.subscriptions) { $0.binding.name }
    return Run(
      output: outputs[0], subscriptions: bindings.map { (windows[$0.name] ?? []).map(\.window) },
      stop: runContext.budget.stop, location: location)
  }
}
