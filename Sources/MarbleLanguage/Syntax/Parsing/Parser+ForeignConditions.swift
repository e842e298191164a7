/// Conditions of other languages: tests of values, lists and ranges, and several conditions.
extension Parser {
  /// Returns an error for a test of Python at the current token: `$0 in [1, 2]`, `$0 not in [1, 2]` and `$0 is None`.
  func test(of value: Span) -> Diagnostic? {
    let first = token.span.lowerBound
    let word = ["is not", "is", "not in", "!in", "in"].first {
      bytes.text(first..<min(first + $0.utf8.count + 1, limit)) == $0 + " "
    }
    guard !value.isEmpty, let word, case let sign = first..<first + word.utf8.count else { return nil }
    let start = bytes.skipWhitespace(at: sign.upperBound)
    if word.hasSuffix("in"), let (condition, end) = self.condition(bytes.text(value), inRangeAt: start) {
      let whole = value.lowerBound..<end
      return foreign(
        at: sign, replacing: whole, "for a condition",
        write: word == "in" ? bytes.isWhole(whole) ? condition : "(\(condition))" : "!(\(condition))")
    }
    let list = list(at: start)
    let parameter = bytes[start] == ASCII.dollar && bytes[start + 1]?.isDigit == true ? start + 2 : nil
    guard let end = list?.end ?? parameter ?? bytes.identifierEnd(at: start) else { return nil }
    let other = list?.text ?? bytes.text(start..<end)
    if word.hasSuffix("in") {
      return foreign(
        at: sign, replacing: value.lowerBound..<end,
        "to test whether \(list == nil ? "it" : "an array") contains the value",
        write: (word == "in" ? "" : "!") + "\(other).contains(\(bytes.text(value)))")
    }
    return ["None", "nil", "null", "undefined"].contains(other)
      ? foreign(at: sign.lowerBound..<end, write: word == "is" ? "== nil" : "!= nil") : nil
  }

  private static let lists: Set = ["listOf", "setOf", "arrayOf", "list", "set"]

  /// Returns the array for `[1, 2]`, `(1, 2)` or `listOf(1, 2)` at an offset, and the end of the list.
  private func list(at start: Int) -> (text: String, end: Int)? {
    let opening = bytes.identifierEnd(at: start) ?? start
    guard opening == start || Self.lists.contains(bytes.text(start..<opening)),
      bytes[opening] == ASCII.openParenthesis || opening == start && bytes[start] == ASCII.openSquare,
      let end = BracketMatcher.end(ofBracketAt: opening, in: bytes)
    else { return nil }
    return ("[\(bytes.text(opening + 1..<end - 1))]", end)
  }

  /// Returns the error for `{ it in 1..3 }` and `{ it in listOf(1, 2) }` of Kotlin, which name a parameter here.
  func membership(after brace: Span) -> Diagnostic? {
    let start = bytes.skipBlank(at: brace.upperBound)
    guard bytes.hasWord("it", at: start), bytes.hasWord("in", at: start + 3) else { return nil }
    let sign = start + 3..<start + 5
    let value = sign.upperBound + 1
    if let (condition, end) = condition("$0", inRangeAt: value) {
      return foreign(at: sign, replacing: start..<end, "for a condition", write: condition)
    }
    // An array can be the result of the closure.
    guard bytes.identifierEnd(at: value) != nil, let list = list(at: value) else { return nil }
    return foreign(
      at: sign, replacing: start..<list.end, "to test whether an array contains the value",
      write: "\(list.text).contains($0)")
  }

  /// Returns an error for the comma between two conditions: `a.filter { $0 > 1, $0 < 3 }`.
  func secondCondition(after brace: Span) -> Diagnostic? {
    let comma = token.span
    guard token.is(.comma), let end = argumentEnd(from: comma.upperBound) else { return nil }
    let sides = [brace.upperBound..<comma.lowerBound, comma.upperBound..<end]
    guard sides.allSatisfy({ side in side.contains { bytes.isComparison(at: $0) } }) else { return nil }
    let texts = sides.map {
      bytes.text(source.trimmingTrailingWhitespace(bytes.skipBlank(at: $0.lowerBound)..<$0.upperBound))
    }
    return foreign(
      at: comma, replacing: bytes.skipBlank(at: brace.upperBound)..<end, "if both conditions must be true",
      write: texts.joined(separator: " && "))
  }

  /// Returns the name, the number or the string before an offset, with its members.
  func operand(before end: Int) -> Span {
    var start = end
    if bytes[end - 1] == ASCII.quote,
      let quote = (statementStart..<end - 1).last(where: { bytes[$0] == ASCII.quote })
    {
      return quote..<end
    }
    while let byte = bytes[start - 1], byte.isWord || byte == ASCII.dollar || byte == ASCII.dot { start -= 1 }
    return start..<end
  }
}

extension SourceBytes {
  /// Whether the expression at a span is a whole argument, item, or body of a closure, with no operator beside it.
  package func isWhole(_ span: Span) -> Bool {
    var start = span.lowerBound
    while let byte = self[start - 1], byte.isWhitespace { start -= 1 }
    let isAfterNames = start < span.lowerBound && hasWord("in", at: start - 2)
    return (isAfterNames || self[start - 1].map("{([,".utf8.contains) ?? true)
      && self[skipBlank(at: span.upperBound)].map("})],".utf8.contains) ?? true
  }

  /// Whether a sign that compares two values is at an offset.
  fileprivate func isComparison(at offset: Int) -> Bool {
    guard let byte = self[offset] else { return false }
    let isSign = byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    return (isSign && self[offset - 1] != ASCII.minus) || has("==", at: offset) || has("!=", at: offset)
  }
}
