import Marbles

/// A converter for Swirly files, which consist of blocks of lines: streams, operators and lists of styles.
struct SwirlyNotation {
  private let source: Source
  /// The operators, with the meanings that they have in RxJS.
  private let library: RxJSLibrary
  /// The names of the streams.
  private let scope = JSScope(in: nil, nesting: 0)
  /// The named streams, which other streams send as values.
  private var inner: [String: (timeline: Timeline, stream: RxJSStream)] = [:]
  /// The streams since the last operator.
  private var streams: [RxJSStream] = []
  /// The operator that precedes its result.
  private var operation: (stream: RxJSStream, span: Span)?
  /// Whether the last operator was left out, and so is its result.
  private var losesResult = false
  /// The number of remaining operators.
  private var operations = 0
  /// The number of streams before the first operator.
  private var inputs = 0
  /// The last number assigned to a stream without a title.
  private var given = 0
  /// Whether the next operator starts its streams one after the other.
  private var isSequential = false
  /// The operators that are applied, which keep their meaning if a stream has such a title.
  private var applied: Set<String> = []

  init(_ source: Source) {
    self.source = source
    library = RxJSLibrary(source: source)
    library.clock = .running
    library.stringsAreStreams = true
  }

  func convert(into draft: inout ImportDraft) {
    var converter = self
    let blocks = blocks
    let kinds = blocks.map(kind)
    converter.operations = kinds.count { $0 == .operation }
    converter.applied = Set(zip(blocks, kinds).filter { $0.1 == .operation }.flatMap(\.0).flatMap(applied))
    converter.inputs = kinds.prefix { $0 != .operation }.count { $0 == .stream }
    if let start = blocks.first?.first?.lowerBound { draft.part(at: start) }
    for (index, block) in blocks.enumerated() {
      // The streams after the first one start when that one has ended, so they are cold.
      let operation = zip(blocks, kinds).dropFirst(index).first { $0.1 == .operation }?.0
      converter.isSequential = operation.map(isSequential) ?? false
      converter.convert(block, into: &draft)
    }
    if let (stream, span) = converter.operation { draft.state(converter.text(of: stream, span), from: span) }
  }

  // MARK: Blocks

  /// Whether an operator starts its streams one after the other.
  private func isSequential(_ operation: [Span]) -> Bool {
    guard let first = operation.first else { return false }
    let name = source.text(of: first).dropFirst().drop(while: \.isWhitespace).prefix { $0.isLetter }
    return ["concat", "concatWith", "onErrorResumeNext"].contains(name)
  }

  /// Returns the words that are called in an operator, or that it begins with.
  private func applied(in operation: Span) -> [String] {
    let code = code(of: operation)
    return code.tokens.indices.compactMap { index in
      guard let name = code.name(at: index) else { return nil }
      let isFirst = index == 0 && !code.has("pipe", at: 2) && RxJSLibrary.functionNames.contains(name)
      return isFirst || code.has("(", at: index + 1) ? name : nil
    }
  }

  private enum Kind {
    case styles, unknown, operation, definition, stream
  }

