import MarbleEvaluation
import MarbleLanguage

/// Finds closures for the last operator, from the events of a class and the expected ones.
struct SearchLastClosures {
  private let collector: SearchCollector
  private let forms: SearchForms
  private let compiler: SearchCompiler
  private let synthesis: SearchSynthesis

  init(_ collector: SearchCollector, _ forms: SearchForms, _ compiler: SearchCompiler) {
    self.collector = collector
    self.forms = forms
    self.compiler = compiler
    synthesis = SearchSynthesis(compiler: compiler, library: forms.library)
  }

  private var expected: [RecordedEvents] { collector.expected }

  /// Finds closures that turn the events of a class into the expected ones.
  func finish(_ source: SearchClass) {
    let signature = SearchSignature(source, nil, expected)
    var predicates: [PredicateUse] = []
    for use in forms.uses where signature.allows(use.overload.behavior) || use.overload.behavior.values == .others {
      switch use.derivation {
      case .transform:
        let cases = self.cases(source)
        if cases.isEmpty { continue }
        for closure in synthesis.transforms(cases, source.types) { apply(use, closure.text, to: source) }
      case .states: if !cases(source).isEmpty { fold(use, source, isWhole: true) }
      case .compactTransform: compact(use, source)
      case .lastState: if expected.allSatisfy({ $0.values.count == 1 }) { fold(use, source, isWhole: false) }
      case .successor: expand(use, source)
      case .predicate where use.overload.behavior.values != .some && expected.allSatisfy(\.values.isEmpty): break
      case .predicate(let test): predicates.append((use, zip(source.recordings, expected).map { test($0, $1) }))
      case .combination: break
      }
    }
    self.predicates(source, predicates)
  }

  /// Runs closures that turn one of the values into the expected one.
  func approach(_ source: SearchClass) {
    for use in forms.uses {
      guard case .transform = use.derivation else { continue }
      for item in cases(source).prefix(Self.maxPredicates) {
        for closure in synthesis.transforms([item], source.types) {
          guard let form = forms.form(use, closure: closure.text), compiler.accepts(form, [source.types]) else {
            continue
          }
          _ = collector.start(SearchCandidate(form, [source.simplest]))
        }
      }
    }
  }

  /// Returns the arguments and results of a closure that turns each value into the expected one.
  private func cases(_ source: SearchClass) -> [(arguments: [Value], result: Value)] {
    zip(source.recordings, expected).flatMap { source, result in
      zip(source.values, result.values).map { ([$0.value], $1.value) }
    }
  }

  private func values(_ source: SearchClass) -> [(values: [Value], states: [Value])] {
    zip(source.recordings, expected).map { ($0.values.map(\.value), $1.values.map(\.value)) }
  }

  /// Finds closures whose results that are not `nil` are the expected values.
  private func compact(_ use: SearchForms.Use, _ source: SearchClass) {
    for closure in forms.library.transforms(of: source.types).compactMap(compiler.closure) {
      let fits = zip(source.recordings, expected).allSatisfy { source, result in
        let values = source.values.map { compiler.value(closure, [$0.value]) }
        return values.contains(.some(.null)) && values.filter { $0 != .some(.null) } == result.values.map(\.value)
      }
      if fits { apply(use, closure.text, to: source) }
    }
  }

  /// Finds closures that make each expected value from the previous one, if the source sends only the first.
  private func expand(_ use: SearchForms.Use, _ source: SearchClass) {
    guard
      zip(source.recordings, expected).allSatisfy({ source, result in
        source.values.count == 1 && result.values.count > 1 && source.values[0] == result.values[0]
      })
    else { return }
    let steps = expected.flatMap { zip($0.values, $0.values.dropFirst()) }
    let delays = steps.map { $1.tick - $0.tick }.uniqued()
    guard delays.count == 1 else { return }
    let values = expected.map { $0.values.map(\.value) }
    let next = synthesis.transforms(steps.map { ([$0.value], $1.value) }, source.types)
    // The last value is the only one without a next one.
    let goesOn = forms.library.predicates(of: source.types).compactMap(compiler.closure).filter { predicate in
      values.allSatisfy { values in
        values.indices.allSatisfy { compiler.boolean(predicate, [values[$0]]) == ($0 < values.count - 1) }
      }
    }
    let delay = delays[0] > 0 ? ".delay(\(delays[0]))" : ""
    for predicate in goesOn.ordered(by: \.cost).prefix(Self.maxPredicates) {
      for closure in next { apply(use, "\(predicate.text) ? just(\(closure.text))\(delay) : empty()", to: source) }
    }
  }

