import MarbleLanguage

/// The report of a law that holds for all inputs that were tried.
package struct LawReport: Sendable {
  package let statistics: LawStatistics
  package let seed: LawSeed
  /// The reason why one side could not be run for some inputs.
  let reason: String?
  /// The conditions in closures that had one result for all inputs, each in a sentence.
  package let unvaried: [String]

  /// The report in one sentence.
  package var text: String {
    let shares =
      "events on the same tick in \(statistics.simultaneousPercent) %, failures in \(statistics.failurePercent) %"
    return (["holds for \(inputs)", exclusion, shares, omission].compactMap(\.self) + unvaried).joined(separator: "; ")
  }

  private var inputs: String {
    guard let ticks = statistics.ticks else { return "\(Self.spaced(statistics.total)) inputs (seed \(seed))" }
    let larger = statistics.larger == 0 ? "" : " and \(Self.spaced(statistics.larger)) larger ones (seed \(seed))"
    return "all \(Self.spaced(statistics.small)) inputs up to \(pluralized(ticks, "tick"))\(larger)"
  }

  private var exclusion: String? {
    statistics.excluded > 0 ? "the condition discards \(statistics.excludedPercent) % of all inputs" : nil
  }

  private var omission: String? {
    guard statistics.undefined > 0 else { return nil }
    return "not run for \(Self.spaced(statistics.undefined)) of them" + (reason.map { ": \($0)" } ?? "")
  }

  /// Returns a number with its digits in groups of three.
  static func spaced(_ number: Int) -> String {
    var text = String(number)
    var index = text.count - 3
    while index > 0 {
      text.insert(" ", at: text.index(text.startIndex, offsetBy: index))
      index -= 3
    }
    return text
  }
}
