import Marbles

/// Values and names.
extension RxJSExpression {
  mutating func primary(_ reader: inout Reader) throws(Refusal) -> String {
    guard !reader.isAtEnd else {
      throw Refusal(problem: .expression(""), span: code.span(of: reader.range))
    }
    let index = reader.index
    let token = code.tokens[index]
    switch token.kind {
    case .number:
      reader.index += 1
      return code.text(index).filter { $0 != "_" }
    case .string where templatesAreStreams && code.bytes[token.span.lowerBound] == UInt8(ascii: "`"):
      reader.index += 1
      var marbles = RxJSMarbles(code.source, at: code.contents(of: index))
      return Self.started(marbles.timeline(as: .cold).text)
    case .string:
      reader.index += 1
      return ValuePrinter.quoted(code.string(at: index))
    case .template:
      reader.index += 1
      return try interpolated(index)
    case .regularExpression: throw refusal(index..<index + 1)
    case .name: return try named(&reader)
    case .mark: break
    }
    guard let inside = code.inside(index), inside.upperBound < reader.range.upperBound else {
      throw refusal(index..<index + 1)
    }
    reader.index = inside.upperBound + 1
    if code.has("(", at: index) { return "(\(try text(of: inside)))" }
    guard code.has("[", at: index) else { throw refusal(index..<inside.upperBound + 1) }
    return "[\(try texts(of: inside).joined(separator: ", "))]"
  }

  mutating func texts(of range: Range<Int>) throws(Refusal) -> [String] {
    var texts: [String] = []
    for part in code.parts(of: range) { texts.append(try text(of: part)) }
    return texts
  }

  /// Converts a string with embedded expressions, such as `x${y}`.
  private mutating func interpolated(_ index: Int) throws(Refusal) -> String {
    let contents = code.contents(of: index)
    var text = "\""
    var offset = contents.lowerBound
    var start = offset
    func literal(upTo end: Int) -> String {
      String(ValuePrinter.quoted(code.bytes.text(start..<end)).dropFirst().dropLast())
    }
    while offset < contents.upperBound {
      guard code.bytes[offset] == ASCII.dollar, code.bytes[offset + 1] == ASCII.openBrace else {
        offset += 1
        continue
      }
      text += literal(upTo: offset)
      var end = offset + 2
      while end < contents.upperBound, code.bytes[end] != ASCII.closeBrace { end += 1 }
      let part = ForeignCode(code.source, language: .javaScript, in: offset + 2..<end)
      var inner = RxJSExpression(part, names: Names(streams: names.streams, clock: names.clock))
      inner.parameters = parameters
      inner.budget = budget
      inner.depth = depth + 1
      text += "\\(\(try inner.text(of: 0..<part.tokens.count)))"
      budget = inner.budget
      offset = end + 1
      start = offset
    }
    if start < contents.upperBound { text += literal(upTo: contents.upperBound) }
    return text + "\""
  }

  // MARK: Names

  private static let words = [
    "true": "true", "false": "false", "null": "nil", "undefined": "nil", "EMPTY": "empty()", "NEVER": "never()",
  ]

  private mutating func named(_ reader: inout Reader) throws(Refusal) -> String {
    let index = reader.index
    let name = code.text(index)
    if name == "new" { return try made(&reader) }
    if name == "throw" || name == "async" || name == "await" || name == "function" {
      throw refusal(index..<reader.range.upperBound)
    }
    reader.index += 1
    if name == "Observable" || name == "Rx", has(".", at: reader), code.name(at: reader.index + 1) != nil {
      reader.index += 1
      return try named(&reader)
    }
    if let parameter = parameters[name] { return parameter }
    if let word = Self.words[name] { return word }
    if let arguments = callArguments(&reader) {
      return try call(name, arguments, at: index)
    }
    if let stream = names.streams[name] { return stream }
    if let constant = names.constants[name] {
      if has("[", at: reader), isTableOfStreams(constant), let inside = code.inside(reader.index) {
        // The value is the name of a stream.
        reader.index = inside.upperBound + 1
        return try text(of: inside)
      }
      let outside = parameters
      parameters = [:]
      defer { parameters = outside }
      return try text(of: constant)
    }
    throw Refusal(problem: .unknownName(name), span: code.tokens[index].span)
  }

  /// Whether an object only maps streams to their own names.
  private func isTableOfStreams(_ range: Range<Int>) -> Bool {
    guard let first = range.first, code.has("{", at: first), let inside = code.inside(first) else { return false }
    return code.parts(of: inside).allSatisfy { part in
      guard let key = part.first, let last = part.last, let name = code.name(at: key) else { return false }
      let isPair = part.count == 1 || (part.count == 3 && code.has(":", at: key + 1))
      return isPair && code.name(at: last).flatMap { names.streams[$0] } == name
    }
  }

  /// Converts `new Error("…")` to its message.
  private mutating func made(_ reader: inout Reader) throws(Refusal) -> String {
    let start = reader.index
    guard let type = code.name(at: start + 1), type.hasSuffix("Error"), code.has("(", at: start + 2),
      let inside = code.inside(start + 2), inside.upperBound < reader.range.upperBound
    else { throw refusal(start..<reader.range.upperBound) }
    reader.index = inside.upperBound + 1
    return inside.isEmpty ? "\"error\"" : try text(of: inside)
  }
}
