import MarbleEvaluation

/// The options of an SVG picture.
///
/// The command `rxrepl` has the same options: `--width`, `--scale`, `--theme` and `--inner-limit`.
public struct PictureOptions: Sendable, Hashable {
  /// The colors of a picture.
  public enum Theme: Sendable, Hashable, CaseIterable {
    /// Light or dark, as the reader's system asks for. A page can change the colors.
    case auto
    /// Fixed colors on white, also for programs that know no variables.
    case light
    /// Fixed colors on near-black.
    case dark
  }

  /// The width at which lanes continue below, in pixels.
  ///
  /// A value outside 200 to 10,000 counts as the closest of them.
  public var width: Int
  /// The width of a tick in pixels, or `nil` for a width that depends on the values.
  ///
  /// A value outside 4 to 200 counts as the closest of them.
  public var scale: Int?
  public var theme: Theme
  /// The maximum number of inner streams that are drawn for one lane.
  ///
  /// The others are counted. A negative number counts as 0.
  public var innerLimit: Int

  /// Creates options, by default those of the command.
  public init(
    width: Int = 1000, scale: Int? = nil, theme: Theme = .auto,
    innerLimit: Int = 12
  ) {
    self.width = width
    self.scale = scale
    self.theme = theme
    self.innerLimit = innerLimit
  }

  /// The style that draws pictures with these options.
  package var style: DrawingStyle {
    var style = DrawingStyle()
    style.format = .svg
    style.pictureWidth = width.clamped(to: DrawingStyle.pictureWidths)
    style.tickWidth = scale?.clamped(to: DrawingStyle.tickWidths)
    style.theme = theme.style
    style.innerLimit = max(0, innerLimit)
    return style
  }
}

extension PictureOptions.Theme {
  fileprivate var style: DrawingStyle.Theme {
    switch self {
    case .auto: .auto
    case .light: .light
    case .dark: .dark
    }
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
