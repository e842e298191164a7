import Reactive

/// Prints timelines as text that parses back to equal timelines.
package enum TimelinePrinter {
  /// The maximum number of ticks of silence to write as `-`.
  ///
  /// Longer silence is written as a duration and drawn as one column.
  package static let maxSilence = 100

  /// Returns the token of an event, which takes one tick.
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

  /// Returns the token of a value, which takes one tick.
  ///
  /// A tuple with one item, not-a-number and a stream without a timeline have no notation. They are written as the
  /// closest approximation.
  package static func token(for value: Value) -> String {
    switch value {
    case .integer(let number) where (0...9).contains(number): digits[Int(number)]
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

  /// Returns the tokens of one tick in parentheses.
  fileprivate static func group(of tokens: [String], isOrigin: Bool) -> String {
    var text = isOrigin ? "(^" : "("
    for token in tokens { join(token, to: &text) }
    return text + ")"
  }

  /// Returns the whole timeline on one line.
  ///
  /// - Parameters:
  ///   - asStatement: Whether the text is a whole statement. If it could be parsed as an expression, a command or a
  ///     keyword, it begins with a `.`.
  ///   - digitsApart: Whether to write a `.` between digits on adjacent ticks, which prevents warnings about them.
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

  /// Returns the whole timeline as a statement, after `raw` if it violates the event grammar.
  package static func statement(of timeline: Timeline, digitsApart: Bool = false) -> String {
    let round = timeline.loop?.marbles ?? []
    let events = (timeline.marbles + round + round).map { EventKind($0.event) }
    let isValid = EventGrammar.firstViolation(in: events) == nil
    return (isValid ? "" : "raw ") + text(of: timeline, asStatement: true, digitsApart: digitsApart)
  }

  /// Whether a lane made of tokens would be parsed as something else at the start of a statement or after `=`.
  ///
  /// This applies to a single word, a call, a chain, a command and a duration. A leading `.` makes each of them a
  /// timeline.
  package static func needsLeadingDot(_ lane: String) -> Bool {
    beginsWithDuration(lane.utf8.prefix(64)) || beginsLikeStatement(lane)
  }

  /// Whether a lane begins like another kind of statement.
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
    // The rest matches words as they occur in the names of streams and operators.
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

  /// Appends a token so that neither the token nor the text before it changes its meaning.
  fileprivate static func join(_ token: String, to text: inout String) {
    // A dot takes no tick.
    if let last = text.utf8.last, let next = token.utf8.first, needsDot(between: last, and: next) { text += "." }
    text += token
  }

  /// Whether two adjacent bytes would have another meaning together.
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

/// Writes a lane or the part of a lane that repeats.
private struct LaneWriter {
  private var text = ""
  private var tick: Int
  /// Whether the text begins with a duration on purpose.
  private var beginsWithDuration = false
  /// Whether adjacent digits are separated by `.`, so that they do not look like a number or a duration.
  private let digitsApart: Bool

  init(start: Int, digitsApart: Bool = false) {
    tick = start
    self.digitsApart = digitsApart
  }

  /// The text, with a leading `.` if a value at its start would be read as a duration.
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

  /// Returns the token of an event.
  ///
  /// `digitsApart` also applies to the inner streams.
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
