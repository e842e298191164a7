import MarbleEvaluation
import MarbleLanguage

extension SVG {
  /// An event as it is drawn.
  struct Mark {
    enum Kind: Equatable {
      case value, completed, failed, interrupted
      /// The given number of values that are left out because there are too many.
      case more(Int)

      /// Whether the mark is a marble.
      var isValue: Bool {
        switch self {
        case .value, .more: true
        case .completed, .failed, .interrupted: false
        }
      }
    }

    /// A part of a value, with the color of its origin.
    struct Part {
      private(set) var caption: Caption
      let tint: Int?

      /// The additional width that the shape of the ends needs.
      private var inset: Double { (tint.map { Cap(tint: $0).inset } ?? 0) / (isFitted ? 2 : 1) }
      /// Whether the part has been made narrower than usual.
      private var isFitted = false
      var width: Double { max(isFitted ? 0 : Mark.height, caption.width) + inset }

      init(_ text: String, tint: Int?) {
        caption = Caption(text)
        self.tint = tint
      }

      /// Makes the part at most `width` wide, if it can be that narrow.
      mutating func fit(_ width: Double, isTight: Bool) {
        guard self.width > width else { return }
        isFitted = true
        caption = caption.fitting(width - inset, isTight: isTight)
      }
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
    /// The row in the stack, or 0 for a bar through all rows.
    var row = 0
    /// The distance from the middle to the left and to the right edge.
    private(set) var left = Mark.reach
    private(set) var right = Mark.reach

    /// The width of a marble.
    var width: Double { left + right }

    static let height = 24.0
    /// The distance that bars and crosses extend to each side.
    static let reach = 7.0
    private static let maxTextLength = 30
    private static let maxMessageLength = 44
    private static let maxParts = 8
    private static let minPartWidth = 12.0
    /// The distance from the middle of a cross to its message.
    static let messageOffset = 13.0

    /// The maximum number of columns of a value in a tooltip.
    private static let maxTooltipLength = 1_000

    /// Creates a mark for values that are left out.
    init(more count: Int, tooltip: String) {
      kind = .more(count)
      self.tooltip = tooltip
      parts = [Part("+\(count)", tint: nil)]
      measure()
    }

    /// Creates the mark of an event, where `name` is that of a stream with its own track.
    init(_ index: Int, of track: Layout.Track, name: String?, tints: [Int?]) {
      self.index = track.hasHappened(index) ? index : nil
      isGhost = track.isGhost(index)
      let marble = track.marbles[index]
      let source = track.origins.indices.contains(index) ? track.origins[index].source : .line(track.line)
      let time = " at tick \(marble.tick)"
      switch marble.event {
      case .completed: (kind, tooltip) = (.completed, "completed" + time)
      case .interrupted: (kind, tooltip) = (.interrupted, "interrupted" + time)
      case .failed(let failure):
        kind = .failed
        tint = Self.tint(of: source, tints: tints)
        let message = TextMetrics.visible(failure.message)
        tooltip = "failed" + time + ": " + message.truncated(toColumns: Self.maxTooltipLength)
        if failure != .unnamed { self.message = message.truncated(toColumns: Self.maxMessageLength) }
        measure()
      case .value(let value):
        kind = .value
        let text = name ?? TextMetrics.text(of: value)
        tooltip = text.truncated(toColumns: Self.maxTooltipLength) + time
        if isGhost { tooltip += ", not observed" }
        parts = Self.parts(of: value, from: source, tints: tints, text: text)
        measure()
      }
    }

    /// Determines the edges from the text.
    private mutating func measure() {
      if kind.isValue {
        left = max(Self.height, parts.reduce(0) { $0 + $1.width }) / 2
        right = left
      } else if !message.isEmpty {
        right = Self.messageOffset + TextMetrics.width(of: message, size: 12)
      }
    }

    /// Shortens the text so that the mark extends at most this far to each side, if it can be that narrow.
    mutating func fit(left: Double, right: Double) {
      if kind.isValue {
        fit(max(Self.height, 2 * min(left, right)))
      } else {
        while !message.isEmpty, self.right > right {
          message = message.count > 4 ? String(message.dropLast(message.hasSuffix("…") ? 2 : 1)) + "…" : ""
          self.right = Self.reach
          measure()
        }
      }
    }

    /// Makes a marble narrower by giving each part at least the same share of the width.
    private mutating func fit(_ width: Double) {
      guard self.width > width else { return }
      if Double(parts.count) * Self.minPartWidth > width {
        parts = [Part(parts.map { $0.caption.lines.joined() }.joined(separator: ","), tint: nil)]
      }
      let wide = parts
      share(width, isTight: false)
      if parts.contains(where: \.caption.isSmall) {
        parts = wide
        share(width, isTight: true)
      }
      measure()
    }

    /// Divides a width among the parts, of which narrow ones leave more to the others.
    private mutating func share(_ width: Double, isTight: Bool) {
      var rest = width
      for (place, index) in parts.indices.sorted(by: { parts[$0].width < parts[$1].width }).enumerated() {
        parts[index].fit(rest / Double(parts.count - place), isTight: isTight)
        rest -= parts[index].width
      }
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
        return Part(text, tint: piece.tint)
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
