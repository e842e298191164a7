/// Reads a test in JavaScript or TypeScript, statement by statement.
struct RxJSTest {
  let code: ForeignCode
  var names = RxJSExpression.Names()
  /// The events of the streams that are bound to timelines.
  var timelines: [String: Timeline] = [:]
  /// How often each name stands anywhere.
  private let uses: [String: Int]
  /// How many of the words that only tests with marbles have, stand in front of each token.
  private let marbleWords: [Int]
  /// The title of the test that is being read, until something is asserted.
  var title: String?
  /// Assertions about subscriptions that stand in front of what subscribes.
  var waiting: [(subject: String, expected: String, span: Span)] = []
  var hasRun = false

  init(_ source: Source) {
    code = ForeignCode(source, language: .javaScript)
    var uses: [String: Int] = [:]
    var count = 0
    var marbleWords = [0]
    marbleWords.reserveCapacity(code.tokens.count + 1)
    for index in code.tokens.indices {
      if let name = code.name(at: index) {
        uses[name, default: 0] += 1
        if Self.marbleWords.contains(name) { count += 1 }
      }
      marbleWords.append(count)
    }
    self.uses = uses
    self.marbleWords = marbleWords
    names.clock =
      code.tokens.indices.contains { code.has("run", at: $0) && code.has("(", at: $0 + 1) } ? .running : .frames
  }

  private static let marbleWords: Set = [
    "cold", "hot", "expectObservable", "expectSubscriptions", "createColdObservable", "createHotObservable",
    "toBeObservable",
  ]

  /// Whether a source is a program and not lines of marbles.
  var isProgram: Bool { (marbleWords.last ?? 0) > 0 && code.tokens.contains { $0.kind == .mark } && hasCalls }

  private var hasCalls: Bool {
    code.tokens.indices.contains { index in
      code.name(at: index).map(Self.marbleWords.contains) == true
        && (code.has("(", at: index + 1) || code.has("<", at: index + 1))
    }
  }

  mutating func convert(into draft: inout ImportDraft) {
    for span in code.unclosed.prefix(10) { draft.say(.unclosedText, at: span) }
    var index = 0
    while index < code.tokens.count { index = max(index + 1, statement(at: index, into: &draft)) }
    settle(into: &draft)
  }

  // MARK: Statements

