import MarbleEvaluation
import MarbleLanguage

/// Answers about events that did not come.
extension Inquiry {
  /// The answer if an event was lost on the tick of the question.
  ///
  /// - Parameter isInside: Whether only an operator in a closure can have sent it.
  func lostOnTick(_ event: Event, inside isInside: Bool) -> Draft? {
    guard let tick = question.tick else { return nil }
    let search = LossSearch(run, event: event, tick: tick)
    guard case .lost(let loss, let candidate) = search.finding(), candidate.marble.tick == tick,
      !isInside || loss.missedInput.map({ $0.parameter == nil && $0.stage?.use != nil }) ?? false
    else { return nil }
    return lost(loss, event)
  }

  /// The answer if an event came on another tick, and something else happened on the tick of the question.
  func insteadOnTick(_ index: Int, _ event: Event) -> Draft? {
    guard let tick = question.tick else { return nil }
    let way = ChainWalk.chain(ofOutput: index, in: run)
    let came = run.output.marbles[index].tick
    let start = way.links.map(\.tick).min() ?? came
    // The event was on its way then.
    if (start...max(start, came)).contains(tick) { return nil }
    return instead(of: event, on: tick)
  }

  /// The answer if something else happened on the tick of the question.
  private func instead(of event: Event, on tick: Int) -> Draft? {
    let marbles = run.output.marbles
    if let end = marbles.last, end.event.isTerminating, end.tick < tick {
      if run.isEndOfWindow(end) {
        return draft(answer(event, "the observer unsubscribed on tick \(end.tick)."), came: false)
      }
      let chain = ChainWalk.chain(ofOutput: marbles.count - 1, in: run)
      let origin = run.origin(of: end, sentBy: run.root)
      return draft(
        answer(event, "the result had already \(end.event.ended), on tick \(end.tick)\(origin)."),
        came: false, chain, culprit: chain.decisive)
    }
    if let other = marbles.firstIndex(where: { $0.tick == tick && !$0.event.isTerminating }) {
      let chain = ChainWalk.chain(ofOutput: other, in: run)
      let parts = ChainNarration(chain: chain).parts.joined(separator: ", ")
      var draft = draft(
        answer(event, "on tick \(tick), \(marbles[other].event.quoted) came: \(parts)."), came: false, chain,
        culprit: chain.decisive)
      draft.loss = Loss(stage: chain.decisive, input: nil, marble: marbles[other], state: .unsent)
      return draft
    }
    guard let loss = LossSearch(run, event: event, tick: tick).lastLoss(on: tick), let marble = loss.marble else {
      return nil
    }
    let reasoning = LossReasoning(run: run, loss: loss, event: marble.event)
    // A signal is not a reason for the absence of another event.
    if reasoning.reason?.reason.condition == .signal, !event.asks(for: marble.event) { return nil }
    guard reasoning.isSpecific, let phrase = reasoning.phrase(receiving: marble.event.quoted) else { return nil }
    var draft = draft(
      answer(event, "on tick \(tick), `\(loss.stage?.label ?? "")` \(phrase)."), came: false, chain(of: loss),
      culprit: loss.stage)
    draft.loss = loss
    draft.reason = reasoning.reason?.reason
    return draft
  }

  /// The answer if another observer received an event, outside of the first observer's window unless `anywhere`.
  func cameToOther(_ event: Event, anywhere: Bool = false) -> Draft? {
    for (observer, timeline) in whole.outputs.enumerated().dropFirst() {
      let marble = timeline.marbles.first {
        event.asks(for: $0.event) && (question.tick ?? $0.tick) == $0.tick
          && (anywhere || !isInFirstWindow($0.tick))
      }
      if let marble { return came(to: observer, marble, event) }
    }
    return nil
  }

  private func came(to observer: Int, _ marble: Timeline.Marble, _ event: Event) -> Draft {
    let what = event.asks(for: marble.event) ? "it" : "it as \(marble.event.quoted)"
    let start =
      elsewhere(event).map {
        "\($0.event.quoted) came to the first observer on tick \($0.tick), not on tick \(question.tick ?? marble.tick)"
      } ?? "\(event.quoted) did not come to the first observer\(absence(on: marble.tick))"
    return draft("\(start). Observer \(observer + 1) received \(what) on tick \(marble.tick).", came: false)
  }

  private func isInFirstWindow(_ tick: Int) -> Bool {
    guard let window = run.plan.windows.first ?? nil, window.start <= tick else { return false }
    return !(run.output.marbles.last.map { run.isEndOfWindow($0) && $0.tick <= tick } ?? false)
  }

