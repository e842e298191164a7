import Glibc
import Marbles

/// Standard output through one buffer, and standard error behind it, so that the two keep their order.
final class Output {
  private var buffer: [UInt8] = []
  private static let capacity = 1 << 16

  func write(_ text: String, to channel: AnswerWriter.Channel = .output) {
    switch channel {
    case .output:
      buffer += text.utf8
      if buffer.count >= Self.capacity { flush() }
    case .diagnostics:
      flush()
      _ = writeAll(Array(text.utf8), to: STDERR_FILENO)
    }
  }

  /// Writes what is in the buffer; a reader that has gone away ends the program quietly, any other failure with a word.
  func flush() {
    guard !buffer.isEmpty else { return }
    let failure = writeAll(buffer, to: STDOUT_FILENO)
    buffer.removeAll(keepingCapacity: true)
    guard let failure else { return }
    if failure == EPIPE { exit(Status.success.rawValue) }
    _ = writeAll(Array("rxrepl: error: \(String(cString: strerror(failure)))\n".utf8), to: STDERR_FILENO)
    exit(Status.mistake.rawValue)
  }

  /// Shows a diagram that plays, behind everything that was written.
  func play(_ diagram: Diagram, _ playback: Playback, _ style: DrawingStyle) throws(Session.SystemFailure) {
    flush()
    try Screen.play(diagram, playback, style: style)
  }
}
