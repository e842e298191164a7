/// Text that is read as a timeline, but was probably meant as something else.
extension Parser {
  /// The maximum length of text that is examined, so that long timelines cost nothing.
  static let maxWordsLength = 1000

  /// Warns about a timeline that looks like a sentence, a keyword, a call, a calculation or a list of streams.
  ///
  /// A timeline that begins with a dot has no such warning.
  mutating func lintWords(_ literal: TimelineLiteral) {
    guard failure == nil, literal.form != .window, (1...Self.maxWordsLength).contains(literal.span.count),
      let meaning = literal.form == .pattern
        ? quotedTimeline(literal.span, as: .pattern).map({ TextMeaning(.pattern, $0.text) }) : meaning(of: literal)
    else { return }
    warn(literal, meaning)
  }

  mutating func warn(_ literal: TimelineLiteral, _ meaning: TextMeaning, replacing start: Int? = nil) {
    let count = literal.written.marbles.count { $0.event.isValue }
    var warning = Diagnostic(.wordsAsTimeline(bytes.excerpt(literal.span), count: count, meaning), at: literal.span)
    warning.replaced = start.map { $0..<literal.span.upperBound }
    warnings.append(warning)
  }

  /// Warns about an expected timeline that looks like a name, a list or a search: `a == b`, `a == [1, 2]`, `a == ?`.
  mutating func lintExpected(_ expectation: Expectation, comparedWith left: Span) {
    guard failure == nil, case .timelines(let literals) = expectation else { return }
    if literals.count > 1 { lintStreams(literals, comparedWith: left) }
    guard literals.count == 1, case let literal = literals[0], case let text = bytes.text(literal.span),
      literal.form == .expected,
      literal.written.marbles.count == 1, literal.written.end <= 1,
      case .value(let value) = literal.written.marbles[0].event
    else { return }
    if text == "?" { return warn(literal, TextMeaning(.result, "")) }
    if case .tuple(let items) = value, text.hasPrefix("["), text.contains(", ") {
      let values = items.map { TimelinePrinter.token(for: .value($0)) }.joined(separator: " ... ")
      let meaning = TextMeaning(.values, "\(bytes.text(left)) matches ... \(values) ... |")
      return warn(literal, meaning, replacing: left.lowerBound)
    }
    // A letter that occurs elsewhere is a value.
    let isName = bytes.identifierEnd(at: literal.span.lowerBound) == literal.span.upperBound
    guard isName, !bytes.text(left).contains(text),
      !bindings.names().contains(where: { bindings.timeline($0)?.contains(text) == true })
    else { return }
    warn(literal, TextMeaning(.name, "\(text) = --1--|", isExact: false))
  }

  /// Warns about a stream in place of patterns or of several timelines: `a matches b`, `a during ^, ^ == b, b`.
  mutating func lintStreams(_ literals: [TimelineLiteral], comparedWith left: Span) {
    guard failure == nil, let last = literals.last, case let name = bytes.text(last.span), isName(last.span),
      literals.allSatisfy({ bytes.text($0.span) == name }),
      // A letter that occurs elsewhere is a value.
      !bindings.names().contains(where: { bindings.timeline($0)?.contains(name) == true })
    else { return }
    warn(last, TextMeaning(.comparedStream, "\(bytes.text(left)) == \(name)"), replacing: left.lowerBound)
  }

  /// Warns about entries or values without commas between them: `where x = 1 y = 2` and `of [1 2 3]`.
  mutating func lintSpaces(in span: Span, write separated: (String) -> String?) {
    let text = bytes.text(span)
    guard failure == nil, span.count <= Self.maxWordsLength, !text.contains(where: { "\"{(\\".contains($0) }),
      let meant = separated(text)
    else { return }
    warnings.append(
      Diagnostic(.wordsAsTimeline(bytes.excerpt(span), count: 1, TextMeaning(.items, meant)), at: span))
  }

