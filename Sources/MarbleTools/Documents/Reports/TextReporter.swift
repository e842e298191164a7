import MarbleSession
import Marbles

/// A reporter for people, which writes failures, a line for each file, and a summary.
struct TextReporter: TestReporter {
  let style: DrawingStyle
  /// Whether only failures are written.
  let isQuiet: Bool

  func fragment(for finding: Finding, time: Duration?) -> ReportFragment? {
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
      // The comment belongs below the first line, which contains the location.
      let end = text.firstIndex(of: "\n") ?? text.endIndex
      return ReportFragment(text: "\(text[..<end])\n  \(title.printable)\(text[end...])", channel: channel)
    }
  }

  func end(of file: String, _ counts: TestCounts) -> ReportFragment? {
    if isQuiet { return nil }
    let mark = counts.indicateFailure ? "✗" : counts.assertions == 0 ? "-" : "✓"
    return ReportFragment(text: "\(mark) \(file): \(counts.textWithTime)\n".withOwnMarks(inASCII: style.isASCII))
  }

  func closing(_ counts: TestCounts, status: Int, points: Int) -> String {
    isQuiet ? "" : "\(pluralized(counts.files, "file")), \(counts.textWithTime)\n"
  }
}
