/// Statements and what stands in them.
///
///     statement   = ":" word text | "check" (timeline | text) | name "=" definition
///                 | name "(" [name {"," name}] ")" "=" expression
///                 | "subscriptions" name "==" [window {"," window}]
///                 | subject ["during" window {"," window}] ["==" expectation]
///     subject     = definition | nothing, at the prompt: the last result
///     definition  = "cold" timeline {"," timeline} | "raw" timeline | operand
///     expectation = nothing | "raw" timeline | operand | timeline {"," timeline}   one for each window
///     operand     = expression | timeline                            told apart by `beginsExpression`
extension Parser {
  mutating func statement() throws(Diagnostic) -> Statement.Kind {
    let start = position
    if bytes[start] == ASCII.colon { return try command() }
    if mode == .interactive, bytes.hasChainLink(at: start) {
      let last = Expression(.name("_"), span: start..<start)
      return try comparison(of: .definition(.expression(chain(on: last))))
    }
    if bytes.has("==", at: start) {
      guard mode == .interactive else { throw Diagnostic(.nothingToCompare, at: start..<start + 2) }
      return try comparison(of: .lastResult)
    }
    if mode == .interactive, keyword("during", at: start) != nil { return try comparison(of: .lastResult) }
    if bytes.has("?(", at: start) { throw Diagnostic(.notYet(.search), at: start..<start + 1) }
    if let binding = try binding() { return binding }
    if let definition = try operatorDefinition() { return definition }
    if let special = try special() { return special }
    return try comparison(of: .definition(definition(form: .pipe)))
  }

  // MARK: Keywords

  /// A keyword with a blank and something of its own behind it; keywords are names anywhere else.
  func keyword(_ word: StaticString, at offset: Int) -> Span? {
    let end = offset + word.utf8CodeUnitCount
    guard bytes.hasWord(word, at: offset), let byte = bytes[end], byte.separatesWords else { return nil }
    guard case .to(let behind) = bytes.skipTrivia(at: end), !isEnd(behind) else { return nil }
    if bytes[behind] == ASCII.equals { return nil }
    if duringKeyword(at: behind) != nil, isBound(word.description) { return nil }
    return offset..<end
  }

  /// `check`, and what is planned.
  private mutating func special() throws(Diagnostic) -> Statement.Kind? {
    let start = position
    if let span = keyword("check", at: start) {
      position = try skipTrivia(at: span.upperBound)
      return try .check(check())
    }
    if let span = lonely("check", at: start) { throw Diagnostic(.missingTimeline(after: "check"), at: span) }
    if let span = keyword("subscriptions", at: start) ?? lonely("subscriptions", at: start) {
      return try subscriptions(behind: span)
    }
    let planned: [(StaticString, PlannedFeature)] = [("forall", .forall), ("why", .why)]
    for (word, feature) in planned {
      if let span = keyword(word, at: start) ?? lonely(word, at: start) {
        throw Diagnostic(.notYet(feature), at: span)
      }
    }
    return nil
  }

  /// A keyword that stands alone and is no one's name.
  private func lonely(_ word: StaticString, at offset: Int) -> Span? {
    let end = offset + word.utf8CodeUnitCount
    guard bytes.hasWord(word, at: offset), !isBound(word.description) else { return nil }
    guard case .to(let behind) = bytes.skipTrivia(at: end), isEnd(behind) || bytes.has("==", at: behind) else {
      return nil
    }
    return offset..<end
  }

  private mutating func check() throws(Diagnostic) -> Check {
    let start = position
    if bytes[start] == ASCII.quote, let end = Skimmer.end(ofBracketAt: start, in: bytes) {
      let behind = try skipTrivia(at: end)
      if isEnd(behind) {
        let span = start + 1..<end - 1
        try validateWord(span)
        position = end
        return .word(Name(text: bytes.text(span), span: span))
      }
    }
    return try .timeline(timeline(form: .raw))
  }

  private func validateWord(_ span: Span) throws(Diagnostic) {
    var offset = span.lowerBound
    while offset < span.upperBound {
      let end = min(bytes.characterEnd(at: offset), span.upperBound)
      let text = bytes.text(offset..<end)
      guard text == "v" || text == "f" || text == "c" || text == "i" else {
        throw Diagnostic(.notAnEventWord(text.first ?? " "), at: offset..<end)
      }
      offset = end
    }
  }

