import MarbleLanguage

/// What differences are called; every word of it is here.
extension Difference {
  /// Where it is: `tick 9`, or `tick 5→6` when something came elsewhere than expected.
  package var place: String { "tick " + ticks.map(String.init).joined(separator: "→") }

  /// Why it is one, in a few words.
  package var explanation: String {
    switch reason {
    case .late(let ticks): "\(happening) \(pluralized(ticks, "tick")) late"
    case .early(let ticks): "\(happening) \(pluralized(ticks, "tick")) early"
    case .wrongValue, .wrongTerminal: contrast
    case .missing: "expected \(truncated(expected)), got nothing"
    case .extra: "unexpected \(truncated(actual))"
    case .wrongOrder where expected.count > Difference.maxGroupSize: "\(expected.count) events are in a different order"
    case .wrongOrder: "\(contrast): different order"
    }
  }

  /// Two things side by side.
  private var contrast: String {
    let (left, right) = MarbleLanguage.truncated(
      name(of: expected), name(of: actual), toColumns: Difference.maxNameLength)
    return "expected \(left), got \(right)"
  }

  /// What is longer is told in part.
  private static let maxNameLength = 40

  /// Longer groups are counted and not spelled out.
  private static let maxGroupSize = 12

  /// What happened at the wrong time.
  private var happening: String {
    let name = truncated(actual)
    return if let event = actual.first?.event, event.isTerminating { name } else { name + " arrived" }
  }

  private func truncated(_ marbles: [Timeline.Marble]) -> String {
    name(of: marbles).truncated(toColumns: Difference.maxNameLength)
  }

  private func name(of marbles: [Timeline.Marble]) -> String {
    guard marbles.count == 1, let event = marbles.first?.event else {
      return TokenGroup.text(of: marbles.map(\.event))
    }
    return switch event {
    case .value: TimelinePrinter.token(for: event)
    case .completed: "completed"
    case .interrupted: "interrupted"
    case .failed(let failure): failure == .unnamed ? "failed" : "failed (\(failure.message))"
    }
  }
}
