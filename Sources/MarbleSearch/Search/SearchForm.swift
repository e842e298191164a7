import MarbleEvaluation
import MarbleLanguage

/// A call of an operator with all arguments except for its streams: `▢.delay(2)`, or `merge(▢, ▢)`.
///
/// It is a custom operator whose parameters are the streams. So the analysis and the evaluation of scripts apply to it.
final class SearchForm {
  /// A part of the text of a call.
  enum Piece {
    case text(String)
    /// The stream with this index.
    case stream(Int)
    /// A closure whose result is a value.
    case closure(String)
  }

  let entry: CatalogEntry
  let pieces: [Piece]
  /// The arguments that are literals.
  let constants: [Value]
  /// The number of streams.
  let arity: Int
  /// The complexity, which orders the answers.
  let cost: Int
  let overload: Overload
  private let compiler: SearchCompiler
  /// The call as a custom operator, or `nil` if it has an error.
  private(set) lazy var definition = compiler.definition(text(of: Self.parameters))

  init(
    _ entry: CatalogEntry, _ overload: Overload, _ pieces: [Piece], constants: [Value], arity: Int, cost: Int,
    _ compiler: SearchCompiler
  ) {
    self.entry = entry
    self.overload = overload
    self.pieces = pieces
    self.constants = constants
    self.arity = arity
    self.cost = cost
    self.compiler = compiler
  }

  /// The closure, if there is one whose result is a value.
  var closure: String? {
    for case .closure(let text) in pieces { return text }
    return nil
  }

  var behavior: Behavior { overload.behavior }

  /// The purpose of the closure, if there is one whose result is a value.
  var closureRole: ClosureRole? {
    for case .closure(let role) in overload.parameters.lazy.map(\.shape) where role.gives != .stream { return role }
    return nil
  }

  /// The initial state of a fold, if it is written.
  var initial: Value? { closure == nil ? nil : constants.first }

  /// The call without its closure and its streams.
  var frame: String {
    pieces.map { if case .text(let text) = $0 { text } else { " " } }.joined()
  }

  /// Returns the call with its streams.
  func text(of streams: [String]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .stream(let index): streams[index]
      case .closure(let text): "{ \(text) }"
      }
    }.joined()
  }

  /// The parameters of the definition.
  static let parameters = ["it", "other"]
}
