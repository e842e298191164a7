/// What stands in an expression.
extension EntryReader {
  /// What stands before a token.
  enum Last: Equatable {
    case nothing
    case name(end: Int)
    /// A dot, and whether a stream or a value stands before it.
    case dot(isLink: Bool)
    /// What opens brackets, or a comma: an argument begins.
    case opening
    /// The label of an argument, and then its colon.
    case label(String)
    case colon(behind: String)
    /// The end of brackets, or a literal.
    case closing
    case other
  }

  /// What parentheses or a closure may belong to.
  struct Callee {
    let name: String
    let hasReceiver: Bool
  }

  /// Reads as far as the expression goes; brackets that are open at the end of the entry stay in `brackets`.
  mutating func readExpression() {
    last = .nothing
    callee = nil
    while let token = nextToken() {
      if token.isEnd {
        noteComments(in: position..<max(position, token.span.lowerBound))
        position = max(position, token.span.lowerBound)
        if token.kind != .end(.source) { dropBrackets() }
        return
      }
      // Outside brackets there is only one name, or a chain.
      if brackets.isEmpty, !goesOn(with: token) { return }
      noteComments(in: position..<token.span.lowerBound)
      position = token.span.upperBound
      switch token.kind {
      case .name(let text): readName(text, at: token.span)
      case .integer, .number, .duration: readLiteral(token.span, .number)
      case .parameter: readLiteral(token.span, .name)
      case .quote:
        note(token.span, .string)
        readText()
      case .symbol(let symbol): read(symbol, at: token.span)
      case .end: break
      }
    }
  }

  /// Whether an expression outside brackets can go on with a token.
  private func goesOn(with token: Token) -> Bool {
    switch (last, token.kind) {
    case (.nothing, _), (.dot, .name), (.dot, .integer), (.dot, .number): true
    case (.name(let end), .symbol(.openParenthesis)): end == token.span.lowerBound
    case (.name, .symbol(.dot)), (.closing, .symbol(.dot)): true
    case (.name, .symbol(.openBrace)), (.closing, .symbol(.openBrace)): callee != nil
    default: false
    }
  }

  /// The next token; what is none is a mistake, and stepped over.
  private mutating func nextToken() -> Token? {
    while position < bytes.count {
      do {
        return try lexer.token(
          at: position, lineEnds: brackets.isEmpty ? .final : textDepth > 0 ? .forbidden : .skipped)
      } catch {
        let start = max(error.span.lowerBound, position)
        noteComments(in: position..<start)
        if case .unclosedComment = error.problem {
          note(start..<bytes.count, .comment)
          position = bytes.count
        } else {
          let end = min(max(error.span.upperBound, start + 1), bytes.count)
          note(start..<end, .mistake)
          position = end
        }
      }
    }
    return nil
  }

  private mutating func readLiteral(_ span: Span, _ kind: Highlight.Kind) {
    note(span, kind)
    last = .closing
    callee = nil
  }

  // MARK: Names

  private mutating func readName(_ text: String, at span: Span) {
    let before = last
    last = .name(end: span.upperBound)
    let next = bytes.skipBlanks(at: span.upperBound)
    if case .dot(let isLink) = before {
      note(span, memberKind(text, isLink: isLink))
      callee = Callee(name: text, hasReceiver: isLink)
      return answer(at: span, !isLink ? .strategy : isInClosure ? .member : .link)
    }
    callee = nil
    if bytes[next] == ASCII.colon, before == .opening, brackets.last?.kind == .call {
      brackets[brackets.count - 1].labels.append(text)
      last = .label(text)
      return note(span, .label)
    }
    if isKeyword(text, behind: before) {
      last = text == "in" || text == "throw" ? .other : .closing
      return note(span, .keyword)
    }
    let place = place(behind: before)
    if bytes[span.upperBound] == ASCII.openParenthesis || bytes[next] == ASCII.openBrace {
      let isKnown = words.isOperator(text) || (isInClosure && Member.conversion(text) != nil)
      note(span, isKnown ? .operator : isBound(text) ? .name : .unknownName)
      callee = Callee(name: text, hasReceiver: false)
      return answer(at: span, place)
    }
    noteName(span, at: place)
  }

  private func place(behind before: Last) -> Place {
    if brackets.isEmpty { return .beginning }
    // What stands in a closure is a value first of all.
    if brackets.last?.kind == .closure || textDepth > 0 { return .operand }
    switch before {
    case .opening: return isInClosure && brackets.last?.kind == .round ? .operand : .argument(label: nil)
    case .colon(let label): return .argument(label: label)
    default: return .operand
    }
  }

