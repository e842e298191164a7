import Marbles

/// Recording the steps of a session, so that they can be saved and undone.
extension Session {
  /// The result of a statement.
  package struct StatementResult {
    /// The bound name, if there is one.
    var name: String?
    /// The events that each observer received.
    package var outputs: [Timeline]
    var isCold = false
    /// The expression that produces the result in a script, or `nil` if the result was written as a timeline.
    var call: String?
    /// Whether the result is complete.
    package var isWhole = true
    /// Whether the assertion passed, or `nil` if there was none.
    var holds: Bool?
    var isSearch = false
    /// The expressions on both sides of a law or an assertion, or the one that is compared with a pattern or in other
    /// orders.
    var sides: [String] = []
    /// The statement with `…` in place of these expressions and of patterns.
    var frame = ""
  }

  /// Performs a statement, and records it as a step if it succeeds.
  ///
  /// - Returns: The result of the statement, if it has one.
  func perform(_ planned: PlannedStatement, in request: Request) throws(Fault) -> StatementResult? {
    let statement = planned.statement
    guard options.keepsSteps else { return try carryOut(planned, in: request) }
    // The comments are kept even if the statement fails.
    keep(comments: planned.comments)
    let (bound, results) = (bindings.extent, state.resultCount)
    let shown = try carryOut(planned, in: request)
    let text = request.source.text(of: statement.span)
    guard let (kind, saved) = step(of: statement, text, showing: shown) else { return shown }
    var step = SessionState.Step(
      kind: kind, text: text.onOneLine, saved: saved, remark: planned.remark, bound: bound, results: results)
    if shown?.isSearch == true, let tolerance = state.search?.result.tolerance, tolerance > options.toleratedTicks {
      step.toleration = ("\(tolerance)", other: options.tolerance)
    }
    state.steps.append(step)
    return shown
  }

  /// Records lines of comments, for `:save`.
  func keep(comments: [String]) {
    guard options.keepsSteps, !comments.isEmpty else { return }
    state.steps.append(
      SessionState.Step(
        kind: .comment, text: "", saved: comments.joined(separator: "\n"), bound: bindings.extent,
        results: state.resultCount))
  }

  /// Returns the kind of a step and its text in a saved script, or `nil` if the statement is not recorded.
  private func step(
    of statement: Statement, _ text: String, showing shown: StatementResult?
  ) -> (SessionState.Step.Kind, saved: String)? {
    switch statement.kind {
    case .bind, .define:
      return (.binding, text)
    case .show, .assert:
      guard let shown else { return nil }
      // An assertion about another expression or a timeline is saved as it is written.
      guard let call = shown.call else { return (.result, shown.holds == false ? "" : text) }
      if shown.holds == true, !text.hasPrefix("."), !text.hasPrefix("="), !text.hasPrefix("during"),
        !text.hasPrefix("matches ")
      {
        return (.result, text)
      }
      guard shown.isWhole else { return (.result, call) }
      // The normalized call has no comments and is on one line, but it may contain names that were bound again since.
      let isComplete = if case .show(.definition, _) = statement.kind { !text.hasPrefix(".") } else { false }
      let hasComment = text.contains("//") || text.contains("/*")
      let isPlain = hasComment || !text.contains { $0 == "_" || $0.isNewline }
      return (
        .result,
        (isPlain && isComplete ? text : call) + " == "
          + shown.outputs.map { TimelinePrinter.text(of: $0, digitsApart: true) }.joined(separator: ", ")
      )
    case .ask: return nil
    case .subscriptions, .check:
      return shown?.holds == true ? (.other, text) : nil
    case .law, .races:
      return (.other, shown?.holds == true ? text : "")
    case .command(let name, let arguments):
      return isKept(name, arguments) ? (.other, text) : nil
    }
  }

  /// Whether following statements depend on a command.
  private func isKept(_ name: Name, _ arguments: Name) -> Bool {
    guard let action = Command.named(name.text)?.action else { return false }
    let words = arguments.text.split(whereSeparator: \.isWhitespace)
    switch action {
    case .setting(let setting): return setting.affectsRuns && !words.isEmpty
    case .set: return words.count > 1 && words.first.flatMap { Setting.named(String($0)) }?.affectsRuns == true
    default: return false
    }
  }

  // MARK: Saving

