import Marbles

/// The answers of a session to an answer of the learner.
extension AnswerCheck.Verdict {
  /// Returns the drawings and paragraphs that explain the verdict.
  package func answers(to exercise: Exercise, width: Int) -> [Answer] {
    switch self {
    case .right(let run, let remark):
      let solution = "`\(exercise.solution.text)`"
      let text: String? =
        switch remark {
        case .isShorter: "Your answer has fewer operators than the solution of this exercise: \(solution)."
        case .isLonger: "A solution with fewer operators is \(solution)."
        case nil: nil
        }
      return run.observers + Self.text(text)
    case .wrong(let run, let note):
      return run.observers + run.difference(of: exercise, showsInputs: false, width: width)
        + Self.text(note ?? run.kind) + run.reason(width: width)
    case .wrongInGeneral(let run, let note):
      return [.text("This is right for these inputs, but not for all. Try it with these:")]
        + run.difference(of: exercise, showsInputs: true, width: width) + Self.text(note ?? run.kind)
    case .faulty(let fault, let example):
      let inputs = Diagram(inputs: exercise.lanes(of: example))
      return [
        .text("This is right for these inputs, but not for all. With these, it has an error:"), .drawing(inputs),
        .error(fault.diagnostic, fault.source),
      ]
    case .timeline(let isRight):
      let names = exercise.solution.parameters.map { "`\($0)`" }
      let what = names.isEmpty ? "an operator" : names.joined(separator: " and ")
      let task = names.isEmpty ? "sends them" : "makes them from \(what)"
      return [
        .text(
          isRight
            ? "These are the expected events. Now write an expression that \(task)."
            : "This is a timeline. The answer is an expression with \(what).")
      ]
    case .rightStatement: return []
    case .wrongStatement(let note): return Self.text(note)
    case .unrepeatable:
      return [.text("Write the answer without the number of a result, so that it can be tried with other inputs.")]
    }
  }

  private static func text(_ note: String?) -> [Answer] { note.map { [.text($0)] } ?? [] }
}

extension AnswerRun {
  /// The kind of the first differences.
  fileprivate var kind: String? { isEndless ? nil : comparisons.first { !$0.isEqual }?.kind }

  /// The drawing of several observers, because an entry is drawn with a single one.
  fileprivate var observers: [Answer] { example.written.isEmpty ? [] : [.drawing(diagram)] }

  /// Returns the differences from the expected events.
  fileprivate func difference(of exercise: Exercise, showsInputs: Bool, width: Int) -> [Answer] {
    var lines: [String] = []
    let inputs = showsInputs ? exercise.lanes(of: example).map(\.named) : []
    for (index, comparison) in comparisons.enumerated() where !comparison.isEqual {
      let observer = comparisons.count == 1 ? "" : "observer \(index + 1)"
      let expression = observer.isEmpty ? plan.text : "\(plan.text)  \(observer)"
      lines.append(
        drawn(comparison).picture(
          location: "", expression: expression, inputs: inputs, width: width, listing: Self.listLimit))
    }
    if lines.isEmpty { lines.append("✗ \(plan.text)") }
    if let (name, comparison) = misobserved {
      lines.append("  `\(name)` was not observed on the expected ticks:")
      lines.append(comparison.picture(width: width))
    }
    if isEndless { lines.append("  The expected stream ends. This one had not ended when it was stopped.") }
    return [.text(lines.joined(separator: "\n"))]
  }

  /// The maximum number of differences that are listed.
  private static let listLimit = 6
  /// The number of ticks after the expected events on which the events of an endless answer are drawn.
  private static let ticksAfterEnd = 10

  /// Returns a comparison without the later events of an endless answer.
  private func drawn(_ comparison: Comparison) -> Comparison {
    guard isEndless, let end = comparison.expected.marbles.last?.tick else { return comparison }
    let actual = comparison.actual.expanded(through: end + Self.ticksAfterEnd).marbles
    let short = Comparison(expected: comparison.expected, actual: Timeline(actual))
    return short.isEqual ? comparison : short
  }

  /// Returns the answer to the first question about a difference that explains it.
  fileprivate func reason(width: Int) -> [Answer] {
    guard !isTimeline else { return [] }
    for (index, comparison) in comparisons.enumerated() {
      guard !comparison.isEqual, let plan = observation(by: index) else { continue }
      let observation = plan.windowText.isEmpty ? "" : " in _\(plan.windowText)"
      for question in comparison.questions.prefix(Self.listLimit) {
        guard
          let explanation = try? Inquiry.explanation(
            of: question, about: plan, as: plan.text, limits: Self.limits, while: { true })
        else { break }
        // A change that only makes this event come would lead away from the solution.
        let lines = explanation.lines(width: width - 2).filter { !$0.hasPrefix("  try ") }.map { "  \($0)" }
        // The answer is then about an equal event, which is expected on its own tick and does not explain this one.
        let isExpected = comparison.closest(to: question).map(comparison.expected.marbles.contains) ?? false
        if !isExpected { return [.text((["`\(question.text)\(observation)`"] + lines).joined(separator: "\n"))] }
      }
    }
    return []
  }

  /// Returns the plan with a single observer, or `nil` if the others make a difference to it.
  private func observation(by index: Int) -> Plan? {
    if example.written.isEmpty { return plan }
    let windows = [example.windows[index]]
    guard let alone = try? Outcome(running: plan, during: windows, limits: Self.limits, while: { true }),
      Comparison(expected: outcome.outputs[index], actual: alone.outputs[0]).isEqual
    else { return nil }
    let text = windows.map { $0.map(WindowPrinter.text) ?? "-" }.joined()
    return plan.observed(during: windows, as: outcome.outputs.count == 1 ? "" : " during \(text)")
  }
}

extension Diagram.Lane {
  /// The lane with its kind in its name, for pictures without colors.
  fileprivate var named: Diagram.Lane {
    Diagram.Lane(name: isCold ? "\(name) cold" : name, timeline: timeline)
  }
}

extension Comparison {
  /// The kind of the differences if they are not about the values of the events.
  var kind: String? {
    guard !isEqual else { return nil }
    let ends = differences.filter { ($0.expected + $0.actual).allSatisfy(\.event.isTerminating) }
    if ends.count == differences.count, let end = ends.first, ends.count == 1 {
      let subject = expected.marbles.allSatisfy(\.event.isTerminating) ? "The" : "The values are right, but the"
      switch end.reason {
      case .missing: return "\(subject) stream does not end."
      case .extra: return "\(subject) stream should not end."
      default: return "\(subject) end is wrong."
      }
    }
    if actual.marbles.isEmpty { return "Nothing was sent." }
    if let shift { return "All events are \(pluralized(abs(shift), "tick")) \(shift > 0 ? "late" : "early")." }
    return differences.allSatisfy { $0.shift != nil } ? "All events are there, but not on the right ticks." : nil
  }

  /// The number of ticks by which all events came late.
  private var shift: Int? {
    let shifts = Set(differences.map(\.shift))
    return differences.count == expected.marbles.count && shifts.count == 1 ? shifts.first ?? nil : nil
  }
}

extension Difference {
  /// The number of ticks by which the expected event came late.
  fileprivate var shift: Int? {
    switch reason {
    case .late(let ticks): ticks
    case .early(let ticks): -ticks
    default: nil
    }
  }
}
