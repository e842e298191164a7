import Reactive

/// A conversation in the marble language, without a terminal: statements go in, answers come out.
///
/// A session is used by one thread at a time. A mistake never ends it, and loses nothing that was bound.
public final class Session {
  /// How far a run may go.
  public var limits: Limits
  /// How long a tick is in what is read from now on.
  private var tickLength = TickLength.millisecond
  private var bindings = Bindings()
  private var resultCount = 0
  /// When streams were observed in the last run; `nil` before the first.
  private var subscriptions: [(binding: Binding, window: Window)]?
  /// What the script meant to bind and could not.
  private var failedNames: Set<String> = []

  public init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// The names that are bound, in the order in which they were.
  public var names: [String] {
    bindings.names.filter { !$0.hasPrefix("_") }
  }

  /// Whether a text at the prompt wants another line.
  public func needsMore(_ text: String) -> Bool {
    Parser.needsMore(text, bindings: known)
  }

  /// Who writes to a session.
  public enum Mode: Sendable {
    /// A file or a pipe.
    case script
    /// Somebody at a prompt, where a line may go on from the last result.
    case prompt
  }

  /// Reads and runs what a source holds, statement by statement.
  ///
  /// - Parameters:
  ///   - source: what is read.
  ///   - mode: who wrote it.
  ///   - isWanted: asked while something runs; `false` stops it.
  ///   - answer: called with each answer as soon as there is one.
  public func evaluate(
    _ source: Source, mode: Mode = .script, while isWanted: @escaping () -> Bool = { true },
    answer: (Answer) -> Void
  ) {
    do {
      try source.checkEncoding()
    } catch {
      return answer(.mistake(error, source))
    }
    var parser = Parser(source, mode: mode == .prompt ? .interactive : .script, bindings: known)
    while let next = parser.next() {
      for warning in parser.warnings { answer(.warning(warning, source)) }
      parser.warnings = []
      switch next {
      case .failure(let diagnostic):
        failedNames.formUnion(parser.unreadableNames)
        answer(.mistake(explained(diagnostic), source))
      case .success(let statement):
        do {
          try evaluate(statement, in: source, mode: mode, while: isWanted, answer: answer)
        } catch {
          if case .bind(let name, _) = statement.kind { failedNames.insert(name.text) }
          answer(.mistake(explained(error.diagnostic), error.source))
        }
      }
    }
  }

  /// A name whose definition has a mistake was not mistyped.
  private func explained(_ diagnostic: Diagnostic) -> Diagnostic {
    switch diagnostic.problem {
    case .noStream(let name, _) where failedNames.contains(name),
      .unknownStream(let name, _) where failedNames.contains(name),
      .unknownName(let name, _) where failedNames.contains(name):
      Diagnostic(.unreadableName(name), at: diagnostic.span)
    default: diagnostic
    }
  }

  private var known: Parser.Bindings {
    Parser.Bindings(
      isBound: { [unowned self] in bindings[$0] != nil }, names: { [unowned self] in bindings.names })
  }

  // MARK: Statements

  private func evaluate(
    _ statement: Statement, in source: Source, mode: Mode, while isWanted: @escaping () -> Bool,
    answer: (Answer) -> Void
  ) throws(Fault) {
    switch statement.kind {
    case .bind(let name, let definition):
      try bind(name.text, to: definition, in: source, mode: mode, while: isWanted, answer: answer)
    case .show(let subject, let windows):
      try show(subject, during: windows, of: statement, in: source, while: isWanted, answer: answer)
    case .assert(let subject, let windows, let expectation):
      try assert(subject, during: windows, expectation, of: statement, in: source, while: isWanted, answer: answer)
    case .subscriptions(let name, let windows):
      try assertSubscriptions(of: name, windows, of: statement, in: source, answer: answer)
    case .check(.timeline(let literal)):
      check(literal, of: statement, in: source, answer: answer)
    case .check(.word(let word)):
      try check(word, of: statement, in: source, answer: answer)
    case .command(let name, let arguments):
      try perform(name, arguments, in: source, answer: answer)
    }
  }

  private func bind(
    _ name: String, to definition: Definition, in source: Source, mode: Mode, while isWanted: @escaping () -> Bool,
    answer: (Answer) -> Void
  ) throws(Fault) {
    let binding = Binding(name: name, kind: kind(of: definition, in: source))
    if case .expression(let code) = binding.kind { try Outcome.check(code) }
    bindings.bind(binding)
    failedNames.remove(name)
    if let diagram = diagram(of: binding) {
      answer(.bound(diagram))
    } else if case .expression(let code) = binding.kind, mode == .prompt {
      // A script runs it when it is used; somebody at a prompt wants to see what it is.
      answer(.bound(try Outcome(running: code, limits: limits, while: isWanted).lane(named: name)))
    }
  }

