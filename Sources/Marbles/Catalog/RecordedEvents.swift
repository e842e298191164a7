import MarbleLanguage

/// The events of a stream, with its values and its end apart.
struct RecordedEvents {
  typealias TimedValue = (tick: Int, value: Value)

  let timeline: Timeline
  let values: [TimedValue]
  /// The terminal event and its tick, or `nil` if there is none.
  let end: Timeline.Marble?

  init(_ timeline: Timeline) {
    self.timeline = timeline
    end = timeline.marbles.last.flatMap { $0.event.isTerminating ? $0 : nil }
    values = timeline.marbles.compactMap { marble in
      if case .value(let value) = marble.event { (marble.tick, value) } else { nil }
    }
  }

  var hasFailed: Bool { if case .failed? = end?.event { true } else { false } }
  var hasCompleted: Bool { if case .completed? = end?.event { true } else { false } }
  /// The tick of the end, or the largest number.
  var endTick: Int { end?.tick ?? .max }

  func has(_ tick: Int) -> Bool { values.contains { $0.tick == tick } }

  func contains(_ value: Value) -> Bool { values.contains { $0.value == value } }

  /// Whether the first values are those of another stream, on the same ticks.
  func begins(with other: RecordedEvents) -> Bool {
    values.count >= other.values.count && zip(other.values, values).allSatisfy { $0 == $1 }
  }
}

/// The events of the streams of an operator, and events that could be those of its result.
struct OperatorRun {
  let result: RecordedEvents
  let source: RecordedEvents
  /// The events of the other stream, if there is one.
  let other: RecordedEvents?
  /// The arguments that are literals.
  let constants: [Value]
  /// Whether the other stream sends the same events to an observer that subscribes later.
  let isPipe: Bool

  /// The first argument.
  var number: Int { Int(clamping: constants.first?.whole ?? 0) }
}

extension Value {
  var whole: Int64? { if case .integer(let number) = self { number } else { nil } }
}
