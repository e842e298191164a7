/// Values of other languages: strings in other quotes, errors and object literals.
extension Parser {
  /// Returns text of another language with the strings, errors, objects and signs of this one.
  func translated(_ span: Span) -> String {
    var text = ""
    var offset = span.lowerBound
    while offset < span.upperBound {
      let isWord = bytes[offset - 1]?.isWord == true || bytes[offset - 1] == ASCII.dot
      if let (meant, end) = foreignText(at: offset)
        ?? (isWord ? nil : errorMessage(at: offset) ?? formattedString(at: offset))
      {
        (text, offset) = (text + meant, end)
      } else if let object = objectLiteral(at: offset) {
        (text, offset) = (text + value(of: object), object.end)
      } else if bytes.has("===", at: offset) || bytes.has("!==", at: offset) {
        (text, offset) = (text + bytes.text(offset..<offset + 2), offset + 3)
      } else if let (array, end) = spread(at: offset) {
        (text, offset) = (text + array, end)
      } else {
        let end = bytes[offset] == ASCII.quote ? BracketMatcher.end(ofBracketAt: offset, in: bytes) : nil
        let next = min(end ?? bytes.characterEnd(at: offset), span.upperBound)
        (text, offset) = (text + bytes.text(offset..<next), next)
      }
    }
    return text
  }

  /// Returns an array of JavaScript with the items of others, such as `[...acc, x]`, as a sum, and its end.
  private func spread(at start: Int) -> (text: String, end: Int)? {
    guard bytes[start] == ASCII.openSquare, let close = BracketMatcher.end(ofBracketAt: start, in: bytes) else {
      return nil
    }
    var parts: [String] = []
    var values: [String] = []
    var hasSpread = false
    func add() {
      if !values.isEmpty { parts.append("[\(values.joined(separator: ", "))]") }
      values = []
    }
    var item = bytes.skipWhitespace(at: start + 1)
    while item < close - 1 {
      let end = itemEnd(from: item, upTo: close - 1)
      if bytes.has("...", at: item) {
        hasSpread = true
        add()
        parts.append(bytes.text(item + 3..<max(end, item + 3)))
      } else {
        values.append(translated(item..<end))
      }
      item = bytes.skipWhitespace(at: end + 1)
    }
    add()
    return hasSpread ? (parts.joined(separator: " + "), close) : nil
  }

  /// Returns an error for an argument of another language: `new Error("late")`, or `{count: 2}`.
  func foreignArgument(at start: Int) -> Diagnostic? {
    if let (message, end) = errorMessage(at: start) {
      return foreign(at: start..<end, "for the message", write: message)
    }
    guard let object = objectLiteral(at: start) else { return nil }
    if let error = timeline(before: object, at: start) { return error }
    // The keys of streams are those of the values that an operator sends, not labels.
    let areStreams = object.entries.count > 1 && object.entries.allSatisfy { isBound(bytes.text($0.value)) }
    let arguments = object.entries.map { key, value in
      (areStreams ? "" : key.map { "\($0): " } ?? "") + translated(value)
    }
    return foreign(at: start..<object.end, "for arguments", write: arguments.joined(separator: ", "))
  }

