import Reactive

/// A conversation in the marble language, without a terminal: statements go in, answers come out.
///
/// A session is used by one thread at a time. A mistake never ends it, and loses nothing that was bound.
public final class Session {
  /// How far a run may go.
  public var limits: Limits
  /// How long a tick is in what is read from now on.
  public internal(set) var tickLength = TickLength.millisecond
  /// How diagrams are drawn from now on.
  public var style = DrawingStyle()
  /// Whether a chain shows a lane behind each of its operators.
  public var showsStages = false
  /// Whether what is taller than the screen goes through a pager, where there are a screen and a pager.
  public var usesPager = false
  /// Reads a file for `:load`; without it there are no files.
  public var readFile: ((_ path: String) throws(SystemFailure) -> [UInt8])?

  /// Writes a file for `:svg` and `:save`, all of it or nothing, for the user's eyes only where it is private; without
  /// it there are no files.
  public var writeFile: ((_ path: String, _ bytes: [UInt8], _ isPrivate: Bool) throws(SystemFailure) -> Void)?
  /// The names of what a folder holds, with a slash behind those of folders, to complete the names of files.
  public var listFolder: ((_ path: String) -> [String])?
  /// Shows a diagram that plays, until somebody has seen enough; without it nothing plays.
  public var play: ((_ diagram: Diagram, _ playback: Playback, _ style: DrawingStyle) throws(SystemFailure) -> Void)?

  /// The entries that were typed, the oldest first, for `:history`.
  public var history: (() -> [String])?
  /// Lets somebody edit a text, and gives what became of it, for `:edit`.
  public var edit: ((_ text: String) throws(SystemFailure) -> String)?
  /// A clock, for `:time`.
  public var clock: () -> Duration = {
    let start = ContinuousClock.now
    return { start.duration(to: .now) }
  }()

  /// Whether it keeps in mind what is done, for `:save` and `:undo`; a long script that nobody adds to need not.
  public var keepsSteps = true
  /// Whether an assertion comes with a drawing of what was run, however drawings are written.
  var drawsAssertions = false
  /// Whether what is only shown is drawn; else it is run for its mistakes.
  var drawsShown = true

  var memory = Memory()
  /// What has been learnt, once somebody has begun to.
  var tour: Tour?
  /// What the statement that is being evaluated has shown.
  var shown: Shown?
  /// The last entry at the prompt that was no command.
  var lastEntry = ""
  /// The files that are being loaded, the outermost first.
  var loading: [String] = []
  /// Whether it was told to end, so that nothing more is read.
  private var isOver = false

  public init(limits: Limits = Limits()) {
    self.limits = limits
  }

  deinit { bindings.end() }

  var bindings: Bindings {
    get { memory.bindings }
    set { memory.bindings = newValue }
  }

  /// The names of streams that are bound, in the order in which they were.
  public var names: [String] {
    bindings.names.filter { !$0.hasPrefix("_") }
  }

  /// The operators that are defined, in the order in which they were.
  public var operatorNames: [String] { bindings.operatorNames }

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

  /// Why the system could not do something, such as reading a file, in its words.
  public struct SystemFailure: Error, Sendable {
    public let reason: String

    public init(reason: String) {
      self.reason = reason
    }
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
    withoutActuallyEscaping(answer) { answer in
      let keeping = { (said: Answer) in
        switch said {
        case .drawing(let diagram): self.memory.lastDrawing = { _ in diagram }
        case .bound(let diagram) where mode == .prompt: self.memory.lastDrawing = { _ in diagram }
        default: break
        }
        answer(said)
      }
      let turn = Turn(source: source, mode: mode, isWanted: isWanted, answer: keeping)
      if mode == .prompt { evaluate(entry: turn) } else { evaluate(turn) }
    }
  }

  /// Ends it: what is read no further is as if it did not stand there.
  public func stop() {
    isOver = true
  }

  /// Evaluates what somebody has typed, and looks at it if that was to learn something.
  func evaluate(entry turn: Turn) {
    let isCommand = turn.source.bytes.first { !$0.separatesWords } == ASCII.colon
    if !isCommand { lastEntry = String(decoding: turn.source.bytes, as: UTF8.self) }
    let done = memory.steps.count
    evaluate(turn)
    if !isCommand, memory.steps.count > done { judge(in: turn) }
  }

  /// One source on its way through a session.
  struct Turn {
    let source: Source
    let mode: Mode
    let isWanted: () -> Bool
    let answer: (Answer) -> Void
  }

