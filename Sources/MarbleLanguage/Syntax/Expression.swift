/// An expression: a stream's at the start of a statement, a value's inside a closure; both are one type.
package struct Expression: Sendable {
  package indirect enum Kind: Sendable {
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case null
    case string(StringLiteral)
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

  package let kind: Kind
  package let span: Span
  /// How many expressions lie on the longest way down, itself included.
  ///
  /// The parser bounds it, so that whoever walks a tree may do so recursively.
  let height: Int

  package init(_ kind: Kind, span: Span, height: Int = 1) {
    self.kind = kind
    self.span = span
    self.height = height
  }

  /// The expressions that it is made of; of a closure the body.
  package var parts: [Expression] {
    switch kind {
    case .integer, .number, .boolean, .null, .duration, .name, .parameter: []
    case .string(let literal): literal.interpolations
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
  package var names: Set<String> {
    switch kind {
    case .name(let name): [name]
    case .parameter(let index): ["$\(index)"]
    default: parts.reduce(into: []) { $0.formUnion($1.names) }
    }
  }

  /// Whether it throws, or a branch of it does.
  private var mayThrow: Bool {
    switch kind {
    case .failure: true
    case .conditional(_, let first, let second): first.mayThrow || second.mayThrow
    default: false
    }
  }
}

/// A function's name, and what it is given.
package struct Call: Sendable {
  package let name: Name
  package let arguments: [Argument]
  /// The closure behind the parentheses, or instead of them.
  package let trailing: Closure?

  package init(name: Name, arguments: [Argument], trailing: Closure?) {
    self.name = name
    self.arguments = arguments
    self.trailing = trailing
  }

  /// The expressions in it, and its closure's body.
  var parts: [Expression] { arguments.map(\.value) + (trailing.map { [$0.body] } ?? []) }
}

/// One argument of a call, with its label if it has one.
package struct Argument: Sendable {
  package let label: Name?
  package let value: Expression

  package init(label: Name?, value: Expression) {
    self.label = label
    self.value = value
  }
}

/// `{ $0 * 10 }` or `{ acc, n in acc + n }`; its span is that of its whole text, braces included.
package struct Closure: Sendable {
  /// The names before `in`; `nil` where `$0` and so on are meant.
  package let parameters: [Name]?
  /// One more than the highest `$n` in the body, closures inside it not counted.
  package let shorthandCount: Int
  package let body: Expression
  package let span: Span

  /// How many values it takes.
  package var arity: Int { parameters?.count ?? shorthandCount }
}

/// A text in quotes.
package struct StringLiteral: Sendable {
  package enum Part: Sendable {
    /// Escapes are resolved; the span is that of what was written.
    case literal(String, Span)
    case interpolation(Expression)
  }

  package let parts: [Part]
  /// What stands between the quotes, as it was written.
  package let content: Span
  package let hasEscapes: Bool
  package let hasInterpolation: Bool

  /// What is interpolated.
  fileprivate var interpolations: [Expression] {
    parts.compactMap { if case .interpolation(let expression) = $0 { expression } else { nil } }
  }

  /// The text, where nothing is interpolated.
  package var constant: String? {
    var string = ""
    for part in parts {
      guard case .literal(let piece, _) = part else { return nil }
      string += piece
    }
    return string
  }
}
