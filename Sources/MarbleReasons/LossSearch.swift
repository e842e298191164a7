import MarbleEvaluation
import MarbleLanguage

/// Finds the operator after which an event is missing.
///
/// It follows causes, because an operator may send another value for the one that it receives.
struct LossSearch {
  let run: CausalRun
  let event: Event
  let tick: Int?
  /// The source that sends the event, or `nil` for any.
  let source: Binding?
  /// The inputs that observe each stream.
  let consumers: [ObjectIdentifier: [StageInput]]
  private let depths: [ObjectIdentifier: Int]
  /// The maximum number of events that are followed.
  private static let maxCandidates = 200
  /// The number of visited nodes after which no further event is followed, because an endless run has long chains.
  private static let maxFollowed = 500_000

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
    /// It came as another event of the result, or only another observer received it.
    case came(CausalRun.Output, Candidate)
    case nothing
  }

  init(_ run: CausalRun, event: Event, tick: Int?, from source: Binding? = nil) {
    self.run = run
    self.event = event
    self.tick = tick
    self.source = source
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
  ///
  /// An event of a stream that is only a signal could not come from there.
  func finding() -> Finding {
    var came: (output: CausalRun.Output, candidate: Candidate)?
    var lost: Finding?
    var signal: (finding: Finding, isOnTick: Bool)?
    for candidate in candidates().prefix(Self.maxCandidates) where run.followedCount < Self.maxFollowed {
      let isOnTick = candidate.marble.tick == tick
      if let signal, signal.isOnTick, !isOnTick { break }
      switch candidate.place {
      case .missed(let input):
        let loss = ofSignal(input, candidate.marble) ?? missed(by: input, candidate.marble)
        if !isOfSignal(loss) { return .lost(loss, of: candidate) }
        signal = signal ?? (.lost(loss, of: candidate), isOnTick)
      case .unobserved(let stage):
        let state = stage.end(beforeOwn: candidate.marble).map(Loss.State.afterEnd) ?? .unobserved
        return .lost(Loss(stage: stage, input: nil, marble: candidate.marble, state: state), of: candidate)
      case .received(let start, let index) where start.input.isSignal:
        let loss = Loss(
          stage: start.input.owner, input: start.input, marble: candidate.marble, state: .received(start, index: index))
        signal = signal ?? (.lost(loss, of: candidate), isOnTick)
      case .received(let start, let index):
        var forward = ForwardTrace(search: self)
        forward.follow(start, index)
        let loss = (forward.losses.first { !isOfSignal($0) } ?? forward.losses.first).map(movedToEnd).map(movedToCut)
        if let loss, forward.outputs.isEmpty {
          if isOfSignal(loss) {
            signal = signal ?? (.lost(loss, of: candidate), isOnTick)
            continue
          }
          // The place where it is lost under its own name explains most.
          if loss.marble.map({ event.asks(for: $0.event) }) == true { return .lost(loss, of: candidate) }
          lost = lost ?? .lost(loss, of: candidate)
        }
        if let output = forward.outputs.min(by: { $0.observer < $1.observer }),
          output.observer < came?.output.observer ?? .max
        {
          came = (output, candidate)
        }
      }
    }
    return lost ?? came.map(Finding.came) ?? signal?.finding ?? .nothing
  }

  /// Returns the loss at the operator that had ended, if another one received the event without an observer:
  /// `property(0, then: a).take(first: 1)`.
  private func movedToEnd(_ loss: Loss) -> Loss {
    guard case .received = loss.state, let marble = loss.marble, let stage = loss.stage, stage !== run.root else {
      return loss
    }
    let inputs = run.log.stages.lazy.flatMap(\.inputs).filter { $0.stage === stage }
    let starts = inputs.flatMap(\.starts)
    guard !starts.isEmpty, starts.allSatisfy({ $0.end.map { $0 < marble.tick } ?? false }), let input = inputs.first,
      let end = run.end(of: input.owner)?.terminal
    else { return loss }
    return Loss(stage: input.owner, input: input, marble: marble, state: .ended(at: end), missedInput: loss.input)
  }

  private func isOfSignal(_ loss: Loss) -> Bool { loss.input.map { signal(of: $0) != nil } ?? false }

  /// Returns the input through which an operator uses a stream only as a signal, also after other operators, or `nil`
  /// if the values of the stream can be sent.
  private func signal(of input: StageInput) -> StageInput? {
    if input.isSignal { return input }
    guard input.owner !== run.root, let next = consumers[ObjectIdentifier(input.owner)] else { return nil }
    let signals = next.compactMap(signal)
    return signals.count == next.count ? signals.first : nil
  }

  /// Returns the loss of an event that would have been only a signal, or `nil` if the result could contain it.
  private func ofSignal(_ input: StageInput, _ marble: Timeline.Marble) -> Loss? {
    guard let signal = signal(of: input) else { return nil }
    let loss = Loss(stage: signal.owner, input: signal, marble: marble, state: .onlySignal, missedInput: input)
    return LossReasoning(run: run, loss: loss, event: event).reason == nil ? nil : loss
  }

  /// Returns the loss on a tick that is closest to the result.
  func lastLoss(on tick: Int) -> Loss? {
    let inputs = run.log.stages.lazy.flatMap(\.inputs).filter { $0.parameter != nil }
      .sorted { (depths[ObjectIdentifier($0.owner)] ?? .max) < (depths[ObjectIdentifier($1.owner)] ?? .max) }
    for start in inputs.lazy.flatMap(\.starts) {
      guard let index = start.marbles.lastIndex(where: { $0.tick == tick && !$0.event.isTerminating }),
        let node = run.node(index, of: start.track), run.effects(of: node, where: { _ in true }).isEmpty
      else { continue }
      return Loss(
        stage: start.input.owner, input: start.input, marble: start.marbles[index],
        state: .received(start, index: index))
    }
    return nil
  }

  /// Whether an event can follow from the one of the question.
  private func counts(_ other: Event) -> Bool {
    event.isTerminating ? EventKind(other) == EventKind(event) : !other.isTerminating
  }

  // MARK: Candidates

  /// Returns the events that match: first those on the tick of the question, then those closest to the result.
  private func candidates() -> [Candidate] {
    var candidates: [Candidate] = []
    var inputCounts: [ObjectIdentifier: Int] = [:]
    for input in run.log.stages.lazy.flatMap(\.inputs) where source.map({ $0 === input.stage?.source }) ?? true {
      let depth = 2 * (depths[ObjectIdentifier(input.owner)] ?? 1000)
      for start in input.starts {
        for (index, marble) in start.marbles.enumerated() where event.asks(for: marble.event) {
          candidates.append(Candidate(place: .received(start, index: index), marble: marble, depth: depth))
        }
      }
      // In an endless run, any number of inner streams can miss the same events.
      if let stage = input.stage {
        inputCounts[ObjectIdentifier(stage), default: 0] += 1
        if inputCounts[ObjectIdentifier(stage), default: 0] > Self.maxCandidates { continue }
      }
      let missed = nearest(SourceEvents.missed(by: input, in: run).filter { event.asks(for: $0.event) })
      guard !missed.isEmpty else { continue }
      // An event that the operators of an inner stream only pass is one of the stream that would have sent it.
      let senders = sequence(first: input) { $0.stage?.inputs.first }.dropFirst().map { input in
        (input, SourceEvents.missed(by: input, in: run))
      }
      for marble in missed {
        let sender = senders.last { $0.1.contains(marble) }?.0 ?? input
        candidates.append(Candidate(place: .missed(sender), marble: marble, depth: depth + 1))
      }
    }
    if let root = run.root, case .source(let binding) = root.origin {
      let start = binding.isCold ? run.plan.windows.first.flatMap { $0?.start } ?? 0 : 0
      for marble in binding.timelines.flatMap(\.marbles) where event.asks(for: marble.event) {
        let sent = Timeline.Marble(tick: start + marble.tick, event: marble.event)
        if run.output.marbles.contains(sent) { continue }
        candidates.append(Candidate(place: .unobserved(root), marble: sent, depth: 0))
      }
    }
    return candidates.map { (candidate: $0, rank: rank($0)) }.sorted { $0.rank < $1.rank }.map(\.candidate)
  }

  /// Returns the events that are closest to the tick of the question, or the first ones.
  ///
  /// An endless run can miss the same event any number of times.
  private func nearest(_ marbles: [Timeline.Marble]) -> ArraySlice<Timeline.Marble> {
    guard let tick, marbles.count > Self.maxCandidates else { return marbles.prefix(Self.maxCandidates) }
    return marbles.sorted { abs($0.tick - tick) < abs($1.tick - tick) }.prefix(Self.maxCandidates)
  }

  /// Returns the order of a candidate, where candidates with the same order keep theirs.
  private func rank(_ candidate: Candidate) -> (Int, Int, Int) {
    guard let tick else { return (0, candidate.depth, candidate.marble.tick) }
    let distance = abs(candidate.marble.tick - tick)
    return (min(distance, 1), candidate.depth, distance)
  }

  // MARK: Following

  /// Follows an event through the operators up to the places where nothing follows from it.
  private struct ForwardTrace {
    let search: LossSearch
    var losses: [Loss] = []
    var outputs: [CausalRun.Output] = []
    private var visited: Set<Trace.Cause> = []

    init(search: LossSearch) { self.search = search }

    mutating func follow(_ start: StageStart, _ index: Int) {
      var waiting = [(start, index)]
      while let (start, index) = waiting.popLast(), !outputs.contains(where: { $0.observer == 0 }) {
        guard let node = search.run.node(index, of: start.track), visited.insert(node).inserted else { continue }
        let effects = search.run.effects(of: node, where: search.counts)
        if start.input.owner.thrown.contains(node) {
          lose(start, index)
          continue
        }
        if search.sendsParts(start, index) {
          let (next, loss) = search.next(after: start, index, effects)
          waiting += next
          losses += loss.map { [$0] } ?? []
          continue
        }
        outputs += effects.outputs
        let inner = effects.received.filter { $0.start.input.owner === start.input.owner }
        let passed = effects.received.filter { $0.start.input.owner !== start.input.owner }
        // Events of inner streams that go no further are not those of the question.
        let passedInner = inner.filter { !$0.start.input.isSignal && hasEffects($0.start, $0.index) }
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
}