  /// Returns the error for the values of a timeline in a test of RxJS: `cold("--x|", {x: 1})`.
  private func timeline(before object: ObjectLiteral, at start: Int) -> Diagnostic? {
    guard let opening = cursor.brackets.last?.span.lowerBound, bytes[opening + 1] == ASCII.quote,
      let quote = BracketMatcher.end(ofBracketAt: opening + 1, in: bytes),
      isEnd(bytes.skipWhitespace(at: object.end + 1)),
      bytes[object.end] == ASCII.closeParenthesis
    else { return nil }
    let name = bytes.wordStart(before: opening)
    let before = source.trimmingTrailingWhitespace(statementStart..<name)
    var text = bytes.text(opening + 2..<quote - 1)
    let values = object.entries.map { ($0.key ?? bytes.text($0.value), translated($0.value)) }
      .filter { key, _ in text.contains(key) }.map { "\($0) = \($1)" }
    if !values.isEmpty { text += " where " + values.joined(separator: ", ") }
    var replaced = name..<object.end + 1
    switch bytes.text(name..<opening) {
    case "hot", "cold":
      guard before.isEmpty || bytes[before.upperBound - 1] == ASCII.equals else { return nil }
      if bytes.has("cold", at: name) { text = "cold " + text }
    case "toBe", "toEqual":
      guard !before.isEmpty else { return nil }
      var actual = before.lowerBound..<before.upperBound - 1
      if let parenthesis = bytes.identifierEnd(at: actual.lowerBound), bytes[parenthesis] == ASCII.openParenthesis,
        BracketMatcher.end(ofBracketAt: parenthesis, in: bytes) == actual.upperBound
      {
        actual = parenthesis + 1..<actual.upperBound - 1
      }
      text = "\(bytes.text(actual)) == \(text)"
      replaced = statementStart..<replaced.upperBound
    default: return nil
    }
    return foreign(at: start..<object.end, replacing: replaced, "for the timeline", write: text)
  }

  /// Returns the end of an item, which is the comma after it or a limit.
  func itemEnd(from start: Int, upTo limit: Int) -> Int {
    var end = start
    while end < limit, bytes[end] != ASCII.comma {
      end = min(limit, foreignText(at: end)?.end ?? BracketMatcher.end(ofBracketAt: end, in: bytes) ?? end + 1)
    }
    return end
  }

  // MARK: Strings

  /// Returns an error for a string in single quotes, backticks or typographic quotes.
  func foreignString(at offset: Int) -> Diagnostic? {
    foreignText(at: offset).map { foreign(at: offset..<$0.end, "for a string", write: $0.text) }
  }

  /// Returns a string in single quotes, backticks or typographic quotes as one of this language, and its end.
  private func foreignText(at offset: Int) -> (text: String, end: Int)? {
    guard let (opening, start) = bytes.scalar(at: offset), "'`\u{201C}\u{201D}".unicodeScalars.contains(opening) else {
      return nil
    }
    let closing = opening == "\u{201C}" ? "\u{201D}" : opening
    let text = bytes.text(start..<bytes.lineEnd(at: start)).unicodeScalars.prefix { $0 != closing }
    let end = bytes.scalar(at: start + String(text).utf8.count)
    guard let end, end.scalar == closing, !text.isEmpty, !text.contains("\""), !text.contains("\\") else { return nil }
    return ("\"\(Self.interpolated(String(text)))\"", end.end)
  }

  /// Returns a string of Python or C# with interpolations, such as `f"{x}"` and `$"{x}"`, as one of this language, and
  /// its end.
  func formattedString(at offset: Int) -> (text: String, end: Int)? {
    guard bytes[offset] == UInt8(ascii: "f") || bytes[offset] == ASCII.dollar else { return nil }
    let start = offset + 1
    let string =
      bytes[start] == ASCII.quote
      ? BracketMatcher.end(ofBracketAt: start, in: bytes).map { (text: bytes.text(start..<$0), end: $0) }
      : foreignText(at: start)
    return string.map { ($0.text.replacing("{", with: "\\(").replacing("}", with: ")"), $0.end) }
  }

  /// Returns text with the interpolations of this language: `\(x)` for `${x}`, and for `$x` of some names.
  static func interpolated(_ text: String, _ names: [String] = []) -> String {
    // Other braces are those of closures.
    let isInterpolated = zip(text, text.dropFirst()).count { $0 == ("$", "{") } == text.count { $0 == "{" }
    let text = isInterpolated ? text.replacing("${", with: "\\(").replacing("}", with: ")") : text
    return names.reduce(text) { $0.replacing("$\($1)", with: "\\(\($1))") }
  }

