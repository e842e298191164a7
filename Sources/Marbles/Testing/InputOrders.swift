import MarbleLanguage
import Reactive

/// The orders in which the plain inputs of a run send their events on the same tick.
public enum InputOrders: Sendable {
  /// The order of the arguments.
  case arguments
  /// All orders, at most 10,000. The events of one input keep their order.
  case all

  /// Runs with the order of the arguments, after all others.
  ///
  /// - Parameters:
  ///   - bindings: The inputs.
  ///   - limits: The limits of the run with the order of the arguments. Those of the others are narrower.
  ///   - play: A closure that runs with an order, or with that of the arguments.
  func run(_ bindings: [Binding], limits: Limits, _ play: (EventOrder?, Limits) throws -> Run) throws -> Run {
    guard case .all = self else { return try play(nil, limits) }
    var found: [OrderTrial] = []
    var seen: Set<[Timeline]> = []
    let report = try withoutActuallyEscaping(play) { play in
      try RaceTrial(of: Bindings(bindings)) { order in
        let run = try play(order, RaceEffort.whole.limits(within: limits))
        return OrderedResult(outputs: run.outputs, stop: run.stop, deliveries: run.deliveries, sources: bindings)
      }.run { trial in
        if seen.insert(trial.other.outputs).inserted { found.append(trial) }
        return nil
      }
    }
    var run = try play(nil, limits)
    run.otherResults = found
    run.orderCount = report.orders
    run.hasMoreOrders = !report.isComplete
    return run
  }
}

extension Bindings {
  init(_ all: [Binding]) {
    self.init()
    for binding in all { bind(binding) }
  }
}

extension VirtualTimeScheduler {
  /// Moves the clock back to a tick, and cancels the actions that wait.
  func restart(at tick: Int) {
    cancelAll()
    rewind(by: ticks(currentTick - tick))
  }
}
