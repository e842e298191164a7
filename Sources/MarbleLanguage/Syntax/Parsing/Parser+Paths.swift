/// Names with dots between them, such as `self.a` and `button.rx.tap`, in the place of a stream.
extension Parser {
  /// Returns the error for the call of an operator after a path of names: `self.a.map { $0 }`.
  func call(at dot: Int, afterPathFrom start: Int) -> Diagnostic? {
    guard let stream = stream(ofPath: start..<dot) else { return nil }
    let name = bytes.text(stream)
    guard isBound(name) else {
      return Diagnostic(.unknownStream(name: name, suggestion: suggestion(for: name)), at: stream)
    }
    return foreign(at: start..<dot, "for the stream", write: name)
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
