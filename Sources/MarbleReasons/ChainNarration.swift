import MarbleEvaluation
import MarbleLanguage

/// Tells the way of an event in words.
struct ChainNarration {
  let chain: Chain

  /// The most parts of a sentence.
  private static let maxParts = 5

  /// The parts of a sentence in the order of time: "`a` sent `2` on tick 6", "`map` made it `4`".
  var parts: [String] {
    let links = chain.links.reversed().filter { $0.clause(naming: nil) != nil }
    let hidden = links.count > Self.maxParts ? 1..<(links.count - Self.maxParts + 2) : 0..<0
    var parts: [String] = []
    var branch: Int?
    for (index, link) in links.enumerated() {
      // After a part of another branch, or one that is left out, "it" would be another event.
      let pronoun = branch == link.branch && index != hidden.upperBound ? "it" : nil
      if index == hidden.lowerBound, !hidden.isEmpty { parts.append("…") }
      if !hidden.contains(index), let part = link.clause(naming: pronoun) { parts.append(part) }
      branch = link.branch
    }
    return parts
  }

  /// The links to list, the latest first, without operators that only pass the event if there are too many.
  var listed: Explanation.Listed<Chain.Link> {
    var links = chain.links.filter(\.hasEvent)
    while links.count > Explanation.maxSteps, let index = links.dropLast().lastIndex(where: \.isPassed) {
      links.remove(at: index)
    }
    return Explanation.Listed(links)
  }

  var steps: Explanation.Listed<Explanation.Step> {
    listed.map { link in
      let use = link.stage?.use
      return Explanation.Step(
        lane: link.stage?.name ?? "inner stream", tick: link.tick, event: link.marble.event,
        operator: use?.call.entry.name, text: link.step)
    }
  }

  /// The number of each place in the drawing, and 0 for places on the way that are not listed.
  var trail: Diagram.Trail {
    var numbers = Dictionary(uniqueKeysWithValues: chain.references.map { ($0, 0) })
    // An event of an inner stream is also on the way of the operator that passed it, and belongs to the stream.
    for (index, link) in listed.items.enumerated().reversed() {
      for reference in link.references where numbers[reference] == 0 { numbers[reference] = index + 1 }
    }
    return Diagram.Trail(numbers: numbers)
  }
}

extension Chain.Link {
  /// Whether an operator created the event or sent it for another one.
  var isCreated: Bool {
    switch part {
    case .created: stage?.use != nil
    case .made, .folded, .concluded, .combined: true
    case .ended(let source, _): EventKind(source.event) != EventKind(marble.event)
    case .wrote, .hadEnded, .missed, .passed, .held, .started, .subscribed, .subscribedAtTime: false
    }
  }

  var isStarted: Bool { if case .started = part { true } else { false } }

  /// Whether the link is about an event, and not only about a time.
  fileprivate var hasEvent: Bool { if case .subscribedAtTime(_, _, sinceEvent: false) = part { false } else { true } }

  var isPassed: Bool { if case .passed = part { true } else { false } }

  private var name: String { "`\(stage?.label ?? "inner stream")`" }

  private var shortName: String { "`\(stage?.name ?? "inner stream")`" }

  /// The part of a sentence that names all events, or `nil` if nothing happened.
  var clause: String? { clause(naming: nil) }

  /// The part of a sentence, or `nil` if nothing happened.
  ///
  /// - Parameter pronoun: The word for the event before, or `nil` to name the event.
  fileprivate func clause(naming pronoun: String?) -> String? {
    func named(_ marble: Timeline.Marble) -> String { pronoun ?? marble.event.quoted }
    return switch part {
    case .wrote: "\(name) sent \(marble.event.quoted) on tick \(marble.tick)"
    case .hadEnded(let end): "\(name) had already ended, on tick \(end), when it was observed"
    case .created:
      "\(name) sent \(marble.event.quoted) on tick \(marble.tick)\(reasonOfTime(since: nil))\(reasonOfThrow)"
    case .passed: nil
    case .missed: "\(name) would have sent \(marble.event.quoted) on tick \(marble.tick)"
    case .made(let source, let release):
      (pronoun.map { "\(shortName) made \($0) \(marble.event.quoted)" }
        ?? "\(shortName) made \(marble.event.quoted) of \(source.event.quoted)") + delay(since: source, at: release)
    case .folded(let source, let state):
      "\(shortName) combined \(named(source)) with its state\(state.map { " \(Event.value($0).quoted)" } ?? "") to "
        + marble.event.quoted
    case .concluded(let values, let end):
      "\(shortName) made \(marble.event.quoted) of \(Self.list(values))\(delay(since: end))"
    case .held(let source, let release):
      "\(name) held \(named(source)) until "
        + (release.map { "\(sender(of: $0)) sent \($0.marble.event.quoted) on " } ?? "") + "tick \(marble.tick)"
    case .combined(let others, let source, let release):
      "\(shortName) combined \(named(source)) with \(Self.list(others))\(delay(since: source, at: release))"
    case .ended(_, thrown: true): "\(name) sent \(marble.event.quoted), because its closure threw"
    case .ended(let source, _):
      source.event.isTerminating || marble.tick != source.tick
        ? "\(name) sent \(marble.event.quoted)\(delay(since: source))\(reasonOfTime(since: source))"
        : "\(name) sent \(marble.event.quoted) at \(named(source))"
    case .started(let start, let state):
      "\(shortName) \(start == nil ? "would have started" : "started") an inner stream for \(named(marble))"
        + (state.map { " with its state \(Event.value($0).quoted)" } ?? "") + (start == nil ? "" : delay(since: marble))
    case .subscribed(let stream, let isAgain, _):
      (isAgain ? "\(name) started `\(stream)` again" : "\(name) then subscribed to `\(stream)`")
        + delay(since: marble)
    case .subscribedAtTime(let stream, _, _):
      "\(name) subscribed to `\(stream)` on tick \(tick), because its time was up"
    }
  }

