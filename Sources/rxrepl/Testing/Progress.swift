import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

/// A progress line on the terminal for long tests.
///
/// It is removed before anything else is written.
final class Progress {
  private let count: Int
  private let isWanted: Bool
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now
  private var isShown = false

  /// The time before the line is shown first, and the minimum time between two updates.
  private static let (patience, pause) = (Duration.seconds(1), Duration.milliseconds(100))

  init(count: Int) {
    self.count = count
    isWanted = FileDescriptor.diagnostics.isTerminal && TerminalDescription.current.movesCursor
  }

  /// Shows the progress if the test takes long.
  func show(_ done: Int, _ counts: TestCounts) {
    let now = ContinuousClock.now
    guard isWanted, now - start > Self.patience, now - last > Self.pause else { return }
    last = now
    isShown = true
    let failed = counts.failed > 0 ? ", \(counts.failed) failed" : ""
    write("\r\(done) of \(count) files\(failed) \u{1B}[K")
  }

  /// Removes the line.
  func hide() {
    guard isShown else { return }
    isShown = false
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) { _ = FileDescriptor.diagnostics.writeAll(Array(text.utf8)) }
}
