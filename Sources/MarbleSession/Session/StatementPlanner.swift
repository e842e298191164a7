import Marbles

/// An analyzer for the statements of a source, which runs none of them.
///
/// It applies the bindings and settings of each statement before it analyzes the next one. So each statement is
/// analyzed with the names and the tick length with which it will run.
package final class StatementPlanner {
  let source: Source
  package private(set) var bindings = Bindings()
  private(set) var resultCount = 0
  /// The names whose definition has an error, and the keys of such custom operators.
  private(set) var failedNames: Set<String> = []
  private var options = SessionOptions()
  private var isAboutTrace = false
  private var faults: [Fault] = []
  private var warnings: [Fault] = []

  package init(_ source: Source, _ state: SessionState, _ options: SessionOptions) {
    self.source = source
    update(state, options)
  }

  /// Creates a planner for another source that begins with the names and settings of an existing one.
  init(_ source: Source, like other: StatementPlanner) {
    self.source = source
    (bindings, resultCount, failedNames) = (other.bindings, other.resultCount, other.failedNames)
    (options, isAboutTrace) = (other.options, other.isAboutTrace)
  }

  var tickLength: TickLength { options.tickLength }

  /// The bindings for the parser.
  var known: Parser.Bindings { Parser.Bindings { [unowned self] in bindings } }

  /// Applies the changes that statements made when they ran.
  func update(_ state: SessionState, _ options: SessionOptions) {
    self.options = options
    bindings = state.bindings
    resultCount = state.resultCount
    isAboutTrace = state.loadedDrawing?.trace != nil
    failedNames = state.failedNames
  }

  /// Binds a name for the following statements.
  func bind(_ binding: Binding) { bindings.bind(binding) }

  /// Records names whose definition could not be parsed.
  func recordFailed(_ names: Set<String>) { failedNames.formUnion(names) }

  /// Returns the statement with its plans, or `nil` if it has errors, which ``takeFaults()`` returns.
  func plan(_ statement: Statement) -> PlannedStatement? {
    guard let action = action(of: statement), faults.isEmpty else { return nil }
    return PlannedStatement(
      statement: statement, action: action, bindings: bindings, resultCount: resultCount, isAboutTrace: isAboutTrace)
  }

  /// Returns the errors since the last call, in the order of the source.
  func takeFaults() -> [Fault] {
    defer { faults = [] }
    return faults
  }

  /// Returns the warnings since the last call, in the order of the source.
  func takeWarnings() -> [Fault] {
    defer { warnings = [] }
    return warnings
  }

  private func action(of statement: Statement) -> PlannedStatement.Action? {
    switch statement.kind {
    case .bind(let name, let definition):
      guard let kind = kind(of: definition) else {
        failedNames.insert(name.text)
        return nil
      }
      let binding = Binding(name: name.text, kind: kind)
      bindings.bind(binding)
      failedNames.remove(name.text)
      return .bind(binding)
    case .define(let name, let parameters, let body) where body.isHole:
      let unknown = UnknownOperator(
        name: name.text, parameters: parameters.map(\.text), hole: body.span, in: source)
      bindings.bind(Binding(name: name.text, kind: .unknownOperator(unknown)))
      failedNames.remove(Parser.key(ofOperator: name.text))
      return .define
    case .define(let name, let parameters, let body):
      let key = Parser.key(ofOperator: name.text)
      let outcome = Analysis.definition(of: name, parameters.map(\.text), body, context, bindings)
      guard let definition = result(of: outcome) else {
        failedNames.insert(key)
        return nil
      }
      bindings.bind(Binding(name: name.text, kind: .customOperator(definition)))
      failedNames.remove(key)
      return .define
    case .show(let subject, let windows):
      return show(subject, during: windows, of: statement)
    case .assert(let subject, let windows, let expectation):
      switch search(subject, during: windows, expectation) {
      case .success(let search): return .search(search)
      case .failure(let error):
        faults += error.faults
        return nil
      case nil: break
      }
      let run = run(of: subject, during: windows, of: statement)
      // The errors of both sides are reported.
      let expected = self.expectation(expectation, beside: run)
      guard let run, let expected else { return nil }
      remember(run)
      return .assert(run, expected)
    case .subscriptions(let name, let windows, let end):
      return .subscriptions(name, windows, after: end)
    case .check(.stream(let expression)):
      return run(of: .definition(.expression(expression)), during: [], of: statement).map { .check(.stream($0)) }
    case .check(.timeline(let literal)):
      return .check(.timeline(literal.timeline))
    case .check(.subscriptions):
      return .check(.subscriptions)
    case .check(.word(let word)):
      return .check(.word(word.text))
    case .ask(let question, let subject, let windows):
      return run(of: subject, during: windows, of: statement).map { .ask(question, $0) }
    case .races(let subject, let movement, let windows, let expectation):
      let run = run(of: subject, during: windows, of: statement)
      let expected = expectation.flatMap { self.expectation($0, beside: run) }
      guard let run, (expected == nil) == (expectation == nil) else { return nil }
      remember(run)
      return .races(run, within: movement, expected)
    case .law(let law):
      return result(of: Analysis.law(law, context, bindings)).map { .law($0) }
    case .command(let name, let arguments):
      return command(name, arguments)
    }
  }

  // MARK: Expressions

  var context: PlanContext { PlanContext(source, options.tickLength) }

  private func result<T>(of outcome: Analysis.Outcome<T>) -> T? {
    switch outcome {
    case .plan(let result, let found):
      warnings += found
      return result
    case .faults(let found):
      faults += found
      return nil
    }
  }

  private func plan(_ expression: Expression, _ bindings: Bindings) -> Plan? {
    if let hole = expression.holes.first {
      // Its errors would be those of a search.
      faults.append(Fault(.misplacedHole, at: hole, in: source))
      return nil
    }
    return result(of: Analysis.plan(expression, context, bindings))
  }

  private func kind(of definition: Definition) -> Binding.Kind? {
    switch definition {
    case .pipe(let literal), .raw(let literal): .pipe(literal.timeline)
    case .cold(let literals): .cold(literals.map(\.timeline))
    case .expression(let expression): plan(expression, bindings).map { .expression($0) }
    }
  }

  private func show(
    _ subject: Subject, during windows: [WindowLiteral], of statement: Statement
  ) -> PlannedStatement.Action? {
    if windows.isEmpty, case .definition(let definition) = subject, !definition.isExpression {
      guard let kind = kind(of: definition) else { return nil }
      remember(kind)
      return .draw(Binding(name: "_", kind: kind))
    }
    guard var run = run(of: subject, during: windows, of: statement) else { return nil }
    if case .definition(.expression) = subject {
      // If the statement is a name, the definition of the name is shown: its expression or its source.
      let plan = run.plan.resolved
      if windows.isEmpty, let binding = plan.namedStream, !binding.timelines.isEmpty {
        remember(.expression(plan))
        return .draw(binding)
      }
      run = PlannedStatement.PlannedRun(plan: plan, text: plan.text + text(of: windows), windows: windows)
    }
    remember(run)
    return .show(run)
  }

  private func expectation(
    _ expectation: Expectation, beside run: PlannedStatement.PlannedRun?
  ) -> PlannedStatement.PlannedExpectation? {
    switch expectation {
    case .timelines(let literals): .timelines(literals.map(\.timeline))
    case .patterns(let literals, let conditions):
      result(
        of: Analysis.patterns(
          literals, conditions, of: run?.plan.contents ?? .unknown, context, run?.plan.bindings ?? bindings)
      ).map { .patterns($0) }
    case .expression(let expression): plan(expression, run?.plan.bindings ?? bindings).map { .plan($0) }
    case .missing: .missing
    }
  }

  /// Returns the run of a statement's subject.
  private func run(
    of subject: Subject, during windows: [WindowLiteral], of statement: Statement
  ) -> PlannedStatement.PlannedRun? {
    switch subject {
    case .definition(.expression(let expression)):
      guard let plan = plan(expression, bindings) else { return nil }
      return .init(plan: plan, text: plan.text + text(of: windows), windows: windows)
    case .definition(let definition):
      guard let kind = kind(of: definition) else { return nil }
      let binding = Binding(name: "_", kind: kind)
      let keyword = if case .cold = definition { "cold " } else if case .raw = definition { "raw " } else { "" }
      let text = keyword + binding.timelines.map { TimelinePrinter.text(of: $0) }.joined(separator: ", ")
      let plan = Plan(binding, at: statement.span, context, bindings.with([binding]), text: text)
      let whole = source.text(of: statement.span).onOneLine
      let heading = if case .ask = statement.kind { text + self.text(of: windows) } else { whole }
      return .init(plan: plan, text: heading, windows: windows, isExpression: false)
    case .lastResult:
      guard let last = bindings["_"] else {
        faults.append(Fault(.noResultYet, at: statement.span, in: source))
        return nil
      }
      let plan = last.plan ?? Plan(last, at: statement.span, context, bindings, text: "_")
      return .init(plan: plan, text: plan.text + text(of: windows), windows: windows)
    }
  }

  /// Returns the windows as they are written, from the keyword to the last one.
  private func text(of windows: [WindowLiteral]) -> String {
    guard let first = windows.first, let last = windows.last else { return "" }
    return " during " + source.text(of: first.span.lowerBound..<last.span.upperBound).onOneLine
  }

  /// Binds the result of a run to `_` and to its number, with its windows for the questions below it.
  private func remember(_ run: PlannedStatement.PlannedRun) {
    remember(.expression(run.plan.observed(during: run.observed, as: text(of: run.windows))))
  }

  /// Binds a result to `_` and to its number.
  private func remember(_ kind: Binding.Kind) {
    resultCount += 1
    for name in ["_", "_\(resultCount)"] { bindings.bind(Binding(name: name, kind: kind)) }
  }

  // MARK: Commands

  private func command(_ name: Name, _ arguments: Name) -> PlannedStatement.Action? {
    guard let command = Command.named(name.text) else {
      if ["why", "check", "forall", "races", "subscriptions"].contains(name.text) {
        let problem = LanguageProblem.foreignSyntax(":", purpose: "a statement is not a command", write: "")
        faults.append(Fault(Diagnostic(problem, at: name.span.lowerBound - 1..<name.span.lowerBound), in: source))
        return nil
      }
      let begun = Command.all.map(\.name).filter { $0.hasPrefix(name.text) }
      // `exit` is closest to `edit`.
      let known = ForeignCommand.command(for: ":" + name.text) { _ in false }?.dropFirst().prefix { $0 != " " }
      let suggestion = known.map(String.init) ?? closest(to: name.text, among: Command.all.map(\.name))
      let problem: SessionProblem =
        begun.count > 1
        ? .ambiguousCommand(name: name.text, candidates: begun)
        : .unknownCommand(name: name.text, suggestion: suggestion)
      return fail(problem, at: name.span)
    }
    switch command.action {
    case .setting(let setting):
      return set(setting, to: arguments)
    case .set where !arguments.text.isEmpty:
      let (name, value) = arguments.splitAtSpace
      guard let setting = Setting.named(name.text) else {
        let suggestion = closest(to: name.text, among: Setting.all.map(\.name))
        return fail(.unknownSetting(name: name.text, suggestion: suggestion), at: name.span)
      }
      return set(setting, to: value)
    default:
      return .command(command, name: name, arguments: arguments)
    }
  }

  private func set(_ setting: Setting, to value: Name) -> PlannedStatement.Action? {
    let before = options
    guard value.text.isEmpty || setting.set(&options, value.text) else {
      let joined = value.text.filter { !$0.isWhitespace }
      var trial = options
      let expected = joined != value.text && setting.set(&trial, joined) ? "`\(joined)`" : setting.expectation
      return fail(.unfitSetting(name: setting.name, value: value.text, expected: expected), at: value.span)
    }
    if let highest = setting.highest(below: options) {
      options = before
      return fail(.limitTooHigh(name: setting.name, highest: highest), at: value.span)
    }
    return .set(setting, value)
  }

  private func fail(_ problem: SessionProblem, at span: Span) -> PlannedStatement.Action? {
    faults.append(Fault(problem, at: span, in: source))
    return nil
  }

  // MARK: Errors

  /// Returns the diagnostic to report.
  ///
  /// If a name is unknown because its definition has an error, the diagnostic says so and suggests no other name.
  func explained(_ diagnostic: Diagnostic) -> Diagnostic {
    switch diagnostic.problem {
    case LanguageProblem.foreignMethod(let method) where failedNames.contains(Parser.key(ofOperator: method.rawValue)):
      Diagnostic(.unreadableName(method.rawValue), at: diagnostic.span)
    case ProgramProblem.unknownOperator(let name, _) where failedNames.contains(Parser.key(ofOperator: name)),
      LanguageProblem.noStream(let name, _) where failedNames.contains(name),
      LanguageProblem.unknownStream(let name, _) where failedNames.contains(name),
      ProgramProblem.unknownName(let name, _) where failedNames.contains(name),
      ProgramProblem.unknownValue(let name) where failedNames.contains(name),
      ProgramProblem.wrongKind(_, .name(let name)) where failedNames.contains(name):
      Diagnostic(.unreadableName(name), at: diagnostic.span)
    default: diagnostic
    }
  }
}

