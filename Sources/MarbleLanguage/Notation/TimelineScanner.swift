/// Parses one timeline in a single pass, with little lookahead.
///
/// This is a summary of the grammar. `Documentation/Grammar.md` has the full one.
///
///     timeline   = {token} [loop] {"." | space} [">"]
///     token      = "-" | "." | space | event | group | "^" | duration | "@" digits | "{" timeline "}*" digits
///     event      = value | "|" | "!" | "#" ["[" message "]" | string] | "!" name "!"
///     group      = "(" {event | "^" | "." | space} ")"
///     loop       = "{" timeline "}*"
///     value      = grapheme | "[" item {"," item} "]" | string | "<" timeline ">"
///     item       = string | "<" timeline ">" | "(" items ")" | "[" items "]" | event as a value | word
///
/// Grapheme boundaries are computed only near non-ASCII bytes. The function `read(_:)` handles everything else in one
/// `switch` over bytes. Each extension parses the syntax that its file is named after.
struct TimelineScanner {
  let bytes: [UInt8]
  let start: Int
  let limit: Int
  /// Whether the timeline must extend to `limit`.
  ///
  /// Otherwise a comment, a keyword or a separator such as `,` ends it earlier.
  let isBounded: Bool
  let form: TimelineForm
  let tickLength: TickLength
  var position: Int
  var lints = LintCollector()
  /// The number of open brackets of any kind.
  var depth = 0
  /// The number of events that repetitions have produced.
  var repeatedEvents = 0
  /// Records the tokens, if the caller needs tokens instead of a timeline.
  var recorder: TimelineTokenRecorder?

  static let maxDepth = 64
  static let maxRepeatedEvents = 1_000_000

  init(_ bytes: [UInt8], in extent: Span, isBounded: Bool, form: TimelineForm, tick: TickLength) {
    self.bytes = bytes
    start = extent.lowerBound
    limit = extent.upperBound
    position = extent.lowerBound
    self.isBounded = isBounded
    self.form = form
    tickLength = tick
  }

  /// The terminal event of a timeline.
  struct End {
    var kind: EventKind
    var span: Span
  }

  /// The brackets around a lane.
  enum Enclosure {
    case none, angle, brace
  }

  /// A timeline, or the part of one that repeats, during parsing.
  struct Lane {
    let form: TimelineForm
    let enclosure: Enclosure
    let start: Int
    var marbles: [Timeline.Marble] = []
    /// The tick of the next token.
    var tick = 0
    var end: End?
    var loop: Timeline.Loop?
    var origin: Int?
    /// The last jump, such as `@40`.
    ///
    /// A `^` after it is an error, because the `^` would change tick 0 and so the target of the jump.
    var jump: Span?
    var continues = false
    /// The gaps of a pattern.
    var gaps: [TimelinePattern.Gap] = []

    /// Adds an event after the others.
    @inline(__always)
    mutating func append(_ event: consuming Event, at tick: Int) {
      marbles.append(event, at: tick)
    }
  }

  mutating func read() throws(Diagnostic) -> TimelineReading {
    lintKeyword()
    var lane = Lane(form: form, enclosure: .none, start: position)
    try read(&lane)
    var last = position
    while last > start, bytes[last - 1].isWhitespace { last -= 1 }
    var first = start
    while first < last, bytes[first].isWhitespace { first += 1 }
    return TimelineReading(
      timeline: timeline(of: lane), span: first..<last, end: position, origin: lane.origin, lints: lints.diagnostics,
      gaps: lane.gaps)
  }

  func timeline(of lane: Lane) -> Timeline {
    Timeline(
      lane.marbles, loop: lane.loop, end: lane.loop.map { $0.start + $0.period } ?? lane.tick,
      continues: lane.continues, hasOrigin: lane.origin != nil)
  }

