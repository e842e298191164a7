import MarbleLanguage

extension SVG {
  /// An event as it is drawn.
  struct Mark {
    enum Kind {
      case value, completed, failed, interrupted
      /// Values that are left out because there are too many.
      case more
    }

    /// A part of a value, with the color of its origin.
    struct Part {
      var text: String
      var tint: Int?
      var width: Double
    }

    var kind: Kind
    /// The index of the event on its line, or `nil` if it did not happen.
    var index: Int?
    var parts: [Part] = []
    /// The color of a failure.
    var tint: Int?
    /// The message of a failure.
    var message = ""
    /// The text shown while the pointer is over the mark.
    var tooltip: String
    var isGhost = false

    /// The width: of a value in total, of other marks from their middle to the right.
    var width = 0.0

    static let height = 24.0
    static let fontSize = 13.0
    /// The distance that bars and crosses extend to each side.
    static let reach = 7.0
    private static let padding = 7.5
    private static let maxTextLength = 30
    private static let maxMessageLength = 44
    private static let maxParts = 8

    /// The maximum number of columns of a value in a tooltip.
    private static let maxTooltipLength = 1_000

    /// Creates a mark for values that are left out.
    init(more count: Int, tooltip: String) {
      kind = .more
      self.tooltip = tooltip
      let text = "+\(count)"
      width = Self.width(of: text)
      parts = [Part(text: text, tint: nil, width: width)]
    }

    /// Creates the mark of an event, where `name` is that of a stream with its own track.
    init(_ index: Int, of track: Layout.Track, name: String?, tints: [Int?]) {
      self.index = track.hasHappened(index) ? index : nil
      isGhost = track.isGhost(index)
      let marble = track.marbles[index]
      let source = track.origins.indices.contains(index) ? track.origins[index].source : .line(track.line)
      let time = " at tick \(marble.tick)"
      switch marble.event {
      case .completed: (kind, tooltip, width) = (.completed, "completed" + time, Self.reach)
      case .interrupted: (kind, tooltip, width) = (.interrupted, "interrupted" + time, Self.reach)
      case .failed(let failure):
        kind = .failed
        tint = Self.tint(of: source, tints: tints)
        let message = TextMetrics.visible(failure.message)
        tooltip = "failed" + time + ": " + message.truncated(toColumns: Self.maxTooltipLength)
        if failure != .unnamed { self.message = message.truncated(toColumns: Self.maxMessageLength) }
        width = Self.reach
        if !self.message.isEmpty { width += 6 + TextMetrics.width(of: self.message, size: 12) }
      case .value(let value):
        kind = .value
        let text = name ?? TextMetrics.text(of: value)
        tooltip = text.truncated(toColumns: Self.maxTooltipLength) + time
        if isGhost { tooltip += ", not observed" }
        parts = Self.parts(of: value, from: source, tints: tints, text: text)
        width = parts.reduce(0) { $0 + $1.width }
      }
    }

    private static func width(of text: String) -> Double {
      max(height, TextMetrics.width(of: text, size: fontSize) + 2 * padding)
    }

    private static func parts(
      of value: Value, from source: Diagram.Source, tints: [Int?], text: String
    ) -> [Part] {
      var pieces = pieces(of: value, from: source, tints: tints)
      switch value {
      case .tuple where pieces.count > 1:
        // Separate parts need no parentheses around them.
        pieces[0].text.removeFirst()
        pieces[pieces.count - 1].text.removeLast()
      case .array where pieces.count > 1: break
      default: pieces = []
      }
      if pieces.isEmpty || pieces.count > maxParts { pieces = [(text, tint(of: source, tints: tints))] }
      let limit = max(6, maxTextLength / pieces.count)
      return pieces.map { piece in
        let text = piece.text.truncated(toColumns: limit)
        let slant = piece.tint.map { Cap(tint: $0).inset } ?? 0
        return Part(text: text, tint: piece.tint, width: width(of: text) + slant)
      }
    }

    private static func tint(of source: Diagram.Source, tints: [Int?]) -> Int? {
      if case .line(let line) = source, tints.indices.contains(line) { tints[line] } else { nil }
    }

    /// Returns the items of a combined value, with the brackets added to the first and the last of them.
    private static func pieces(
      of value: Value, from source: Diagram.Source, tints: [Int?]
    ) -> [(text: String, tint: Int?)] {
      func pieces(_ items: [Value], _ sources: [Diagram.Source], _ open: String, _ close: String)
        -> [(text: String, tint: Int?)]
      {
        var all = zip(items, sources).flatMap { Self.pieces(of: $0, from: $1, tints: tints) }
        all[0].text = open + all[0].text
        all[all.count - 1].text += close
        return all
      }
      if case .parts(let sources) = source {
        switch value {
        case .tuple(let items) where items.count == sources.count && !items.isEmpty:
          return pieces(items, sources, "(", ")")
        case .array(let items) where items.count == sources.count && !items.isEmpty:
          return pieces(items, sources, "[", "]")
        default: break
        }
      }
      return [(TextMetrics.text(of: value), tint(of: source, tints: tints))]
    }
  }
}
