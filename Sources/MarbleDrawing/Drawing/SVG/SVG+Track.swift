import MarbleEvaluation
import MarbleLanguage

extension SVG {
  /// A track as it is drawn.
  struct Track {
    let layout: Layout.Track
    let name: String
    let tint: Int?
    /// The remark after the name: whether the source is cold, and the number of simultaneous observers.
    let remark: String
    /// The marks of each tick, ordered by tick.
    var stacks: [Stack]

    /// Creates a track, where `tints` are the colors of the diagram's lines.
    init(_ track: Layout.Track, tints: [Int?]) {
      layout = track
      name = TextMetrics.visible(track.name).truncated(toColumns: 24)
      tint = tints.indices.contains(track.line) ? tints[track.line] : nil
      remark = track.lane?.remarks(times: "×").joined(separator: " ") ?? ""
      let names = track.streamNames.mapValues(TextMetrics.visible)
      stacks = track.clusters.filter { !$0.events.isEmpty }.map { cluster in
        let marks = cluster.events.map { Mark($0, of: track, name: names[$0], tints: tints) }
        return Stack(tick: cluster.tick, marks, isLast: cluster.events.upperBound == track.marbles.count)
      }
    }

    /// The role in the diagram, as scripts in a page read it.
    var role: String { layout.lane.map { "\($0.role)" } ?? "inner" }
    /// The nesting depth: 0 for a lane, 1 for a stream that a lane sent, and so on.
    var depth: Int { layout.depth }
    var inner: Diagram.Inner? { layout.inner }
    var observed: [Window] { layout.lane?.observed ?? [] }
    /// The first tick on which the track is visible.
    var firstTick: Int { min(layout.phases.first?.from ?? .max, stacks.first?.tick ?? .max) }
    var last: Int { layout.last }

    func stacks(on ticks: ClosedRange<Int>) -> ArraySlice<Stack> {
      stacks[
        stacks.partitionPoint { $0.tick >= ticks.lowerBound }..<stacks.partitionPoint { $0.tick > ticks.upperBound }]
    }

    func stack(on tick: Int) -> Stack? { stacks(on: tick...tick).first }
  }
}
