import MarbleLanguage

/// Creates plans from expressions and reports all errors that can be found without running anything.
package enum Analysis {
  /// The result of an analysis: a plan and warnings about it, or the errors that were found.
  package enum Outcome<Result> {
    case plan(Result, warnings: [Fault])
    /// At least one error, in source order.
    case faults([Fault])
  }

  /// Analyzes an expression that must be a stream.
  ///
  /// The plan of an expression with parameters can run only after ``Plan/applied(to:)``.
  package static func plan(
    _ expression: Expression, parameters: [PlanParameter] = [], _ context: PlanContext, _ bindings: Bindings
  ) -> Outcome<Plan> {
    // A law is tried with other types of values too, such as those of its constants.
    let faults = FaultCollector(keepsNeverEqual: parameters.isEmpty)
    let root = Resolver(context, bindings, faults, parameters.map(\.name)).stream(expression)
    var checker = TypeChecker(context, faults)
    checker.slots = parameters.map(\.types)
    let contents = checker.contents(of: root)
    let height = OperatorCounter(context, faults).height(of: root, slots: parameters.map { _ in 0 })
    return outcome(faults) {
      Plan(
        root, context, bindings, text: text(of: expression, context, bindings), contents: contents, height: height)
    }
  }

  /// Analyzes the definition of a custom operator.
  ///
  /// The types of its arguments are unknown.
  package static func definition(
    of name: Name, _ parameters: [String], _ body: Expression, _ context: PlanContext, _ bindings: Bindings
  ) -> Outcome<CustomOperator> {
    let faults = FaultCollector()
    let root = Resolver(context, bindings, faults, defining: name.text, parameters).stream(body)
    var checker = TypeChecker(context, faults)
    checker.slots = parameters.map { _ in .unknown }
    _ = checker.contents(of: root)
    let counter = OperatorCounter(context, faults)
    counter.limitSpan = body.span
    _ = counter.height(of: root, slots: parameters.map { _ in 0 })
    return outcome(faults) {
      CustomOperator(
        name: name.text, parameters: parameters, body: root, context, text: text(of: body, context, bindings))
    }
  }

  package static func outcome<Result>(_ faults: FaultCollector, _ make: () -> Result) -> Outcome<Result> {
    let faults = faults.faults.sorted { $0.diagnostic.span.lowerBound < $1.diagnostic.span.lowerBound }
    let errors = faults.filter { $0.diagnostic.problem.severity == .error }
    return errors.isEmpty ? .plan(make(), warnings: faults) : .faults(errors)
  }

  /// Returns the source text of an expression on one line.
  ///
  /// If the expression begins with a dot, it continues the last result, whose text is added at the front.
  private static func text(of expression: Expression, _ context: PlanContext, _ bindings: Bindings) -> String {
    let written = context.source.text(of: expression.span).onOneLine
    guard written.hasPrefix(".") else { return written }
    return (bindings["_"]?.plan?.text ?? "_") + written
  }
}

/// Collects the errors and warnings of an analysis without duplicates.
package final class FaultCollector {
  package private(set) var faults: [Fault] = []
  /// The indexes of the faults, by the offsets at which they begin.
  private var indexes: [Int: [Int]] = [:]
  private let keepsNeverEqual: Bool

  /// - Parameter keepsNeverEqual: Whether warnings about values that are never equal are collected.
  package init(keepsNeverEqual: Bool = true) { self.keepsNeverEqual = keepsNeverEqual }

  package var hasError: Bool { faults.contains { $0.diagnostic.problem.severity == .error } }

  /// Returns the first warning about a parameter in a part of a string.
  func warningAboutParameter(in span: Span) -> Fault? {
    faults.first { fault in
      guard case ProgramProblem.parameterInString = fault.diagnostic.problem else { return false }
      return span.contains(fault.diagnostic.span.lowerBound)
    }
  }

  func add(_ fault: Fault) {
    if !keepsNeverEqual, case ProgramProblem.neverEqual = fault.diagnostic.problem { return }
    let start = fault.diagnostic.span.lowerBound
    let isKnown = indexes[start, default: []].contains {
      faults[$0].diagnostic == fault.diagnostic && faults[$0].source.name == fault.source.name
    }
    if isKnown { return }
    indexes[start, default: []].append(faults.count)
    faults.append(fault)
  }
}
