/// Functions of other languages, such as `x => x * 10`, `lambda x: x * 10` and `{ |x| x * 10 }`.
extension Parser {
  /// Returns the error for a function of another language that begins at an offset of an expression.
  func foreignFunction(at start: Int) -> Diagnostic? {
    guard let opening = cursor.brackets.last?.span.lowerBound, let head = functionHead(at: start) else { return nil }
    var body = bytes.skipWhitespace(at: head.body)
    // A division of Python begins a comment here, which hides the bracket at the end: `lambda x: x // 2`.
    if BracketMatcher.end(ofBracketAt: opening, in: bytes) == nil,
      let comment = (body..<bytes.lineEnd(at: body)).first(where: { bytes.has("//", at: $0) }),
      division(at: comment) != nil,
      let closing = bracket(after: comment)
    {
      let names = parameters(in: bytes.text(head.names)).joined(separator: ", ")
      let body = translated(body..<closing).replacing("//", with: "/")
      return foreign(
        at: head.mark, replacing: start..<closing, "for a closure", write: "{ \(names) in \(body) }")
    }
    // In a call, the body extends to the comma before the next argument.
    let close = max(body, (BracketMatcher.end(ofBracketAt: opening, in: bytes) ?? body) - 1)
    let last = bytes[opening] == ASCII.openBrace ? close : itemEnd(from: body, upTo: close)
    let end = source.trimmingTrailingWhitespace(body..<last).upperBound
    // The type of the result: `(x: Int) -> Int in x`.
    if bytes.has("->", at: head.mark.lowerBound), isType(at: body),
      let keyword = (body..<end).first(where: { bytes.has(" in", at: $0) && bytes.hasWord("in", at: $0 + 1) })
    {
      body = min(bytes.skipBlank(at: keyword + 3), end)
    }
    let inner = withoutReturn(body..<end)
    let choice = choice(at: inner.lowerBound).flatMap { $0.end == inner.upperBound ? $0.text : nil }
    let whole = choice ?? choiceAfterValue(in: inner) ?? combined(inner)
    if whole == nil, let next = statement(in: inner) {
      return foreignSource(calledAt: opening)
        ?? Diagnostic(
          .severalExpressionsInClosure(found: bytes.text(next)), at: next, related: opening..<opening + 1)
    }
    var text = whole ?? translated(inner)
    // A division of JavaScript or Python has a fraction.
    let called = bytes[bytes.wordStart(before: opening)]
    if called.map({ $0.isLetter && $0 & 0x20 != 0 }) == true, !bytes.has("->", at: head.mark.lowerBound) {
      text = Self.dividingWithFraction(text)
    }
    let names = parameters(in: bytes.text(head.names))
    if bytes.has("->", at: head.mark.lowerBound) { text = Self.interpolated(text, names) }
    // A semicolon can be in an inner closure.
    let isShort =
      (1...80).contains(text.utf8.count) && !text.contains { $0.isNewline } && !text.hasPrefix("new ")
      && (!text.contains(";") || text.contains("{"))
    let parameters = names.isEmpty ? "" : names.joined(separator: ", ") + " in "
    let example = "{ \(parameters)\(names.first ?? (isInCall(of: "multicast") ? "$0" : "1")) }"
    // The message of an operator that fails: `throwError(() => new Error("late"))`.
    if isShort, names.isEmpty, text.hasPrefix("\""), isInCall(of: "fail") {
      return foreign(at: start..<end, "for the message", write: text)
    }
    let closure = isShort ? "{ \(parameters)\(text) }" : nil
    var error = Diagnostic(
      .arrowFunction(bytes.text(head.mark), closure: closure, example: example), at: head.mark)
    if isShort { error.replaced = bytes[opening] == ASCII.openBrace ? opening..<close + 1 : start..<end }
    return error
  }

