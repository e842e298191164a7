import MarbleSession
import Marbles

/// A reporter that writes JUnit XML, with a suite for each file.
///
/// Without times, the same scripts produce the same bytes.
struct JUnitReporter: TestReporter {
  let keepsReportWhole = true

  func opening(_ totals: TestCounts) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites\(attributes(of: "rxrepl", totals) + attribute(totals.time))>\n"
  }

  func fragment(for finding: Finding, time: Duration?) -> ReportFragment? {
    switch finding {
    case .answer(.passed(let assertion)):
      return ReportFragment(text: "    <testcase\(attributes(of: assertion, time))/>\n")
    case .answer(.failed(let assertion, let failing)):
      return ReportFragment(
        text: testCase(
          attributes(of: assertion, time), "failure", message: failing.summary, type: failing.reason,
          AnswerWriter().text(of: .failed(assertion, failing))?.text ?? ""))
    case .answer(.error(let diagnostic, let source)):
      let message = diagnostic.problem.message
      return ReportFragment(
        text: testCase(
          attributes(name: message, file: source.place.file, time), "error", message: message,
          type: "error",
          DiagnosticRenderer(source).text(of: diagnostic) + "\n"))
    case .answer(.warning(let diagnostic, let source)):
      return ReportFragment(
        text: XML.escaped(DiagnosticRenderer(source).text(of: diagnostic)) + "\n", channel: .diagnostics)
    case .answer: return nil
    case .unreadable(let path, let failure):
      return ReportFragment(
        text: testCase(
          attributes(name: path, file: path, time), "error", message: failure.reason, type: "unreadable",
          "\(path): error: \(failure.reason)\n"))
    }
  }

  func whole(_ file: String, _ counts: TestCounts, _ fragments: [ReportFragment]) -> ReportFragment? {
    // Warnings are not test cases, so they follow all of these.
    let warnings = fragments.filter { $0.channel == .diagnostics }.map(\.text).joined()
    return ReportFragment(
      text: "  <testsuite\(attributes(of: file, counts)) skipped=\"0\"\(attribute(counts.time))>\n"
        + fragments.filter { $0.channel == .output }.map(\.text).joined()
        + (warnings.isEmpty ? "" : "    <system-err>\(warnings)</system-err>\n") + "  </testsuite>\n")
  }

  func closing(_ counts: TestCounts, status: Int, points: Int) -> String { "</testsuites>\n" }

  /// Returns the attributes of a suite, or of all suites.
  private func attributes(of name: String, _ counts: TestCounts) -> String {
    XML.attributes([
      "name": name, "tests": String(counts.assertions + counts.errors), "failures": String(counts.failed),
      "errors": String(counts.errors),
    ])
  }

  private func attributes(of assertion: Answer.Assertion, _ time: Duration?) -> String {
    attributes(name: assertion.title ?? assertion.expression, file: assertion.source.place.file, time)
  }

  // The place is in the text, because Jenkins' schema has no attributes for it.
  private func attributes(name: String, file: String, _ time: Duration?) -> String {
    XML.attributes(["name": name, "classname": file]) + attribute(time)
  }

  private func attribute(_ time: Duration?) -> String {
    time.map { XML.attributes(["time": $0.secondsText]) } ?? ""
  }

  private func testCase(
    _ attributes: String, _ element: String, message: String, type: String, _ text: String
  ) -> String {
    """
        <testcase\(attributes)>
          <\(element)\(XML.attributes(["message": message, "type": type]))>\(XML.escaped(text))</\(element)>
        </testcase>

    """
  }
}
