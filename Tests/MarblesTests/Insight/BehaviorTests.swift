@testable import MarbleEvaluation
@testable import MarbleLanguage
@testable import MarbleReasons
@testable import MarbleSearch
import Marbles
import TestSupport
import Testing

/// The behaviors that the catalog declares, which random runs of each overload show to be true.
struct BehaviorTests {
  private static let seeds = UInt64(0)..<40

  /// The values that the sources can send, of which an operator may accept only some.
  private static let alphabets: [[Value]] = [
    [.integer(1), .integer(2), .integer(3), .integer(4)], [.boolean(true), .boolean(false)],
    [.event(.value(.integer(1))), .event(.value(.integer(2))), .event(.completed)],
    [.array([.integer(1), .integer(2)]), .array([])], [.marble("b")],
    [.string("loading"), .tuple([.string("loaded"), .integer(1)])],
  ]

  @Test(arguments: Catalog.standard.entries.filter { $0.family != .make }.map(\.name))
  func declaredBehaviorIsTrue(name: String) throws {
    let entry = try #require(Catalog.standard[name])
    for overload in entry.overloads where overload.parameters.first?.shape.kind == .stream {
      var runs = 0
      var started: Behavior.Starts = []
      for seed in Self.seeds {
        for alphabet in Self.alphabets {
          guard let trial = BehaviorTrial(entry, overload, alphabet, seed: seed) else { continue }
          runs += 1
          started.formUnion(trial.started)
          for problem in trial.problems { Issue.record("\(problem), seed \(seed): \(trial.text)") }
        }
      }
      #expect(runs > 20, "\(name) \(overload.parameters.compactMap(\.label)) ran \(runs) times")
      #expect(started == overload.behavior.starts, "\(name) \(overload.parameters.compactMap(\.label))")
    }
  }
}

/// A run of an overload with random arguments on random streams.
private struct BehaviorTrial {
  let text: String
  private let behavior: Behavior
  private let run: OperatorRun
  /// The streams that the operator started.
  let started: Behavior.Starts

  /// Creates a trial, or returns `nil` if the call has an error or does not end.
  init?(_ entry: CatalogEntry, _ overload: Overload, _ alphabet: [Value], seed: UInt64) {
    var random = RandomTimelines(seed: seed)
    let timelines = (0..<2).map { _ in Self.timeline(alphabet, &random) }
    let isCold = random.flip()
    var bindings = Bindings()
    for (name, timeline) in zip(["a", "b"], timelines) {
      bindings.bind(Binding(name: name, kind: isCold ? .cold([timeline]) : .pipe(timeline)))
    }
    var constants: [Value] = []
    var usesOther = false
    let arguments = overload.parameters.enumerated().compactMap { index, parameter -> String? in
      if index == 0 {
        guard case .streams = parameter.shape else { return "a" }
        usesOther = true
        return "a, b"
      }
      if parameter.defaultText != nil, random.flip() { return nil }
      let label = parameter.label.map { "\($0): " } ?? ""
      return Self.argument(for: parameter, alphabet, &random, &constants, &usesOther).map { label + $0 }
    }
    let call = "\(entry.name)(\(arguments.joined(separator: ", ")))"
    text = zip(["a", "b"], timelines).map { "\($0) = \(TimelinePrinter.text(of: $1)), " }.joined() + call
    let source = Source(name: "test", text: call)
    var parser = Parser(source, bindings: Parser.Bindings(isBound: ["a", "b"].contains))
    guard case .success(let statement)? = parser.next(),
      case .show(.definition(.expression(let expression)), _) = statement.kind,
      case .plan(let plan, _) = Analysis.plan(expression, PlanContext(source, .millisecond), bindings),
      case .call(let resolved) = plan.root.kind, resolved.overload.parameters.first === overload.parameters.first,
      let run = try? CausalRun(running: plan, limits: Limits(ticks: 100, deliveries: 3_000), while: { true }),
      run.runContext.fault == nil, run.runContext.budget.stop == nil
    else { return nil }
    let values = timelines.map { timeline in
      let observed = Plan.recorded(isCold ? .cold([timeline]) : .pipe(timeline))
      return RecordedEvents(observed)
    }
    behavior = overload.behavior
    self.run = OperatorRun(
      result: RecordedEvents(run.output), source: values[0], other: usesOther ? values[1] : nil, constants: constants,
      isPipe: !isCold)
    let inputs = run.root?.inputs ?? []
    var started: Behavior.Starts = []
    if inputs.contains(where: { $0.parameter == nil && !$0.starts.isEmpty }) { started.insert(.inner) }
    if let source = inputs.first, source.parameter != nil, source.starts.count > 1 { started.insert(.again) }
    self.started = started
  }

