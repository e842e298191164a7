import Reactive

/// Writes timelines as text that reads back in as the same timelines.
package enum TimelinePrinter {
  /// Silence of more ticks, which nobody would count, is written as a duration, and drawn as one column.
  package static let maxSilence = 100

  /// One event as one token, which takes one tick.
  package static func token(for event: Timeline.Event) -> String {
    switch event {
    case .value(let value): token(for: value)
    case .completed: "|"
    case .interrupted: "!"
    case .failed(.unnamed): "#"
    case .failed(let failure):
      ValuePrinter.readsAsMessage(failure.message, upTo: "]")
        ? "#[\(failure.message)]" : "#" + ValuePrinter.quoted(failure.message)
    }
  }

  /// One value as one token, which takes one tick.
  ///
  /// What the notation has no way to write, a tuple of one value, not-a-number or a stream without a timeline, is
  /// written as what comes closest.
  package static func token(for value: Value) -> String {
    switch value {
    case .integer(let number) where (0...9).contains(number): digits[number]
    case .marble(let text), .string(let text):
      if ValuePrinter.isBareValue(text) {
        text
      } else if ValuePrinter.readsAsWord(text, inParentheses: false) {
        "[\(text)]"
      } else {
        ValuePrinter.quoted(text)
      }
    case .tuple(let items) where items.count > 1:
      "[" + ValuePrinter.items(items, inParentheses: false) + "]"
    case .stream(let stream) where stream.timeline != nil: ValuePrinter.item(value, inParentheses: false)
    case .stream(let stream):
      ValuePrinter.readsAsWord(stream.name, inParentheses: false)
        ? "[\(stream.name)]" : ValuePrinter.quoted(stream.name)
    default: "[" + ValuePrinter.item(value, inParentheses: false) + "]"
    }
  }

  private static let digits = (0...9).map(String.init)

  /// The tokens of one tick in parentheses.
  fileprivate static func group(of tokens: [String], isOrigin: Bool) -> String {
    var text = isOrigin ? "(^" : "("
    for token in tokens { join(token, to: &text) }
    return text + ")"
  }

  /// The whole timeline on one line.
  ///
  /// Every tick is a token, but for silence so long that nobody would count it, which is written as a duration. As a
  /// statement of its own, a text that might be taken for an expression, a command or a keyword begins with a `.`.
  /// With `digitsApart` a `.` stands between digits on neighboring ticks, so that nobody is warned of them.
  package static func text(of timeline: Timeline, asStatement: Bool = false, digitsApart: Bool = false) -> String {
    var lane = LaneWriter(start: min(0, timeline.marbles.first?.tick ?? 0), digitsApart: digitsApart)
    lane.write(timeline.marbles, withOrigin: timeline.hasOrigin || (timeline.marbles.first?.tick ?? 0) < 0)
    if let loop = timeline.loop {
      lane.silence(upTo: loop.start)
      lane.append(LaneWriter.text(of: loop))
    } else {
      lane.silence(upTo: timeline.end)
    }
    if timeline.continues { lane.append(">") }
    let text = lane.finished
    return asStatement && beginsLikeStatement(text) ? "." + text : text
  }

  /// Whether a lane that was put together from tokens would, at the start of a statement or behind `=`, be read as
  /// something else.
  ///
  /// A lone word, a call, a chain, a command and a duration are such beginnings; a `.` in front of the lane keeps it
  /// a timeline.
  package static func needsLeadingDot(_ lane: String) -> Bool {
    beginsWithDuration(lane.utf8.prefix(64)) || beginsLikeStatement(lane)
  }

  /// Whether a lane begins as other statements do.
  private static func beginsLikeStatement(_ lane: String) -> Bool {
    let bytes = Array(lane.utf8)
    guard let first = bytes.first else { return true }
    var end = 0
    switch first {
    case UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "/"): return true
    case UInt8(ascii: "["), UInt8(ascii: "\""):
      var scanner = TimelineScanner(bytes, in: bytes.indices, isBounded: true, form: .raw, tick: .millisecond)
      guard (try? scanner.readEvent()) != nil else { return true }
      end = scanner.position
      return end < bytes.count && bytes[end] == UInt8(ascii: ".")
    default: break
    }
    // A word, in the sense in which streams and operators have names.
    guard !first.isDigit else { return false }
    while end < bytes.count, bytes[end].isWord || bytes[end] >= 0x80 { end += 1 }
    guard end > 0 else { return false }
    guard end < bytes.count else { return true }
    switch bytes[end] {
    case UInt8(ascii: "-"), UInt8(ascii: "|"), UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "<"),
      UInt8(ascii: "^"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "["):
      return false
    default: return true
    }
  }

  /// Puts a token behind a text so that neither changes what the other means.
  fileprivate static func join(_ token: String, to text: inout String) {
    // A dot takes no tick.
    if let last = text.utf8.last, let next = token.utf8.first, needsDot(between: last, and: next) { text += "." }
    text += token
  }

  /// Whether two bytes would mean something else side by side.
  package static func needsDot(between last: UInt8, and next: UInt8) -> Bool {
    let isPayload = last == UInt8(ascii: "#") && (next == UInt8(ascii: "[") || next == UInt8(ascii: "\""))
    let isName = last == UInt8(ascii: "!") && (next.isLetter || next >= 0x80)
    let isWord = last == UInt8(ascii: " ") && (next.isWord || next >= 0x80)
    return isPayload || isName || isWord
  }

  /// Whether the first word is a duration.
  package static func beginsWithDuration(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    guard let written = TickLength.read(bytes, from: 0, to: bytes.count) else { return false }
    guard written.end < bytes.count else { return true }
    return bytes[written.end].isWhitespace || bytes[written.end] == UInt8(ascii: ">")
  }
}

