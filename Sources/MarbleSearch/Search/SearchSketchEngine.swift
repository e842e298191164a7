import MarbleEvaluation
import MarbleLanguage

/// Searches for the holes of a sketch.
struct SearchSketchEngine {
  private let sketch: SearchSketch
  private let collector: SearchCollector
  private let forms: SearchForms
  private let inputs: [SearchClass]

  /// The maximum number of combinations.
  private static let maxCombinations = 30_000

  init?(_ sketch: SearchSketch, _ collector: SearchCollector) {
    self.sketch = sketch
    self.collector = collector
    let problem = collector.problem
    var inputs: [SearchClass] = []
    for index in problem.inputs.indices {
      let candidate = SearchCandidate(input: index)
      let timelines = problem.examples.compactMap { collector.runner.start(candidate, on: $0)?.timeline }
      guard timelines.count == problem.examples.count else { return nil }
      inputs.append(SearchClass(timelines, candidate))
    }
    let lanes = problem.examples.indices.map { example in inputs.map { $0.recordings[example].timeline } }
    let constants = SearchConstants(lanes, problem.examples.map(\.expected), problem.hints)
    forms = SearchForms(constants, collector.compiler)
    self.inputs = inputs
  }

  func search() {
    for (texts, cost) in combinations() {
      // The combinations are ordered by complexity.
      if collector.runner.isOver || !collector.isWanted(cost: cost) { return }
      let text = sketch.text(texts)
      guard let definition = collector.problem.definition(text, collector.problem.inputs) else { continue }
      collector.check(SearchCandidate(text, definition, cost: cost))
    }
  }

  // MARK: Filling holes

  /// The replacement of a hole, and its complexity.
  private typealias Fill = (text: String, cost: Int)

  /// Returns the replacements of all holes together, the simplest first.
  private func combinations() -> [(texts: [String], cost: Int)] {
    var rows: [(texts: [String], cost: Int)] = [([], 0)]
    for hole in sketch.holes {
      let fills = fills(of: hole)
      rows = rows.flatMap { row in fills.map { (row.texts + [$0.text], row.cost + $0.cost) } }.ordered { $0.cost }
      rows = Array(rows.prefix(Self.maxCombinations))
    }
    return rows
  }

  private func fills(of hole: SearchSketch.Hole) -> [Fill] {
    switch hole {
    case .call: calls
    case .body: bodies
    case .streamBody: sketch.streams.map { ($0, 1) } + bodies
    case .operand: [("$0", 2)] + values
    case .value: values
    }
  }

  private var types: TypeSet { .any(of: inputs.map(\.types)) }

  /// Operators with their arguments.
  private var calls: [Fill] {
    let streams = collector.problem.inputs
    return (forms.plain + forms.withClosures(for: types)).flatMap { form -> [Fill] in
      let others = form.arity == 1 ? [""] : streams
      return others.map { other in
        let text = form.text(of: ["", other])
        // A function such as `merge(, b)` is written as `merge(b)`.
        let call = text.hasPrefix(".") ? String(text.dropFirst()) : text.replacing("(, ", with: "(", maxReplacements: 1)
        return (call, form.cost)
      }
    }
  }

  /// Bodies of closures.
  private var bodies: [Fill] {
    var texts = forms.library.all(of: types)
    if let aligned = sketch.aligned { texts = alignedBodies(aligned.name, aligned.source) + texts }
    return texts.uniqued().map { ($0, SearchClosure.cost(of: $0)) }
  }

  /// Returns bodies that are derived from the values of the source and the expected ones.
  private func alignedBodies(_ name: String, _ source: String) -> [String] {
    guard let definition = collector.problem.definition(source, collector.problem.inputs) else { return [] }
    let candidate = SearchCandidate(source, definition, cost: 0)
    let timelines = collector.problem.examples.compactMap { collector.runner.run(candidate, on: $0) }
    guard timelines.count == collector.expected.count else { return [] }
    let recordings = timelines.map(RecordedEvents.init)
    let types = TypeSet.any(of: timelines.map { TypeSet(sentBy: $0) })
    let cases = zip(recordings, collector.expected).flatMap { source, result in
      zip(source.values, result.values).map { (arguments: [$0.value], result: $1.value) }
    }
    let synthesis = SearchSynthesis(compiler: collector.compiler, library: forms.library)
    return forms.library.all(of: types)
      + (Catalog.standard[name]?.overloads.contains { $0.behavior.derivation?.isTransform == true } == true
        ? synthesis.transforms(cases, types).map(\.text) : [])
  }

  /// Arguments and other values.
  private var values: [Fill] {
    let constants = forms.constants
    let numbers = (Array(0...20) + (constants.times + constants.counts).map(Int64.init) + constants.integers).uniqued()
    let literals = (numbers.map(Value.integer) + constants.outputs + constants.strings.map(Value.string)).uniqued()
    let words = ["true", "false", "nil"] + Strategy.simple.map { "." + $0.name }
    return literals.compactMap(\.literal).map { ($0, $0.utf8.count) } + words.map { ($0, 3) }
      + sketch.streams.map { ($0, 1) }
      + forms.library.all(of: types).map {
        ("{ \($0) }", SearchClosure.cost(of: $0))
      }
  }
}
