import MarbleEvaluation
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
    (["holds for \(inputs)", exclusion, shares, omission].compactMap(\.self) + unvaried).joined(separator: "; ")
  }

  private var shares: String? {
    guard statistics.hasStreams else { return nil }
    return
      "events on the same tick in \(statistics.simultaneousPercent) %, failures in \(statistics.failurePercent) %"
  }

  private var inputs: String {
    guard let ticks = statistics.ticks else {
      if statistics.larger == 0 { return "\(all)\(pluralized(statistics.small, "input"))" }
      return "\(statistics.total.grouped) inputs (seed \(seed))"
    }
    let larger = statistics.larger == 0 ? "" : " and \(statistics.larger.grouped) larger ones (seed \(seed))"
    return "\(all)\(statistics.small.grouped) inputs up to \(pluralized(ticks, "tick"))\(larger)"
  }

  private var all: String { statistics.undefined == 0 ? "all " : "" }

  private var exclusion: String? {
    statistics.excluded > 0 ? "the condition discards \(statistics.excludedPercent) % of all inputs" : nil
  }

  private var omission: String? {
    guard statistics.undefined > 0 else { return nil }
    return "not run for \(statistics.undefined == 1 ? "one other" : "\(statistics.undefined.grouped) others")"
      + (reason.map { ": \($0)" } ?? "")
  }
}
