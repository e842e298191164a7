/// What is run, and what is asserted of it.
extension Session {
  func show(
    _ subject: Subject, during windows: [WindowLiteral], of statement: Statement, in turn: Turn
  ) throws(Fault) {
    if windows.isEmpty, case .definition(let definition) = subject {
      switch definition {
      case .expression(let expression):
        // A name that stands for a source is shown as that source.
        let code = resolve(code(expression, in: turn.source))
        if case .name(let name) = code.expression.kind, let binding = code.bindings[name],
          let diagram = diagram(of: binding)
        {
          remember(binding.kind)
          shown = Shown(outputs: binding.timelines, isCold: binding.isCold)
          return turn.answer(.drawing(diagram))
        }
      case .pipe, .cold, .raw:
        let kind = kind(of: definition, in: turn.source)
        remember(kind)
        let binding = Binding(name: "_", kind: kind)
        shown = Shown(outputs: binding.timelines, isCold: binding.isCold)
        if let diagram = diagram(of: binding) { turn.answer(.drawing(diagram)) }
        return
      }
    }
    let (code, text) = try self.code(of: subject, during: windows, of: statement, in: turn, resolving: true)
    if !drawsShown { return try glance(at: code, as: text, during: windows, in: turn) }
    let outcome = try run(code, during: windows, recording: .drawing(stages: showsStages), in: turn)
    remember(.expression(code))
    shown = Shown(outputs: outcome.outputs, call: text, isWhole: outcome.stop == nil)
    turn.answer(.drawing(outcome.diagram(of: code, as: text)))
  }

  /// Runs code that nobody wants drawn, to see whether something in it is wrong: far enough for that, and no further.
  private func glance(
    at code: Code, as text: String, during windows: [WindowLiteral], in turn: Turn
  ) throws(Fault) {
    let brief = Limits(ticks: limits.ticks, deliveries: min(limits.deliveries, Self.mostGlancedDeliveries))
    let outcome = try run(code, during: windows, within: brief, in: turn)
    remember(.expression(code))
    shown = Shown(outputs: outcome.outputs, call: text, isWhole: outcome.stop == nil)
    memory.lastDrawing = drawing(of: code, as: text, during: windows)
    if case .deliveries = outcome.stop, brief != limits {
      memory.subscriptions = { [limits, observed = observed(windows), isWanted = turn.isWanted] () throws(Fault) in
        try Outcome(running: code, during: observed, limits: limits, while: isWanted).subscriptions
      }
    }
  }

  /// How many deliveries what nobody wants drawn may make.
  private static var mostGlancedDeliveries: Int { 100_000 }

  /// Runs code, and keeps in mind when the streams of it were observed.
  private func run(
    _ code: Code, during windows: [WindowLiteral], recording detail: Outcome.Detail = .results,
    within limits: Limits? = nil, in turn: Turn
  ) throws(Fault) -> Outcome {
    memory.subscriptions = nil
    let outcome = try Outcome(
      running: code, during: observed(windows), recording: detail, limits: limits ?? self.limits, while: turn.isWanted)
    memory.subscriptions = { [subscriptions = outcome.subscriptions] in subscriptions }
    return outcome
  }

  /// When somebody observes: in the windows that are written, or else from the beginning.
  private func observed(_ windows: [WindowLiteral]) -> [Window?] {
    windows.isEmpty ? [.always] : windows.map(\.window)
  }

  /// A name that stands for an expression is shown as that expression.
  private func resolve(_ code: Code) -> Code {
    var code = code
    while case .name(let name) = code.expression.kind, let binding = code.bindings[name],
      case .expression(let inner) = binding.kind
    {
      code = inner
    }
    return code
  }

  /// Draws code that was run without what makes a drawing, which costs more; few ask for one.
  private func drawing(
    of code: Code, as text: String, during windows: [WindowLiteral]
  ) -> (_ isWanted: @escaping () -> Bool) throws(Fault) -> Diagram {
    { [limits, showsStages, observed = observed(windows)] isWanted throws(Fault) in
      let drawing = Outcome.Detail.drawing(stages: showsStages)
      let outcome = try Outcome(running: code, during: observed, recording: drawing, limits: limits, while: isWanted)
      return outcome.diagram(of: code, as: text)
    }
  }

  // MARK: Assertions

