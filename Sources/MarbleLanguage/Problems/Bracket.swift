/// A pair of brackets in an expression.
package enum Bracket: Sendable, Hashable {
  case parenthesis, square, brace
  /// `\(` … `)` in a text.
  case interpolation

  var opening: String {
    switch self {
    case .parenthesis: "("
    case .square: "["
    case .brace: "{"
    case .interpolation: "\\("
    }
  }

  var closing: String {
    switch self {
    case .parenthesis, .interpolation: ")"
    case .square: "]"
    case .brace: "}"
    }
  }
}
