import Marbles

/// A timeline of a script whose marbles can be moved on a page.
package struct ScriptTimeline: Sendable {
  /// The name that the timeline is bound to, or an empty string.
  package let name: String
  /// Whether it starts from its beginning for each subscription.
  package let isCold: Bool
  package let timeline: Timeline
  /// The timeline as it is written, without the replacements of a `where`.
  let written: Timeline
  /// The syntax that it allows.
  let form: TimelineForm
  /// The span of the timeline.
  package let span: Span
  /// The span of its statement.
  let statement: Span

  /// Whether it is written with `raw`, so that its events can violate the event grammar.
  package var isRaw: Bool { form == .raw }

  /// Returns the timelines that a statement defines or draws.
  static func all(in statement: Statement) -> [ScriptTimeline] {
    switch statement.kind {
    case .bind(let name, let definition): all(in: definition, named: name.text, of: statement)
    case .show(.definition(let definition), _), .assert(.definition(let definition), _, _):
      all(in: definition, named: "", of: statement)
    default: []
    }
  }

  private static func all(in definition: Definition, named name: String, of statement: Statement) -> [ScriptTimeline] {
    let literals: [TimelineLiteral]
    var isCold = false
    switch definition {
    case .pipe(let literal), .raw(let literal): literals = [literal]
    case .cold(let starts): (literals, isCold) = (starts, true)
    case .expression: return []
    }
    return literals.map { literal in
      ScriptTimeline(
        name: name, isCold: isCold, timeline: literal.timeline, written: literal.written, form: literal.form,
        span: literal.span, statement: statement.span)
    }
  }
}
