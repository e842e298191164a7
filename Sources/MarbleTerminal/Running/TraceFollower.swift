import MarbleSession
import Marbles

/// Draws the last events of a trace whenever a program has written more of them.
package struct TraceFollower {
  private let input: Invocation.Input
  private let options: SessionOptions
  private let output = Output()
  private let isLive = FileDescriptor.output.isTerminal && TerminalDescription.current.movesCursor
  private var bytes: [UInt8] = []
  /// Whether all lines so far are kept.
  private var isWhole = true

  /// The number of events that are drawn.
  package static let events = 50
  /// The number of bytes that are kept, which many more events need.
  package static let capacity = 1 << 18
  /// The shortest time between two drawings.
  private static let pause = Duration.milliseconds(100)

  package init(_ input: Invocation.Input, _ options: SessionOptions) {
    self.input = input
    self.options = options
  }

  /// Draws until Ctrl-C or the end of standard input, and leaves the last drawing.
  ///
  /// Only a terminal shows the drawings before that.
  package mutating func run() -> ExitStatus {
    Interrupt.install()
    do throws(SystemFailure) {
      var file = try opened
      defer { file.closeFile() }
      let path: String? = if case .file(let path) = input { path } else { nil }
      var drawn = ContinuousClock.now - Self.pause
      var (position, hasGrown) = (0, false)
      while !Interrupt.isRaised {
        if isLive, hasGrown, drawn.duration(to: .now) >= Self.pause {
          _ = show()
          (drawn, hasGrown) = (.now, false)
        }
        guard path != nil || file.isReadable(within: Self.pause), let more = try file.readSome() else { continue }
        if more.isEmpty {
          guard let path else { break }
          // A program that starts again writes the file again, or replaces it.
          let isReplaced = file.isReplaced(at: path)
          if isReplaced {
            file.closeFile()
            file = try opened
          }
          if isReplaced || file.seekToEnd() < position { (bytes, isWhole, position) = ([], true, 0) }
          file.seek(to: position)
          Platform.sleep(microseconds: 50_000)
        } else {
          add(more)
          position += more.count
          hasGrown = true
        }
      }
    } catch {
      output.write("\(input.name): error: \(error.reason)\n", to: .diagnostics)
      output.flush()
      return .error
    }
    return show(isLast: true)
  }

  private var opened: FileDescriptor {
    get throws(SystemFailure) {
      if case .file(let path) = input { try FileDescriptor(path, for: .reading) } else { .input }
    }
  }

  /// Adds bytes, and removes the oldest lines.
  private mutating func add(_ more: [UInt8]) {
    bytes += more
    guard bytes.count > 2 * Self.capacity else { return }
    func end(after offset: Int) -> Int {
      bytes[offset...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    }
    let header = TraceFile.beginsWithHeader(bytes) ? end(after: 0) : 0
    bytes.removeSubrange(header..<end(after: bytes.count - Self.capacity))
    isWhole = false
  }

  /// Writes the drawing, and at the end also the errors, whose places are known only if no line was removed.
  private func show(isLast: Bool = false) -> ExitStatus {
    var (options, style) = (options, options.style)
    options.trace.last = Self.events
    options.readsTraces = true
    style.width = TerminalSize.of(.output)?.columns
    let writer = AnswerWriter(style: style)
    var status = ExitStatus.success
    if isLive { output.write("\u{1B}[H\u{1B}[J") }
    Session(options).evaluate(Source(name: input.name, bytes: bytes)) { answer in
      status = max(status, ExitStatus(answer))
      guard let (text, channel) = writer.text(of: answer), channel == .output || isLast && isWhole else { return }
      output.write(text, to: channel)
    }
    output.flush()
    return status
  }
}
