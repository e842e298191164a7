/// A question about a run.
package enum Question: Sendable, Hashable {
  case event(EventQuestion)
  case subscriptions(SubscriptionQuestion)

  /// The question as it is written, such as `why not 4 @9`.
  package var text: String {
    switch self {
    case .event(let question): question.text
    case .subscriptions(let question): question.text
    }
  }
}

/// A question about the events of a result: `why 4`, `why @9`, `why not 4 @9`.
package struct EventQuestion: Sendable, Hashable {
  /// Whether the question is why something did not come: `why not`.
  package let isNegated: Bool
  /// The event, or `nil` for all events of a tick.
  package let event: Timeline.Event?
  package let tick: Int?

  package init(isNegated: Bool = false, event: Timeline.Event?, tick: Int? = nil) {
    self.isNegated = isNegated
    self.event = event
    self.tick = tick
  }

  /// The question as it is written, such as `why not 4 @9`.
  package var text: String {
    let event = event.map { [TimelinePrinter.token(for: $0)] } ?? []
    return (["why"] + (isNegated ? ["not"] : []) + event + (tick.map { ["@\($0)"] } ?? [])).joined(separator: " ")
  }
}

/// A question about the subscriptions to a stream.
package struct SubscriptionQuestion: Sendable, Hashable {
  package enum Aspect: Sendable, Hashable {
    /// `why twice a`: which operators observed it, and because of which events.
    case starts
    /// `why was a unsubscribed`: which operators stopped to observe it, and because of which events.
    case ends
    /// `who holds a`: which operators observe it at the end of the run.
    case holders
  }

  package let aspect: Aspect
  /// The name of the stream.
  package let stream: Name

  /// The question as it is written, such as `who holds a`.
  package var text: String {
    switch aspect {
    case .starts: "why twice \(stream.text)"
    case .ends: "why was \(stream.text) unsubscribed"
    case .holders: "who holds \(stream.text)"
    }
  }
}
