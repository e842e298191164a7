import MarbleLanguage
import Reactive

// Overloads for closures without type annotations. The values are numbers if the operators need numbers, and marbles
// otherwise. The compiler selects the overload that fits the closure.

/// Runs a closure with a stream of marbles on virtual time.
///
/// See ``run(_:where:during:on:orders:limits:fileID:filePath:line:through:)``.
public func run<Result: SignalProducerConvertible>(
  _ input: Input<Value, Failure>,
  during windows: PerObserver<Window> = [.always], on clock: VirtualTimeScheduler? = nil,
  orders: InputOrders = .arguments, limits: Limits = Limits(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  through body: (SignalProducer<Value, Failure>) throws -> Result
) throws -> Run {
  try run(
    input, where: [:], during: windows, on: clock, orders: orders, limits: limits, fileID: fileID, filePath: filePath,
    line: line, through: body)
}

/// Runs a closure with a stream of integers on virtual time.
///
/// See ``run(_:where:during:on:orders:limits:fileID:filePath:line:through:)``.
@_disfavoredOverload
public func run<Result: SignalProducerConvertible>(
  _ input: Input<Int, Failure>,
  during windows: PerObserver<Window> = [.always], on clock: VirtualTimeScheduler? = nil,
  orders: InputOrders = .arguments, limits: Limits = Limits(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  through body: (SignalProducer<Int, Failure>) throws -> Result
) throws -> Run {
  try run(
    input, where: [:], during: windows, on: clock, orders: orders, limits: limits, fileID: fileID, filePath: filePath,
    line: line, through: body)
}

/// Runs a closure with two streams of marbles on virtual time.
///
/// See ``run(_:where:during:on:orders:limits:fileID:filePath:line:through:)``.
public func run<Result: SignalProducerConvertible>(
  _ first: Input<Value, Failure>, _ second: Input<Value, Failure>,
  during windows: PerObserver<Window> = [.always], on clock: VirtualTimeScheduler? = nil,
  orders: InputOrders = .arguments, limits: Limits = Limits(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  through body: (SignalProducer<Value, Failure>, SignalProducer<Value, Failure>) throws -> Result
) throws -> Run {
  try run(
    first, second, where: [:], during: windows, on: clock, orders: orders, limits: limits, fileID: fileID,
    filePath: filePath, line: line, through: body)
}

/// Runs a closure with two streams of integers on virtual time.
///
/// See ``run(_:where:during:on:orders:limits:fileID:filePath:line:through:)``.
@_disfavoredOverload
public func run<Result: SignalProducerConvertible>(
  _ first: Input<Int, Failure>, _ second: Input<Int, Failure>,
  during windows: PerObserver<Window> = [.always], on clock: VirtualTimeScheduler? = nil,
  orders: InputOrders = .arguments, limits: Limits = Limits(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  through body: (SignalProducer<Int, Failure>, SignalProducer<Int, Failure>) throws -> Result
) throws -> Run {
  try run(
    first, second, where: [:], during: windows, on: clock, orders: orders, limits: limits, fileID: fileID,
    filePath: filePath, line: line, through: body)
}
