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
}
