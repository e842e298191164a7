import MarbleSession
import Marbles

/// A reporter that writes the Test Anything Protocol.
///
/// Both versions have the same tests. Many versions of Perl's `prove` reject the number 14, and parse only a subset of
/// YAML.
struct TAPReporter: TestReporter {
  let version: Int

  func opening(_ totals: TestCounts) -> String { "TAP version \(version)\n" }

  func heading(of file: String) -> ReportFragment? { ReportFragment(text: comment(file)) }

  func fragment(for finding: Finding, time: Duration?) -> ReportFragment? {
    switch finding {
    case .answer(.passed(let assertion)):
      return ReportFragment(point: "ok", text: description(assertion.title ?? assertion.expression))
    case .answer(.failed(let assertion, let failing)):
      return ReportFragment(
        point: "not ok",
        text: description(assertion.title ?? assertion.expression)
          + details(
            message: failing.summary, severity: "fail", at: assertion.span, assertion.source,
            text: AnswerWriter().text(of: .failed(assertion, failing))?.text ?? ""))
    case .answer(.error(let diagnostic, let source)):
      let message = diagnostic.problem.message
      return ReportFragment(
        point: "not ok",
        text: description(message)
          + details(
            message: message, severity: "error", at: diagnostic.span, source,
            text: DiagnosticRenderer(source).text(of: diagnostic)))
    case .answer(.warning(let diagnostic, let source)):
      return ReportFragment(text: comment(DiagnosticRenderer(source).text(of: diagnostic)))
    case .answer(.text(let text)): return ReportFragment(text: comment(text))
    case .answer: return nil
    case .unreadable(let path, let failure):
      return ReportFragment(
        point: "not ok",
        text: description("\(path): \(failure.reason)")
          + details(message: failure.reason, severity: "error", file: path))
    }
  }

  func end(of file: String, _ counts: TestCounts) -> ReportFragment? {
    counts.assertions == 0 && !counts.indicateFailure ? ReportFragment(text: comment(counts.text)) : nil
  }

  func closing(_ counts: TestCounts, status: Int, points: Int) -> String {
    (status == TestReport.interrupted ? "Bail out! interrupted\n" : "1..\(points)\n")
      + comment("\(pluralized(counts.files, "file")), \(counts.text)")
  }

  /// Returns the single line after the number of a test point.
  private func description(_ text: String) -> String {
    let line = text.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
    return " - \(line.onPlainLines.replacing("\n", with: " "))\n"
  }

  private func comment(_ text: String) -> String {
    lines(of: text).map { "# \($0)\n" }.joined()
  }

  private func details(message: String, severity: String, at span: Span, _ source: Source, text: String) -> String {
    let (file, cell) = source.place
    let place = (cell.map { "    cell: \($0)\n" } ?? "") + "    line: \(source.position(of: span.lowerBound).line)\n"
    return details(message: message, severity: severity, file: file, place: place, text: text)
  }

  /// Returns a YAML block.
  private func details(
    message: String, severity: String, file: String, place: String = "", text: String? = nil
  ) -> String {
    var yaml = "  ---\n  message: \(quoted(message))\n  severity: \(severity)\n"
    yaml += "  at:\n    file: \(quoted(file))\n\(place)"
    if let text {
      // The first line determines the indentation of the block, and a line with less of it would end the block.
      yaml += "  text: |\n" + lines(of: text.drop(while: \.isWhitespace)).map { "    \($0)\n" }.joined()
    }
    return yaml + "  ...\n"
  }

  private func quoted(_ text: String) -> String {
    // JSON strings are valid YAML.
    var json = JSONText()
    json.string(text)
    return json.text
  }

  private func lines(of text: some StringProtocol) -> [Substring] {
    let text = String(text).onPlainLines
    return (text.hasSuffix("\n") ? text.dropLast() : text[...]).split(separator: "\n", omittingEmptySubsequences: false)
  }
}

extension String {
  /// The text without characters that control a terminal, and with spaces in place of tabs.
  fileprivate var onPlainLines: String { printable.replacing("\t", with: " ") }
}
