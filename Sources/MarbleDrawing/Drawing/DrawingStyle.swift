import MarbleEvaluation
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
    /// Trace events for Perfetto and similar viewers.
    case perfetto

    /// Whether all drawings of a program are one document.
    package var isDocument: Bool { self == .svg || self == .perfetto }
  }

  /// The arrangement of inner streams in a picture.
  package enum InnerLayout: String, Sendable, CaseIterable {
    /// Horizontal, each in its own row.
    case rows
    /// Sloping down from the event that carried them.
    case diagonal
  }

  /// The colors of a picture.
  package enum Theme: String, Sendable, CaseIterable {
    /// Light or dark, as the reader's system asks for. A page can change the colors.
    case auto
    /// Fixed colors on white, also for programs that know no variables.
    case light
    /// Fixed colors on near-black.
    case dark
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
  /// The maximum number of inner streams that are drawn for one lane.
  package var innerLimit = Layout.limit
  package var innerLayout = InnerLayout.rows
  /// Whether a picture connects causes with their effects.
  package var showsWires = false
  /// Whether a picture is animated.
  package var isAnimated = false
  /// The colors of a picture.
  package var theme = Theme.auto
  /// The width of a picture at which its lanes continue below, in pixels.
  package var pictureWidth = 1000
  /// The width of a tick in a picture in pixels, or `nil` for a width that depends on the values.
  package var tickWidth: Int?
  /// The class of a picture, or `nil` for one that is different for each picture.
  package var pictureName: String?
  /// The alternative text of a picture, or `nil` for a description of the run.
  package var alternativeText: String?

  /// The valid values of ``pictureWidth``.
  package static let pictureWidths = 200...10_000
  /// The valid values of ``tickWidth``.
  package static let tickWidths = 4...200

  package init() {}

  /// The colors of text.
  package var colors: ColorDepth { usesColor ? colorDepth : .none }

  /// Whether the operands of assertions are drawn as well.
  ///
  /// Text omits them, since its readers have the script at hand.
  package var drawsAssertions: Bool { format == .svg || format == .json }
}
