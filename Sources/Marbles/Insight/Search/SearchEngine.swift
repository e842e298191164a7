import MarbleLanguage

/// Searches for expressions that are composed of operators.
final class SearchEngine {
  /// The largest number of operators that was tried.
  private(set) var size = 0
  private let problem: SearchProblem
  private let collector: SearchCollector
  private let runner: SearchRunner
  private let compiler = SearchCompiler()
  private var classes: [[Timeline]: SearchClass] = [:]
  /// The classes in the order in which they were found.
  private var ordered: [SearchClass] = []
  private var forms: SearchForms

  init(_ collector: SearchCollector) {
    self.collector = collector
    problem = collector.problem
    runner = collector.runner
    forms = SearchForms(SearchConstants([], []), compiler)
  }

  private var expected: [SearchRecording] { collector.expected }

  private var isChain: Bool { problem.isChain }

  /// Searches, first among the simplest expressions.
  func search() {
    let inputs = problem.inputs.indices.compactMap { index -> SearchClass? in
      let candidate = SearchCandidate(input: index)
      return collector.recordings(of: candidate).map { add($0, candidate) }
    }
    guard inputs.count == problem.inputs.count else { return }
    let timelines = problem.examples.indices.map { example in inputs.map { $0.recordings[example].timeline } }
    forms = SearchForms(SearchConstants(timelines, problem.examples.map(\.expected)), compiler)
    if isEnough(0) { return }
    size = 1
    for source in isChain ? Array(inputs.prefix(1)) : inputs {
      extend(source, with: inputs)
    }
    if problem.operators.contains(1) {
      for source in isChain ? Array(inputs.prefix(1)) : inputs { close(source, with: isChain ? [] : inputs) }
    }
    if isEnough(1) || problem.operators.upperBound < 2 { return }
    size = 2
    let sources = ordered.dropFirst(inputs.count).enumerated().sorted {
      ($0.element.simplest.cost, $0.offset) < ($1.element.simplest.cost, $1.offset)
    }.map(\.element)
    for source in sources {
      if runner.isOver || isEnough(2, before: source.simplest.cost) { break }
      finish(source, with: isChain ? Array(inputs.dropFirst()) : inputs)
    }
  }

  /// Whether there are enough answers, of which further ones could not be simpler.
  private func isEnough(_ size: Int, before cost: Int = .max) -> Bool {
    if size < 2 { return !collector.found.isEmpty }
    let found = collector.found
    guard found.count >= Self.enough else { return false }
    return found.map(\.cost).sorted()[Self.enough - 1] < cost + Self.minOperatorCost
  }

  private static let enough = 24
  private static let minOperatorCost = 4

  // MARK: First operator

  /// Adds a candidate to the class of its events.
  @discardableResult
  private func add(_ timelines: [Timeline], _ candidate: SearchCandidate) -> SearchClass {
    if zip(timelines, problem.examples).allSatisfy({ $0 == $1.expected }) { collector.keep(candidate) }
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
  private func extend(_ source: SearchClass, with others: [SearchClass]) {
    let signature = SearchSignature(source, nil, expected)
    var known: [ClosureResults: SearchClass?] = [.failing: nil]
    for form in forms.plain + forms.withClosures(for: source.types) {
      guard signature.isUseful(form.relation) else { continue }
      let results = closureResults(of: form, source)
      if let results, let known = known[results] {
        // A closure with the same results gives the same events.
        if let known, known.simplest.size == 1 { known.add(SearchCandidate(form, [source.simplest])) }
        continue
      }
      for streams in arguments(of: form, source, others) {
        if runner.isOver { return }
        guard compiler.accepts(form, streams.map(\.types)) else { continue }
        let candidate = SearchCandidate(form, streams.map(\.simplest))
        let found = collector.recordings(of: candidate).map { add($0, candidate) }
        if let results { known[results] = .some(found) }
      }
    }
  }

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
    switch form.entry.name {
    case "scan", "reduce":
      var results: [Value?] = []
      guard let definition = form.definition, case .call(let call) = definition.body.kind else { return nil }
      let initial: Value? =
        call.arguments.count > 2
        ? { if case .expression(let value) = $0 { value.constant } else { nil } }(call.arguments[1])
        : nil
      for recording in source.recordings {
        var state = initial
        for (_, value) in recording.values {
          if let current = state {
            guard let next = compiler.value(closure, [current, value]) else { return .failing }
            state = next
          } else {
            state = value
          }
          results.append(state)
        }
        results.append(nil)
      }
      return ClosureResults(frame: form.entry.name, results: results)
    case "map", "filter", "compactMap", "take", "skip", "first", "last", "count", "all", "contains", "uniqueValues",
      "groupBy":
      let results = source.recordings.flatMap { $0.values.map { compiler.value(closure, [$0.value]) } }
      return results.contains(nil) ? .failing : ClosureResults(frame: form.frame, results: results)
    default: return nil
    }
  }

