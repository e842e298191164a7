import MarbleEvaluation
import MarbleLanguage

/// Runs the operators that can be the first of an expression, and collects their results in classes.
final class SearchFirstOperators {
  private let collector: SearchCollector
  private let forms: SearchForms
  private let compiler: SearchCompiler
  private var classes: [[Timeline]: SearchClass] = [:]
  /// The classes in the order in which they were found.
  private var ordered: [SearchClass] = []

  init(_ collector: SearchCollector, _ forms: SearchForms, _ compiler: SearchCompiler) {
    self.collector = collector
    self.forms = forms
    self.compiler = compiler
  }

  /// Returns the classes after the first ones, the simplest first.
  func classes(from start: Int) -> [SearchClass] {
    Array(ordered.dropFirst(start)).ordered(by: \.simplest.cost)
  }

  /// Adds a candidate to the class of its events, and returns the class.
  @discardableResult
  func add(_ timelines: [Timeline], isEndless: Bool = false, _ candidate: SearchCandidate) -> SearchClass {
    let fits = zip(timelines, collector.problem.examples).allSatisfy { $0 == $1.expected }
    if fits, !isEndless { collector.keep(candidate) }
    if let known = classes[timelines] {
      // An operator that changes nothing on the examples is not worth a candidate.
      if known.simplest.size == candidate.size { known.add(candidate) }
      return known
    }
    let new = SearchClass(timelines, candidate)
    classes[timelines] = new
    ordered.append(new)
    return new
  }

  /// Runs all operators on an input.
  func extend(_ source: SearchClass, with others: [SearchClass]) {
    let signature = SearchSignature(source, nil, collector.expected, hasStreams: collector.sendsStreams(source))
    var known: [ClosureResults: SearchClass?] = [.failing: nil]
    for form in forms.plain + forms.withClosures(for: source.types) where signature.isUseful(form.behavior) {
      let results = closureResults(of: form, source)
      if let results, let known = known[results] {
        // A closure with the same results gives the same events.
        if let known, known.simplest.size == 1 { known.add(SearchCandidate(form, [source.simplest])) }
        continue
      }
      for streams in form.arity == 1 ? [[source]] : others.map({ [source, $0] }) {
        if collector.runner.isOver { return }
        guard compiler.accepts(form, streams.map(\.types)) else { continue }
        let candidate = SearchCandidate(form, streams.map(\.simplest))
        let found = collector.start(candidate).map { add($0.timelines, isEndless: $0.isEndless, candidate) }
        if let results { known[results] = .some(found) }
      }
    }
  }

  // MARK: Closures

  /// The results of a closure for all values of a stream.
  private struct ClosureResults: Hashable {
    let frame: String
    let results: [Value?]

    /// The results of a closure that fails.
    static let failing = ClosureResults(frame: "", results: [])
  }

  /// Returns the results of the closure of a form, or `nil` if it has none or its arguments are not only the values.
  private func closureResults(of form: SearchForm, _ source: SearchClass) -> ClosureResults? {
    guard form.arity == 1, let text = form.closure, let closure = compiler.closure(text) else { return nil }
    switch form.closureRole?.takes {
    case [.state, .value]:
      var results: [Value?] = []
      for recording in source.recordings {
        guard let states = states(of: closure, from: form.initial, recording) else { return .failing }
        // `nil` separates the examples.
        results += states.map(Optional.some) + [nil]
      }
      return ClosureResults(frame: form.entry.name, results: results)
    case [.value]:
      let results = source.recordings.flatMap { $0.values.map { compiler.value(closure, [$0.value]) } }
      return results.contains(nil) ? .failing : ClosureResults(frame: form.frame, results: results)
    default: return nil
    }
  }

  /// Returns the states of a fold, or `nil` if the closure fails.
  private func states(of closure: SearchClosure, from initial: Value?, _ source: RecordedEvents) -> [Value]? {
    var states: [Value] = []
    var state = initial
    for (_, value) in source.values {
      if let current = state {
        guard let next = compiler.value(closure, [current, value]) else { return nil }
        state = next
        states.append(next)
      } else {
        state = value
        states.append(value)
      }
    }
    return states
  }
}
