import MarbleLanguage
import Reactive

/// A run context that provides its sources to Swift operators.
struct TestHarness {
  private let runContext: RunContext
  private let bindings: [Binding]
  private let names: MarbleCoder

  init(
    _ bindings: [Binding], on clock: VirtualTimeScheduler?, ordered order: EventOrder? = nil, limits: Limits,
    _ names: MarbleCoder
  ) throws {
    let all = Bindings(bindings)
    if let clock, clock.currentTick > all.firstTick {
      throw RunError.lateClock(now: clock.currentTick, first: all.firstTick)
    }
    runContext = RunContext(all, on: clock, limits: limits, ordered: order)
    // The closure may start work that never ends.
    runContext.expectsNoEnd()
    self.bindings = bindings
    self.names = names
  }

  /// Returns a source as a stream of Swift values.
  ///
  /// Reading the source has already verified that each marble stands for a value.
  func stream<Value, Failure>(_ index: Int) -> SignalProducer<Value, Failure> {
    // A source without an expression cannot throw.
    let source = (try? runContext.producer(for: bindings[index])) ?? .never
    return
      source
      .compactMap { [names] in names.read($0, as: Value.self) }
      .flatMapError { [names] in names.read($0, as: Failure.self).map { SignalProducer(error: $0) } ?? .empty }
  }

  /// Runs a stream until it ends or is stopped.
  func run<Value, Failure>(
    _ producer: SignalProducer<Value, Failure>, during windows: [Window], location: CallSite
  ) -> Run {
    let outputs = runContext.run(runContext.counted(producer.marbles(names)), during: windows)
    let subscriptions = Dictionary(grouping: runContext.sources.subscriptions) { $0.binding.name }
    return Run(
      outputs: outputs, subscriptions: bindings.map { (subscriptions[$0.name] ?? []).map(\.window) },
      stop: runContext.budget.stop, deliveries: runContext.budget.deliveries, location: location)
  }
}
