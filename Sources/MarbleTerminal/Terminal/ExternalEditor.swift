import CLineEdit
import MarbleSession
import Marbles

/// The user's text editor.
package struct ExternalEditor {
  let command: String
  private let output: Output

  /// Creates an editor from `VISUAL`, `EDITOR` or, if neither is set, `vi`.
  package init(environment: (String) -> String?, output: Output) {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap(environment).first { !$0.allSatisfy(\.isWhitespace) }
    command = named ?? "vi"
    self.output = output
  }

  /// Opens the editor with a string in a temporary file that only this user can read.
  ///
  /// - Returns: The edited text.
  func edit(_ text: String) throws(SystemFailure) -> String {
    let file = try TemporaryFile(containing: Array(text.utf8), ending: ".marble")
    try open(file.path)
    return String(decoding: try readFile(at: file.path), as: UTF8.self)
  }

  /// The editors that open a file at a line if `+` and its number are before the path.
  private static let editorsWithLines: Set = [
    "emacs", "emacsclient", "joe", "kak", "mg", "micro", "nano", "nvim", "pico", "vi", "vim",
  ]

  /// Opens the editor with a file, at a line if the editor can do so, and waits until it is closed.
  package func open(_ path: String, line: Int = 1) throws(SystemFailure) {
    output.flush()
    let name = command.split(separator: " ").first?.split(separator: "/").last.map(String.init) ?? ""
    let line = line > 1 && Self.editorsWithLines.contains(name) ? " +\(line)" : ""
    // The shell runs the command, because it may contain options. A path must not look like one.
    switch program_run("\(command)\(line) \"$1\"", path.hasPrefix("-") ? "./\(path)" : path) {
    case 0: break
    // The shell returns 126 and 127 for programs that it cannot run.
    case 126, 127: throw SystemFailure(reason: "the editor `\(command)` cannot be started", cause: .noProgram)
    default: throw SystemFailure(reason: "`\(command)` failed, so nothing was changed")
    }
  }

  /// Opens the editor with a line, and reports a failure.
  ///
  /// - Returns: The edited line, or `nil` after a failure.
  func editedLine(_ line: String) -> String? {
    do {
      return try edit(line).withoutLineEnd
    } catch {
      output.write("error: \(error.reason)\n", to: .diagnostics)
      return nil
    }
  }
}

extension String {
  /// The string without the line end that editors put at the end of a file.
  var withoutLineEnd: String { last == "\n" ? String(dropLast()) : self }
}