  mutating func command() throws(Diagnostic) -> Statement.Kind {
    let start = position
    var nameEnd = start + 1
    while !isEnd(nameEnd), let byte = bytes[nameEnd], !byte.separatesWords { nameEnd += 1 }
    guard nameEnd > start + 1 else { throw Diagnostic(.emptyCommand, at: start..<start + 1) }
    let argumentsStart = bytes.skipBlanks(at: nameEnd)
    var end = argumentsStart
    var isQuoted = false
    while let byte = bytes[end], byte != ASCII.newline {
      if byte == ASCII.quote { isQuoted.toggle() }
      if !isQuoted, byte == ASCII.semicolon || bytes.hasLineComment(at: end) { break }
      end += 1
    }
    position = end
    while end > argumentsStart, let byte = bytes[end - 1], byte.separatesWords { end -= 1 }
    return .command(
      name: Name(text: bytes.text(start + 1..<nameEnd), span: start + 1..<nameEnd),
      arguments: Name(text: bytes.text(argumentsStart..<end), span: argumentsStart..<end))
  }

  // MARK: Bindings

  /// `name = …`; `nil` where the statement does not begin so.
  private mutating func binding() throws(Diagnostic) -> Statement.Kind? {
    let start = position
    guard let nameEnd = bytes.identifierEnd(at: start) else { return nil }
    let equals = try skipTrivia(at: nameEnd)
    guard bytes[equals] == ASCII.equals, bytes[equals + 1] != ASCII.equals else { return nil }
    let name = Name(text: bytes.text(start..<nameEnd), span: start..<nameEnd)
    if isReserved(name.text) {
      throw Diagnostic(.reservedName(name.text), at: name.span)
    }
    do throws(Diagnostic) {
      position = try skipTrivia(at: equals + 1)
      if isEnd(position) { throw Diagnostic(.missingDefinition(name: name.text), at: equals..<equals + 1) }
      let definition = try definition(form: .pipe)
      try expectEndOfBinding(of: name)
      bind(name.text, isReadable: true)
      return .bind(name, definition)
    } catch {
      // It stays a name all the same, or every use of it would be reported, too.
      bind(name.text, isReadable: false)
      throw error
    }
  }

  // `name(p, q) = …`; `nil` where the statement does not begin so.
  private mutating func operatorDefinition() throws(Diagnostic) -> Statement.Kind? {
    guard let nameEnd = bytes.identifierEnd(at: position), bytes[nameEnd] == ASCII.openParenthesis else { return nil }
    let name = Name(text: bytes.text(position..<nameEnd), span: position..<nameEnd)
    var parameters: [Name] = []
    var end = bytes.skipBlanks(at: nameEnd + 1)
    while let parameterEnd = bytes.identifierEnd(at: end) {
      parameters.append(Name(text: bytes.text(end..<parameterEnd), span: end..<parameterEnd))
      end = bytes.skipBlanks(at: parameterEnd)
      guard bytes[end] == ASCII.comma else { break }
      end = bytes.skipBlanks(at: end + 1)
    }
    guard bytes[end] == ASCII.closeParenthesis else { return nil }
    let call = Name(text: bytes.text(position..<end + 1), span: position..<end + 1)
    let equals = try skipTrivia(at: end + 1)
    guard bytes[equals] == ASCII.equals, bytes[equals + 1] != ASCII.equals else { return nil }
    // `merge(a, b) = --1--|` means a comparison.
    let isKnown = Catalogue.standard[name.text] != nil
    let comparison = Diagnostic(.equalsForComparison, at: equals..<equals + 1)
    if isKnown, parameters.contains(where: { isBound($0.text) }) { throw comparison }
    for name in [name] + parameters where isReserved(name.text) || Member.conversion(name.text) != nil {
      throw Diagnostic(.reservedName(name.text), at: name.span)
    }
    for (index, parameter) in parameters.enumerated() {
      if let first = parameters[..<index].first(where: { $0.text == parameter.text }) {
        throw Diagnostic(.repeatedParameter(parameter.text), at: parameter.span, related: first.span)
      }
    }
    position = try skipTrivia(at: equals + 1)
    if isEnd(position) { throw Diagnostic(.missingDefinition(name: call.text), at: equals..<equals + 1) }
    do throws(Diagnostic) {
      let body = try withNames(parameters.map(\.text)) { parser throws(Diagnostic) in
        try parser.definition(form: .pipe)
      }
      guard case .expression(let expression) = body else {
        throw isKnown ? comparison : Diagnostic(.operatorIsNoTimeline(call.text), at: call.span)
      }
      try expectEndOfBinding(of: call)
      return .define(name, parameters: parameters, expression)
    } catch {
      if !isKnown { noteUnreadable(operator: name.text) }
      throw error
    }
  }

