/// Statements and their parts.
///
///     statement   = ":" word text | "check" (expression | timeline | string | "subscriptions") | name "=" definition
///                 | name "(" [name {"," name}] ")" "=" (expression | "?")
///                 | "subscriptions" name "==" [window {"," window}]
///                 | question ["in" definition] | law
///                 | subject ["during" window {"," window}] [comparison]
///                 | "races" definition ["within" ticks] ["during" window {"," window}] [comparison]
///     comparison  = "==" expectation | "matches" patterns
///     subject     = definition | nothing, at the prompt: the last result
///     definition  = "cold" timeline {"," timeline} | "raw" timeline | operand
///     expectation = nothing | "raw" timeline | operand | timeline {"," timeline}   one for each window
///     operand     = expression | timeline                            decided by `beginsExpression`
///
/// After an error, all of these functions continue in order to complete the tree. Their results are not used then.
extension Parser {
  mutating func statement() -> Statement.Kind {
    let start = position
    if bytes[start] == ASCII.colon { return command() }
    if mode != .script, bytes.hasChainLink(at: start) || isTypedLink(at: start) {
      return comparison(of: .definition(.expression(chainOnLastResult())))
    }
    if bytes.has("==", at: start) {
      if mode == .script { fail(.nothingToCompare, at: start..<start + 2) }
      return comparison(of: .lastResult)
    }
    if mode != .script,
      keyword("during", at: start) != nil || keyword("matches", at: start) != nil && !isBound("matches")
    {
      return comparison(of: .lastResult)
    }
    if let error = pipe(at: start) { fail(error) }
    if bytes.has("rx> ", at: start) { failForeign(at: start..<start + 4, write: "") }
    rejectImport()
    rejectControlFlow()
    rejectCalledKeyword()
    rejectSubscriptions()
    rejectNegation(at: position)
    rejectComparisonWords(at: position)
    skipDeclarationKeyword()
    return binding() ?? operatorDefinition() ?? special() ?? comparison(of: .definition(definition()))
  }

  /// Whether the input ends in an incomplete link of a chain: `.`, or `.ma`.
  func isTypedLink(at offset: Int) -> Bool {
    guard mode == .typing, bytes[offset] == ASCII.dot else { return false }
    return offset + 1 == bytes.count || bytes.identifierEnd(at: offset + 1) == bytes.count
  }

  /// Reads the rest of a statement with an error.
  ///
  /// The beginning of each part determines how it is parsed.
  mutating func readRest() {
    while true {
      position = skipTrivia()
      guard position < limit else { break }
      if isEnd(position) {
        position += 1
      } else if bytes[position] == ASCII.comma {
        addToken(.symbol, 1)
        timeline(form: lastForm == .window ? .window : .raw)
      } else if bytes.hasWord("where", at: position) {
        addToken(.keyword, 5)
        readBrokenRenaming()
      } else if bytes.has("==", at: position) {
        addToken(.symbol, 2)
        if !isEnd(position) { _ = definition() }
      } else if bytes.hasWord("during", at: position), !isBound("during") {
        addToken(.keyword, 6)
        timeline(form: .window)
      } else if bytes.hasWord("matches", at: position), !isBound("matches") {
        addToken(.keyword, 7)
        timeline(form: .pattern)
      } else if bytes.hasWord("at", at: position), !isBound("at") {
        addToken(.keyword, 2)
        addToken(.number, word(at: position).count)
      } else {
        addToken(.unexpected, max(1, word(at: position).count))
      }
    }
    position = limit
    tree.addTrivia(upTo: limit)
  }

  /// Adds a token to the tree and skips the trivia after it.
  mutating func addToken(_ kind: SyntaxKind, _ count: Int) {
    let end = position + count
    tree.add(kind, position..<end)
    position = skipTrivia(at: end)
  }

  // MARK: Keywords

