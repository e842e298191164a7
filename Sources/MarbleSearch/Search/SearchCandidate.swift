import MarbleEvaluation
import MarbleLanguage

/// An expression that a search has composed: an input, or a form with its streams.
final class SearchCandidate {
  indirect enum Kind {
    case input(Int)
    case call(SearchForm, [SearchCandidate])
    /// An expression as a custom operator whose parameters are all inputs.
    case written(String, CustomOperator)
  }

  let kind: Kind
  /// The number of operators.
  let size: Int
  let cost: Int
  /// The set of the inputs that the expression uses, one bit each.
  let usedInputs: UInt64

  init(input: Int) {
    kind = .input(input)
    size = 0
    cost = 0
    usedInputs = 1 << UInt64(input)
  }

  init(_ text: String, _ definition: CustomOperator, cost: Int) {
    kind = .written(text, definition)
    size = 1
    self.cost = cost
    usedInputs = .max
  }

  init(_ form: SearchForm, _ streams: [SearchCandidate]) {
    kind = .call(form, streams)
    size = streams.reduce(1) { $0 + $1.size }
    usedInputs = streams.reduce(0) { $0 | $1.usedInputs }
    // An input that is used twice is harder to read.
    let isRepeated = streams.count == 2 && streams[0].usedInputs & streams[1].usedInputs != 0
    cost = streams.reduce(form.cost + (isRepeated ? 5 : 0)) { $0 + $1.cost }
  }

  /// Returns the expression as it is written.
  func text(_ inputs: [String]) -> String {
    switch kind {
    case .input(let index): inputs[index]
    case .call(let form, let streams): form.text(of: streams.map { $0.text(inputs) })
    case .written(let text, _): text
    }
  }

  /// Returns the expression for evaluation.
  func expression(_ inputs: [Binding]) -> PlanExpression {
    let nowhere = 0..<0
    switch kind {
    case .input(let index): return PlanExpression(.stream(inputs[index]), nowhere)
    case .call(let form, let streams):
      guard let definition = form.definition else { return PlanExpression(.invalid, nowhere) }
      let name = Name(text: form.entry.name, span: nowhere)
      return PlanExpression(.custom(CustomCall(definition, name, streams.map { $0.expression(inputs) })), nowhere)
    case .written(_, let definition):
      let arguments = inputs.map { PlanExpression(.stream($0), nowhere) }
      return PlanExpression(.custom(CustomCall(definition, Name(text: "", span: nowhere), arguments)), nowhere)
    }
  }
}
