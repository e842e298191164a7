/// Draws diagrams as plain text that reads back in.
///
///            0        5                10   15
///     a    --1--....2....--....-3....---|
///
/// Every tick takes a column, which is as wide as the widest token in any lane; `.` fills up what is narrower. Inner
/// streams, windows, the ruler and the operator are remarks: a reader passes over them.
public struct PlainText: Sendable {
  /// How many columns a line may have; lanes that are longer go on below.
  ///
  /// `nil` for as many as it takes.
  public var width: Int?
  /// Whether each lane shows when it was observed.
  public var showsSubscriptions: Bool

  public init(width: Int? = nil, showsSubscriptions: Bool = false) {
    self.width = width
    self.showsSubscriptions = showsSubscriptions
  }

  public init(_ style: DrawingStyle) {
    self.init(width: style.width, showsSubscriptions: style.showsSubscriptions)
  }

  /// The drawing, its lines separated by line feeds.
  public func draw(_ diagram: Diagram) -> String { rows.draw(diagram, through: .max) }

  /// The drawing as it is when a tick is over: the same columns, and nothing yet of what comes later.
  public func draw(_ diagram: Diagram, through tick: Int) -> String { rows.draw(diagram, through: tick) }

  /// The last tick up to which the lanes of a diagram fit into one row, at least its first.
  public func lastTickOfOneRow(of diagram: Diagram) -> Int { rows.lastTickOfOneRow(of: diagram) }

  private var rows: TextRows {
    TextRows(look: .plain, usesColor: false, showsSubscriptions: showsSubscriptions, width: width)
  }
}
