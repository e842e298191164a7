import Marbles

/// A script as a page shows it, parsed but not run.
struct PlayedScript {
  let source: Source
  /// The timelines whose marbles can be moved, in the order of the text.
  let timelines: [ScriptTimeline]
  /// The names that the script binds, in the order of their bindings.
  let names: [String]

  var text: String { String(decoding: source.bytes, as: UTF8.self) }

  init(_ text: String) {
    source = Source(name: "script", text: text)
    let session = Session()
    let planner = StatementPlanner(source, session.state, session.options)
    var reader = StatementReader(
      Session.Request(source: source, mode: .script, isWanted: { true }) { _ in }, planner, from: 0)
    var timelines: [ScriptTimeline] = []
    while let statements = reader.next() {
      for planned in statements { timelines += ScriptTimeline.all(in: planned.statement) }
    }
    self.timelines = timelines
    names = planner.bindings.visibleNames
  }
}