  /// The claims of the behavior that are not true of this run.
  var problems: [String] {
    var problems: [String] = []
    if behavior.allows?(run) == false { problems.append("refused") }
    let (result, source) = (run.result, run.source)
    if behavior.endsWithSource, result.end != source.end { problems.append("another end") }
    let ends = [source.endTick] + (behavior.values == .joined ? [run.other?.endTick ?? 0] : [])
    if behavior.tick == .atEnd, !result.values.allSatisfy({ $0.tick == ends.max() }) {
      problems.append("not at the end")
    }
    // A result without values says little, and so does one that is the source.
    if result.values.isEmpty || result.timeline == source.timeline && !behavior.passesAll { return problems }
    let classes = [source, run.other].map { stream in
      stream.map { SearchClass([$0.timeline], SearchCandidate(input: 0)) }
    }
    guard let first = classes[0] else { return problems }
    let signature = SearchSignature(first, classes[1], [result], hasStreams: true, allowsOthers: true)
    if !signature.allows(behavior), signature.isUseful(behavior) { problems.append("not \(behavior.values)") }
    return problems
  }

  // MARK: Random calls

  private static func timeline(_ alphabet: [Value], _ random: inout RandomTimelines) -> Timeline {
    var marbles: [Timeline.Marble] = []
    var tick = random.below(3)
    for _ in 0..<random.below(6) {
      marbles.append(.init(tick: tick, event: .value(random.pick(alphabet))))
      tick += random.below(4)
    }
    if let end = random.pick(
      [.completed, .completed, .completed, .failed(.unnamed), .interrupted, nil] as [Timeline.Event?])
    {
      marbles.append(.init(tick: tick + random.below(3), event: end))
    }
    return Timeline(marbles)
  }

  private static func argument(
    for parameter: ParameterDescription, _ alphabet: [Value], _ random: inout RandomTimelines,
    _ constants: inout [Value], _ usesOther: inout Bool
  ) -> String? {
    func number(_ minimum: Int64) -> String {
      let number = max(0, minimum) + Int64(random.below(4))
      constants.append(.integer(number))
      return String(number)
    }
    switch parameter.shape {
    case .stream, .streams, .streamValues:
      usesOther = true
      return "b"
    case .count(let minimum), .time(let minimum): return number(minimum)
    case .value, .values, .anything:
      let value = random.pick(alphabet)
      constants.append(value)
      return value.literal
    case .array: return "[1, 2]"
    case .boolean: return random.pick(["true", "false"])
    case .message, .optionalMessage: return "\"late\""
    case .strategy: return "." + random.pick(Strategy.names.filter { $0 != "concurrent" })
    case .closure(let role):
      if role.gives == .stream {
        if role.takes.contains(where: { [.errors, .completions, .shared].contains($0) }) { return "{ $0 }" }
        usesOther = true
        return "{ b }"
      }
      return random.pick(closures(role))
    }
  }

  private static func closures(_ role: ClosureRole) -> [String] {
    switch (role.gives, role.takes.first) {
    case (.boolean, .values?): ["{ all in all.count == 2 }", "{ all, next in next == 2 }"]
    case (.boolean, _): role.takes.count == 1 ? ["{ $0 == 1 }", "{ $0 != 2 }"] : ["{ $0 == $1 }", "{ $0 != $1 }"]
    case (.pair, _): ["{ ($0, $1) }"]
    case (_, .message?): ["{ \"\\($0)!\" }"]
    case (_, nil): ["{ 1 }"]
    case (_, .together?), (_, .combination?): ["{ $0 }"]
    case (_, .value?) where role.takes.last == .other: ["{ ($0, $1) }"]
    default: role.takes.count == 1 ? ["{ \"\\($0)\" }", "{ $0 }"] : ["{ \"\\($0)\\($1)\" }", "{ $1 }"]
    }
  }
}

extension Plan {
  /// Returns the events that an observer of a source receives.
  fileprivate static func recorded(_ kind: Binding.Kind) -> Timeline {
    let binding = Binding(name: "a", kind: kind)
    var bindings = Bindings()
    bindings.bind(binding)
    let runner = SearchRunner(budget: 1) { true }
    return runner.run(PlanExpression(.stream(binding), 0..<0), in: bindings) ?? binding.timelines[0]
  }
}
