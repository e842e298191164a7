import MarbleLanguage

/// A part of a plan, and where it is written.
struct PlanExpression: Sendable {
  indirect enum Kind: Sendable {
    case constant(Value)
    /// A value that a closure or a custom operator was given, by its place among all of them.
    ///
    /// For `$0` and so on the number is known too: a closure may be given fewer values than it uses.
    case slot(Int, shorthand: Int?)
    /// A stream that has a name.
    case stream(Binding)
    /// A timeline in quotes, where a stream is needed.
    case timeline(QuotedTimeline)
    /// A text with values in it.
    case interpolation([PlanExpression])
    case prefix(PrefixOperator, PlanExpression)
    case binary(BinaryOperator, PlanExpression, PlanExpression)
    case conditional(PlanExpression, then: PlanExpression, otherwise: PlanExpression)
    case tuple([PlanExpression])
    case array([PlanExpression])
    /// `.0`
    case item(PlanExpression, Int, Name)
    /// `.count`; without a property where no value has one of that name.
    case property(PlanExpression, BuiltinProperty?, Name)
    case method(PlanExpression, MethodCall)
    case conversion(BuiltinConversion, PlanExpression)
    case call(PlanCall)
    case custom(CustomCall)
    /// `throw "message"`
    case failure(PlanExpression)
    /// An error was reported here.
    case invalid
  }

  let kind: Kind
  let span: Span

  init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
  }

  var constant: Value? { if case .constant(let value) = kind { value } else { nil } }

  var isInvalid: Bool { if case .invalid = kind { true } else { false } }

  /// Whether it throws, or a branch of it does.
  var mayThrow: Bool {
    switch kind {
    case .failure: true
    case .conditional(_, let first, let second): first.mayThrow || second.mayThrow
    default: false
    }
  }
}

/// A timeline in quotes, scanned once.
final class QuotedTimeline: Sendable {
  let timeline: Timeline
  /// Whether it is an input of the expression, with a lane, where it stands outside closures.
  let isInput: Bool
  /// The types of the values that it sends.
  let contents: TypeSet

  init(_ timeline: Timeline, isInput: Bool) {
    self.timeline = timeline
    self.isInput = isInput
    contents = TypeSet(sentBy: timeline)
  }
}

/// A call of a method of values: `.hasPrefix("P")`.
final class MethodCall: Sendable {
  let method: BuiltinMethod
  let name: Name
  let argument: PlanExpression?
  /// The operator of the same name, where only the receiver's value decides which of the two is meant.
  let asOperator: PlanExpression?
  /// Why the arguments do not fit the method, where they fit that operator.
  let mismatch: Fault?

  init(
    _ method: BuiltinMethod, _ name: Name, _ argument: PlanExpression?, asOperator: PlanExpression?, mismatch: Fault?
  ) {
    self.method = method
    self.name = name
    self.argument = argument
    self.asOperator = asOperator
    self.mismatch = mismatch
  }
}
