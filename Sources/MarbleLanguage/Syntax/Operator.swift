package enum PrefixOperator: String, Sendable {
  case negate = "-"
  case not = "!"
}

package enum BinaryOperator: String, Sendable {
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case add = "+"
  case subtract = "-"
  case equal = "=="
  case unequal = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case and = "&&"
  case or = "||"

  /// The precedence, as in Swift.
  ///
  /// All operators are left-associative.
  var precedence: Int {
    switch self {
    case .multiply, .divide, .remainder: 5
    case .add, .subtract: 4
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual: 3
    case .and: 2
    case .or: 1
    }
  }

  /// Whether this is a comparison.
  ///
  /// Comparisons do not chain: `a < b < c` is an error.
  package var isComparison: Bool { precedence == 3 }
}