  /// Returns the span of a keyword that is followed by a space and more text.
  ///
  /// In any other position it is a name.
  func keyword(_ word: StaticString, at offset: Int) -> Span? {
    let end = offset + word.utf8CodeUnitCount
    guard bytes.hasWord(word, at: offset), let byte = bytes[end], byte.separatesWords else { return nil }
    guard case .to(let next) = bytes.skipTrivia(at: end), !isEnd(next) else { return nil }
    if bytes[next] == ASCII.equals { return nil }
    if duringKeyword(at: next) != nil, isBound(word.description) { return nil }
    return offset..<end
  }

  /// Reads `check`, `subscriptions`, `why`, `who`, `forall` and `races`.
  private mutating func special() -> Statement.Kind? {
    let start = position
    if let span = keyword("check", at: start) {
      kind = .check
      addToken(.keyword, span.count)
      let start = position
      let checked = check()
      let (last, sign) = (position, skipTrivia())
      if bytes.has("==", at: sign), bytes.hasWord("subscriptions", at: start) {
        let end = end(ofSideAt: sign + 2)
        if bytes.text(sign..<end).filter({ $0 != " " }) == "==0" {
          failForeign(
            at: sign..<end, replacing: last..<end, "`check subscriptions` fails if one is left", write: "")
        }
      } else if bytes.has("==", at: sign) {
        failForeign(at: span, replacing: span.lowerBound..<start, "a comparison needs no word before it", write: "")
      }
      return .check(checked)
    }
    if let span = keywordAlone("check", at: start) { fail(.missingTimeline(after: "check"), at: span) }
    if let span = keyword("subscriptions", at: start) ?? keywordAlone("subscriptions", at: start) {
      return subscriptions(after: span)
    }
    if let error = misspelledQuestion(at: start) { fail(error) }
    if let span = keyword("why", at: start) ?? keywordAlone("why", at: start) { return question(after: span) }
    if let span = keyword("who", at: start), beginsQuestion(after: span) { return question(after: span) }
    if let error = joinedQuestion(at: start) { fail(error) }
    if let span = keyword("forall", at: start) ?? keywordAlone("forall", at: start) { return law(after: span) }
    if let span = keyword("races", at: start) {
      addToken(.keyword, span.count)
      return races(after: span)
    }
    if let span = keywordAlone("races", at: start) { fail(.missingTimeline(after: "races"), at: span) }
    return nil
  }

  /// Reads what follows `races`, which is like a statement without it.
  private mutating func races(after keyword: Span) -> Statement.Kind {
    let start = position
    isAfterRaces = true
    if let name = bytes.identifierEnd(at: start), case let sign = bytes.skipWhitespace(at: name),
      bytes[sign] == ASCII.equals, bytes[sign + 1] != ASCII.equals
    {
      failForeign(at: keyword, "names are bound without it", write: "")
    } else if let error = nestedStatement(at: start) {
      fail(error)
    } else if !beginsExpression() {
      let side = start..<end(ofSideAt: start)
      fail(
        combination("|", of: parts(of: side)).map { foreign(at: side, "to combine the streams", write: $0) }
          ?? Diagnostic(.lawWithoutExpression, at: word(at: start)))
    }
    let definition = definition()
    isAfterRaces = false
    let movement = movement()
    let comparison = comparison(of: .definition(definition))
    return switch comparison {
    case .assert(let subject, let windows, let expectation):
      .races(subject, within: movement, during: windows, expectation)
    case .show(let subject, let windows): .races(subject, within: movement, during: windows, nil)
    default: comparison
    }
  }

  /// Reads the number of ticks after `within`, which is 0 if there is no `within`.
  private mutating func movement() -> Int {
    let start = hereOrOnNextLine { $0.keyword("within", at: $1) != nil || $0.keywordAlone("within", at: $1) != nil }
    guard let start else {
      rejectLateMovement()
      return 0
    }
    position = start
    addToken(.keyword, 6)
    let word = word(at: position)
    let (ticks, isValid) = ticks(ofMovement: word)
    guard isValid, let number = integer(at: position) else {
      fail(.expectedMovement(ticks: ticks), at: isEnd(position) ? start..<start + 6 : word)
      return 0
    }
    addToken(.number, number.end - position)
    if let unit = bytes.identifierEnd(at: position), TickLength.unitNames[bytes.text(position..<unit)] == "t" {
      failForeign(at: position..<unit, replacing: number.end..<unit, write: "")
    }
    return ticks
  }

