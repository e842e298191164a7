import MarbleEvaluation
import MarbleLanguage

/// Searches for expressions that are composed of operators.
///
/// Most operators are refused before they are run, because the expected events cannot follow from those of the source.
final class SearchEngine {
  /// The largest number of operators that was tried.
  private(set) var size = 0
  /// The smallest complexity of an operator.
  private static let minOperatorCost = 4
  private let problem: SearchProblem
  private let collector: SearchCollector
  private lazy var operators = Operators(collector)

  init(_ collector: SearchCollector) {
    self.collector = collector
    problem = collector.problem
  }

  /// The operators to try, and the inputs.
  private struct Operators {
    let first: SearchFirstOperators
    let last: SearchLastOperators
    let inputs: [SearchClass]
    /// The inputs that an expression can begin with, and those that can follow.
    let sources: [SearchClass]
    let others: [SearchClass]

    init?(_ collector: SearchCollector) {
      let problem = collector.problem
      let candidates = problem.inputs.indices.map { SearchCandidate(input: $0) }
      let recordings = candidates.compactMap { collector.recordings(of: $0) }
      guard recordings.count == candidates.count else { return nil }
      let timelines = problem.examples.indices.map { example in recordings.map { $0[example] } }
      let compiler = collector.compiler
      let constants = SearchConstants(timelines, problem.examples.map(\.expected), problem.hints)
      let forms = SearchForms(constants, compiler)
      let first = SearchFirstOperators(collector, forms, compiler)
      self.first = first
      last = SearchLastOperators(collector, forms, compiler)
      inputs = zip(recordings, candidates).map { first.add($0, $1) }
      // A chain begins with its first input.
      sources = problem.isChain ? Array(inputs.prefix(1)) : inputs
      others = problem.isChain ? Array(inputs.dropFirst()) : inputs
    }
  }

  /// Searches, first among the simplest expressions.
  func search() {
    guard let operators else { return }
    let (first, last, inputs) = (operators.first, operators.last, operators.inputs)
    let (sources, others) = (operators.sources, operators.others)

    if problem.operators.contains(0), collector.hasCompleteAnswer { return }
    size = 1
    if problem.operators.contains(1) {
      for source in sources { last.finish(source, with: problem.isChain ? inputs : others) }
      if problem.operators.upperBound < 2 || collector.hasCompleteAnswer { return }
    }
    for source in sources { first.extend(source, with: inputs) }
    size = 2
    for source in first.classes(from: inputs.count) {
      if collector.runner.isOver || !collector.isWanted(cost: source.simplest.cost + Self.minOperatorCost) { break }
      last.finish(source, with: others)
    }
  }

  /// Runs operators that cannot give the expected events, to find expressions whose events differ little.
  func approach() {
    guard let operators else { return }
    for source in operators.sources { operators.last.approach(source, with: operators.others) }
    guard problem.operators.upperBound > 1 else { return }
    for candidate in collector.near.filter({ $0.size == 1 }).prefix(Self.maxExtended) {
      guard let timelines = collector.recordings(of: candidate) else { continue }
      operators.last.approach(SearchClass(timelines, candidate), with: [])
    }
  }

  /// The number of near expressions to which another operator is applied.
  private static let maxExtended = 8
}
