import MarbleEvaluation
import MarbleLanguage

/// Answers a question about a plan by running it.
package struct Inquiry {
  let question: EventQuestion
  /// The expression as it is written.
  private let text: String
  /// The run with all observers.
  let whole: CausalRun
  /// The run with the first observer alone, if the others make no difference to it, or the run with all.
  let run: CausalRun
  let bypass: Bypass

  /// Answers a question.
  ///
  /// - Parameters:
  ///   - plan: The expression that the question is about.
  ///   - text: The expression as it is written.
  package static func explanation(
    of question: EventQuestion, about plan: Plan, as text: String, limits: Limits, while isWanted: @escaping () -> Bool
  ) throws(Fault) -> Explanation {
    let whole = try CausalRun(running: plan, limits: limits, while: isWanted)
    let run = try whole.ofFirstObserver(limits: limits, while: isWanted) ?? whole
    var explanation = draft(of: question, in: run, of: whole, as: text, while: isWanted)
    if !explanation.came {
      explanation.remedies = Remedies(question, run, while: isWanted).remedies(
        for: explanation.loss, from: explanation.chain)
    }
    return explanation.finished(question)
  }

  /// Answers a question about a run with all observers, and the run with the first one alone, without remedies.
  static func draft(
    of question: EventQuestion, in run: CausalRun, of whole: CausalRun, as text: String,
    while isWanted: @escaping () -> Bool
  ) -> Draft {
    let bypass = Bypass(run: run, isWanted: isWanted)
    return Inquiry(question: question, text: text, whole: whole, run: run, bypass: bypass).explanation
  }

  /// An answer that may lack its remedies.
  struct Draft {
    var sentence: String
    var came: Bool
    var culprit: Stage?
    var chain = Chain()
    var diagram: Diagram
    var loss: Loss?
    var remedies: [Explanation.Remedy] = []
    /// The reason of the catalog that applies.
    var reason: CatalogEntry.LossReason?

    fileprivate func finished(_ question: EventQuestion) -> Explanation {
      let narration = ChainNarration(chain: chain)
      var diagram = diagram
      diagram.trail = narration.trail
      return Explanation(
        question: question.text, sentence: sentence, came: came, operator: culprit?.use?.call.entry.name,
        listed: narration.steps, remedies: remedies, diagram: diagram, reason: reason)
    }
  }

  private var explanation: Draft {
    guard let event = question.event else { return tickAnswer }
    let outputs = run.output.marbles.indices.filter { event.asks(for: run.output.marbles[$0].event) }
    let onTick = question.tick.map { tick in outputs.filter { run.output.marbles[$0].tick == tick } } ?? outputs
    if let index = onTick.first { return came(index, event, outOf: onTick.count) }
    if let index = closest(outputs) {
      guard question.isNegated else { return cameElsewhere(index, event) }
      // What a count or a sum receives before it is another value, even if it is equal.
      let isConcluded = chain(ofOutput: index).own.contains { if case .concluded = $0.part { true } else { false } }
      let isEarlier = isConcluded && question.tick ?? 0 < run.output.marbles[index].tick
      let lost = cameToOther(event) ?? lostOnTick(event, inside: isEarlier)
      let draft = lost ?? (isEarlier ? nil : droppedOnTick(event) ?? insteadOnTick(index, event))
      return draft ?? cameElsewhere(index, event)
    }
    return missing(event)
  }

  /// Returns the event of the result that came as asked, but on another tick, if there is one.
  func elsewhere(_ event: Event) -> Timeline.Marble? {
    guard question.tick != nil else { return nil }
    let marbles = run.output.marbles
    return closest(marbles.indices.filter { event.asks(for: marbles[$0].event) }).map { marbles[$0] }
  }

  /// Returns an answer that begins with the fact that an event did not come, or came on another tick.
  func answer(_ event: Event, _ reason: String) -> String {
    guard let tick = question.tick, let marble = elsewhere(event) else {
      return "\(event.quoted) did not come\(whole.toObserver): \(reason)"
    }
    return "\(marble.event.quoted) came on tick \(marble.tick), not on tick \(tick). "
      + reason.prefix(1).uppercased() + reason.dropFirst()
  }

  private func closest(_ outputs: [Int]) -> Int? {
    guard let tick = question.tick else { return outputs.first }
    return outputs.min { abs(run.output.marbles[$0].tick - tick) < abs(run.output.marbles[$1].tick - tick) }
  }

  func draft(_ sentence: String, came: Bool, _ chain: Chain = Chain(), culprit: Stage? = nil) -> Draft {
    // A way is drawn in the run in which it was followed.
    let run = chain.links.isEmpty ? whole : run
    return Draft(
      sentence: sentence, came: came, culprit: culprit, chain: chain, diagram: run.diagram(as: text, of: whole))
  }

  // MARK: Events that came

  private func came(_ index: Int, _ event: Event, outOf count: Int = 1) -> Draft {
    let marble = run.output.marbles[index]
    if run.isEndOfWindow(marble) {
      return draft("\(event.quoted) on tick \(marble.tick): the observer unsubscribed.", came: true)
    }
    let chain = ChainWalk.chain(ofOutput: index, in: run)
    let way = ChainNarration(chain: chain).parts.joined(separator: ", ")
    let what = question.isNegated ? "\(event.quoted) did come\(whole.toObserver)," : marble.event.quoted
    let start = "\(what) on tick \(marble.tick)"
    let which = count > 1 ? ", the first of \(count)" : ""
    return draft("\(start)\(which): \(way).", came: true, chain, culprit: chain.decisive)
  }

  private func cameElsewhere(_ index: Int, _ event: Event) -> Draft {
    let marble = run.output.marbles[index]
    let chain = chain(ofOutput: index)
    let way =
      run.isEndOfWindow(marble)
      ? "the observer unsubscribed" : ChainNarration(chain: chain).parts.joined(separator: ", ")
    let instead = question.tick.map { ", not on tick \($0)" } ?? ""
    var draft = draft(
      "\(marble.event.quoted) came on tick \(marble.tick)\(instead): \(way).", came: !question.isNegated, chain,
      culprit: chain.decisive)
    if question.isNegated { draft.loss = Loss(stage: chain.decisive, input: nil, marble: marble, state: .unsent) }
    return draft
  }

  /// Returns the way of an event of the result, which is empty for the interruption at the end of a window.
  private func chain(ofOutput index: Int) -> Chain {
    run.isEndOfWindow(run.output.marbles[index]) ? Chain() : ChainWalk.chain(ofOutput: index, in: run)
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
      return draft("Nothing came\(whole.toObserver) on tick \(tick)\(hint).", came: false)
    }
    var chain = chain(ofOutput: first)
    var sentences = [came(first, run.output.marbles[first].event).sentence]
    for index in outputs.dropFirst() {
      chain.append(self.chain(ofOutput: index))
      sentences.append(came(index, run.output.marbles[index].event).sentence)
    }
    let sentence = sentences.prefix(3).joined(separator: " ")
    return draft(sentence, came: true, chain.inOrderOfTime, culprit: chain.decisive)
  }
}
