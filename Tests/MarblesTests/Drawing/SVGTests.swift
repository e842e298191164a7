@testable import MarbleLanguage
@testable import MarbleTools
@testable import Marbles
import TestSupport
import Testing

/// SVG pictures, which are valid XML and do not refer to other files.
@Suite struct SVGTests {
  /// Returns the drawings of a script as one picture.
  private func picture(_ script: String, _ change: (inout DrawingStyle) -> Void = { _ in }) -> String {
    let session = Session()
    var diagrams: [Diagram] = []
    session.evaluate(Source(name: "demo.marble", text: script)) { answer in
      if case .drawing(let diagram) = answer { diagrams.append(diagram) }
    }
    change(&session.options.style)
    return SVG(session.options.style).draw(diagrams)
  }

  private static let values = [
    "a", "", " ", "&", "<", ">", "\"", "'", "]]>", "<!--", "&amp;", "\u{0}", "\u{1B}[31m", "\u{7F}", "\u{85}",
    "\u{2028}",
    "\u{FFFE}", "\u{FFFF}", "\r\n", "\t", "שלום", "مرحبا", "\u{202E}abc", "👨‍👩‍👧", "🇩🇪", "e\u{301}", "\u{301}", "日本語",
    String(repeating: "long ", count: 10_000), String(repeating: "\u{301}", count: 5_000),
  ]

  @Test(arguments: values)
  func everyValueGivesValidXML(value: String) {
    let marbles: [Timeline.Marble] = [
      .init(tick: 0, event: .value(.string(value))), .init(tick: 2, event: .value(.tuple([.string(value), .null]))),
      .init(tick: 3, event: .value(.marble(value))), .init(tick: 4, event: .failed(Failure(value))),
    ]
    let lane = Diagram.Lane(
      name: value, timeline: Timeline(marbles),
      inner: [.init(name: value, marble: 0, subscribed: 1, marbles: Array(marbles.suffix(2)))])
    var style = DrawingStyle()
    style.isAnimated = true
    let text = SVG(style).draw([Diagram(inputs: [lane], operation: value, outputs: [lane], notes: [value])])
    let tree = XMLTree(text)
    #expect(tree.parseError == nil)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
    #expect(text.utf8.count < 500_000)
  }

  /// A document has a limited number of events, so that its size and the memory that it needs are limited.
  @Test func pictureEndsBeforeItHasTooManyEvents() {
    func diagram(_ count: Int) -> Diagram {
      let marbles = (0..<count).map { Timeline.Marble(tick: 2 * $0, event: .value(.integer($0))) }
      let inner = Diagram.Inner(name: "i", subscribed: 0, marbles: marbles)
      return Diagram(inputs: [Diagram.Lane(name: "a", timeline: Timeline(marbles), inner: [inner])])
    }
    func picture(_ diagrams: [Diagram]) -> XMLTree {
      var svg = SVG()
      svg.maxEvents = 100
      return XMLTree(svg.draw(diagrams))
    }
    func notes(in picture: XMLTree) -> String {
      picture.elements("text").filter { $0.attributes["class"] == "mb-note" }.map { $0.text.drop { $0 == " " } }
        .joined(separator: " ")
    }
    func marbles(in picture: XMLTree) -> Int {
      picture.elements("g").count { $0.attributes["class"] == "mb-m" }
    }
    func note(_ tick: Int) -> String {
      "only the events up to tick \(tick) are drawn, because a picture has at most 100; JSON has all of them"
    }
    #expect(notes(in: picture([diagram(50)])) == "")
    #expect(notes(in: picture([diagram(51)])) == note(99))
    #expect(notes(in: picture([diagram(20), diagram(40)])) == note(59))
    #expect(marbles(in: picture([diagram(100_000)])) == marbles(in: picture([diagram(50)])))
    // A diagram always has its first tick.
    #expect(notes(in: picture([diagram(50), diagram(2)])) == note(0))
  }

