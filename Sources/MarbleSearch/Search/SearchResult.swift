import MarbleEvaluation
import MarbleLanguage

/// The result of a search.
package struct SearchResult: Sendable {
  /// An expression that gives the expected events on all examples.
  package struct Answer: Sendable {
    /// The expression as it is written.
    package let text: String
    /// The events on the input that tells the answers apart, if there is one.
    package let output: Timeline?
  }

  /// An expression that does not give the expected events, but differs little.
  package struct Nearest: Sendable {
    package let text: String
    /// The comparisons of the examples that differ, of which there can be none.
    package let comparisons: [Comparison]
  }

  /// The answers, the simplest first.
  package let answers: [Answer]
  /// Inputs on which the answers differ, one for each input of the search, or an empty array.
  package let distinguishing: [Timeline]
  /// For each input of the search, whether it is a cold source.
  package let coldInputs: [Bool]
  /// For each input of the search, whether an answer uses it.
  package let usedInputs: [Bool]
  /// The nearest expression, if there is no answer.
  package let nearest: Nearest?
  /// The number of runs.
  package let runs: Int
  /// The largest number of operators of the expressions that were tried, or `nil` for an expression with holes.
  package let size: Int?
  /// Whether the search ended before it had tried all of them.
  package let isPartial: Bool
  /// Whether the user stopped the search.
  package let isCancelled: Bool
  /// The number of ticks that events may come earlier or later.
  package var tolerance = 0
}