  private func meaning(of literal: TimelineLiteral) -> TextMeaning? {
    let span = literal.span
    if let end = bytes.identifierEnd(at: span.lowerBound), end <= span.upperBound {
      let meaning =
        meaning(ofFirst: span.lowerBound..<end, of: literal)
        ?? (isBound(bytes.text(span.lowerBound..<end)) ? meaning(ofStream: span.lowerBound..<end, of: literal) : nil)
      if let meaning { return meaning }
    } else {
      switch bytes[span.lowerBound] {
      case ASCII.openSquare?:
        return comprehension(span) ?? range(parts(of: span).dropFirst().dropLast()) ?? conversion(of: span)
          ?? meaning(ofList: span)
      case ASCII.openParenthesis?: return conversion(of: span)
      case ASCII.quote?, UInt8(ascii: "'")?, UInt8(ascii: "`")?:
        if bytes.has(".?", at: span.upperBound - 2), quotedTimeline(span.lowerBound..<span.upperBound - 2) != nil {
          return TextMeaning(.search, "?(\(bytes.text(span.lowerBound..<span.upperBound - 2)))")
        }
        return quotedTimeline(span) ?? comment(1, literal)
      case UInt8(ascii: "%")?: return comment(1, literal)
      case ASCII.question? where isOperator(span.lowerBound + 1..<span.upperBound):
        return TextMeaning(.help, ":help \(bytes.text(span).dropFirst())")
      case ASCII.question?:
        let parts = parts(of: span)
        if parts == ["?"], bytes.has("==", at: bytes.skipWhitespace(at: span.upperBound)) {
          return TextMeaning(.search, "?(\(bindings.names().first ?? "\"--1|\""))", isExact: false)
        }
        if let end = bytes.identifierEnd(at: span.lowerBound + 2), bytes.has(".", at: span.lowerBound + 1),
          bytes[end] == ASCII.openParenthesis, isOperator(span.lowerBound + 2..<end)
        {
          return TextMeaning(.search, "\(bindings.names().first ?? "\"--1|\"").\(bytes.text(span))", isExact: false)
        }
        return parts.count == 2 && isBound(parts[1]) ? TextMeaning(.search, "\(parts[1]).?") : nil
      case ASCII.minus?: return bytes.has("--", at: span.lowerBound) ? comment(2, literal) : nil
      case ASCII.dollar? where literal.isRow && bytes[span.lowerBound + 1]?.isDigit == true:
        return TextMeaning(.calculation, "a.map { $0 + 1 }", isExact: false)
      case let byte? where byte.isDigit: break
      default: return nil
      }
    }
    let parts = parts(of: span)
    if let range = range(parts[...]) { return range }
    // A property of a program, such as `button.rx.tap`.
    if literal.isRow, isPath(parts), parts.count > 4, parts.allSatisfy({ $0 == "." || $0.count > 1 }),
      bytes[span.lowerBound]?.isDigit != true, let stream = stream(ofPath: span)
    {
      return TextMeaning(.name, "\(bytes.text(stream)) = --1--|", isExact: false)
    }
    guard literal.form == .pipe, isWords(literal) else { return nil }
    return calculation(parts) ?? TextMeaning(.words, "[\(bytes.text(span))]")
  }

  /// Whether a timeline contains only values, and they form several words or a calculation.
  private func isWords(_ literal: TimelineLiteral) -> Bool {
    let text = bytes.text(literal.span)
    guard literal.isRow(mayEnd: true), !text.contains(where: { "[](){}<>\"#^@".contains($0) }) else { return false }
    let words = text.split { $0 == " " || $0 == "\t" }
    let isSentence = words.count > 1 && words.contains { $0.count > 1 && $0.contains(where: \.isLetter) }
    return isSentence || text.dropFirst().contains { "+*/%".contains($0) }
  }

  // MARK: Words

  /// Returns the meaning of text by its first word, whether the word is a stream or not.
  private func meaning(ofFirst word: Span, of literal: TimelineLiteral) -> TextMeaning? {
    let (name, end) = (bytes.text(word), literal.span.upperBound)
    let next = min(bytes.skipWhitespace(at: word.upperBound), end)
    let rest = bytes.text(next..<end)
    if let row = row(literal) { return row }
    if isImport(literal.span) { return TextMeaning(.importing, "") }
    if isOperator(word), rest == "help" || (bytes[word.upperBound] == ASCII.question && word.upperBound + 1 == end) {
      return TextMeaning(.help, ":help \(name)")
    }
    if bytes[word.upperBound] == ASCII.openSquare, word.upperBound + 1 < end, isOperator(word) {
      let items = bytes.text(word.upperBound + 1..<end - 1).split(separator: ",").map { $0.filter { $0 != " " } }
      if items.allSatisfy(isBound) { return TextMeaning(.call, "\(name)(\(items.joined(separator: ", ")))") }
    }
    if name == "help", next < end, isOperator(next..<end) { return TextMeaning(.help, ":help \(rest)") }
    if bytes[word.upperBound] == ASCII.colon, word.upperBound < end {
      return meaning(ofLabel: name, word.upperBound + 1..<end)
    }
    if bytes[next] == ASCII.colon, bytes[next + 1]?.separatesWords == true, next + 2 < end {
      return meaning(ofLabel: name, next + 1..<end)
    }
    if let next = bytes[word.upperBound], next == ASCII.dot || next == UInt8(ascii: "<"),
      let call = callAfterPath(word, upTo: end)
    {
      return call
    }
    if bytes[word.upperBound] == ASCII.dot, hasCapital(at: word.lowerBound),
      bytes.identifierEnd(at: word.upperBound + 1) == end
    {
      return operatorCall(bytes.text(word.upperBound + 1..<end), "")
    }
    // Digits and `@` may be a duration or a jump, which need a space before them.
    if name == "every", let count = Int64(parts(of: word.upperBound..<end).first ?? ""),
      let timer = form(name, String(count))
    {
      return TextMeaning(.call, timer, isExact: false)
    }
    guard next > word.upperBound, let first = bytes[next], !first.isDigit, first != ASCII.at else {
      return literal.isRow && next > word.upperBound ? operatorCall(name, rest) : nil
    }
    let lowercase = name.lowercased()
    switch lowercase {
    case "hot": return TextMeaning(.hot, rest)
    case "cold", "raw", "check", "why", "forall", "races", "subscriptions":
      return lowercase == name ? nil : TextMeaning(.keyword, "\(lowercase) \(rest)")
    case "foreach": return TextMeaning(.law, "forall \(rest)")
    case _ where Self.wordsBeforeComparisons.contains(lowercase):
      return bytes.has("==", at: bytes.skipWhitespace(at: end)) ? TextMeaning(.comparison, rest) : nil
    case "for" where parts(of: next..<end).dropLast().contains("in"):
      let stream = (parts(of: next..<end).drop { $0 != "in" }.dropFirst().first ?? "").filter { $0 != ":" }
      return isBound(stream) ? TextMeaning(.stream, stream) : nil
    case "for":
      return ["all ", "each ", "every "].first(where: rest.hasPrefix)
        .map { TextMeaning(.law, "forall \(rest.dropFirst($0.count))") }
    case "throw": return rest.hasPrefix("\"") ? form(name, rest).map { TextMeaning(.failure, $0) } : nil
    case _ where Self.wordsBeforeStreams.contains(lowercase):
      return isName(next..<end) ? TextMeaning(.stream, rest) : nil
    default: return operatorCall(name, rest)
    }
  }

  /// Returns the meaning of a lane of a drawing without its ruler: `out 1  --1-|`.
  private func row(_ literal: TimelineLiteral) -> TextMeaning? {
    guard literal.form == .pipe, bytes.isFirstInLine(literal.span.lowerBound),
      let head = PastedDrawing.LaneHead(at: literal.span.lowerBound, in: bytes), bytes[head.lane] == ASCII.minus,
      head.lane < literal.span.upperBound
    else { return nil }
    let lane = bytes.text(head.lane..<literal.span.upperBound)
    return TextMeaning(.name, "\(bytes.text(head.name).filter { $0 != " " }) = \(head.isCold ? "cold " : "")\(lane)")
  }

  /// Returns the call that does the same as a name or a sign of other languages.
  private func form(_ name: String, on receiver: String? = nil, _ arguments: String...) -> String? {
    bindings.vocabulary.form(name)?.text(on: receiver, arguments)
  }

  private func operatorCall(_ name: String, _ rest: String) -> TextMeaning? {
    guard !isBound(name), let entry = bindings.vocabulary.operator(name) else { return nil }
    let call = entry.call(nil, rest)
    return TextMeaning(.call, call.text, isExact: call.usesRest)
  }

  /// Returns the meaning of a word and a colon, as in `a: --1--|`.
  private func meaning(ofLabel name: String, _ rest: Span) -> TextMeaning? {
    let start = bytes.skipWhitespace(at: rest.lowerBound)
    guard start < rest.upperBound, start > rest.lowerBound || (name.count > 1 && bytes[start] == ASCII.minus) else {
      return nil
    }
    let text = bytes.text(start..<rest.upperBound)
    switch name.lowercased() {
    case "forall":
      // A law needs an expression.
      let isExpression = text.contains { ".({".contains($0) }
      return TextMeaning(.law, "forall a: " + (isExpression ? text : "a.map { $0 } == a"), isExact: isExpression)
    case "cold", "raw": return TextMeaning(.keyword, "\(name.lowercased()) \(text)")
    default: return TextMeaning(.name, "\(name) = \(text)")
    }
  }

  /// Returns the call after names that are separated by dots, as in `Rx.Observable.interval(100)` and `a.b.take(1)`.
  private func callAfterPath(_ first: Span, upTo end: Int) -> TextMeaning? {
    var name = first
    var dot = first.upperBound
    if bytes[dot] == UInt8(ascii: "<") {
      // The type of a stream with that of its values: `Observable<Int>.just(1)`.
      while bytes[dot].map({ $0.isWord || "<>".utf8.contains($0) }) == true { dot += 1 }
      guard let end = bytes.identifierEnd(at: dot + 1), isOperator(dot + 1..<end) else { return nil }
    }
    while bytes[dot] == ASCII.dot, let end = bytes.identifierEnd(at: dot + 1) {
      name = dot + 1..<end
      dot = end
    }
    if bytes[dot - 1] != UInt8(ascii: ">"), name.upperBound == end, bytes[first.upperBound] == UInt8(ascii: "<") {
      return TextMeaning(.call, "\(bytes.text(name))()")
    }
    guard name != first, let next = bytes[name.upperBound], next == ASCII.openParenthesis || next == ASCII.openBrace
    else { return nil }
    let call = bytes.text(name.lowerBound..<end)
    let stream = stream(ofPath: first.lowerBound..<name.lowerBound - 1) ?? first
    for span in [stream, first] where isName(span) { return TextMeaning(.call, "\(bytes.text(span)).\(call)") }
    let entry = bindings.vocabulary.operator(bytes.text(name))
    if hasCapital(at: first.lowerBound) || entry.map({ $0.call(nil, "").text.hasPrefix($0.name) }) == true {
      return TextMeaning(.call, call)
    }
    return TextMeaning(.name, "\(bytes.text(stream)) = --1--|", isExact: false)
  }

  /// Returns the meaning of text that begins with the name of a stream.
  private func meaning(ofStream name: Span, of literal: TimelineLiteral) -> TextMeaning? {
    let (text, end) = (bytes.text(name), literal.span.upperBound)
    guard name.upperBound < end else {
      guard literal.form == .cold || literal.form == .raw else { return nil }
      let keyword = literal.form == .cold ? "cold" : "raw"
      return bindings.timeline(text).map { TextMeaning(.source(keyword: keyword), $0) }
        ?? TextMeaning(.stream, text, isExact: false)
    }
    let parts = parts(of: literal.span)
    if parts.count == 2, parts[1] == "?", literal.isRow { return TextMeaning(.search, "\(text).?") }
    if literal.span.lowerBound == statementStart, literal.isRow, parts.count > 1, parts.allSatisfy(isBound),
      let call = combination("|", of: parts)
    {
      return TextMeaning(.chain, call)
    }
    let isSpaced = bytes[name.upperBound]?.separatesWords == true
    if parts.count > 2, parts[1] == "?", isSpaced {
      if parts.contains(":") { return TextMeaning(.calculation, "a.map { $0 > 1 ? 2 : 3 }", isExact: false) }
      let question = bytes.skipWhitespace(at: name.upperBound)
      return TextMeaning(.search, "\(text).? == \(bytes.text(bytes.skipWhitespace(at: question + 1)..<end))")
    }
    if parts.count == 3, isSpaced, let call = combination(parts[1], of: [text, parts[2]]) {
      return TextMeaning(.chain, call)
    }
    if parts.count > 2, isSpaced, ["+", "&", "&&", "/", "%"].contains(parts[1]) { return calculation(parts) }
    if parts.count == 3, parts[1] == "-", isSpaced, bytes.text(literal.span).contains("- "),
      Int64(parts[2]) != nil || isBound(parts[2])
    {
      return calculation(parts)
    }
    if isSpaced, let expected = afterVerb(name.upperBound, upTo: end) {
      return TextMeaning(.equality, "\(text) == \(expected)")
    }
    guard literal.isRow else { return nil }
    if isPath(parts), parts.contains(where: { $0.count > 1 }) { return member(parts[2], of: text) }
    if parts.count > 3, parts[1] == "[", parts.last == "]", Int64(parts[2]) != nil,
      let item = form("[]", on: text, parts[2])
    {
      return TextMeaning(.item, item, isExact: parts.count == 4)
    }
    let next = bytes.skipWhitespace(at: name.upperBound)
    if isSpaced, let wordEnd = bytes.identifierEnd(at: next),
      let entry = bindings.vocabulary.operator(bytes.text(next..<wordEnd))
    {
      let call = entry.call(text, bytes.text(min(bytes.skipWhitespace(at: wordEnd), end)..<end))
      return TextMeaning(.chain, call.text, isExact: call.usesRest)
    }
    return calculation(parts)
  }

  /// Returns the text after words that mean `==`, as in `a should be --1--|`.
  private func afterVerb(_ offset: Int, upTo end: Int) -> String? {
    verbsEnd(at: bytes.skipWhitespace(at: offset)).flatMap { $0 < end ? bytes.text($0..<end) : nil }
  }

  /// Whether the parts of a span are names with dots between them.
  private func isPath(_ parts: [String]) -> Bool {
    parts.count > 2 && parts.count % 2 == 1 && parts.enumerated().allSatisfy { ($0 % 2 == 1) == ($1 == ".") }
  }

  private func member(_ name: String, of stream: String) -> TextMeaning {
    if let method = ForeignMethod(rawValue: name), method.isSuperfluous { return TextMeaning(.stream, stream) }
    if name.hasPrefix("subscri") { return TextMeaning(.keyword, "subscriptions \(stream) == ^----!", isExact: false) }
    return form(name, on: stream).map { TextMeaning(.chain, $0) }
      ?? TextMeaning(.chain, "\(stream).take(first: 1)", isExact: false)
  }

  /// Returns the meaning of a calculation with values or streams, or `nil` if there is none.
  func calculation(_ parts: [String]) -> TextMeaning? {
    let isCalculation = parts.dropFirst().contains {
      ["+", "-", "*", "/", "%", ">", "<", ">=", "<=", "&", "&&", "++"].contains($0)
    }
    guard isCalculation else { return nil }
    guard parts.count == 3 else { return TextMeaning(.calculation, "a.map { $0 + 1 }", isExact: false) }
    let (left, sign, right) = (parts[0], parts[1], parts[2])
    if let call = combination(sign, of: [left, right]) { return TextMeaning(.chain, call) }
    if form(sign) != nil { return nil }
    return switch (isBound(left), isBound(right)) {
    case (true, true): TextMeaning(.calculation, "combineLatest(\(left), \(right)) { $0 \(sign) $1 }")
    case (true, false): TextMeaning(.calculation, "\(left).map { $0 \(sign) \(literal(right)) }")
    case (false, true): TextMeaning(.calculation, "\(right).map { \(literal(left)) \(sign) $0 }")
    case (false, false): TextMeaning(.calculation, "just(\(literal(left))).map { $0 \(sign) \(literal(right)) }")
    }
  }

  /// Returns the call that combines streams with a sign or a word between them.
  ///
  /// A word for Booleans means all values of other streams.
  func combination(_ sign: String, of names: [String]) -> String? {
    guard names.allSatisfy(isBound) else { return nil }
    let isOfBooleans = names.contains { name in
      bindings.timeline(name).map { $0.contains("true") || $0.contains("false") } ?? true
    }
    let sign = !isOfBooleans && ["and", "or", "&", "&&", "||"].contains(sign) ? "|" : sign
    return form(sign, on: names[0], names.dropFirst().joined(separator: ", "))
  }

  /// Returns the words and the runs of symbols in a span, without spaces.
  func parts(of span: Span) -> [String] {
    var parts: [String] = []
    var start = span.lowerBound
    while start < span.upperBound {
      var end = start
      while end < span.upperBound, bytes.isWord(at: end) == bytes.isWord(at: start), bytes[end]?.separatesWords != true
      {
        end += 1
      }
      if end > start { parts.append(bytes.text(start..<end)) }
      start = bytes.skipWhitespace(at: end)
    }
    return parts
  }

  /// Returns the meaning of two numbers with dots between them.
  private func range(_ parts: ArraySlice<String>) -> TextMeaning? {
    guard parts.count == 3, ["..", "..."].contains(parts[parts.startIndex + 1]), let first = Int64(parts.first ?? ""),
      let last = Int64(parts.last ?? "")
    else { return nil }
    return form("...", String(first), String(last)).map { TextMeaning(.range, $0) }
  }

  /// Returns a number or a string for an expression.
  func literal(_ word: String) -> String { Int64(word) == nil ? "\"\(word)\"" : word }

  // MARK: Other beginnings

  /// Returns the meaning of a single value in brackets that looks like a list of streams.
  private func meaning(ofList span: Span) -> TextMeaning? {
    guard BracketMatcher.end(ofBracketAt: span.lowerBound, in: bytes) == span.upperBound else { return nil }
    let items = bytes.text(span.lowerBound + 1..<span.upperBound - 1)
    var start = span.lowerBound + 1
    var areNames = true
    var hasCall = false
    while start < span.upperBound {
      start = bytes.skipWhitespace(at: start)
      let end = bytes.identifierEnd(at: start) ?? start
      let isOperator =
        bytes[end] == ASCII.openParenthesis && bindings.vocabulary.operator(bytes.text(start..<end)) != nil
      hasCall = hasCall || isOperator || (bytes.hasChainLink(at: end) && isName(start..<end))
      areNames = areNames && isName(start..<end)
      start = end
      while start < span.upperBound - 1, bytes[start] != ASCII.comma {
        if bytes[start]?.separatesWords != true { areNames = false }
        start = BracketMatcher.end(ofBracketAt: start, in: bytes) ?? start + 1
      }
      start += 1
    }
    return hasCall || (areNames && items.contains(",")) ? form("[,]", items).map { TextMeaning(.list, $0) } : nil
  }

  /// Returns the meaning of a list of Python: `[x * 2 for x in a if x > 1]`.
  private func comprehension(_ span: Span) -> TextMeaning? {
    let text = bytes.text(span).dropFirst().dropLast()
    guard let loop = text.firstRange(of: " for "), let list = text[loop.upperBound...].firstRange(of: " in ") else {
      return nil
    }
    let (body, rest) = (text[..<loop.lowerBound], text[list.upperBound...])
    let name = text[loop.upperBound..<list.lowerBound]
    let condition = rest.firstRange(of: " if ")
    let stream = rest[..<(condition?.lowerBound ?? rest.endIndex)]
    return TextMeaning(.chain, chain(stream, of: name, if: condition.map { rest[$0.upperBound...] }, selecting: body))
  }

  /// Returns the stream that is meant by a query of C#: `from x in a where x > 1 select x * 2`.
  func query(at span: Span) -> String? {
    let text = bytes.text(span)
    guard text.hasPrefix("from "), let list = text.firstRange(of: " in "),
      let end = text.firstRange(of: " select "), end.lowerBound >= list.upperBound
    else { return nil }
    let source = text[list.upperBound..<end.lowerBound]
    let condition = source.firstRange(of: " where ")
    let stream = source[..<(condition?.lowerBound ?? source.endIndex)]
    let name = text[..<list.lowerBound].dropFirst(5)
    return isBound(String(stream))
      ? chain(
        stream, of: name, if: condition.map { source[$0.upperBound...] }, selecting: text[end.upperBound...]) : nil
  }

  private func chain(
    _ stream: Substring, of name: Substring, if condition: Substring?, selecting body: Substring
  ) -> String {
    stream + (condition.map { ".filter { \(name) in \($0) }" } ?? "")
      + (body == name ? "" : ".map { \(name) in \(body) }")
  }

  /// Returns the meaning of a list with the property that makes it a stream, as in `[1, 2].publisher`.
  private func conversion(of span: Span) -> TextMeaning? {
    conversion(at: span.lowerBound).flatMap { $0.end == span.upperBound ? TextMeaning(.stream, $0.text) : nil }
  }

  /// Returns the stream that is meant by a list or a range with a property or method that makes it a stream, as in
  /// `[1, 2].publisher` and `(1..3).asFlow()`.
  func conversion(at start: Int) -> (text: String, end: Int)? {
    guard bytes[start] == ASCII.openSquare || bytes[start] == ASCII.openParenthesis,
      let list = BracketMatcher.end(ofBracketAt: start, in: bytes), bytes[list] == ASCII.dot,
      let name = bytes.identifierEnd(at: list + 1),
      ForeignMethod(rawValue: bytes.text(list + 1..<name))?.isConversion == true
    else { return nil }
    let end = bytes.has("()", at: name) ? name + 2 : name
    if bytes[start] == ASCII.openSquare {
      return form("publisher", bytes.text(start..<list)).map { ($0, end) }
    }
    let bounds = bytes.text(start + 1..<list - 1).replacing(" until ", with: "..<").split(separator: ".")
    guard bounds.count == 2, let first = Int64(bounds[0]) else { return nil }
    // The range of Swift without its last number, as opposed to those of Swift and Kotlin with it.
    let isOpen = bounds[1].hasPrefix("<")
    guard let last = Int64(bounds[1].drop { $0 == "<" }), last > first, let range = bindings.vocabulary.form("...")
    else { return nil }
    return (range.text(on: nil, [String(first), String(isOpen ? last - 1 : last)]), end)
  }

  /// Returns the meaning of a whole timeline in quotes, which is a single value.
  func quotedTimeline(_ span: Span, as form: TimelineForm = .pipe) -> TextMeaning? {
    let quote = bytes[span.lowerBound]
    let isWhole =
      quote == ASCII.quote ? BracketMatcher.end(ofBracketAt: span.lowerBound, in: bytes) == span.upperBound : true
    guard span.count > 3, isWhole, quote == bytes[span.upperBound - 1], "\"'`".utf8.contains(quote ?? 0) else {
      return nil
    }
    let text = bytes.text(span.lowerBound + 1..<span.upperBound - 1)
    let isTimeline = form == .pattern || text.hasPrefix("--") || (text.contains("-") && text.hasSuffix("|"))
    guard isTimeline, text.contains(where: { "-*".contains($0) }), !text.contains("\\"),
      (try? Timeline(reading: text, as: form)) != nil
    else { return nil }
    return TextMeaning(.timeline, text)
  }

  /// Returns the meaning of words after a sign of a number of bytes that begins a comment in other languages.
  private func comment(_ length: Int, _ literal: TimelineLiteral) -> TextMeaning? {
    let text = bytes.text(literal.span).dropFirst(length)
    let words = text.split { $0 == " " || $0 == "\t" }
    guard let first = text.first, first.isWhitespace, literal.isRow || literal.isRow(from: length),
      words.count > 1 || (words.first?.count ?? 0) > 3, words.contains(where: { $0.count > 2 }),
      words.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || "',:?/".contains($0) } })
    else { return nil }
    return TextMeaning(.comment, "//\(text)")
  }

  /// Whether a span is the name of a stream.
  private func isName(_ span: Span) -> Bool {
    bytes.identifierEnd(at: span.lowerBound) == span.upperBound && isBound(bytes.text(span))
  }
}