  /// Returns the streams to which a form is applied, the source first.
  private func arguments(of form: SearchForm, _ source: SearchClass, _ others: [SearchClass]) -> [[SearchClass]] {
    form.arity == 1 ? [[source]] : others.map { [source, $0] }
  }

  // MARK: Last operator

  /// Runs all operators that could turn the events of a class into the expected ones.
  private func finish(_ source: SearchClass, with others: [SearchClass]) {
    finish([source])
    for other in others {
      for (first, second) in orders(source, other) { finish([first, second]) }
    }
    close(source, with: others)
  }

  private func finish(_ streams: [SearchClass]) {
    var signature = SearchSignature(streams[0], streams.dropFirst().first, expected)
    for group in forms.groups(for: streams[0].types, arity: streams.count)
    where !group.hasSameEnd || signature.hasSameEnd {
      guard signature.allows(group.relation) else { continue }
      for form in group.forms { finish(form, streams) }
    }
  }

  /// Finds closures that turn the events of a class into the expected ones.
  private func close(_ source: SearchClass, with others: [SearchClass]) {
    var signature = SearchSignature(source, nil, expected)
    synthesize(source, &signature)
    for other in others {
      for (first, second) in orders(source, other) { join(first, second) }
    }
  }

  private func orders(_ one: SearchClass, _ other: SearchClass) -> [(SearchClass, SearchClass)] {
    one === other || isChain ? [(one, other)] : [(one, other), (other, one)]
  }

  private func finish(_ form: SearchForm, _ streams: [SearchClass]) {
    guard !runner.isOver, compiler.accepts(form, streams.map(\.types)) else { return }
    let candidates = streams.count == 1 ? streams[0].members.map { [$0] } : pairs(streams[0], streams[1])
    for (index, members) in candidates.enumerated() {
      // The members send equal events, but an operator that starts its source again can tell them apart.
      if !collector.check(SearchCandidate(form, members)), index == 0, form.relation != .handlesFailure { return }
    }
  }

  private func pairs(_ first: SearchClass, _ second: SearchClass) -> [[SearchCandidate]] {
    first.members.flatMap { left in second.members.map { [left, $0] } }.prefix(8).map(\.self)
  }

  // MARK: Closures

  /// Finds closures for the last operator.
  private func synthesize(_ source: SearchClass, _ signature: inout SearchSignature) {
    let synthesis = SearchSynthesis(compiler: compiler, library: forms.library)
    if signature.hasSameEnd, signature.allows(.maps) {
      let cases = self.cases(source)
      if !cases.isEmpty {
        for closure in synthesis.transforms(cases, source.types) { apply("map", closure.text, to: source) }
        fold("scan", synthesis.folds(values(source), source.types, isWhole: true), source)
      }
    }
    if signature.hasSameEnd, signature.allows(.mapsSome) { compact(source, synthesis) }
    let hasSingle = signature.allows(.single) && expected.contains { !$0.values.isEmpty }
    if hasSingle, expected.allSatisfy({ $0.values.count == 1 }) {
      fold("reduce", synthesis.folds(values(source), source.types, isWhole: false), source)
    }
    guard signature.allows(.keeps) || hasSingle else { return }
    predicates(source, &signature, hasSingle: hasSingle)
  }

