import MarbleEvaluation
import MarbleLanguage

/// Inputs that tell answers apart.
struct SearchProbes {
  /// The values of each input of a search.
  private let alphabets: [[Value]]
  /// For each input, values that it does not send.
  private let others: [[Value]]
  /// For each input, whether it is a cold source.
  private let isCold: [Bool]
  /// The names at the place of the first example.
  private let bindings: Bindings
  /// The names of the inputs.
  private let names: [String]
  /// The indices of the inputs, in the order in which they were bound.
  private let order: [Int]
  /// For each input, the index of the first one that is the same stream, as in `?(a, a)`.
  private let origins: [Int]

  init(_ problem: SearchProblem, _ inputs: [[Timeline]]) {
    let streams = problem.examples.first?.inputs ?? []
    let bindings = problem.examples.first?.bindings ?? Bindings()
    let values = problem.inputs.indices.map { index in inputs.flatMap { $0[index].values }.uniqued() }
    others = values.map { values in
      // The variant of a stream's name is not one.
      values.filter { $0.text.map { bindings[$0] == nil } ?? true }.flatMap(\.variants).uniqued()
        .filter { !values.contains($0) }
    }
    alphabets = zip(values, others).map { values, others in
      values.isEmpty ? [.marble("x")] : Array(values.prefix(6) + others.prefix(6))
    }
    self.bindings = bindings
    isCold = streams.map(\.isColdInput)
    // An input that is not a name gets one that a script cannot have.
    names = zip(problem.inputs, streams).map { bindings[$0] === $1 ? $0 : "?\($0)" }
    origins = streams.map { stream in streams.firstIndex { $0 === stream } ?? 0 }
    order = Array(streams.indices).ordered { bindings.place(of: streams[$0]) }
  }

  /// Returns an example with inputs, whose expected events are unknown.
  func example(_ timelines: [Timeline]) -> SearchProblem.Example {
    let inputs = timelines.indices.map { index in
      Binding(name: names[index], kind: isCold[index] ? .cold([timelines[index]]) : .pipe(timelines[index]))
    }
    return SearchProblem.Example(
      inputs: inputs, bindings: bindings.with(order.map { inputs[$0] }).replacingOthers(), expected: Timeline())
  }

  // MARK: Random inputs

  /// Inputs of different shapes, always the same for a problem.
  func random(_ count: Int) -> [[Timeline]] {
    var generator = SplitMix64(seed: 0x5f3a)
    return (0..<count).map { _ in
      let inputs = alphabets.map { values in
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
      return origins.map { inputs[$0] }
    }
  }

  // MARK: Small inputs

  /// The smallest inputs with at least one value, the smallest first.
  ///
  /// - Parameter isUsual: Whether they have only the values of the examples.
  func small(_ count: Int, isUsual: Bool) -> [[Timeline]] {
    let inputs = SmallInputs(space(isUsual: isUsual), SmallInputs.Bounds(values: 3, ticks: 4))
    var found: [[Timeline]] = []
    for valueCount in 1...inputs.bounds.values {
      let isWhole = inputs.visit(valueCount: valueCount) { input in
        found.append(timelines(input))
        return found.count < count
      }
      if !isWhole { break }
    }
    return found
  }

  /// Returns inputs of which no value, tick or end can be removed if a condition is still to be met.
  func shrunk(_ timelines: [Timeline], while isMet: @escaping ([Timeline]) -> Bool) -> [Timeline] {
    let streams = timelines.map { timeline in
      let end = timeline.marbles.last.flatMap { last in
        Self.ends.firstIndex(of: last.event).map { LawStream.End(index: $0, tick: last.tick) }
      }
      let items = timeline.marbles.compactMap { marble -> LawStream.Item? in
        if case .value(let value) = marble.event { .init(tick: marble.tick, value: value) } else { nil }
      }
      return LawStream(items: items, end: end)
    }
    var shrinker = InputShrinker(space(isUsual: true), attempts: Self.shrinkingAttempts) { isMet(self.timelines($0)) }
    return self.timelines(shrinker.smallest(from: LawInput(streams: streams)))
  }

  private static let shrinkingAttempts = 500
  private static let ends: [Event] = [.completed, .failed(.unnamed)]

  private func timelines(_ input: LawInput) -> [Timeline] { origins.map { input.streams[$0].timeline(Self.ends) } }

  private func space(isUsual: Bool) -> LawSpace {
    let streams = zip(zip(alphabets, others), isCold).map { values, isCold in
      let few = Array((isUsual ? [] : values.1.prefix(2)) + values.0.prefix(alphabets.count == 1 ? 3 : 2))
      return LawSpace.StreamParameter(
        name: "", isCold: isCold, values: ValueDomain(few, important: few, isOpen: false), ends: Self.ends)
    }
    return LawSpace(
      parameters: streams.indices.map { .stream($0) }, streams: streams, constants: [], combinations: [[]],
      dependsOnValues: true)
  }
}

extension Binding {
  /// Whether the stream starts from its beginning for each subscription, as a timeline in quotes does.
  var isColdInput: Bool {
    guard let plan else { return isCold }
    if case .timeline = plan.root.kind { return true }
    return plan.namedStream?.isColdInput ?? false
  }
}

extension Value {
  /// Similar values, by which closures that give the same results for the value can differ.
  fileprivate var variants: [Value] {
    switch self {
    case .integer(let number): [.integer(number &+ 1), .integer(number &* 2)]
    case .marble(let text): Self.variants(of: text).map(Value.marble)
    case .string(let text): Self.variants(of: text).map(Value.string)
    default: []
    }
  }

  private static func variants(of text: String) -> [String] {
    // A digit would be a number.
    let first = text.prefix(1).filter(\.isLetter)
    return [text + text, first, text.uppercased()].filter { !$0.isEmpty }
  }
}