  private func expectEndOfBinding(of name: Name) throws(Diagnostic) {
    let behind = try skipTrivia()
    let end: Int
    if bytes[behind] == ASCII.newline, let next = bytes.continuation(afterLineEnd: behind) {
      // Only the last line of a table may open with `==`; behind a binding it compares nothing.
      guard mode == .script, bytes.has("==", at: next) else { return }
      end = next
    } else {
      end = behind
    }
    if bytes.has("==", at: end) { throw Diagnostic(.assertionInBinding(name: name.text), at: end..<end + 2) }
    if let span = duringKeyword(at: end) { throw Diagnostic(.windowInBinding(name: name.text), at: span) }
    if bytes[end] == ASCII.comma { throw Diagnostic(.attemptsNeedCold, at: end..<end + 1) }
    guard isEnd(end) else { throw unexpected(at: end) }
  }

  func duringKeyword(at offset: Int) -> Span? {
    bytes.hasWord("during", at: offset) ? offset..<offset + 6 : nil
  }

  /// What stands behind `=`, or alone.
  private mutating func definition(form: TimelineForm) throws(Diagnostic) -> Definition {
    if try skipSourceKeyword("cold") { return try .cold(timelines(form: .cold)) }
    if try skipSourceKeyword("raw") { return try .raw(timeline(form: .raw)) }
    switch try operand(form: form) {
    case .timeline(let literal): return .pipe(literal)
    case .expression(let expression): return .expression(expression)
    }
  }

  /// Skips `cold` or `raw` where a timeline follows; alone they are an error, unless they are someone's name.
  private mutating func skipSourceKeyword(_ word: StaticString) throws(Diagnostic) -> Bool {
    if let span = lonely(word, at: position) {
      throw Diagnostic(.missingTimeline(after: word.description), at: span)
    }
    guard let span = keyword(word, at: position) else { return false }
    position = try skipTrivia(at: span.upperBound)
    return true
  }

  // MARK: Runs and comparisons

  /// A subject that has been read, with `during` and windows, and `==` with what is expected, if they follow.
  private mutating func comparison(of subject: Subject) throws(Diagnostic) -> Statement.Kind {
    let windows = try duringWindows()
    guard let equals = try comparisonSign() else {
      try rejectOthers(behind: subject, at: skipTrivia())
      if case .lastResult = subject, windows.isEmpty { throw Diagnostic(.nothingToCompare, at: position..<position) }
      return .show(subject, during: windows)
    }
    position = equals + 2
    let expectation = try expectation(lanes: windows)
    let end = try skipTrivia()
    if bytes.has("==", at: end) {
      throw Diagnostic(.severalComparisons, at: end..<end + 2, related: equals..<equals + 2)
    }
    try rejectOthers(behind: nil, at: end)
    return .assert(subject, during: windows, expectation)
  }

  /// The windows behind `during`; none where it does not follow.
  private mutating func duringWindows() throws(Diagnostic) -> [WindowLiteral] {
    guard let start = try hereOrOnNextLine({ keyword("during", at: $0) != nil || lonely("during", at: $0) != nil }),
      let span = duringKeyword(at: start)
    else { return [] }
    let behind = try skipTrivia(at: span.upperBound)
    if isEnd(behind) || bytes.has("==", at: behind) { throw Diagnostic(.missingWindow(after: "during"), at: span) }
    return try windows(at: behind)
  }

  private mutating func windows(at offset: Int) throws(Diagnostic) -> [WindowLiteral] {
    isInExpression = false
    let (windows, end) = try parseWindows(in: source, at: offset, tick: tickLength)
    position = end
    return windows
  }

