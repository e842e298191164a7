/// Syntax of other languages, which is reported with the text that replaces it.
extension Parser {
  /// Reports syntax of another language.
  ///
  /// - Parameters:
  ///   - span: The part that is marked.
  ///   - replaced: The text that is replaced, by default the marked part.
  ///   - purpose: What the author probably meant: `for a comment`.
  ///   - text: The same in this language.
  mutating func failForeign(
    at span: Span, replacing replaced: Span? = nil, _ purpose: String? = nil, write text: String
  ) {
    fail(foreign(at: span, replacing: replaced, purpose, write: text))
  }

  func foreign(at span: Span, replacing replaced: Span? = nil, _ purpose: String? = nil, write text: String)
    -> Diagnostic
  {
    var error = Diagnostic(.foreignSyntax(bytes.excerpt(span), purpose: purpose, write: text), at: span)
    error.replaced = replaced
    return error
  }

  // MARK: Pipes

  /// Returns the error for `|> map`, `>> map` and `-> map`, and for `| map` with arguments, at an offset.
  ///
  /// Without the name of an operator, they are the end of a timeline.
  func pipe(at offset: Int) -> Diagnostic? {
    guard let byte = bytes[offset], offset > 0, "|>-=".utf8.contains(byte),
      let sign = ["|>", ">>>", ">>", "->", "=>", "|"].first(where: { bytes.text(offset..<offset + $0.utf8.count) == $0 }
      )
    else { return nil }
    let after = offset + sign.utf8.count
    let name = bytes.skipWhitespace(at: after)
    guard let end = bytes.identifierEnd(at: name),
      sign == "|>" || (sign == "|" ? isCall(name..<end) : isOperator(name..<end))
    else { return nil }
    return link(at: offset..<after, before: name..<end)
  }

  /// Returns the error for an operator without a dot before it: `a map { $0 }`.
  func callWithoutDot(at offset: Int) -> Diagnostic? {
    guard let end = bytes.identifierEnd(at: offset), isCall(offset..<end) else { return nil }
    return link(at: offset..<end, before: offset..<end)
  }

  /// Returns the error for a calculation with a stream, such as `a * 2`.
  func calculation(at offset: Int) -> Diagnostic? {
    let whole = statementStart..<end(ofSideAt: statementStart)
    let parts = parts(of: whole)
    guard parts.count == 3, binarySign(at: offset) == parts[1], let meaning = calculation(parts) else { return nil }
    let sign = offset..<offset + parts[1].utf8.count
    return foreign(at: sign, replacing: whole, "to compute with values", write: meaning.text)
  }

  /// Returns the error for `pipe` of RxJS, whose arguments are operators: `a.pipe(map(f), take(1))`.
  func pipedOperators(at name: Span, after dot: Span) -> Diagnostic? {
    guard bytes[name.upperBound] == ASCII.openParenthesis,
      let close = BracketMatcher.end(ofBracketAt: name.upperBound, in: bytes)
    else { return nil }
    var text = ""
    var start = bytes.skipBlank(at: name.upperBound + 1)
    while start < close - 1 {
      // The module of Python: `ops.map`.
      var isInModule = false
      if let module = bytes.identifierEnd(at: start), bytes[module] == ASCII.dot, !isBound(bytes.text(start..<module)) {
        (start, isInModule) = (module + 1, true)
      }
      guard let end = bytes.identifierEnd(at: start),
        bytes[end] == ASCII.openParenthesis || bytes[bytes.skipWhitespace(at: end)] == ASCII.openBrace
      else { return nil }
      let next = itemEnd(from: start, upTo: close - 1)
      var last = next
      while bytes.skipBlank(at: last - 1) > last - 1 { last -= 1 }
      let argument = bytes.text(end + 1..<max(end + 1, last - 1))
      let isTime = isInModule && Double(argument) != nil
      let form = isTime ? bindings.vocabulary.form("ops.\(bytes.text(start..<end))(1)") : nil
      text += form?.text(on: "", [argument]) ?? "." + bytes.text(start..<last)
      start = bytes.skipBlank(at: next + 1)
    }
    guard !text.isEmpty, !text.contains(where: \.isNewline) else { return nil }
    return foreign(at: name, replacing: dot.lowerBound..<close, "to apply operators", write: text)
  }