  // MARK: Errors

  /// Reports an error of another language after `throw`: `throw Error("late")` or `throw MyError.late`.
  mutating func rejectErrorType() {
    let start = token.span.lowerBound
    guard let (message, end) = errorMessage(at: start, isThrown: true) else { return }
    fail(foreign(at: start..<end, "for the message", write: message))
  }

  /// Returns the message of an error of another language, and the end of the error.
  ///
  /// - Parameter isThrown: Whether any type with a capital letter is one of errors, even if it is not called.
  private func errorMessage(at offset: Int, isThrown: Bool = false) -> (text: String, end: Int)? {
    var start = bytes.hasWord("new", at: offset) ? bytes.skipWhitespace(at: offset + 3) : offset
    guard hasCapital(at: start) else { return nil }
    var end = start
    while let next = bytes.identifierEnd(at: end) { (start, end) = (end, bytes[next] == ASCII.dot ? next + 1 : next) }
    let name = bytes.text(start..<end)
    let isError = ["Error", "Exception", "Throwable"].contains(where: name.hasSuffix)
    guard bytes[end] == ASCII.openParenthesis, let close = BracketMatcher.end(ofBracketAt: end, in: bytes) else {
      return isThrown ? ("\"\(name)\"", end) : nil
    }
    let argument = translated(end + 1..<itemEnd(from: end + 1, upTo: close - 1))
    if argument.isEmpty { return isError || isThrown ? ("\"\(name)\"", close) : nil }
    if argument.hasPrefix("\"") { return isError || isThrown ? (argument, close) : nil }
    // Otherwise it may be a conversion: `throw String($0)`.
    return isError ? ("\"\\(\(argument))\"", close) : nil
  }

  /// Whether a name with a capital letter is at an offset, as the one of a type.
  func hasCapital(at offset: Int) -> Bool {
    bytes[offset].map { $0 < 0x80 && $0.isLetter && $0 & 0x20 == 0 } ?? false
  }

  // MARK: Objects

  /// An object literal, such as `{x: 1, y}`.
  ///
  /// An entry without a key is the name of its value.
  struct ObjectLiteral {
    var entries: [(key: String?, value: Span)] = []
    let end: Int
  }

  /// Returns the object literal at an offset, or `nil` if there is none.
  func objectLiteral(at brace: Int) -> ObjectLiteral? {
    guard bytes[brace] == ASCII.openBrace, let end = BracketMatcher.end(ofBracketAt: brace, in: bytes) else {
      return nil
    }
    var object = ObjectLiteral(end: end)
    var start = bytes.skipWhitespace(at: brace + 1)
    while start < end - 1 {
      let quotes = bytes[start] == ASCII.quote || bytes[start] == UInt8(ascii: "'") ? 1 : 0
      guard let nameEnd = bytes.identifierEnd(at: start + quotes) else { return nil }
      let name = start + quotes..<nameEnd
      var next = bytes.skipWhitespace(at: nameEnd + quotes)
      if bytes[next] == ASCII.colon {
        let first = bytes.skipWhitespace(at: next + 1)
        next = itemEnd(from: first, upTo: end - 1)
        object.entries.append((bytes.text(name), source.trimmingTrailingWhitespace(first..<max(first, next))))
      } else {
        object.entries.append((nil, name))
      }
      guard next == end - 1 || bytes[next] == ASCII.comma,
        !(nameEnd..<next).contains(where: { bytes.has("->", at: $0) })
      else { return nil }
      start = bytes.skipWhitespace(at: next + 1)
    }
    return object.entries.count > 1 || object.entries.contains { $0.key != nil } ? object : nil
  }

  /// Returns the value of an object literal, which is a tuple unless there is only one.
  func value(of object: ObjectLiteral) -> String {
    let values = object.entries.map { translated($0.value) }
    return values.count == 1 ? values[0] : "(\(values.joined(separator: ", ")))"
  }
}
