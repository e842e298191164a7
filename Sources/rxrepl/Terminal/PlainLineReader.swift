import MarbleTools

/// Lines as they come from a file descriptor: a pipe, a file, or a terminal for which there is no line editor.
final class PlainLineReader: LineSource {
  private let descriptor: FileDescriptor
  private let prompts: Bool
  private var buffer: [UInt8] = []
  /// Where in the buffer the next line begins.
  private var start = 0

  /// Reads from a descriptor that the caller keeps open; a prompt is shown only when a person sees it and can answer.
  init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
    prompts = descriptor.isTerminal && FileDescriptor.output.isTerminal
  }

  func read(prompt: String) -> LineInput {
    if prompts {
      Interrupt.clear()
      show(prompt)
    } else if Interrupt.isRaised {
      // Nobody is asked, so Ctrl-C between two lines means the whole input.
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

  /// Plain lines cannot be recalled.
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

  /// The last line, when nothing ended it.
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