  /// Returns the error for a dot with spaces, a question mark or an exclamation mark: `a?.map { $0 }`, `a .map { $0 }`.
  func foreignLink(at start: Int) -> Diagnostic? {
    var dot = bytes.skipWhitespace(at: start)
    if bytes[dot] == ASCII.question || bytes[dot] == UInt8(ascii: "!") { dot += 1 }
    guard bytes[dot] == ASCII.dot else { return nil }
    let name = bytes.skipWhitespace(at: dot + 1)
    guard dot + 1 - start + name - dot > 2, let end = bytes.identifierEnd(at: name), isCall(name..<end),
      bytes[end] != ASCII.openBrace || bytes[BracketMatcher.end(ofBracketAt: end, in: bytes) ?? end] != ASCII.star
    else { return nil }
    return foreign(
      at: start..<name, replacing: start..<end, "to apply an operator", write: ".\(bytes.text(name..<end))")
  }

  /// Returns the error for a second dot before the name of an operator: `a..map { $0 }`.
  func secondDot(at start: Int) -> Diagnostic? {
    guard bytes.has("..", at: start), let end = bytes.identifierEnd(at: start + 2), isOperator(start + 2..<end) else {
      return nil
    }
    return foreign(at: start..<start + 2, "to apply an operator", write: ".")
  }

  private func link(at span: Span, before name: Span) -> Diagnostic {
    var start = span.lowerBound
    while start > 0, let byte = bytes[start - 1], byte.separatesWords { start -= 1 }
    let text = "." + bytes.text(name)
    return foreign(at: span, replacing: start..<name.upperBound, "to apply an operator", write: text)
  }

  func isOperator(_ name: Span) -> Bool { bindings.vocabulary.operator(bytes.excerpt(name)) != nil }

  /// Whether a name is the one of an operator with arguments.
  func isCall(_ name: Span) -> Bool { isOperator(name) && hasArguments(name) }

  private func hasArguments(_ name: Span) -> Bool {
    let next = bytes.skipWhitespace(at: name.upperBound)
    return bytes[next] == ASCII.openBrace || bytes[next] == ASCII.openParenthesis
  }

  // MARK: Timelines

