import MarbleLanguage

/// An analyzed expression: every name is resolved, every call is bound to an overload, and every type is checked.
///
/// A plan is created once and can be run any number of times.
package final class Plan: Sendable {
  package let root: PlanExpression
  package let context: PlanContext
  /// The names at the place of the expression.
  ///
  /// Marbles can be names of streams.
  package let bindings: Bindings
  /// The source text of the expression on one line.
  ///
  /// If it continues the last result, that comes first.
  package let text: String
  /// The types of the values that the stream sends.
  package let contents: TypeSet
  /// The number of operators on the longest path from a source to the result.
  let height: Int
  /// The windows in which a result is observed, which questions about the result use.
  package let windows: [Window?]
  /// The windows as they are written after the expression.
  package let windowText: String
  /// Whether a part of the expression begins with the run, even if the result is observed later.
  let beginsWithRun: Bool
  /// The arguments for the parameters of the expression, if it has any.
  let arguments: [Argument]

  /// The argument of a parameter.
  package enum Argument: Sendable {
    case stream(Binding)
    case value(Value)
  }

  init(
    _ root: PlanExpression, _ context: PlanContext, _ bindings: Bindings, text: String, contents: TypeSet, height: Int,
    arguments: [Argument] = [], windows: [Window?] = [.always], windowText: String = "", beginsWithRun: Bool? = nil
  ) {
    self.root = root
    self.context = context
    self.bindings = bindings
    self.text = text
    self.contents = contents
    self.height = height
    self.beginsWithRun = beginsWithRun ?? root.beginsWithRun
    self.windows = windows
    self.windowText = windowText
    self.arguments = arguments
  }

  /// Returns the plan with arguments for the parameters of its expression.
  ///
  /// Streams that are pipes send in the order of the parameters when they share a tick, or in the reverse order.
  package func applied(to arguments: [Argument], inReverseOrder: Bool = false) -> Plan {
    let streams = arguments.compactMap { if case .stream(let binding) = $0 { binding } else { nil } }
    return copy(bindings: bindings.with(inReverseOrder ? streams.reversed() : streams), arguments: arguments)
  }

  /// Returns the same plan as a result that is observed in some windows.
  package func observed(during windows: [Window?], as written: String = "") -> Plan {
    copy(windows: windows, windowText: written)
  }

  /// Returns a copy with the given parts replaced.
  package func copy(
    root: PlanExpression? = nil, bindings: Bindings? = nil, arguments: [Argument]? = nil, windows: [Window?]? = nil,
    windowText: String? = nil
  ) -> Plan {
    Plan(
      root ?? self.root, context, bindings ?? self.bindings, text: text, contents: contents, height: height,
      arguments: arguments ?? self.arguments, windows: windows ?? self.windows,
      windowText: windowText ?? self.windowText, beginsWithRun: root == nil ? beginsWithRun : nil)
  }

  /// Creates a plan that consists of a single stream.
  package convenience init(
    _ binding: Binding, at span: Span, _ context: PlanContext, _ bindings: Bindings, text: String
  ) {
    self.init(
      PlanExpression(.stream(binding), span), context, bindings, text: text, contents: binding.contents,
      height: binding.height)
  }

  /// Whether another plan is that of the same expression, perhaps observed in other windows.
  package func isSame(as other: Plan) -> Bool { context === other.context && root.span == other.root.span }

  /// The length of a tick at the place of the expression.
  package var tickLength: TickLength { context.tickLength }

  /// The stream, if the plan consists only of its name.
  package var namedStream: Binding? { if case .stream(let binding) = root.kind { binding } else { nil } }
}

/// The source of an expression and the length of its ticks.
package final class PlanContext: Sendable {
  package let source: Source
  package let tickLength: TickLength

  package init(_ source: Source, _ tickLength: TickLength) {
    self.source = source
    self.tickLength = tickLength
  }
}

extension Binding {
  /// The plan of an expression, or `nil` for a source.
  package var plan: Plan? { if case .expression(let plan) = kind { plan } else { nil } }

  /// Whether the expression is a call of `action`, so that the stream has properties.
  package var isAction: Bool {
    if case .call(let call)? = plan?.root.kind { call.sendsNamedStreams } else { false }
  }

  /// The number of operators on the longest path from a source to the result.
  var height: Int { plan?.height ?? 0 }
}