extension TimelineLiteral {
  /// Whether the timeline contains only values, each on the tick after the previous one.
  var isRow: Bool { isRow() }

  /// - Parameters:
  ///   - start: The tick of the first value.
  ///   - mayEnd: Whether the last event may be a failure or an interruption, as in `help me!`.
  fileprivate func isRow(from start: Int = 0, mayEnd: Bool = false) -> Bool {
    let marbles = written.marbles
    let count = mayEnd && marbles.last?.event != .completed ? max(0, marbles.count - 1) : marbles.count
    return marbles.count + start > 1 && marbles.count == written.end - start && written.loop == nil
      && marbles.first?.tick == start && marbles.prefix(count).allSatisfy(\.event.isValue)
  }
}

extension String {
  /// The entries after `where` with commas between them, or `nil` if none is missing: `x=1 y=2`.
  var separatingEntries: String? {
    var words = split { $0 == " " || $0 == "\t" }.map(String.init)
    let entries = words.indices.dropFirst().filter { index in
      let rest = words[index].count == 1 ? words.dropFirst(index + 1).first ?? "" : String(words[index].dropFirst())
      return rest.hasPrefix("=") && !rest.hasPrefix("==") && !words[index].hasPrefix("=")
        && words[index - 1].last.map { !",=".contains($0) } == true
    }
    for index in entries { words[index - 1] += "," }
    return entries.isEmpty ? nil : words.joined(separator: " ")
  }
}

extension SourceBytes {
  fileprivate func isWord(at offset: Int) -> Bool { self[offset].map { $0.isWord || $0 >= 0x80 } ?? false }
}

extension Event {
  fileprivate var isValue: Bool { if case .value = self { true } else { false } }
}