  /// Returns the session as a script whose assertions pass, with the comments of the session, the number of its
  /// statements, and that of the results that could not be written so.
  func script(while isWanted: @escaping () -> Bool) -> SavedScript {
    // Each step is run to find out whether it passes: names may have been bound again since, and some values cannot
    // be written as text.
    let session = Session(SessionOptions(limits: options.limits))
    var lines: [String] = []
    var (count, lost) = (0, 0)
    for step in state.steps {
      if step.kind == .comment {
        lines += step.saved.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      } else if session.passes(step.saved, while: isWanted) {
        count += 1
        lines.append(step.remark.isEmpty ? step.saved : step.saved + "  " + step.remark)
      } else if !step.saved.isEmpty {
        lost += 1
      }
    }
    // Statements that are left out also leave their empty lines.
    let kept = lines.indices.filter { !lines[$0].isEmpty || ($0 > 0 && !lines[$0 - 1].isEmpty) }
    return SavedScript(text: kept.map { lines[$0] + "\n" }.joined(), count: count, lost: lost)
  }

  private func passes(_ statement: String, while isWanted: @escaping () -> Bool) -> Bool {
    var passes = !statement.isEmpty
    evaluate(Source(name: "", text: statement), while: isWanted) { answer in
      switch answer {
      case .failed, .error: passes = false
      default: break
      }
    }
    return passes
  }

  // MARK: Undo

  func undo(_ command: Name, in request: Request) throws(Fault) {
    guard let text = state.undo() else { throw Fault(.nothingToUndo, at: command.span, in: request.source) }
    request.answer(.text("undone: \(text)"))
  }

  // MARK: Entries

  /// The default number of entries to show.
  private static let usualHistory = 20

  func showHistory(_ argument: Name, for command: Name, in request: Request) throws(Fault) {
    let count = argument.text.isEmpty ? Self.usualHistory : Int(argument.text)
    guard let count, count >= 1 else {
      throw Fault(
        .unfitSetting(name: command.text, value: argument.text, expected: "a number such as `50`, at least 1"),
        at: argument.span, in: request.source)
    }
    let entries = environment.history().enumerated().suffix(count)
    let width = String((entries.last?.offset ?? 0) + 1).count
    let lines = entries.map { index, entry in
      let number = String(index + 1)
      let margin = String(repeating: " ", count: width + 4)
      return String(repeating: " ", count: width + 2 - number.count) + number + "  "
        + entry.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n" + margin)
    }
    if !lines.isEmpty { request.answer(.text(lines.joined(separator: "\n"))) }
  }

  func edit(_ argument: Name, for command: Name, in request: Request) throws(Fault) {
    if options.isSafe { throw Fault(.cannotEdit(environment.refusal), at: command.span, in: request.source) }
    let text = try textToEdit(argument, for: command, in: request)
    let edited: String
    do throws(SystemFailure) {
      edited = try environment.edit(text)
    } catch {
      throw Fault(.cannotEdit(error), at: command.span, in: request.source)
    }
    evaluate(entry: request.with(Source(name: request.source.name, text: edited)))
  }

  /// Returns the last binding of a name, or the last entry.
  private func textToEdit(_ argument: Name, for command: Name, in request: Request) throws(Fault) -> String {
    // A script keeps no entries.
    if argument.text.isEmpty || request.mode == .script {
      guard !lastEntry.isEmpty, request.mode == .prompt else {
        throw Fault(.nothingToEdit, at: command.span, in: request.source)
      }
      return lastEntry
    }
    let step = state.steps.last { step in
      step.kind == .binding && [" ", "=", "("].contains { step.text.hasPrefix(argument.text + $0) }
    }
    guard let step else {
      let suggestion = closest(to: argument.text, among: names + operatorNames)
      throw Fault(.unknownStream(name: argument.text, suggestion: suggestion), at: argument.span, in: request.source)
    }
    return step.text
  }

  // MARK: Time

  func time(_ expression: Name, for command: Name, in request: Request) throws(Fault) {
    guard !expression.text.isEmpty else {
      throw Fault(.missingExpression(example: ":time merge(a, b)"), at: command.span, in: request.source)
    }
    let start = environment.clock()
    guard run(expression, in: request) else { return }
    let microseconds = (environment.clock() - start).components
    request.answer(.text(Self.text(ofSeconds: microseconds.seconds, attoseconds: microseconds.attoseconds)))
  }

  /// Returns a time with one decimal, in the largest unit in which it is at least one.
  private static func text(ofSeconds seconds: Int64, attoseconds: Int64) -> String {
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let (unit, name) = microseconds >= 1_000_000 ? (1_000_000, "s") : microseconds >= 1000 ? (1000, "ms") : (1, "µs")
    if unit == 1 { return "\(microseconds) µs" }
    let tenths = (microseconds * 10 + Int64(unit / 2)) / Int64(unit)
    return "\(tenths / 10).\(tenths % 10) \(name)"
  }
}
