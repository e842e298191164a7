import MarbleLanguage

/// Answers a question about a plan by running it.
package struct Inquiry {
  private let question: Question
  private let plan: Plan
  private let text: String
  private let run: CausalRun
  private let bypass: Bypass

  /// Answers a question.
  ///
  /// - Parameters:
  ///   - plan: The expression that the question is about.
  ///   - text: The expression as it is written.
  package static func explanation(
    of question: Question, about plan: Plan, as text: String, limits: Limits, while isWanted: @escaping () -> Bool
  ) throws(Fault) -> Explanation {
    let run = try CausalRun(running: plan, limits: limits, while: isWanted)
    let bypass = Bypass(run: run, limits: limits, isWanted: isWanted)
    var explanation = Inquiry(question: question, plan: plan, text: text, run: run, bypass: bypass).explanation
    if explanation.asksForRemedies {
      explanation.remedies = Remedies(question, run, limits: limits, while: isWanted).remedies(for: explanation.loss)
    }
    return explanation.finished(question)
  }

  /// An answer that may lack its remedies.
  fileprivate struct Draft {
    var sentence: String
    var came: Bool
    var culprit: Stage?
    var chain = Chain()
    var diagram: Diagram
    var loss: Loss?
    var remedies: [Explanation.Remedy] = []
    /// The reason of the catalog that applies.
    var reason: CatalogEntry.LossReason?

    var asksForRemedies: Bool { !came }

    func finished(_ question: Question) -> Explanation {
      let narration = ChainNarration(chain: chain)
      var diagram = diagram
      diagram.trail = narration.trail
      return Explanation(
        question: question.text, sentence: sentence, came: came, operator: culprit?.use?.call.entry.name,
        steps: narration.steps, remedies: remedies, diagram: diagram, reason: reason)
    }
  }

  private var explanation: Draft {
    guard let event = question.event else { return tickAnswer }
    let outputs = run.output.marbles.indices.filter { matches(run.output.marbles[$0].event, event) }
    let onTick = question.tick.map { tick in outputs.filter { run.output.marbles[$0].tick == tick } } ?? outputs
    if let index = onTick.first { return came(index, event) }
    if !question.isNegated, let index = outputs.first { return cameElsewhere(index, event) }
    if question.isNegated, !outputs.isEmpty, let draft = lostOnTick(event) { return draft }
    if let index = closest(outputs) { return cameElsewhere(index, event) }
    return missing(event)
  }

  private func matches(_ found: Event, _ wanted: Event) -> Bool {
    switch (wanted, found) {
    case (.failed(let wanted), .failed(let found)): wanted == .unnamed || wanted == found
    default: wanted == found
    }
  }

  private func closest(_ outputs: [Int]) -> Int? {
    guard let tick = question.tick else { return outputs.first }
    return outputs.min { abs(run.output.marbles[$0].tick - tick) < abs(run.output.marbles[$1].tick - tick) }
  }

  private func draft(_ sentence: String, came: Bool, _ chain: Chain = Chain(), culprit: Stage? = nil) -> Draft {
    Draft(
      sentence: sentence, came: came, culprit: culprit, chain: chain,
      diagram: run.outcome.diagram(of: run.plan, as: text))
  }

  // MARK: Events that came

  private func came(_ index: Int, _ event: Event) -> Draft {
    let marble = run.output.marbles[index]
    let chain = ChainWalk.chain(ofOutput: index, in: run)
    let way = ChainNarration(chain: chain).parts.joined(separator: ", ")
    let start =
      question.isNegated
      ? "\(event.quoted) did come, on tick \(marble.tick)" : "\(marble.event.quoted) on tick \(marble.tick)"
    return draft("\(start): \(way).", came: true, chain, culprit: chain.decisive)
  }

  private func cameElsewhere(_ index: Int, _ event: Event) -> Draft {
    let marble = run.output.marbles[index]
    let chain = ChainWalk.chain(ofOutput: index, in: run)
    let way = ChainNarration(chain: chain).parts.joined(separator: ", ")
    let instead = question.tick.map { ", not on tick \($0)" } ?? ""
    var draft = draft(
      "\(marble.event.quoted) came on tick \(marble.tick)\(instead): \(way).", came: !question.isNegated, chain,
      culprit: chain.decisive)
    if question.isNegated { draft.loss = Loss(stage: chain.decisive, input: nil, marble: marble, state: .unsent) }
    return draft
  }

  /// The maximum number of events on a tick that are explained.
  private static let maxEvents = 10

  /// The answer to `why @9`.
  private var tickAnswer: Draft {
    let tick = question.tick ?? 0
    let outputs = run.output.marbles.indices.filter { run.output.marbles[$0].tick == tick }.prefix(Self.maxEvents)
    guard let first = outputs.first else {
      let near = run.output.marbles.min { abs($0.tick - tick) < abs($1.tick - tick) }
      let hint = near.map { "; the closest event is \($0.event.quoted), on tick \($0.tick)" } ?? ""
      return draft("Nothing came on tick \(tick)\(hint).", came: false)
    }
    var chain = ChainWalk.chain(ofOutput: first, in: run)
    var sentences = [came(first, run.output.marbles[first].event).sentence]
    for index in outputs.dropFirst() {
      chain.append(ChainWalk.chain(ofOutput: index, in: run))
      sentences.append(came(index, run.output.marbles[index].event).sentence)
    }
    return draft(sentences.prefix(3).joined(separator: " "), came: true, chain, culprit: chain.decisive)
  }

  // MARK: Events that did not come

  private func lostOnTick(_ event: Event) -> Draft? {
    guard let tick = question.tick else { return nil }
    let search = LossSearch(run, event: event, tick: tick)
    guard case .lost(let loss, let candidate) = search.finding(), candidate.marble.tick == tick else { return nil }
    return lost(loss, candidate, event)
  }

  private func missing(_ event: Event) -> Draft {
    if event.isTerminating, let end = run.output.marbles.last, end.event.isTerminating {
      if let draft = endedOtherwise(end, event) { return draft }
    } else if let loss = EndInquiry(run: run, event: event).finding() {
      return unended(loss, event)
    }
    switch LossSearch(run, event: event, tick: question.tick).finding() {
    case .lost(let loss, let candidate): return lost(loss, candidate, event)
    case .renamed(let output, let candidate): return renamed(output, candidate, event)
    case .nothing: return dropped(event) ?? unsent(event)
    }
  }

  /// The answer if an event is missing because an earlier one was dropped, or because a part of it is missing.
  private func dropped(_ event: Event) -> Draft? {
    if let source = bypass.source(of: event) {
      let search = LossSearch(run, event: source.event, tick: source.tick)
      if case .lost(let loss, let candidate) = search.finding() { return lost(loss, candidate, event) }
    }
    guard case .value(let value) = event else { return nil }
    for item in value.items {
      let finding = LossSearch(run, event: .value(item), tick: question.tick).finding()
      if case .lost(let loss, let candidate) = finding { return lost(loss, candidate, event) }
    }
    return nil
  }

  /// The answer if the result ended in another way.
  private func endedOtherwise(_ end: Timeline.Marble, _ event: Event) -> Draft? {
    // An end that an operator has handled answers the question better.
    switch LossSearch(run, event: event, tick: question.tick).finding() {
    case .lost(let loss, let candidate): return lost(loss, candidate, event)
    case .renamed(let output, let candidate): return renamed(output, candidate, event)
    case .nothing: break
    }
    let chain = ChainWalk.chain(ofOutput: run.output.marbles.count - 1, in: run)
    let way = ChainNarration(chain: chain).parts.joined(separator: ", ")
    let sender = chain.links.first { $0.isCreated }?.stage
    return draft(
      "\(event.quoted) did not come: the result ended with \(end.event.quoted) on tick \(end.tick): \(way).",
      came: false,
      chain, culprit: sender)
  }

  /// The answer if the result did not end.
  private func unended(_ loss: Loss, _ event: Event) -> Draft {
    let phrase = LossReasoning(run: run, loss: loss, event: event).phrase ?? "never ends"
    let name = "`\(loss.stage?.label ?? "the result")`"
    let source = loss.input.flatMap { $0.stage?.endlessSource }
    let also =
      source.map { $0.isEndless == false || $0 === loss.input?.stage ? "" : ", and `\($0.name)` never ends" } ?? ""
    var draft = draft(
      "\(event.quoted) did not come: \(name) \(phrase)\(also).", came: false, chain(of: loss), culprit: loss.stage)
    draft.loss = loss
    return draft
  }

  private func lost(_ loss: Loss, _ candidate: LossSearch.Candidate, _ event: Event) -> Draft {
    let reasoning = LossReasoning(run: run, loss: loss, event: event)
    if !reasoning.isSpecific, let cut = LossSearch(run, event: event, tick: nil).cutOff(loss) {
      return cutOff(loss, by: cut, event)
    }
    var draft = draft(sentence(of: loss, candidate, event), came: false, chain(of: loss), culprit: loss.stage)
    draft.loss = loss
    draft.reason = reasoning.reason?.reason
    return draft
  }

  /// The answer if an operator unsubscribed while another one still held the event.
  private func cutOff(_ loss: Loss, by cut: Loss, _ event: Event) -> Draft {
    let reasoning = LossReasoning(run: run, loss: cut, event: event)
    let name = "`\(cut.stage?.label ?? "the result")`"
    var draft = draft(
      "\(event.quoted) did not come: \(name) \(reasoning.phrase ?? "had already ended"), when "
        + "`\(loss.stage?.label ?? "")` still held it.",
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
      if let input = loss.input, let marble = loss.marble {
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

  private func sentence(of loss: Loss, _ candidate: LossSearch.Candidate, _ event: Event) -> String {
    let phrase = LossReasoning(run: run, loss: loss, event: event).phrase ?? "sent nothing for it"
    let name = "`\(loss.stage?.label ?? "the result")`"
    let marble = loss.marble ?? candidate.marble
    switch loss.state {
    case .received(let start, _):
      let known = marble.event == event ? "" : " received it as \(marble.event.quoted), and"
      return
        "\(event.quoted) did not come: on tick \(start.marbles.isEmpty ? 0 : marble.tick), \(name)\(known) \(phrase)."
    case .ended, .left, .notStarted:
      let source = loss.input?.name ?? "the source"
      let sent = loss.input?.isCold == true ? "would have sent" : "sent"
      let what = marble.event == event ? "it" : marble.event.quoted
      return "\(event.quoted) did not come: \(name) \(phrase), and `\(source)` \(sent) \(what) on tick \(marble.tick)."
    case .unobserved:
      return "\(event.quoted) did not come: it was sent on tick \(marble.tick), when the result was not observed."
    case .waits, .endless, .unsent, .renamed:
      return "\(event.quoted) did not come: \(name) \(phrase)."
    }
  }

  /// The answer if the event came as another one.
  private func renamed(_ output: Int, _ candidate: LossSearch.Candidate, _ event: Event) -> Draft {
    let marble = run.output.marbles[output]
    let chain = ChainWalk.chain(ofOutput: output, in: run)
    let changer = chain.links.last { link in
      switch link.part {
      case .made, .combined, .ended: true
      default: false
      }
    }?.stage
    let starter = chain.links.last { if case .started = $0.part { true } else { false } }?.stage
    let sender = changer ?? starter
    let who = sender.map { "`\($0.label)`" } ?? "an operator"
    let result = chain.links.last { $0.stage === sender && !$0.isStarted }?.marble ?? marble
    let loss = Loss(stage: sender, input: renamedInput(candidate), marble: marble, state: .renamed(to: result.event))
    let reasoning = LossReasoning(run: run, loss: loss, event: event)
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
    let root = run.root
    let stage = root?.passesAllValues == true ? root : root?.nearestCreator
    let loss = Loss(stage: stage, input: nil, marble: nil, state: .unsent)
    let phrase =
      LossReasoning(run: run, loss: loss, event: event).phrase ?? "sends \(stage.map(run.values) ?? "nothing")"
    var draft = draft(
      "\(event.quoted) did not come: nothing sends it. `\(stage?.label ?? "The result")` \(phrase).", came: false,
      culprit: stage?.passesAllValues == true ? nil : stage)
    draft.reason = LossReasoning(run: run, loss: loss, event: event).reason?.reason
    draft.loss = loss
    return draft
  }
}

extension Value {
  /// The values in a tuple or an array.
  fileprivate var items: [Value] {
    switch self {
    case .tuple(let items), .array(let items): items
    default: []
    }
  }
}
