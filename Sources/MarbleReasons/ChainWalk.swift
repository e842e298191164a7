import MarbleEvaluation
import MarbleLanguage

/// Follows causes back.
struct ChainWalk {
  let run: CausalRun
  private var chain = Chain()
  /// The number of the current branch, and of all branches.
  private var branch = 0
  private var branchCount = 1
  /// Whether the current event is the reason for a subscription.
  private var isReason = false
  /// The subscriptions to inner streams that contain the current event, the outermost first.
  private var carriers: [StageStart] = []
  /// The events that operators received and that are on a way already.
  private var visited: Set<Trace.Cause> = []
  /// The events that are still to be followed, the next one last.
  private var pending: [(step: Step, branch: Int, isReason: Bool)] = []
  /// The maximum number of links.
  ///
  /// The last one is that of the event that was followed last.
  private static let maxLinks = 400

  private enum Step {
    /// An event that an operator received.
    case event(StageStart, Int)
    /// The values that started the inner streams in which the event was.
    case carriers
  }

  /// Creates a walk that begins inside of the inner streams around a subscription.
  private init(_ run: CausalRun, inside start: StageStart? = nil) {
    self.run = run
    var next = start?.parent
    while let around = next {
      if around.input.parameter == nil { carriers.insert(around, at: 0) }
      next = around.parent
    }
  }

  /// Returns the way of an event of the result.
  static func chain(ofOutput index: Int, in run: CausalRun) -> Chain {
    var walk = ChainWalk(run)
    let own = Diagram.EventReference(line: run.outcome.picture.firstOutputLine, index: index)
    let cause = run.cause(ofOutput: index)
    walk.follow(run.output.marbles, index, of: run.root, cause, at: own, order: .max)
    return walk.finished()
  }

  /// Returns the way of an event that an operator received.
  static func chain(of start: StageStart, _ index: Int, in run: CausalRun) -> Chain {
    var walk = ChainWalk(run, inside: start)
    walk.pending = [(.event(start, index), 0, false)]
    return walk.finished()
  }

  /// Returns the way of an event that a source sent, or would have sent, while an operator did not observe it.
  static func chain(ofMissed marble: Timeline.Marble, by input: StageInput, in run: CausalRun) -> Chain {
    var walk = ChainWalk(run, inside: input.starts.first)
    if let stage = input.stage, !input.isQueued {
      let reference = run.reference(ofMissed: marble, by: input) ?? run.reference(of: stage, marble)
      let part = input.wouldSend(marble) ? Chain.Link.Part.missed : .wrote
      walk.add(
        Chain.Link(marble: marble, stage: stage, part: part, references: reference.map { [$0] } ?? [], order: .max))
    }
    walk.pending = [(.carriers, 0, false)]
    walk.followCarrier(of: input, startedAt: input.starts.first?.tick)
    return walk.finished()
  }

  /// Returns the way of the reason for a subscription, which is empty if the result was observed then.
  static func chain(ofSubscription start: StageStart, in run: CausalRun) -> Chain {
    var walk = ChainWalk(run, inside: start)
    if start.input.parameter == nil {
      walk.followCarrier(of: start.input, startedAt: start.tick)
    } else {
      walk.followSubscription(start, at: Timeline.Marble(tick: start.tick, event: .interrupted))
    }
    walk.pending.append((.carriers, walk.branch, true))
    return walk.finished()
  }

  /// Returns the last event that an operator received before something happened with a cause.
  static func trigger(of cause: Trace.Cause, in run: CausalRun) -> (start: StageStart, index: Int)? {
    ChainWalk(run).nearest(cause).received.last
  }

  /// Returns the way with everything that is still to be followed, up to a number of links.
  private mutating func finished(upTo count: Int = .max) -> Chain {
    while chain.links.count < count, let next = pending.popLast() {
      (branch, isReason) = (next.branch, next.isReason)
      switch next.step {
      case .event(let start, let index): follow(start, index)
      case .carriers:
        guard let start = carriers.popLast() else { continue }
        pending.append(next)
        followCarrier(of: start.input, startedAt: start.tick)
      }
    }
    return chain.inOrderOfTime
  }

  private mutating func follow(_ start: StageStart, _ index: Int) {
    guard let node = run.node(index, of: start.track), case .event(_, _, _, let before)? = run[node],
      visited.insert(node).inserted
    else { return }
    if start.input.parameter == nil { carriers.append(start) }
    follow(
      start.marbles, index, of: start.input.stage, before, at: run.reference(ofInner: start, index),
      receivedFrom: start, order: 2 * (node.index ?? 0))
  }

