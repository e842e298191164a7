/// Reads one timeline from bytes, from left to right, looking at none of them more than a few times.
///
/// The grammar; `Documentation/Grammar.md` has it with all that it rests on.
///
///     timeline   = {token} [loop] {"." | blank} [">"]
///     token      = "-" | "." | blank | event | group | "^" | duration | "@" digits | "{" timeline "}*" digits
///     event      = value | "|" | "!" | "#" ["[" message "]" | string] | "!" name "!"
///     group      = "(" {event | "^" | "." | blank} ")"
///     loop       = "{" timeline "}*"
///     value      = grapheme | "[" item {"," item} "]" | string | "<" timeline ">"
///     item       = string | "<" timeline ">" | "(" items ")" | "[" items "]" | event as a value | word
///
/// A grapheme is only looked for where a byte beyond ASCII is near; everything else is a byte and a `switch`. The loop
/// is here; what it finds is read by the extensions beside it, each named after what it reads.
struct TimelineScanner {
  let bytes: [UInt8]
  let start: Int
  let limit: Int
  /// Whether the limit is where the timeline ends, and nothing else is.
  let isBounded: Bool
  let form: TimelineForm
  let tickLength: TickLength
  var position: Int
  var lints = LintCollector()
  /// How many brackets of any kind are open.
  var depth = 0
  /// How many events repetitions have made so far.
  var repeatedEvents = 0
  /// Keeps the tokens, where these are asked for and not the timeline.
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

  /// The end of a timeline, and which one it was.
  struct End {
    var kind: EventKind
    var span: Span
  }

  /// What a lane stands in.
  enum Enclosure {
    case none, angle, brace
  }

  /// A timeline while it is read, or a part of one that repeats.
  struct Lane {
    let form: TimelineForm
    let enclosure: Enclosure
    let start: Int
    var marbles: [Timeline.Marble] = []
    /// The tick that the next token takes.
    var tick = 0
    var end: End?
    var loop: Timeline.Loop?
    var origin: Int?
    /// The last `@`, which only makes sense once tick 0 is known.
    var jump: Span?
    var continues = false

    /// Puts an event behind the others.
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
      timeline: timeline(of: lane), span: first..<last, end: position, origin: lane.origin, lints: lints.diagnostics)
  }

  func timeline(of lane: Lane) -> Timeline {
    Timeline(
      lane.marbles, loop: lane.loop, end: lane.loop.map { $0.start + $0.period } ?? lane.tick,
      continues: lane.continues, hasOrigin: lane.origin != nil)
  }

  /// Reads up to where the lane ends, and leaves `position` there: at what closes it, or at what is no part of it.
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
        recorder?.note(.silence, at: position..<position + 1, tick: lane.tick)
        lane.tick += 1
        position += 1
      case UInt8(ascii: "."), UInt8(ascii: " "), UInt8(ascii: "\t"):
        position += 1
      case UInt8(ascii: "\n"):
        return
      case UInt8(ascii: "\r") where position + 1 == limit || bytes[position + 1] == UInt8(ascii: "\n"):
        return
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
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
        recorder?.note(.origin, at: position - 1..<position, tick: lane.tick)
        lane.tick += 1
      case UInt8(ascii: "@"):
        try readJump(into: &lane)
      case UInt8(ascii: ">"):
        if lane.enclosure == .angle { return }
        guard lane.enclosure == .none else { throw Diagnostic(.textAfterContinuation, at: here) }
        recorder?.note(.continuation, at: here, tick: lane.tick)
        position += 1
        lane.continues = true
        return try readNothing(.textAfterContinuation, in: lane)
      case UInt8(ascii: "}") where lane.enclosure == .brace:
        return
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
        if lane.enclosure == .none, !isBounded { return }
        throw Diagnostic(.reservedCharacter(String(Unicode.Scalar(byte))), at: here)
      case UInt8(ascii: "a"), UInt8(ascii: "d"), UInt8(ascii: "w"), UInt8(ascii: "/"):
        if endsHere(lane) { return }
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

  /// Reads on where nothing but blanks and dots may follow.
  private mutating func readNothing(_ problem: LanguageProblem, in lane: Lane) throws(Diagnostic) {
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

  /// Puts an event on the next tick.
  @inline(__always)
  func append(_ event: Event, at span: Span, to lane: inout Lane) throws(Diagnostic) {
    try check(event, at: span, in: lane)
    recorder?.note(event, at: span, tick: lane.tick)
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
      let problem = LanguageProblem.eventAfterEnd(
        event: EventKind(event), end: end.kind, raw: isSource && !isBounded ? rawText() : nil)
      throw Diagnostic(problem, at: span, related: end.span)
    }
    if lane.form == .window, EventKind(event) != .interrupted { throw Diagnostic(.eventInWindow, at: span) }
  }

  /// Throws where something is written behind a part that repeats for ever.
  @inline(__always)
  func checkNoEndlessPart(before span: @autoclosure () -> Span, in lane: Lane) throws(Diagnostic) {
    if lane.loop != nil { throw Diagnostic(.textAfterLoop, at: span()) }
  }

  /// The whole timeline as one would write it behind `raw`, if it is short and can be read so.
  private func rawText() -> String? {
    var scanner = Self(bytes, in: start..<limit, isBounded: isBounded, form: .raw, tick: tickLength)
    guard let span = try? scanner.read().span, span.count <= 60 else { return nil }
    return String(decoding: bytes[span], as: UTF8.self)
  }
}
