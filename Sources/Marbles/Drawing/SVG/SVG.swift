import MarbleLanguage

/// A writer of diagrams as one self-contained SVG document, without scripts, fonts or references.
///
/// Time runs from left to right, and all events of a tick are aligned vertically. A value has the color and the shape
/// of the line that first sent it.
package struct SVG: Sendable {
  /// The arrangement of inner streams, and optional parts of the picture.
  var style: DrawingStyle
  /// The maximum number of events in a document.
  ///
  /// Programs that show pictures become slow with more.
  var maxEvents = 100_000

  package init(_ style: DrawingStyle = DrawingStyle()) {
    self.style = style
  }

  /// Returns a document with the diagrams one below the other, without a line end after it.
  package func draw(_ diagrams: [Diagram]) -> String {
    var room = maxEvents
    let figures = diagrams.map { diagram in
      Figure(Layout(diagram.abridged(toFit: &room, of: maxEvents), for: .picture), style)
    }
    let width = (figures.map(\.width).max() ?? 0) + 2 * Self.margin
    var body = Markup()
    var top = Self.margin
    for (index, figure) in figures.enumerated() {
      if index > 0 {
        body.line(class: "grid", from: (Self.margin, top + Self.gap / 2), to: (width - Self.margin, top + Self.gap / 2))
        top += Self.gap
      }
      body.group(at: (Self.margin, top)) { figure.draw(into: &$0, number: index) }
      top += figure.height
    }
    let height = top + Self.margin
    let theme = Theme(
      scope: Theme.scope(of: body.text), animation: style.isAnimated ? Animation(figures) : nil,
      hasTrail: figures.contains { $0.trail != nil })

    var picture = Markup()
    picture.raw("\(Self.opening)\(theme.scope)\"")
    let size = (Markup.number(width), Markup.number(height))
    picture.raw(" width=\"\(size.0)\" height=\"\(size.1)\" viewBox=\"0 0 \(size.0) \(size.1)\">\n")
    picture.element("title", Description.title(of: diagrams))
    picture.element("desc", Description.text(of: diagrams))
    picture.element("style", theme.styleSheet)
    picture.raw("<rect class=\"mb-paper\" x=\"0.5\" y=\"0.5\" rx=\"10\"")
    picture.raw(" width=\"\(Markup.number(width - 1))\" height=\"\(Markup.number(height - 1))\"/>\n")
    picture.raw(body.text)
    picture.raw("</svg>")
    return picture.text
  }

  /// The beginning of every picture.
  static let opening =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" xml:space=\"preserve\" role=\"img\" class=\""

  /// The empty space at the edges.
  static let margin = 20.0
  /// The empty space between two diagrams.
  private static let gap = 36.0
}
