import MarbleLanguage

// One function for each number of inputs, because a closure cannot have a parameter after a parameter pack.

/// Runs a closure on virtual time, with asynchronous sequences that send the given events, and records the result.
///
///     #expect(
///       try await run("-1-2-----|") { input, clock in input.debounce(for: .ticks(3), clock: clock) } == "------2--|")
///
/// All tasks of the operators run on the thread of the caller, in the order in which they become ready, including those
/// that an operator creates with `Task { … }`. A sleep on the `clock` lasts a number of ticks and no real time. Tasks of
/// other tests are not affected.
///
/// The parameters of the closure define the types of the sequences. Marbles are converted as in
/// ``run(_:where:during:on:orders:limits:fileID:filePath:line:through:)``. The end of the sequence is written `|`, an error `#`, and a
/// `CancellationError` `!`. If the task was canceled, the end is `!` too.
///
/// The run ends when the sequence has ended, or when all tasks wait and no event follows. In the second case, the
/// result has a ``Run/stall``.
///
/// - Parameters:
///   - input: The events of the input sequence.
///   - names: The values and errors that marbles and failure messages stand for.
///   - windows: The time during which the result is observed, or an array with one for each of several observers. At its
///     end, the task of the observer is canceled.
///   - demand: A timeline with a value on each tick on which the observer asks for an element. The first element is
///     asked for on the tick of the first value or later, and so on. After the last value, elements are asked for
///     immediately, as a `for await` loop without a body does. An array has a timeline for each observer.
///   - orders: The orders of the events that the plain inputs send on the same tick. With all of them, the closure is
///     called for each order, and must create everything that it uses.
///   - limits: The limits that stop an endless run.
///   - isolation: The actor of the test.
///   - fileID: The module and the file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - body: A closure that returns the sequence to test.
/// - Throws: ``TimelineParseError`` if a string cannot be parsed, an error with a description if a marble has no
///   meaning for its sequence or if a task leaves virtual time, and any error that `body` throws.
public func run<Element: Sendable, InputFailure: Error, Output: AsyncSequence>(
  _ input: Input<Element, InputFailure>,
  where names: [String: Any] = [:], during windows: PerObserver<Window> = [.always],
  demand: PerObserver<Timeline> = [Timeline()], orders: InputOrders = .arguments, limits: Limits = .forTasks,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  through body: (InputSequence<Element, InputFailure>, VirtualClock) throws -> Output
) async throws -> Run {
  var setup = SequenceSetup(names, CallSite(fileID, filePath, line))
  try setup.add(input)
  return try setup.run(
    during: windows, demand, orders, limits, isOnMainActor: isolation === MainActor.shared
  ) { harness in try body(harness.sequence(0), VirtualClock(harness.time)) }
}

/// Runs a closure with a clock and no input on virtual time, and records the sequence that it returns.
///
/// See ``run(_:where:during:demand:orders:limits:isolation:fileID:filePath:line:through:)``.
public func run<Output: AsyncSequence>(
  where names: [String: Any] = [:], during windows: PerObserver<Window> = [.always],
  demand: PerObserver<Timeline> = [Timeline()], orders: InputOrders = .arguments, limits: Limits = .forTasks,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  through body: (VirtualClock) throws -> Output
) async throws -> Run {
  try SequenceSetup(names, CallSite(fileID, filePath, line)).run(
    during: windows, demand, orders, limits, isOnMainActor: isolation === MainActor.shared
  ) { harness in try body(VirtualClock(harness.time)) }
}

/// Runs a closure with two inputs on virtual time, and records the sequence that it returns.
///
/// See ``run(_:where:during:demand:orders:limits:isolation:fileID:filePath:line:through:)``.
public func run<First: Sendable, FirstFailure: Error, Second: Sendable, SecondFailure: Error, Output: AsyncSequence>(
  _ first: Input<First, FirstFailure>, _ second: Input<Second, SecondFailure>,
  where names: [String: Any] = [:], during windows: PerObserver<Window> = [.always],
  demand: PerObserver<Timeline> = [Timeline()], orders: InputOrders = .arguments, limits: Limits = .forTasks,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  through body: (InputSequence<First, FirstFailure>, InputSequence<Second, SecondFailure>, VirtualClock) throws ->
    Output
) async throws -> Run {
  var setup = SequenceSetup(names, CallSite(fileID, filePath, line))
  try setup.add(first)
  try setup.add(second)
  return try setup.run(
    during: windows, demand, orders, limits, isOnMainActor: isolation === MainActor.shared
  ) { harness in try body(harness.sequence(0), harness.sequence(1), VirtualClock(harness.time)) }
}

/// Runs a closure with three inputs on virtual time, and records the sequence that it returns.
///
/// See ``run(_:where:during:demand:orders:limits:isolation:fileID:filePath:line:through:)``.
public func run<
  First: Sendable, FirstFailure: Error, Second: Sendable, SecondFailure: Error, Third: Sendable, ThirdFailure: Error,
  Output: AsyncSequence
>(
  _ first: Input<First, FirstFailure>, _ second: Input<Second, SecondFailure>, _ third: Input<Third, ThirdFailure>,
  where names: [String: Any] = [:], during windows: PerObserver<Window> = [.always],
  demand: PerObserver<Timeline> = [Timeline()], orders: InputOrders = .arguments, limits: Limits = .forTasks,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  through body: (
    InputSequence<First, FirstFailure>, InputSequence<Second, SecondFailure>, InputSequence<Third, ThirdFailure>,
    VirtualClock
  ) throws -> Output
) async throws -> Run {
  var setup = SequenceSetup(names, CallSite(fileID, filePath, line))
  try setup.add(first)
  try setup.add(second)
  try setup.add(third)
  return try setup.run(
    during: windows, demand, orders, limits, isOnMainActor: isolation === MainActor.shared
  ) { harness in try body(harness.sequence(0), harness.sequence(1), harness.sequence(2), VirtualClock(harness.time)) }
}

extension Limits {
  /// The limits of runs of asynchronous sequences: 10,000 ticks and a million jobs.
  public static let forTasks = Limits(ticks: 10_000, deliveries: 1_000_000)
}
