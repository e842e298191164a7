import MarbleLanguage

/// The contents of a drawing: lanes and operators from top to bottom, on a common axis of ticks.
///
/// A diagram contains no layout. The writers determine its appearance.
package struct Diagram: Sendable, Hashable {
  /// A row of the diagram.
  package enum Row: Sendable, Hashable {
    /// A stream with its events.
    case lane(Lane)
    /// The source text of the operator between the rows above and below. It may have several lines.
    case operation(String)
  }

  /// The rows from top to bottom.
  package var rows: [Row]
  /// The range of visible ticks.
  ///
  /// It begins below 0 if there are events before the subscription.
  package var ticks: ClosedRange<Int>
  /// Additional information, one sentence per note.
  package var notes: [String]
  /// The events that an explanation is about, if the diagram belongs to one.
  package var trail: Trail?
  /// The circumstances of a recording, if a ``Recorder`` made the diagram.
  package var recording: RecordingCircumstances?

  package init(rows: [Row], ticks: ClosedRange<Int>, notes: [String] = []) {
    self.rows = rows
    self.ticks = ticks
    self.notes = notes
  }

  /// Creates a diagram with inputs at the top, an operator below them, and outputs at the bottom.
  ///
  /// - Parameter last: The last visible tick. If it is `nil`, the diagram shows all written or recorded events, and
  ///   at least `Diagram.endlessTicks` ticks of an endless lane.
  package init(
    inputs: [Lane] = [], operation: String? = nil, outputs: [Lane] = [], notes: [String] = [], last: Int? = nil
  ) {
    let inputs = inputs.map { $0.being(.input) }
    let outputs = outputs.map { $0.being(.output) }
    rows = inputs.map(Row.lane) + (operation.map { [.operation($0)] } ?? []) + outputs.map(Row.lane)
    ticks = Diagram.extent(of: inputs + outputs, last: last)
    self.notes = notes
  }

  /// The lanes from top to bottom.
  package var lanes: [Lane] {
    rows.compactMap { if case .lane(let lane) = $0 { lane } else { nil } }
  }

  /// The default number of visible ticks of an endless lane.
  package static let endlessTicks = 100

  /// The range of ticks that can be drawn.
  ///
  /// Sums of ticks in this range cannot overflow.
  package static let drawable = -(Int.max / 8 + 1)...(Int.max / 8 + 1)

  /// Returns the range of ticks with visible contents in some lanes, including tick 0.
  package static func extent(of lanes: [Lane], last: Int? = nil) -> ClosedRange<Int> {
    let first = lanes.map(\.firstTick).min() ?? 0
    var bound = lanes.map(\.lastTick).max() ?? 0
    if lanes.contains(where: { $0.timeline.loop != nil }) { bound = max(bound, endlessTicks - 1) }
    let from = min(first, 0)
    return (from...max(from, last ?? bound)).clamped(to: drawable)
  }
}
