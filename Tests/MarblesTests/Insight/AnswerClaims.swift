import MarbleLanguage
import Marbles
@testable import MarbleEvaluation
@testable import MarbleReasons
@testable import MarbleSession

/// The claims of an answer that can be compared with a recording of the run.
struct AnswerClaims {
  private let whole: CausalRun
  /// The run with the first observer alone, if the others make no difference.
  private let run: CausalRun
  private var windows: [Window?] { whole.plan.windows }

  /// Runs the last expression of a session again, or returns `nil` if there is none.
  init?(about session: Session, limits: Limits) throws {
    guard let planned = session.state.lastRun else { return nil }
    let plan = planned.plan.resolved.observed(during: planned.observed)
    whole = try CausalRun(running: plan, limits: limits) { true }
    run = try whole.ofFirstObserver(limits: limits) { true } ?? whole
  }

  /// Returns the sentence that answers a question.
  func sentence(answering question: EventQuestion) -> String {
    Inquiry.draft(of: question, in: run, of: whole, as: whole.plan.text) { true }.sentence
  }

  /// Returns the claims of an answer, and those of them that are false.
  func check(_ sentence: String, to question: EventQuestion) -> (claims: [Substring], false: [Substring]) {
    var claims: [Substring] = []
    var wrong: [Substring] = []
    // A regular expression takes much longer to build than to find no place for.
    func check<Output>(_ part: String, _ regex: @autoclosure () -> Regex<Output>, _ isTrue: (Output) -> Bool?) {
      guard sentence.contains(part) else { return }
      let regex = regex()
      for match in sentence.matches(of: regex) {
        guard let holds = isTrue(match.output) else { continue }
        claims.append(sentence[match.range])
        if !holds { wrong.append(sentence[match.range]) }
      }
    }
    let first = run.outputs[0].marbles
    let asked = question.event.map { event in { (other: Timeline.Event) in event.asks(for: other) } } ?? { _ in true }
    let onTick = first.filter { asked($0.event) && $0.tick == question.tick ?? $0.tick }
    check("did not come", /^(`[^`]+`|Nothing) did not come/) { _ in !first.contains { asked($0.event) } }
    check("did not come", /^`[^`]+` did not come(?: to the first observer)?:/) { _ in
      !whole.outputs.dropFirst().flatMap(\.marbles).contains { marble in
        asked(marble.event) && marble.tick == question.tick ?? marble.tick && isAbsent(on: marble.tick)
      }
    }
    check("did come", /^`[^`]+` did come(?: to the first observer)?, on tick (\d+)/) { Int($0.1) == onTick.first?.tick }
    check("not on tick", /^`([^`]+)` came (to the first observer )?on tick (\d+), not on tick (\d+)/) { match in
      onTick.isEmpty && match.4 == "\(question.tick ?? -1)" && first.contains { matches($0, match.1, match.3) }
    }
    check("Observer", /Observer (\d+) received it(?: as `([^`]+)`)? on tick (\d+)/) { match in
      whole.outputs[(Int(match.1) ?? 0) - 1].marbles.contains { marble in
        "\(marble.tick)" == match.3 && (match.2.map { token(marble) == $0 } ?? asked(marble.event))
      }
    }
    check("unsubscribed on tick", /(?:first observer, which|observer) unsubscribed on tick (\d+)/) { match in
      windows[0]?.end == Int(match.1) && first.last.map(token) == "!" && first.last?.tick == Int(match.1)
    }
    check("otherwise it would", /the observer unsubscribed on tick \d+; otherwise it would have come on tick (\d+)/) {
      match in
      guard let window = windows[0] else { return false }
      return try? opened(Window(from: window.start)).contains { asked($0.event) && $0.tick == Int(match.1) }
    }
    check("from tick 0 on", /from tick 0 on, it would have received it on tick (\d+)/) { match in
      try? opened(.always).contains { asked($0.event) && $0.tick == Int(match.1) }
    }
    check("the observer subscribed", /the observer subscribed on tick (\d+);/) { windows[0]?.start == Int($0.1) }
    check("first observer, which subscribed", /first observer, which subscribed on tick (\d+)/) {
      windows[0]?.start == Int($0.1)
    }
    check("which had received", /first observer, which had received `([^`]+)` on tick (\d+)/) { match in
      first.last.map { matches($0, match.1, match.2) } ?? false
    }
    check("it was sent on tick", /it was sent on tick (\d+), when (the result|that observer) was not/) { match in
      windows.prefix(match.2 == "the result" ? windows.count : 1).allSatisfy { window in
        guard let window, let tick = Int(match.1) else { return true }
        return tick < window.start || window.end.map { $0 <= tick } ?? false
      }
    }
    check("n tick", /(?:: on|\. On) tick (\d+), `([^`]+)` (?:received it as `([^`]+)`|received `([^`]+)`)?(.*)/) {
      match in
      // The event that came on the tick instead was not received by an operator with that name.
      if match.5.hasPrefix("came: ") { return nil }
      let starts = stages(match.2).flatMap(\.inputs).flatMap(\.starts)
      let received = starts.flatMap { start in start.marbles.indices.map { (start: start, index: $0) } }
        .filter { start, index in
          let marble = start.marbles[index]
          let isIt = (match.3 ?? match.4).map { token(marble) == $0 } ?? asked(marble.event)
          return isIt && marble.tick == Int(match.1)
        }
      guard match.5.contains(/dropped it|still held it|sent nothing for it/) else { return !received.isEmpty }
      return received.contains { start, index in
        run.node(index, of: start.track).map { run.effects(of: $0) { !$0.isTerminating }.isEmpty } ?? true
      }
    }
    check("had unsubscribed from", /`([^`]+)` had unsubscribed from `([^`]+)` on tick (\d+)/) { match in
      inputs(of: match.1, from: match.2).flatMap(\.starts).contains { $0.terminal == nil && $0.end == Int(match.3) }
    }
    check("had already", /`([^`]+)` had already (completed|failed|been interrupted),[^.]*? on tick (\d+)/) { match in
      sent(by: match.1).contains { $0.tick == Int(match.3) && $0.event.isTerminating && $0.event.ended == match.2 }
    }
    check("subscribed to", /`([^`]+)` subscribed to (?:the )?`([^`]+)`(?: of tick \d+)? only (?:later )?on tick (\d+)/)
    { match in
      inputs(of: match.1, from: match.2).flatMap(\.starts).contains { $0.tick == Int(match.3) }
    }
    check("never subscribed", /`([^`]+)` never subscribed to (?:the )?`([^`]+)`(?: of tick (\d+))?/) { match in
      // Several streams of the operator may have the name.
      let named = inputs(of: match.1, from: match.2).filter { $0.arrived == match.3.flatMap { Int($0) } ?? $0.arrived }
      return named.isEmpty || named.contains(where: \.starts.isEmpty)
    }
    check("sent", /`([^`]+)` sent `([^`]+)` on tick (\d+)/) { match in
      // These names and events cannot be found by their text.
      if match.2.contains("…") || match.1 == "inner stream" { return nil }
      return sent(by: match.1).contains { matches($0, match.2, match.3) }
    }
    check("sent it", /and `([^`]+)` sent it on tick (\d+)/) { match in
      match.1 == "inner stream" ? nil : sent(by: match.1).contains { asked($0.event) && "\($0.tick)" == match.2 }
    }
    check(" made ", /`([^`]+)` made (?:it )?`[^`]+`/) { match in
      // A stream that an operator only passes on is not made by it.
      stages(match.1).contains {
        ![.flattened, .inner].contains($0.behavior?.values) && $0.behavior?.values.pass != true
      }
    }
    check("…", /…, `[^`]+` (?:\w+) it\b/) { _ in false }
    check(" sends ", /`([^`]+)` sends (?:only `|no values)/) { match in
      guard case .value? = question.event else { return nil }
      // What it received is not missing before it.
      return !stages(match.1).flatMap(\.inputs).flatMap(\.starts).flatMap(\.marbles).contains { asked($0.event) }
    }
    check("equal value had come", /`([^`]+)` dropped it, because an equal value had come on tick (\d+)/) { match in
      stages(match.1).flatMap(\.inputs).flatMap(\.starts).contains { start in
        start.marbles.indices.contains { index in
          let effects = run.node(index, of: start.track).map { run.effects(of: $0) { !$0.isTerminating } }
          return asked(start.marbles[index].event) && "\(start.marbles[index].tick)" == match.2
            && effects?.isEmpty == false
        }
      }
    }
    check("sent nothing", /started `([^`]+)` for it, which sent nothing\./) { match in
      run.log.stages.flatMap(\.inputs).contains { input in
        input.parameter == nil && input.name == match.1 && !input.wasCut && !input.starts.isEmpty
          && input.starts.allSatisfy(\.marbles.isEmpty)
      }
    }
    check("would have sent it", /`([^`]+)` would have sent it on tick (\d+)/) { match in
      // Only a stream that was unsubscribed or never subscribed, or a further start of it, can send more.
      guard match.1 != "inner stream", question.event?.isTerminating == false else { return nil }
      return run.log.stages.flatMap(\.inputs).filter { $0.name == match.1 }.contains { input in
        let missed = SourceEvents.missed(by: input, in: run)
        return missed.contains { asked($0.event) && "\($0.tick)" == match.2 }
      }
    }
    check("no array was open", /on tick (\d+), `([^`]+)` dropped it, because no array was open/) { match in
      // Each array that was sent after the value lacks it.
      sent(by: match.2).allSatisfy { marble in
        guard case .value(.array(let items)) = marble.event, case .value(let value)? = question.event,
          marble.tick >= Int(match.1) ?? 0
        else { return true }
        return !items.contains(value)
          || stages(match.2).flatMap(\.inputs).flatMap(\.starts).flatMap(\.marbles)
            .contains { $0.event == question.event && "\($0.tick)" != match.1 }
      }
    }
    check("nothing sends it", /nothing sends it\. `[^`]+` (.*)/) { !$0.1.contains("still held it") }
    check("waits for", /`([^`]+)` waits for (?:the end of )?`([^`]+)`/) { match in
      inputs(of: match.1, from: match.2).flatMap(\.starts).contains { $0.end == nil }
    }
    check("until `", /until `([^`]+)` sent `([^`]+)` on tick (\d+)/) { match in
      match.1 == "inner stream" ? nil : sent(by: match.1).contains { matches($0, match.2, match.3) }
    }
    if question.event == .interrupted {
      // No operator of these programs interrupts its result without an interruption of a stream.
      check("sent `!`", /^`!`[^:]*: `([^`]+)` sent `!` on tick \d+\.$/) { match in
        stages(match.1).allSatisfy { $0.use == nil }
      }
    }
    return (claims, wrong)
  }

  /// Whether a tick is outside of the first observer's window.
  private func isAbsent(on tick: Int) -> Bool {
    guard let window = windows[0] else { return true }
    let end = run.outputs[0].marbles.last { $0.event == .interrupted && $0.tick == window.end }
    return tick < window.start || end.map { $0.tick <= tick } ?? false
  }

  /// The events of an observer with another window.
  private func opened(_ window: Window) throws -> [Timeline.Marble] {
    try CausalRun(running: whole.plan.observed(during: [window]), limits: whole.limitsOfChange) { true }.output.marbles
  }

  private func token(_ marble: Timeline.Marble) -> String { TimelinePrinter.token(for: marble.event) }

  private func matches(_ marble: Timeline.Marble, _ token: Substring, _ tick: Substring) -> Bool {
    "\(marble.tick)" == tick && self.token(marble) == token
  }

  /// Returns the streams that an answer calls by a name.
  private func stages(_ name: Substring) -> [Stage] {
    run.log.stages.filter { $0.label == name || $0.name == name || ($0.givenName ?? "") == name }
  }

  private func inputs(of owner: Substring, from name: Substring) -> [StageInput] {
    stages(owner).flatMap(\.inputs).filter { $0.name == name }
  }

  /// Returns the events that a stream sent to its observers, or would have sent to those that had unsubscribed.
  private func sent(by name: Substring) -> [Timeline.Marble] {
    let named = stages(name)
    let observed = run.log.stages.flatMap(\.inputs).filter { input in
      input.name == name || named.contains { $0 === input.stage }
    }
    let results = named.contains { $0 === run.root } ? run.outputs.flatMap(\.marbles) : []
    let hot = named.compactMap(\.source).filter { !$0.isCold }.flatMap(\.timelines).flatMap(\.marbles)
    // A group or a window sends events that its operator received, also if it has no observer.
    let sent = run.log.stages.filter { $0.parts.contains { part in named.contains { $0 === part.stage } } }
    return sent.flatMap(\.inputs).flatMap(\.starts).flatMap(\.marbles) + observed.flatMap(\.starts).flatMap(\.marbles)
      + results + hot
  }
}
