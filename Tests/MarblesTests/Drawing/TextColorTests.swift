import MarbleLanguage
import Marbles
import Testing

/// Returns a drawing with its color sequences written as `‹blue:…›`.
func spelled(_ text: String) -> String {
  var spelled = text
  for tint in Palette.tints + [Palette.ghost, Palette.difference] {
    let color = tint.onTerminals
    let codes = "0" + (color.isBold ? ";1" : "") + (color.number.map { ";38;5;\($0)" } ?? "")
    spelled = spelled.replacing("\u{1B}[\(codes)m", with: "‹\(tint.name):")
  }
  return spelled.replacing("\u{1B}[0m", with: "›")
}

private func origins(_ lines: Int...) -> [Diagram.Origin] { lines.map { Diagram.Origin(source: .line($0)) } }

@Suite struct TextColorTests {
  @Test func `a value has the color of the line that first sent it`() {
    var out = Diagram.Lane("out", "-1-x2#")
    out.origins = origins(0, 1, 0, 1)
    let diagram = Diagram(
      inputs: [Diagram.Lane("a", "-1--2|"), Diagram.Lane("b", "---x-#")], operation: "merge(a, b)", outputs: [out])
    #expect(
      spelled(TextWriter(.unicode, colors: .full).draw(diagram)) == """
             0    5
        ‹blue:a    ›─‹blue:1›──‹blue:2›┤
        ‹gold:b    ›───‹gold:x›─‹gold:╳›
             ╭───────────╮
             │merge(a, b)│
             ╰───────────╯
        out  ─‹blue:1›─‹gold:x‹blue:2‹gold:╳›
        """)
  }

  @Test func `a combined value has the colors of its parts`() {
    var out = Diagram.Lane("out", "")
    let pair = Value.tuple([.marble("x"), .integer(1)])
    out.timeline = Timeline([
      .init(tick: 1, event: .value(.tuple([.integer(1), .marble("x")]))),
      .init(tick: 2, event: .value(.array([.tuple([.integer(12), pair]), .integer(3)]))),
      .init(tick: 3, event: .value(.integer(7))),
      .init(tick: 4, event: .value(.integer(1))), .init(tick: 4, event: .value(.integer(2))),
      .init(tick: 4, event: .completed),
    ])
    let both = Diagram.Source.parts([.line(0), .line(1)])
    out.origins =
      [
        both, .parts([.parts([.line(0), .parts([.line(1), .unknown])]), .line(1)]), both, .line(0), .line(1), .unknown,
      ]
      .map { Diagram.Origin(source: $0) }
    let diagram = Diagram(inputs: [Diagram.Lane("a", "-"), Diagram.Lane("b", "-")], outputs: [out])
    let lines = spelled(TextWriter(.unicode, colors: .full).draw(diagram)).split(separator: "\n")
    #expect(
      lines[3] == """
        out  ─[‹blue:1›,‹gold:x›][[(‹blue:12›,(‹gold:x›,1)),‹gold:3›]]7(‹blue:1›‹gold:2›┤)
        """)
  }

  @Test func `inner streams have their own colors, and ghosts are gray`() {
    let inner = Diagram.Inner(
      name: "x", marble: 0, subscribed: 1, marbles: [.init(tick: 2, event: .value(.integer(1)))], disposed: 3,
      missed: [.init(tick: 4, event: .value(.integer(2))), .init(tick: 5, event: .completed)])
    var lane = Diagram.Lane("a", "-x(yz)z|", inner: [inner])
    lane.unobserved = [1, 2, 3, 4]
    var out = Diagram.Lane("out", "--1")
    out.origins = origins(1)
    #expect(
      spelled(TextWriter(.unicode, colors: .full).draw(Diagram(inputs: [lane], outputs: [out]))) == """
             0         5
        ‹blue:a    ›─‹blue:x‹gray:(yz)╌z╌┤›
        ‹pink:  x   ›╰‹pink:1›────┆‹gray:╌2┤›
        out  ──‹pink:1›────────
        """)
  }

  @Test func `eight colors are used on terminals without more`() {
    let diagram = Diagram(
      inputs: [Diagram.Lane("a", "-1|"), Diagram.Lane("b", "-x|")], operation: "zip(a, b)", outputs: [])
    let lines = TextWriter(.unicode, colors: .eight).draw(diagram).split(separator: "\n")
    #expect(lines[1] == "\u{1B}[0;34ma  \u{1B}[0m─\u{1B}[0;34m1\u{1B}[0m┤")
    #expect(lines[2] == "\u{1B}[0;33mb  \u{1B}[0m─\u{1B}[0;33mx\u{1B}[0m┤")
  }

  @Test func `differences are red`() {
    let comparison = Comparison(expected: Timeline(lane: "--1-x2-y|"), actual: Timeline(lane: "--1-x-2z-|"))
    let plain = comparison.picture(location: "demo.marble:7", expression: "merge(a, b)")
    let colored = comparison.picture(location: "demo.marble:7", expression: "merge(a, b)", colors: .full)
    #expect(
      spelled(colored) == """
        ✗ demo.marble:7  merge(a, b)      3 differences
                   0    5
        expected   --1-x‹red:2›-‹red:y|›
        actual     --1-x-‹red:2z›-‹red:|›
                        ‹red:^^^^^›
          tick 5→6  2 came 1 tick late
          tick 7    expected y, got z
          tick 8→9  completed 1 tick late
        """)
    #expect(spelled(colored).filter { !"‹›".contains($0) }.replacing("red:", with: "") == plain)
    let windows = WindowComparison(expected: [.always, Window(from: 1, until: 3)], actual: [.always])
    #expect(
      spelled(windows.picture(width: nil, colors: .full)) == """
                   0
        expected   ^---
                   -‹red:^›-‹red:!›
        actual     ^---
          subscription 2  is missing
        """)
  }
}
