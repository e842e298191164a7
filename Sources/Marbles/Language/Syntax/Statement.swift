/// One statement of a script, or one entry at the prompt.
struct Statement: Sendable {
  indirect enum Kind: Sendable {
    /// `name = …`
    case bind(Name, Definition)
    /// A timeline or an expression alone: it is drawn.
    case show(Definition)
    /// `… == …`
    case assert(Subject, Expectation)
    case check(Check)
    /// `:name arguments`
    case command(name: Name, arguments: Name)
  }

  let kind: Kind
  let span: Span
  /// The comment in the line directly above.
  let title: String?
}

/// A word of a source, and where it stands.
struct Name: Sendable, Hashable {
  let text: String
  let span: Span
}

/// What a name can stand for.
enum Definition: Sendable {
  /// A hot source.
  case pipe(TimelineLiteral)
  /// A source that starts afresh for each observer: the nth start plays the nth timeline. Never empty.
  case cold([TimelineLiteral])
  /// Sent as it is written, lawful or not.
  case raw(TimelineLiteral)
  case expression(Expression)
}

/// A timeline that is written in a source.
struct TimelineLiteral: Sendable {
  let timeline: Timeline
  let form: TimelineForm
  let span: Span
}

/// The left side of `==`.
enum Subject: Sendable {
  case definition(Definition)
  /// `==` opened the statement: what the statement before gave.
  case lastResult
}

/// The right side of `==`.
enum Expectation: Sendable {
  case timeline(TimelineLiteral)
  case expression(Expression)
  /// Nothing stands there, to be filled in; the span is empty and lies behind the `==`.
  case missing(Span)
}

/// What `check` looks at.
enum Check: Sendable {
  case timeline(TimelineLiteral)
  /// A word over `v f c i`; the span is that of its letters, without the quotes.
  case word(Name)
}
