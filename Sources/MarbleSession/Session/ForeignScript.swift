import Marbles

/// A program in another language that was translated to a script.
package struct ForeignScript: Sendable {
  /// The script, without the parts that could not be translated.
  let text: String
  /// The errors at the places of these parts in the program.
  let errors: [Diagnostic]

  package init(text: String, errors: [Diagnostic]) {
    self.text = text
    self.errors = errors
  }
}

extension Session {
  /// Returns the script for a program in another language, or `nil` if the source is in the marble language.
  func translation(of source: Source, _ mode: Mode) -> ForeignScript? {
    guard let script = options.translate?(source, { [bindings] in bindings[$0] != nil }) else { return nil }
    if script.errors.isEmpty { return script }
    // The errors of a script with an expression of another language in it say how to write that.
    var parser = Parser(source, mode: mode == .prompt ? .interactive : .script, bindings: known, from: 0)
    if case .success? = parser.next() { return nil }
    return script
  }

  /// Shows a script and runs it, or shows its errors and runs nothing.
  func run(_ script: ForeignScript, in request: Request) -> StatementResult? {
    guard script.errors.isEmpty else {
      for error in script.errors { request.answer(.error(error, request.source)) }
      return nil
    }
    guard !script.text.isEmpty else { return nil }
    // Numbers are milliseconds there, also those that the program computes.
    let text = (options.tickLength == .millisecond ? "" : ":tick 1ms\n") + script.text
    let lines = text.split(separator: "\n").map { "  " + $0 }
    request.answer(.text("in the marble language:\n" + lines.joined(separator: "\n")))
    return evaluate(request.with(Source(name: request.source.name, text: text)))
  }
}
