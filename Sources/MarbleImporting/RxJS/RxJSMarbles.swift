import Marbles

/// A parser for the marble strings of RxJS, with the rules of its test scheduler.
///
/// A frame is a tick. A group takes as many frames as it has characters, including its parentheses, and all of its
/// events are on the first frame.
struct RxJSMarbles {
  /// The use of a string, which determines its valid characters.
  enum Form {
    case hot, cold, expectation
  }

  private let bytes: [UInt8]
  private let span: Span
  private var offset: Int
  /// Whether spaces are silence and durations are values, as outside of `testScheduler.run`.
  private let spacesTakeFrames: Bool
  /// The number of milliseconds in a frame.
  private let frameLength: Double
  private var frame = 0

  init(_ source: Source, at span: Span, spacesTakeFrames: Bool = false, frameLength: Double = 1) {
    bytes = source.bytes
    self.spacesTakeFrames = spacesTakeFrames
    self.frameLength = frameLength
    self.span = span
    offset = span.lowerBound
  }

  // MARK: Timelines

  /// Parses the events of a string, where `value` returns the value of a character and `failure` is the error of `#`.
  mutating func timeline(
    as form: Form, failure: Failure = .unnamed, value: (String) -> Value? = { _ in nil }
  ) -> ForeignTimeline {
    var events: [(frame: Int, event: Timeline.Event, span: Span)] = []
    var result = ForeignTimeline()
    var group: (frame: Int, span: Span)?
    var origin: Int?
    while offset < span.upperBound {
      if let duration = readDuration() {
        advance(by: duration, in: &result)
        continue
      }
      let place = nextCharacter()
      var event: Timeline.Event?
      switch bytes[place.lowerBound] {
      case _ where place.count > 1: event = self.value(at: place, value)
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        if !spacesTakeFrames { continue }
      case ASCII.minus: break
      case ASCII.openParenthesis:
        if group != nil { result.report(.nestedGroup, at: place) } else { group = (frame, place) }
      case ASCII.closeParenthesis:
        if group == nil { result.report(.unopened(")"), at: place) }
        group = nil
      case UInt8(ascii: "|"): event = .completed
      case UInt8(ascii: "#"): event = .failed(failure)
      case UInt8(ascii: "^"):
        if form != .cold, origin == nil {
          origin = group?.frame ?? frame
        } else {
          result.report(.unsupportedCharacter("^"), at: place)
        }
      case UInt8(ascii: "!"): result.report(.unsupportedCharacter("!"), at: place)
      default: event = self.value(at: place, value)
      }
      if let event { events.append((group?.frame ?? frame, event, place)) }
      advance(by: 1)
    }
    if let group { result.report(.unclosed("("), at: group.span) }
    let start = origin ?? 0
    for (frame, event, place) in events { result.add(event, at: frame - start, from: place) }
    result.finish(at: frame - start, hasOrigin: origin != nil && form == .hot)
    return result
  }

  private func value(at place: Span, _ value: (String) -> Value?) -> Timeline.Event {
    let character = UTF8Text.text(of: bytes, in: place)
    if let value = value(character) { return .value(value) }
    if place.count == 1, bytes[place.lowerBound].isDigit, let digit = Int(character) { return .value(.integer(digit)) }
    return .value(.marble(character))
  }

  // MARK: Windows

  /// Parses the time of an observation, where both the start and the end may be missing.
  mutating func window() -> (start: Int?, end: Int?, diagnostics: [ImportDiagnostic]) {
    var result = ForeignTimeline()
    var group: (frame: Int, span: Span)?
    var start: Int?
    var end: Int?
    while offset < span.upperBound {
      if let duration = readDuration() {
        advance(by: duration, in: &result)
        continue
      }
      let place = nextCharacter()
      switch bytes[place.lowerBound] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        if !spacesTakeFrames { continue }
      case ASCII.minus: break
      case ASCII.openParenthesis: group = (frame, place)
      case ASCII.closeParenthesis: group = nil
      case UInt8(ascii: "^") where start == nil: start = group?.frame ?? frame
      case UInt8(ascii: "!") where end == nil:
        end = group?.frame ?? frame
        // In a window, `!` takes no frame.
        continue
      default: result.report(.unsupportedCharacter(UTF8Text.text(of: bytes, in: place)), at: place)
      }
      advance(by: 1)
    }
    return (start, end, result.diagnostics)
  }

  // MARK: Time

  /// Returns the frame of `|`, by which `time` expresses a number of frames.
  mutating func time() -> Int? {
    while offset < span.upperBound {
      let place = nextCharacter()
      if bytes[place.lowerBound] == UInt8(ascii: "|") { return frame }
      if !bytes[place.lowerBound].isWhitespace || frame > 0 { frame += 1 }
    }
    return nil
  }

  private mutating func nextCharacter() -> Span {
    let end = UTF8Text.graphemeEnd(in: bytes, at: offset, to: min(span.upperBound, offset + 256))
    defer { offset = end }
    return offset..<end
  }

  private mutating func advance(by frames: Int) {
    frame = min(frame + frames, Timeline.latestTick * 2)
  }

  private mutating func advance(by duration: (frames: Double, span: Span), in result: inout ForeignTimeline) {
    let whole = duration.frames.rounded()
    if whole >= Double(Timeline.latestTick) {
      result.report(.tickTooLarge, at: duration.span)
    } else if whole != duration.frames {
      result.report(.partialTick(UTF8Text.text(of: bytes, in: duration.span)), at: duration.span)
    } else {
      advance(by: Int(whole))
    }
  }

  /// Reads a duration: digits and a unit before a space, at the start or after a space.
  private mutating func readDuration() -> (frames: Double, span: Span)? {
    guard !spacesTakeFrames, bytes[offset].isDigit, offset == span.lowerBound || bytes[offset - 1].isWhitespace else {
      return nil
    }
    var end = offset
    while end < span.upperBound, bytes[end].isDigit { end += 1 }
    if end + 1 < span.upperBound, bytes[end] == ASCII.dot, bytes[end + 1].isDigit {
      end += 1
      while end < span.upperBound, bytes[end].isDigit { end += 1 }
    }
    let unit: Double
    let number = offset..<end
    switch (end < span.upperBound ? bytes[end] : 0, end + 1 < span.upperBound ? bytes[end + 1] : 0) {
    case (UInt8(ascii: "m"), UInt8(ascii: "s")): (unit, end) = (1, end + 2)
    case (UInt8(ascii: "s"), _): (unit, end) = (1_000, end + 1)
    case (UInt8(ascii: "m"), _): (unit, end) = (60_000, end + 1)
    default: return nil
    }
    guard end < span.upperBound, bytes[end].isWhitespace, let count = Double(UTF8Text.text(of: bytes, in: number))
    else {
      return nil
    }
    defer { offset = end }
    return (count * unit / frameLength, offset..<end)
  }
}
