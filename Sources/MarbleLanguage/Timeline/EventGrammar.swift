/// The grammar that every stream keeps to: `/^v*(f|c|i)?$/`.
///
/// It is fed one event after the other and tells which one breaks it.
package struct EventGrammar: Sendable {
  /// How the stream has ended, if it has.
  package var end: EventKind?

  /// A stream that has sent nothing yet.
  @inlinable package init() {}

  /// Takes the next event; whether it may come.
  @inlinable package mutating func accepts(_ kind: EventKind) -> Bool {
    guard end == nil else { return false }
    if kind != .value { end = kind }
    return true
  }

  /// The first event that may not come, and the end behind which it stands; `nil` where all may.
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

/// What kind of event it is, for messages.
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

  /// What the letter of a word such as `vvc` means.
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
