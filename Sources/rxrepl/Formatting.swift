import MarbleTools
import Marbles

/// Lines up files one after the other.
struct Formatting {
  /// Whether it only tells what it would write.
  let isCheck: Bool

  private let output = Output()
  private var status = Status.success

  init(isCheck: Bool) {
    self.isCheck = isCheck
  }

  /// Lines up a file, all scripts in a folder, or what comes in.
  mutating func take(_ path: String) {
    if path == "-" { return takeStandardInput() }
    for item in Scripts(at: [path]).items {
      if let failure = item.failure {
        fail(item.path, failure)
      } else {
        takeFile(item.path)
      }
    }
  }

  /// Writes what has not been written yet.
  func finish() -> Status {
    output.flush()
    return status
  }

  private mutating func takeFile(_ path: String) {
    do throws(SystemFailure) {
      let bytes = try readFile(at: path)
      guard let formatted = formatted(bytes, named: path), formatted != bytes else { return }
      if isCheck {
        status = max(status, .failedAssertion)
      } else {
        try replaceFile(at: path, holding: bytes, with: formatted)
      }
      output.status = status
      output.write(path + "\n")
    } catch {
      fail(path, error)
    }
  }

  private mutating func takeStandardInput() {
    let name = "<stdin>"
    do throws(SystemFailure) {
      let bytes = try readStandardInput()
      guard let formatted = formatted(bytes, named: name) else { return }
      if !isCheck {
        output.flush()
        guard let error = Descriptor.output.writeAll(formatted), !error.isBrokenPipe else { return }
        throw error.failure
      }
      guard formatted != bytes else { return }
      status = max(status, .failedAssertion)
      output.write(name + "\n")
    } catch {
      fail(name, error)
    }
  }

  /// The bytes of a file as they should be; `nil` where something in them cannot be read.
  private mutating func formatted(_ bytes: [UInt8], named name: String) -> [UInt8]? {
    var mistakes: [Document.Mistake] = []
    do throws(Document.Mistake) {
      let document = try Document(name: name, bytes: bytes)
      do throws(Document.Unreadable) {
        return try document.formatted()
      } catch {
        mistakes = error.mistakes
      }
    } catch {
      mistakes = [error]
    }
    status = .mistake
    output.status = status
    for mistake in mistakes {
      guard let said = AnswerWriter().text(of: .mistake(mistake.diagnostic, mistake.source)) else { continue }
      output.write(said.text, to: said.channel)
    }
    return nil
  }

  private mutating func fail(_ path: String, _ failure: SystemFailure) {
    status = .mistake
    output.status = status
    output.write("\(path): error: \(failure.reason)\n", to: .diagnostics)
  }
}
