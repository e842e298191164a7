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
  /// The definitions with their names, and the commands.
  private let definitions: [(name: String?, span: Span)]

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
    var definitions: [(name: String?, span: Span)] = []
    while let statements = reader.next() {
      for statement in statements.map(\.statement) {
        timelines += ScriptTimeline.all(in: statement)
        switch statement.kind {
        case .bind(let name, _), .define(let name, _, _): definitions.append((name.text, statement.span))
        case .command: definitions.append((nil, statement.span))
        default: break
        }
      }
      spans += statements.map(\.statement.span)
    }
    self.statements = spans
    self.definitions = definitions
    self.timelines = timelines
    names = planner.bindings.visibleNames
  }

  /// Returns the text on which a statement depends: its own, and that of the commands and of the definitions that it uses.
  func dependencies(at span: Span) -> String {
    func words(_ span: Span) -> [Substring] { source.text(of: span).words }
    var used = [span]
    var names = Set(words(span))
    // A result such as `_1` depends on what is above it.
    if names.contains(where: { $0.hasPrefix("_") }) { return source.text(of: 0..<span.upperBound) }
    var rest = definitions
    while let index = rest.firstIndex(where: { $0.name.map { names.contains($0[...]) } ?? true }) {
      let definition = rest.remove(at: index).span
      used.append(definition)
      names.formUnion(words(definition))
    }
    return used.sorted { $0.lowerBound < $1.lowerBound }.map { source.text(of: $0) }.joined(separator: "\n")
  }
}