  /// The blocks of lines between blank lines, without comments, which begin with `%`.
  ///
  /// An operator is a block also without blank lines around it.
  private var blocks: [[Span]] {
    var blocks: [[Span]] = [[]]
    let bytes = SourceBytes(source)
    for line in source.lineSpans {
      let start = bytes.skipWhitespace(at: line.lowerBound)
      if start < line.upperBound, bytes[start] == UInt8(ascii: "%") { continue }
      if start >= line.upperBound {
        if blocks.last?.isEmpty == false { blocks.append([]) }
      } else if bytes[start] == UInt8(ascii: ">") {
        blocks += [[line], []]
      } else {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks.filter { !$0.isEmpty }
  }

  private func kind(of block: [Span]) -> Kind {
    guard let first = block.first else { return .styles }
    let text = source.text(of: first)
    if text.hasPrefix(">") { return .operation }
    if text.hasPrefix("["), text.contains("styles") { return .styles }
    if text.hasPrefix("["), text.oneLine.hasSuffix("]") { return .unknown }
    return definition(first) == nil ? .stream : .definition
  }

  /// Parses `x = --a--|`, and returns the ranges of the name and the marbles.
  private func definition(_ line: Span) -> (name: Span, marbles: Span)? {
    let bytes = SourceBytes(source)
    guard
      let end = bytes.identifierEnd(at: line.lowerBound)
        ?? (bytes[line.lowerBound]?.isDigit == true ? line.lowerBound + 1 : nil),
      bytes.text(line.lowerBound..<end).count == 1
    else { return nil }
    let equals = bytes.skipWhitespace(at: end)
    guard equals < line.upperBound, bytes[equals] == ASCII.equals else { return nil }
    var last = line.upperBound
    while last > equals + 1, bytes[last - 1]?.separatesWords == true { last -= 1 }
    return (line.lowerBound..<end, min(bytes.skipWhitespace(at: equals + 1), last)..<last)
  }

  private mutating func convert(_ block: [Span], into draft: inout ImportDraft) {
    guard let first = block.first else { return }
    switch kind(of: block) {
    case .styles: break
    case .unknown:
      let name = source.trimmingTrailingWhitespace(first)
      draft.omit(first.lowerBound..<(block.last ?? first).upperBound, .unknownName(source.text(of: name)), at: name)
    case .operation: operate(first, into: &draft)
    case .definition: define(block, into: &draft)
    case .stream: stream(block, into: &draft)
    }
  }

  // MARK: Streams

  /// Returns the settings below a stream: its title, and the values of its characters.
  private func settings(_ lines: ArraySlice<Span>) -> (title: String?, values: [String: JSValue]) {
    var title: String?
    var values: [String: JSValue] = [:]
    for line in lines {
      let text = source.text(of: line)
      guard let equals = text.firstIndex(of: "=") else { continue }
      var key = text[..<equals]
      let value = String(text[text.index(after: equals)...]).oneLine
      let isValue = key.hasSuffix(":")
      if isValue { key = key.dropLast() }
      let name = String(key).oneLine
      if isValue {
        values[name] = self.value(value)
      } else if name == "title" {
        title = value
      }
    }
    return (title, values)
  }

  /// Returns a value: a number, an array, an object or otherwise a string.
  private func value(_ text: String) -> JSValue {
    if let number = Double(text) { return .number(number) }
    guard text.hasPrefix("{") || text.hasPrefix("[") else { return .string(text) }
    var parser = JSParser(ForeignCode(Source(name: "", text: "(\(text))"), language: .javaScript))
    guard let expression = try? parser.expression(), parser.isAtEnd,
      let value = try? library.machine.evaluate(expression, in: scope)
    else { return .string(text) }
    return value
  }

  /// A stream as it is written, and the values of its characters.
  private struct Lane {
    var timeline: ForeignTimeline
    var text: String
    var shape: JSShape
    var inner: [RxJSStream]?
  }

  private func lane(
    _ marbles: Span, _ values: [String: JSValue], isResult: Bool, into draft: inout ImportDraft
  ) throws(ImportRefusal) -> Lane {
    var reader = RxJSMarbles(source, at: marbles, spacesTakeFrames: true)
    let converter = RxJSValues(library: library, isExpected: false)
    var converted: [String: Value] = [:]
    for (key, value) in values { converted[key] = try converter.value(value, .nothing, marbles) }
    var used: [String] = []
    var shapes: [JSShape] = []
    var sent: [RxJSStream]? = []
    let timeline = reader.timeline(as: .cold) { character in
      if let value = values[character] {
        if !used.contains(character) { used.append(character) }
        shapes.append(RxJSValues.shape(of: value))
        sent = nil
        return nil
      }
      guard let inner = inner[character] else {
        sent = nil
        shapes.append(.any)
        return nil
      }
      sent?.append(inner.stream)
      shapes.append(.stream(inner.stream.shape))
      return isResult ? .stream(Stream(timeline: inner.timeline, name: character)) : nil
    }
    for diagnostic in timeline.diagnostics { draft.report(diagnostic.problem, at: diagnostic.span) }
    let items = used.compactMap { key in
      converted[key].map { "\(key) = \(ValuePrinter.item($0, inParentheses: false))" }
    }
    let text = timeline.text + (items.isEmpty ? "" : " where " + items.joined(separator: ", "))
    return Lane(timeline: timeline, text: text, shape: .joined(shapes), inner: sent)
  }

  private mutating func define(_ block: [Span], into draft: inout ImportDraft) {
    guard let first = block.first, let (name, marbles) = definition(first) else { return }
    let (_, values) = settings(block.dropFirst())
    let word = source.text(of: name)
    // A digit is not a valid name in the marble language.
    guard SourceBytes(source).identifierEnd(at: name.lowerBound) != nil else {
      return draft.omit(first, .unsupportedCharacter(word), at: name)
    }
    do throws(ImportRefusal) {
      let lane = try lane(marbles, values, isResult: false, into: &draft)
      if draft.bind(word, to: "cold " + lane.text, from: first) {
        inner[word] = (lane.timeline.timeline, declare(word, lane, first))
      }
    } catch {
      draft.omit(first, error.problem, at: error.span)
    }
  }

  /// Adds a stream that is bound in the script.
  private func declare(_ name: String, _ lane: Lane, _ span: Span) -> RxJSStream {
    let stream = library.expression(name, lane.shape, span, inner: lane.inner)
    scope.declare(name, .stream(stream))
    return stream
  }

  private mutating func stream(_ block: [Span], into draft: inout ImportDraft) {
    guard let first = block.first else { return }
    let (title, values) = settings(block.dropFirst())
    var marbles = first
    while !marbles.isEmpty, source.bytes[marbles.upperBound - 1].separatesWords { marbles = marbles.dropLast(1) }
    // The result may be the input of another operator.
    if losesResult, operations == 0 { return draft.omit(marbles) }
    losesResult = false
    do throws(ImportRefusal) {
      let lane = try lane(marbles, values, isResult: operation != nil, into: &draft)
      if let (result, span) = operation {
        operation = nil
        let subject = text(of: result, span) + labels(of: result, values)
        if case .rejected(let message) = draft.tryAssert(subject, equals: lane.text, from: span) {
          draft.omit(span.lowerBound..<marbles.upperBound, .rejected(message))
        }
        streams = []
        if operations == 0 { return }
      }
      let name = name(for: title)
      let isCold = isSequential && !streams.isEmpty
      if draft.bind(name, to: (isCold ? "cold " : "") + lane.text, from: marbles) {
        let stream = declare(name, lane, marbles)
        streams.append(stream)
        if let title, !applied.contains(title) { scope.declare(title, .stream(stream)) }
      }
    } catch {
      draft.omit(first, error.problem, at: error.span)
    }
  }

  /// Returns an operator that turns tuples into strings, because the expected values are strings such as `a1`.
  private func labels(of stream: RxJSStream, _ values: [String: JSValue]) -> String {
    guard case .tuple(let shapes, _) = stream.shape, !values.isEmpty else { return "" }
    let areStrings = values.values.allSatisfy { if case .string = $0 { true } else { false } }
    guard areStrings else { return "" }
    return ".map { \"" + shapes.indices.map { "\\($0.\($0))" }.joined() + "\" }"
  }

  /// Returns a unique name for a title, as in `firstInput`, or a name such as `input1`.
  private mutating func name(for title: String?) -> String {
    var name = ""
    for word in (title ?? "").split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      name += name.isEmpty ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
    }
    let unique = [name].identifiers { applied.contains($0) || Catalog.standard[$0] != nil }[name] ?? name
    if !name.isEmpty, inner[unique] == nil, scope.find(unique) == nil { return unique }
    if inputs <= 1, scope.find("input") == nil { return "input" }
    repeat { given += 1 } while scope.find("input\(given)") != nil
    return "input\(given)"
  }

  // MARK: Operators

  /// Applies an operator such as `> map(x => x * 2)` to the preceding streams.
  private mutating func operate(_ line: Span, into draft: inout ImportDraft) {
    operations -= 1
    if let (stream, span) = operation { draft.state(text(of: stream, span), from: span) }
    operation = nil
    losesResult = false
    defer { if operation == nil { streams = [] } }
    do throws(ImportRefusal) {
      var parser = JSParser(code(of: line))
      let expression = try parser.expression()
      guard parser.isAtEnd else { throw parser.unexpected() }
      library.machine.restart()
      operation = (try result(of: expression), line)
    } catch {
      draft.omit(line, error.problem, at: error.span)
      losesResult = true
    }
  }

  private func code(of operation: Span) -> ForeignCode {
    ForeignCode(source, language: .javaScript, in: operation.lowerBound + 1..<operation.upperBound)
  }

  private func text(of stream: RxJSStream, _ span: Span) -> String {
    (try? library.text(of: stream, span)) ?? ""
  }

  /// Returns the stream for an operator or for a chain of them, which may name its streams or not.
  private func result(of expression: JSExpression) throws(ImportRefusal) -> RxJSStream {
    guard let first = streams.first else { return try stream(of: expression) }
    if namesStream(expression) { return try stream(of: expression) }
    return try apply(expression, to: first, besides: Array(streams.dropFirst()))
  }

  private func stream(of expression: JSExpression) throws(ImportRefusal) -> RxJSStream {
    guard case .stream(let stream) = try library.machine.evaluate(expression, in: scope) else {
      throw library.refusal(expression.span)
    }
    return stream
  }

  /// Whether the operand of a chain or an argument of its first call is the name of a stream.
  private func namesStream(_ expression: JSExpression) -> Bool {
    switch expression.kind {
    case .name(let name): scope.find(name) != nil
    case .array(let items): items.contains(where: namesStream)
    case .call(let callee, let arguments): namesStream(callee) || arguments.contains(where: namesStream)
    case .member(let owner, _): namesStream(owner)
    default: false
    }
  }

  /// Applies a chain such as `filter(x => x > 1).take(2)`, whose first operator may have more streams as arguments.
  private func apply(
    _ expression: JSExpression, to stream: RxJSStream, besides others: [RxJSStream]
  ) throws(ImportRefusal) -> RxJSStream {
    var callee = expression
    var arguments: [JSValue] = []
    if case .call(let function, let written) = expression.kind {
      callee = function
      arguments = try library.machine.list(written, in: scope)
    }
    var source = stream
    let name: String
    switch callee.kind {
    case .name(let operation):
      name = operation
      arguments = others.map { .stream($0) } + arguments
    case .member(let owner, let operation):
      name = operation
      source = try apply(owner, to: stream, besides: others)
    default: throw library.refusal(callee.span)
    }
    let operation = RxJSOperation(name: name, arguments: arguments, span: callee.span)
    return try library.apply(.operation(operation), to: source, expression.span)
  }
}
