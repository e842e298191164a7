/// The kind of a node of a syntax tree; the first ones have no children.
package enum SyntaxKind: Sendable, Hashable {
  // MARK: Trivia

  case whitespace, newline, lineComment, blockComment, byteOrderMark
  /// `;` between statements.
  case semicolon
  /// A line of a pasted drawing that is not a lane, or a part of one.
  case annotation

  // MARK: Tokens

  case identifier, keyword
  /// The name of an argument, with a colon after it.
  case label
  case number
  /// `$0`
  case parameter
  /// A piece of a string, its quotes included.
  case stringSegment
  case symbol
  /// A timeline; ``TimelineReader/tokens(in:as:isBounded:)`` reads its tokens.
  case timeline(TimelineForm)
  /// The keys and values after `where`.
  case renaming
  /// `:help`
  case commandName
  case commandArguments
  /// Text that fits nothing.
  case unexpected

  // MARK: Expressions

  case stringLiteral, interpolation, prefix, binary, conditional, `throw`
  case tuple, array, closure, closureParameters
  /// A name with arguments, a closure, or both.
  case call
  /// A primary expression and the links after it; at a prompt the primary may be left out.
  case chain
  /// `.name`, with arguments, a closure, both, or neither, after an expression.
  case link
  /// `.name` without an expression before it.
  case implicitMember
  case argumentList, argument

  // MARK: Statements

  case binding, operatorDefinition
  /// `name(p, q)` of a definition.
  case signature
  /// What is run, perhaps with `during` and `==`.
  case comparison
  case subscriptions, check, command, drawing
  /// A whole source.
  case script

  /// Whether it separates tokens and has no meaning of its own.
  package var isTrivia: Bool {
    switch self {
    case .whitespace, .newline, .lineComment, .blockComment, .byteOrderMark, .semicolon, .annotation: true
    default: false
    }
  }
}
