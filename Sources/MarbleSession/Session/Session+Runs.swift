import Marbles

/// Running expressions and checking assertions.
extension Session {
  func show(_ planned: PlannedStatement.PlannedRun, in request: Request) throws(Fault) -> StatementResult {
    guard options.drawsShown else { return try runForErrors(at: planned, in: request) }
    let outcome = try run(planned, recording: .drawing(stages: options.showsStages), in: request)
    let diagram = outcome.diagram(of: planned, options)
    var noted = diagram
    if let note = raceNote(on: outcome, of: planned, in: request) { noted.notes.append(note) }
    request.answer(.drawing(noted))
    // The note is about the next statement, and not for a picture that is saved.
    state.lastDrawing = { _ in diagram }
    return StatementResult(outputs: outcome.outputs, call: planned.text, isWhole: outcome.stop == nil)
  }

  /// Runs a plan without drawing it, only as far as needed to find errors.
  private func runForErrors(at planned: PlannedStatement.PlannedRun, in request: Request) throws(Fault)
    -> StatementResult
  {
    let limits = options.limits
    let brief = Limits(ticks: limits.ticks, deliveries: min(limits.deliveries, Self.maxUndrawnDeliveries))
    let outcome = try run(planned, within: brief, in: request)
    state.lastDrawing = drawing(of: planned)
    if outcome.stop != nil, brief != limits {
      state.subscriptions = { [observed = planned.observed, isWanted = request.isWanted] () throws(Fault) in
        try Outcome(running: planned.plan, during: observed, limits: limits, while: isWanted).subscriptions
      }
    }
    return StatementResult(outputs: outcome.outputs, call: planned.text, isWhole: outcome.stop == nil)
  }

  /// The maximum number of deliveries in a run that is not drawn.
  private static var maxUndrawnDeliveries: Int { 100_000 }

  /// Runs a plan, and records when its streams were observed.
  private func run(
    _ planned: PlannedStatement.PlannedRun, recording detail: Outcome.Detail = .results, within limits: Limits? = nil,
    in request: Request
  ) throws(Fault) -> Outcome {
    state.subscriptions = nil
    if case .results = detail, let outputs = memory?.outputs() {
      state.subscriptions = { [limits = options.limits, isWanted = request.isWanted] () throws(Fault) in
        try Outcome(running: planned.plan, during: planned.observed, limits: limits, while: isWanted).subscriptions
      }
      return Outcome(of: outputs)
    }
    let outcome = try Outcome(
      running: planned.plan, during: planned.observed, recording: detail, limits: limits ?? options.limits,
      while: request.isWanted)
    state.subscriptions = { [subscriptions = outcome.subscriptions] in subscriptions }
    memory?.record(outcome)
    return outcome
  }

  /// Returns a function that draws a run again.
  ///
  /// Recording a drawing costs more than running without one, and the drawing is rarely needed.
  func drawing(
    of planned: PlannedStatement.PlannedRun
  ) -> (_ isWanted: @escaping () -> Bool) throws(Fault) -> Diagram {
    { [options] isWanted throws(Fault) in
      let outcome = try Outcome(
        running: planned.plan, during: planned.observed, recording: .drawing(stages: options.showsStages),
        limits: options.limits, while: isWanted)
      return outcome.diagram(of: planned, options)
    }
  }

  // MARK: Assertions

