import MarbleLanguage
import Reactive

/// The limits of a run.
///
/// Deliveries are counted where events enter the run and where streams are started. Thus a run that never leaves a
/// tick ends too. The number of values that operators send, and the size of what the run holds, are limited by multiples
/// of the number of deliveries.
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
  /// The events that the run sent or held exceeded the limit after this number of deliveries.
  case volume(deliveries: Int)
  /// The tasks of an asynchronous sequence did not stop working on this tick.
  case jobs(tick: Int)
  /// The strings and arrays that the closures created exceeded the memory limit.
  case room
  /// The caller cancelled the run.
  case cancelled
}

/// Counts the deliveries of a run and stops it when it reaches a limit.
package final class Budget {
  package let limits: Limits
  private let isWanted: () -> Bool
  @exclusivity(unchecked) package private(set) var deliveries = 0
  /// The current tick, and the number of deliveries before it.
  @exclusivity(unchecked) private var tick = Int.min
  @exclusivity(unchecked) private var earlier = 0
  /// Whether the run may never leave a tick, because an operator starts streams again and again.
  var mayLoop = false
  /// The maximum number of deliveries on one tick of a run that may never leave it.
  private let maxOnTick: Int
  /// The number of values that operators have sent, and of scheduled actions.
  ///
  /// It can exceed the number of deliveries by far, because a delivery can have any number of observers.
  @exclusivity(unchecked) private var steps = 0
  private let maxSteps: Int
  private var room = 0
  /// The approximate size of what the run holds, in bytes: recorded events, their causes and active operators.
  @exclusivity(unchecked) private var kept = 0
  private let maxKept: Int
  /// The approximate size of what the clock holds, in bytes.
  var waiting: () -> Int = { 0 }
  @exclusivity(unchecked) package private(set) var stop: StopReason?
  /// Whether the run may continue.
  @exclusivity(unchecked) private(set) var isOpen = true
  /// The maximum size of the strings and arrays that the closures of a run may create, in bytes of text.
  private static let maxMemory = 16_000_000
  /// The size of an array element, in bytes of text.
  private static let charactersPerElement = 16
  /// The number of array elements that exceeds the limit by itself.
  static let maxElements = maxMemory / charactersPerElement + 1
  /// The number of steps that a run without deliveries may take, and of further ones for each delivery.
  private static let freeSteps = 400_000
  private static let stepsPerDelivery = 20
  /// The size of what a run without deliveries may hold, and of what it may hold further for each delivery.
  private static let freeSize = 60_000_000
  private static let sizePerDelivery = 30
  /// The approximate sizes of an assembled operator, an active one, a recorded substream, and a scheduled action.
  static let (sizeOfOperator, sizeOfStart, sizeOfSubstream, sizeOfAction) = (1000, 500, 2000, 250)

  package init(_ limits: Limits, while isWanted: @escaping () -> Bool) {
    self.limits = limits
    self.isWanted = isWanted
    maxOnTick = max(300_000, limits.deliveries / 5)
    let (steps, overflows) = limits.deliveries.multipliedReportingOverflow(by: Self.stepsPerDelivery)
    maxSteps = overflows ? .max : max(steps, steps &+ Self.freeSteps)
    maxKept = overflows ? .max : Self.freeSize + steps / Self.stepsPerDelivery * Self.sizePerDelivery
  }

  /// Counts a delivery, and returns whether the run may continue.
  package func spend() -> Bool {
    deliveries += 1
    if deliveries > limits.deliveries { exhaust(.deliveries(limits.deliveries)) }
    if mayLoop, deliveries - earlier > maxOnTick { exhaust(.deliveries(deliveries - 1)) }
    return step()
  }

  /// Counts the following deliveries as those of a tick.
  func begin(_ tick: Int) {
    if tick != self.tick { (self.tick, earlier) = (tick, deliveries) }
  }

  /// Counts a value that an operator sends or an action that it schedules, and returns whether the run may continue.
  ///
  /// What takes as long as sending several values counts as that many steps.
  @discardableResult
  func step(costing count: Int = 1) -> Bool {
    let before = steps
    steps += count
    if steps >> 10 != before >> 10 {
      if steps > maxSteps || kept + waiting() > maxKept { exhaust(.volume(deliveries: deliveries)) }
      if !isWanted() { exhaust(.cancelled) }
    }
    return isOpen
  }

  /// Counts what the run holds from now on, or releases if the number is negative, and the steps that it takes.
  ///
  /// The run stops at its next step if it holds too much.
  func keep(_ bytes: Int, costing count: Int = 0) {
    kept += bytes
    if count > 0 { step(costing: count) }
  }

  /// Counts bytes of text and array elements, and returns whether the run may continue.
  package func spend(letters: Int, elements: Int) -> Bool {
    room += letters + elements * Self.charactersPerElement
    if room > Self.maxMemory { exhaust(.room) }
    return isOpen
  }

  package func exhaust(_ reason: StopReason) {
    if stop == nil { stop = reason }
    close()
  }

  /// Ends the run, so that no part of it that is still active can deliver anything.
  func close() { isOpen = false }
}

/// A part of a run that counts toward its size as long as it exists.
///
/// It must be used only from the thread of the run.
final class Kept: @unchecked Sendable {
  private let size: Int
  private let budget: Budget

  init(_ size: Int, in budget: Budget) {
    self.size = size
    self.budget = budget
    budget.keep(size)
  }

  deinit { budget.keep(-size) }
}

extension Event {
  /// The approximate size of the event in a recording, in bytes.
  ///
  /// A combining operator makes a new tuple for each event. An array is counted where it is made.
  var sizeToRecord: Int {
    let size = MemoryLayout<Timeline.Marble>.stride
    guard case .value(.tuple(let items)) = self else { return size }
    return size + (items.count + 2) * MemoryLayout<Value>.stride
  }
}
