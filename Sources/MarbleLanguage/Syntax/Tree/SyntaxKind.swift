/// The kind of a syntax node.
///
/// The kinds in the sections on trivia and tokens have no children.
package enum SyntaxKind: Sendable, Hashable {
  // MARK: Trivia

  case whitespace, newline, lineComment, blockComment, byteOrderMark
  /// `;` between statements.
  case semicolon
  /// A line of a pasted drawing that is not a lane, or a part of such a line, or a line of a fence.
  case annotation

  // MARK: Tokens

  case identifier, keyword
  /// The label of an argument, before its colon.
  case label
  case number
  /// `$0`
  case parameter
  /// A piece of a string, including the quotes.
  case stringSegment
  case symbol
  /// `?` in a search.
  case hole
  /// A timeline. ``TimelineReader/tokens(in:as:isBounded:)`` returns its tokens.
  case timeline(TimelineForm)
  /// The keys and values after `where`.
  case renaming
  /// `:help`
  case commandName
  case commandArguments
  /// Invalid text.
  case unexpected

  // MARK: Expressions

  case stringLiteral, interpolation, prefix, binary, conditional, `throw`
  case tuple, array, closure, closureParameters
  /// A name with arguments, a closure, or both.
  case call
  /// A primary expression and the links after it. At the prompt, the primary expression is optional.
  case chain
  /// `.name` after an expression, optionally with arguments and a closure.
  case link
  /// `.name` without an expression before it.
  case implicitMember
  case argumentList, argument

  // MARK: Statements

  case binding, operatorDefinition
  /// The `name(p, q)` of an operator definition.
  case signature
  /// A stream to run, optionally with `during` and `==`.
  case comparison
  case subscriptions, check, question, command, drawing
  /// A statement that begins with `forall`, and a parameter of it with its keywords and values.
  case law, lawParameter
  /// A whole source.
  case script

  /// Whether the node separates tokens and has no meaning.
  package var isTrivia: Bool {
    switch self {
    case .whitespace, .newline, .lineComment, .blockComment, .byteOrderMark, .semicolon, .annotation: true
    default: false
    }
  }
}