  /// Adds one of the events that a stage sent, and everything before it.
  private mutating func follow(
    _ marbles: [Timeline.Marble], _ index: Int, of stage: Stage?, _ cause: Trace.Cause,
    at own: Diagram.EventReference?, receivedFrom received: StageStart? = nil, order: Int
  ) {
    let marble = marbles[index]
    let origin = nearest(cause, of: marble)
    let references = (own.map { [$0] } ?? []) + origin.references
    // The cause of an event that an operator creates can be an event of another one, because of which it was subscribed.
    let isCreated = stage?.use != nil && origin.received.last.map { $0.start.input.owner !== stage } ?? false
    let end = stage?.end(before: marble)
    guard !isCreated, end == nil, let (start, number) = origin.received.last else {
      let wrote = stage.map { if case .operation = $0.origin { false } else { true } } ?? origin.isSource
      let part: Chain.Link.Part = end.map { .hadEnded(at: $0) } ?? (wrote ? .wrote : .created)
      add(Chain.Link(marble: marble, stage: stage, part: part, references: references, order: order))
      pending.append((.carriers, branch, isReason))
      if let received { followSubscription(received, at: marble) }
      return
    }
    let part = part(of: marbles, index, from: origin)
    add(Chain.Link(marble: marble, stage: start.input.owner, part: part, references: references, order: order))
    for (start, number) in origin.received.dropLast() { mark(start, number) }
    if let (start, number) = origin.release { mark(start, number) }
    pending.append((.event(start, number), branch, isReason))
  }

  private mutating func followCarrier(of input: StageInput, startedAt tick: Int?) {
    guard input.parameter == nil, let (start, index) = nearest(input.carrier).received.last else { return }
    let state = input.starts.first.flatMap { input.owner.keepsState ? self.state(at: $0) : nil }
    branch = branchCount
    branchCount += 1
    // The end of another operator's source is why that operator started this one again.
    let isAgain = start.marbles[index].event.isTerminating && start.input.owner !== input.owner
    let again = tick.map { Chain.Link.Part.subscribed(to: start.input.name, again: true, at: $0) }
    add(
      Chain.Link(
        marble: start.marbles[index], stage: isAgain ? start.input.owner : input.owner,
        part: again.flatMap { isAgain ? $0 : nil } ?? .started(at: tick, with: state),
        references: nearest(input.carrier).references,
        order: 2 * (run.node(index, of: start.track)?.index ?? 0) + 1))
    pending.append((.event(start, index), branch, isReason))
  }

  /// Returns the last value of the inner streams of an operator before a subscription, or its initial state.
  private func state(at start: StageStart) -> Value? {
    let owner = start.input.owner
    let received = owner.inputs.filter { $0.parameter == nil }.flatMap(\.starts).flatMap { inner in
      inner.marbles.indices.map { (node: run.node($0, of: inner.track)?.index ?? .max, event: inner.marbles[$0].event) }
    }
    let last = received.filter { $0.node < start.cause.index ?? 0 && !$0.event.isTerminating }.max { $0.node < $1.node }
    return last?.event.value ?? owner.use?.arguments.lazy.compactMap(\.ownValue).first
  }

  /// Adds the reason for a subscription that an operator did not make when it was subscribed itself.
  ///
  /// The reason is an event or a time. If there is none, it is that of the subscription to the operator.
  private mutating func followSubscription(_ received: StageStart, at marble: Timeline.Marble) {
    isReason = true
    var next: StageStart? = received
    while let start = next, start.input.parameter != nil {
      next = start.parent
      let owner = start.input.owner
      let trigger = nearest(start.cause).received.last { $0.start.input.owner === owner }
      let isAgain = trigger.map { $0.start.input === start.input && $0.start.terminal != nil } ?? false
      if let (before, index) = trigger, isAgain || before.marbles[index].tick == start.tick {
        add(
          Chain.Link(
            marble: before.marbles[index], stage: owner,
            part: .subscribed(to: start.input.name, again: isAgain, at: start.tick), references: [],
            order: 2 * (start.cause.index ?? 0)))
        return pending.append((.event(before, index), branch, isReason))
      }
      let begins = start.parent.map { [$0.tick] } ?? run.plan.windows.compactMap { $0?.start }
      if owner.waitsForTime, !begins.contains(start.tick) {
        add(
          Chain.Link(
            marble: trigger.map { $0.start.marbles[$0.index] } ?? marble, stage: owner,
            part: .subscribedAtTime(to: start.input.name, at: start.tick, sinceEvent: trigger != nil), references: [],
            order: 2 * (start.cause.index ?? 0)))
        if let trigger { pending.append((.event(trigger.start, trigger.index), branch, isReason)) }
        return
      }
    }
  }

