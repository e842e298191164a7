import MarbleLanguage

/// What stops an evaluation: an error, and the source in which it stands.
package struct Fault: Error, Sendable {
  package private(set) var diagnostic: Diagnostic
  package let source: Source

  package init(_ diagnostic: Diagnostic, in source: Source) {
    self.diagnostic = diagnostic
    self.source = source
  }

  /// The same, with when it came out, unless that is known already.
  func on(_ runtimeContext: @autoclosure () -> RuntimeContext) -> Fault {
    guard diagnostic.runtimeContext == nil else { return self }
    var fault = self
    fault.diagnostic.runtimeContext = runtimeContext()
    return fault
  }
}

extension Fault {
  init(_ problem: ProgramProblem, at span: Span, in source: Source) {
    self.init(Diagnostic(problem, at: span), in: source)
  }

  package init(_ problem: LanguageProblem, at span: Span, in source: Source) {
    self.init(Diagnostic(problem, at: span), in: source)
  }
}
