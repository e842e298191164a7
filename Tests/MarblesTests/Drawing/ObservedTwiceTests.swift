import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import Testing

/// Streams that are observed more than once.
struct ObservedTwiceTests {
  /// Returns the last drawing of a script.
  private func draw(_ script: String, _ format: DrawingStyle.Format = .plain, stages: Bool = false) -> String {
    let session = Session()
    session.options.showsStages = stages
    var style = DrawingStyle()
    style.format = format
    var last: Diagram?
    session.evaluate(Source(name: "test", text: script)) { answer in
      if case .drawing(let diagram) = answer { last = diagram }
    }
    return last.map { style.draw([$0]) } ?? ""
  }

  @Test func namedExpressionHasALane() {
    #expect(
      draw("a = -1-2|\nb = a.map { $0 + 5 }\nmerge(b, b)") == """
              0
        a x2  -1...-2...|
              = a.map { $0 + 5 } =
        b x2  -6...-7...|
              = merge(b, b) =
        out   -(66)-(77)|
        """)
    #expect(
      draw("a = -1|\nb = a.map { $0 + 5 }\nmerge(b, b)", .unicode) == """
              0
        a ×2  ─1───┤
              ╭────────────────╮
              │a.map { $0 + 5 }│
              ╰────────────────╯
        b ×2  ─6───┤
              ╭───────────╮
              │merge(b, b)│
              ╰───────────╯
        out   ─(66)┤
        """)
  }

  @Test func sharedStreamStartsItsSourceOnce() {
    #expect(
      draw("c = cold -1|\ns = c.share()\nmerge(s, s)") == """
                0
        c cold  -1...|
                = c.share() =
        s x2    -1...|
                = merge(s, s) =
        out     -(11)|
        """)
  }

  @Test func anotherStartHasItsRow() {
    let script = "c = cold -1|\nd = c.map { $0 + 5 }\nconcat(d, d)"
    let expected = """
              0
      c cold  -1|
        c       `1|
              = c.map { $0 + 5 } =
      d       -6|
        d       `6|
              = concat(d, d) =
      out     -6-6|
      """
    #expect(draw(script) == expected)
    #expect(draw(script, stages: true) == expected)
  }

  /// An observer that leaves early saw the beginning of the same lane.
  @Test(arguments: ["merge(s.take(1), s)", "merge(s, s.take(1))"])
  func laneHasTheEventsOfItsLongestObserver(expression: String) {
    #expect(
      draw("a = -1-2|\ns = a.share()\n" + expression) == """
              0
        a     -1...-2|
              = a.share() =
        s x2  -1...-2|
              = \(expression) =
        out   -(11)-2|
        """)
  }

  @Test(arguments: [
    ("a = -1-2|\nb = a.map { $0 }\nb.take(1)", ["a", "out"]),
    // The rows of the outputs or of the inner streams already show these starts.
    ("a = -1-2|\nb = a.share()\nb during ^--!, --^-!", ["a", "out 1", "out 2"]),
    ("a = -1-2|\nb = a.map { $0 }\na.flatMap(.merge) { b }", ["a", "out"]),
    // An action sends its streams.
    ("a = -1-2|\nb = action(a) { \"-x|\" }\nmerge(b.values, b.errors)", ["a", "out"]),
  ])
  func otherNamesHaveNoLane(script: String, lanes: [String]) throws {
    let drawing = try #require(try? Diagram.drawings(inJSON: Array(draw(script, .json).utf8)).first)
    #expect(drawing.lanes.map(\.name) == lanes)
  }

  @Test func pictureAndDataShowTheObservers() {
    let script = "a = -1|\nb = a.map { $0 + 5 }\nmerge(b, b)"
    let picture = draw(script, .svg)
    #expect(picture.contains(">b</text>") && picture.contains("data-lane=\"b\" data-role=\"stage\""))
    #expect(picture.split(separator: "×2").count == 3)
    #expect(picture.contains("<title>a sends 1 and completes at tick 2. merge(b, b) sends 6, 6"))
    let windows = "\"subscriptions\": [{\"from\": 0, \"until\": 2}, {\"from\": 0, \"until\": 2}]"
    let data = draw(script, .json).filter { $0 != " " }
    #expect(data.split(separator: windows.filter { $0 != " " }).count == 3)
  }
}
