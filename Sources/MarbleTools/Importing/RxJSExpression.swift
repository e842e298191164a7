import Marbles

/// Says in the marble language what an expression of JavaScript says.
///
/// Only what looks the same on both sides is understood: literals, arithmetic, the names of streams, functions of one
/// expression, and operators that the catalog knows.
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
  /// What the parameters of the functions around it are called here.
  var parameters: [String: String] = [:]
  /// How much more may be looked at; names that stand for names could go on for ever.
  var budget = 5_000
  /// In how many expressions this one stands.
  var depth = 0

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
      while end < range.upperBound, !code.has(".", at: end) { end = code.after(end, in: range) }
      chain += try applied(start..<end, besides: start == range.lowerBound ? streams : [])
      start = end + 1
    }
    return chain
  }

  /// Some tokens, and how far they were read.
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

  /// Looks at something, unless there would be no end to it.
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

  /// A name of JavaScript as a name of ours, which have no `$`.
  static func name(for name: String) -> String {
    let kept = String(name.filter { $0 != "$" })
    return kept.isEmpty || ["true", "false", "nil", "throw", "in"].contains(kept) || kept.first?.isNumber == true
      ? "_" + kept : kept
  }
}
