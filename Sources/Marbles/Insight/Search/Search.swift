import MarbleLanguage

/// The search for expressions that send given events.
package enum Search {
  /// Returns the simplest expressions that solve a problem.
  ///
  /// The result depends only on the problem, because the work is limited by a number of runs.
  ///
  /// - Parameter isWanted: Called repeatedly. The search stops when it returns `false`.
  package static func run(_ problem: SearchProblem, while isWanted: @escaping () -> Bool) -> SearchResult {
    let runner = SearchRunner(budget: maxRuns, while: isWanted)
    let collector = SearchCollector(problem, runner)
    let size: Int?
    if case .sketch(let sketch) = problem.space {
      SearchSketchEngine(sketch, collector)?.search()
      size = nil
    } else {
      let engine = SearchEngine(collector)
      engine.search()
      size = engine.size
    }
    let isPartial = runner.isOver
    let runs = runner.runs
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
      usedInputs: problem.inputs.indices.map { used & 1 << UInt64($0) != 0 },
      nearest: answers.isEmpty ? nearest(collector) : nil,
      runs: runs, size: size, isPartial: isPartial, isCancelled: runner.isCancelled)
  }

  /// Returns the first input that does not end by itself, because an expression with it cannot be run.
  package static func endlessInput(of problem: SearchProblem) -> String? {
    if case .sketch = problem.space { return nil }
    let runner = SearchRunner(budget: .max, while: { true })
    return problem.inputs.indices.lazy.first { index in
      problem.examples.contains { runner.isEndless(SearchCandidate(input: index), on: $0) }
    }
    .map { problem.inputs[$0] }
  }

  private static let maxRuns = 40_000
  private static let maxProbes = 20_000
  private static let maxAnswers = 5

  private static func nearest(_ collector: SearchCollector) -> SearchResult.Nearest? {
    guard let candidate = collector.nearest?.candidate else { return nil }
    let (problem, runner) = (collector.problem, collector.runner)
    let comparisons = problem.examples.compactMap { example -> Comparison? in
      guard let timeline = runner.run(candidate, on: example) else { return nil }
      let comparison = Comparison(expected: example.expected, actual: timeline)
      return comparison.isEqual ? nil : comparison
    }
    return SearchResult.Nearest(text: candidate.text(problem.inputs), comparisons: comparisons)
  }
}

/// Selects answers that differ on some input.
private struct AnswerSelection {
  private(set) var answers: [SearchCandidate] = []
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
    guard holdsAsWritten(candidate) else { return }
    let events = random.map { runner.run(candidate, on: probes.example($0)) }
    if outputs.contains(events) { return }
    outputs.append(events)
    answers.append(candidate)
  }

  /// Whether the text of a candidate is an expression that gives the expected events.
  private func holdsAsWritten(_ candidate: SearchCandidate) -> Bool {
    let names = problem.inputs.indices.map { "p\($0)" }
    let isWritten = if case .written = candidate.kind { true } else { false }
    let parameters = isWritten ? problem.inputs : names
    guard let definition = SearchSketchEngine.definition(candidate.text(parameters), parameters) else { return false }
    return problem.examples.allSatisfy { example in
      runner.run(SearchCandidate("", definition, cost: 0), on: example) == example.expected
    }
  }

  /// Returns the smallest inputs on which the first answer differs from the next, and the events of all answers.
  ///
  /// Inputs for which one of the two does not end are used only if there are no others.
  func distinguishing() -> (inputs: [Timeline], outputs: [Timeline?]) {
    guard answers.count > 1 else { return ([], []) }
    var endless: [Timeline]?
    for inputs in probes.small(Self.smallCount) + random {
      let example = probes.example(inputs)
      let (first, second) = (runner.run(answers[0], on: example), runner.run(answers[1], on: example))
      guard first != second else { continue }
      if first != nil, second != nil { return (inputs, outputs(for: inputs)) }
      endless = endless ?? inputs
    }
    return endless.map { ($0, outputs(for: $0)) } ?? ([], [])
  }

  private func outputs(for inputs: [Timeline]) -> [Timeline?] {
    let example = probes.example(inputs)
    return answers.map { runner.run($0, on: example) }
  }
}
