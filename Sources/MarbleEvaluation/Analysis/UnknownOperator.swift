import MarbleLanguage

/// A custom operator whose definition is `?`, with the examples of it so far.
package final class UnknownOperator: Sendable {
  /// A call of the operator with its expected events.
  package struct Example: Sendable {
    /// The arguments, one for each parameter.
    package let arguments: [Binding]
    package let bindings: Bindings
    package let expected: Timeline

    package init(arguments: [Binding], bindings: Bindings, expected: Timeline) {
      self.arguments = arguments
      self.bindings = bindings
      self.expected = expected
    }
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
