import MarbleLanguage

// Overloads for closures without type annotations. The elements are numbers if the operators need numbers, and marbles
// otherwise. The compiler selects the overload that fits the closure.

/// Runs a closure with an asynchronous sequence of marbles on virtual time.
///
/// See ``run(_:where:during:demand:orders:limits:isolation:fileID:filePath:line:through:)``.
public func run<Output: AsyncSequence>(
  _ input: Input<Value, any Error>,
  during windows: PerObserver<Window> = [.always], demand: PerObserver<Timeline> = [Timeline()],
  orders: InputOrders = .arguments, limits: Limits = .forTasks,
  isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line,
  through body: (InputSequence<Value, any Error>, VirtualClock) throws -> Output
) async throws -> Run {
  try await run(
    input, where: [:], during: windows, demand: demand, orders: orders, limits: limits, isolation: isolation,
    fileID: fileID,
    filePath: filePath, line: line, through: body)
}

/// Runs a closure with an asynchronous sequence of integers on virtual time.
///
/// See ``run(_:where:during:demand:orders:limits:isolation:fileID:filePath:line:through:)``.
@_disfavoredOverload
public func run<Output: AsyncSequence>(
  _ input: Input<Int, any Error>,
  during windows: PerObserver<Window> = [.always], demand: PerObserver<Timeline> = [Timeline()],
  orders: InputOrders = .arguments, limits: Limits = .forTasks,
  isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line,
  through body: (InputSequence<Int, any Error>, VirtualClock) throws -> Output
) async throws -> Run {
  try await run(
    input, where: [:], during: windows, demand: demand, orders: orders, limits: limits, isolation: isolation,
    fileID: fileID,
    filePath: filePath, line: line, through: body)
}

/// Runs a closure with two asynchronous sequences of marbles on virtual time.
///
/// See ``run(_:where:during:demand:orders:limits:isolation:fileID:filePath:line:through:)``.
public func run<Output: AsyncSequence>(
  _ first: Input<Value, any Error>, _ second: Input<Value, any Error>,
  during windows: PerObserver<Window> = [.always], demand: PerObserver<Timeline> = [Timeline()],
  orders: InputOrders = .arguments, limits: Limits = .forTasks,
  isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line,
  through body: (InputSequence<Value, any Error>, InputSequence<Value, any Error>, VirtualClock) throws -> Output
) async throws -> Run {
  try await run(
    first, second, where: [:], during: windows, demand: demand, orders: orders, limits: limits, isolation: isolation,
    fileID: fileID,
    filePath: filePath, line: line, through: body)
}

/// Runs a closure with two asynchronous sequences of integers on virtual time.
///
/// See ``run(_:where:during:demand:orders:limits:isolation:fileID:filePath:line:through:)``.
@_disfavoredOverload
public func run<Output: AsyncSequence>(
  _ first: Input<Int, any Error>, _ second: Input<Int, any Error>,
  during windows: PerObserver<Window> = [.always], demand: PerObserver<Timeline> = [Timeline()],
  orders: InputOrders = .arguments, limits: Limits = .forTasks,
  isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line,
  through body: (InputSequence<Int, any Error>, InputSequence<Int, any Error>, VirtualClock) throws -> Output
) async throws -> Run {
  try await run(
    first, second, where: [:], during: windows, demand: demand, orders: orders, limits: limits, isolation: isolation,
    fileID: fileID,
    filePath: filePath, line: line, through: body)
}

/// Runs a closure with three asynchronous sequences of marbles on virtual time.
///
/// See ``run(_:where:during:demand:orders:limits:isolation:fileID:filePath:line:through:)``.
public func run<Output: AsyncSequence>(
  _ first: Input<Value, any Error>, _ second: Input<Value, any Error>, _ third: Input<Value, any Error>,
  during windows: PerObserver<Window> = [.always], demand: PerObserver<Timeline> = [Timeline()],
  orders: InputOrders = .arguments, limits: Limits = .forTasks,
  isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line,
  through body: (
    InputSequence<Value, any Error>, InputSequence<Value, any Error>, InputSequence<Value, any Error>, VirtualClock
  ) throws -> Output
) async throws -> Run {
  try await run(
    first, second, third, where: [:], during: windows, demand: demand, orders: orders, limits: limits,
    isolation: isolation,
    fileID: fileID, filePath: filePath, line: line, through: body)
}

/// Runs a closure with three asynchronous sequences of integers on virtual time.
///
/// See ``run(_:where:during:demand:orders:limits:isolation:fileID:filePath:line:through:)``.
@_disfavoredOverload
public func run<Output: AsyncSequence>(
  _ first: Input<Int, any Error>, _ second: Input<Int, any Error>, _ third: Input<Int, any Error>,
  during windows: PerObserver<Window> = [.always], demand: PerObserver<Timeline> = [Timeline()],
  orders: InputOrders = .arguments, limits: Limits = .forTasks,
  isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line,
  through body: (
    InputSequence<Int, any Error>, InputSequence<Int, any Error>, InputSequence<Int, any Error>, VirtualClock
  ) throws -> Output
) async throws -> Run {
  try await run(
    first, second, third, where: [:], during: windows, demand: demand, orders: orders, limits: limits,
    isolation: isolation,
    fileID: fileID, filePath: filePath, line: line, through: body)
}
