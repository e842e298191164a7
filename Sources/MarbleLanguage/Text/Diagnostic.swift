/// Something to tell about a source: what, and where.
package struct Diagnostic: Error, Sendable {
  package let problem: any Problem
  package let span: Span
  /// Another place that belongs to it, such as the bracket that was never closed.
  package let related: Span?
  /// When it came out, if that was while something ran.
  package var runtimeContext: RuntimeContext?

  package init(problem: any Problem, at span: Span, related: Span? = nil) {
    self.problem = problem
    self.span = span
    self.related = related
  }

  /// A few words beside the caret.
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
  /// What is wrong, without the place; ``DiagnosticRenderer`` shows that too.
  package var description: String { "\(problem.severity): \(problem.message)" }
}
