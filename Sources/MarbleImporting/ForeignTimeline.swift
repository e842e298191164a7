import Marbles

/// A timeline under construction, from another notation.
struct ForeignTimeline {
  private(set) var timeline = Timeline()
  private(set) var diagnostics: [ImportDiagnostic] = []
  private var hasEnded = false
  private var hasReportedEnd = false

  mutating func report(_ problem: ImportProblem, at span: Span) {
    // The number of diagnostics for a single timeline is limited.
    if diagnostics.count < 10 { diagnostics.append(ImportDiagnostic(problem: problem, span: span)) }
  }

  /// Adds an event, unless the stream has ended.
  mutating func add(_ event: Timeline.Event, at tick: Int, from span: Span) {
    if hasEnded {
      if !hasReportedEnd { report(.eventAfterEnd, at: span) }
      hasReportedEnd = true
      return
    }
    guard abs(tick) < Timeline.latestTick else { return report(.tickTooLarge, at: span) }
    timeline.marbles.append(event, at: tick)
    timeline.end = max(timeline.end, tick + 1)
    if case .value = event { return }
    hasEnded = true
  }

  /// Sets the end of the timeline, including silence, and whether it contains `^`.
  mutating func finish(at end: Int, hasOrigin: Bool = false) {
    timeline.end = max(timeline.end, min(end, Timeline.latestTick - 1))
    timeline.hasOrigin = hasOrigin
    if hasEnded { timeline.end = (timeline.marbles.last?.tick ?? 0) + 1 }
  }

  /// Adds a completion after the last event, unless the stream has ended.
  mutating func complete() {
    guard !hasEnded else { return }
    let tick = timeline.marbles.last?.tick ?? 0
    add(.completed, at: tick, from: 0..<0)
    finish(at: tick)
  }

  /// Adds an interruption when the observer cancels, unless the stream has ended, and removes silence after it.
  mutating func interrupt(at tick: Int) {
    guard !hasEnded, tick >= (timeline.marbles.last?.tick ?? 0) else { return }
    add(.interrupted, at: tick, from: 0..<0)
    finish(at: tick)
  }

  /// The timeline as text that causes no warnings, for use alone or after `=` and `==`.
  var text: String {
    if timeline.marbles.isEmpty && timeline.end <= 0 { return "-" }
    let text = TimelinePrinter.text(of: timeline, asStatement: true, digitsApart: true)
    // These values would be parsed as a keyword.
    return text.hasPrefix("cold") || text.hasPrefix("raw") ? "." + text : text
  }
}
