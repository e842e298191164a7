import Marbles

/// A converter for Swirly files, which consist of blocks of lines: streams, operators and lists of styles.
struct SwirlyNotation {
  private let source: Source
  /// The names and operators, with the meanings that they have in RxJS.
  private var names = RxJSExpression.Names()
  /// The named streams, which other streams send as values.
  private var inner: [String: Timeline] = [:]
  /// The names of the streams since the last operator.
  private var streams: [String] = []
  /// The operator that precedes its result.
  private var operation: (text: String, span: Span)?
  /// The number of remaining operators.
  private var operations = 0
  /// The number of streams before the first operator.
  private var inputs = 0
  /// The last number assigned to a stream without a title.
  private var given = 0

  init(_ source: Source) {
    self.source = source
  }

  func convert(into draft: inout ImportDraft) {
    var converter = self
    let blocks = blocks
    let kinds = blocks.map(kind)
    converter.operations = kinds.count { $0 == .operation }
    converter.inputs = kinds.prefix { $0 != .operation }.count { $0 == .stream }
    if let start = blocks.first?.first?.lowerBound { draft.part(at: start) }
    for block in blocks { converter.convert(block, into: &draft) }
    if let (text, span) = converter.operation { draft.state(text, from: span) }
  }

  // MARK: Blocks

  private enum Kind {
    case styles, operation, definition, stream
  }

  /// The blocks of lines between blank lines, without comments, which begin with `%`.
  private var blocks: [[Span]] {
    var blocks: [[Span]] = [[]]
    let bytes = SourceBytes(source)
    for line in source.lineSpans {
      let start = bytes.skipWhitespace(at: line.lowerBound)
      if start < line.upperBound, bytes[start] == UInt8(ascii: "%") { continue }
      if start >= line.upperBound {
        if blocks.last?.isEmpty == false { blocks.append([]) }
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
    case .operation: operate(first, into: &draft)
    case .definition: define(block, into: &draft)
    case .stream: stream(block, into: &draft)
    }
  }

  // MARK: Streams

  /// Returns the settings below a stream: its title, and the values of its characters.
  private func settings(_ lines: ArraySlice<Span>) -> (title: String?, values: [String: Value]) {
    var title: String?
    var values: [String: Value] = [:]
    for line in lines {
      let text = source.text(of: line)
      guard let equals = text.firstIndex(of: "=") else { continue }
      var key = text[..<equals]
      let value = String(text[text.index(after: equals)...]).oneLine
      let isValue = key.hasSuffix(":")
      if isValue { key = key.dropLast() }
      let name = String(key).oneLine
      if isValue {
        values[name] = Self.value(value)
      } else if name == "title" {
        title = value
      }
    }
    return (title, values)
  }

  private static func value(_ text: String) -> Value {
    Int(text).map(Value.integer) ?? Double(text).map(Value.number) ?? .string(text)
  }

  private func timeline(
    _ marbles: Span, _ values: [String: Value], isResult: Bool, into draft: inout ImportDraft
  ) -> (timeline: ForeignTimeline, text: String) {
    var reader = RxJSMarbles(source, at: marbles, spacesTakeFrames: true)
    var used: [String] = []
    let timeline = reader.timeline(as: .cold) { character in
      if values[character] != nil {
        if !used.contains(character) { used.append(character) }
        return nil
      }
      guard isResult, let inner = inner[character] else { return nil }
      return .stream(Stream(timeline: inner, name: character))
    }
    for diagnostic in timeline.diagnostics { draft.report(diagnostic.problem, at: diagnostic.span) }
    let items = used.compactMap { key in
      values[key].map { "\(key) = \(ValuePrinter.item($0, inParentheses: false))" }
    }
    return (timeline, timeline.text + (items.isEmpty ? "" : " where " + items.joined(separator: ", ")))
  }

  private mutating func define(_ block: [Span], into draft: inout ImportDraft) {
    guard let first = block.first, let (name, marbles) = definition(first) else { return }
    let (_, values) = settings(block.dropFirst())
    let (timeline, text) = timeline(marbles, values, isResult: false, into: &draft)
    let word = source.text(of: name)
    // A digit is not a valid name in the marble language.
    guard SourceBytes(source).identifierEnd(at: name.lowerBound) != nil else {
      return draft.omit(first, .unsupportedCharacter(word), at: name)
    }
    if draft.bind(word, to: "cold " + text, from: first) {
      inner[word] = timeline.timeline
      names.streams[word] = word
    }
  }

  private mutating func stream(_ block: [Span], into draft: inout ImportDraft) {
    guard let first = block.first else { return }
    let (title, values) = settings(block.dropFirst())
    var marbles = first
    while !marbles.isEmpty, source.bytes[marbles.upperBound - 1].separatesWords { marbles = marbles.dropLast(1) }
    let (_, text) = timeline(marbles, values, isResult: operation != nil, into: &draft)
    if let (expression, span) = operation {
      operation = nil
      draft.assert(expression, equals: text, from: span.lowerBound..<marbles.upperBound)
      streams = []
      if operations == 0 { return }
    }
    let name = name(for: title)
    if draft.bind(name, to: text, from: marbles) {
      streams.append(name)
      names.streams[name] = name
      if let title { names.streams[title] = name }
    }
  }

  /// Returns a unique name for a title, as in `firstInput`, or a name such as `input1`.
  private mutating func name(for title: String?) -> String {
    var name = ""
    for word in (title ?? "").split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      name += name.isEmpty ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
    }
    let bytes = SourceBytes(Source(name: "", text: name))
    let isName = !name.isEmpty && bytes.identifierEnd(at: 0) == bytes.count && inner[name] == nil
    if isName, names.streams[name] == nil, !["true", "false", "nil", "throw"].contains(name) { return name }
    if inputs <= 1, names.streams["input"] == nil { return "input" }
    repeat { given += 1 } while names.streams["input\(given)"] != nil
    return "input\(given)"
  }

  // MARK: Operators

  /// Applies an operator such as `> map(x => x * 2)` to the preceding streams.
  private mutating func operate(_ line: Span, into draft: inout ImportDraft) {
    operations -= 1
    if let (text, span) = operation { draft.state(text, from: span) }
    operation = nil
    defer { if operation == nil { streams = [] } }
    let code = ForeignCode(source, language: .javaScript, in: line.lowerBound + 1..<line.upperBound)
    var expression = RxJSExpression(code, names: names)
    expression.templatesAreStreams = true
    let all = 0..<code.tokens.count
    do {
      let namesStreams = all.contains { index in
        code.name(at: index).map { names.streams[$0] != nil } == true && !code.has("=>", at: index + 1)
      }
      if namesStreams, let text = try? expression.text(of: all) {
        operation = (text, line)
      } else if let first = streams.first {
        operation = (first + (try expression.operators(all, besides: Array(streams.dropFirst()))), line)
      } else {
        operation = (try expression.text(of: all), line)
      }
    } catch {
      draft.omit(line, error.problem, at: error.span)
    }
  }
}
