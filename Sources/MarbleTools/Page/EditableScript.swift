import MarbleSession
import Marbles

/// A script as a page shows it, parsed but not run.
package struct EditableScript: Sendable {
  /// A marble of a timeline.
  package struct Focus: Sendable, Equatable {
    package let timeline: Int
    package let marble: Int

    package init(timeline: Int, marble: Int) {
      self.timeline = timeline
      self.marble = marble
    }
  }

  package let text: String
  /// The timelines whose marbles can be moved, in the order of the text.
  package let timelines: [ScriptTimeline]
  /// The event that an edit has moved, added or replaced.
  package var focus: Focus?
  /// The span of what an edit has inserted, after which the user continues.
  package var insertedSpan: Span?
  let source: Source
  /// The names that the script binds, in the order of their bindings.
  let names: [String]
  /// The spans of the statements without errors.
  let statements: [Span]

  /// Parses a script.
  ///
  /// - Parameter name: The name of the script in messages.
  package init(_ text: String, name: String = "script") {
    self.text = text
    source = Source(name: name, text: text)
    let session = Session()
    let planner = StatementPlanner(source, session.state, session.options)
    var reader = StatementReader(
      Session.Request(source: source, mode: .script, isWanted: { true }) { _ in }, planner, from: 0)
    var timelines: [ScriptTimeline] = []
    var spans: [Span] = []
    while let statements = reader.next() {
      for planned in statements { timelines += ScriptTimeline.all(in: planned.statement) }
      spans += statements.map(\.statement.span)
    }
    self.statements = spans
    self.timelines = timelines
    names = planner.bindings.visibleNames
  }
}
