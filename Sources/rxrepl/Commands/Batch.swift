import Glibc
import Marbles

/// Runs scripts without anybody at a prompt.
struct Batch {
  private let makeSession: () -> Session
  private var session: Session
  private var report = Report()
  private let output = Output()
  private var status = Status.success

  init(session: @escaping () -> Session) {
    makeSession = { [output] in
      let session = session()
      session.play = output.play
      session.keepsSteps = false
      return session
    }
    self.session = makeSession()
  }

  mutating func run(_ input: Invocation.Input) {
    switch input {
    case .text(let text):
      evaluate(Source(name: "-e", text: text))
    case .file(let path):
      do {
        let bytes = try readFile(at: path)
        Document.isMarkdown(path) ? run(page: path, bytes) : evaluate(Source(name: path, bytes: bytes))
      } catch {
        unreadable(path, error)
      }
    case .standardInput:
      do {
        evaluate(Source(name: "<stdin>", bytes: try readAll(STDIN_FILENO)))
      } catch {
        unreadable("<stdin>", error)
      }
    }
  }

  private mutating func evaluate(_ source: Source) {
    session.evaluate(source) { take($0) }
  }

  /// Says what there is to say, and minds how the program ends.
  private mutating func take(_ answer: Answer) {
    status = max(status, Status(answer))
    output.status = status
    write(report.text(of: answer, style: session.style))
  }

  /// Runs the fences of Markdown, one after the other.
  private mutating func run(page path: String, _ bytes: [UInt8]) {
    let document: Document
    do throws(Document.Mistake) {
      document = try Document(name: path, bytes: bytes)
    } catch {
      return take(.mistake(error.diagnostic, error.source))
    }
    for passage in document.passages {
      guard let fence = passage.fence else { continue }
      for mistake in fence.mistakes(in: document) { take(mistake) }
      if fence.words.has(.ignore) { continue }
      if fence.words.has(.new) { session = makeSession() }
      let source: Source
      do throws(Document.Mistake) {
        source = try document.source(of: fence, readFile: readFile)
      } catch {
        take(.mistake(error.diagnostic, error.source))
        continue
      }
      var hasFailed = false
      session.evaluate(source, mode: fence.mode) { answer in
        hasFailed = hasFailed || answer.isComplaint
        if fence.words.has(.fails), answer.isComplaint {
          // It was meant to, so it is only told.
          write(report.text(of: answer, style: session.style))
        } else if answer.isComplaint || !fence.words.has(.hidden) {
          take(answer)
        }
      }
      if fence.words.has(.fails), !hasFailed { take(fence.nothingFails(in: document)) }
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
