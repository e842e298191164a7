import MarbleEvaluation
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
  ///
  /// - Parameter colors: The colors of the names, if other pictures share them.
  package func draw(_ diagrams: [Diagram], colors: NameColors? = nil) -> String {
    var room = maxEvents
    let layouts = diagrams.map {
      Layout(
        $0.abridged(toFit: &room, of: maxEvents, innerLimit: style.innerLimit), for: .picture,
        innerLimit: style.innerLimit)
    }
    let colors = colors ?? NameColors(of: [diagrams])
    var tracks = layouts.map { layout in
      let tints = colors.tints(of: layout.diagram)
      return layout.tracks.map { Track($0, tints: tints) }
    }
    let gutter = tracks.map(Figure.gutter).max() ?? 0
    let busy = busyTicks(of: layouts)
    var scale = Scale(tracks, ticks: Self.ticks(of: layouts), busy: busy, style: style, gutter: gutter)
    for figure in tracks.indices {
      for track in tracks[figure].indices { tracks[figure][track].stacks.fit(to: scale) }
    }
    scale.indent(for: tracks, gutter: gutter)
    let figures = zip(layouts, tracks).map { Figure($0, $1, on: scale, gutter: gutter, style) }
    let width = (figures.map(\.width).max() ?? 0) + 2 * Self.margin
    var body = Markup()
    var top = Self.margin
    for (index, figure) in figures.enumerated() {
      if index > 0 {
        body.line(class: "grid", from: (Self.margin, top + Self.gap / 2), to: (width - Self.margin, top + Self.gap / 2))
        top += Self.gap
      }
      body.group(at: (Self.margin, top)) { figure.draw(into: &$0, top: top) }
      top += figure.height
    }
    let height = top + Self.margin
    let theme = Theme(
      scope: style.pictureName ?? Theme.scope(of: body.text + (style.theme == .auto ? "" : style.theme.rawValue)),
      animation: style.isAnimated ? Animation(on: busy, scale) : nil,
      colors: style.theme, hasTrail: figures.contains { $0.trail != nil })

    var picture = Markup()
    picture.raw("\(Self.opening)\(theme.scope)\"")
    let size = (Markup.number(width), Markup.number(height))
    picture.raw(scale.attributes(margin: Self.margin))
    picture.raw(" width=\"\(size.0)\" height=\"\(size.1)\" viewBox=\"0 0 \(size.0) \(size.1)\">\n")
    picture.element("title", style.alternativeText(of: diagrams))
    picture.element("desc", Description.text(of: diagrams))
    picture.element("style", theme.styleSheet)
    picture.raw("<rect class=\"mb-paper\" x=\"0.5\" y=\"0.5\" rx=\"10\"")
    picture.raw(" width=\"\(Markup.number(width - 1))\" height=\"\(Markup.number(height - 1))\"/>\n")
    picture.raw(body.text)
    picture.raw("</svg>")
    return picture.text
  }

  /// Returns the ticks of all layouts.
  private static func ticks(of layouts: [Layout]) -> ClosedRange<Int> {
    let ticks = layouts.map(\.ticks)
    return (ticks.map(\.lowerBound).min() ?? 0)...(ticks.map(\.upperBound).max() ?? 0)
  }

  /// Returns the ticks on which something happens in a picture, in ascending order.
  private func busyTicks(of layouts: [Layout]) -> [Int] {
    var busy = layouts.map(\.busyTicks)
    if style.showsSubscriptions {
      let windows = layouts.flatMap { $0.tracks.flatMap { $0.lane?.observed.prefix(Layout.limit) ?? [] } }
      busy.append(windows.flatMap { [$0.start] + ($0.end.map { [$0] } ?? []) })
    }
    return busy.count == 1 ? busy[0] : Set(busy.joined()).sorted()
  }

  /// The beginning of every picture.
  static let opening =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" xml:space=\"preserve\" role=\"img\" class=\""

  /// The empty space at the edges.
  static let margin = 20.0
  /// The empty space between two diagrams.
  private static let gap = 36.0
}
