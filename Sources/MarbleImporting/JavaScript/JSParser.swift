import Marbles

/// A parser for the subset of JavaScript and TypeScript that tests with timelines use.
///
/// A statement outside of the subset becomes `.unsupported`, and the statements after it are still parsed.
struct JSParser {
  typealias Refusal = ImportRefusal

  let code: ForeignCode
  var index: Int
  /// The end of the tokens to parse.
  var end: Int
  private var depth = 0
  private static let maxDepth = 50

  init(_ code: ForeignCode, in range: Range<Int>? = nil) {
    self.code = code
    index = range?.lowerBound ?? 0
    end = range?.upperBound ?? code.tokens.count
  }

  // MARK: Tokens

  var isAtEnd: Bool { index >= end }

  func has(_ text: StaticString, ahead distance: Int = 0) -> Bool {
    index + distance < end && code.has(text, at: index + distance)
  }

  func name(ahead distance: Int = 0) -> String? {
    index + distance < end ? code.name(at: index + distance) : nil
  }

  mutating func takes(_ text: StaticString) -> Bool {
    guard has(text) else { return false }
    index += 1
    return true
  }

  mutating func expect(_ text: StaticString) throws(Refusal) {
    guard takes(text) else { throw unexpected() }
  }

  mutating func expectName() throws(Refusal) -> String {
    guard let name = name() else { throw unexpected() }
    index += 1
    return name
  }

  /// Returns the error for the current token, or for the end of the tokens.
  func unexpected() -> Refusal {
    guard !isAtEnd else { return Refusal(problem: .unfinishedCode, span: code.span(of: end..<end)) }
    return Refusal(problem: .expression(code.text(index)), span: code.tokens[index].span)
  }

  func span(from start: Int) -> Span {
    code.span(of: start..<max(start + 1, index))
  }

  /// Parses the content of the bracket at the current token, and continues after its match.
  mutating func inside<Result>(
    _ parse: (inout JSParser) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    guard let content = code.inside(index), content.upperBound < end, depth < Self.maxDepth else {
      throw Refusal(problem: depth < Self.maxDepth ? .unfinishedCode : .tooLarge, span: code.tokens[index].span)
    }
    var parser = JSParser(code, in: content)
    parser.depth = depth + 1
    let result = try parse(&parser)
    guard parser.isAtEnd else { throw parser.unexpected() }
    index = content.upperBound + 1
    return result
  }

  /// Counts a level of nesting without brackets, such as that of `a => b => c`.
  mutating func nested<Result>(_ parse: (inout JSParser) throws(Refusal) -> Result) throws(Refusal) -> Result {
    guard depth < Self.maxDepth else {
      throw Refusal(problem: .tooLarge, span: isAtEnd ? 0..<0 : code.tokens[index].span)
    }
    depth += 1
    defer { depth -= 1 }
    return try parse(&self)
  }

  /// Parses elements separated by commas up to the end, where a comma may follow the last one.
  mutating func list<Element>(
    _ parse: (inout JSParser) throws(Refusal) -> Element
  ) throws(Refusal) -> [Element] {
    var elements: [Element] = []
    while !isAtEnd {
      elements.append(try parse(&self))
      if !isAtEnd { try expect(",") }
    }
    return elements
  }
}
