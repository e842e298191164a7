import MarbleLanguage

/// A sequence of any type that a run can observe.
///
/// It is used only by the tasks of the run, all of which run on one thread.
struct ObservedSequence: @unchecked Sendable {
  fileprivate let iterate: (SequenceObservation) async -> Void

  init<Output: AsyncSequence>(_ sequence: Output) {
    iterate = { observation in
      var iterator = sequence.makeAsyncIterator()
      await observation.iterate(&iterator)
    }
  }
}

/// Iterates over a sequence in a task, and records its elements and its end.
///
/// It must be used only from the thread of the run.
final class SequenceObservation: @unchecked Sendable {
  private let names: MarbleCoder
  private let time: TaskTime
  private let budget: Budget
  /// The ticks before which the first elements are not asked for.
  private var demand: ArraySlice<Int>
  private let window: Window
  private var marbles: [Timeline.Marble] = []
  private var task: Task<Void, Never>?
  /// Starts the task.
  private var start: (() -> Task<Void, Never>)?
  private var isOn = true
  private(set) var isCanceled = false
  /// Whether the sequence was asked once more after its end.
  private(set) var hasEnded = false

  init(
    of sequence: ObservedSequence, during window: Window, _ names: MarbleCoder, _ time: TaskTime, _ budget: Budget,
    demand: [Int]
  ) {
    self.window = window
    self.names = names
    self.time = time
    self.budget = budget
    self.demand = demand[...]
    start = { [self] in Task { await sequence.iterate(self) } }
  }

  // MARK: Observing

  var hasBegun: Bool { start == nil }

  /// Returns the next tick on which the observation begins or ends.
  func nextBoundary(now: Int) -> Int? {
    if !hasBegun { return max(now, window.start) }
    guard !isCanceled, !hasEnded, let end = window.end else { return nil }
    return max(now, end)
  }

  /// Begins or ends the observation if it is time to, and returns whether it did.
  func applyWindow(at tick: Int) -> Bool {
    var hasChanged = false
    if !hasBegun, tick >= window.start {
      task = start?()
      start = nil
      hasChanged = true
    }
    if !isCanceled, let end = window.end, tick >= end {
      isCanceled = true
      task?.cancel()
      hasChanged = true
    }
    return hasChanged
  }

  fileprivate func iterate<Iterator: AsyncIteratorProtocol>(_ iterator: inout Iterator) async {
    do {
      while await canAsk() {
        guard let element = try await iterator.next(isolation: nil) else {
          record(isCanceled ? .interrupted : .completed)
          break
        }
        record(.value(names.write(element)))
      }
      hasEnded = true
      // After its end, an iterator must return nil forever.
      if !isCanceled, isOn, let element = try await iterator.next(isolation: nil) {
        record(.value(names.write(element)))
      }
    } catch {
      record(error is CancellationError ? .interrupted : .failed(names.write(error: error)))
    }
    hasEnded = true
  }

  /// Waits for the tick of the next demand, and returns whether to ask for an element.
  private func canAsk() async -> Bool {
    if let tick = demand.popFirst(), tick > time.now { _ = await time.sleep(until: tick) }
    return isOn && budget.spend()
  }

  // MARK: Recording

  private func record(_ event: Event) {
    if isOn { marbles.append(event, at: time.now) }
  }

  /// Whether the task has begun and has not ended.
  var isWaiting: Bool { task != nil && !hasEnded }

  func output(isStopped: Bool) -> Timeline { Timeline(marbles, continues: isStopped) }

  /// Stops recording and cancels the task.
  func end() {
    isOn = false
    start = nil
    task?.cancel()
  }
}
