/// The characters that a drawing is made of.
enum Look: Sendable {
  /// Those of the notation, so that lanes read back in.
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

extension Look {
  /// What stands on a silent tick.
  func silence(_ state: Strip.State) -> Glyph {
    switch (self, state) {
    case (_, .blank): .blank
    case (.plain, .running): Look.dash
    case (.plain, .waiting): Look.tilde
    case (.plain, .missed): Look.colon
    case (.unicode, .running): Look.line
    case (.unicode, .waiting): Look.queue
    case (.unicode, .missed): Look.ghost
    }
  }

  /// What fills the rest of a column.
  func filler(_ state: Strip.State) -> Glyph {
    self == .plain && state == .running ? Look.dot : silence(state)
  }

  // The characters are made once: there may be millions of them.
  private static let dash = Glyph("-")
  private static let dot = Glyph(".")
  private static let tilde = Glyph("~")
  private static let colon = Glyph(":")
  private static let line = Glyph("─")
  private static let queue = Glyph("┈")
  private static let ghost = Glyph("╌")

  /// Where a stream was subscribed.
  var elbow: String { self == .plain ? "`" : "╰" }

  /// Where a stream was let go.
  var cut: String { self == .plain ? "!" : "┆" }

  /// What tells that time passes of which nothing is shown; `nil` where the line just goes on.
  func word(forSilenceOf ticks: Int, in state: Strip.State) -> String? {
    switch (self, state) {
    case (_, .blank), (.plain, .waiting), (.plain, .missed): nil
    // So the notation writes it, with the blanks that it needs around it.
    case (.plain, .running): " \(ticks)t "
    case (.unicode, .running): "┄ \(ticks)t ┄"
    case (.unicode, .waiting): "┈ \(ticks)t ┈"
    case (.unicode, .missed): "╌ \(ticks)t ╌"
    }
  }

  /// How many columns that takes.
  func width(ofSilenceOf ticks: Int) -> Int { "\(ticks)".utf8.count + (self == .plain ? 3 : 5) }

  /// The token of an event that is one byte; most are.
  @inline(__always)
  func byte(of event: Event) -> UInt8? {
    if self == .unicode, event.isTerminating { return nil }
    return TimelinePrinter.byte(of: event)
  }

  /// The token of an event.
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