  /// Reads a lane and stops at its closing bracket or at the first character that does not belong to it.
  mutating func read(_ lane: inout Lane) throws(Diagnostic) {
    let asciiEvents = Self.asciiEvents
    let plainBytes = Self.plainBytes
    while true {
      readPlain(into: &lane, asciiEvents, plainBytes)
      guard position < limit else { return }
      let byte = bytes[position]
      if byte >= 0x80 || !UTF8Text.beginsGrapheme(bytes, at: position + 1, to: limit), try readNonASCII(into: &lane) {
        continue
      }
      switch byte {
      case UInt8(ascii: "-"):
        try checkNoEndlessPart(before: position..<position + 1, in: lane)
        recorder?.record(.silence, at: position..<position + 1, tick: lane.tick)
        lane.tick += 1
        position += 1
      case UInt8(ascii: ".") where lane.form == .pattern:
        _ = try readGap(into: &lane)
      case UInt8(ascii: "*") where lane.form == .pattern:
        try readOpenEvents(into: &lane)
      case UInt8(ascii: "."), UInt8(ascii: " "), UInt8(ascii: "\t"):
        position += 1
      case UInt8(ascii: "\n"):
        return
      case UInt8(ascii: "\r") where position + 1 == limit || bytes[position + 1] == UInt8(ascii: "\n"):
        return
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if lane.form == .pattern, try readGap(into: &lane) { continue }
        if try readDuration(into: &lane) { continue }
        lintDigits()
        try append(asciiEvents[Int(byte)], at: position..<position + 1, to: &lane)
        position += 1
      case UInt8(ascii: "("):
        try readGroup(into: &lane)
      case UInt8(ascii: "{"):
        try readRepetition(into: &lane)
      case UInt8(ascii: "^"):
        try readOrigin(into: &lane)
        recorder?.record(.origin, at: position - 1..<position, tick: lane.tick)
        lane.tick += 1
      case UInt8(ascii: "@"):
        try readJump(into: &lane)
      case UInt8(ascii: ">"):
        if lane.enclosure == .angle { return }
        guard lane.enclosure == .none else { throw Diagnostic(.textAfterContinuation, at: here) }
        recorder?.record(.continuation, at: here, tick: lane.tick)
        position += 1
        lane.continues = true
        return try rejectRest(.textAfterContinuation, in: lane)
      case UInt8(ascii: "}") where lane.enclosure == .brace:
        return
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
        if lane.enclosure == .none, !isBounded { return }
        throw Diagnostic(.reservedCharacter(String(Unicode.Scalar(byte))), at: here)
      case UInt8(ascii: "m")
      where lane.form == .window && isAtWordStart && bytes[position...].starts(with: "matches".utf8):
        return
      case UInt8(ascii: "a"), UInt8(ascii: "d"), UInt8(ascii: "w"), UInt8(ascii: "/"):
        if endsHere(lane) { return }
        if byte == UInt8(ascii: "/"), try readSlashedDuration(into: &lane) { continue }
        try append(asciiEvents[Int(byte)], at: position..<position + 1, to: &lane)
        position += 1
      default:
        if byte.isReserved || byte.isControl {
          let first = position
          let event = try readEvent()
          try append(event, at: first..<position, to: &lane)
        } else {
          try append(asciiEvents[Int(byte)], at: position..<position + 1, to: &lane)
          position += 1
        }
      }
    }
  }

  /// The byte at `position`, as a span.
  var here: Span { position..<min(position + 1, limit) }

  /// Whether a comment or a keyword begins at `position`.
  private func endsHere(_ lane: Lane) -> Bool {
    guard !isBounded else { return false }
    let followsBlank = position > start && bytes[position - 1].isWhitespace
    if bytes[position] == UInt8(ascii: "/") {
      guard position + 1 < limit, followsBlank || position == start else { return false }
      return bytes[position + 1] == UInt8(ascii: "/") || bytes[position + 1] == UInt8(ascii: "*")
    }
    return followsBlank && lane.enclosure == .none && TimelineKeyword.at(position, in: bytes, to: limit) != nil
  }

  /// Reads the end of a lane, where only whitespace and dots are valid.
  private mutating func rejectRest(_ problem: LanguageProblem, in lane: Lane) throws(Diagnostic) {
    while position < limit {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "."): position += 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return
      default:
        let byte = bytes[position]
        let isSeparator = byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "=")
        if (isSeparator && !isBounded) || endsHere(lane) { return }
        throw Diagnostic(problem, at: position..<UTF8Text.graphemeEnd(in: bytes, at: position, to: limit))
      }
    }
  }

  // MARK: - Events and ticks

  /// Adds an event on the current tick, and advances to the next tick.
  @inline(__always)
  func append(_ event: Event, at span: Span, to lane: inout Lane) throws(Diagnostic) {
    try check(event, at: span, in: lane)
    recorder?.record(event, at: span, tick: lane.tick)
    lane.append(event, at: lane.tick)
    lane.tick += 1
    if case .value = event { return }
    lane.end = End(kind: EventKind(event), span: span)
  }

  @inline(__always)
  private func check(_ event: Event, at span: Span, in lane: Lane) throws(Diagnostic) {
    if lane.end != nil || lane.loop != nil || lane.form == .window {
      try checkClosely(event, at: span, in: lane)
    }
  }

  private func checkClosely(_ event: Event, at span: Span, in lane: Lane) throws(Diagnostic) {
    try checkNoEndlessPart(before: span, in: lane)
    if let end = lane.end, !lane.form.allowsEventsAfterEnd {
      let isSource = lane.form == .pipe || lane.form == .cold
      let raw = isSource && !isBounded ? rawSpan() : nil
      let text = raw.map { String(decoding: bytes[$0], as: UTF8.self) }
      var error = Diagnostic(
        LanguageProblem.eventAfterEnd(event: EventKind(event), end: end.kind, raw: text), at: span, related: end.span)
      error.replaced = raw
      throw error
    }
    if lane.form == .window, EventKind(event) != .interrupted { throw Diagnostic(.eventInWindow, at: span) }
  }

  /// Throws if the lane already has an endless repetition, because nothing may follow it.
  @inline(__always)
  func checkNoEndlessPart(before span: @autoclosure () -> Span, in lane: Lane) throws(Diagnostic) {
    if lane.loop != nil { throw Diagnostic(.textAfterLoop, at: span()) }
  }

  /// Returns the range of the timeline, if it is short and valid after `raw`.
  private func rawSpan() -> Span? {
    var scanner = Self(bytes, in: start..<limit, isBounded: isBounded, form: .raw, tick: tickLength)
    guard let span = try? scanner.read().span, span.count <= 60 else { return nil }
    return span
  }
}
