import Marbles

/// The progress in the tutorial.
struct TutorialState {
  var step = 0
  var isGoingOn = true
  /// The number of hints requested in this step.
  var hints = 0
  /// The state of the session before the tutorial while it runs, and otherwise the state inside the tutorial.
  var savedState: SessionState

  var lesson: Lesson { Lesson.all[step] }
}

/// The tutorial, which gives tasks and checks the entries of the user.
extension Session {
  /// Performs `:tutorial`, `:tutorial 7` and `:tutorial stop`.
  func continueTutorial(_ argument: Name, in request: Request) throws(Fault) {
    guard request.mode == .prompt else {
      throw Fault(.tutorialNeedsPrompt, at: argument.span, in: request.source)
    }
    if argument.text == "stop" {
      guard let tutorial, tutorial.isGoingOn else { throw Fault(.notInTutorial, at: argument.span, in: request.source) }
      leaveTutorial()
      let later = environment.saveTutorialStep == nil ? "" : ", also in a later session"
      return request.answer(.text("`:tutorial` returns to step \(tutorial.step + 1)\(later)."))
    }
    let step = Int(argument.text).map { $0 - 1 }
    guard argument.text.isEmpty || step.map(Lesson.all.indices.contains) == true else {
      let expected = "a step from `1` to `\(Lesson.all.count)`, or `stop`"
      throw Fault(
        .unfitSetting(name: "tutorial", value: argument.text, expected: expected), at: argument.span, in: request.source
      )
    }
    leaveExercises()
    if tutorial?.isGoingOn != true { enterTutorial(in: request, isAtSavedStep: step == nil) }
    if let step, tutorial?.step != step {
      tutorial?.step = step
      tutorial?.hints = 0
    }
    ask(in: request)
  }

  /// Performs `:hint`, which first gives a hint and then the answer.
  ///
  /// In an exercise, it gives the next hint.
  func hint(_ command: Name, in request: Request) throws(Fault) {
    if let exercises, exercises.isGoingOn { return showHint(of: exercises, in: request) }
    guard let tutorial, tutorial.isGoingOn else { throw Fault(.notInTutorial, at: command.span, in: request.source) }
    request.answer(.text(tutorial.hints == 0 ? tutorial.lesson.hint : "One solution is `\(tutorial.lesson.answer)`."))
    self.tutorial?.hints += 1
  }

  /// Performs `:skip`, which enters the answer and continues with the next step.
  ///
  /// In an exercise, it only goes to the next one.
  func skip(_ command: Name, in request: Request) throws(Fault) {
    if let exercises, exercises.isGoingOn { return skipExercise(in: request) }
    guard let tutorial, tutorial.isGoingOn else { throw Fault(.notInTutorial, at: command.span, in: request.source) }
    request.answer(.text("One solution is `\(tutorial.lesson.answer)`."))
    // The names of the step may have been bound to something else.
    evaluate(Request(source: source(tutorial.lesson.given), mode: .prompt, isWanted: request.isWanted) { _ in })
    evaluate(
      Request(source: source(tutorial.lesson.answer), mode: .prompt, isWanted: request.isWanted, answer: request.answer)
    )
    advance(in: request)
  }

  private func source(_ text: String) -> Source { Source(name: "tutorial", text: text) }

  /// The text to show at the end of the session, if a later session can continue the tutorial or the
  /// exercises.
  package var parting: String? {
    if let exerciseParting { return exerciseParting }
    guard let tutorial, tutorial.isGoingOn, environment.saveTutorialStep != nil else { return nil }
    return "In the next session, `:tutorial` continues with step \(tutorial.step + 1)."
  }

