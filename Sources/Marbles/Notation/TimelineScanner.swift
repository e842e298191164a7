/// Reads one timeline from bytes, from left to right, looking at none of them more than a few times.
///
/// A grapheme is only looked for where a byte beyond ASCII is near; everything else is a byte and a `switch`. What is
/// in brackets and quotes is in `TimelineScanner+Values.swift`, what repeats in `TimelineScanner+Repetition.swift`.
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

  static let deepest = 64
  static let mostRepeatedEvents = 1_000_000

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
      // A long lane grows by more than arrays do on their own: copying it is most of what it costs.
      if marbles.count == marbles.capacity, marbles.count >= 1_024 { marbles.reserveCapacity(marbles.count * 4) }
      marbles.append(Timeline.Marble(tick: tick, event: event))
    }
  }

  mutating func read() throws(Diagnostic) -> TimelineReading {
    lintKeyword()
    var lane = Lane(form: form, enclosure: .none, start: position)
    try read(&lane)
    var last = position
    while last > start, bytes[last - 1].isBlank { last -= 1 }
    var first = start
    while first < last, bytes[first].isBlank { first += 1 }
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
      if byte >= 0x80 || (position + 1 < limit && bytes[position + 1] >= 0x80), try readWide(into: &lane) {
        continue
      }
      switch byte {
      case UInt8(ascii: "-"):
        try checkNothingEndless(before: position..<position + 1, in: lane)
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
        lane.tick += 1
      case UInt8(ascii: "@"):
        try readJump(into: &lane)
      case UInt8(ascii: ">"):
        if lane.enclosure == .angle { return }
        guard lane.enclosure == .none else { throw Diagnostic(.textBehindContinuation, at: here) }
        position += 1
        lane.continues = true
        return try readNothing(.textBehindContinuation, in: lane)
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

  /// Every ASCII character as a value: most marbles share one of these, which spares an allocation each.
  static let asciiEvents: [Event] = (0..<128).map { byte in
    let byte = UInt8(byte)
    return .value(byte.isDigit ? .integer(Int(byte - UInt8(ascii: "0"))) : .marble(String(Unicode.Scalar(byte))))
  }

  /// What a byte is when nothing around it matters.
  private enum Plain: UInt8 {
    case not, silence, dot, value, digit, letter
  }

  private static let plainBytes: [Plain] = (0..<256).map { byte in
    switch UInt8(byte) {
    case UInt8(ascii: "-"): .silence
    case UInt8(ascii: "."): .dot
    // A word that begins with one of these may be a keyword, two slashes may be a comment.
    case UInt8(ascii: "a"), UInt8(ascii: "d"), UInt8(ascii: "w"): .letter
    case UInt8(ascii: "/"): .not
    case let byte where byte.isDigit: .digit
    case let byte where byte.isReserved || byte.isControl || byte >= 0x80: .not
    default: .value
    }
  }

  /// Reads as far as there are only single values and silence: nearly all of what people write.
  ///
  /// It stops in front of everything that needs a closer look, and the loop in ``read(_:)`` takes that.
  private mutating func readPlain(into lane: inout Lane, _ asciiEvents: [Event], _ plainBytes: [Plain]) {
    guard lane.end == nil, lane.loop == nil, lane.form != .window else { return }
    var offset = position
    var tick = lane.tick
    let last = limit - 1
    let checked = lints.checked
    bytes.withUnsafeBufferPointer { bytes in
      scan: while offset < last {
        let byte = bytes[offset]
        let next = bytes[offset + 1]
        guard next < 0x80 else { break }
        switch plainBytes[Int(byte)] {
        case .not: break scan
        case .silence: tick += 1
        case .dot: break
        case .digit where next.isWord || next == UInt8(ascii: "."):
          // Behind another digit it begins no duration, and a warning has been given already.
          guard offset < checked, offset > start, bytes[offset - 1].isDigit else { break scan }
          lane.append(asciiEvents[Int(byte)], at: tick)
          tick += 1
        case .letter where offset == start || bytes[offset - 1].isBlank: break scan
        case .value, .digit, .letter:
          lane.append(asciiEvents[Int(byte)], at: tick)
          tick += 1
        }
        offset += 1
      }
    }
    position = offset
    lane.tick = tick
  }

  /// Whether a comment or a keyword begins at `position`.
  private func endsHere(_ lane: Lane) -> Bool {
    guard !isBounded else { return false }
    let followsBlank = position > start && bytes[position - 1].isBlank
    if bytes[position] == UInt8(ascii: "/") {
      guard position + 1 < limit, followsBlank || position == start else { return false }
      return bytes[position + 1] == UInt8(ascii: "/") || bytes[position + 1] == UInt8(ascii: "*")
    }
    return followsBlank && lane.enclosure == .none && TimelineKeyword.at(position, in: bytes, to: limit) != nil
  }

  // MARK: - Events and ticks

  /// Puts an event on the next tick.
  @inline(__always)
  private func append(_ event: Event, at span: Span, to lane: inout Lane) throws(Diagnostic) {
    try check(event, at: span, in: lane)
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
    try checkNothingEndless(before: span, in: lane)
    if let end = lane.end, !lane.form.allowsEventsAfterEnd {
      let isSource = lane.form == .pipe || lane.form == .cold
      let problem = Problem.eventAfterEnd(
        event: EventKind(event), end: end.kind, raw: isSource && !isBounded ? rawText() : nil)
      throw Diagnostic(problem, at: span, related: end.span)
    }
    if lane.form == .window, EventKind(event) != .interrupted { throw Diagnostic(.eventInWindow, at: span) }
  }

  /// Throws where something is written behind a part that repeats for ever.
  @inline(__always)
  func checkNothingEndless(before span: @autoclosure () -> Span, in lane: Lane) throws(Diagnostic) {
    if lane.loop != nil { throw Diagnostic(.textBehindLoop, at: span()) }
  }

  /// The whole timeline as one would write it behind `raw`, if it is short and can be read so.
  private func rawText() -> String? {
    var scanner = Self(bytes, in: start..<limit, isBounded: isBounded, form: .raw, tick: tickLength)
    guard let span = try? scanner.read().span, span.count <= 60 else { return nil }
    return String(decoding: bytes[span], as: UTF8.self)
  }

  /// Lets ticks pass.
  private func pass(_ ticks: Int, at span: Span, in lane: inout Lane) throws(Diagnostic) {
    try checkNothingEndless(before: span, in: lane)
    let (sum, overflow) = lane.tick.addingReportingOverflow(ticks)
    guard !overflow, sum <= Timeline.latestTick else {
      throw Diagnostic(.tickTooLarge(limit: Timeline.latestTick), at: span)
    }
    lane.tick = sum
  }

  private mutating func readOrigin(into lane: inout Lane) throws(Diagnostic) {
    let span = here
    guard lane.form.allowsOrigin, lane.enclosure == .none else { throw Diagnostic(.originNotAllowed, at: span) }
    try checkNothingEndless(before: span, in: lane)
    guard lane.origin == nil else { throw Diagnostic(.repeatedOrigin, at: span) }
    lane.origin = lane.tick
    position += 1
    // A window is told by its ticks as they are; everywhere else `^` moves tick 0.
    guard lane.form != .window else { return }
    if let jump = lane.jump { throw Diagnostic(.jumpBeforeOrigin, at: jump, related: span) }
    for index in lane.marbles.indices { lane.marbles[index].tick -= lane.tick }
    lane.tick = 0
  }

  private mutating func readJump(into lane: inout Lane) throws(Diagnostic) {
    let first = position
    let standsAlone = isAtWordStart
    position += 1
    var target = 0
    var overflows = false
    while position < limit, bytes[position].isDigit {
      let digit = Int(bytes[position] - UInt8(ascii: "0"))
      if target > Timeline.latestTick { overflows = true } else { target = target * 10 + digit }
      position += 1
    }
    let span = first..<position
    guard position > first + 1, standsAlone, isAtWordEnd(position) else { throw Diagnostic(.malformedJump, at: span) }
    guard lane.enclosure != .brace else { throw Diagnostic(.jumpInRepetition, at: span) }
    try checkNothingEndless(before: span, in: lane)
    guard !overflows, target <= Timeline.latestTick else {
      throw Diagnostic(.tickTooLarge(limit: Timeline.latestTick), at: span)
    }
    guard target >= lane.tick else { throw Diagnostic(.timeGoesBack(to: target, from: lane.tick), at: span) }
    lane.tick = target
    lane.jump = span
  }

  /// Reads a duration where one stands as a whole word.
  private mutating func readDuration(into lane: inout Lane) throws(Diagnostic) -> Bool {
    guard isAtWordStart, let written = TickLength.read(bytes, from: position, to: limit), isAtWordEnd(written.end)
    else { return false }
    let span = position..<written.end
    try pass(try tickLength.ticks(of: written, at: span, in: bytes), at: span, in: &lane)
    position = written.end
    return true
  }

  private var isAtWordStart: Bool {
    guard position > start else { return true }
    let before = bytes[position - 1]
    return before.isBlank || before == UInt8(ascii: "<") || before == UInt8(ascii: "{")
  }

  func isAtWordEnd(_ offset: Int) -> Bool {
    guard offset < limit else { return true }
    switch bytes[offset] {
    case UInt8(ascii: ">"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="): return true
    case let byte: return byte.isBlank || byte.isLineEnd
    }
  }

  /// Reads on where nothing but blanks and dots may follow.
  private mutating func readNothing(_ problem: Problem, in lane: Lane) throws(Diagnostic) {
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

  // MARK: - Groups

  /// Reads `(ab|)`: events in their order, all on one tick.
  private mutating func readGroup(into lane: inout Lane) throws(Diagnostic) {
    let opening = here
    let marblesBefore = lane.marbles.count
    let hadOrigin = lane.origin != nil
    position += 1
    while true {
      guard position < limit, !bytes[position].isLineEnd else { throw Diagnostic(.unclosed("("), at: opening) }
      if startsLine(at: position) { throw Diagnostic(.silenceInGroup, at: position..<position + 3) }
      let isWide = bytes[position] >= 0x80 || (position + 1 < limit && bytes[position + 1] >= 0x80)
      let end = isWide ? UTF8Text.graphemeEnd(in: bytes, at: position, to: limit) : position + 1
      if end == position + 1 {
        switch bytes[position] {
        case UInt8(ascii: ")"):
          position += 1
          guard lane.marbles.count > marblesBefore || (lane.origin != nil && !hadOrigin) else {
            throw Diagnostic(.emptyGroup, at: opening.lowerBound..<position)
          }
          lane.tick += 1
          return
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "."):
          position += 1
          continue
        case UInt8(ascii: "-"): throw Diagnostic(.silenceInGroup, at: here)
        case UInt8(ascii: "("): throw Diagnostic(.nestedGroup, at: here, related: opening)
        case UInt8(ascii: "{"), UInt8(ascii: "@"):
          throw Diagnostic(.timeInGroup(String(Unicode.Scalar(bytes[position]))), at: here)
        case UInt8(ascii: ","):
          throw Diagnostic(.commaInGroup(mend: groupWithoutCommas(from: opening.lowerBound)), at: here)
        case UInt8(ascii: "^"):
          // What the group sent before its `^` comes to stand on tick 0 as well.
          try readOrigin(into: &lane)
          continue
        default: break
        }
      }
      let first = position
      let event = try readEvent()
      let now = lane.tick
      try append(event, at: first..<position, to: &lane)
      lane.tick = now
    }
  }

  /// The group as it was probably meant, if it is short.
  private func groupWithoutCommas(from opening: Int) -> String? {
    var text: [UInt8] = []
    for byte in bytes[opening..<limit].prefix(60) {
      if byte.isLineEnd || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"") { return nil }
      if byte != UInt8(ascii: ","), !byte.isBlank { text.append(byte) }
      if byte == UInt8(ascii: ")") { return String(decoding: text, as: UTF8.self) }
    }
    return nil
  }

  // MARK: - Beyond ASCII

  /// Reads what a drawing's line and its end stand for, or a grapheme that is not one ASCII character.
  ///
  /// Gives `false` where the next grapheme is one ASCII character after all.
  private mutating func readWide(into lane: inout Lane) throws(Diagnostic) -> Bool {
    if startsLine(at: position) {
      try checkNothingEndless(before: position..<position + 3, in: lane)
      position += 3
      lane.tick += 1
      return true
    }
    if bytes[position] < 0x80, UTF8Text.graphemeEnd(in: bytes, at: position, to: limit) == position + 1 {
      return false
    }
    let first = position
    let event = try readEvent()
    try append(event, at: first..<position, to: &lane)
    return true
  }

  /// Whether `─` stands at an offset, and nothing that combines with it.
  private func startsLine(at offset: Int) -> Bool {
    guard offset + 3 <= limit, bytes[offset] == 0xE2, bytes[offset + 1] == 0x94, bytes[offset + 2] == 0x80 else {
      return false
    }
    // Most lines go on as lines, or with ASCII, so that the question rarely has to be asked in full.
    guard offset + 3 < limit, bytes[offset + 3] >= 0x80, bytes[offset + 3] != 0xE2 else {
      return offset + 3 == limit || bytes[offset + 3] < 0x80
        || UTF8Text.graphemeEnd(in: bytes, at: offset, to: limit) == offset + 3
    }
    return UTF8Text.graphemeEnd(in: bytes, at: offset, to: limit) == offset + 3
  }
}
