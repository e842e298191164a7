import MarbleEvaluation
import MarbleLanguage

extension SVG {
  /// The shape of a marble's ends, which distinguishes lines without colors.
  enum Cap: Int, CaseIterable {
    case round, square, pointed, cut, slanted
    /// The seam between two parts.
    case flat

    init(tint: Int) { self = Cap(rawValue: Palette.shape(tint)) ?? .round }

    /// The width of the end as a fraction of the marble's height, measured at the top edge.
    private var lead: Double {
      switch self {
      case .round: 0.5
      case .square: 0.15
      case .pointed: 0.36
      case .cut: 0.28
      case .slanted: 0.34
      case .flat: 0
      }
    }

    /// The additional width that text between two such ends needs, in pixels.
    var inset: Double {
      switch self {
      case .round, .square, .flat: 0
      case .pointed, .slanted: 7
      case .cut: 2
      }
    }

    /// Returns the outline of a shape that ends in two caps.
    static func outline(
      left: Cap, right: Cap, from start: Double, to end: Double, middle: Double, height: Double = Mark.height
    ) -> String {
      let (l, r) = (left.lead * height, right.lead * height)
      var path = "M"
      Markup.write(start + l, to: &path)
      path += " "
      Markup.write(middle - height / 2, to: &path)
      path += "H"
      Markup.write(end - (right == .slanted ? 0 : r), to: &path)
      path += right.rightEdge(height)
      path += "H"
      Markup.write(start + (left == .slanted ? 0 : l), to: &path)
      path += left.leftEdge(height)
      path += "Z"
      return path
    }

    /// The edges of the caps of marbles, which are most caps.
    private static let marbleEdges = allCases.map {
      (left: $0.newLeftEdge(Mark.height), right: $0.newRightEdge(Mark.height))
    }

    private func leftEdge(_ height: Double) -> String {
      height == Mark.height ? Self.marbleEdges[rawValue].left : newLeftEdge(height)
    }

    private func rightEdge(_ height: Double) -> String {
      height == Mark.height ? Self.marbleEdges[rawValue].right : newRightEdge(height)
    }

    /// Returns the part of an outline from the upper to the lower right corner.
    private func newRightEdge(_ h: Double) -> String {
      let (n, r) = (Markup.number, lead * h)
      switch self {
      case .flat: return "v" + n(h)
      case .round: return "a\(n(r)) \(n(r)) 0 0 1 0 \(n(h))"
      case .square:
        return "a\(n(r)) \(n(r)) 0 0 1 \(n(r)) \(n(r))v\(n(h - 2 * r))a\(n(r)) \(n(r)) 0 0 1 \(n(-r)) \(n(r))"
      case .pointed: return "l\(n(r)) \(n(h / 2))l\(n(-r)) \(n(h / 2))"
      case .cut: return "l\(n(r)) \(n(r))v\(n(h - 2 * r))l\(n(-r)) \(n(r))"
      case .slanted: return "l\(n(-r)) \(n(h))"
      }
    }

    /// Returns the part of an outline from the lower to the upper left corner, without the last straight line.
    private func newLeftEdge(_ h: Double) -> String {
      let (n, l) = (Markup.number, lead * h)
      switch self {
      case .flat, .slanted: return ""
      case .round: return "a\(n(l)) \(n(l)) 0 0 1 0 \(n(-h))"
      case .square:
        return "a\(n(l)) \(n(l)) 0 0 1 \(n(-l)) \(n(-l))v\(n(2 * l - h))a\(n(l)) \(n(l)) 0 0 1 \(n(l)) \(n(-l))"
      case .pointed: return "l\(n(-l)) \(n(-h / 2))"
      case .cut: return "l\(n(-l)) \(n(-l))v\(n(2 * l - h))"
      }
    }
  }
}
