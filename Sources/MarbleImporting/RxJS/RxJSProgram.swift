import MarbleLanguage
import MarbleSession
import Marbles

/// A translator for programs that use RxJS, such as a pasted expression, to a script that runs them.
///
/// A constant becomes a binding. A stream that is a statement of its own, or that is subscribed to, is shown.
package struct RxJSProgram {
  private let library: RxJSLibrary
  private let context: ForeignContext
  private let statements: [JSStatement]
  private let code: ForeignCode
  /// The offset of the program after the statements of earlier ones.
  private let start: Int
  private var draft: ImportDraft
  /// The errors of this program, at their places in the source without earlier statements.
  private var errors: [Diagnostic] = []
  /// The statements that later programs depend on.
  private var declarations: String
  /// The subscriptions of this program and of earlier ones.
  private var observers: [ForeignObserver]
  /// The subscription of an earlier program that this one is performed for, or `nil` for those of its own.
  private let observer: ForeignObserver?

  /// RxJS in JavaScript and TypeScript.
  package static let language = ForeignLanguage(translate: translate, needsMore: needsMore)

  /// Returns the script for a program, or `nil` if the source is not one.
  package static func translate(_ source: Source, in context: ForeignContext) -> ForeignScript? {
    let isFile = [".js", ".mjs", ".ts", ".mts"].contains { source.name.lowercased().hasSuffix($0) }
    guard isFile || !context.declarations.isEmpty || mayBeProgram(source.bytes) else { return nil }
    let code = ForeignCode(source, language: .javaScript)
    let isSwift = isSwift(code)
    // An import above a script is a slip.
    let isCertain =
      isFile || !isSwift && (importsRxJS(code) || callsRxJS(code) || callsSource(code, isBound: context.isBound))
      || sendsFirst(code, after: context.declarations)
    guard isCertain || !isSwift else { return nil }
    let usesRxJS = isCertain || usesRxJS(code)
    // A declaration or a call may also be a slip in the marble language.
    let isCall = isCallWithJavaScript(code)
    guard usesRxJS || code.beginsLine(with: declaringWords) || isCall else { return nil }
    let program = evaluated(source, context)
    let updates = program.library.sent.event ? updates(source, context) : []
    var errors = program.errors
    if !updates.isEmpty { errors.removeAll { $0.isUnobserved } }
    errors += updates.flatMap(\.errors)
    var lines: [String] = []
    for line in ([program] + updates).flatMap({ $0.draft.script.split(separator: "\n").map(String.init) })
    where !line.hasPrefix(":tick") || !lines.contains(line) {
      lines.append(line)
    }
    let script = lines.map { $0 + "\n" }.joined()
    // With other syntax, such as `a$ = --1|`, the errors of the marble language say how to write it.
    guard isCertain || !program.hasOtherSyntax || usesArrows(code) else { return nil }
    // Without a stream, a constant or a function is only known to be one of JavaScript by its form, and only later
    // entries can use it.
    let isDeclaration = context.mayContinue && program.onlyDeclares
    guard usesRxJS || isCall && hasArrow(code) || errors.isEmpty && (isDeclaration || !program.library.definesNothing)
    else { return nil }
    let test = program.library.suite.tests.first
    if isFile || test != nil || !context.mayContinue, script.isEmpty, errors.isEmpty {
      let part = test.map { ImportRefusal(problem: .noRun, span: $0.span) }
      errors.append(program.diagnostic(part ?? ImportRefusal(problem: .nothingFound, span: 0..<0)))
    }
    return ForeignScript(
      text: script, hasTick: program.library.commonTicks > 0, errors: errors, isCertain: isCertain,
      declarations: program.declarations,
      names: Set(([program] + updates).flatMap { $0.library.definitions.compactMap(\.name) }),
      observers: program.observers)
  }

  /// The largest number of earlier subscriptions that are shown again.
  private static let maxObservers = 10

  /// Returns the program for each subscription of an earlier program to which this one sends an event.
  private static func updates(_ source: Source, _ context: ForeignContext) -> [RxJSProgram] {
    context.observers.suffix(maxObservers).map { evaluated(source, context, for: $0) }
      .filter { program in
        program.library.shown?.contains { !$0.stream.sources.isDisjoint(with: program.library.sent.sources) } ?? false
      }
  }

  private static func evaluated(
    _ source: Source, _ context: ForeignContext, for observer: ForeignObserver? = nil
  ) -> RxJSProgram {
    let program = evaluated(source, context, observer, usesKnownValues: false)
    if program.errors.isEmpty { return program }
    let other = evaluated(source, context, observer, usesKnownValues: true)
    return other.errors.count < program.errors.count ? other : program
  }

  /// Evaluates a program until the types of its digits and the events of its subjects are known.
  private static func evaluated(
    _ source: Source, _ context: ForeignContext, _ observer: ForeignObserver?, usesKnownValues: Bool
  ) -> RxJSProgram {
    var program = RxJSProgram(source, context, observer, usesKnownValues: usesKnownValues)
    program.convert()
    var passes = 0
    var failed: RxJSProgram?
    while program.library.needsStringDigits || !program.library.knowsEvents || program.mustSeparateEvents, passes < 5 {
      passes += 1
      let library = program.library
      if !library.knowsEvents { library.planEvents() }
      program = RxJSProgram(
        source, context, observer, digitsAreText: library.digitsAreText || library.needsStringDigits,
        separatesEvents: library.separatesEvents || program.mustSeparateEvents, usesKnownValues: usesKnownValues,
        plans: library.plans)
      program.convert()
      if !program.errors.isEmpty { failed = program }
    }
    if !program.library.knowsEvents {
      // Without a statement that has an error, a subject has other events.
      if let failed { return failed }
      program.report(ImportRefusal(problem: .statefulClosure, span: 0..<0))
    }
    return program
  }

  private init(
    _ source: Source, _ context: ForeignContext, _ observer: ForeignObserver?, digitsAreText: Bool = false,
    separatesEvents: Bool = false, usesKnownValues: Bool, plans: [RxJSEventSource.Plan] = []
  ) {
    self.context = context
    declarations = context.declarations
    observers = context.observers
    self.observer = observer
    var earlier = Array(declarations.utf8)
    if let observer { earlier.insert(contentsOf: (observer.text + "\n").utf8, at: observer.offset) }
    start = earlier.count
    let whole = Source(name: source.name, bytes: earlier + source.bytes)
    code = ForeignCode(whole, language: .javaScript)
    draft = ImportDraft(source: whole)
    library = RxJSLibrary(source: whole)
    library.plans = plans
    library.separatesEvents = separatesEvents
    library.shown = []
    library.restart(digitsAreText: digitsAreText, usesKnownValues: usesKnownValues)
    library.clock = .running
    library.isBound = context.isBound
    let tokens = code
    library.effects = { span in
      let range = tokens.tokens.indices.filter { span.contains(tokens.tokens[$0].span.lowerBound) }
      return Set(range.compactMap(tokens.effect))
    }
    library.assignedNames = { span in
      let range = tokens.tokens.indices.filter { span.contains(tokens.tokens[$0].span.lowerBound) }
      guard let first = range.first, let last = range.last else { return [] }
      return JSParser(tokens).assignedNames(in: first..<last + 1)
    }
    var parser = JSParser(code)
    statements = parser.statements()
  }

  private mutating func convert() {
    let scope = JSScope(in: nil, nesting: 0)
    for span in code.unclosed.prefix(10) { report(ImportRefusal(problem: .unclosedString, span: span)) }
    library.declareFunctions(of: statements, in: scope)
    let earlier = statements.prefix { $0.span.lowerBound < start }
    for statement in earlier { perform(statement, in: scope) }
    // A name that was bound again in the marble language is that stream.
    for stream in library.definitions {
      if let name = stream.name, !context.isDeclared(name) { scope.remove { $0 === stream } }
    }
    // The subject of an earlier subscription has other events now.
    let declared = observer == nil ? library.definitions.count : 0
    if observer == nil { library.shown = [] }
    library.isCurrent = true
    for statement in statements[earlier.count...] {
      let shown = library.shown?.count
      perform(statement, in: scope)
      let text = code.source.text(of: statement.span)
      if shown == library.shown?.count {
        declarations += text + "\n"
      } else {
        observers.append(ForeignObserver(text: text, offset: declarations.utf8.count))
      }
    }
    performTimers()
    library.shown?.removeAll { ($0.span.lowerBound < start) == (observer == nil) }
    if errors.isEmpty, library.shown?.isEmpty == true, let lost = library.lostEvent, lost.lowerBound >= start {
      report(ImportRefusal(problem: .unobserved, span: lost))
    }
    if errors.isEmpty, !mustSeparateEvents, !library.separatesEvents {
      if let span = library.simultaneousSubscription {
        report(ImportRefusal(problem: .observedWithinTick, span: span))
      } else if let call = library.interleavedCall {
        report(ImportRefusal(problem: .interleaved, span: call))
      }
    }
    library.boundNames.forEach { draft.declare($0) }
    let (tick, ticks) = tick
    let isNewTick = ticks > 0 && tick != context.tick
    var dated: Set<String> = []
    do throws(ImportRefusal) {
      for (index, stream) in library.definitions.enumerated() where errors.isEmpty {
        guard let name = stream.name else { continue }
        // With another tick, the times of earlier streams have to be counted again.
        let text = stream.bindingText()
        let isDated = text.contains("ms") || stream.hasDates || !dated.isDisjoint(with: text.words.map(String.init))
        if isDated { dated.insert(name) }
        if index >= declared || isNewTick && isDated { try bind(stream) } else { draft.declare(name) }
      }
      if errors.isEmpty { try show() }
    } catch {
      report(error)
    }
    if isNewTick { draft.begin(with: ":tick \(TickLength(tick))") }
    for diagnostic in draft.sortedDiagnostics {
      report(ImportRefusal(problem: diagnostic.problem, span: diagnostic.span))
    }
  }

  /// Whether a program without times sends and subscribes in an order that one tick cannot have.
  private var mustSeparateEvents: Bool {
    !library.separatesEvents && !library.usesTime && library.boundNames.isEmpty
      && (library.interleavedCall != nil || library.simultaneousSubscription != nil)
  }

  /// Whether the program contains a statement that is not one of JavaScript.
  private var hasOtherSyntax: Bool {
    statements.contains { statement in
      guard case .unsupported(let problem, _, _) = statement.kind else { return false }
      if case .expression = problem { return true } else { return false }
    }
  }

  /// Whether the program only declares constants and functions, none of which is a timeline.
  private var onlyDeclares: Bool {
    statements.allSatisfy { statement in
      if case .expression = statement.kind { false } else { true }
    }
      && !code.tokens.indices.contains { index in
        code.tokens[index].kind == .string && code.string(at: index).contains("--")
      }
  }

  private mutating func perform(_ statement: JSStatement, in scope: JSScope) {
    library.machine.restart()
    do throws(ImportRefusal) {
      try library.show(statement, in: scope)
    } catch {
      guard statement.span.lowerBound >= start else { return }
      library.hasFailed = true
      if !error.isRepeated { report(error) }
    }
  }

  /// Calls the functions of `setTimeout` in the order of their times.
  private mutating func performTimers() {
    var count = 0
    while let next = library.timers.indices.min(by: { library.timers[$0].time < library.timers[$1].time }) {
      let (time, function, span) = library.timers.remove(at: next)
      count += 1
      library.now = time
      library.isCurrent = span.lowerBound >= start
      library.machine.restart()
      do throws(ImportRefusal) {
        guard count <= 100 else { throw ImportRefusal(problem: .tooLarge, span: span) }
        _ = try library.machine.call(function, [], span)
      } catch {
        if !error.isRepeated, library.isCurrent { report(error) }
        if count > 100 { return }
      }
    }
  }

  private mutating func report(_ refusal: ImportRefusal) {
    let error = diagnostic(refusal)
    // A function that is called twice has the same error twice.
    if errors.count < 20, !errors.contains(error) { errors.append(error) }
  }

  private func diagnostic(_ refusal: ImportRefusal) -> Diagnostic {
    let span = max(refusal.span.lowerBound, start) - start..<max(refusal.span.upperBound, start) - start
    return Diagnostic(problem: part(for: refusal), at: span)
  }

  private func part(for refusal: ImportRefusal) -> UntranslatedPart {
    guard case .unknownName(let name) = refusal.problem, !name.isEmpty,
      let start = refusal.span.first(where: { code.bytes.text($0..<$0 + name.utf8.count) == name })
    else { return UntranslatedPart(reason: refusal.problem, hasCommands: context.hasCommands) }
    let declared = JSParser(code).assignedNames(in: code.tokens.indices)
    let next = code.bytes[start + name.utf8.count]
    let isPlain = next != ASCII.openParenthesis && next != ASCII.dot && code.bytes[start - 1] != ASCII.dot
    return UntranslatedPart(
      reason: refusal.problem, suggestion: closest(to: name, among: declared + RxJSLibrary.functionNames),
      isPlainName: isPlain, hasCommands: context.hasCommands)
  }

  /// The length of a tick, of which all times of the program are multiples, with its number of milliseconds or 0.
  private var tick: (Duration, Int64) {
    // The streams of the session count in its ticks.
    let current = context.tick.wholeMilliseconds
    if !library.boundNames.isEmpty { library.count(milliseconds: current) }
    if context.keepsTick, library.commonTicks % current == 0 { return (context.tick, current) }
    return (.milliseconds(library.commonTicks), library.commonTicks)
  }

  private mutating func bind(_ stream: RxJSStream) throws(ImportRefusal) {
    let text = stream.bindingText(millisecondsPerTick: Int(clamping: tick.0.wholeMilliseconds))
    guard let name = stream.name, let message = draft.tryBind(name, to: text) else { return }
    throw ImportRefusal(problem: .rejected(message), span: stream.span)
  }

  /// Adds the streams that are shown, where several observers share a stream in one run.
  private mutating func show() throws(ImportRefusal) {
    draft.comment(leftOut: library.leftOut.filter { $0.lowerBound >= start }, of: code.source)
    let shown = library.shown ?? []
    for stream in library.connectables {
      guard let connectable = stream.connectable, !connectable.isCounted else { continue }
      guard connectable.isConnected else { throw ImportRefusal(problem: .unconnected, span: stream.span) }
      // Here, the first observer connects the stream.
      let observers = shown.filter { !$0.stream.shared.isDisjoint(with: stream.shared) }
      guard let first = observers.min(by: { $0.start < $1.start }), first.start > 0 else { continue }
      throw ImportRefusal(problem: .lateConnection, span: first.span)
    }
    let (length, _) = tick
    for (index, subscription) in shown.enumerated() {
      let (stream, span) = (subscription.stream, subscription.span)
      let others = shown[..<index].filter { !$0.stream.shared.isDisjoint(with: stream.shared) }
      // From one start on, all observers of a subject receive the same values.
      let isOfSubjects = stream.shared.isSubset(of: library.sharedSubjects)
      guard others.allSatisfy({ $0.stream === stream || isOfSubjects && $0.start == subscription.start }) else {
        throw ImportRefusal(problem: .severalRuns, span: span)
      }
      guard !others.contains(where: { $0.stream === stream }) else { continue }
      let observers = stream.shared.isEmpty ? [subscription] : shown.filter { $0.stream === stream }
      let text = try library.text(of: stream, span, asSource: true)
      try check(observers, of: text)
      let windows = observers.map { observer in
        let scale = Int(clamping: length.wholeMilliseconds)
        let window = Window(from: observer.start / scale, until: observer.end.map { $0 / scale })
        return WindowPrinter.text(of: window)
      }
      draft.state(windows == ["^-"] ? text : "\(text) during \(windows.joined(separator: ", "))", from: span)
    }
  }

  /// Checks that no subscription begins or ends at the time of an event, because it is not known which one is first.
  private func check(_ observers: [RxJSSubscription], of text: String) throws(ImportRefusal) {
    guard let last = observers.flatMap({ [$0.start, $0.end ?? 0] }).max(), last > 0 else { return }
    let ambiguous = ImportRefusal(problem: .observedWithinTick, span: observers[0].span)
    // The events of a stream of the session are not known here.
    guard library.boundNames.isEmpty else { throw ambiguous }
    // With a later end, an event at the end is received.
    let windows = observers.map { WindowPrinter.text(of: Window(from: $0.start, until: $0.end.map { $0 + 1 })) }
    let session = Session(SessionOptions(limits: Limits(ticks: last + 1, deliveries: 100_000)))
    var times: [Set<Int>] = []
    var isKnown = false
    session.recordResult = { _, result, _ in times = result.outputs.map { Set($0.marbles.map(\.tick)) } }
    let script = "\(draft.script)\(text) during \(windows.joined(separator: ", "))"
    session.evaluate(Source(name: "", text: script)) { answer in
      // The events after the last delivery are unknown.
      if case .drawing(let diagram) = answer { isKnown = !diagram.notes.contains { $0.contains("deliveries") } }
    }
    guard isKnown, times.count == observers.count else { throw ambiguous }
    for (index, observer) in observers.enumerated() {
      let others = times.indices.contains { $0 != index && times[$0].contains(observer.start) }
      let isAtEnd = observer.end.map { times[index].contains($0) } ?? false
      if isAtEnd || observer.start > 0 && others { throw ambiguous }
    }
  }
}

