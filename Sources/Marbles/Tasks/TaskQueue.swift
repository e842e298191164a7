import Reactive

/// An executor that runs all tasks of a run on one thread, in the order in which they become ready.
///
/// The jobs that the thread enqueues while the queue is its ``current`` one belong to the queue.
final class TaskQueue: @unchecked Sendable {
  /// A job, and the executor that it waits for.
  private struct Entry {
    let job: UnownedJob
    let isForMain: Bool
  }

  private struct State {
    var entries: [Entry] = []
    /// The index of the next entry.
    var next = 0
    var problem: TaskProblem.Kind?
    var isOver = false
  }

  private static let thread = ThreadReference<TaskQueue>()
  /// The queue whose run is executed on this thread.
  static var current: TaskQueue? { thread.current }

  /// Whether the run is executed on the main actor, so that its jobs can run too.
  let isOnMainActor: Bool
  private let state = Mutex(State())
  private lazy var executor = RunExecutor(queue: self, isForMain: false)
  private(set) lazy var mainExecutor = RunExecutor(queue: self, isForMain: true)

  init(isOnMainActor: Bool) {
    self.isOnMainActor = isOnMainActor
  }

  // MARK: Enqueueing

  /// Enqueues a job if it belongs to a run, and returns whether it does.
  static func take(_ job: UnownedJob) -> Bool {
    if let current {
      current.enqueue(job)
      return true
    }
    guard let queue = TaskRegistry.queue(ofTask: taskID(of: job)) else { return false }
    // Another thread resumes a task of the run. The time at which this happens is not determined.
    queue.stop(with: .leftThread)
    return queue.append(Entry(job: job, isForMain: false))
  }

  /// Enqueues a job of the current thread.
  func enqueue(_ job: UnownedJob, isForMain: Bool = false) {
    TaskRegistry.record(taskID(of: job), in: self)
    _ = append(Entry(job: job, isForMain: isForMain))
  }

  /// Enqueues a job of the main actor, and returns `false` if the run is not executed there.
  func enqueueMain(_ job: UnownedJob) -> Bool {
    guard isOnMainActor else {
      stop(with: .needsMainActor)
      return false
    }
    enqueue(job, isForMain: true)
    return true
  }

  /// Appends an entry, and returns whether the run still accepts jobs.
  private func append(_ entry: Entry) -> Bool {
    state.withLock { state in
      if !state.isOver { state.entries.append(entry) }
      return !state.isOver
    }
  }

  // MARK: Running

  /// Calls a closure whose tasks belong to this queue.
  func own<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = Self.thread.current
    Self.thread.current = self
    defer { Self.thread.current = outer }
    return try body()
  }

  /// Runs jobs until none is left or `mayRun` returns `false`.
  func drain(while mayRun: () -> Bool) {
    while mayRun(), let entry = removeFirst() {
      let executor = entry.isForMain ? mainExecutor : executor
      entry.job.runSynchronously(on: executor.asUnownedSerialExecutor())
    }
  }

  private func removeFirst() -> Entry? {
    state.withLock { state in
      guard state.next < state.entries.count else {
        state.entries.removeAll(keepingCapacity: true)
        state.next = 0
        return nil
      }
      defer { state.next += 1 }
      return state.entries[state.next]
    }
  }

  /// Stops the run because of a problem.
  func stop(with problem: TaskProblem.Kind) {
    state.withLock { state in
      if state.problem == nil, !state.isOver { state.problem = problem }
    }
  }

  /// The first problem that stopped the run.
  var problem: TaskProblem.Kind? { state.withLock { $0.problem } }

  /// Ends the run: from now on, its jobs are run by the executor that they were made for.
  ///
  /// Jobs that are left never run. There are some only if the tasks have exceeded a limit.
  func end() {
    state.withLock { $0.isOver = true }
    TaskRegistry.forget(self)
  }
}

/// An executor that adds jobs to the queue of a run.
///
/// Tasks reach it with `Task.yield()`, which enqueues a job on the executor that runs it.
final class RunExecutor: SerialExecutor {
  private unowned let queue: TaskQueue
  private let isForMain: Bool

  init(queue: TaskQueue, isForMain: Bool) {
    self.queue = queue
    self.isForMain = isForMain
  }

  func enqueue(_ job: consuming ExecutorJob) {
    queue.enqueue(UnownedJob(job), isForMain: isForMain)
  }
}

/// The tasks of all runs of the process.
private enum TaskRegistry {
  private static let owners = Mutex<[UInt64: TaskQueue]>([:])

  static func record(_ task: UInt64, in queue: TaskQueue) {
    // Jobs that process the messages of an actor have no number.
    guard task != 0 else { return }
    owners.withLock { $0[task] = queue }
  }

  static func queue(ofTask task: UInt64) -> TaskQueue? {
    owners.withLock { $0.isEmpty ? nil : $0[task] }
  }

  static func forget(_ queue: TaskQueue) {
    owners.withLock { owners in
      owners = owners.filter { $0.value !== queue }
    }
  }
}
