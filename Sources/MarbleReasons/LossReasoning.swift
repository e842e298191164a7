import MarbleEvaluation
import MarbleLanguage
import Reactive

/// Finds the reason for a loss in the catalog, and fills it from the run.
struct LossReasoning {
  let run: CausalRun
  let loss: Loss
  let event: Event

  /// The words for the placeholders of a template.
  typealias Words = [String: String]

  /// The end of a sentence that begins with the operator, or `nil` if the event was lost without one.
  var phrase: String? { phrase(receiving: nil) }

  /// The reason without the words that the operator received the event.
  var effect: String { reason.map { $0.template.filled(with: $1) } ?? "" }

  /// Returns the end of a sentence that begins with the operator.
  ///
  /// - Parameter other: The words for the received event, if it is not the one of the question.
  func phrase(receiving other: String?) -> String? {
    reason.map { reason, words in
      let rest = reason.template.filled(with: words)
      if reason.followsReceipt { return "received \(other ?? "it")\(rest)" }
      return other.map { "received \($0), and \(rest)" } ?? rest
    }
  }

  /// Whether the reason is one of the operator itself, and not one of all operators.
  var isSpecific: Bool {
    guard let use = loss.stage?.use else { return false }
    let own = ownReasons(of: use).first { applies($0, to: use) && words(for: $0.condition) != nil }
    // A stream that waits in a queue is still held.
    return own.map { $0.condition != .inQueue && $0.condition != .cutOff } ?? false
  }

  /// The first reason that applies, with the words for its template.
  var reason: (reason: CatalogEntry.LossReason, words: Words)? {
    guard let use = loss.stage?.use else { return nil }
    for reason in ownReasons(of: use) + CatalogEntry.LossReason.common where applies(reason, to: use) {
      if let words = words(for: reason.condition) { return (reason, words) }
    }
    return nil
  }

  private func ownReasons(of use: OperatorUse) -> [CatalogEntry.LossReason] {
    CatalogEntry.LossReason.leading + use.call.entry.reasons + use.call.overload.behavior.reasons
  }

  private func applies(_ reason: CatalogEntry.LossReason, to use: OperatorUse) -> Bool {
    if let stream = reason.stream {
      guard (loss.input?.parameter ?? CatalogEntry.TerminationRule.innerStream) == stream else { return false }
    }
    guard let label = reason.label else { return true }
    return zip(use.call.overload.parameters, use.call.arguments).contains { parameter, argument in
      if case .none = argument { false } else { parameter.isLabeled(label) }
    }
  }

  // MARK: Conditions

  /// Returns the words for a condition that holds, or `nil`.
  private func words(for condition: CatalogEntry.LossReason.Condition) -> Words? {
    if condition == .countIsZero { return count == 0 ? [:] : nil }
    return switch loss.state {
    case .received(let start, let index): received(condition, start, index)
    case .renamed(let result): condition == .changed ? ["result": result.quoted] : nil
    case .ended(let end):
      condition == .ended || (condition == .endedItself && !wasReceived(end)) ? words(for: end) : nil
    case .left(let tick): left(condition, at: tick)
    case .notStarted(let tick): notStarted(condition, until: tick)
    case .waits(let input): condition == .waits ? waits(for: input) : nil
    case .unsent: unsent(condition)
    case .onlySignal: onlySignal(condition)
    case .unobserved, .afterEnd, .endless: nil
    }
  }

  /// Returns the words for an event of a stream that is only a signal.
  private func onlySignal(_ condition: CatalogEntry.LossReason.Condition) -> Words? {
    guard let input = loss.input, let marble = loss.marble else { return nil }
    if marble.event.isTerminating { return condition == .endHandled ? handled(marble.event, input) : nil }
    return condition == .signal ? [:] : nil
  }

  /// Whether the operator sent an end that one of its streams had sent.
  private func wasReceived(_ end: Timeline.Marble) -> Bool {
    loss.stage?.inputs.contains { $0.starts.contains { $0.terminal == end } } ?? false
  }

