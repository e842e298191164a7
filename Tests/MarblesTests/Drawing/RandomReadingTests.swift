import Marbles
import MarbleLanguage
import TestSupport
import Testing

/// Random strings that consist of all kinds of tokens.
///
/// A timeline that can be read is printed as text that reads the same.
@Suite struct RandomReadingTests {
  private static let tokens = [
    "-", "--", "---", ".", " ", "\t", "a", "b", "7", "é", "日", "👨‍👩‍👧", "[Ji]", "[12]", "[-3.5]", "[true]", "[nil]",
    "[1,A]",
    "[(1,A),2]", "[[1,2,3]]", "[[(1,A),(2,B)]]", "[.value(1)]", "[.failed(Boom)]", "[.completed]", "\"12\"",
    "\"a\\\"b\"",
    "<--1-2-|>", "<a<b>|>", "<{a}*>", "|", "#", "#[Boom]", "#\"Bo]om\"", "!Boom!", "!timed out!", "!", "(ab)", "(a|)",
    "(^a)",
    "^", " 40t ", " 9ms ", " 1.5s ", " @40 ", " @400 ", "{--a}*3", "{a{b}*2}*2", "{-}*5", "{--a}*", "{5t .a}*", ">",
    "─",
    "──", "┤", "(a.#.\"b\")", "x", "y", " where x = 10", " where x = (1,A), y = \"hello\"",
    " where # = \"Out of stuff\"",
  ]

  private func text(using random: inout RandomTimelines) -> String {
    (0..<1 + random.below(8)).map { _ in random.pick(Self.tokens) }.joined()
  }

  @Test(arguments: 0..<32)
  func `a timeline is printed as text that reads the same`(block: UInt64) throws {
    var count = 0
    for seed in block * 200..<(block + 1) * 200 {
      var random = RandomTimelines(seed: seed)
      let text = text(using: &random)
      for form in [TimelineForm.pipe, .cold, .raw, .expected] {
        guard let timeline = try? Timeline(reading: text, as: form) else { continue }
        count += 1
        let printed = TimelinePrinter.text(of: timeline)
        let again = try? Timeline(reading: printed, as: form)
        #expect(again == timeline, "seed \(seed): \(text) as \(form): \(printed)")
        #expect(again?.end == timeline.end, "seed \(seed): \(text) as \(form): \(printed)")
        #expect(again?.continues == timeline.continues, "seed \(seed): \(text) as \(form): \(printed)")
      }
    }
    #expect(count > 100, "too few of the texts can be read to prove anything")
  }

  /// The lane in the drawing has the events of the timeline.
  @Test(arguments: 0..<16)
  func `a drawn lane can be read`(block: UInt64) throws {
    for seed in block * 200..<(block + 1) * 200 {
      var random = RandomTimelines(seed: seed)
      guard let timeline = try? Timeline(reading: text(using: &random)) else { continue }
      let diagram = Diagram(inputs: [Diagram.Lane(name: "a", timeline: timeline)])
      let lane = TextWriter(.plain).draw(diagram).split(separator: "\n").last?.dropFirst(3) ?? ""
      let shown = timeline.expanded(through: diagram.ticks.upperBound, limit: 100_000)
      #expect(try Timeline(reading: String(lane)).marbles == shown.marbles, "seed \(seed): \(lane)")
    }
  }
}
