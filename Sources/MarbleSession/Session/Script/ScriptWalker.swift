import Marbles

/// A walk over the syntax tree of a script, which collects the facts of its model.
struct ScriptWalker {
  private var model: ScriptModel
  private let source: Source
  private let scope: ScriptModel.Scope
  /// The current place.
  private var place = ScriptPlace()
  /// The offset of the name whose place is requested.
  private let asked: Int?
  /// The place of that name.
  private var answer: ScriptPlace?
  /// The kind of the last token.
  private var last = Last.other

  private enum Last: Equatable {
    /// An opening bracket or a comma, after which an argument begins.
    case opening
    case label(String)
    /// The colon after a label.
    case colon(after: String)
    /// An index into a tuple, as in `.0`.
    case place
    case other
  }

  /// Adds the facts of a script to its model.
  static func walk(_ model: inout ScriptModel, in scope: ScriptModel.Scope, asked: Int?) {
    var walker = ScriptWalker(model: model, source: model.source, scope: scope, asked: asked)
    var bindings = scope.bindings
    // The names of a file are bound after the statement that loads it.
    bindings.isBound = { walker.model.bound[$0] != nil || scope.bindings.isBound($0) }
    var parser = Parser(model.source, mode: .typing, bindings: bindings)
    parser.tickLength = model.tickLength
    parser.readTrees { statement, nodes in
      if let statement, let title = statement.title, statement.kind.isAssertion {
        walker.model.titles.append((title, statement.span))
      }
      for node in nodes { walker.walk(node) }
    }
    walker.model.place = walker.answer ?? walker.place
    model = walker.model
  }

  private func symbol(_ name: String) -> Int? { place.parameter(name) ?? model.bound[name] }

  private func isBound(_ name: String) -> Bool {
    symbol(name) != nil || name.isResultName || scope.bindings.isBound(name)
  }

  private func isOperator(_ name: String) -> Bool {
    Catalog.standard[name] != nil || isBound(Parser.key(ofOperator: name))
  }

