import MarbleEvaluation
import MarbleLanguage

/// The characters of a text drawing.
package enum GlyphSet: Sendable {
  /// The characters of the notation, so that lanes can be read back.
  case plain
  /// Box-drawing characters.
  case unicode
}

/// A character that takes one column, in UTF-8.
struct Glyph: Sendable, Hashable {
  private let first: UInt8
  private let second: UInt8
  private let third: UInt8
  let count: UInt8

  init(_ scalar: Unicode.Scalar) {
    let bytes = Array(String(scalar).utf8.prefix(3))
    first = bytes[0]
    second = bytes.count > 1 ? bytes[1] : 0
    third = bytes.count > 2 ? bytes[2] : 0
    count = UInt8(bytes.count)
  }

  static let blank = Glyph(" ")

  @inline(__always)
  func append(to bytes: inout [UInt8]) {
    bytes.append(first)
    if count > 1 { bytes.append(second) }
    if count > 2 { bytes.append(third) }
  }
}

extension GlyphSet {
  /// Returns the glyph of a silent tick.
  func silence(_ state: Layout.Phase.State) -> Glyph {
    switch (self, state) {
    case (_, .hidden): .blank
    case (.plain, .observed): GlyphSet.dash
    case (.plain, .waiting): GlyphSet.tilde
    case (.plain, .ghost): GlyphSet.colon
    case (.unicode, .observed): GlyphSet.line
    case (.unicode, .waiting): GlyphSet.queue
    case (.unicode, .ghost): GlyphSet.ghost
    }
  }

  /// Returns the glyph that fills the rest of a column.
  func filler(_ state: Layout.Phase.State) -> Glyph {
    self == .plain && state == .observed ? GlyphSet.dot : silence(state)
  }

  // The glyphs are created once, since a drawing can contain millions of them.
  private static let dash = Glyph("-")
  private static let dot = Glyph(".")
  private static let tilde = Glyph("~")
  private static let colon = Glyph(":")
  private static let line = Glyph("─")
  private static let queue = Glyph("┈")
  private static let ghost = Glyph("╌")

  /// The mark of a subscription.
  private var elbow: String { self == .plain ? "`" : "╰" }

  /// The mark of a disposal.
  private var cut: String { self == .plain ? "!" : "┆" }

  /// Returns the text before and after the events on a tick.
  func marks(_ marks: Layout.Cluster.Marks) -> (before: String, after: String) {
    (marks.contains(.start) ? elbow : "", marks.contains(.stop) ? cut : "")
  }

  /// Returns the text on a tick where a time of observation starts, ends, or both.
  func window(_ marks: Layout.Cluster.Marks) -> String {
    switch (self, marks) {
    case (.plain, .start): "^"
    case (.plain, .stop): "!"
    case (.plain, _): "(^!)"
    case (.unicode, .start): "╰"
    case (.unicode, .stop): "╯"
    case (.unicode, _): "╰╯"
    }
  }

  /// Returns the text for a time of silence, or `nil` if the line continues without one.
  func word(forSilenceOf ticks: Int, in state: Layout.Phase.State) -> String? {
    switch (self, state) {
    case (_, .hidden), (.plain, .waiting), (.plain, .ghost): nil
    // The notation for a duration, including the required spaces around it.
    case (.plain, .observed): " \(ticks)t "
    case (.unicode, .observed): "┄ \(ticks)t ┄"
    case (.unicode, .waiting): "┈ \(ticks)t ┈"
    case (.unicode, .ghost): "╌ \(ticks)t ╌"
    }
  }

  /// Returns the number of columns that the text for a time of silence takes.
  func width(ofSilenceOf ticks: Int) -> Int { "\(ticks)".utf8.count + (self == .plain ? 3 : 5) }

  /// Returns the token of an event if it is one byte, as most are, or `nil`.
  @inline(__always)
  func byte(of event: Event) -> UInt8? {
    if self == .unicode, event.isTerminating { return nil }
    switch event {
    case .value(.integer(let number)) where 0 <= number && number <= 9: return UInt8(ascii: "0") + UInt8(number)
    case .value(.marble(let text)), .value(.string(let text)):
      guard text.utf8.count == 1, let byte = text.utf8.first, ValuePrinter.isBareValue(byte) else { return nil }
      return byte
    case .completed: return UInt8(ascii: "|")
    case .interrupted: return UInt8(ascii: "!")
    default: return nil
    }
  }

  func token(for event: Event) -> String {
    let token = TimelinePrinter.token(for: event)
    guard self == .unicode else { return token }
    switch event {
    case .value: return token
    case .completed: return "┤"
    case .interrupted: return cut
    case .failed: return "╳" + token.dropFirst()
    }
  }
}
