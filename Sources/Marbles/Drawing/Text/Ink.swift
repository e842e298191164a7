/// What something is drawn with: a colour, or that of the terminal.
struct Ink: Hashable, Sendable {
  /// The number among a terminal's 256 colours, 0 for its own.
  private let code: UInt8

  /// The terminal's own colour.
  static let plain = Ink(code: 0)
  static let ghost = Ink(Palette.ghost)
  static let difference = Ink(Palette.difference)

  private init(code: UInt8) {
    self.code = code
  }

  init(_ tint: Palette.Tint) {
    code = tint.ansi
  }

  /// What makes a terminal go on with it.
  var escape: String { self == .plain ? "\u{1B}[0m" : "\u{1B}[38;5;\(code)m" }

  /// A text with everything around it that makes a terminal draw it so, and what follows in its own colour.
  func painting(_ text: String) -> String {
    self == .plain ? text : escape + text + Ink.plain.escape
  }
}

/// What the events of a line are drawn with.
struct LineInks {
  /// The colours of a diagram's lines.
  private let tints: [Int?]
  private let origins: [Diagram.Origin]
  /// That of the line itself; of values it is, too, where nobody knows whence they come.
  let own: Ink

  /// The inks of a line; `tints` are its diagram's.
  init(of origins: [Diagram.Origin], line: Int, tints: [Int?]) {
    self.tints = tints
    self.origins = origins
    own = LineInks.ink(of: .line(line), tints: tints)
  }

  private static func ink(of source: Diagram.Source, tints: [Int?]) -> Ink {
    guard case .line(let line) = source, tints.indices.contains(line), let tint = tints[line] else { return .plain }
    return Ink(Palette.tint(tint))
  }

  private func source(of index: Int) -> Diagram.Source? {
    origins.indices.contains(index) ? origins[index].source : nil
  }

  /// What an event is drawn with as a whole; where a stream just ends is a part of its line.
  func ink(of event: Event, at index: Int) -> Ink {
    switch event {
    case .value, .failed: break
    case .completed, .interrupted: return .plain
    }
    return source(of: index).map { LineInks.ink(of: $0, tints: tints) } ?? own
  }

  /// The token of a value whose items come from several lines, each drawn as where it comes from.
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
        LineInks.ink(of: source, tints: tints).painting(ValuePrinter.item(item, inParentheses: inParentheses))
      }
    }.joined(separator: ",")
  }
}
