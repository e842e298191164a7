import MarbleLanguage
import Marbles
import Reactive

/// A conversation in the marble language, without a terminal: statements go in, answers come out.
///
/// A session is used by one thread at a time. An error never ends it, and loses nothing that was bound.
package final class Session {
  /// What it was told.
  package var options: SessionOptions
  /// What it may use of the system.
  package var environment: SessionEnvironment

  var state = SessionState()
  /// What has been learnt, once somebody has begun to.
  var tutorial: TutorialState?
  /// The last entry at the prompt that was no command.
  var lastEntry = ""
  /// The files that are being loaded, the outermost first.
  var loading: [String] = []
  /// Whether it was told to end, so that nothing more is read.
  private var isOver = false

  package init(_ options: SessionOptions = SessionOptions(), in environment: SessionEnvironment = SessionEnvironment())
  {
    self.options = options
    self.environment = environment
  }

  deinit { bindings.end() }

  var bindings: Bindings {
    get { state.bindings }
    set { state.bindings = newValue }
  }

  /// The names of streams that are bound, in the order in which they were.
  package var names: [String] { bindings.visibleNames }

  /// The operators that are defined, in the order in which they were.
  package var operatorNames: [String] { bindings.operatorNames }

  /// Whether a text at the prompt wants another line.
  package func needsMore(_ text: String) -> Bool {
    Parser.needsMore(text, bindings: known)
  }

  /// Who writes to a session.
  package enum Mode: Sendable {
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
  package func evaluate(
    _ source: Source, mode: Mode = .script, while isWanted: @escaping () -> Bool = { true },
    answer: (Answer) -> Void
  ) {
    withoutActuallyEscaping(answer) { answer in
      let keeping = { (said: Answer) in
        switch said {
        case .drawing(let diagram): self.state.lastDrawing = { _ in diagram }
        case .bound(let diagram) where mode == .prompt: self.state.lastDrawing = { _ in diagram }
        default: break
        }
        answer(said)
      }
      let request = Request(source: source, mode: mode, isWanted: isWanted, answer: keeping)
      if mode == .prompt { evaluate(entry: request) } else { evaluate(request) }
    }
  }

  /// Evaluates a text without answers.
  ///
  /// - Returns: what its last statement showed.
  func shown(by text: String, mode: Mode = .script) -> StatementResult? {
    evaluate(Request(source: Source(name: "", text: text), mode: mode, isWanted: { true }) { _ in })
  }

  /// Ends it: what is read no further is as if it did not stand there.
  package func stop() {
    isOver = true
  }

  /// Evaluates what somebody has typed, and looks at it if that was to learn something.
  package func evaluate(entry request: Request) {
    let isCommand = request.source.bytes.first { !$0.separatesWords } == ASCII.colon
    if !isCommand { lastEntry = String(decoding: request.source.bytes, as: UTF8.self) }
    let done = state.steps.count
    if let shown = evaluate(request), !isCommand, state.steps.count > done { checkAnswer(shown, in: request) }
  }

  /// One source on its way through a session.
  package struct Request {
    package let source: Source
    package let mode: Mode
    package let isWanted: () -> Bool
    package let answer: (Answer) -> Void
  }

  /// Evaluates a source, or what follows an offset in it.
  ///
  /// A script is analyzed as a whole before any of it runs, so that its errors come first; after a command that may
  /// bind names, the rest is analyzed once that has run. At the prompt each statement runs before the next is analyzed.
  ///
  /// - Returns: what its last statement showed, if it did.
  @discardableResult
  func evaluate(_ request: Request, from start: Int = 0) -> StatementResult? {
    do {
      try request.source.checkEncoding()
    } catch {
      request.answer(.error(error, request.source))
      return nil
    }
    let planner = StatementPlanner(request.source, state, options)
    var reader = StatementReader(request, planner, from: start)
    var shown: StatementResult?
    while !isOver, let statements = reader.next() {
      for statement in statements where !isOver {
        do {
          shown = try perform(statement, in: request)
        } catch {
          shown = nil
          request.answer(.error(error.diagnostic, error.source))
        }
      }
      if reader.endsInError { shown = nil }
      planner.update(state, options)
    }
    return shown
  }

  package var known: Parser.Bindings {
    Parser.Bindings(
      isBound: { [unowned self] in bindings[$0] != nil }, names: { [unowned self] in names })
  }

  /// Carries a statement out.
  ///
  /// - Returns: what it showed, if it did.
  func carryOut(_ planned: PlannedStatement, in request: Request) throws(Fault) -> StatementResult? {
    let statement = planned.statement
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
      let shown = try assert(run, expectation, of: statement, in: request)
      keepNames(of: planned)
      return shown
    case .subscriptions(let name, let windows, let end):
      return try assertSubscriptions(of: name, windows, after: end, of: statement, in: request)
    case .check(let check):
      return self.check(check, of: statement, in: request)
    case .set(let setting, let value):
      set(setting, to: value, in: request)
      return nil
    case .command(let command, let name, let arguments):
      try perform(command, name, arguments, in: request)
      return nil
    }
  }

  /// Makes the names that a statement binds, and its result, the session's.
  private func keepNames(of planned: PlannedStatement) {
    state.bindings = planned.bindings
    state.resultCount = planned.resultCount
  }

  /// Ends it: whatever stands behind that is not read.
  package func leave(_ answer: (Answer) -> Void) {
    stop()
    answer(.leave)
  }

  // MARK: Names

  /// Shows what a name was bound to: a source as it is written, an expression only at the prompt.
  private func show(_ binding: Binding, in request: Request) throws(Fault) -> StatementResult? {
    if let diagram = diagram(of: binding) {
      request.answer(.bound(diagram))
      return StatementResult(name: binding.name, outputs: binding.timelines, isCold: binding.isCold)
    }
    guard let plan = binding.plan, request.mode == .prompt else { return nil }
    let outcome = try Outcome(
      running: plan, recording: .drawing(stages: false), limits: options.limits, while: request.isWanted)
    request.answer(.bound(outcome.lane(named: binding.name)))
    return StatementResult(name: binding.name, outputs: outcome.outputs)
  }

  /// A source as it is written, with a lane for each timeline; `nil` for an expression.
  package func diagram(of binding: Binding) -> Diagram? {
    guard !binding.timelines.isEmpty else { return nil }
    let lanes = binding.timelines.enumerated().map { index, timeline in
      Diagram.Lane(name: index == 0 ? binding.name : "", timeline: timeline, isCold: binding.isCold && index == 0)
    }
    return Diagram(inputs: lanes)
  }
}
