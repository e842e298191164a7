import MarbleEvaluation
import MarbleLanguage

extension SVG {
  typealias Point = (x: Double, y: Double)

  /// An XML writer.
  struct Markup {
    private(set) var text = ""

    mutating func raw(_ part: String) { text += part }

    /// Returns a number with at most two decimals, independent of the locale.
    static func number(_ value: Double) -> String {
      var text = ""
      write(value, to: &text)
      return text
    }

    /// Appends a number with at most two decimals.
    static func write(_ value: Double, to text: inout String) {
      let hundredths = Int((value * 100).rounded())
      let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
      if hundredths < 0 { text += "-" }
      text += String(whole)
      if rest > 0 {
        text += rest < 10 ? ".0" : "."
        text += String(rest.isMultiple(of: 10) ? rest / 10 : rest)
      }
    }

    mutating func element(_ name: String, _ content: String) {
      raw("<\(name)>\(XML.escaped(content))</\(name)>\n")
    }

    mutating func group(at origin: Point, _ content: (inout Markup) -> Void) {
      raw("<g transform=\"\(Self.translation(by: origin))\">\n")
      content(&self)
      raw("</g>\n")
    }

    /// Returns the value of a `transform` that moves a group.
    static func translation(by way: Point) -> String { "translate(\(number(way.x)) \(number(way.y)))" }

    mutating func path(class name: String, _ path: String) {
      text += "<path class=\"mb-"
      text += name
      text += "\" d=\""
      text += path
      text += "\"/>\n"
    }

    mutating func line(class name: String, from start: Point, to end: Point) {
      path(class: name, Self.move(start) + Self.line(to: end))
    }

    mutating func label(class name: String, at place: Point, _ text: String) {
      self.text += "<text class=\"mb-"
      self.text += name
      self.text += "\" x=\""
      Self.write(place.x, to: &self.text)
      self.text += "\" y=\""
      Self.write(place.y, to: &self.text)
      self.text += "\">"
      self.text += XML.escaped(text)
      self.text += "</text>\n"
    }

    // MARK: Paths

    private static func move(_ point: Point) -> String { "M" + number(point.x) + " " + number(point.y) }

    private static func line(to point: Point) -> String { "L" + number(point.x) + " " + number(point.y) }
  }
}
