import MarbleLanguage

/// A question for expressions that send given events.
package struct SearchProblem {
  /// Inputs and the events that an answer must send for them.
  package struct Example {
    /// The streams of the parameters.
    package let inputs: [Binding]
    /// The names at the place of the example, which determine the order of its sources on a tick.
    package let bindings: Bindings
    package let expected: Timeline

    package init(inputs: [Binding], bindings: Bindings, expected: Timeline) {
      self.inputs = inputs
      self.bindings = bindings
      self.expected = expected
    }
  }

  /// The set of expressions to try.
  package enum Space {
    /// All expressions over the inputs with at most two operators.
    case expressions
    /// All chains with this number of operators on the first input.
    case chain(operators: Int)
  }

  /// The inputs as they are written in an answer, such as `a`.
  package let inputs: [String]
  package private(set) var examples: [Example]
  let space: Space

  package init(inputs: [String], examples: [Example], space: Space = .expressions) {
    self.inputs = inputs
    self.examples = examples
    self.space = space
  }
}
