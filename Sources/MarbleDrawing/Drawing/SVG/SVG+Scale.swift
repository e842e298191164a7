import MarbleEvaluation
import MarbleLanguage

extension SVG {
  /// The horizontal positions of ticks, which all figures of a picture share.
  ///
  /// A position is a linear function of the tick. Where the axis would be too long, it continues in another system
  /// below. A long silence of all figures is cut.
  struct Scale {
    /// Ticks on a part of the axis without a cut.
    struct Segment {
      let ticks: ClosedRange<Int>
      /// The number of the system that shows the ticks.
      let system: Int
      /// The distance of the first tick from the first position of the system.
      let start: Double
    }

    /// Ticks that are left out between two segments.
    struct Cut {
      let ticks: ClosedRange<Int>
      let system: Int
      /// The distance of the middle from the first position of the system.
      let middle: Double

      var text: String { "\(ticks.count) ticks" }
      var width: Double { Scale.width(ofCut: ticks.count) }
    }

    /// The width of a tick.
    let tickWidth: Double
    /// The segments, ordered by tick.
    private(set) var segments: [Segment] = []
    /// The cuts, ordered by tick.
    private(set) var cuts: [Cut] = []
    /// The position of the first tick of each system.
    private(set) var origin = 0.0

    /// The minimum width of a tick, unless the reader asks for another.
    static let minTickWidth = 15.0
    /// The width up to which ticks grow for wide values.
    private static let maxTickWidth = 60.0
    /// The number of silent ticks that are drawn on each side of a cut.
    private static let margin = 2

    /// Creates a scale for some tracks.
    ///
    /// - Parameters:
    ///   - tracks: The tracks of all figures.
    ///   - ticks: The ticks of all figures.
    ///   - busy: The ticks on which something happens, in ascending order.
    ///   - gutter: The width of the names.
    init(_ tracks: [[Track]], ticks: ClosedRange<Int>, busy: [Int], style: DrawingStyle, gutter: Double) {
      let parts = Self.parts(of: ticks, busy: busy)
      let count = parts.reduce(0) { $0 + $1.count }
      let room = max(Double(style.pictureWidth) - 2 * SVG.margin - gutter, 8 * Self.minTickWidth)
      tickWidth = style.tickWidth.map(Double.init) ?? Self.tickWidth(for: tracks, count: count, room: room)
      divide(parts, room: room)
    }

    /// Moves the first ticks to the right of the names, by the width of the marks on them.
    mutating func indent(for tracks: [[Track]], gutter: Double) {
      var lead = tickWidth / 2
      for system in 0..<systemCount {
        let ticks = ticks(ofSystem: system)
        for stack in tracks.joined().compactMap({ $0.stacks(on: ticks).first }) {
          lead = max(lead, stack.room.left - distance(from: ticks.lowerBound, to: stack.tick))
        }
      }
      origin = gutter + lead.rounded(.up)
    }

    /// Returns the ranges that remain of an axis without its long silences.
    private static func parts(of ticks: ClosedRange<Int>, busy: [Int]) -> [ClosedRange<Int>] {
      var parts: [ClosedRange<Int>] = []
      var first = ticks.lowerBound
      func cut(from start: Int, to end: Int) {
        guard end - start > TimelinePrinter.maxSilence else { return }
        parts.append(first...(start + margin - 1))
        first = end - margin
      }
      var next = first
      for tick in busy where ticks.contains(tick) {
        cut(from: next, to: tick)
        next = tick + 1
      }
      cut(from: next, to: ticks.upperBound + 1)
      return parts + [first...ticks.upperBound]
    }

    /// Returns the width at which the marks fit, as long as the picture does not become too wide.
    private static func tickWidth(for tracks: [[Track]], count: Int, room: Double) -> Double {
      var (needed, minimal) = (minTickWidth, minTickWidth)
      for track in tracks.joined() {
        for (left, right) in zip(track.stacks, track.stacks.dropFirst()) {
          let ticks = Double(right.tick - left.tick)
          needed = max(needed, (left.room.right + right.room.left) / ticks)
          minimal = max(minimal, (left.minRoom + right.minRoom) / ticks)
        }
      }
      return max(minimal.rounded(.up), min(needed.rounded(.up), maxTickWidth, (room / Double(count)).rounded(.down)))
    }

    private static func width(ofCut count: Int) -> Double {
      (TextMetrics.width(of: "\(count) ticks", size: 11) + 16).rounded(.up)
    }

