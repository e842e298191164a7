import MarbleLanguage
import Reactive

// Closures that do not say what their streams carry: numbers where the operators ask for them, otherwise marbles as they
// are. Of the functions here the compiler takes whichever the closure fits.

/// Runs a closure on virtual time from a stream of marbles; see
/// ``run(_:where:during:on:limits:fileID:line:through:)``.
public func run<Result: SignalProducerConvertible>(
  _ input: Input<Value, Failure>,
  during window: Window = .always, on clock: VirtualTimeScheduler? = nil, limits: Limits = Limits(),
  fileID: String = #fileID, line: Int = #line,
  through body: (SignalProducer<Value, Failure>) throws -> Result
) throws -> Run {
  try run(input, where: [:], during: window, on: clock, limits: limits, fileID: fileID, line: line, through: body)
}

/// Runs a closure on virtual time from a stream of integers; see
/// ``run(_:where:during:on:limits:fileID:line:through:)``.
@_disfavoredOverload
public func run<Result: SignalProducerConvertible>(
  _ input: Input<Int, Failure>,
  during window: Window = .always, on clock: VirtualTimeScheduler? = nil, limits: Limits = Limits(),
  fileID: String = #fileID, line: Int = #line,
  through body: (SignalProducer<Int, Failure>) throws -> Result
) throws -> Run {
  try run(input, where: [:], during: window, on: clock, limits: limits, fileID: fileID, line: line, through: body)
}

/// Runs a closure on virtual time from two streams of marbles; see
/// ``run(_:where:during:on:limits:fileID:line:through:)``.
public func run<Result: SignalProducerConvertible>(
  _ first: Input<Value, Failure>, _ second: Input<Value, Failure>,
  during window: Window = .always, on clock: VirtualTimeScheduler? = nil, limits: Limits = Limits(),
  fileID: String = #fileID, line: Int = #line,
  through body: (SignalProducer<Value, Failure>, SignalProducer<Value, Failure>) throws -> Result
) throws -> Run {
  try run(
    first, second, where: [:], during: window, on: clock, limits: limits, fileID: fileID, line: line, through: body)
}

/// Runs a closure on virtual time from two streams of integers; see
/// ``run(_:where:during:on:limits:fileID:line:through:)``.
@_disfavoredOverload
public func run<Result: SignalProducerConvertible>(
  _ first: Input<Int, Failure>, _ second: Input<Int, Failure>,
  during window: Window = .always, on clock: VirtualTimeScheduler? = nil, limits: Limits = Limits(),
  fileID: String = #fileID, line: Int = #line,
  through body: (SignalProducer<Int, Failure>, SignalProducer<Int, Failure>) throws -> Result
) throws -> Run {
  try run(
    first, second, where: [:], during: window, on: clock, limits: limits, fileID: fileID, line: line, through: body)
}