  /// Reads the statement that begins at a token, or steps into it; the token to go on with.
  private mutating func statement(at index: Int, into draft: inout ImportDraft) -> Int {
    guard let word = code.name(at: index) else {
      // Brackets that were stepped into end here, and so on; anything else is no statement that tests have.
      if code.tokens[index].kind == .mark { return index + 1 }
      return end(of: index)
    }
    switch word {
    case "import", "declare": return end(of: index)
    case "export", "return", "async", "await", "default": return index + 1
    case "function":
      if let name = code.name(at: index + 1), let body = body(behind: index) {
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
      let statement = trimmed(index..<end)
      if expect(statement, into: &draft) { return end }
    default:
      // `helpers.expectObservable(…)`.
      if code.has(".", at: index + 1), ["expectObservable", "expectSubscriptions"].contains(code.name(at: index + 2)) {
        let end = end(of: index)
        if end > index + 3, expect(trimmed(index + 2..<end), into: &draft) { return end }
      }
    }
    return other(at: index, into: &draft)
  }

  /// A statement of no known kind: what holds marbles is stepped into, what prepares the test is passed over, and
  /// everything else is left out.
  private mutating func other(at index: Int, into draft: inout ImportDraft) -> Int {
    let end = end(of: index)
    let range = index..<end
    if holdsMarbles(range), let body = range.first(where: isBody), holdsMarbles(body..<end) { return body + 1 }
    let isPreparation = range.contains { place in
      guard let name = code.name(at: place) else { return false }
      return name == "TestScheduler" || name == "flush" || name == "beforeEach" || name == "afterEach"
    }
    // What begins a block is read line by line.
    if !isPreparation {
      let statement = trimmed(range)
      draft.leaveOut(code.span(of: statement), .statement)
      if statement.count == 2, let name = code.name(at: index) { forget(name) }
    }
    return end
  }

  /// Whether a token opens what a function does.
  private func isBody(_ index: Int) -> Bool {
    code.has("{", at: index) && (code.has("=>", at: index - 1) || code.has(")", at: index - 1))
  }

  /// What stands in the braces of a function.
  private func body(behind index: Int) -> Range<Int>? {
    var place = index
    while place < code.tokens.count, !code.has("(", at: place) { place += 1 }
    guard let parameters = code.inside(place) else { return nil }
    place = parameters.upperBound + 1
    while place < min(code.tokens.count, parameters.upperBound + 20), !code.has("{", at: place) { place += 1 }
    guard let inside = code.inside(place), code.has("{", at: place) else { return nil }
    return inside
  }

  private func holdsMarbles(_ range: Range<Int>) -> Bool {
    marbleWords[range.upperBound] > marbleWords[range.lowerBound]
  }

  /// `it("…", () => {`: the token behind the brace.
  private mutating func test(at index: Int, into draft: inout ImportDraft) -> Int? {
    var open = index + 1
    while code.has(".", at: open), code.name(at: open + 1) != nil { open += 2 }
    if code.text(index) == "asDiagram", let inside = code.inside(open) { open = inside.upperBound + 1 }
    guard code.has("(", at: open), open + 1 < code.tokens.count, code.inside(open) != nil else { return nil }
    let text = code.tokens[open + 1].kind
    guard text == .text || text == .template else { return nil }
    let limit = code.partners[open]
    let body = (open + 2..<max(limit, open + 2)).first(where: isBody) ?? limit
    settle(into: &draft)
    if code.text(index) == "describe" || code.text(index) == "context" { return body + 1 }
    draft.part(at: code.tokens[index].span.lowerBound)
    guard holdsMarbles(open..<limit) else {
      draft.leaveOut(code.span(of: index..<open + 2), .noMarbles)
      return limit + 1
    }
    title = code.string(at: open + 1)
    hasRun = false
    return body + 1
  }

  /// Says what waited for a run that never came.
  mutating func settle(into draft: inout ImportDraft) {
    for (_, _, span) in waiting { draft.leaveOut(span, .statement) }
    waiting = []
  }

  /// The end of the statement that begins at a token: behind `;`, before a line that does not go on with it, or before
  /// the bracket that closes what it stands in.
  private func end(of start: Int) -> Int {
    var index = start
    let all = 0..<code.tokens.count
    while index < all.upperBound {
      if code.has(";", at: index) { return index + 1 }
      if index > start, code.tokens[index].opensLine, !continues(at: index) { return index }
      if code.has(")", at: index) || code.has("}", at: index) || code.has("]", at: index) {
        return max(index, start + 1)
      }
      let opens = code.has("(", at: index) || code.has("{", at: index) || code.has("[", at: index)
      // What is never closed is no statement, and not to be looked through again and again.
      if opens, code.inside(index) == nil { return index + 1 }
      index = code.behind(index, in: all)
    }
    return index
  }

  /// Whether the line that begins with a token goes on with the one above.
  private func continues(at index: Int) -> Bool {
    let token = code.tokens[index]
    if token.kind == .mark, !code.has("{", at: index), !code.has("[", at: index), !code.has("(", at: index) {
      return true
    }
    let last = code.tokens[index - 1]
    guard last.kind == .mark else { return false }
    return !(code.has(")", at: index - 1) || code.has("]", at: index - 1) || code.has("}", at: index - 1))
  }

  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound + 1, code.has(";", at: end - 1) { end -= 1 }
    return range.lowerBound..<end
  }

  // MARK: Declarations

