/// One statement of a script, or one entry at the prompt.
package struct Statement: Sendable {
  package indirect enum Kind: Sendable {
    /// `name = …`
    case bind(Name, Definition)
    /// `name(p, q) = expression`: an operator of the script's own.
    case define(Name, parameters: [Name], Expression)
    /// A timeline or an expression alone, perhaps with `during`: it is drawn.
    case show(Subject, during: [WindowLiteral])
    /// `… == …`, or `… during … == …`
    case assert(Subject, during: [WindowLiteral], Expectation)
    /// `subscriptions name == …`; without windows it is to be filled in, behind the `==`.
    case subscriptions(Name, [WindowLiteral], after: Span)
    case check(Check)
    /// `:name arguments`
    case command(name: Name, arguments: Name)
  }

  package let kind: Kind
  package let span: Span
  /// The comment in the line directly above.
  package let title: String?
}

/// A word of a source, and where it stands.
package struct Name: Sendable, Hashable {
  package let text: String
  package let span: Span

  package init(text: String, span: Span) {
    self.text = text
    self.span = span
  }
}

/// What a name can stand for.
package enum Definition: Sendable {
  /// A hot source.
  case pipe(TimelineLiteral)
  /// A source that starts afresh for each observer: the nth start plays the nth timeline. Never empty.
  case cold([TimelineLiteral])
  /// Sent as it is written, lawful or not.
  case raw(TimelineLiteral)
  case expression(Expression)
}

/// A timeline that is written in a source.
package struct TimelineLiteral: Sendable {
  package let timeline: Timeline
  package let form: TimelineForm
  let span: Span
}

/// A window that is written in a source; `nil` is never, written `-`.
package struct WindowLiteral: Sendable {
  package let window: Window?
  package let span: Span
}

/// What is run: the left side of `==`, or what stands alone.
package enum Subject: Sendable {
  case definition(Definition)
  /// `==` or `during` opened the statement: what the statement before gave.
  case lastResult
}

/// The right side of `==`.
package enum Expectation: Sendable {
  /// One for each window of the left side; never empty.
  case timelines([TimelineLiteral])
  case expression(Expression)
  /// Nothing stands there, to be filled in; the span is empty and lies behind the `==`.
  case missing(Span)

  /// Where each of its timelines stands, or should.
  package var spans: [Span] {
    switch self {
    case .timelines(let literals): literals.map(\.span)
    case .expression: []
    case .missing(let span): [span]
    }
  }
}

/// What `check` looks at.
package enum Check: Sendable {
  case timeline(TimelineLiteral)
  /// A word over `v f c i`; the span is that of its letters, without the quotes.
  case word(Name)
}
