import MarbleLanguage
import Marbles
import Testing

@testable import MarbleEvaluation
@testable import MarbleSearch

/// Many runs of one analyzed expression, each with other arguments.
struct TrialTests {
  @Test func runsDifferOnlyInTheirArguments() throws {
    let trial = try trial(of: "a.delay(n)", [.stream("a", of: .integer), .value("n", of: .integer)])
    for (ticks, expected) in [(1, "--1--2-|"), (3, "----1--2-|"), (1, "--1--2-|")] {
      let result = try trial.run(with: [.stream(pipe("a", "-1--2-|")), .value(.integer(ticks))])[0]
      #expect(result.timeline == Timeline(stringLiteral: expected))
      #expect(result.stop == nil)
    }
  }

  /// Pipes that share a tick send in the order of the parameters, whatever the order in the expression.
  @Test func parametersDetermineTheOrderOfPipes() throws {
    let trial = try trial(of: "merge(b, a)", [.stream("a", of: .integer), .stream("b", of: .integer)])
    let result = try trial.run(with: [.stream(pipe("a", "-1|")), .stream(pipe("b", "-2|"))])[0]
    #expect(result.timeline == "-(12)|")
  }

  @Test func parametersOccurInClosuresAndShadowNames() throws {
    let trial = try trial(
      of: "a.flatMap { $0 > n ? a : just(n) }", [.stream("a", of: .integer), .value("n", of: .integer)],
      after: pipe("n", "-"))
    let result = try trial.run(with: [.stream(pipe("a", "-1--2-|")), .value(.integer(1))])[0]
    #expect(result.timeline == "-1----|")
  }

  @Test func runThatNeverEndsIsStopped() throws {
    let trial = try trial(of: "a.repeat()", [.stream("a", of: .integer)])
    let cold = Binding(name: "a", kind: .cold(["-1|"]))
    let result = try trial.run(with: [.stream(cold)])[0]
    #expect(result.stop == .deliveries(1000))
  }

  @Test func errorInAClosureIsThrown() throws {
    let trial = try trial(of: "a.map { 6 / $0 }", [.stream("a", of: .integer)])
    #expect(try trial.run(with: [.stream(pipe("a", "-2|"))])[0].timeline == "-3|")
    #expect(throws: Fault.self) { try trial.run(with: [.stream(pipe("a", "-0|"))]) }
  }

  /// The types of the parameters are checked before anything runs.
  @Test func typesOfTheParametersAreChecked() {
    #expect(throws: Fault.self) { try trial(of: "a.map { !$0 }", [.stream("a", of: .integer)]) }
    #expect(throws: Fault.self) { try trial(of: "a.take(a)", [.stream("a", of: .integer)]) }
    #expect(throws: Never.self) { try trial(of: "a.map { !$0 }", [.stream("a", of: .boolean)]) }
  }

  // MARK: Parts

  private func pipe(_ name: String, _ timeline: Timeline) -> Binding { Binding(name: name, kind: .pipe(timeline)) }

  private func trial(of text: String, _ parameters: [PlanParameter], after binding: Binding? = nil) throws -> Trial {
    let source = Source(name: "trial", text: text)
    let names = Set(parameters.map(\.name))
    var parser = Parser(source, bindings: Parser.Bindings(isBound: names.contains))
    guard case .success(let statement)? = parser.next(),
      case .show(.definition(.expression(let expression)), _) = statement.kind
    else { throw NotAnExpression() }
    var bindings = Bindings()
    if let binding { bindings.bind(binding) }
    let context = PlanContext(source, .millisecond)
    switch Analysis.plan(expression, parameters: parameters, context, bindings) {
    case .plan(let plan, _): return Trial(of: plan, limits: Limits(deliveries: 1000))
    case .faults(let faults): throw faults[0]
    }
  }

  private struct NotAnExpression: Error {}
}