  @Test func pictureIsSelfContained() {
    let text = picture("a = --1--2--|\nb = -x-y#[no]\nmerge(a, b)\nzip(a, b)") { style in
      style.isAnimated = true
      style.showsWires = true
      style.showsSubscriptions = true
    }
    let tree = XMLTree(text)
    let root = tree.elements.first
    #expect(root?.name == "svg" && root?.attributes["role"] == "img")
    #expect(root?.attributes["xmlns"] == "http://www.w3.org/2000/svg")
    #expect(tree.elements("title").first?.text == "merge(a, b); zip(a, b)")
    let description = tree.elements("desc").first?.text ?? ""
    #expect(description.contains("a: 1 at 2, 2 at 5 (not observed), completed at 8 (not observed)."))
    #expect(description.contains("failed with no at 4"))
    let allowed: Set = ["svg", "title", "desc", "style", "g", "rect", "path", "circle", "text", "tspan"]
    #expect(Set(tree.elements.map(\.name)).subtracting(allowed) == [])
    for element in tree.elements {
      #expect(element.attributes.keys.allSatisfy { $0 != "id" && !$0.hasPrefix("on") && !$0.contains("href") })
    }
    #expect(!text.contains("url(") && !text.contains("@import") && !text.contains("@font-face"))
    #expect(text.components(separatedBy: "http").count == 2)
    let sheet = tree.elements("style").first?.text ?? ""
    #expect(sheet.contains("prefers-color-scheme:dark") && sheet.contains("prefers-reduced-motion"))
  }

  /// A page can contain several pictures, so each CSS rule names its picture.
  @Test func styleSheetAppliesOnlyToItsOwnPicture() throws {
    let pictures = try ["a = --1|\na.map { $0 }", "a = --2|\na.map { $0 }"].map { script in
      let tree = XMLTree(picture(script) { $0.isAnimated = true })
      let scope = try #require(tree.elements.first?.attributes["class"])
      let sheet = try #require(tree.elements("style").first?.text)
      for rule in sheet.split(separator: "\n") where !rule.hasPrefix("@") {
        #expect(rule.hasPrefix(".\(scope)"), "\(rule)")
      }
      return scope
    }
    #expect(pictures[0] != pictures[1])
  }

  @Test func animationIsOptional() {
    let still = picture("a = --1|\na.map { $0 }")
    #expect(!still.contains("@keyframes") && !still.contains("mb-head"))
    let moving = picture("a = --1|\na.map { $0 }") { $0.isAnimated = true }
    #expect(moving.contains("@keyframes") && moving.contains("mb-head"))
  }

  @Test func wiresConnectCausesToEffects() {
    let script = "a = --1--2--|\na.map { $0 * 2 }.filter { $0 > 2 }"
    #expect(!picture(script).contains("mb-wire\""))
    // One wire for the second value and one for the completion.
    #expect(picture(script) { $0.showsWires = true }.components(separatedBy: "class=\"mb-wire").count - 1 == 2)
  }

  @Test func tupleHasTheColorsOfItsParts() {
    let tree = XMLTree(picture("a = -1-|\nb = --x|\nzip(a, b)"))
    let pieces = tree.elements("path").compactMap { $0.attributes["class"] }.filter { $0.hasPrefix("mb-c") }
    // Each lane has a swatch next to its name and a value. The pair has both colors.
    #expect(pieces.sorted() == ["mb-c0", "mb-c0", "mb-c0", "mb-c1", "mb-c1", "mb-c1"])
  }

  @Test func ghostIsHollow() {
    let tree = XMLTree(picture("s = x--y|\ns.flatMap(.latest) { \"-1-2|\" }"))
    #expect(tree.elements.count { $0.attributes["class"]?.contains("mb-ghost") == true } == 1)
    #expect(tree.elements.contains { $0.attributes["class"]?.contains("mb-drop") == true })
  }

  @Test func subscriptionWithoutACauseBeginsWithADot() {
    let script = "a = cold -1|\na.repeat(3)"
    // The end of the first start links to the second start. The lane has ended when the third start happens.
    let tree = XMLTree(picture(script))
    #expect(tree.elements.count { $0.attributes["class"] == "mb-link" } == 1)
    #expect(tree.elements.count { $0.name == "circle" && $0.attributes["class"] == "mb-dot" } == 1)
  }

  @Test func expressionIsDrawnOverItsWires() throws {
    let tree = XMLTree(picture("a = --1--2--|\na.map { $0 * 2 }") { $0.showsWires = true })
    let classes = tree.elements.map { $0.attributes["class"] ?? "" }
    let wire = try #require(classes.lastIndex { $0.hasPrefix("mb-wire") })
    let code = try #require(classes.firstIndex(of: "mb-code"))
    #expect(wire < code)
  }

