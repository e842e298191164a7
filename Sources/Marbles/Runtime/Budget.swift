import MarbleLanguage

/// The limits of a run.
///
/// Deliveries are counted where events enter the run and where streams are started. Thus a run that never leaves a
/// tick ends too.
public struct Limits: Sendable, Hashable {
  /// The maximum number of ticks that a run with endless parts may continue after the last written tick.
  public var ticks: Int
  /// The maximum number of deliveries.
  public var deliveries: Int

  public init(ticks: Int = 100_000, deliveries: Int = 10_000_000) {
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
  private var room = 0
  @exclusivity(unchecked) private(set) var stop: StopReason?
  /// The maximum size of the strings and arrays that the closures of a run may create, in bytes of text.
  private static let maxMemory = 20_000_000
  /// The size of an array element, in bytes of text.
  private static let charactersPerElement = 16
  /// The number of array elements that exceeds the limit by itself.
  static let maxElements = maxMemory / charactersPerElement + 1

  /// The number of deliveries so far.
  var deliveryCount: Int { deliveries }

  init(_ limits: Limits, while isWanted: @escaping () -> Bool) {
    self.limits = limits
    self.isWanted = isWanted
  }

  /// Counts a delivery, and returns whether the run may continue.
  func spend() -> Bool {
    deliveries += 1
    if deliveries > limits.deliveries { exhaust(.deliveries(limits.deliveries)) }
    if deliveries & 1023 == 0, !isWanted() { exhaust(.cancelled) }
    return stop == nil
  }

  /// Counts bytes of text and array elements, and returns whether the run may continue.
  func spend(letters: Int, elements: Int) -> Bool {
    room += letters + elements * Self.charactersPerElement
    if room > Self.maxMemory { exhaust(.room) }
    return stop == nil
  }

  func exhaust(_ reason: StopReason) {
    if stop == nil { stop = reason }
  }
}
