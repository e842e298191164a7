/// A token of an expression.
package struct Token: Sendable {
  package enum Kind: Sendable, Equatable {
    case integer(Int64)
    case number(Double)
    case duration
    /// An identifier or a keyword. The parser decides which of the two it is.
    case name(String)
    /// `$0`
    case parameter(Int)
    /// The opening quote of a string, or a `\\(` in it. The parser reads the contents.
    case quote
    case symbol(Symbol)
    case end(End)
  }

  /// Punctuation and operators.
  package enum Symbol: String, Sendable, CaseIterable {
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

  /// The reason why an expression ends.
  package enum End: Sendable {
    case source, line, blankLine
  }

  package let kind: Kind
  package let span: Span
  /// Whether there is a line end before the token.
  package let opensLine: Bool

  static func end(at offset: Int, isEndOfSource: Bool) -> Token {
    Token(kind: .end(isEndOfSource ? .source : .line), span: offset..<offset, opensLine: false)
  }

  /// The kind in a syntax tree, unless the context determines another one.
  var syntaxKind: SyntaxKind {
    switch kind {
    case .integer, .number, .duration: .number
    case .name: .identifier
    case .parameter: .parameter
    case .quote, .symbol, .end: .symbol
    }
  }

  package var isEnd: Bool { if case .end = kind { true } else { false } }

  /// The name, or `nil` if the token is not an identifier.
  package var name: Name? { if case .name(let text) = kind { Name(text: text, span: span) } else { nil } }

  var isClosing: Bool { `is`(.closeParenthesis) || `is`(.closeSquare) || `is`(.closeBrace) }

  func `is`(_ symbol: Symbol) -> Bool { kind == .symbol(symbol) }
}
