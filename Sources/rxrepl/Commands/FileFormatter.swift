import MarbleSession
import MarbleTerminal
import MarbleTools
import Marbles

/// Formats files one after the other.
struct FileFormatter {
  /// Whether changes are only reported, not written.
  let isCheck: Bool

  private let output = Output()
  private var status = ExitStatus.success
  /// Whether a file contains a script.
  private var hasScripts = false
  /// The format of the last file, or `nil` for a script.
  private var format: PageFormat?

  init(isCheck: Bool) {
    self.isCheck = isCheck
  }

  /// Formats a file, all files in a folder, or standard input.
  mutating func process(_ path: String) {
    if path == "-" { return processStandardInput() }
    for item in TestFiles(at: [path]).items {
      let path = item.path
      if let failure = item.failure {
        fail(path, failure)
      } else if path.isPagePath || path.isScriptPath || !path.fileName.contains(".") || FileStatus(of: path) == nil {
        processFile(path)
      } else {
        // What can be parsed as a script may be another language, such as `a = 1`.
        let endings = TestFiles.Kind.scriptsAndPages.endings
        fail(path, SystemFailure(reason: "this file is not a script or a page: its name must end in \(endings)"))
      }
    }
  }

  /// Writes the remaining output.
  func finish() -> ExitStatus {
    if !hasScripts, status == .success {
      let reason = "no page has a script, which \((format ?? .markdown).scriptStart)"
      output.write("rxrepl: nothing to format: \(reason)\n", to: .diagnostics)
    }
    output.flush()
    return status
  }

  private mutating func processFile(_ path: String) {
    format = PageFormat(path: path)
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

  private mutating func processStandardInput() {
    let name = "<stdin>"
    do throws(SystemFailure) {
      let bytes = try readStandardInput()
      guard let formatted = formatted(bytes, named: name) else { return }
      if !isCheck {
        output.flush()
        guard let error = FileDescriptor.output.writeAll(formatted), !error.isBrokenPipe else { return }
        throw error.failure
      }
      guard formatted != bytes else { return }
      status = max(status, .failedAssertion)
      output.write(name + "\n")
    } catch {
      fail(name, error)
    }
  }

  /// Returns the formatted bytes of a file.
  ///
  /// If the file cannot be parsed, reports the errors and returns `nil`.
  private mutating func formatted(_ bytes: [UInt8], named name: String) -> [UInt8]? {
    var errors: [Document.ParseError] = []
    do throws(Document.ParseError) {
      let document = try Document(name: name, bytes: bytes)
      if !document.pagesAndPassages.isEmpty { hasScripts = true }
      do throws(Document.Unreadable) {
        return try document.formatted()
      } catch {
        errors = error.errors
      }
    } catch {
      errors = [error]
    }
    status = .error
    output.status = status
    for error in errors {
      guard let written = AnswerWriter().text(of: .error(error.diagnostic, error.source)) else { continue }
      output.write(written.text, to: written.channel)
    }
    return nil
  }

  private mutating func fail(_ path: String, _ failure: SystemFailure) {
    status = .error
    output.status = status
    output.write("\(path): error: \(failure.reason)\n", to: .diagnostics)
  }
}
