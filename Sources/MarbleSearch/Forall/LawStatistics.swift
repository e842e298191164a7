import MarbleEvaluation
import MarbleLanguage

/// The inputs that a law was tried with.
package struct LawStatistics: Sendable {
  /// The number of small inputs: all inputs up to a number of values and of ticks.
  package private(set) var small = 0
  /// The number of all inputs.
  package private(set) var total = 0
  /// The largest number of ticks of the small inputs, or `nil` if there are none or they have no streams.
  package private(set) var ticks: Int?
  /// The number of other inputs, for which one of the two sides cannot be run.
  package private(set) var undefined = 0
  /// The number of inputs that do not meet the condition of the law.
  package private(set) var excluded = 0
  /// Whether the inputs contain streams.
  private(set) var hasStreams = false
  private var simultaneous = 0
  private var failures = 0
  /// The number of inputs since the last complete set of small ones.
  private var open = 0

  /// The number of inputs that are not among the small ones.
  package var larger: Int { total - small }
  /// The number of inputs for which the two sides were not compared.
  var skipped: Int { excluded + undefined }
  /// The share of inputs with several events on one tick.
  package var simultaneousPercent: Int { percent(simultaneous) }
  /// The share of inputs with a failure.
  package var failurePercent: Int { percent(failures) }
  /// The share of inputs that do not meet the condition, among those that do and those that do not.
  package var excludedPercent: Int { Self.percent(excluded, of: total + excluded) }

  /// Whether so many inputs cannot be run that there is no use in trying more of them.
  var isHopeless: Bool { undefined >= 500 && total == 0 }

  /// Whether most inputs cannot be run.
  var hasTooManyUndefined: Bool { undefined > total * 9 }

  /// Whether the condition admits so few inputs that the law was hardly tried.
  var hasTooManyExcluded: Bool { excluded * 10 > (total + excluded) * 9 }

  private func percent(_ count: Int) -> Int { Self.percent(count, of: total) }

  private static func percent(_ count: Int, of total: Int) -> Int {
    total == 0 ? 0 : (count * 100 + total / 2) / total
  }

  mutating func count(_ input: LawInput, in space: LawSpace, _ verdict: LawSearch.Verdict) {
    switch verdict {
    case .cancelled: return
    case .isExcluded:
      excluded += 1
      return
    case .isUndefined:
      undefined += 1
      return
    case .holds, .fails: break
    }
    total += 1
    open += 1
    if !input.streams.isEmpty { hasStreams = true }
    if input.hasSimultaneousEvents { simultaneous += 1 }
    if space.hasFailure(input) { failures += 1 }
  }

  /// Starts a set of inputs, which may be larger ones.
  mutating func begin() { open = 0 }

  /// Records that the inputs since `begin()` were all small inputs with a number of values, or all inputs.
  mutating func close(ticks: Int?) {
    small += open
    open = 0
    self.ticks = ticks
  }
}