extension Plan {
  /// The plan of the expression that a name is bound to, observed as this plan is, or this plan if it is not only a name.
  ///
  /// The windows of a result are not part of the stream with its name.
  var resolved: Plan { namedStream?.plan?.observed(during: windows, as: windowText).resolved ?? self }
}

extension Bindings {
  /// The names of streams that a script has bound, in the order of their bindings.
  package var visibleNames: [String] { names.filter { !$0.hasPrefix("_") } }
}

extension Parser.Bindings {
  /// Creates the bindings for a parser, which are read each time it asks for a name.
  package init(current: @escaping () -> Bindings) {
    self.init(isBound: { current()[$0] != nil }, names: { current().visibleNames })
    isCommand = { name in Command.all.contains { $0.name == name } }
    timeline = { name in
      guard let timelines = current()[name]?.timelines, timelines.count == 1 else { return nil }
      let text = TimelinePrinter.text(of: timelines[0])
      return (try? Timeline(reading: text, as: .cold)) == nil ? nil : text
    }
  }
}

extension Name {
  /// The first word, and the rest.
  fileprivate var splitAtSpace: (Name, Name) {
    let length = text.utf8.prefix { !$0.separatesWords }.count
    let gap = text.utf8.dropFirst(length).prefix { $0.separatesWords }.count
    let middle = span.lowerBound + length
    return (
      Name(text: String(text.utf8.prefix(length)) ?? text, span: span.lowerBound..<middle),
      Name(
        text: String(text.utf8.dropFirst(length + gap)) ?? "", span: middle + gap..<max(middle + gap, span.upperBound))
    )
  }
}
