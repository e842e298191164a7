/// The smallest part of an expression.
struct Token: Sendable {
  enum Kind: Sendable, Equatable {
    case integer(Int)
    case number(Double)
    case duration
    /// An identifier; keywords are told apart by whoever expects one.
    case name(String)
    /// `$0`
    case parameter(Int)
    /// The quote that opens a text; what is in it, the parser reads.
    case quote
    case symbol(Symbol)
    case end(End)
  }

  /// Punctuation and operators.
  enum Symbol: String, Sendable, CaseIterable {
    case plus = "+"
    case minus = "-"
    case star = "*"
    case slash = "/"
    case percent = "%"
    case equalEqual = "=="
    case notEqual = "!="
    case lessEqual = "<="
    case less = "<"
    case greaterEqual = ">="
    case greater = ">"
    case andAnd = "&&"
    case orOr = "||"
    case not = "!"
    case question = "?"
    case colon = ":"
    case comma = ","
    case dot = "."
    case equal = "="
    case semicolon = ";"
    case openParenthesis = "("
    case closeParenthesis = ")"
    case openSquare = "["
    case closeSquare = "]"
    case openBrace = "{"
    case closeBrace = "}"
  }

  /// Why nothing more can belong to the expression.
  enum End: Sendable {
    case source, line, blankLine
  }

  let kind: Kind
  let span: Span
  /// Whether a line ended before it.
  let opensLine: Bool

  var isEnd: Bool { if case .end = kind { true } else { false } }

  /// Its name, if it is an identifier.
  var name: Name? { if case .name(let text) = kind { Name(text: text, span: span) } else { nil } }

  func `is`(_ symbol: Symbol) -> Bool { kind == .symbol(symbol) }
}
