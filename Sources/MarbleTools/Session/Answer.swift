import Marbles

/// One thing that a session has to say, as data; ``AnswerWriter`` makes text of it.
package enum Answer: Sendable {
  /// A name was bound, to a source as it is written, or at the prompt to an expression with what it gives.
  case bound(Diagram)
  /// An expression was run.
  case drawing(Diagram)
  /// An assertion holds.
  case passed(Assertion)
  /// An assertion does not hold.
  case failed(Assertion, FailureReason)
  /// Something could not be read or run.
  case error(Diagnostic, Source)
  /// Something may not mean what it seems to.
  case warning(Diagnostic, Source)
  /// What a command has to tell.
  case text(String)
  /// The session is to end.
  case leave

  /// Whether something is wrong, or may be: what a fence waits for that is to fail.
  var isProblem: Bool {
    switch self {
    case .failed, .error, .warning: true
    case .bound, .drawing, .passed, .text, .leave: false
    }
  }

  /// What was asserted, and where.
  package struct Assertion: Sendable {
    /// What it is written in.
    let source: Source
    /// Where it stands there, from its first byte to its last.
    let span: Span
    /// The timelines that are asserted, each where it is written; an empty place where nothing stands behind `==`, and
    /// none where the right side is an expression.
    let expected: [Span]
    /// The left side, as it was written.
    package let expression: String
    /// The comment above it.
    let title: String?
    /// Whether its run was stopped, because it would have gone on for ever: what came is not all of it.
    var isEndless = false
    /// A drawing of what was run, where drawings are pictures or data.
    package var diagram: Diagram?

    /// The name of the source it is written in.
    var file: String { source.name }
    /// Its line there, from 1.
    var line: Int { source.position(of: span.lowerBound).line }
    /// The file and the line, as in `demo.marble:7`.
    var location: String { "\(file):\(line)" }
  }

  /// Why an assertion does not hold.
  package enum FailureReason: Sendable {
    /// Other events came than were expected, at one or more of those who observed.
    case differs([Comparison], notes: [String])
    /// Nothing stands behind `==`; this came, to each of those who observed.
    case missing([Timeline])
    /// A stream was observed at other times than expected.
    case observed(WindowComparison)
    /// Nothing stands behind `subscriptions name ==`; then it was observed.
    case missingWindows([Window])
    /// A timeline breaks the grammar of events: what was sent, what an observer sees, and the events that break it.
    case grammarViolation(sent: Timeline, observed: Timeline, violations: [Timeline.Marble])
    /// A word breaks the grammar of events at this letter.
    case wordGrammarViolation(String, index: Int, event: EventKind, after: EventKind)
    /// A fence says that it fails, and nothing in it does.
    case nothingFails
  }
}
