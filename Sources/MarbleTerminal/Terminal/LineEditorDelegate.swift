import MarbleSession

/// Answers the questions of the line editor while an entry is typed.
///
/// An entry may have several lines. The editor has only the last one, but the session needs all of them.
final class LineEditorDelegate {
  private let session: Session
  private let history: History
  /// The previous lines of the entry.
  var lines = ""
  /// The maximum length of an entry that is examined while it is typed, in bytes.
  ///
  /// A tree and colors take a kilobyte for each byte of a paste, and no one reads them.
  private static let maxExamined = 10_000

  init(session: Session, history: History) {
    self.session = session
    self.history = history
  }

  /// Whether a line continues the entry.
  ///
  /// A command never does.
  private func continues(with line: String) -> Bool {
    !lines.isEmpty && !line.isCommand
  }

  /// Returns the whole entry, including the current line.
  func entry(with line: String) -> String {
    continues(with: line) ? lines + "\n" + line : line
  }

  /// Ends the entry with a line and returns it.
  ///
  /// A command does not discard the previous lines.
  func end(with line: String) -> String {
    let entry = entry(with: line)
    if continues(with: line) { lines = "" }
    return entry
  }

  /// The prompt of the next line.
  var prompt: String { lines.isEmpty ? "rx> " : LineFrame.continuationPrompt }

  /// Returns the whole entry with the cursor in the row above a line, or `nil` if there is none.
  ///
  /// The editor then has all of the entry.
  func entryAbove(_ line: EditedLine) -> EditedLine? {
    guard continues(with: line.text) else { return nil }
    let entry = EditedLine(entry(with: line.text), cursor: start(of: line.text) + line.cursor)
    lines = ""
    return entry.up
  }

  func completion(of line: EditedLine) -> Completion {
    guard isExamined(line) else { return .none }
    let start = start(of: line.text)
    let (candidates, replaced) = session.completions(of: entry(with: line.text), at: start + line.cursor)
    guard replaced.lowerBound >= start else { return .none }
    return Completion(candidates: candidates, replaced: replaced.lowerBound - start..<replaced.upperBound - start)
  }

  /// Returns the colors and the hint of a line, or neither if the entry is empty or colors are off.
  ///
  /// Without colors, the user could not tell a hint from the line.
  func appearance(of line: EditedLine) -> HighlightedLine {
    let colors = session.options.style.colors
    guard colors != .none, !line.text.isEmpty || !lines.isEmpty, isExamined(line) else { return .plain }
    let start = start(of: line.text)
    let entry = entry(with: line.text)
    let highlights = session.highlights(of: entry).compactMap { highlight -> Highlight? in
      guard highlight.range.upperBound > start else { return nil }
      let begin = max(highlight.range.lowerBound, start)
      return Highlight(range: begin - start..<highlight.range.upperBound - start, kind: highlight.kind)
    }
    var appearance = HighlightedLine(highlights, colors: colors)
    if let signature = session.hint(for: entry, at: start + line.cursor) {
      appearance.explain(signature)
    } else if lines.isEmpty, line.isAtEnd, let entry = history.newest(beginningWith: line.text) {
      appearance.offer(entry, after: line.text)
    }
    return appearance
  }

  /// Returns what the entry would show, or `nil` without colors, for the same reason as above.
  func preview(of line: EditedLine) -> StyledText? {
    let colors = session.options.style.colors
    guard colors != .none, isExamined(line), let preview = session.preview(of: entry(with: line.text)) else {
      return nil
    }
    return StyledText(text: preview.text, style: .hint(colors))
  }

  private func isExamined(_ line: EditedLine) -> Bool {
    start(of: line.text) + line.text.utf8.count <= Self.maxExamined
  }

  /// Returns the offset of the line in the entry.
  private func start(of line: String) -> Int {
    continues(with: line) ? lines.utf8.count + 1 : 0
  }
}

extension String {
  /// Whether the line is a command, such as `:help`.
  fileprivate var isCommand: Bool {
    let text = drop { $0 == " " || $0 == "\t" }
    return text.first == ":" && text.dropFirst().first?.isLetter == true
  }
}
