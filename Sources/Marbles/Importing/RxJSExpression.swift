/// Says in the marble language what an expression of JavaScript says.
///
/// Only what looks the same on both sides is understood: literals, arithmetic, the names of streams, functions of one
/// expression, and operators that the catalogue knows.
struct RxJSExpression {
  /// What names mean where the expression stands.
  struct Names {
    /// Names of streams, and what they are bound to in the script.
    var streams: [String: String] = [:]
    /// Everything else that was defined: tokens that a name stands for.
    var constants: [String: Range<Int>] = [:]
    /// How marbles and times are counted.
    var clock = Clock.running
  }

  /// How a test counts time.
  enum Clock {
    /// As in `testScheduler.run`: blanks are nothing, and a character is a millisecond.
    case running
    /// As outside of it: blanks are characters, and a character is ten milliseconds.
    case frames
  }

  /// Why an expression cannot be said, and which part of it.
  struct Refusal: Error {
    let problem: ImportProblem
    let span: Span
  }

  let code: ForeignCode
  let names: Names
  /// Whether a template in back quotes is a stream, as in Swirly's files.
  var templatesAreStreams = false
  private var parameters: [String: String] = [:]
  /// How much more may be looked at; names that stand for names could go on for ever.
  private var budget = 5_000
  private var depth = 0

  init(_ code: ForeignCode, names: Names) {
    self.code = code
    self.names = names
  }

  /// The expression that some tokens are.
  mutating func text(of range: Range<Int>) throws(Refusal) -> String {
    var reader = Reader(range)
    let text = try expression(&reader)
    guard reader.isAtEnd else { throw refusal(reader.index..<range.upperBound) }
    return text
  }

