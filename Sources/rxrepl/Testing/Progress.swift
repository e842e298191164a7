import Glibc
import Marbles

/// A line on the terminal that says how far a long test has come; it is gone before anything else is written.
final class Progress {
  private let count: Int
  private let isWanted: Bool
  private let start = Progress.now()
  private var last = 0.0
  private var isShown = false

  /// How long nothing is shown, and how long the line stays as it is, in seconds.
  private static let (patience, pause) = (1.0, 0.1)

  init(count: Int) {
    self.count = count
    let terminal = Environment.variable("TERM") ?? ""
    isWanted = isatty(STDERR_FILENO) == 1 && !terminal.isEmpty && terminal != "dumb"
  }

  /// Says how far it is, where it takes long.
  func show(_ done: Int, _ counts: TestCounts) {
    let now = Self.now()
    guard isWanted, now - start > Self.patience, now - last > Self.pause else { return }
    last = now
    isShown = true
    let failed = counts.failed > 0 ? ", \(counts.failed) failed" : ""
    write("\r\(done) of \(count) files\(failed) \u{1B}[K")
  }

  /// Takes the line away.
  func hide() {
    guard isShown else { return }
    isShown = false
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) { _ = writeAll(Array(text.utf8), to: STDERR_FILENO) }

  /// Seconds on a clock that is never set.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
