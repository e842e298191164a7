import MarbleEvaluation
import MarbleLanguage

/// Answers a question about the subscriptions to a stream by running a plan.
package struct SubscriptionInquiry {
  private let question: SubscriptionQuestion
  private let run: CausalRun
  /// The subscriptions in the order in which they began.
  private let subscriptions: [Subscription]

  /// A subscription of an operator, or of an observer of the result.
  private struct Subscription {
    /// The operator's subscription, or `nil` for an observer of the result.
    let start: StageStart?
    let tick: Int
    /// The tick on which it ended, or `nil` if the stream was observed until the end of the run.
    let end: Int?
    /// The event with which the stream ended it.
    let terminal: Timeline.Marble?

    var isUnsubscribed: Bool { end != nil && terminal == nil }
  }

  /// Answers a question.
  ///
  /// - Parameters:
  ///   - plan: The expression that the question is about.
  ///   - text: The expression as it is written.
  package static func explanation(
    of question: SubscriptionQuestion, about plan: Plan, as text: String, limits: Limits,
    while isWanted: @escaping () -> Bool
  ) throws(Fault) -> Explanation {
    let run = try CausalRun(running: plan, limits: limits, while: isWanted)
    return SubscriptionInquiry(question, in: run).explanation(as: text)
  }

  private init(_ question: SubscriptionQuestion, in run: CausalRun) {
    self.question = question
    self.run = run
    let stage = run.plan.bindings[question.stream.text].flatMap(run.log.stage)
    let starts = stage.map { stage in
      run.log.stages.flatMap(\.inputs).filter { $0.stage === stage }.flatMap(\.starts)
    }
    var subscriptions = (starts ?? []).sorted { $0.track < $1.track }.map { start in
      Subscription(start: start, tick: start.tick, end: start.end, terminal: start.terminal)
    }
    if let stage, stage === run.root {
      subscriptions += zip(run.plan.windows, run.outputs).compactMap { window, output in
        guard let window else { return nil }
        let last = output.terminal
        let isUnsubscribed = last.map { $0.event == .interrupted && $0.tick == window.end } ?? false
        return Subscription(
          start: nil, tick: window.start, end: last?.tick, terminal: isUnsubscribed ? nil : last)
      }
    }
    self.subscriptions = subscriptions.enumerated().sorted {
      ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset)
    }
    .map(\.element)
  }

  private func explanation(as text: String) -> Explanation {
    let steps =
      switch question.aspect {
      case .starts: subscriptions.map(stepOfStart)
      case .holders: subscriptions.filter { $0.end == nil }.map(stepOfStart)
      case .ends: subscriptions.filter(\.isUnsubscribed).map(stepOfEnd)
      }
    return Explanation(
      question: question.text, sentence: sentence, came: !steps.isEmpty, operator: nil,
      listed: Explanation.Listed(steps), remedies: [], diagram: run.outcome.diagram(of: run.plan, as: text), reason: nil
    )
  }

  // MARK: Sentences

  private var name: String { "`\(question.stream.text)`" }

  private var sentence: String {
    if subscriptions.isEmpty { return "\(name) was never observed." }
    return switch question.aspect {
    case .starts: "\(name) was observed \(Self.times(subscriptions.map(\.tick)))\(sharing)."
    case .holders: sentenceOfHolders
    case .ends: sentenceOfEnds
    }
  }

  /// Whether several subscriptions share the events of the stream, if it is a source.
  private var sharing: String {
    guard subscriptions.count > 1, let source = run.plan.bindings[question.stream.text], !source.timelines.isEmpty
    else {
      return ""
    }
    return source.isCold
      ? ": it is cold, so each subscription starts it again" : ": it is hot, so all of them receive the same events"
  }

  private var sentenceOfHolders: String {
    let count = subscriptions.count { $0.end == nil }
    guard count > 0 else {
      let last = subscriptions.compactMap(\.end).max() ?? 0
      return "Nothing holds \(name): its last subscription ended on tick \(last)."
    }
    return "\(name) has \(pluralized(count, "subscription")) at the end of the run."
  }

  private var sentenceOfEnds: String {
    let unsubscribed = subscriptions.filter(\.isUnsubscribed)
    guard unsubscribed.isEmpty else {
      return "\(name) was unsubscribed \(Self.times(unsubscribed.compactMap(\.end)))."
    }
    if let end = subscriptions.compactMap(\.terminal).last {
      return "\(name) was not unsubscribed: it sent \(end.event.quoted) on tick \(end.tick)."
    }
    return "\(name) was not unsubscribed: it is observed at the end of the run."
  }

  /// A number of times and their ticks: "3 times, on ticks 0, 2 and 5".
  private static func times(_ ticks: [Int]) -> String {
    let different = ticks.reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
    let shown = different.prefix(4).map(String.init)
    let more = different.count - shown.count
    let list = listed(shown + (more > 0 ? ["\(more) more"] : []))
    let count = ticks.count == 1 ? "once" : ticks.count == 2 ? "twice" : "\(ticks.count) times"
    return "\(count), on \(different.count == 1 ? "tick" : "ticks") \(list)"
  }

  // MARK: Steps

  private func stepOfStart(_ subscription: Subscription) -> Explanation.Step {
    let reason = subscription.start.flatMap { ChainWalk.chain(ofSubscription: $0, in: run).lastPart }
    return step(subscription, at: subscription.tick, nil, reason.map { "when \($0)" } ?? "with the result")
  }

  private func stepOfEnd(_ subscription: Subscription) -> Explanation.Step {
    step(subscription, at: subscription.end ?? 0, .interrupted, subscription.start.flatMap(reason) ?? "")
  }

  private func step(
    _ subscription: Subscription, at tick: Int, _ event: Timeline.Event?, _ reason: String
  ) -> Explanation.Step {
    guard let owner = subscription.start?.input.owner else {
      return Explanation.Step(
        lane: run.root?.name ?? question.stream.text, tick: tick, event: event, operator: nil,
        text: "the observer of the result")
    }
    return Explanation.Step(
      lane: owner.name, tick: tick, event: event, operator: owner.use?.call.entry.name,
      text: owner.label + (reason.isEmpty ? "" : ", \(reason)"))
  }

  /// The reason why an operator stopped to observe a stream, if it is known.
  private func reason(ofEnd start: StageStart) -> String? {
    guard let tick = start.end else { return nil }
    var cause = start.causeOfEnd
    var trigger = ChainWalk.trigger(of: cause, in: run)
    // An operator that ends unsubscribes after its end was received, but because of what made it end.
    if let (received, index) = trigger, received.input.stage === start.input.owner,
      received.marbles[index].event.isTerminating,
      case .event(_, _, _, let before)? = run.node(index, of: received.track).flatMap({ run[$0] })
    {
      cause = before
      trigger = ChainWalk.trigger(of: cause, in: run)
    }
    if let (received, index) = trigger, received.marbles[index].tick == tick {
      return "when `\(received.input.owner.label)` received \(received.marbles[index].event.quoted) of "
        + "`\(received.input.name)`"
    }
    if trigger == nil, let (name, marble) = run.sent(cause), marble.tick == tick {
      return "when `\(name)` sent \(marble.event.quoted)"
    }
    let above = sequence(first: start) { $0.parent }.map(\.input.owner)
    let owners = (trigger.map { [$0.start.input.owner] } ?? []) + above
    if let timed = owners.first(where: \.waitsForTime) {
      return "when the time of `\(timed.label)` was up"
    }
    return run.plan.windows.contains { $0?.end == tick } ? "when the observer of the result unsubscribed" : nil
  }
}
