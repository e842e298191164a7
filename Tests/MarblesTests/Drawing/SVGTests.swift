@testable import MarbleDrawing
@testable import MarbleLanguage
@testable import MarbleSession
@testable import MarbleTools
import Marbles
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
    #expect(
      tree.elements("title").first?.text
        == "a sends 1, 2 and completes at tick 8; b sends x, y and fails with no at tick 4. merge(a, b) sends x, 1, y and fails with no at tick 4. zip(a, b) sends (1, x) and fails with no at tick 4."
    )
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

  @Test func furtherStartBeginsWithADot() {
    let tree = XMLTree(picture("a = cold -1|\na.repeat(3)"))
    #expect(tree.elements.count { $0.attributes["class"] == "mb-link" } == 0)
    #expect(tree.elements.count { $0.name == "circle" && $0.attributes["class"] == "mb-dot" } == 2)
  }

  @Test func streamThatIsObservedTwiceShowsTheCount() {
    func remarks(_ script: String) -> [String] {
      XMLTree(picture(script)).elements("text").filter { $0.attributes["class"] == "mb-cold" }.map(\.text)
    }
    #expect(remarks("b = -1|\nmerge(b, b)") == ["×2"] && remarks("c = cold -1|\nzip(c, c, c)") == ["cold ×3"])
    #expect(remarks("b = -1|\nb.map { $0 }") == [] && remarks("c = cold -1|\nc.repeat(3)") == ["cold"])
  }

  /// The background of the text covers the wires.
  @Test func expressionIsDrawnOverItsWires() throws {
    let tree = XMLTree(picture("a = --1--2--|\na.map { $0 * 2 }") { $0.showsWires = true })
    let classes = tree.elements.map { $0.attributes["class"] ?? "" }
    let wire = try #require(classes.lastIndex { $0.hasPrefix("mb-wire") })
    let code = try #require(classes.firstIndex(of: "mb-code"))
    let background = try #require(classes.firstIndex(of: "mb-back"))
    #expect(wire < background && background < code)
  }

  /// Fixed colors work without variables and without a reader's setting.
  @Test(arguments: [(DrawingStyle.Theme.light, "#ffffff"), (.dark, "#0d1117")])
  func themeFixesTheColors(theme: DrawingStyle.Theme, paper: String) throws {
    let sheet = try #require(
      XMLTree(picture("a = -1|\na.map { $0 }") { $0.theme = theme }).elements("style").first?.text)
    #expect(!sheet.contains("var(") && !sheet.contains("--") && !sheet.contains("@media"))
    #expect(sheet.contains(".mb-paper{fill:\(paper);"))
  }

  @Test func printedAnimationIsWhole() throws {
    let sheet = try #require(XMLTree(picture("a = -1|") { $0.isAnimated = true }).elements("style").first?.text)
    let animation = try #require(sheet.range(of: "@media screen and (prefers-reduced-motion:no-preference){"))
    #expect(!sheet[..<animation.lowerBound].contains("animation:"))
    #expect(sheet[..<animation.lowerBound].contains(".mb-head{opacity:0;"))
  }

  @Test func titleDescribesTheRun() {
    func title(_ script: String) -> String? { XMLTree(picture(script)).elements("title").first?.text }
    #expect(
      title("a = -1-2|\nb = --x#[no]\nmerge(a, b)")
        == "a sends 1, 2 and completes at tick 4; b sends x and fails with no at tick 3. merge(a, b) sends 1, x, 2 and fails with no at tick 3."
    )
    #expect(
      title("a = -1-2-3-4-5-6-7-8\na.flatMap(.merge) { \"-|\" }")
        == "a sends 1, 2, 3, 4, 5, 6 and 2 more values. a.flatMap(.merge) { \"-|\" } starts 8 inner streams and sends nothing."
    )
    #expect(
      title("a = cold -1-2#\na.retry(upTo: 2)")
        == "a sends 1, 2 and fails at tick 4. a.retry(upTo: 2) starts a at ticks 4, 8, sends 1, 2, 1, 2, 1, 2 and fails at tick 12."
    )
    // Each of several drawings has a sentence, up to a maximum length.
    #expect(
      title("a = -1-2|\na.map { $0 * 2 }\nb = --x|\na.prefix(b)")
        == "a sends 1, 2 and completes at tick 4. a.map { $0 * 2 } sends 2, 4 and completes at tick 4. b sends x and completes at tick 3. a.prefix(b) sends x and completes at tick 4."
    )
    let many = title("a = -1-2|\n" + String(repeating: "a.map { $0 * 2 }\n", count: 100)) ?? ""
    #expect(many.count < 850 && many.hasSuffix(" at tick 4. And 86 more diagrams."), "\(many)")
    var style = DrawingStyle()
    style.alternativeText = "Two <lanes>"
    #expect(XMLTree(SVG(style).draw([])).elements("title").first?.text == "Two <lanes>")
  }

  /// The estimated width is enough for DejaVu Sans Bold, which is wider than other common fonts.
  @Test(arguments: [
    ("connectionStatusUpdates", 14.52), ("first: 2000 and second", 12.66), ("Amsterdam Centraal", 11.63),
    ("failed(Server said: 503 Serv…", 16.77), ("(loaded, 1)", 6.15), ("window 4", 5.35), ("10", 1.39),
  ])
  func estimatedWidthIsEnough(text: String, width: Double) {
    let estimated = SVG.TextMetrics.width(of: text, size: 10)
    #expect(estimated >= 10 * width && estimated < 10.6 * width)
  }

  @Test func innerStreamsAreLimited() {
    let script = "a = -1-2-3-4|\na.flatMap(.merge) { \"-\\($0)|\" }"
    func notes(_ limit: Int) -> [String] {
      let tree = XMLTree(picture(script) { $0.innerLimit = limit })
      return tree.elements("text").filter { $0.attributes["class"] == "mb-note" }.map(\.text)
    }
    #expect(notes(4) == [] && notes(1) == ["… and 3 more inner streams"] && notes(0) == ["4 inner streams"])
  }

  @Test func stackedMarblesOfDiagonalLinesAreAboveTheBox() throws {
    let tree = XMLTree(picture("a = -1|\na.flatMap(.merge) { values($0, 2, 3) }") { $0.innerLayout = .diagonal })
    func last(_ attribute: String, where condition: ([String: String]) -> Bool) throws -> Double {
      let text = try #require(tree.elements.map(\.attributes).first(where: condition)?[attribute])
      return try #require(text.split { !"-.0123456789".contains($0) }.last.flatMap { Double($0) })
    }
    let line = try last("transform") { $0["data-role"] == "inner" }
    let stem = try last("d") { $0["class"] == "mb-stem" }
    #expect(try line + stem + SVG.Mark.height / 2 < last("y") { $0["class"] == "mb-box" })
  }

  @Test func widthAndScaleAreConfigurable() throws {
    let script = "a = {----1}*\na.take(first: 20)"
    func root(_ change: (inout DrawingStyle) -> Void) -> [String: String] {
      XMLTree(picture(script, change)).elements.first?.attributes ?? [:]
    }
    let narrow = root { $0.pictureWidth = 400 }
    #expect(try #require(narrow["width"].flatMap(Double.init)) <= 440)
    #expect(try #require(narrow["data-axis"]).contains(","))
    let wide = root { $0.tickWidth = 7 }
    #expect(wide["data-tick-width"] == "7" && wide["data-axis"]?.contains(",") == false)
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
