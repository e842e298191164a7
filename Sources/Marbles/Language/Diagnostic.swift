/// Something to tell about a source: what, and where.
public struct Diagnostic: Error, Sendable, Equatable {
  public let problem: Problem
  public let span: Span
  /// Another place that belongs to it, such as the bracket that was never closed.
  public let related: Span?
  /// When it came out, if that was while something ran.
  public var occasion: Occasion?

  public init(_ problem: Problem, at span: Span, related: Span? = nil) {
    self.problem = problem
    self.span = span
    self.related = related
  }

  /// A few words beside the caret.
  public var label: String? {
    let words = [problem.label, occasion?.wording].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}

/// How much a diagnostic matters.
public enum Severity: String, Sendable {
  /// What was written cannot be used.
  case error
  /// It can, but may not mean what its author thinks.
  case warning
}

extension Diagnostic: CustomStringConvertible {
  /// What is wrong, without the place; ``DiagnosticRenderer`` shows that too.
  public var description: String { "\(problem.severity): \(problem.message)" }
}