  private func isKeyword(_ text: String, behind before: Last) -> Bool {
    switch text {
    case "true", "false", "nil", "throw": return true
    case "in":
      switch before {
      case .name, .closing: return isInClosure
      default: return false
      }
    default: return false
    }
  }

  /// A name that stands for a stream or a value, or for an operator that has no parentheses yet.
  mutating func noteName(_ span: Span, at place: Place) {
    let text = bytes.text(span)
    let isOperator = place != .operand && words.isOperator(text)
    note(span, isBound(text) ? .name : isOperator ? .operator : .unknownName)
    answer(at: span, place)
  }

  private func memberKind(_ text: String, isLink: Bool) -> Highlight.Kind {
    if !isLink { return Catalogue.strategyNames.contains(text) ? .operator : .unknownName }
    if isInClosure, Member.propertyNames.contains(text) || Member.methodNames.contains(text) { return .operator }
    return words.isOperator(text) ? .operator : .unknownName
  }

  private mutating func answer(at span: Span, _ place: Place) {
    if span.lowerBound == asked { self.place = place }
  }

  // MARK: Symbols

  private mutating func read(_ symbol: Token.Symbol, at span: Span) {
    let before = last
    let callee = callee
    self.callee = nil
    last = .opening
    switch symbol {
    case .openParenthesis where before == .name(end: span.lowerBound) && callee != nil:
      open(.call, of: callee)
    case .openParenthesis: open(.round)
    case .openSquare: open(.square)
    case .openBrace: open(.closure, of: callee, names: parameterNames(at: span.upperBound))
    case .closeParenthesis: return close(span) { $0 == .call || $0 == .round || $0 == .interpolation }
    case .closeSquare: return close(span) { $0 == .square }
    case .closeBrace: return close(span) { $0 == .closure }
    case .comma: break
    case .colon:
      if case .label(let label) = before { last = .colon(behind: label) } else { last = .other }
    case .dot:
      switch before {
      case .name, .closing: last = .dot(isLink: true)
      default: last = .dot(isLink: brackets.isEmpty)
      }
    default: last = .other
    }
    note(span, .punctuation)
  }

  private mutating func open(_ kind: Open.Kind, of callee: Callee? = nil, names: Set<String> = []) {
    brackets.append(
      Open(kind: kind, callee: callee?.name, hasReceiver: callee?.hasReceiver ?? false, names: names))
    if kind == .closure { closureDepth += 1 }
    if kind == .interpolation { textDepth += 1 }
  }

  private mutating func close(_ span: Span, where fits: (Open.Kind) -> Bool) {
    last = .closing
    guard let open = brackets.last, fits(open.kind) else { return note(span, .mistake) }
    brackets.removeLast()
    note(span, .punctuation)
    if open.kind == .closure { closureDepth -= 1 }
    // A closure may still follow.
    if open.kind == .call, let name = open.callee { callee = Callee(name: name, hasReceiver: open.hasReceiver) }
    guard open.kind == .interpolation else { return }
    textDepth -= 1
    readText()
  }

  /// The names before `in`, with or without parentheses.
  private func parameterNames(at offset: Int) -> Set<String> {
    var end = bytes.skipBlanks(at: offset)
    let isEnclosed = bytes[end] == ASCII.openParenthesis
    if isEnclosed { end = bytes.skipBlanks(at: end + 1) }
    var names: Set<String> = []
    while let nameEnd = bytes.identifierEnd(at: end), names.count < 100 {
      names.insert(bytes.text(end..<nameEnd))
      end = bytes.skipBlanks(at: nameEnd)
      guard bytes[end] == ASCII.comma else { break }
      end = bytes.skipBlanks(at: end + 1)
    }
    if isEnclosed, bytes[end] == ASCII.closeParenthesis { end = bytes.skipBlanks(at: end + 1) }
    return bytes.hasWord("in", at: end) ? names : []
  }

  // MARK: Texts

  /// Reads on in a text, up to its end or to what is interpolated.
  private mutating func readText() {
    let start = position
    last = .closing
    while let byte = bytes[position], byte != ASCII.newline {
      switch byte {
      case ASCII.quote:
        position += 1
        return note(start..<position, .string)
      case ASCII.backslash where bytes[position + 1] == ASCII.openParenthesis:
        note(start..<position, .string)
        note(position..<position + 2, .punctuation)
        position += 2
        last = .opening
        return open(.interpolation)
      case ASCII.backslash where bytes[position + 1] != ASCII.newline:
        position = min(position + 2, bytes.count)
      default:
        position += 1
      }
    }
    note(start..<position, .string)
    if position < bytes.count { dropBrackets() }
  }

  /// Whether the innermost brackets, or some around them, are a closure's.
  private var isInClosure: Bool { closureDepth > 0 }
}
