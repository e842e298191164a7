import MarbleEvaluation
import MarbleLanguage

/// A diagram with all of its parts assigned to ticks and rows, independent of the output format.
///
/// A layout is computed once. It contains the events of every track by tick, the state of the track between events, and
/// the number of omitted rows. Writers only measure and write these contents.
package struct Layout: Sendable {
  /// The purpose of a drawing.
  package enum Purpose {
    /// Text that can be parsed again: lanes contain all of their events, and a stream is written as its timeline.
    case notation
    /// A picture to look at: lanes mark the events that no observer received, and a stream is written as its name.
    case picture
    /// Data, without omissions.
    case data
  }

  /// A row of a layout.
  enum Row: Sendable {
    /// A track, by its index.
    case track(Int)
    /// A time during which the lane above was observed.
    case window(Track)
    case operation(String)
    case omission(Omission)
  }

  /// The number of rows that are not drawn because there are too many.
  struct Omission: Sendable {
    enum Noun: String, Sendable {
      case innerStream = "inner stream"
      case window
    }

    let noun: Noun
    let count: Int
    /// Whether no row is drawn.
    private let hidesAll: Bool

    /// Creates the omission for a number of rows, or returns `nil` if all of them are drawn.
    init?(_ noun: Noun, of count: Int, limit: Int = Layout.limit) {
      guard count > limit else { return nil }
      (self.noun, self.count, hidesAll) = (noun, count - limit, limit == 0)
    }

    var text: String {
      hidesAll ? pluralized(count, noun.rawValue) : "… and " + pluralized(count, "more " + noun.rawValue)
    }
  }

  /// The maximum number of windows, and unless the reader asks for another, of inner streams that are drawn for one
  /// lane.
  package static let limit = 12

  let diagram: Diagram
  private let innerLimit: Int
  /// The ticks that can be drawn.
  package let ticks: ClosedRange<Int>
  private(set) var rows: [Row] = []
  /// The tracks of the lanes, each followed by the tracks of its inner streams that are drawn.
  private(set) var tracks: [Track] = []

  /// Lays out a diagram, optionally with rows for the times during which lanes were observed.
  package init(
    _ diagram: Diagram, for purpose: Purpose, withWindows: Bool = false, innerLimit: Int = Layout.limit
  ) {
    self.diagram = diagram
    self.innerLimit = innerLimit
    ticks = diagram.ticks.clamped(to: Diagram.drawable)
    var line = 0
    for row in diagram.rows {
      switch row {
      case .operation(let text): rows.append(.operation(text))
      case .lane(let lane):
        add(lane, line: line, for: purpose, withWindows: withWindows)
        line += 1 + lane.inner.count
      }
    }
  }

  private mutating func add(_ lane: Diagram.Lane, line: Int, for purpose: Purpose, withWindows: Bool) {
    add(Track(lane, line: line, on: ticks, for: purpose))
    if withWindows {
      rows += lane.observed.prefix(Layout.limit).map { .window(Track($0, on: ticks)) }
      Omission(.window, of: lane.observed.count).map { rows.append(.omission($0)) }
    }
    let written = purpose == .notation ? lane.innerWrittenAsTokens : []
    let inner = lane.inner.indices.filter { lane.inner[$0].firstTick <= ticks.upperBound && !written.contains($0) }
    for index in purpose == .data ? inner[...] : inner.prefix(innerLimit) {
      add(Track(lane.inner[index], line: line + 1 + index, on: ticks))
    }
    if purpose != .data {
      Omission(.innerStream, of: inner.count, limit: innerLimit).map { rows.append(.omission($0)) }
    }
  }

  private mutating func add(_ track: Track) {
    rows.append(.track(tracks.count))
    tracks.append(track)
  }

  /// The lanes from top to bottom, each with the tracks of its inner streams.
  var lanes: [(track: Track, inner: ArraySlice<Track>)] {
    let starts = tracks.indices.filter { tracks[$0].depth == 0 } + [tracks.count]
    return zip(starts, starts.dropFirst()).map { (tracks[$0], tracks[($0 + 1)..<$1]) }
  }

  /// The ticks on which something happens on any track, in ascending order and without duplicates.
  package var busyTicks: [Int] {
    var busy: Set<Int> = []
    for track in tracks {
      for cluster in track.clusters where cluster.marks != .origin || !cluster.events.isEmpty {
        busy.insert(cluster.tick)
      }
      if let inner = track.inner, ticks.contains(inner.arrived) { busy.insert(inner.arrived) }
    }
    return busy.sorted()
  }
}
