import Marbles

/// Calls and their arguments.
extension RxJSExpression {
  /// Reads the arguments in parentheses after a name and optional types in `< >`, or returns `nil` if it is not a
  /// call.
  func callArguments(_ reader: inout Reader) -> Range<Int>? {
    var index = reader.index
    if has("<", at: reader) {
      // Type arguments are short, so a longer text after `<` is a comparison.
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

  mutating func call(_ name: String, _ arguments: Range<Int>, at index: Int) throws(Refusal) -> String {
    switch name {
    case "cold", "hot":
      guard let stream = try RxJSStream(code, arguments, isCold: true, names: names) else { break }
      if let diagnostic = stream.timeline.diagnostics.first {
        throw Refusal(problem: diagnostic.problem, span: diagnostic.span)
      }
      return Self.started(stream.timeline.text)
    case "time":
      guard let span = code.marbles(of: arguments, names) else { break }
      var marbles = RxJSMarbles(code.source, at: span, spacesTakeFrames: names.clock == .frames)
      if let time = marbles.time() { return "\(time)t" }
    case "String": return "String(\(try text(of: arguments)))"
    case "Number", "parseInt", "parseFloat":
      if let first = code.parts(of: arguments).first { return "Int(\(try text(of: first)))" }
    case _ where Catalog.standard[name] != nil: return name + (try list(arguments, of: name))
    default: throw Refusal(problem: .unknownName(name), span: code.tokens[index].span)
    }
    throw refusal(index..<arguments.upperBound + 1)
  }

  /// Returns a stream that starts again for each observer.
  static func started(_ timeline: String) -> String { "cold(\(ValuePrinter.quoted(timeline)))" }

  private static let methods = [
    "toUpperCase": "uppercased", "toLowerCase": "lowercased", "startsWith": "hasPrefix", "endsWith": "hasSuffix",
    "includes": "contains",
  ]

  mutating func member(of receiver: String, _ reader: inout Reader) throws(Refusal) -> String {
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
      guard Catalog.standard[name] != nil else {
        throw Refusal(problem: .unknownName(name), span: code.tokens[index].span)
      }
      return "\(receiver).\(name)" + (try list(arguments, of: name))
    }
  }

  /// Returns an operator in `pipe` as a link of a chain: its name and its arguments.
  mutating func applied(_ range: Range<Int>, besides streams: [String] = []) throws(Refusal) -> String {
    guard let name = code.name(at: range.lowerBound), !range.isEmpty else { throw refusal(range) }
    var reader = Reader(range)
    reader.index += 1
    // Operators in titles may have no parentheses.
    if templatesAreStreams, range.count == 1, Catalog.standard[name] != nil {
      return ".\(name)(\(streams.joined(separator: ", ")))"
    }
    guard let arguments = callArguments(&reader), reader.isAtEnd else {
      if let constant = names.constants[name], range.count == 1 {
        depth += 1
        defer { depth -= 1 }
        try look(at: range)
        return try applied(constant)
      }
      throw refusal(range)
    }
    guard Catalog.standard[name] != nil else {
      throw Refusal(problem: .unknownName(name), span: code.tokens[range.lowerBound].span)
    }
    return ".\(name)" + (try list(arguments, of: name, besides: streams))
  }

  /// Functions whose streams can be written in one array.
  private static let joiners: Set = ["combineLatest", "zip", "race", "merge", "concat", "forkJoin"]

  /// Returns arguments in the marble language, where a function at the end becomes a trailing closure.
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
    // The initial state of an accumulation comes first.
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

  /// The number of leading arguments that are times, by operator.
  private static let times = [
    "debounceTime": 1, "throttleTime": 1, "auditTime": 1, "sampleTime": 1, "delay": 1, "timeout": 1, "timer": 2,
    "interval": 1, "bufferTime": 1, "windowTime": 1,
  ]

  /// Returns a number of milliseconds as a duration, or `nil` for another expression.
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

  /// Whether an argument only selects a scheduler.
  private func isScheduler(_ range: Range<Int>) -> Bool {
    guard range.count == 1, let name = code.name(at: range.lowerBound) else { return false }
    return name.hasSuffix("Scheduler") || name == "scheduler"
  }
}
