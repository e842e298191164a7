@testable import MarbleLanguage
@testable import Marbles
import Testing

/// The conditions by which a search refuses operators without running them: no answer is refused.
struct SearchPredictionTests {
  private static let streams: [(Timeline, Timeline)] = [
    ("-1--2-3--|", "--4-5-|"), ("1-1---2-|", "---7"), ("--3-4#", "-5---6----|"), ("-5-5--7----|", "---#"),
    ("(12)-3|", "-1(23)---|"), ("----|", "--8-|"), ("-2-9---4-9-!", "-0-0--|"),
  ]

  @Test(arguments: [false, true])
  func resultsOfOperatorsAreAllowed(isCold: Bool) throws {
    for (one, two) in Self.streams {
      for form in forms(one, two) {
        guard let result = run(form, one, two, isCold: isCold) else { continue }
        let classes = (source: recording(one, isCold: isCold), other: recording(two, isCold: isCold))
        let (source, other) = (try #require(classes.source), try #require(classes.other))
        let text =
          "\(form.text(of: ["a", "b"])), a = \(TimelinePrinter.text(of: one)), b = \(TimelinePrinter.text(of: two))"
        let prediction = form.prediction.allows(
          result, from: source.recordings[0], form.arity == 2 ? other.recordings[0] : nil, isPipe: !isCold)
        #expect(prediction, "prediction: \(text) == \(TimelinePrinter.text(of: result.timeline))")
        // Without values, a result says too little to be an answer.
        guard !result.values.isEmpty, result.timeline != one else { continue }
        var signature = SearchSignature(source, form.arity == 2 ? other : nil, [result], allowsUnknown: true)
        #expect(
          signature.allows(form.relation) || !signature.isUseful(form.relation),
          "\(form.relation): \(text) == \(TimelinePrinter.text(of: result.timeline))")
        if form.hasSameEnd { #expect(signature.hasSameEnd, "end: \(text)") }
      }
    }
  }

  /// The operators with constants for these streams, of which each occurs with some arguments.
  private func forms(_ one: Timeline, _ two: Timeline) -> [SearchForm] {
    let forms = SearchForms(SearchConstants([[one, two]], ["-1-[1,2]-x|"]), SearchCompiler())
    var counts: [String: Int] = [:]
    return forms.plain.filter { form in
      let name = "\(form.entry.name) \(form.relation) \(form.arity)"
      counts[name, default: 0] += 1
      return counts[name, default: 0] <= 4
    }
  }

  private func bindings(_ one: Timeline, _ two: Timeline, isCold: Bool) -> (Bindings, [Binding]) {
    var bindings = Bindings()
    let inputs = [("a", one), ("b", two)].map { name, timeline in
      Binding(name: name, kind: isCold ? .cold([timeline]) : .pipe(timeline))
    }
    for input in inputs { bindings.bind(input) }
    return (bindings, inputs)
  }

  private func run(_ form: SearchForm, _ one: Timeline, _ two: Timeline, isCold: Bool) -> SearchRecording? {
    let (bindings, inputs) = bindings(one, two, isCold: isCold)
    let streams = (0..<form.arity).map { SearchCandidate(input: $0) }
    let runner = SearchRunner(budget: 1) { true }
    return runner.run(SearchCandidate(form, streams).expression(inputs), in: bindings).map(SearchRecording.init)
  }

  private func recording(_ timeline: Timeline, isCold: Bool) -> SearchClass? {
    let (bindings, inputs) = bindings(timeline, Timeline(), isCold: isCold)
    let runner = SearchRunner(budget: 1) { true }
    let candidate = SearchCandidate(input: 0)
    return runner.run(candidate.expression(inputs), in: bindings).map { SearchClass([$0], candidate) }
  }
}