  /// The operators that some tokens are, with dots between them, as links of a chain; the first of them takes other
  /// streams besides.
  mutating func operators(_ range: Range<Int>, besides streams: [String]) throws(Refusal) -> String {
    guard !range.isEmpty else { throw refusal(range) }
    var chain = ""
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, !code.has(".", at: end) { end = code.behind(end, in: range) }
      chain += try applied(start..<end, besides: start == range.lowerBound ? streams : [])
      start = end + 1
    }
    return chain
  }

  /// Some tokens, and how far they were read.
  private struct Reader {
    let range: Range<Int>
    var index: Int

    init(_ range: Range<Int>) {
      self.range = range
      index = range.lowerBound
    }

    var isAtEnd: Bool { index >= range.upperBound }
  }

  private func refusal(_ range: Range<Int>) -> Refusal {
    let span = code.span(of: range)
    return Refusal(problem: .expression(code.bytes.excerpt(span)), span: span)
  }

  // MARK: Operations

  private static let operators = [
    "===": "==", "!==": "!=", "==": "==", "!=": "!=", "<": "<", ">": ">", "<=": "<=", ">=": ">=", "+": "+", "-": "-",
    "*": "*", "/": "/", "%": "%", "&&": "&&", "||": "||",
  ]

  private mutating func expression(_ reader: inout Reader) throws(Refusal) -> String {
    budget -= 1
    depth += 1
    defer { depth -= 1 }
    guard budget > 0, depth < 60 else {
      throw Refusal(problem: .tooLarge, span: code.span(of: reader.range))
    }
    if isFunction(at: reader) { return try closure(&reader) }
    var operands = [try operand(&reader)]
    var marks: [String] = []
    while let mark = mark(at: reader), let ours = Self.operators[mark] {
      reader.index += 1
      marks.append(ours)
      operands.append(try operand(&reader))
    }
    var text = Self.joined(operands, marks)
    skipType(&reader)
    if has("?", at: reader) {
      reader.index += 1
      let first = try expression(&reader)
      guard has(":", at: reader) else { throw refusal(reader.range) }
      reader.index += 1
      text += " ? \(first) : \(try expression(&reader))"
    }
    return text
  }

  /// What is put together with `+`, a text among it, is a text with the others in it.
  private static func joined(_ operands: [String], _ marks: [String]) -> String {
    let isText = { (operand: String) in operand.hasPrefix("\"") && operand.hasSuffix("\"") && operand.count >= 2 }
    if !marks.isEmpty, marks.allSatisfy({ $0 == "+" }), operands.contains(where: isText) {
      let parts = operands.map { isText($0) ? String($0.dropFirst().dropLast()) : "\\(\($0))" }
      return "\"\(parts.joined())\""
    }
    return zip(marks, operands.dropFirst()).reduce(operands[0]) { "\($0) \($1.0) \($1.1)" }
  }

  private mutating func operand(_ reader: inout Reader) throws(Refusal) -> String {
    budget -= 1
    guard budget > 0 else { throw Refusal(problem: .tooLarge, span: code.span(of: reader.range)) }
    var signs = ""
    while has("-", at: reader) || has("!", at: reader) || has("+", at: reader) {
      if !has("+", at: reader) { signs += code.text(reader.index) }
      reader.index += 1
    }
    var text = try primary(&reader)
    while !reader.isAtEnd {
      if has(".", at: reader) || has("?.", at: reader) {
        text = try member(of: text, &reader)
      } else if has("[", at: reader), let inside = code.inside(reader.index), inside.count == 1,
        code.tokens[inside.lowerBound].kind == .number
      {
        text += "." + code.text(inside.lowerBound)
        reader.index = inside.upperBound + 1
      } else if has("!", at: reader), reader.index + 1 >= reader.range.upperBound || code.has(".", at: reader.index + 1)
      {
        reader.index += 1
      } else {
        break
      }
    }
    skipType(&reader)
    return signs + text
  }

  /// `as T` says nothing that would matter.
  private func skipType(_ reader: inout Reader) {
    while has("as", at: reader) { reader.index = min(reader.index + 2, reader.range.upperBound) }
  }

  // MARK: Values

  private mutating func primary(_ reader: inout Reader) throws(Refusal) -> String {
    guard !reader.isAtEnd else {
      throw Refusal(problem: .expression(""), span: code.span(of: reader.range))
    }
    let index = reader.index
    let token = code.tokens[index]
    switch token.kind {
    case .number:
      reader.index += 1
      return code.text(index).filter { $0 != "_" }
    case .text where templatesAreStreams && code.bytes[token.span.lowerBound] == UInt8(ascii: "`"):
      reader.index += 1
      var marbles = RxJSMarbles(code.source, at: code.contents(of: index))
      return Self.started(marbles.timeline(as: .cold).text)
    case .text:
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

  private mutating func texts(of range: Range<Int>) throws(Refusal) -> [String] {
    var texts: [String] = []
    for part in code.parts(of: range) { texts.append(try text(of: part)) }
    return texts
  }

  /// A text with expressions in it, `x${y}`.
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
        // A value stands for the stream of its name.
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

  /// Whether an object gives streams by the names that they have anyway.
  private func isTableOfStreams(_ range: Range<Int>) -> Bool {
    guard let first = range.first, code.has("{", at: first), let inside = code.inside(first) else { return false }
    return code.parts(of: inside).allSatisfy { part in
      guard let key = part.first, let last = part.last, let name = code.name(at: key) else { return false }
      let isPair = part.count == 1 || (part.count == 3 && code.has(":", at: key + 1))
      return isPair && code.name(at: last).flatMap { names.streams[$0] } == name
    }
  }

  /// `new Error("…")` is its message.
  private mutating func made(_ reader: inout Reader) throws(Refusal) -> String {
    let start = reader.index
    guard let type = code.name(at: start + 1), type.hasSuffix("Error"), code.has("(", at: start + 2),
      let inside = code.inside(start + 2), inside.upperBound < reader.range.upperBound
    else { throw refusal(start..<reader.range.upperBound) }
    reader.index = inside.upperBound + 1
    return inside.isEmpty ? "\"error\"" : try text(of: inside)
  }

  /// The tokens in the parentheses behind a name, types in `< >` passed over; `nil` if it is not called.
  private func callArguments(_ reader: inout Reader) -> Range<Int>? {
    var index = reader.index
    if has("<", at: reader) {
      // Types are short; what is not is a comparison.
      var end = index + 1
      while end < min(reader.range.upperBound, index + 12), !code.has(">", at: end), !code.has("(", at: end) {
        end += 1
      }
      if code.has(">", at: end), code.has("(", at: end + 1) { index = end + 1 }
    }
    guard index < reader.range.upperBound, code.has("(", at: index), let inside = code.inside(index),
      inside.upperBound < reader.range.upperBound
    else { return nil }
    reader.index = inside.upperBound + 1
    return inside
  }

  // MARK: Calls

  private mutating func call(_ name: String, _ arguments: Range<Int>, at index: Int) throws(Refusal) -> String {
    switch name {
    case "cold", "hot":
      guard let stream = try RxJSStream(code, arguments, isCold: true, names: names) else { break }
      if let remark = stream.timeline.remarks.first { throw Refusal(problem: remark.problem, span: remark.span) }
      return Self.started(stream.timeline.text)
    case "time":
      guard let span = code.marbles(of: arguments, names) else { break }
      var marbles = RxJSMarbles(code.source, at: span, blanksTakeFrames: names.clock == .frames)
      if let time = marbles.time() { return "\(time)t" }
    case "String": return "String(\(try text(of: arguments)))"
    case "Number", "parseInt", "parseFloat":
      if let first = code.parts(of: arguments).first { return "Int(\(try text(of: first)))" }
    case _ where Catalogue.standard[name] != nil: return name + (try list(arguments, of: name))
    default: throw Refusal(problem: .unknownName(name), span: code.tokens[index].span)
    }
    throw refusal(index..<arguments.upperBound + 1)
  }

  /// A stream that starts afresh for everyone.
  static func started(_ timeline: String) -> String { "cold(\(ValuePrinter.quoted(timeline)))" }

  private static let methods = [
    "toUpperCase": "uppercased", "toLowerCase": "lowercased", "startsWith": "hasPrefix", "endsWith": "hasSuffix",
    "includes": "contains",
  ]

  private mutating func member(of receiver: String, _ reader: inout Reader) throws(Refusal) -> String {
    let index = reader.index + 1
    guard index < reader.range.upperBound, let name = code.name(at: index) else {
      throw refusal(reader.index..<reader.range.upperBound)
    }
    reader.index = index + 1
    guard let arguments = callArguments(&reader) else {
      if name == "length" { return receiver + ".count" }
      throw Refusal(problem: .unknownName(name), span: code.tokens[index].span)
    }
    switch name {
    case "pipe":
      var chain = receiver
      for part in code.parts(of: arguments) { chain += try applied(part) }
      return chain
    case "toString" where arguments.isEmpty: return "String(\(receiver))"
    case "asObservable" where arguments.isEmpty: return receiver
    default:
      if let method = Self.methods[name] {
        return "\(receiver).\(method)(\(try texts(of: arguments).joined(separator: ", ")))"
      }
      guard Catalogue.standard[name] != nil else {
        throw Refusal(problem: .unknownName(name), span: code.tokens[index].span)
      }
      return "\(receiver).\(name)" + (try list(arguments, of: name))
    }
  }

  /// An operator as it stands in `pipe`: its name and its arguments.
  private mutating func applied(_ range: Range<Int>, besides streams: [String] = []) throws(Refusal) -> String {
    guard let name = code.name(at: range.lowerBound), !range.isEmpty else { throw refusal(range) }
    var reader = Reader(range)
    reader.index += 1
    // Where operators are titles, they may stand without parentheses.
    if templatesAreStreams, range.count == 1, Catalogue.standard[name] != nil {
      return ".\(name)(\(streams.joined(separator: ", ")))"
    }
    guard let arguments = callArguments(&reader), reader.isAtEnd else {
      if let constant = names.constants[name], range.count == 1 {
        budget -= 1
        depth += 1
        defer { depth -= 1 }
        guard budget > 0, depth < 60 else { throw Refusal(problem: .tooLarge, span: code.span(of: range)) }
        return try applied(constant)
      }
      throw refusal(range)
    }
    guard Catalogue.standard[name] != nil else {
      throw Refusal(problem: .unknownName(name), span: code.tokens[range.lowerBound].span)
    }
    return ".\(name)" + (try list(arguments, of: name, besides: streams))
  }

  /// Functions whose streams may stand in one array.
  private static let joiners: Set = ["combineLatest", "zip", "race", "merge", "concat", "forkJoin"]

  /// Arguments as they are written here: a function that is the last one stands behind the parentheses.
  private mutating func list(
    _ arguments: Range<Int>, of name: String, besides streams: [String] = []
  ) throws(Refusal) -> String {
    var parts = code.parts(of: arguments).filter { !isScheduler($0) }
    if Self.joiners.contains(name), let first = parts.first, code.has("[", at: first.lowerBound),
      let inside = code.inside(first.lowerBound), inside.upperBound + 1 == first.upperBound
    {
      parts = code.parts(of: inside) + parts.dropFirst()
    }
    if name == "throwError", parts.count == 1, let body = constantBody(of: parts[0]) { parts = [body] }
    // The state that a fold begins with stands in front.
    if ["scan", "reduce"].contains(name), parts.count == 2 { parts.swapAt(0, 1) }
    var texts = streams
    for (index, part) in parts.enumerated() {
      if index < Self.times[name, default: 0], let time = try time(part) {
        texts.append(time)
      } else {
        texts.append(try text(of: part))
      }
    }
    let closures = texts.filter { $0.hasPrefix("{") }
    guard closures.count == 1, let last = texts.last, last.hasPrefix("{") else {
      return "(\(texts.joined(separator: ", ")))"
    }
    let rest = texts.dropLast()
    return (rest.isEmpty ? "" : "(\(rest.joined(separator: ", ")))") + " " + last
  }

  /// How many arguments of an operator are times, from the first on.
  private static let times = [
    "debounceTime": 1, "throttleTime": 1, "auditTime": 1, "sampleTime": 1, "delay": 1, "timeout": 1, "timer": 2,
    "interval": 1, "bufferTime": 1, "windowTime": 1,
  ]

  /// A number of milliseconds; `nil` for anything else.
  private func time(_ range: Range<Int>) throws(Refusal) -> String? {
    guard range.count == 1, code.tokens[range.lowerBound].kind == .number, let number = Int(code.text(range.lowerBound))
    else { return nil }
    guard names.clock == .frames else { return "\(number)ms" }
    let (ticks, rest) = number.quotientAndRemainder(dividingBy: 10)
    guard rest == 0 else {
      throw Refusal(problem: .partialTick("\(number)"), span: code.tokens[range.lowerBound].span)
    }
    return "\(ticks)t"
  }

  /// Whether an argument says only by what clock to go.
  private func isScheduler(_ range: Range<Int>) -> Bool {
    guard range.count == 1, let name = code.name(at: range.lowerBound) else { return false }
    return name.hasSuffix("Scheduler") || name == "scheduler"
  }

  // MARK: Functions

  private func isFunction(at reader: Reader) -> Bool {
    if has("function", at: reader) { return true }
    if code.name(at: reader.index) != nil { return code.has("=>", at: reader.index + 1) }
    guard has("(", at: reader), let inside = code.inside(reader.index) else { return false }
    return code.has("=>", at: inside.upperBound + 1)
  }

  /// The body of a function without parameters.
  private func constantBody(of range: Range<Int>) -> Range<Int>? {
    guard code.has("(", at: range.lowerBound), code.has(")", at: range.lowerBound + 1),
      code.has("=>", at: range.lowerBound + 2), range.count > 3
    else { return nil }
    return range.lowerBound + 3..<range.upperBound
  }

  private mutating func closure(_ reader: inout Reader) throws(Refusal) -> String {
    var written: [Range<Int>]
    if has("function", at: reader) {
      reader.index += code.name(at: reader.index + 1) == nil ? 1 : 2
      guard has("(", at: reader), let inside = code.inside(reader.index) else { throw refusal(reader.range) }
      written = code.parts(of: inside)
      reader.index = inside.upperBound + 1
      // What type it gives does not matter.
      while !reader.isAtEnd, !has("{", at: reader) { reader.index += 1 }
    } else if has("(", at: reader), let inside = code.inside(reader.index) {
      written = code.parts(of: inside)
      reader.index = inside.upperBound + 2
    } else {
      written = [reader.index..<reader.index + 1]
      reader.index += 2
    }
    if written.count == 1, let only = written.first, code.has("[", at: only.lowerBound),
      let inside = code.inside(only.lowerBound)
    {
      written = code.parts(of: inside)
    }
    var given: [String] = []
    for parameter in written {
      guard let name = code.name(at: parameter.lowerBound),
        parameter.count == 1 || code.has(":", at: parameter.lowerBound + 1)
      else { throw refusal(parameter) }
      given.append(name)
    }

    let body = reader.index..<bodyEnd(reader)
    reader.index = body.upperBound
    // A function in it would have `$0` for itself.
    let isNested = body.contains { code.has("=>", at: $0) || code.has("function", at: $0) }
    let ours = given.enumerated().map { isNested ? Self.name(for: $1) : "$\($0)" }
    let outside = parameters
    for (name, our) in zip(given, ours) { parameters[name] = our }
    defer { parameters = outside }
    let text = try self.body(body)
    return isNested && !given.isEmpty ? "{ \(ours.joined(separator: ", ")) in \(text) }" : "{ \(text) }"
  }

  /// Where the body of a function ends: before a comma, or with the tokens.
  private func bodyEnd(_ reader: Reader) -> Int {
    var index = reader.index
    if code.has("{", at: index), let inside = code.inside(index) { return inside.upperBound + 1 }
    while index < reader.range.upperBound, !code.has(",", at: index), !code.has(")", at: index) {
      index = code.behind(index, in: reader.range)
    }
    return min(index, reader.range.upperBound)
  }

  private mutating func body(_ range: Range<Int>) throws(Refusal) -> String {
    guard code.has("{", at: range.lowerBound), let inside = code.inside(range.lowerBound) else {
      return try text(of: range)
    }
    return try statements(inside)
  }

  /// `return …`, `throw …`, or one of them behind `if`.
  private mutating func statements(_ range: Range<Int>) throws(Refusal) -> String {
    budget -= 1
    depth += 1
    defer { depth -= 1 }
    guard budget > 0, depth < 60 else { throw Refusal(problem: .tooLarge, span: code.span(of: range)) }
    var end = range.upperBound
    while end > range.lowerBound, code.has(";", at: end - 1) { end -= 1 }
    let first = range.lowerBound
    if code.has("return", at: first) { return try text(of: first + 1..<end) }
    if code.has("throw", at: first) { return "throw \(try text(of: first + 1..<end))" }
    guard code.has("if", at: first), code.has("(", at: first + 1), let condition = code.inside(first + 1) else {
      throw refusal(range)
    }
    var then = condition.upperBound + 1..<condition.upperBound + 1
    var rest = then.lowerBound
    if code.has("{", at: rest), let inside = code.inside(rest) {
      then = inside
      rest = inside.upperBound + 1
    } else {
      while rest < end, !code.has(";", at: rest) { rest = code.behind(rest, in: range) }
      then = then.lowerBound..<rest
      rest = min(rest + 1, end)
    }
    if code.has("else", at: rest) { rest += 1 }
    var other = rest..<max(rest, end)
    if code.has("{", at: rest), let inside = code.inside(rest), inside.upperBound + 1 >= end { other = inside }
    return "\(try text(of: condition)) ? \(try statements(then)) : \(try statements(other))"
  }

  // MARK: Tokens

  private func has(_ text: StaticString, at reader: Reader) -> Bool {
    !reader.isAtEnd && code.has(text, at: reader.index)
  }

  private func mark(at reader: Reader) -> String? {
    guard !reader.isAtEnd, code.tokens[reader.index].kind == .mark else { return nil }
    return code.text(reader.index)
  }

  /// A name of JavaScript as a name of ours, which have no `$`.
  static func name(for name: String) -> String {
    let kept = String(name.filter { $0 != "$" })
    return kept.isEmpty || ["true", "false", "nil", "throw", "in"].contains(kept) || kept.first?.isNumber == true
      ? "_" + kept : kept
  }
}
