import MarbleLanguage

/// The events of a stream, with its values and its end apart.
package struct RecordedEvents {
  package typealias TimedValue = (tick: Int, value: Value)

  package let timeline: Timeline
  package let values: [TimedValue]
  /// The terminal event and its tick, or `nil` if there is none.
  package let end: Timeline.Marble?

  package init(_ timeline: Timeline) {
    self.timeline = timeline
    end = timeline.terminal
    values = timeline.marbles.compactMap { marble in
      if case .value(let value) = marble.event { (marble.tick, value) } else { nil }
    }
  }

  package var hasFailed: Bool { if case .failed? = end?.event { true } else { false } }
  package var hasCompleted: Bool { if case .completed? = end?.event { true } else { false } }
  /// The tick of the end, or the largest number.
  package var endTick: Int { end?.tick ?? .max }

  func has(_ tick: Int) -> Bool { values.contains { $0.tick == tick } }

  package func contains(_ value: Value) -> Bool { values.contains { $0.value == value } }

  /// Whether the first values are those of another stream, on the same ticks.
  package func begins(with other: RecordedEvents) -> Bool {
    values.count >= other.values.count && zip(other.values, values).allSatisfy { $0 == $1 }
  }
}

/// The events of the streams of an operator, and events that could be those of its result.
package struct OperatorRun {
  let result: RecordedEvents
  let source: RecordedEvents
  /// The events of the other stream, if there is one.
  let other: RecordedEvents?
  /// The arguments that are literals.
  let constants: [Value]
  /// Whether the other stream sends the same events to an observer that subscribes later.
  let isPipe: Bool

  package init(
    result: RecordedEvents, source: RecordedEvents, other: RecordedEvents?, constants: [Value], isPipe: Bool
  ) {
    self.result = result
    self.source = source
    self.other = other
    self.constants = constants
    self.isPipe = isPipe
  }

  /// The first argument.
  var number: Int { Int(clamping: constants.first?.whole ?? 0) }
}

extension Value {
  package var whole: Int64? { if case .integer(let number) = self { number } else { nil } }
}
