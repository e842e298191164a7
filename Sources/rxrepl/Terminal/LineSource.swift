/// Where the prompt's lines come from: a line editor, a pipe, or a test's list.
protocol LineSource: AnyObject {
  /// Asks for one line; what comes back has no line end, but may hold line breaks when it was pasted or recalled.
  func read(prompt: String) -> LineInput

  /// Keeps a complete entry, of one or several lines, for recalling it later.
  func remember(_ entry: String)
}

/// What came of asking for a line.
enum LineInput: Equatable {
  case line(String)
  /// Ctrl-C: whatever was being typed is dropped, and the session goes on.
  case interrupted
  /// Ctrl-D on an empty line, or the input's end.
  case end
}
