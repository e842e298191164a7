/// Text that is not meant as a timeline.
extension Parser {
  /// Warns about words at the prompt, such as `I don't know` or `1+1`, which are valid timelines.
  mutating func lintWords(_ literal: TimelineLiteral) {
    guard mode == .interactive, failure == nil, isWords(literal) else { return }
    let count = literal.timeline.marbles.count
    warnings.append(Diagnostic(.wordsAsTimeline(bytes.excerpt(literal.span), count: count), at: literal.span))
  }

  /// Whether a timeline contains only values, and they form several words or a calculation.
  private func isWords(_ literal: TimelineLiteral) -> Bool {
    let text = bytes.text(literal.span)
    let (marbles, end) = (literal.timeline.marbles, literal.timeline.end)
    guard marbles.count > 1, marbles.count == end, literal.timeline.loop == nil,
      marbles.dropLast().allSatisfy(\.event.isValue), marbles.last?.event != .completed,
      !text.contains(where: { "[](){}<>\"#^@".contains($0) })
    else { return false }
    let words = text.split { $0 == " " || $0 == "\t" }
    let isSentence = words.count > 1 && words.contains { $0.count > 1 && $0.contains(where: \.isLetter) }
    return isSentence || text.dropFirst().contains { "+*/%".contains($0) }
  }
}

extension Event {
  fileprivate var isValue: Bool { if case .value = self { true } else { false } }
}
