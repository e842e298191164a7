import Marbles

/// Answers as JSON, one object each, in the format that `Documentation/JSON.md` describes.
extension JSONText {
  /// Writes an answer.
  ///
  /// The caller decides whether the answer is reported at all.
  package mutating func answer(_ answer: Answer) {
    switch answer {
    case .bound(let diagram): record("bound") { $0.drawing(diagram) }
    case .drawing(let diagram): record("drawing") { $0.drawing(diagram) }
    case .explained(let explanation): record("explanation") { $0.explanation(explanation) }
    case .passed(let assertion):
      record("passed") { json in
        json.assertion(assertion)
        if let report = assertion.report { json.law(report) }
        if let report = assertion.races { json.member("orders", report.orders) }
      }
    case .failed(let assertion, let failing):
      record("failed") { json in
        json.assertion(assertion)
        json.failing(failing)
        if let question = assertion.question { json.member("question", question) }
      }
    case .error(let diagnostic, let source): record("error") { $0.diagnostic(diagnostic, in: source) }
    case .warning(let diagnostic, let source): record("warning") { $0.diagnostic(diagnostic, in: source) }
    case .text(let text), .translation(let text): record("text") { $0.member("text", text) }
    case .leave: break
    }
  }

  /// Writes an object of a report.
  package mutating func record(_ kind: String, _ members: (inout JSONText) -> Void) {
    object { json in
      json.header("rxrepl/report")
      json.member("kind", kind)
      members(&json)
    }
  }

  /// Writes an error for a file that cannot be read.
  package mutating func unreadable(_ path: String, _ failure: SystemFailure) {
    record("error") { json in
      json.member("file", path)
      json.member("message", failure.reason)
    }
  }

  /// Writes the last object of a report, with the number of files if they were counted.
  package mutating func summary(_ counts: TestCounts, files: Int? = nil, drawings: Int, status: Int) {
    record("summary") { json in
      if let files { json.member("files", files) }
      json.member("drawings", drawings)
      json.counts(counts)
      json.member("status", status)
    }
  }

  package mutating func counts(_ counts: TestCounts) {
    member("passed", counts.passed)
    member("failed", counts.failed)
    member("errors", counts.errors)
    member("warnings", counts.warnings)
  }

  private mutating func explanation(_ explanation: Explanation) {
    member("question", explanation.question)
    member("sentence", explanation.sentence)
    member("came", explanation.came)
    member("operator", explanation.operator)
    member("steps", explanation.steps) { json, step in
      json.object { json in
        json.member("lane", step.lane)
        json.key("event")
        if let event = step.event {
          json.event(Timeline.Marble(tick: step.tick, event: event))
        } else {
          json.subscription(at: step.tick)
        }
        json.member("operator", step.operator)
        json.member("text", step.text)
      }
    }
    member("remedies", explanation.remedies) { json, remedy in
      json.object { json in
        json.member("original", remedy.original)
        json.member("replacement", remedy.replacement)
        json.member("tick", remedy.tick)
        json.key("result")
        if let event = remedy.result {
          json.event(Timeline.Marble(tick: remedy.tick, event: event))
        } else {
          json.null()
        }
      }
    }
    drawing(explanation.diagram)
  }

  private mutating func drawing(_ diagram: Diagram?) {
    key("diagram")
    if let diagram { self.diagram(diagram) } else { null() }
  }

  private mutating func assertion(_ assertion: Answer.Assertion) {
    place(assertion.source)
    member("line", assertion.line)
    member("expression", assertion.expression)
    member("title", assertion.title)
    drawing(assertion.diagram)
    if let search = assertion.search { self.search(search) }
  }

  private mutating func search(_ search: Answer.SearchReport) {
    key("search")
    object { json in
      json.member("answers", search.result.answers) { json, answer in
        json.object { json in
          json.member("expression", answer.text)
          json.key("output")
          if let output = answer.output { json.timeline(output) } else { json.null() }
        }
      }
      json.member("inputs", Array(zip(search.inputs, search.result.distinguishing))) { json, input in
        json.object { json in
          json.member("name", input.0)
          json.key("timeline")
          json.timeline(input.1)
        }
      }
      json.key("nearest")
      if let nearest = search.result.nearest {
        json.object { json in
          json.member("expression", nearest.text)
          json.member("comparisons", nearest.comparisons) { $0.comparison($1) }
        }
      } else {
        json.null()
      }
      json.member("operators", search.result.size)
      json.member("runs", search.result.runs)
      json.member("complete", !search.result.isPartial)
    }
  }

  private mutating func place(_ source: Source) {
    let (file, cell) = source.place
    member("file", file)
    if let cell { member("cell", cell) }
  }

  private mutating func diagnostic(_ diagnostic: Diagnostic, in source: Source) {
    let start = source.position(of: diagnostic.span.lowerBound)
    place(source)
    member("line", start.line)
    member("column", start.column)
    key("span")
    object { json in
      json.member("start", source.offsetInDocument(of: diagnostic.span.lowerBound))
      json.member("end", source.offsetInDocument(of: diagnostic.span.upperBound))
    }
    member("message", diagnostic.problem.message)
    member("label", diagnostic.label)
    member("help", diagnostic.problem.help)
    guard case SessionProblem.hazard(let warning) = diagnostic.problem else { return }
    member("hazard", warning.hazard.name)
    member("remedy", warning.remedy)
    member("streams", strings: warning.inputs)
    key("written")
    timeline(warning.proof.comparison.expected)
    key("remedied")
    timeline(warning.proof.comparison.actual)
    member("fact", warning.proof.fact)
  }