  /// Returns the error of a timeline, or one that explains it by syntax of another language.
  func explained(_ error: Diagnostic, ofTimelineAt start: Int) -> Diagnostic {
    let place = error.span.lowerBound
    for mark in [start, place] where bytes[mark] == UInt8(ascii: "#") {
      let isFirst =
        mark == start && error.related?.lowerBound == start && bytes[start + 1] != ASCII.openSquare
        && bytes[start + 1] != ASCII.quote
      var isAfterEnd = false
      if case LanguageProblem.eventAfterEnd = error.problem { isAfterEnd = true }
      guard isFirst || ((isAfterEnd || mark == start) && bytes[mark + 1]?.separatesWords == true) else { continue }
      return foreign(at: mark..<mark + 1, "for a comment", write: "//")
    }
    if case LanguageProblem.eventAfterEnd = error.problem {
      if bytes.has("//", at: place) { return foreign(at: place..<place + 2, "for a comment", write: " //") }
      if bytes[place - 1] == UInt8(ascii: "#"), let end = bytes.identifierEnd(at: place) {
        return foreign(at: place..<end, "for the message", write: "[\(bytes.text(place..<end))]")
      }
    }
    if let error = alternatives(at: start) ?? foreignStatement(at: start)
      ?? bytes.identifierEnd(at: start).flatMap({ foreignBeginning(start..<$0) }) ?? unknownBeginning(at: start)
    {
      return error
    }
    if let (stream, end) = conversion(at: start) {
      return foreign(at: start..<end, "for the stream", write: stream)
    }
    if let meaning = quotedTimeline(start..<end(ofSideAt: start)) {
      return foreign(at: start..<end(ofSideAt: start), "for the timeline", write: meaning.text)
    }
    if let end = bytes.identifierEnd(at: start), isBound(bytes.text(start..<end)), bytes[end]?.separatesWords == true {
      let name = bytes.skipWhitespace(at: end)
      if let error = bytes.identifierEnd(at: name).flatMap({ uncalled(name..<$0, on: start..<end) }) { return error }
    }
    var dot = start
    while dot < place, dot < limit {
      if bytes.has(".?", at: dot), bytes.has("==", at: bytes.skipWhitespace(at: dot + 2)),
        let text = quoted(source.trimmingTrailingWhitespace(statementStart..<dot))
      {
        return foreign(at: dot..<dot + 2, replacing: statementStart..<dot + 2, "to search", write: "?(\(text))")
      }
      let name = bytes[dot] == ASCII.dot ? bytes.identifierEnd(at: dot + 1) : nil
      if let end = name, dot > start, bytes.identifierEnd(at: start) != nil, let error = types(after: dot + 1..<end) {
        return error
      }
      if let end = name, ForeignMethod(rawValue: bytes.text(dot + 1..<end)) == .create {
        return Diagnostic(.foreignMethod(.create), at: dot..<end)
      }
      if let end = name, case let method = dot + 1..<end,
        isCall(method) || ForeignMethod(rawValue: bytes.text(method)) != nil && hasArguments(method)
      {
        // The type of a stream with that of its values: `Observable<Int>.just(1)`.
        if bytes[dot - 1] == UInt8(ascii: ">"), bytes.identifierEnd(at: start).map({ bytes[$0] }) == UInt8(ascii: "<") {
          return foreign(at: start..<dot + 1, write: "")
        }
        let types = bytes.text(start..<dot).split(separator: ".", omittingEmptySubsequences: false)
        if types.allSatisfy({ $0.first?.isUppercase == true && $0.allSatisfy { $0.isLetter || $0.isNumber } }) {
          return foreign(at: start..<dot + 1, write: "")
        }
        if dot > start, isBound(bytes.text(start..<dot - 1)), let error = secondDot(at: dot - 1) { return error }
        if let error = call(at: dot, afterPathFrom: start) ?? linkAlone(at: dot, before: end) { return error }
        guard isCall(dot + 1..<end) else { break }
        let timeline = source.trimmingTrailingWhitespace(start..<dot)
        guard let text = quoted(timeline) else { break }
        let bracket = bytes.skipWhitespace(at: end)
        let last = BracketMatcher.end(ofBracketAt: bracket, in: bytes).flatMap { $0 - end < 40 ? $0 : nil } ?? end
        return foreign(
          at: dot..<end, replacing: start..<last, "to apply an operator to a timeline",
          write: text + bytes.text(dot..<last))
      }
      dot += 1
    }
    return error
  }

  /// Returns the end of the timeline or expression at an offset, which is before a `==` or the end of the statement.
  func end(ofSideAt start: Int) -> Int {
    var end = start
    while !isEnd(end), !bytes.has("==", at: end), !bytes.has("//", at: end) { end += 1 }
    return source.trimmingTrailingWhitespace(start..<end).upperBound
  }

  /// Returns a timeline in quotes, or `nil` if the text is none or is long.
  private func quoted(_ span: Span) -> String? {
    let text = bytes.text(span)
    // Parameters in the string are values.
    let plain = ["\\($0)", "\\($1)"].reduce(text) { $0.replacing($1, with: "x") }
    guard (2...60).contains(span.count), !plain.contains(where: { "\"\\\n".contains($0) }),
      (try? Timeline(reading: plain, tick: tickLength)) != nil
    else { return nil }
    if text.hasPrefix("cold ") { return quoted(span.lowerBound + 5..<span.upperBound).map { "cold(\($0))" } }
    if plain != text { return "\"\(text)\"" }
    return "\"\(text.replacing("$0", with: "\\($0)").replacing("$1", with: "\\($1)"))\""
  }

  // MARK: Arguments

