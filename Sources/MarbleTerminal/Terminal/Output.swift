import MarbleSession
import Marbles

/// Standard output with a buffer, and standard error.
///
/// The buffer is flushed before standard error is written, so the order of the two is kept.
package final class Output {
  /// The pager for output that is too long for the screen, used when the buffer is flushed.
  private var pager: (pager: Pager, screen: TerminalSize)?
  /// The exit status if the reader closes the pipe.
  package var status = ExitStatus.success
  private var buffer: [UInt8] = []
  /// The output that was shown since the last flush, which the pager shows again with the rest if that is too long.
  private var shown: [UInt8] = []
  /// The time of the last write.
  private var written = ContinuousClock.now
  /// The duration after which ``showWaiting()`` shows the buffer.
  private static let patience = Duration.milliseconds(100)
  private static let capacity = 1 << 16

  package init() {}

  /// Shows the following output in a pager if it is too long for the screen.
  package func usePager(_ isOn: Bool = true) {
    guard isOn, let size = TerminalSize.of(.output), let pager = Pager(environment: Environment.variable) else {
      self.pager = nil
      return
    }
    self.pager = (pager, size)
  }

  package func write(_ text: String, to channel: AnswerWriter.Channel = .output) {
    switch channel {
    case .diagnostics where pager == nil || !FileDescriptor.diagnostics.isTerminal:
      flush()
      _ = FileDescriptor.diagnostics.writeAll(Array(text.utf8))
    case .output, .diagnostics:
      buffer += text.utf8
      written = .now
      if buffer.count >= Self.capacity, pager == nil { flush() }
    }
  }

  /// Writes a suggestion how to fix the error above it, if there is one.
  package func writeHelp(_ help: String?) {
    if let help { write("  help: \(help)\n", to: .diagnostics) }
  }

  /// Writes the contents of the buffer.
  ///
  /// If the reader has closed the pipe, the program ends without a message. It reports any other failure and ends.
  package func flush() {
    defer {
      buffer.removeAll(keepingCapacity: true)
      shown = []
    }
    guard !buffer.isEmpty else { return }
    if let (pager, screen) = pager, Pager.needs(shown + buffer, screen), pager.show(shown + buffer) { return }
    writeBuffer()
  }

  private func writeBuffer() {
    guard let error = FileDescriptor.output.writeAll(buffer) else { return }
    if error.isBrokenPipe { Platform.end(status.rawValue) }
    _ = FileDescriptor.diagnostics.writeAll(Array("rxrepl: error: \(error.failure.reason)\n".utf8))
    Platform.end(ExitStatus.error.rawValue)
  }

  /// Writes the contents of the buffer if they have waited for a while and fit on the screen.
  ///
  /// So the result of a statement appears while the next statement of the same entry is running.
  func showWaiting() {
    guard !buffer.isEmpty, written.duration(to: .now) > Self.patience else { return }
    written = .now
    if let pager, Pager.needs(shown + buffer, pager.screen) { return }
    writeBuffer()
    shown += buffer
    buffer.removeAll(keepingCapacity: true)
  }

  /// Plays a diagram on the screen, after writing the buffered output, and returns the last state.
  func play(_ diagram: Diagram, _ playback: Playback, _ style: DrawingStyle) throws(SystemFailure) -> Playback {
    flush()
    return try PlaybackScreen.play(diagram, playback, style: style)
  }
}
