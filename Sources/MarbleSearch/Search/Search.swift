import MarbleEvaluation
import MarbleLanguage

/// The search for expressions that send given events.
package enum Search {
  /// Returns the simplest expressions that solve a problem.
  ///
  /// The result depends only on the problem, because the work is limited by a number of runs.
  ///
  /// - Parameter isWanted: Called repeatedly. The search stops when it returns `false`.
  package static func run(_ problem: SearchProblem, while isWanted: @escaping () -> Bool) -> SearchResult {
    run(problem, limitedTo: maxRuns, while: isWanted)
  }

  /// Returns the same with another maximum number of runs.
  static func run(
    _ problem: SearchProblem, limitedTo maxRuns: Int, while isWanted: @escaping () -> Bool
  ) -> SearchResult {
    let runner = SearchRunner(budget: maxRuns, while: isWanted)
    let collector = SearchCollector(problem, runner, problem.memory?.compiler ?? SearchCompiler())
    var engine: SearchEngine?
    if case .sketch(let sketch) = problem.space {
      SearchSketchEngine(sketch, collector)?.search()
    } else {
      engine = SearchEngine(collector)
      engine?.search()
    }
    let isPartial = runner.isOver
    var runs = 0
    if engine != nil, collector.found.isEmpty { runs = tryAnswersOfSingleExamples(collector, while: isWanted) }
    if let engine, collector.found.isEmpty {
      runner.add(budget: maxNearRuns)
      engine.approach()
    }
    runs += runner.runs
    runner.add(budget: maxProbes)
    let candidates = collector.found.ordered(by: collector.rank)
    // A chain on a stream needs no other streams, unless nothing else fits.
    let alone = candidates.filter { problem.isChain && $0.usedInputs == 1 }
    var selection = AnswerSelection(problem, runner)
    for candidate in alone.isEmpty ? candidates : alone where selection.answers.count < maxAnswers {
      selection.add(candidate)
    }
    let (inputs, outputs) = selection.distinguishing()
    let answers = selection.answers.enumerated().map { index, candidate in
      SearchResult.Answer(
        text: candidate.text(problem.inputs), output: outputs.indices.contains(index) ? outputs[index] : nil)
    }
    let used: UInt64 = selection.answers.reduce(0) { $0 | $1.usedInputs }
    return SearchResult(
      answers: answers, distinguishing: inputs,
      coldInputs: problem.examples.first?.inputs.map(\.isColdInput) ?? [],
      usedInputs: problem.inputs.indices.map { used & 1 << UInt64($0) != 0 },
      nearest: answers.isEmpty ? nearest(collector) : nil,
      runs: runs, size: engine?.size, isPartial: isPartial, isCancelled: runner.isCancelled)
  }

  /// Tries the answers of each example alone, whose constants may not be among those of all examples together.
  ///
  /// - Returns: The number of runs.
  private static func tryAnswersOfSingleExamples(
    _ collector: SearchCollector, while isWanted: @escaping () -> Bool
  ) -> Int {
    let problem = collector.problem
    guard problem.examples.count > 1 else { return 0 }
    let budget = maxSingleRuns / problem.examples.count
    var runs = 0
    for example in problem.examples where collector.found.isEmpty {
      let runner = SearchRunner(budget: budget, while: isWanted)
      let alone = SearchCollector(
        SearchProblem(inputs: problem.inputs, examples: [example], problem.space), runner, collector.compiler)
      SearchEngine(alone).search()
      runs += runner.runs
      collector.runner.add(budget: alone.found.count * problem.examples.count)
      for candidate in alone.found.ordered(by: alone.rank) { collector.check(candidate) }
    }
    return runs
  }

  /// Returns the problem that an input does not end while a run lasts, if there is one.
  package static func endlessInput(of problem: SearchProblem) -> ProgramProblem? {
    if case .sketch = problem.space { return nil }
    let runner = SearchRunner(budget: .max, deliveries: 100_000) { true }
    return problem.inputs.indices.lazy.first { index in
      problem.examples.contains { runner.start(SearchCandidate(input: index), on: $0)?.isEndless == true }
    }
    .map { .endlessSearchInput(problem.inputs[$0], ticks: SearchRunner.maxTicks) }
  }

  /// The maximum number of runs of a search.
  static let maxRuns = 40_000
  private static let maxProbes = 20_000
  /// The maximum number of runs of searches for single examples.
  private static let maxSingleRuns = 10_000
  /// The maximum number of runs for an expression whose events differ little.
  private static let maxNearRuns = 6_000
  private static let maxAnswers = 5

  private static func nearest(_ collector: SearchCollector) -> SearchResult.Nearest? {
    let (problem, runner) = (collector.problem, collector.runner)
    let found = collector.near.compactMap { candidate -> SearchResult.Nearest? in
      var comparisons: [Comparison] = []
      for example in problem.examples {
        guard let timeline = runner.run(candidate, on: example) else { return nil }
        comparisons.append(Comparison(expected: example.expected, actual: timeline))
      }
      return SearchResult.Nearest(
        text: candidate.text(problem.inputs), comparisons: comparisons.filter { !$0.isEqual })
    }
    return found.ordered { $0.comparisons.reduce(0) { $0 + $1.differences.count } }.first
  }
}

