import Marbles

/// What a test says of one file.
package struct FileReport {
  private let name: String
  /// Whether somebody has named it; else it was found in a folder.
  private let isNamed: Bool
  private let reporter: any TestReporter
  private let filter: String?
  package private(set) var counts = TestCounts()
  private var hasHeading = false
  private var isUnreadable = false
  /// What is kept until all of it is there, in forms that need that.
  private var kept: [ReportFragment] = []

  package init(of name: String, isNamed: Bool, _ options: TestReport.Options) {
    self.name = name
    self.isNamed = isNamed
    reporter = options.reporter
    filter = options.filter
  }

  /// Adds what a run gave; what is to be said of it now.
  package mutating func add(_ answer: Answer) -> [ReportFragment] {
    switch answer {
    case .passed(let assertion), .failed(let assertion, _): isWanted(assertion) ? add(.answer(answer)) : []
    case .error, .warning, .text: add(.answer(answer))
    case .bound, .drawing, .leave: []
    }
  }

  /// Adds that the file cannot be had, or, behind what came of it, that it cannot be written.
  package mutating func add(_ failure: SystemFailure) -> [ReportFragment] {
    isUnreadable = counts == TestCounts()
    return add(.unreadable(name, failure))
  }

  /// What is to be said when all is added.
  package mutating func end() -> [ReportFragment] {
    if counts == TestCounts(), filter != nil || (!isNamed && Document.isMarkdown(name)) { return [] }
    if !isUnreadable { counts.files = 1 }
    if let whole = reporter.whole(name, counts, kept) { return [whole] }
    if isUnreadable { return [] }
    return heading() + (reporter.end(of: name, counts).map { [$0] } ?? [])
  }

  private mutating func add(_ finding: Finding) -> [ReportFragment] {
    counts.count(finding)
    guard let piece = reporter.piece(for: finding) else { return [] }
    if reporter.keepsFilesWhole {
      kept.append(piece)
      return []
    }
    return heading() + [piece]
  }

  private mutating func heading() -> [ReportFragment] {
    defer { hasHeading = true }
    return hasHeading ? [] : reporter.heading(of: name).map { [$0] } ?? []
  }

  private func isWanted(_ assertion: Answer.Assertion) -> Bool { assertion.contains(filter) }
}

extension Answer.Assertion {
  /// Whether its title, its expression or its place contains a text; everything contains none.
  package func contains(_ filter: String?) -> Bool {
    guard let filter else { return true }
    return [title ?? "", expression, location].contains { $0.contains(filter) }
  }
}
