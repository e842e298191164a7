import Marbles

/// A task that is solved with an expression.
package struct Exercise: Sendable {
  package let source: Source
  package let title: String
  /// The explanation before the task, or an empty string.
  package let explanation: String
  package let task: String
  /// The explanation after a right answer, with a sentence about real programs.
  package let conclusion: String
  package let hints: [Note]
  package let rightAnswers: [KnownAnswer]
  package let wrongAnswers: [KnownAnswer]
  package internal(set) var solution: Solution
  /// The names that the learner can use.
  let given: Bindings
  /// The statements that bind these names.
  package let inputsText: String
  /// The examples, of which only the first one is shown.
  ///
  /// Never empty.
  package internal(set) var examples: [ExerciseExample]
  /// The inputs with which answers are compared with the solution, as a list of parameters, or `nil` for the default.
  let inputs: Note?
  /// Whether the learner predicts the expected events, which are not shown with the task.
  package let hidesExpected: Bool
  /// Whether the solution and the wrong answers are shown with the task.
  let offersChoices: Bool

  /// A part of the file with its place.
  package struct Note: Sendable {
    package let text: String
    let span: Span
  }

  /// An answer that people give.
  package struct KnownAnswer: Sendable {
    package let answer: Note
    /// The text that is shown after a wrong answer.
    package let note: String
  }

  package struct Solution: Sendable {
    /// The expression or the timeline, or another statement.
    package let text: String
    /// The inputs.
    ///
    /// Without any, the answer may be a timeline.
    var parameters: [String] = []
    /// The span of the solution if it is another statement: a definition, a search, a law, or another assertion.
    var statement: Span?

    package var isStatement: Bool { statement != nil }
  }

  /// The number of hints that an exercise may have.
  static let maxHints = 3
}

/// Inputs of an exercise with the expected events.
package struct ExerciseExample: Sendable {
  let bindings: Bindings
  /// The windows of the observers.
  package var windows: [Window?] = [.always]
  /// The windows as they are written, with `during` before them, or an empty string.
  var written = ""
  /// The expected events of each observer.
  let expected: [Timeline]
  /// The expected subscriptions of streams.
  var subscriptions: [(name: String, windows: [Window])] = []

  package init(bindings: Bindings, windows: [Window?] = [.always], expected: [Timeline]) {
    self.bindings = bindings
    self.windows = windows
    self.expected = expected
  }
}

extension Exercise {
  /// Whether the answer is a timeline and not an expression.
  var expectsTimeline: Bool {
    !solution.isStatement && solution.parameters.isEmpty && given.names(in: solution.text) == nil
  }

  /// Returns the lanes of the inputs in an example.
  package func lanes(of example: ExerciseExample) -> [Diagram.Lane] {
    given.visibleNames.flatMap { name in
      guard let binding = example.bindings[name] else { return [Diagram.Lane]() }
      return binding.timelines.enumerated().map { index, timeline in
        Diagram.Lane(name: index == 0 ? name : "", timeline: timeline, isCold: binding.isCold && index == 0)
      }
    }
  }

  /// Whether answers are compared for inputs that end with an event: if an example has such an input.
  func isTried(_ end: Timeline.Event, of name: String) -> Bool {
    let ends = examples.flatMap { $0.bindings[name]?.timelines ?? [] }.compactMap { $0.marbles.last?.event }
    return ends.contains { EventKind($0) == EventKind(end) }
  }

  /// Whether answers are compared for inputs with events on the same tick: if those of an example have such events.
  var sharesTicks: Bool {
    examples.contains { example in
      let inputs = solution.parameters.compactMap { example.bindings[$0]?.timelines.first }
      let ticks = inputs.flatMap(\.marbles).map(\.tick)
      return Set(ticks).count < ticks.count
    }
  }

  /// The inputs and the expected events, on one axis, or `nil` if the learner sees neither.
  var diagram: Diagram? {
    let example = examples[0]
    let inputs = lanes(of: example)
    if inputs.isEmpty, hidesExpected || solution.isStatement { return nil }
    return Diagram(inputs: inputs + expectedLanes(example.expected))
  }

  /// Returns the lanes with the expected events, or an empty one for the learner.
  package func expectedLanes(_ expected: [Timeline]) -> [Diagram.Lane] {
    if hidesExpected, !solution.isStatement { return [Diagram.Lane(name: "?", timeline: Timeline([]))] }
    return expected.enumerated().map { index, timeline in
      Diagram.Lane(name: index == 0 ? "expected" : "expected \(index + 1)", timeline: timeline)
    }
  }

  /// The answers to choose from, in an order that does not depend on which of them is right.
  var choices: [String] {
    offersChoices ? ([solution.text] + wrongAnswers.map(\.answer.text)).sorted() : []
  }

  /// Returns the task with the answers to choose from, and with a sentence about how to choose.
  package func task(choosingBy advice: String) -> String {
    let choices = choices.enumerated().map { "\n  \($0 + 1)  \($1)" }.joined()
    return task + (choices.isEmpty ? "" : "\n" + choices + "\n\n" + advice)
  }

  /// The definitions that cannot be drawn: expressions and custom operators.
  var definitions: [String] {
    given.visibleNames.compactMap { name in given[name]?.plan.map { "\(name) = \($0.text)" } }
      + given.operatorNames.compactMap { given.customOperator($0)?.written }
  }
}
