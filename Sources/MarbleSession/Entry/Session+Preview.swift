import MarbleLanguage
import Marbles

/// The result or error of an entry that is being typed.
package enum Preview: Equatable, Sendable {
  /// The lane of the result.
  case lane(String)
  /// The message of the first error.
  case error(String)

  /// The text of the row that shows it.
  package var text: String {
    switch self {
    case .lane(let text): text
    case .error(let message): "error: \(message)"
    }
  }
}

extension Session {
  /// The maximum length of an entry with a preview, in bytes.
  private static var maxPreviewedLength: Int { 1000 }

  /// Returns what an entry would show, or `nil` for an entry without a preview.
  ///
  /// A timeline, a name and a command have no preview, because it would only repeat the entry. An entry that is
  /// incomplete has none, nor has one with an error in its last word, which may still be typed, nor one whose run is
  /// too long. An empty last line has none, because the entry may continue there.
  package func preview(of entry: String) -> Preview? {
    guard options.showsPreview, entry.utf8.count <= Self.maxPreviewedLength, !entry.endsInEmptyLine,
      !needsMore(entry)
    else { return nil }
    // Names that the entry binds must not become names of the session.
    var trial = state
    trial.bindings = bindings.beginning(bindings.extent)
    defer { trial.bindings.end() }
    let source = Source(name: "<preview>", text: entry)
    guard (try? source.checkEncoding()) != nil else { return nil }
    var error: Diagnostic?
    let request = Request(source: source, mode: .prompt, isWanted: { true }) { answer in
      if case .error(let diagnostic, _) = answer { error = error ?? diagnostic }
    }
    let planner = StatementPlanner(source, trial, options)
    var reader = StatementReader(request, planner, from: 0)
    var last: PlannedStatement?
    while error == nil, let statements = reader.next() { last = statements.last ?? last }
    if let error { return preview(of: error, in: entry) }
    guard let run = last?.previewedRun else { return nil }
    do {
      let outcome = try Outcome(
        running: run.plan, during: Array(run.observed.prefix(1)), limits: .preview, while: { true })
      return preview(of: outcome, named: last?.previewedName ?? "out")
    } catch {
      return preview(of: error.diagnostic, in: entry)
    }
  }

  private func preview(of error: Diagnostic, in entry: String) -> Preview? {
    // The expected events of a search may still be typed.
    if case ProgramProblem.misplacedHole = error.problem { return nil }
    return error.span.upperBound >= entry.utf8.count ? nil : .error(error.problem.message)
  }

  private func preview(of outcome: Outcome, named name: String) -> Preview? {
    switch outcome.stop {
    case .deliveries, .volume, .jobs, .room, .cancelled: return nil
    case .tick, nil: break
    }
    guard let output = outcome.outputs.first else { return nil }
    var style = options.style
    style.format = style.format == .unicode ? .unicode : .plain
    style.usesColor = false
    style.width = nil
    let drawing = style.draw([Diagram(inputs: [Diagram.Lane(name: name, timeline: output)])])
    // The first row is the time axis.
    let rows = drawing.split(separator: "\n")
    return rows.count > 1 ? .lane(String(rows[1])) : nil
  }
}

extension String {
  fileprivate var endsInEmptyLine: Bool {
    let line = reversed().prefix { !$0.isNewline }
    return line.count < count && line.allSatisfy(\.isWhitespace)
  }
}

extension PlannedStatement {
  /// The run whose result is shown: that of an expression.
  fileprivate var previewedRun: PlannedRun? {
    switch action {
    case .show(let run), .assert(let run, _): run
    case .bind(let binding): binding.plan.map { PlannedRun(plan: $0, text: "", windows: []) }
    case .define, .draw, .search, .subscriptions, .check, .ask, .law, .races, .set, .command: nil
    }
  }

  fileprivate var previewedName: String? {
    if case .bind(let binding) = action { binding.name } else { nil }
  }
}
