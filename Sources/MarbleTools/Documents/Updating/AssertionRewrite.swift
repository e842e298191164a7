import MarbleSession
import Marbles

/// A rewrite of an assertion that makes it pass.
struct AssertionRewrite {
  /// A replacement of a range, which may be empty, with a string.
  struct Change: Equatable {
    let span: Span
    let text: String
  }

  private(set) var changes: [Change] = []
  /// The number of timelines written.
  private(set) var count = 0

  private let source: Source

  /// Creates the changes for a failed assertion, or returns `nil` if no timeline can make it pass.
  init?(_ assertion: Answer.Assertion, _ failing: Answer.FailureReason) {
    source = assertion.source
    guard !assertion.isEndless else { return nil }
    switch failing {
    case .differs(let comparisons, let notes):
      guard notes.isEmpty, comparisons.count == assertion.expected.count else { return nil }
      if comparisons.contains(where: { $0.reading != nil }) {
        replacePatterns(comparisons, assertion)
      } else {
        replace(comparisons, assertion)
      }
    case .missing(let timelines):
      guard let sign = assertion.expected.first, timelines.allSatisfy(Self.canBeWritten) else { return nil }
      fill(in: timelines.enumerated().map { Self.text(of: $1, isFirst: $0 == 0) }, after: sign.lowerBound)
    case .observed(let comparison):
      replace(comparison.actual, assertion.expected)
    case .missingWindows(let windows):
      guard let sign = assertion.expected.first else { return nil }
      fill(in: windows.isEmpty ? ["-"] : windows.map(WindowPrinter.text), after: sign.lowerBound)
    case .subscribed, .grammarViolation, .wordGrammarViolation, .notFound, .refuted, .race, .unfinished, .nothingFails,
      .exercise:
      return nil
    }
    if changes.isEmpty { return nil }
  }

  // MARK: Timelines

  private mutating func replace(_ comparisons: [Comparison], _ assertion: Answer.Assertion) {
    guard let last = assertion.expected.last else { return }
    let renaming = source.trimmingTrailingWhitespace(last.upperBound..<max(last.upperBound, assertion.span.upperBound))
    var changes: [Change] = []
    for (index, (comparison, span)) in zip(comparisons, assertion.expected).enumerated() {
      // A `where` clause applies to all timelines, so removing it changes all of them.
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

  /// Replaces other values in patterns, or the patterns by the actual timelines if anything else differs.
  private mutating func replacePatterns(_ comparisons: [Comparison], _ assertion: Answer.Assertion) {
    guard let first = assertion.expected.first, let last = assertion.expected.last else { return }
    count = comparisons.count { !$0.isEqual }
    let clause = source.trimmingTrailingWhitespace(last.upperBound..<max(last.upperBound, assertion.span.upperBound))
    let corrections = zip(comparisons, assertion.expected).map {
      PatternCorrection($0, at: $1, where: clause, of: source)
    }
    if corrections.allSatisfy({ $0 != nil }) {
      changes = corrections.flatMap { $0?.changes ?? [] }
      if Set(changes.map(\.span)).count == changes.count { return }
    }
    let left = source.trimmingTrailingWhitespace(assertion.span.lowerBound..<first.lowerBound)
    let keyword = max(left.lowerBound, left.upperBound - "matches".utf8.count)..<left.upperBound
    guard source.text(of: keyword) == "matches", comparisons.allSatisfy({ Self.canBeWritten($0.actual) }) else {
      return
    }
    let timelines = comparisons.enumerated().map { Self.text(of: $1.actual, isFirst: $0 == 0) }
    changes = [
      Change(
        span: keyword.lowerBound..<assertion.span.upperBound, text: "== " + timelines.joined(separator: ", "))
    ]
  }

  /// Whether the printed text is parsed as the same timeline, which is not the case for a few values.
  static func canBeWritten(_ timeline: Timeline) -> Bool {
    (try? Timeline(reading: TimelinePrinter.text(of: timeline), as: .expected)) == timeline
  }

  /// Returns the text of a timeline, which must not be parsed as an expression if it is the first one after `==`.
  private static func text(of timeline: Timeline, isFirst: Bool) -> String {
    // An empty timeline needs one silent tick.
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

  /// Whether a window is already written at a range, in any form.
  private func isWritten(_ text: String, at span: Span) -> Bool {
    func window(_ text: String) -> WindowLiteral? {
      let reader = TimelineReader(Source(name: "", text: text))
      return (try? reader.timeline(from: 0, as: .window)).flatMap { try? WindowLiteral($0) }
    }
    return window(text)?.window == window(source.text(of: span))?.window
  }

  // MARK: Missing timelines

  /// Writes timelines after a `==` without a right side, with a space before them and one before a comment.
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
