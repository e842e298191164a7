/// The purpose of a timeline, which determines the syntax that it allows.
package enum TimelineForm: Sendable, Hashable {
  /// A source that sends its events whether it is observed or not. `^` marks the subscription.
  case pipe
  /// A source that starts from its beginning for each subscription.
  case cold
  /// A source whose events are sent as they are written, even if they violate the event grammar.
  case raw
  /// The expected result of an assertion.
  case expected
  /// The expected result of an assertion with `matches`, which can have gaps.
  case pattern
  /// An inner stream in `< >`.
  case inner
  /// A window, from the subscription (`^`) until the unsubscription (`!`).
  case window

  package var allowsOrigin: Bool { self == .pipe || self == .window }
  var allowsEventsAfterEnd: Bool { self == .raw }
}
