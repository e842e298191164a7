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

  init(_ collector: SearchCollector) {
    self.collector = collector
    problem = collector.problem
  }

  /// Searches, first among the simplest expressions.
  func search() {
    let candidates = problem.inputs.indices.map { SearchCandidate(input: $0) }
    let recordings = candidates.compactMap { collector.recordings(of: $0) }
    guard recordings.count == candidates.count else { return }
    let timelines = problem.examples.indices.map { example in recordings.map { $0[example] } }
    let compiler = SearchCompiler()
    let forms = SearchForms(SearchConstants(timelines, problem.examples.map(\.expected)), compiler)
    let first = SearchFirstOperators(collector, forms, compiler)
    let last = SearchLastOperators(collector, forms, compiler)
    let inputs = zip(recordings, candidates).map { first.add($0, $1) }
    // A chain begins with its first input.
    let sources = problem.isChain ? Array(inputs.prefix(1)) : inputs
    let others = problem.isChain ? Array(inputs.dropFirst()) : inputs

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
}
