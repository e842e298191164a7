import MarbleEvaluation
import MarbleLanguage

extension SVG {
  /// A diagram with the positions of all of its parts.
  struct Figure {
    /// An item of the figure, in order from top to bottom.
    enum Item {
      case track(Int)
      case box([String])
      /// A remark about lines that are not drawn.
      case remark(String)
    }

    /// A part of the axis, with the vertical positions of the items below it.
    struct System {
      /// The number of the system of the scale.
      let number: Int
      /// The ticks of the system that the figure has.
      let ticks: ClosedRange<Int>
      let top: Double
      /// The vertical position of each track, by index, or `nil` for tracks that show nothing here.
      var lines: [Double?]
      /// The upper and lower edges of boxes and remarks, by the indexes of their items.
      var blocks: [Int: ClosedRange<Double>] = [:]
      var bottom: Double
    }

    let style: DrawingStyle
    let tracks: [Track]
    private(set) var items: [Item]
    let scale: Scale
    private(set) var systems: [System] = []
    /// The events that an explanation is about.
    let trail: Diagram.Trail?
    private(set) var notes: [String] = []
    /// The ticks of the diagram.
    private let ticks: ClosedRange<Int>
    /// The width of the names.
    let gutter: Double
    private(set) var width = 0.0
    private(set) var height = 0.0
    /// The slopes of the inner streams, if they are drawn diagonally.
    private(set) var slopes: Slopes?

    static let rulerHeight = 26.0
    static let lineHeight = 19.0
    /// The indentation of inner streams.
    static let indent = 14.0
    static let swatch = 17.0
    static let nameSize = 13.0
    static let codeSize = 13.0
    static let noteSize = 12.0
    private static let systemGap = 24.0

    /// Creates the figure of a layout, whose tracks have been fitted to the scale.
    init(_ layout: Layout, _ tracks: [Track], on scale: Scale, gutter: Double, _ style: DrawingStyle) {
      self.style = style
      self.tracks = tracks
      self.scale = scale
      self.gutter = gutter
      ticks = layout.ticks
      trail = layout.diagram.trail
      items = layout.rows.compactMap(Figure.item)
      if style.innerLayout == .diagonal, scale.systemCount == 1 { slopes = Slopes(of: tracks, on: scale) }
      let ranges = (0..<scale.systemCount).map { scale.ticks(ofSystem: $0) }.prefix {
        $0.lowerBound <= ticks.upperBound
      }
      let systems = ranges.map { $0.lowerBound...min($0.upperBound, ticks.upperBound) }
      let room = systems.map { scale.x($0.upperBound) + scale.tickWidth / 2 - gutter }.max() ?? 0
      measure(room)
      place(systems)
      notes = layout.diagram.notes.flatMap { note in
        ExpressionWrapping(limit: max(60, Int(width / 6.8))).lines(of: Figure.visibleLines(of: note))
      }
      width = notes.reduce(width) { max($0, TextMetrics.width(of: $1, size: Figure.noteSize)) }
      if !notes.isEmpty { height += 10 + Figure.lineHeight * Double(notes.count) }
    }

    /// Returns the item for a row, or `nil` for times of observation, which are drawn with their lanes.
    private static func item(of row: Layout.Row) -> Item? {
      switch row {
      case .track(let number): .track(number)
      case .operation(let text): .box(visibleLines(of: text))
      case .omission(let omission): .remark(omission.text)
      case .window: nil
      }
    }

    private static func visibleLines(of text: String) -> [String] {
      text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline).map { TextMetrics.visible(String($0)) }
    }

    /// Returns the width of the names of some tracks, with the space after them.
    static func gutter(of tracks: [Track]) -> Double {
      tracks.map(nameWidth).max().map { ($0 + 18).rounded(.up) } ?? 0
    }

    private static func nameWidth(_ track: Track) -> Double {
      indent * Double(min(track.depth, 20)) + (track.tint == nil ? 0 : swatch)
        + TextMetrics.width(of: track.name, size: nameSize)
        + (track.remark.isEmpty ? 0 : TextMetrics.width(of: " " + track.remark, size: 11))
    }

    /// Wraps the text in boxes, and measures the widths.
    private mutating func measure(_ room: Double) {
      let code = TextMetrics.codeWidth(of: "0", size: Figure.codeSize)
      let limit = Int(max(room, 480) / code) - 4
      width = gutter + room + 22
      for (index, item) in items.enumerated() {
        guard case .box(let text) = item else { continue }
        let lines = ExpressionWrapping(limit: max(24, limit)).lines(of: text)
        items[index] = .box(lines)
        width = max(width, gutter + Figure.boxWidth(of: lines))
      }
    }

    static func boxWidth(of lines: [String]) -> Double {
      28 + (lines.map { TextMetrics.codeWidth(of: $0, size: codeSize) }.max() ?? 0)
    }

    // MARK: Positions

    private mutating func place(_ ranges: [ClosedRange<Int>]) {
      var top = 0.0
      for (number, ticks) in ranges.enumerated() {
        var system = System(
          number: number, ticks: ticks, top: top, lines: Array(repeating: nil, count: tracks.count),
          bottom: top + Figure.rulerHeight)
        for (index, item) in items.enumerated() {
          switch item {
          case .track(let track): place(track, in: &system)
          case .box(let lines) where number == 0:
            let start = system.bottom + 8
            let end = start + 16 + Figure.lineHeight * Double(lines.count)
            system.blocks[index] = start...end
            system.bottom = end + 8
          case .remark(let text) where number == 0:
            system.blocks[index] = system.bottom...(system.bottom + Figure.lineHeight)
            system.bottom += Figure.lineHeight + 4
            width = max(width, TextMetrics.width(of: text, size: Figure.noteSize) + Figure.indent)
          case .box, .remark: break
          }
        }
        systems.append(system)
        top = system.bottom + Figure.systemGap
        height = system.bottom
      }
    }

    private mutating func place(_ index: Int, in system: inout System) {
      let track = tracks[index]
      let ticks = system.ticks
      guard track.firstTick <= ticks.upperBound, track.last >= ticks.lowerBound else { return }
      let stacks = track.stacks(on: ticks)
      if let slopes, track.depth > 0 {
        if let lane = tracks[..<index].lastIndex(where: { $0.depth == 0 }), let line = system.lines[lane] {
          system.lines[index] = line
          let depth = stacks.reduce(slopes.depth(of: index)) {
            max($0, slopes.y(of: index, at: scale.x($1.tick)) + $1.height)
          }
          system.bottom = max(system.bottom, line + depth + 24)
        }
        return
      }
      let height = stacks.map(\.height).max() ?? 0
      let gap = track.depth == 0 ? 8.0 : 4
      let line = system.bottom + gap + Mark.height / 2
      system.lines[index] = line
      system.bottom = line + height + gap + Mark.height / 2
      if style.showsSubscriptions {
        system.bottom += Figure.windowPitch * Double(min(track.observed.count, Layout.limit))
        if track.observed.count > Layout.limit { system.bottom += Figure.lineHeight }
      }
      for stack in stacks {
        width = max(width, scale.x(stack.tick) + stack.overhang)
      }
    }

    static let windowPitch = 9.0
  }
}
