/// What differences are called; every word of it is here.
extension Difference {
  /// Where it is: `tick 9`, or `tick 5→6` when something came elsewhere than expected.
  var place: String { "tick " + ticks.map(String.init).joined(separator: "→") }

  /// Why it is one, in a few words.
  public var explanation: String {
    switch reason {
    case .late(let ticks): "\(happening) \(Difference.count(ticks, "tick")) late"
    case .early(let ticks): "\(happening) \(Difference.count(ticks, "tick")) early"
    case .wrongValue, .wrongTerminal: contrast
    case .missing: "expected \(Difference.abridging.token(name(of: expected))), got nothing"
    case .extra: "\(Difference.abridging.token(name(of: actual))) was not expected"
    case .wrongOrder where expected.count > Difference.longestGroup: "\(expected.count) events came in another order"
    case .wrongOrder: "\(contrast): another order"
    }
  }

  /// Two things side by side.
  private var contrast: String {
    let (left, right) = Difference.abridging.pair(name(of: expected), name(of: actual))
    return "expected \(left), got \(right)"
  }

  /// What is longer is told in part.
  private static let abridging = Abridging(limit: 40)

  /// Longer groups are counted and not spelled out.
  private static let longestGroup = 12

  /// A number of things: `1 tick`, `2 ticks`.
  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// What happened at the wrong time.
  private var happening: String {
    let name = Difference.abridging.token(name(of: actual))
    return if let event = actual.first?.event, event.isTerminating { name } else { name + " came" }
  }

  private func name(of marbles: [Timeline.Marble]) -> String {
    guard marbles.count == 1, let event = marbles.first?.event else {
      return Tokens.group(marbles.map(\.event))
    }
    return switch event {
    case .value: TimelinePrinter.token(for: event)
    case .completed: "completed"
    case .interrupted: "interrupted"
    case .failed(let failure): failure == .unnamed ? "failed" : "failed (\(failure.message))"
    }
  }
}