  @Test func dotsBeforeAnArrowDoNotTouchAMarble() throws {
    let tree = XMLTree(picture("a = cold {-1}*\na"))
    let dots = tree.elements.filter { $0.name == "circle" }.compactMap { $0.attributes["cx"].flatMap(Double.init) }
    let arrow = try #require(tree.elements.first { $0.attributes["class"] == "mb-arrow" }?.attributes["d"])
    let tip = try #require(arrow.dropFirst().split(separator: " ").first.flatMap { Double($0) })
    // The last marble, which is before the arrow in the last system.
    let marble = try #require(
      tree.elements.last { $0.attributes["class"] == "mb-value" }?.attributes["x"].flatMap(Double.init))
    #expect(dots.count == 3)
    #expect(dots.allSatisfy { $0 > marble + SVG.Mark.height / 2 && $0 < tip - 8 })
  }

  // MARK: Any diagram

  @Test func randomDiagramIsValidXMLInsideItsEdges() {
    for seed in UInt64(0)..<150 {
      var diagrams = RandomDiagrams(seed: seed)
      var style = DrawingStyle()
      style.innerLayout = seed.isMultiple(of: 3) ? .diagonal : .rows
      style.showsWires = seed.isMultiple(of: 2)
      style.showsSubscriptions = !seed.isMultiple(of: 4)
      style.isAnimated = seed.isMultiple(of: 5)
      let all = (0...Int(seed % 2)).map { _ in diagrams.diagram() }
      let text = SVG(style).draw(all)
      #expect(text == SVG(style).draw(all), "seed \(seed)")
      let tree = XMLTree(text)
      #expect(tree.parseError == nil, "seed \(seed)")
      let outside = tree.outside
      #expect(outside == [], "seed \(seed)")
    }
  }

  @Test func hugeAndNegativeTicksAreInsideTheEdges() {
    for tick in [-(1 << 60), 1 << 60, .max - 1, 1_000_000] {
      let lane = Diagram.Lane(name: "a", timeline: Timeline([.init(tick: tick, event: .value(.integer(tick)))]))
      let tree = XMLTree(SVG().draw([Diagram(inputs: [lane])]))
      #expect(tree.parseError == nil && tree.outside == [])
    }
  }

  @Test func emptyPictureIsValidXML() {
    #expect(XMLTree(SVG().draw([])).parseError == nil)
    #expect(XMLTree(SVG().draw([Diagram(rows: [], ticks: 0...0)])).parseError == nil)
  }
}

extension XMLTree {
  /// The elements outside the picture's edges.
  fileprivate var outside: [String] {
    guard let root = elements.first, let width = root.attributes["width"].flatMap(Double.init),
      let height = root.attributes["height"].flatMap(Double.init)
    else { return ["no size"] }
    var outside: [String] = []
    var origin = (x: 0.0, y: 0.0)
    for element in elements {
      if element.name == "g", let transform = element.attributes["transform"] {
        let numbers = transform.split { !"-.0123456789".contains($0) }.compactMap { Double($0) }
        if element.path.count == 1, numbers.count == 2 { origin = (numbers[0], numbers[1]) }
      }
      for (x, y) in element.places {
        let place = element.path.contains("g") ? (x + origin.x, y + origin.y) : (x, y)
        if !(0...width).contains(place.0) || !(0...height).contains(place.1) {
          outside.append("\(element.name) \(element.attributes) at \(place) of \(width) × \(height)")
        }
      }
    }
    return outside
  }
}

extension XMLTree.Element {
  /// The points of an element: the corners of strings and rectangles, the centers of circles and the starts of paths.
  fileprivate var places: [(Double, Double)] {
    func number(_ name: String) -> Double? { attributes[name].flatMap(Double.init) }
    if let x = number("x"), let y = number("y") {
      return [(x, y), (x + (number("width") ?? 0), y + (number("height") ?? 0))]
    }
    if let x = number("cx"), let y = number("cy") { return [(x, y)] }
    guard let path = attributes["d"], path.hasPrefix("M") else { return [] }
    let numbers = path.dropFirst().prefix { " -.0123456789".contains($0) }.split(separator: " ").compactMap {
      Double($0)
    }
    return numbers.count >= 2 ? [(numbers[0], numbers[1])] : []
  }
}
