import Marbles

/// The teacher of a session, who gives the tasks of courses and checks the entries of the user.
package final class Teacher {
  /// The course of `:exercise`, or `nil` for the exercises of the program.
  package var course: Course?
  /// The courses that were begun, of which one can be running.
  private var begun: [CourseState] = []
  private unowned let session: Session

  init(of session: Session) { self.session = session }

  /// The course with exercises that is running, was begun, or would be begun.
  var knownCourse: Course { begun.first { !$0.course.isTutorial }?.course ?? course ?? .builtIn }

  /// The course that is running.
  private(set) var running: CourseState? {
    get { begun.first(where: \.isGoingOn) }
    set {
      guard let newValue, let index = begun.firstIndex(where: \.isGoingOn) else { return }
      begun[index] = newValue
    }
  }

  /// Performs the command of a course, such as `:exercise`, `:exercise 7`, `:exercise a-clock`, `:exercise list`,
  /// `:exercise stop` and `:exercise reset`.
  func teach(_ course: Course, _ argument: Name, in request: Session.Request) throws(Fault) {
    guard request.mode == .prompt else {
      throw Fault(
        course.isTutorial ? .tutorialNeedsPrompt : .exerciseNeedsPrompt, at: argument.span, in: request.source)
    }
    let named = [\Course.Entry.id, \.name].lazy.compactMap { name in
      course.entries.firstIndex { $0[keyPath: name] == argument.text }
    }
    let number = Int(argument.text) ?? named.first.map { $0 + 1 }
    switch argument.text {
    case "stop":
      guard let running, running.course.name == course.name else {
        throw Fault(.notInTutorial, at: argument.span, in: request.source)
      }
      leaveCourse()
      let command = ":\(course.command)"
      var later = ""
      if session.environment.saveProgress != nil {
        let isSame = course.laterCommand == command
        later = isSame ? ", also in a later session" : ", and `\(course.laterCommand)` in a later session"
      }
      return request.answer(.text("`\(command)` returns to \(course.noun) \(running.index + 1)\(later)."))
    case "list":
      return request.answer(.text(state(of: course).list))
    case "reset":
      return resetProgress(in: course, request)
    case _ where argument.text.isEmpty || number.map { course.entries.indices.contains($0 - 1) } == true: break
    default:
      let name = closest(to: argument.text, among: course.entries.map(\.name)).map { "the name `\($0)`" } ?? "a name"
      let expected = "a number from `1` to `\(course.entries.count)`, \(name), or `list`, `stop` or `reset`"
      throw Fault(
        .unfitSetting(name: course.command, value: argument.text, expected: expected), at: argument.span,
        in: request.source)
    }
    if running?.course.name != course.name { enter(course, in: request) }
    if let number { running?.index = number - 1 }
    present(in: request)
  }

  // MARK: Hints and solutions

  /// Performs `:hint`, which shows the next hint, and after the last one how to see the solution.
  func showHint(_ command: Name, in request: Session.Request) throws(Fault) {
    let running = try running(for: command, in: request)
    let hints = running.exercise.hints
    guard running.hints < hints.count else {
      let end = hints.isEmpty ? "This \(running.course.noun) has no hints." : "There are no more hints."
      return request.answer(.text("\(end) `:solution` shows a solution."))
    }
    request.answer(.text(hints[running.hints].text))
    self.running?.hints += 1
    self.running?.record.hints += 1
    saveProgress()
  }

  /// Performs `:solution`.
  func showSolution(_ command: Name, in request: Session.Request) throws(Fault) {
    let running = try running(for: command, in: request)
    request.answer(.text("The solution is `\(running.exercise.solution.text)`. Type it to see what it does."))
    self.running?.record.hasSeenSolution = true
    saveProgress()
  }

  /// Performs `:skip`, which goes to the next exercise without a solution of this one.
  func skip(_ command: Name, in request: Session.Request) throws(Fault) {
    _ = try running(for: command, in: request)
    running?.record.isSkipped = true
    advance(in: request)
  }

  /// Returns the running course, which a command needs.
  private func running(for command: Name, in request: Session.Request) throws(Fault) -> CourseState {
    guard let running else { throw Fault(.notInTutorial, at: command.span, in: request.source) }
    return running
  }

  // MARK: Answers

  /// Checks the result of an entry, if a course is running.
  func check(_ shown: Session.StatementResult, in request: Session.Request) {
    guard let running, let answer = answer(to: running.exercise, showing: shown) else { return }
    let verdict: AnswerCheck.Verdict
    do {
      verdict = try AnswerCheck(exercise: running.exercise, answer: answer, isWanted: request.isWanted).verdict()
    } catch {
      return request.answer(.error(error.diagnostic, error.source))
    }
    guard request.isWanted() else { return }
    // A name may be bound in preparation, so it is an answer only if its events are right.
    if let name = shown.name, !verdict.isRight, !running.exercise.solution.isStatement {
      return request.answer(.text("Now you can use `\(name)` in your answer. To check it alone, type `\(name)`."))
    }
    if running.record.answer == nil {
      if case .timeline = verdict {} else { self.running?.record.attempts += 1 }
    }
    if verdict.isRight { self.running?.record.answer = answer.text }
    let width = min(session.options.style.width ?? AnswerWriter.textWidth, AnswerWriter.textWidth)
    let answers = verdict.answers(to: running.exercise, width: width)
    guard verdict.isRight else {
      for answer in answers { request.answer(answer) }
      return saveProgress()
    }
    request.answer(.text("✓ Right. \(running.exercise.conclusion)"))
    for answer in answers { request.answer(answer) }
    advance(in: request)
  }

  /// Returns the last entry as an answer that can be run with other inputs.
  private func answer(to exercise: Exercise, showing shown: Session.StatementResult) -> ExerciseAnswer? {
    guard let step = session.state.steps.last else { return nil }
    if exercise.solution.isStatement {
      let earlier = session.state.steps.dropLast().filter { $0.kind == .binding }.map(\.text)
      let isContinued = step.kind == .result && ["==", "matches", "during"].contains { step.text.hasPrefix($0) }
      let subject = isContinued ? session.state.lastRun.map { "\($0.plan.repeatableText) " } : nil
      return ExerciseAnswer(definitions: earlier, text: (subject ?? "") + step.text)
    }
    guard !shown.outputs.isEmpty, !shown.isSearch else { return nil }
    let own = session.state.steps.dropLast(shown.name == nil ? 0 : 1)
    let definitions = own.filter { $0.kind == .binding }.map(\.text)
    if let plan = session.state.lastRun?.plan, session.state.lastRun?.isExpression == true {
      return ExerciseAnswer(definitions: definitions, text: plan.repeatableText)
    }
    // A timeline is an answer to exercises without inputs.
    guard shown.call == nil, step.kind == .result || step.kind == .binding else { return nil }
    let text = shown.name.map { ExerciseAnswer.definition(of: $0, in: step.text) } ?? step.text
    return ExerciseAnswer(definitions: definitions, text: text)
  }

  /// Continues with the next exercise that is not solved, or ends the course.
  private func advance(in request: Session.Request) {
    guard let running else { return }
    guard let next = running.nextIndex else {
      saveProgress()
      leaveCourse()
      return request.answer(.text(running.course.farewell))
    }
    let noun = running.course.noun
    if next == running.index {
      saveProgress()
      return request.answer(
        .text(
          "You have solved all other \(noun)s. `:solution` shows a solution of this one, and "
            + "`:\(running.course.command) stop` leaves \(running.course.plural)."))
    }
    if next < running.index {
      let isLast = running.index == running.course.entries.count - 1
      let reason = isLast ? "This is the last \(noun)." : "You have solved all \(noun)s after this one."
      request.answer(.text("\(reason) The first \(noun) that you have not solved follows."))
    }
    self.running?.index = next
    present(in: request)
  }

  // MARK: Presenting

  /// Shows the task, and binds the names of the exercise.
  private func present(in request: Session.Request) {
    guard let running else { return }
    let exercise = running.exercise
    self.running?.hints = 0
    self.running?.progress.current = running.entry.id
    session.state = SessionState()
    session.state.bindings = exercise.given.beginning(exercise.given.extent)
    let chapter = running.entry.chapter.isEmpty ? "" : "\(running.entry.chapter): "
    let heading = "\(running.index + 1)/\(running.course.entries.count)  \(chapter)\(exercise.title)"
    request.answer(
      .text("\n" + [heading, exercise.explanation].filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"))
    for definition in exercise.definitions { request.answer(.text(definition)) }
    if let diagram = exercise.diagram { request.answer(.drawing(diagram)) }
    let gap = exercise.diagram == nil && exercise.definitions.isEmpty ? "" : "\n"
    request.answer(.text("\(gap)→ \(exercise.task(choosingBy: "To answer, type `:choose` and a number."))"))
    saveProgress()
  }

  /// Binds the names of the exercise again, if the last entry has bound or undone them.
  func restoreStreams(in request: Session.Request) {
    guard let running else { return }
    let given = running.exercise.given
    let lost = given.visibleNames.filter { session.bindings[$0] !== given[$0] }
    guard !lost.isEmpty else { return }
    for name in given.visibleNames { if let binding = given[name] { session.bindings.bind(binding) } }
    // The entries that bound these names are not part of an answer.
    session.state.steps.removeAll { step in
      step.kind == .binding && lost.contains { name in [" ", "="].contains { step.text.hasPrefix(name + $0) } }
    }
    request.answer(.text("This \(running.course.noun) keeps its own \(listed(lost.map { "`\($0)`" }))."))
  }

  /// Whether a course is running.
  package var isTeaching: Bool { running != nil }

  /// The commands that `:help` mentions first while a course is running, or `nil` if none is.
  var help: String? {
    running.map { running in
      let course = running.course
      return "You are in \(course.plural). `:hint` helps, `:solution` shows a solution, and `:skip` goes to the next "
        + "\(course.noun). `:\(course.command)` shows the task again, and `:\(course.command) stop` leaves "
        + "\(course.plural).\n"
    }
  }

  /// Explains `expected`, which is not a stream, if an entry consists of it.
  func explainExpected(_ entry: String, in request: Session.Request) -> Bool {
    let name = "expected"
    guard running != nil, entry.filter({ !$0.isWhitespace }) == name, session.bindings[name] == nil else {
      return false
    }
    request.answer(.text("`\(name)` shows the events that your answer must send. It is not a stream that you can use."))
    return true
  }

  /// The text to show at the end of the session, if a later session can continue the course.
  package var parting: String? {
    guard let running, session.environment.saveProgress != nil else { return nil }
    let course = running.course
    return "In the next session, `\(course.laterCommand)` continues with \(course.noun) \(running.index + 1)."
  }

  // MARK: Beginning and ending

  /// Returns the state of a course that was begun, or that an earlier session has left.
  func state(of course: Course) -> CourseState { begun.first { $0.course.name == course.name } ?? loaded(course) }

  /// Returns a course at the exercise at which an earlier session has stopped.
  private func loaded(_ course: Course) -> CourseState {
    let progress = ProgressText(session.environment.savedProgress() ?? [])[course.name]
    let index = course.entries.firstIndex { $0.id == progress.current } ?? 0
    return CourseState(course: course, index: index, progress: progress, savedState: session.state)
  }

  /// Begins or continues a course, in place of the one that is running.
  private func enter(_ course: Course, in request: Session.Request) {
    leaveCourse()
    if let index = begun.firstIndex(where: { $0.course.name == course.name }) {
      begun[index].isGoingOn = true
      return swapStates()
    }
    let running = loaded(course)
    begun.append(running)
    var beginning =
      "Type your answer and press Enter. `:hint` helps, `:solution` shows a solution, `:skip` goes to the next "
      + "\(course.noun), and `:\(course.command) stop` leaves \(course.plural)."
    if running.solvedCount > 0 || running.index > 0 {
      let solved = "\(running.solvedCount) of \(pluralized(course.entries.count, course.noun))"
      beginning = "This is where you stopped. You have solved \(solved).\n" + beginning
    }
    request.answer(.text(beginning))
  }

  /// Leaves the course that is running.
  private func leaveCourse() {
    guard running != nil else { return }
    swapStates()
    running?.isGoingOn = false
  }

  private func swapStates() {
    guard let savedState = running?.savedState else { return }
    running?.savedState = session.state
    session.state = savedState
  }

  private func resetProgress(in course: Course, _ request: Session.Request) {
    if running?.course.name == course.name { leaveCourse() }
    begun.removeAll { $0.course.name == course.name }
    var text = ProgressText(session.environment.savedProgress() ?? [])
    text[course.name] = CourseProgress()
    session.environment.saveProgress?(text.bytes)
    request.answer(.text("The progress is removed. `:\(course.command)` starts from the beginning."))
  }

  private func saveProgress() {
    guard let running, let save = session.environment.saveProgress else { return }
    var text = ProgressText(session.environment.savedProgress() ?? [])
    var progress = running.progress
    progress.merge(text[running.course.name])
    text[running.course.name] = progress
    save(text.bytes)
  }
}
