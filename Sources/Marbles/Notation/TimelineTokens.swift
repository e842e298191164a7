/// A timeline as it is written, token by token; what takes no time is left out.
struct TimelineTokens {
  /// What stands in one place: `-`, `[12]`, `(ab|)`, `{--a}*3`.
  struct Token {
    let span: Span
    /// The tick on which it begins.
    let tick: Int
    let kind: Kind
  }

  enum Kind {
    /// Takes one tick.
    case plain
    /// `^`, or a group with it in.
    case origin
    /// Takes as many ticks as it says: `9ms`, `@40`, `{--a}*3`.
    case long
    /// The `>` at the end.
    case continuation
  }

  let tokens: [Token]
  let timeline: Timeline

  /// Reads what is known to be one timeline, and nothing else.
  init(_ span: Span, of bytes: [UInt8], as form: TimelineForm, tick: TickLength) throws(Diagnostic) {
    var scanner = TimelineScanner(bytes, in: span, isBounded: true, form: form, tick: tick)
    (tokens, timeline) = try scanner.readTokens()
  }
}

extension TimelineScanner {
  /// Reads up to the limit, token by token.
  fileprivate mutating func readTokens() throws(Diagnostic) -> ([TimelineTokens.Token], Timeline) {
    var lane = Lane(form: form, enclosure: .none, start: position)
    var tokens: [TimelineTokens.Token] = []
    while position < limit {
      if bytes[position].isBlank || bytes[position] == UInt8(ascii: ".") {
        position += 1
        continue
      }
      let first = position
      let tick = lane.tick
      let kind = try readToken(into: &lane)
      tokens.append(.init(span: first..<position, tick: kind == .origin ? lane.tick - 1 : tick, kind: kind))
    }
    return (tokens, timeline(of: lane))
  }

  private mutating func readToken(into lane: inout Lane) throws(Diagnostic) -> TimelineTokens.Kind {
    let first = position
    if startsLine(at: position) {
      position += 3
      lane.tick += 1
      return .plain
    }
    switch bytes[position] {
    case _ where isCombined: break
    case UInt8(ascii: "-"):
      position += 1
      lane.tick += 1
      return .plain
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      if try readDuration(into: &lane) { return .long }
    case UInt8(ascii: "("):
      let hadOrigin = lane.origin != nil
      try readGroup(into: &lane)
      return hadOrigin || lane.origin == nil ? .plain : .origin
    case UInt8(ascii: "{"):
      try readRepetition(into: &lane)
      return .long
    case UInt8(ascii: "^"):
      try readOrigin(into: &lane)
      lane.tick += 1
      return .origin
    case UInt8(ascii: "@"):
      try readJump(into: &lane)
      return .long
    case UInt8(ascii: ">"):
      position += 1
      lane.continues = true
      return .continuation
    default: break
    }
    let event = try readEvent()
    try append(event, at: first..<position, to: &lane)
    return .plain
  }

  /// Whether the character at `position` is no longer what it is alone, as a `-` with a mark above it.
  private var isCombined: Bool {
    !UTF8Text.beginsGrapheme(bytes, at: position + 1, to: limit)
      && UTF8Text.graphemeEnd(in: bytes, at: position, to: limit) > position + 1
  }
}