extension Diagnostic {
  /// Whether the error is an event of a subject without an observer.
  fileprivate var isUnobserved: Bool {
    if case .unobserved? = (problem as? UntranslatedPart)?.reason { true } else { false }
  }
}

extension Duration {
  /// The number of milliseconds, or 1 if it is not a whole number.
  fileprivate var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    guard attoseconds % 1_000_000_000_000_000 == 0, seconds < 1_000_000 else { return 1 }
    return max(1, seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
  }
}

extension RxJSLibrary {
  /// Whether the program neither declares nor shows a stream.
  fileprivate var definesNothing: Bool { definitions.isEmpty && shown?.isEmpty != false }

  /// Performs a statement, and shows the stream that it is.
  fileprivate func show(_ statement: JSStatement, in scope: JSScope) throws(Refusal) {
    guard case .expression(let expression) = statement.kind else {
      _ = try machine.run(statement, in: scope)
      return
    }
    if case .assignment(nil, let target, let value) = expression.kind, case .name(let name) = target.kind,
      scope.home(of: name) == nil
    {
      return try machine.declare(.name(name), value, in: scope)
    }
    switch try machine.evaluate(expression, in: scope) {
    case .stream(let stream): shown?.append(RxJSSubscription(stream: stream, start: now, span: expression.span))
    case .subject(let subject):
      let stream = try stream(of: subject, expression.span)
      shown?.append(RxJSSubscription(stream: stream, start: now, span: expression.span))
    case .failure: throw refusal(expression.span)
    default: break
    }
  }

