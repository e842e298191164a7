import MarbleLanguage

/// How far a run may go, and how far it has gone.
///
/// Deliveries are counted where events enter and where streams are started, so a run that never moves on from one
/// tick comes to its end as well.
public struct Limits: Sendable, Hashable {
  /// How many ticks behind the last one that is written a run may go.
  public var ticks: Int
  /// How many deliveries a run may make.
  public var deliveries: Int

  public init(ticks: Int = 100_000, deliveries: Int = 10_000_000) {
    self.ticks = ticks
    self.deliveries = deliveries
  }
}

/// Why a run was stopped before its end.
public enum StopReason: Sendable, Hashable {
  /// Nothing that is written is left, and it would go on: stopped behind this tick.
  case tick(Int)
  /// It made this many deliveries.
  case deliveries(Int)
  /// Its closures put together more than can be kept.
  case room
  /// Whoever asked for it does not want it any more.
  case cancelled
}

/// Counts what a run does, and says when it is enough.
final class Budget {
  let limits: Limits
  private let isWanted: () -> Bool
  @exclusivity(unchecked) private var deliveries = 0
  private var room = 0
  @exclusivity(unchecked) private(set) var stop: StopReason?
  /// How many letters the closures of a run may put together.
  private static let maxMemory = 20_000_000
  /// How many letters take the room of one element of an array.
  private static let charactersPerElement = 16
  /// An array of as many elements is too large by itself.
  static let maxElements = maxMemory / charactersPerElement + 1

  init(_ limits: Limits, while isWanted: @escaping () -> Bool) {
    self.limits = limits
    self.isWanted = isWanted
  }

  /// Counts one delivery; whether the run may go on.
  func spend() -> Bool {
    deliveries += 1
    if deliveries > limits.deliveries { exhaust(.deliveries(limits.deliveries)) }
    if deliveries & 1023 == 0, !isWanted() { exhaust(.cancelled) }
    return stop == nil
  }

  /// Counts letters of texts and elements of arrays that are put together; whether the run may go on.
  func spend(letters: Int, elements: Int) -> Bool {
    room += letters + elements * Self.charactersPerElement
    if room > Self.maxMemory { exhaust(.room) }
    return stop == nil
  }

  func exhaust(_ reason: StopReason) {
    if stop == nil { stop = reason }
  }
}
