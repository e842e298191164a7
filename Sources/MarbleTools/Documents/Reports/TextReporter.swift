import Marbles

/// A test for people: what failed, a line for each file, and how much it was.
struct TextReporter: TestReporter {
  let style: DrawingStyle
  /// Whether only what failed is said.
  let isQuiet: Bool

  func piece(for finding: Finding) -> ReportFragment? {
    switch finding {
    case .unreadable(let path, let failure):
      return ReportFragment(text: "\(path): error: \(failure.reason)\n", channel: .diagnostics)
    case .answer(.passed): return nil
    case .answer(.warning) where isQuiet: return nil
    case .answer(let answer):
      guard let (text, channel) = AnswerWriter(style: style).text(of: answer) else { return nil }
      guard case .failed(let assertion, _) = answer, let title = assertion.title else {
        return ReportFragment(text: text, channel: channel)
      }
      // The comment stands below the first line, which says where it is.
      let end = text.firstIndex(of: "\n") ?? text.endIndex
      return ReportFragment(text: "\(text[..<end])\n  \(title.printable)\(text[end...])", channel: channel)
    }
  }

  func end(of file: String, _ counts: TestCounts) -> ReportFragment? {
    if isQuiet { return nil }
    let mark = counts.indicateFailure ? "✗" : counts.assertions == 0 ? "-" : "✓"
    return ReportFragment(text: "\(mark) \(file): \(counts.text)\n".withOwnMarks(inASCII: style.isASCII))
  }

  func closing(_ counts: TestCounts, status: Int, points: Int) -> String {
    isQuiet ? "" : "\(pluralized(counts.files, "file")), \(counts.text)\n"
  }
}
