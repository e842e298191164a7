/// Beginnings of statements that are not keywords, before an expression: `race merge(a, b)`,
/// `forall: merge(a, a) == a`, `why merge(a, a)` and `c merge(a, b)`.
extension Parser {
  /// The keywords before an expression.
  private static let keywords = ["check", "forall", "races", "why"]
  /// The words of other languages before a comparison, which needs none here.
  static let wordsBeforeComparisons: Set = ["assert", "expect", "verify", "test"]
  /// The words of other languages before an expression to draw, which needs none here.
  static let wordsBeforeStreams: Set = [
    "show", "draw", "print", "plot", "run", "play", "display", "return", "await",
  ]

  /// Returns the error for a statement that begins with an unknown word, or a keyword with a colon, before a call.
  ///
  /// Elsewhere, only the name of an operator without parentheses can be before a call: `c = merge a.count(), b`.
  func unknownBeginning(at start: Int) -> Diagnostic? {
    guard let end = bytes.identifierEnd(at: start), case let word = bytes.text(start..<end),
      !isBound(word)
    else { return nil }
    let colon = bytes.skipWhitespace(at: end)
    let mark = start..<(bytes[colon] == ASCII.colon ? colon + 1 : end)
    let next = bytes.skipWhitespace(at: mark.upperBound)
    guard next > end, beginsCall(at: next) else { return nil }
    let side = next..<self.end(ofSideAt: next)
    let isCompared = bytes.has("==", at: bytes.skipWhitespace(at: side.upperBound))
    let lowercase = word.lowercased()
    let whole = start..<side.upperBound
    let call =
      isOperator(start..<end)
      ? foreign(at: mark, replacing: whole, "to call the operator", write: "\(word)(\(bytes.text(side)))") : nil
    guard start == statementStart else { return call }
    let comparisonPurpose = "a comparison needs no word before it"
    if Self.wordsBeforeComparisons.union(Self.wordsBeforeStreams).contains(lowercase) {
      let purpose = isCompared ? comparisonPurpose : "an expression on a line of its own is drawn"
      return foreign(at: mark, replacing: start..<next, purpose, write: "")
    }
    let isKeyword = Self.keywords.contains(lowercase)
    // A comma between calls is one of the arguments of an operator.
    let isCall = call != nil && itemEnd(from: next, upTo: side.upperBound) < side.upperBound
    let keyword = isKeyword ? lowercase : word.count > 3 && !isCall ? closest(to: word, among: Self.keywords) : nil
    switch keyword {
    case "forall"?: return law(at: mark, replacing: start, of: side)
    case "why"?: return foreign(at: mark, replacing: whole, "for a question", write: "why | in \(bytes.text(side))")
    case let keyword?: return foreign(at: mark, replacing: whole, write: "\(keyword) \(bytes.text(side))")
    case nil where call != nil: return call
    case nil where isCompared: return foreign(at: mark, replacing: start..<next, comparisonPurpose, write: "")
    case nil: return foreign(at: mark, replacing: whole, "to bind the name", write: "\(word) = \(bytes.text(side))")
    }
  }

  /// Returns the error for a law without parameters: `forall merge(a, b) == merge(b, a)`.
  ///
  /// Also returns one for parameters in parentheses: `forall (a, b): merge(a, b) == merge(b, a)`.
  func lawWithoutParameters(after keyword: Span) -> Diagnostic? {
    if bytes[position] == ASCII.openParenthesis, let close = BracketMatcher.end(ofBracketAt: position, in: bytes) {
      return foreign(
        at: position..<position + 1, replacing: position..<close, write: bytes.text(position + 1..<close - 1))
    }
    guard beginsCall(at: position) else { return nil }
    return law(at: keyword, replacing: keyword.lowerBound, of: position..<end(ofSideAt: position))
  }

  /// Returns the error for another statement, or a negation, after `forall a:` or `races`.
  func nestedStatement(at start: Int) -> Diagnostic? {
    let words: [StaticString] = ["not", "races", "subscriptions", "check", "why", "who", "forall"]
    guard let span = words.lazy.compactMap({ keyword($0, at: start) }).first, case let word = bytes.text(span),
      !isBound(word)
    else { return nil }
    let purpose = word == "not" ? Self.noNegation : "`\(word)` begins a statement of its own"
    if word == "not" || kind == .law && word == "races" {
      return foreign(at: span, replacing: start..<bytes.skipWhitespace(at: span.upperBound), purpose, write: "")
    }
    if kind == .law {
      return Diagnostic(.foreignSyntax(word, purpose: "\(purpose): write it on another line", write: nil), at: span)
    }
    return foreign(at: statementStart..<statementStart + 5, replacing: statementStart..<start, purpose, write: "")
  }