/// Selects answers that differ on some input.
private struct AnswerSelection {
  private(set) var answers: [SearchCandidate] = []
  /// The answers as they are written.
  private var written: [SearchCandidate] = []
  private let problem: SearchProblem
  private let runner: SearchRunner
  private let probes: SearchProbes
  private let random: [[Timeline]]
  /// The events of each answer on the random inputs.
  private var outputs: [[Timeline?]] = []

  init(_ problem: SearchProblem, _ runner: SearchRunner) {
    self.problem = problem
    self.runner = runner
    let inputs = problem.examples.map { example in
      example.inputs.indices.map { index in
        runner.run(SearchCandidate(input: index), on: example) ?? Timeline()
      }
    }
    probes = SearchProbes(problem, inputs)
    random = probes.random(Self.randomCount)
  }

  private static let randomCount = 24
  private static let smallCount = 800

  /// Adds a candidate, unless it is wrong as it is written or never differs from an answer.
  mutating func add(_ candidate: SearchCandidate) {
    guard let text = written(candidate) else { return }
    let events = random.map { runner.run(text, on: probes.example($0)) }
    if outputs.contains(events) { return }
    outputs.append(events)
    answers.append(candidate)
    written.append(text)
  }

  /// Returns a candidate as it is written, or `nil` if this has an error or does not give the expected events.
  private func written(_ candidate: SearchCandidate) -> SearchCandidate? {
    let names = problem.inputs.indices.map { "p\($0)" }
    let isWritten = if case .written = candidate.kind { true } else { false }
    let parameters = isWritten ? problem.inputs : names
    guard let definition = problem.definition(candidate.text(parameters), parameters) else { return nil }
    let holds = problem.examples.allSatisfy { example in
      definition.call(example.inputs).flatMap { runner.run($0, in: example.bindings) }.map(example.comparable)
        == example.expected
    }
    return holds ? SearchCandidate("", definition, cost: 0) : nil
  }

  /// Returns small inputs on which the first answer differs from the next, and the events of all answers.
  ///
  /// Inputs for which one of the two does not end are used only if there are no others.
  func distinguishing() -> (inputs: [Timeline], outputs: [Timeline?]) {
    guard answers.count > 1 else { return ([], []) }
    var endless: [Timeline]?
    let usual = probes.small(Self.smallCount, isUsual: true)
    for inputs in usual + probes.small(Self.smallCount, isUsual: false) + random {
      let (first, second) = firstTwo(for: inputs)
      guard first != second else { continue }
      if first != nil, second != nil { return shrunk(inputs) }
      endless = endless ?? inputs
    }
    return endless.map { ($0, outputs(for: $0)) } ?? ([], [])
  }

  private func firstTwo(for inputs: [Timeline]) -> (Timeline?, Timeline?) {
    let example = probes.example(inputs)
    return (runner.run(written[0], on: example), runner.run(written[1], on: example))
  }

  private func shrunk(_ inputs: [Timeline]) -> (inputs: [Timeline], outputs: [Timeline?]) {
    let smallest = probes.shrunk(inputs) { inputs in
      let (first, second) = firstTwo(for: inputs)
      return first != nil && second != nil && first != second
    }
    return (smallest, outputs(for: smallest))
  }

  private func outputs(for inputs: [Timeline]) -> [Timeline?] {
    let example = probes.example(inputs)
    return written.map { runner.run($0, on: example) }
  }
}