    /// Divides the parts of the axis into systems that are, if possible, at most `room` wide.
    private mutating func divide(_ parts: [ClosedRange<Int>], room: Double) {
      let cutRanges = zip(parts, parts.dropFirst()).map { ($0.upperBound + 1)...($1.lowerBound - 1) }
      let whole =
        parts.reduce(0) { $0 + Double($1.count) * tickWidth }
        + cutRanges.reduce(0) { $0 + Self.width(ofCut: $1.count) }
      // A slightly wider row is easier to read than a short second row.
      let room = whole <= room * 1.2 ? whole : room
      var (system, place) = (0, 0.0)
      for (index, part) in parts.enumerated() {
        if index > 0 {
          let width = Self.width(ofCut: cutRanges[index - 1].count)
          if place + width + tickWidth > room { (system, place) = (system + 1, 0) }
          cuts.append(Cut(ticks: cutRanges[index - 1], system: system, middle: place + (width - tickWidth) / 2))
          place += width
        }
        var first = part.lowerBound
        while first <= part.upperBound {
          let minCount = segments.last?.system == system ? 0 : 1
          let fitting = max(minCount, Int((room - place) / tickWidth + 0.01))
          let count = min(fitting, part.upperBound - first + 1)
          if count > 0 {
            segments.append(Segment(ticks: first...(first + count - 1), system: system, start: place))
            first += count
            place += Double(count) * tickWidth
          }
          if first <= part.upperBound { (system, place) = (system + 1, 0) }
        }
      }
    }

    // MARK: Attributes

    /// Returns the attributes from which scripts compute the positions of ticks, each after a space.
    func attributes(margin: Double) -> String {
      func number(_ value: Double) -> String { Markup.number(value) }
      var text = " data-tick-width=\"\(number(tickWidth))\" data-axis=\""
      text += segments.map { segment in
        "\(segment.ticks.lowerBound) \(segment.ticks.upperBound) \(number(margin + x(segment.ticks.lowerBound)))"
      }.joined(separator: ",")
      return text + "\""
    }

    // MARK: Systems

    /// The number of systems.
    var systemCount: Int { (segments.last?.system ?? 0) + 1 }

    /// Returns the indexes of the segments of a system, which are at least one.
    private func segments(ofSystem system: Int) -> Range<Int> {
      segments.partitionPoint { $0.system >= system }..<segments.partitionPoint { $0.system > system }
    }

    /// Returns the ticks of a system, without those of cuts at its edges.
    func ticks(ofSystem system: Int) -> ClosedRange<Int> {
      let own = segments[segments(ofSystem: system)]
      return own[own.startIndex].ticks.lowerBound...own[own.endIndex - 1].ticks.upperBound
    }

    /// Returns the cuts of a system.
    func cuts(ofSystem system: Int) -> ArraySlice<Cut> {
      cuts[cuts.partitionPoint { $0.system >= system }..<cuts.partitionPoint { $0.system > system }]
    }

    // MARK: Positions

    private func segment(of tick: Int) -> Segment {
      segments[max(0, segments.partitionPoint { $0.ticks.lowerBound > tick } - 1)]
    }

    /// Returns the cut that contains a tick.
    private func cut(of tick: Int) -> Cut? {
      let index = cuts.partitionPoint { $0.ticks.upperBound >= tick }
      return index < cuts.count && cuts[index].ticks.contains(tick) ? cuts[index] : nil
    }

    /// Returns the position of the middle of a cut.
    func middle(of cut: Cut) -> Double { origin + cut.middle }

    /// Returns the positions of both edges of a cut.
    func edges(of cut: Cut) -> [Double] {
      [-1, 1].map { middle(of: cut) + $0 * (cut.width - Self.minTickWidth) / 2 }
    }

    /// Returns the position of a tick, which for a tick in a cut is the middle of the cut.
    func x(_ tick: Int) -> Double {
      let segment = segment(of: tick)
      if tick > segment.ticks.upperBound, let cut = cut(of: tick) { return middle(of: cut) }
      return origin + segment.start + Double(tick - segment.ticks.lowerBound) * tickWidth
    }

    /// Returns the distance between two ticks, or infinity if they are in different systems.
    func distance(from left: Int, to right: Int) -> Double {
      segment(of: left).system == segment(of: right).system ? x(right) - x(left) : .infinity
    }

    /// Returns the numbers above some ticks with their positions, omitting those that would touch another.
    func labels(ofSystem system: Int, upTo last: Int) -> [(x: Double, text: String, isCut: Bool)] {
      var labels: [(x: Double, text: String, isCut: Bool)] = []
      var free = -Double.infinity
      func add(_ x: Double, _ text: String, isCut: Bool = false) {
        let half = TextMetrics.width(of: text, size: 11) / 2
        guard x - half >= free else { return }
        labels.append((x, text, isCut))
        free = x + half + 8
      }
      let step = labelStep
      for index in segments(ofSystem: system) {
        let segment = segments[index]
        if let cut = cut(of: segment.ticks.lowerBound - 1), cut.system == system, cut.ticks.lowerBound <= last {
          add(middle(of: cut), cut.text, isCut: true)
        }
        let (first, end) = (segment.ticks.lowerBound, min(segment.ticks.upperBound, last))
        guard first <= end else { break }
        if index > 0 { add(x(first), "\(first)") }
        let (multiple, rest) = first.quotientAndRemainder(dividingBy: step)
        for tick in stride(from: (multiple + (rest > 0 ? 1 : 0)) * step, through: end, by: step) {
          add(x(tick), "\(tick)")
        }
      }
      return labels
    }

    /// The number of ticks between two labels.
    private var labelStep: Int {
      let widest = TextMetrics.width(of: "\(segments.last?.ticks.upperBound ?? 0)", size: 11) + 8
      return [5, 10, 20, 50].first { Double($0) * tickWidth >= widest } ?? 100
    }
  }
}
