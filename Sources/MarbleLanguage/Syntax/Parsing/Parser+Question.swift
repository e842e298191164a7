/// Questions about a run: `why 4 @9 in merge(a, b)`.
///
///     question = "why" (event | "@" tick | event "@" tick) | "why" "not" event ["@" tick]
///              | "why" "twice" name | "why" "was" name "unsubscribed" | "who" "holds" name
///     asked    = question ["in" definition ["during" windows]]
extension Parser {
  /// Reads a question after its first word, and the expression after `in`.
  mutating func question(after keyword: Span) -> Statement.Kind {
    kind = .question
    addToken(.keyword, keyword.count)
    let question =
      subscriptionQuestion(after: keyword).map(Question.subscriptions) ?? .event(eventQuestion(after: keyword))
    guard bytes.hasWord("in", at: position), position < limit else {
      return .ask(question, of: .lastResult, during: [])
    }
    let span = position..<position + 2
    addToken(.keyword, 2)
    if isEnd(position) { fail(.missingStream(after: "in"), at: span) }
    // A timeline of one value would be no question.
    if let end = bytes.identifierEnd(at: position), isEnd(skipTrivia(at: end)), end - position == 1,
      case let name = bytes.text(position..<end), !isBound(name)
    {
      fail(.unknownStream(name: name, suggestion: nil), at: position..<end)
    }
    rejectTick(after: span)
    let definition = definition()
    return .ask(question, of: .definition(definition), during: duringWindows())
  }

  /// Whether a question about subscriptions begins with `who`.
  func beginsQuestion(after who: Span) -> Bool { bytes.hasWord("holds", at: bytes.skipWhitespace(at: who.upperBound)) }

  /// Reads a question about the subscriptions to a stream after its first word, if it is one.
  private mutating func subscriptionQuestion(after keyword: Span) -> SubscriptionQuestion? {
    let words: [(StaticString, SubscriptionQuestion.Aspect)] = [
      ("holds", .holders), ("twice", .starts), ("was", .ends),
    ]
    guard let (word, aspect) = words.first(where: { bytes.hasWord($0.0, at: position) }),
      case let start = bytes.skipWhitespace(at: position + word.utf8CodeUnitCount)
    else { return nil }
    guard let end = bytes.identifierEnd(at: start), !bytes.hasWord("in", at: start) || isStream(inAt: start) else {
      let words = keyword.lowerBound..<position + word.utf8CodeUnitCount
      if !isBound(word.description) { fail(.missingStream(after: bytes.text(words)), at: words) }
      return nil
    }
    addToken(.keyword, word.utf8CodeUnitCount)
    if beginsCall(at: start) {
      // The question is about a stream in an expression: `why twice a in merge(a, b)`.
      let limit = aspect == .ends ? offset(ofWord: "unsubscribed", from: start) : self.end(ofSideAt: start)
      let call = source.trimmingTrailingWhitespace(start..<limit)
      let words = bytes.text(keyword.lowerBound..<start)
      if let stream = names(in: call).first(where: isBound), offset(ofWord: "in", from: start) >= limit {
        failForeign(
          at: call, replacing: keyword.lowerBound..<self.end(ofSideAt: start), "for one of its streams",
          write: "\(words)\(stream)\(aspect == .ends ? " unsubscribed" : "") in \(bytes.text(call))")
      }
      fail(.missingStream(after: words.trimmingWhitespace), at: call)
    }
    let name = Name(text: bytes.text(start..<end), span: start..<end)
    if !isBound(name.text) {
      if isOperator(name.span) {
        fail(.missingStream(after: bytes.text(keyword.lowerBound..<start).trimmingWhitespace), at: name.span)
      }
      fail(.unknownStream(name: name.text, suggestion: suggestion(for: name.text)), at: name.span)
    }
    addToken(.identifier, name.span.count)
    let rest = min(offset(ofWord: "unsubscribed", from: end), offset(ofWord: "in", from: end))
    let others = names(in: end..<rest).filter(isBound)
    if !others.isEmpty {
      let (words, last) = (bytes.text(keyword.lowerBound..<start), self.end(ofSideAt: end))
      let questions = ([name.text] + others).map { "\(words)\($0) \(bytes.text(min(rest, last)..<last))" }
      failForeign(
        at: source.trimmingTrailingWhitespace(position..<rest), replacing: keyword.lowerBound..<last, "for each stream",
        write: questions.map(\.trimmingWhitespace).joined(separator: "; "))
    }
    if aspect == .ends {
      let last: StaticString = "unsubscribed"
      if !bytes.hasWord(last, at: position) {
        let next = isEnd(position) ? name.span : self.word(at: position)
        let other = bytes.text(next)
        if next != name.span, !["unsub", "dispos", "cancel", "stop"].contains(where: other.hasPrefix) {
          guard let end = LanguageProblem.ends[other] else {
            fail(.missingEvent(after: bytes.text(keyword)), at: next)
            return nil
          }
          failForeign(
            at: next, replacing: keyword.lowerBound..<next.upperBound, "for the question",
            write: "why \(end) in \(name.text)")
        }
        failForeign(
          at: next, "for the question", write: (next == name.span ? "\(name.text) " : "") + last.description)
      }
      addToken(.keyword, last.utf8CodeUnitCount)
    }
    // The answer is about the whole run.
    if bytes[position] == ASCII.question || bytes[position] == ASCII.at {
      failForeign(at: self.word(at: position), write: "")
    }
    return SubscriptionQuestion(aspect: aspect, stream: name)
  }

