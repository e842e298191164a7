import MarbleEvaluation
import MarbleLanguage

/// A writer of the events on a track as the cells of a line.
struct CellWriter {
  private let track: Layout.Track
  private let glyphs: GlyphSet
  /// The colors of the events, or `nil` for a drawing without colors.
  private let colors: TrackColors?
  /// The tokens of streams that have their own track, by the indexes of the events.
  private let names: [Int: String]
  private(set) var cells: [TextLine.Cell] = []
  /// The text of the last cell, or an empty string if it cannot join the next cell's text.
  private var last = ""

  /// Whether a token is not drawn in full.
  private(set) var isCut = false

  /// The maximum number of columns for the name of a stream on a line.
  private static let maxNameLength = 24
  /// The maximum number of columns for a token.
  private let maxTokenLength: Int

  init(track: Layout.Track, glyphs: GlyphSet, colors: TrackColors?, maxTokenLength: Int) {
    self.track = track
    self.maxTokenLength = maxTokenLength
    self.glyphs = glyphs
    self.colors = colors
    names = track.streamNames.mapValues { name in
      let name = TextWriter.line(of: name).truncated(toColumns: CellWriter.maxNameLength)
      return name.count == 1 ? name : "[\(name)]"
    }
    write()
  }

  private mutating func write() {
    cells.reserveCapacity(track.clusters.count)
    if case .window = track.content {
      for cluster in track.clusters {
        cells.append(TextLine.Cell(tick: cluster.tick, text: glyphs.window(cluster.marks)))
      }
      return
    }
    let marbles = track.marbles
    for cluster in track.clusters {
      let index = cluster.events.lowerBound
      if !cluster.marks.isEmpty || cluster.events.count != 1 {
        append(cluster)
      } else if let byte = glyphs.byte(of: marbles[index].event), names.isEmpty || names[index] == nil,
        colors?.marksEvents != true
      {
        if !last.isEmpty { keepApart(String(Unicode.Scalar(byte)), on: cluster.tick) }
        last = byte == UInt8(ascii: "!") ? "!" : ""
        let color = colors == nil ? .plain : color(of: marbles[index].event, at: index)
        cells.append(TextLine.Cell(tick: cluster.tick, byte: byte, color: color))
      } else {
        let (cell, text) = cell(of: index, on: cluster.tick)
        append(cell, reading: text)
      }
    }
  }

  private mutating func cell(of index: Int, on tick: Int) -> (TextLine.Cell, reading: String) {
    let event = track.marbles[index].event
    let text = token(of: event, at: index)
    if let painted = painted(event, at: index, as: text) {
      return (TextLine.Cell(tick: tick, text: painted, width: displayWidth(of: text)), text)
    }
    return (TextLine.Cell(tick: tick, text: text, color: color(of: event, at: index)), text)
  }

  // MARK: Cells with several events

  /// Appends a cell: the mark of a start, the events, the mark of a stop, and the events that would have happened.
  private mutating func append(_ cluster: Layout.Cluster) {
    let parts = track.parts(of: cluster)
    let (before, after) = glyphs.marks(cluster.marks)
    let isOrigin = cluster.marks.contains(.origin)
    if !parts.happened.isEmpty || isOrigin {
      let (cell, text) = cell(of: parts.happened, on: cluster.tick, isOrigin: isOrigin)
      append(cell, reading: text)
      if !before.isEmpty || !after.isEmpty {
        let last = cells.removeLast()
        cells.append(
          last.with(
            before + last.text + after, width: displayWidth(of: before) + last.width + displayWidth(of: after)))
      }
    } else if !cluster.marks.isEmpty {
      append(TextLine.Cell(tick: cluster.tick, text: before + after), reading: "")
    }
    if cluster.marks.contains(.stop) {
      last = ""
      if glyphs == .unicode { cells[cells.count - 1].filler = track.phases.last?.state }
    }
    guard !parts.missed.isEmpty else { return }
    let (cell, text) = cell(of: parts.missed, on: cluster.tick, isOrigin: false)
    if cluster.events == parts.missed, cluster.marks.isEmpty {
      append(cell, reading: text)
    } else {
      cells.append(cells.removeLast().followed(by: cell, colors?.depth ?? .none))
      last = text
    }
  }

  private mutating func cell(
    of range: Range<Int>, on tick: Int, isOrigin: Bool
  ) -> (TextLine.Cell, reading: String) {
    if !isOrigin, range.count == 1 { return cell(of: range.lowerBound, on: tick) }
    if range.isEmpty { return (TextLine.Cell(tick: tick, text: "^"), "^") }
    var tokens: [String] = []
    for index in range { tokens.append(token(of: track.marbles[index].event, at: index)) }
    let pieces = TokenGroup.pieces(tokens, opening: isOrigin ? "^" : "")
    let text = pieces.joined()
    guard let colors else { return (TextLine.Cell(tick: tick, text: text), text) }
    if !colors.marksEvents, range.allSatisfy(track.isGhost) {
      return (TextLine.Cell(tick: tick, text: text, color: .ghost), text)
    }
    let painted = pieces.enumerated().map { place, piece in
      // The pieces at even indexes are parentheses and separators, the others are tokens.
      guard !place.isMultiple(of: 2) else { return piece }
      let index = range.lowerBound + place / 2
      let event = track.marbles[index].event
      return self.painted(event, at: index, as: piece) ?? color(of: event, at: index).painting(piece, colors.depth)
    }
    return (TextLine.Cell(tick: tick, text: painted.joined(), width: displayWidth(of: text)), text)
  }

  // MARK: Tokens and colors

  private mutating func token(of event: Event, at index: Int) -> String {
    var token = names[index] ?? glyphs.token(for: event)
    if token.utf8.count > maxTokenLength {
      let whole = token
      token = whole.truncated(toColumns: maxTokenLength)
      if token.utf8.count < whole.utf8.count { isCut = true }
    }
    guard let colors, colors.marksEvents else { return token }
    return token + colors.number(of: index)
  }

  private func painted(_ event: Event, at index: Int, as token: String) -> String? {
    guard let colors, token.utf8.count < maxTokenLength, names[index] == nil, !track.isGhost(index),
      !colors.isFaded(index)
    else { return nil }
    return colors.painted(event, at: index).map { $0 + colors.number(of: index) }
  }

  @inline(__always)
  private func color(of event: Event, at index: Int) -> TextColor {
    guard let colors else { return .plain }
    if colors.isFaded(index) { return .ghost }
    // A missed event that an explanation is about is not faint.
    return track.isGhost(index) && !colors.marksEvents ? .ghost : colors.color(of: event, at: index)
  }

  // MARK: Gaps

  private mutating func append(_ cell: consuming TextLine.Cell, reading text: String) {
    if !last.isEmpty { keepApart(text, on: cell.tick) }
    last = text
    cells.append(cell)
  }

  /// Adds a gap after the last cell if its text would join that of the next tick to something else.
  private mutating func keepApart(_ text: String, on tick: Int) {
    if cells[cells.count - 1].tick + 1 == tick, TokenGroup.wouldJoin(last, text) {
      cells[cells.count - 1].needsGap = true
    }
  }
}
