import MarbleLanguage
import Reactive

/// The virtual time of the tasks of a run, and what waits for it.
final class TaskTime: Sendable {
  /// A task that waits.
  struct Waiter {
    enum Answer {
      case event(Event)
      /// The end, or the tick that a sleeper has waited for.
      case over
      case canceled
    }

    let id: Int
    let continuation: UnsafeContinuation<Answer, Never>
  }

  private struct State {
    var now: Int
    /// The sleepers, ordered by deadline and then by arrival.
    var sleepers: [(deadline: Int, waiter: Waiter)] = []
    var lastID = 0
    var callCount = 0
    var isOver = false
  }

  private let state: Mutex<State>
  private let queue: TaskQueue
  /// The maximum number of waits in a run, and of those after its end.
  private let limit: Int
  private static let limitAfterEnd = 1_000

  init(from tick: Int, on queue: TaskQueue, limit: Int) {
    state = Mutex(State(now: tick))
    self.queue = queue
    self.limit = limit
  }

  var now: Int { state.withLock { $0.now } }
  /// The first tick for which a task sleeps.
  var firstDeadline: Int? { state.withLock { $0.sleepers.first?.deadline } }

  func advance(to tick: Int) {
    state.withLock { $0.now = tick }
  }

  // MARK: Waiting

  /// Returns a number for a waiter, or `nil` if the current task must wait forever.
  ///
  /// A loop that asks again after each answer would not end otherwise, because it may never suspend its task.
  func nextID() -> Int? {
    if TaskQueue.current !== queue { queue.stop(with: .leftThread) }
    return state.withLock { state in
      state.callCount += 1
      guard state.callCount <= (state.isOver ? Self.limitAfterEnd : limit) else { return nil }
      state.lastID += 1
      return state.lastID
    }
  }

  /// Suspends the current task until a waiter is answered, or forever if there is no number.
  ///
  /// - Parameters:
  ///   - wait: A closure that stores the waiter, or returns the answer.
  ///   - cancel: A closure that removes the waiter with a number.
  func wait(
    isolation: isolated (any Actor)?, _ wait: (Waiter) -> Waiter.Answer?, cancel: @escaping @Sendable (Int) -> Waiter?
  ) async -> Waiter.Answer {
    guard let id = nextID() else {
      return await withUnsafeContinuation(isolation: isolation) { _ in }
    }
    return await withTaskCancellationHandler(
      operation: {
        await withUnsafeContinuation(isolation: isolation) { continuation in
          // A task that is already canceled has called the handler before, without effect.
          let answer = Task.isCancelled ? .canceled : wait(Waiter(id: id, continuation: continuation))
          if let answer { continuation.resume(returning: answer) }
        }
      }, onCancel: { cancel(id)?.continuation.resume(returning: .canceled) }, isolation: isolation)
  }

  /// Suspends the current task until a tick, and returns whether it was not canceled.
  ///
  /// For a tick that is not in the future, the task continues after the inputs of the current tick.
  func sleep(until deadline: Int, isolation: isolated (any Actor)? = nil) async -> Bool {
    let answer = await wait(isolation: isolation) { waiter in
      state.withLock { state -> Waiter.Answer? in
        if state.isOver { return .canceled }
        let index = state.sleepers.partitionPoint { $0.deadline > deadline }
        state.sleepers.insert((deadline, waiter), at: index)
        return nil
      }
    } cancel: { [weak self] id in
      self?.state.withLock { state in
        state.sleepers.firstIndex { $0.waiter.id == id }.map { state.sleepers.remove(at: $0).waiter }
      }
    }
    if case .canceled = answer { return false }
    return true
  }

  /// Wakes the sleeper that is due first, and returns whether there was one.
  func wakeNext() -> Bool {
    let waiter = state.withLock { state -> Waiter? in
      guard let first = state.sleepers.first, first.deadline <= state.now else { return nil }
      return state.sleepers.removeFirst().waiter
    }
    waiter?.continuation.resume(returning: .over)
    return waiter != nil
  }

  /// Ends the time: all sleepers are canceled, and so are all further ones.
  func end() {
    let sleepers = state.withLock { state in
      state.isOver = true
      state.callCount = 0
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.waiter.continuation.resume(returning: .canceled) }
  }
}
