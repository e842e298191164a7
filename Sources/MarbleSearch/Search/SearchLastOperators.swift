import MarbleEvaluation
import MarbleLanguage

/// Runs the operators that could turn the events of a class into the expected ones.
struct SearchLastOperators {
  private let collector: SearchCollector
  private let forms: SearchForms
  private let compiler: SearchCompiler
  private let closures: SearchLastClosures

  init(_ collector: SearchCollector, _ forms: SearchForms, _ compiler: SearchCompiler) {
    self.collector = collector
    self.forms = forms
    self.compiler = compiler
    closures = SearchLastClosures(collector, forms, compiler)
  }

  /// Tries all operators on a class, and on a class together with an input.
  func finish(_ source: SearchClass, with inputs: [SearchClass]) {
    finish(source, nil)
    closures.finish(source)
    for (first, second) in pairs(source, inputs) {
      finish(first, second)
      if first !== second { closures.join(first, second) }
    }
  }

  /// Runs the simplest operators on a class, also those that cannot give the expected events.
  func approach(_ source: SearchClass, with others: [SearchClass]) {
    closures.approach(source)
    for form in (forms.plain + forms.withClosures(for: source.types)).ordered(by: \.cost) {
      for streams in form.arity == 1 ? [[source]] : others.map({ [source, $0] }) {
        if collector.runner.isOver { return }
        guard compiler.accepts(form, streams.map(\.types)) else { continue }
        _ = collector.start(SearchCandidate(form, streams.map(\.simplest)))
      }
    }
  }

  /// Returns the class with each input, in both orders.
  private func pairs(_ source: SearchClass, _ inputs: [SearchClass]) -> [(SearchClass, SearchClass)] {
    // For an input, the other order is tried when its turn comes. A chain begins with the class.
    let hasOneOrder = source.simplest.size == 0 || collector.problem.isChain
    return inputs.flatMap { hasOneOrder ? [(source, $0)] : [(source, $0), ($0, source)] }
  }

  private func finish(_ source: SearchClass, _ other: SearchClass?) {
    // Otherwise, too many operators would be run.
    let allowsOthers = source.simplest.size + (other?.simplest.size ?? 0) == 0
    let cost = source.simplest.cost + (other?.simplest.cost ?? 0)
    let signature = SearchSignature(
      source, other, collector.expected, hasStreams: collector.sendsStreams(source), allowsOthers: allowsOthers)
    for group in forms.groups(for: source.types, arity: other == nil ? 1 : 2)
    where signature.allows(group.behavior) {
      for form in group.forms {
        // The forms are ordered by complexity.
        guard collector.isWanted(cost: cost + form.cost) else { break }
        if isPossible(form, source, other) { finish(form, source, other) }
      }
    }
  }

  private func isPossible(_ form: SearchForm, _ source: SearchClass, _ other: SearchClass?) -> Bool {
    guard let allows = form.behavior.allows else { return true }
    let isPipe = other.map(collector.isPipe) ?? false
    return collector.expected.indices.allSatisfy { index in
      allows(
        OperatorRun(
          result: collector.expected[index], source: source.recordings[index], other: other?.recordings[index],
          constants: form.constants, isPipe: isPipe))
    }
  }

  private func finish(_ form: SearchForm, _ source: SearchClass, _ other: SearchClass?) {
    let classes = [source] + (other.map { [$0] } ?? [])
    guard !collector.runner.isOver, compiler.accepts(form, classes.map(\.types)) else { return }
    // The members send equal events, but an operator that starts its source again can tell them apart.
    let maxFailures = form.behavior.values == .recovered ? 2 : 0
    for (index, members) in SearchClass.members(of: source, other).enumerated() {
      if !collector.check(SearchCandidate(form, members)), index >= maxFailures { return }
    }
  }
}
