import Marbles

/// A converter for a JavaScript or TypeScript test, statement by statement.
struct RxJSTest {
  let code: ForeignCode
  var names = RxJSExpression.Names()
  /// The events of the streams that are bound to timelines.
  var timelines: [String: Timeline] = [:]
  /// The number of occurrences of each name.
  let occurrences: [String: Int]
  /// The number of words that are typical of marble tests before each token.
  let marbleWordsBefore: [Int]
  /// The ends of the statements found so far, by each of their tokens outside brackets.
  var ends: [Int?]
  /// The title of the current test, until its first assertion.
  var title: String?
  /// Assertions about subscriptions that precede the run that subscribes.
  var waiting: [(subject: String, expected: String, span: Span)] = []
  /// Whether the current test has asserted events, since subscriptions refer to the previous run.
  var hasRun = false

  init(_ source: Source) {
    code = ForeignCode(source, language: .javaScript)
    var occurrences: [String: Int] = [:]
    var count = 0
    var marbleWordsBefore = [0]
    marbleWordsBefore.reserveCapacity(code.tokens.count + 1)
    for index in code.tokens.indices {
      if let name = code.name(at: index) {
        occurrences[name, default: 0] += 1
        if Self.marbleWords.contains(name) { count += 1 }
      }
      marbleWordsBefore.append(count)
    }
    self.occurrences = occurrences
    self.marbleWordsBefore = marbleWordsBefore
    ends = Array(repeating: nil, count: code.tokens.count)
    names.clock =
      code.tokens.indices.contains { code.has("run", at: $0) && code.has("(", at: $0 + 1) } ? .running : .frames
  }

  private static let marbleWords: Set = [
    "cold", "hot", "expectObservable", "expectSubscriptions", "createColdObservable", "createHotObservable",
    "toBeObservable",
  ]

  /// Whether the source is a program, and not lines of marbles.
  var isProgram: Bool {
    code.tokens.indices.contains { index in
      code.name(at: index).map(Self.marbleWords.contains) == true
        && (code.has("(", at: index + 1) || code.has("<", at: index + 1))
    }
  }

  mutating func convert(into draft: inout ImportDraft) {
    for span in code.unclosed.prefix(10) { draft.report(.unclosedString, at: span) }
    var index = 0
    while index < code.tokens.count { index = max(index + 1, statement(at: index, into: &draft)) }
    settle(into: &draft)
  }

  // MARK: Statements

  /// Converts the statement that begins at a token, or enters it, and returns the next token.
  private mutating func statement(at index: Int, into draft: inout ImportDraft) -> Int {
    guard let word = code.name(at: index) else {
      // A closing bracket ends an entered block. Other tokens do not begin a statement of a test.
      if code.tokens[index].kind == .mark { return index + 1 }
      return end(of: index)
    }
    switch word {
    case "import", "declare": return end(of: index)
    case "export", "return", "async", "await", "default": return index + 1
    case "function":
      if let name = code.name(at: index + 1), let body = body(after: index) {
        names.constants[name] = index..<body.upperBound + 1
        names.streams[name] = nil
        return body.upperBound + 1
      }
    case "describe", "it", "test", "context", "fdescribe", "fit", "xit", "asDiagram":
      if let body = test(at: index, into: &draft) { return body }
    case "const", "let", "var":
      let end = end(of: index)
      for part in code.parts(of: index + 1..<end) { declare(part, into: &draft) }
      return end
    case "expectObservable", "expectSubscriptions", "expect":
      let end = end(of: index)
      if expect(trimmed(index..<end), into: &draft) { return end }
    default:
      // A call such as `helpers.expectObservable(…)`.
      if code.has(".", at: index + 1), ["expectObservable", "expectSubscriptions"].contains(code.name(at: index + 2)) {
        let end = end(of: index)
        if end > index + 3, expect(trimmed(index + 2..<end), into: &draft) { return end }
      }
    }
    return other(at: index, into: &draft)
  }

  /// Handles a statement of another kind.
  ///
  /// It enters blocks with marbles, skips the setup of tests, and omits all others.
  private mutating func other(at index: Int, into draft: inout ImportDraft) -> Int {
    let end = end(of: index)
    let range = index..<end
    if holdsMarbles(range), let body = range.first(where: isBody), holdsMarbles(body..<end) { return body + 1 }
    let isPreparation = range.contains { place in
      guard let name = code.name(at: place) else { return false }
      return name == "TestScheduler" || name == "flush" || name == "beforeEach" || name == "afterEach"
    }
    if !isPreparation {
      let statement = trimmed(range)
      draft.omit(code.span(of: statement), .statement)
      if statement.count == 2, let name = code.name(at: index) { forget(name) }
    }
    return end
  }

  /// Enters `it("…", () => {`, and returns the token after the brace.
  private mutating func test(at index: Int, into draft: inout ImportDraft) -> Int? {
    var open = index + 1
    while code.has(".", at: open), code.name(at: open + 1) != nil { open += 2 }
    if code.text(index) == "asDiagram", let inside = code.inside(open) { open = inside.upperBound + 1 }
    guard code.has("(", at: open), open + 1 < code.tokens.count, code.inside(open) != nil else { return nil }
    let text = code.tokens[open + 1].kind
    guard text == .string || text == .template else { return nil }
    let limit = code.partners[open]
    let body = (open + 2..<max(limit, open + 2)).first(where: isBody) ?? limit
    settle(into: &draft)
    if code.text(index) == "describe" || code.text(index) == "context" { return body + 1 }
    draft.part(at: code.tokens[index].span.lowerBound)
    guard holdsMarbles(open..<limit) else {
      draft.omit(code.span(of: index..<open + 2), .noMarbles)
      return limit + 1
    }
    title = code.string(at: open + 1)
    hasRun = false
    return body + 1
  }

  /// Omits the assertions about subscriptions that no run followed.
  private mutating func settle(into draft: inout ImportDraft) {
    for (_, _, span) in waiting { draft.omit(span, .statement) }
    waiting = []
  }
}
