import MarbleEvaluation
import MarbleLanguage

/// Answers a question about the subscriptions to a stream by running a plan.
package struct SubscriptionInquiry {
  private let question: SubscriptionQuestion
  private let run: CausalRun
  /// The subscriptions in the order in which they began.
  private let subscriptions: [Subscription]
  /// The stream, if it is a source.
  private let source: Binding?

  /// A subscription of an operator, or of an observer of the result.
  private struct Subscription {
    /// The operator's subscription, or `nil` for an observer of the result.
    let start: StageStart?
    /// The index of the observer for which it began, if that is known.
    let observer: Int?
    let tick: Int
    /// The tick on which it ended, or `nil` if the stream was observed until the end of the run.
    let end: Int?
    /// The events that it received.
    let marbles: [Timeline.Marble]

    /// The event with which the stream ended it.
    var terminal: Timeline.Marble? { marbles.last.flatMap { $0.event.isTerminating ? $0 : nil } }
    var isUnsubscribed: Bool { end != nil && terminal == nil }
  }

  /// Answers a question.
  ///
  /// - Parameters:
  ///   - isAboutResult: Whether the stream of the question is the result.
  ///   - plan: The expression that the question is about.
  ///   - text: The expression as it is written.
  package static func explanation(
    of question: SubscriptionQuestion, isAboutResult: Bool, about plan: Plan, as text: String, limits: Limits,
    while isWanted: @escaping () -> Bool
  ) throws(Fault) -> Explanation {
    let run = try CausalRun(running: plan, limits: limits, while: isWanted)
    let stage = isAboutResult ? run.root : run.plan.bindings[question.stream.text].flatMap(run.log.stage)
    return SubscriptionInquiry(question, about: stage, in: run).explanation(as: text)
  }

  private init(_ question: SubscriptionQuestion, about stage: Stage?, in run: CausalRun) {
    self.question = question
    self.run = run
    source = stage?.source
    var subscriptions = (stage.map(run.starts) ?? []).sorted { $0.track < $1.track }.map { start in
      Subscription(
        start: start, observer: start.observer(in: run), tick: start.tick, end: start.end, marbles: start.marbles)
    }
    if let stage, stage === run.root {
      subscriptions += zip(run.plan.windows.indices, run.outputs).compactMap { index, output in
        guard let window = run.plan.windows[index] else { return nil }
        let last = output.terminal
        let isUnsubscribed = last.map { $0.event == .interrupted && $0.tick == window.end } ?? false
        return Subscription(
          start: nil, observer: index, tick: window.start, end: last?.tick,
          marbles: output.marbles.dropLast(isUnsubscribed ? 1 : 0))
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
    var diagram = run.diagram(as: text, of: run)
    // After the end of the result, an endless source has no observer. A few ticks show that it goes on.
    if run.outputs.allSatisfy({ $0.terminal != nil }) {
      let last = diagram.lanes.map(\.lastTick).max() ?? 0
      diagram.ticks = diagram.ticks.lowerBound...min(diagram.ticks.upperBound, last + 5)
    }
    return Explanation(
      question: question.text, sentence: sentence, came: !steps.isEmpty, operator: nil,
      listed: Explanation.Listed(steps), remedies: [], diagram: diagram, reason: nil)
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

  /// The relation of several subscriptions to a source.
  private var sharing: String {
    guard subscriptions.count > 1, let source else { return "" }
    if source.isCold { return ": it is cold, so each subscription starts it again" }
    let marbles = subscriptions[0].marbles
    let areEqual = !marbles.isEmpty && subscriptions.allSatisfy { $0.marbles == marbles }
    return ": it is hot, so "
      + (areEqual
        ? "all of them receive the same events" : "each subscription receives only the events of its own window")
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
    let others = listed(otherEnds)
    if unsubscribed.isEmpty { return "\(name) was not unsubscribed: it \(others)." }
    let sentence = "\(name) was unsubscribed \(Self.times(unsubscribed.compactMap(\.end)))."
    return others.isEmpty ? sentence : "\(sentence) It \(others)."
  }

  /// The ends of the subscriptions that were not unsubscribed: "sent `#` on tick 3".
  private var otherEnds: [String] {
    // The end of a hot source, which interrupts later observers.
    let hot = source.flatMap { $0.isCold ? nil : $0.timelines.first?.marbles.first(where: \.event.isTerminating) }
    let ends = subscriptions.compactMap { subscription in
      subscription.terminal.map { end in
        let hadEnded = hot.map { $0.tick <= subscription.tick && $0 != end } ?? false
        return (text: hadEnded ? "had ended when it was observed" : "sent \(end.event.quoted)", tick: end.tick)
      }
    }
    let texts = ends.reduce(into: [String]()) { if !$0.contains($1.text) { $0.append($1.text) } }
    return texts.map { text in
      "\(text) on \(Self.list(ends.filter { $0.text == text }.map(\.tick).sorted()))"
    } + (subscriptions.contains { $0.end == nil } ? ["is observed at the end of the run"] : [])
  }

  /// A number of times and their ticks: "3 times, on ticks 0, 2 and 5".
  private static func times(_ ticks: [Int]) -> String {
    let count = ticks.count == 1 ? "once" : ticks.count == 2 ? "twice" : "\(ticks.count) times"
    return "\(count), on \(list(ticks.sorted()))"
  }

  /// Different ticks in order: "ticks 0, 2 and 5".
  private static func list(_ ticks: [Int]) -> String {
    let different = ticks.reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
    let shown = different.prefix(4).map(String.init)
    let more = different.count - shown.count
    return "\(different.count == 1 ? "tick" : "ticks") \(listed(shown + (more > 0 ? ["\(more) more"] : [])))"
  }

  // MARK: Steps

  private func stepOfStart(_ subscription: Subscription) -> Explanation.Step {
    let reason = subscription.start.flatMap { ChainWalk.chain(ofSubscription: $0, in: run).reason(ofStartAt: $0.tick) }
    let observer = run.plan.windows.count == 1 ? nil : observers(of: subscription) { $0.start == subscription.tick }
    let event = reason ?? observer.map { "\($0) subscribed" }
    return step(subscription, at: subscription.tick, nil, event.map { "when \($0)" } ?? "with the result")
  }

  private func stepOfEnd(_ subscription: Subscription) -> Explanation.Step {
    let reason = subscription.start.flatMap { self.reason(ofEnd: $0, of: subscription) }
    return step(subscription, at: subscription.end ?? 0, .interrupted, reason ?? "")
  }

  private func step(
    _ subscription: Subscription, at tick: Int, _ event: Timeline.Event?, _ reason: String
  ) -> Explanation.Step {
    guard let owner = subscription.start?.input.owner else {
      return Explanation.Step(
        lane: run.root?.name ?? question.stream.text, tick: tick, event: event, operator: nil,
        text: observers(of: subscription) { $0.start == subscription.tick && (event == nil || $0.end == tick) } ?? "")
    }
    return Explanation.Step(
      lane: owner.name, tick: tick, event: event, operator: owner.use?.call.entry.name,
      text: owner.label + (reason.isEmpty ? "" : ", \(reason)"))
  }

  /// The reason why an operator stopped to observe a stream, if it is known.
  private func reason(ofEnd start: StageStart, of subscription: Subscription) -> String? {
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
    // An operator that observes the result may have unsubscribed before, also after an event of this subscription.
    let owner = start.input.owner
    let parts = owner.partsStartTheSource ? owner.parts.flatMap { run.starts(of: $0.stage) } : []
    if trigger.map({ sequence(first: $0.start) { $0.parent }.contains { $0 === start } }) ?? true,
      let outer = ([start.parent].compactMap { $0 } + parts).first(where: { $0.end == tick && $0.terminal == nil }),
      let reason = reason(ofEnd: outer, of: subscription)
    {
      return reason
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
    if let observer = observers(of: subscription, { $0.end == tick }) { return "when \(observer) unsubscribed" }
    let ended = owners.filter { hasEnded($0, on: tick) }
    // Some operators continue with another stream when their time is up.
    let timed = ended.first(where: \.waitsForTime) ?? (ended.isEmpty ? owners.first(where: \.waitsForTime) : nil)
    if let timed { return "when the time of `\(timed.label)` was up" }
    return ended.first.map { "when `\($0.label)` ended" }
  }

  /// Whether an operator sent an end on a tick.
  private func hasEnded(_ stage: Stage, on tick: Int) -> Bool {
    stage === run.root && run.outputs.contains { $0.terminal?.tick == tick }
      || run.starts(of: stage).contains { $0.terminal?.tick == tick }
  }

  /// Returns the observers of the result with some windows for which a subscription can be, or `nil` if there are none.
  private func observers(of subscription: Subscription, _ isMeant: (Window) -> Bool) -> String? {
    let windows = run.plan.windows
    let found = windows.indices.filter { subscription.observer ?? $0 == $0 && windows[$0].map(isMeant) ?? false }
    guard !found.isEmpty else { return nil }
    if windows.count == 1 { return "the observer of the result" }
    return "\(found.count == 1 ? "observer" : "observers") \(listed(found.map { String($0 + 1) })) of the result"
  }
}

extension StageStart {
  /// Returns the index of the observer of the result that made this subscription, if it is known.
  fileprivate func observer(in run: CausalRun) -> Int? {
    // A shared subscription is for several observers. After an event, it can be for any of them.
    guard input.owner.use?.call.entry.family != .share, parent != nil || cause == .none else { return nil }
    if let parent { return parent.observer(in: run) }
    let own = input.starts.filter { $0.parent == nil && $0.tick == tick && $0.cause == .none }
    let observers = run.plan.windows.indices.filter { run.plan.windows[$0]?.start == tick }
    return own.count == observers.count ? own.firstIndex { $0 === self }.map { observers[$0] } : nil
  }
}
