import MarbleSession

/// A line reader for a file descriptor: a pipe, a file, or a terminal without a line editor.
package final class PlainLineReader: LineSource {
  private let descriptor: FileDescriptor
  private let prompts: Bool
  private var buffer: [UInt8] = []
  /// The offset of the next line in the buffer.
  private var start = 0

  /// Creates a reader for a descriptor, which the caller keeps open.
  ///
  /// The prompt is shown only if both the input and standard output are terminals.
  package init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
    prompts = descriptor.isTerminal && FileDescriptor.output.isTerminal
  }

  package func read(prompt: String) -> LineInput {
    if prompts {
      Interrupt.clear()
      show(prompt)
    } else if Interrupt.isRaised {
      // Without a prompt, Ctrl-C between two lines stops the whole input.
      return .interrupted
    }
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return .line(text(buffer[start..<end]))
      }
      let before = buffer.count - start
      switch refill() {
      case .more: searched = start + before
      case .interrupted:
        buffer.removeAll()
        start = 0
        if prompts { show("\n") }
        return .interrupted
      case .end: return takeRest()
      }
    }
  }

  /// Does nothing: this reader has no history.
  func remember(_ entry: String) {}

  private enum Refill {
    case more, interrupted, end
  }

  private func refill() -> Refill {
    buffer.removeFirst(start)
    start = 0
    do throws(SystemFailure) {
      while true {
        if let chunk = try descriptor.readSome() {
          buffer += chunk
          return chunk.isEmpty ? .end : .more
        }
        if Interrupt.isRaised { return .interrupted }
      }
    } catch {
      return .end
    }
  }

  /// Returns the last line if it has no line break.
  private func takeRest() -> LineInput {
    guard !buffer.isEmpty else { return .end }
    defer { buffer.removeAll() }
    return .line(text(buffer[...]))
  }

  private func text(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }

  private func show(_ text: String) {
    _ = FileDescriptor.output.writeAll(Array(text.utf8))
  }
}
