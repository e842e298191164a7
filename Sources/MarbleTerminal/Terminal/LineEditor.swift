import CLineEdit

/// A line editor in a terminal, with history, completion, colors and hints.
///
/// libedit reads the keys and edits the line. This object draws it and runs the commands that libedit does not have.
final class LineEditor: LineSource {
  /// The help that the editor gets while a line is edited.
  struct Assistant {
    /// Returns the completion at the cursor.
    var completion: (EditedLine) -> Completion
    /// Returns the colors of the line and the hint after it.
    var appearance: (EditedLine) -> HighlightedLine
    /// Returns the row below the line that shows what the entry would draw.
    var preview: (EditedLine) -> StyledText?
    /// Returns the whole entry with the cursor in the row above a line, and its prompt, or `nil` if there is no such row.
    var entryAbove: (EditedLine) -> (line: EditedLine, prompt: String)?
    /// Opens an external editor with a line, and returns the edited line, or `nil` if that failed.
    var editedLine: (String) -> String?
  }

  private let assistant: Assistant
  private let history: History
  private var handle: OpaquePointer?
  private var screen: LineScreen
  private var prompt = ""
  /// The line as the last key has left it.
  private var line = EditedLine.empty
  /// Whether the line was left, so that the cursor is below it.
  private var isFinished = false
  private var undo = LineUndo()
  private var browser: HistoryBrowser?
  private var argument: LastArgument?
  private var menu: CompletionMenu?
  /// The preview of the line with this text.
  private var preview: (line: String, text: StyledText?)?

  /// Opens the line editor.
  ///
  /// Returns `nil` if there is no suitable terminal.
  init?(history: History, terminal: TerminalDescription, assistant: Assistant) {
    self.assistant = assistant
    self.history = history
    screen = LineScreen(terminal)
    guard FileDescriptor.input.isTerminal, FileDescriptor.output.isTerminal else { return nil }
    // Unretained, because the editor outlives its handle: `deinit` closes it.
    let context = Unmanaged.passUnretained(self).toOpaque()
    let owner = line_editor_owner(context: context, draw: drawLine, run: runCommand)
    handle = line_editor_open("rxrepl", terminal.movesCursor, owner)
    guard let handle else { return nil }
    history.entries.forEach { line_editor_remember(handle, $0) }
  }

  deinit {
    if let handle { line_editor_close(handle) }
  }