  private func words(for end: Timeline.Marble) -> Words {
    [
      "ended": end.event.ended, "otherTick": String(end.tick), "other": end.event.quoted,
      "message": run.origin(of: end, sentBy: loss.stage),
    ]
  }

  private func stream(_ input: StageInput) -> Words { ["stream": "`\(input.name)`"] }

  private func waits(for input: StageInput) -> Words {
    let ended = input.owner.inputs.filter { other in
      (other.parameter == nil) == (input.parameter == nil) && other.starts.last?.terminal != nil
    }
    var words = stream(input)
    if input.parameter == nil, case .timeline? = input.stage?.origin {
      let count = input.owner.inputs.count { $0.parameter == nil && $0.starts.contains { $0.end == nil } }
      words["stream"] = count == 1 ? "the inner stream of tick \(input.arrived)" : "\(count) inner streams"
    }
    words["missing"] = pluralized(max(1, (ended.map(\.valueCount).min() ?? 0) - input.valueCount), "more value")
    return words
  }

  private func received(
    _ condition: CatalogEntry.LossReason.Condition, _ start: StageStart, _ index: Int
  ) -> Words? {
    let marble = start.marbles[index]
    var words = stream(start.input)
    switch condition {
    case .endHandled: return marble.event.isTerminating ? handled(marble.event, start.input) : nil
    case .thrown:
      guard let node = run.node(index, of: start.track), start.input.owner.thrown.contains(node),
        case .failed(let failure)? = results(of: node, where: \.isTerminating).first?.event
      else { return nil }
      words["result"] = "`\(failure.message)`"
    case _ where marble.event.isTerminating: return nil
    case .dropped: return words
    case .rejected:
      guard case .value(let value) = marble.event, start.input.owner.rejects(value) else { return nil }
    case .sentInside: return run.sendsInside(marble) ? words : nil
    case .signal: return start.input.isSignal ? words : nil
    case .replaced:
      let later = start.marbles[index...].dropFirst(capacity).first
      guard let later, !later.event.isTerminating else { return nil }
      words["other"] = later.event.quoted
      words["gap"] = marble.tick.distance(text: later.tick)
    case .lostAtEnd:
      guard let end = start.terminal else { return nil }
      words["ending"] = end.event.ending
      words["gap"] = marble.tick.distance(text: end.tick)
    case .lostAtFailure:
      guard let end = start.terminal, end.event != .completed else { return nil }
      words["ending"] = end.event.ending
      words["gap"] = marble.tick.distance(text: end.tick)
    case .cutOff:
      let end = start.terminal == nil ? start.end : disposal(of: start.input.owner, after: marble.tick)
      guard let end else { return nil }
      words["otherTick"] = String(end)
      let terminal = run.end(of: start.input.owner)?.terminal
      words["moment"] = moment((end, terminal?.tick == end ? terminal : nil))
    case .partnerSilent:
      // On the same tick, the other input may have sent its first value only after this one.
      let silent = partner(of: start, with: 0, by: marble.tick) ?? partner(of: start, with: 0, by: marble.tick - 1)
      guard let partner = silent else { return nil }
      words = stream(partner)
      let subscribed = partner.start(beside: start)?.tick ?? 0
      words["since"] = subscribed > 0 ? "since it was subscribed on tick \(subscribed)" : "yet"
    case .partnerBehind:
      let number = start.marbles[..<index].count { !$0.event.isTerminating }
      guard let partner = partner(of: start, with: number, by: .max) else { return nil }
      words = stream(partner)
      let count = partner.start(beside: start)?.marbles.count { !$0.event.isTerminating } ?? 0
      words["number"] = String(number + 1)
      words["count"] = count == 0 ? "no values" : "only " + pluralized(count, "value")
      words["moment"] = run.end(servedBy: start).map(moment) ?? "at the end of the run"
    case .partnerUnfinished:
      let unfinished = start.input.owner.inputs.first { input in
        input !== start.input && (input.valueCount == 0 || input.starts.last?.terminal?.event != .completed)
      }
      guard let partner = unfinished else { return nil }
      // A failure or an interruption of the other input is a part of the moment.
      words["cause"] =
        switch partner.starts.last?.terminal?.event {
        case nil: ", because `\(partner.name)` had not completed"
        case .completed?: ", because `\(partner.name)` completed without a value"
        default: ""
        }
      words["moment"] = run.end(servedBy: start).map(moment) ?? "at the end of the run"
    case .repeated:
      guard let earlier = start.marbles[..<index].first(where: { $0.event == marble.event }) else { return nil }
      words["otherTick"] = String(earlier.tick)
    case .repeatsPrevious:
      guard let previous = start.marbles[..<index].last, previous.event == marble.event else { return nil }
      words["otherTick"] = String(previous.tick)
    case .open, .incomplete:
      guard start.terminal == nil, start.end == nil else { return nil }
    case .unopened: return isBetweenArrays(start, index) ? words : nil
    case .notLeast: return isSurpassed(start, index) { isLess($0, $1) } ? words : nil
    case .notGreatest: return isSurpassed(start, index) { isLess($1, $0) } ? words : nil
    case .changed, .failed:
      guard let node = run.node(index, of: start.track) else { return nil }
      let results = results(of: node) { $0.isTerminating || condition == .changed }
      guard
        let result = results.first(where: { $0.event != marble.event && !$0.event.isTerminating })
          ?? results.first(where: { $0.event != marble.event })
      else { return nil }
      if condition == .failed, EventKind(result.event) != .failed { return nil }
      words["result"] = result.event.quoted
    case .emptyInner:
      guard let node = run.node(index, of: start.track) else { return nil }
      let inner = run.innerStreams(of: node)
      guard let first = inner.first, inner.allSatisfy({ !$0.starts.isEmpty }) else { return nil }
      // A stream that was unsubscribed could have sent more.
      if !first.isSignal, inner.contains(where: \.wasCut) { return nil }
      words["stream"] = "`\(first.name)`"
      words["outcome"] = outcome(of: first)
    case .silentInner:
      let own = run.node(index, of: start.track).map(run.innerStreams) ?? []
      // A value that came during the wait for another one has no stream of its own.
      let inner = start.input.owner.inputs.filter { inner in
        inner.parameter == nil && inner.starts.contains { $0.tick <= marble.tick && $0.end ?? .max >= marble.tick }
      }
      guard let last = own.last ?? inner.last, !last.wasCut,
        !last.starts.flatMap(\.marbles).contains(where: { !$0.event.isTerminating })
      else { return nil }
      words["stream"] = "`\(last.name)`"
      words["outcome"] = outcome(of: last)
    case .switched:
      guard let node = run.node(index, of: start.track),
        let input = run.innerStreams(of: node).first(where: {
          $0.starts.contains { $0.end != nil && $0.terminal == nil }
        }),
        let end = input.starts.last?.end
      else { return nil }
      words["otherTick"] = String(end)
      if let terminal = run.end(of: start.input.owner)?.terminal, terminal.tick == end {
        words["cause"] = "when it \(terminal.event.ending)\(run.origin(of: terminal, sentBy: start.input.owner))"
      } else if strategy == .race {
        words["cause"] = "because another one had sent the first event"
      } else if let other = start.marbles.dropFirst(index + 1).first(where: {
        $0.tick == end && !$0.event.isTerminating
      }) {
        words["cause"] = "when \(other.event.quoted) came"
      } else {
        return nil
      }
    case .busy, .inQueue:
      // An operator without a strategy, such as `action`, may refuse events, but has no queue that a strategy tells of.
      let refuses = [.throttle, .race].contains(strategy ?? .throttle)
      if let strategy, [.merge, .latest].contains(strategy) { return nil }
      words["cause"] = strategy == .race ? "had sent the first event" : "was active"
      guard refuses == (condition == .busy), let node = run.node(index, of: start.track) else { return nil }
      guard run.innerStreams(of: node).allSatisfy(\.starts.isEmpty) else { return nil }
      words["moment"] = run.end(servedBy: start).map(moment) ?? "at the end of the run"
    case .ended, .endedItself, .left, .raced, .notStarted, .unsent, .unreceived, .waits, .unneeded, .countIsZero:
      return nil
    }
    return words
  }