  /// Returns the reason why the first observer could not receive an event on a tick, as the end of a sentence.
  private func absence(on tick: Int) -> String {
    guard let window = run.plan.windows.first ?? nil else { return ", which never subscribed" }
    if tick < window.start { return ", which subscribed on tick \(window.start)" }
    guard let end = run.output.marbles.last, end.event.isTerminating, end.tick <= tick else { return "" }
    return run.isEndOfWindow(end)
      ? ", which unsubscribed on tick \(end.tick)" : ", which had received \(end.event.quoted) on tick \(end.tick)"
  }

  /// The answer if an event comes to an observer that subscribes earlier or does not unsubscribe.
  private func outsideOfWindow(_ event: Event) -> Draft? {
    guard let window = run.plan.windows.first ?? nil else { return nil }
    if let end = window.end, run.output.marbles.last.map(run.isEndOfWindow) == true,
      let tick = tick(of: event, during: Window(from: window.start)), tick >= end
    {
      return draft(
        answer(event, "the observer unsubscribed on tick \(end); otherwise it would have come on tick \(tick)."),
        came: false)
    }
    guard window.start > 0, let tick = tick(of: event, during: .always), tick < window.start else { return nil }
    return draft(
      answer(
        event,
        "the observer subscribed on tick \(window.start); from tick 0 on, it would have received it on tick \(tick)."),
      came: false)
  }

  /// Whether an event that is missing could come in a longer run.
  private func mayChange(_ finding: LossSearch.Finding, _ event: Event) -> Bool {
    switch finding {
    case .nothing: true
    case .came: false
    case .lost(let loss, _):
      LossReasoning(run: run, loss: loss, event: event).reason?.reason.condition.mayChange == true
    }
  }

  /// Whether an operator received an event, or would have received it, without the first observer, whose window had ended.
  private func isLostAfterWindow(_ finding: LossSearch.Finding) -> Bool {
    guard case .lost(let loss, _) = finding, let tick = loss.marble?.tick,
      let end = (run.plan.windows.first ?? nil)?.end
    else { return false }
    return switch loss.state {
    case .received: end <= tick
    case .unobserved: end <= tick && whole.plan.windows.count == 1
    default: false
    }
  }

  /// Returns the first tick on which an event comes to an observer of the same stream in another window.
  private func tick(of event: Event, during window: Window) -> Int? {
    let plan = run.plan.observed(during: [window])
    let outcome = try? Outcome(running: plan, during: plan.windows, limits: run.limitsOfChange, while: bypass.isWanted)
    return outcome?.outputs.first?.marbles.first {
      event.asks(for: $0.event) && (question.tick ?? $0.tick) == $0.tick
    }?.tick
  }

  func missing(_ event: Event) -> Draft {
    if let draft = cameToOther(event) { return draft }
    let finding = LossSearch(run, event: event, tick: question.tick).finding()
    let ofAll = whole === run ? finding : LossSearch(whole, event: event, tick: question.tick).finding()
    if case .came(let output, _) = ofAll, output.observer > 0 {
      return came(to: output.observer, whole[output], event)
    }
    if mayChange(finding, event) || isLostAfterWindow(finding), let draft = outsideOfWindow(event) { return draft }
    if event.isTerminating, let end = run.output.marbles.last, end.event.isTerminating {
      if let draft = endedOtherwise(end, event, finding) { return draft }
    } else if let loss = EndInquiry(run: run, event: event).finding() {
      return unended(loss, event)
    }
    // An equal event of another tick may have nothing to do with the one of the question.
    switch finding {
    case .lost(_, let candidate), .came(_, let candidate):
      if !event.isTerminating, candidate.marble.tick != question.tick, let draft = droppedOnTick(event) { return draft }
    case .nothing: break
    }
    let draft =
      switch finding {
      case .lost(let loss, _): lost(loss, event)
      case .came(let output, let candidate): came(as: output, candidate, event)
      case .nothing: dropped(event) ?? unsent(event)
      }
    let explained =
      switch finding {
      case .lost(_, let candidate), .came(_, let candidate): candidate.marble.tick
      case .nothing: draft.loss?.marble?.tick ?? 0
      }
    // A later event says nothing about the tick of the question.
    guard let tick = question.tick, explained > tick else { return draft }
    return instead(of: event, on: tick) ?? draft
  }

  /// The answer if the result ended in another way.
  private func endedOtherwise(_ end: Timeline.Marble, _ event: Event, _ finding: LossSearch.Finding) -> Draft? {
    // An end that an operator has handled answers the question better.
    switch event == .completed ? .nothing : finding {
    case .lost(let loss, _): return lost(loss, event)
    case .came(let output, let candidate): return came(as: output, candidate, event)
    case .nothing: break
    }
    if run.isEndOfWindow(end) {
      return draft(
        answer(event, "the observer unsubscribed on tick \(end.tick)."), came: false)
    }
    let chain = ChainWalk.chain(ofOutput: run.output.marbles.count - 1, in: run)
    let way = ChainNarration(chain: chain).parts.joined(separator: ", ")
    let sender = chain.links.first { $0.isCreated }?.stage
    return draft(
      answer(event, "the result ended with \(end.event.quoted) on tick \(end.tick): \(way)."),
      came: false,
      chain, culprit: sender)
  }

