import MarbleSession
import Marbles

/// A reporter that writes annotations, which GitHub shows at the lines of a change.
struct GitHubReporter: TestReporter {
  private var document: Document?

  func reading(_ document: Document) -> any TestReporter {
    var reporter = self
    reporter.document = document
    return reporter
  }

  func fragment(for finding: Finding, time: Duration?) -> ReportFragment? {
    switch finding {
    case .answer(.failed(let assertion, let failing)):
      return annotation(
        "error", place(assertion.span, assertion.source, hasColumn: false) + [("title", assertion.title ?? "")],
        AnswerWriter().text(of: .failed(assertion, failing))?.text ?? failing.summary)
    case .answer(.error(let diagnostic, let source)): return annotation("error", diagnostic, source)
    case .answer(.warning(let diagnostic, let source)): return annotation("warning", diagnostic, source)
    case .answer(.text(let text)): return ReportFragment(text: text.printable + "\n")
    case .answer: return nil
    case .unreadable(let path, let failure): return annotation("error", [], "\(path): error: \(failure.reason)")
    }
  }

  func closing(_ counts: TestCounts, status: Int, points: Int) -> String {
    "\(pluralized(counts.files, "file")), \(counts.text)\n"
  }

  private func annotation(_ command: String, _ diagnostic: Diagnostic, _ source: Source) -> ReportFragment {
    annotation(
      command, place(diagnostic.span, source, hasColumn: true), DiagnosticRenderer(source).text(of: diagnostic))
  }

  /// Returns the properties for the beginning of a span.
  private func place(_ span: Span, _ source: Source, hasColumn: Bool) -> [(String, String)] {
    let file = source.place.file
    let position = source.position(of: span.lowerBound)
    // The lines of a cell are not those of its notebook, which a change contains.
    if let document, let cell = document.cells.first(where: { $0.page.name == source.name }) {
      return [("file", file), ("line", String(cell.lineInFile(of: position.line, in: document.bytes)))]
    }
    let column = hasColumn ? [("col", String(position.column))] : []
    return [("file", file), ("line", String(position.line))] + column
  }

  private func annotation(
    _ command: String, _ properties: [(name: String, value: String)], _ message: String
  ) -> ReportFragment {
    let properties = properties.filter { !$0.value.isEmpty }.map { "\($0.name)=\(Self.escaped($0.value))" }
    let head = properties.isEmpty ? command : "\(command) \(properties.joined(separator: ","))"
    let message = message.hasSuffix("\n") ? String(message.dropLast()) : message
    return ReportFragment(text: "::\(head)::\(Self.escapedLines(message))\n")
  }

  /// Returns the value of a property, in which GitHub escapes more characters than in a message.
  private static func escaped(_ value: String) -> String {
    escapedLines(value).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  private static func escapedLines(_ text: String) -> String {
    text.printable.replacing("%", with: "%25").replacing("\n", with: "%0A")
  }
}
