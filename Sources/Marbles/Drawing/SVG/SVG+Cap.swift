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
      let (n, top) = (Markup.number, middle - height / 2)
      let (l, r, h) = (left.lead * height, right.lead * height, height)
      var path = "M" + n(start + l) + " " + n(top) + "H" + n(end - (right == .slanted ? 0 : r))
      switch right {
      case .flat: path += "v" + n(h)
      case .round: path += "a\(n(r)) \(n(r)) 0 0 1 0 \(n(h))"
      case .square:
        path += "a\(n(r)) \(n(r)) 0 0 1 \(n(r)) \(n(r))v\(n(h - 2 * r))a\(n(r)) \(n(r)) 0 0 1 \(n(-r)) \(n(r))"
      case .pointed: path += "l\(n(r)) \(n(h / 2))l\(n(-r)) \(n(h / 2))"
      case .cut: path += "l\(n(r)) \(n(r))v\(n(h - 2 * r))l\(n(-r)) \(n(r))"
      case .slanted: path += "l\(n(-r)) \(n(h))"
      }
      path += "H" + n(start + (left == .slanted ? 0 : l))
      switch left {
      case .flat: break
      case .round: path += "a\(n(l)) \(n(l)) 0 0 1 0 \(n(-h))"
      case .square:
        path += "a\(n(l)) \(n(l)) 0 0 1 \(n(-l)) \(n(-l))v\(n(2 * l - h))a\(n(l)) \(n(l)) 0 0 1 \(n(l)) \(n(-l))"
      case .pointed: path += "l\(n(-l)) \(n(-h / 2))"
      case .cut: path += "l\(n(-l)) \(n(-l))v\(n(2 * l - h))"
      case .slanted: break
      }
      return path + "Z"
    }
  }
}
