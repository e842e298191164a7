import MarbleEvaluation
import MarbleLanguage

/// A writer of diagrams as text: as plain text that can be read back, or with box-drawing characters.
///
///            0        5                10   15
///     a    --1--....2....--....-3....---|
///
///          0    5    10   15
///     a    ──1──2───3───┤
///     b    ────x──y───────z┤
///          ╭───────────────╮
///          │  merge(a, b)  │
///          ╰───────────────╯
///     out  ──1─x2─y─3─────z┤
///
/// Every tick takes a column, which is as wide as the widest token in any lane. In plain text, `.` fills the rest of
/// a column, and a parser skips inner streams, windows, the ruler and the operator. With box-drawing characters, the
/// line itself fills the rest, a value has the color of the line that first sent it, and events that no observer
/// received are gray, on a dashed line.
package struct TextWriter: Sendable {
  let glyphs: GlyphSet
  /// The maximum number of columns in a line, or `nil` for no limit.
  ///
  /// Longer lanes continue below.
  let width: Int?
  let colors: ColorDepth
  let showsSubscriptions: Bool
  private var innerLimit = Layout.limit
  /// The maximum number of columns for an event.
  private static let maxTokenLength = 1_000

  package init(_ glyphs: GlyphSet, width: Int? = nil, colors: ColorDepth = .none, showsSubscriptions: Bool = false) {
    self.glyphs = glyphs
    self.width = width
    self.colors = colors
    self.showsSubscriptions = showsSubscriptions
  }

  /// Creates a writer for a style, with box-drawing characters unless the format is plain text.
  package init(_ style: DrawingStyle) {
    let isPlain = style.format == .plain
    self.init(
      isPlain ? .plain : .unicode, width: style.width, colors: isPlain ? .none : style.colors,
      showsSubscriptions: style.showsSubscriptions)
    innerLimit = style.innerLimit
  }

  /// Returns the drawing as it is after a tick, with its lines separated by line feeds.
  package func draw(_ diagram: Diagram, through tick: Int = .max) -> String { page(of: diagram).text(through: tick) }

  /// Returns the last tick up to which the lanes of a diagram fit into one row, at least the first tick.
  package func lastTickOfOneRow(of diagram: Diagram) -> Int {
    guard let width else { return diagram.ticks.upperBound }
    // Columns are as wide as their widest token, so a binary search finds the last tick that fits.
    var part = diagram
    func fits(_ tick: Int) -> Bool {
      part.ticks = diagram.ticks.lowerBound...tick
      return page(of: part).laneWidth <= width
    }
    if fits(diagram.ticks.upperBound) { return diagram.ticks.upperBound }
    var fitting = diagram.ticks.lowerBound
    var tooLong = diagram.ticks.upperBound
    while tooLong - fitting > 1 {
      let middle = fitting + (tooLong - fitting) / 2
      if fits(middle) { fitting = middle } else { tooLong = middle }
    }
    return fitting
  }

  /// Returns the page that shows a diagram.
  package func page(of diagram: Diagram) -> TextPage {
    let layout = Layout(
      diagram, for: glyphs == .plain ? .notation : .picture, withWindows: showsSubscriptions,
      innerLimit: innerLimit)
    let tints = colors == .none ? [] : NameColors(of: [[diagram]]).tints(of: diagram)
    let rows = layout.rows.map { row -> TextPage.Row in
      switch row {
      case .track(let number):
        let track = layout.tracks[number]
        let trackColors =
          colors == .none ? nil : TrackColors(of: track, tints: tints, trail: diagram.trail, depth: colors)
        return .line(named(TextLine(track, as: glyphs, colors: trackColors, maxTokenLength: Self.maxTokenLength)))
      case .window(let track): return .line(TextLine(track, as: glyphs))
      case .operation(let text): return .box(TextWriter.lines(of: text))
      case .omission(let omission): return .remark("  " + omission.text)
      }
    }
    var notes = diagram.notes
    if rows.contains(where: { if case .line(let line) = $0 { line.isCut } else { false } }) {
      notes.append("of long values, only the first \(Self.maxTokenLength.grouped) columns are drawn")
    }
    return TextPage(
      rows: rows, ticks: layout.ticks, gap: 2, width: width, glyphs: glyphs, colors: colors, notes: notes)
  }

  /// Returns a line with a name that fits: only names that can be read back keep their full length.
  private func named(_ line: TextLine) -> TextLine {
    var line = line
    line.name = TextWriter.line(of: line.name)
    if glyphs == .unicode || !line.isLane { line.name = line.name.truncated(toColumns: max(16, (width ?? 72) / 3)) }
    return line
  }

  /// Returns text as one line, without characters that would disturb the columns.
  static func line(of text: String) -> String {
    text.isPrintableASCII ? text : lines(of: text).joined(separator: " ")
  }

  /// Returns the lines of a string, without characters that would disturb the columns.
  static func lines(of text: String) -> [String] {
    if text.isPrintableASCII, !text.isEmpty { return [text] }
    return text.split(whereSeparator: \.isNewline).map { String($0).printable.replacing("\t", with: " ") }
  }
}