  func read(prompt: String) -> LineInput {
    guard let handle else { return .end }
    Interrupt.clear()
    self.prompt = prompt
    isFinished = false
    (line, undo, browser, argument, menu, preview) = (.empty, LineUndo(), nil, nil, nil, nil)
    var text: UnsafePointer<CChar>?
    var length = 0
    let outcome = line_editor_read(handle, &text, &length)
    if !isFinished { finish(line) }
    switch outcome {
    case .LINE_EDITOR_LINE:
      return .line(String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self))
    case .LINE_EDITOR_INTERRUPTED, .LINE_EDITOR_END:
      // The entry is discarded.
      screen.forgetFinishedRows()
      return outcome == .LINE_EDITOR_END ? .end : .interrupted
    }
  }

  func remember(_ entry: String) {
    screen.forgetFinishedRows()
    guard history.append(entry), let handle else { return }
    line_editor_remember(handle, entry)
  }

  // MARK: Drawing

  fileprivate func draw(_ line: EditedLine, _ state: line_editor_state) {
    record(line)
    guard state != .LINE_EDITOR_BUSY else { return }
    screen.measure(isDisturbed: state == .LINE_EDITOR_DISTURBED)
    let rows = menu?.rows(columns: screen.columns, height: screen.menuHeight) ?? previewRows(of: line)
    screen.draw(frame(of: line), menu: rows)
  }

  /// Returns the row with the preview of the line, or no rows.
  private func previewRows(of line: EditedLine) -> [ScreenRow] {
    guard screen.menuHeight > 0, !line.isSearch else { return [] }
    if preview?.line != line.text { preview = (line.text, assistant.preview(line)) }
    guard let preview = preview?.text else { return [] }
    var row = ScreenRow(columns: screen.columns - 1)
    row.append(preview.text, in: preview.style)
    return [row]
  }

  private func frame(of line: EditedLine, isComplete: Bool = false) -> LineFrame {
    var appearance = line.isSearch ? .plain : assistant.appearance(line)
    if menu != nil { appearance.hint = nil }
    return LineFrame(
      prompt: prompt, continuation: line.isSearch ? "" : LineFrame.continuationPrompt, line: line,
      appearance: appearance, columns: screen.columns, isComplete: isComplete)
  }

  /// Records the line that the last key has left.
  private func record(_ line: EditedLine) {
    self.line = line
    if !line.isSearch { undo.record(line) }
    if menu?.line != line { menu = nil }
    if browser?.line != line { browser = nil }
    if argument?.line != line { argument = nil }
  }

  // MARK: Commands

  /// Runs a command.
  ///
  /// - Returns: Whether it ends the line, or closes the menu.
  fileprivate func run(_ command: line_editor_command, on line: EditedLine) -> Bool {
    record(line)
    switch command {
    case .LINE_EDITOR_ACCEPT: return accept(line)
    case .LINE_EDITOR_CANCEL:
      finish(line, with: "^C")
      return true
    case .LINE_EDITOR_SUSPEND: leaveTerminal(line) { job_stop() }
    case .LINE_EDITOR_COMPLETE: complete(line) { $0.selectNext() }
    case .LINE_EDITOR_COMPLETE_BACKWARD: complete(line) { $0.selectPrevious() }
    case .LINE_EDITOR_FORWARD: set(line.isAtEnd ? withHint(line) : line.forward)
    case .LINE_EDITOR_ROW_START: set(line.atRowStart)
    case .LINE_EDITOR_ROW_END: set(line.isAtEnd ? withHint(line) : line.atRowEnd)
    case .LINE_EDITOR_UP where menu != nil: complete(line) { $0.selectPrevious() }
    case .LINE_EDITOR_DOWN where menu != nil: complete(line) { $0.selectNext() }
    case .LINE_EDITOR_UP:
      if let up = line.up {
        set(up)
      } else if let entry = assistant.entryAbove(line) {
        (prompt, undo) = (entry.prompt, LineUndo())
        screen.takeBackFinishedRows()
        set(entry.line)
      } else {
        browse(from: line) { $0.goBack() }
      }
    case .LINE_EDITOR_DOWN: if let down = line.down { set(down) } else { browse(from: line) { $0.goForward() } }
    case .LINE_EDITOR_PREVIOUS_ENTRY: browse(from: line) { $0.goBack() }
    case .LINE_EDITOR_NEXT_ENTRY: browse(from: line) { $0.goForward() }
    case .LINE_EDITOR_LAST_ARGUMENT: insertLastArgument(in: line)
    case .LINE_EDITOR_UNDO: if let earlier = undo.undo() { set(earlier) }
    case .LINE_EDITOR_EDIT: edit(line)
    case .LINE_EDITOR_CLEAR_SCREEN: screen.clearAll()
    case .LINE_EDITOR_CLOSE_MENU:
      guard let base = menu?.base else { return false }
      menu = nil
      set(base)
      return true
    }
    return false
  }

  private func set(_ line: EditedLine) {
    guard let handle else { return }
    line_editor_set_line(handle, line.text, line.cursor)
  }

  /// Ends the line, unless a candidate is selected, which is then accepted.
  private func accept(_ line: EditedLine) -> Bool {
    if menu?.hasSelection == true {
      menu = nil
      return false
    }
    finish(line)
    return true
  }

  private func finish(_ line: EditedLine, with mark: String = "") {
    screen.measure()
    screen.finish(frame(of: line, isComplete: true), with: mark)
    isFinished = true
  }

  private func withHint(_ line: EditedLine) -> EditedLine {
    line.inserting(assistant.appearance(line).taken ?? "")
  }

  /// Runs a function while the terminal is restored and the cursor is below the line.
  private func leaveTerminal(_ line: EditedLine, _ run: () -> Void) {
    guard let handle else { return }
    screen.finish(frame(of: line, isComplete: true))
    screen.forgetFinishedRows()
    line_editor_leave_terminal(handle)
    run()
    line_editor_enter_terminal(handle)
  }

  private func edit(_ line: EditedLine) {
    var edited: String?
    leaveTerminal(line) { edited = assistant.editedLine(line.text) }
    if let edited { set(EditedLine(edited)) }
  }

  // MARK: Completion

  private func complete(_ line: EditedLine, _ select: (inout CompletionMenu) -> Void) {
    if menu == nil { return openMenu(line) }
    guard var menu else { return }
    select(&menu)
    self.menu = menu
    set(menu.line)
  }

  private func openMenu(_ line: EditedLine) {
    let completion = assistant.completion(line)
    let extended = completion.extending(line) ?? line
    set(extended)
    guard completion.candidates.count > 1 else { return }
    let menu = CompletionMenu(completion, in: extended)
    if screen.menuHeight > 0 {
      self.menu = menu
    } else {
      screen.finish(frame(of: line, isComplete: true))
      let rows = menu.rows(columns: screen.columns, height: screen.size.rows)
      _ = FileDescriptor.output.writeAll(Array(rows.map { $0.output + "\r\n" }.joined().utf8))
    }
  }

  // MARK: History

  private func browse(from line: EditedLine, _ go: (inout HistoryBrowser) -> Bool) {
    var browser = browser ?? HistoryBrowser(history.entries, from: line)
    guard go(&browser) else { return }
    self.browser = browser
    set(browser.line)
  }

  private func insertLastArgument(in line: EditedLine) {
    var argument = argument ?? LastArgument(history.entries, in: line)
    guard argument.goBack() else { return }
    self.argument = argument
    set(argument.line)
  }
}

extension EditedLine {
  fileprivate init(_ line: line_editor_line) {
    let bytes = UnsafeRawBufferPointer(start: line.text, count: line.length)
    self.init(String(decoding: bytes, as: UTF8.self), cursor: line.cursor)
  }

  /// Whether the history is searched: libedit then keeps the search in the line itself, as its last row.
  fileprivate var isSearch: Bool {
    guard let row = text.utf8.lastIndex(of: UInt8(ascii: "\n")).map({ text[text.utf8.index(after: $0)...] }) else {
      return false
    }
    return ["bck:", "bck?", "fwd:", "fwd?"].contains { row.hasPrefix($0) }
  }
}

/// Called from C before the editor waits for a key.
///
/// The context is the `LineEditor`.
private func drawLine(context: UnsafeMutableRawPointer, line: line_editor_line, state: line_editor_state) {
  Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue().draw(EditedLine(line), state)
}

/// Called from C when a key of a command is pressed.
///
/// The context is the `LineEditor`.
private func runCommand(
  context: UnsafeMutableRawPointer, command: line_editor_command, line: line_editor_line
) -> Bool {
  Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue().run(command, on: EditedLine(line))
}
