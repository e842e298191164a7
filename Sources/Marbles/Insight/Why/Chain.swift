import MarbleLanguage

/// The way of an event from a result or an operator back to where it was written.
struct Chain {
  /// An event on the way, the latest first.
  struct Link {
    /// The part that the sender had in the event.
    enum Part {
      /// A source sent it as it is written.
      case wrote
      /// An operator created it, without an event that it received.
      case created
      case passed
      /// An operator made it of another event.
      case made(from: Timeline.Marble)
      /// An operator sent it later than it received it.
      case held(since: Timeline.Marble)
      /// An operator combined it with others.
      case combined(with: [(name: String, marble: Timeline.Marble)], since: Timeline.Marble)
      /// An operator sent this end because of another event.
      case ended(at: Timeline.Marble)
      /// A source would have sent it.
      case missed
      /// It started the inner stream that sent the event before.
      case started
    }

    let marble: Timeline.Marble
    /// The operator or the source that sent it, if it is known.
    let stage: Stage?
    let part: Part
    /// The places in the drawing.
    let references: [Diagram.EventReference]
  }

  private(set) var links: [Link] = []
  /// The places in the drawing of all events that contributed.
  private(set) var references: Set<Diagram.EventReference> = []
}

/// Follows causes back.
struct ChainWalk {
  let run: CausalRun
  private var chain = Chain()
  /// The maximum number of links to follow.
  private static let maxLinks = 400

  init(_ run: CausalRun) { self.run = run }

  /// Returns the way of an event of the result.
  static func chain(ofOutput index: Int, in run: CausalRun) -> Chain {
    var walk = ChainWalk(run)
    let own = Diagram.EventReference(line: run.outcome.picture.firstOutputLine, index: index)
    walk.follow(run.output.marbles[index], of: run.root, run.cause(ofOutput: index), at: own)
    return walk.chain
  }

  /// Returns the way of an event that an operator received.
  static func chain(of start: StageStart, _ index: Int, in run: CausalRun) -> Chain {
    var walk = ChainWalk(run)
    walk.follow(start, index)
    return walk.chain
  }

  /// Returns the way of an event that a source sent, or would have sent, while an operator did not observe it.
  static func chain(ofMissed marble: Timeline.Marble, by input: StageInput, in run: CausalRun) -> Chain {
    var walk = ChainWalk(run)
    if let stage = input.stage {
      let reference = run.reference(ofMissed: marble, by: input) ?? run.reference(of: stage, marble)
      let part = input.isCold ? Chain.Link.Part.missed : .wrote
      walk.chain.add(Chain.Link(marble: marble, stage: stage, part: part, references: reference.map { [$0] } ?? []))
    }
    walk.followCarrier(of: input, at: marble)
    return walk.chain
  }

  private mutating func follow(_ start: StageStart, _ index: Int) {
    guard let node = run.node(index, of: start.track), case .event(_, _, _, let before)? = run[node] else { return }
    follow(start.marbles[index], of: start.input.stage, before, at: nil, carriedBy: start.input)
  }

  /// Adds an event and everything before it.
  private mutating func follow(
    _ marble: Timeline.Marble, of stage: Stage?, _ cause: Trace.Cause, at own: Diagram.EventReference?,
    carriedBy input: StageInput? = nil
  ) {
    guard chain.links.count < Self.maxLinks else { return }
    let origin = nearest(cause)
    let references = (own.map { [$0] } ?? []) + origin.references
    guard let (start, index) = origin.received.last else {
      let wrote = stage.map { if case .operation = $0.origin { false } else { true } } ?? origin.isSource
      chain.add(Chain.Link(marble: marble, stage: stage, part: wrote ? .wrote : .created, references: references))
      followCarrier(of: input, at: marble)
      return
    }
    let source = start.marbles[index]
    let part = Self.part(of: marble, from: source, with: others(of: origin.received.dropLast()))
    chain.add(Chain.Link(marble: marble, stage: start.input.owner, part: part, references: references))
    for (start, index) in origin.received.dropLast() { mark(start, index) }
    follow(start, index)
    if start.input.owner !== stage { followCarrier(of: input, at: marble) }
  }

  /// Adds the value that started an inner stream.
  private mutating func followCarrier(of input: StageInput?, at marble: Timeline.Marble) {
    guard let input, input.parameter == nil, let (start, index) = nearest(input.carrier).received.last else { return }
    let carrier = start.marbles[index]
    chain.add(
      Chain.Link(marble: carrier, stage: input.owner, part: .started, references: nearest(input.carrier).references))
    follow(start, index)
  }

  /// Marks the way of an event in the drawing only.
  private mutating func mark(_ start: StageStart, _ index: Int) {
    let other = Self.chain(of: start, index, in: run)
    chain.mark(other.references)
  }

  private func others(
    of received: ArraySlice<(start: StageStart, index: Int)>
  ) -> [(name: String, marble: Timeline.Marble)] {
    received.map { ($0.start.input.name, $0.start.marbles[$0.index]) }
  }

  private static func part(
    of marble: Timeline.Marble, from source: Timeline.Marble, with others: [(name: String, marble: Timeline.Marble)]
  ) -> Chain.Link.Part {
    if !others.isEmpty { return .combined(with: others, since: source) }
    if marble.event != source.event {
      return marble.event.isTerminating ? .ended(at: source) : .made(from: source)
    }
    return marble.tick == source.tick ? .passed : .held(since: source)
  }

  // MARK: Causes

  /// The closest events that operators received, the decisive one last.
  private struct Origin {
    var received: [(start: StageStart, index: Int)] = []
    var references: [Diagram.EventReference] = []
    var isSource = false
  }

  private func nearest(_ cause: Trace.Cause) -> Origin {
    var origin = Origin()
    var waiting = [cause]
    var isDirect = true
    while let next = waiting.popLast(), origin.received.count < 100 {
      switch run[next] {
      case .event(let track, let index, _, let before):
        if case .input(let start)? = run.place(of: track) {
          if start.marbles.indices.contains(Int(index)) { origin.received.append((start, Int(index))) }
        } else {
          if isDirect, let reference = run.reference(of: track, Int(index)) { origin.references.append(reference) }
          if case .source? = run.place(of: track) { origin.isSource = true }
          waiting.append(before)
        }
      case .held(let value, _): waiting.append(value)
      case .parts(let range):
        isDirect = false
        waiting += run.parts(range)
      case nil: break
      }
    }
    origin.received.sort { ($0.start.marbles[$0.index].tick) < ($1.start.marbles[$1.index].tick) }
    return origin
  }
}

extension Chain {
  fileprivate mutating func add(_ link: Link) {
    links.append(link)
    references.formUnion(link.references)
  }

  /// Adds another way.
  mutating func append(_ other: Chain) {
    links += other.links
    references.formUnion(other.references)
  }

  /// The operator that had the last visible part in the event.
  var decisive: Stage? {
    links.first { link in
      switch link.part {
      case .passed, .wrote, .missed, .started: false
      default: true
      }
    }?.stage
  }

  fileprivate mutating func mark(_ others: Set<Diagram.EventReference>) { references.formUnion(others) }
}

extension StageInput {
  /// The name of the observed stream.
  var name: String { stage?.name ?? parameter ?? "inner stream" }
}
