/// Members and methods after a dot, and the arguments of calls.
extension Parser {
  mutating func postfix() -> Expression {
    let start = tree.checkpoint(at: token.span.lowerBound)
    let first = primary()
    return token.is(.dot) ? links(on: first, from: start) : first
  }

  mutating func links(on first: Expression, from checkpoint: SyntaxTree.Checkpoint) -> Expression {
    var receiver = first
    let start = receiver.span.lowerBound
    while token.is(.dot) {
      let dot = token.span
      let link = tree.checkpoint(at: dot.lowerBound)
      if let place = Lexer(bytes).place(at: dot.upperBound) {
        tree.add(.symbol, dot)
        cursor.token = place
        advance(as: .number)
        let name = Name(text: bytes.text(place.span), span: place.span)
        receiver = make(.member(receiver, name), from: start, above: [receiver])
      } else {
        advance()
        if token.is(.question) {
          let hole = Call(name: Name(text: "?", span: token.span), arguments: [], trailing: nil)
          advance(as: .hole)
          receiver = make(.method(receiver, hole), from: start, above: [receiver])
          if beginsArguments, let end = BracketMatcher.end(ofBracketAt: token.span.lowerBound, in: bytes) {
            let written = bytes.text(statementStart..<token.span.lowerBound)
            let isStatement = isEnd(bytes.skipWhitespace(at: end)) && !written.contains { $0 == "=" || $0.isNewline }
            failForeign(
              at: token.span.lowerBound..<end, replacing: isStatement ? statementStart..<end : nil,
              isStatement ? "for a search" : "`?` stands for the arguments too",
              write: isStatement ? "\(written) == --1|" : "")
          }
          tree.wrap(.link, from: link)
          continue
        }
        let name = memberName(after: dot)
        if let error = types(after: name.span) ?? printing(in: name, after: dot) { fail(error) }
        if name.text == "pipe", let error = pipedOperators(at: name.span, after: dot) { fail(error) }
        let wasFailed = failure != nil
        if let call = callTail(of: name) {
          // The arguments of such a method are in another language, and their errors do not matter.
          if let method = ForeignMethod(rawValue: name.text) {
            let whole = dot.lowerBound..<callEnd(after: name.span)
            explainFailure(
              since: wasFailed, .foreignMethod(method), at: method.isSuperfluous ? whole : name.span, replacing: whole)
          }
          receiver = make(.method(receiver, call), from: start, above: [receiver] + call.parts)
        } else {
          receiver = make(.member(receiver, name), from: start, above: [receiver])
        }
      }
      tree.wrap(.link, from: link)
    }
    tree.wrap(.chain, from: checkpoint)
    return receiver
  }

  /// Returns the error for a `collect` of Kotlin that prints the values: `a.collect { println(it) }`.
  private func printing(in name: Name, after dot: Span) -> Diagnostic? {
    let brace = bytes.skipWhitespace(at: name.span.upperBound)
    guard name.text == "collect", bytes[brace] == ASCII.openBrace,
      let end = BracketMatcher.end(ofBracketAt: brace, in: bytes), bytes.text(brace..<end).contains("print")
    else { return nil }
    return foreign(at: dot.lowerBound..<end, "a stream on a line of its own is observed and drawn", write: "")
  }

  /// Returns the end of the arguments and the closure after a name, whatever they contain.
  private func callEnd(after name: Span) -> Int {
    var end = name.upperBound
    if bytes[end] == ASCII.openParenthesis { end = BracketMatcher.end(ofBracketAt: end, in: bytes) ?? end }
    let next = bytes.skipWhitespace(at: end)
    return bytes[next] == ASCII.openBrace ? BracketMatcher.end(ofBracketAt: next, in: bytes) ?? end : end
  }

  mutating func memberName(after dot: Span) -> Name {
    guard let name = token.name else {
      failAtEnd(
        numbers(at: dot) ?? secondDot(at: dot.lowerBound)
          ?? Diagnostic(.expectedMemberName(found: found), at: here, related: dot))
      return Name(text: "", span: dot.upperBound..<dot.upperBound)
    }
    advance()
    return name
  }

  /// Reads the arguments and the closure after a name, or returns `nil` if there are neither.
  mutating func callTail(of name: Name) -> Call? {
    let arguments = beginsArguments ? argumentList() : nil
    let trailing = token.is(.openBrace) ? closure() : nil
    if arguments == nil, trailing == nil { return nil }
    return Call(name: name, arguments: arguments ?? [], trailing: trailing)
  }

  var beginsArguments: Bool { token.is(.openParenthesis) && token.span.lowerBound == cursor.previousEnd }

  /// Whether a number, a string or a strategy is at an offset, which cannot follow a name.
  private func beginsLiteral(at offset: Int) -> Bool {
    bytes[offset].map { $0.isDigit || $0 == ASCII.quote } ?? false
      || (bytes[offset] == ASCII.dot && bytes.identifierEnd(at: offset + 1) != nil)
  }

  /// Whether the name of a stream is at an offset.
  private func beginsStream(at offset: Int) -> Bool {
    bytes.identifierEnd(at: offset).map { isBound(bytes.text(offset..<$0)) } ?? false
  }

  mutating func argumentList() -> [Argument] {
    let list = tree.checkpoint(at: token.span.lowerBound)
    open(.parenthesis)
    var arguments: [Argument] = []
    while !token.is(.closeParenthesis), !token.isEnd {
      let argument = tree.checkpoint(at: token.span.lowerBound)
      let first = token.span.lowerBound
      if let error = foreignFunction(at: first) ?? foreignArgument(at: first) { fail(error) }
      var label: Name?
      let next = token.name.map { bytes.skipWhitespace(at: $0.span.upperBound) } ?? first
      if let name = token.name, next > name.span.upperBound,
        beginsLiteral(at: next) || (!isBound(name.text) && beginsStream(at: next)), !name.text.isReservedName,
        Self.wordsBeforeValues[name.text] == nil, Self.wordsBetweenValues[name.text] == nil
      {
        failForeign(at: name.span, replacing: name.span.lowerBound..<next, "for a label", write: "\(name.text): ")
      }
      // The label of Kotlin and Python.
      let isEquals =
        bytes[next] == ASCII.equals && bytes[next + 1] != ASCII.equals && bytes[next + 1] != UInt8(ascii: ">")
      if let name = token.name, bytes[next] == ASCII.colon || isEquals {
        if isEquals {
          failForeign(at: next..<next + 1, replacing: name.span.upperBound..<next + 1, "for a label", write: ":")
        }
        label = name
        advance(as: .label)
        advance()
        if let error = foreignFunction(at: token.span.lowerBound) { fail(error) }
      }
      let (start, wasFailed) = (token.span.lowerBound, failure != nil)
      arguments.append(Argument(label: label, value: expression()))
      explainArgument(from: start, since: wasFailed)
      tree.wrap(.argument, from: argument)
      guard token.is(.comma) else { break }
      advance()
    }
    close(.parenthesis)
    tree.wrap(.argumentList, from: list)
    return arguments
  }
}
