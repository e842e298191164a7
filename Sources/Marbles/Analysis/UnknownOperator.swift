import MarbleLanguage

/// A custom operator whose definition is `?`, with the examples of it so far.
package final class UnknownOperator: OperatorDefinition {
  /// A call of the operator with its expected events.
  package struct Example: Sendable {
    /// The arguments, one for each parameter.
    let arguments: [Binding]
    let bindings: Bindings
    let expected: Timeline
  }

  package let name: String
  package let parameters: [String]
  /// The place of the `?`.
  package let hole: Span
  package let source: Source
  package let examples: [Example]

  package init(name: String, parameters: [String], hole: Span, in source: Source, examples: [Example] = []) {
    self.name = name
    self.parameters = parameters
    self.hole = hole
    self.source = source
    self.examples = examples
  }
}
