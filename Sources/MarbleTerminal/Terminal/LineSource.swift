/// A source of lines for the prompt: a line editor, a pipe, or a list in a test.
protocol LineSource: AnyObject {
  /// Reads one line. The result has no trailing line break, but a pasted or recalled line may contain line breaks.
  func read(prompt: String) -> LineInput

  /// Adds a complete entry, of one or several lines, to the history.
  func remember(_ entry: String)
}

/// The result of reading a line.
package enum LineInput: Equatable {
  case line(String)
  /// Ctrl-C: the current line is discarded, and the session continues.
  case interrupted
  /// Ctrl-D on an empty line, which ends the session or discards an entry of several lines, or the end of the input.
  case end
}
