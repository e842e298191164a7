import MarbleLanguage

/// The events of a stream, with its values and its end apart.
struct SearchRecording {
  let timeline: Timeline
  let values: [(tick: Int, value: Value)]
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
}
