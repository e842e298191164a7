import Glibc
import Marbles

/// Runs scripts without anybody at a prompt.
struct Batch {
  private let session: Session
  private let writer: AnswerWriter
  private let output = Output()
  private var status = Status.success

  init(limits: Limits) {
    session = Session(limits: limits)
    session.readFile = readFile
    writer = AnswerWriter(width: TerminalSize.of(descriptor: STDOUT_FILENO)?.columns)
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
        return report("\(path): error: \(error.reason)")
      }
    case .standardInput:
      do {
        source = Source(name: "<stdin>", bytes: try readAll(STDIN_FILENO))
      } catch {
        return report("<stdin>: error: \(error.reason)")
      }
    }
    session.evaluate(source) { answer in
      status = max(status, Status(answer))
      if let (text, channel) = writer.text(of: answer) { output.write(text, to: channel) }
    }
  }

  private mutating func report(_ line: String) {
    status = .mistake
    output.write(line + "\n", to: .diagnostics)
  }

  /// Writes what has not been written yet.
  func finish() -> Status {
    output.flush()
    return status
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
