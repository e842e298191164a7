import Foundation
import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// The helps of errors and warnings: what they offer, typed by their reader, must get further.
@Suite struct SuggestionTests {
  /// A wrong input.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let text: String
    var isPrompt = false

    var testDescription: String { text }

    /// The streams that the inputs of the table use.
    static let streams = "a = --1--2--|\nb = --x--y--|\nnested = --<-1|>--|\ntyped = -a-b|\n"

    init(_ text: String, isPrompt: Bool = false) {
      self.text = text
      self.isPrompt = isPrompt
    }

    /// The errors of the input.
    var errors: [Diagnostic] { diagnostics.filter(\.isError).map(\.problem) }

    /// The errors and warnings of the input.
    var problems: [Diagnostic] { diagnostics.map(\.problem) }

    private var diagnostics: [(problem: Diagnostic, isError: Bool)] {
      var problems: [(Diagnostic, Bool)] = []
      let source = Source(name: "demo.marble", text: text)
      Session().evaluate(source, mode: isPrompt ? .prompt : .script) { answer in
        switch answer {
        case .error(let diagnostic, let place): if place.name == source.name { problems.append((diagnostic, true)) }
        case .warning(let diagnostic, let place): if place.name == source.name { problems.append((diagnostic, false)) }
        default: break
        }
      }
      return problems
    }

    func replacing(_ span: Span, with text: String) -> Mistake {
      let source = Source(name: "demo.marble", text: self.text)
      let bytes = source.bytes.applying([DocumentEdit(span: span, text: text)])
      return Mistake(String(decoding: bytes, as: UTF8.self), isPrompt: isPrompt)
    }

