/// A statement of a script, or of the input at the prompt.
package struct Statement: Sendable {
  package indirect enum Kind: Sendable {
    /// `name = …`
    case bind(Name, Definition)
    /// `name(p, q) = expression`, which defines a custom operator.
    case define(Name, parameters: [Name], Expression)
    /// A timeline or an expression, optionally with `during`, to draw.
    case show(Subject, during: [WindowLiteral])
    /// `… == …` or `… matches …`, optionally with `during`
    case assert(Subject, during: [WindowLiteral], Expectation)
    /// `subscriptions name == …`. If there are no windows, an update adds them at the empty span `after`.
    case subscriptions(Name, [WindowLiteral], after: Span)
    case check(Check)
    /// `why …`, or `why … in …`, optionally with `during`.
    case ask(Question, of: Subject, during: [WindowLiteral])
    /// `forall a, b: … == …`
    case law(Law)
    /// `races …`, optionally with `within`, `during`, and `==` or `matches`
    case races(Subject, within: Int, during: [WindowLiteral], Expectation?)
    /// `:name arguments`
    case command(name: Name, arguments: Name)

    /// Whether the statement passes or fails.
    package var isAssertion: Bool {
      switch self {
      case .assert, .subscriptions, .check, .law, .races: true
      case .bind, .define, .show, .ask, .command: false
      }
    }
  }

  package let kind: Kind
  package let span: Span
  /// The comment on the line directly above.
  package let title: String?
}

/// A word of a source, with its span.
package struct Name: Sendable, Hashable {
  package let text: String
  package let span: Span

  package init(text: String, span: Span) {
    self.text = text
    self.span = span
  }
}

/// The definition of a name.
package enum Definition: Sendable {
  /// A hot source.
  case pipe(TimelineLiteral)
  /// A source that starts from its beginning for each subscription. Start n plays timeline n. Never empty.
  case cold([TimelineLiteral])
  /// A source whose events are sent as they are written, even if they violate the event grammar.
  case raw(TimelineLiteral)
  case expression(Expression)

  package var isExpression: Bool {
    if case .expression = self { true } else { false }
  }
}

/// A timeline literal in a source.
package struct TimelineLiteral: Sendable {
  package let timeline: Timeline
  /// The timeline as it is written, without the replacements of a `where`.
  package let written: Timeline
  package let form: TimelineForm
  /// The gaps of a pattern.
  package let gaps: [TimelinePattern.Gap]
  package let span: Span

  init(
    timeline: Timeline, written: Timeline? = nil, form: TimelineForm, gaps: [TimelinePattern.Gap] = [], span: Span
  ) {
    self.timeline = timeline
    self.gaps = gaps
    self.written = written ?? timeline
    self.form = form
    self.span = span
  }
}

/// A window literal in a source.
///
/// The window of the literal `-`, which means never, is `nil`.
package struct WindowLiteral: Sendable {
  package let window: Window?
  package let span: Span
}

/// The stream to run: the left side of `==`, or the whole statement.
package enum Subject: Sendable {
  case definition(Definition)
  /// The result of the statement before, if this one begins with `==` or `during`.
  case lastResult
}

/// The right side of `==` or `matches`.
package enum Expectation: Sendable {
  /// One timeline for each window of the left side. Never empty.
  case timelines([TimelineLiteral])
  case expression(Expression)
  /// Patterns after `matches`, one for each window of the left side, and the conditions on their values.
  case patterns([TimelineLiteral], [PatternCondition])
  /// Nothing. The span is empty and marks the place after the `==` where an update adds the result.
  case missing(Span)

  /// The spans of the timelines, or of the place where they are missing.
  package var spans: [Span] {
    switch self {
    case .timelines(let literals), .patterns(let literals, _): literals.map(\.span)
    case .expression: []
    case .missing(let span): [span]
    }
  }
}

/// A condition on the values of a pattern: `x: { $0 > 2 }`.
package struct PatternCondition: Sendable {
  /// The marble that stands for the values.
  package let key: Name
  package let closure: Closure
}

/// The operand of `check`.
package enum Check: Sendable {
  case timeline(TimelineLiteral)
  case stream(Expression)
  /// `check subscriptions`: that no subscription of the last run is left.
  case subscriptions
  /// A word made of the letters `v`, `f`, `c` and `i`. The span excludes the quotes.
  case word(Name)
}
