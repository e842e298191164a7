import MarbleTools

/// What the line editor asks while an entry is typed, answered by the session.
///
/// An entry may take several lines; the session is asked about all of it, the editor knows only the last one.
final class LineEditorDelegate {
  private let session: Session
  private let history: History
  /// The lines of the entry that are already there.
  var lines = ""

  init(session: Session, history: History) {
    self.session = session
    self.history = history
  }

  /// Whether a line goes on with the entry; a command stands for itself wherever it is typed.
  private func continues(with line: String) -> Bool {
    !lines.isEmpty && !line.isCommand
  }

  /// The whole entry, with a line that is being typed.
  func entry(with line: String) -> String {
    continues(with: line) ? lines + "\n" + line : line
  }

  /// Ends the entry with a line; a command leaves the lines that were there before it.
  func end(with line: String) -> String {
    let entry = entry(with: line)
    if continues(with: line) { lines = "" }
    return entry
  }

  func completion(of line: String, at cursor: Int) -> Completion {
    let start = start(of: line)
    let (candidates, replaced) = session.completions(of: entry(with: line), at: start + cursor)
    guard replaced.lowerBound >= start else { return .none }
    return Completion(candidates: candidates, replaced: replaced.lowerBound - start..<replaced.upperBound - start)
  }

  /// How a line looks; `nil` of nothing, and where there are no colors, for then a hint could not be told from the line.
  func highlightedLine(of line: String, at cursor: Int) -> HighlightedLine? {
    guard session.options.style.usesColor, !line.isEmpty || !lines.isEmpty else { return nil }
    let start = start(of: line)
    let entry = entry(with: line)
    let highlights = session.highlights(of: entry).compactMap { highlight -> Highlight? in
      guard highlight.range.upperBound > start else { return nil }
      let begin = max(highlight.range.lowerBound, start)
      return Highlight(range: begin - start..<highlight.range.upperBound - start, kind: highlight.kind)
    }
    var painting = HighlightedLine(of: line, highlights)
    if let signature = session.hint(for: entry, at: start + cursor) {
      painting.explain(signature)
    } else if lines.isEmpty, cursor == line.utf8.count, let entry = history.newest(beginningWith: line) {
      painting.offer(entry, after: line)
    }
    return painting
  }

  /// Where in the entry the line begins.
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
