import MarbleEvaluation
import MarbleLanguage

extension CausalRun {
  /// The observer that a question is about, if there are several, after a space.
  var toObserver: String { plan.windows.count > 1 ? " to the first observer" : "" }

  /// Returns the first different values that an operator or a source sent.
  func values(sentBy stage: Stage) -> String {
    var tokens: [String] = []
    let values = marbles(sentBy: stage).lazy.filter { !$0.event.isTerminating }
    for marble in values.prefix(1_000) where tokens.count <= Self.maxListedValues {
      let token = marble.event.quoted
      if !tokens.contains(token) { tokens.append(token) }
    }
    if tokens.isEmpty { return "no values" }
    if tokens.count > Self.maxListedValues { return tokens.dropLast().joined(separator: ", ") + " and others" }
    return "only " + tokens.joined(separator: ", ")
  }

  private static let maxListedValues = 5

  /// Returns the subscriptions of operators to a stream, or to those that no stage is known of.
  func starts(of stage: Stage?) -> [StageStart] {
    log.stages.lazy.flatMap(\.inputs).filter { $0.stage === stage }.flatMap(\.starts)
  }

  /// Returns the events that an operator or a source sent to all its observers.
  private func marbles(sentBy stage: Stage) -> [Timeline.Marble] {
    if case .source(let binding) = stage.origin {
      let last = runContext.scheduler.currentTick
      let started = attempts[ObjectIdentifier(binding)]?.values.max().map { $0 + 1 } ?? binding.timelines.count
      return binding.timelines.prefix(started).flatMap {
        $0.expanded(through: max(last, $0.end), limit: 1_000).marbles
      }
    }
    if let creation = creation(by: stage) { return creation.marbles }
    let received = starts(of: stage).flatMap(\.marbles)
    return (stage === root ? outputs.flatMap(\.marbles) : []) + received
  }

  /// Returns a sentence about a tuple whose items an operator sent as an array, after a space, or nothing.
  func difference(of event: Event, fromThoseOf stage: Stage) -> String {
    guard case .value(.tuple(let items)) = event, case let array = Event.value(.array(items)),
      marbles(sentBy: stage).contains(where: { $0.event == array })
    else { return "" }
    return " \(event.quoted) is a tuple, and \(array.quoted) is an array."
  }

  /// Returns a failure with which an operator ended and its source, as the end of a part of a sentence.
  func origin(of end: Timeline.Marble, sentBy stage: Stage?) -> String {
    guard case .failed = end.event else { return "" }
    var chain = Chain()
    let starts = starts(of: stage)
    if let start = starts.first(where: { $0.terminal == end }) {
      chain = ChainWalk.chain(of: start, start.marbles.count - 1, in: self)
    } else if stage === root, output.marbles.last == end {
      chain = ChainWalk.chain(ofOutput: output.marbles.count - 1, in: self)
    }
    let sender = chain.links.last { link in
      switch link.part {
      case .wrote, .created: link.branch == 0 && link.marble.event == end.event
      default: false
      }
    }
    guard let sender, sender.stage !== stage else { return ", with \(end.event.quoted)" }
    return ", with \(end.event.quoted) of `\(sender.stage?.name ?? "inner stream")`"
  }

  /// Returns the tick on which the last subscription to a stream ended, and the terminal event if the stream sent one.
  func end(of stage: Stage) -> (tick: Int, terminal: Timeline.Marble?)? {
    if stage === root {
      guard let last = output.marbles.last, last.event.isTerminating else { return nil }
      return (last.tick, isEndOfWindow(last) ? nil : last)
    }
    let start = starts(of: stage).last
    return start.flatMap { start in start.end.map { ($0, start.terminal) } }
  }

  /// Returns the end of the subscription to the result of an operator that one of its own subscriptions serves.
  func end(servedBy start: StageStart) -> (tick: Int, terminal: Timeline.Marble?)? {
    guard let parent = start.parent else { return end(of: start.input.owner) }
    return parent.end.map { ($0, parent.terminal) }
  }

  /// Returns whether an operator sent a value that it did not receive.
  func sendsNewValues(_ stage: Stage) -> Bool {
    let received = Set(stage.inputs.flatMap(\.starts).flatMap(\.marbles).map(\.event))
    return marbles(sentBy: stage).contains { !$0.event.isTerminating && !received.contains($0.event) }
  }
}

extension Event {
  /// Returns whether a question about this event is about another one: about the same, or about any failure.
  func asks(for other: Event) -> Bool {
    switch (self, other) {
    case (.failed(let wanted), .failed(let found)): wanted == .unnamed || wanted == found
    default: self == other
    }
  }

  /// The event as it is written in a timeline, in backticks.
  var quoted: String { "`\(TimelinePrinter.token(for: self).truncated(toColumns: 32))`" }

  /// The end as a participle.
  var ended: String { self == .interrupted ? "been interrupted" : ending }

  /// The end in the past tense.
  var ending: String {
    switch self {
    case .value, .completed: "completed"
    case .failed: "failed"
    case .interrupted: "was interrupted"
    }
  }
}

extension Int {
  /// The distance to a later tick, in words.
  func distance(text other: Int) -> String {
    other == self ? "on the same tick" : pluralized(other - self, "tick") + " later"
  }
}

extension String {
  /// Returns a template with its placeholders replaced.
  func filled(with words: [String: String]) -> String {
    var text = ""
    var rest = self[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      text += words[String(rest[rest.index(after: open)..<close])] ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}

extension OperatorArgument {
  /// Whether a value is the argument or one of its values.
  func contains(_ value: Value) -> Bool {
    switch self {
    case .value(let own): own == value
    case .values(let own): own.contains(value)
    default: false
    }
  }
}