  /// Whether the word `in` of a question is the name of a stream: `who holds in`, or `who holds in in merge(in, a)`.
  private func isStream(inAt start: Int) -> Bool {
    let next = bytes.skipWhitespace(at: start + 2)
    let endsName =
      isEnd(next) || bytes.hasLineComment(at: next) || bytes.hasWord("in", at: next)
      || bytes.hasWord("unsubscribed", at: next)
    return endsName && isBound("in")
  }

  private mutating func eventQuestion(after keyword: Span) -> EventQuestion {
    var words = keyword
    let isNegated = bytes.hasWord("not", at: position)
    if isNegated {
      words = keyword.lowerBound..<position + 3
      addToken(.keyword, 3)
    }
    let (event, tick) = questionedEvent(after: words, isNegated: isNegated)
    return EventQuestion(isNegated: isNegated, event: event, tick: tick)
  }

  /// Reports the tick after the expression of a question: `why 2 in a.delay(1) @5`.
  private mutating func rejectTick(after keyword: Span) {
    let rest = position..<end(ofSideAt: position)
    guard bytes.identifierEnd(at: position).map({ isBound(bytes.text(position..<$0)) }) == true,
      let sign = tickSign(in: rest), let tick = Int64(bytes.text(sign + 1..<rest.upperBound))
    else { return }
    let expression = bytes.text(source.trimmingTrailingWhitespace(position..<sign))
    failForeign(
      at: sign..<rest.upperBound, replacing: keyword.lowerBound..<rest.upperBound, "for the tick",
      write: "@\(tick) in \(expression)")
  }

  /// Reads the event and the tick of a question.
  private mutating func questionedEvent(
    after words: Span, isNegated: Bool
  ) -> (event: Timeline.Event?, tick: Int?) {
    let span = source.trimmingTrailingWhitespace(position..<offset(ofWord: "in", from: position))
    let sign = tickSign(in: span)
    if let error = questionWithoutEvent(span, after: words, tickAt: sign) { fail(error) }
    let eventSpan = source.trimmingTrailingWhitespace(span.lowerBound..<(sign ?? span.upperBound))
    let event = eventSpan.isEmpty ? nil : self.event(at: eventSpan)
    var tick: Int?
    if let sign {
      tree.add(.timeline(.pipe), sign..<span.upperBound)
      let number = Int64(bytes.text(bytes.skipWhitespace(at: sign + 1)..<span.upperBound))
      tick = number.flatMap { Int(exactly: $0) }
      if number == nil {
        fail(.malformedTick(bytes.excerpt(sign..<span.upperBound)), at: sign..<span.upperBound)
      } else if tick == nil {
        fail(.tickTooLarge(limit: Timeline.latestTick), at: sign..<span.upperBound)
      }
    }
    position = skipTrivia(at: max(position, span.upperBound))
    if eventSpan.isEmpty, isNegated || sign == nil { fail(.missingEvent(after: bytes.text(words)), at: words) }
    return (event, tick)
  }