  private func kind(of definition: Definition, in source: Source) -> Binding.Kind {
    switch definition {
    case .pipe(let literal), .raw(let literal): .pipe(literal.timeline)
    case .cold(let literals): .cold(literals.map(\.timeline))
    case .expression(let expression): .expression(code(expression, in: source))
    }
  }

  private func code(_ expression: Expression, in source: Source, with bindings: Bindings? = nil) -> Code {
    Code(expression: expression, source: source, bindings: bindings ?? self.bindings, tickLength: tickLength)
  }

  /// A source as it stands, a lane for each timeline.
  private func diagram(of binding: Binding) -> Diagram? {
    if case .expression = binding.kind { return nil }
    let isCold = if case .cold = binding.kind { true } else { false }
    let lanes = binding.timelines.enumerated().map { index, timeline in
      Diagram.Lane(name: index == 0 ? binding.name : "", timeline: timeline, isCold: isCold && index == 0)
    }
    return Diagram(inputs: lanes)
  }

  private func show(
    _ subject: Subject, during windows: [WindowLiteral], of statement: Statement, in source: Source,
    while isWanted: @escaping () -> Bool, answer: (Answer) -> Void
  ) throws(Fault) {
    if windows.isEmpty, case .definition(let definition) = subject {
      switch definition {
      case .expression(let expression):
        // A name that stands for a source is shown as that source.
        let code = resolve(code(expression, in: source))
        if case .name(let name) = code.expression.kind, let binding = code.bindings[name],
          let diagram = diagram(of: binding)
        {
          remember(binding.kind)
          return answer(.drawing(diagram))
        }
      case .pipe, .cold, .raw:
        let kind = kind(of: definition, in: source)
        remember(kind)
        if let diagram = diagram(of: Binding(name: "_", kind: kind)) { answer(.drawing(diagram)) }
        return
      }
    }
    let (code, text) = try self.code(of: subject, during: windows, of: statement, in: source, resolving: true)
    let outcome = try run(code, during: windows, while: isWanted)
    remember(.expression(code))
    answer(.drawing(outcome.diagram(of: text)))
  }

