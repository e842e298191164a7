import MarbleLanguage

/// An error that ends an evaluation, and its source.
package struct Fault: Error, Sendable {
  package private(set) var diagnostic: Diagnostic
  package let source: Source

  package init(_ diagnostic: Diagnostic, in source: Source) {
    self.diagnostic = diagnostic
    self.source = source
  }

  /// Returns the fault with its runtime context, unless it has one already.
  func on(_ runtimeContext: @autoclosure () -> RuntimeContext) -> Fault {
    guard diagnostic.runtimeContext == nil else { return self }
    var fault = self
    fault.diagnostic.runtimeContext = runtimeContext()
    return fault
  }
}

extension Fault {
  package init(_ problem: ProgramProblem, at span: Span, in source: Source) {
    self.init(Diagnostic(problem, at: span), in: source)
  }

  package init(_ problem: LanguageProblem, at span: Span, in source: Source) {
    self.init(Diagnostic(problem, at: span), in: source)
  }
}