  /// Evaluates a source, or what stands in it from an offset on.
  func evaluate(_ turn: Turn, from start: Int = 0) {
    do {
      try turn.source.checkEncoding()
    } catch {
      return turn.answer(.mistake(error, turn.source))
    }
    var parser = Parser(turn.source, mode: turn.mode == .prompt ? .interactive : .script, bindings: known)
    parser.position = start
    parser.tickLength = tickLength
    while !isOver, let next = parser.next() {
      for warning in parser.warnings { turn.answer(.warning(warning, turn.source)) }
      parser.warnings = []
      switch next {
      case .failure(let diagnostic):
        memory.failedNames.formUnion(parser.takeUnreadableNames())
        turn.answer(.mistake(explained(diagnostic), turn.source))
      case .success(let statement):
        do {
          try perform(statement, in: turn)
        } catch {
          switch statement.kind {
          case .bind(let name, _): memory.failedNames.insert(name.text)
          case .define(let name, _, _): memory.failedNames.insert(Bindings.key(ofOperator: name.text))
          default: break
          }
          turn.answer(.mistake(explained(error.diagnostic), error.source))
        }
        parser.tickLength = tickLength
      }
    }
  }

  /// A name whose definition has a mistake was not mistyped.
  private func explained(_ diagnostic: Diagnostic) -> Diagnostic {
    switch diagnostic.problem {
    case .unknownOperator(let name, _) where memory.failedNames.contains(Bindings.key(ofOperator: name)),
      .noStream(let name, _) where memory.failedNames.contains(name),
      .unknownStream(let name, _) where memory.failedNames.contains(name),
      .unknownName(let name, _) where memory.failedNames.contains(name):
      Diagnostic(.unreadableName(name), at: diagnostic.span)
    default: diagnostic
    }
  }

  var known: Parser.Bindings {
    Parser.Bindings(
      isBound: { [unowned self] in bindings[$0] != nil }, names: { [unowned self] in names })
  }

  func evaluate(_ statement: Statement, in turn: Turn) throws(Fault) {
    switch statement.kind {
    case .bind(let name, let definition):
      try bind(name.text, to: definition, in: turn)
    case .define(let name, let parameters, let body):
      try define(name, parameters, body, of: statement, in: turn)
    case .show(let subject, let windows):
      try show(subject, during: windows, of: statement, in: turn)
    case .assert(let subject, let windows, let expectation):
      try assert(subject, during: windows, expectation, of: statement, in: turn)
    case .subscriptions(let name, let windows, let behind):
      try assertSubscriptions(of: name, windows, behind: behind, of: statement, in: turn)
    case .check(let check):
      self.check(check, of: statement, in: turn)
    case .command(let name, let arguments):
      try perform(name, arguments, in: turn)
    }
  }

  /// Ends it: whatever stands behind that is not read.
  func leave(_ answer: (Answer) -> Void) {
    stop()
    answer(.leave)
  }

  // MARK: Names

  private func bind(_ name: String, to definition: Definition, in turn: Turn) throws(Fault) {
    let binding = Binding(name: name, kind: kind(of: definition, in: turn.source))
    if case .expression(let code) = binding.kind { try Outcome.check(code) }
    bindings.bind(binding)
    memory.failedNames.remove(name)
    if let diagram = diagram(of: binding) {
      shown = Shown(name: name, outputs: binding.timelines, isCold: binding.isCold)
      turn.answer(.bound(diagram))
    } else if case .expression(let code) = binding.kind, turn.mode == .prompt {
      // A script runs it when it is used; somebody at a prompt wants to see what it is.
      let outcome = try Outcome(
        running: code, recording: .drawing(stages: false), limits: limits, while: turn.isWanted)
      shown = Shown(name: name, outputs: outcome.outputs)
      turn.answer(.bound(outcome.lane(named: name)))
    }
  }

  private func define(
    _ name: Name, _ parameters: [Name], _ body: Expression, of statement: Statement, in turn: Turn
  ) throws(Fault) {
    let definition = OperatorDefinition(
      name: name.text, parameters: parameters.map(\.text), body: code(body, in: turn.source))
    try definition.check(definedAt: name)
    bindings.bind(Binding(name: name.text, kind: .operator(definition)))
    memory.failedNames.remove(Bindings.key(ofOperator: name.text))
    if turn.mode == .prompt { turn.answer(.text(turn.source.text(of: statement.span).onOneLine)) }
  }

  func kind(of definition: Definition, in source: Source) -> Binding.Kind {
    switch definition {
    case .pipe(let literal), .raw(let literal): .pipe(literal.timeline)
    case .cold(let literals): .cold(literals.map(\.timeline))
    case .expression(let expression): .expression(code(expression, in: source))
    }
  }

  func code(_ expression: Expression, in source: Source, with bindings: Bindings? = nil) -> Code {
    Code(expression: expression, source: source, bindings: bindings ?? self.bindings, tickLength: tickLength)
  }

  /// A source as it stands, a lane for each timeline.
  func diagram(of binding: Binding) -> Diagram? {
    guard !binding.timelines.isEmpty else { return nil }
    let lanes = binding.timelines.enumerated().map { index, timeline in
      Diagram.Lane(name: index == 0 ? binding.name : "", timeline: timeline, isCold: binding.isCold && index == 0)
    }
    return Diagram(inputs: lanes)
  }

  /// Keeps a result under `_` and its number.
  func remember(_ kind: Binding.Kind) {
    memory.resultCount += 1
    for name in ["_", "_\(memory.resultCount)"] { bindings.bind(Binding(name: name, kind: kind)) }
  }
}