  /// Reads a single event, written as in a timeline.
  private mutating func event(at span: Span) -> Timeline.Event? {
    tree.add(.timeline(.pipe), span)
    rejectWords(in: span)
    guard failure == nil else { return nil }
    do throws(Diagnostic) {
      let reading = try TimelineReader(source, tick: tickLength)
        .timeline(from: span.lowerBound, to: span.upperBound, as: .pipe)
      let timeline = reading.timeline
      if timeline.marbles.count == 1, timeline.end <= 1, timeline.loop == nil { return timeline.marbles[0].event }
      fail(.notOneEvent(bytes.excerpt(span)), at: span)
    } catch {
      fail(error)
    }
    return nil
  }

  /// Reports a question mark after an event, a tick or a stream after another word, and a question in English:
  /// `why 2?`, `why 2 at 5`, `why 2 from a` and `why is 2 missing`.
  private mutating func rejectWords(in span: Span) {
    let words = bytes.text(span).split { $0 == " " }
    let last = span.upperBound - 1
    guard words.count > 2 else {
      if span.count > 1, bytes[last] == ASCII.question { failForeign(at: last..<last + 1, write: "") }
      return
    }
    let second = bytes.skipWhitespace(at: span.lowerBound + words[0].utf8.count)
    let rest = second..<span.upperBound
    if ["at", "on"].contains(words[1]), let tick = words.last.flatMap({ Int64($0) }) {
      failForeign(at: rest, write: "@\(tick)")
    } else if ["from", "of", "for"].contains(words[1]) {
      failForeign(at: second..<second + words[1].utf8.count, "for the stream", write: "in")
    } else if ["is", "was", "did", "does", "isn't", "didn't"].contains(words[0]),
      let event = words.first(where: {
        Int64($0) != nil || $0.count == 1
      })
    {
      guard !isBound(String(event)) else { return }
      let isNegated = words.contains { $0.hasSuffix("n't") || ["not", "missing", "absent", "lost"].contains($0) }
      failForeign(at: span, "for the question", write: (isNegated ? "not " : "") + event)
    }
  }

  /// Returns an error for a question without a space: `why2`, `why(2)` and `why?`.
  func joinedQuestion(at start: Int) -> Diagnostic? {
    let span = word(at: start)
    let rest = bytes.text(span).dropFirst(3)
    guard bytes.has("why", at: start), !isBound(bytes.text(span)), !isBound("why") else { return nil }
    if rest == "?", !isEnd(bytes.skipWhitespace(at: span.upperBound)) {
      return foreign(at: span, "for the question", write: "why")
    }
    let event = rest == "?" ? "|" : rest.filter { !"()".contains($0) }
    guard rest == "?" || Int64(event) != nil else { return nil }
    return foreign(at: span, "for the question", write: "why \(event)")
  }

  /// Returns an error for another word in place of `holds` or `twice`: `who observes a` and `why two a`.
  func misspelledQuestion(at start: Int) -> Diagnostic? {
    let parts = parts(of: start..<min(end(ofSideAt: start), offset(ofWord: "in", from: start)))
    guard parts.count == 3, !isBound(parts[0]), isBound(parts[2]), case let word = bytes.skipWhitespace(at: start + 3),
      let meant = ["who": "holds", "why": "twice"][parts[0]], parts[1] != meant,
      meant == "holds" || ["two", "thrice", "double", "doubly", "again"].contains(parts[1])
    else { return nil }
    return foreign(at: word..<word + parts[1].utf8.count, "for the question", write: meant)
  }

  /// Returns the offset of the `@` of a tick at the end of a question.
  private func tickSign(in span: Span) -> Int? {
    let isAfterBracket = bytes[span.upperBound - 1] == ASCII.closeSquare || bytes[span.upperBound - 1] == ASCII.quote
    return isAfterBracket ? nil : span.last { bytes[$0] == ASCII.at }
  }

  /// Returns the offset of a word outside of brackets, or of the end of the statement.
  func offset(ofWord word: StaticString, from start: Int) -> Int {
    var offset = start
    while !isEnd(offset), let byte = bytes[offset] {
      if byte.separatesWords {
        offset = bytes.skipWhitespace(at: offset)
        if bytes.hasWord(word, at: offset) || bytes.hasLineComment(at: offset) || bytes.has("/*", at: offset) { break }
      } else if "[\"({".utf8.contains(byte), let end = BracketMatcher.end(ofBracketAt: offset, in: bytes), end <= limit
      {
        offset = end
      } else {
        offset += 1
      }
    }
    return min(offset, limit)
  }
}
