import MarbleLanguage

/// The inputs of a run of asynchronous sequences, which are parsed one after the other.
struct SequenceSetup {
  private let names: MarbleCoder
  private var bindings: [Binding] = []
  private var warnings: [String] = []
  /// The place of the run.
  private let location: CallSite

  init(_ names: [String: Any], _ location: CallSite) {
    self.names = MarbleCoder(names)
    self.location = location
  }

  mutating func add<Element, InputFailure>(_ input: Input<Element, InputFailure>) throws {
    let name = "input \(bindings.count + 1)"
    let (binding, remarks) = try location.locatingErrors {
      let (binding, remarks) = try input.binding(named: name, names)
      if CancellationError() as? InputFailure == nil, let tick = binding.firstInterruption {
        throw RunError.uncancelable(input: name, tick: tick)
      }
      return (binding, remarks)
    }
    bindings.append(binding)
    warnings += remarks
  }

  func run<Output: AsyncSequence>(
    during windows: PerObserver<Window>, _ demand: PerObserver<Timeline>, _ orders: InputOrders, _ limits: Limits,
    isOnMainActor: Bool,
    through make: (SequenceHarness) throws -> Output
  ) throws -> Run {
    let count = max(1, windows.count, demand.count)
    let (windows, demand) = try location.locatingErrors {
      (try windows.checked(for: count), try demand.checked(for: count).map { $0.marbles.map(\.tick) })
    }
    var run = try orders.run(bindings, limits: limits) { order, limits in
      let harness = try SequenceHarness(
        bindings, during: windows, ordered: order, limits: limits, isOnMainActor: isOnMainActor, names)
      return try harness.run(demand: demand, location: location) { ObservedSequence(try make(harness)) }
    }
    run.warnings = warnings
    return run
  }
}

extension Binding {
  /// The tick of the first interruption in the timelines.
  fileprivate var firstInterruption: Int? {
    let marbles = timelines.lazy.flatMap { $0.marbles + ($0.loop?.marbles ?? []) }
    return marbles.first { if case .interrupted = $0.event { true } else { false } }?.tick
  }
}