  /// Removes the values of the variables that a function changes, because it is not known when it runs.
  ///
  /// - Throws: A refusal if the function does something that the drawing would not show.
  func forgetNames(assignedBy argument: JSValue) throws(Refusal) {
    if case .object(let observer) = argument {
      for value in observer.values.values { try forgetNames(assignedBy: value) }
    }
    guard case .function(let function) = argument else { return }
    guard effects(function.syntax.span).isEmpty else { throw Refusal(problem: .effect, span: function.syntax.span) }
    for name in assignedNames(function.syntax.span) {
      guard let home = function.scope.home(of: name) else { continue }
      home.declare(name, .refused(Refusal(problem: .statefulClosure, span: function.syntax.span)))
    }
  }
}

extension ForeignCode {
  private static let sendingMethods: Set = ["subscribe", "next", "error", "complete", "unsubscribe", "connect"]

  /// Returns the name of a call that subscribes or sends, or `throw`, if a token is one.
  fileprivate func effect(at index: Int) -> String? {
    guard let name = name(at: index) else { return nil }
    if name == "throw" { return name }
    guard has("(", at: index + 1) else { return nil }
    let isMethod =
      has(".", at: index - 1) && self.name(at: index - 2) != "console" && Self.sendingMethods.contains(name)
    return isMethod || ["setTimeout", "setInterval"].contains(name) ? name : nil
  }
}
