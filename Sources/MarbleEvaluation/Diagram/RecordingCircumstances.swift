import MarbleLanguage

extension Diagram {
  /// The circumstances under which a recorder made a diagram.
  package struct RecordingCircumstances: Sendable, Hashable {
    /// The duration of a tick.
    package var tick: TickLength
    /// The number of events before the first one that were dropped.
    package var dropped: Int

    /// The time of tick 0 in nanoseconds.
    package var start: Int64 = 0

    package init(tick: TickLength, dropped: Int) {
      self.tick = tick
      self.dropped = dropped
    }

    /// The note about the time of tick 0, if it is not that of the first line of a trace.
    package var startNote: String? { start == 0 ? nil : "tick 0 is at \(TickLength(.nanoseconds(start)))" }

    /// The note about the duration of a tick.
    package var tickNote: String { "a tick is \(tick)" }

    /// The notes below the drawing.
    package var notes: [String] {
      let dropped = "\(pluralized(dropped, "earlier event")) \(dropped == 1 ? "was" : "were") dropped"
      return [tickNote] + (self.dropped == 0 ? [] : [dropped])
    }
  }
}