  /// The answer if the result did not end.
  private func unended(_ loss: Loss, _ event: Event) -> Draft {
    let received = loss.marble.flatMap { $0.event == event ? nil : $0.event.quoted }
    let phrase = LossReasoning(run: run, loss: loss, event: event).phrase(receiving: received) ?? "never ends"
    let name = "`\(loss.stage?.label ?? "the result")`"
    let source = loss.input.flatMap { $0.stage?.endlessSource }
    let also =
      source.map { $0.isEndless == false || $0 === loss.input?.stage ? "" : ", and `\($0.name)` never ends" } ?? ""
    var draft = draft(
      answer(event, "\(name) \(phrase)\(also)."), came: false, chain(of: loss), culprit: loss.stage)
    draft.loss = loss
    return draft
  }

  /// - Parameter isOther: Whether an event was lost that does not become the event of the question.
  func lost(_ loss: Loss, _ event: Event, isOther: Bool = false) -> Draft {
    let reasoning = LossReasoning(run: run, loss: loss, event: event)
    if !reasoning.isSpecific, let cut = LossSearch(run, event: event, tick: nil).cutOff(loss) {
      return cutOff(loss, by: cut, event)
    }
    var draft = draft(
      answer(event, sentence(of: loss, event, isOther: isOther)), came: false, chain(of: loss), culprit: loss.stage)
    draft.loss = loss
    draft.reason = reasoning.reason?.reason
    return draft
  }

  /// The answer if an operator unsubscribed while another one still held the event.
  private func cutOff(_ loss: Loss, by cut: Loss, _ event: Event) -> Draft {
    let reasoning = LossReasoning(run: run, loss: cut, event: event)
    let name = "`\(cut.stage?.label ?? "the result")`"
    let held = loss.marble.flatMap { $0.event == event ? nil : $0.event.quoted } ?? "it"
    var draft = draft(
      answer(
        event,
        "\(name) \(reasoning.phrase ?? "had already ended"), while `\(loss.stage?.label ?? "")` still held \(held)."),
      came: false, chain(of: loss), culprit: cut.stage)
    draft.loss = cut
    draft.reason = reasoning.reason?.reason
    return draft
  }

  private func chain(of loss: Loss) -> Chain {
    switch loss.state {
    case .received(let start, let index): ChainWalk.chain(of: start, index, in: run)
    case .waits(let input): chain(ofEndBeside: input)
    default:
      if let input = loss.sender, let marble = loss.marble, loss.furtherStart(in: run) == nil {
        ChainWalk.chain(ofMissed: marble, by: input, in: run)
      } else {
        Chain()
      }
    }
  }

  /// Returns the way of the last end that an operator received from its other inputs.
  private func chain(ofEndBeside input: StageInput) -> Chain {
    let starts = input.owner.inputs.filter { $0 !== input }.flatMap(\.starts)
    guard let start = starts.last(where: { $0.terminal != nil }) else { return Chain() }
    return ChainWalk.chain(of: start, start.marbles.count - 1, in: run)
  }

