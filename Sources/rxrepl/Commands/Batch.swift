import Glibc
import Marbles

/// Runs scripts without anybody at a prompt.
struct Batch {
  private let session: Session
  private var report = Report()
  private let output = Output()
  private var status = Status.success

  init(session: Session) {
    self.session = session
    session.play = output.play
    session.keepsSteps = false
  }

  mutating func run(_ input: Invocation.Input) {
    let source: Source
    switch input {
    case .text(let text):
      source = Source(name: "-e", text: text)
    case .file(let path):
      do {
        source = Source(name: path, bytes: try readFile(at: path))
      } catch {
        return unreadable(path, error)
      }
    case .standardInput:
      do {
        source = Source(name: "<stdin>", bytes: try readAll(STDIN_FILENO))
      } catch {
        return unreadable("<stdin>", error)
      }
    }
    session.evaluate(source) { answer in
      status = max(status, Status(answer))
      output.status = status
      write(report.text(of: answer, style: session.style))
    }
  }

  private mutating func unreadable(_ path: String, _ failure: Session.SystemFailure) {
    status = .mistake
    write(report.text(ofUnreadable: path, failure, style: session.style))
  }

  /// Writes what has not been written yet.
  mutating func finish() -> Status {
    write(report.end(style: session.style, status: Int(status.rawValue)))
    output.flush()
    return status
  }

  private func write(_ said: (text: String, channel: AnswerWriter.Channel)?) {
    if let said { output.write(said.text, to: said.channel) }
  }
}

extension Status {
  /// What an answer means for the way in which the program ends.
  init(_ answer: Answer) {
    switch answer {
    case .failed: self = .failedAssertion
    case .mistake: self = .mistake
    default: self = .success
    }
  }
}
