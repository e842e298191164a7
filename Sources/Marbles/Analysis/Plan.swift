import MarbleLanguage

/// An expression that gives a stream, analyzed: every name resolved, every call bound to its form, every type checked.
///
/// A plan is made once, and can be run any number of times; running it resolves nothing.
package final class Plan: Sendable {
  let root: PlanExpression
  let context: PlanContext
  /// The names at the point where the expression was read: marbles may be names of streams.
  package let bindings: Bindings
  /// The expression as it was written, on one line; where it continues the last result, with that in front.
  package let text: String
  /// The types of the values that its stream sends.
  package let contents: TypeSet
  /// The number of operators on the longest way from a source to its result.
  let height: Int

  init(
    _ root: PlanExpression, _ context: PlanContext, _ bindings: Bindings, text: String, contents: TypeSet, height: Int
  ) {
    self.root = root
    self.context = context
    self.bindings = bindings
    self.text = text
    self.contents = contents
    self.height = height
  }

  /// A plan of one stream alone.
  package convenience init(
    _ binding: Binding, at span: Span, _ context: PlanContext, _ bindings: Bindings, text: String
  ) {
    self.init(
      PlanExpression(.stream(binding), span), context, bindings, text: text, contents: binding.contents,
      height: binding.height)
  }

  /// The stream that the plan only names, if it does.
  package var namedStream: Binding? { if case .stream(let binding) = root.kind { binding } else { nil } }
}

/// The source of an expression, and what its times mean.
package final class PlanContext: Sendable {
  let source: Source
  let tickLength: TickLength

  package init(_ source: Source, _ tickLength: TickLength) {
    self.source = source
    self.tickLength = tickLength
  }
}

extension Binding {
  /// The plan of an expression; `nil` for a source.
  package var plan: Plan? { if case .expression(let definition) = kind { definition as? Plan } else { nil } }

  /// The number of operators on the longest way from a source to its result.
  var height: Int { plan?.height ?? 0 }
}