  func assert(
    _ subject: Subject, during windows: [WindowLiteral], _ expectation: Expectation, of statement: Statement,
    in turn: Turn
  ) throws(Fault) {
    let (code, text) = try self.code(of: subject, during: windows, of: statement, in: turn)
    let isDrawn = drawsAssertions || style.drawsAssertions
    let detail = isDrawn ? Outcome.Detail.drawing(stages: showsStages) : .results
    let outcome = try run(code, during: windows, recording: detail, in: turn)
    remember(.expression(code))
    shown = Shown(outputs: outcome.outputs, call: text, isWhole: outcome.stop == nil)
    if case .definition(let definition) = subject, !definition.isExpression { shown?.call = nil }
    var assertion = assertion(text, expecting: expectation.spans, of: statement, in: turn)
    assertion.isEndless = outcome.stop != nil
    if isDrawn { assertion.diagram = outcome.diagram(of: code, as: text) }
    if let diagram = assertion.diagram {
      memory.lastDrawing = { _ in diagram }
    } else {
      memory.lastDrawing = drawing(of: code, as: text, during: windows)
    }
    let expected: [Timeline]
    var expectedStop: Stop?
    var through = outcome.lastWholeTick
    var notes: [String] = []
    switch expectation {
    case .missing:
      return turn.answer(.failed(assertion, .missing(outcome.outputs)))
    case .timelines(let literals):
      expected = literals.map(\.timeline)
      if outcome.stop != nil, expected.contains(where: { $0.loop == nil }) {
        notes = ["only an endless timeline, such as `{--a}*`, can be expected of it"]
      }
    case .expression(let expression):
      let other = self.code(expression, in: turn.source, with: code.bindings)
      let reference = try Outcome(running: other, during: observed(windows), limits: limits, while: turn.isWanted)
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
      shown?.holds = true
      turn.answer(.passed(assertion))
    } else {
      turn.answer(.failed(assertion, .differs(comparisons, notes: notes)))
    }
  }

  /// What is run, as code and as it was written.
  private func code(
    of subject: Subject, during windows: [WindowLiteral], of statement: Statement, in turn: Turn,
    resolving: Bool = false
  ) throws(Fault) -> (Code, text: String) {
    // From the keyword to the last window.
    var during = ""
    if let first = windows.first, let last = windows.last {
      during = " during " + turn.source.text(of: first.span.lowerBound..<last.span.upperBound).onOneLine
    }
    switch subject {
    case .definition(.expression(let expression)):
      let written = code(expression, in: turn.source)
      let code = resolving ? resolve(written) : written
      return (code, code.text + during)
    case .definition(let definition):
      let name = "it"
      let own = bindings.with(Binding(name: name, kind: kind(of: definition, in: turn.source)))
      let text = turn.source.text(of: statement.span).onOneLine
      return (code(Expression(.name(name), span: statement.span), in: turn.source, with: own), text)
    case .lastResult:
      guard let last = bindings["_"] else {
        throw Fault(.noResultYet, at: statement.span, in: turn.source)
      }
      if case .expression(let inner) = last.kind { return (inner, inner.text + during) }
      return (code(Expression(.name("_"), span: statement.span), in: turn.source), "_" + during)
    }
  }

  /// Whether a stream was observed in the last run as is asserted.
  func assertSubscriptions(
    of name: Name, _ windows: [WindowLiteral], behind sign: Span, of statement: Statement, in turn: Turn
  ) throws(Fault) {
    guard let subscriptions = try memory.subscriptions?() else {
      throw Fault(.nothingHasRun, at: statement.span, in: turn.source)
    }
    let actual = subscriptions.filter { $0.binding === bindings[name.text] }.map(\.window)
    let assertion = assertion(
      "subscriptions \(name.text)", expecting: windows.isEmpty ? [sign] : windows.map(\.span), of: statement, in: turn)
    if windows.isEmpty { return turn.answer(.failed(assertion, .missingWindows(actual))) }
    let comparison = WindowComparison(expected: windows.compactMap(\.window), actual: actual)
    shown = Shown(outputs: [], holds: comparison.isEqual)
    turn.answer(comparison.isEqual ? .passed(assertion) : .failed(assertion, .observed(comparison)))
  }

  private func assertion(
    _ text: String, expecting expected: [Span] = [], of statement: Statement, in turn: Turn
  ) -> Answer.Assertion {
    Answer.Assertion(
      source: turn.source, span: statement.span, expected: expected, expression: text, title: statement.title)
  }

  // MARK: Checks

  /// Whether a timeline or a word keeps to the grammar of events.
  func check(_ check: Check, of statement: Statement, in turn: Turn) {
    let failing =
      switch check {
      case .timeline(let literal): failing(of: literal.timeline)
      case .word(let word): failing(of: word.text)
      }
    let assertion = assertion(turn.source.text(of: statement.span).onOneLine, of: statement, in: turn)
    shown = Shown(outputs: [], holds: failing == nil)
    turn.answer(failing.map { .failed(assertion, $0) } ?? .passed(assertion))
  }

  private func failing(of timeline: Timeline) -> Answer.Failing? {
    var grammar = EventGrammar()
    let violations = timeline.marbles.filter { !grammar.accepts(EventKind($0.event)) }
    guard !violations.isEmpty else { return nil }
    // What an observer sees is what the core lets through, not what the grammar would.
    let observed = Stage(Bindings(), limits: limits).observe(raw: timeline)
    return .unlawful(sent: timeline, observed: observed, violations: violations)
  }

  private func failing(of word: String) -> Answer.Failing? {
    let kinds = word.compactMap(EventKind.init(letter:))
    return EventGrammar.firstViolation(in: kinds).map { index, kind, end in
      .unlawfulWord(word, index: index, event: kind, after: end)
    }
  }
}
