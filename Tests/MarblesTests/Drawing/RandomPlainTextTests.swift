import MarbleLanguage
import Marbles
import TestSupport
import Testing

/// Returns a random timeline with wide values, groups, short and long silence, and any end.
private func randomTimeline(from first: Int, using generator: inout SeededGenerator) -> Timeline {
  let texts = ["a", "b", "é", "漢", "🎲", "Ji", "/", "?", ":", "_", "t", "m", "s"]
  var marbles: [Timeline.Marble] = []
  var tick = first
  for _ in 0..<Int.random(in: 0...12, using: &generator) {
    for _ in 0..<(Int.random(in: 0...3, using: &generator) == 0 ? 2 : 1) {
      let value: Value =
        switch Int.random(in: 0...3, using: &generator) {
        case 0: .integer(Int.random(in: 0...9, using: &generator))
        case 1: .integer(Int.random(in: 10...9999, using: &generator))
        default: .marble(texts.randomElement(using: &generator) ?? "a")
        }
      marbles.append(Timeline.Marble(tick: tick, event: .value(value)))
    }
    let gap = [1, 1, 1, 2, 5, 150].randomElement(using: &generator) ?? 1
    tick += gap
  }
  switch Int.random(in: 0...4, using: &generator) {
  case 0: marbles.append(Timeline.Marble(tick: tick, event: .completed))
  case 1: marbles.append(Timeline.Marble(tick: tick, event: .failed(Failure("Boom"))))
  case 2: marbles.append(Timeline.Marble(tick: tick, event: .interrupted))
  default: break
  }
  return Timeline(marbles)
}

/// Returns the rows of a drawing without the gutter, each with the name of its lane.
private func rows(of drawing: String, gutter: Int) -> [(name: Character, text: String)] {
  drawing.split(separator: "\n").compactMap { line in
    guard let name = line.first, "abo".contains(name) else { return nil }
    return (name, String(line.dropFirst(gutter)))
  }
}

@Suite struct RandomPlainTextTests {
  @Test func everyTickBeginsAtTheSameColumnInAllLanes() throws {
    for seed in UInt64(0)..<400 {
      var generator = SeededGenerator(seed: seed)
      let before = Int.random(in: 0...2, using: &generator) == 0 ? -6 : 0
      let timelines = [before, 0, 0].map { randomTimeline(from: $0, using: &generator) }
      let lanes = zip(["a", "b", "o"], timelines).map { Diagram.Lane(name: $0, timeline: $1) }
      let drawing = TextWriter(.plain).draw(
        Diagram(inputs: Array(lanes.prefix(2)), operation: "f(a, b)", outputs: Array(lanes.suffix(1))))
      var columns: [Int: Int] = [:]
      for (row, timeline) in zip(rows(of: drawing, gutter: 3), timelines) {
        let reader = LaneReader(row.text)
        #expect(try Timeline(reading: row.text) == timeline, "seed \(seed)\n\(drawing)")
        // Columns after the end of the axis belong to one lane only.
        for (tick, column) in reader.columns where tick < reader.timeline.end - 1 {
          #expect(columns[tick] ?? column == column, "seed \(seed), tick \(tick)\n\(drawing)")
          columns[tick] = column
        }
      }
      #expect(drawing.split(separator: "\n").allSatisfy { $0.last != " " }, "seed \(seed)\n\(drawing)")
    }
  }

  @Test func rowsOfALaneReadBackWhenJoined() throws {
    for seed in UInt64(0)..<200 {
      var generator = SeededGenerator(seed: seed)
      let timelines = [randomTimeline(from: 0, using: &generator), randomTimeline(from: 0, using: &generator)]
      let lanes = zip(["a", "b"], timelines).map { Diagram.Lane(name: $0, timeline: $1) }
      let drawing = TextWriter(.plain, width: 24).draw(Diagram(inputs: lanes))
      for (name, timeline) in zip("ab", timelines) {
        let joined = rows(of: drawing, gutter: 3).filter { $0.name == name }.map(\.text).joined()
        #expect(try Timeline(reading: joined) == timeline, "seed \(seed)\n\(drawing)")
      }
      #expect(
        drawing.split(separator: "\n").allSatisfy { displayWidth(of: String($0)) <= 24 }, "seed \(seed)\n\(drawing)")
    }
  }
}
