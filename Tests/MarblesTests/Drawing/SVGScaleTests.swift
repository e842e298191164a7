@testable import MarbleDrawing
@testable import MarbleLanguage
@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport
import Testing

/// The time axis of pictures, read from their data attributes as a script in a page reads it.
@Suite struct SVGScaleTests {
  /// A picture with its axis.
  private struct Picture {
    let tree: XMLTree
    let tickWidth: Double
    /// The parts of the axis: the first and the last tick, and the position of the first one.
    let axis: [(first: Int, last: Int, x: Double)]

    init(_ script: String, _ change: (inout DrawingStyle) -> Void = { _ in }) throws {
      let session = Session()
      var diagrams: [Diagram] = []
      session.evaluate(Source(name: "demo.marble", text: script)) { answer in
        if case .drawing(let diagram) = answer { diagrams.append(diagram) }
      }
      change(&session.options.style)
      tree = XMLTree(SVG(session.options.style).draw(diagrams))
      let root = try #require(tree.elements.first?.attributes)
      tickWidth = try #require(root["data-tick-width"].flatMap(Double.init))
      axis = try #require(root["data-axis"]).split(separator: ",").map { part in
        let numbers = part.split(separator: " ").compactMap { Double($0) }
        return (Int(numbers[0]), Int(numbers[1]), numbers[2])
      }
    }

    /// Returns the position of a tick.
    func x(_ tick: Int) -> Double {
      axis.first { $0.first <= tick && tick <= $0.last }.map { $0.x + Double(tick - $0.first) * tickWidth } ?? .nan
    }

    /// The lanes from top to bottom, each with the ticks of its marks.
    var lanes: [(name: String, role: String, y: Double, ticks: [String])] {
      tree.elements("g").compactMap { group in
        guard let name = group.attributes["data-lane"], let role = group.attributes["data-role"] else { return nil }
        let ticks = (group.attributes["data-ticks"] ?? "").split(separator: " ").map(String.init)
        return (name, role, group.attributes["data-y"].flatMap(Double.init) ?? .nan, ticks)
      }
    }

