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
    case type(JSTypeSyntax)
    case regularExpression
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
  /// Whether the function has the `this` of the code around it.
  let isArrow: Bool
  /// Whether the result is a promise.
  let isAsync: Bool
  let span: Span

  init(parameters: [JSParameter], body: Body, isArrow: Bool = false, isAsync: Bool = false, span: Span) {
    self.parameters = parameters
    self.body = body
    self.isArrow = isArrow
    self.isAsync = isAsync
    self.span = span
  }
}

struct JSParameter {
  let pattern: JSPattern
  let initial: JSExpression?
  /// The name of the type, or the argument of `@Inject`, for which a value is injected.
  var token: JSExpression?
  /// Whether the parameter of a constructor is a property too.
  var isProperty = false
}

/// A class.
final class JSTypeSyntax {
  enum Member {
    case field(JSExpression?)
    case method(JSFunctionSyntax)
    case getter(JSFunctionSyntax)
  }

  let name: String?
  let superclass: JSExpression?
  let members: [(name: String, member: Member, isStatic: Bool)]

  init(name: String?, superclass: JSExpression?, members: [(name: String, member: Member, isStatic: Bool)]) {
    self.name = name
    self.superclass = superclass
    self.members = members
  }
}

/// The left side of a declaration: a name, or a structure of names.
indirect enum JSPattern {
  case name(String)
  case array([JSPattern?])
  case object([(key: String, pattern: JSPattern)])
  case rest(JSPattern)
  /// A pattern with the value that it has if it would be undefined.
  case initial(JSPattern, JSExpression)
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
    case type(String, JSTypeSyntax)
    /// `switch`, where statements without a value follow `default`.
    case selection(JSExpression, [(value: JSExpression?, body: [JSStatement], continues: Bool)])
    case attempt([JSStatement], error: JSPattern?, [JSStatement])
    /// The names that a file exports from another one, or all of them.
    case exports([(name: String, exported: String)]?, module: String)
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