  /// Marks the way of an event in the drawing only.
  private mutating func mark(_ start: StageStart, _ index: Int) {
    guard chain.links.count < Self.maxLinks else { return }
    var walk = ChainWalk(run, inside: start)
    walk.pending = [(.event(start, index), 0, false)]
    chain.mark(walk.finished(upTo: Self.maxLinks).references)
  }

  private mutating func add(_ link: Chain.Link) {
    var link = link
    link.branch = branch
    link.isReason = isReason
    chain.add(link, keeping: Self.maxLinks)
  }

  private func part(of marbles: [Timeline.Marble], _ index: Int, from origin: Origin) -> Chain.Link.Part {
    guard let (start, number) = origin.received.last else { return .created }
    let (marble, source) = (marbles[index], start.marbles[number])
    if origin.isHeldEnd {
      let value = index > 0 && marbles[index - 1].tick == marble.tick ? marbles[index - 1] : nil
      return source.tick == marble.tick
        ? .passed : .held(since: source, until: value.map { (start.input.owner.name, $0) })
    }
    let release = origin.release.map { ($0.start.input.name, $0.start.marbles[$0.index]) }
      .flatMap { $0.1.tick == marble.tick ? $0 : nil }
    let others = origin.received.dropLast().map { ($0.start.input.name, $0.start.marbles[$0.index]) }
    if !others.isEmpty { return .combined(with: others, since: source, until: release) }
    if start.input.makesValues, !marble.event.isTerminating, !source.event.isTerminating {
      guard start.input.owner.keepsState else { return .made(from: source, until: release) }
      let initial = start.input.owner.use?.arguments.lazy.compactMap(\.ownValue).first
      guard let last = marbles[..<index].lazy.compactMap(\.event.value).last ?? initial else { return .passed }
      let isFirst = !marbles[..<index].contains { !$0.event.isTerminating }
      return .folded(from: source, state: isFirst || start.input.owner.sendsState ? last : nil)
    }
    // Streams in a result are recorded, and differ from those that were received.
    let isSame =
      start.input.owner.behavior?.values.pass == true && !marble.event.isTerminating && !source.event.isTerminating
    if marble.event != source.event, !isSame {
      var values = start.marbles[..<number].compactMap(\.event.value)
      // A number counts only the values that meet the condition.
      if start.input.owner.behavior?.values == .number { values.removeAll(where: start.input.owner.rejects) }
      if source.event == .completed, !marble.event.isTerminating, !values.isEmpty,
        start.input.owner.behavior?.waitsForCompletion == true
      {
        return .concluded(from: values, at: source)
      }
      let isThrown = run.node(number, of: start.track).map(start.input.owner.thrown.contains) ?? false
      return marble.event.isTerminating
        ? .ended(at: source, thrown: isThrown) : .made(from: source, until: release)
    }
    guard marble.tick != source.tick else { return .passed }
    return .held(since: source, until: release)
  }

  // MARK: Causes

  /// The closest events that operators received, the decisive one last.
  private struct Origin {
    var received: [(start: StageStart, index: Int)] = []
    var references: [Diagram.EventReference] = []
    var isSource = false
    /// Whether the event is an end that was sent after a value that the operator still held.
    var isHeldEnd = false
    /// The event at which the operator sent what it had held: an end, or an event of another stream.
    var release: (start: StageStart, index: Int)?
  }

  /// Returns the events that led to an event of an operator.
  private func nearest(_ cause: Trace.Cause, of marble: Timeline.Marble) -> Origin {
    var origin = nearest(cause)
    guard marble.event.isTerminating, let (start, index) = origin.received.last,
      start.marbles[index].event != marble.event, let node = run.node(index, of: start.track)?.index
    else { return origin }
    // An operator can send the end of one of its streams only after a value that it still held.
    let beside = run.starts(beside: start)
    let held = start.input.owner.holdsEnds ? beside.filter { $0.input.parameter != nil } : []
    if let ended = ([start] + held).first(where: {
      $0.terminal.map { $0.event == marble.event && $0.tick <= marble.tick } ?? false
    }) {
      origin.received.append((ended, ended.marbles.count - 1))
      origin.isHeldEnd = true
      return origin
    }
    // An operator can send the end of an inner stream only after the event during which the stream ended.
    for other in beside where other.input.parameter == nil && other.terminal == marble {
      let end = other.marbles.count - 1
      if let later = run.node(end, of: other.track)?.index, later > node { origin.received = [(other, end)] }
    }
    return origin
  }