  /// Replaces the error of an argument, or of the body of a closure, by one that explains all of it.
  mutating func explainArgument(from start: Int, since wasFailed: Bool, isBody: Bool = false) {
    guard !wasFailed, let failure, let end = argumentEnd(from: start), end > start else { return }
    let span = start..<end
    let text = bytes.text(span)
    if text.hasPrefix("cold "), let link = (start...end).first(where: { $0 == end || bytes.hasChainLink(at: $0) }),
      let timeline = quoted(start..<link)
    {
      self.failure = foreign(at: start..<link, "for a timeline", write: timeline)
    } else if case LanguageProblem.parameterOutsideClosure(let index, nil) = failure.problem {
      var error = Diagnostic(.parameterOutsideClosure(index, closure: "{ \(text) }"), at: failure.span)
      error.replaced = span
      self.failure = error
    } else if !isBody, case LanguageProblem.expectedExpression = failure.problem, let sign = binarySign(at: start),
      failure.span.lowerBound == start || sign == text
    {
      let other = text.dropFirst(sign.utf8.count).drop { $0 == " " }
      let closure = other.isEmpty ? "{ $0 \(sign) $1 }" : "{ $0 \(sign) \(other) }"
      let place = start..<start + sign.utf8.count
      self.failure = foreign(at: place, replacing: span, "to compute with values", write: closure)
    } else if isBody, let error = bits(at: failure.span.lowerBound) {
      self.failure = error
    } else if isBody, case LanguageProblem.expectedExpression = failure.problem,
      let sign = binarySign(at: failure.span.lowerBound), let first = text.split(separator: " ").first,
      ["<", ">", "<=", ">=", "==", "!="].contains(sign)
    {
      let place = failure.span.lowerBound..<failure.span.lowerBound + sign.utf8.count
      self.failure = foreign(at: place, "to compare the value", write: "\(first) \(sign)")
    } else if text.contains("--")
      || ((text.contains("-") || !text.contains(" ")) && (text.hasSuffix("|") || text.hasSuffix("#"))),
      case let label = label(before: span), let timeline = quoted(label?.rest ?? span)
    {
      self.failure = foreign(at: span, "for a timeline", write: (label.map { "\($0.text): " } ?? "") + timeline)
    }
  }

  /// Returns a label without a colon at the beginning of an argument, and the rest: `until -x|`.
  private func label(before argument: Span) -> (text: String, rest: Span)? {
    guard let end = bytes.identifierEnd(at: argument.lowerBound), bytes[end]?.isWhitespace == true,
      let opening = cursor.brackets.last?.span.lowerBound,
      case let label = bytes.text(argument.lowerBound..<end),
      let entry = bindings.vocabulary.operator(bytes.text(bytes.wordStart(before: opening)..<opening)),
      entry.call("a", "\(label) b").text.contains("\(label): ")
    else { return nil }
    return (label, bytes.skipWhitespace(at: end)..<argument.upperBound)
  }

  /// Returns the end of the argument at an offset, or `nil` if it is not closed on this line.
  func argumentEnd(from start: Int) -> Int? {
    var end = start
    while let byte = bytes[end], byte != ASCII.newline {
      switch byte {
      case ASCII.comma, ASCII.closeParenthesis, ASCII.closeBrace:
        return source.trimmingTrailingWhitespace(start..<end).upperBound
      case ASCII.openParenthesis, ASCII.openSquare, ASCII.openBrace, ASCII.quote:
        guard let close = BracketMatcher.end(ofBracketAt: end, in: bytes) else { return nil }
        end = close
      default: end += 1
      }
    }
    return nil
  }

  /// Returns the operator between two values that is at an offset.
  func binarySign(at offset: Int) -> String? {
    for length in [2, 1] where offset + length <= bytes.count {
      if let sign = BinaryOperator(rawValue: bytes.text(offset..<offset + length)) { return sign.rawValue }
    }
    return nil
  }

  // MARK: Values

