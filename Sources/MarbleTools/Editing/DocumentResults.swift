import MarbleSession
import Marbles

/// The results of running a document, as an editor shows them.
package struct DocumentResults: Sendable {
  package internal(set) var problems: [EditorProblem] = []
  /// The results of the statements, in the order in which they were run.
  package internal(set) var statements: [StatementReport] = []
  /// The results that a run of the changed document can reuse.
  package internal(set) var runs = KnownRuns()
  /// Whether everything was run.
  package internal(set) var isComplete = false

  package init() {}
}

/// An error, a warning or a failed assertion.
package struct EditorProblem: Sendable {
  package enum Kind: Sendable {
    case error, warning, hint, failure
  }

  package let kind: Kind
  /// The name of the problem, or `nil` for a failed assertion.
  package var name: String?
  package let span: Span
  /// A related range, such as the opening bracket that was never closed.
  package let related: Span?
  /// The message, followed by the reasons and by the help, in lines.
  package let message: String
  /// The changes that solve the problem, the best one first.
  package let fixes: [EditorFix]
}

/// A change of the document that solves a problem.
package struct EditorFix: Sendable {
  package let title: String
  package let edits: [DocumentEdit]

  package init(title: String, edits: [DocumentEdit]) {
    self.title = title
    self.edits = edits
  }
}

/// The result of a statement.
package struct StatementReport: Sendable {
  /// The range of the statement.
  package let span: Span
  /// The result in at most about 40 characters: a timeline, `✓`, or `✗` with the number of differences.
  package let label: String
  /// The result in full, if the label is shortened.
  package var details: String?
  /// The change that makes a failed assertion pass, or that fills in what a search has found.
  package var update: EditorFix?
  /// The question about the first difference of a failed assertion.
  package var question: String?
  /// Whether the statement has a drawing.
  package var isDrawn = false
}
