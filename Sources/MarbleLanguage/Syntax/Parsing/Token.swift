/// The smallest part of an expression.
package struct Token: Sendable {
  package enum Kind: Sendable, Equatable {
    case integer(Int)
    case number(Double)
    case duration
    /// An identifier; keywords are told apart by whoever expects one.
    case name(String)
    /// `$0`
    case parameter(Int)
    /// The quote that opens a string, or a `\\(` in it; what is in it, the parser reads.
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

  /// Why nothing more can belong to the expression.
  package enum End: Sendable {
    case source, line, blankLine
  }

  package let kind: Kind
  package let span: Span
  /// Whether a line ended before it.
  package let opensLine: Bool

  static func end(at offset: Int, isEndOfSource: Bool) -> Token {
    Token(kind: .end(isEndOfSource ? .source : .line), span: offset..<offset, opensLine: false)
  }

  /// Its kind in a syntax tree, where its place does not give it another.
  var syntaxKind: SyntaxKind {
    switch kind {
    case .integer, .number, .duration: .number
    case .name: .identifier
    case .parameter: .parameter
    case .quote, .symbol, .end: .symbol
    }
  }

  package var isEnd: Bool { if case .end = kind { true } else { false } }

  /// Its name, if it is an identifier.
  package var name: Name? { if case .name(let text) = kind { Name(text: text, span: span) } else { nil } }

  var isClosing: Bool { `is`(.closeParenthesis) || `is`(.closeSquare) || `is`(.closeBrace) }

  func `is`(_ symbol: Symbol) -> Bool { kind == .symbol(symbol) }
}
