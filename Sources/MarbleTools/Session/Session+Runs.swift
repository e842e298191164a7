import Marbles

/// What is run, and what is asserted of it.
extension Session {
  func show(
    _ subject: Subject, during windows: [WindowLiteral], of statement: Statement, in turn: Turn
  ) throws(Fault) -> Shown {
    if windows.isEmpty, case .definition(let definition) = subject {
      switch definition {
      case .expression(let expression):
        // A name that stands for a source is shown as that source.
        let plan = resolve(try plan(expression, in: turn))
        if let binding = plan.namedStream, let diagram = diagram(of: binding) {
          remember(binding.kind)
          turn.answer(.drawing(diagram))
          return Shown(outputs: binding.timelines, isCold: binding.isCold)
        }
      case .pipe, .cold, .raw:
        let kind = try kind(of: definition, in: turn)
        remember(kind)
        let binding = Binding(name: "_", kind: kind)
        if let diagram = diagram(of: binding) { turn.answer(.drawing(diagram)) }
        return Shown(outputs: binding.timelines, isCold: binding.isCold)
      }
    }
    let (plan, text) = try self.plan(of: subject, during: windows, of: statement, in: turn, resolving: true)
    if !options.drawsShown { return try glance(at: plan, as: text, during: windows, in: turn) }
    let outcome = try run(plan, during: windows, recording: .drawing(stages: options.showsStages), in: turn)
    remember(.expression(plan))
    turn.answer(.drawing(outcome.diagram(of: plan, as: text)))
    return Shown(outputs: outcome.outputs, call: text, isWhole: outcome.stop == nil)
  }

  /// Runs a plan that nobody wants drawn, to see whether something in it is wrong: far enough for that, and no further.
  private func glance(
    at plan: Plan, as text: String, during windows: [WindowLiteral], in turn: Turn
  ) throws(Fault) -> Shown {
    let limits = options.limits
    let brief = Limits(ticks: limits.ticks, deliveries: min(limits.deliveries, Self.mostGlancedDeliveries))
    let outcome = try run(plan, during: windows, within: brief, in: turn)
    remember(.expression(plan))
    state.lastDrawing = drawing(of: plan, as: text, during: windows)
    if case .deliveries = outcome.stop, brief != limits {
      state.subscriptions = { [observed = observed(windows), isWanted = turn.isWanted] () throws(Fault) in
        try Outcome(running: plan, during: observed, limits: limits, while: isWanted).subscriptions
      }
    }
    return Shown(outputs: outcome.outputs, call: text, isWhole: outcome.stop == nil)
  }

  /// How many deliveries what nobody wants drawn may make.
  private static var mostGlancedDeliveries: Int { 100_000 }

  /// Runs a plan, and keeps in mind when the streams of it were observed.
  private func run(
    _ plan: Plan, during windows: [WindowLiteral], recording detail: Outcome.Detail = .results,
    within limits: Limits? = nil, in turn: Turn
  ) throws(Fault) -> Outcome {
    state.subscriptions = nil
    let outcome = try Outcome(
      running: plan, during: observed(windows), recording: detail, limits: limits ?? options.limits,
      while: turn.isWanted)
    state.subscriptions = { [subscriptions = outcome.subscriptions] in subscriptions }
    return outcome
  }

  /// When somebody observes: in the windows that are written, or else from the beginning.
  private func observed(_ windows: [WindowLiteral]) -> [Window?] {
    windows.isEmpty ? [.always] : windows.map(\.window)
  }

  /// A name that stands for an expression is shown as that expression.
  private func resolve(_ plan: Plan) -> Plan {
    var plan = plan
    while let inner = plan.namedStream?.plan { plan = inner }
    return plan
  }

  /// Draws a plan that was run without what makes a drawing, which costs more; few ask for one.
  private func drawing(
    of plan: Plan, as text: String, during windows: [WindowLiteral]
  ) -> (_ isWanted: @escaping () -> Bool) throws(Fault) -> Diagram {
    { [options, observed = observed(windows)] isWanted throws(Fault) in
      let outcome = try Outcome(
        running: plan, during: observed, recording: .drawing(stages: options.showsStages), limits: options.limits,
        while: isWanted)
      return outcome.diagram(of: plan, as: text)
    }
  }

  // MARK: Assertions

