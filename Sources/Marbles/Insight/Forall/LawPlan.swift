import MarbleLanguage

/// An analyzed law.
package final class LawPlan: Sendable {
  let law: Law
  let context: PlanContext
  let left: Plan
  let right: RightSide
  let space: LawSpace
  /// The same law with other kinds of values, for expressions that cannot be run with these.
  let others: [LawPlan]

  /// The right side of the equation.
  enum RightSide: Sendable {
    case plan(Plan)
    case timeline(Timeline)
  }

  init(
    _ law: Law, _ context: PlanContext, left: Plan, right: RightSide, space: LawSpace, others: [LawPlan] = []
  ) {
    self.law = law
    self.context = context
    self.left = left
    self.right = right
    self.space = space
    self.others = others
  }

  /// Returns the law with alternatives.
  fileprivate func with(_ others: some Sequence<LawPlan>) -> LawPlan {
    LawPlan(law, context, left: left, right: right, space: space, others: Array(others))
  }

  /// Returns the arguments for both sides.
  func arguments(for input: LawInput) -> [Plan.Argument] {
    space.parameters.map { parameter in
      switch parameter {
      case .number(let index, _): .value(.integer(input.integers[index]))
      case .stream(let index): .stream(space.streams[index].binding(of: input.streams[index]))
      }
    }
  }
}

extension LawSpace.StreamParameter {
  func binding(of stream: LawStream) -> Binding {
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
    var condition: LawCondition?
    if let written = law.condition {
      switch LawCondition.analyzed(written, of: law, context, bindings) {
      case .plan(let plan, _): condition = plan
      case .faults(let faults): return .faults(faults)
      }
    }
    var faults: [Fault]?
    var found: [(plan: LawPlan, warnings: [Fault])] = []
    for kinds in OpenValues.choices(count: law.openCount) {
      // Different kinds for several streams are tried only if all streams cannot have the same one.
      if !found.isEmpty, Set(kinds).count > 1 { break }
      switch sides(of: law, with: law.planParameters(kinds), context, bindings) {
      case .faults(let found): faults = faults ?? found
      case .plan(let (left, right), let warnings):
        do throws(Fault) {
          let space = try LawSpace(of: law, kinds, MinedConstants(of: left, right), condition)
          found.append((LawPlan(law, context, left: left, right: right, space: space), warnings))
        } catch {
          return .faults([error])
        }
      }
    }
    guard let first = found.first else { return .faults(faults ?? []) }
    return .plan(first.plan.with(found.dropFirst().map(\.plan)), warnings: first.warnings)
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
      return .plan((left, .timeline(literals.first?.timeline ?? Timeline())), warnings: warnings)
    // The parser reports a missing right side.
    case .missing: return .faults(left.faults)
    }
    guard case .plan(let one, let warnings) = left, case .plan(let other, let more) = right else {
      return .faults(left.faults + right.faults)
    }
    return .plan((one, .plan(other)), warnings: warnings + more)
  }
}

extension Analysis.Outcome {
  /// The errors.
  fileprivate var faults: [Fault] { if case .faults(let faults) = self { faults } else { [] } }
}

extension MinedConstants {
  fileprivate init(of left: Plan, _ right: LawPlan.RightSide) {
    if case .plan(let right) = right { self.init([left, right]) } else { self.init([left]) }
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
      case .integer: return .integer(name)
      case .stream(_, nil): return .stream(name, of: kinds.next()?.contents ?? .unknown)
      case .stream(_, .range): return .stream(name, of: .integer)
      case .stream(_, .list(let values)): return .stream(name, of: .any(of: values.lazy.map { TypeSet(of: $0) }))
      }
    }
  }
}

extension LawSpace {
  /// The terminating events of streams, the simplest first.
  private static let ends: [Event] = [.completed, .failed(.unnamed), .interrupted]

  fileprivate init(
    of law: Law, _ kinds: [OpenValues], _ constants: MinedConstants, _ condition: LawCondition?
  ) throws(Fault) {
    // Streams of streams depend on the events of their values.
    let dependsOnValues = constants.dependsOnValues || kinds.contains(.streams)
    var kinds = kinds.makeIterator()
    var streams: [StreamParameter] = []
    var integers: [ValueDomain] = []
    var all: [Parameter] = []
    for parameter in law.parameters {
      switch parameter.kind {
      case .integer(let values):
        all.append(.number(integers.count, name: parameter.name.text))
        integers.append(.listed(values, constants))
      case .stream(let isCold, let values):
        let domain = values.map { .listed($0, constants) } ?? (kinds.next() ?? .integers).domain(constants)
        all.append(.stream(streams.count))
        streams.append(
          StreamParameter(name: parameter.name.text, isCold: isCold, values: domain, ends: Self.ends))
      }
    }
    self.init(
      parameters: all, streams: streams, integers: integers,
      combinations: try Self.combinations(of: integers, condition),
      counts: constants.triedCounts, gaps: constants.triedGaps(with: integers), dependsOnValues: dependsOnValues)
  }

  /// The largest number of combinations for which a condition is evaluated.
  private static let maxCandidates = 5_000

  /// Returns the combinations of numbers that meet a condition, the smallest first.
  private static func combinations(
    of integers: [ValueDomain], _ condition: LawCondition?
  ) throws(Fault) -> [[Int]] {
    var all: [[Int]] = [[]]
    for (index, domain) in integers.enumerated() {
      let numbers = domain.all.compactMap { if case .integer(let number) = $0 { number } else { nil } }
      var share = maxCandidates / all.count
      for _ in integers.dropFirst(index + 1) { share /= 8 }
      let chosen = numbers.count <= max(8, share) ? numbers : Array(numbers.prefix(max(8, share)))
      all = all.flatMap { start in chosen.map { start + [$0] } }
    }
    guard let condition else { return all }
    let met = try condition.met(by: all)
    guard met.count * 10 >= all.count, !met.isEmpty else {
      throw condition.discards(all.count - met.count, of: all.count)
    }
    return met
  }

}
