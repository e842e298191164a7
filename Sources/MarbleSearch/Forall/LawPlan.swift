import MarbleEvaluation
import MarbleLanguage

/// An analyzed law.
package final class LawPlan: Sendable {
  let law: Law
  let context: PlanContext
  let left: Plan
  let right: RightSide
  let space: LawSpace
  /// The condition on the streams of an input, or `nil` if there is none or if it is about numbers only.
  let condition: LawCondition?
  /// The same law with other kinds of values, for expressions that cannot be run with these.
  let others: [LawPlan]

  /// The right side of the equation.
  enum RightSide: Sendable {
    case plan(Plan)
    /// One timeline for each observer.
    case timelines([Timeline])
    /// One pattern for each observer.
    case patterns([TimelinePattern])
  }

  init(
    _ law: Law, _ context: PlanContext, left: Plan, right: RightSide, space: LawSpace,
    condition: LawCondition?, others: [LawPlan] = []
  ) {
    self.law = law
    self.context = context
    self.left = left
    self.right = right
    self.space = space
    self.condition = condition
    self.others = others
  }

  /// Returns the law for inputs whose streams end only as a closure allows, and send in the order of the parameters.
  ///
  /// - Parameter sharesTicks: Whether several events may be on the same tick.
  package func restricted(sharesTicks: Bool, toEnds isTried: (_ stream: String, Timeline.Event) -> Bool) -> LawPlan {
    LawPlan(
      law, context, left: left, right: right, space: space.restricted(sharesTicks: sharesTicks, toEnds: isTried),
      condition: condition, others: others.map { $0.restricted(sharesTicks: sharesTicks, toEnds: isTried) })
  }

  /// Returns the law with alternatives.
  fileprivate func with(_ others: some Sequence<LawPlan>) -> LawPlan {
    LawPlan(law, context, left: left, right: right, space: space, condition: condition, others: Array(others))
  }

  /// The names of the parameters, and whether each is a cold stream.
  package var parameters: [String: Bool] {
    let named = law.parameters.map { parameter in
      if case .stream(isCold: true, _) = parameter.kind {
        (parameter.name.text, true)
      } else {
        (parameter.name.text, false)
      }
    }
    return Dictionary(named, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the arguments for both sides.
  func arguments(for input: LawInput) -> [Plan.Argument] {
    space.parameters.map { parameter in
      switch parameter {
      case .constant(let index, _): .value(input.constants[index])
      case .stream(let index): .stream(space.streams[index].binding(of: input.streams[index]))
      }
    }
  }

  /// Returns whether an input meets the condition.
  func admits(_ input: LawInput) throws(Fault) -> Bool {
    guard space.sharesTicks || !input.hasSimultaneousEvents else { return false }
    guard let condition else { return true }
    return try condition.isMet(
      by: space.parameters.map { parameter in
        switch parameter {
        case .constant(let index, _): input.constants[index]
        case .stream(let index): Value.array(input.streams[index].items.map(\.value))
        }
      })
  }

  /// The left side as it is written, with the times of observation.
  var leftText: String {
    let end = law.windows.last?.span.upperBound ?? law.left.span.upperBound
    return context.source.text(of: law.left.span.lowerBound..<end).onOneLine
  }
}

extension LawSpace.StreamParameter {
  package func binding(of stream: LawStream) -> Binding {
    let timeline = stream.timeline(ends)
    return Binding(name: name, kind: isCold ? .cold([timeline]) : .pipe(timeline))
  }
}

extension Analysis {
  /// Analyzes a law.
  ///
  /// The values of a stream are integers if the expressions can use these, and otherwise of the first kind that they
  /// can use.
  package static func law(_ law: Law, _ context: PlanContext, _ bindings: Bindings) -> Outcome<LawPlan> {
    var faults: [Fault]?
    var found: [(plan: LawPlan, warnings: [Fault])] = []
    for kinds in OpenValues.choices(count: law.openCount) {
      // Different kinds for several streams are tried only if all streams cannot have the same one.
      if !found.isEmpty, Set(kinds).count > 1 { break }
      let parameters = law.planParameters(kinds)
      let condition = law.condition.map { LawCondition.analyzed($0, with: parameters, context, bindings) }
      let sides = sides(of: law, with: parameters, context, bindings)
      guard case .plan(let (left, right), let warnings) = sides, condition.map(\.faults.isEmpty) ?? true else {
        faults = faults ?? (condition.map(\.faults) ?? []) + sides.faults
        continue
      }
      do throws(Fault) {
        let plan = try LawPlan(
          of: law, kinds, context, left: left, right: right, condition: condition?.plan, isName: { bindings[$0] != nil }
        )
        found.append((plan, warnings))
      } catch {
        return .faults([error])
      }
    }
    guard let first = found.first else {
      let own = parameter(of: law, meantDifferentlyIn: faults ?? [])
      return .faults(own.map { [$0] } ?? faults ?? [])
    }
    return .plan(first.plan.with(found.dropFirst().map(\.plan)), warnings: first.warnings)
  }

  /// Returns an error of a parameter that is used as a stream but is a value, or the other way around, as an error of its
  /// declaration.
  private static func parameter(of law: Law, meantDifferentlyIn faults: [Fault]) -> Fault? {
    guard let fault = faults.first, case ProgramProblem.wrongKind(let expected, let found) = fault.diagnostic.problem
    else { return nil }
    let source = fault.source
    let name = source.text(of: fault.diagnostic.span)
    // Another declaration helps only if each use of the parameter is an error.
    let words = source.text(of: law.equation).words
    guard let parameter = law.parameters.first(where: { $0.name.text == name }),
      words.count(where: { $0 == name }) == faults.count(where: { source.text(of: $0.diagnostic.span) == name })
    else { return nil }
    let meant: String
    switch parameter.kind {
    case .stream(isCold: false, let values)
    where found == .stream && [.wholeNumber, .number, .time].contains(expected):
      let range = source.text(of: parameter.span).replacing(" of ", with: " in ", maxReplacements: 1)
      meant = values == nil ? "\(parameter.name.text) in 1...5" : range
    case .constant where expected == .stream:
      meant = source.text(of: parameter.span).replacing(" in ", with: " of ", maxReplacements: 1)
    default: return nil
    }
    var error = Diagnostic(.foreignCall(source.text(of: parameter.span), write: meant), at: parameter.span)
    error.replaced = parameter.span
    return Fault(error, in: source)
  }

  private static func sides(
    of law: Law, with parameters: [PlanParameter], _ context: PlanContext, _ bindings: Bindings
  ) -> Outcome<(left: Plan, right: LawPlan.RightSide)> {
    let left = plan(law.left, parameters: parameters, context, bindings)
    let right: Outcome<Plan>
    switch law.right {
    case .expression(let expression): right = plan(expression, parameters: parameters, context, bindings)
    case .timelines(let literals):
      guard case .plan(let left, let warnings) = left else { return .faults(left.faults) }
      return .plan(
        (left.observed(in: law.windows), .timelines(literals.map(\.timeline))), warnings: warnings)
    case .patterns(let literals, let conditions):
      guard case .plan(let left, let warnings) = left else { return .faults(left.faults) }
      switch Analysis.patterns(literals, conditions, of: left.contents, context, bindings) {
      case .plan(let patterns, let more):
        return .plan((left.observed(in: law.windows), .patterns(patterns)), warnings: warnings + more)
      case .faults(let faults): return .faults(faults)
      }
    // The parser reports a missing right side.
    case .missing: return .faults(left.faults)
    }
    guard case .plan(let one, let warnings) = left, case .plan(let other, let more) = right else {
      return .faults(left.faults + right.faults)
    }
    return .plan((one.observed(in: law.windows), .plan(other.observed(in: law.windows))), warnings: warnings + more)
  }
}

extension LawPlan {
  /// Creates the plan of a law whose streams have the given kinds of values.
  fileprivate convenience init(
    of law: Law, _ kinds: [OpenValues], _ context: PlanContext, left: Plan, right: RightSide, condition: LawCondition?,
    isName: (String) -> Bool
  ) throws(Fault) {
    let isAboutNumbers = condition?.isAboutNumbers ?? true
    let space = try LawSpace(
      of: law, kinds, MinedConstants(of: law, left, right, condition), isAboutNumbers ? condition : nil, isName: isName)
    self.init(law, context, left: left, right: right, space: space, condition: isAboutNumbers ? nil : condition)
  }
}

extension Analysis.Outcome {
  /// The errors.
  fileprivate var faults: [Fault] { if case .faults(let faults) = self { faults } else { [] } }

  fileprivate var plan: Result? { if case .plan(let plan, _) = self { plan } else { nil } }
}

extension MinedConstants {
  fileprivate init(of law: Law, _ left: Plan, _ right: LawPlan.RightSide, _ condition: LawCondition?) {
    var roots = [left.root]
    if case .plan(let right) = right { roots.append(right.root) }
    self.init(roots, observedIn: law.windows.compactMap(\.window))
    if let condition { add(condition) }
    for parameter in law.parameters {
      if case .constant(.list(let values)) = parameter.kind { add(compared: values) }
    }
  }
}

extension Plan {
  fileprivate func observed(in windows: [WindowLiteral]) -> Plan {
    windows.isEmpty ? self : observed(during: windows.map(\.window))
  }
}

extension OpenValues {
  /// The largest number of streams for which all combinations of kinds are tried.
  private static let limit = 3

  /// Returns the kinds of several streams to try: first the same one for all of them.
  fileprivate static func choices(count: Int) -> [[OpenValues]] {
    let same = allCases.map { kind in Array(repeating: kind, count: count) }
    guard (2...limit).contains(count) else { return count == 0 ? [[]] : same }
    var all: [[OpenValues]] = [[]]
    for _ in 0..<count { all = all.flatMap { start in allCases.map { start + [$0] } } }
    return same + all.filter { Set($0).count > 1 }
  }
}

extension Law {
  /// The number of streams without a list of values.
  fileprivate var openCount: Int {
    parameters.count { if case .stream(_, nil) = $0.kind { true } else { false } }
  }

  /// Returns the parameters of both sides, with a kind of values for each stream without a list.
  fileprivate func planParameters(_ kinds: [OpenValues]) -> [PlanParameter] {
    var kinds = kinds.makeIterator()
    return parameters.map { parameter in
      let name = parameter.name.text
      switch parameter.kind {
      case .constant(.range): return .value(name, of: .integer)
      case .constant(.list(let values)): return .value(name, of: .any(of: values.lazy.map { TypeSet(of: $0) }))
      case .stream(_, nil): return .stream(name, of: kinds.next()?.contents ?? .unknown)
      case .stream(_, .range): return .stream(name, of: .integer)
      case .stream(_, .list(let values)): return .stream(name, of: .any(of: values.lazy.map { TypeSet(of: $0) }))
      }
    }
  }
}
