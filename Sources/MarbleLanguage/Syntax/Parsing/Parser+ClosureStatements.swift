/// Closures of several statements that one expression can replace.
extension Parser {
  /// Returns the error for constants before the result, an early return, or several values that are emitted:
  /// `{ let x = $0 * 2; return x + 1 }`, `{ guard $0 > 1 else { return 0 }; return $0 }` and `{ emit(1); emit(2) }`.
  func statements(in brace: Span) -> Diagnostic? {
    guard let close = BracketMatcher.end(ofBracketAt: brace.lowerBound, in: bytes),
      (brace.upperBound..<close).contains(where: { bytes[$0] == ASCII.semicolon || bytes[$0] == ASCII.newline })
    else { return nil }
    let start = bytes.skipBlank(at: brace.upperBound)
    var (body, head) = (start, start..<start)
    // The names of the parameters.
    var end = start
    while let byte = bytes[end], byte.isWord || "(), ".utf8.contains(byte) {
      if byte.separatesWords, bytes.hasWord("in", at: end + 1) {
        (body, head) = (bytes.skipBlank(at: end + 3), start..<end + 3)
      }
      end += 1
    }
    guard body < close - 1, let text = combined(body..<close - 1) else { return nil }
    return foreign(
      at: bytes.identifierEnd(at: body).map { body..<$0 } ?? brace, replacing: brace.lowerBound..<close,
      "for a single expression", write: "{ \(head.isEmpty ? "" : bytes.text(head) + " ")\(text) }")
  }

  /// Returns several statements of a closure as one expression, or `nil` if they are something else.
  func combined(_ body: Span) -> String? {
    var parts = statements(of: body)
    guard parts.count > 1, let last = parts.popLast() else { return nil }
    let values = (parts + [last]).compactMap { argument(of: $0) }
    if values.count == parts.count + 1 { return "of(\(values.joined(separator: ", ")))" }
    guard !startsStatement(last.lowerBound) else { return nil }
    var result = translated(withoutReturn(last))
    for part in parts.reversed() {
      guard let word = bytes.identifierEnd(at: part.lowerBound) else { return nil }
      let first = bytes.skipWhitespace(at: word)
      switch bytes.text(part.lowerBound..<word) {
      case "let", "const", "val":
        guard let values = constants(in: first..<part.upperBound) else { return nil }
        result = Self.substituting(values, in: result)
      case "guard", "if":
        let isGuard = bytes.hasWord("guard", at: part.lowerBound)
        let brace = (first..<part.upperBound).first { bytes[$0] == ASCII.openBrace }
        // Without braces, the condition is in parentheses: `if (x > 1) return 2`.
        let head = brace ?? BracketMatcher.end(ofBracketAt: first, in: bytes) ?? part.upperBound
        guard head < part.upperBound,
          brace.map({ BracketMatcher.end(ofBracketAt: $0, in: bytes) == part.upperBound }) ?? !isGuard
        else { return nil }
        var condition = bytes.text(source.trimmingTrailingWhitespace(first..<head))
        if isGuard {
          guard condition.hasSuffix(" else") else { return nil }
          condition.removeLast(5)
        }
        let inner = withoutReturn(bytes.skipWhitespace(at: head)..<part.upperBound)
        guard !condition.hasPrefix("let "), !inner.isEmpty, !startsStatement(inner.lowerBound) else { return nil }
        let other = translated(inner)
        result = "\(condition) ? " + (isGuard ? "\(result) : \(other)" : "\(other) : \(result)")
      default: return nil
      }
    }
    return (1...80).contains(result.utf8.count) && !result.contains(where: \.isNewline) ? result : nil
  }

  /// Returns the meaning of `if (it > 1) 1 else 0` at an offset, and its end.
  private func choiceWithoutBraces(at start: Int) -> (text: String, end: Int)? {
    let first = bytes.skipWhitespace(at: start + 2)
    guard bytes[first] == ASCII.openParenthesis, let close = BracketMatcher.end(ofBracketAt: first, in: bytes),
      case let value = bytes.skipWhitespace(at: close), bytes[value] != ASCII.openBrace,
      let end = argumentEnd(from: value),
      let word = (value..<end).first(where: { bytes[$0 - 1]?.separatesWords == true && bytes.hasWord("else", at: $0) })
    else { return nil }
    let next = bytes.skipWhitespace(at: word + 4)
    let other = choice(at: next) ?? (translated(next..<max(next, end)), end)
    let chosen = translated(source.trimmingTrailingWhitespace(value..<word))
    return ("\(bytes.text(first + 1..<close - 1)) ? \(chosen) : \(other.text)", other.end)
  }

  /// Returns the meaning of `1 if $0 > 1 else 0` of Python, or `nil` if a span contains something else.
  func choiceAfterValue(in span: Span) -> String? {
    func offset(of word: StaticString, from start: Int) -> Int? {
      var offset = start
      while offset < span.upperBound, let byte = bytes[offset], !";,\n".utf8.contains(byte) {
        if bytes[offset - 1]?.separatesWords == true, bytes.hasWord(word, at: offset) { return offset }
        offset = BracketMatcher.end(ofBracketAt: offset, in: bytes) ?? offset + 1
      }
      return nil
    }
    guard let first = offset(of: "if", from: span.lowerBound), let second = offset(of: "else", from: first) else {
      return nil
    }
    let parts = [span.lowerBound..<first, first + 2..<second, second + 4..<span.upperBound].map {
      source.trimmingTrailingWhitespace(min(bytes.skipWhitespace(at: $0.lowerBound), $0.upperBound)..<$0.upperBound)
    }
    guard !parts.contains(where: \.isEmpty) else { return nil }
    let other = choiceAfterValue(in: parts[2]) ?? translated(parts[2])
    return "\(translated(parts[1])) ? \(translated(parts[0])) : \(other)"
  }

