/// The grammar of the events of every stream: `/^v*(f|c|i)?$/`.
///
/// Pass it the events one by one. It rejects the first one that violates the grammar.
package struct EventGrammar: Sendable {
  /// The kind of the terminal event, or `nil` while the stream is alive.
  package var end: EventKind?

  /// Creates the grammar of a stream that has sent no event.
  @inlinable package init() {}

  /// Processes the next event and returns whether the grammar allows it.
  @inlinable package mutating func accepts(_ kind: EventKind) -> Bool {
    guard end == nil else { return false }
    if kind != .value { end = kind }
    return true
  }

  /// Returns the first event that violates the grammar and the terminal event before it, or `nil` if all are
  /// valid.
  package static func firstViolation(
    in kinds: some Sequence<EventKind>
  ) -> (index: Int, kind: EventKind, after: EventKind)? {
    var grammar = EventGrammar()
    for (index, kind) in kinds.enumerated() where !grammar.accepts(kind) {
      return grammar.end.map { (index, kind, $0) }
    }
    return nil
  }
}

/// The kind of an event.
package enum EventKind: String, Sendable, Hashable {
  case value, failed, completed, interrupted

  @inlinable package init(_ event: Timeline.Event) {
    switch event {
    case .value: self = .value
    case .failed: self = .failed
    case .completed: self = .completed
    case .interrupted: self = .interrupted
    }
  }

  /// Creates the kind that a letter of an event word such as `vvc` stands for.
  package init?(letter: Character) {
    switch letter {
    case "v": self = .value
    case "f": self = .failed
    case "c": self = .completed
    case "i": self = .interrupted
    default: return nil
    }
  }
}

extension EventKind {
  /// The event as a noun, as in "after the completion".
  package var noun: String {
    switch self {
    case .value: "value"
    case .failed: "failure"
    case .completed: "completion"
    case .interrupted: "interruption"
    }
  }
}
