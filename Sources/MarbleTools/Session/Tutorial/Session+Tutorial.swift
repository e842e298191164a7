import Marbles

/// How far somebody has come in the tutorial.
struct Tour {
  var step = 0
  var isGoingOn = true
  /// How often a hint was asked for in this step.
  var hints = 0
  /// While it goes on, what the session knew before; while it does not, what was done in it.
  var elsewhere: SessionState

  fileprivate var lesson: Lesson { Lesson.all[step] }
}

/// The tutorial: it asks, looks at what is typed, and goes on.
extension Session {
  /// `:tutorial`, `:tutorial 7` and `:tutorial stop`.
  func goOn(_ argument: Name, in turn: Turn) throws(Fault) {
    guard turn.mode == .prompt else {
      throw Fault(.tutorialNeedsPrompt, at: argument.span, in: turn.source)
    }
    if argument.text == "stop" {
      guard let tour, tour.isGoingOn else { throw Fault(.notInTutorial, at: argument.span, in: turn.source) }
      leaveTutorial()
      return turn.answer(.text("`:tutorial` comes back to step \(tour.step + 1)."))
    }
    let step = Int(argument.text).map { $0 - 1 }
    guard argument.text.isEmpty || step.map(Lesson.all.indices.contains) == true else {
      let expected = "a step from `1` to `\(Lesson.all.count)`, or `stop`"
      throw Fault(
        .unfitSetting(name: "tutorial", value: argument.text, expected: expected), at: argument.span, in: turn.source)
    }
    if tour?.isGoingOn != true { enterTutorial() }
    if let step, tour?.step != step {
      tour?.step = step
      tour?.hints = 0
    }
    ask(in: turn)
  }

  /// `:hint`: first in which direction to think, then what would do it.
  func hint(_ command: Name, in turn: Turn) throws(Fault) {
    guard let tour, tour.isGoingOn else { throw Fault(.notInTutorial, at: command.span, in: turn.source) }
    turn.answer(.text(tour.hints == 0 ? tour.lesson.hint : "`\(tour.lesson.answer)` does it."))
    self.tour?.hints += 1
  }

  /// `:skip`: does what the step asks for, and goes on.
  func skip(_ command: Name, in turn: Turn) throws(Fault) {
    guard let tour, tour.isGoingOn else { throw Fault(.notInTutorial, at: command.span, in: turn.source) }
    turn.answer(.text("`\(tour.lesson.answer)` would have done it."))
    // Names may mean something else by now.
    evaluate(Turn(source: source(tour.lesson.given), mode: .prompt, isWanted: turn.isWanted) { _ in })
    evaluate(
      Turn(source: source(tour.lesson.answer), mode: .prompt, isWanted: turn.isWanted, answer: turn.answer))
    advance(in: turn)
  }

  private func source(_ text: String) -> Source { Source(name: "tutorial", text: text) }

  /// Looks at what an entry showed, if the tutorial waits for it.
  func judge(_ shown: Shown, in turn: Turn) {
    guard let tour, tour.isGoingOn else { return }
    switch tour.lesson.verdict(of: shown) {
    case .aside: return
    case .wrong(let reasons): return turn.answer(.text(reasons))
    case .right: break
    }
    if shown.call == nil, tour.lesson.isRun {
      // Who has said beforehand what will come, wants to see it come.
      evaluate(
        Turn(source: source(tour.lesson.answer), mode: .prompt, isWanted: turn.isWanted, answer: turn.answer))
    }
    advance(in: turn)
  }

  /// Says what has been seen, and goes on.
  private func advance(in turn: Turn) {
    guard let tour else { return }
    turn.answer(.text("✓ \(tour.lesson.insight)\n"))
    guard tour.step + 1 < Lesson.all.count else {
      leaveTutorial()
      self.tour = nil
      return turn.answer(.text(Lesson.farewell))
    }
    self.tour?.step += 1
    self.tour?.hints = 0
    ask(in: turn)
  }

  /// Says what the step is about, with the names that it works with.
  private func ask(in turn: Turn) {
    guard let tour else { return }
    let lesson = tour.lesson
    turn.answer(.text("\(tour.step + 1)/\(Lesson.all.count)  \(lesson.title)\n\n\(lesson.text)\n"))
    var isShown = false
    for line in lesson.given.split(separator: "\n") {
      let before = names
      let known = String(line.prefix { $0 != " " })
      let old = before.contains(known) ? bindings[known].map { ($0.timelines, $0.isCold) } : nil
      evaluate(
        Turn(source: source(String(line)), mode: .prompt, isWanted: turn.isWanted) { answer in
          // What is there already has been seen.
          if let old, let new = self.bindings[known], (new.timelines, new.isCold) == old { return }
          isShown = true
          turn.answer(answer)
        })
    }
    turn.answer(.text((isShown ? "\n" : "") + "→ " + lesson.task))
  }

  private func enterTutorial() {
    if tour != nil {
      exchangeMemories()
      tour?.isGoingOn = true
    } else {
      tour = Tour(elsewhere: state)
      state = SessionState()
    }
  }

  private func leaveTutorial() {
    exchangeMemories()
    tour?.isGoingOn = false
  }

  private func exchangeMemories() {
    guard let elsewhere = tour?.elsewhere else { return }
    tour?.elsewhere = state
    state = elsewhere
  }
}
