import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// Runs of the real operators on random timelines.
///
/// The output follows the event grammar, and the drawing can be read.
struct RandomRunTests {
  private static let expressions = [
    "merge(a, b)", "concat(a, b)", "zip(a, b)", "combineLatest(a, b)", "a.take(until: b)", "a.delay(2)",
    "a.debounce(2)",
    "a.debounce(1, discardWhenCompleted: false)", "a.take(2)", "a.collect()", "a.collect(count: 2)",
    "a.scan(0) { n, _ in n + 1 }", "a.reduce(0) { n, _ in n + 1 }", "a.map { [$0, 1] }", "a.filter { $0 == $0 }",
    "a.flatMap(.merge) { \"-x-y|\" }", "a.flatMap(.concat) { \"-x-y|\" }", "a.flatMap(.latest) { \"-x-y|\" }",
    "a.flatMap(.merge) { b }", "merge(a, b).take(3)", "zip(a, a.delay(1))",
  ]

  @Test(arguments: expressions)
  func outputIsLawfulAndDrawingReadsBack(expression: String) throws {
    for seed in UInt64(0)..<40 {
      var random = RandomTimelines(seed: seed)
      let a = random.timeline(isLawful: true)
      let b = random.timeline(isLawful: true)
      let script = """
        a = \(TimelinePrinter.text(of: a, asStatement: true))
        b = \(TimelinePrinter.text(of: b, asStatement: true))
        \(expression)
        """
      var drawn: Diagram?
      Session(SessionOptions(limits: Limits(ticks: 60, deliveries: 5_000))).evaluate(Source(name: "test", text: script))
      { answer in
        switch answer {
        case .drawing(let diagram): drawn = diagram
        case .error(let diagnostic, let source):
          Issue.record("seed \(seed)\n\(DiagnosticRenderer(source).text(of: diagnostic))")
        default: break
        }
      }
      let diagram = try #require(drawn, "seed \(seed)\n\(script)")
      guard case .lane(let out) = diagram.rows.last else { continue }
      let violation = EventGrammar.firstViolation(in: out.timeline.marbles.map { EventKind($0.event) })
      #expect(violation == nil, "seed \(seed)\n\(script)")
      try expectToReadBack(diagram, "seed \(seed)\n\(script)")
    }
  }

  /// Checks that each lane of the drawing holds the events of the diagram's lane, as far as it is drawn.
  private func expectToReadBack(_ diagram: Diagram, _ comment: String) throws {
    let lines = TextWriter(.plain).draw(diagram).split(separator: "\n").map(String.init)
    // The longest name is `out`, and two spaces follow it.
    let gutter = 5
    for case .lane(let lane) in diagram.rows where !lane.isCold {
      let line = try #require(lines.first { $0.hasPrefix(lane.name + " ") }, "\(comment)")
      let read = try Timeline(reading: String(line.dropFirst(gutter)))
      let shown = lane.timeline.expanded(through: diagram.ticks.upperBound).marbles
        .filter { $0.tick <= diagram.ticks.upperBound }
      #expect(read.marbles == shown, "\(comment)\n\(lines.joined(separator: "\n"))")
    }
  }
}