  /// Whether an operator that divides its source into arrays received a value between two of them.
  private func isBetweenArrays(_ start: StageStart, _ index: Int) -> Bool {
    guard let use = loss.stage?.use, let node = run.node(index, of: start.track)?.index else { return false }
    func argument(_ label: String) -> OperatorArgument? {
      zip(use.call.overload.parameters, use.arguments).first { $0.0.isLabeled(label) }?.1
    }
    if case .integer(let count) = argument("count"), case .integer(let every) = argument("every") {
      return Int64(start.marbles[..<index].count { !$0.event.isTerminating }) % every >= count
    }
    guard case .stream = argument("from") else { return false }
    // An array is open until the stream that was started for it sends a value.
    let closings = start.input.owner.inputs.filter { $0.parameter == nil }.flatMap(\.starts)
    return !closings.contains { closing in
      guard closing.parent === start.parent, closing.cause.index ?? 0 < node else { return false }
      guard let first = closing.marbles.first, !first.event.isTerminating else { return true }
      return run.node(0, of: closing.track)?.index ?? 0 > node
    }
  }

  /// Whether another value of the same subscription comes before a value in an order, or is equal and came earlier.
  private func isSurpassed(_ start: StageStart, _ index: Int, by precedes: (Value, Value) -> Bool) -> Bool {
    var best: (index: Int, value: Value)?
    for (place, marble) in start.marbles.enumerated() {
      guard case .value(let value) = marble.event else { continue }
      if best.map({ precedes(value, $0.value) }) ?? true { best = (place, value) }
    }
    return best?.index != index
  }