  /// Returns the number of ticks that a word after `within` means, and whether the word is that number.
  private func ticks(ofMovement word: Span) -> (ticks: Int, isValid: Bool) {
    guard let number = integer(at: word.lowerBound) else { return (1, false) }
    let time = TickLength.read(source.bytes, from: word.lowerBound, to: word.upperBound)?.duration
    let ticks = time.map { ($0 / tickLength.duration).rounded(.up) } ?? Double(number.value)
    return (Int(min(max(ticks, 1), 100)), number.end == word.upperBound && (1...100).contains(number.value))
  }

  /// Reports `within 1` after a comma, a comparison or windows: `races a == b within 1`.
  private mutating func rejectLateMovement() {
    let isBefore: (Parser, Int) -> Bool = {
      $0.bytes[$1] == ASCII.comma || $0.bytes.has("==", at: $1) || $0.duringKeyword(at: $1) != nil
        || $0.keyword("matches", at: $1) != nil
    }
    guard !isBound("within"), let start = hereOrOnNextLine(isBefore) else { return }
    let word = offset(ofWord: "within", from: start + 1)
    guard keyword("within", at: word) != nil, case let number = self.word(at: bytes.skipWhitespace(at: word + 6)),
      integer(at: number.lowerBound) != nil, case let end = number.upperBound,
      isEnd(skipTrivia(at: end)) || isBefore(self, skipTrivia(at: end))
    else { return }
    let text = bytes.text(start..<word).trimmingWhitespace
    let before = text.hasSuffix(",") ? String(text.dropLast()) : text
    let within = "within \(ticks(ofMovement: number).ticks)"
    if before.isEmpty {
      failForeign(at: start..<start + 1, write: "")
    } else if bytes[start] != ASCII.comma {
      failForeign(at: word..<end, replacing: start..<end, "after the expression", write: "\(within) \(before)")
    }
  }

  /// Returns the span of a keyword without an operand, unless it is the name of a stream.
  func keywordAlone(_ word: StaticString, at offset: Int) -> Span? {
    let end = offset + word.utf8CodeUnitCount
    guard bytes.hasWord(word, at: offset), !isBound(word.description) else { return nil }
    guard case .to(let next) = bytes.skipTrivia(at: end), isEnd(next) || bytes.has("==", at: next) else { return nil }
    return offset..<end
  }

  private mutating func check() -> Check {
    let start = position
    if bytes[start] == ASCII.quote, let end = BracketMatcher.end(ofBracketAt: start, in: bytes), end <= limit {
      if isEnd(skipTrivia(at: end)) {
        let span = start + 1..<end - 1
        validateWord(span)
        tree.add(.stringSegment, start..<end)
        position = end
        return .word(Name(text: bytes.text(span), span: span))
      }
    }
    if keywordAlone("subscriptions", at: start) != nil {
      addToken(.keyword, "subscriptions".utf8.count)
      return .subscriptions
    }
    if let error = otherSubscriptions(at: start) { fail(error) }
    // A lone word is a timeline here if each of its letters may be an event.
    let name = bytes.identifierEnd(at: start).map { start..<$0 }
    let isEvents = name.map { isEnd(skipTrivia(at: $0.upperBound)) && isEventWord($0) && !isBound(bytes.text($0)) }
    if isEvents != true, beginsExpression() { return .stream(stream()) }
    let literal = timeline(form: .raw)
    if isHyphenated(literal.span), isEnd(skipTrivia(at: literal.span.upperBound)) {
      let text = bytes.text(literal.span)
      fail(.noStream(name: text, suggestion: suggestion(for: text)), at: literal.span)
    }
    if failure == nil, literal.isRow, isEventWord(literal.span) {
      warn(literal, TextMeaning(.eventWord, "\"\(bytes.text(literal.span))\""))
    }
    return .timeline(literal)
  }

