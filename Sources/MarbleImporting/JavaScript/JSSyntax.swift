import Marbles

/// An expression of JavaScript or TypeScript, without its types.
struct JSExpression {
  indirect enum Kind {
    case number(Double)
    /// A string, with its range in the source without quotes unless it has escapes.
    case string(String, Span?)
    /// A string in backquotes with expressions between its parts.
    case template([String], [JSExpression])
    case name(String)
    case array([JSExpression])
    case object([JSProperty])
    case spread(JSExpression)
    case function(JSFunctionSyntax)
    case call(JSExpression, [JSExpression])
    case new(JSExpression, [JSExpression])
    case member(JSExpression, String)
    /// A member that is missing if its owner is.
    case optionalMember(JSExpression, String)
    case subscripted(JSExpression, JSExpression)
    case unary(String, JSExpression)
    case binary(String, JSExpression, JSExpression)
    case conditional(JSExpression, JSExpression, JSExpression)
    /// An assignment with `=`, or with an operator such as `+=`.
    case assignment(String?, JSExpression, JSExpression)
    /// `x++` or `--x`: the change, and whether the result is the value after it.
    case update(JSExpression, by: Double, isPrefix: Bool)
  }

  let kind: Kind
  let span: Span
}

/// A property of an object literal, where an expression without a name is spread.
struct JSProperty {
  let name: String?
  let value: JSExpression
}

/// A function, whose result is an expression or the result of its statements.
final class JSFunctionSyntax {
  enum Body {
    case expression(JSExpression)
    case statements([JSStatement])
  }

  let parameters: [JSParameter]
  let body: Body
  let span: Span

  init(parameters: [JSParameter], body: Body, span: Span) {
    self.parameters = parameters
    self.body = body
    self.span = span
  }
}

struct JSParameter {
  let pattern: JSPattern
  let initial: JSExpression?
}

/// The left side of a declaration: a name, or a structure of names.
indirect enum JSPattern {
  case name(String)
  case array([JSPattern?])
  case object([(key: String, pattern: JSPattern)])
  case rest(JSPattern)
}

struct JSStatement {
  indirect enum Kind {
    case declaration([(pattern: JSPattern, value: JSExpression?)])
    case function(String, JSFunctionSyntax)
    case expression(JSExpression)
    case result(JSExpression?)
    case failure(JSExpression)
    case condition(JSExpression, JSStatement, JSStatement?)
    case loop(JSStatement?, JSExpression?, JSExpression?, JSStatement)
    case iteration(JSPattern, JSExpression, JSStatement)
    case block([JSStatement])
    /// The names that an `import` binds, with the exported names.
    case imports([(name: String, exported: String)], module: String)
    /// A statement outside of the subset, with the names that it declares or assigns.
    case unsupported(ImportProblem, at: Span, names: [String])
    /// A declaration that only has a meaning for types.
    case none
  }

  let kind: Kind
  let span: Span
}
