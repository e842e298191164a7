import MarbleSession
import Marbles

extension EditedDocument {
  /// Runs all scripts of the document without drawing.
  ///
  /// - Parameters:
  ///   - known: The results of an earlier run of the document, which are reused where the text has not changed.
  ///   - makeSession: Creates a session with access to files and with limits.
  ///   - take: Called repeatedly with the results so far, and at the end with all of them. The run stops when it
  ///     returns `false`.
  package func run(
    reusing known: KnownRuns = KnownRuns(), in makeSession: @escaping () -> Session,
    take: @escaping (DocumentResults) -> Bool
  ) {
    let collector = ResultCollector(self)
    let memory = RunMemory(known)
    if let failure { collector.add(.error(failure.diagnostic, failure.source)) }
    var runner = FenceRunner(document) {
      let session = makeSession()
      session.options.drawsShown = false
      session.options.answersQuestions = false
      session.options.runsBindings = true
      session.options.keepsSteps = false
      session.options.findsHazards = true
      session.recordResult = collector.add
      memory.beginSession()
      session.memory = memory
      return session
    }
    // The text below an opening line without a closing one may not be a script.
    for passage in passages.dropLast(failure == nil ? 0 : 1) {
      collector.passage = passage
      guard take(collector.results) else { return }
      runner.run(passage, while: { take(collector.results) }) { result in
        if result.counts { collector.add(result.answer) }
        return true
      }
    }
    // Freeing a session takes time, for which the results must not wait.
    withExtendedLifetime(runner) {
      guard take(collector.results) else { return }
      collector.results.isComplete = true
      collector.results.runs = memory.current
      _ = take(collector.results)
    }
  }
}

/// A collector of the results of a run.
private final class ResultCollector {
  var results = DocumentResults()
  /// The passage that is being run.
  var passage: Document.Passage?
  private let edited: EditedDocument

  init(_ edited: EditedDocument) {
    self.edited = edited
  }

  func add(_ answer: Answer) {
    switch answer {
    case .error(let diagnostic, let source): add(diagnostic, source, .error)
    case .warning(let diagnostic, let source): add(diagnostic, source, diagnostic.proof == nil ? .warning : .hint)
    case .passed(let assertion): addPassed(assertion)
    case .failed(let assertion, let reason): addFailed(assertion, reason)
    case .bound, .drawing, .explained, .text, .translation, .leave: break
    }
  }

  /// Adds the result of an expression.
  func add(_ planned: PlannedStatement, _ result: Session.StatementResult, in source: Source) {
    guard let passage, source.isSame(as: passage.source) else { return }
    let span = edited.span(of: planned.statement.span, in: passage)
    switch planned.action {
    case .assert:
      // Its answer was added before.
      if results.statements.last?.span == span { results.statements[results.statements.count - 1].isDrawn = true }
    case .bind(let binding) where binding.plan != nil: addEvents(of: result, at: span)
    case .show: addEvents(of: result, at: span)
    default: break
    }
  }

  private func addEvents(of result: Session.StatementResult, at span: Span) {
    guard !result.outputs.isEmpty else { return }
    let events = result.outputs.map { $0.excerpt(isWhole: result.isWhole) }.joined(separator: ", ")
    let label = events.truncated(toCharacters: Timeline.excerptLength)
    results.statements.append(
      StatementReport(span: span, label: label, details: label == events ? nil : events, isDrawn: true))
  }

  // MARK: Assertions

  private func addPassed(_ assertion: Answer.Assertion) {
    guard let passage, assertion.source.isSame(as: passage.source) else { return }
    var report = StatementReport(span: edited.span(of: assertion.span, in: passage), label: "✓")
    report.details = assertion.report?.text
    if let search = assertion.search, let answer = search.result.answers.first {
      report = StatementReport(
        span: report.span, label: "✓ " + answer.text.truncated(toCharacters: Timeline.excerptLength))
      if let replaced = search.replaced {
        let edit = edited.document.edit(replaced, in: passage, to: answer.text)
        report.update = EditorFix(title: "Write `\(clipped(answer.text))`", edits: [edit])
      }
    }
    results.statements.append(report)
  }

  private func addFailed(_ assertion: Answer.Assertion, _ reason: Answer.FailureReason) {
    let effort = assertion.search.map { [$0.effort] } ?? []
    let message = ([reason.summary] + reason.reasons + effort).joined(separator: "\n")
    guard let passage, assertion.source.isSame(as: passage.source) else {
      guard let span = spanOutsidePassages(assertion.span, in: assertion.source) else {
        return addForeign("\(assertion.location): \(message)", from: assertion.source, .failure)
      }
      results.problems.append(
        EditorProblem(kind: .failure, span: span, related: nil, message: message.trimmingWhitespace, fixes: []))
      return
    }
    let span = edited.span(of: assertion.span, in: passage)
    var report = StatementReport(span: span, label: reason.label)
    report.question = assertion.question
    if let rewrite = AssertionRewrite(assertion, reason) {
      let edits = rewrite.changes.map { edited.document.edit($0.span, in: passage, to: $0.text) }
      let text = clipped(rewrite.changes.map(\.text).joined().trimmingWhitespace)
      report.update = EditorFix(title: reason.isMissing ? "Fill in `\(text)`" : "Accept `\(text)`", edits: edits)
    }
    results.statements.append(report)
    results.problems.append(
      EditorProblem(
        kind: .failure, span: span, related: nil, message: message.trimmingWhitespace,
        fixes: report.update.map { [$0] } ?? []))
  }

  // MARK: Errors

