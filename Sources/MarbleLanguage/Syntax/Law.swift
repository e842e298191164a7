/// An equation that holds for all arguments of its parameters:
/// `forall a, cold b of 0...9, n in 1...5 when n > a.count: … == …`.
package struct Law: Sendable {
  /// The parameters, at least one.
  package let parameters: [Parameter]
  /// The condition that the arguments must meet.
  package let condition: Expression?
  package let left: Expression
  /// The times during which each observer observes both sides, or none for a single observer during all of the time.
  package let windows: [WindowLiteral]
  package let right: Expectation
  /// The span of both sides.
  package let equation: Span

  /// A parameter of a law.
  package struct Parameter: Sendable {
    package enum Kind: Sendable {
      /// A stream with any values, or only with the given ones.
      case stream(isCold: Bool, values: Values?)
      /// A plain value: a number, a string, a boolean, or a tuple or an array of these.
      case constant(Values)
    }

    package let name: Name
    package let kind: Kind
    /// The span of the name, with its keywords and values.
    package let span: Span
  }

  /// The values after `of` or `in`.
  package enum Values: Sendable, Hashable {
    case range(ClosedRange<Int64>)
    /// The values of a list. Never empty.
    case list([Value])
  }
}
