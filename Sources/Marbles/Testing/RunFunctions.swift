import MarbleLanguage
import Reactive

/// Runs a closure on virtual time, with input streams that send the given events, and records the result.
///
///     #expect(try run("--1--2--|") { $0.map { $0 * 10 } } == "--[10]--[20]--|")
///
/// The parameters of the closure define the types of the streams. Marbles are converted to values of these types, and
/// values to marbles, by `names` first, and then by ``MarbleValue``. Results of other types are written element by
/// element if they are tuples or collections, and by their description otherwise. Errors are written by their
/// description. For a `CaseIterable` error, the message of a failure selects the case with that description.
///
/// The closure is called before tick 0. Pass the same `clock` to operators that need a scheduler. One tick of
/// the clock is a millisecond, unless the clock was created with another length.
///
/// - Parameters:
///   - inputs: The events of the input streams.
///   - names: The values and errors that marbles and failure messages stand for.
///   - windows: The time during which the result is observed, or an array with one for each of several observers.
///   - clock: The virtual clock of the run. It must not be past the first tick of the inputs.
///   - orders: The orders of the events that the plain inputs send on the same tick. With all of them, the closure is
///     called for each order, and must create everything that it uses.
///   - limits: The limits that stop an endless run.
///   - fileID: The module and the file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - body: A closure that returns the stream to test.
/// - Throws: ``TimelineParseError`` if a string cannot be parsed, an error with a description if a marble has no
///   meaning for its stream, and any error that `body` throws.
public func run<each Value, each Failure: Error, Result: SignalProducerConvertible>(
  _ inputs: repeat Input<each Value, each Failure>,
  where names: [String: Any] = [:],
  during windows: PerObserver<Window> = [.always],
  on clock: VirtualTimeScheduler? = nil,
  orders: InputOrders = .arguments,
  limits: Limits = Limits(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  through body: (repeat SignalProducer<each Value, each Failure>) throws -> Result
) throws -> Run {
  let location = CallSite(fileID, filePath, line)
  let names = MarbleCoder(names)
  var bindings: [Binding] = []
  var warnings: [String] = []
  let windows = try location.locatingErrors {
    for input in repeat each inputs {
      let (binding, remarks) = try input.binding(named: "input \(bindings.count + 1)", names)
      bindings.append(binding)
      warnings += remarks
    }
    return try windows.checked(for: max(1, windows.count))
  }
  let start = clock?.currentTick ?? 0
  var run = try orders.run(bindings, limits: limits) { order, limits in
    if orders == .all { clock?.restart(at: start) }
    let harness = try location.locatingErrors {
      try TestHarness(bindings, on: clock, ordered: order, limits: limits, names)
    }
    var index = 0
    func next<T, E>(_ input: Input<T, E>) -> SignalProducer<T, E> {
      defer { index += 1 }
      return harness.stream(index)
    }
    return harness.run(try body(repeat next(each inputs)).producer, during: windows, location: location)
  }
  run.warnings = warnings
  return run
}
