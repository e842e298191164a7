import Marbles

/// A walk over the syntax tree of an entry, which collects its highlights and the context of its end or of a name.
package struct EntryWalker {
  let source: Source
  let scope: Scope
  var highlights: [Highlight] = []
  /// The brackets around the current node, the innermost last, or at the end those that are still open.
  var brackets: [Open] = []
  /// The names that the entry binds.
  var names: [String] = []
  /// The parameter names of the operator definition or of the law.
  var parameters: Set<String> = []
  /// The command at the end of the entry, if there is one.
  var command: (name: Name, arguments: Name)?
  /// The offset of the name whose context is requested.
  let asked: Int?
  /// The context of that name, and the brackets around it.
  var answer: (place: NameContext, brackets: [Open])?
  /// The kind of the last token.
  var last = Last.other

  /// The names that an entry can use.
  package struct Scope {
    package var bindings: Parser.Bindings
    /// Returns whether an operator has a name.
    var isOperator: (String) -> Bool
    var tickLength: TickLength
  }

  /// An open bracket in an expression, with its call.
  struct Open {
    let kind: SyntaxKind
    /// The operator that the parentheses or the closure belong to.
    var callee: String?
    /// Whether the operator follows a stream and a dot.
    var hasReceiver = false
    /// The labels of the arguments so far.
    var labels: [String] = []
    /// The number of commas so far.
    var separators = 0
    /// The parameter names of a closure.
    var names: Set<String> = []
  }

  /// The context of a name, which determines its candidates.
  enum NameContext: Equatable {
    /// The beginning of a statement or of an operand of a comparison.
    case beginning
    /// After a stream and a dot.
    case link
    /// After a dot inside a closure.
    case member
    /// After a dot with nothing before it.
    case strategy
    /// The beginning of an argument, after its label if it has one.
    case argument(label: String?)
    /// Inside a closure, or after the beginning of an argument.
    case operand
    /// After a parameter of a law, which may already have its values.
    case quantifier(hasValues: Bool)
    /// The beginning of the event of a question.
    case questionedEvent(isNegated: Bool)
    /// After the event of a question.
    case questionEnd
  }

  enum Last: Equatable {
    /// An opening bracket or a comma, after which an argument begins.
    case opening
    case label(String)
    /// The colon after a label.
    case colon(after: String)
    /// An index into a tuple, as in `.0`.
    case place
    case other
  }

  init(_ entry: String, scope: Scope, asked: Int? = nil) {
    source = Source(name: "", text: entry)
    self.scope = scope
    self.asked = asked
    var parser = Parser(source, mode: .typing, bindings: scope.bindings)
    parser.tickLength = scope.tickLength
    for script in parser.wholeTree().nodes { walk(script) }
  }

  func isBound(_ name: String) -> Bool {
    names.contains(name) || Parser.isResult(name) || scope.bindings.isBound(name) || parameters.contains(name)
      || brackets.contains { $0.names.contains(name) }
  }

  // MARK: Nodes

  private mutating func walk(_ node: SyntaxNode) {
    switch node.kind {
    case .binding, .operatorDefinition, .comparison, .subscriptions, .check, .question, .command, .drawing:
      walkStatement(node)
    case .law: walkLaw(node)
    case .lawParameter: walkLawParameter(node)
    case .signature: walkSignature(node)
    case .call: walkCall(node, hasReceiver: false) { $0.recordCallee($1) }
    case .link: walkCall(node, hasReceiver: true) { $0.recordMember($1, $0.isInClosure ? .member : .link) }
    case .implicitMember: walkCall(node, hasReceiver: false) { $0.recordMember($1, .strategy) }
    case .tuple, .array, .interpolation, .closure, .argumentList: walkBrackets(node, Open(kind: node.kind))
    default:
      let children = node.children
      if children.isEmpty { recordToken(node) } else { children.forEach { walk($0) } }
    }
  }

  private mutating func walkStatement(_ node: SyntaxNode) {
    parameters = []
    command = nil
    brackets = []
    last = .other
    for (index, child) in node.children.enumerated() {
      switch (node.kind, child.kind) {
      case (.binding, .identifier) where index == 0:
        record(child.span, Parser.isReserved(child.text) ? .error : .name)
      case (.subscriptions, .identifier): record(child.span, isBound(child.text) ? .name : .unknownName)
      case (.drawing, .identifier): record(child.span, .name)
      case (.command, .commandName): recordCommand(child, of: node)
      case (.question, .timeline): recordEvent(child, of: node)
      default: walk(child)
      }
    }
    if node.kind == .binding, let name = node.children.first { names.append(name.text) }
  }

  private mutating func walkLaw(_ node: SyntaxNode) {
    parameters = []
    command = nil
    brackets = []
    last = .other
    var isBeforeColon = true
    var hasValues = false
    for child in node.children {
      if child.is(":") { isBeforeColon = false }
      if child.kind == .lawParameter {
        hasValues = child.children.contains { $0.isKeyword("of") || $0.isKeyword("in") }
      }
      if isBeforeColon, child.kind == .identifier { recordLawKeyword(child, hasValues: hasValues) } else { walk(child) }
    }
  }

  private mutating func walkLawParameter(_ node: SyntaxNode) {
    var hasName = false
    for child in node.children {
      if child.kind != .identifier {
        walk(child)
      } else if hasName {
        recordLawKeyword(child, hasValues: false)
      } else {
        hasName = true
        parameters.insert(child.text)
        record(child.span, Parser.isReserved(child.text) ? .error : .name)
      }
    }
  }

  /// Handles a word that may become a keyword of a law.
  private mutating func recordLawKeyword(_ word: SyntaxNode, hasValues: Bool) {
    record(word.span, .unknownName)
    answer(at: word.span, .quantifier(hasValues: hasValues))
  }

  /// Handles the event of a question, in which the last word may become a keyword.
  private mutating func recordEvent(_ event: SyntaxNode, of question: SyntaxNode) {
    if let asked, event.span.contains(asked) {
      let isFirst = source.text(of: event.span.lowerBound..<asked).allSatisfy(\.isWhitespace)
      let isNegated = question.children.contains { $0.isKeyword("not") }
      answer = (isFirst ? .questionedEvent(isNegated: isNegated) : .questionEnd, [])
    }
    walk(event)
  }

  private mutating func walkSignature(_ node: SyntaxNode) {
    for (index, part) in node.parts.filter({ $0.kind == .identifier }).enumerated() {
      if index > 0 { parameters.insert(part.text) }
      record(part.span, index > 0 ? .name : Parser.isReserved(part.text) ? .error : .operator)
    }
  }

  /// Walks a name, with its arguments and its trailing closure.
  private mutating func walkCall(
    _ node: SyntaxNode, hasReceiver: Bool, _ record: (inout EntryWalker, SyntaxNode) -> Void
  ) {
    var name: String?
    for child in node.children {
      switch child.kind {
      case .identifier where name == nil:
        name = child.text
        record(&self, child)
        last = .other
      case .symbol where last == .place && node.children.contains { $0.kind == .number }:
        // The indexes in `$0.0.1` look like one number.
        self.record(child.span, .number)
      case .number:
        walk(child)
        last = .place
      case .argumentList, .closure:
        walkBrackets(child, Open(kind: child.kind, callee: name, hasReceiver: hasReceiver))
      default: walk(child)
      }
    }
  }

  private mutating func walkBrackets(_ node: SyntaxNode, _ open: Open) {
    var open = open
    let children = node.children
    for names in children where names.kind == .closureParameters {
      for name in names.parts where name.kind == .identifier { open.names.insert(name.text) }
    }
    brackets.append(open)
    children.forEach { walk($0) }
    let isClosed = children.count > 1 && children.last.map { $0.is(")") || $0.is("]") || $0.is("}") } == true
    if isClosed || node.span.upperBound < source.bytes.count { brackets.removeLast() }
  }

  // MARK: Names

  private var isInClosure: Bool { brackets.contains { $0.kind == .closure } }

  private mutating func recordCallee(_ name: SyntaxNode) {
    let text = name.text
    let isKnown = scope.isOperator(text) || (isInClosure && BuiltinMembers.conversionNames.contains(text))
    record(name.span, isKnown ? .operator : isBound(text) ? .name : .unknownName)
    answer(at: name.span, place)
  }

  private mutating func recordMember(_ name: SyntaxNode, _ place: NameContext) {
    let text = name.text
    let isKnown =
      switch place {
      case .strategy: Strategy.names.contains(text)
      case .member where BuiltinMembers.propertyNames.contains(text) || BuiltinMembers.methodNames.contains(text): true
      case .link where BuiltinMembers.namesOfActionStreams.contains(text): true
      default: scope.isOperator(text)
      }
    record(name.span, isKnown ? .operator : .unknownName)
    answer(at: name.span, place)
  }

  /// Handles the name of a stream or a value, or of an operator without parentheses.
  private mutating func recordName(_ name: SyntaxNode) {
    let isOperator = place != .operand && scope.isOperator(name.text)
    record(name.span, isBound(name.text) ? .name : isOperator ? .operator : .unknownName)
    answer(at: name.span, place)
  }

  /// The context of the next name.
  private var place: NameContext {
    guard let innermost = brackets.last else { return .beginning }
    // In a closure, a name usually belongs to a value.
    if innermost.kind == .closure || brackets.contains(where: { $0.kind == .interpolation }) { return .operand }
    switch last {
    case .opening: return isInClosure && innermost.kind == .tuple ? .operand : .argument(label: nil)
    case .colon(let label): return .argument(label: label)
    default: return .operand
    }
  }

  private mutating func answer(at span: Span, _ place: NameContext) {
    if span.lowerBound == asked { answer = (place, brackets) }
  }

  // MARK: Tokens

  private mutating func recordToken(_ token: SyntaxNode) {
    var next = Last.other
    switch token.kind {
    case .lineComment, .blockComment, .annotation: return record(token.span, .comment)
    case let kind where kind.isTrivia: return
    case .identifier: recordName(token)
    case .keyword, .hole: record(token.span, .keyword)
    case .label:
      next = .label(token.text)
      if !brackets.isEmpty { brackets[brackets.count - 1].labels.append(token.text) }
      record(token.span, .label)
    case .number: record(token.span, .number)
    case .parameter: record(token.span, .name)
    case .stringSegment: record(token.span, .string)
    case .symbol:
      if case .label(let label) = last, token.is(":") { next = .colon(after: label) }
      if ["(", "[", "{", ",", "\\("].contains(where: token.is) { next = .opening }
      if token.is(","), !brackets.isEmpty { brackets[brackets.count - 1].separators += 1 }
      record(token.span, .punctuation)
    case .timeline(let form):
      record(TimelineReader(source, tick: scope.tickLength).tokens(in: token.span, as: form), in: token.span)
    case .renaming: record(TimelineReader(source).renamingTokens(in: token.span), in: token.span)
    case .commandArguments: record(token.span, .argument)
    default:
      // A word at the end may become a keyword.
      let end = SourceBytes(source).identifierEnd(at: token.span.lowerBound)
      if end != token.span.upperBound || end != source.bytes.count { record(token.span, .error) }
    }
    last = next
  }

  private mutating func recordCommand(_ token: SyntaxNode, of node: SyntaxNode) {
    let bytes = SourceBytes(source)
    let end = token.span.upperBound
    let name = Name(text: String(token.text.dropFirst()), span: token.span.lowerBound + 1..<end)
    let isTyped = end == bytes.count && Command.all.contains { $0.name.hasPrefix(name.text) }
    record(token.span, name.text.isEmpty || isTyped || Command.named(name.text) != nil ? .command : .error)
    let start = bytes.skipWhitespace(at: end)
    let arguments = start..<max(start, node.span.upperBound)
    command = (name, Name(text: bytes.text(arguments), span: arguments))
  }

  private mutating func record(_ tokens: TimelineTokens, in span: Span) {
    var offset = span.lowerBound
    for token in tokens.tokens {
      guard let kind = token.highlight, token.span.upperBound > offset else { continue }
      let start = max(offset, token.span.lowerBound)
      recordPlain(offset..<start)
      record(start..<token.span.upperBound, kind)
      offset = token.span.upperBound
    }
    recordPlain(offset..<max(offset, span.upperBound))
  }

  /// Highlights silence, and the brackets of groups, streams and repetitions.
  private mutating func recordPlain(_ range: Range<Int>) {
    let bytes = SourceBytes(source)
    var offset = range.lowerBound
    while offset < range.upperBound, let byte = bytes[offset] {
      let isLine = bytes.has("─", at: offset)
      let end = isLine ? min(offset + 3, range.upperBound) : offset + 1
      if byte != ASCII.newline, !byte.separatesWords {
        record(offset..<end, isLine || byte == ASCII.minus || byte == ASCII.dot ? .tick : .punctuation)
      }
      offset = end
    }
  }

  private mutating func record(_ range: Range<Int>, _ kind: Highlight.Kind) {
    guard !range.isEmpty else { return }
    if let last = highlights.last, last.kind == kind, last.range.upperBound == range.lowerBound {
      highlights[highlights.count - 1] = Highlight(range: last.range.lowerBound..<range.upperBound, kind: kind)
    } else {
      highlights.append(Highlight(range: range, kind: kind))
    }
  }
}

extension SyntaxNode {
  fileprivate func isKeyword(_ word: String) -> Bool { kind == .keyword && text == word }
}

extension TimelineToken {
  /// The highlight of the token, or `nil` if its parts have tokens of their own.
  fileprivate var highlight: Highlight.Kind? {
    switch kind {
    case .silence, .stream, .group, .origin, .repetition, .continuation: nil
    case .value: .value
    case .string: .string
    case .end: .end
    case .time: .tick
    case .number: .number
    case .error: .error
    }
  }
}