  // MARK: Failures

  private mutating func failing(_ failing: Answer.FailureReason) {
    member("reason", failing.reason)
    switch failing {
    case .differs(let comparisons, let notes):
      member("observers", comparisons) { $0.comparison($1) }
      member("notes", strings: notes)
    case .missing(let timelines):
      member("actual", timelines) { $0.timeline($1) }
    case .observed(let comparison):
      member("expected", comparison.expected) { $0.window($1) }
      member("actual", comparison.actual) { $0.window($1) }
    case .missingWindows(let windows):
      member("actual", windows) { $0.window($1) }
    case .subscribed(let remainder): member("remainder", remainder)
    case .grammarViolation(let sent, let observed, let violations):
      key("sent")
      timeline(sent)
      key("observed")
      timeline(observed)
      key("violations")
      events(violations)
    case .wordGrammarViolation(let word, let index, let event, let end):
      member("word", word)
      member("index", index)
      member("event", event.rawValue)
      member("after", end.rawValue)
    case .refuted(let refutation): self.refutation(refutation)
    case .race(let race, let orders):
      member("ticks", race.ticks) { $0.tick($1) }
      member("moves", race.moves) { json, move in
        json.object { json in
          json.member("source", move.turn.source)
          json.member("event", TimelinePrinter.token(for: move.turn.event))
          json.member("written", move.written)
          json.member("tick", move.tick)
        }
      }
      member("observers", race.comparisons) { $0.comparison($1) }
      if let error = race.error { member("error", error) }
      member("orders", orders)
    case .unfinished(let inputs): member("inputs", inputs)
    case .notFound, .nothingFails, .exercise: break
    }
  }

  /// Writes a tick of a race, with its events in the order of the definitions and in the other one.
  private mutating func tick(_ tick: Race.Tick) {
    object { json in
      json.member("tick", tick.tick)
      json.member("written", tick.written) { $0.turn($1) }
      json.member("other", tick.other) { $0.turn($1) }
    }
  }

  private mutating func turn(_ turn: Race.Turn) {
    object { json in
      json.member("source", turn.source)
      json.member("event", TimelinePrinter.token(for: turn.event))
    }
  }

  // MARK: Laws

  private mutating func law(_ report: LawReport) {
    key("law")
    object { json in
      json.member("inputs", report.statistics.small)
      json.member("ticks", report.statistics.ticks)
      json.member("larger", report.statistics.larger)
      json.member("seed", report.seed.description)
      json.member("simultaneous", report.statistics.simultaneousPercent)
      json.member("failures", report.statistics.failurePercent)
      json.member("undefined", report.statistics.undefined)
      json.member("excluded", report.statistics.excluded)
      json.member("notes", strings: report.unvaried)
    }
  }

  private mutating func refutation(_ refutation: Refutation) {
    member("arguments", refutation.arguments) { json, argument in
      json.object { json in
        json.member("name", argument.name)
        switch argument.content {
        case .stream(let timeline, let isCold):
          json.member("cold", isCold)
          json.key("timeline")
          json.timeline(timeline)
        case .constant(.integer(let number)): json.member("number", number)
        case .constant(let value): json.member("value", value.literal ?? "")
        }
      }
    }
    member("observers", [refutation.comparison]) { $0.comparison($1) }
    if let observer = refutation.observer { member("observer", observer) }
    member("notes", strings: refutation.notes)
    member("anyValue", refutation.freeValues) { json, free in
      json.object { json in
        json.member("name", free.name)
        json.member("tick", free.tick)
        json.member("value", TimelinePrinter.token(for: free.value))
      }
    }
    if let script = refutation.script { member("script", script) }
    member("inputs", refutation.tried)
  }

  private mutating func timeline(_ timeline: Timeline) {
    string(TimelinePrinter.text(of: timeline, asStatement: true))
  }

  private mutating func comparison(_ comparison: Comparison) {
    object { json in
      json.key("expected")
      json.timeline(comparison.expected)
      json.key("actual")
      json.timeline(comparison.actual)
      json.member("through", comparison.through)
      // A stream that never ends can differ on every tick.
      json.member("differences", comparison.differences.prefix(100)) { $0.difference($1) }
      if let gaps = comparison.reading?.gaps {
        json.member("gaps", gaps) { json, gap in
          json.object { json in
            json.member("text", gap.text)
            json.member(gap.isSilence ? "ticks" : "events", gap.count)
          }
        }
      }
      if comparison.differences.count > 100 { json.member("moreDifferences", comparison.differences.count - 100) }
      if comparison.isPartial { json.member("complete", false) }
    }
  }

  private mutating func difference(_ difference: Difference) {
    object { json in
      json.member("reason", difference.reason.name)
      json.member("ticks", difference.ticks) { $0.integer($1) }
      json.key("expected")
      json.events(difference.expected)
      json.key("actual")
      json.events(difference.actual)
      json.member("explanation", difference.explanation)
    }
  }
}

extension Difference.Reason {
  fileprivate var name: String {
    switch self {
    case .late: "late"
    case .early: "early"
    case .wrongValue: "wrong value"
    case .missing: "missing"
    case .extra: "extra"
    case .wrongOrder: "wrong order"
    case .wrongTerminal: "wrong terminal"
    }
  }
}
