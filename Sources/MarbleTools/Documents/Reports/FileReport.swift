import MarbleSession
import Marbles

/// The test report of one file.
package struct FileReport {
  private let name: String
  /// Whether the user named the file, or else it was found in a folder.
  private let isNamed: Bool
  private var reporter: any TestReporter
  private let filter: String?
  package private(set) var counts = TestCounts()
  private var hasHeading = false
  private var isUnreadable = false
  /// Whether the file contains a script.
  private var hasScripts = false
  /// The places of the searches with a warning.
  private var openSearches: Set<Span> = []
  /// The fragments so far, for reporters that write a file as a whole.
  private var kept: [ReportFragment] = []

  package init(of name: String, isNamed: Bool, _ options: TestReport.Options) {
    self.name = name
    self.isNamed = isNamed
    reporter = options.reporter
    filter = options.filter
  }

  /// Begins to report about the content of the file.
  package mutating func read(_ document: Document) {
    reporter = reporter.reading(document)
    hasScripts = !document.pagesAndPassages.isEmpty
  }

  /// Adds the answer of a run, and returns the fragments to write now.
  ///
  /// - Parameter time: The time since the answer before it, if times are reported.
  package mutating func add(_ answer: Answer, time: Duration? = nil) -> [ReportFragment] {
    switch answer {
    case .passed(let assertion), .failed(let assertion, _):
      isWanted(assertion) ? add(.answer(answer), time: time) + warning(about: assertion) : []
    case .error, .warning, .text: add(.answer(answer), time: time)
    // The help of a failed assertion asks for it.
    case .explained(let explanation) where counts.failed > 0:
      add(.answer(.text(String(AnswerWriter().lines(of: explanation).dropLast()))))
    case .bound, .drawing, .explained, .translation, .leave: []
    }
  }

  /// Adds a warning about a search that has an answer, because its `?` should be replaced.
  private mutating func warning(about assertion: Answer.Assertion) -> [ReportFragment] {
    guard let search = assertion.search, let hole = search.replaced, !search.result.answers.isEmpty,
      openSearches.insert(hole).inserted
    else { return [] }
    return add(.answer(.warning(Diagnostic(.openSearch, at: hole), assertion.source)))
  }

  /// Adds an error for a file that cannot be read, or for one that cannot be written after its run.
  package mutating func add(_ failure: SystemFailure) -> [ReportFragment] {
    isUnreadable = counts == TestCounts()
    return add(.unreadable(name, failure))
  }

  /// Ends the report, and returns the remaining fragments.
  ///
  /// - Parameter time: The time of the whole test, if times are reported.
  package mutating func end(time: Duration? = nil) -> [ReportFragment] {
    // Warnings do not count as assertions that the filter selects.
    if filter != nil, counts.assertions == 0, counts.errors == 0 { return [] }
    if counts == TestCounts(), !isNamed, name.isPagePath, !hasScripts { return [] }
    counts.time = time
    if !isUnreadable { counts.files = 1 }
    if let whole = reporter.whole(name, counts, kept) { return [whole] }
    if isUnreadable { return [] }
    return heading() + (reporter.end(of: name, counts).map { [$0] } ?? [])
  }

  private mutating func add(_ finding: Finding, time: Duration? = nil) -> [ReportFragment] {
    counts.count(finding)
    guard let fragment = reporter.fragment(for: finding, time: time) else { return [] }
    if reporter.keepsReportWhole {
      kept.append(fragment)
      return []
    }
    return heading() + [fragment]
  }

  private mutating func heading() -> [ReportFragment] {
    defer { hasHeading = true }
    return hasHeading ? [] : reporter.heading(of: name).map { [$0] } ?? []
  }

  private func isWanted(_ assertion: Answer.Assertion) -> Bool { assertion.contains(filter) }
}

extension Answer.Assertion {
  /// Whether the title, the expression or the location contains the filter, or there is no filter.
  package func contains(_ filter: String?) -> Bool {
    guard let filter else { return true }
    return [title ?? "", expression, location].contains { $0.contains(filter) }
  }
}
