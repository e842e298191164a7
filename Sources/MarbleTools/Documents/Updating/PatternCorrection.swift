import MarbleSession
import Marbles

/// The changes of single values with which a pattern matches.
struct PatternCorrection {
  private(set) var changes: [AssertionRewrite.Change] = []

  private let source: Source
  /// The range of the `where` clause with its keyword and the space before it, which can be empty.
  private let clause: Span

  /// Creates the changes for a comparison, or returns `nil` if other values are not enough.
  init?(_ comparison: Comparison, at span: Span, where clause: Span, of source: Source) {
    self.source = source
    self.clause = clause
    if comparison.isEqual { return }
    guard let corrections = comparison.reading?.corrections, !corrections.isEmpty else { return nil }
    let tokens = TimelineReader(source).tokens(in: span, as: .pattern).tokens
    let events = events(of: tokens)
    for (number, event) in corrections.sorted(by: { $0.key < $1.key }) {
      guard events.indices.contains(number), AssertionRewrite.canBeWritten(Timeline([.init(tick: 0, event: event)]))
      else { return nil }
      let change = change(of: events[number], to: event)
      if !changes.contains(change) { changes.append(change) }
    }
    changes.sort { $0.span.lowerBound < $1.span.lowerBound }
    // A change in a repetition or a clause changes several events.
    let isSimple = clause.isEmpty && !tokens.contains { $0.kind == .repetition }
    guard isSimple || isMatch(comparison, at: span) else { return nil }
  }

  /// Returns the ranges of the events, those in a repetition as often as they come.
  private func events(of tokens: [TimelineToken]) -> [Span] {
    var events: [Span] = []
    for token in tokens {
      let nested = events.drop { $0.lowerBound < token.span.lowerBound }
      switch token.kind {
      case .value, .string, .stream, .end:
        events.removeLast(nested.count)
        events.append(token.span)
      case .repetition:
        let count = source.text(of: token.span).split(separator: "*").last.flatMap { Int($0) } ?? 1
        for _ in 1..<max(1, count) { events += nested }
      default: break
      }
    }
    return events
  }

  /// Returns the change of a token, or of its value in the clause.
  private func change(of token: Span, to event: Timeline.Event) -> AssertionRewrite.Change {
    let text = TimelinePrinter.token(for: event)
    let space = source.text(of: clause).prefix(while: \.isWhitespace).utf8.count
    let pairs = TimelineReader(source).renamingTokens(in: clause.dropFirst(space + "where".utf8.count)).tokens
    for (key, value) in zip(pairs, pairs.dropFirst()) where source.text(of: key.span) == source.text(of: token) {
      let sign = source.text(of: key.span.upperBound..<value.span.lowerBound)
      guard sign.trimmingWhitespace == "=" else { continue }
      return AssertionRewrite.Change(span: value.span, text: Self.clauseText(of: event) ?? text)
    }
    return AssertionRewrite.Change(span: token, text: text)
  }

  /// Returns a value as it is written after `where`.
  private static func clauseText(of event: Timeline.Event) -> String? {
    switch event {
    case .value(let value):
      // In a list, values have no brackets of their own.
      String(TimelinePrinter.token(for: .value(.tuple([value, value]))).dropFirst().prefix { $0 != "," })
    case .failed(let failure): "\"\(failure.message)\""
    case .completed, .interrupted: nil
    }
  }

  /// Whether the changed pattern matches.
  private func isMatch(_ comparison: Comparison, at span: Span) -> Bool {
    let pattern = TimelinePattern(stringLiteral: changedText(of: span) + changedText(of: clause))
    return pattern.parseError == nil
      && Comparison(pattern: pattern, actual: comparison.actual, through: comparison.through).isEqual
  }

  private func changedText(of span: Span) -> String {
    source.text(of: span, replacing: changes.map { ($0.span, $0.text) })
  }
}
