import MarbleEvaluation
import MarbleLanguage

extension TextLine {
  /// Creates the line of a track.
  ///
  /// In plain text, the line of a lane can be read back as a timeline with the same events, unless a token is cut.
  init(_ track: Layout.Track, as glyphs: GlyphSet, colors: TrackColors? = nil, maxTokenLength: Int = .max) {
    let writer = CellWriter(track: track, glyphs: glyphs, colors: colors, maxTokenLength: maxTokenLength)
    cells = writer.cells
    isCut = writer.isCut
    phases = track.phases
    last = track.last
    nameColor = colors?.own ?? .plain
    switch track.content {
    case .window: name = "  " + track.name
    case .inner(let inner): name = String(repeating: " ", count: 2 * min(max(0, inner.depth), 20)) + track.name
    case .lane(let lane):
      name = ([track.name] + lane.remarks(times: glyphs == .plain ? "x" : "×")).joined(separator: " ")
      isLane = true
      if track.isCut {
        tail = ">"
      } else if track.isOpen, cells.last?.tick == last {
        // A single word would be parsed as a name or a duration.
        tail = glyphs == .plain ? "-" : "─"
      }
      if glyphs == .unicode, !lane.unobserved.isEmpty { separateGhosts(of: track) }
    }
  }

  /// Adds a gap after events that no observer received, so that they are distinguishable without colors.
  private mutating func separateGhosts(of track: Layout.Track) {
    let ghosts = Set(track.clusters.lazy.filter { $0.events.contains(where: track.isGhost) }.map(\.tick))
    for index in cells.indices where ghosts.contains(cells[index].tick) {
      let next = cells[index].tick + 1
      guard next <= last else { continue }
      let isFollowed = index + 1 < cells.count && cells[index + 1].tick == next
      if isFollowed || phases.state(on: next) != .ghost { cells[index].needsGap = true }
    }
  }
}
