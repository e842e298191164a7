import Marbles

/// A test for people: what failed, a line for each file, and how much it was.
struct TextForm: TestForm {
  let style: DrawingStyle
  /// Whether only what failed is said.
  let isQuiet: Bool

  func piece(for finding: Finding) -> TestPiece? {
    switch finding {
    case .unreadable(let path, let failure):
      return TestPiece(text: "\(path): error: \(failure.reason)\n", channel: .diagnostics)
    case .answer(.passed): return nil
    case .answer(.warning) where isQuiet: return nil
    case .answer(let answer):
      guard let (text, channel) = AnswerWriter(style: style).text(of: answer) else { return nil }
      guard case .failed(let assertion, _) = answer, let title = assertion.title else {
        return TestPiece(text: text, channel: channel)
      }
      // The comment stands below the first line, which says where it is.
      let end = text.firstIndex(of: "\n") ?? text.endIndex
      return TestPiece(text: "\(text[..<end])\n  \(title.printable)\(text[end...])", channel: channel)
    }
  }

  func end(of file: String, _ counts: TestCounts) -> TestPiece? {
    if isQuiet { return nil }
    let mark = counts.areBad ? "✗" : counts.assertions == 0 ? "-" : "✓"
    return TestPiece(text: "\(mark) \(file): \(counts.text)\n".withOwnMarks(inASCII: style.isASCII))
  }

  func closing(_ counts: TestCounts, status: Int, points: Int) -> String {
    isQuiet ? "" : "\(counted(counts.files, "file")), \(counts.text)\n"
  }
}
