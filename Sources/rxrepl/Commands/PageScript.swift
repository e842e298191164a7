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
      rejectInvalidExercise(Course.File(path: path, bytes: bytes))
      return text
    } catch {
      end(error.reason, about: path)
    }
  }

  /// Ends the program if a script should be an exercise but is invalid, because a page of the script would show the
  /// solution.
  private static func rejectInvalidExercise(_ file: Course.File) {
    let output = Output()
    var isInvalid = false
    _ = Course(named: file.path, [file]) { answer in
      isInvalid = true
      if let (text, channel) = AnswerWriter().text(of: answer) { output.write(text, to: channel) }
    }
    output.flush()
    if isInvalid { Platform.end(ExitStatus.error.rawValue) }
  }

  /// Ends the program with an error.
  ///
  /// - Parameter subject: The file or program that the error is about.
  static func end(_ reason: String, about subject: String = "rxrepl") -> Never {
    Output().write("\(subject): error: \(reason)\n", to: .diagnostics)
    Platform.end(ExitStatus.error.rawValue)
  }
}