  /// Reports the negation of an assertion: `not a matches * 1 *` and `not a == --1|`.
  mutating func rejectNegation(at start: Int) {
    guard let word = keyword("not", at: start), !isBound("not"), case let subject = bytes.skipWhitespace(at: start + 3),
      case let sign = min(offset(ofWord: "matches", from: subject), bytes.skipWhitespace(at: end(ofSideAt: subject))),
      bytes.has("==", at: sign) || bytes.hasWord("matches", at: sign)
    else { return }
    let name = source.trimmingTrailingWhitespace(subject..<sign)
    failForeign(at: word, replacing: start..<subject, negationPurpose(of: name, comparedAt: sign), write: "")
  }

  /// Reports words or a sign that mean `matches` or its negation, after the name of a stream or without one:
  /// `a match * 4 *`, `a does not match * 4 *`, `a =~ -1 *` and `a ≠ b`.
  mutating func rejectComparisonWords(at start: Int) {
    if mode == .script, let word = keyword("matches", at: start), !isBound("matches") {
      return failForeign(at: word, "after a stream", write: "\(bindings.names().first ?? "a") matches")
    }
    guard let nameEnd = bytes.identifierEnd(at: start), bytes[nameEnd]?.separatesWords == true,
      isBound(bytes.text(start..<nameEnd)), case let first = bytes.skipWhitespace(at: nameEnd)
    else { return }
    var (words, last, end) = (Set<String>(), first, first)
    while case let word = word(at: end), Self.comparisonWords.contains(bytes.text(word)) {
      words.insert(bytes.text(word))
      (last, end) = (word.lowerBound, bytes.skipWhitespace(at: word.upperBound))
    }
    if words.isEmpty { return }
    // `not matches` and `equal` have errors of their own.
    let isMeant = !words.isSubset(of: Self.verbs.union(["not", "matches"])) && words != ["equal"]
    guard isMeant || words.contains("matches") && !words.isDisjoint(with: Self.verbs), !isEnd(end),
      bytes[end] != ASCII.equals
    else { return }
    let span = source.trimmingTrailingWhitespace(first..<end)
    if words.isDisjoint(with: Self.negations) { return failForeign(at: span, "for a pattern", write: "matches") }
    let isStream = isBound(bytes.text(end..<(bytes.identifierEnd(at: end) ?? end)))
    let purpose = isStream ? Self.noNegation : negationPurpose(of: start..<nameEnd, comparedAt: last)
    fail(Diagnostic(.foreignSyntax(bytes.excerpt(span), purpose: purpose, write: nil), at: span))
  }

  private static let verbs: Set = ["do", "does", "did", "should", "must"]
  private static let negations: Set = ["not", "doesn't", "≠", "!matches"]
  private static let comparisonWords = verbs.union(negations)
    .union(["match", "matching", "matched", "=~", "~", "equal", "matches"])

  private static let noNegation = "no assertion can be negated"

  /// Returns the reason why the negation of an assertion about a stream cannot be written, and what can.
  func negationPurpose(of stream: Span, comparedAt sign: Int) -> String {
    let events = bytes.text(sign..<bytes.lineEnd(at: sign)).drop { $0 != " " }
    let (name, words) = (bytes.text(stream), events.split { !($0.isLetter || $0.isNumber) })
    guard isBound(name), let value = events.contains("[") ? words.first : words.first?.prefix(1) else {
      return Self.noNegation
    }
    let filter = "\(name).filter { $0 == \(literal(String(value))) }"
    let end = bindings.timeline(name)?.last.map { "|#!".contains($0) ? " \($0)" : "" } ?? " |"
    return "\(Self.noNegation); if a value must never come, write `\(filter) matches ...\(end)`"
  }

