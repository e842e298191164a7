import MarbleLanguage

/// Finds the operator after which an event is missing.
///
/// It follows causes, because an operator may send another value for the one that it receives.
struct LossSearch {
  let run: CausalRun
  let event: Event
  let tick: Int?
  private let consumers: [ObjectIdentifier: [StageInput]]
  private let depths: [ObjectIdentifier: Int]
  /// The maximum number of events that are followed.
  private static let maxCandidates = 200

  /// The place where an event that matches the question appears.
  struct Candidate {
    enum Place {
      case received(StageStart, index: Int)
      /// A source sent it while the operator did not observe the source, or was stopped before it.
      case missed(StageInput)
      /// A source sent it while the result was not observed.
      case unobserved(Stage)
    }

    let place: Place
    let marble: Timeline.Marble
    fileprivate let depth: Int
  }

  enum Finding {
    case lost(Loss, of: Candidate)
    /// It came as another event of the result.
    case renamed(output: Int, Candidate)
    case nothing
  }

  init(_ run: CausalRun, event: Event, tick: Int?) {
    self.run = run
    self.event = event
    self.tick = tick
    (consumers, depths) = Self.indexes(of: run)
  }

  private static func indexes(of run: CausalRun) -> ([ObjectIdentifier: [StageInput]], [ObjectIdentifier: Int]) {
    var consumers: [ObjectIdentifier: [StageInput]] = [:]
    for input in run.log.stages.lazy.flatMap(\.inputs) {
      if let stage = input.stage { consumers[ObjectIdentifier(stage), default: []].append(input) }
    }
    var depths: [ObjectIdentifier: Int] = [:]
    var waiting = run.root.map { [($0, 0)] } ?? []
    var next = 0
    while next < waiting.count {
      let (stage, depth) = waiting[next]
      next += 1
      guard depths.updateValue(depth, forKey: ObjectIdentifier(stage)) == nil else { continue }
      waiting += stage.inputs.compactMap { input in input.stage.map { ($0, depth + 1) } }
    }
    return (consumers, depths)
  }

  /// Returns the best answer for all events that match.
  func finding() -> Finding {
    var renamed: Finding?
    var lost: Finding?
    for candidate in candidates().prefix(Self.maxCandidates) {
      switch candidate.place {
      case .missed(let input): return .lost(missed(by: input, candidate.marble), of: candidate)
      case .unobserved(let stage):
        return .lost(Loss(stage: stage, input: nil, marble: candidate.marble, state: .unobserved), of: candidate)
      case .received(let start, let index):
        var follow = Follow(search: self)
        follow.follow(start, index)
        if let loss = follow.losses.first, follow.outputs.isEmpty {
          // The place where it is lost under its own name explains most.
          if loss.marble.map({ matches($0.event) }) == true { return .lost(loss, of: candidate) }
          lost = lost ?? .lost(loss, of: candidate)
        }
        if let output = follow.outputs.first { renamed = renamed ?? .renamed(output: output, candidate) }
      }
    }
    return lost ?? renamed ?? .nothing
  }

  /// Whether an event matches the question.
  private func matches(_ other: Event) -> Bool {
    switch (event, other) {
    case (.failed(let wanted), .failed(let found)): wanted == .unnamed || wanted == found
    default: event == other
    }
  }

  /// Whether an event can follow from the one of the question.
  private func counts(_ other: Event) -> Bool {
    event.isTerminating ? EventKind(other) == EventKind(event) : !other.isTerminating
  }

  // MARK: Candidates

  /// Returns the events that match: first those on the tick of the question, then those closest to the result.
  private func candidates() -> [Candidate] {
    var candidates: [Candidate] = []
    for input in run.log.stages.lazy.flatMap(\.inputs) {
      let depth = 2 * (depths[ObjectIdentifier(input.owner)] ?? 1000)
      for start in input.starts {
        for (index, marble) in start.marbles.enumerated() where matches(marble.event) {
          candidates.append(Candidate(place: .received(start, index: index), marble: marble, depth: depth))
        }
      }
      for marble in SourceEvents.missed(by: input, in: run) where matches(marble.event) {
        candidates.append(Candidate(place: .missed(input), marble: marble, depth: depth + 1))
      }
    }
    if let root = run.root, case .source(let binding) = root.origin {
      for marble in binding.timelines.flatMap(\.marbles) where matches(marble.event) {
        candidates.append(Candidate(place: .unobserved(root), marble: marble, depth: 0))
      }
    }
    return candidates.map { (candidate: $0, rank: rank($0)) }.sorted { $0.rank < $1.rank }.map(\.candidate)
  }

  /// Returns the order of a candidate, where candidates with the same order keep theirs.
  private func rank(_ candidate: Candidate) -> (Int, Int, Int) {
    guard let tick else { return (0, candidate.depth, candidate.marble.tick) }
    let distance = abs(candidate.marble.tick - tick)
    return (min(distance, 1), candidate.depth, distance)
  }

