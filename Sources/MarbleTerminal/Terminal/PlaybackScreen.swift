import CLineEdit
import MarbleSession
import Marbles

/// A diagram that plays on the whole screen of a terminal.
///
/// It shows frames, waits for ticks, and forwards keys. Everything else is in `Playback`, which needs no terminal.
struct PlaybackScreen {
  private let diagram: Diagram
  private let style: DrawingStyle
  private var playback: Playback
  /// Typed bytes that do not form a complete key yet.
  private var typed: [UInt8] = []

  private static let suspendKey: UInt8 = 0x1A
  /// The time to wait for the rest of a key that begins with an escape, in seconds.
  private static let patience = 0.05

  /// Plays a diagram until the user quits, and returns the last state.
  static func play(
    _ diagram: Diagram, _ playback: Playback, style: DrawingStyle
  ) throws(SystemFailure) -> Playback {
    guard FileDescriptor.input.isTerminal, FileDescriptor.output.isTerminal else {
      throw .noTerminal
    }
    guard TerminalDescription.current.movesCursor else {
      throw SystemFailure(reason: "this terminal cannot move the cursor")
    }
    guard screen_open(FileDescriptor.input.number, FileDescriptor.output.number) else {
      throw SystemFailure(reason: "the terminal cannot be opened")
    }
    defer { screen_close() }
    var screen = PlaybackScreen(diagram: diagram, style: style, playback: playback)
    screen.run()
    return screen.playback
  }

  private init(diagram: Diagram, style: DrawingStyle, playback: Playback) {
    self.diagram = diagram
    self.style = style
    self.playback = playback
  }

  private mutating func run() {
    var due = ContinuousClock.now + .seconds(playback.wait ?? 0)
    while show() {
      // A key does not delay the next tick.
      var wait = playback.wait == nil ? -1 : max(0, ContinuousClock.now.duration(to: due) / Duration.seconds(1))
      if !typed.isEmpty { wait = Self.patience }
      var bytes = [UInt8](repeating: 0, count: 256)
      var count = 0
      let before = playback
      switch screen_wait(wait, &bytes, bytes.count, &count) {
      case .SCREEN_INPUT: press(bytes.prefix(count), isAll: false)
      case .SCREEN_TIMEOUT where !typed.isEmpty: press([], isAll: true)
      case .SCREEN_TIMEOUT: if playback.wait != nil, ContinuousClock.now >= due { playback.advance() }
      case .SCREEN_CHANGED: break
      case .SCREEN_END: return
      }
      if playback.isOver { return }
      if playback != before { due = ContinuousClock.now + .seconds(playback.wait ?? 0) }
    }
  }

  private mutating func press(_ bytes: ArraySlice<UInt8>, isAll: Bool) {
    typed += bytes
    if typed.contains(Self.suspendKey) {
      typed.removeAll { $0 == Self.suspendKey }
      screen_suspend()
    }
    for key in Playback.Key.read(&typed, isAll: isAll) { playback.press(key) }
  }

  /// Redraws the screen.
  ///
  /// - Returns: Whether the screen could be written.
  private func show() -> Bool {
    let size = TerminalSize.of(.output) ?? TerminalSize(columns: 80, rows: 24)
    let lines = playback.frame(of: diagram, style: style, columns: size.columns, rows: size.rows)
    // Clearing after each line instead of clearing the screen first avoids flicker.
    let text = "\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J"
    return FileDescriptor.output.writeAll(Array(text.utf8)) == nil
  }
}