  private func add(_ diagnostic: Diagnostic, _ source: Source, _ kind: EditorProblem.Kind) {
    let problem = diagnostic.problem
    let help = problem.help.map { "help: \($0)" }
    let message = [problem.message, diagnostic.label, diagnostic.proof?.picture().trimmingNewlines, help]
      .compactMap(\.self).joined(separator: "\n")
    guard let spans = spans(of: diagnostic, in: source) else {
      let position = source.position(of: diagnostic.span.lowerBound)
      return addForeign("\(source.name):\(position.line):\(position.column): \(message)", from: source, kind)
    }
    let fixes = passage.map { editorFixes(of: diagnostic, in: source, $0) } ?? []
    results.problems.append(
      EditorProblem(
        kind: kind, name: problem.name, span: spans.span, related: spans.related,
        message: message, fixes: fixes))
  }

  /// Returns the ranges of a diagnostic in the document, or `nil` if it is about another file.
  private func spans(of diagnostic: Diagnostic, in source: Source) -> (span: Span, related: Span?)? {
    if let passage, source.isSame(as: passage.source) {
      let place = { (span: Span) in self.edited.span(of: span, in: passage) }
      return (place(diagnostic.span), diagnostic.related.map(place))
    }
    return spanOutsidePassages(diagnostic.span, in: source).map { ($0, nil) }
  }

  /// Returns the changes that solve a problem of a passage or of the opening line of a fence.
  private func editorFixes(of diagnostic: Diagnostic, in source: Source, _ passage: Document.Passage) -> [EditorFix] {
    let isScript = source.isSame(as: passage.source)
    let statements = isScript ? edited.place(at: edited.span(of: diagnostic.span, in: passage).lowerBound) : nil
    return diagnostic.fixes(in: source) { offset in
      statements.flatMap { self.edited.model.scripts[$0.index].statement(at: offset)?.span.lowerBound }
    }.compactMap { fix in
      let place = isScript ? edited.span(of: fix.span, in: passage) : spanOutsidePassages(fix.span, in: source)
      guard let place else { return nil }
      let text = fix.text.onOneLine.trimmingWhitespace
      let deleted = clipped(source.text(of: fix.span).trimmingWhitespace)
      return EditorFix(
        title: text.isEmpty ? "Delete `\(deleted)`" : "Write `\(clipped(text))`",
        edits: [
          DocumentEdit(
            span: place, text: fix.text.replacing("\n", with: "\n" + edited.linePrefix(at: place.lowerBound)))
        ])
    }
  }

  /// Returns the range of the opening line of a fence or of the whole page, or `nil` for a range of another file.
  private func spanOutsidePassages(_ span: Span, in source: Source) -> Span? {
    guard source.name == edited.name else { return nil }
    let start = source.offsetInDocument(of: span.lowerBound)
    return start..<start + span.count
  }

  /// Adds a problem of a loaded file, at the command that loads it.
  private func addForeign(_ message: String, from source: Source, _ kind: EditorProblem.Kind) {
    guard let passage else { return }
    let span = edited.commandLoading(source.name) ?? edited.span(of: passage.source.line(containing: 0), in: passage)
    results.problems.append(EditorProblem(kind: kind, span: span, related: nil, message: message, fixes: []))
  }
}

// MARK: - Text

extension Answer.FailureReason {
  /// `✗`, with the number of differences if there are any.
  fileprivate var label: String {
    switch self {
    case .differs(let comparisons, _):
      let count = comparisons.reduce(0) { $0 + $1.differences.count }
      return count > 0 ? "✗ \(count)" : "✗"
    case .observed(let comparison): return "✗ \(comparison.differing.count)"
    default: return "✗"
    }
  }

  fileprivate var isMissing: Bool {
    switch self {
    case .missing, .missingWindows: true
    default: false
    }
  }

  /// The differences or the results, one line each.
  fileprivate var reasons: [String] {
    switch self {
    case .differs(let comparisons, let notes):
      let differences = comparisons.flatMap(\.differences)
      let lines = differences.prefix(Self.maxReasons).map { "\($0.place)  \($0.explanation)" }
      return lines + (differences.count > lines.count ? ["and \((differences.count - lines.count).grouped) more"] : [])
        + notes
    case .missing(let timelines):
      return ["the result is " + timelines.map { "`\($0.excerpt())`" }.joined(separator: ", ")]
    case .missingWindows(let windows):
      return ["the result is `\(windows.isEmpty ? "-" : windows.map(WindowPrinter.text).joined(separator: ", "))`"]
    case .observed(let comparison): return comparison.differing.prefix(Self.maxReasons).map(comparison.explanation)
    case .subscribed(let remainder): return [remainder]
    case .grammarViolation, .wordGrammarViolation, .notFound, .refuted, .race, .unfinished, .nothingFails, .exercise:
      return []
    }
  }

  private static var maxReasons: Int { 5 }
}

extension Timeline {
  /// The maximum length of a result beside a statement, in characters.
  static let excerptLength = 40

  /// Returns the text of a timeline, or the text of its beginning if it is long.
  func excerpt(isWhole: Bool = true) -> String {
    var beginning = self
    let limit = 1000
    if marbles.count > limit {
      beginning = Timeline(Array(marbles.prefix(limit)))
      beginning.continues = true
    } else if !isWhole {
      beginning.continues = true
    }
    let text = TimelinePrinter.text(of: beginning)
    return text.isEmpty ? "-" : text
  }
}

extension Source {
  /// Whether this is the source of a passage or a part of it, and not that of another file.
  func isSame(as other: Source) -> Bool { name == other.name && embedding == other.embedding }
}
