import MarbleLanguage
import Marbles
import Reactive

/// An interactive session in the marble language, independent of a terminal: it evaluates statements and returns
/// answers.
///
/// A session must be used by one thread at a time. Errors do not end it, and do not remove bindings.
package final class Session {
  package var options: SessionOptions
  /// The services of the system that the session can use.
  package var environment: SessionEnvironment

  /// The results of earlier runs that are still valid, in an editor.
  package var memory: RunMemory?
  /// Called with the result of each statement that has one.
  package var recordResult: ((PlannedStatement, StatementResult, Source) -> Void)?

  package var state = SessionState()
  package private(set) lazy var teacher = Teacher(of: self)
  /// The last entry at the prompt that was not a command.
  var lastEntry = ""
  /// The files that are being loaded, the outermost first.
  var loading: [String] = []
  /// The statement that is being performed.
  private var place: (span: Span, source: Source) = (0..<0, Source(name: "", text: ""))
  /// Whether the session has ended, so that it evaluates no more statements.
  private var isOver = false
  /// Whether the current script is a translation.
  var isRunningTranslation = false
  /// The hash values of the contents that the session has written, by the paths of the files.
  var writtenFiles: [String: Int] = [:]

  package init(_ options: SessionOptions = SessionOptions(), in environment: SessionEnvironment = SessionEnvironment())
  {
    self.options = options
    self.environment = environment
  }

  deinit { bindings.end() }

  package var bindings: Bindings {
    get { state.bindings }
    set { state.bindings = newValue }
  }

  /// The names of bound streams, in the order of their bindings.
  package var names: [String] { bindings.visibleNames }

  /// The names of custom operators, in the order of their definitions.
  package var operatorNames: [String] { bindings.operatorNames }

  /// Whether an entry at the prompt is incomplete and needs another line.
  package func needsMore(_ text: String) -> Bool {
    options.foreignLanguage?.needsMore(Source(name: "", text: text)) ?? Parser.needsMore(text, bindings: known)
  }

  /// The origin of a source.
  package enum Mode: Sendable {
    /// A file or a pipe.
    case script
    /// An interactive prompt, where a line may continue the last result.
    case prompt
  }

  /// Evaluates the statements of a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - mode: The origin of the source.
  ///   - isWanted: Called repeatedly during a run, which stops when it returns `false`.
  ///   - answer: Called with each answer as soon as it is available.
  package func evaluate(
    _ source: Source, mode: Mode = .script, while isWanted: @escaping () -> Bool = { true },
    answer: (Answer) -> Void
  ) {
    withoutActuallyEscaping(answer) { answer in
      place = (0..<0, source)
      if !allows(inputOf: source.bytes.count, answer) { return }
      let keeping = { (given: Answer) in
        if !self.allows(giving: given, answer) { return }
        switch given {
        case .drawing(let diagram): self.state.lastDrawing = { _ in diagram }
        case .explained(let explanation): self.state.lastDrawing = { _ in explanation.diagram }
        case .bound(let diagram) where mode == .prompt: self.state.lastDrawing = { _ in diagram }
        default: break
        }
        answer(given)
      }
      let whileWanted = { [allowance = environment.allowance, style = options.style] in
        isWanted() && allowance?.spend(in: style) != false
      }
      let request = Request(source: source, mode: mode, isWanted: whileWanted, answer: keeping)
      if mode == .prompt { evaluate(entry: request) } else { evaluate(request) }
      // Reading the statements takes time too.
      _ = allows(answer)
    }
  }

  /// Counts work toward the allowance, and ends the session with an error if it is exceeded.
  private func allows(inputOf input: Int = 0, giving given: Answer? = nil, _ answer: (Answer) -> Void) -> Bool {
    guard let allowance = environment.allowance else { return true }
    // The first error is enough.
    guard allowance.excess == nil || !isOver else { return false }
    if allowance.spend(input: input, given, in: options.style) { return true }
    stop()
    // The pictures so far are drawn.
    options.style = allowance.style ?? options.style
    if let excess = allowance.excess { answer(.error(Diagnostic(.exceeded(excess), at: place.span), place.source)) }
    return false
  }

  /// Evaluates a string and discards its answers.
  ///
  /// - Returns: The result of the last statement.
  package func shown(by text: String, mode: Mode = .script) -> StatementResult? {
    evaluate(Request(source: Source(name: "", text: text), mode: mode, isWanted: { true }) { _ in })
  }

  /// Ends the session, so that all following statements are ignored.
  package func stop() {
    isOver = true
  }

  /// Continues the session, which `:quit` has ended, with the next script of a page.
  func resume() {
    isOver = false
  }

  /// Evaluates an entry at the prompt, and checks its result if a course is running.
  package func evaluate(entry request: Request) {
    let entry = String(decoding: request.source.bytes, as: UTF8.self)
    let isNamed = { self.bindings[$0] != nil || self.bindings.customOperator($0) != nil }
    if let command = ForeignCommand.command(for: entry, isBound: isNamed) {
      evaluate(request.with(Source(name: request.source.name, text: command)))
    } else if request.source.bytes.first(where: { !$0.separatesWords }) == ASCII.colon {
      evaluate(request)
    } else if !teacher.explainExpected(entry, in: request) {
      lastEntry = entry
      let done = state.steps.count
      if let shown = evaluate(request), state.steps.count > done {
        teacher.check(shown, in: request)
      }
    }
    teacher.restoreStreams(in: request)
  }

  /// A source to evaluate, with its mode and the functions to call.
  package struct Request {
    package let source: Source
    package let mode: Mode
    package let isWanted: () -> Bool
    package let answer: (Answer) -> Void

    package init(source: Source, mode: Mode, isWanted: @escaping () -> Bool, answer: @escaping (Answer) -> Void) {
      self.source = source
      self.mode = mode
      self.isWanted = isWanted
      self.answer = answer
    }

    func with(_ source: Source) -> Request {
      Request(source: source, mode: mode, isWanted: isWanted, answer: answer)
    }
  }

  /// Evaluates a source, or the part of it after an offset.
  ///
  /// A script is analyzed completely before it runs, so that its errors are reported first. After a command that may
  /// bind names, the rest is analyzed when the command has run. At the prompt, each statement runs before the next
  /// one is analyzed.
  ///
  /// - Returns: The result of the last statement, if it has one.
  @discardableResult
  func evaluate(_ request: Request, from start: Int = 0) -> StatementResult? {
    do {
      try request.source.checkEncoding()
    } catch {
      request.answer(.error(error, request.source))
      return nil
    }
    if request.source.embedding == nil {
      if options.readsTraces || request.source.isTrace { return loadTrace(in: request) }
      if request.source.name.isJSONPath { return loadDrawings(in: request) }
      if start == 0, let script = translation(of: request.source, request.mode) { return run(script, in: request) }
    }
    let planner = StatementPlanner(request.source, state, options)
    var reader = StatementReader(request, planner, from: start, collectingNames: memory != nil)
    var shown: StatementResult?
    // A file that another one loads has warnings of its own.
    var linter = options.findsHazards && loading.isEmpty ? HazardLinter(request.source) : nil
    while !isOver, let statements = reader.next() {
      state.failedNames = planner.failedNames
      for statement in statements where !isOver {
        do {
          place = (statement.statement.span, request.source)
          memory?.begin(statement, in: request.source)
          linter?.check(statement, in: request, reusing: memory)
          shown = try perform(statement, in: request)
          if let shown { recordResult?(statement, shown, request.source) }
        } catch {
          shown = nil
          request.answer(.error(error.diagnostic, error.source))
        }
      }
      if reader.endsInError { shown = nil }
      planner.update(state, options)
    }
    linter?.finish(request.answer)
    keep(comments: reader.takeComments())
    return shown
  }

  package var known: Parser.Bindings { Parser.Bindings { [unowned self] in bindings } }

  /// Performs a statement.
  ///
  /// - Returns: The result of the statement, if it has one.
  func carryOut(_ planned: PlannedStatement, in request: Request) throws(Fault) -> StatementResult? {
    let statement = planned.statement
    if !options.runsStatements, !planned.bindsWhenRun, !planned.isSetting {
      keepNames(of: planned)
      return nil
    }
    if let drawn = planned.action.drawnRun {
      state.lastRun = drawn
      state.missingEvent = nil
    }
    switch planned.action {
    case .bind(let binding):
      keepNames(of: planned)
      return try show(binding, in: request)
    case .define:
      keepNames(of: planned)
      if request.mode == .prompt { request.answer(.text(request.source.text(of: statement.span).onOneLine)) }
      return nil
    case .draw(let binding):
      keepNames(of: planned)
      if let diagram = diagram(of: binding) { request.answer(.drawing(diagram)) }
      return StatementResult(outputs: binding.timelines, isCold: binding.isCold)
    case .show(let run):
      let shown = try show(run, in: request)
      keepNames(of: planned)
      return shown
    case .assert(let run, let expectation):
      let shown = try assert(run, expectation, of: statement, as: planned.resultCount, in: request)
      if shown.holds == true { assume(run, for: statement) }
      keepNames(of: planned)
      return shown
    case .search(let search):
      keepNames(of: planned)
      return try self.search(search, of: statement, in: request)
    case .subscriptions(let name, let windows, let end):
      return try assertSubscriptions(of: name, windows, after: end, of: statement, in: request)
    case .check(let check):
      return try self.check(check, of: statement, in: request)
    case .ask(let question, let run):
      try answer(question, about: run, in: request)
      return nil
    case .law(let law):
      return try self.check(law, of: statement, in: request)
    case .races(let run, let movement, let expectation):
      let shown = try findRaces(
        in: run, within: movement, expectation, of: statement, as: planned.resultCount, in: request)
      keepNames(of: planned)
      return shown
    case .set(let setting, let value):
      set(setting, to: value, in: request)
      return nil
    case .command(let command, let name, let arguments):
      try perform(command, name, arguments, in: request)
      return nil
    }
  }

  /// Adds the names that a statement binds, and its result, to the session.
  private func keepNames(of planned: PlannedStatement) {
    state.bindings = planned.bindings
    state.resultCount = planned.resultCount
  }

  /// Ends the session, and answers with `leave`.
  package func leave(_ answer: (Answer) -> Void) {
    stop()
    answer(.leave)
  }

  // MARK: Names

  /// Shows the definition of a name.
  ///
  /// A source is shown as it is written. An expression is run and shown at the prompt, and is not shown in a script. In
  /// an editor, it is run for its result.
  private func show(_ binding: Binding, in request: Request) throws(Fault) -> StatementResult? {
    if let diagram = diagram(of: binding) {
      request.answer(.bound(diagram))
      return StatementResult(name: binding.name, outputs: binding.timelines, isCold: binding.isCold)
    }
    guard let plan = binding.plan else { return nil }
    guard request.mode == .prompt else { return options.runsBindings ? result(of: binding, plan, in: request) : nil }
    let outcome = try Outcome(
      running: plan, recording: .drawing(stages: false), limits: options.limits, while: request.isWanted)
    request.answer(.bound(outcome.lane(named: binding.name)))
    return StatementResult(name: binding.name, outputs: outcome.outputs)
  }

  /// Returns the beginning of the events of a bound expression, or `nil` for an error, which its uses report.
  private func result(of binding: Binding, _ plan: Plan, in request: Request) -> StatementResult? {
    if let outputs = memory?.outputs() { return StatementResult(name: binding.name, outputs: outputs) }
    guard let outcome = try? Outcome(running: plan, limits: .preview, while: request.isWanted) else { return nil }
    memory?.record(outcome)
    return StatementResult(name: binding.name, outputs: outcome.outputs, isWhole: outcome.stop == nil)
  }

  /// Returns a source as it is written, with a lane for each timeline, or `nil` for an expression.
  package func diagram(of binding: Binding) -> Diagram? {
    guard !binding.timelines.isEmpty else { return nil }
    let lanes = binding.timelines.enumerated().map { index, timeline in
      Diagram.Lane(name: index == 0 ? binding.name : "", timeline: timeline, isCold: binding.isCold && index == 0)
    }
    return Diagram(inputs: lanes)
  }
}