  /// Returns the error for a question about an expression instead of an event: `why merge(a, b)` and `why typed @3`.
  ///
  /// - Parameters:
  ///   - keyword: `why` or `why not`.
  ///   - sign: The offset of the `@` of a tick, if there is one.
  func questionWithoutEvent(_ span: Span, after keyword: Span, tickAt sign: Int?) -> Diagnostic? {
    let expression = source.trimmingTrailingWhitespace(span.lowerBound..<(sign ?? span.upperBound))
    let name = bytes.text(expression)
    guard beginsCall(at: span.lowerBound) || name.count > 1 && isBound(name) else { return nil }
    let word = bytes.text(keyword)
    let tick = sign.map { bytes.text($0..<span.upperBound) }
    let event = tick.map { word == "why" ? $0 : "| " + $0 } ?? "|"
    return foreign(
      at: expression, replacing: keyword.lowerBound..<span.upperBound, "for a question about it",
      write: "\(word) \(event) in \(name)")
  }

  /// Returns the error for words after an expression that mean `==` or `races`: `a.count() should be --1|` and
  /// `merge(a, b) within 1`.
  func wordsBetween(at offset: Int) -> Diagnostic? {
    if let end = verbsEnd(at: offset) {
      return foreign(at: source.trimmingTrailingWhitespace(offset..<end), "to compare", write: "==")
    }
    guard keyword("within", at: offset) != nil, statementStart < offset else { return nil }
    let within = offset..<(integer(at: bytes.skipWhitespace(at: offset + 6))?.end ?? offset + 6)
    if kind == .law { return foreign(at: within, "a law has none", write: "") }
    if keyword("races", at: statementStart) != nil { return foreign(at: within, "one is enough", write: "") }
    return foreign(
      at: offset..<offset + 6, replacing: statementStart..<within.upperBound, "for the orders of events",
      write: "races \(moving(within, before: "matches", "during"))")
  }

  /// Returns the statement with a part from its end before its comparison: `a during ^--! == --1|`.
  func moving(_ part: Span, before words: StaticString...) -> String {
    let end = source.trimmingTrailingWhitespace(statementStart..<part.lowerBound).upperBound
    let place = words.map { offset(ofWord: $0, from: statementStart) }.reduce(
      min(self.end(ofSideAt: statementStart), end), min)
    let parts = [statementStart..<place, part, place..<end].map { bytes.text($0).trimmingWhitespace }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns the offset after words that mean `==`, such as `should be`, or `nil` if there are none.
  func verbsEnd(at offset: Int) -> Int? {
    var start = offset
    while let end = bytes.identifierEnd(at: start), bytes[end]?.separatesWords == true,
      ["is", "are", "equals", "equal", "should", "must", "be", "to"].contains(bytes.text(start..<end))
    {
      start = bytes.skipWhitespace(at: end)
    }
    return start > offset ? start : nil
  }

  /// Whether a call begins at an offset, as opposed to a timeline.
  func beginsCall(at start: Int) -> Bool {
    guard let end = bytes.identifierEnd(at: start), !["when", "of", "in"].contains(bytes.text(start..<end)) else {
      return false
    }
    return bytes.hasChainLink(at: end) || bytes[end] == ASCII.openParenthesis && isOperator(start..<end)
  }

  /// Returns the error for a law, with the streams of an expression as its parameters.
  private func law(at mark: Span, replacing start: Int, of side: Span) -> Diagnostic {
    let sign = bytes.skipWhitespace(at: side.upperBound)
    let end = bytes.has("==", at: sign) ? end(ofSideAt: bytes.skipWhitespace(at: sign + 2)) : side.upperBound
    let names = names(in: side.lowerBound..<end)
    let parameters = (names.isEmpty ? ["a"] : names).joined(separator: ", ")
    return foreign(
      at: mark, replacing: start..<end, "for a law",
      write: "forall \(parameters): \(bytes.text(side.lowerBound..<end))")
  }

  /// Returns the names of streams in an expression, in order.
  func names(in expression: Span) -> [String] {
    var names: [String] = []
    var offset = expression.lowerBound
    while offset < expression.upperBound {
      let nameEnd = bytes.identifierEnd(at: offset)
      if let nameEnd, bytes[offset - 1] != ASCII.dot, case let name = bytes.text(offset..<nameEnd),
        !names.contains(name), !name.isReservedName, bytes[nameEnd] != ASCII.openParenthesis,
        bytes[nameEnd] != ASCII.colon, bytes[bytes.skipWhitespace(at: nameEnd)] != ASCII.openBrace
      {
        names.append(name)
      }
      let isHidden = bytes[offset] == ASCII.openBrace || bytes[offset] == ASCII.quote
      offset = nameEnd ?? (isHidden ? BracketMatcher.end(ofBracketAt: offset, in: bytes) : nil) ?? offset + 1
    }
    return names
  }
}
