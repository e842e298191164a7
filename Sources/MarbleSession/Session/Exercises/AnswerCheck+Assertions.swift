import Marbles

/// Assertions with other patterns.
extension AnswerCheck {
  /// Returns the verdict on the pattern of an assertion that holds, or `nil` if there is none to compare.
  ///
  /// A pattern is right if it matches the same of the events of the stream after small changes.
  func verdictOnPattern() -> Verdict? {
    guard case (_, .patterns(let own)?)? = assertion(in: answer),
      case (let subject, .patterns(let known)?)? = assertion(in: solution), own.count == known.count
    else { return nil }
    let events = result(of: ExerciseAnswer(text: subject))?.outputs ?? []
    for (timeline, (own, known)) in zip(events, zip(own, known)) {
      for other in timeline.variants where isWanted() {
        let matches = [own, known].map { Comparison(pattern: $0, actual: other).isEqual }
        if matches[0] == matches[1] { continue }
        let text = other.marbles.isEmpty ? "-" : TimelinePrinter.text(of: other)
        let note = matches[0] ? "matches your pattern, but not" : "does not match your pattern, but it matches"
        return .wrongStatement(note: "This holds. `\(text)` \(note) that of the task.")
      }
    }
    return .rightStatement
  }

  private func assertion(in answer: ExerciseAnswer) -> (String, PlannedStatement.PlannedExpectation?)? {
    var names = AnswerNames(exercise.examples[0], answer.definitions)
    defer { names.bindings.end() }
    switch names.statement(answer.text)?.action {
    case .assert(let run, let expectation): return (run.text, expectation)
    case .races(let run, _, let expectation): return (run.text, expectation)
    default: return nil
    }
  }
}

extension Timeline {
  /// The timelines with another end, or an event less, more, moved by a tick or with another value, of all events, and
  /// then of a part of them.
  fileprivate var variants: [Timeline] {
    let values = marbles.filter { !$0.event.isTerminating }
    let own = values.map(\.event).uniqued().prefix(3)
    // Numbers near those of the stream tell a condition from another one.
    let near = own.flatMap { event -> [Event] in
      guard case .value(.integer(let number)) = event else { return [] }
      return [-1, 1, 2, 10].map { .value(.integer(number &+ $0)) }
    }
    let sent = (own + near).uniqued() + [.value(.marble("x"))]
    let last = (marbles.last?.tick ?? 0) + (terminal == nil ? 1 : 0)
    let parts = sent.map { event in values.filter { $0.event != event } } + values.indices.map { Array(values[..<$0]) }
    let ends = [Event.completed, .failed(.unnamed), .interrupted].map { Marble(tick: last, event: $0) }
    return ([values] + parts).flatMap { part in
      var changed = [part]
      for (index, marble) in part.enumerated() {
        let others = Array(part[..<index] + part[(index + 1)...])
        let moved = [1, -1].map { Marble(tick: marble.tick + $0, event: marble.event) }.filter { $0.tick >= 0 }
        changed += [others] + (moved + sent.map { Marble(tick: marble.tick, event: $0) }).map { others + [$0] }
      }
      for tick in 0..<last { changed += sent.map { part + [Marble(tick: tick, event: $0)] } }
      let ended = [part] + ends.map { part + [$0] } + changed.map { $0 + (terminal.map { [$0] } ?? []) }
      return ended.map { Timeline($0.sorted { $0.tick < $1.tick }) }
    }
  }
}
