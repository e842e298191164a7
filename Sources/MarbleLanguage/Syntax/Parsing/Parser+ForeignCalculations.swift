/// Calculations of other languages: powers, bits, negations, divisions and ranges.
extension Parser {
  /// Returns the error for `$0 ** 2` at the second sign.
  func power(at offset: Int) -> Diagnostic? {
    let sign = offset - 1..<offset + 1
    guard bytes.has("**", at: sign.lowerBound) else { return nil }
    let base = operand(before: source.trimmingTrailingWhitespace(0..<sign.lowerBound).upperBound)
    guard !base.isEmpty, let exponent = integer(at: bytes.skipWhitespace(at: offset + 1)),
      (2...4).contains(exponent.value)
    else { return Diagnostic(.unknownCharacter("**"), at: sign) }
    let product = Array(repeating: bytes.text(base), count: Int(exponent.value)).joined(separator: " * ")
    let before = bytes[source.trimmingTrailingWhitespace(0..<base.lowerBound).upperBound - 1]
    return foreign(
      at: sign, replacing: base.lowerBound..<exponent.end, "to multiply",
      write: before.map("/%".utf8.contains) == true ? "(\(product))" : product)
  }

  /// Returns the calculation after `not`, or `nil` if it is a single value.
  func negated(from start: Int) -> Span? {
    guard let last = argumentEnd(from: start), bytes[start] != ASCII.openParenthesis else { return nil }
    let end = (start..<last).first { offset in
      bytes.has("&&", at: offset) || bytes.has("||", at: offset)
        || Self.wordsBetweenValues.keys.contains { bytes.text(offset..<min(offset + $0.count + 1, last)) == $0 + " " }
    }
    let operand = source.trimmingTrailingWhitespace(start..<(end ?? last))
    return operand.contains { bytes[$0]?.separatesWords == true } ? operand : nil
  }

  /// Returns the error for a calculation with bits, at an offset in its sign: `$0 & 1`, `$0 << 2` and `$0 >> 2`.
  func bits(at offset: Int) -> Diagnostic? {
    for sign in ["&", "<<", ">>"] {
      let start = bytes.text(max(0, offset - 1)..<min(offset + 1, limit)) == sign ? offset - 1 : offset
      let end = start + sign.utf8.count
      let left = bytes[source.trimmingTrailingWhitespace(statementStart..<start).upperBound - 1]
      guard left.map({ $0.isWord || ")]".utf8.contains($0) }) == true, bytes.text(start..<min(end, limit)) == sign,
        let number = integer(at: bytes.skipWhitespace(at: end)),
        (1...30).contains(number.value), bytes[number.end]?.isWord != true
      else { continue }
      let (factor, next) = (1 << number.value, number.value + 1)
      if sign == "&", number.value & next != 0 { continue }
      let text = sign == "&" ? "% \(next)" : sign == "<<" ? "* \(factor)" : "/ \(factor)"
      return foreign(at: start..<number.end, "to compute with values", write: text)
    }
    return nil
  }

  /// Returns an error for `//` between values, which begins a comment: `a.map { $0 // 2 }`.
  func division(at comment: Int? = nil) -> Diagnostic? {
    let comment = comment ?? bytes.skipWhitespace(at: cursor.previousEnd)
    let left = bytes[source.trimmingTrailingWhitespace(statementStart..<comment).upperBound - 1]
    guard bytes.has("//", at: comment), left.map({ $0.isWord || ")]".utf8.contains($0) }) == true,
      let closing = bracket(after: comment),
      case let words = bytes.text(comment + 2..<closing).split(separator: " "), !words.isEmpty,
      words.allSatisfy({ $0.utf8.count == 1 || $0.utf8.first?.isLetter == false })
    else { return nil }
    return foreign(at: comment..<comment + 2, "to divide", write: "/")
  }

  /// Returns the place of the first closing bracket after a sign that begins a comment here.
  func bracket(after comment: Int) -> Int? {
    (comment..<bytes.lineEnd(at: comment)).first { "})".utf8.contains(bytes[$0] ?? 0) }
  }

  /// Returns the condition that a value is in the range at an offset, such as `1...3`, and the end of the range.
  func condition(_ value: String, inRangeAt start: Int) -> (text: String, end: Int)? {
    guard let lower = integer(at: start), let mark = rangeMark(at: lower.end) else { return nil }
    return integer(at: mark.end).map {
      ("\(value) >= \(lower.value) && \(value) \(mark.isOpen ? "<" : "<=") \($0.value)", $0.end)
    }
  }

  /// Returns the end of `...`, `..<` or the `..` of Kotlin, and whether the last value is not in the range.
  private func rangeMark(at offset: Int) -> (isOpen: Bool, end: Int)? {
    guard bytes.has("..", at: offset) else { return nil }
    let isOpen = bytes.has("..<", at: offset)
    return (isOpen, offset + (isOpen || bytes.has("...", at: offset) ? 3 : 2))
  }

  /// Returns an error for a range between values: `1...3`.
  func numbers(at dot: Span) -> Diagnostic? {
    guard let (isOpen, start) = rangeMark(at: dot.lowerBound) else { return nil }
    let word = bytes.wordStart(before: dot.lowerBound)
    let isParameter = bytes[word - 1] == ASCII.dollar
    let first = (isParameter ? word - 1 : word)..<dot.lowerBound
    // A range in the arguments of another library's operator is not a stream.
    let opening = cursor.brackets.last?.span.lowerBound ?? first.lowerBound
    let called = bytes.wordStart(before: opening)..<opening
    if bytes.text(called) == "output", bytes[called.lowerBound - 1] == ASCII.dot,
      let close = BracketMatcher.end(ofBracketAt: opening, in: bytes), let lower = Int64(bytes.text(first)),
      let last = integer(at: start), last.value >= lower
    {
      let count = last.value - lower + (isOpen ? 0 : 1)
      return foreign(
        at: dot.lowerBound..<start, replacing: called.lowerBound - 1..<close, "for these values",
        write: (lower > 0 ? ".skip(first: \(lower))" : "") + ".take(first: \(count))")
    }
    if let last = integer(at: start), case let sign = bytes.skipWhitespace(at: last.end), bytes.has("~=", at: sign),
      case let operand = bytes.skipWhitespace(at: sign + 2), let end = argumentEnd(from: operand),
      let (condition, _) = self.condition(bytes.text(operand..<end), inRangeAt: first.lowerBound)
    {
      return foreign(
        at: dot.lowerBound..<start, replacing: first.lowerBound..<end, "for a condition", write: condition)
    }
    if called.isEmpty, let close = BracketMatcher.end(ofBracketAt: opening, in: bytes),
      bytes.has(".contains(", at: close), let end = BracketMatcher.end(ofBracketAt: close + 9, in: bytes),
      let (condition, _) = self.condition(bytes.text(close + 10..<end - 1), inRangeAt: first.lowerBound)
    {
      return foreign(
        at: dot.lowerBound..<start, replacing: opening..<end, "for a condition",
        write: bytes.isWhole(opening..<end) ? condition : "(\(condition))")
    }
    guard called.isEmpty || isOperator(called), isOpen || bytes.has("...", at: dot.lowerBound),
      bytes[start]?.isDigit == true,
      isParameter || Int64(bytes.text(first)) != nil, let last = integer(at: start),
      let text = bindings.vocabulary.form("...")?
        .text(on: nil, [bytes.text(first), String(isOpen ? last.value - 1 : last.value)])
    else { return nil }
    return foreign(at: dot.lowerBound..<start, replacing: first.lowerBound..<last.end, "for these numbers", write: text)
  }
}