  /// Whether a value is less than another one in the order of the operator.
  private func isLess(_ left: Value, _ right: Value) -> Bool {
    let closure = loss.stage?.use?.arguments.lazy.compactMap { argument in
      if case .closure(let body) = argument { body } else { nil }
    }.first
    if let closure { return (try? closure.boolean(of: [left, right]).get()) == true }
    return (try? run.runContext.apply(.less, left, right)) == .boolean(true)
  }

  /// The number of values that the operator holds, where the next one replaces the first.
  private var capacity: Int { max(1, count ?? 1) }

  /// The first number of values among the arguments.
  private var count: Int? {
    guard let use = loss.stage?.use else { return nil }
    let counts = zip(use.call.overload.parameters, use.arguments).compactMap { parameter, argument in
      if case .count = parameter.shape, case .integer(let count) = argument { Int(clamping: count) } else { nil }
    }
    return counts.first
  }

  /// Returns words for the end of the operator.
  private func moment(_ end: (tick: Int, terminal: Timeline.Marble?)) -> String {
    let message = end.terminal.map { run.origin(of: $0, sentBy: loss.stage) } ?? ""
    let ending = end.terminal?.event.ending ?? "was unsubscribed"
    return "when `\(loss.stage?.name ?? "the result")` \(ending), on tick \(end.tick)\(message)"
  }

  /// Returns the tick on which the observer of an operator that delays values unsubscribed before its end.
  private func disposal(of stage: Stage, after tick: Int) -> Int? {
    let hasInner = stage.inputs.contains { $0.parameter == nil && $0.wasCut && $0.starts.last?.end ?? 0 >= tick }
    guard stage.behavior?.tick == .later || hasInner else { return nil }
    if stage === run.root {
      return run.output.marbles.last.flatMap { $0.event == .interrupted && $0.tick >= tick ? $0.tick : nil }
    }
    let observers = run.log.stages.lazy.flatMap(\.inputs).filter { $0.stage === stage }.flatMap(\.starts)
    let start = observers.last { $0.tick <= tick && $0.end ?? .max >= tick }
    return start?.terminal == nil ? start?.end : nil
  }

