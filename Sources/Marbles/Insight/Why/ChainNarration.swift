import MarbleLanguage

/// Tells the way of an event in words.
struct ChainNarration {
  let chain: Chain

  /// The most parts of a sentence.
  private static let maxParts = 5

  /// The parts of a sentence in the order of time: "`a` sent `2` on tick 6", "`map` made it `4`".
  var parts: [String] {
    var parts: [String] = []
    for link in chain.links.reversed() {
      if let part = link.clause { parts.append(part) }
    }
    guard parts.count > Self.maxParts else { return parts }
    return [parts[0], "…"] + parts.suffix(Self.maxParts - 2)
  }

  /// The links to list, the latest first: at most six, without operators that only pass the event if there are more.
  var listed: [Chain.Link] {
    var links = chain.links
    while links.count > Explanation.maxSteps, let index = links.dropLast().lastIndex(where: \.isPassed) {
      links.remove(at: index)
    }
    guard links.count > Explanation.maxSteps else { return links }
    return links.prefix(Explanation.maxSteps - 1) + links.suffix(1)
  }

  var steps: [Explanation.Step] {
    listed.map { link in
      let use = link.stage?.use
      return Explanation.Step(
        lane: link.stage?.name ?? "inner stream", tick: link.marble.tick, event: link.marble.event,
        operator: use?.call.entry.name, text: link.step)
    }
  }

  /// The number of each place in the drawing, and 0 for places on the way that are not listed.
  var trail: Diagram.Trail {
    var numbers = Dictionary(uniqueKeysWithValues: chain.references.map { ($0, 0) })
    for (index, link) in listed.enumerated() {
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
    case .made, .combined: true
    case .ended(let source): EventKind(source.event) != EventKind(marble.event)
    case .wrote, .missed, .passed, .held, .started: false
    }
  }

  var isStarted: Bool { if case .started = part { true } else { false } }

  var isPassed: Bool { if case .passed = part { true } else { false } }

  private var name: String { "`\(stage?.label ?? "inner stream")`" }

  private var shortName: String { "`\(stage?.name ?? "inner stream")`" }

  /// The part of a sentence, or `nil` if nothing happened.
  fileprivate var clause: String? {
    switch part {
    case .wrote: "\(name) sent \(marble.event.quoted) on tick \(marble.tick)"
    case .created: "\(name) sent \(marble.event.quoted) on tick \(marble.tick)"
    case .passed: nil
    case .missed: "\(name) would have sent \(marble.event.quoted) on tick \(marble.tick)"
    case .made(let source):
      "\(shortName) made it \(marble.event.quoted)" + (marble.tick == source.tick ? "" : " on tick \(marble.tick)")
    case .held: "\(name) held it until tick \(marble.tick)"
    case .combined(let others, let source):
      "\(shortName) combined it with \(Self.list(others))"
        + (marble.tick == source.tick ? "" : " on tick \(marble.tick)")
    case .ended(let source):
      source.event.isTerminating
        ? "\(name) sent \(marble.event.quoted)" + (marble.tick == source.tick ? "" : " on tick \(marble.tick)")
        : "\(name) sent \(marble.event.quoted) at it"
    case .started: "\(shortName) started an inner stream for it"
    }
  }

  /// The text of a step.
  fileprivate var step: String {
    switch part {
    case .wrote: "\(stage?.name ?? "inner stream") sent it"
    case .created: "\(stage?.label ?? "inner stream") created it"
    case .missed: "\(stage?.name ?? "inner stream") would have sent it"
    case .passed: "\(stage?.label ?? "inner stream") passed it"
    case .made(let source): "\(stage?.label ?? "") made it of \(token(source))"
    case .held(let source): "\(stage?.label ?? "") held it since tick \(source.tick)"
    case .combined(let others, _): "\(stage?.label ?? "") combined it with \(Self.list(others, isQuoted: false))"
    case .ended(let source): "\(stage?.label ?? "") sent it at \(token(source))"
    case .started: "\(stage?.label ?? "") started an inner stream for it"
    }
  }

  private func token(_ marble: Timeline.Marble) -> String {
    TimelinePrinter.token(for: marble.event).truncated(toColumns: 24)
  }

  private static func list(_ others: [(name: String, marble: Timeline.Marble)], isQuoted: Bool = true) -> String {
    let shown = others.prefix(2).map { other in
      let token = TimelinePrinter.token(for: other.marble.event).truncated(toColumns: 24)
      return isQuoted ? "`\(token)` of `\(other.name)`" : "\(token) of \(other.name)"
    }
    let more = others.count - shown.count
    return (shown + (more > 0 ? ["\(more) more"] : [])).joined(separator: " and ")
  }
}