  private func fold(_ use: SearchForms.Use, _ source: SearchClass, isWhole: Bool) {
    for (initial, closure) in synthesis.folds(values(source), source.types, isWhole: isWhole) {
      apply(use, closure.text, initial: initial, to: source)
    }
  }

  private func apply(_ use: SearchForms.Use, _ closure: String, initial: Value? = nil, to source: SearchClass) {
    guard let form = forms.form(use, initial: initial, closure: closure), compiler.accepts(form, [source.types]) else {
      return
    }
    for member in source.members where !collector.check(SearchCandidate(form, [member])) { return }
  }

  // MARK: Predicates

  private static let maxPredicates = 5

  /// An operator with a predicate, and tests of its results for each example.
  private typealias PredicateUse = (use: SearchForms.Use, tests: [(([Bool?]) -> Bool)?])

  /// Finds predicates for operators that keep or test values.
  private func predicates(_ source: SearchClass, _ uses: [PredicateUse]) {
    var counts = uses.map { $0.tests.contains { $0 == nil } ? Self.maxPredicates : 0 }
    guard counts.contains(0) else { return }
    let closures = forms.library.predicates(of: source.types).compactMap(compiler.closure).ordered(by: \.cost)
    for closure in closures where counts.contains(where: { $0 < Self.maxPredicates }) {
      let answers = source.recordings.map { $0.values.map { compiler.boolean(closure, [$0.value]) } }
      for (index, (use, tests)) in uses.enumerated() where counts[index] < Self.maxPredicates {
        guard zip(tests, answers).allSatisfy({ $0?($1) ?? false }) else { continue }
        counts[index] += 1
        apply(use, closure.text, to: source)
      }
    }
  }

  // MARK: Joins

  /// Finds closures that combine the values of two streams.
  func join(_ first: SearchClass, _ second: SearchClass) {
    guard !collector.runner.isOver, expected.contains(where: { !$0.values.isEmpty }) else { return }
    for use in forms.uses {
      guard case .combination = use.derivation, let allows = use.overload.behavior.allows else { continue }
      let fits = expected.indices.allSatisfy { index in
        allows(
          OperatorRun(
            result: expected[index], source: first.recordings[index], other: second.recordings[index], constants: [],
            isPipe: false))
      }
      if fits { join(use, first, second) }
    }
  }

  private func join(_ use: SearchForms.Use, _ first: SearchClass, _ second: SearchClass) {
    let plain = forms.plain.first { $0.entry === use.entry && $0.arity == 2 }
    guard let plain, compiler.accepts(plain, [first.types, second.types]),
      let timelines = collector.recordings(of: SearchCandidate(plain, [first.simplest, second.simplest]))
    else { return }
    let pairs = SearchClass(timelines, first.simplest)
    guard SearchSignature(pairs, nil, expected).allows(.maps) else { return }
    let cases = cases(pairs).map { item -> (arguments: [Value], result: Value) in
      guard use.hasSeparateParameters, case .tuple(let items) = item.arguments[0] else { return item }
      return (items, item.result)
    }
    for closure in synthesis.transforms(cases, pairs.types) {
      guard let form = forms.form(use, closure: closure.text) else { continue }
      for members in SearchClass.members(of: first, second) { collector.check(SearchCandidate(form, members)) }
    }
  }
}
