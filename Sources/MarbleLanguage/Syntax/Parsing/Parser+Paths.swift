/// Names with dots between them, such as `self.a` and `button.rx.tap`, in the place of a stream.
extension Parser {
  /// Returns the error for the call of an operator after a path of names: `self.a.map { $0 }`.
  func call(at dot: Int, afterPathFrom start: Int) -> Diagnostic? {
    guard let stream = stream(ofPath: start..<dot) else { return nil }
    let name = bytes.text(stream)
    // The first name can be the stream too: `a.value.count()`.
    let first = bytes.identifierEnd(at: start).map { bytes.text(start..<$0) } ?? name
    guard let bound = [name, first].first(where: isBound) else {
      return Diagnostic(.unknownStream(name: name, suggestion: suggestion(for: name)), at: stream)
    }
    return foreign(at: start..<dot, "for the stream", write: bound)
  }

  /// Returns the error for the body of a closure without its braces, as in `a.scan(0) $0 + $1`.
  func closureWithoutBraces(at offset: Int) -> Diagnostic? {
    let before = source.trimmingTrailingWhitespace(statementStart..<offset)
    let body = offset..<end(ofSideAt: offset)
    guard bytes[before.upperBound - 1] == ASCII.closeParenthesis, (1...60).contains(body.count),
      let opening = before.last(where: {
        bytes[$0] == ASCII.openParenthesis && BracketMatcher.end(ofBracketAt: $0, in: bytes) == before.upperBound
      }),
      let call = bindings.vocabulary.operator(bytes.text(bytes.wordStart(before: opening)..<opening))?.call(nil, "")
        .text
    else { return nil }
    let text = bytes.text(body)
    let isStream = bytes.identifierEnd(at: offset) == body.upperBound ? isBound(text) : bytes[offset] == ASCII.quote
    guard !text.contains("{"), text.contains("$0") || (isStream && call.hasSuffix("}")) else { return nil }
    return foreign(at: word(at: offset), replacing: body, "for a closure", write: "{ \(text) }")
  }

  /// Returns the error for the second replacement of a timeline without a comma: `-a-b| where a = 1 b = 2`.
  func renamingWithoutComma(at equals: Int) -> Diagnostic? {
    guard equals > statementStart else { return nil }
    let end = source.trimmingTrailingWhitespace(statementStart..<equals).upperBound
    // A statement may begin inside of a word.
    let name = max(statementStart, bytes.wordStart(before: end))
    let before = source.trimmingTrailingWhitespace(statementStart..<name).upperBound
    guard bytes[equals] == ASCII.equals, before < name, name < end,
      (statementStart..<before).contains(where: { bytes.has(" where ", at: $0) })
    else { return nil }
    return foreign(
      at: name..<end, replacing: before..<end, "for another value", write: ", \(bytes.text(name..<end))")
  }

  /// Returns the error for a link of a chain at the beginning of a statement, after an empty line.
  func linkAlone(at dot: Int, before end: Int) -> Diagnostic? {
    guard dot == statementStart, source.bytes[..<dot].contains(where: { !$0.separatesWords && $0 != ASCII.newline })
    else {
      return nil
    }
    let blank = source.bytes[..<dot].reversed().prefix { $0.separatesWords || $0 == ASCII.newline }
    let isAfterEmptyLine = blank.count { $0 == ASCII.newline } > 1
    return foreign(
      at: dot..<end,
      isAfterEmptyLine
        ? "to continue the lines above, delete the empty line; for their result" : "for the result above",
      write: "_\(bytes.text(dot..<end))")
  }

  /// Whether a closure is the argument of a link after a name and another one, as in `a.producer.map { $0 }`.
  func hasPathToClosure(after end: Int) -> Bool {
    var next = end
    while bytes[next] == ASCII.dot, let name = bytes.identifierEnd(at: next + 1) {
      let brace = bytes.skipWhitespace(at: name)
      if next > end, bytes[brace] == ASCII.openBrace {
        return bytes[BracketMatcher.end(ofBracketAt: brace, in: bytes) ?? brace] != ASCII.star
      }
      if next > end, bytes[name] == ASCII.openParenthesis {
        return bytes.text(name..<(BracketMatcher.end(ofBracketAt: name, in: bytes) ?? bytes.lineEnd(at: name)))
          .contains("{")
      }
      next = name
    }
    return false
  }

  /// Returns the name that a path of several names probably means, without the types and properties around it.
  func stream(ofPath span: Span) -> Span? {
    var names: [Span] = []
    var start = span.lowerBound
    while let end = bytes.identifierEnd(at: bytes[start] == ASCII.dollar && !names.isEmpty ? start + 1 : start) {
      guard end <= span.upperBound else { return nil }
      names.append((bytes[start] == ASCII.dollar ? start + 1 : start)..<end)
      start = end + 1
      if end == span.upperBound { break }
      guard bytes[end] == ASCII.dot else { return nil }
    }
    guard names.count > 1, names.last?.upperBound == span.upperBound else { return nil }
    return names.last { ForeignMethod(rawValue: bytes.text($0))?.isConversion != true } ?? names[0]
  }
}
