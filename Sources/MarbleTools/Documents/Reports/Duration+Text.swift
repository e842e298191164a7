import MarbleSession

extension Duration {
  private var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }

  /// The duration for people, such as `0.4 ms`, `18 ms` or `1.25 s`.
  var text: String {
    let time = microseconds
    switch time {
    case ..<10_000: return "\(time / 1000).\(time % 1000 / 100) ms"
    case ..<1_000_000: return "\(time / 1000) ms"
    default: return "\(time / 1_000_000).\(Self.padded(time % 1_000_000 / 10_000, to: 2)) s"
    }
  }

  /// The number of seconds with six decimals.
  var secondsText: String { "\(microseconds / 1_000_000).\(Self.padded(microseconds % 1_000_000, to: 6))" }

  private static func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: width - digits.count) + digits
  }
}

extension TestCounts {
  /// The summary with the time, such as `240 assertions, 18 ms`.
  var textWithTime: String { text + (time.map { ", \($0.text)" } ?? "") }
}
