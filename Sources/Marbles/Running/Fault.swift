/// What stops an evaluation: a mistake, and the source in which it stands.
struct Fault: Error, Sendable {
  let diagnostic: Diagnostic
  let source: Source

  init(_ problem: Problem, at span: Span, in source: Source) {
    diagnostic = Diagnostic(problem, at: span)
    self.source = source
  }

  init(_ diagnostic: Diagnostic, in source: Source) {
    self.diagnostic = diagnostic
    self.source = source
  }
}
