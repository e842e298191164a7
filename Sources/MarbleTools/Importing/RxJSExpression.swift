import Marbles

/// A converter for JavaScript expressions to the marble language.
///
/// It supports only what exists in both languages: literals, arithmetic, names of streams, functions with a single
/// expression, and operators of the catalog.
struct RxJSExpression {
  /// The meanings of names in an expression.
  struct Names {
    /// The names of streams, with the names that they have in the script.
    var streams: [String: String] = [:]
    /// The tokens of all other definitions, by name.
    var constants: [String: Range<Int>] = [:]
    /// The clock of marbles and times.
    var clock = Clock.running
  }

  /// The clock of a test.
  enum Clock {
    /// The clock inside `testScheduler.run`: spaces are ignored, and a character is a millisecond.
    case running
    /// The clock outside of it: spaces take time, and a character is ten milliseconds.
    case frames
  }

  /// An error for an expression that cannot be converted, with the unsupported part.
  struct Refusal: Error {
    let problem: ImportProblem
    let span: Span
  }

  let code: ForeignCode
  let names: Names
  /// Whether a template in backquotes is a stream, as in Swirly's files.
  var templatesAreStreams = false
  /// The parameters of the enclosing functions, with their names in the script.
  var parameters: [String: String] = [:]
  /// The remaining number of parts to convert, since names that refer to each other would have no end.
  var budget = 5_000
  /// The nesting depth of the expression.
  var depth = 0

  init(_ code: ForeignCode, names: Names) {
    self.code = code
    self.names = names
  }

  /// Converts the expression in some tokens.
  mutating func text(of range: Range<Int>) throws(Refusal) -> String {
    var reader = Reader(range)
    let text = try expression(&reader)
    guard reader.isAtEnd else { throw refusal(reader.index..<range.upperBound) }
    return text
  }

  /// Converts operators separated by dots to links of a chain, of which the first has additional streams as
  /// arguments.
  mutating func operators(_ range: Range<Int>, besides streams: [String]) throws(Refusal) -> String {
    guard !range.isEmpty else { throw refusal(range) }
    var chain = ""
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, !code.has(".", at: end) { end = code.after(end, in: range) }
      chain += try applied(start..<end, besides: start == range.lowerBound ? streams : [])
      start = end + 1
    }
    return chain
  }

  /// A position in some tokens.
  struct Reader {
    let range: Range<Int>
    var index: Int

    init(_ range: Range<Int>) {
      self.range = range
      index = range.lowerBound
    }

    var isAtEnd: Bool { index >= range.upperBound }
  }

  func refusal(_ range: Range<Int>) -> Refusal {
    let span = code.span(of: range)
    return Refusal(problem: .expression(code.bytes.excerpt(span)), span: span)
  }

  /// Counts a part to convert, and throws an error if there are too many or they are nested too deeply.
  mutating func look(at range: Range<Int>) throws(Refusal) {
    budget -= 1
    guard budget > 0, depth < 60 else { throw Refusal(problem: .tooLarge, span: code.span(of: range)) }
  }

  // MARK: Tokens

  func has(_ text: StaticString, at reader: Reader) -> Bool {
    !reader.isAtEnd && code.has(text, at: reader.index)
  }

  func mark(at reader: Reader) -> String? {
    guard !reader.isAtEnd, code.tokens[reader.index].kind == .mark else { return nil }
    return code.text(reader.index)
  }

  /// Returns a JavaScript name in the marble language, where names have no `$`.
  static func name(for name: String) -> String {
    let kept = String(name.filter { $0 != "$" })
    return kept.isEmpty || ["true", "false", "nil", "throw", "in"].contains(kept) || kept.first?.isNumber == true
      ? "_" + kept : kept
  }
}