  private mutating func use(operator name: SyntaxNode, isCalled: Bool) {
    model.use(name, as: model.bound[Parser.key(ofOperator: name.text)], isCalled ? .call : .member)
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
    case .link:
      let isCalled = node.children.contains { $0.kind == .argumentList || $0.kind == .closure }
      walkCall(node, hasReceiver: true) {
        $0.recordMember($1, $0.place.isInClosure ? .member : .link)
        $0.use(operator: $1, isCalled: isCalled)
      }
    case .implicitMember: walkCall(node, hasReceiver: false) { $0.recordMember($1, .strategy) }
    case .tuple, .array, .interpolation, .closure, .argumentList: walkBrackets(node, ScriptPlace.Open(kind: node.kind))
    case .closureParameters: node.children.forEach { $0.kind == .identifier ? walkClosureParameter($0) : walk($0) }
    default:
      if node.kind == .stringLiteral, node.span.count > 2, !node.text.contains("\\") {
        model.add(.string, node.span, isInLaw: false)
      }
      let children = node.children
      if children.isEmpty { recordToken(node) } else { children.forEach { walk($0) } }
    }
  }

  private mutating func begin(_ statement: SyntaxNode) {
    model.statements.append(statement)
    place = ScriptPlace()
    last = .other
  }

  private mutating func walkStatement(_ node: SyntaxNode) {
    begin(node)
    let children = node.children
    var lanes: Set<String> = []
    for (index, child) in children.enumerated() {
      switch (node.kind, child.kind) {
      case (.binding, .identifier) where index == 0:
        record(child.span, child.text.isReservedName ? .error : .name)
      case (.subscriptions, .identifier):
        record(child.span, isBound(child.text) ? .name : .unknownName)
        model.use(child, as: symbol(child.text))
      case (.drawing, .identifier):
        record(child.span, .name)
        // A lane that continues has its name again.
        if lanes.insert(child.text).inserted {
          model.define(child, .stream)
        } else {
          model.use(child, as: symbol(child.text))
        }
      case (.command, .commandName): recordCommand(child, of: node)
      case (.question, .timeline): recordEvent(child, of: node)
      default: walk(child)
      }
    }
    // A definition can use the earlier meaning of its name.
    switch node.kind {
    case .binding: if let name = children.first { model.define(name, .stream) }
    case .operatorDefinition:
      let signature = children.first { $0.kind == .signature }
      if let name = signature?.parts.first(where: { $0.kind == .identifier }) { model.define(name, .customOperator) }
    case .command:
      if let command = place.command.flatMap({ Command.named($0.name.text) }),
        let arguments = children.first(where: { $0.kind == .commandArguments })
      {
        model.apply(command, arguments, in: scope)
      }
    default: break
    }
  }

  private mutating func walkLaw(_ node: SyntaxNode) {
    begin(node)
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
      if case .timeline(let form) = child.kind {
        recordTimeline(child, form, isInLaw: true)
      } else if child.kind != .identifier {
        walk(child)
      } else if hasName {
        recordLawKeyword(child, hasValues: false)
      } else {
        hasName = true
        place.parameters[child.text] = model.define(child, .parameter)
        record(child.span, child.text.isReservedName ? .error : .name)
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
      answer = ScriptPlace(context: isFirst ? .questionedEvent(isNegated: isNegated) : .questionEnd)
    }
    walk(event)
  }

  private mutating func walkSignature(_ node: SyntaxNode) {
    for (index, part) in node.parts.filter({ $0.kind == .identifier }).enumerated() {
      if index > 0 { place.parameters[part.text] = model.define(part, .parameter) }
      record(part.span, index > 0 ? .name : part.text.isReservedName ? .error : .operator)
    }
  }

  /// Walks a name, with its arguments and its trailing closure.
  private mutating func walkCall(
    _ node: SyntaxNode, hasReceiver: Bool, _ record: (inout ScriptWalker, SyntaxNode) -> Void
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
        walkBrackets(child, ScriptPlace.Open(kind: child.kind, callee: name, hasReceiver: hasReceiver))
      default: walk(child)
      }
    }
  }

  private mutating func walkBrackets(_ node: SyntaxNode, _ open: ScriptPlace.Open) {
    let children = node.children
    place.brackets.append(open)
    children.forEach { walk($0) }
    let isClosed = children.count > 1 && children.last.map { $0.is(")") || $0.is("]") || $0.is("}") } == true
    if isClosed || node.span.upperBound < source.bytes.count { place.brackets.removeLast() }
  }

  private mutating func walkClosureParameter(_ name: SyntaxNode) {
    if let closure = place.brackets.indices.last {
      place.brackets[closure].names[name.text] = model.define(name, .parameter)
    }
    record(name.span, .name)
    answer(at: name.span, context)
  }

  // MARK: Names

  private mutating func recordCallee(_ name: SyntaxNode) {
    let text = name.text
    let isKnown = isOperator(text) || (place.isInClosure && BuiltinMembers.conversionNames.contains(text))
    record(name.span, isKnown ? .operator : isBound(text) ? .name : .unknownName)
    use(operator: name, isCalled: true)
    answer(at: name.span, context)
  }

  private mutating func recordMember(_ name: SyntaxNode, _ context: ScriptPlace.NameContext) {
    let text = name.text
    let isKnown =
      switch context {
      case .strategy: Strategy.names.contains(text)
      case .member where BuiltinMembers.propertyNames.contains(text) || BuiltinMembers.methodNames.contains(text): true
      case .link where BuiltinMembers.namesOfActionStreams.contains(text): true
      default: isOperator(text)
      }
    record(name.span, isKnown ? .operator : .unknownName)
    answer(at: name.span, context)
  }

  /// Handles the name of a stream or a value, or of an operator without parentheses.
  private mutating func recordName(_ name: SyntaxNode) {
    let text = name.text
    record(name.span, isBound(text) ? .name : context != .operand && isOperator(text) ? .operator : .unknownName)
    model.use(name, as: symbol(text))
    answer(at: name.span, context)
  }

  /// The context of the next name.
  private var context: ScriptPlace.NameContext {
    guard let innermost = place.brackets.last else { return .beginning }
    // In a closure, a name usually belongs to a value.
    if innermost.kind == .closure || place.brackets.contains(where: { $0.kind == .interpolation }) { return .operand }
    switch last {
    case .opening: return place.isInClosure && innermost.kind == .tuple ? .operand : .argument(label: nil)
    case .colon(let label): return .argument(label: label)
    default: return .operand
    }
  }

  private mutating func answer(at span: Span, _ context: ScriptPlace.NameContext) {
    guard span.lowerBound == asked else { return }
    answer = place
    answer?.context = context
  }

  // MARK: Tokens

  private mutating func recordToken(_ token: SyntaxNode) {
    var next = Last.other
    switch token.kind {
    case .lineComment, .blockComment:
      model.comments.append(token.span)
      return record(token.span, .comment)
    case .annotation: return record(token.span, .comment)
    case let kind where kind.isTrivia: return
    case .identifier: recordName(token)
    case .keyword, .hole: record(token.span, .keyword)
    case .label:
      next = .label(token.text)
      if !place.brackets.isEmpty { place.brackets[place.brackets.count - 1].labels.append(token.text) }
      record(token.span, .label)
    case .number: record(token.span, .number)
    case .parameter: record(token.span, .name)
    case .stringSegment: record(token.span, .string)
    case .symbol:
      if case .label(let label) = last, token.is(":") { next = .colon(after: label) }
      if ["(", "[", "{", ",", "\\("].contains(where: token.is) { next = .opening }
      if token.is(","), !place.brackets.isEmpty { place.brackets[place.brackets.count - 1].separators += 1 }
      record(token.span, .punctuation)
    case .timeline(let form): recordTimeline(token, form, isInLaw: false)
    case .renaming:
      model.add(.renaming, token.span, isInLaw: false)
      record(TimelineReader(source).renamingTokens(in: token.span), in: token.span)
    case .commandArguments: record(token.span, .argument)
    default:
      // A word at the end may become a keyword.
      let end = SourceBytes(source).identifierEnd(at: token.span.lowerBound)
      if end != token.span.upperBound || end != source.bytes.count { record(token.span, .error) }
    }
    last = next
  }

  private mutating func recordTimeline(_ token: SyntaxNode, _ form: TimelineForm, isInLaw: Bool) {
    model.add(.timeline(form), token.span, isInLaw: isInLaw)
    record(TimelineReader(source, tick: model.tickLength).tokens(in: token.span, as: form), in: token.span)
    last = .other
  }

  private mutating func recordCommand(_ token: SyntaxNode, of node: SyntaxNode) {
    let bytes = SourceBytes(source)
    let end = token.span.upperBound
    let name = Name(text: String(token.text.dropFirst()), span: token.span.lowerBound + 1..<end)
    let isTyped = end == bytes.count && Command.all.contains { $0.name.hasPrefix(name.text) }
    record(token.span, name.text.isEmpty || isTyped || Command.named(name.text) != nil ? .command : .error)
    let start = bytes.skipWhitespace(at: end)
    let arguments = start..<max(start, node.span.upperBound)
    place.command = (name, Name(text: bytes.text(arguments), span: arguments))
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
    if let last = model.highlights.last, last.kind == kind, last.range.upperBound == range.lowerBound {
      let joined = last.range.lowerBound..<range.upperBound
      model.highlights[model.highlights.count - 1] = Highlight(range: joined, kind: kind)
    } else {
      model.highlights.append(Highlight(range: range, kind: kind))
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
