/// An expression: a stream's at the start of a statement, a value's inside a closure; both are one type.
struct Expression: Sendable {
  indirect enum Kind: Sendable {
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case null
    case text(TextLiteral)
    /// A span of time with its unit, `1.5s`; how many ticks it takes is read from what is written.
    case duration
    /// A stream, a closure's parameter, or `_`, `_1` for results.
    case name(String)
    /// `$0`
    case parameter(Int)
    case prefix(PrefixOperator, Expression)
    case binary(BinaryOperator, Expression, Expression)
    case conditional(Expression, then: Expression, otherwise: Expression)
    /// At least two; a single expression in parentheses is that expression.
    case tuple([Expression])
    case array([Expression])
    /// `.count`, or `.0`, whose name is `0`.
    case member(Expression, Name)
    case method(Expression, Call)
    case call(Call)
    /// `.merge`, or `.concurrent(limit: 2)`; without parentheses there are no arguments.
    case implicitMember(Call)
    case closure(Closure)
    /// `throw "message"`
    case failure(Expression)
  }

  let kind: Kind
  let span: Span
  /// How many expressions lie on the longest way down, itself included.
  ///
  /// The parser bounds it, so that whoever walks a tree may do so recursively.
  let height: Int

  init(_ kind: Kind, span: Span, height: Int = 1) {
    self.kind = kind
    self.span = span
    self.height = height
  }

  /// The expressions that it is made of; of a closure the body.
  var parts: [Expression] {
    switch kind {
    case .integer, .number, .boolean, .null, .duration, .name, .parameter: []
    case .text(let literal): literal.interpolations
    case .prefix(_, let operand), .failure(let operand), .member(let operand, _): [operand]
    case .binary(_, let left, let right): [left, right]
    case .conditional(let condition, let first, let second): [condition, first, second]
    case .tuple(let items), .array(let items): items
    case .method(let receiver, let call): [receiver] + call.parts
    case .call(let call), .implicitMember(let call): call.parts
    case .closure(let closure): [closure.body]
    }
  }

  /// The names in it, `$0` and so on among them.
  var names: Set<String> {
    switch kind {
    case .name(let name): [name]
    case .parameter(let index): ["$\(index)"]
    default: parts.reduce(into: []) { $0.formUnion($1.names) }
    }
  }

  /// Whether it throws, or a branch of it does.
  var mayThrow: Bool {
    switch kind {
    case .failure: true
    case .conditional(_, let first, let second): first.mayThrow || second.mayThrow
    default: false
    }
  }
}

/// A function's name, and what it is given.
struct Call: Sendable {
  let name: Name
  let arguments: [Argument]
  /// The closure behind the parentheses, or instead of them.
  let trailing: Closure?

  /// The expressions in it, and its closure's body.
  var parts: [Expression] { arguments.map(\.value) + (trailing.map { [$0.body] } ?? []) }
}

/// One argument of a call, with its label if it has one.
struct Argument: Sendable {
  let label: Name?
  let value: Expression
}

/// `{ $0 * 10 }` or `{ acc, n in acc + n }`; its span is that of its whole text, braces included.
struct Closure: Sendable {
  /// The names before `in`; `nil` where `$0` and so on are meant.
  let parameters: [Name]?
  /// One more than the highest `$n` in the body, closures inside it not counted.
  let shorthandCount: Int
  let body: Expression
  let span: Span

  /// How many values it takes.
  var arity: Int { parameters?.count ?? shorthandCount }
}

/// A text in quotes.
struct TextLiteral: Sendable {
  enum Part: Sendable {
    /// Escapes are resolved; the span is that of what was written.
    case literal(String, Span)
    case interpolation(Expression)
  }

  let parts: [Part]
  /// What stands between the quotes, as it was written.
  let content: Span
  let hasEscapes: Bool
  let hasInterpolation: Bool

  /// What is interpolated.
  var interpolations: [Expression] {
    parts.compactMap { if case .interpolation(let expression) = $0 { expression } else { nil } }
  }

  /// The text, where nothing is interpolated.
  var constant: String? {
    var text = ""
    for part in parts {
      guard case .literal(let piece, _) = part else { return nil }
      text += piece
    }
    return text
  }
}
