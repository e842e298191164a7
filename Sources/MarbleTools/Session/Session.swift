import MarbleLanguage
import Marbles
import Reactive

/// A conversation in the marble language, without a terminal: statements go in, answers come out.
///
/// A session is used by one thread at a time. A mistake never ends it, and loses nothing that was bound.
package final class Session {
  /// What it was told.
  package var options: SessionOptions
  /// What it may use of the system.
  package var environment: SessionEnvironment

  var state = SessionState()
  /// What has been learnt, once somebody has begun to.
  var tour: Tour?
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
  package var names: [String] {
    bindings.names.filter { !$0.hasPrefix("_") }
  }

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
      let turn = Turn(source: source, mode: mode, isWanted: isWanted, answer: keeping)
      if mode == .prompt { evaluate(entry: turn) } else { evaluate(turn) }
    }
  }

  /// Evaluates a text without answers.
  ///
  /// - Returns: what its last statement showed.
  func shown(by text: String, mode: Mode = .script) -> Shown? {
    evaluate(Turn(source: Source(name: "", text: text), mode: mode, isWanted: { true }) { _ in })
  }

  /// Ends it: what is read no further is as if it did not stand there.
  package func stop() {
    isOver = true
  }

  /// Evaluates what somebody has typed, and looks at it if that was to learn something.
  package func evaluate(entry turn: Turn) {
    let isCommand = turn.source.bytes.first { !$0.separatesWords } == ASCII.colon
    if !isCommand { lastEntry = String(decoding: turn.source.bytes, as: UTF8.self) }
    let done = state.steps.count
    if let shown = evaluate(turn), !isCommand, state.steps.count > done { judge(shown, in: turn) }
  }

  /// One source on its way through a session.
  package struct Turn {
    package let source: Source
    package let mode: Mode
    package let isWanted: () -> Bool
    package let answer: (Answer) -> Void
  }

  /// Evaluates a source, or what follows an offset in it.
  ///
  /// - Returns: what its last statement showed, if it did.
  @discardableResult
  func evaluate(_ turn: Turn, from start: Int = 0) -> Shown? {
    do {
      try turn.source.checkEncoding()
    } catch {
      turn.answer(.mistake(error, turn.source))
      return nil
    }
    var shown: Shown?
    var parser = Parser(turn.source, mode: turn.mode == .prompt ? .interactive : .script, bindings: known, from: start)
    parser.tickLength = options.tickLength
    while !isOver, let next = parser.next() {
      for warning in parser.warnings { turn.answer(.warning(warning, turn.source)) }
      parser.warnings = []
      switch next {
      case .failure(let diagnostic):
        state.failedNames.formUnion(parser.takeUnreadableNames())
        turn.answer(.mistake(explained(diagnostic), turn.source))
      case .success(let statement):
        do {
          shown = try perform(statement, in: turn)
        } catch {
          shown = nil
          switch statement.kind {
          case .bind(let name, _): state.failedNames.insert(name.text)
          case .define(let name, _, _): state.failedNames.insert(Parser.key(ofOperator: name.text))
          default: break
          }
          turn.answer(.mistake(explained(error.diagnostic), error.source))
        }
        parser.tickLength = options.tickLength
      }
    }
    return shown
  }

  /// A name whose definition has a mistake was not mistyped.
  private func explained(_ diagnostic: Diagnostic) -> Diagnostic {
    switch diagnostic.problem {
    case ProgramProblem.unknownOperator(let name, _) where state.failedNames.contains(Parser.key(ofOperator: name)),
      LanguageProblem.noStream(let name, _) where state.failedNames.contains(name),
      LanguageProblem.unknownStream(let name, _) where state.failedNames.contains(name),
      ProgramProblem.unknownName(let name, _) where state.failedNames.contains(name):
      Diagnostic(.unreadableName(name), at: diagnostic.span)
    default: diagnostic
    }
  }

  package var known: Parser.Bindings {
    Parser.Bindings(
      isBound: { [unowned self] in bindings[$0] != nil }, names: { [unowned self] in names })
  }

  /// Carries a statement out.
  ///
  /// - Returns: what it showed, if it did.
  func evaluate(_ statement: Statement, in turn: Turn) throws(Fault) -> Shown? {
    switch statement.kind {
    case .bind(let name, let definition):
      return try bind(name.text, to: definition, in: turn)
    case .define(let name, let parameters, let body):
      try define(name, parameters, body, of: statement, in: turn)
      return nil
    case .show(let subject, let windows):
      return try show(subject, during: windows, of: statement, in: turn)
    case .assert(let subject, let windows, let expectation):
      return try assert(subject, during: windows, expectation, of: statement, in: turn)
    case .subscriptions(let name, let windows, let behind):
      return try assertSubscriptions(of: name, windows, behind: behind, of: statement, in: turn)
    case .check(let check):
      return self.check(check, of: statement, in: turn)
    case .command(let name, let arguments):
      try perform(name, arguments, in: turn)
      return nil
    }
  }

  /// Ends it: whatever stands behind that is not read.
  package func leave(_ answer: (Answer) -> Void) {
    stop()
    answer(.leave)
  }

  // MARK: Names

  private func bind(_ name: String, to definition: Definition, in turn: Turn) throws(Fault) -> Shown? {
    let binding = Binding(name: name, kind: try kind(of: definition, in: turn))
    bindings.bind(binding)
    state.failedNames.remove(name)
    if let diagram = diagram(of: binding) {
      turn.answer(.bound(diagram))
      return Shown(name: name, outputs: binding.timelines, isCold: binding.isCold)
    }
    if let plan = binding.plan, turn.mode == .prompt {
      // A script runs it when it is used; somebody at a prompt wants to see what it is.
      let outcome = try Outcome(
        running: plan, recording: .drawing(stages: false), limits: options.limits, while: turn.isWanted)
      turn.answer(.bound(outcome.lane(named: name)))
      return Shown(name: name, outputs: outcome.outputs)
    }
    return nil
  }

  private func define(
    _ name: Name, _ parameters: [Name], _ body: Expression, of statement: Statement, in turn: Turn
  ) throws(Fault) {
    let definition = try analyzed(
      Analysis.definition(of: name, parameters.map(\.text), body, context(turn.source), bindings), in: turn)
    bindings.bind(Binding(name: name.text, kind: .operator(definition)))
    state.failedNames.remove(Parser.key(ofOperator: name.text))
    if turn.mode == .prompt { turn.answer(.text(turn.source.text(of: statement.span).onOneLine)) }
  }

  package func kind(of definition: Definition, in turn: Turn) throws(Fault) -> Binding.Kind {
    switch definition {
    case .pipe(let literal), .raw(let literal): .pipe(literal.timeline)
    case .cold(let literals): .cold(literals.map(\.timeline))
    case .expression(let expression): .expression(try plan(expression, in: turn))
    }
  }

  package func context(_ source: Source) -> PlanContext { PlanContext(source, options.tickLength) }

  func plan(_ expression: Expression, in turn: Turn, with bindings: Bindings? = nil) throws(Fault) -> Plan {
    try analyzed(Analysis.plan(expression, context(turn.source), bindings ?? self.bindings), in: turn)
  }

  /// The result of an analysis; all faults but the last are told, and that is thrown.
  private func analyzed<T>(_ outcome: Analysis.Outcome<T>, in turn: Turn) throws(Fault) -> T {
    switch outcome {
    case .plan(let result): return result
    case .faults(let faults):
      for fault in faults.dropLast() { turn.answer(.mistake(explained(fault.diagnostic), fault.source)) }
      throw faults[faults.count - 1]
    }
  }

  /// A source as it stands, a lane for each timeline.
  package func diagram(of binding: Binding) -> Diagram? {
    guard !binding.timelines.isEmpty else { return nil }
    let lanes = binding.timelines.enumerated().map { index, timeline in
      Diagram.Lane(name: index == 0 ? binding.name : "", timeline: timeline, isCold: binding.isCold && index == 0)
    }
    return Diagram(inputs: lanes)
  }

  /// Keeps a result under `_` and its number.
  func remember(_ kind: Binding.Kind) {
    state.resultCount += 1
    for name in ["_", "_\(state.resultCount)"] { bindings.bind(Binding(name: name, kind: kind)) }
  }
}
