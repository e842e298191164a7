import Marbles

/// A converter for the validation tests of swift-async-algorithms to Swift tests with `Marbles`.
struct AppleSwiftTests {
  private let source: Source
  private let code: ForeignCode

  init(_ source: Source) {
    self.source = source
    code = ForeignCode(source, language: .swift)
  }

  /// Adds a suite with all tests of the source.
  func convert(into draft: inout ImportDraft) {
    let tests = code.validations
    guard !tests.isEmpty else { return }
    for span in code.unclosed.prefix(10) { draft.report(.unclosedString, at: span) }
    draft.line("@Suite struct \(suiteName) {")
    var counts: [String: Int] = [:]
    for (number, (index, function)) in tests.enumerated() {
      let title = ForeignCode.title(of: function ?? "validate")
      if number > 0 { draft.line("") }
      draft.origin(at: code.tokens[index].span.lowerBound, indent: 2)
      do throws(ImportRefusal) {
        let body = try text(of: AppleValidation(of: code, at: index))
        counts[title, default: 0] += 1
        let suffix = counts[title] == 1 ? "" : "_\(counts[title] ?? 0)"
        draft.line("  @Test func \(Self.functionName(title))\(suffix)() async throws {")
        for line in body { draft.line(line) }
        draft.line("  }")
        draft.countTest()
      } catch {
        draft.leaveOut(title, error, indent: 2)
      }
    }
    draft.line("}")
  }

  /// The name of the class of the tests, with the word `Tests` at its end.
  private var suiteName: String {
    let index = code.tokens.indices.first { code.has("class", at: $0) && code.has(":", at: $0 + 2) }
    var name = index.flatMap { code.name(at: $0 + 1) } ?? "Imported"
    if name.hasPrefix("Test") { name.removeFirst(4) }
    return name.hasSuffix("Tests") ? name : name + "Tests"
  }

  /// Returns the words of a title as the name of a function.
  private static func functionName(_ title: String) -> String {
    let words = title.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let name = words.enumerated().map { index, word in
      index == 0 ? word.prefix(1).lowercased() + word.dropFirst() : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
    return name.first?.isLetter == true && !keywords.contains(name) ? name : "test" + name
  }

  private static let keywords: Set = ["default", "repeat", "init", "import", "throws", "catch", "self"]

  /// Returns the lines of the body of a test.
  private func text(of test: AppleValidation) throws(ImportRefusal) -> [String] {
    let usesClock = test.expression.contains { code.has("clock", at: $0) }
    let expected = try marbles(test.expected, isExpected: true)
    // The original starts one tick before its first character. This matters only for clocks and delayed requests.
    let shift = usesClock || !expected.demands.isEmpty ? 1 : 0
    var arguments: [String] = []
    for input in test.inputs {
      arguments.append(Self.literal(try marbles(input, isExpected: false).result.timeline, shift: shift))
    }
    if let tick = expected.cancellation {
      arguments.append("during: \"\(WindowPrinter.text(of: Window(from: 0, until: tick + shift)))\"")
    }
    if !expected.demands.isEmpty {
      let marbles = expected.demands.map { Timeline.Marble(tick: $0, event: .value(.marble("x"))) }
      arguments.append("demand: " + Self.literal(Timeline(marbles), shift: shift))
    }
    let types = test.inputNames.map { "\($0): InputSequence<String, any Error>" }
    // A closure with only a clock needs no types.
    let clock = usesClock ? "clock" : "_"
    let parameters = types.isEmpty ? clock : "(\((types + [clock]).joined(separator: ", ")))"
    let call = arguments.isEmpty ? "run" : "run(\(arguments.joined(separator: ", ")))"
    return ["    #expect(", "      try await \(call) { \(parameters) in"]
      + (try expression(of: test)).map { "        " + $0 }
      + ["      } == \(Self.literal(expected.result.timeline, shift: shift)))"]
  }

  private func marbles(_ string: Range<Int>, isExpected: Bool) throws(ImportRefusal) -> AppleMarbles {
    let marbles = AppleMarbles(
      source, at: code.contents(of: string.lowerBound), isExpected: isExpected, isForSequences: true)
    if let first = marbles.result.diagnostics.first {
      throw ImportRefusal(problem: first.problem, span: first.span)
    }
    return marbles
  }

  /// Returns a timeline that begins a number of ticks later, as a Swift literal.
  private static func literal(_ timeline: Timeline, shift: Int) -> String {
    var timeline = timeline
    for index in timeline.marbles.indices { timeline.marbles[index].tick += shift }
    timeline.end += shift
    let text = TimelinePrinter.text(of: timeline, asStatement: true, digitsApart: true)
    guard text.contains("\"") || text.contains("\\") else { return "\"\(text)\"" }
    // A failure after a value in quotes would end a literal with one sign.
    let signs = text.contains("\"#") ? "##" : "#"
    return "\(signs)\"\(text)\"\(signs)"
  }

  // MARK: Expressions

  /// Returns the lines of the expression with our names for the inputs, the clock and its durations.
  private func expression(of test: AppleValidation) throws(ImportRefusal) -> [String] {
    let range = test.expression
    var text = ""
    var index = range.lowerBound
    var end = code.tokens[index].span.lowerBound
    func take(_ count: Int, as replacement: String? = nil) {
      let span = code.tokens[index].span.lowerBound..<code.tokens[index + count - 1].span.upperBound
      text += code.bytes.text(end..<span.lowerBound) + (replacement ?? code.bytes.text(span))
      end = span.upperBound
      index += count
    }
    while index < range.upperBound {
      let isDiagram = code.name(at: index) == test.diagram
      if isDiagram, code.has(".", at: index + 1), code.has("clock", at: index + 2) {
        take(3, as: "clock")
      } else if isDiagram, code.has("inputs", at: index + 2), code.has("]", at: index + 5),
        let number = Int(code.text(index + 4)), test.inputNames.indices.contains(number)
      {
        take(6, as: test.inputNames[number])
      } else if isDiagram, code.has("[", at: index - 1), code.has("]", at: index + 1) {
        // A list of captured values.
        take(1, as: "clock")
      } else if isDiagram {
        // A closure inside the expression may have a `$0` of its own.
        guard test.diagram == "$0" else {
          throw ImportRefusal(problem: .unknownName(test.diagram), span: code.tokens[index].span)
        }
        take(1)
      } else if code.has("steps", at: index), code.has(".", at: index - 1) {
        take(1, as: "ticks")
      } else {
        take(1)
      }
    }
    return Self.unindented(text)
  }

  /// Returns the lines without the indentation that all lines but the first one share.
  private static func unindented(_ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let indent = lines.dropFirst().map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let last = lines.last?.prefix { $0 == " " }.count ?? 0
    // The last line of a closure is indented as the first line, a chain of calls is indented further.
    let extra = lines.last?.dropFirst(last).first == "." ? 2 : 0
    return lines.enumerated().map { index, line in
      index == 0 ? String(line) : String(repeating: " ", count: extra) + line.dropFirst(indent)
    }
  }
}
