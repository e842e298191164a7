import Marbles

/// A timeline as it is put together from another notation.
struct ForeignTimeline {
  private(set) var timeline = Timeline()
  private(set) var remarks: [ImportDiagnostic] = []
  private var hasEnded = false
  private var hasReportedEnd = false

  /// The latest tick that the marble language writes.
  static let lastTick = 1_000_000_000_000_000

  mutating func report(_ problem: ImportProblem, at span: Span) {
    // One timeline that is wrong all over needs no thousand remarks.
    if remarks.count < 10 { remarks.append(ImportDiagnostic(problem: problem, span: span)) }
  }

  /// Adds an event, unless the stream has ended.
  mutating func add(_ event: Timeline.Event, at tick: Int, from span: Span) {
    if hasEnded {
      if !hasReportedEnd { report(.eventAfterEnd, at: span) }
      hasReportedEnd = true
      return
    }
    guard abs(tick) < Self.lastTick else { return report(.tickTooLarge, at: span) }
    timeline.marbles.append(event, at: tick)
    timeline.end = max(timeline.end, tick + 1)
    if case .value = event { return }
    hasEnded = true
  }

  /// Says how far it goes, silence included, and whether `^` stands in it.
  mutating func finish(at end: Int, hasOrigin: Bool = false) {
    timeline.end = max(timeline.end, min(end, Self.lastTick - 1))
    timeline.hasOrigin = hasOrigin
    if hasEnded { timeline.end = (timeline.marbles.last?.tick ?? 0) + 1 }
  }

  /// Adds that somebody lets go on a tick, if the stream goes on until then; silence behind that is left out.
  mutating func interrupt(at tick: Int) {
    guard !hasEnded, tick >= (timeline.marbles.last?.tick ?? 0) else { return }
    add(.interrupted, at: tick, from: 0..<0)
    finish(at: tick)
  }

  /// The timeline as text, alone or behind `=` and `==`, of which nothing has to be warned.
  var text: String {
    if timeline.marbles.isEmpty && timeline.end <= 0 { return "-" }
    let text = TimelinePrinter.text(of: timeline, asStatement: true, digitsApart: true)
    // Values that spell a keyword.
    return text.hasPrefix("cold") || text.hasPrefix("raw") ? "." + text : text
  }
}