  /// The text of a step.
  fileprivate var step: String {
    let label = stage?.label ?? "inner stream"
    let name = stage?.name ?? "inner stream"
    return switch part {
    case .wrote: "\(name) sent it"
    case .hadEnded(let end): "\(name) had already ended, on tick \(end)"
    case .created: "\(label) created it\(reasonOfTime(since: nil))\(reasonOfThrow)"
    case .missed: "\(name) would have sent it"
    case .passed: "\(label) passed it"
    case .made(let source, let release): "\(label) made it of \(token(source.event))\(moment(of: release))"
    case .folded(let source, let state):
      "\(label) made it of its state\(state.map { " \(token(.value($0)))" } ?? "") and \(token(source.event))"
    case .concluded(let values, let end):
      "\(label) made it of \(Self.list(values, isQuoted: false)) at \(token(end.event))"
    case .held(let source, let release):
      "\(label) held it since tick \(source.tick)"
        + (release.map { ", until \(token($0.marble.event))\($0.name == name ? "" : " of \($0.name)")" } ?? "")
    case .combined(let others, _, let release):
      "\(label) combined it with \(Self.list(others, isQuoted: false))\(moment(of: release))"
    case .ended(let source, let isThrown):
      marble.tick == source.tick
        ? "\(label) sent it at \(token(source.event))\(isThrown ? ", because its closure threw" : "")"
        : "\(label) sent it \(source.tick.distance(text: marble.tick)) than \(token(source.event))"
          + reasonOfTime(since: source)
    case .started(let start, let state):
      start == nil
        ? "\(label) would have started an inner stream for it"
        : "\(label) started an inner stream for it\(state.map { " with its state \(token(.value($0)))" } ?? "")"
          + (tick > marble.tick ? ", which had waited since tick \(marble.tick)" : "")
    case .subscribed(let stream, let isAgain, _):
      isAgain ? "\(label) started \(stream) again" : "\(label) then subscribed to \(stream)"
    case .subscribedAtTime(let stream, _, _): "\(label) subscribed to \(stream), because its time was up"
    }
  }

  /// The stream that sent an event, or "it" for the result of the operator itself.
  private func sender(of event: Neighbor) -> String { event.name == stage?.name ? "it" : "`\(event.name)`" }

  /// The tick of the part, if it was done later than an event before it, or when another event released it.
  private func delay(since source: Timeline.Marble, at release: Neighbor? = nil) -> String {
    let tick = tick == source.tick ? "" : " on tick \(tick)"
    return (release.map { " when `\($0.name)` sent \($0.marble.event.quoted)" } ?? "") + tick
  }

  /// The event that released others, for a step.
  private func moment(of release: Neighbor?) -> String {
    release.map { " at \(token($0.marble.event)) of \($0.name)" } ?? ""
  }

  /// The reason for an event that an operator sent later than the last one that it received, or without one.
  private func reasonOfTime(since source: Timeline.Marble?) -> String {
    stage?.waitsForTime == true && marble.tick > source?.tick ?? 0 ? ", because its time was up" : ""
  }

  /// The reason for a failure that an operator created, if its closure threw.
  private var reasonOfThrow: String {
    EventKind(marble.event) == .failed && stage?.thrown.isEmpty == false ? ", because its closure threw" : ""
  }

  private func token(_ event: Event) -> String { TimelinePrinter.token(for: event).truncated(toColumns: 24) }

  private static func list(_ values: [Value], isQuoted: Bool = true) -> String {
    let tokens = values.prefix(3).map { value in
      isQuoted ? Event.value(value).quoted : TimelinePrinter.token(for: .value(value)).truncated(toColumns: 24)
    }
    return list(tokens, of: values.count)
  }

  private static func list(_ others: [Chain.Link.Neighbor], isQuoted: Bool = true) -> String {
    let shown = others.prefix(2).map { other in
      let token = TimelinePrinter.token(for: other.marble.event).truncated(toColumns: 24)
      return isQuoted ? "`\(token)` of `\(other.name)`" : "\(token) of \(other.name)"
    }
    return list(shown, of: others.count)
  }

  private static func list(_ shown: [String], of count: Int) -> String {
    listed(shown + (count > shown.count ? ["\((count - shown.count).grouped) more"] : []))
  }
}
