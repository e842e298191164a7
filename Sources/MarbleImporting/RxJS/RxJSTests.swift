import Marbles

/// A converter for the tests in a JavaScript or TypeScript source.
///
/// A test is converted as a whole or left out with the reason.
struct RxJSTests {
  private let code: ForeignCode
  private let library: RxJSLibrary

  init(_ source: Source, load: (String) -> Source?) {
    let modules = RxJSModules(source, load: load)
    code = ForeignCode(modules.whole, language: .javaScript, in: 0..<source.bytes.count)
    library = RxJSLibrary(source: modules.whole)
    if modules.parts.count > 1 { library.modules = modules }
  }

  private static let marbleWords: Set = [
    "cold", "hot", "expectObservable", "expectSubscriptions", "createColdObservable", "createHotObservable",
  ]

  private static let programWords: Set = [
    "import", "export", "const", "let", "var", "function", "class", "describe", "it", "test", "if", "for",
  ]

  /// Whether the source is a program, and not lines of marbles.
  var isProgram: Bool {
    code.beginsLine(with: Self.programWords) || holdsMarbles(0..<code.tokens.count)
      || code.tokens.indices.contains { code.has("=>", at: $0) }
  }

  func convert(into draft: inout ImportDraft) {
    guard holdsMarbles(0..<code.tokens.count) else { return }
    for span in code.unclosed.prefix(10) { draft.report(.unclosedString, at: span) }
    var parser = JSParser(code)
    let statements = parser.statements()
    let scope = JSScope(in: nil, nesting: 0)
    library.restart(digitsAreText: false)
    let refusals = library.perform(statements, in: scope)
    library.addRefused(refusals)
    let tests = library.suite.tests
    if tests.isEmpty {
      // The statements outside of tests are a test of their own.
      if library.needsStringDigits {
        library.restart(digitsAreText: true)
        library.perform(statements, in: JSScope(in: nil, nesting: 0))
      }
      for (statement, refusal) in refusals { draft.omit(statement.span, refusal.problem, at: refusal.span) }
      if let refusal = RxJSScript(library).write(title: nil, into: &draft) {
        draft.omit(refusal.span, refusal.problem)
      }
      return
    }
    for test in tests { convert(test, into: &draft) }
  }

  private func convert(_ test: RxJSSuite.Test, into draft: inout ImportDraft) {
    draft.part(at: test.span.lowerBound)
    let before = draft
    if var refusal = convert(test, digitsAreText: false, into: &draft) {
      draft = before
      // A part of another file is reported at the test.
      if refusal.span.upperBound > draft.source.bytes.count {
        refusal = ImportRefusal(problem: refusal.problem, span: test.span)
      }
      draft.omitTest(test.title, refusal)
    } else {
      draft.countTest()
    }
  }

  /// Whether a test must have been written for the other clock, which reads times such as `9ms` in marbles.
  private func needsOtherClock(_ clock: RxJSLibrary.Clock?) -> Bool {
    clock == nil && library.clock == .frames && library.matchers?.clock == .unknown && library.hasProgression
  }

  private func convert(
    _ test: RxJSSuite.Test, digitsAreText: Bool, _ clock: RxJSLibrary.Clock? = nil, into draft: inout ImportDraft
  ) -> ImportRefusal? {
    library.restart(digitsAreText: digitsAreText)
    do throws(ImportRefusal) {
      if test.function == nil, test.refusal == nil {
        return ImportRefusal(problem: .skippedTest, span: test.span)
      }
      guard holdsMarbles(in: test.span) else { return ImportRefusal(problem: .noMarbles, span: test.span) }
      guard let function = test.function else { return test.refusal }
      if let clock = clock ?? function.clock { library.clock = clock }
      for hook in test.hooks {
        // A hook usually prepares the scheduler, and every other effect of it may matter.
        _ = try library.machine.call(hook, [], test.span)
      }
      if case .failure = try library.machine.call(function, function.arguments, test.span) {
        return library.refusal(test.span)
      }
    } catch {
      if library.needsStringDigits { return convert(test, digitsAreText: true, clock, into: &draft) }
      return needsOtherClock(clock) ? convert(test, digitsAreText: digitsAreText, .running, into: &draft) : error
    }
    if library.needsStringDigits { return convert(test, digitsAreText: true, clock, into: &draft) }
    if needsOtherClock(clock) { return convert(test, digitsAreText: digitsAreText, .running, into: &draft) }
    if library.clock == .frames, library.matchers?.clock == .unknown, library.hasDurations {
      return ImportRefusal(problem: .unknownClock, span: test.span)
    }
    guard !library.expectations.isEmpty else { return ImportRefusal(problem: .noMarbles, span: test.span) }
    return RxJSScript(library).write(title: test.title, into: &draft)
  }

  private func holdsMarbles(in span: Span) -> Bool {
    let first = firstToken(at: span.lowerBound)
    return holdsMarbles(first..<max(first, firstToken(at: span.upperBound)))
  }

  /// Returns the first token that begins at an offset or after it.
  private func firstToken(at offset: Int) -> Int {
    var low = 0
    var high = code.tokens.count
    while low < high {
      let middle = (low + high) / 2
      if code.tokens[middle].span.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func holdsMarbles(_ range: Range<Int>) -> Bool {
    range.contains { index in
      code.name(at: index).map(Self.marbleWords.contains) == true
        && (code.has("(", at: index + 1) || code.has("<", at: index + 1))
    }
  }
}
