/// A question about a run: `why 4`, `why @9`, `why not 4 @9`.
package struct Question: Sendable, Hashable {
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
