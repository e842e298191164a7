import MarbleLanguage
import Reactive

/// Runs a closure on virtual time: from streams that send what is written to the stream that is tested.
///
///     #expect(try run("--1--2--|") { $0.map { $0 * 10 } } == "--[10]--[20]--|")
///
/// The types of the streams are those of the closure's parameters. Marbles become values of these types, and values
/// marbles, by `names` first, then as their ``MarbleValue`` says; what sends anything else is written by its parts, if it
/// is a tuple or a collection, or else by its description. Errors are told by their descriptions, so that an
/// enumeration that is `CaseIterable` needs nothing more.
///
/// The closure is called once, before tick 0. Give operators that need a scheduler the same `clock`; a tick of it is a
/// millisecond unless it was made otherwise.
///
/// - Parameters:
///   - inputs: what the streams send.
///   - names: which marbles, and which messages of failures, mean which values and errors.
///   - window: from when until when the result is observed.
///   - clock: the time in which it is run. It must not have been moved on.
///   - limits: when to stop what goes on for ever.
///   - fileID: where the run is written.
///   - line: where the run is written.
///   - body: makes the stream that is tested.
/// - Throws: ``TimelineParseError`` where a text cannot be read, an error that says so where a marble means nothing to
///   its stream, and what `body` throws.
public func run<each Value, each Failure: Error, Result: SignalProducerConvertible>(
  _ inputs: repeat Input<each Value, each Failure>,
  where names: [String: Any] = [:],
  during window: Window = .always,
  on clock: VirtualTimeScheduler? = nil,
  limits: Limits = Limits(),
  fileID: String = #fileID, line: Int = #line,
  through body: (repeat SignalProducer<each Value, each Failure>) throws -> Result
) throws -> Run {
  if let parseError = window.parseError { throw parseError }
  let names = MarbleCoder(names)
  var bindings: [Binding] = []
  var warnings: [String] = []
  for input in repeat each inputs {
    let (binding, remarks) = try input.binding(named: "input \(bindings.count + 1)", names)
    bindings.append(binding)
    warnings += remarks
  }
  let harness = try TestHarness(bindings, on: clock, limits: limits, names)
  var index = 0
  func next<T, E>(_ input: Input<T, E>) -> SignalProducer<T, E> {
    defer { index += 1 }
    return harness.stream(index)
  }
  let result = try body(repeat next(each inputs))
  var run = harness.run(result.producer, during: window, location: "\(fileID):\(line)")
  run.warnings = warnings
  return run
}