  /// Returns text in which the divisors that are whole numbers have a fraction: `x / 2.0`.
  private static func dividingWithFraction(_ text: String) -> String {
    guard !text.contains("\"") else { return text }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      let digits = part.drop { $0 == " " }.prefix(while: \.isNumber)
      let isWhole = !digits.isEmpty && part[digits.endIndex...].first.map { $0 == "." || $0.isLetter } != true
      return index > 0 && isWhole && !parts[index - 1].isEmpty
        ? part[..<digits.endIndex] + ".0" + part[digits.endIndex...] : part
    }.joined(separator: "/")
  }

  /// Returns the error for a source whose function sends events: `Observable.create(o => { o.onNext(1); o.onCompleted() })`.
  private func foreignSource(calledAt opening: Int) -> Diagnostic? {
    let name = bytes.wordStart(before: opening)..<opening
    guard ["create", "observable", "flowable", "single"].contains(bytes.text(name).lowercased()),
      let close = BracketMatcher.end(ofBracketAt: opening, in: bytes)
    else { return nil }
    var start = name.lowerBound
    while bytes[start - 1] == ASCII.dot { start = bytes.wordStart(before: start - 1) }
    let before = bytes.text(source.trimmingTrailingWhitespace(statementStart..<start)).last ?? "="
    return foreign(
      at: name, replacing: start..<close,
      write: before == "=" && isEnd(bytes.skipWhitespace(at: close)) ? "--1--|" : "\"--1--|\"")
  }

  /// Whether the type of a result is at an offset, and not the name of a value.
  private func isType(at offset: Int) -> Bool {
    hasCapital(at: offset) || bytes.hasWord("some", at: offset) || bytes.hasWord("any", at: offset)
      || bytes[offset].map { !$0.isWord } ?? false
  }

  /// Returns the first word of a statement in the body of a function that is more than an expression, or `nil` if there
  /// is none.
  private func statement(in body: Span) -> Span? {
    var next = body.lowerBound
    if let word = bytes.identifierEnd(at: next), bytes[word]?.separatesWords == true,
      ["let", "const", "var", "val", "if", "guard", "switch", "for", "while"].contains(bytes.text(next..<word))
    {
      return next..<word
    }
    while next < body.upperBound {
      let isEnd = bytes[next] == ASCII.semicolon || bytes[next] == ASCII.newline
      let isLine = bytes[next] == ASCII.newline
      next = min(BracketMatcher.end(ofBracketAt: next, in: bytes) ?? next + 1, body.upperBound)
      guard isEnd else { continue }
      // An expression can continue on the next line.
      let before = source.trimmingTrailingWhitespace(body.lowerBound..<next - 1).upperBound - 1
      if isLine, bytes[before].map({ $0.isWord || ")]}\"".utf8.contains($0) }) != true { continue }
      let start = min(bytes.skipBlank(at: next), body.upperBound)
      if let word = bytes.identifierEnd(at: start) { return start..<word }
    }
    return nil
  }

  /// Returns the sign or keyword of a function, its parameters and the offset of its body.
  func functionHead(at start: Int) -> (mark: Span, names: Span, body: Int)? {
    if bytes.has("|", at: start) {
      var end = start + 1
      while let byte = bytes[end], byte.isWord || byte.separatesWords || byte == ASCII.comma { end += 1 }
      return bytes.has("|", at: end) && end > start + 1 ? (start..<start + 1, start + 1..<end, end + 1) : nil
    }
    let isEnclosed = bytes[start] == ASCII.openParenthesis
    guard let first = isEnclosed ? BracketMatcher.end(ofBracketAt: start, in: bytes) : bytes.identifierEnd(at: start)
    else { return nil }
    var names = start..<first
    var next = bytes.skipWhitespace(at: first)
    switch bytes.text(names.prefix(8)) {
    case "lambda":
      return (next..<bytes.lineEnd(at: next)).first { bytes[$0] == ASCII.colon }.map { (names, next..<$0, $0 + 1) }
    case "function", "func", "fun", "fn":
      next = bytes.skipWhitespace(at: bytes.identifierEnd(at: next) ?? next)
      guard bytes[next] == ASCII.openParenthesis, let close = BracketMatcher.end(ofBracketAt: next, in: bytes)
      else { return nil }
      return (close..<bytes.lineEnd(at: close)).first { bytes[$0] == ASCII.openBrace }.map { (names, next..<close, $0) }
    default: break
    }
    // The type of Kotlin: `{ x: Int -> x * 2 }`.
    if !isEnclosed, bytes[cursor.previousEnd - 1] == ASCII.openBrace, bytes[next] == ASCII.colon,
      let arrow = (next..<bytes.lineEnd(at: next)).first(where: { bytes.has("->", at: $0) })
    {
      return (arrow..<arrow + 2, names, arrow + 2)
    }
    // The type of a parameter: `{ x: Int in x * 2 }`.
    if !isEnclosed, bytes[cursor.previousEnd - 1] == ASCII.openBrace, bytes[next] == ASCII.colon,
      let type = bytes.identifierEnd(at: bytes.skipWhitespace(at: next + 1)),
      case let keyword = bytes.skipWhitespace(at: type), bytes.hasWord("in", at: keyword)
    {
      return (next..<next + 1, names, keyword + 2)
    }
    // A list of names without parentheses can only begin a closure, or be the parameters of a function.
    let isInClosure = bytes[cursor.previousEnd - 1] == ASCII.openBrace
    while !isEnclosed, isInClosure || !isBound(bytes.text(start..<first)), bytes[next] == ASCII.comma,
      let end = bytes.identifierEnd(at: bytes.skipWhitespace(at: next + 1))
    {
      names = start..<end
      next = bytes.skipWhitespace(at: end)
    }
    if bytes.has("=>", at: next) || bytes.has("->", at: next) { return (next..<next + 2, names, next + 2) }
    // The types of Swift: `(x: Int) in x`.
    guard bytes.hasWord("in", at: next), let colon = names.first(where: { bytes[$0] == ASCII.colon }) else {
      return nil
    }
    return (colon..<colon + 1, names, next + 2)
  }

  /// Returns the error for a list of captures: `{ [weak self] x in x }`.
  func captures(at start: Int) -> Diagnostic? {
    guard bytes[start] == ASCII.openSquare, let end = BracketMatcher.end(ofBracketAt: start, in: bytes),
      bytes.hasWord("weak", at: start + 1) || bytes.hasWord("unowned", at: start + 1)
        || bytes.text(start..<end) == "[self]"
    else { return nil }
    return foreign(at: start..<end, replacing: start..<bytes.skipWhitespace(at: end), write: "")
  }

  /// Returns the error for tuples among the parameters of a closure: `{ acc, (x, y) in acc + x }`, or for an array.
  func destructuring(after brace: Span) -> Diagnostic? {
    let start = bytes.skipBlank(at: brace.upperBound)
    var keyword = start
    while let byte = bytes[keyword], byte.isWord || "()[], ".utf8.contains(byte) {
      if byte.separatesWords, bytes.hasWord("in", at: keyword + 1) || bytes.has("->", at: keyword + 1) { break }
      keyword += 1
    }
    guard keyword > start, !bytes.hasWord("for", at: start), bytes[keyword]?.separatesWords == true,
      let close = BracketMatcher.end(ofBracketAt: brace.lowerBound, in: bytes)
    else { return nil }
    let written = source.trimmingTrailingWhitespace(start..<keyword)
    var head = written
    if bytes[head.lowerBound] == ASCII.openParenthesis,
      BracketMatcher.end(ofBracketAt: head.lowerBound, in: bytes) == head.upperBound
    {
      head = head.lowerBound + 1..<head.upperBound - 1
    }
    if bytes[head.lowerBound] == ASCII.openSquare,
      BracketMatcher.end(ofBracketAt: head.lowerBound, in: bytes) == head.upperBound
    {
      return foreign(
        at: written.lowerBound..<keyword + 3, "for the items of an array",
        write: parameters(in: bytes.text(head)).joined(separator: ", ") + " in")
    }
    guard head.contains(where: { bytes[$0] == ASCII.openParenthesis }) else { return nil }
    var (names, items): ([String], [String: String]) = ([], [:])
    var item = head.lowerBound
    while item < head.upperBound {
      item = bytes.skipBlank(at: item)
      let end = itemEnd(from: item, upTo: head.upperBound)
      let parts = parameters(in: bytes.text(item..<end))
      if bytes[item] == ASCII.openParenthesis, parts.count > 1 {
        names.append(items.isEmpty ? "pair" : "pair\(names.count + 1)")
        for (index, part) in parts.enumerated() { items[part] = "\(names[names.count - 1]).\(index)" }
      } else {
        names += parts
      }
      item = end + 1
    }
    let first = bytes.skipBlank(at: keyword + 3)
    let last = source.trimmingTrailingWhitespace(first..<max(first, close - 1)).upperBound
    let body = Self.substituting(items, in: bytes.text(first..<last))
    guard (1...60).contains(body.utf8.count), !body.contains(where: \.isNewline) else { return nil }
    return foreign(
      at: head, replacing: brace.lowerBound..<close, "for the items of a tuple",
      write: "{ \(names.joined(separator: ", ")) in \(body) }")
  }

  /// Returns the error for a flow of Kotlin that emits several values: `flow { emit(1); emit(2) }`.
  func emissions(in brace: Span) -> Diagnostic? {
    let end = source.trimmingTrailingWhitespace(statementStart..<brace.lowerBound).upperBound
    let name = bytes.wordStart(before: end)..<end
    guard ["flow", "channelFlow"].contains(bytes.text(name)),
      let close = BracketMatcher.end(ofBracketAt: brace.lowerBound, in: bytes)
    else { return nil }
    let lines = bytes.text(brace.upperBound..<close - 1).split { $0 == ";" || $0.isNewline }.map {
      $0.drop { $0 == " " }
    }.filter { !$0.isEmpty }
    let values = lines.compactMap { line -> Substring? in
      let text = line.prefix(upTo: line.lastIndex(of: ")") ?? line.startIndex)
      return ["emit(", "send("].contains(where: text.hasPrefix) ? text.dropFirst(5) : nil
    }
    if values.count < lines.count {
      let before = bytes.text(source.trimmingTrailingWhitespace(statementStart..<name.lowerBound)).last ?? "="
      return foreign(
        at: name, replacing: name.lowerBound..<close,
        write: before == "=" ? "--1--|" : "\"--1--|\"")
    }
    guard values.count > 1 else { return nil }
    return foreign(at: name, replacing: name.lowerBound..<close, write: "of(\(values.joined(separator: ", ")))")
  }

  /// Returns the names in a list of parameters, without types, and with those of a destructured parameter.
  func parameters(in text: String) -> [String] {
    text.filter { !"()[]{}".contains($0) }.split(separator: ",").compactMap { item in
      // The last word before the type: `_ x: Int`.
      let name = text.contains("{") ? item : item.prefix { $0 != ":" }
      return name.split { $0 == ":" || $0.isWhitespace }.last.map(String.init)
    }
  }
}