  private func sentence(of loss: Loss, _ event: Event, isOther: Bool) -> String {
    let received = loss.marble.flatMap { marble in
      // A value does not become an end.
      let isOther = isOther || marble.event.isTerminating != event.isTerminating
      return marble.event == event ? nil : (isOther ? "" : "it as ") + marble.event.quoted
    }
    let isReceived = if case .received = loss.state { true } else { false }
    let phrase =
      LossReasoning(run: run, loss: loss, event: event).phrase(receiving: isReceived ? received : nil)
      ?? "sent nothing for it"
    let name = "`\(loss.stage?.label ?? "the result")`"
    guard let marble = loss.marble else { return "\(name) \(phrase)." }
    switch loss.state {
    case .received: return "on tick \(marble.tick), \(name) \(phrase)."
    case .ended, .left, .notStarted:
      let source = loss.sender?.name ?? "the source"
      let sent = loss.sender?.wouldSend(marble) == true ? "would have sent" : "sent"
      let what = marble.event == event ? "it" : marble.event.quoted
      if let start = loss.furtherStart(in: run) {
        return "\(name) \(phrase), and start \(start) of `\(source)` would have sent \(what)."
      }
      let moment = loss.sender?.isQueued == true ? "" : " on tick \(marble.tick)"
      return "\(name) \(phrase), and `\(source)` \(sent) \(what)\(moment)."
    case .unobserved:
      let isAlone = whole.plan.windows.count == 1
      let isCold = loss.sender?.sendsOwnEvents ?? loss.stage?.source?.isCold ?? false
      let sent = isCold ? "would have been sent" : "was sent"
      let what = event.asks(for: marble.event) ? "it" : marble.event.quoted
      return "\(what) \(sent) on tick \(marble.tick), when "
        + (loss.stage !== run.root
          ? "\(name) was not observed."
          : isAlone ? "the result was not observed." : "that observer was not subscribed.")
    case .afterEnd(let end):
      return "\(name) sent it on tick \(marble.tick), after it had \(end.event.ended) on tick \(end.tick)."
    case .onlySignal:
      let sender =
        "`\(loss.sender?.name ?? "the source")` \(loss.sender?.wouldSend(marble) == true ? "would have sent" : "sent")"
      let moment = loss.sender?.isQueued == true ? "" : " on tick \(marble.tick)"
      guard !event.isTerminating else {
        return "\(sender) it to \(name)\(moment)\(LossReasoning(run: run, loss: loss, event: event).effect)."
      }
      return "\(sender) it\(moment), and \(name) \(phrase)."
    case .waits, .endless, .unsent, .renamed:
      return "\(name) \(phrase)."
    }
  }

  /// The answer if the event came as another one, or to another observer.
  private func came(as output: CausalRun.Output, _ candidate: LossSearch.Candidate, _ event: Event) -> Draft {
    let marble = run[output]
    if output.observer > 0 { return came(to: output.observer, marble, event) }
    var chain = ChainWalk.chain(ofOutput: output.index, in: run)
    let own = chain.own
    // Operators on inner streams that were started later changed other events.
    let branch = (own.last { $0.marble == candidate.marble } ?? own.last)?.branch
    // Operators before the event did not change it.
    let sending = own.firstIndex { $0.marble == candidate.marble && $0.stage === renamedInput(candidate)?.stage }
    let changer = own.prefix(sending ?? own.count).last { link in
      switch link.part {
      case .made, .folded, .concluded, .combined, .ended: link.branch == branch
      default: false
      }
    }?.stage
    // An operator such as `window` passes the event on inside a stream that it has created.
    let container = own.contains { $0.marble == candidate.marble } ? nil : renamedInput(candidate)?.owner
    let creator = own.contains { $0.stage === container && $0.isCreated } ? container : nil
    let starter = own.last { if case .started = $0.part { true } else { false } }?.stage
    let sender = creator ?? changer ?? starter
    let who = sender.map { "`\($0.label)`" } ?? "an operator"
    let result = own.last { $0.stage === sender && !$0.isStarted }?.marble ?? marble
    let loss = Loss(stage: sender, input: renamedInput(candidate), marble: marble, state: .renamed(to: result.event))
    let reasoning = LossReasoning(run: run, loss: loss, event: event)
    if case .received(let start, let index) = candidate.place, !own.contains(where: { $0.marble == candidate.marble }) {
      chain.lead(to: candidate.marble, of: start.input.owner, by: ChainWalk.chain(of: start, index, in: run))
    }
    var draft = draft(
      "\(event.quoted) came as \(marble.event.quoted), on tick \(marble.tick): \(who) \(reasoning.phrase ?? "sent that for it").",
      came: false, chain, culprit: sender)
    draft.reason = reasoning.reason?.reason
    return draft
  }

  private func renamedInput(_ candidate: LossSearch.Candidate) -> StageInput? {
    if case .received(let start, _) = candidate.place { start.input } else { nil }
  }

  private func unsent(_ event: Event) -> Draft {
    if let draft = unsubscribed(event) ?? cameToOther(event, anywhere: true) { return draft }
    // An operator that only passes values is named if nothing before it creates any.
    let creator = run.root?.nearestCreator(in: run)
    let stage = creator?.use == nil && run.root?.behavior?.passesAll == true ? run.root : creator
    let loss = Loss(stage: stage, input: nil, marble: nil, state: .unsent)
    let reasoning = LossReasoning(run: run, loss: loss, event: event)
    let reason = reasoning.reason?.reason
    let phrase = reasoning.phrase ?? "sends \(stage.map(run.values) ?? "nothing")"
    var draft = draft(
      answer(
        event,
        "nothing sends it. `\(stage?.label ?? "The result")` \(phrase)\(stage.map(failure) ?? "")."
          + (stage.map { run.difference(of: event, fromThoseOf: $0) } ?? "")),
      came: false,
      culprit: reason?.namesOperator == false ? nil : stage)
    draft.reason = reason
    draft.loss = loss
    return draft
  }
}
