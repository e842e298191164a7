/// What a diagram shows as text, row by row.
struct TextRows {
  let look: Look
  let usesColor: Bool
  let showsSubscriptions: Bool
  /// How many columns a line may have.
  let width: Int?

  /// How many inner streams, or windows, of one lane are drawn; what is left out is counted.
  static let limit = 12

  /// The drawing of a diagram; of what comes behind a tick nothing is there yet.
  func draw(_ diagram: Diagram, through tick: Int) -> String {
    let text = sheet(of: diagram).text(through: tick)
    guard tick >= diagram.ticks.upperBound else { return text }
    // A note is a comment of the language, so that it does no harm in a drawing that is read back in.
    return text + diagram.notes.map { "\n// " + TextRows.line(of: $0) }.joined()
  }

  /// The last tick up to which the lanes of a diagram fit into one row, at least its first.
  func lastTickOfOneRow(of diagram: Diagram) -> Int {
    guard let width else { return diagram.ticks.upperBound }
    // Columns are as wide as their widest token, so what fits is found by trying.
    var part = diagram
    func fits(_ tick: Int) -> Bool {
      part.ticks = diagram.ticks.lowerBound...tick
      return sheet(of: part).laneWidth <= width
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

  /// The tick with which each system of a drawing begins.
  func firstTicks(of diagram: Diagram) -> [Int] { sheet(of: diagram).firstTicks }

  /// The sheet on which a diagram stands.
  private func sheet(of diagram: Diagram) -> Sheet {
    let ticks = diagram.ticks.clamped(to: Diagram.drawable)
    let tints = usesColor ? diagram.tints : []
    var rows: [Sheet.Row] = []
    var line = 0
    for row in diagram.rows {
      switch row {
      case .lane(let lane):
        append(lane, line: line, tints: tints, ticks: ticks, to: &rows)
        line += 1 + lane.inner.count
      case .operation(let text):
        rows.append(.box(TextRows.lines(of: text)))
      }
    }
    return Sheet(rows: rows, ticks: ticks, gap: 2, width: width, look: look, usesColor: usesColor)
  }

  private func append(
    _ lane: Diagram.Lane, line: Int, tints: [Int?], ticks: ClosedRange<Int>, to rows: inout [Sheet.Row]
  ) {
    func inks(_ origins: [Diagram.Origin], _ line: Int) -> LineInks? {
      usesColor ? LineInks(of: origins, line: line, tints: tints) : nil
    }
    // In box-drawing characters a stream is told by its name, in plain text by its timeline.
    let told = look == .plain ? lane.innerToldByTokens : []
    rows.append(.strip(named(Strip(lane, as: look, ticks: ticks, inks: inks(lane.origins, line)))))
    if showsSubscriptions {
      rows += lane.observed.prefix(Self.limit).map { .strip(Strip($0, as: look, ticks: ticks)) }
      count(lane.observed, "window", in: &rows)
    }
    let inner = lane.inner.indices.filter { lane.inner[$0].firstTick <= ticks.upperBound && !told.contains($0) }
    for index in inner.prefix(Self.limit) {
      let stream = lane.inner[index]
      rows.append(
        .strip(named(Strip(stream, as: look, ticks: ticks, inks: inks(stream.origins, line + 1 + index)))))
    }
    count(inner, "inner stream", in: &rows)
  }

  /// Says how many are not shown.
  private func count(_ items: some Collection, _ noun: String, in rows: inout [Sheet.Row]) {
    let more = items.count - Self.limit
    if more > 0 { rows.append(.remark("  … and \(more) more \(noun)\(more == 1 ? "" : "s")")) }
  }

  /// A line whose name is no trouble: what reads back in keeps its name, others leave room for what they show.
  private func named(_ strip: Strip) -> Strip {
    var strip = strip
    strip.name = TextRows.line(of: strip.name)
    let room = max(16, (width ?? 72) / 3)
    if look == .unicode || !strip.isLane, displayWidth(of: strip.name) > room {
      strip.name = Abridging(limit: room).token(strip.name)
    }
    return strip
  }

  /// A text as one line, without what would upset the columns.
  static func line(of text: String) -> String {
    // Most names are short and harmless.
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? text : lines(of: text).joined(separator: " ")
  }

  /// The lines of a text, without what would upset the columns.
  static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline).map { line in
      String(line.map { $0 == "\t" ? " " : displayWidth(of: $0) == 0 && $0.isControl ? "\u{FFFD}" : $0 })
    }
  }
}

extension Character {
  /// Whether a terminal would obey it rather than show it.
  fileprivate var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
