import Marbles

/// An answer of a session, as data that ``AnswerWriter`` converts to text.
package enum Answer: Sendable {
  /// A name was bound: to a source, or at the prompt to an expression, with its events.
  case bound(Diagram)
  /// An expression was run.
  case drawing(Diagram)
  /// A question was answered.
  case explained(Explanation)
  /// An assertion passed.
  case passed(Assertion)
  /// An assertion failed.
  case failed(Assertion, FailureReason)
  /// Something could not be parsed or run.
  case error(Diagnostic, Source)
  /// Something may not have the intended meaning.
  case warning(Diagnostic, Source)
  /// The output of a command.
  case text(String)
  /// A script that a program in another language is translated to, after a line about it.
  case translation(String)
  /// A request to end the session.
  case leave

  /// Whether the answer is a failure, an error or a warning, as a `fails` fence expects.
  package var isProblem: Bool {
    switch self {
    case .failed, .error: true
    // Only some commands search for hazards.
    case .warning(let diagnostic, _): diagnostic.proof == nil
    case .bound, .drawing, .explained, .passed, .text, .translation, .leave: false
    }
  }

  /// An assertion, with its location.
  package struct Assertion: Sendable {
    /// The source that contains the assertion.
    package let source: Source
    /// The range of the assertion in the source.
    package let span: Span
    /// The ranges of the expected timelines.
    ///
    /// If nothing follows `==`, there is one empty range. If the right side is an expression, there are none.
    package let expected: [Span]
    /// The left side, as it is written, and a pattern after it.
    package internal(set) var expression: String
    /// The comment above the assertion.
    package let title: String?
    /// Whether the run was stopped because it was endless, so that the result is incomplete.
    package var isEndless = false
    /// The search, if the left side has a `?`.
    package var search: SearchReport?
    /// The question about the first difference, if the assertion failed.
    package var question: String?
    /// The report of a law that holds.
    package var report: LawReport?
    /// The report of the orders of simultaneous events, if all give the same result.
    package var races: RaceReport?
    /// The drawing of the run, if drawings are pictures or data.
    package var diagram: Diagram?

    package init(source: Source, span: Span, expected: [Span], expression: String, title: String?) {
      self.source = source
      self.span = span
      self.expected = expected
      self.expression = expression
      self.title = title
    }

    /// The name of the source.
    package var file: String { source.name }
    /// The line in the source, counted from 1.
    package var line: Int { source.position(of: span.lowerBound).line }
    /// The file and the line, as in `demo.marble:7`.
    package var location: String { "\(file):\(line)" }
  }

  /// A search with its result.
  package struct SearchReport: Sendable {
    /// The inputs as they are written.
    let inputs: [String]
    package let result: SearchResult
    /// The span that an update replaces by the first answer, or `nil` if it is in another source.
    package let replaced: Span?
    /// Whether the user can choose an answer.
    let isInteractive: Bool
    /// A length of a tick with which fewer events of the trace share one, and one that allows larger differences of
    /// times, if there are such lengths.
    var shorterTick, longerTick: TickLength?
  }

  /// The reason why an assertion failed.
  package enum FailureReason: Sendable {
    /// One or more observers received other events than expected.
    case differs([Comparison], notes: [String])
    /// Nothing follows `==`. The timelines are those that the observers received.
    case missing([Timeline])
    /// A stream was observed at other times than expected.
    case observed(WindowComparison)
    /// Nothing follows `subscriptions name ==`. The windows are those of the actual subscriptions.
    case missingWindows([Window])
    /// `check subscriptions` found subscriptions that are left, in words.
    case subscribed(String)
    /// A timeline violates the grammar of events, with the events sent, the events observed, and the violations.
    case grammarViolation(sent: Timeline, observed: Timeline, violations: [Timeline.Marble])
    /// A word violates the grammar of events at a letter.
    case wordGrammarViolation(String, index: Int, event: EventKind, after: EventKind)
    /// A search found no expression. The result is that of the assertion's search.
    case notFound
    /// A law fails for an input.
    case refuted(Refutation)
    /// Another order of the events that share a tick gives another result.
    case race(Race, orders: Int)
    /// The trial of a law was stopped by the user after a number of inputs, for all of which it holds.
    case unfinished(inputs: Int)
    /// A fence with the attribute `fails` contains no failure.
    case nothingFails
    /// A part of an exercise is not as its file says.
    case exercise(ExerciseFailure)
  }

  /// The reason why the test of an exercise failed.
  package enum ExerciseFailure: Sendable, Hashable {
    /// An answer that is listed as wrong is right.
    case isRight
    /// An answer that is listed as right is not.
    case isWrong
    /// A wrong answer gets the note of another one, or none.
    case otherNote(String?)
    /// A hint contains the solution.
    case hintReveals
  }
}
