import MarbleLanguage

/// What a drawing shows, as data: lanes and operators from top to bottom, on one axis of ticks.
///
/// A diagram knows no text. Writers decide how it looks.
package struct Diagram: Sendable, Hashable {
  /// What stands in one place of the diagram, from top to bottom.
  package enum Row: Sendable, Hashable {
    /// A stream, and what happened in it.
    case lane(Lane)
    /// The operator between what is above and what is below, as it was written; it may have several lines.
    case operation(String)
  }

  /// Lanes and operators from top to bottom.
  package var rows: [Row]
  /// The ticks that are shown; the first is negative where something was sent before anyone listened.
  package var ticks: ClosedRange<Int>
  /// What is to be said besides, a sentence each.
  package var notes: [String]

  package init(rows: [Row], ticks: ClosedRange<Int>, notes: [String] = []) {
    self.rows = rows
    self.ticks = ticks
    self.notes = notes
  }

  /// Inputs above, the operator below them, and what came out at the bottom.
  ///
  /// `last` is the last tick that is shown. Without it everything is shown that was written or recorded, and of an
  /// endless lane at least `Diagram.endlessTicks` ticks.
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

  /// How many ticks of an endless lane are shown where nobody says otherwise.
  static let endlessTicks = 100

  /// The ticks that can be drawn; further from tick 0, sums of ticks would be no numbers any more.
  static let drawable = -(1 << 60)...(1 << 60)

  /// The ticks on which anything is to be seen in these lanes, tick 0 included.
  package static func extent(of lanes: [Lane], last: Int? = nil) -> ClosedRange<Int> {
    let first = lanes.map(\.firstTick).min() ?? 0
    var bound = lanes.map(\.lastTick).max() ?? 0
    if lanes.contains(where: { $0.timeline.loop != nil }) { bound = max(bound, endlessTicks - 1) }
    let from = min(first, 0)
    return (from...max(from, last ?? bound)).clamped(to: drawable)
  }
}
