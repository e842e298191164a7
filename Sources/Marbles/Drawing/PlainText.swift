/// Draws diagrams as plain text that reads back in.
///
///            0        5                10   15
///     a    --1--....2....--....-3....---|
///
/// Every tick takes a column, which is as wide as the widest token in any lane; `.` fills up what is narrower. Inner
/// streams, the ruler and the operator are remarks: a reader passes over them.
public struct PlainText: Sendable {
  /// How many columns a line may have; lanes that are longer go on below.
  ///
  /// `nil` for as many as it takes.
  public var width: Int?

  public init(width: Int? = nil) {
    self.width = width
  }

  /// How many inner streams of one lane are drawn; what is left out is counted.
  static let innerLimit = 12

  /// The drawing, its lines separated by line feeds.
  public func draw(_ diagram: Diagram) -> String {
    let ticks = diagram.ticks.clamped(to: Diagram.drawable)
    let rows = diagram.rows.flatMap { row in
      switch row {
      case .lane(let lane): PlainText.rows(of: lane, ticks: ticks)
      case .operation(let text): [Sheet.Row.box(PlainText.lines(of: text))]
      }
    }
    let sheet = Sheet(rows: rows, ticks: ticks, gap: 2, width: width)
    // A note is a comment of the language, so that it does no harm in a drawing that is read back in.
    return sheet.text()
      + diagram.notes.map { "\n// " + PlainText.lines(of: $0).joined(separator: " ") }.joined()
  }

  private static func rows(of lane: Diagram.Lane, ticks: ClosedRange<Int>) -> [Sheet.Row] {
    var rows = [Sheet.Row.strip(Strip(plain: lane, ticks: ticks))]
    let inner = lane.innerBesideTokens.filter { $0.firstTick <= ticks.upperBound }
    rows += inner.prefix(innerLimit).map { .strip(Strip(plain: $0, ticks: ticks)) }
    let more = inner.count - innerLimit
    if more > 0 { rows.append(.remark("  … and \(more) more inner stream\(more == 1 ? "" : "s")")) }
    return rows
  }

  /// The lines of a text, without what would upset the columns.
  static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline)
      .map { line in String(line.map { $0 == "\t" ? " " : $0 }) }
  }
}

extension Diagram.Lane {
  /// The inner streams that its own line does not tell of: where a token is a stream's whole timeline, it does.
  fileprivate var innerBesideTokens: [Diagram.Inner] {
    var isTold = false
    return inner.filter { inner in
      if inner.depth == 1 {
        isTold = false
        if let marble = inner.marble, timeline.marbles.indices.contains(marble),
          case .value(.stream(let stream)) = timeline.marbles[marble].event, role == .output
        {
          isTold = stream.timeline != nil
        }
      }
      return !isTold
    }
  }
}