  // MARK: Following

  /// Follows an event through the operators up to the places where nothing follows from it.
  private struct Follow {
    let search: LossSearch
    var losses: [Loss] = []
    var outputs: [Int] = []
    private var visited: Set<Trace.Cause> = []

    init(search: LossSearch) { self.search = search }

    mutating func follow(_ start: StageStart, _ index: Int) {
      var waiting = [(start, index)]
      while let (start, index) = waiting.popLast(), outputs.isEmpty {
        guard let node = search.run.node(index, of: start.track), visited.insert(node).inserted else { continue }
        let effects = search.run.effects(of: node, where: search.counts)
        outputs += effects.outputs
        let inner = effects.received.filter { $0.start.input.owner === start.input.owner }
        let passed = effects.received.filter { $0.start.input.owner !== start.input.owner }
        // Events of inner streams that go no further are not those of the question.
        let passedInner = inner.filter { hasEffects($0.start, $0.index) }
        if passed.isEmpty, passedInner.isEmpty, effects.outputs.isEmpty { lose(start, index) }
        waiting += (passed + passedInner).reversed().map { ($0.start, $0.index) }
      }
    }

    private func hasEffects(_ start: StageStart, _ index: Int) -> Bool {
      guard let node = search.run.node(index, of: start.track) else { return false }
      return !search.run.effects(of: node, where: search.counts).isEmpty
    }

    private mutating func lose(_ start: StageStart, _ index: Int) {
      losses.append(
        Loss(
          stage: start.input.owner, input: start.input, marble: start.marbles[index],
          state: .received(start, index: index)))
    }
  }

  // MARK: Events that were not received

  /// Returns the operator because of which an input was not observed when an event was sent.
  private func missed(by input: StageInput, _ marble: Timeline.Marble) -> Loss {
    var input = input
    while true {
      let stage = input.owner
      let lives = lives(of: stage)
      let before = input.starts.last { $0.tick < marble.tick || $0.end == marble.tick }
      if let life = lives.last(where: { $0.contains(marble.tick) }) {
        if let end = life.terminal, end.tick <= marble.tick {
          return Loss(stage: stage, input: input, marble: marble, state: .ended(at: end))
        }
        if life.end != marble.tick {
          let state: Loss.State =
            before.map { .left(at: $0.end ?? $0.tick) }
            ?? .notStarted(until: input.starts.first { $0.tick >= marble.tick }?.tick)
          return Loss(stage: stage, input: input, marble: marble, state: state)
        }
      }
      let life = lives.last { $0.start <= marble.tick } ?? lives.first
      if let end = life?.terminal, end.tick <= marble.tick {
        return Loss(stage: stage, input: input, marble: marble, state: .ended(at: end))
      }
      guard let consumer = life?.consumer ?? consumers[ObjectIdentifier(stage)]?.first else {
        return Loss(stage: stage, input: input, marble: marble, state: .unobserved)
      }
      input = consumer
    }
  }

  /// Returns the loss at the operator that unsubscribed while another one still held an event.
  func cutOff(_ loss: Loss) -> Loss? {
    guard case .received(let start, _) = loss.state, let marble = loss.marble else { return nil }
    var stage = start.input.owner
    var input: StageInput?
    while true {
      guard let life = lives(of: stage).last(where: { $0.contains(marble.tick) }), let end = life.end else {
        return nil
      }
      if let terminal = life.terminal {
        guard let input else { return nil }
        return Loss(stage: stage, input: input, marble: marble, state: .ended(at: terminal))
      }
      guard let consumer = life.consumer, consumer.parameter != nil, end >= marble.tick else { return nil }
      (stage, input) = (consumer.owner, consumer)
    }
  }

  /// A time during which the result of an operator was observed.
  private struct Life {
    let start: Int
    let end: Int?
    let terminal: Timeline.Marble?
    /// The observer, or `nil` for the observer of the result.
    let consumer: StageInput?

    func contains(_ tick: Int) -> Bool { start <= tick && end.map { tick <= $0 } ?? true }
  }

  private func lives(of stage: Stage) -> [Life] {
    var lives = (consumers[ObjectIdentifier(stage)] ?? []).flatMap { input in
      input.starts.map { Life(start: $0.tick, end: $0.end, terminal: $0.terminal, consumer: input) }
    }
    if stage === run.root {
      for window in run.plan.windows.prefix(1) {
        guard let window else { continue }
        let last = run.output.marbles.last
        // At the end of the window, the observer unsubscribes.
        let isEndOfWindow = last?.event == .interrupted && last?.tick == window.end
        let terminal = isEndOfWindow ? nil : last.flatMap { $0.event.isTerminating ? $0 : nil }
        lives.append(Life(start: window.start, end: terminal?.tick ?? window.end, terminal: terminal, consumer: nil))
      }
    }
    return lives.sorted { $0.start < $1.start }
  }
}
