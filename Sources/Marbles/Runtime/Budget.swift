import MarbleLanguage

/// The limits of a run.
///
/// Deliveries are counted where events enter the run and where streams are started. Thus a run that never leaves a
/// tick ends too. The number of values that operators send is limited by a multiple of the number of deliveries.
public struct Limits: Sendable, Hashable {
  /// The maximum number of ticks that a run with endless parts may continue after the last written tick.
  public var ticks: Int
  /// The maximum number of deliveries.
  public var deliveries: Int

  public init(ticks: Int = 100_000, deliveries: Int = 1_500_000) {
    self.ticks = ticks
    self.deliveries = deliveries
  }
}

/// The reason why a run was stopped before its end.
public enum StopReason: Sendable, Hashable {
  /// The run could continue forever. It was stopped after this tick.
  case tick(Int)
  /// The run reached the maximum number of deliveries.
  case deliveries(Int)
  /// The tasks of an asynchronous sequence did not stop working on this tick.
  case jobs(tick: Int)
  /// The strings and arrays that the closures created exceeded the memory limit.
  case room
  /// The caller cancelled the run.
  case cancelled
}

/// Counts the deliveries of a run and stops it when it reaches a limit.
final class Budget {
  let limits: Limits
  private let isWanted: () -> Bool
  @exclusivity(unchecked) private(set) var deliveries = 0
  /// The number of values that operators have sent, and of scheduled actions.
  ///
  /// It can exceed the number of deliveries by far, because a delivery can have any number of observers.
  @exclusivity(unchecked) private var steps = 0
  private let maxSteps: Int
  private var room = 0
  @exclusivity(unchecked) private(set) var stop: StopReason?
  /// Whether the run may continue.
  @exclusivity(unchecked) private(set) var isOpen = true
  /// The maximum size of the strings and arrays that the closures of a run may create, in bytes of text.
  private static let maxMemory = 20_000_000
  /// The size of an array element, in bytes of text.
  private static let charactersPerElement = 16
  /// The number of array elements that exceeds the limit by itself.
  static let maxElements = maxMemory / charactersPerElement + 1
  /// The number of steps that a run without deliveries may take, and of further ones for each delivery.
  private static let freeSteps = 400_000
  private static let stepsPerDelivery = 20

  init(_ limits: Limits, while isWanted: @escaping () -> Bool) {
    self.limits = limits
    self.isWanted = isWanted
    let (steps, overflows) = limits.deliveries.multipliedReportingOverflow(by: Self.stepsPerDelivery)
    maxSteps = overflows ? .max : max(steps, steps &+ Self.freeSteps)
  }

  /// Counts a delivery, and returns whether the run may continue.
  func spend() -> Bool {
    deliveries += 1
    if deliveries > limits.deliveries { exhaust(.deliveries(limits.deliveries)) }
    return step()
  }

  /// Counts a value that an operator sends or an action that it schedules, and returns whether the run may continue.
  func step() -> Bool {
    steps += 1
    if steps & 1023 == 0 {
      if steps > maxSteps { exhaust(.deliveries(deliveries)) }
      if !isWanted() { exhaust(.cancelled) }
    }
    return isOpen
  }

  /// Counts bytes of text and array elements, and returns whether the run may continue.
  func spend(letters: Int, elements: Int) -> Bool {
    room += letters + elements * Self.charactersPerElement
    if room > Self.maxMemory { exhaust(.room) }
    return isOpen
  }

  func exhaust(_ reason: StopReason) {
    if stop == nil { stop = reason }
    close()
  }

  /// Ends the run, so that no part of it that is still active can deliver anything.
  func close() { isOpen = false }
}