  private func nearest(_ cause: Trace.Cause) -> Origin {
    var origin = Origin()
    var found: [(node: Int, start: StageStart, index: Int)] = []
    var releases: [Trace.Cause] = []
    var waiting = [cause]
    var isDirect = true
    while let next = waiting.popLast(), found.count < 100 {
      switch run[next] {
      case .event(let track, let index, _, let before):
        if case .input(let start)? = run.place(of: track) {
          if let node = next.index, start.marbles.indices.contains(Int(index)) {
            found.append((node, start, Int(index)))
          }
        } else {
          if isDirect, let reference = run.reference(of: track, Int(index)) { origin.references.append(reference) }
          if case .source? = run.place(of: track) { origin.isSource = true }
          waiting.append(before)
        }
      case .held(let value, let release):
        waiting.append(value)
        releases.append(release)
      case .parts(let range):
        isDirect = false
        waiting += run.parts(range)
      case nil: break
      }
    }
    origin.received = found.sorted { $0.node < $1.node }.map { ($0.start, $0.index) }
    if let (held, _) = origin.received.last {
      origin.release = releases.lazy.compactMap { nearest($0).received.last }
        .first {
          $0.start.input.owner === held.input.owner
            && ($0.start !== held || $0.start.marbles[$0.index].event.isTerminating)
        }
    }
    return origin
  }
}

extension Stage {
  /// Whether the operator has an argument that is a time.
  var waitsForTime: Bool {
    guard let use else { return false }
    return zip(use.call.overload.parameters, use.call.arguments).contains { parameter, argument in
      guard case .time = parameter.shape else { return false }
      if case .none = argument { return false }
      return true
    }
  }

  /// Whether a value of one of its streams can release the end of another one.
  fileprivate var holdsEnds: Bool { behavior.map { $0.onlyDrops || $0.values == .joined } ?? false }

  /// Returns the tick on which a hot source ended, if it interrupted a later observer with an event.
  fileprivate func end(before marble: Timeline.Marble) -> Int? {
    guard marble.event == .interrupted, case .source(let binding) = origin, case .pipe(let timeline) = binding.kind,
      let end = timeline.marbles.last, end.event.isTerminating,
      end.tick < marble.tick || end.tick == marble.tick && end.event != .interrupted
    else { return nil }
    return end.tick
  }

  /// Whether the operator has a state, which its closure combines with each value.
  fileprivate var keepsState: Bool { roleOfState != nil }

  /// Whether the state of the operator is the value that it sent last.
  fileprivate var sendsState: Bool { roleOfState.map { $0.gives != .pair } ?? false }

  private var roleOfState: ClosureRole? {
    use?.call.overload.parameters.lazy.compactMap(\.role).first { role in
      role.takes.contains(.state) && role.takes.count > 1 && !role.takes.contains(.values)
    }
  }

  /// Whether the operator has a condition on single values that a value does not meet.
  func rejects(_ value: Value) -> Bool {
    guard let use else { return false }
    return zip(use.call.overload.parameters, use.arguments).contains { parameter, argument in
      guard let role = parameter.role, role.gives == .boolean, role.takes == [.value],
        case .closure(let body) = argument, case .success(false) = body.boolean(of: [value])
      else { return false }
      return true
    }
  }
}

extension StageInput {
  /// Whether the operator sends values that it makes of those of this input, even if they are equal.
  fileprivate var makesValues: Bool {
    parameter != nil && owner.parts.isEmpty && owner.behavior?.values.areMadeOfOne == true
  }
}

extension ParameterDescription {
  /// Whether the argument is a closure with a parameter of a kind.
  func takes(_ kind: ClosureRole.ParameterKind) -> Bool { role?.takes.contains(kind) ?? false }

  /// The role of a closure, or `nil` for another argument.
  fileprivate var role: ClosureRole? { if case .closure(let role) = shape { role } else { nil } }
}

extension Event {
  fileprivate var value: Value? { if case .value(let value) = self { value } else { nil } }
}

extension OperatorArgument {
  fileprivate var ownValue: Value? { if case .value(let value) = self { value } else { nil } }
}
