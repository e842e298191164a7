import MarbleTerminal
import Synchronization

/// A pool of threads whose output has the order of the jobs.
///
/// The number of jobs that run ahead of the first unfinished one is limited, and so is the output that each job can
/// buffer before it must wait. So memory does not grow with the number of jobs or with their output.
final class OrderedWorkerPool<Piece: Sendable>: Sendable {
  private struct OutputBuffer {
    var pieces: [Piece] = []
    var size = 0
    var isFull: Bool { size >= OrderedWorkerPool.maxBufferedBytes }
    var isDone = false
  }

  private struct State {
    /// The next job to start.
    var next = 0
    /// The job whose output is delivered now.
    var front = 0
    /// The output of the jobs from `front` on.
    var buffers: [Int: OutputBuffer] = [:]
    var isStopped = false
  }

  private let count: Int
  private let monitor = Monitor(State())
  private let stopped = Atomic(false)

  /// The maximum number of jobs that are started ahead of the first unfinished one.
  private static var maxJobsAhead: Int { 256 }
  /// The output that a job can buffer before it must wait, in bytes.
  private static var maxBufferedBytes: Int { 1 << 18 }

  init(count: Int) {
    self.count = count
  }

  /// Starts up to the given number of threads.
  ///
  /// - Returns: The number of threads that could be started.
  func start(threads: Int, _ job: @escaping @Sendable (_ index: Int) -> Void) -> Int {
    (0..<min(threads, count)).count { _ in
      Platform.startThread { self.work(job) }
    }
  }

  /// Whether the output is not needed any more.
  var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// Stops the pool: no job is started, and output is discarded.
  func stop() {
    stopped.store(true, ordering: .relaxed)
    monitor.change { $0.isStopped = true }
  }

  /// The result of waiting for output.
  enum Delivered {
    /// The next pieces, in order.
    case pieces([Piece])
    /// No new output.
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

  /// Waits until another job may start, and returns its index.
  ///
  /// Returns `nil` if there are no more jobs.
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

  /// Adds a piece to the output of a job, after waiting until there is room for it.
  ///
  /// - Parameters:
  ///   - piece: The piece.
  ///   - size: The approximate size of the piece in memory, in bytes.
  ///   - index: The job.
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
