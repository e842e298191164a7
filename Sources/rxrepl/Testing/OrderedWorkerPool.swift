import Synchronization

/// Threads that do many jobs at once, and hand over what they make in the order of the jobs.
///
/// Only so many jobs are begun ahead of the first that is not done, and each of these makes only so much before it
/// waits, so that memory does not grow with the number of jobs or with what they make.
final class OrderedWorkerPool<Piece: Sendable>: Sendable {
  private struct OutputBuffer {
    var pieces: [Piece] = []
    var size = 0
    var isFull: Bool { size >= OrderedWorkerPool.maxBufferedBytes }
    var isDone = false
  }

  private struct State {
    /// The first job that nobody has begun.
    var next = 0
    /// The job whose pieces are handed over.
    var front = 0
    /// What was made of the jobs from the front one on.
    var buffers: [Int: OutputBuffer] = [:]
    var isStopped = false
  }

  private let count: Int
  private let monitor = Monitor(State())
  private let stopped = Atomic(false)

  /// How many jobs are begun ahead of the first one that is not done.
  private static var maxJobsAhead: Int { 256 }
  /// How much a job makes before it waits, in bytes.
  private static var maxBufferedBytes: Int { 1 << 18 }
  /// How much each thread has for calls in calls: more than the first thread of a program usually has.
  private static var stackSize: Int { 16 << 20 }

  init(count: Int) {
    self.count = count
  }

  /// Begins, with so many threads; how many there could be.
  func start(threads: Int, _ job: @escaping @Sendable (_ index: Int) -> Void) -> Int {
    (0..<min(threads, count)).count { _ in
      Platform.startThread(stackSize: Self.stackSize) { self.work(job) }
    }
  }

  /// Whether what is made is not wanted any more.
  var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// Says that nothing more is wanted.
  func stop() {
    stopped.store(true, ordering: .relaxed)
    monitor.change { $0.isStopped = true }
  }

  /// What was handed over.
  enum Delivered {
    /// The next pieces, in order.
    case pieces([Piece])
    /// Nothing yet.
    case nothing
    /// All jobs are done.
    case end
  }

  /// Waits for the next pieces.
  func next(within patience: Duration) -> Delivered {
    monitor.wait(within: patience) { state in
      while state.front < self.count {
        guard let buffer = state.buffers[state.front] else { return nil }
        if !buffer.pieces.isEmpty {
          state.buffers[state.front] = OutputBuffer(isDone: buffer.isDone)
          return .pieces(buffer.pieces)
        }
        guard buffer.isDone else { return nil }
        state.buffers[state.front] = nil
        state.front += 1
      }
      return .end
    } ?? .nothing
  }

  private func work(_ job: (Int) -> Void) {
    while let index = takeJob() {
      job(index)
      monitor.change { $0.buffers[index]?.isDone = true }
    }
  }

  /// The next job, once there is room for what it makes; `nil` when there are no more.
  private func takeJob() -> Int? {
    let index = monitor.wait { state -> Int? in
      if state.isStopped || state.next == self.count { return -1 }
      guard state.next < state.front + Self.maxJobsAhead else { return nil }
      defer { state.next += 1 }
      state.buffers[state.next] = OutputBuffer()
      return state.next
    }
    return index == -1 ? nil : index
  }

  /// Hands over what a job has made, once there is room for it; the size is what it takes in memory, about.
  func put(_ piece: Piece, _ size: Int, of index: Int) {
    _ = monitor.wait { state -> Bool? in
      if state.isStopped { return true }
      guard state.buffers[index]?.isFull == false else { return nil }
      state.buffers[index]?.pieces.append(piece)
      state.buffers[index]?.size += size
      return true
    }
  }
}
