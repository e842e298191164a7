import MarbleTools

/// The script of a page.
enum PageScript {
  /// Returns the text of a script, or ends the program with an error.
  static func text(at path: String) -> String {
    do throws(SystemFailure) {
      let bytes = try path == "-" ? readStandardInput() : readFile(at: path)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw SystemFailure(reason: "the file is not UTF-8")
      }
      return text
    } catch {
      end("\(path): error: \(error.reason)", isWhole: true)
    }
  }

  /// Ends the program with an error.
  static func end(_ message: String, isWhole: Bool = false) -> Never {
    Output().write((isWhole ? "" : "rxrepl: error: ") + message + "\n", to: .diagnostics)
    Platform.end(ExitStatus.error.rawValue)
  }
}