  /// Returns what an inner stream did instead of sending a value that is part of the result.
  private func outcome(of input: StageInput) -> String {
    let marbles = input.starts.flatMap(\.marbles)
    if marbles.contains(where: { !$0.event.isTerminating }) { return "sent nothing that came" }
    guard let end = marbles.last?.event else { return "sent nothing" }
    return EventKind(end) == .failed ? "failed with \(end.quoted)" : "\(end.ending) without a value"
  }

  /// Returns the events that the operator sent at an event.
  private func results(of node: Trace.Cause, where counts: (Event) -> Bool) -> [Timeline.Marble] {
    let effects = run.effects(of: node, where: counts)
    return effects.outputs.map { run[$0] } + effects.received.map { $0.start.marbles[$0.index] }
  }

  /// Returns another input of the operator that sent at most some number of values by a tick.
  private func partner(of start: StageStart, with count: Int, by tick: Int) -> StageInput? {
    start.input.owner.inputs.first { input in
      guard input !== start.input, (input.parameter == nil) == (start.input.parameter == nil) else { return false }
      let values = input.start(beside: start)?.marbles.prefix { $0.tick <= tick }.count { !$0.event.isTerminating }
      return (values ?? 0) <= count
    }
  }

  /// Returns the event at which the operator unsubscribed from an input on a tick.
  private func departure(from input: StageInput, on tick: Int) -> Timeline.Marble? {
    if strategy == .latest {
      // It is the next value, which may start a stream that sends more on the same tick.
      let sources = input.owner.inputs.lazy.filter { $0.parameter != nil }.flatMap(\.starts)
      return sources.compactMap { start in
        start.marbles.indices.first { index in
          start.marbles[index].tick == tick && !start.marbles[index].event.isTerminating
            && run.node(index, of: start.track)?.index ?? .max > input.carrier.index ?? -1
        }.map { start.marbles[$0] }
      }.first
    }
    // For others, it is the last one that was received then.
    let events = input.owner.inputs.filter { $0 !== input }.flatMap(\.starts).flatMap(\.marbles)
    return events.last { $0.tick == tick && !$0.event.isTerminating } ?? events.last { $0.tick == tick }
  }

  private func left(_ condition: CatalogEntry.LossReason.Condition, at tick: Int) -> Words? {
    guard condition == (strategy == .race ? .raced : .left), let input = loss.input else { return nil }
    var words = stream(input)
    words["otherTick"] = String(tick)
    words["other"] = departure(from: input, on: tick)?.event.quoted ?? "another event"
    return words
  }

  /// The strategy for inner streams, or `nil` for an operator without one.
  private var strategy: FlattenStrategy? { loss.stage?.strategy }

  private func notStarted(_ condition: CatalogEntry.LossReason.Condition, until tick: Int?) -> Words? {
    guard condition == .notStarted, let input = loss.input else { return nil }
    var words = stream(input)
    let isSameTick = tick != nil && tick == loss.marble?.tick
    // The operator may have subscribed to the same stream for another value.
    let isOneOfSeveral =
      input.parameter == nil && input.stage?.isNamed == true
      && input.owner.inputs.count { $0.name == input.name } > 1
    let name = isOneOfSeveral ? "the `\(input.name)` of tick \(input.arrived)" : "`\(input.name)`"
    words["start"] =
      (tick.map { "subscribed to \(name) only \(isSameTick ? "later " : "")on tick \($0)" }
        ?? "never subscribed to \(name)")
      + (strategy == nil || input.parameter == nil ? cause(ofStart: tick) : ", because it received no value")
    return words
  }

  /// Returns the reason why an inner stream was started late, or not at all.
  private func cause(ofStart tick: Int?) -> String {
    switch strategy {
    case nil where tick == nil: causeOfSuccession
    case .merge, .latest, nil: ""
    case .throttle: ", because another stream was active when it arrived"
    case .race: ", because another stream had sent the first event"
    default:
      if tick != nil {
        ", because it had to wait for another stream"
      } else if let end = loss.stage.flatMap(run.end)?.terminal {
        ", because it \(end.event.ending) on tick \(end.tick)\(run.origin(of: end, sentBy: loss.stage))"
      } else {
        ", because the streams before it did not end"
      }
    }
  }

