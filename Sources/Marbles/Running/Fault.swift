/// What stops an evaluation: a mistake, and the source in which it stands.
struct Fault: Error, Sendable {
  private(set) var diagnostic: Diagnostic
  let source: Source

  init(_ problem: Problem, at span: Span, in source: Source) {
    diagnostic = Diagnostic(problem, at: span)
    self.source = source
  }

  init(_ diagnostic: Diagnostic, in source: Source) {
    self.diagnostic = diagnostic
    self.source = source
  }

  /// The same, with when it came out, unless that is known already.
  func on(_ occasion: @autoclosure () -> Occasion) -> Fault {
    guard diagnostic.occasion == nil else { return self }
    var fault = self
    fault.diagnostic.occasion = occasion()
    return fault
  }
}
