import Marbles

/// A converter for the tests in a JavaScript or TypeScript source.
///
/// A test is converted as a whole or left out with the reason.
struct RxJSTests {
  private let code: ForeignCode
  private let library: RxJSLibrary

  init(_ source: Source) {
    code = ForeignCode(source, language: .javaScript)
    library = RxJSLibrary(source: source)
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
    if let refusal = convert(test, digitsAreText: false, into: &draft) {
      draft = before
      draft.omitTest(test.title, refusal)
    } else {
      draft.countTest()
    }
  }

  private func convert(
    _ test: RxJSSuite.Test, digitsAreText: Bool, into draft: inout ImportDraft
  ) -> ImportRefusal? {
    library.restart(digitsAreText: digitsAreText)
    do throws(ImportRefusal) {
      guard let function = test.function else { return ImportRefusal(problem: .skippedTest, span: test.span) }
      guard holdsMarbles(in: test.span) else { return ImportRefusal(problem: .noMarbles, span: test.span) }
      for hook in test.hooks {
        // A hook usually prepares the scheduler, and every other effect of it may matter.
        _ = try library.machine.call(hook, [], test.span)
      }
      if case .failure = try library.machine.call(function, [], test.span) {
        return library.refusal(test.span)
      }
    } catch {
      return library.needsStringDigits ? convert(test, digitsAreText: true, into: &draft) : error
    }
    if library.needsStringDigits { return convert(test, digitsAreText: true, into: &draft) }
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