/// Writes one lane, or the part of one that repeats.
private struct LaneWriter {
  private var text = ""
  private var tick: Int
  /// Whether the text begins with a duration that is meant as one.
  private var beginsWithDuration = false
  /// Whether digits side by side are told apart from a number, and from a duration.
  private let digitsApart: Bool

  init(start: Int, digitsApart: Bool = false) {
    tick = start
    self.digitsApart = digitsApart
  }

  /// The text, which no longer can begin with what would be read as a duration.
  var finished: String {
    !beginsWithDuration && TimelinePrinter.beginsWithDuration(text.utf8.prefix(64)) ? "." + text : text
  }

  static func text(of loop: Timeline.Loop) -> String {
    var round = LaneWriter(start: 0)
    round.write(loop.marbles, withOrigin: false)
    round.silence(upTo: max(loop.period, 1))
    return "{" + round.finished + "}*"
  }

  mutating func write(_ marbles: [Timeline.Marble], withOrigin: Bool) {
    var needsOrigin = withOrigin
    var first = marbles.startIndex
    while first < marbles.endIndex {
      let now = marbles[first].tick
      var next = first
      while next < marbles.endIndex, marbles[next].tick == now { next += 1 }
      if needsOrigin, now > 0 {
        writeOrigin()
        needsOrigin = false
      }
      silence(upTo: now)
      if next == first + 1, !(needsOrigin && now == 0) {
        append(token(for: marbles[first].event))
      } else {
        let tokens = marbles[first..<next].map { token(for: $0.event) }
        append(TimelinePrinter.group(of: tokens, isOrigin: needsOrigin && now == 0))
      }
      if now == 0 { needsOrigin = false }
      tick = now + 1
      first = next
    }
    if needsOrigin { writeOrigin() }
  }

  /// One event as one token; a stream that is a value is written as the stream that it is in.
  private func token(for event: Timeline.Event) -> String {
    guard digitsApart, case .value(.stream(let stream)) = event, let timeline = stream.timeline else {
      return TimelinePrinter.token(for: event)
    }
    return ValuePrinter.inner(timeline, digitsApart: true)
  }

  private mutating func writeOrigin() {
    silence(upTo: 0)
    append("^")
    tick = 1
  }

  mutating func append(_ token: String) {
    if digitsApart, text.utf8.last?.isDigit == true, let next = token.utf8.first,
      next.isDigit || next == UInt8(ascii: "m")
    {
      text += "."
    }
    TimelinePrinter.join(token, to: &text)
  }

  mutating func silence(upTo end: Int) {
    let ticks = end - tick
    guard ticks > 0 else { return }
    if ticks <= TimelinePrinter.maxSilence {
      text += String(repeating: "-", count: ticks)
    } else {
      if text.isEmpty { beginsWithDuration = true }
      text += text.isEmpty || text.hasSuffix(" ") ? "\(ticks)t " : " \(ticks)t "
    }
    tick = end
  }
}