  private func isEventWord(_ span: Span) -> Bool {
    span.allSatisfy { bytes[$0].map { "vfci".utf8.contains($0) } ?? false }
  }

  /// Returns the error for text that means `subscriptions`: `check subscription` and `check subscriptions in a`.
  private func otherSubscriptions(at start: Int) -> Diagnostic? {
    guard let end = bytes.identifierEnd(at: start), isEnd(end) || bytes[end]?.separatesWords == true,
      case let word = bytes.text(start..<end), word.count > 3, !isBound(word),
      word == "subscriptions" || closest(to: word, among: ["subscriptions"]) != nil
    else { return nil }
    let rest = start..<self.end(ofSideAt: start)
    return foreign(
      at: rest, replacing: statementStart..<rest.upperBound, "for all streams", write: "check subscriptions")
  }

  private mutating func validateWord(_ span: Span) {
    var offset = span.lowerBound
    while offset < span.upperBound {
      let end = min(bytes.characterEnd(at: offset), span.upperBound)
      let text = bytes.text(offset..<end)
      guard text == "v" || text == "f" || text == "c" || text == "i" else {
        return fail(.notAnEventWord(text.first ?? " "), at: offset..<end)
      }
      offset = end
    }
  }

  private mutating func command() -> Statement.Kind {
    kind = .command
    let start = position
    var nameEnd = start + 1
    while !isEnd(nameEnd), let byte = bytes[nameEnd], !byte.separatesWords { nameEnd += 1 }
    let name = Name(text: bytes.text(start + 1..<nameEnd), span: start + 1..<nameEnd)
    tree.add(.commandName, start..<nameEnd)
    guard !name.span.isEmpty else {
      fail(.emptyCommand, at: start..<nameEnd)
      position = nameEnd
      return .command(name: name, arguments: name)
    }
    let argumentsStart = bytes.skipWhitespace(at: nameEnd)
    var next = argumentsStart
    var isQuoted = false
    while let byte = bytes[next], byte != ASCII.newline {
      if byte == ASCII.quote { isQuoted.toggle() }
      if !isQuoted, byte == ASCII.semicolon || bytes.hasLineComment(at: next) { break }
      next += 1
    }
    let span = source.trimmingTrailingWhitespace(argumentsStart..<next)
    let arguments = Name(text: bytes.text(span), span: span)
    position = argumentsStart
    if !span.isEmpty, bindings.takesExpression(name.text) {
      readUnreported(upTo: span.upperBound) { parser in
        _ = parser.definition()
        parser.readRest()
      }
    } else {
      tree.add(.commandArguments, span)
    }
    position = next
    return .command(name: name, arguments: arguments)
  }

  // MARK: Runs and comparisons

  /// Reads the rest of a statement after its subject: `during` with windows, and `==` with the expected result or
  /// `matches` with a pattern.
  private mutating func comparison(of subject: Subject) -> Statement.Kind {
    var windows = duringWindows()
    if let patterns = patterns(lanes: windows) { return .assert(subject, during: windows, patterns) }
    guard let equals = comparisonSign() else {
      let next = skipTrivia()
      rejectOthers(after: subject, at: next)
      if case .lastResult = subject, windows.isEmpty { fail(.nothingToCompare, at: position..<position) }
      return .show(subject, during: windows)
    }
    if bytes[equals - 2]?.separatesWords == true { rejectUnequal(at: equals) }
    tree.add(.symbol, equals..<equals + 2)
    position = equals + 2
    if bytes[position] == ASCII.equals { rejectTripleEquals(at: equals) }
    let expectation = expectation(lanes: windows)
    lintExpected(expectation, comparedWith: source.trimmingTrailingWhitespace(statementStart..<equals))
    // A search can have no window before `==` either.
    if case .definition(.expression(let expression)) = subject, !expression.holes.isEmpty {
      windows += duringWindows()
    }
    let end = skipTrivia()
    if bytes.has("==", at: end) {
      fail(.severalComparisons, at: end..<end + 2, related: equals..<equals + 2)
    }
    rejectOthers(after: nil, at: end)
    return .assert(subject, during: windows, expectation)
  }

