import MarbleLanguage

/// A call of an operator with all arguments except for its streams: `▢.delay(2)`, or `merge(▢, ▢)`.
///
/// It is a custom operator whose parameters are the streams. So the analysis and the evaluation of scripts apply to it.
final class SearchForm {
  /// A part of the text of a call.
  enum Piece: Hashable {
    case text(String)
    /// The stream with this index.
    case stream(Int)
  }

  let entry: CatalogEntry
  let pieces: [Piece]
  /// The number of streams.
  let arity: Int
  /// The complexity, which orders the answers.
  let cost: Int
  /// The closure, if there is one whose result is a value.
  let closure: String?
  /// The call without its closure.
  let frame: String
  /// The relation between the source and the result, and whether they end in the same way.
  let relation: SearchRelation
  let hasSameEnd: Bool
  private let compiler: SearchCompiler
  /// The call as a custom operator, or `nil` if it has an error.
  private(set) lazy var definition = compiler.definition(text(of: Self.parameters))

  /// - Parameter key: The name of the operator and the label that selects its overload, as in `take first`.
  init(
    _ entry: CatalogEntry, key: String, _ pieces: [Piece], closure: String?, frame: String, arity: Int, cost: Int,
    _ compiler: SearchCompiler
  ) {
    self.entry = entry
    self.pieces = pieces
    self.closure = closure
    self.frame = frame
    self.arity = arity
    self.cost = cost
    self.compiler = compiler
    (relation, hasSameEnd) = searchRelation(of: key, arity: arity)
  }

  /// Returns the call with its streams.
  func text(of streams: [String]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .stream(let index): streams[index]
      }
    }.joined()
  }

  /// The parameters of the definition.
  static let parameters = ["it", "other"]
}

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

  init(input: Int) {
    kind = .input(input)
    size = 0
    cost = 0
  }

  init(_ text: String, _ definition: CustomOperator, cost: Int) {
    kind = .written(text, definition)
    size = 1
    self.cost = cost
  }

  init(_ form: SearchForm, _ streams: [SearchCandidate]) {
    kind = .call(form, streams)
    size = streams.reduce(1) { $0 + $1.size }
    // A stream that is used twice is harder to read.
    let isRepeated = streams.count == 2 && streams[0] === streams[1]
    cost = streams.reduce(form.cost + (isRepeated ? 4 : 0)) { $0 + $1.cost }
  }

  /// Returns the expression as it is written.
  func text(_ inputs: [String]) -> String {
    switch kind {
    case .input(let index): inputs[index]
    case .call(let form, let streams): form.text(of: streams.map { $0.text(inputs) })
    case .written(let text, _): text
    }
  }

  /// The set of the inputs that the expression uses, one bit each.
  var usedInputs: UInt64 {
    switch kind {
    case .input(let index): 1 << UInt64(index)
    case .call(_, let streams): streams.reduce(0) { $0 | $1.usedInputs }
    case .written: .max
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
