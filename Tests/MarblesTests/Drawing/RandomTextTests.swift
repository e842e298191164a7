import MarbleLanguage
import Marbles
import TestSupport
import Testing

/// Returns a drawing without its color sequences.
private func uncolored(_ text: String) -> String { text.replacing(/\u{1B}\[[0-9;]*m/, with: "") }

private func lines(_ text: String) -> [String] {
  text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

@Suite struct RandomTextTests {
  @Test func `a colored drawing has the same text as a plain one`() {
    for seed in UInt64(0)..<200 {
      var diagrams = RandomDiagrams(seed: seed)
      let diagram = diagrams.diagram()
      let plain = TextWriter(.unicode, width: 40, showsSubscriptions: true).draw(diagram)
      let colored = TextWriter(.unicode, width: 40, colors: .full, showsSubscriptions: true).draw(diagram)
      #expect(uncolored(colored) == plain, "seed \(seed)\n\(plain)")
      #expect(!plain.contains("\u{1B}"), "seed \(seed)")
      // A color sequence appears only where the color changes.
      let changes = colored.matches(of: /\u{1B}\[[0-9;]*m/).map(\.output)
      #expect(zip(changes, changes.dropFirst()).allSatisfy { $0 != $1 }, "seed \(seed)\n\(colored)")
      // Each line that sets a color also resets it.
      #expect(lines(colored).allSatisfy { $0.contains("\u{1B}") == $0.contains("\u{1B}[0m") }, "seed \(seed)")
    }
  }

  @Test func `no line is wider than the limit`() {
    for seed in UInt64(0)..<200 {
      var diagrams = RandomDiagrams(seed: seed)
      let diagram = diagrams.diagram()
      for width in [48, 70] {
        for text in [
          TextWriter(.plain, width: width, showsSubscriptions: true).draw(diagram),
          TextWriter(.unicode, width: width, showsSubscriptions: true).draw(diagram),
        ] {
          let isNarrow = lines(text).allSatisfy { displayWidth(of: $0) <= width && $0.last != " " }
          #expect(isNarrow, "seed \(seed), width \(width)\n\(text)")
        }
      }
    }
  }

  @Test func `a drawing never moves while ticks are added`() {
    for seed in UInt64(0)..<60 {
      var diagrams = RandomDiagrams(seed: seed)
      let diagram = diagrams.diagram()
      let writer = TextWriter(.unicode, width: 40, showsSubscriptions: true)
      let whole = writer.draw(diagram)
      let ticks = [diagram.ticks.lowerBound - 1, -1, 0, 1, 2, 3, 5, 8, 13, 21, 5_000, diagram.ticks.upperBound]
      var before = 0
      for tick in ticks.sorted() {
        let frame = writer.draw(diagram, through: tick)
        let isSubstream = zip(lines(frame), lines(whole)).allSatisfy { $1.utf8.starts(with: $0.utf8) }
        #expect(isSubstream, "seed \(seed), tick \(tick)\n\(whole)\n\(frame)")
        #expect(lines(frame).count >= lines(whole).count - 1, "seed \(seed), tick \(tick)\n\(whole)\n\(frame)")
        #expect(frame.utf8.count >= before, "seed \(seed), tick \(tick)\n\(whole)\n\(frame)")
        before = frame.utf8.count
      }
      #expect(writer.draw(diagram, through: diagram.ticks.upperBound) == whole, "seed \(seed)")
    }
  }

  /// The lanes of a frame end at the column of the next tick.
  @Test func `every tick begins at the same column in all lanes`() {
    for seed in UInt64(0)..<60 {
      var diagrams = RandomDiagrams(seed: seed)
      let diagram = diagrams.diagram()
      let lanes = diagram.rows.compactMap { if case .lane(let lane) = $0 { lane } else { nil } }
      for tick in max(0, diagram.ticks.lowerBound)..<min(30, diagram.ticks.upperBound) {
        let frame = lines(TextWriter(.unicode).draw(diagram, through: tick))
        let ends = lanes.compactMap { lane -> Int? in
          guard lane.lastTick > tick,
            lane.timeline.marbles.last.map({ $0.tick > tick || !$0.event.isTerminating }) ?? true
          else { return nil }
          return frame.first { $0.hasPrefix(lane.name) }.map { displayWidth(of: $0) }
        }
        #expect(Set(ends).count <= 1, "seed \(seed), tick \(tick)\n\(frame.joined(separator: "\n"))")
      }
    }
  }

  @Test func `a box drawing without wide columns can be read`() {
    for seed in UInt64(0)..<200 {
      var random = RandomTimelines(seed: seed)
      var lanes = (0..<3).map { index in
        var marbles: [Timeline.Marble] = []
        for tick in 0..<random.below(30) where random.flip() {
          marbles.append(.init(tick: tick, event: .value(.marble(random.pick(["a", "b", "é", "z"])))))
        }
        let end = (marbles.last?.tick ?? 0) + 1
        if random.flip() { marbles.append(.init(tick: end, event: .completed)) }
        return Diagram.Lane(name: ["a", "long", "out"][index], timeline: Timeline(marbles, end: end + 1))
      }
      lanes[1].isCold = random.flip()
      lanes[0].inner = [Diagram.Inner(name: "x", subscribed: 0, marbles: [])]
      lanes[0].observed = [.always]
      let diagram = Diagram(inputs: Array(lanes.prefix(2)), operation: "f(a,\n  long)", outputs: Array(lanes.suffix(1)))
      let drawing = TextWriter(.unicode, width: random.flip() ? 24 : nil, showsSubscriptions: true).draw(diagram)
      var parser = Parser(Source(name: "pasted", text: drawing), bindings: Parser.Bindings())
      var found: [String: Timeline] = [:]
      while let next = parser.next() {
        guard case .success(let statement) = next, case .bind(let name, let definition) = statement.kind else {
          Issue.record("seed \(seed): \(next)\n\(drawing)")
          continue
        }
        switch definition {
        case .pipe(let literal): found[name.text] = literal.timeline
        case .cold(let literals) where literals.count == 1: found[name.text] = literals[0].timeline
        default: Issue.record("seed \(seed): \(definition)\n\(drawing)")
        }
      }
      for lane in lanes {
        #expect(found[lane.name]?.marbles == lane.timeline.marbles, "seed \(seed), \(lane.name)\n\(drawing)")
      }
    }
  }
}