  /// Reads the windows after `during`.
  ///
  /// Returns an empty array if there is no `during`.
  mutating func duringWindows() -> [WindowLiteral] {
    let start = hereOrOnNextLine { $0.keyword("during", at: $1) != nil || $0.keywordAlone("during", at: $1) != nil }
    guard let start, let span = duringKeyword(at: start) else { return [] }
    position = start
    addToken(.keyword, span.count)
    if isEnd(position) || bytes.has("==", at: position) { fail(.missingWindow(after: "during"), at: span) }
    return windows()
  }

  /// Returns the offset of a `==` on this line or at the start of the next one.
  mutating func comparisonSign() -> Int? {
    hereOrOnNextLine { $0.bytes.has("==", at: $1) }
  }

  /// Returns the offset of matching text on this line or at the start of the next one.
  mutating func hereOrOnNextLine(_ isMeant: (Parser, Int) -> Bool) -> Int? {
    let next = skipTrivia()
    guard next < limit else { return nil }
    if isMeant(self, next) { return next }
    guard bytes[next] == ASCII.newline, let following = bytes.continuation(afterLineEnd: next), following < limit,
      isMeant(self, following)
    else { return nil }
    return following
  }

  /// Reads the expected result: an expression, a single timeline, or one timeline for each window.
  mutating func expectation(lanes windows: [WindowLiteral]) -> Expectation {
    let end = position
    position = skipTrivia()
    if isEnd(position) {
      position = end
      return .missing(end..<end)
    }
    if let span = keyword("cold", at: position) {
      fail(.unexpectedKeyword("cold"), at: span)
      addToken(.keyword, span.count)
    }
    if skipSourceKeyword("raw") { return .timelines([timeline(form: .raw)]) }
    if beginsExpression() { return .expression(stream()) }
    let start = position
    let timelines = timelines(form: .expected, several: windows.count > 1)
    if case LanguageProblem.reservedCharacter("*")? = failure?.problem, let star = failure?.span,
      case let text = start..<self.end(ofSideAt: start), text.contains(star.lowerBound),
      (try? TimelineReader(source, tick: tickLength).timeline(from: start, to: text.upperBound, as: .pattern)) != nil
    {
      failure = foreign(
        at: star, replacing: end - 2..<text.upperBound, "for any events", write: "matches \(bytes.text(text))")
    }
    if windows.count > 1, timelines.count != windows.count {
      let span = timelines[0].span.lowerBound..<timelines[timelines.count - 1].span.upperBound
      fail(.wrongLaneCount(expected: timelines.count, observers: windows.count), at: span)
    }
    return .timelines(timelines)
  }

  // Reads `subscriptions name == window, window`.
  private mutating func subscriptions(after keyword: Span) -> Statement.Kind {
    kind = .subscriptions
    addToken(.keyword, keyword.count)
    let end = bytes.identifierEnd(at: position) ?? position
    let name = Name(text: bytes.text(position..<end), span: position..<end)
    if name.span.isEmpty { fail(.subscriptionsNeedName, at: keyword) }
    if !isBound(name.text) {
      fail(.unknownStream(name: name.text, suggestion: suggestion(for: name.text)), at: name.span)
    }
    tree.add(.identifier, name.span)
    position = end
    guard let equals = comparisonSign() else {
      let next = skipTrivia()
      if isEnd(next) { fail(.missingWindow(after: "subscriptions"), at: end..<end) } else { failAtWord(next) }
      return .subscriptions(name, [], after: end..<end)
    }
    position = equals
    let sign = equals + 2..<equals + 2
    addToken(.symbol, 2)
    if isEnd(position) {
      position = equals + 2
      return .subscriptions(name, [], after: sign)
    }
    return .subscriptions(name, windows(), after: sign)
  }