  /// Returns the reason why an operator did not start the stream that follows its source.
  private var causeOfSuccession: String {
    guard let stage = loss.stage, let source = stage.inputs.first, let overload = stage.use?.call.overload,
      [.continued, .succeeded, .replaced].contains(overload.behavior.values)
    else { return "" }
    if overload.behavior.values == .replaced {
      // A first value in time is enough for some timeouts.
      guard let end = source.starts.last?.terminal, !overload.parameters.contains(where: { $0.isLabeled("first") })
      else { return "" }
      return ", because `\(source.name)` \(end.event.ending) on tick \(end.tick), before its time was up"
    }
    guard let end = source.starts.last?.terminal else {
      return source.starts.last?.end.map { ", because it was unsubscribed on tick \($0)" }
        ?? ", because `\(source.name)` did not complete"
    }
    return end.event == .completed ? "" : ", because `\(source.name)` \(end.event.ending) on tick \(end.tick)"
  }

  private func unsent(_ condition: CatalogEntry.LossReason.Condition) -> Words? {
    guard let stage = loss.stage else { return nil }
    switch condition {
    case .unsent: return ["values": run.values(sentBy: stage)]
    case .open:
      // An array can be complete before the end.
      let isPart = stage.use?.call.entry.reasons.contains { $0.condition == .incomplete } ?? false
      guard stage.behavior?.waitsForCompletion == true, !isPart, let input = stage.inputs.first,
        input.starts.contains(where: { $0.end == nil })
      else { return nil }
      return stream(input)
    case .unreceived: return ["values": stage.inputs.first?.stage.map(run.values) ?? "no values"]
    case .unneeded:
      guard case .value(let value) = event, stage.use?.arguments.contains(where: { $0.contains(value) }) == true else {
        return nil
      }
      return ["values": stage.inputs.first?.stage.map(run.values) ?? "no values"]
    default: return nil
    }
  }

  /// Returns the effect of an end that did not pass.
  private func handled(_ end: Event, _ input: StageInput) -> Words? {
    let rules = loss.stage?.use?.call.entry.terminationRules ?? []
    let name = input.parameter ?? CatalogEntry.TerminationRule.innerStream
    let own = rules.filter { $0.stream == name }
    let labels = loss.stage?.use.map { use in
      zip(use.call.overload.parameters, use.call.arguments).compactMap { parameter, argument -> String? in
        if case .none = argument { nil } else { parameter.label }
      }
    }
    guard
      let rule = own.first(where: { $0.label.map { labels?.contains($0) == true } ?? false })
        ?? own.first(where: { $0.label == nil })
    else { return nil }
    let effect =
      switch end {
      case .failed: rule.failed
      case .interrupted: rule.interrupted
      case .completed, .value: rule.completed
      }
    if effect.kind == .passes { return nil }
    // The result of the operator is not always that of the expression.
    return ["effect": effect.usualText.replacing("the result", with: "its result")]
  }
}

extension StageInput {
  /// Returns the subscription that was made together with one to another input of the same operator.
  fileprivate func start(beside other: StageStart) -> StageStart? {
    starts.last { $0.parent === other.parent && $0.tick == other.tick } ?? starts.last { $0.parent === other.parent }
  }
}

extension Stage {
  /// The strategy for inner streams, or `nil` for an operator without one.
  var strategy: FlattenStrategy? {
    use?.arguments.lazy.compactMap { if case .strategy(let strategy) = $0 { strategy } else { nil } }.first
  }

  /// Whether the stream has a name of its own, and is not a timeline in quotes.
  fileprivate var isNamed: Bool { if case .timeline = origin { false } else { true } }

  /// The end after which a source sent an event, if there is one.
  func end(beforeOwn marble: Timeline.Marble) -> Timeline.Marble? {
    guard case .pipe(let timeline)? = source?.kind else { return nil }
    return timeline.marbles.prefix { $0 != marble }.first(where: \.event.isTerminating)
  }
}
