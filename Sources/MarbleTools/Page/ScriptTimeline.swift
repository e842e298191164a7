import Marbles

/// A timeline of a script whose marbles can be moved on a page.
package struct ScriptTimeline: Sendable {
  /// The name that the timeline is bound to, or an empty string.
  package let name: String
  /// Whether it starts from its beginning for each subscription.
  package let isCold: Bool
  package let timeline: Timeline
  /// The syntax that it allows.
  let form: TimelineForm
  /// The span of the timeline.
  package let span: Span
  /// The span of its statement.
  let statement: Span

  /// Returns the timelines that a statement defines or draws.
  ///
  /// A `raw` timeline is not among them, since moving its marbles would have to keep its violations.
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
    case .pipe(let literal): literals = [literal]
    case .cold(let starts): (literals, isCold) = (starts, true)
    case .raw, .expression: return []
    }
    return literals.map { literal in
      ScriptTimeline(
        name: name, isCold: isCold, timeline: literal.timeline, form: literal.form, span: literal.span,
        statement: statement.span)
    }
  }
}
