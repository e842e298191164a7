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

  /// All small inputs, the smallest first.
  func small(_ count: Int) -> [[Timeline]] {
    let lanes = alphabets.map { Self.timelines(of: Array($0.prefix(alphabets.count == 1 ? 3 : 2))) }
    var rows: [(size: Int, timelines: [Timeline])] = [(0, [])]
    for lane in lanes {
      // Only the smallest of several inputs are combined.
      let lane = lanes.count == 1 ? lane[...] : lane.prefix(Self.maxCombined)
      rows = rows.prefix(Self.maxCombined).flatMap { row in
        lane.map { (row.size + $0.size, row.timelines + [$0.timeline]) }
      }.enumerated().sorted { ($0.element.size, $0.offset) < ($1.element.size, $1.offset) }
        .prefix(count).map(\.element)
    }
    return rows.map(\.timelines).filter { $0.contains { !$0.values.isEmpty } }
  }

  private static let maxCombined = 30

  /// Returns timelines with at most three values, the smallest first.
  private static func timelines(of values: [Value]) -> [(size: Int, timeline: Timeline)] {
    var rows: [[Timeline.Marble]] = [[]]
    var all: [(size: Int, timeline: Timeline)] = []
    for count in 0...3 {
      for row in rows {
        let last = row.last?.tick ?? 0
        for (cost, end) in [(0, Event.completed), (2, nil), (4, Event.failed(.unnamed))] {
          for gap in end == nil ? 0...0 : 0...2 {
            let marbles = row + (end.map { [Timeline.Marble(tick: last + gap, event: $0)] } ?? [])
            // An end on the tick of a value is harder to read than one on the next tick.
            all.append((3 * count + last + (gap == 0 ? 2 : gap) + cost, Timeline(marbles)))
          }
        }
      }
      rows = rows.flatMap { row in
        (row.isEmpty ? 0...1 : 0...2).flatMap { gap in
          values.map { row + [Timeline.Marble(tick: (row.last?.tick ?? 0) + gap, event: .value($0))] }
        }
      }
    }
    return all.enumerated().sorted { ($0.element.size, $0.offset) < ($1.element.size, $1.offset) }.map(\.element)
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
