import MarbleEvaluation
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
    /// The last tick of the expected events, if later ones are not known.
    let last: Int?

    package init(inputs: [Binding], bindings: Bindings, expected: Timeline, through last: Int? = nil) {
      self.inputs = inputs
      self.bindings = bindings
      self.expected = expected
      self.last = last
    }

    /// Returns the events of a run that can be compared with the expected ones.
    func comparable(_ timeline: Timeline) -> Timeline {
      guard let last, let final = timeline.marbles.last, final.tick > last else { return timeline }
      return Timeline(timeline.marbles.filter { $0.tick <= last }, end: last + 1, hasOrigin: timeline.hasOrigin)
    }
  }

  /// The set of expressions to try.
  enum Space {
    /// All expressions over the inputs with at most two operators.
    case expressions
    /// All chains with this number of operators on the first input.
    case chain(operators: Int)
    /// An expression with holes.
    case sketch(SearchSketch)
  }

  /// The inputs as they are written in an answer, such as `a`.
  package let inputs: [String]
  package let examples: [Example]
  let space: Space
  /// Constants of the problem of which this is a part.
  var hints = SearchHints()
  /// Results of searches with the same inputs, if there are several ones.
  var memory: SearchMemory?

  /// Creates the problem of an expression over inputs with at most two operators.
  package init(inputs: [String], examples: [Example]) {
    self.init(inputs: inputs, examples: examples, .expressions)
  }

  init(inputs: [String], examples: [Example], _ space: Space) {
    self.inputs = inputs
    self.examples = examples
    self.space = space
  }

  /// Returns the problem with one more example, of inputs that tell its answers apart.
  package func adding(_ inputs: [Timeline], _ expected: Timeline) -> SearchProblem {
    let example = SearchProbes(self, []).example(inputs)
    let added = Example(inputs: example.inputs, bindings: example.bindings, expected: expected)
    return SearchProblem(inputs: self.inputs, examples: examples + [added], space)
  }

  /// Returns an expression over the inputs as a custom operator, or `nil` if it has an error.
  func definition(_ text: String, _ parameters: [String]) -> CustomOperator? {
    .searched(text, parameters, examples.first?.bindings ?? Bindings())
  }

  /// The possible numbers of operators of an answer.
  var operators: ClosedRange<Int> {
    switch space {
    case .expressions: 0...Self.maxOperators
    case .chain(let count): count...count
    case .sketch: 0...1
    }
  }

  /// The maximum number of expected events.
  package static let maxEvents = 200

  var isChain: Bool { if case .chain = space { true } else { false } }

  /// The largest number of operators that a search tries.
  package static let maxOperators = 2

  /// The inputs that an answer must use, one bit each.
  var requiredInputs: UInt64 {
    if case .expressions = space { (1 << UInt64(inputs.count)) &- 1 } else { 0 }
  }
}
