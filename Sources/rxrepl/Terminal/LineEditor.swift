import CLineEdit

/// A line editor in a terminal, with history, completion, colors and hints.
final class LineEditor: LineSource {
  /// A function that returns the completion at the cursor.
  ///
  /// The cursor is a UTF-8 offset in the line.
  typealias Completer = (_ line: String, _ cursor: Int) -> Completion

  /// A function that returns the highlighted line, or `nil` to leave the line unchanged.
  typealias Highlighter = (_ line: String, _ cursor: Int) -> HighlightedLine?

  private let completer: Completer
  private let highlighter: Highlighter
  private let history: History
  private var handle: OpaquePointer?

  /// Opens the line editor.
  ///
  /// Returns `nil` if there is no suitable terminal.
  init?(history: History, completer: @escaping Completer, highlighter: @escaping Highlighter) {
    self.completer = completer
    self.highlighter = highlighter
    self.history = history
    guard FileDescriptor.input.isTerminal, FileDescriptor.output.isTerminal else { return nil }
    // Unretained, because the editor outlives its handle: `deinit` closes it.
    let context = Unmanaged.passUnretained(self).toOpaque()
    handle = line_editor_open("rxrepl", answerTab, paintLine, context)
    guard let handle else { return nil }
    history.entries.forEach { line_editor_remember(handle, $0) }
  }

  deinit {
    if let handle { line_editor_close(handle) }
  }

  func read(prompt: String) -> LineInput {
    guard let handle else { return .end }
    Interrupt.clear()
    var line: UnsafePointer<CChar>?
    var length = 0
    switch line_editor_read(handle, Prompt.marked(prompt), &line, &length) {
    case .LINE_EDITOR_LINE: return .line(String(cString: line, length: length))
    case .LINE_EDITOR_INTERRUPTED: return .interrupted
    case .LINE_EDITOR_END: return .end
    }
  }

  func remember(_ entry: String) {
    guard history.append(entry), let handle else { return }
    line_editor_remember(handle, entry)
  }

  fileprivate func paint(_ line: String, cursor: Int, in editor: OpaquePointer) {
    guard let painting = highlighter(line, cursor) else { return }
    line_editor_paint(editor, painting.text, painting.hint, painting.taken)
  }

  fileprivate func complete(_ line: String, cursor: Int, in editor: OpaquePointer) {
    guard let step = completer(line, cursor).step(in: line) else { return }
    if let insertion = step.insertion {
      line_editor_replace(editor, step.range.lowerBound, step.range.upperBound, insertion)
    }
    if !step.choices.isEmpty {
      let size = TerminalSize.of(.output) ?? TerminalSize(columns: 80, rows: 24)
      // Two rows are reserved: one for the line itself, one for the number of hidden words.
      line_editor_show(editor, ColumnLayout(words: step.choices, width: size.columns, rows: size.rows - 2).text)
    }
  }
}

/// Called from C before the editor waits for a key.
///
/// The context is the `LineEditor`.
private func paintLine(
  context: UnsafeMutableRawPointer, editor: OpaquePointer, line: UnsafePointer<CChar>, length: Int, cursor: Int
) {
  let owner = Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
  owner.paint(String(cString: line, length: length), cursor: cursor, in: editor)
}

/// Called from C when Tab is pressed.
///
/// The context is the `LineEditor`.
private func answerTab(
  context: UnsafeMutableRawPointer, editor: OpaquePointer, line: UnsafePointer<CChar>, length: Int, cursor: Int
) {
  let owner = Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
  owner.complete(String(cString: line, length: length), cursor: cursor, in: editor)
}

extension String {
  fileprivate init(cString: UnsafePointer<CChar>?, length: Int) {
    self.init(decoding: UnsafeRawBufferPointer(start: cString, count: cString == nil ? 0 : length), as: UTF8.self)
  }
}
