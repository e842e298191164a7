/// An expression.
///
/// Streams at the start of a statement and values within closures share this type.
package struct Expression: Sendable {
  package indirect enum Kind: Sendable {
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    case null
    case string(StringLiteral)
    /// A duration with its unit, such as `1.5s`. It is converted into ticks later, from its span.
    case duration
    /// A stream, a parameter of a closure or an operator, or a result: `_` or `_1`.
    case name(String)
    /// `$0`
    case parameter(Int)
    case prefix(PrefixOperator, Expression)
    case binary(BinaryOperator, Expression, Expression)
    case conditional(Expression, then: Expression, otherwise: Expression)
    /// At least two items. A single expression in parentheses is that expression.
    case tuple([Expression])
    case array([Expression])
    /// `.count`, or `.0`, whose name is `0`.
    case member(Expression, Name)
    case method(Expression, Call)
    case call(Call)
    /// `.merge`, or `.concurrent(limit: 2)`. Without parentheses there are no arguments.
    case implicitMember(Call)
    case closure(Closure)
    /// `throw "message"`
    case failure(Expression)
    /// `?` in place of an argument or of the body of a closure, which a search fills in.
    ///
    /// In place of an operator, it is a call with the name `?`.
    case hole
  }

  package let kind: Kind
  package let span: Span
  /// The height of the tree: the number of expressions on the longest path down, including this one.
  ///
  /// The parser limits it, so that recursive functions cannot exhaust the stack.
  let height: Int

  package init(_ kind: Kind, span: Span, height: Int = 1) {
    self.kind = kind
    self.span = span
    self.height = height
  }

  /// The direct subexpressions.
  ///
  /// For a closure, this is the body.
  package var parts: [Expression] {
    switch kind {
    case .integer, .number, .boolean, .null, .duration, .name, .parameter, .hole: []
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

  /// The names in the expression, including closure parameters such as `$0`.
  package var names: Set<String> {
    switch kind {
    case .name(let name): [name]
    case .parameter(let index): ["$\(index)"]
    default: parts.reduce(into: []) { $0.formUnion($1.names) }
    }
  }

  /// Whether a search finds the whole expression.
  package var isHole: Bool { if case .hole = kind { true } else { false } }

  /// The spans of the `?` in the expression, in the order of the source.
  package var holes: [Span] {
    let inner = parts.flatMap(\.holes)
    let own: [Span] =
      switch kind {
      case .hole: [span]
      case .call(let call) where call.isHole: [call.name.span]
      case .method(_, let call) where call.isHole: [call.name.span]
      default: []
      }
    return (inner + own).sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Whether the expression or one of its branches throws.
  private var mayThrow: Bool {
    switch kind {
    case .failure: true
    case .conditional(_, let first, let second): first.mayThrow || second.mayThrow
    default: false
    }
  }
}

/// The name and the arguments of a call.
package struct Call: Sendable {
  package let name: Name
  package let arguments: [Argument]
  /// The closure after the parentheses, or instead of them.
  package let trailing: Closure?

  package init(name: Name, arguments: [Argument], trailing: Closure?) {
    self.name = name
    self.arguments = arguments
    self.trailing = trailing
  }

  /// Whether a search finds the operator.
  package var isHole: Bool { name.text == "?" }

  /// The subexpressions, including the body of the closure.
  var parts: [Expression] { arguments.map(\.value) + (trailing.map { [$0.body] } ?? []) }
}

/// An argument of a call, with its optional label.
package struct Argument: Sendable {
  package let label: Name?
  package let value: Expression

  package init(label: Name?, value: Expression) {
    self.label = label
    self.value = value
  }
}

/// `{ $0 * 10 }` or `{ acc, n in acc + n }`.
///
/// The span includes the braces.
package struct Closure: Sendable {
  /// The names before `in`, or `nil` if the closure uses `$0` and so on.
  package let parameters: [Name]?
  /// The highest `$n` in the body plus one, not counting nested closures.
  package let shorthandCount: Int
  package let body: Expression
  package let span: Span

  /// The number of parameters.
  package var arity: Int { parameters?.count ?? shorthandCount }
}

/// A string in quotes.
package struct StringLiteral: Sendable {
  package enum Part: Sendable {
    /// Text with resolved escapes, and the span of the source that it was read from.
    case literal(String, Span)
    case interpolation(Expression)
  }

  package let parts: [Part]
  /// The span between the quotes.
  package let content: Span
  package let hasEscapes: Bool
  package let hasInterpolation: Bool

  /// The interpolated expressions.
  fileprivate var interpolations: [Expression] {
    parts.compactMap { if case .interpolation(let expression) = $0 { expression } else { nil } }
  }

  /// The string, or `nil` if it contains an interpolation.
  package var constant: String? {
    var string = ""
    for part in parts {
      guard case .literal(let piece, _) = part else { return nil }
      string += piece
    }
    return string
  }
}