  /// Runs code, and keeps in mind when the streams of it were observed.
  private func run(
    _ code: Code, during windows: [WindowLiteral], while isWanted: @escaping () -> Bool
  ) throws(Fault) -> Outcome {
    subscriptions = nil
    let windows = windows.isEmpty ? [.always] : windows.map(\.window)
    let outcome = try Outcome(running: code, during: windows, limits: limits, while: isWanted)
    subscriptions = outcome.subscriptions
    return outcome
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

  /// Keeps a result under `_` and its number.
  private func remember(_ kind: Binding.Kind) {
    resultCount += 1
    for name in ["_", "_\(resultCount)"] { bindings.bind(Binding(name: name, kind: kind)) }
  }

  // MARK: Assertions

  private func assert(
    _ subject: Subject, during windows: [WindowLiteral], _ expectation: Expectation, of statement: Statement,
    in source: Source, while isWanted: @escaping () -> Bool, answer: (Answer) -> Void
  ) throws(Fault) {
    let (code, text) = try self.code(of: subject, during: windows, of: statement, in: source)
    let outcome = try run(code, during: windows, while: isWanted)
    remember(.expression(code))
    let assertion = assertion(text, of: statement, in: source)
    let expected: [Timeline]
    var expectedStop: Stop?
    var through = outcome.lastWholeTick
    var notes: [String] = []
    switch expectation {
    case .missing:
      return answer(.failed(assertion, .missing(outcome.outputs)))
    case .timelines(let literals):
      expected = literals.map(\.timeline)
      if outcome.stop != nil, expected.contains(where: { $0.loop == nil }) {
        notes = ["only an endless timeline, such as `{--a}*`, can be expected of it"]
      }
    case .expression(let expression):
      let other = self.code(expression, in: source, with: code.bindings)
      let observed = windows.isEmpty ? [.always] : windows.map(\.window)
      let reference = try Outcome(running: other, during: observed, limits: limits, while: isWanted)
      expected = reference.outputs
      expectedStop = reference.stop
      through = [through, reference.lastWholeTick].compactMap(\.self).min()
      if (outcome.stop == nil) != (reference.stop == nil) { notes = ["one of the two ends, and the other would go on"] }
    }
    if let through, through < 0, notes.isEmpty { notes = ["no tick was over by then, so nothing can be compared"] }
    if !notes.isEmpty, let stop = outcome.stop ?? expectedStop { notes.insert(stop.note, at: 0) }
    let comparisons = zip(expected, outcome.outputs).map { Comparison(expected: $0, actual: $1, through: through) }
    if comparisons.allSatisfy(\.isEqual), notes.isEmpty {
      answer(.passed(assertion))
    } else {
      answer(.failed(assertion, .differs(comparisons, notes: notes)))
    }
  }

  /// What is run, as code and as it was written.
  private func code(
    of subject: Subject, during windows: [WindowLiteral], of statement: Statement, in source: Source,
    resolving: Bool = false
  ) throws(Fault) -> (Code, text: String) {
    // From the keyword to the last window.
    var during = ""
    if let first = windows.first, let last = windows.last {
      during = " during " + source.text(of: first.span.lowerBound..<last.span.upperBound).onOneLine
    }
    switch subject {
    case .definition(.expression(let expression)):
      let written = code(expression, in: source)
      let code = resolving ? resolve(written) : written
      return (code, code.text + during)
    case .definition(let definition):
      let name = "it"
      let own = bindings.with(Binding(name: name, kind: kind(of: definition, in: source)))
      let text = source.text(of: statement.span).onOneLine
      return (code(Expression(.name(name), span: statement.span), in: source, with: own), text)
    case .lastResult:
      guard let last = bindings["_"] else {
        throw Fault(.noResultYet, at: statement.span, in: source)
      }
      if case .expression(let inner) = last.kind { return (inner, inner.text + during) }
      return (code(Expression(.name("_"), span: statement.span), in: source), "_" + during)
    }
  }

  /// Whether a stream was observed in the last run as is asserted.
  private func assertSubscriptions(
    of name: Name, _ windows: [WindowLiteral], of statement: Statement, in source: Source, answer: (Answer) -> Void
  ) throws(Fault) {
    guard let subscriptions else { throw Fault(.nothingHasRun, at: statement.span, in: source) }
    let actual = subscriptions.filter { $0.binding === bindings[name.text] }.map(\.window)
    let assertion = assertion("subscriptions \(name.text)", of: statement, in: source)
    if windows.isEmpty { return answer(.failed(assertion, .missingWindows(actual))) }
    let comparison = WindowComparison(expected: windows.compactMap(\.window), actual: actual)
    answer(comparison.isEqual ? .passed(assertion) : .failed(assertion, .observed(comparison)))
  }

  private func assertion(_ text: String, of statement: Statement, in source: Source) -> Answer.Assertion {
    let line = source.position(of: statement.span.lowerBound).line
    return Answer.Assertion(location: "\(source.name):\(line)", expression: text, title: statement.title)
  }

  // MARK: Checks

  private func check(
    _ literal: TimelineLiteral, of statement: Statement, in source: Source, answer: (Answer) -> Void
  ) {
    let assertion = assertion(source.text(of: statement.span).onOneLine, of: statement, in: source)
    var grammar = EventGrammar()
    let violations = literal.timeline.marbles.filter { !grammar.accepts(EventKind($0.event)) }
    if violations.isEmpty { return answer(.passed(assertion)) }
    // What an observer sees is what the core lets through, not what the grammar would.
    let observed = Stage(Bindings(), limits: limits).observe(raw: literal.timeline)
    answer(.failed(assertion, .unlawful(sent: literal.timeline, observed: observed, violations: violations)))
  }

  private func check(
    _ word: Name, of statement: Statement, in source: Source, answer: (Answer) -> Void
  ) throws(Fault) {
    let assertion = assertion(source.text(of: statement.span).onOneLine, of: statement, in: source)
    let kinds = word.text.compactMap(EventKind.init(letter:))
    if let (index, kind, end) = EventGrammar.firstViolation(in: kinds) {
      answer(.failed(assertion, .unlawfulWord(word.text, index: index, event: kind, after: end)))
    } else {
      answer(.passed(assertion))
    }
  }

  // MARK: Commands

  private func perform(
    _ name: Name, _ arguments: Name, in source: Source, answer: (Answer) -> Void
  ) throws(Fault) {
    guard let command = Command.named(name.text) else {
      if Command.planned.contains(name.text) { throw Fault(.notYet(.command(name.text)), at: name.span, in: source) }
      let suggestion = closest(to: name.text, among: Command.all.map(\.name))
      throw Fault(.unknownCommand(name: name.text, suggestion: suggestion), at: name.span, in: source)
    }
    switch command.action {
    case .help:
      guard let text = Help.text(on: arguments.text) else {
        let topics = Catalogue.standard.allNames + Command.all.map(\.name)
        let suggestion = closest(to: arguments.text, among: topics)
        throw Fault(.unknownTopic(name: arguments.text, suggestion: suggestion), at: arguments.span, in: source)
      }
      answer(.text(text))
    case .operators: answer(.text(Help.operators))
    case .bindings: for name in names { if let binding = bindings[name] { describe(binding, answer) } }
    case .quit: answer(.leave)
    }
  }

  private func describe(_ binding: Binding, _ answer: (Answer) -> Void) {
    if let diagram = diagram(of: binding) {
      answer(.drawing(diagram))
    } else if case .expression(let code) = binding.kind {
      answer(.text("\(binding.name) = \(code.text)"))
    }
  }
}
