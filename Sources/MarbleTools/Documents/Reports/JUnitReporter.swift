import Marbles

/// A reporter that writes JUnit XML, with a suite for each file.
///
/// It writes no times, so that the same scripts produce the same bytes.
struct JUnitReporter: TestReporter {
  let opening = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"rxrepl\">\n"
  let keepsFilesWhole = true

  func fragment(for finding: Finding) -> ReportFragment? {
    switch finding {
    case .answer(.passed(let assertion)):
      return ReportFragment(text: "    <testcase\(attributes(of: assertion))/>\n")
    case .answer(.failed(let assertion, let failing)):
      return ReportFragment(
        text: testCase(
          attributes(of: assertion), "failure", message: failing.summary, type: failing.reason,
          AnswerWriter().text(of: .failed(assertion, failing))?.text ?? ""))
    case .answer(.error(let diagnostic, let source)):
      let position = source.position(of: diagnostic.span.lowerBound)
      let message = diagnostic.problem.message
      return ReportFragment(
        text: testCase(
          attributes(name: message, file: source.name, line: position.line), "error", message: message, type: "error",
          DiagnosticRenderer(source).text(of: diagnostic) + "\n"))
    case .answer(.warning(let diagnostic, let source)):
      return ReportFragment(
        text: XML.escaped(DiagnosticRenderer(source).text(of: diagnostic)) + "\n", channel: .diagnostics)
    case .answer: return nil
    case .unreadable(let path, let failure):
      return ReportFragment(
        text: testCase(
          attributes(name: path, file: path, line: nil), "error", message: failure.reason, type: "unreadable",
          "\(path): error: \(failure.reason)\n"))
    }
  }

  func whole(_ file: String, _ counts: TestCounts, _ fragments: [ReportFragment]) -> ReportFragment? {
    let attributes = XML.attributes([
      "name": file, "tests": String(counts.assertions + counts.errors), "failures": String(counts.failed),
      "errors": String(counts.errors), "skipped": "0",
    ])
    // Warnings are not test cases, so they follow all of these.
    let warnings = fragments.filter { $0.channel == .diagnostics }.map(\.text).joined()
    return ReportFragment(
      text: "  <testsuite\(attributes)>\n" + fragments.filter { $0.channel == .output }.map(\.text).joined()
        + (warnings.isEmpty ? "" : "    <system-err>\(warnings)</system-err>\n") + "  </testsuite>\n")
  }

  func closing(_ counts: TestCounts, status: Int, points: Int) -> String { "</testsuites>\n" }

  private func attributes(of assertion: Answer.Assertion) -> String {
    attributes(name: assertion.title ?? assertion.expression, file: assertion.file, line: assertion.line)
  }

  private func attributes(name: String, file: String, line: Int?) -> String {
    XML.attributes(["name": name, "classname": file, "file": file])
      + (line.map { XML.attributes(["line": String($0)]) } ?? "")
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