  /// Returns an error for the text of an unknown token: a pipe, a function, a string in other quotes, the `$` of a name,
  /// or the key path `\.count`.
  func foreignToken(at offset: Int) -> Diagnostic? {
    if let error = foreignFunction(at: offset) ?? bits(at: offset) ?? pipe(at: offset) ?? foreignString(at: offset) {
      return error
    }
    if bytes[offset] == UInt8(ascii: "^"), cursor.brackets.count == 1,
      let opening = cursor.brackets.last?.span.lowerBound,
      case let name = bytes.wordStart(before: opening)..<opening, bytes.text(name) == "during",
      bytes[name.lowerBound - 1] == ASCII.dot, let close = BracketMatcher.end(ofBracketAt: opening, in: bytes)
    {
      return foreign(
        at: name, replacing: statementStart..<close, "for a window",
        write: "\(bytes.text(statementStart..<name.lowerBound - 1)) during \(bytes.text(opening + 1..<close - 1))")
    }
    if bytes[offset] == UInt8(ascii: "&"), bytes[offset + 1] != UInt8(ascii: "&"),
      bytes[bytes.skipWhitespace(at: offset + 1)] == ASCII.quote || bytes[cursor.previousEnd - 1] == ASCII.quote
    {
      return foreign(at: offset..<offset + 1, "to join strings", write: "+")
    }
    if let string = formattedString(at: offset) {
      return foreign(at: offset..<string.end, "for a string", write: string.text)
    }
    if let error = comment(at: offset) { return error }
    if bytes[offset] == ASCII.dollar, bytes[offset - 1]?.isWord == true {
      return foreign(at: offset..<offset + 1, write: "")
    }
    guard bytes.has("\\.", at: offset) else { return nil }
    var end = offset + 1
    while bytes[end] == ASCII.dot, let next = bytes.identifierEnd(at: end + 1) ?? place(at: end + 1) { end = next }
    guard end > offset + 1 else { return nil }
    let path = bytes.text(offset + 1..<end)
    // The closure without a label compares two values.
    let label = offset == cursor.brackets.last?.span.upperBound && isInCall(of: "skipRepeats") ? "on: " : ""
    return foreign(at: offset..<end, write: label + (path == ".self" ? "{ $0 }" : "{ $0\(path) }"))
  }

  /// Returns the error for a comment of another language after an expression: `a.map { $0 } # doubled`.
  func comment(at offset: Int) -> Diagnostic? {
    let start = bytes.has("--", at: offset) ? offset + 2 : offset + 1
    let next = bytes.skipWhitespace(at: start)
    guard start > offset + 1 || bytes[offset] == UInt8(ascii: "#"), cursor.brackets.isEmpty,
      bytes[offset - 1]?.isWhitespace == true, next > start || start == offset + 1, bytes[next]?.isLetter == true
    else { return nil }
    return foreign(at: offset..<start, "for a comment", write: "//")
  }

  /// Whether the innermost bracket contains the arguments of an operator.
  func isInCall(of name: String) -> Bool {
    guard let opening = cursor.brackets.last?.span.lowerBound else { return false }
    return bindings.vocabulary.operator(bytes.text(bytes.wordStart(before: opening)..<opening))?.name == name
  }

  /// Reports `a ?? b`, `a ?: b` and `a?.count` at a question mark after a value.
  mutating func rejectOptional(at question: Int, after value: Span) {
    let next = question + 1
    if bytes[next] == ASCII.dot, bytes.identifierEnd(at: next + 1) != nil {
      failForeign(at: question..<next, write: "")
    } else if bytes[next] == ASCII.question || bytes[next] == ASCII.colon {
      let start = bytes.skipWhitespace(at: next + 1)
      guard let end = argumentEnd(from: start), end > start else { return }
      let (left, right) = (bytes.text(value), bytes.text(start..<end))
      // A comparison is applied to the result.
      guard !right.contains(where: { "<>=!&|?".contains($0) }) else { return }
      failForeign(
        at: question..<next + 1, replacing: value.lowerBound..<end, "to replace nil",
        write: "\(left) == nil ? \(right) : \(left)")
    }
  }

  private func place(at offset: Int) -> Int? { Lexer(bytes).place(at: offset)?.span.upperBound }

  /// The words of other languages before a value, with the text that replaces them.
  static let wordsBeforeValues = [
    "return": "", "await": "", "async": "", "try": "", "yield": "", "new": "", "not": "!",
  ]

