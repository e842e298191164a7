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

  private var expected: [SearchRecording] { collector.expected }

  /// Finds closures that turn the events of a class into the expected ones.
  func finish(_ source: SearchClass) {
    var signature = SearchSignature(source, nil, expected)
    if signature.hasSameEnd, signature.allows(.maps) {
      let cases = self.cases(source)
      if !cases.isEmpty {
        for closure in synthesis.transforms(cases, source.types) { apply("map", closure.text, to: source) }
        fold("scan", synthesis.folds(values(source), source.types, isWhole: true), source)
      }
    }
    if signature.hasSameEnd, signature.allows(.mapsSome) { compact(source) }
    let hasSingle = signature.allows(.single) && expected.contains { !$0.values.isEmpty }
    if hasSingle, expected.allSatisfy({ $0.values.count == 1 }) {
      fold("reduce", synthesis.folds(values(source), source.types, isWhole: false), source)
    }
    expand(source)
    let keeps = signature.allows(.keeps)
    if keeps || hasSingle { predicates(source, keeps: keeps, hasSingle: hasSingle) }
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
  private func compact(_ source: SearchClass) {
    for closure in forms.library.transforms(of: source.types).compactMap(compiler.closure) {
      let fits = zip(source.recordings, expected).allSatisfy { source, result in
        let values = source.values.map { compiler.value(closure, [$0.value]) }
        return values.contains(.some(.null)) && values.filter { $0 != .some(.null) } == result.values.map(\.value)
      }
      if fits { apply("compactMap", closure.text, to: source) }
    }
  }

  /// Finds closures that make each expected value from the previous one, if the source sends only the first.
  private func expand(_ source: SearchClass) {
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
      for closure in next { apply("expand", "\(predicate.text) ? just(\(closure.text))\(delay) : empty()", to: source) }
    }
  }

  private func fold(_ name: String, _ folds: [(initial: Value?, closure: SearchClosure)], _ source: SearchClass) {
    for (initial, closure) in folds { apply(name, closure.text, initial: initial, to: source) }
  }

  private func apply(
    _ name: String, _ closure: String, initial: Value? = nil, label: String? = nil, to source: SearchClass
  ) {
    guard let form = forms.form(name, initial: initial, closure: closure, label: label),
      compiler.accepts(form, [source.types])
    else { return }
    for member in source.members where !collector.check(SearchCandidate(form, [member])) { return }
  }

  // MARK: Predicates

  private static let maxPredicates = 5

  /// Finds predicates for operators that keep or test values.
  private func predicates(_ source: SearchClass, keeps: Bool, hasSingle: Bool) {
    let closures = forms.library.predicates(of: source.types).compactMap(compiler.closure).ordered(by: \.cost)
    let uses = SearchPredicateUse.all.filter { $0.isSingle ? hasSingle : keeps }
    let wanted = uses.map { use in zip(source.recordings, expected).map { use.test($0, $1) } }
    var counts = wanted.map { $0.contains { $0 == nil } ? Self.maxPredicates : 0 }
    for closure in closures where counts.contains(where: { $0 < Self.maxPredicates }) {
      let answers = source.recordings.map { $0.values.map { compiler.boolean(closure, [$0.value]) } }
      for (index, use) in uses.enumerated() where counts[index] < Self.maxPredicates {
        guard zip(wanted[index], answers).allSatisfy({ $0?($1) ?? false }) else { continue }
        counts[index] += 1
        apply(use.name, closure.text, label: use.label, to: source)
      }
    }
  }

  // MARK: Joins

  /// Finds closures that combine the values of two streams.
  func join(_ first: SearchClass, _ second: SearchClass) {
    guard !collector.runner.isOver, expected.contains(where: { !$0.values.isEmpty }) else { return }
    for (name, ticks) in [("zip", SearchPrediction.zips), ("combineLatest", .combines), ("withLatest", .addsLatest)] {
      let fits = expected.indices.allSatisfy { index in
        ticks.joins(expected[index], first.recordings[index], second.recordings[index])
      }
      if fits { join(name, first, second) }
    }
  }

  private func join(_ name: String, _ first: SearchClass, _ second: SearchClass) {
    let plain = forms.plain.first { $0.entry.name == name && $0.arity == 2 }
    guard let plain, compiler.accepts(plain, [first.types, second.types]),
      let timelines = collector.recordings(of: SearchCandidate(plain, [first.simplest, second.simplest]))
    else { return }
    let pairs = SearchClass(timelines, first.simplest)
    var signature = SearchSignature(pairs, nil, expected)
    guard signature.hasSameEnd, signature.allows(.maps) else { return }
    let cases = cases(pairs).map { item -> (arguments: [Value], result: Value) in
      // The closure of `withLatest` has two parameters, the others a tuple.
      guard name == "withLatest", case .tuple(let items) = item.arguments[0] else { return item }
      return (items, item.result)
    }
    for closure in synthesis.transforms(cases, pairs.types) {
      guard let form = forms.joining(name, closure.text) else { continue }
      for members in SearchClass.members(of: first, second) { collector.check(SearchCandidate(form, members)) }
    }
  }
}
