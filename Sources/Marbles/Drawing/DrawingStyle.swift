import MarbleLanguage

/// The options for drawing diagrams.
package struct DrawingStyle: Sendable, Hashable {
  /// The output format.
  package enum Format: String, Sendable, CaseIterable {
    /// Text that can be read back as the same timelines.
    case plain
    /// Text with box-drawing characters.
    case unicode
    /// An SVG picture.
    case svg
    /// JSON data.
    case json
  }

  /// The arrangement of inner streams in a picture.
  package enum InnerLayout: String, Sendable, CaseIterable {
    /// Horizontal, each in its own row.
    case rows
    /// Sloping down from the event that carried them.
    case diagonal
  }

  package var format = Format.plain
  /// The maximum number of columns in a line of text, or `nil` for no limit.
  package var width: Int?
  /// Whether text is colored.
  package var usesColor = false
  /// The number of colors that the terminal has.
  package var colorDepth = ColorDepth.full
  /// Whether marks such as `✓` are replaced by ASCII characters.
  package var isASCII = false
  /// Whether each lane shows when it was observed.
  package var showsSubscriptions = false
  /// The width of a picture at which its lanes continue below, in pixels.
  package var pictureWidth = 1000.0
  /// The width of a tick in a picture in pixels, or `nil` for a width that depends on the values.
  package var tickWidth: Double?
  package var innerLayout = InnerLayout.rows
  /// Whether a picture connects causes with their effects.
  package var showsWires = false
  /// Whether a picture is animated.
  package var isAnimated = false

  package init() {}

  /// The colors of text.
  package var colors: ColorDepth { usesColor ? colorDepth : .none }

  /// Whether the operands of assertions are drawn as well.
  ///
  /// Text omits them, since its readers have the script at hand.
  package var drawsAssertions: Bool { format == .svg || format == .json }
}
