import MarbleSession
import Marbles

/// An interactive session at a terminal.
package struct PromptLoop {
  private let session: Session
  private let lines: any LineSource
  private let delegate: LineEditorDelegate
  private let output = Output()
  /// Whether the session begins with an exercise.
  private let beginsWithExercise: Bool

  /// Creates a session.
  ///
  /// - Parameter course: The course to begin with, or `nil` for a session without exercises.
  package init(_ options: SessionOptions, course: Course? = nil) {
    Interrupt.install()
    beginsWithExercise = course != nil
    let isSafe = options.isSafe
    let history = History(path: isSafe ? nil : Environment.history(Environment.variable))
    var environment = SessionEnvironment(for: options)
    // The user can stop a run.
    environment.allowance = nil
    environment.play = output.play
    environment.history = { history.entries }
    if !isSafe { environment.useSavedProgress() }
    var options = options
    options.usesPager = !isSafe
    options.notesRaces = !isSafe
    let session = Session(options, in: environment)
    session.teacher.course = course
    self.session = session
    let delegate = LineEditorDelegate(session: session, history: history)
    self.delegate = delegate
    let editor = ExternalEditor(environment: Environment.variable, output: output)
    let assistant = LineEditor.Assistant(
      completion: delegate.completion, appearance: delegate.appearance, preview: delegate.preview,
      entryAbove: { line in delegate.entryAbove(line).map { ($0, delegate.prompt) } },
      editedLine: isSafe ? { _ in nil } : editor.editedLine)
    let lineEditor = LineEditor(history: history, terminal: .current, assistant: assistant)
    let lines: any LineSource = lineEditor ?? PlainLineReader(.input)
    self.lines = lines
    if isSafe { return }
    session.environment.edit = { text throws(SystemFailure) in
      let edited = try editor.edit(text)
      lines.remember(edited.withoutLineEnd)
      return edited
    }
  }

  package func run() -> ExitStatus {
    if !beginsWithExercise {
      output.write("rxrepl: type --1--2--|, or :tutorial to learn, :help for help, Ctrl-D to quit.\n")
    }
    var goesOn = runStartScript()
    if goesOn, beginsWithExercise { goesOn = evaluate(Source(name: "<prompt>", text: ":exercise"), mode: .prompt) }
    while goesOn {
      output.flush()
      let isContinued = !delegate.lines.isEmpty
      switch lines.read(prompt: delegate.prompt) {
      // Within an entry, Ctrl-D discards the entry. The end of the input follows again.
      case .end where !isContinued: goesOn = false
      case .end, .interrupted: delegate.lines = ""
      case .line(let line): goesOn = handle(line)
      }
    }
    if let parting = session.teacher.parting { output.write(parting + "\n") }
    output.flush()
    return .success
  }

  /// Handles a line.
  ///
  /// If the line completes an entry, runs the entry.
  ///
  /// - Returns: Whether the session continues.
  private func handle(_ line: String) -> Bool {
    let whole = delegate.entry(with: line)
    if session.needsMore(whole) {
      delegate.lines = whole
      return true
    }
    let entry = delegate.end(with: line)
    lines.remember(entry)
    return evaluate(Source(name: "<prompt>", text: entry), mode: .prompt)
  }

  /// Runs the user's start script.
  ///
  /// An error in it is reported and does not end the session.
  ///
  /// - Returns: Whether the session continues.
  private func runStartScript() -> Bool {
    guard !session.options.isSafe, let path = Environment.startScript(Environment.variable), FileStatus(of: path) != nil
    else { return true }
    do {
      return evaluate(Source(name: path, bytes: try readFile(at: path)), mode: .script)
    } catch {
      output.write("\(path): error: \(error.reason)\n", to: .diagnostics)
      return true
    }
  }

  /// Runs a source.
  ///
  /// - Returns: Whether the session continues.
  private func evaluate(_ source: Source, mode: Session.Mode) -> Bool {
    Interrupt.clear()
    session.options.style.width = TerminalSize.of(.output)?.columns
    var goesOn = true
    let isWanted = { [output] in
      output.showWaiting()
      return !Interrupt.isRaised
    }
    session.evaluate(source, mode: mode, while: isWanted) { answer in
      if case .leave = answer { goesOn = false }
      output.usePager(session.options.usesPager && !session.options.isSafe && !session.teacher.isTeaching)
      // The terminal echoed `^C`, so the output must begin on a new line.
      if Interrupt.isRaised { output.write("\n") }
      let writer = AnswerWriter(style: session.options.style, echoesBindings: mode == .prompt)
      if let (text, channel) = writer.text(of: answer) { output.write(text, to: channel) }
    }
    output.flush()
    return goesOn
  }
}
