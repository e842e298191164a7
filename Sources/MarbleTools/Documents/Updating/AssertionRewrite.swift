import Marbles

/// What is written anew in the source of one assertion, so that it holds.
struct AssertionRewrite {
  /// A text in the place of another, which may be empty.
  struct Change: Equatable {
    let span: Span
    let text: String
  }

  private(set) var changes: [Change] = []
  /// How many timelines are written.
  private(set) var count = 0

  private let source: Source

  /// What makes an assertion hold that does not; `nil` where no timeline can.
  init?(_ assertion: Answer.Assertion, _ failing: Answer.FailureReason) {
    source = assertion.source
    guard !assertion.isEndless else { return nil }
    switch failing {
    case .differs(let comparisons, let notes):
      guard notes.isEmpty, comparisons.count == assertion.expected.count else { return nil }
      replace(comparisons, assertion)
    case .missing(let timelines):
      guard let sign = assertion.expected.first, timelines.allSatisfy(Self.canBeWritten) else { return nil }
      fill(in: timelines.enumerated().map { Self.text(of: $1, isFirst: $0 == 0) }, after: sign.lowerBound)
    case .observed(let comparison):
      replace(comparison.actual, assertion.expected)
    case .missingWindows(let windows):
      guard let sign = assertion.expected.first else { return nil }
      fill(in: windows.isEmpty ? ["-"] : windows.map(WindowPrinter.text), after: sign.lowerBound)
    case .grammarViolation, .wordGrammarViolation, .nothingFails: return nil
    }
    if changes.isEmpty { return nil }
  }

  // MARK: Timelines

  private mutating func replace(_ comparisons: [Comparison], _ assertion: Answer.Assertion) {
    guard let last = assertion.expected.last else { return }
    let renaming = source.trimmingTrailingWhitespace(last.upperBound..<max(last.upperBound, assertion.span.upperBound))
    var changes: [Change] = []
    for (index, (comparison, span)) in zip(comparisons, assertion.expected).enumerated() {
      // A `where` belongs to all of them, and so they go on without it together.
      guard !comparison.isEqual || !renaming.isEmpty else { continue }
      guard Self.canBeWritten(comparison.actual) else { return }
      let text = Self.text(of: comparison.actual, isFirst: index == 0)
      let stretched = TickAlignment(span, of: source, as: .expected)?.stretched(text)
      changes.append(Change(span: span, text: stretched ?? text))
    }
    count = changes.count
    if !renaming.isEmpty { changes.append(Change(span: renaming, text: "")) }
    self.changes = changes
  }

  /// Whether what is printed reads back in as the same timeline, as all but a few values do.
  private static func canBeWritten(_ timeline: Timeline) -> Bool {
    (try? Timeline(reading: TimelinePrinter.text(of: timeline), as: .expected)) == timeline
  }

  /// Behind `==` an expression may stand as well, but not behind a comma.
  private static func text(of timeline: Timeline, isFirst: Bool) -> String {
    // What never sends anything takes a tick as well, so that something stands there.
    if timeline.marbles.isEmpty, timeline.end == 0 { return "-" }
    return TimelinePrinter.text(of: timeline, asStatement: isFirst, digitsApart: true).trimmingWhitespace
  }

  // MARK: Windows

  private mutating func replace(_ windows: [Window], _ spans: [Span]) {
    guard let first = spans.first, let last = spans.last else { return }
    let texts = windows.isEmpty ? ["-"] : windows.map { WindowPrinter.text(of: $0).trimmingWhitespace }
    guard texts.count == spans.count else {
      changes = [Change(span: first.lowerBound..<last.upperBound, text: texts.joined(separator: ", "))]
      count = max(texts.count, spans.count)
      return
    }
    for (text, span) in zip(texts, spans) where !isWritten(text, at: span) {
      let stretched = TickAlignment(span, of: source, as: .window)?.stretched(text)
      changes.append(Change(span: span, text: stretched ?? text))
    }
    count = changes.count
  }

  /// Whether a window is written at a place, in whatever way.
  private func isWritten(_ text: String, at span: Span) -> Bool {
    func window(_ text: String) -> WindowLiteral? {
      let reader = TimelineReader(Source(name: "", text: text))
      return (try? reader.timeline(from: 0, as: .window)).flatMap { try? WindowLiteral($0) }
    }
    return window(text)?.window == window(source.text(of: span))?.window
  }

  // MARK: Nothing

  /// Writes behind a `==` that has nothing behind it, with a blank before, and one before a comment.
  private mutating func fill(in texts: [String], after sign: Int) {
    let bytes = SourceBytes(source)
    let text = texts.joined(separator: ", ")
    let hasBlank = bytes[sign]?.isWhitespace == true
    let start = hasBlank ? sign + 1 : sign
    let isGlued = bytes[start] == ASCII.slash
    changes = [Change(span: start..<start, text: (hasBlank ? "" : " ") + text + (isGlued ? " " : ""))]
    count = texts.count
  }
}
