import MarbleLanguage
import Marbles

/// Searching for expressions.
extension Session {
  /// Searches, and answers as for an assertion: it passes if an expression was found.
  func search(
    _ planned: PlannedStatement.PlannedSearch, of statement: Statement, in request: Request
  ) throws(Fault) -> StatementResult {
    if let endless = Search.endlessInput(of: planned.problem) {
      throw Fault(endless, at: statement.span, in: request.source)
    }
    // The times of a real program are not exact.
    let tolerance = state.loadedDrawing?.trace == nil ? 0 : 1
    let result = Search.run(
      planned.problem, within: max(tolerance, options.toleratedTicks), while: request.isWanted)
    var assertion = assertion(planned.text, of: statement, in: request)
    // A right answer to an exercise is followed by the next one, in which there is nothing to choose.
    let isInteractive = request.mode == .prompt && teacher.running?.exercise.solution.isStatement != true
    assertion.search = Answer.SearchReport(
      inputs: planned.problem.inputs, result: result, replaced: planned.replaced, isInteractive: isInteractive,
      shorterTick: result.answers.isEmpty ? nil : shorterTick(for: planned.problem, of: statement),
      longerTick: state.loadedDrawing?.trace?.longerTick)
    state.search = SessionState.LastSearch(planned: planned, result: result, assertion: assertion)
    request.answer(result.answers.isEmpty ? .failed(assertion, .notFound) : .passed(assertion))
    if let answer = result.answers.first { assume(plannedRun(of: answer.text), for: statement) }
    let expected = planned.problem.examples.last.map { [$0.expected] } ?? []
    return StatementResult(
      outputs: result.answers.isEmpty ? [] : expected, holds: !result.answers.isEmpty, isSearch: true)
  }

  /// Returns a shorter tick for the trace, or `nil` if the recorded delays differ by more than it, so that another
  /// search would find nothing.
  private func shorterTick(for problem: SearchProblem, of statement: Statement) -> TickLength? {
    guard let trace = state.loadedDrawing?.trace, let tick = trace.shorterTick,
      case .assert(_, _, .expression(let expected)) = statement.kind, case .name(let result) = expected.kind
    else { return nil }
    let session = Session(SessionOptions(limits: options.limits))
    session.options.trace = trace.selection
    session.options.trace.tick = tick
    session.evaluate(trace.source) { _ in }
    let timelines = (problem.inputs + [result]).map { session.bindings[$0]?.timelines.first ?? Timeline() }
    let fits = Search.hasCommonDelay(
      from: timelines.dropLast(), to: timelines[timelines.count - 1], within: max(1, options.toleratedTicks))
    return fits ? tick : nil
  }

  /// Returns the run of an answer, as if it was entered.
  private func plannedRun(of answer: String) -> PlannedStatement.PlannedRun? {
    let source = Source(name: "", text: answer)
    let planner = StatementPlanner(source, state, options)
    var parser = Parser(source, bindings: known)
    parser.tickLength = planner.tickLength
    guard case .success(let statement)? = parser.next(), case .show(let run)? = planner.plan(statement)?.action else {
      return nil
    }
    return run
  }

  /// Makes the events of an answer the next example of the last search, or gives an answer of an exercise.
  func choose(_ argument: Name, for command: Name, in request: Request) throws(Fault) {
    let search = state.search.flatMap { $0.result.distinguishing.isEmpty ? nil : $0 }
    // The last list counts, and `:exercise` shows that of the exercise again.
    if search == nil, let choices = teacher.running?.exercise.choices, !choices.isEmpty {
      let text = try item(argument, of: choices, for: command, in: request)
      return evaluate(entry: request.with(Source(name: request.source.name, text: text)))
    }
    guard let last = search else {
      throw Fault(.nothingToChoose(inCourse: teacher.running?.course.noun), at: command.span, in: request.source)
    }
    let answers = last.result.answers
    guard let output = try item(argument, of: answers, for: command, in: request).output else { return }
    if let name = last.planned.name {
      let arguments = last.result.distinguishing.map { "\"\(TimelinePrinter.text(of: $0))\"" }
      let expected = TimelinePrinter.text(of: output, asStatement: true)
      let example = "\(name)(\(arguments.joined(separator: ", "))) == \(expected)"
      evaluate(request.with(Source(name: request.source.name, text: example)))
      return
    }
    let problem = last.planned.problem.adding(last.result.distinguishing, output)
    let planned = PlannedStatement.PlannedSearch(
      problem: problem, text: last.planned.text, name: nil, replaced: last.planned.replaced)
    let result = Search.run(problem, while: request.isWanted)
    var assertion = last.assertion
    assertion.search = Answer.SearchReport(
      inputs: problem.inputs, result: result, replaced: nil, isInteractive: request.mode == .prompt)
    state.search = SessionState.LastSearch(planned: planned, result: result, assertion: assertion)
    request.answer(result.answers.isEmpty ? .failed(assertion, .notFound) : .passed(assertion))
  }

  /// Returns the answer with a number.
  private func item<Item>(
    _ argument: Name, of answers: [Item], for command: Name, in request: Request
  ) throws(Fault) -> Item {
    if let number = Int(argument.text), answers.indices.contains(number - 1) { return answers[number - 1] }
    let span = argument.span.isEmpty ? command.span : argument.span
    throw Fault(.unfitChoice(argument.text, count: answers.count), at: span, in: request.source)
  }
}
