/// A pair of brackets in an expression.
package enum Bracket: Sendable, Hashable {
  case parenthesis, square, brace
  /// `\(` … `)` in a string.
  case interpolation

  package var closing: String {
    switch self {
    case .parenthesis, .interpolation: ")"
    case .square: "]"
    case .brace: "}"
    }
  }
}