  /// Where the `==` stands that follows in this line, or opens the next one.
  private func comparisonSign() throws(Diagnostic) -> Int? {
    try hereOrOnNextLine { bytes.has("==", at: $0) }
  }

  /// Where something follows in this line, or opens the next one, if it is what is meant.
  private func hereOrOnNextLine(_ isMeant: (Int) -> Bool) throws(Diagnostic) -> Int? {
    let behind = try skipTrivia()
    if isMeant(behind) { return behind }
    guard bytes[behind] == ASCII.newline, let next = bytes.continuation(afterLineEnd: behind), isMeant(next) else {
      return nil
    }
    return next
  }

  /// What is expected: one timeline, or as many as there are windows.
  private mutating func expectation(lanes windows: [WindowLiteral]) throws(Diagnostic) -> Expectation {
    let behind = position
    position = try skipTrivia()
    if isEnd(position) {
      position = behind
      return .missing(behind..<behind)
    }
    if let span = keyword("cold", at: position) { throw Diagnostic(.keywordNotHere("cold"), at: span) }
    if try skipSourceKeyword("raw") { return try .timelines([timeline(form: .raw)]) }
    if windows.count > 1, try !beginsExpression() {
      let timelines = try timelines(form: .expected)
      guard timelines.count == windows.count else {
        let span = timelines[0].span.lowerBound..<timelines[timelines.count - 1].span.upperBound
        throw Diagnostic(.wrongLaneCount(expected: timelines.count, observers: windows.count), at: span)
      }
      return .timelines(timelines)
    }
    switch try operand(form: .expected) {
    case .timeline(let literal): return .timelines([literal])
    case .expression(let expression): return .expression(expression)
    }
  }

  /// Timelines with commas between them.
  private mutating func timelines(form: TimelineForm) throws(Diagnostic) -> [TimelineLiteral] {
    isInExpression = false
    let (timelines, end, found) = try parseTimelines(
      in: source, at: position, form: form, several: true, tick: tickLength)
    warnings += found
    position = end
    return timelines
  }

  // `subscriptions name == window, window`
  private mutating func subscriptions(behind keyword: Span) throws(Diagnostic) -> Statement.Kind {
    let start = try skipTrivia(at: keyword.upperBound)
    guard let end = bytes.identifierEnd(at: start) else {
      throw Diagnostic(.subscriptionsNeedName, at: keyword)
    }
    let name = Name(text: bytes.text(start..<end), span: start..<end)
    guard isBound(name.text) else {
      throw Diagnostic(.unknownStream(name: name.text, suggestion: suggestion(for: name.text)), at: name.span)
    }
    position = end
    guard let equals = try comparisonSign() else {
      let behind = try skipTrivia()
      throw isEnd(behind) ? Diagnostic(.missingWindow(after: "subscriptions"), at: end..<end) : unexpected(at: behind)
    }
    position = equals + 2
    let behind = try skipTrivia()
    return .subscriptions(name, isEnd(behind) ? [] : try windows(at: behind), behind: equals + 2..<equals + 2)
  }

  /// Names what stands behind an operand and cannot.
  private func rejectOthers(behind subject: Subject?, at offset: Int) throws(Diagnostic) {
    if let span = duringKeyword(at: offset) { throw Diagnostic(.windowBehindComparison, at: span) }
    if bytes[offset] == ASCII.comma { throw Diagnostic(.attemptsNeedCold, at: offset..<offset + 1) }
    guard bytes[offset] == ASCII.equals, let subject else { return }
    let span = offset..<offset + 1
    guard case .definition(let definition) = subject else { throw Diagnostic(.equalsForComparison, at: span) }
    if case .pipe(let literal) = definition, isWord(literal.span) {
      throw Diagnostic(.notAName(bytes.excerpt(literal.span)), at: literal.span)
    }
    throw Diagnostic(.equalsForComparison, at: span)
  }

  /// Whether a timeline looks like a name that is none: `1x` or `my name`.
  private func isWord(_ span: Span) -> Bool {
    span.allSatisfy { offset in
      guard let byte = bytes[offset] else { return false }
      return byte.isWord || byte.separatesWords || byte >= 0x80
    }
  }
}
