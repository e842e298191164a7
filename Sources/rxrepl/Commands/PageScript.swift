import MarbleSession
import MarbleTerminal
import MarbleTools

/// The script of a page.
enum PageScript {
  /// Returns the text of a script, or ends the program with an error.
  static func text(at path: String) -> String {
    if path.isPagePath {
      let output = Output()
      output.write("\(path): error: this file is not a script\n", to: .diagnostics)
      output.writeHelp("write one of its scripts to a file such as `demo.marble`")
      output.flush()
      Platform.end(ExitStatus.error.rawValue)
    }
    do throws(SystemFailure) {
      let bytes = try path == "-" ? readStandardInput() : readFile(at: path)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw SystemFailure(reason: "the file is not UTF-8")
      }
      return text
    } catch {
      end(error.reason, about: path)
    }
  }

  /// Ends the program with an error.
  ///
  /// - Parameter subject: The file or program that the error is about.
  static func end(_ reason: String, about subject: String = "rxrepl") -> Never {
    Output().write("\(subject): error: \(reason)\n", to: .diagnostics)
    Platform.end(ExitStatus.error.rawValue)
  }
}