  /// Finds closures whose results that are not `nil` are the expected values.
  private func compact(_ source: SearchClass, _ synthesis: SearchSynthesis) {
    for closure in forms.library.transforms(of: source.types).compactMap(compiler.closure) {
      let fits = zip(source.recordings, expected).allSatisfy { source, result in
        let values = source.values.map { compiler.value(closure, [$0.value]) }
        return values.contains(.some(.null)) && values.filter { $0 != .some(.null) } == result.values.map(\.value)
      }
      if fits { apply("compactMap", closure.text, to: source) }
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

  private func fold(_ name: String, _ folds: [(initial: Value?, closure: SearchClosure)], _ source: SearchClass) {
    for (initial, closure) in folds {
      let arguments = initial.flatMap(\.literal).map { [$0] } ?? []
      guard initial == nil || !arguments.isEmpty else { continue }
      apply(name, closure.text, arguments: arguments, to: source)
    }
  }

  private func apply(
    _ name: String, _ closure: String, arguments: [String] = [], label: String? = nil, to source: SearchClass
  ) {
    guard let form = forms.form(name, arguments: arguments, closure: closure, label: label) else { return }
    guard compiler.accepts(form, [source.types]) else { return }
    for member in source.members where !collector.check(SearchCandidate(form, [member])) { return }
  }

  // MARK: Predicates

  /// Finds predicates for operators that keep or test values.
  private func predicates(_ source: SearchClass, _ signature: inout SearchSignature, hasSingle: Bool) {
    let closures = forms.library.predicates(of: source.types).compactMap(compiler.closure)
      .enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }.map(\.element)
    let keeps = signature.allows(.keeps)
    let uses: [SearchPredicateUse] = SearchPredicateUse.all.filter { $0.isSingle ? hasSingle : keeps }
    var counts = Array(repeating: 0, count: uses.count)
    let wanted = uses.map { use in zip(source.recordings, expected).map { use.test($0, $1) } }
    for closure in closures where counts.contains(where: { $0 < Self.maxPredicates }) {
      let answers = source.recordings.map { $0.values.map { compiler.boolean(closure, [$0.value]) } }
      for (index, use) in uses.enumerated() where counts[index] < Self.maxPredicates {
        guard zip(wanted[index], answers).allSatisfy({ $0?($1) ?? false }) else { continue }
        counts[index] += 1
        apply(use.name, closure.text, label: use.label, to: source)
      }
    }
  }

  private static let maxPredicates = 5

  // MARK: Joins with closures

  /// Finds closures that combine the values of two streams.
  private func join(_ first: SearchClass, _ second: SearchClass) {
    guard !runner.isOver, first !== second, expected.contains(where: { !$0.values.isEmpty }) else { return }
    for name in ["zip", "combineLatest", "withLatest"] where mayJoin(name, first, second) {
      let plain = forms.plain.first { $0.entry.name == name && $0.arity == 2 }
      guard let plain, compiler.accepts(plain, [first.types, second.types]) else { continue }
      guard let timelines = collector.recordings(of: SearchCandidate(plain, [first.simplest, second.simplest])) else {
        continue
      }
      let pairs = SearchClass(timelines, first.simplest)
      let signature = SearchSignature(pairs, nil, expected)
      var copy = signature
      guard signature.hasSameEnd, copy.allows(.maps) else { continue }
      let isSeparate = name == "withLatest"
      let cases = cases(pairs).compactMap { item -> (arguments: [Value], result: Value)? in
        guard isSeparate, case .tuple(let items) = item.arguments[0] else { return item }
        return (items, item.result)
      }
      let synthesis = SearchSynthesis(compiler: compiler, library: forms.library)
      for closure in synthesis.transforms(cases, pairs.types) {
        guard let form = forms.joining(name, closure.text) else { continue }
        for members in self.pairs(first, second) { collector.check(SearchCandidate(form, members)) }
      }
    }
  }

  /// Whether the ticks of the values allow a join.
  private func mayJoin(_ name: String, _ first: SearchClass, _ second: SearchClass) -> Bool {
    expected.indices.allSatisfy { index in
      let (left, right, result) = (
        first.recordings[index].values, second.recordings[index].values, expected[index].values
      )
      guard let start = result.first?.tick else { return left.isEmpty || right.isEmpty || name == "withLatest" }
      guard let one = left.first?.tick, let two = right.first?.tick else { return false }
      switch name {
      case "zip":
        return result.count <= min(left.count, right.count)
          && zip(result, zip(left, right)).allSatisfy { $0.tick == max($1.0.tick, $1.1.tick) }
      case "combineLatest":
        let later = (left + right).map(\.tick).filter { $0 > start }.sorted()
        return start == max(one, two) && result.map(\.tick).filter { $0 > start } == later
      default:
        return start >= two && result.map(\.tick).filter { $0 > two } == left.map(\.tick).filter { $0 > two }
      }
    }
  }
}