    /// The text elements of a class with their positions in the picture.
    func texts(_ name: String) -> [(text: String, x: Double)] {
      tree.elements("text").filter { $0.attributes["class"]?.contains(name) ?? false }.compactMap { element in
        element.attributes["x"].flatMap(Double.init).map { (element.text, $0 + SVG.margin) }
      }
    }
  }

  /// Wide values widen the axis of all panels in the same way.
  @Test func tickIsAtTheSamePlaceInEveryPanel() throws {
    let picture = try Picture(
      "a = --1--2-----3----4----5----|\na.map { \"long value \\($0)\" }\na.delay(3)\nlonger = -x|\nlonger.take(first: 1)"
    )
    let labels = picture.texts("mb-tick")
    for tick in stride(from: 0, through: 25, by: 5) {
      let places = Set(labels.filter { $0.text == "\(tick)" }.map(\.x))
      #expect(places == [picture.x(tick)], "tick \(tick)")
    }
    #expect(labels.count { $0.text == "25" } == 2)
  }

  @Test func everyMarbleIsAtItsTick() throws {
    let picture = try Picture("a = (12)-[a long value][another]--3---(4|)\na.delay(1)")
    let lanes = picture.lanes
    #expect(lanes.map(\.name) == ["a", "out"] && lanes.map(\.role) == ["input", "output"])
    #expect(lanes.map(\.ticks) == [["0", "0", "2", "3", "6", "10", "10"], ["1", "1", "3", "4", "7", "11", "11"]])
    #expect(Set(picture.texts("mb-value").map(\.x)) == Set([0, 1, 2, 3, 4, 6, 7, 10, 11].map(picture.x)))
    for lane in lanes {
      let name = try #require(picture.tree.elements("text").first { $0.text == lane.name }?.attributes["y"])
      #expect(Double(name) == lane.y - SVG.margin + 4.5)
    }
  }

  /// The end of a stream is at its tick too, above and below the values of that tick.
  @Test func endIsAtItsTick() throws {
    let picture = try Picture("a = --1--(2|)\na.map { $0 }")
    let bars = picture.tree.elements("path").filter { $0.attributes["class"] == "mb-bar" }
    let places = bars.compactMap { $0.attributes["d"]?.dropFirst().prefix { $0 != " " } }.compactMap { Double($0) }
    #expect(places == [picture.x(5), picture.x(5)].map { $0 - SVG.margin })
  }

  @Test(arguments: [
    ("a = -12-3|", 28.0), ("a = -1-2-3-|", 15.0), ("a = -[100]-2-|", 18.0),
    ("a = -[a long value][another value]|", 60.0),
  ])
  func axisGrowsUpToALimit(script: String, width: Double) throws {
    #expect(try Picture(script + "\na").tickWidth == width)
  }

  /// A long axis grows only as far as it fits into the width, but marbles never touch.
  @Test func longAxisStaysNarrow() throws {
    let silence = String(repeating: "-", count: 50)
    #expect(try Picture("a = -[a long value][another]\(silence)|\na").tickWidth == 28)
    #expect(try Picture("a = -[a long value]-[another]\(silence)|\na").tickWidth == 16)
  }

  @Test func tooWideValueIsSetInTwoLinesOrShortened() throws {
    let picture = try Picture("a = -[hello world][123456789][a very long value without an end]-|\na")
    let small = picture.texts("mb-small")
    #expect(small.map(\.text).prefix(4) == ["hello", "world", "12345", "6789"])
    #expect(small.contains { $0.text.hasSuffix("…") })
    let titles = picture.tree.elements("title").map(\.text)
    #expect(titles.contains("a very long value without an end at tick 3"))
  }

  @Test func shortenedValueIsDividedAtASpace() {
    let caption = SVG.Caption("a rather long value that goes on").fitting(90)
    #expect(caption.lines == ["a rather long", "value that g…"] && caption.width <= 90)
  }

  /// The marbles of a lane never overlap, whatever their text is.
  @Test func neighborsDoNotOverlap() throws {
    for seed in UInt64(0)..<100 {
      var diagrams = RandomDiagrams(seed: seed)
      let layout = Layout(diagrams.diagram(), for: .picture)
      var tracks = layout.tracks.map { SVG.Track($0, tints: []) }
      let scale = SVG.Scale(
        [tracks], ticks: layout.ticks, busy: layout.busyTicks, style: DrawingStyle(), gutter: 60)
      for index in tracks.indices {
        tracks[index].stacks.fit(to: scale)
        for (left, right) in zip(tracks[index].stacks, tracks[index].stacks.dropFirst()) {
          let distance = scale.distance(from: left.tick, to: right.tick)
          #expect(left.room.right + right.room.left <= distance + 0.001, "seed \(seed)")
        }
      }
    }
  }

  /// A silence is cut if nothing happens in any panel, and then in every panel.
  @Test func silenceIsCutInAllPanels() throws {
    let picture = try Picture("a = -1- 200t -2|\nb = --- 500t -|\na.delay(1)\nb.take(first: 1)")
    #expect(picture.axis.map(\.first) == [0, 202, 502] && picture.axis.map(\.last) == [4, 208, 504])
    #expect(
      picture.texts("mb-tick").map(\.text) == [
        "0", "197 ticks", "202", "205", "0", "197 ticks", "202", "205", "293 ticks", "502",
      ])
    let cuts = picture.tree.elements("path").filter { $0.attributes["class"] == "mb-grid mb-cut" }
    #expect(cuts.map { ($0.attributes["d"] ?? "").count { $0 == "M" } } == [2, 4])
  }

  @Test func groupOfManyValuesIsCounted() throws {
    let picture = try Picture("a = -(123456789[10]|)\na")
    #expect(picture.lanes.map(\.ticks) == [["1", "1", "1", "1", "1", "1", "1", "1+3", "1"]])
    #expect(picture.tree.elements("g").count { $0.attributes["class"] == "mb-m" } == 9)
  }

  /// The line of a stream that begins in one row, and changes in another, continues at the left edge of each row.
  @Test func linesContinueInEachRow() throws {
    let picture = try Picture("a = -x|\na.flatMap(.merge) { \"---- 70t ---1---- 70t ---|\" }.take(first: 1)")
    let starts = picture.tree.elements("path").filter { ["mb-soft", "mb-lost"].contains($0.attributes["class"]) }
      .compactMap { $0.attributes["d"]?.dropFirst().prefix { $0 != " " } }
    // The line begins in the first row and is unsubscribed in the third one.
    #expect(picture.axis.count == 5 && starts.count == 6)
    #expect(Set([1, 2, 4, 5].map { starts[$0] }).count == 1 && Set(starts).count == 3)
  }

  @Test func ticksOfSystemsContinue() throws {
    let picture = try Picture("a = {----1}*\na.take(first: 40)")
    #expect(picture.axis.count > 2 && Set(picture.axis.map(\.x)).count == 1)
    for (left, right) in zip(picture.axis, picture.axis.dropFirst()) { #expect(left.last + 1 == right.first) }
  }
}
