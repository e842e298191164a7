/// What a timeline is written for, which decides what may stand on it.
package enum TimelineForm: Sendable, Hashable {
  /// A source that sends whether or not anyone listens; `^` says from when on somebody does.
  case pipe
  /// A source that starts afresh for each observer.
  case cold
  /// What is sent into the core as it stands, lawful or not.
  case raw
  /// What somebody expects to see.
  case expected
  /// A stream in `< >`.
  case inner
  /// From when (`^`) until when (`!`) something is observed.
  case window

  package var allowsOrigin: Bool { self == .pipe || self == .window }
  var allowsEventsAfterEnd: Bool { self == .raw }
}
