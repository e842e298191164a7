import Glibc
import Marbles

/// The session of somebody at a terminal.
struct PromptLoop {
  private let session: Session
  private let lines: any LineSource
  private let output = Output()

  init(session: Session) {
    self.session = session
    session.play = output.play
    Interrupt.install()
    let history = History(path: History.path { name in getenv(name).map { String(cString: $0) } })
    let editor = LineEditor(history: history) { line, cursor in
      let (candidates, replaced) = session.completions(of: line, at: cursor)
      return Completion(candidates: candidates, replaced: replaced)
    }
    lines = editor ?? PlainLines(descriptor: STDIN_FILENO)
  }

  func run() -> Status {
    output.write("rxrepl: type timelines such as --1--2--|; :help helps, Ctrl-D leaves.\n")
    var entry = ""
    while true {
      output.flush()
      switch lines.read(prompt: entry.isEmpty ? "rx> " : "..> ") {
      case .end:
        output.flush()
        return .success
      case .interrupted:
        entry = ""
      case .line(let line):
        entry += entry.isEmpty ? line : "\n" + line
        if session.needsMore(entry) { continue }
        lines.remember(entry)
        if !evaluate(entry) { return .success }
        entry = ""
      }
    }
  }

  /// Runs an entry; whether the session goes on.
  private func evaluate(_ entry: String) -> Bool {
    Interrupt.clear()
    session.style.width = TerminalSize.of(descriptor: STDOUT_FILENO)?.columns
    var goesOn = true
    session.evaluate(Source(name: "<prompt>", text: entry), mode: .prompt, while: { !Interrupt.isRaised }) { answer in
      if case .leave = answer { goesOn = false }
      // The terminal has shown `^C`; what follows begins a line of its own.
      if Interrupt.isRaised { output.write("\n") }
      let writer = AnswerWriter(style: session.style, echoesBindings: true)
      if let (text, channel) = writer.text(of: answer) { output.write(text, to: channel) }
    }
    output.flush()
    return goesOn
  }
}
