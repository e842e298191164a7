import MarbleEvaluation
import MarbleLanguage

/// The colors of a track and its events.
struct TrackColors {
  /// The colors of a diagram's lines.
  private let tints: [Int?]
  private let origins: [Diagram.Origin]
  /// The numbers of the events that an explanation is about, by their indexes, if there is one.
  private let numbers: [Int: Int]?
  let depth: ColorDepth
  /// The color of the track, and of values with an unknown origin.
  let own: TextColor

  /// Creates the colors of a track, where `tints` are those of the diagram's lines.
  init(of track: Layout.Track, tints: [Int?], trail: Diagram.Trail?, depth: ColorDepth) {
    self.depth = depth
    numbers = trail?.numbers(on: track.line)
    self.tints = tints
    origins = track.origins
    own = TrackColors.color(of: .line(track.line), tints: tints)
  }

  private static func color(of source: Diagram.Source, tints: [Int?]) -> TextColor {
    guard case .line(let line) = source, tints.indices.contains(line), let tint = tints[line] else { return .plain }
    return TextColor(Palette.tint(tint))
  }

  private func source(of index: Int) -> Diagram.Source? {
    origins.indices.contains(index) ? origins[index].source : nil
  }

  /// Whether the drawing marks the events of an explanation.
  var marksEvents: Bool { numbers != nil }

  /// Whether an explanation is about other events.
  func isFaded(_ index: Int) -> Bool { numbers.map { $0[index] == nil } ?? false }

  /// The number of an event in an explanation, in raised digits.
  func number(of index: Int) -> String {
    guard let number = numbers?[index], number > 0 else { return "" }
    let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
    return String(String(number).compactMap { $0.wholeNumberValue.map { digits[$0] } })
  }

  /// Returns the color of an event, which for a completion or an interruption is that of the line.
  func color(of event: Event, at index: Int) -> TextColor {
    switch event {
    case .value, .failed: break
    case .completed, .interrupted: return .plain
    }
    return source(of: index).map { TrackColors.color(of: $0, tints: tints) } ?? own
  }

  /// Returns the token of a value whose items have several origins, each in the color of its origin, or `nil`.
  func painted(_ event: Event, at index: Int) -> String? {
    guard case .value(let value) = event, case .parts(let parts)? = source(of: index) else {
      return nil
    }
    switch value {
    case .tuple(let items) where items.count == parts.count && items.count > 1:
      return "[" + paint(items, parts, inParentheses: false) + "]"
    case .array(let items) where items.count == parts.count:
      return "[[" + paint(items, parts, inParentheses: false) + "]]"
    default: return nil
    }
  }

  private func paint(_ items: [Value], _ sources: [Diagram.Source], inParentheses: Bool) -> String {
    zip(items, sources).map { item, source in
      switch (item, source) {
      case (.tuple(let items), .parts(let parts)) where items.count == parts.count:
        "(" + paint(items, parts, inParentheses: true) + ")"
      case (.array(let items), .parts(let parts)) where items.count == parts.count:
        "[" + paint(items, parts, inParentheses: false) + "]"
      default:
        TrackColors.color(of: source, tints: tints).painting(
          ValuePrinter.item(item, inParentheses: inParentheses), depth)
      }
    }.joined(separator: ",")
  }
}
