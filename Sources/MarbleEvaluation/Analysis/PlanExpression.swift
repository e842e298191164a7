import MarbleLanguage

/// A part of a plan, with its span.
package struct PlanExpression: Sendable {
  package indirect enum Kind: Sendable {
    case constant(Value)
    /// An argument of an enclosing closure or custom operator, by its index among all of them.
    ///
    /// For `$0` and so on, `shorthand` is the number, because the closure may receive fewer values than it uses.
    case slot(Int, shorthand: Int?)
    /// A named stream.
    case stream(Binding)
    /// A timeline in quotes, in a place where a stream is expected.
    case timeline(QuotedTimeline)
    /// A string with interpolations.
    case interpolation([PlanExpression])
    case prefix(PrefixOperator, PlanExpression)
    case binary(BinaryOperator, PlanExpression, PlanExpression)
    case conditional(PlanExpression, then: PlanExpression, otherwise: PlanExpression)
    case tuple([PlanExpression])
    case array([PlanExpression])
    /// `.0`
    case item(PlanExpression, Int, Name)
    /// `.count`. The property is `nil` if no type has one with this name.
    case property(PlanExpression, BuiltinProperty?, Name)
    case method(PlanExpression, MethodCall)
    case conversion(BuiltinConversion, PlanExpression)
    case call(PlanCall)
    case custom(CustomCall)
    /// `throw "message"`
    case failure(PlanExpression)
    /// An expression with a reported error.
    case invalid
  }

  package let kind: Kind
  package let span: Span

  package init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
  }

  package var constant: Value? { if case .constant(let value) = kind { value } else { nil } }

  package var isInvalid: Bool { if case .invalid = kind { true } else { false } }

  /// Whether the expression or one of its branches throws.
  var mayThrow: Bool {
    switch kind {
    case .failure: true
    case .conditional(_, let first, let second): first.mayThrow || second.mayThrow
    default: false
    }
  }
}

/// A timeline in quotes, parsed once.
package final class QuotedTimeline: Sendable {
  package let timeline: Timeline
  /// Whether the timeline is an input of the expression and has a lane, unless it is in a closure.
  let isInput: Bool
  /// The types of the values that the timeline sends.
  let contents: TypeSet

  init(_ timeline: Timeline, isInput: Bool) {
    self.timeline = timeline
    self.isInput = isInput
    contents = TypeSet(sentBy: timeline)
  }
}

/// A call of a method of values: `.hasPrefix("P")`.
package final class MethodCall: Sendable {
  package let method: BuiltinMethod
  package let name: Name
  package let argument: PlanExpression?
  /// The operator with the same name, if only the type of the receiver determines which of the two is called.
  package let asOperator: PlanExpression?
  /// The mismatch of the arguments with the method, if they match the operator.
  package let mismatch: Fault?

  package init(
    _ method: BuiltinMethod, _ name: Name, _ argument: PlanExpression?, asOperator: PlanExpression?, mismatch: Fault?
  ) {
    self.method = method
    self.name = name
    self.argument = argument
    self.asOperator = asOperator
    self.mismatch = mismatch
  }
}

extension PlanExpression {
  /// The receiver and the operator of a method of a parameter, such as that of a custom operator, that is also an
  /// operator.
  var operationOnTimeline: (receiver: PlanExpression, call: PlanExpression)? {
    guard case .method(let receiver, let call) = kind, case .slot(_, nil) = receiver.kind,
      let asOperator = call.asOperator
    else { return nil }
    return (receiver, asOperator)
  }
}

extension ValueType {
  /// Whether no value of the type can be a stream.
  var isNeverStream: Bool {
    switch self {
    case .boolean, .integer, .number, .null: true
    default: false
    }
  }
}
