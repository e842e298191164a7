import Marbles

/// The values of marble characters, from a JavaScript object such as `{ a: 1, b: "x" }`.
struct RxJSValues {
  private let code: ForeignCode
  private let names: RxJSExpression.Names
  /// The events of streams, for values that are streams.
  private let streams: [String: Timeline]
  private(set) var table: [String: Value] = [:]
  /// The ranges of values that are kept as their source text.
  private var opaque: [String: Span] = [:]
  /// The remaining number of values to read, which limits the work for each timeline.
  private var budget = 1_000
  /// The first value that was not read.
  private var unread: Span?

  init(_ code: ForeignCode, names: RxJSExpression.Names, streams: [String: Timeline]) {
    self.code = code
    self.names = names
    self.streams = streams
  }

  /// Returns the diagnostics for used values without a counterpart.
  func diagnostics(for used: Set<String>) -> [ImportDiagnostic] {
    (opaque.filter { used.contains($0.key) }.map { ImportDiagnostic(problem: .opaqueValue, span: $0.value) }
      + (unread.map { [ImportDiagnostic(problem: .tooLarge, span: $0)] } ?? []))
      .sorted { $0.span.lowerBound < $1.span.lowerBound }
  }

  /// Reads an object, an array, or the name of one.
  mutating func read(_ range: Range<Int>, depth: Int = 0) {
    guard let first = range.first, depth < 20 else { return }
    if range.count == 1, let name = code.name(at: first), let constant = names.constants[name] {
      return read(constant, depth: depth + 1)
    }
    guard let inside = code.inside(first) else { return }
    if code.has("[", at: first) {
      for (index, part) in code.parts(of: inside, upTo: budget).enumerated() { add(part, as: String(index)) }
      return
    }
    guard code.has("{", at: first) else { return }
    for part in code.parts(of: inside, upTo: budget) {
      guard let key = part.first else { continue }
      if code.has("...", at: key) {
        read(key + 1..<part.upperBound, depth: depth + 1)
      } else if code.has(":", at: key + 1), part.count > 2 {
        let isString = code.tokens[key].kind == .string
        add(key + 2..<part.upperBound, as: isString ? code.string(at: key) : code.text(key))
      } else {
        add(part, as: code.text(key))
      }
    }
  }

  private mutating func add(_ range: Range<Int>, as key: String) {
    guard !range.isEmpty else { return }
    guard budget > 1 else { return unread = unread ?? code.span(of: range) }
    var isExact = true
    table[key] = value(range, isExact: &isExact, depth: 0)
    opaque[key] = isExact ? nil : code.span(of: range)
  }

  /// Returns the failure for some tokens: a string, or an error with a message.
  func failure(_ range: Range<Int>) -> Failure {
    var isExact = true
    var copy = self
    switch copy.value(range, isExact: &isExact, depth: 0) {
    case .string(let text) where text != "error" && !text.isEmpty: return Failure(text)
    case .string, .null: return .unnamed
    case let value: return Failure(ValuePrinter.item(value, inParentheses: false))
    }
  }

  private mutating func value(_ range: Range<Int>, isExact: inout Bool, depth: Int) -> Value {
    budget -= 1
    if budget > 0, depth < 20, let value = known(range, isExact: &isExact, depth: depth) { return value }
    isExact = false
    return .string(code.bytes.excerpt(code.span(of: range)).oneLine)
  }

  private mutating func known(_ range: Range<Int>, isExact: inout Bool, depth: Int) -> Value? {
    guard let first = range.first else { return nil }
    if range.count == 1 {
      switch code.tokens[first].kind {
      case .number: return Self.number(code.text(first))
      case .string: return .string(code.string(at: first))
      case .name: return named(first, isExact: &isExact, depth: depth)
      default: return nil
      }
    }
    if code.has("-", at: first) {
      guard let value = known(first + 1..<range.upperBound, isExact: &isExact, depth: depth + 1) else { return nil }
      return switch value {
      case .integer(let number): .integer(0 - number)
      case .number(let number): .number(-number)
      default: nil
      }
    }
    if code.has("[", at: first), let inside = code.inside(first), inside.upperBound + 1 == range.upperBound {
      var items: [Value] = []
      for part in code.parts(of: inside) { items.append(value(part, isExact: &isExact, depth: depth + 1)) }
      return .array(items)
    }
    // The value of `new Error("…")` is its message.
    if code.has("new", at: first), code.has("(", at: first + 2), let inside = code.inside(first + 2),
      inside.upperBound + 1 == range.upperBound, code.name(at: first + 1)?.hasSuffix("Error") == true
    {
      return inside.isEmpty ? .string("error") : known(inside, isExact: &isExact, depth: depth + 1)
    }
    if ["cold", "hot"].contains(code.name(at: first)), code.has("(", at: first + 1),
      let inside = code.inside(first + 1),
      inside.upperBound + 1 == range.upperBound, depth < 5,
      let stream = try? RxJSStream(code, inside, isCold: true, names: names, streams: streams)
    {
      return .stream(Stream(timeline: stream.timeline.timeline, name: "inner"))
    }
    return nil
  }

  private mutating func named(_ index: Int, isExact: inout Bool, depth: Int) -> Value? {
    let name = code.text(index)
    switch name {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null", "undefined": return .null
    default: break
    }
    if let timeline = streams[name] { return .stream(Stream(timeline: timeline, name: name)) }
    if let stream = names.streams[name] { return .marble(stream) }
    guard let constant = names.constants[name] else { return nil }
    return value(constant, isExact: &isExact, depth: depth + 1)
  }

  private static func number(_ text: String) -> Value? {
    let digits = text.filter { $0 != "_" }
    if let integer = Int(digits) { return .integer(integer) }
    if digits.hasPrefix("0x"), let integer = Int(digits.dropFirst(2), radix: 16) { return .integer(integer) }
    return Double(digits).map(Value.number)
  }
}

extension ForeignCode {
  /// Returns the value of a string token, with its escapes resolved.
  func string(at index: Int) -> String {
    let raw = bytes.text(contents(of: index))
    guard raw.utf8.contains(ASCII.backslash) else { return raw }
    var text = ""
    var escapes = false
    for character in raw {
      if escapes {
        switch character {
        case "n": text += "\n"
        case "t": text += "\t"
        case "r": text += "\r"
        default: text.append(character)
        }
        escapes = false
      } else if character == "\\" {
        escapes = true
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// Returns the range of the marbles in some tokens: a string, or the name of one.
  func marbles(of range: Range<Int>, _ names: RxJSExpression.Names, depth: Int = 0) -> Span? {
    guard let first = range.first, depth < 20 else { return nil }
    let isTyped = range.count == 3 && has("as", at: first + 1)
    guard range.count == 1 || isTyped else { return nil }
    if tokens[first].kind == .string { return contents(of: first) }
    guard let name = name(at: first), let constant = names.constants[name] else { return nil }
    return marbles(of: constant, names, depth: depth + 1)
  }
}

extension String {
  /// The text with a single space in place of each run of whitespace.
  var oneLine: String {
    split { $0.isWhitespace }.joined(separator: " ")
  }
}
