import Marbles

/// A group of timelines that begin in the same column, and whose ticks are aligned.
struct LaneGrid {
  private let source: Source
  private let rows: [Row]

  /// The width in columns above which timelines are not aligned, because readers cannot compare them anyway.
  private static let maxWidth = 100

  init(_ rows: [Row], of source: Source) {
    self.source = source
    self.rows = rows
  }

  /// Returns the text of each row's timeline.
  func texts() -> [[UInt8]] {
    let written = rows.map { Array(source.bytes[$0.lane?.span ?? 0..<0]) }
    guard !rows.contains(where: { $0.lane?.cells.isEmpty ?? true }) else { return written }
    let dots = rows.map(opensWithDot)
    var widths: [Int] = []
    for (row, hasDot) in zip(rows, dots) {
      for (tick, cell) in (row.lane?.cells ?? []).enumerated() {
        // The width of the last token does not matter, since nothing follows it.
        let isLast = tick + 1 == row.lane?.cells.count
        let width = (isLast ? 1 : cell.width) + (tick == 0 && hasDot ? 1 : 0)
        if tick < widths.count { widths[tick] = max(widths[tick], width) } else { widths.append(width) }
      }
    }
    guard widths.reduce(0, +) <= Self.maxWidth else { return written }
    return rows.indices.map { index in
      guard let lane = rows[index].lane else { return written[index] }
      var own = widths
      if dots[index] { own[0] -= 1 }
      let text = (dots[index] ? [ASCII.dot] : []) + lane.text(in: own, of: source)
      let isKept = text == written[index] || reads(text, as: rows[index])
      return isKept && !continuesChain(text, of: rows[index]) ? text : written[index]
    }
  }

  /// Whether the timeline of a row needs a leading dot, because it would be parsed as something else otherwise.
  private func opensWithDot(_ row: Row) -> Bool {
    guard let lane = row.lane else { return false }
    let text = lane.text(of: source)
    // What is already written without the dot does not need it. Then another alignment does not add it either.
    let written = source.bytes[lane.span]
    if written.first != ASCII.dot, written.filter({ $0 != ASCII.dot }) == text.filter({ $0 != ASCII.dot }) {
      return false
    }
    if row.keyword != nil || lane.form == .window { return TimelinePrinter.beginsWithDuration(text.prefix(64)) }
    return TimelinePrinter.needsLeadingDot(String(decoding: text, as: UTF8.self))
  }

  /// Whether a timeline that begins its line would be parsed as a link of the chain on the line above: `.ab(c)--`.
  private func continuesChain(_ text: [UInt8], of row: Row) -> Bool {
    row.sign == .none && row.keyword == nil && SourceBytes(Source(name: "", bytes: text)).hasChainLink(at: 0)
  }

  /// Whether a string is parsed as the same timeline as that of a row, without additional warnings.
  private func reads(_ text: [UInt8], as row: Row) -> Bool {
    guard let lane = row.lane, let old = statement(Array(source.bytes[lane.span]), like: row),
      let new = statement(text, like: row)
    else { return false }
    return old.timeline == new.timeline && old.timeline.end == new.timeline.end
      && old.timeline.continues == new.timeline.continues && new.warnings <= old.warnings
  }

  /// Parses a statement like that of a row, with another timeline.
  private func statement(_ text: [UInt8], like row: Row) -> (timeline: Timeline, warnings: Int)? {
    guard let lane = row.lane else { return nil }
    var script =
      "\(row.sign == .none ? "" : row.sign == .binding ? "x = " : "x == ")\(row.keyword.map { "\($0) " } ?? "")"
    if lane.form == .window { script = "subscriptions x == " }
    let bindings = Parser.Bindings(isBound: { _ in true })
    var parser = Parser(Source(name: "", bytes: Array(script.utf8) + text), bindings: bindings)
    guard case .success(let statement) = parser.next(), parser.next() == nil else { return nil }
    switch statement.kind {
    case .bind(_, let definition), .show(.definition(let definition), _):
      return definition.timeline.map { ($0, parser.warnings.count) }
    case .assert(_, _, .timelines(let literals)): return (literals[0].timeline, parser.warnings.count)
    case .subscriptions(_, let windows, _):
      guard let window = windows.first else { return nil }
      let start = Timeline.Marble(tick: window.window?.start ?? -1, event: .completed)
      let end = Timeline.Marble(tick: window.window?.end ?? -1, event: .interrupted)
      return (Timeline([start, end]), parser.warnings.count)
    default: return nil
    }
  }
}

extension Definition {
  /// The timeline, if there is exactly one.
  fileprivate var timeline: Timeline? {
    switch self {
    case .pipe(let literal), .raw(let literal): literal.timeline
    case .cold(let literals): literals.count == 1 ? literals[0].timeline : nil
    case .expression: nil
    }
  }
}