    /// Whether a problem of this input is gone, and no other has taken its place.
    func loses(_ diagnostic: Diagnostic, among before: [Diagnostic]) -> Bool {
      let after = problems
      return after.count <= before.count
        && !after.contains {
          "\($0.problem)" == "\(diagnostic.problem)" && $0.span.lowerBound == diagnostic.span.lowerBound
        }
    }
  }

  /// The code in a help.
  private static func code(in help: String) -> [String] {
    help.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// The offsets between the tokens of a line, roughly.
  private static func boundaries(of text: String, around offset: Int) -> [Int] {
    let bytes = Array(text.utf8)
    func isWord(_ index: Int) -> Bool {
      let scalar = Unicode.Scalar(bytes[index])
      return bytes[index] >= 0x80 || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    let newline = UInt8(ascii: "\n")
    let start = bytes[..<min(offset, bytes.count)].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let end = bytes[min(offset, bytes.count)...].firstIndex(of: newline) ?? bytes.count
    guard start < end else { return [start] }
    return [start] + (start + 1..<end).filter { !(isWord($0) && isWord($0 - 1)) } + [end]
  }

  /// Whether a piece of code in a help solves the problem in one place, or runs as a statement.
  private static func isUseful(_ code: String, for diagnostic: Diagnostic, in mistake: Mistake, _ all: [Diagnostic])
    -> Bool
  {
    let span = diagnostic.replaced ?? diagnostic.span
    func solves(_ span: Span) -> Bool { mistake.replacing(span, with: code).loses(diagnostic, among: all) }
    if solves(span) || solves(diagnostic.span) { return true }
    if Mistake(Mistake.streams + code, isPrompt: mistake.isPrompt).problems.isEmpty, code.count > 2 { return true }
    let places = boundaries(of: mistake.text, around: diagnostic.span.lowerBound)
    for place in places where solves(place..<place) { return true }
    for (index, start) in places.enumerated() {
      for end in places[(index + 1)...] where solves(start..<end) { return true }
    }
    return false
  }

  private func expectHelpfulness(of mistake: Mistake, _ place: String) {
    let problems = mistake.problems
    for diagnostic in problems {
      let problem = diagnostic.problem
      let name = problem.name
      for fix in diagnostic.fixes(in: Source(name: "demo.marble", text: mistake.text)) {
        let fixed = mistake.replacing(fix.span, with: fix.text)
        #expect(fixed.loses(diagnostic, among: problems), "\(place) \(name): \(fixed.text) gives \(fixed.problems)")
      }
      guard let help = problem.help else { continue }
      let marked = Source(name: "", text: mistake.text).text(of: diagnostic.span)
      for code in Self.code(in: help) where code != marked && !(Self.mentions[name] ?? []).contains(code) {
        if problem.replacements.contains(code) { continue }
        #expect(!code.contains("…"), "\(place) \(name): \(help)")
        let isUseful = Self.isUseful(code, for: diagnostic, in: mistake, problems)
        #expect(isUseful, "\(place) \(name): \(help) [\(code)]")
      }
    }
  }

  /// The streams for operators that take only some values.
  static let receivers = [
    "negate": "of(true)", "flatten": "nested", "combineLatestAll": "nested",
    "zipAll": "nested", "dematerialize": "a.materialize()", "dematerializeLoadingState": "a.toLoadingProducer()",
  ]

  /// The words in helps that are not for typing, by problem.
  static let mentions: [String: Set<String>] = [
    "boxDrawing": ["─", "┤", ":format plain"], "repeatedOrigin": ["^"], "unusedRenaming": ["z"],
    "unknownEscape": ["\\u{…}"], "unknownStringEscape": ["\\u{…}", "\\(…)"],
    "severalExpressionsInClosure": ["return", "let", "if"],
  ]

  @Test func helpsOfDocumentedErrors() throws {
    let page = try String(contentsOf: ErrorDocumentationTests.page, encoding: .utf8)
    let examples = fences(in: page).filter { $0.info.hasPrefix("marble") }
    #expect(examples.count > 150)
    for fence in examples {
      expectHelpfulness(of: Mistake(fence.text, isPrompt: fence.info.hasSuffix("prompt")), "Errors.md:\(fence.line)")
    }
  }

  @Test(arguments: mistakes) func helpsOfCommonMistakes(text: String) {
    let mistake = Mistake(Mistake.streams + text)
    #expect(!mistake.problems.isEmpty, "\(text) is no mistake")
    expectHelpfulness(of: mistake, text)
  }

  /// Applies the first help of each error, until there is none.
  @Test(arguments: corrections) func helpsLeadToTheMeaning(text: String, meant: String) {
    var mistake = Mistake(Mistake.streams + text)
    #expect(!mistake.problems.isEmpty, "\(text) is no mistake")
    for _ in 0..<4 {
      guard let diagnostic = mistake.problems.first else { break }
      let problem = diagnostic.problem
      let line = Mistake.streams.utf8.count..<mistake.text.utf8.count
      let isWhole = problem.replacements.isEmpty && diagnostic.replaced == nil
      guard
        let text = problem.replacements.first ?? Self.code(in: problem.help ?? "").first
          ?? (problem.help == "delete it" ? "" : nil)
      else {
        break
      }
      mistake = mistake.replacing(isWhole ? line : diagnostic.replaced ?? diagnostic.span, with: text)
    }
    #expect(mistake.text.dropFirst(Mistake.streams.count) == meant)
    #expect(mistake.problems.isEmpty, "\(mistake.text) gives \(mistake.problems)")
  }

  /// Applies the help of the first error, after which there is no other.
  @Test(arguments: wholeCorrections) func oneHelpLeadsToTheMeaning(text: String, meant: String) throws {
    let mistake = Mistake(Mistake.streams + text)
    let diagnostic = try #require(mistake.problems.first, "\(text) is no mistake")
    let help = diagnostic.problem.help ?? ""
    let written = try #require(diagnostic.problem.replacements.first ?? Self.code(in: help).first)
    let corrected = mistake.replacing(diagnostic.replaced ?? diagnostic.span, with: written)
    #expect(corrected.text.dropFirst(Mistake.streams.count) == meant)
    #expect(corrected.problems.isEmpty, "\(corrected.text) gives \(corrected.problems)")
  }

  /// The text that a help writes in place of the code of another language has no errors.
  @Test(arguments: (corrections + wholeCorrections).map(\.0) + mistakes + untranslatable)
  func translationHasNoErrors(text: String) throws {
    let mistake = Mistake(Mistake.streams + text)
    // A line that continues the last result needs one.
    guard !text.hasPrefix("|>"), mistake.problems.count == 1, let diagnostic = mistake.problems.first else { return }
    switch diagnostic.problem {
    case LanguageProblem.foreignSyntax, LanguageProblem.arrowFunction, LanguageProblem.parameterOutsideClosure,
      LanguageProblem.comparisonOfComparison, ProgramProblem.foreignCall:
      break
    default: return
    }
    guard let code = diagnostic.problem.replacements.first else { return }
    let span = diagnostic.replaced ?? diagnostic.span
    let corrected = mistake.replacing(span, with: code)
    let written = span.lowerBound..<span.lowerBound + code.utf8.count
    #expect(
      !corrected.errors.contains { $0.span.clamped(to: written) == $0.span },
      "\(corrected.text) gives \(corrected.errors)")
  }

  /// The text that a help writes has the values of the calculation in the other language.
  @Test(arguments: [
    ("a.map { abs($0 - 2) }", "--1--0--|"), ("a.map(x => 10 - Math.max(x, 2))", "--8--8--|"),
    ("a.map(lambda x: max(x, 1) + 1)", "--2--3--|"), ("a.map(lambda x: 10 - abs(x - 2))", "--9--[10]--|"),
    ("a.map { 10 - min($0, 2) }", "--9--8--|"), ("a.map { max($0 - 1, 0) * 10 }", "--0--[10]--|"),
    ("a.map { Math.max($0, 2) + 1 }", "--3--3--|"), ("a.map { 12 / $0 ** 2 }", "--[12]--3--|"),
    ("a.map { IF($0 > 1, 3, 4) * 2 }", "--8--6--|"), ("a.filter { !$0.isMultiple(of: 2) }", "--1-----|"),
    ("a.filter { (2...3).contains($0) == false }", "--1-----|"), ("a.filter { $0 !in [1] }", "-----2--|"),
    ("a.filter { it in 2..3 }", "-----2--|"), ("a.filter { it !in 2..<3 }", "--1-----|"),
    ("a.filter { (2..3).contains($0) }", "-----2--|"), ("a.filter { max($0, 1) > 1 }", "-----2--|"),
  ])
  func translationKeepsValues(text: String, events: String) throws {
    let mistake = Mistake(Mistake.streams + text)
    let diagnostic = try #require(mistake.problems.first, "\(text) is no mistake")
    let written = try #require(diagnostic.problem.replacements.first, "\(text) has no translation")
    let corrected = mistake.replacing(diagnostic.replaced ?? diagnostic.span, with: written)
    #expect(Session().transcript("\(corrected.text) == \(events)").contains("✓"), "\(corrected.text)")
  }

  /// The help for code that has no equivalent says why, and names no translation.
  @Test(arguments: [
    ("a.map(lambda x: [y for y in x])", "write a closure, such as `{ x in x }`; in this one, `for` cannot be used"),
    (
      "a.map(x => Math.sqrt(x))",
      "write a closure, such as `{ x in x }`; in this one, there is no operator named `sqrt`"
    ),
    ("a.map(lambda x: x ** 0.5)", "write a closure, such as `{ x in x }`; in this one, `**` cannot be used"),
    (
      "a.filter(x => x & 1)",
      "write a closure, such as `{ x in x }`; in this one, expected a Boolean, found a number"
    ),
    ("a.map { $0.length() }", "no equivalent is known: a number has no member `count`"),
    ("a.map($0 + foo)", "write a closure, such as `.map { $0 + 1 }`"),
    ("a.filter(Boolean)", "write `a.filter { $0 == 1 }`"),
    ("b.flatMap(.latest) { request.take(1) }", "bind it above this line: `request = --1--|`"),
    ("a.take(until: 3)", "write `a.take(until: { $0 != 3 })` or `a.take(until: timer(after: 3))`"),
    ("a.filter { SUM($0, 2) }", "for a list of operators, write `:operators`"),
    ("b.filter { $0.isNotEmpty() }", "write `!$0.isEmpty`"),
    ("b.map { $0.replace(\"x\", \"y\") }", "for a list of operators, write `:operators`"),
    ("a.map { $0 & \"x\" }", "to join strings, write `+`"),
    ("a.map { 2 ** $0 }", "there are no powers: multiply, such as `$0 * $0`"),
    (
      "a.retry(2) { it is IOException }",
      "values have no declared types: compare the value, such as `$0 == 1`; to keep numbers only, write "
        + "`.compactMap { Int(\"\\($0)\") }`"
    ),
    ("a.map(x => x * 2).filter(y => y.foo)", "write a closure: `{ x in x * 2 }`"),
    ("let f = x => x.foo()", "delete it"),
    ("a.do(onNext: { $0 }, onSubscribe: { 1 })", "write a call such as `a.on(value: { $0 })`"),
    ("a.flatMap(.?) { \"-x\" }", "write a name, such as `.merge`: a search does not find it"),
    ("forall s when s.count == 1 s == s", "write `:` before the equation"),
    ("forall s: subscriptions s == ^", "`subscriptions` begins a statement of its own: write it on another line"),
    (
      "forall s when all(s > 2): s == s",
      "a stream in a condition is the array of its values: write `a.count > 1`, `a.first == 1` or `a.contains(1)`"
    ),
    (
      "not b matches * x *",
      "delete it: no assertion can be negated; if a value must never come, write "
        + "`b.filter { $0 == \"x\" } matches ... |`"
    ),
    (
      "n = -1-\nn not matches * 4 *",
      "delete it: no assertion can be negated; if a value must never come, write "
        + "`n.filter { $0 == 4 } matches ...`"
    ),
    ("a match --1 *", "for a pattern, write `matches`"), ("a should match --1 *", "for a pattern, write `matches`"),
    ("a =~ --1 *", "for a pattern, write `matches`"), ("matches --1 *", "after a stream, write `a matches`"),
    ("a ≠ b", "no assertion can be negated"),
    ("races a b", "to combine the streams, write `merge(a, b)`"),
    (
      "a does not match * 4 *",
      "no assertion can be negated; if a value must never come, write `a.filter { $0 == 4 } matches ... |`"
    ),
    ("n = --1--\na matches n", "to compare the streams, write `a == n`"),
    ("n = --1--\na during ^, --^ == n, n", "to compare the streams, write `a during ^, --^ == n`"),
    ("a matches \"--1 *\"", "write the pattern without quotes: `--1 *`"),
    ("forall s, t in [9ms]: s.delay(t) == s.delay(9)", "for numbers of ticks, write `[9]`"),
    ("n matches * 1 * 3 * |", "bind it above this line: `n = --1--|`"),
    (
      "flow { emit(1); error(\"x\") }.map { it }",
      "write `\"--1--|\".map { $0 }`, with the events of the stream in place of `--1--|`"
    ),
    ("create { it.onNext(1) }", "write the events of the stream on a timeline, such as `--1--|`"),
    ("a\nwhy twice merge", "write the name of a stream, such as `why twice a`"),
    ("merge(a b)", "write `,` before `b`"),
    ("def f(x):", "write `f(x) = x.map { $0 * 2 }`"), ("a\nwhy -1", "for one value, write `[-1]`"),
    ("a\n:why 1", "delete it: a statement is not a command"),
    (
      "a.timeout(1, b)",
      "write `a.timeout(after: 1, with: b)`, `a.timeout(each: 1, with: b)` or `a.timeout(first: 1, with: b)`"
    ),
    (
      "? == -1|",
      "to search for an operator, write `?(a)`; for the timeline without this warning, begin it with `.`"
    ),
    (
      "\"-1|\".? == -1|",
      "to search for an operator, write `?(\"-1|\")`; for the timeline without this warning, begin it with `.`"
    ),
  ])
  func helpTells(text: String, help: String) {
    #expect(Mistake(Mistake.streams + text).problems.first?.problem.help == help)
  }

  /// The whole of what a help replaces is marked if it is more than the first error.
  @Test(arguments: [("new Subject()", "new Subject()"), ("s = Subject<Int, Never>()", "Subject<Int, Never>()")])
  func wholeReplacedTextIsMarked(text: String, marked: String) throws {
    let mistake = Mistake(text)
    let diagnostic = try #require(mistake.problems.first)
    #expect(Source(name: "", text: text).text(of: diagnostic.span) == marked)
    #expect(diagnostic.replaced == diagnostic.span)
  }

  /// Calls of other libraries that are understood as they are.
  @Test(arguments: [
    "a.append(4) == --1--2--(4|)", "a.prepend(4) == 4-1--2--|", "a.endWith(4) == --1--2--(4|)",
    "flowOf(1, 2) == (12|)", "emptyFlow() == |", "a.onEach { $0 } == --1--2--|",
  ])
  func callOfOtherLibraryPasses(assertion: String) {
    #expect(Session().transcript(Mistake.streams + assertion).contains("✓"), "\(assertion)")
  }

  /// Nothing is said about the values of a stream that has an error.
  @Test func unknownStreamHasNoOtherError() {
    #expect(Mistake("nams.map { $0.foo }").problems.count == 1)
  }

  /// A help leaves out an argument only if the message marks it.
  @Test(arguments: 0..<200 as Range<UInt64>) func helpsLoseNoArguments(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let name = try #require(Catalog.standard.allNames.randomElement(using: &random))
    let forms = ["71", "\"t72\"", "for: 73", "other: \"t74\"", "{ x in x * 75 }", "b", "where: { $0 > 76 }"]
    let arguments = forms.shuffled(using: &random).prefix(.random(in: 1...3, using: &random))
    let closures = ["", "", " { $0 + 77 }", " { just($0).delay(78, on: q) }", " { x -> just(x).map { it * 79 } }"]
    let closure = closures.randomElement(using: &random) ?? ""
    let receiver = Bool.random(using: &random) ? "a." : "Flux."
    let text = "\(receiver)\(name)(\(arguments.joined(separator: ", ")))\(closure)"
    let mistake = Mistake(Mistake.streams + text)
    guard let diagnostic = mistake.problems.first, let help = diagnostic.problem.help, help.hasPrefix("write `"),
      let span = diagnostic.replaced, let code = Self.code(in: help).first
    else { return }
    let source = Source(name: "", text: mistake.text)
    let corrected = mistake.replacing(span, with: code).text
    let (start, end) = (diagnostic.span.lowerBound, diagnostic.span.upperBound)
    for number in 71...79 where text.contains("\(number)") && !corrected.contains("\(number)") {
      // The label is marked, or the argument itself.
      let marked = source.text(of: start..<min(source.bytes.count, end + 18))
      #expect(marked.contains("\(number)"), "\(text) gives \(help)")
    }
  }

  /// `and` and `or` also need a stream of Booleans as their argument.
  @Test(arguments: Catalog.standard.names.filter { !["and", "or"].contains($0) })
  func callOfEveryOperatorRuns(name: String) throws {
    let entry = try #require(Catalog.standard[name])
    let receiver = entry.family == .make ? nil : Self.receivers[name] ?? "a"
    let call = CallExample(entry, on: receiver, followedBy: "").text
    let mistake = Mistake(Mistake.streams + call)
    #expect(mistake.problems.isEmpty, "`\(call)` gives \(mistake.problems)")
  }

  /// Inputs of readers who come from other languages and libraries, with the statements that they mean.
  static let corrections = [
    ("a.onErrorReturn { 0 }", "a.flatMapError { just(0) }"), ("a.onErrorResume(b)", "a.flatMapError { b }"),
    ("a.pipe(map(String))", "a.map({ String($0) })"), ("fromArray([1])", "values(in: [1])"),
    ("a.pipe(toArray(), map(xs => xs.length))", "a.toArray().map({ xs in xs.count })"),
    ("a.map { MAX($0, 2) }", "a.map { $0 > 2 ? $0 : 2 }"), ("a.map { =$0 * 2 }", "a.map { $0 * 2 }"),
    ("b.filter { \"x\" in $0 }", "b.filter { $0.contains(\"x\") }"),
    ("b.filter { $0.isNotEmpty() }", "b.filter { !$0.isEmpty }"),
    ("a.map((x, i) => x * i)", "a.index().map { x, i in x * i }"), ("a.publish().connect()", "a.share()"),
    ("a.sum { $0 * 2 }", "a.map { $0 * 2 }.sum()"), ("a.single { $0 > 1 }", "a.filter { $0 > 1 }.single()"),
    ("a.observeOn(MainScheduler.instance)", "a.observeOn(\"main\")"),
    ("a.map { $0 } # the same", "a.map { $0 } // the same"), ("a.map { $0 } -- the same", "a.map { $0 } // the same"),
    ("a.catchError(of(0))", "a.flatMapError { of(0) }"), ("a.catch(Observable.empty())", "a.flatMapError { empty() }"),
    ("a.timeout(.milliseconds(3), scheduler: RunLoop.main)", "a.timeout(each: 3ms)"),
    ("a.timeout(.seconds(3), other: b, scheduler: MainScheduler.instance)", "a.timeout(each: 3s, with: b)"),
    ("rx.range(3).count()", "range(start: 0, count: 3).count()"),
    ("rx.range(1, 3).count()", "range(start: 1, count: 3 - 1).count()"),
    ("rx.interval(1).take(2)", "interval(1s).take(2)"), ("rx.timer(2)", "timer(after: 2s)"),
    ("a.value.count()", "a.count()"), ("a.operators.first()", "a.first()"),
    ("rx.from_([1, 2])", "values(in: [1, 2])"), ("rx.from_iterable([1, 2])", "values(in: [1, 2])"),
    ("a.index().map { $0.index }", "a.index().map { $0.1 }"), ("Fail(error: .boom)", "fail(\"boom\")"),
    ("a.zip(with: b) { x, y -> \"$y${x + 1}\" }", "a.zip(with: b) { x, y in \"\\(y)\\(x + 1)\" }"),
    ("=merge(a, b)", "merge(a, b)"),
    ("Empty(completeImmediately: false)", "never()"), ("a.Throttle(TimeSpan.FromMilliseconds(3))", "a.debounce(3ms)"),
    ("a.throttleWithTimeout(3)", "a.debounce(3)"), ("len(a)", "a.count()"),
    (
      "a.ifEmpty(switchTo: b)", "a.multicast { merge($0, $0.isEmpty().filter { $0 }.flatMap { _ in b }) }"
    ),
    ("a.pipe(ops.take_until(b))", "a.takeUntil(b)"), ("a.pipe(catchError(() => EMPTY))", "a.catchError({ empty() })"),
    ("a.filter { it in listOf(1, 2) }", "a.filter { [1, 2].contains($0) }"),
    ("a.filter { it !in listOf(1, 2) }", "a.filter { ![1, 2].contains($0) }"),
    ("a.filter { $0 in (1, 2) }", "a.filter { [1, 2].contains($0) }"),
    ("a.filter { 1...2 ~= $0 }", "a.filter { $0 >= 1 && $0 <= 2 }"), ("a.filter { TRUE }", "a.filter { true }"),
    ("a.map(x => x / 2)", "a.map({ x in x / 2.0 })"), ("a.map(lambda x: x / 2)", "a.map({ x in x / 2.0 })"),
    ("a.Select(x => x / 2)", "a.map { x in x / 2 }"),
    // Signs, statements and types.
    ("a.filter { $0 => 2 }", "a.filter { $0 >= 2 }"), ("a.filter { $0 =< 2 }", "a.filter { $0 <= 2 }"),
    ("concat(a, xy|)", "concat(a, \"xy|\")"), ("a.map { x: x * 2 }", "a.map { x in x * 2 }"),
    ("a.map { if $0 > 1 { \"x\" } else { \"y\" } }", "a.map { $0 > 1 ? \"x\" : \"y\" }"),
    (
      "a.map { if $0 > 2 { return 3 } else if $0 > 1 { 2 } else { return 1 } }",
      "a.map { $0 > 2 ? 3 : $0 > 1 ? 2 : 1 }"
    ),
    ("a.map { $0 as String }", "a.map { String($0) }"), ("a.map { $0 * 2 as Any }", "a.map { $0 * 2 }"),
    ("c = cold a.map { $0 * 2 }", "c = a.map { $0 * 2 }"), ("a.buffer(every: 2)", "a.collect(every: 2)"),
    ("a.filterNot { $0 > 1 }", "a.filter { !($0 > 1) }"), ("a.reject { x in x > 1 }", "a.filter { x in !(x > 1) }"),
    ("a.output(in: 0..<2)", "a.take(first: 2)"), ("a.output(in: 1...2)", "a.skip(first: 1).take(first: 2)"),
    ("from(7,8,9)", "values(7,8,9)"),
    ("l = action(a) { just($0) }\nl.values()", "l = action(a) { just($0) }\nl.values"),
    ("s = --y| where y = a.map { $0 }", "y = a.map { $0 }; s = --y|"),
    ("f() = --1--|", "f = --1--|"),
    // RxJS.
    ("hot(\"--1|\")", "--1|"), ("c = hot('--1|')", "c = --1|"), ("a.concat(hot('--1|'))", "a.concat(\"--1|\")"),
    ("c = cold('--1|')", "c = cold(\"--1|\")"), ("c = '--1|'", "c = --1|"), ("merge(a, EMPTY)", "merge(a, empty())"),
    ("NEVER", "never()"), ("const c$ = a", "c = a"), ("c$ = --1|", "c = --1|"), ("a$.count()", "a.count()"),
    ("let c: Observable<number> = a", "c = a"), ("merge(a$, b)", "merge(a, b)"),
    ("nested.mergeAll(2)", "nested.flatten(.concurrent(limit: 2))"),
    ("a.mergeMap(x => of(x), 2)", "a.flatMap(.concurrent(limit: 2)) { x in of(x) }"),
    ("a.zip(b).map(([x, y]) => x)", "a.zip(b).map({ x, y in x })"), ("a.map(({v: x}) => x)", "a.map({ x in x })"),
    ("a.map(function(x) { return x * 2; })", "a.map({ x in x * 2 })"), ("a.map((x: number) => x)", "a.map({ x in x })"),
    ("expectObservable(a).toBe('--1--2--|')", "a == --1--2--|"), ("a.map { $0 ?? 1 }", "a.map { $0 == nil ? 1 : $0 }"),
    ("a.map { throw new Error(\"late\") }", "a.map { throw \"late\" }"), ("a.map { null }", "a.map { nil }"),
    ("a.filter { $0 <> 1 }", "a.filter { $0 != 1 }"), ("a.map { print($0) }", "a.map { $0 }"),
    // Combine, ReactiveSwift and RxSwift.
    ("a.flatMap(maxPublishers: .max(1)) { just($0) }", "a.flatMap(.concurrent(limit: 1)) { just($0) }"),
    ("a.flatMap(.concurrent(3)) { just($0) }", "a.flatMap(.concurrent(limit: 3)) { just($0) }"),
    ("nested.flatten(.max(3))", "nested.flatten(.concurrent(limit: 3))"),
    ("a.delay(.milliseconds(300))", "a.delay(300ms)"), ("a.debounce(for: .seconds(1))", "a.debounce(for: 1s)"),
    ("a.delay(.seconds(2), scheduler: MainScheduler.instance)", "a.delay(2s)"), ("a.delay(5.seconds)", "a.delay(5s)"),
    ("a.delay(time: 7)", "a.delay(7)"),
    ("Publishers.Merge(a, b)", "merge(a, b)"), ("Observable<Int>.just(1)", "just(1)"),
    ("a.map { throw MyError.late }", "a.map { throw \"late\" }"),
    ("a.repeat().property(\"n\")", "property(\"n\", then: a.repeat())"),
    ("a.map { (x: Int) -> Int in x * 2 }", "a.map { x in x * 2 }"),
    ("a.take(first: 1).count", "a.take(first: 1).count()"),
    // Kotlin, Python, Ruby and others.
    ("[1,2,3].publisher", "values(in: [1,2,3])"), ("[1,2,3].asFlow()", "values(in: [1,2,3])"),
    ("[1,2,3].publisher.map { $0 * 2 }", "values(in: [1,2,3]).map { $0 * 2 }"),
    ("(1..3).asFlow()", "range(1, 3)"), ("(0..<3).publisher", "range(0, 2)"),
    ("Timer.publish(every: 1, on: .main, in: .common)", "interval(1s)"), ("a.delay(time = 2)", "a.delay(2)"),
    ("a.map(lambda x: f\"v{x}\")", "a.map({ x in \"v\\(x)\" })"),
    ("of(1, 2).pipe(\n  map(x => x * 2),\n  take(1)\n)", "of(1, 2).map({ x in x * 2 }).take(1)"),
    ("a.map { it * 2 }", "a.map { $0 * 2 }"), ("a.map(lambda x: x * 2)", "a.map({ x in x * 2 })"),
    ("a.scan(0, lambda x, y: x + y)", "a.scan(0, { x, y in x + y })"), ("a.map { |x| x * 2 }", "a.map { x in x * 2 }"),
    ("a.scan(0) { x, y -> x + y }", "a.scan(0) { x, y in x + y }"), ("a.buffer_with_count(2)", "a.buffer(count: 2)"),
    ("a.ops.distinct_until_changed()", "a.distinctUntilChanged()"), ("a.throttle_with_timeout(3)", "a.debounce(3)"),
    ("a | b", "merge(a, b)"), ("a | b | typed", "merge(a, b, typed)"), ("a >> map { $0 * 2 }", "a.map { $0 * 2 }"),
    ("a -> map { $0 * 2 }", "a.map { $0 * 2 }"), ("a.unique()", "a.uniqueValues()"),
    // English.
    ("merge a and b", "merge(a, b)"), ("zip a with b", "zip(a, b)"), ("take 2 from a", "a.take(first: 2)"),
    ("take the last 2 of a", "a.take(last: 2)"), ("delay a by 3", "a.delay(3)"),
    ("debounce a by 3 ms", "a.debounce(3ms)"),
    ("filter a > 2", "a.filter { $0 > 2 }"), ("a filter > 2", "a.filter { $0 > 2 }"), ("map a * 2", "a.map { $0 * 2 }"),
    ("a then b", "a.then(b)"), ("a * a", "combineLatest(a, a) { $0 * $1 }"), ("a > 1", "a.map { $0 > 1 }"),
    // Values of another type, and arguments that keep what was written.
    ("a.map { $0 * \"3\" }", "a.map { $0 * 3 }"), ("a.filter { $0 > \"1\" }", "a.filter { $0 > 1 }"),
    ("a.filter { $0 == \"1\" }", "a.filter { $0 == 1 }"), ("b.filter { 1 != $0 }", "b.filter { \"1\" != $0 }"),
    ("a.first { $0 == \"1\" }", "a.first { $0 == 1 }"), ("a.contains(\"1\")", "a.contains(1)"),
    ("a.map { $0 > 1 }.filter { $0 == \"true\" }", "a.map { $0 > 1 }.filter { $0 == true }"),
    ("just(2 * \"3\")", "just(2 * 3)"), ("a.delay(\"2\")", "a.delay(2)"),
    ("a.debounce(\"300ms\")", "a.debounce(300ms)"),
    ("a.retry(\"3\")", "a.retry(upTo: 3)"),
    ("a.every(2)", "a.all(where: { $0 == 2 })"), ("a.skip(first: \"1\")", "a.skip(first: 1)"),
    ("a.merge(2)", "a.merge(just(2))"), ("a.map(x * 2)", "a.map { x in x * 2 }"),
    ("a.filter(it > 1)", "a.filter { it in it > 1 }"),
    // More of other libraries and languages.
    ("a and b", "merge(a, b)"), ("a && b", "merge(a, b)"), ("a || b", "merge(a, b)"),
    ("t = -[true]|\nf = -[false]|\nt and f", "t = -[true]|\nf = -[false]|\nt.and(f)"),
    ("c = 1,2,3", "c = of(1, 2, 3)"), ("1, 2", "of(1, 2)"), ("x,y", "of(\"x\", \"y\")"),
    ("[x * 2 for x in a]", "a.map { x in x * 2 }"), ("[x for x in a if x > 1]", "a.filter { x in x > 1 }"),
    ("a.eraseToAnyPublisher()", "a"), ("a.map { $0 }.sink { $0 }", "a.map { $0 }"),
    ("a.observeOn(DispatchQueue.main)", "a.observeOn(\"main\")"), ("a.flowOn(Dispatchers.IO)", "a.flowOn(\"IO\")"),
    ("a.subscribeOn(Schedulers.io())", "a.subscribeOn(\"io\")"), ("fail(MyError.late)", "fail(\"late\")"),
    ("a.stateIn(scope)", "property(0, then: a)"),
    ("a.stateIn(scope, SharingStarted.Eagerly, 5)", "property(5, then: a)"),
    ("a.shareIn(scope, SharingStarted.Lazily)", "a.share()"),
    ("a.map { `x${$0}` }", "a.map { \"x\\($0)\" }"),
    ("a.map { $0 += 1 }", "a.map { $0 + 1 }"), ("a.map { Math.max($0, 1) }", "a.map { $0 > 1 ? $0 : 1 }"),
    ("XCTAssertEqual(a, a)", "a == a"), ("expect(a).toEqual(a)", "a == a"),
    ("a.count()\nwhy2", "a.count()\nwhy 2"), ("a.count()\nwhy(2)", "a.count()\nwhy 2"),
    ("a.count()\nwhy?", "a.count()\nwhy |"), ("a.count()\nwhy2 @8", "a.count()\nwhy 2 @8"),
    // Objects, errors, functions and optional values.
    ("forkJoin({x: a})", "forkJoin(a)"), ("a.retry({count: 2})", "a.retry(upTo: 2)"),
    ("combineLatest({x: a, y: b})", "combineLatest(a, b)"), ("forkJoin({a, b})", "forkJoin(a, b)"),
    ("a.shareReplay({bufferSize: 1, refCount: true})", "a.share(replay: 1)"), ("of({a: 1})", "values(1)"),
    ("c = hot(\"--x|\", {x: 1, y: 2})", "c = --x| where x = 1"),
    ("cold('--x|', {x: 1})", "cold --x| where x = 1"),
    ("expectObservable(a).toBe(\"--x--y--|\", {x: 1, y: 2})", "a == --x--y--| where x = 1, y = 2"),
    ("a.map(x => ({v: x, w: 'y'}))", "a.map({ x in ((x, \"y\")) })"), ("a.map { x: $0 }", "a.map { $0 }"),
    ("throwError(() => new Error('x'))", "throwError(\"x\")"), ("throwError(new MyError())", "throwError(\"MyError\")"),
    ("a.map(x => `v${x}`)", "a.map({ x in \"v\\(x)\" })"),
    ("a.map(Number)", "a.map({ Int($0) })"), ("a.map(String.init)", "a.map({ String($0) })"),
    ("a.scan(0, Math.max)", "a.scan(0, { $0 > $1 ? $0 : $1 })"), ("a.tap(console.log)", "a.tap({ $0 })"),
    ("a?.map { $0 }", "a.map { $0 }"), ("a .map { $0 }", "a.map { $0 }"), ("a. map { $0 }", "a.map { $0 }"),
    ("a..map { $0 }", "a.map { $0 }"), ("a.take(1)..map { $0 }", "a.take(1).map { $0 }"),
    ("a?.take(1)", "a.take(1)"), ("a.map { $0 }?.count()", "a.map { $0 }.count()"),
    ("a.map { $0 ?: 1 }", "a.map { $0 == nil ? 1 : $0 }"),
    ("a.flatMap(.merge) { \"--${it}|\" }", "a.flatMap(.merge) { \"--\\($0)|\" }"),
    ("a.flatMap(.merge) { \"--$it|\" }", "a.flatMap(.merge) { \"--\\($0)|\" }"),
    ("a.map { $0 as? Int }", "a.map { $0 }"), ("(a.map { $0 })", "a.map { $0 }"),
    // Labels, assertions and laws in other words.
    ("a.recover(with 0)", "a.recover(with: 0)"), ("a.merge(cold --x--|)", "a.merge(cold(\"--x--|\"))"),
    ("a.flatMap { }", "a.flatMap { just($0) }"), ("a.filter { }", "a.filter { $0 == 1 }"),
    ("a.map { x: Int in x * 2 }", "a.map { x in x * 2 }"), ("double = { $0 * 2 }", "double(s) = s.map { x in x * 2 }"),
    ("a.flatMap(.latest) { --\\($0)| }", "a.flatMap(.latest) { \"--\\($0)|\" }"),
    ("a.debounce(0.3, on: main)", "a.debounce(300ms)"), ("a.delay(0.5, on: main)", "a.delay(500ms)"),
    ("a.throttle(3, trailing: false)", "a.throttle(until: { _ in timer(after: 3) }, trailing: false)"),
    ("XCTAssertEqual(a.take(1), \"--(1|)\")", "a.take(1) == --(1|)"),
    ("assertEquals(\"--(1|)\", a.take(1))", "a.take(1) == --(1|)"),
    ("for all s: s == s", "forall s: s == s"), ("forAll s: s == s", "forall s: s == s"),
    ("Rx.Observable.of(1, 2)", "of(1, 2)"), ("c = --1--|// hot", "c = --1--| // hot"),
    ("c = --x--#Boom", "c = --x--#[Boom]"), ("rx> c = --1--|", "c = --1--|"),
    ("a.takeFirst(1)", "a.take(first: 1)"), ("a.any { $0 > 1 }", "a.contains(where: { $0 > 1 })"),
    // Statements and names of programs.
    ("import { of } from 'rxjs'\na", "\na"), ("import Combine\na", "\na"),
    ("c = new Subject()", "c = --1--|"), ("c = PassthroughSubject<Int, Never>()", "c = --1--|"),
    ("new BehaviorSubject(0)", "property(0, then: \"--1--|\")"),
    ("MutableStateFlow(0)", "property(0, then: \"--1--|\")"), ("flow { emit(1) }", "deferred { just(1) }"),
    ("return a.take(1)", "a.take(1)"), ("await a.first()", "a.first()"), ("p <~ a", "p = property(0, then: a)"),
    ("label.reactive.text <~ a", "a"), ("p <~ a.map { $0 }", "p = property(0, then: a.map { $0 })"),
    ("a.retryWhen(e => e.delay(2))", "a.retryWhen({ e in e.delay(2) })"), ("a.zipWithNext()", "a.combinePrevious()"),
    ("for await x in a {\n  x + 1\n}", "a.map { x in x + 1 }"), ("a.value = 5", "a = --5--|"),
    ("for await x in a.count() { print(x) }", "a.count().map { x in x }"), ("a.?()", "a.? == --1|"),
    ("a.scan { $0 + $1 }, 0)", "a.scan({ $0 + $1 }, 0)"),
    ("a\n  .pipe(map { $0 },\n    take(1))", "a\n  .map { $0 }.take(1)"),
    (
      "a.repeat(3, delay: 2)",
      "a.repeat(when: { $0.take(while: { $0 < 3 }).delay(until: { timer(after: 2) }) })"
    ),
    ("a.catchError(0)", "a.flatMapError { just(0) }"), ("a.take(duringLifetimeOf: self)", "a"),
    ("a.take(during: self.lifetime)", "a"),
    ("a.assign(to: \\.text, on: label)", "a"), ("a.conflate()", "a"), ("a.sink { print($0) }.store(in: &bag)", "a"),
    ("a.subscribe(x => x)", "a"),
    ("a.pipe(map(x => x), take(1))", "a.map({ x in x }).take(1)"), ("of(1, 2).pipe(take(1))", "of(1, 2).take(1)"),
    ("SignalProducer(value: 1)", "just(1)"), ("SignalProducer([1, 2])", "values(in: [1, 2])"),
    ("a.prefix(while: { $0 < 2 })", "a.take(while: { $0 < 2 })"),
    ("a.delayElements(Duration.ofMillis(5))", "a.delay(5ms)"),
    ("merge?", ":help merge"), ("help merge", ":help merge"), ("a b", "merge(a, b)"), ("a, b", "merge(a, b)"),
    ("merge[a, b]", "merge(a, b)"), ("merge (a, b)", "merge(a, b)"), ("a.map $0 * 2", "a.map { $0 * 2 }"),
    ("f = x => x.map { $0 }", "f(x) = x.map { $0 }"), ("f = { $0 }", "f(x) = x"), ("f(x) => x", "f(x) = x"),
    ("f(x): x", "f(x) = x"), ("c -> --1|", "c = --1|"), ("for x in a { x * 2 }", "a.map { x in x * 2 }"),
    ("from x in a where x > 1 select x * 2", "a.filter { x in x > 1 }.map { x in x * 2 }"),
    ("from x in a select x", "a"),
    ("a => --1--2--|", "a == --1--2--|"), ("a.count() => --1|", "a.count() == --1|"),
    ("a.count()\nwhy 2?", "a.count()\nwhy 2"), ("a.count()\nwhy not 1 at 2", "a.count()\nwhy not 1 @2"),
    // Closures with types, labels, conditions and choices.
    ("a.map { v -> Int in return v + 1 }", "a.map { v in v + 1 }"),
    ("a.map(x => { if (x > 1) { return 1 } else { return 2 } })", "a.map({ x in (x > 1) ? 1 : 2 })"),
    ("a.flatMap { v -> AnyPublisher<Int, Never> in Just(v) }", "a.flatMap { v in Just(v) }"),
    ("a.flatMap { (v: Int) -> some Publisher in just(v) }", "a.flatMap { v in just(v) }"),
    ("a.take(while: x => x < 2)", "a.take(while: { x in x < 2 })"),
    ("a.first(where: (x) => x > 1)", "a.first(where: { x in x > 1 })"),
    ("a.flatMap(.merge) { .init(value: $0) }", "a.flatMap(.merge) { just($0) }"),
    ("a.filter { $0 > 1, $0 < 3 }", "a.filter { $0 > 1 && $0 < 3 }"),
    ("a.filter { (1...2).contains($0) }", "a.filter { $0 >= 1 && $0 <= 2 }"),
    ("a.filter { !(1..<2).contains($0) }", "a.filter { !($0 >= 1 && $0 < 2) }"),
    // Times and types of other libraries.
    (
      "a.throttle(for: 3, scheduler: RunLoop.main, latest: false)",
      "a.throttle(until: { timer(after: 3) }, trailing: false)"
    ),
    ("Timer.publish(every: 0.5, on: .main, in: .common).autoconnect()", "interval(0.5s)"),
    ("a.filterIsInstance<Int>()", "a.compactMap { Int(\"\\($0)\") }"),
    (
      "a.timeout(after: 2, raising: MyError.timeout, on: scheduler)", "a.timeout(after: 2, raising: \"timeout\")"
    ),
    ("a.sample(2, on: scheduler)", "a.sample(every: 2)"), ("a.buffer(for: 2)", "a.collect(every: 2)"),
    ("a.element(at: 0, orFail: MyError.x)", "a.element(at: 0, orFail: \"x\")"),
    ("Signal.pipe()", "--1--|"), ("c = Signal.pipe()", "c = --1--|"),
    ("a.observe { $0 }", "a"), ("a.start()", "a"), ("property(a)", "property(0, then: a)"),
    // Operators with another name for the same thing, and arguments that keep their meaning.
    ("a.takeWhile(x => x < 3, true)", "a.take(until: { x in x < 3 })"),
    ("a.takeWhile(inclusive: true) { $0 < 3 }", "a.take(until: { $0 < 3 })"),
    ("a.takeWhile({ $0 < 3 }, inclusive: true)", "a.take(until: { $0 < 3 })"),
    ("a.take(while: { $0 < 3 }, behavior: .inclusive)", "a.take(until: { $0 < 3 })"),
    ("flowOf(a, b).flattenMerge()", "flowOf(a, b).flatten(.merge)"),
    ("flowOf(a, b).flattenConcat()", "flowOf(a, b).flatten(.concat)"),
    ("typed.distinctUntilChangedBy { $0 }", "typed.skipRepeats(on: { $0 })"),
    ("a.skipRepeats { $0 % 2 }", "a.skipRepeats(on: { $0 % 2 })"), ("range(3)", "range(3, 5)"),
    ("a.map { String($0) + 1 }", "a.map { String($0) + \"1\" }"), ("b.filter { $0 == a }", "b.filter { $0 == \"a\" }"),
    ("b.contains(a)", "b.contains(\"a\")"), ("forall s in 1...5: s == s", "forall s of 1...5: s == s"),
    (
      "forall n: a.take(first: n).count() == a.take(first: n).count()",
      "forall n in 1...5: a.take(first: n).count() == a.take(first: n).count()"
    ),
    ("(1...3).publisher", "range(1, 3)"), ("a.collect { println(it) }", "a"),
    // Paths of names, and closures within closures.
    ("self.a.map { $0 }", "a.map { $0 }"), ("a.producer.map { $0 }", "a.map { $0 }"),
    ("a.publisher.sink { print($0) }", "a"), ("self.a.take(1)", "a.take(1)"),
    ("a.flatMapLatest { x -> flowOf(x).map { it * 2 } }", "a.flatMapLatest { x in flowOf(x).map { $0 * 2 } }"),
    ("a.mergeMap(x => of(x).map { $0 * 2 })", "a.mergeMap({ x in of(x).map { $0 * 2 } })"),
    // Strings and numbers, and closures without braces.
    ("zip(b, a) { $0 + $1 }", "zip(b, a) { $0 + \"\\($1)\" }"),
    ("a.scan(\"\") { t, x in t + x }", "a.scan(\"\") { t, x in t + \"\\(x)\" }"),
    ("a.scan(0) $0 + $1", "a.scan(0) { $0 + $1 }"), ("zip(a, a) $0 + $1", "zip(a, a) { $0 + $1 }"),
    ("a.flatMap(.latest) b", "a.flatMap(.latest) { b }"),
    ("a.flatMap(.latest) \"--x|\"", "a.flatMap(.latest) { \"--x|\" }"),
    // Other names and arguments with a meaning of their own.
    ("a.onStart { emit(0) }", "a.prefix(deferred { just(0) })"), ("SignalProducer(values: 1, 2)", "values(1, 2)"),
    ("SignalProducer(error: MyError.bad)", "fail(\"bad\")"),
    (
      "a.throttle(for: 0.5, scheduler: RunLoop.main, latest: true)",
      "a.throttle(until: { timer(after: 0.5s) }, trailing: true)"
    ),
    ("a.flatMap { Observable<Int>.just($0) }", "a.flatMap { just($0) }"),
    ("[1, 2].publisher\n  .map { $0 * 2 }\n  .sink { print($0) }", "values(in: [1, 2])\n  .map { $0 * 2 }"),
    ("a\n\n.map { $0 * 2 }", "a\n\n_.map { $0 * 2 }"),
    ("a.first({ $0 > 5 }, \"none\")", "a.filter({ $0 > 5 }).take(first: 1).defaultIfEmpty(\"none\")"),
    ("a.distinctUntilChanged { x in x % 2 }", "a.distinctUntilChanged(on: { x in x % 2 })"),
    ("a.shareReplay(1, refCount: true)", "a.share(replay: 1)"), ("c = -a 3sec b|", "c = -a 3s b|"),
    ("a.withLatest(from b)", "a.withLatest(from: b)"), ("merge(a; b)", "merge(a, b)"),
    ("a.prefix { $0 < 3 }", "a.take(while: { $0 < 3 })"),
    ("c = --x--y--| where x = 1 y = 2", "c = --x--y--| where x = 1, y = 2"),
    ("a.map { $0 > 1 ? .some($0) : nil }", "a.map { $0 > 1 ? $0 : nil }"), ("a.map { $0 }}", "a.map { $0 }"),
    ("a.delay(3))", "a.delay(3)"), ("a.map.filter { $0 > 1 }", "a.map { $0 }.filter { $0 > 1 }"),
    ("a.mapError { _ in MyError.bad }", "a.mapError { _ in \"bad\" }"),
    ("a.timeout(each: 3, with: () => of(0))", "a.timeout(each: 3, with: of(0))"),
    ("a during \"^--!\"", "a during ^--!"), ("a.cast(to: Int.self)", "a"),
    ("races a.withLatest(from: b) within 1 within 2", "races a.withLatest(from: b) within 1 "),
    ("forall x, y: merge(x, y) == merge(x, y) within 1", "forall x, y: merge(x, y) == merge(x, y) "),
    ("merge(a, b) within 1", "races merge(a, b) within 1"),
    ("merge(a, b) == merge(b, a) within 1", "races merge(a, b) within 1 == merge(b, a)"),
    ("a matches * 2 * during ^-!", "a during ^-! matches * 2 *"), ("a during ^-! during -^", "a during ^-! "),
    ("a.map { $0 } == -1 during ^-!", "a.map { $0 } during ^-! == -1"),
    ("a.flatMap(.concat) { cold -1-2- }", "a.flatMap(.concat) { cold(\"-1-2-\") }"),
    (
      "a.flatMap(.concat) { v in cold -1-1-|.scan(0) { $0 + $1 } }",
      "a.flatMap(.concat) { v in cold(\"-1-1-|\").scan(0) { $0 + $1 } }"
    ),
    ("why twice merge(a, b)", "why twice a in merge(a, b)"), ("who holds a.map { $0 }", "who holds a in a.map { $0 }"),
    ("why was merge(a, b) unsubscribed", "why was a unsubscribed in merge(a, b)"),
    ("a.map { $0 }; check subscriptions of a", "a.map { $0 }; check subscriptions"),
    ("a matches -1 … 2", "a matches -1 ... 2"),
    ("a matches -1 2…5t 2", "a matches -1 2...5t 2"), ("a matches -1…2", "a matches -1 ... 2"),
    ("a.map(lambda x: x // 2)", "a.map({ x in x / 2 })"), ("a.map((x) -> x // 2 + 1)", "a.map({ x in x / 2 + 1 })"),
  ]

  /// Inputs with several errors, of which the help of the first one solves all.
  static let wholeCorrections = [
    // Comparisons, tests and choices of other languages.
    ("a.filter { 1 < $0 < 3 }", "a.filter { 1 < $0 && $0 < 3 }"),
    ("a.filter(lambda x: 1 < x <= 3)", "a.filter({ x in 1 < x && x <= 3 })"),
    ("a.filter(lambda x: x in [1, 2])", "a.filter({ x in [1, 2].contains(x) })"),
    ("a.filter { $0 not in [1, 2] }", "a.filter { ![1, 2].contains($0) }"),
    ("a.filter { $0 in [1, 2] }", "a.filter { [1, 2].contains($0) }"),
    ("a.filter(lambda x: x is not None)", "a.filter({ x in x != nil })"),
    ("a.filter { x in x is None }", "a.filter { x in x == nil }"),
    ("a.map(x => { if (x > 1) return \"x\"; return \"y\" })", "a.map({ x in (x > 1) ? \"x\" : \"y\" })"),
    // Functions and calls of other languages.
    ("def f(x): return x * 2", "f(s) = s.map { x in x * 2 }"),
    ("def f(x: int) -> int: return x * 2", "f(s) = s.map { x in x * 2 }"),
    ("fun f(x: Int) = x * 2", "f(s) = s.map { x in x * 2 }"),
    ("func f(_ x: Int) -> Int { x * 2 }", "f(s) = s.map { x in x * 2 }"),
    ("function f(x) { return x.count() }", "f(x) = x.count()"),
    ("a.pipe(ops.map(lambda x: x + 1), ops.take(1))", "a.map({ x in x + 1 }).take(1)"),
    ("rx.of(1, 2).pipe(ops.delay(2))", "of(1, 2).delay(2s)"),
    ("(1 until 3).asFlow().map { it + 1 }", "range(1, 2).map { $0 + 1 }"),
    ("a.onCompletion { emit(0) }", "a.concat(deferred { just(0) })"), ("a.onCompletion { println(\"x\") }", "a"),
    ("a.doOnSubscribe { print(\"x\") }", "a"),
    ("a.map { [$0 = 1] }", "a.map { [$0 == 1] }"),
    ("a.takeWhile(x => x < 3, true)", "a.take(until: { x in x < 3 })"),
    ("a.timeout(after: 2, raising: MyError.x, on: scheduler)", "a.timeout(after: 2, raising: \"x\")"),
    ("a.timeout(after: .seconds(2), raising: MyError.x, on: scheduler)", "a.timeout(after: 2s, raising: \"x\")"),
    ("a.map(x => x * 2).filter(x => x > 2)", "a.map({ x in x * 2 }).filter({ x in x > 2 })"),
    ("Signal<Int, Never>.pipe()", "--1--|"), ("let (c, observer) = Signal<Int, Never>.pipe()", "c = --1--|"),
    ("SignalProducer<Int, Never>(value: 1)", "just(1)"),
    // What was written is neither lost nor reversed.
    ("Flux.just(1, 2, 3).map(x -> x * 2)", "values(1, 2, 3).map({ x in x * 2 })"),
    ("Flux.just(\"a\", \"b\")", "values(\"a\", \"b\")"), ("just(1, 2)", "values(1, 2)"),
    ("a.take(until: { $0 > 1 }, behavior: .exclusive)", "a.take(while: { !($0 > 1) })"),
    ("a.take(until: { $0 > 1 }, behavior: .inclusive)", "a.take(until: { !($0 > 1) })"),
    ("a.takeUntil { $0 > 1 }", "a.take(until: { !($0 > 1) })"),
    ("a.takeUntil(.exclusive) { $0 > 1 }", "a.take(while: { !($0 > 1) })"),
    ("a.take(while: { $0 < 2 }, inclusive: true)", "a.take(until: { $0 < 2 })"),
    (
      "a.flatMap(maxPublishers: .max(1)) { Just($0).delay(for: 2, scheduler: DispatchQueue.main) }",
      "a.flatMap(.concurrent(limit: 1)) { Just($0).delay(2) }"
    ),
    (
      "a.flatMap(maxPublishers: .max(1)) { just($0).delay(2).eraseToAnyPublisher() }",
      "a.flatMap(.concurrent(limit: 1)) { just($0).delay(2) }"
    ),
    ("a.onEach { delay(3) }", "a.flatMap(.concat) { just($0).delay(3) }"),
    ("a.tap(x => delay(3))", "a.flatMap(.concat) { just($0).delay(3) }"),
    ("a.doOnNext { delay(3) }", "a.flatMap(.concat) { just($0).delay(3) }"),
    ("a.flatMapLatest { flow { emit(it) } }", "a.flatMapLatest { just($0) }"),
    ("a.take(1)).map { $0 * 2 }", "a.take(1).map { $0 * 2 }"),
    ("a.map { $0 * 2 }}.take(1)", "a.map { $0 * 2 }.take(1)"), ("merge(a, b)).count()", "merge(a, b).count()"),
    ("combineLatest({ n: a, l: b })", "combineLatest(a, b)"),
    ("a.filter { not $0 > 1 }", "a.filter { !($0 > 1) }"),
    ("a.filter { not $0 > 1 and $0 < 3 }", "a.filter { !($0 > 1) && $0 < 3 }"),
    ("a.filter { $0 & 1 == 0 }", "a.filter { $0 % 2 == 0 }"), ("a.map { $0 << 2 }", "a.map { $0 * 4 }"),
    ("a.map { $0 >> 1 }", "a.map { $0 / 2 }"),
    ("a.zip(b).map { ((x, y)) in x }", "a.zip(b).map { pair in pair.0 }"),
    ("a.zip(b).scan(0) { acc, (x, y) in acc + x }", "a.zip(b).scan(0) { acc, pair in acc + pair.0 }"),
    (
      "combineLatest(a.zip(b), a).map { ((x, _), z) in x + z }",
      "combineLatest(a.zip(b), a).map { pair, z in pair.0 + z }"
    ),
    ("flow { emit(1) }", "deferred { just(1) }"), ("flow { emit(1); emit(2) }", "of(1, 2)"),
    ("for await v in a { print(v) }", "a.map { v in v }"), ("for await v in a", "a"),
    ("Future { promise in promise(.success(1)) }", "--1--|"),
    ("a.reduce(into: 0) { $0 += $1 }", "a.reduce(0) { $0 + $1 }"),
    ("a.reduce(into: []) { $0.append($1) }", "a.reduce([]) { $0 + [$1] }"),
    ("a.count()\nwhy end", "a.count()\nwhy |"), ("forall s of [1..9]: s == s", "forall s of 1...9: s == s"),
    ("forall s of 1..<9: s == s", "forall s of 1...8: s == s"), ("a.?() == --2--4--|", "a.? == --2--4--|"),
    ("a.delay(?, ?) == ---1--2--|", "a.delay(?) == ---1--2--|"),
    // Words before an expression.
    ("race merge(a, b)", "races merge(a, b)"), ("races: merge(a, a)", "races merge(a, a)"),
    ("Races a.map { $0 } == a", "races a.map { $0 } == a"), ("checks merge(a, b)", "check merge(a, b)"),
    ("forall: merge(a, a).count() == a.count()", "forall a: merge(a, a).count() == a.count()"),
    ("forall merge(s, t).count() == merge(t, s).count()", "forall s, t: merge(s, t).count() == merge(t, s).count()"),
    ("why merge(a, a)", "why | in merge(a, a)"), ("why typed @1", "why @1 in typed"),
    ("why not a.map { $0 }", "why not | in a.map { $0 }"), ("why: merge(a, b)", "why | in merge(a, b)"),
    ("test merge(a, a) == merge(a, a)", "merge(a, a) == merge(a, a)"), ("show merge(a, b)", "merge(a, b)"),
    ("c merge(a, b)", "c = merge(a, b)"), ("both: merge(a, b)", "both = merge(a, b)"),
    ("zip a.map { $0 }, b", "zip(a.map { $0 }, b)"),
    ("c = race merge(a, b), a.delay(1)", "c = race(merge(a, b), a.delay(1))"),
    ("race merge(a, b), a", "race(merge(a, b), a)"),
    ("zip(a, a).map(x, y => x * y)", "zip(a, a).map({ x, y in x * y })"),
    ("a.scan(0, acc, x => acc + x)", "a.scan(0, { acc, x in acc + x })"),
    ("c: = a", "c = a"), ("c: Stream = a", "c = a"), ("c <- a", "c = a"), ("check a == a", "a == a"),
    ("check(a.map { $0 })", "check a.map { $0 }"), ("a.count() should be a.count()", "a.count() == a.count()"),
    ("merge(a, a) within 1", "races merge(a, a) within 1"),
    ("races merge(a, a) within 1 tick", "races merge(a, a) within 1"),
    (
      "forall (s, t): merge(s, t).count() == merge(t, s).count()",
      "forall s, t: merge(s, t).count() == merge(t, s).count()"
    ),
    ("forall s => s == s", "forall s: s == s"), ("forall s. s == s", "forall s: s == s"),
    ("forall s | s.count > 1: s == s", "forall s when s.count > 1: s == s"),
    ("a.count()\nwhy 2 from a", "a.count()\nwhy 2 in a"), ("a.count()\nwhy is 2 missing", "a.count()\nwhy not 2"),
    ("a.count()\nwhy did 2 come", "a.count()\nwhy 2"),
    ("c = {-1} * 3", "c = {-1}*3"), ("c = {-1}x3", "c = {-1}*3"),
    ("operator f(s) = s", "f(s) = s"), ("f(s: Stream) = s", "f(s) = s"),
    ("f(s, n = 2) = s.delay(n)", "f(s, n) = s.delay(n)"),
    ("expect(a, \"--1--2--|\")", "a == --1--2--|"),
    // Closures of several statements.
    ("a.map { let y = $0 * 2; return y + 1 }", "a.map { ($0 * 2) + 1 }"),
    ("a.map { x in let y = x * 2; let z = y + 1; return \"y \\(z)\" }", "a.map { x in \"y \\(((x * 2) + 1))\" }"),
    ("a.map(x => { const y = x * 2; return y + 1 })", "a.map({ x in (x * 2) + 1 })"),
    ("a.map { v -> Int in let x = v * 2; return x + 1 }", "a.map { v in (v * 2) + 1 }"),
    ("a.flatMap { x in\n  let s = just(x)\n  return s.delay(1)\n}", "a.flatMap { x in just(x).delay(1) }"),
    ("zip(a, a).map { let (x, y) = $0; return x + y }", "zip(a, a).map { $0.0 + $0.1 }"),
    ("zip(a, a).map(v => { const [x, y] = v; return x + y })", "zip(a, a).map({ v in v.0 + v.1 })"),
    ("a.map { guard $0 > 1 else { return 0 }; return $0 }", "a.map { $0 > 1 ? $0 : 0 }"),
    ("a.map {\n  if $0 > 1 { return 2 }\n  return $0\n}", "a.map { $0 > 1 ? 2 : $0 }"),
    ("a.map { if ($0 > 1) \"x\" else \"y\" }", "a.map { $0 > 1 ? \"x\" : \"y\" }"),
    ("a.map { if ($0 > 2) 3 else if ($0 > 1) 2 else 1 }", "a.map { $0 > 2 ? 3 : $0 > 1 ? 2 : 1 }"),
    ("a.transform { x -> emit(x); emit(x * 2) }", "a.transform { x in of(x, x * 2) }"),
    ("a.flatMap(.merge) { $0...3 }", "a.flatMap(.merge) { range($0, 3) }"),
    ("a.map { Double($0) / 2 }", "a.map { ($0 * 1.0) / 2 }"),
    ("a.scan([]) { x, y -> x + [y] }", "a.scan([]) { x, y in x + [y] }"),
    ("a.scan([], (x, y) => [...x, y])", "a.scan([], { x, y in x + [y] })"),
    ("a.map { $0 to $0 * 2 }", "a.map { ($0, $0 * 2) }"), ("a.map(x => $\"v{x}\")", "a.map({ x in \"v\\(x)\" })"),
    ("a.map { $\"v{$0}\" }", "a.map { \"v\\($0)\" }"),
    ("Observable.Create<int>(o => { o.OnNext(1); return Disposable.Empty; })", "--1--|"),
    ("Observable.Range(1, 2).Where { $0 > 1 }", "range(1, 2).filter { $0 > 1 }"),
    // Rx.NET and more of Kotlin and Swift.
    ("Observable.Throw(\"x\")", "fail(\"x\")"), ("a.publish()", "a.share()"), ("a.share().refCount()", "a.share()"),
    ("a.finally({ 1 })", "a.on(disposed: { 1 })"), ("a.none { $0 > 1 }", "a.all(where: { !($0 > 1) })"),
    ("listOf(1, 2)", "values(1, 2)"), ("a.shareIn(scope, SharingStarted.Lazily, 1)", "a.share(replay: 1)"),
    ("a.Where(x => x > 1)", "a.filter { x in x > 1 }"), ("a.Select { $0 * 2 }", "a.map { $0 * 2 }"),
    ("a.SelectMany(x => Observable.Return(x))", "a.flatMap(.merge) { x in just(x) }"),
    ("a.delay(TimeSpan.FromSeconds(1))", "a.delay(1s)"), ("a.OfType<int>()", "a.compactMap { Int(\"\\($0)\") }"),
    ("a.Subscribe(Console.WriteLine)", "a"), ("a.tap { Console.WriteLine($0) }", "a.tap { $0 }"),
    ("a.runningReduce { x, y -> x + y }", "a.scan { x, y in x + y }"), ("a.chunked(2)", "a.buffer(count: 2)"),
    ("a.windowed(2)", "a.buffer(count: 2, every: 1)"), ("Driver.merge(a, b)", "merge(a, b)"),
    ("AsyncStream { c in c.yield(1) }", "--1--|"), ("a.observe(on: UIScheduler())", "a.observe(on: \"UIScheduler\")"),
    ("a.sampleWith(b)", "a.sample(with: b)"),
    ("flow { for (i in 1..3) { emit(i); delay(1) } }", "--1--|"),
    ("concat(a, 4)", "concat(a, just(4))"),
    ("concat(4, a)", "concat(just(4), a)"),
    ("import { of } from 'rxjs'\na.map { $0 * 2 }", "\na.map { $0 * 2 }"),
    ("const { of } = require('rxjs')\na.map { $0 * 2 }", "\na.map { $0 * 2 }"),
    ("a.filter { it in 1...2 }", "a.filter { $0 >= 1 && $0 <= 2 }"),
    ("b.filter { $0.startswith(\"x\") }", "b.filter { $0.hasPrefix(\"x\") }"),
    ("a\nwhy was a completed", "a\nwhy | in a"), ("a\nwhy? 1", "a\nwhy 1"),
    // Choices and divisions of Python.
    ("a.map { 1 if $0 > 1 else 2 }", "a.map { $0 > 1 ? 1 : 2 }"),
    ("a.map { x in 10 if x == 1 else x }", "a.map { x in x == 1 ? 10 : x }"),
    ("a.map { \"big\" if $0 > 1 else \"small\" }", "a.map { $0 > 1 ? \"big\" : \"small\" }"),
    ("a.map(lambda x: x if x > 1 else None)", "a.map({ x in x > 1 ? x : nil })"),
    // Effects at the start, which change no events.
    ("a.onStart { println(\"x\") }", "a"), ("a.do(onSubscribe: { print(\"x\") })", "a"),
    ("a.handleEvents(receiveSubscription: { print(\"x\") })", "a"),
    // Windows, laws and searches.
    ("a.during(^--!)", "a during ^--!"), ("forall hot s: s == s", "forall s: s == s"),
    ("forall stream s: s == s", "forall s: s == s"),
    (
      "forall s when s.count > 0 when s.count < 9: s == s", "forall s when s.count > 0 && s.count < 9: s == s"
    ),
    ("forall s when (s.count > 1) = true: s == s", "forall s when (s.count > 1) == true: s == s"),
    ("a.count()\ncheck subscriptions == 0", "a.count()\ncheck subscriptions "),
    ("-1|.? == -1|", "?(\"-1|\") == -1|"),
    // Statements and windows in the place of others.
    ("forall n in 1...3 during ^--!: just(n) == just(n)", "forall n in 1...3: just(n) during ^--! == just(n)"),
    ("forall n in 1...3 during ^--!: just(n) matches *", "forall n in 1...3: just(n) during ^--! matches *"),
    ("forall s during ^--! == s", "forall s: s during ^--! == s"),
    ("forall s: during ^--! == s", "forall s: s during ^--! == s"),
    ("forall n in 1...3: (a during ^--!) == a", "forall n in 1...3: a during ^--! == a"),
    ("(a during ^---!) == --1!", "a during ^---! == --1!"),
    ("races forall n in 1...3: a == a", "forall n in 1...3: a == a"), ("races not merge(a, b)", "races merge(a, b)"),
    ("not a matches * 1 *", "a matches * 1 *"), ("not a == --1--2--|", "a == --1--2--|"),
    ("a == --_ *", "a matches --_ *"),
    // Questions.
    ("a\nwho hold a", "a\nwho holds a"), ("a\nwho observes a", "a\nwho holds a"),
    ("a\nwhy two a", "a\nwhy twice a"), ("a\nwhy thrice a in merge(a, a)", "a\nwhy twice a in merge(a, a)"),
    ("merge(a, b)\nwho holds a and b", "merge(a, b)\nwho holds a; who holds b"),
    ("merge(a, b)\nwhy was a, b unsubscribed", "merge(a, b)\nwhy was a unsubscribed; why was b unsubscribed"),
    ("why twice a, b in merge(a, b)", "why twice a in merge(a, b); why twice b in merge(a, b)"),
    // Orders, conditions and searches.
    ("races merge(a, b) within 101", "races merge(a, b) within 100"),
    ("races merge(a, b) within 0 == --1--2--|", "races merge(a, b) within 1 == --1--2--|"),
    ("races merge(a, b) within 2ms", "races merge(a, b) within 2"),
    (":tick 2ms\nraces merge(a, b) within 5ms", ":tick 2ms\nraces merge(a, b) within 3"),
    ("races merge(a, b) matches * 1 * within 2ms", "races merge(a, b) within 2 matches * 1 *"),
    ("a matches --x * where x = { $0 > 2 }", "a matches --x * where x: { $0 > 2 }"),
    ("a matches --x--y * where x > 2, y = 3", "a matches --x--y * where x: { $0 > 2 }, y = 3"),
    ("forall n of 1...5: a.take(first: n) == a", "forall n in 1...5: a.take(first: n) == a"),
    ("forall n in 1...3 when not (n > 2): a == a", "forall n in 1...3 when !(n > 2): a == a"),
    ("forall n in 1...3: a != a", "forall n in 1...3: a == a"),
    ("forall n in 1...3: just(n) != just(n)", "forall n in 1...3: just(n) == just(n)"),
    ("forall n in 1...3 when $0 > 2: just(n) == just(n)", "forall n in 1...3 when n > 2: just(n) == just(n)"),
  ]

  /// Code of other languages of which a part has no equivalent.
  static let untranslatable = [
    "a.map(lambda x: console.log(\"v\", x))", "a.map(lambda x: x.foo)", "a.map(lambda x, y: x + y)",
    "a.map(lambda x: {\"a\": x})", "a.map(lambda x: x if x else None)", "a.map((x) -> x.length())", "a.map($0 ** 0.5)",
    "a.map(x => `${x.foo()}`)", "a.filter(x => !x)", "a.map(x => [...x, 1])", "a.map(x => x?.foo)",
    "a.map { |x| x.foo }",
    "let f = (x) => x.foo()", "a.map(x => x * 2).filter(y => y.foo)", "f = (x: Int) => x.foo", "def f(): return 1",
    "a.scan(0, lambda acc, x: acc.append(x))", "a.map(x => await f(x))", "a.map(x => typeof x)", "fun f(x: Int) = x[0]",
  ]

  /// The input of readers who come from other languages and libraries, or mistype.
  static let mistakes = [
    // A first encounter.
    "c = --1--2--|.map { $0 * 2 }", "--1--2--|.take(first: 1)", "# comment", "#comment", "--1--| # comment",
    "x = cold(--1--|)", "a.merge(--3--|)", "merge(--1--|, a)", "a.concat(--3--)", "a.flatMap(.merge) { --$0--| }",
    "a := --1--|", "c := a.map { $0 }", "func f(x) = x", "def f(x) = x.map { $0 }", "f(x) { x }", "f(x) { return x }",
    "function f(x) { return x.map { $0 + 1 } }", "let c = --1--|", "const c = a", "val c = a", "cold c = -x-y|",
    "raw c = -x-|", "a | map { $0 }", "a |> map { $0 }", "merge(a, b) | take(first: 1)", "|> map { $0 }",
    "a map { $0 }", "a === --1--|", "a.filter { $0 === 1 }", "a.filter { $0 !== 1 }", "--(12--|",
    // Operators that are not called, or with other arguments.
    "?(a) == --1--2| during ^---!", "a.throttle()", "action { just(1) }", "a.negate()", "a.throttle(while: a)",
    "a.first", "a.share", "a.debounce", "typed.debounce 3", "a.take 2", "a.map", "a.scan", "merge a, b", "merge a b",
    "a.first(2)", "a.last(2)", "a.prefix(2)", "a.concat(0)", "a.merge(2)", "a.take()", "a.debounce()",
    "a.scan(0)", "a.scan(0, +)", "a.scan(0, $0 + $1)", "combineLatest(a, b, +)", "a.map(*2)", "a.filter(> 1)",
    "a.map(\\.count)", "a.map(\\.0)", "a.flatMap(latest) { just($0) }", "a.flatMap(just)", "nested.flatten(latest)",
    "a.flatMap(.lates) { just($0) }", "a.flatMap(.switch) { just($0) }", "nested.flatten(.concurrent)",
    "nested.flatten()", "nested.mergeAll(2)", "a.map(String)", "a.buffer()", "a.timeout()", "a.debounce(3 ms)",
    "a.delay(2 ticks)", "a.delay(2 seconds)", "a.delay(9h)", "a.delay(2.5)", "a.delay(-1)",
    "a.debounce(\"3\")", "a.take(firsst: 2)", "a.take(count: 2)", "a.tke(first: 2)", "a.throtle(3)",
    // Names of other languages and libraries.
    "a.map { $0.toString() }", "b.toString()", "b.toUpperCase()", "a.map { max($0, 1) }",
    "a.map { min($0, 1) }", "a.map { abs($0) }",
    "b.map { len($0) }", "b.map { $0.length }", "b.map { $0.length() }", "b.map { $0.toUpperCase() }",
    "b.filter { $0.startsWith(\"x\") }", "b.filter { $0.includes(\"x\") }", "b.map { parseInt($0) }",
    "b.map { $0.uppercased }", "a.tail()", "a.unique()", "console.log(a)", "Observable.of(1, 2, 3)", "Rx.timer(3)",
    "a.subscribe { $0 }", "a.sink { $0 }", "a.pipe(map(x => x))", "a.map(x => x * 2)", "a.map { x -> x }",
    "a.map { x => x }", "a.scan(0, (x, y) => x + y)", "a.map { return $0 }", "a.filter { $0 > 1 and $0 < 3 }",
    "a.filter { $0 > 1 & $0 < 3 }", "a.filter { $0 > 1 | $0 < 0 }", "a.filter { not ($0 > 1) }",
    // Values.
    "b.map { $0 * 10 }", "b.map { $0 + 1 }", "b.map { $0 - 1 }", "a.map { price * 10 }", "a.map { aa * 10 }",
    "prices = --1|\nprices.map { price * 10 }", "a.map { a * 2 }", "a.map { $0.count }", "a.map { $0[0] }",
    "a.map { $0! }", "a.map { $1 }", "a.map { x, y in x }", "a.filter { $0 }", "a.filter { 1 }", "a.map { $0 / 0 }",
    "a.map { 'x' }", "a.map { }", "a.map { () }", "a.map { $0, 1 }", "a.map { $0 == 1 ? 2 }", "a.map { $0 = 1 }",
    "a.map { 1 < $0 < 3 }", "a.map { $0.5 }", "a.map { 1_000 }", "a.map { .5 }", "a.map { $ }", "a.map { nill }",
    "a.map { $0 + }", "a.map { $0.foo }", "a.map { $0.foo() }", "a.map { -\"x\" }", "a.map { !$0 }",
    "a.take(first: x)", "just(x)", "just()", "of(1, x)", "fail(x)", "fail(1)", "range(3, 1)", "timer(0)", "timer(x)",
    // Statements.
    "lettrs", "typd", "typd.map { $0 }", "a.map { $0 } + 1", "a * 2", "merge(a, b", "merge(a b)",
    "a == --1--|, --2--|", "a = a == --1|", "c = cold", "== --1|", "a == cold --1--|", "c = a == --1|",
    "a during", "a during --1--!", "subscriptions a", "subscriptions zz == ^--!", "check", "check \"vvx\"",
    "why", "why 12", "why 4 @x", "why not", "forall a", "forall x: x", "forall x when x.count > 9: x == x",
    "forall n in 3...1: just(n) == just(n)", ":hepl", ":set fromat plain", "1x = --1|", "true = --1|", "c =",
    // Timelines.
    "--a*--", "--[]--|", "--()--|", "--(a,b)--|", "--(a-b)--|", "--1--|--2", "--{-a}--|", "--\"x--|", "--[1--|",
    "c = --120ms 2|", "c = --1≥20ms 2|", "c = ab20ms 2|", "a matches --120ms *",
    // Patterns and laws.
    "a matches --x * where x: \"Ann\"", "a matches --x * where x: $0 > 2", "a matches --x * where x: > 2",
    "a matches --x * where x: n in n > 2", "a matches --x--y * where x: = 2, y: 3", "a matches --x * where x: 2.5",
    "a matches --x * where x { $0 > 2 }", "a not matches --1 *", "a and b matches --1 *", "races",
    "forall a: races merge(a, a) == a", "forall a during ^---!: a.share() == a",
    "forall n in 1...3 during ^---!: just(n) matches *",
    "--1)--|", "--1]--|", "--1 @2 3", "{}*3", "{-a|}*3", "--x--| where y = 1", "--x--| where x 1",
    "--x--| where = 1", "--#[]", "--[1,,2]--|", "--1-->--2", "--12 3ms 4--|", "cold --1-^-2|",
    "1-(5s)-2|", "-1-(300ms)-2|", "d == -1|", "help", "a[0:2]",
    // Streams, lists and searches that are read as values.
    "a == c", "a == [1, 2, 3]", "a.map { $0 } == ?", "?.take(first: 2) == -1-2|", "a matches \"--1--2|\"",
    "a == --x--y--| where x=1 y=2", "a matches --x--y * where x=1 y=2", "forall a of [1 2 3]: a == a",
    // Operators on values.
    "a.map { [3, $0].max() }", "a.map { sum([1, $0]) }", "a.map { [1, 2].map { $0 } }", "a.map { just($0).min() }",
    "b.filter { !$0.isEmpty() }", "b.filter { $0.isNotEmpty() }", "b.filter { !$0.isNotEmpty() }",
    "b.filter { $0.count() > 1 }", "b.filter { $0.isEmpty() }",
    // Values that are never equal.
    "a.map { $0 * \"x\" }", "a.map { $0 + \"x\" }", "a.filter { $0 == \"x\" }", "a.filter { $0 == true }",
    "a.filter { [\"1\"].contains($0) }", "a.sequenceEqual(b)", "zip(a, b).filter { $0 == $1 }",
    "zip(a, b).filter { $0 == (1, 2, 3) }",
    // More of other libraries.
    "a.next(1)", "Observable.create { observer in observer.onNext(1); observer.onCompleted() }",
    "a.onBackpressureDrop()",
    "forall(a): a == a", "∀ a: a == a", "assert(a == --1--2--|)", "a.map { $0 // 2 }", "a.map { x: Int -> x * 2 }",
    "a.map { [weak self] x in x }", "a.map { f\"{$0}!\" }", "a.map { 1...3 }", "a.map { $0++ }", "if a { 1 }",
    "for (x of a) { x }", "a.throttle(4, latest: false)", "a.throttleTime(4, leading: true, trailing: true)",
    "a.share(replay: 1, scope: .forever)", "a.shareReplay(bufferSize: 1, refCount: true)", "a.values",
    "a.map(\\.self)", "a.map { $0 as String }", "a.map(async x => x)",
    "a.flatMapError { _ in SignalProducer.empty }", "SignalProducer.never", "def f(x): x", "a.throttleFirst(4)",
    "a.catch { _ in .just(1) }", "a?", "? a",
    "ReplaySubject(1)", "a.replaceNil(with: 0)", "zip(a, b).pluck(\"x\")", "a.doOnNext { $0 }", "a.onErrorReturn(0)",
    "a.onErrorResume { just(1) }", "a.publishOn(\"main\")", "a.elapsed()", "a.cache()", "a.thenMany(b)",
    "a.collectList()",
    "a.throttle(1, on: QueueScheduler.main)", "a.take(duringLifetimeOf: self)", "a.filter { $0 in [1, 2] }",
    "a.filter { $0 is Int }", "a.filter { $0 ≥ 1 }", "a.count() → --1|", "const { of } = require('rxjs')",
    // Functions with several statements.
    "a.map(x => { const y = x * 2; return y + 1 })", "a.map { v -> Int in let x = v * 2; return x + 1 }",
    "a.map(x => {\n  show(x)\n  return x\n})",
    "from rx import operators", "a.drive(label.rx.text)", "Publishers.MergeMany([a, b])", "Future { promise in 1 }",
  ]
}
