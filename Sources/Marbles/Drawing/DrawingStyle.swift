import MarbleLanguage

/// How diagrams are drawn: everything about it that a reader may choose.
package struct DrawingStyle: Sendable, Hashable {
  /// What a diagram is written as.
  package enum Format: String, Sendable, CaseIterable {
    /// Text that reads back in as the same timelines.
    case plain
    /// Text in box-drawing characters.
    case unicode
    /// A picture.
    case svg
    /// Data.
    case json
  }

  /// How inner streams stand in a picture.
  package enum InnerLayout: String, Sendable, CaseIterable {
    /// Each one level, in a row of its own.
    case rows
    /// Sloping down from the value that they traveled as.
    case diagonal
  }

  package var format = Format.plain
  /// How many columns a line of text may have; `nil` for as many as it takes.
  package var width: Int?
  /// Whether text is colored.
  package var usesColor = false
  /// Whether marks of our own that are no ASCII, such as `✓`, are written as ones that are.
  package var isASCII = false
  /// Whether each lane shows when it was observed.
  package var showsSubscriptions = false
  package var innerLayout = InnerLayout.rows
  /// Whether a picture has wires from causes to their effects.
  package var showsWires = false
  /// Whether a picture plays.
  package var isAnimated = false

  package init() {}

  /// Whether what is asserted is drawn as well: somebody who reads text has the script beside it.
  package var drawsAssertions: Bool { format == .svg || format == .json }
}
