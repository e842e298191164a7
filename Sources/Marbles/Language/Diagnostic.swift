/// Something to tell about a source: what, and where.
public struct Diagnostic: Error, Sendable, Equatable {
  public let problem: Problem
  public let span: Span

  public init(_ problem: Problem, at span: Span) {
    self.problem = problem
    self.span = span
  }
}