  /// Returns the meaning of `if $0 > 1 { 1 } else { 0 }` at an offset, and its end.
  func choice(at start: Int) -> (text: String, end: Int)? {
    guard bytes.hasWord("if", at: start) else { return nil }
    if let short = choiceWithoutBraces(at: start) { return short }
    guard let brace = (start..<bytes.lineEnd(at: start)).first(where: { bytes[$0] == ASCII.openBrace }),
      let close = BracketMatcher.end(ofBracketAt: brace, in: bytes),
      case let word = bytes.skipBlank(at: close), bytes.hasWord("else", at: word)
    else { return nil }
    let first = bytes.skipWhitespace(at: start + 2)
    let condition = bytes.text(source.trimmingTrailingWhitespace(min(first, brace)..<brace))
    let text = "\(condition) ? \(translated(withoutReturn(brace..<close))) : "
    let next = bytes.skipBlank(at: word + 4)
    if let other = choice(at: next) { return (text + other.text, other.end) }
    guard bytes[next] == ASCII.openBrace, let end = BracketMatcher.end(ofBracketAt: next, in: bytes) else {
      return nil
    }
    return (text + translated(withoutReturn(next..<end)), end)
  }

  /// Returns the statements in the body of a closure.
  private func statements(of body: Span) -> [Span] {
    var parts: [Span] = []
    var (start, offset) = (bytes.skipBlank(at: body.lowerBound), body.lowerBound)
    func add(upTo end: Int) {
      let part = source.trimmingTrailingWhitespace(min(start, end)..<end)
      if !part.isEmpty { parts.append(part) }
    }
    while offset < body.upperBound {
      if bytes[offset] == ASCII.semicolon || bytes[offset] == ASCII.newline {
        let next = min(bytes.skipBlank(at: offset + 1), body.upperBound)
        if bytes[next] != ASCII.dot {
          add(upTo: offset)
          start = next
        }
        offset = max(offset + 1, next)
      } else {
        offset = BracketMatcher.end(ofBracketAt: offset, in: bytes) ?? offset + 1
      }
    }
    add(upTo: body.upperBound)
    return parts
  }

  /// Returns the argument of a statement that emits a value.
  private func argument(of statement: Span) -> String? {
    guard let word = bytes.identifierEnd(at: statement.lowerBound), bytes[word] == ASCII.openParenthesis,
      ["emit", "send"].contains(bytes.text(statement.lowerBound..<word)),
      BracketMatcher.end(ofBracketAt: word, in: bytes) == statement.upperBound
    else { return nil }
    return bytes.text(word + 1..<statement.upperBound - 1)
  }

  /// Whether a keyword of a statement is at an offset.
  private func startsStatement(_ offset: Int) -> Bool {
    bytes.identifierEnd(at: offset).map {
      ["let", "const", "var", "val", "if", "guard", "switch", "for", "while", "do", "when"].contains(
        bytes.text(offset..<$0))
    } ?? false
  }

  /// Returns the names of a declaration with their values, such as `y = $0 * 2` and `(x, y) = $0`.
  private func constants(in declaration: Span) -> [String: String]? {
    guard let sign = declaration.first(where: { isDefinitionSign(at: $0) }) else { return nil }
    let pattern = bytes.text(source.trimmingTrailingWhitespace(declaration.lowerBound..<sign))
    let value = translated(min(bytes.skipWhitespace(at: sign + 1), declaration.upperBound)..<declaration.upperBound)
    let names = parameters(in: pattern)
    guard !value.isEmpty, !names.isEmpty, !pattern.contains("{") else { return nil }
    let isSimple = value.allSatisfy { $0.isLetter || $0.isNumber || "$_.()".contains($0) }
    let operand = isSimple ? value : "(\(value))"
    if names.count == 1 { return [names[0]: operand] }
    return Dictionary(names.enumerated().map { ($1, "\(operand).\($0)") }, uniquingKeysWith: { $1 })
  }

  /// Returns text with other text for names, also in the interpolations of strings.
  static func substituting(_ values: [String: String], in text: String) -> String {
    let bytes = SourceBytes(Source(name: "", text: text))
    var (result, offset) = ("", 0)
    /// The open strings and parentheses.
    var open: [UInt8] = []
    while let byte = bytes[offset] {
      let isInString = open.last == ASCII.quote
      let isMember = bytes[offset - 1] == ASCII.dot || bytes[offset - 1]?.isWord == true
      let name = isInString || isMember ? nil : bytes.identifierEnd(at: offset)
      let isEscape = isInString && byte == ASCII.backslash
      let end = name ?? min(bytes.characterEnd(at: offset) + (isEscape ? 1 : 0), bytes.count)
      switch byte {
      case ASCII.quote where isInString: open.removeLast()
      case ASCII.closeParenthesis where open.last == ASCII.openParenthesis: open.removeLast()
      case ASCII.quote: open.append(byte)
      case ASCII.openParenthesis where !isInString: open.append(byte)
      case ASCII.backslash where isEscape && bytes[offset + 1] == ASCII.openParenthesis:
        open.append(ASCII.openParenthesis)
      default: break
      }
      let written = bytes.text(offset..<end)
      result += name == nil ? written : values[written] ?? written
      offset = end
    }
    return result
  }
}
