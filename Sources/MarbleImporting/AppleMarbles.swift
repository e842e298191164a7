import Marbles

/// A parser for the validation strings of swift-async-algorithms.
///
/// Every character or group takes one tick, except for spaces. Values are always strings.
struct AppleMarbles {
  private let bytes: [UInt8]
  private let span: Span
  private(set) var result = ForeignTimeline()
  /// The tick on which the observer cancels, if it is written.
  private(set) var cancellation: Int?
  /// The ticks on which elements are asked for, up to the last one that `,` delays.
  ///
  /// The first element is asked for on tick -1, and each further one on the tick of the event before it.
  private(set) var demands: [Int] = []

  /// Parses a string, in which `;` and `,` are valid only if the stream is the expected one.
  ///
  /// - Parameter isForSequences: Whether the result is for an asynchronous sequence. Only a sequence can be asked later
  ///   for elements, and can send elements after it was canceled.
  init(_ source: Source, at span: Span, isExpected: Bool, isForSequences: Bool = false) {
    bytes = source.bytes
    self.span = span
    read(isExpected: isExpected, isForSequences: isForSequences)
  }

  private mutating func read(isExpected: Bool, isForSequences: Bool) {
    var demands = [-1]
    var offset = span.lowerBound
    var tick = 0
    var group: (tick: Int, span: Span)?
    var lastTick = -1
    while offset < span.upperBound {
      var end = UTF8Text.graphemeEnd(in: bytes, at: offset, to: min(span.upperBound, offset + 256))
      var place = offset..<end
      defer { offset = end }
      var event: Timeline.Event?
      switch bytes[offset] {
      case _ where place.count > 1: event = .value(.string(UTF8Text.text(of: bytes, in: place)))
      case UInt8(ascii: " "), UInt8(ascii: "\t"): continue
      case ASCII.minus:
        if group != nil {
          result.report(.silenceInGroup, at: place)
          continue
        }
      case ASCII.openSquare:
        if group == nil { group = (tick, place) } else { result.report(.nestedGroup, at: place) }
        continue
      case ASCII.closeSquare:
        if group == nil {
          result.report(.unopened("]"), at: place)
          continue
        }
        group = nil
      case UInt8(ascii: "|"): event = .completed
      case UInt8(ascii: "^"): event = .failed(.unnamed)
      case ASCII.semicolon:
        if !isExpected {
          result.report(.unsupportedCharacter(";"), at: place)
        } else if lastTick == tick, !isForSequences {
          result.report(.cancelledWithinTick, at: place)
        } else if cancellation == nil {
          cancellation = tick
        }
      case ASCII.comma where isExpected && isForSequences:
        demands[demands.count - 1] = tick + 1
        self.demands = demands
      case ASCII.comma: result.report(isExpected ? .delayedDemand : .unsupportedCharacter(","), at: place)
      case UInt8(ascii: "'"):
        var close = end
        while close < span.upperBound, bytes[close] != UInt8(ascii: "'") { close += 1 }
        if close == span.upperBound { result.report(.unclosed("'"), at: place) }
        event = .value(.string(UTF8Text.text(of: bytes, in: end..<close)))
        end = min(close + 1, span.upperBound)
        place = offset..<end
      default: event = .value(.string(UTF8Text.text(of: bytes, in: place)))
      }
      if let event {
        // A canceled stream ends immediately, so its end is not a separate event here.
        if cancellation == nil || (isForSequences && !event.isTerminating) { result.add(event, at: tick, from: place) }
        demands.append(tick)
        lastTick = tick
      }
      if group == nil { tick += 1 }
    }
    if let group { result.report(.unclosed("["), at: group.span) }
    result.finish(at: tick)
    if let cancellation { result.interrupt(at: cancellation) }
    // A sequence without an end finishes when the value after its last one is requested.
    if !isExpected { result.complete() }
  }
}