  func assert(
    _ planned: PlannedStatement.PlannedRun, _ expectation: PlannedStatement.PlannedExpectation,
    of statement: Statement, as number: Int, in request: Request
  ) throws(Fault) -> StatementResult {
    let isDrawn = options.drawsAssertions || options.style.drawsAssertions
    let outcome = try run(
      planned, recording: isDrawn ? .drawing(stages: options.showsStages) : .results, in: request)
    var shown = StatementResult(outputs: outcome.outputs, isWhole: outcome.stop == nil)
    if planned.isExpression { shown.call = planned.text }
    var assertion = assertion(planned.text, expecting: statement.expectedSpans, of: statement, in: request)
    if case .patterns = expectation, planned.isExpression, let first = assertion.expected.first {
      let pattern = request.source.text(of: first.lowerBound..<statement.span.upperBound).onOneLine
      assertion.expression += " matches " + pattern
    }
    assertion.isEndless = outcome.stop != nil
    if isDrawn { assertion.diagram = outcome.diagram(of: planned, options) }
    if let diagram = assertion.diagram {
      state.lastDrawing = { _ in diagram }
    } else {
      state.lastDrawing = drawing(of: planned)
    }
    var expected: [Timeline] = []
    var patterns: [TimelinePattern] = []
    var expectedStop: StopReason?
    var through = outcome.lastWholeTick
    var notes: [String] = []
    switch expectation {
    case .missing:
      request.answer(.failed(assertion, .missing(outcome.outputs)))
      return shown
    case .timelines(let timelines):
      expected = timelines
      if outcome.stop != nil, expected.contains(where: { $0.loop == nil }) {
        notes = ["expected an endless timeline, such as `{--a}*`"]
      }
    case .patterns(let expected):
      patterns = expected
      if outcome.stop != nil, !expected.allSatisfy(\.isEndless) {
        notes = [TimelinePattern.endlessNote]
      }
    case .plan(let other):
      let reference = try Outcome(
        running: other, during: planned.observed, limits: options.limits, while: request.isWanted)
      expected = recordingStreams(in: reference, of: other, during: planned.observed, in: request)
      expectedStop = reference.stop
      through = [through, reference.lastWholeTick].compactMap(\.self).min()
      notes += [
        StopReason.difference((outcome.stop, outcome.outputs), (reference.stop, reference.outputs))
      ].compactMap(\.self)
    }
    if let through, through < 0, notes.isEmpty { notes = ["the first tick did not end, so nothing can be compared"] }
    // Violations by a source are intended, since the source was written that way. Those by an operator are failures.
    notes += GrammarChecker.notes(
      of: outcome.violations.filter { if case .operator = $0.sender { true } else { false } })
    // What is equal until then could differ later.
    let isCancelled = outcome.stop == .cancelled || expectedStop == .cancelled
    if !notes.isEmpty || isCancelled, let stop = outcome.stop ?? expectedStop { notes.insert(stop.note, at: 0) }
    let actual = recordingStreams(in: outcome, of: planned.plan, during: planned.observed, in: request)
    let comparisons =
      zip(expected, actual).map {
        Comparison(expected: $0, actual: $1.moved(to: $0, within: options.toleratedTicks), through: through)
      } + zip(patterns, actual).map { Comparison(pattern: $0, actual: $1, through: through) }
    if options.toleratedTicks > 0, !comparisons.allSatisfy(\.isEqual) {
      notes.append("events within \(pluralized(options.toleratedTicks, "tick")) appear on the tick of the expected one")
    }
    // Exercises, which are at the prompt, compare them.
    if request.mode == .prompt {
      let isExpression = planned.isExpression
      shown.sides = isExpression ? [planned.plan.text] : outcome.outputs.prefix(1).map { TimelinePrinter.text(of: $0) }
      if case .plan(let other) = expectation {
        shown.sides.append(other.text)
      } else if patterns.isEmpty, let first = assertion.expected.first {
        shown.sides.append(request.source.text(of: first.lowerBound..<statement.span.upperBound).onOneLine)
      }
      shown.frame = "…\(isExpression ? planned.observation : "") \(patterns.isEmpty ? "== …" : "matches …")"
    }
    if comparisons.allSatisfy(\.isEqual), notes.isEmpty {
      shown.holds = true
      request.answer(.passed(assertion))
    } else {
      let missing = comparisons.first?.missingQuestion
      state.missingEvent = missing?.isNegated == true ? missing : nil
      assertion.diagram = assertion.diagram?.showing(comparisons)
      let written = assertion.expected.count == 1 ? request.source.text(of: assertion.expected[0]) : ""
      let parts = written.split { "-| ".contains($0) }
      if case .timelines = expectation, let gap = parts.first(where: { $0 == "_" || $0 == "..." }) {
        notes.append("`\(gap)` is a gap only in a pattern: write `\(planned.text) matches \(written)`")
      } else if let observer = comparisons.firstIndex(where: { !$0.isEqual }),
        let question = comparisons[observer].question,
        let observation = observation(by: observer, receiving: outcome.outputs[observer], of: planned, in: request)
      {
        let isAboutLast = observer == 0 && request.isLast(statement)
        assertion.question = question.text + (isAboutLast ? "" : " in _\(number)\(observation)")
      }
      request.answer(.failed(assertion, .differs(comparisons, notes: notes)))
    }
    return shown
  }

  /// Returns the outputs of a run for a comparison, in which the streams among the values have events.
  private func recordingStreams(
    in outcome: Outcome, of plan: Plan, during windows: [Window?], in request: Request
  ) -> [Timeline] {
    plan.recordingStreams(
      in: outcome.outputs, isStopped: outcome.stop != nil, during: windows, limits: options.limits,
      while: request.isWanted)
  }

