/// Draws diagrams in box-drawing characters, with colours where asked for.
///
///          0    5    10   15
///     a    ──1──2───3───┤
///     b    ────x──y───────z┤
///          ╭───────────────╮
///          │  merge(a, b)  │
///          ╰───────────────╯
///     out  ──1─x2─y─3─────z┤
///
/// It has the columns of ``PlainText``; the line itself fills up what is narrower. A value has the colour of the line
/// that it was first sent on, and what nobody heard is grey, and stands on a broken line.
public struct UnicodeText: Sendable {
  /// How many columns a line may have; lanes that are longer go on below.
  ///
  /// `nil` for as many as it takes.
  public var width: Int?
  /// Whether it is coloured.
  public var usesColor: Bool
  /// Whether each lane shows when it was observed.
  public var showsSubscriptions: Bool

  public init(width: Int? = nil, usesColor: Bool = false, showsSubscriptions: Bool = false) {
    self.width = width
    self.usesColor = usesColor
    self.showsSubscriptions = showsSubscriptions
  }

  public init(_ style: DrawingStyle) {
    self.init(width: style.width, usesColor: style.usesColor, showsSubscriptions: style.showsSubscriptions)
  }

  /// The drawing, its lines separated by line feeds.
  public func draw(_ diagram: Diagram) -> String { rows.draw(diagram, through: .max) }

  /// The drawing as it is when a tick is over: the same columns, and nothing yet of what comes later.
  public func draw(_ diagram: Diagram, through tick: Int) -> String { rows.draw(diagram, through: tick) }

  /// The last tick up to which the lanes of a diagram fit into one row, at least its first.
  public func lastTickOfOneRow(of diagram: Diagram) -> Int { rows.lastTickOfOneRow(of: diagram) }

  private var rows: TextRows {
    TextRows(look: .unicode, usesColor: usesColor, showsSubscriptions: showsSubscriptions, width: width)
  }
}
