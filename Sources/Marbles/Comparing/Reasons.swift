/// What differences are called; every word of it is here.
extension Difference {
  /// Where it is: `tick 9`, or `tick 5→6` when something came elsewhere than expected.
  var place: String { "tick " + ticks.map(String.init).joined(separator: "→") }

  /// Why it is one, in a few words.
  public var explanation: String {
    switch reason {
    case .late(let ticks): "\(happening) \(Difference.count(ticks, "tick")) late"
    case .early(let ticks): "\(happening) \(Difference.count(ticks, "tick")) early"
    case .wrongValue, .wrongTerminal: "expected \(name(of: expected)), got \(name(of: actual))"
    case .missing: "expected \(name(of: expected)), got nothing"
    case .extra: "\(name(of: actual)) was not expected"
    case .wrongOrder where expected.count > Difference.longestGroup: "\(expected.count) events came in another order"
    case .wrongOrder: "expected \(name(of: expected)), got \(name(of: actual)): another order"
    }
  }

  /// Longer groups are counted and not spelled out.
  private static let longestGroup = 12

  /// A number of things: `1 tick`, `2 ticks`.
  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  /// What happened at the wrong time.
  private var happening: String {
    if let event = actual.first?.event, event.isTerminating { name(of: actual) } else { name(of: actual) + " came" }
  }

  private func name(of marbles: [Timeline.Marble]) -> String {
    guard marbles.count == 1, let event = marbles.first?.event else {
      return PlainCells.group(marbles.map(\.event))
    }
    return switch event {
    case .value: TimelinePrinter.token(for: event)
    case .completed: "completed"
    case .interrupted: "interrupted"
    case .failed(let failure): failure == .unnamed ? "failed" : "failed (\(failure.message))"
    }
  }
}