  /// The words of other languages between two values, with the signs that replace them.
  static let wordsBetweenValues = ["and": "&&", "or": "||"]

  /// Returns an error for a word or a sign before or at the current token: `return $0`, `new X()`, `not $0`,
  /// `$0 > 1 and $0 < 3`, `$0 => 1`, `$0 as String` and `if $0 > 1 { 1 } else { 0 }`.
  func foreignWord() -> Diagnostic? {
    let here = token.span
    if let name = token.name, let sign = Self.wordsBetweenValues[name.text.lowercased()] {
      return foreign(at: here, write: sign)
    }
    if let sign = ["=>": ">=", "=<": "<="][bytes.text(here.lowerBound..<min(here.lowerBound + 2, limit))] {
      return foreign(at: here.lowerBound..<here.lowerBound + 2, "to compare", write: sign)
    }
    let end = cursor.previousEnd
    if here.lowerBound == end, bytes.wordStart(before: end) == end - 1, let string = formattedString(at: end - 1) {
      return foreign(at: end - 1..<string.end, "for a string", write: string.text)
    }
    if token.name?.text == "as", let last = argumentEnd(from: here.lowerBound) {
      let type = bytes.text(min(bytes.skipWhitespace(at: here.upperBound), last)..<last)
      let value = operand(before: end)
      if bindings.vocabulary.isFunction(type), let opening = cursor.brackets.last?.span.upperBound,
        bytes.skipWhitespace(at: opening) == value.lowerBound
      {
        return foreign(
          at: here.lowerBound..<last, replacing: value.lowerBound..<last, "to convert the value",
          write: "\(type)(\(bytes.text(value)))")
      }
      return foreign(at: here.lowerBound..<last, replacing: end..<last, write: "")
    }
    if let error = test(of: operand(before: end)) { return error }
    if token.name?.text == "to", let last = argumentEnd(from: here.upperBound), case let first = operand(before: end),
      !first.isEmpty
    {
      // A pair of Kotlin.
      let second = bytes.text(min(bytes.skipWhitespace(at: here.upperBound), last)..<last)
      return foreign(
        at: here, replacing: first.lowerBound..<last, "for a tuple", write: "(\(bytes.text(first)), \(second))")
    }
    if token.name?.text == "if", let opening = cursor.brackets.last?.span,
      let close = BracketMatcher.end(ofBracketAt: opening.lowerBound, in: bytes), close > here.upperBound
    {
      let last = source.trimmingTrailingWhitespace(here.upperBound..<close - 1).upperBound
      let names = (opening.upperBound..<end).first { bytes.has(" in ", at: $0) }
      let value = bytes.skipBlank(at: names.map { $0 + 3 } ?? opening.upperBound)
      if value < end, let text = choiceAfterValue(in: value..<last) {
        return foreign(at: here, replacing: value..<last, "to choose a value", write: text)
      }
    }
    let start = bytes.wordStart(before: end)
    if let meant = Self.wordsBeforeValues[bytes.text(start..<end)] {
      if meant == "!", let operand = negated(from: here.lowerBound) {
        return foreign(
          at: start..<end, replacing: start..<operand.upperBound, write: "!(\(bytes.text(operand)))")
      }
      return foreign(at: start..<end, replacing: start..<here.lowerBound, write: meant)
    }
    return choice(at: start).map {
      foreign(at: start..<end, replacing: start..<$0.end, "to choose a value", write: $0.text)
    }
  }

  /// Returns an error for a unit after a space: `3 ms`.
  func separateUnit(before unit: Span) -> Diagnostic? {
    let end = cursor.previousEnd
    var start = end
    while start > 0, let byte = bytes[start - 1], byte.isWord || byte == ASCII.dot { start -= 1 }
    let number = start..<end
    guard !number.isEmpty, number.allSatisfy({ bytes[$0]?.isDigit == true }),
      let short = TickLength.unitNames[bytes.text(unit)]
    else { return nil }
    return foreign(at: unit, replacing: number.lowerBound..<unit.upperBound, write: bytes.text(number) + short)
  }
}
