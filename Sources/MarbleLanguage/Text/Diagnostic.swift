/// A problem at a place in a source.
package struct Diagnostic: Error, Sendable {
  package let problem: any Problem
  package let span: Span
  /// A related place, such as the opening bracket that was never closed.
  package let related: Span?
  /// The text that the replacements of the problem replace, or `nil` if it is the marked text.
  package var replaced: Span?
  /// The circumstances of an error that occurred during a run, or `nil` if it was found before.
  package var runtimeContext: RuntimeContext?

  package init(problem: any Problem, at span: Span, related: Span? = nil) {
    self.problem = problem
    self.span = span
    self.related = related
  }

  /// The text that appears next to the caret.
  package var label: String? {
    let words = [problem.label, runtimeContext?.wording].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}

extension Diagnostic: Equatable {
  package static func == (left: Diagnostic, right: Diagnostic) -> Bool {
    left.problem.isEqual(to: right.problem) && left.span == right.span && left.related == right.related
      && left.runtimeContext == right.runtimeContext
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The severity and the message, without the place.
  ///
  /// ``DiagnosticRenderer`` shows the place too.
  package var description: String { "\(problem.severity): \(problem.message)" }
}