  /// Checks the result of an entry, if the tutorial is running.
  func checkAnswer(_ shown: StatementResult, in request: Request) {
    guard let tutorial, tutorial.isGoingOn else { return }
    switch tutorial.lesson.verdict(of: shown) {
    case .unrelated: return
    case .wrong(let reasons): return request.answer(.text(reasons))
    case .right: break
    }
    if shown.call == nil, shown.holds == nil, tutorial.lesson.isRun {
      // A user who typed the expected timeline also sees the run.
      evaluate(
        Request(
          source: source(tutorial.lesson.answer), mode: .prompt, isWanted: request.isWanted, answer: request.answer))
    }
    advance(in: request)
  }

  /// Explains the completed step, and continues with the next one.
  private func advance(in request: Request) {
    guard let tutorial else { return }
    request.answer(.text("✓ \(tutorial.lesson.explanation)\n"))
    guard tutorial.step + 1 < Lesson.all.count else {
      leaveTutorial()
      self.tutorial = nil
      environment.saveTutorialStep?(nil)
      return request.answer(.text(Lesson.farewell))
    }
    self.tutorial?.step += 1
    self.tutorial?.hints = 0
    ask(in: request)
  }

  /// Presents the step, with the bindings that it uses.
  private func ask(in request: Request) {
    guard let tutorial else { return }
    let lesson = tutorial.lesson
    request.answer(.text("\(tutorial.step + 1)/\(Lesson.all.count)  \(lesson.title)\n\n\(lesson.text)\n"))
    var isShown = false
    for line in lesson.given.split(separator: "\n") {
      let before = names
      let known = String(line.prefix { $0 != " " })
      let old = before.contains(known) ? bindings[known].map { ($0.timelines, $0.isCold) } : nil
      evaluate(
        Request(source: source(String(line)), mode: .prompt, isWanted: request.isWanted) { answer in
          // Unchanged bindings have already been shown.
          if let old, let new = self.bindings[known], (new.timelines, new.isCold) == old { return }
          isShown = true
          request.answer(answer)
        })
    }
    request.answer(.text((isShown ? "\n" : "") + "→ " + lesson.task))
    // `:undo` takes back the entries of the step, but not the step itself.
    state.steps = []
    environment.saveTutorialStep?(tutorial.step + 1)
  }

  /// Binds the streams of the step again, if the last entry has bound their names or undone the bindings.
  func restoreTutorialStreams(in request: Request) {
    guard let tutorial, tutorial.isGoingOn else { return }
    let lost = tutorial.lesson.streams.filter { stream in
      bindings[stream.name].map { ($0.timelines, $0.isCold) != (stream.timelines, stream.isCold) } ?? true
    }
    guard !lost.isEmpty else { return }
    let steps = state.steps
    // All of them are bound, because a stream of streams uses the streams that its names had before.
    _ = shown(by: tutorial.lesson.given, mode: .prompt)
    state.steps = steps
    request.answer(.text("This step keeps its own \(listed(lost.map { "`\($0.name)`" }))."))
  }

  /// Continues the tutorial, or starts it at its first step or at the step at which an earlier session has stopped.
  private func enterTutorial(in request: Request, isAtSavedStep: Bool) {
    if tutorial != nil {
      swapStates()
      tutorial?.isGoingOn = true
      return
    }
    var state = TutorialState(savedState: self.state)
    self.state = SessionState()
    var beginning = "`:hint` helps, `:skip` shows a solution, `:tutorial stop` leaves the tutorial."
    if isAtSavedStep, let step = environment.savedTutorialStep(), Lesson.all.indices.dropFirst().contains(step - 1) {
      state.step = step - 1
      beginning = "This is where you stopped. `:tutorial 1` starts from the beginning.\n" + beginning
    }
    tutorial = state
    request.answer(.text(beginning + "\n"))
  }

  func leaveTutorial() {
    guard let tutorial, tutorial.isGoingOn else { return }
    swapStates()
    self.tutorial?.isGoingOn = false
  }

  private func swapStates() {
    guard let savedState = tutorial?.savedState else { return }
    tutorial?.savedState = state
    state = savedState
  }
}
