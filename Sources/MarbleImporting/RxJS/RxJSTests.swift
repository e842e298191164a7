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
    var first: ImportRefusal?
    // With the values that are known before the run, more functions can be evaluated.
    for usesKnownValues in [false, true] {
      for clock in library.matchers?.clock == .unknown ? [nil, RxJSLibrary.Clock.running] : [nil] {
        let mode = Mode(usesKnownValues: usesKnownValues, clock: clock)
        guard let refusal = convert(test, mode, into: &draft) else { return draft.countTest() }
        draft = before
        first = first ?? refusal
        guard case .fails = refusal.problem else { continue }
        library.endsHotStreams = true
        defer { library.endsHotStreams = false }
        if convert(test, mode, into: &draft) == nil { return draft.countTest() }
        draft = before
      }
    }
    if var refusal = first {
      // A part of another file is reported at the test.
      if refusal.span.upperBound > draft.source.bytes.count {
        let place = library.modules?.place(of: refusal.span.lowerBound) ?? ""
        refusal = ImportRefusal(problem: .elsewhere(place, refusal.problem), span: test.span)
      }
      draft.omitTest(test.title, refusal)
    }
  }

  /// The way in which a test is evaluated.
  private struct Mode {
    var digitsAreText = false
    var usesKnownValues = false
    var clock: RxJSLibrary.Clock?
    /// The number of evaluations that found the events of subjects.
    var passes = 0
  }

  private static let maxPasses = 4

  /// Returns the mode in which a test has to be evaluated again, if there is one.
  private func next(after mode: Mode) -> Mode? {
    var next = mode
    if library.needsStringDigits {
      next.digitsAreText = true
    } else if !library.knowsEvents, mode.passes < Self.maxPasses {
      library.planEvents()
      next.passes += 1
    } else {
      return nil
    }
    return next
  }

  private func convert(_ test: RxJSSuite.Test, _ mode: Mode, into draft: inout ImportDraft) -> ImportRefusal? {
    if mode.passes == 0 { library.plans = [] }
    library.restart(digitsAreText: mode.digitsAreText, usesKnownValues: mode.usesKnownValues)
    var refusal: ImportRefusal?
    do throws(ImportRefusal) {
      if test.function == nil, test.refusal == nil {
        return ImportRefusal(problem: .skippedTest, span: test.span)
      }
      guard let function = test.function else { return test.refusal }
      if let clock = mode.clock ?? function.clock { library.clock = clock }
      for hook in test.hooks {
        // A hook usually prepares the scheduler, and every other effect of it may matter.
        _ = try library.machine.call(hook, [], test.span)
      }
      // A test runner passes its assertions to the function of a test.
      let arguments: [JSValue] = function.clock == nil ? [] : [.host("assertions")]
      if case .failure = try library.machine.call(function, arguments, test.span) {
        refusal = library.refusal(test.span)
      }
    } catch {
      refusal = error
    }
    if let next = next(after: mode) { return convert(test, next, into: &draft) }
    // The functions that a test calls may hold its marbles.
    if library.expectations.isEmpty, !holdsMarbles(in: test.span) {
      return ImportRefusal(problem: .noMarbles, span: test.span)
    }
    if let refusal { return refusal }
    guard library.knowsEvents else { return ImportRefusal(problem: .statefulClosure, span: test.span) }
    if let call = library.interleavedCall { return ImportRefusal(problem: .interleaved, span: call) }
    guard !library.expectations.isEmpty else { return ImportRefusal(problem: .noAssertion, span: test.span) }
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