  /// The subscriptions of the last run.
  private func lastSubscriptions(
    for statement: Statement, in request: Request
  ) throws(Fault) -> Outcome.Subscriptions {
    if let subscriptions = try state.subscriptions?() { return subscriptions }
    throw Fault(.nothingHasRun, at: statement.span, in: request.source)
  }

  /// Checks that a stream was observed in the last run as asserted.
  func assertSubscriptions(
    of name: Name, _ windows: [WindowLiteral], after sign: Span, of statement: Statement, in request: Request
  ) throws(Fault) -> StatementResult? {
    let actual = try lastSubscriptions(for: statement, in: request).windows(of: bindings[name.text])
    let assertion = assertion(
      "subscriptions \(name.text)", expecting: windows.isEmpty ? [sign] : windows.map(\.span), of: statement,
      in: request)
    if windows.isEmpty {
      request.answer(.failed(assertion, .missingWindows(actual)))
      return nil
    }
    let comparison = WindowComparison(expected: windows.compactMap(\.window), actual: actual)
    request.answer(comparison.isEqual ? .passed(assertion) : .failed(assertion, .observed(comparison)))
    return StatementResult(outputs: [], holds: comparison.isEqual)
  }

  func assertion(
    _ text: String, expecting expected: [Span] = [], of statement: Statement, in request: Request
  ) -> Answer.Assertion {
    Answer.Assertion(
      source: request.source, span: statement.span, expected: expected, expression: text, title: statement.title)
  }

  // MARK: Checks

  /// Checks that a timeline, a stream or a word follows the grammar of events, or that no subscription is left.
  func check(
    _ check: PlannedStatement.PlannedCheck, of statement: Statement, in request: Request
  ) throws(Fault) -> StatementResult {
    var failing: Answer.FailureReason?
    switch check {
    case .timeline(let timeline): failing = self.failing(of: timeline)
    case .stream(let run):
      // A source is checked as it is written, because its observers do not receive events after its end.
      let written = run.plan.resolved.namedStream?.timelines ?? []
      var timelines = written
      if written.isEmpty {
        let outcome = try Outcome(running: run.plan, limits: options.limits, while: request.isWanted)
        timelines = outcome.outputs
        if outcome.stop == .cancelled { failing = .differs([], notes: [StopReason.cancelled.note]) }
      }
      for timeline in timelines where failing == nil { failing = self.failing(of: timeline) }
    case .subscriptions:
      failing = try lastSubscriptions(for: statement, in: request).remainder.map { .subscribed($0) }
    case .word(let word): failing = self.failing(of: word)
    }
    let assertion = assertion(request.source.text(of: statement.span).onOneLine, of: statement, in: request)
    request.answer(failing.map { .failed(assertion, $0) } ?? .passed(assertion))
    return StatementResult(outputs: [], holds: failing == nil)
  }

  private func failing(of timeline: Timeline) -> Answer.FailureReason? {
    var grammar = EventGrammar()
    let violations = timeline.marbles.filter { !grammar.accepts(EventKind($0.event)) }
    guard !violations.isEmpty else { return nil }
    // The events that an observer receives are determined by the core, not by the grammar.
    let observed = RunContext(Bindings(), limits: options.limits).observe(raw: timeline)
    return .grammarViolation(sent: timeline, observed: observed, violations: violations)
  }

  private func failing(of word: String) -> Answer.FailureReason? {
    let kinds = word.compactMap(EventKind.init(letter:))
    return EventGrammar.firstViolation(in: kinds).map { index, kind, end in
      .wordGrammarViolation(word, index: index, event: kind, after: end)
    }
  }
}

extension Outcome {
  /// Returns the drawing of a run, with the subscriptions that are left if they are shown.
  fileprivate func diagram(of run: PlannedStatement.PlannedRun, _ options: SessionOptions) -> Diagram {
    var diagram = diagram(of: run.plan, as: run.text)
    if options.style.showsSubscriptions {
      diagram.notes.append(subscriptions.remainder ?? "no subscription is left")
    }
    return diagram
  }
}

extension PlannedStatement.PlannedRun {
  /// The windows of the observers: the written ones, or a single one from the beginning.
  var observed: [Window?] { windows.isEmpty ? [.always] : windows.map(\.window) }

  /// The times of observation as they are written, after a space, or an empty string.
  var observation: Substring { text.dropFirst(plan.text.count) }
}

extension Statement {
  /// The ranges of the timelines on the right side of `==`, or the position for a missing one.
  fileprivate var expectedSpans: [Span] {
    switch kind {
    case .assert(_, _, let expectation), .races(_, _, _, let expectation?): expectation.spans
    default: []
    }
  }
}
