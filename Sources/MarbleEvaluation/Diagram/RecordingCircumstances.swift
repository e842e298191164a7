import MarbleLanguage

extension Diagram {
  /// The circumstances under which a recorder made a diagram.
  package struct RecordingCircumstances: Sendable, Hashable {
    /// The duration of a tick.
    package var tick: TickLength
    /// The number of events before the first one that were dropped.
    package var dropped: Int

    package init(tick: TickLength, dropped: Int) {
      self.tick = tick
      self.dropped = dropped
    }

    /// The notes below the drawing.
    package var notes: [String] {
      let dropped = "\(pluralized(dropped, "earlier event")) \(dropped == 1 ? "was" : "were") dropped"
      return ["a tick is \(tick)"] + (self.dropped == 0 ? [] : [dropped])
    }
  }
}
