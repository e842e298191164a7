import MarbleTools
import Marbles

/// Standard output through one buffer, and standard error behind it, so that the two keep their order.
final class Output {
  /// What is too long for a screen is shown with it, when it is flushed.
  var pager: (pager: Pager, screen: TerminalSize)?
  /// How the program ends if the reader goes away.
  var status = ExitStatus.success
  private var buffer: [UInt8] = []
  private static let capacity = 1 << 16

  func write(_ text: String, to channel: AnswerWriter.Channel = .output) {
    switch channel {
    case .diagnostics where pager == nil || !FileDescriptor.diagnostics.isTerminal:
      flush()
      _ = FileDescriptor.diagnostics.writeAll(Array(text.utf8))
    case .output, .diagnostics:
      buffer += text.utf8
      if buffer.count >= Self.capacity, pager == nil { flush() }
    }
  }

  /// Writes what is in the buffer; a reader that has gone away ends the program quietly, any other failure with a word.
  func flush() {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    if let (pager, screen) = pager, Pager.needs(buffer, screen), pager.show(buffer) { return }
    guard let error = FileDescriptor.output.writeAll(buffer) else { return }
    if error.isBrokenPipe { Platform.end(status.rawValue) }
    _ = FileDescriptor.diagnostics.writeAll(Array("rxrepl: error: \(error.failure.reason)\n".utf8))
    Platform.end(ExitStatus.error.rawValue)
  }

  /// Shows a diagram that plays, behind everything that was written.
  func play(_ diagram: Diagram, _ playback: Playback, _ style: DrawingStyle) throws(SystemFailure) {
    flush()
    try PlaybackScreen.play(diagram, playback, style: style)
  }
}
