import MarbleEvaluation
import MarbleLanguage

/// The search for hazards in an expression.
///
/// A hazard is reported only if a run proves it: with the sources of the script, or with the smallest of other inputs
/// for which the expression and its remedy differ. In these inputs, the sources end as in the script.
package struct HazardSearch {
  private let plan: Plan
  private let name: String?
  private let window: Window
  private let isWanted: () -> Bool

  /// Creates the search in the expression of a statement.
  ///
  /// - Parameters:
  ///   - plan: The plan of the expression.
  ///   - name: The name that the statement binds to the expression, or `nil` if there is none.
  ///   - window: The window in which the result is observed.
  ///   - isWanted: A closure that returns whether to continue. It is called regularly.
  package init(
    in plan: Plan, named name: String? = nil, during window: Window = .always,
    while isWanted: @escaping () -> Bool = { true }
  ) {
    self.plan = plan
    self.name = name
    self.window = window
    self.isWanted = isWanted
  }

  /// Returns the hazards that were proved.
  package func warnings() -> [HazardWarning] {
    // An expression that continues the last result has no text of its own.
    guard plan.text == plan.context.source.text(of: plan.root.span).onOneLine else { return [] }
    var warnings: [HazardWarning] = []
    for site in HazardSite.all(in: plan, named: name) {
      for hazard in Hazard.all {
        guard let change = hazard.change(site), let remedy = remedy(change),
          let proof = HazardTrial(of: plan, remedy, hazard, change, at: site, during: window, while: isWanted).proof()
        else { continue }
        warnings.append(
          HazardWarning(
            hazard: hazard, source: plan.context.source, span: change.mark, replaced: plan.root.span,
            original: plan.text, remedy: remedy.text, proof: proof))
      }
    }
    return warnings
  }

  /// Returns the plan of the changed expression, or `nil` if it has an error.
  private func remedy(_ change: HazardChange) -> Plan? {
    guard let text = change.applied(to: plan.root.span, in: plan.context.source) else { return nil }
    let (source, bindings) = (Source(name: "", text: text), plan.bindings)
    var parser = Parser(
      source, bindings: Parser.Bindings(isBound: { bindings[$0] != nil }, names: { bindings.names }))
    parser.tickLength = plan.tickLength
    guard case .success(let statement)? = parser.next(), parser.next() == nil,
      case .show(.definition(.expression(let expression)), _) = statement.kind,
      case .plan(let remedy, _) = Analysis.plan(expression, PlanContext(source, plan.tickLength), bindings)
    else { return nil }
    return remedy
  }
}

/// A hazard in an expression, with its proof.
package struct HazardWarning: Sendable, Hashable {
  package let hazard: Hazard
  package let source: Source
  /// The place of the hazard, and that of the expression which the remedy replaces.
  package let span: Span
  package let replaced: Span
  /// The expression as it is written, and with its remedy.
  package let original: String
  package let remedy: String
  package let proof: HazardProof

  /// The statements that define the inputs.
  package var inputs: [String] {
    proof.inputs.map { input in
      let text = input.timelines.map { TimelinePrinter.text(of: $0, asStatement: !input.isCold, digitsApart: true) }
      return "\(input.name) = \(input.isCold ? "cold " : "")\(text.joined(separator: ", "))"
    }
  }

  package static func == (left: HazardWarning, right: HazardWarning) -> Bool {
    left.hazard.name == right.hazard.name && left.span == right.span && left.source.name == right.source.name
      && left.remedy == right.remedy
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(hazard.name)
    hasher.combine(span)
  }
}

/// The input for which an expression differs from its remedy.
package struct HazardProof: Sendable {
  package let inputs: [(name: String, timelines: [Timeline], isCold: Bool)]
  /// The comparison of the expression as it is written with the remedy.
  package let comparison: Comparison
  /// The difference that is not one of the events, in one sentence.
  package let fact: String?
}
