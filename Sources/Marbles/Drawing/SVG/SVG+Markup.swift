import MarbleLanguage

extension SVG {
  typealias Point = (x: Double, y: Double)

  /// An XML writer.
  struct Markup {
    private(set) var text = ""

    mutating func raw(_ part: String) { text += part }

    /// Returns a number with at most two decimals, independent of the locale.
    static func number(_ value: Double) -> String {
      let hundredths = Int((value * 100).rounded())
      let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
      var text = hundredths < 0 ? "-" : ""
      text += String(whole)
      if rest > 0 {
        text += rest < 10 ? ".0" : "."
        text += String(rest.isMultiple(of: 10) ? rest / 10 : rest)
      }
      return text
    }

    mutating func element(_ name: String, _ content: String) {
      raw("<\(name)>\(XML.escaped(content))</\(name)>\n")
    }

    mutating func group(at origin: Point, _ content: (inout Markup) -> Void) {
      raw("<g transform=\"translate(\(Self.number(origin.x)) \(Self.number(origin.y)))\">\n")
      content(&self)
      raw("</g>\n")
    }

    mutating func path(class name: String, _ path: String) {
      raw("<path class=\"mb-\(name)\" d=\"\(path)\"/>\n")
    }

    mutating func line(class name: String, from start: Point, to end: Point) {
      path(class: name, Self.move(start) + Self.line(to: end))
    }

    mutating func label(class name: String, at place: Point, _ text: String) {
      raw("<text class=\"mb-\(name)\" x=\"\(Self.number(place.x))\" y=\"\(Self.number(place.y))\">")
      raw(XML.escaped(text))
      raw("</text>\n")
    }

    // MARK: Paths

    private static func move(_ point: Point) -> String { "M" + number(point.x) + " " + number(point.y) }

    private static func line(to point: Point) -> String { "L" + number(point.x) + " " + number(point.y) }
  }
}