  /// Reports text that cannot follow an operand.
  mutating func rejectOthers(after subject: Subject?, at offset: Int) {
    guard failure == nil else { return }
    rejectUnequal(at: offset)
    if let span = duringKeyword(at: offset) { return fail(late(during: span)) }
    if bytes[offset] == ASCII.comma { return fail(comma(at: offset)) }
    guard bytes[offset] == ASCII.equals, let subject else { return }
    if bytes.has("=>", at: offset) {
      return fail(arrow(at: offset, after: source.trimmingTrailingWhitespace(statementStart..<offset)))
    }
    if rejectSetting(of: subject, at: offset) { return }
    // A formula of a table.
    if offset == statementStart, let end = bytes.identifierEnd(at: offset + 1), bytes[end] == ASCII.openParenthesis {
      return failForeign(at: offset..<offset + 1, write: "")
    }
    if case .definition(.pipe(let literal)) = subject, isWord(literal.span) || isHyphenated(literal.span) {
      return fail(.notAName(bytes.excerpt(literal.span)), at: literal.span)
    }
    if case .definition(.pipe(let literal)) = subject, let name = bytes.identifierEnd(at: literal.span.lowerBound),
      case let colon = bytes.skipWhitespace(at: name), bytes[colon] == ASCII.colon
    {
      // The name has a type, and is not a timeline: `a: Int = --1|`.
      warnings.removeAll { $0.span == literal.span }
      failForeign(at: colon..<offset + 1, replacing: name..<offset + 1, "to bind the name", write: " =")
    }
    rejectAssignment(at: offset)
    fail(.equalsForComparison, at: offset..<offset + 1)
  }

  /// Returns the error for windows after a comparison or after other windows: `a == --1| during ^--!`.
  private func late(during keyword: Span) -> Diagnostic {
    let rest = min(end(ofSideAt: keyword.lowerBound), offset(ofWord: "within", from: keyword.lowerBound))
    let windows = source.trimmingTrailingWhitespace(keyword.lowerBound..<rest)
    if offset(ofWord: "during", from: statementStart) < keyword.lowerBound {
      return foreign(at: windows, "one is enough", write: "")
    }
    let sign = offset(ofWord: "matches", from: statementStart) < keyword.lowerBound ? "matches" : "=="
    var error = Diagnostic(.windowAfterComparison(sign: sign, write: moving(windows, before: "matches")), at: keyword)
    error.replaced = statementStart..<windows.upperBound
    return error
  }

  /// Reports `a.value = 5`, and returns whether it is that.
  private mutating func rejectSetting(of subject: Subject, at equals: Int) -> Bool {
    let end = end(ofSideAt: equals + 1)
    let value = bytes.text(min(bytes.skipWhitespace(at: equals + 1), end)..<end).filter { $0 != "\"" }
    guard case .definition(.pipe(let literal)) = subject, bytes.text(literal.span).hasSuffix(".value"),
      case let name = String(bytes.text(literal.span).dropLast(6)), isBound(name),
      value.utf8.count <= 20, value.allSatisfy({ $0.isLetter || $0.isNumber }), !value.isEmpty
    else { return false }
    // The name and the member would be the values of a timeline.
    warnings.removeAll { literal.span.contains($0.span.lowerBound) }
    failForeign(
      at: equals..<equals + 1, replacing: literal.span.lowerBound..<end, "for a stream that sends the value",
      write: "\(name) = --\(value.count == 1 ? value : "[\(value)]")--|")
    return true
  }

  /// Whether a timeline looks like words with hyphens, such as `my-name` or `ab-c`.
  private func isHyphenated(_ span: Span) -> Bool {
    let words = bytes.text(span).split(separator: "-", omittingEmptySubsequences: false)
    return words.count > 1 && words[0].count > 1 && words[0].first?.isLetter == true
      && words.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber } }
  }

  /// Whether a timeline looks like an invalid name, such as `1x` or `my name`.
  private func isWord(_ span: Span) -> Bool {
    span.allSatisfy { offset in
      guard let byte = bytes[offset] else { return false }
      return byte.isWord || byte.separatesWords || byte >= 0x80
    }
  }
}
