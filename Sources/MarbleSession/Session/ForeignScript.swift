import Marbles

/// A program in another language that was translated to a script.
package struct ForeignScript: Sendable {
  /// The script, without the parts that could not be translated.
  let text: String
  /// Whether the program has times, so that the script chooses the length of a tick.
  let hasTick: Bool
  /// The errors at the places of these parts in the program.
  let errors: [Diagnostic]
  /// Whether the source cannot be a script with an expression of the other language in it.
  let isCertain: Bool
  /// The statements of this program and of earlier ones that later programs depend on.
  let declarations: String
  /// The streams of these statements, by their names in the session.
  let names: Set<String>
  /// The subscriptions of this program and of earlier ones.
  let observers: [ForeignObserver]

  package init(
    text: String, hasTick: Bool, errors: [Diagnostic], isCertain: Bool, declarations: String, names: Set<String>,
    observers: [ForeignObserver]
  ) {
    self.text = text
    self.hasTick = hasTick
    self.errors = errors
    self.isCertain = isCertain
    self.declarations = declarations
    self.names = names
    self.observers = observers
  }
}

/// A statement of an earlier program that subscribes to a stream.
package struct ForeignObserver: Sendable {
  package let text: String
  /// The length of the declarations before it in UTF-8.
  package let offset: Int

  package init(text: String, offset: Int) {
    self.text = text
    self.offset = offset
  }
}

/// The state of a session that the meaning of a program in another language depends on.
package struct ForeignContext {
  /// The statements of earlier programs that later ones depend on.
  package let declarations: String
  package let observers: [ForeignObserver]
  /// The length of a tick.
  package let tick: Duration
  /// Whether an earlier program has chosen this length.
  package let keepsTick: Bool
  /// Whether later entries can use what the program declares.
  package let mayContinue: Bool
  /// Whether the user can run commands of a terminal, unlike in a page.
  package let hasCommands: Bool
  /// Whether the session has a stream with a name.
  package let isBound: (String) -> Bool
  /// Whether this stream is that of an earlier program.
  package let isDeclared: (String) -> Bool

  package init(
    declarations: String = "", observers: [ForeignObserver] = [], tick: Duration = .milliseconds(1),
    keepsTick: Bool = false, mayContinue: Bool = false, hasCommands: Bool = true,
    isBound: @escaping (String) -> Bool = { _ in false },
    isDeclared: @escaping (String) -> Bool = { _ in false }
  ) {
    self.declarations = declarations
    self.observers = observers
    self.tick = tick
    self.keepsTick = keepsTick
    self.mayContinue = mayContinue
    self.hasCommands = hasCommands
    self.isBound = isBound
    self.isDeclared = isDeclared
  }
}

/// A translator for programs in another language.
package struct ForeignLanguage: Sendable {
  /// Returns the script for a source, or `nil` if it is in the marble language.
  let translate: @Sendable (Source, ForeignContext) -> ForeignScript?
  /// Whether an entry at the prompt is a program that needs another line, or `nil` if it is not a program.
  let needsMore: @Sendable (_ entry: Source) -> Bool?

  package init(
    translate: @escaping @Sendable (Source, ForeignContext) -> ForeignScript?,
    needsMore: @escaping @Sendable (Source) -> Bool?
  ) {
    self.translate = translate
    self.needsMore = needsMore
  }
}

/// The statements of programs in another language, with the streams that they bound.
struct ForeignDeclarations: Sendable {
  var text = ""
  var observers: [ForeignObserver] = []
  /// The length of a tick that they have chosen, if they have times.
  var tick: Duration?
  var streams: [String: Binding] = [:]
}

extension Session {
  /// Returns the script for a program in another language, or `nil` if the source is in the marble language.
  func translation(of source: Source, _ mode: Mode) -> ForeignScript? {
    guard !isRunningTranslation, let language = options.foreignLanguage else { return nil }
    let declared = state.foreignDeclarations
    let context = ForeignContext(
      declarations: declared.text, observers: declared.observers, tick: options.tickLength.duration,
      keepsTick: declared.tick == options.tickLength.duration, mayContinue: mode == .prompt,
      hasCommands: environment.refusal.cause != .inPage,
      isBound: { [bindings] in bindings[$0] != nil },
      isDeclared: { [bindings] in bindings[$0].map { declared.streams[$0.name] === $0 } ?? false })
    guard let script = language.translate(source, context) else { return nil }
    if script.errors.isEmpty || script.isCertain { return script }
    // The errors of a script with an expression of another language in it say how to write that.
    var parser = Parser(source, mode: mode == .prompt ? .interactive : .script, bindings: known, from: 0)
    if case .success? = parser.next() { return nil }
    return script
  }

  /// Shows a script and runs it, or shows its errors and runs nothing.
  func run(_ script: ForeignScript, in request: Request) -> StatementResult? {
    guard script.errors.isEmpty else {
      for error in script.errors { request.answer(.error(error, request.source)) }
      return nil
    }
    defer {
      state.foreignDeclarations.text = script.declarations
      state.foreignDeclarations.observers = script.observers
      if script.hasTick { state.foreignDeclarations.tick = options.tickLength.duration }
      for name in script.names { state.foreignDeclarations.streams[name] = bindings[name] }
    }
    guard !script.text.isEmpty else { return nil }
    let lines = script.text.split(separator: "\n").map { "  " + $0 }
    request.answer(.translation("in the marble language:\n" + lines.joined(separator: "\n")))
    isRunningTranslation = true
    defer { isRunningTranslation = false }
    return evaluate(request.with(Source(name: request.source.name, text: script.text)))
  }
}
