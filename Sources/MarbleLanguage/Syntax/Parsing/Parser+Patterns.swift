/// Patterns.
///
///     patterns  = pattern {"," pattern} ["where" entry {"," entry}]
///     entry     = key ":" closure | key "=" value                    the latter as after a timeline
extension Parser {
  /// Reads `matches` on this line or at the start of the next one, and one pattern for each window.
  ///
  /// Returns `nil` if there is no `matches`.
  mutating func patterns(lanes windows: [WindowLiteral]) -> Expectation? {
    let here = skipTrivia()
    let start = hereOrOnNextLine { parser, offset in
      let span = parser.keyword("matches", at: offset) ?? parser.keywordAlone("matches", at: offset)
      // A stream with this name can begin the next statement.
      return span != nil && (offset == here || !parser.isBound("matches"))
    }
    guard let start else { return nil }
    position = start
    addToken(.keyword, 7)
    if isEnd(position) || bytes.has("==", at: position) { fail(.missingPattern, at: start..<start + 7) }
    let (literals, conditions) = patterns(several: windows.count > 1)
    if windows.count > 1, literals.count != windows.count {
      let span = literals[0].span.lowerBound..<literals[literals.count - 1].span.upperBound
      fail(.wrongLaneCount(expected: literals.count, observers: windows.count), at: span)
    }
    lintStreams(literals, comparedWith: source.trimmingTrailingWhitespace(statementStart..<start))
    let end = skipTrivia()
    if bytes.has("==", at: end) { fail(.severalComparisons, at: end..<end + 2, related: start..<start + 7) }
    rejectOthers(after: nil, at: end)
    return .patterns(literals, conditions)
  }

  /// Reads a pattern that is the whole source.
  package mutating func wholePattern() throws(Diagnostic) -> (literal: TimelineLiteral, conditions: [PatternCondition])
  {
    position = skipTrivia()
    if isEnd(position) { fail(.missingPattern, at: position..<position) }
    let (literals, conditions) = patterns(several: false)
    let next = skipTrivia()
    if failure == nil, !isEnd(next) { failAtWord(next) }
    if let failure { throw failure }
    return (literals[0], conditions)
  }

  private mutating func patterns(
    several: Bool
  ) -> (literals: [TimelineLiteral], conditions: [PatternCondition]) {
    let literals = timelines(form: .pattern, several: several)
    guard failure == nil, bytes.hasWord("where", at: position - 5), bytes[position - 6]?.separatesWords == true else {
      return (literals, [])
    }
    var timelines = literals.map(\.timeline)
    var conditions: [PatternCondition] = []
    do throws(Diagnostic) {
      var keys: Set<String> = []
      repeat {
        position = skipTrivia()
        let key = position..<min(bytes.characterEnd(at: position), limit)
        let name = bytes.text(key)
        if bytes[bytes.skipWhitespace(at: key.upperBound)] == ASCII.colon {
          if let condition = condition(on: Name(text: name, span: key)) { conditions.append(condition) }
        } else if let error = conditionWithoutColon(after: key) {
          throw error
        } else {
          let renaming = try TimelineReader(source, tick: tickLength).renaming(from: position, isSingle: true)
          try renaming.apply(to: &timelines)
          tree.add(.renaming, position..<renaming.end)
          lintSpaces(in: source.trimmingTrailingWhitespace(position..<renaming.end)) { $0.separatingEntries }
          position = renaming.end
        }
        guard keys.insert(name).inserted else { throw Diagnostic(.repeatedRenaming(name), at: key) }
      } while skipComma()
      for condition in conditions where !timelines.contains(where: { $0.sends(condition.value) }) {
        throw Diagnostic(.unusedRenaming(condition.key.text), at: condition.key.span)
      }
    } catch {
      fail(error)
    }
    let renamed = zip(literals, timelines).map { literal, timeline in
      TimelineLiteral(
        timeline: timeline, written: literal.written, form: .pattern, gaps: literal.gaps, span: literal.span)
    }
    return (renamed, conditions)
  }

  /// Returns the error for `x { $0 > 2 }`, `x = { $0 > 2 }` and `x > 2` in place of `x: { $0 > 2 }`.
  private func conditionWithoutColon(after key: Span) -> Diagnostic? {
    let sign = bytes.skipWhitespace(at: key.upperBound)
    let brace = bytes[sign] == ASCII.equals ? bytes.skipWhitespace(at: sign + 1) : sign
    var (end, closure) = (brace + 1, "{")
    if bytes[brace] != ASCII.openBrace {
      guard ["==", "!=", ">", "<"].contains(where: bytes.text(sign..<min(sign + 2, limit)).hasPrefix) else {
        return nil
      }
      end = min(argumentEnd(from: sign) ?? limit, self.end(ofSideAt: sign + 2))
      closure = self.closure(meantBy: bytes.text(sign..<end))
    }
    return foreign(
      at: sign..<sign + 1, replacing: key.lowerBound..<end, "for a condition", write: "\(bytes.text(key)): \(closure)")
  }

  private mutating func skipComma() -> Bool {
    guard failure == nil, bytes[skipTrivia()] == ASCII.comma else { return false }
    position = skipTrivia()
    addToken(.symbol, 1)
    return true
  }

  /// Reads `x: { $0 > 2 }`.
  private mutating func condition(on key: Name) -> PatternCondition? {
    tree.add(.label, key.span)
    position = bytes.skipWhitespace(at: key.span.upperBound)
    let colon = position..<position + 1
    addToken(.symbol, 1)
    guard bytes[position] == ASCII.openBrace, case .closure(let closure) = condition().kind else {
      // The value ends before a comma, or at the end of the statement, which no `where` follows.
      let end = min(argumentEnd(from: position) ?? limit, offset(ofWord: "where", from: position))
      let value = source.trimmingTrailingWhitespace(position..<end)
      var error = Diagnostic(.conditionExpected(write: closure(meantBy: bytes.text(value))), at: colon)
      error.replaced = value
      fail(error)
      return nil
    }
    return PatternCondition(key: key, closure: closure)
  }

  /// Returns the closure for a condition that is written without braces: `$0 > 2`, `n in n > 2`, `> 2` or `"Ann"`.
  private func closure(meantBy text: String) -> String {
    if text.isEmpty || text.contains("{") { return "{ $0 > 2 }" }
    if text.contains("$0") || text.contains(" in ") { return "{ \(text) }" }
    if ["==", "!=", ">", "<"].contains(where: text.hasPrefix) { return "{ $0 \(text) }" }
    if text.hasPrefix("=") { return "{ $0 =\(text) }" }
    let isValue = text.first.map { $0.isNumber || "\"-([".contains($0) } ?? false
    return "{ $0 == \(isValue ? text : literal(text.split(separator: " ")[0].description)) }"
  }
}

extension PatternCondition {
  /// The value of the marble that stands for the values.
  package var value: Value { Int(key.text).map { .integer($0) } ?? .marble(key.text) }
}

extension Timeline {
  /// Whether a value is on the timeline, also within others.
  fileprivate func sends(_ value: Value) -> Bool {
    (marbles + (loop?.marbles ?? [])).contains { marble in
      if case .value(let sent) = marble.event { sent.contains(value) } else { false }
    }
  }
}

extension Value {
  fileprivate func contains(_ value: Value) -> Bool {
    switch self {
    case .tuple(let items), .array(let items): items.contains { $0.contains(value) }
    case .event(.value(let inner)): inner.contains(value)
    default: self == value
    }
  }
}