  func assert(
    _ subject: Subject, during windows: [WindowLiteral], _ expectation: Expectation, of statement: Statement,
    in turn: Turn
  ) throws(Fault) -> Shown {
    let (plan, text) = try self.plan(of: subject, during: windows, of: statement, in: turn)
    let isDrawn = options.drawsAssertions || options.style.drawsAssertions
    let detail = isDrawn ? Outcome.Detail.drawing(stages: options.showsStages) : .results
    let outcome = try run(plan, during: windows, recording: detail, in: turn)
    remember(.expression(plan))
    var shown = Shown(outputs: outcome.outputs, call: text, isWhole: outcome.stop == nil)
    if case .definition(let definition) = subject, !definition.isExpression { shown.call = nil }
    var assertion = assertion(text, expecting: expectation.spans, of: statement, in: turn)
    assertion.isEndless = outcome.stop != nil
    if isDrawn { assertion.diagram = outcome.diagram(of: plan, as: text) }
    if let diagram = assertion.diagram {
      state.lastDrawing = { _ in diagram }
    } else {
      state.lastDrawing = drawing(of: plan, as: text, during: windows)
    }
    let expected: [Timeline]
    var expectedStop: Stop?
    var through = outcome.lastWholeTick
    var notes: [String] = []
    switch expectation {
    case .missing:
      turn.answer(.failed(assertion, .missing(outcome.outputs)))
      return shown
    case .timelines(let literals):
      expected = literals.map(\.timeline)
      if outcome.stop != nil, expected.contains(where: { $0.loop == nil }) {
        notes = ["only an endless timeline, such as `{--a}*`, can be expected of it"]
      }
    case .expression(let expression):
      let other = try self.plan(expression, in: turn, with: plan.bindings)
      let reference = try Outcome(
        running: other, during: observed(windows), limits: options.limits, while: turn.isWanted)
      expected = reference.outputs
      expectedStop = reference.stop
      through = [through, reference.lastWholeTick].compactMap(\.self).min()
      if (outcome.stop == nil) != (reference.stop == nil) { notes = ["one of the two ends, and the other would go on"] }
    }
    if let through, through < 0, notes.isEmpty { notes = ["no tick was over by then, so nothing can be compared"] }
    // What a source sends, was written so; what an operator sends, is a fault of its own.
    notes += Judge.notes(
      of: outcome.violations.filter { if case .operator = $0.sender { true } else { false } })
    if !notes.isEmpty, let stop = outcome.stop ?? expectedStop { notes.insert(stop.note, at: 0) }
    let comparisons = zip(expected, outcome.outputs).map { Comparison(expected: $0, actual: $1, through: through) }
    if comparisons.allSatisfy(\.isEqual), notes.isEmpty {
      shown.holds = true
      turn.answer(.passed(assertion))
    } else {
      turn.answer(.failed(assertion, .differs(comparisons, notes: notes)))
    }
    return shown
  }

  /// The plan that is run, and the subject as it was written.
  private func plan(
    of subject: Subject, during windows: [WindowLiteral], of statement: Statement, in turn: Turn,
    resolving: Bool = false
  ) throws(Fault) -> (Plan, text: String) {
    // From the keyword to the last window.
    var during = ""
    if let first = windows.first, let last = windows.last {
      during = " during " + turn.source.text(of: first.span.lowerBound..<last.span.upperBound).onOneLine
    }
    switch subject {
    case .definition(.expression(let expression)):
      let written = try plan(expression, in: turn)
      let plan = resolving ? resolve(written) : written
      return (plan, plan.text + during)
    case .definition(let definition):
      let name = "it"
      let binding = Binding(name: name, kind: try kind(of: definition, in: turn))
      let text = turn.source.text(of: statement.span).onOneLine
      let plan = Plan(binding, at: statement.span, context(turn.source), bindings.with(binding), text: text)
      return (plan, text)
    case .lastResult:
      guard let last = bindings["_"] else {
        throw Fault(.noResultYet, at: statement.span, in: turn.source)
      }
      if let plan = last.plan { return (plan, plan.text + during) }
      return (Plan(last, at: statement.span, context(turn.source), bindings, text: "_"), "_" + during)
    }
  }

  /// Whether a stream was observed in the last run as is asserted.
  func assertSubscriptions(
    of name: Name, _ windows: [WindowLiteral], behind sign: Span, of statement: Statement, in turn: Turn
  ) throws(Fault) -> Shown? {
    guard let subscriptions = try state.subscriptions?() else {
      throw Fault(.nothingHasRun, at: statement.span, in: turn.source)
    }
    let actual = subscriptions.filter { $0.binding === bindings[name.text] }.map(\.window)
    let assertion = assertion(
      "subscriptions \(name.text)", expecting: windows.isEmpty ? [sign] : windows.map(\.span), of: statement, in: turn)
    if windows.isEmpty {
      turn.answer(.failed(assertion, .missingWindows(actual)))
      return nil
    }
    let comparison = WindowComparison(expected: windows.compactMap(\.window), actual: actual)
    turn.answer(comparison.isEqual ? .passed(assertion) : .failed(assertion, .observed(comparison)))
    return Shown(outputs: [], holds: comparison.isEqual)
  }

  private func assertion(
    _ text: String, expecting expected: [Span] = [], of statement: Statement, in turn: Turn
  ) -> Answer.Assertion {
    Answer.Assertion(
      source: turn.source, span: statement.span, expected: expected, expression: text, title: statement.title)
  }

  // MARK: Checks

  /// Whether a timeline or a word keeps to the grammar of events.
  func check(_ check: Check, of statement: Statement, in turn: Turn) -> Shown {
    let failing =
      switch check {
      case .timeline(let literal): failing(of: literal.timeline)
      case .word(let word): failing(of: word.text)
      }
    let assertion = assertion(turn.source.text(of: statement.span).onOneLine, of: statement, in: turn)
    turn.answer(failing.map { .failed(assertion, $0) } ?? .passed(assertion))
    return Shown(outputs: [], holds: failing == nil)
  }

  private func failing(of timeline: Timeline) -> Answer.Failing? {
    var grammar = EventGrammar()
    let violations = timeline.marbles.filter { !grammar.accepts(EventKind($0.event)) }
    guard !violations.isEmpty else { return nil }
    // What an observer sees is what the core lets through, not what the grammar would.
    let observed = Stage(Bindings(), limits: options.limits).observe(raw: timeline)
    return .unlawful(sent: timeline, observed: observed, violations: violations)
  }

  private func failing(of word: String) -> Answer.Failing? {
    let kinds = word.compactMap(EventKind.init(letter:))
    return EventGrammar.firstViolation(in: kinds).map { index, kind, end in
      .unlawfulWord(word, index: index, event: kind, after: end)
    }
  }
}