  /// `name = …`, behind `const`.
  private mutating func declare(_ part: Range<Int>, into draft: inout ImportDraft) {
    let range = trimmed(part)
    guard let name = code.name(at: range.lowerBound), !range.isEmpty else {
      // `const { cold, hot } = helpers` only makes the words known.
      if !range.contains(where: { code.name(at: $0) == "cold" || code.name(at: $0) == "hot" }), !range.isEmpty {
        draft.leaveOut(code.span(of: range), .statement)
      }
      return
    }
    var equals = range.lowerBound + 1
    while equals < range.upperBound, !code.has("=", at: equals) { equals = code.behind(equals, in: range) }
    let value = min(equals + 1, range.upperBound)..<range.upperBound
    forget(name)
    guard let first = value.first else { return }
    if declareSource(name, value, from: code.span(of: range), into: &draft) { return }
    // What only gives the library another name.
    if code.has("new", at: first), code.name(at: first + 1) == "TestScheduler" { return }
    if name == "Observable" { return }
    if isConstant(value) {
      let isUnused = uses[name, default: 0] <= 1
      if isUnused, let span = code.marbles(of: value, names) {
        var marbles = RxJSMarbles(code.source, at: span, blanksTakeFrames: names.clock == .frames)
        let timeline = marbles.timeline(as: .hot)
        for remark in timeline.remarks { draft.say(remark.problem, at: remark.span) }
        draft.bind(RxJSExpression.name(for: name), to: timeline.text, from: code.span(of: range))
      } else {
        names.constants[name] = value
      }
      return
    }
    var expression = RxJSExpression(code, names: names)
    do {
      let text = try expression.text(of: value)
      bind(name, to: text, from: code.span(of: range), into: &draft)
    } catch {
      draft.leaveOut(code.span(of: range), error.problem, at: error.span)
    }
  }

  /// `cold("…")` and its like, and nothing behind it.
  private mutating func declareSource(
    _ name: String, _ value: Range<Int>, from span: Span, into draft: inout ImportDraft
  ) -> Bool {
    var word = value.lowerBound
    while code.has(".", at: word + 1), word + 2 < value.upperBound { word += 2 }
    let isCold: Bool
    switch code.name(at: word) {
    case "cold", "createColdObservable": isCold = true
    case "hot", "createHotObservable": isCold = false
    default: return false
    }
    var open = word + 1
    while open < value.upperBound, !code.has("(", at: open) { open += 1 }
    guard let arguments = code.inside(open), arguments.upperBound + 1 == value.upperBound else { return false }
    guard
      let stream = try? RxJSStream(
        code, arguments, form: isCold ? .cold : .hot, names: names, inline: false)
    else { return false }
    for remark in stream.timeline.remarks + stream.remarks { draft.say(remark.problem, at: remark.span) }
    if bind(name, to: (isCold ? "cold " : "") + stream.text, from: span, into: &draft) {
      timelines[name] = stream.timeline.timeline
    }
    return true
  }

  @discardableResult
  private mutating func bind(_ name: String, to text: String, from span: Span, into draft: inout ImportDraft) -> Bool {
    let ours = RxJSExpression.name(for: name)
    guard draft.bind(ours, to: text, from: span) else { return false }
    names.streams[name] = ours
    return true
  }

  private mutating func forget(_ name: String) {
    names.streams[name] = nil
    names.constants[name] = nil
    timelines[name] = nil
  }

  /// Whether tokens stand for a value, a function or marbles, and not for a stream.
  private func isConstant(_ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    switch code.tokens[first].kind {
    case .number, .text, .template: return true
    case .name:
      if ["true", "false", "null", "undefined", "time", "function", "async"].contains(code.text(first)) { return true }
      if code.has("=>", at: first + 1) { return true }
      // A name for what has one already.
      return range.count == 1 && names.constants[code.text(first)] != nil
    case .mark:
      if code.has("{", at: first) || code.has("[", at: first) || code.has("-", at: first) { return true }
      guard code.has("(", at: first), let inside = code.inside(first) else { return false }
      return code.has("=>", at: inside.upperBound + 1)
    case .regularExpression: return false
    }
  }
}
