import MarbleLanguage

extension TextLine {
  /// The line of a track; in plain text that of a lane reads back in as a timeline with the same events.
  init(_ track: Layout.Track, as glyphs: GlyphSet, colors: TrackColors? = nil) {
    cells = CellWriter(track: track, glyphs: glyphs, colors: colors).cells
    phases = track.phases
    last = track.last
    nameColor = colors?.own ?? .plain
    switch track.content {
    case .window: name = "  " + track.name
    case .inner(let inner): name = String(repeating: " ", count: 2 * min(max(0, inner.depth), 20)) + track.name
    case .lane(let lane):
      name = lane.isCold ? track.name + " cold" : track.name
      isLane = true
      if track.isCut {
        tail = ">"
      } else if track.isOpen, cells.last?.tick == last {
        // A word alone would be a name or a duration.
        tail = glyphs == .plain ? "-" : "─"
      }
      if glyphs == .unicode, !lane.unobserved.isEmpty { separateGhosts(of: track) }
    }
  }

  /// Makes room for a piece of the ghost's line after what no observer received, so that it can be told from what was
  /// received without colors.
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
