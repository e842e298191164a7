import MarbleLanguage

/// Inputs that tell answers apart.
struct SearchProbes {
  /// The values of each input of a search.
  private let alphabets: [[Value]]
  /// For each input, whether it is a cold source.
  private let isCold: [Bool]

  init(_ problem: SearchProblem, _ inputs: [[Timeline]]) {
    alphabets = problem.inputs.indices.map { index in
      let values = inputs.flatMap { $0[index].values }.uniqued()
      let more = values.compactMap(\.whole).flatMap { [$0 &+ 1, $0 &* 2] }.map(Value.integer)
      return values.isEmpty ? [.marble("x")] : Array((values + more).uniqued().prefix(8))
    }
    isCold = problem.inputs.indices.map { problem.examples.first?.inputs[$0].isColdInput ?? false }
  }

  /// Returns an example with inputs, whose expected events are unknown.
  func example(_ timelines: [Timeline]) -> SearchProblem.Example {
    var bindings = Bindings()
    var inputs: [Binding] = []
    for (index, timeline) in timelines.enumerated() {
      let input = Binding(name: "input\(index)", kind: isCold[index] ? .cold([timeline]) : .pipe(timeline))
      bindings.bind(input)
      inputs.append(input)
    }
    return SearchProblem.Example(inputs: inputs, bindings: bindings, expected: Timeline())
  }

  // MARK: Random inputs

  /// Inputs of different shapes, always the same for a problem.
  func random(_ count: Int) -> [[Timeline]] {
    var generator = SplitMix64(seed: 0x5f3a)
    return (0..<count).map { _ in
      alphabets.map { values in
        var marbles: [Timeline.Marble] = []
        var tick = Int(generator.next() % 3)
        for _ in 0..<(generator.next() % 6) {
          marbles.append(.init(tick: tick, event: .value(values[Int(generator.next() % UInt64(values.count))])))
          tick += Int(generator.next() % 5)
        }
        tick += Int(generator.next() % 4)
        switch generator.next() % 8 {
        case 0: break
        case 1: marbles.append(.init(tick: tick, event: .failed(.unnamed)))
        default: marbles.append(.init(tick: tick, event: .completed))
        }
        return Timeline(marbles)
      }
    }
  }

  // MARK: Small inputs

  /// The smallest inputs with at least one value, the smallest first.
  func small(_ count: Int) -> [[Timeline]] {
    let ends: [Event] = [.completed, .failed(.unnamed)]
    let streams = zip(alphabets, isCold).map { values, isCold in
      let few = Array(values.prefix(alphabets.count == 1 ? 3 : 2))
      return LawSpace.StreamParameter(
        name: "", isCold: isCold, values: ValueDomain(few, important: few, isOpen: false), ends: ends)
    }
    let space = LawSpace(
      parameters: streams.indices.map { .stream($0) }, streams: streams, constants: [], combinations: [[]],
      dependsOnValues: true)
    let inputs = SmallInputs(space, SmallInputs.Bounds(values: 3, ticks: 4))
    var found: [[Timeline]] = []
    for valueCount in 1...inputs.bounds.values {
      let isWhole = inputs.visit(valueCount: valueCount) { input in
        found.append(input.streams.map { $0.timeline(ends) })
        return found.count < count
      }
      if !isWhole { break }
    }
    return found
  }
}

extension Binding {
  /// Whether the stream starts from its beginning for each subscription, as a timeline in quotes does.
  fileprivate var isColdInput: Bool {
    guard let plan else { return isCold }
    if case .timeline = plan.root.kind { return true }
    return plan.namedStream?.isColdInput ?? false
  }
}
