import MarbleLanguage

/// The wording of differences.
extension Difference {
  /// The location of the difference: `tick 9`, or `tick 5→6` if an event came on another tick than expected.
  package var place: String { "tick " + ticks.map(String.init).joined(separator: "→") }

  /// A short explanation of the difference.
  package var explanation: String {
    switch reason {
    case .late(let ticks): "\(happening) \(pluralized(ticks, "tick")) late"
    case .early(let ticks): "\(happening) \(pluralized(ticks, "tick")) early"
    case .wrongValue, .wrongTerminal: contrast
    case .missing: "expected \(truncated(expected)), which did not come"
    case .extra: "unexpected \(truncated(actual))"
    case .wrongOrder where expected.count > Difference.maxGroupSize: "\(expected.count) events are in a different order"
    case .wrongOrder: "\(contrast): different order"
    }
  }

  /// The expected and the actual events, side by side.
  private var contrast: String {
    let (left, right) = MarbleLanguage.truncated(
      name(of: expected), name(of: actual), toColumns: Difference.maxNameLength)
    return "expected \(left), got \(right)"
  }

  /// The width in columns above which a name is truncated.
  private static let maxNameLength = 40

  /// The number of events in a group above which only their number is shown.
  private static let maxGroupSize = 12

  /// The event that came on the wrong tick, with its verb.
  private var happening: String {
    let name = truncated(actual)
    return if let event = actual.first?.event, event.isTerminating { name } else { name + " came" }
  }

  private func truncated(_ marbles: [Timeline.Marble]) -> String {
    name(of: marbles).truncated(toColumns: Difference.maxNameLength)
  }

  /// Whether a failure with another message came.
  private var isBetweenFailures: Bool { expected.first?.event.error != nil && actual.first?.event.error != nil }

  private func name(of marbles: [Timeline.Marble]) -> String {
    guard marbles.count == 1, let event = marbles.first?.event else {
      return TokenGroup.text(of: marbles.map(\.event))
    }
    return switch event {
    case .value: TimelinePrinter.token(for: event)
    case .completed: "completed"
    case .interrupted: "interrupted"
    case .failed(let failure):
      failure == .unnamed && !isBetweenFailures ? "failed" : "failed (\(failure.message.printable))"
    }
  }
}
