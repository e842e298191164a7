import MarbleSession
import MarbleTools
import TestSupport
import Testing

/// Returns an entry without its last `|`, and the position of that mark as the cursor.
private func entryAndCursor(_ text: String) -> (entry: String, cursor: Int) {
  guard let mark = text.lastIndex(of: "|") else { return (text, text.utf8.count) }
  return (String(text[..<mark]) + text[text.index(after: mark)...], text[..<mark].utf8.count)
}

private func session() -> Session {
  let session = Session()
  _ = session.transcript("a = --1|\nbee = cold -2|\nmerge = --m|\ndouble(s) = s.map { $0 * 2 }")
  session.environment.listFolder = { path in
    switch path {
    case ".": ["demo.marble", "deep/", "notes", ".hidden"]
    case "deep/": ["one.marble", "two.marble"]
    default: []
    }
  }
  return session
}

@Suite struct HintTests {
  @Test(arguments: [
    ("zip|", "zip(stream, …)"), ("a.delay|", "source.delay(time)"), ("a.delay(|", "source.delay(time)"),
    ("a.take(|", "source.take(first: count)"), ("a.take(la|", "source.take(last: count)"),
    ("a.take(last: |", "source.take(last: count)"), ("a.take(last: 2)|", nil),
    ("a.takeLast(|", "source.take(last: count)"),
    ("zip(a, bee|", "zip(stream, …)"), ("zip(a, bee.delay(2|))", "source.delay(time)"), ("a.map|", "source.map { … }"),
    ("a.map { $0|", "source.map { … }"), ("a.filter { $0.hasPrefix(|", "source.filter { … }"),
    ("a.map { \"\\($0|", nil), ("a.flatMap(.concat) { |", "source.flatMap(.strategy) { … }"),
    ("double(|", "double(s)"), ("double|", "double(s)"),
    // A bound name is a stream.
    ("merge|", nil), ("merge(|", "merge(stream, …)"), ("a.merge|", "merge(stream, …)"),
    ("--1--2|", nil), ("a|", nil), ("|", nil), ("nothing(|", nil), (":help merge(|", nil),
    ("a = merge(a, |\n", "merge(stream, …)"),
    (":play zip(|", "zip(stream, …)"), ("[a, bee].flatten(|", "source.flatten(.strategy)"),
    ("zip(\"--1|", "zip(stream, …)"),
  ])
  func hintIsTheSignatureOfTheCall(text: String, expected: String?) {
    let (entry, cursor) = entryAndCursor(text)
    #expect(session().hint(for: entry, at: cursor) == expected, "\(text)")
  }
}

@Suite struct CompletionTests {
  /// The number of candidates that are compared in long lists.
  static let longLists = [":|": 4, "  :|": 2, "x = |": 4, "zip(|": 4]

  @Test(arguments: [
    // Links of a chain.
    ("a.deb|", ["debounce"]), ("a.jus|", []), ("a.map { $0 }.deb|", ["debounce"]), (".deb|", ["debounce"]),
    ("a.dou|", ["double"]), ("a\n  .deb|", ["debounce"]),
    // Strategies.
    ("a.flatten(.|", ["concat", "concurrent", "latest", "merge", "race", "throttle"]),
    ("a.flatMap(.con|) { }", ["concat", "concurrent"]), ("flatten(a, .l|", ["latest"]), ("zip(.l|", []),
    // Labels, each once.
    ("a.take(|", ["first: ", "for: ", "last: ", "until: ", "untilReplacement: ", "while: "]),
    ("a.take(f|", ["first: ", "for: "]), ("a.take(first: 1, |", []),
    (
      "double(s|",
      [
        "s: ", "sample", "scan", "scanMap", "sequenceEqual", "share", "single", "skip", "skipRepeats", "start",
        "streams", "sum",
        "suppressError",
      ]
    ),
    // Streams.
    (
      "|",
      [
        "merge", "zip", "combineLatest", "a", "action", "bee", "cold", "deferred", "double", "empty", "fail",
        "generate",
        "just", "loadingProperty", "never", "property", "range", "streams", "timer", "values",
      ]
    ),
    ("zip(b|", ["bee", "buffer"]), ("zip(a, be|", ["bee"]), ("a.take(until: be|", ["bee"]), ("a.take(first: be|", []),
    ("x = be|", ["bee"]), ("a == be|", ["bee"]), ("[a, be|", ["bee"]), ("zip([a, be|", ["bee"]),
    ("a.withLatest(from: be|", ["bee"]), ("x = --1|; y = x|", ["x"]),
    // Closures.
    ("a.map { $0.has|", ["hasPrefix", "hasSuffix"]), ("a.map { number in num|", ["number"]),
    ("a.map { tr|", ["true"]), ("a.flatMap { bee.deb|", ["debounce"]),
    // Positions at which a name is not allowed.
    ("--1--b|", []), ("\"be|", []), ("zip(\"be|", []), ("// be|", []), ("a during be|", []), ("cold be|", []),
    ("x = |", ["merge", "zip", "combineLatest", "a"]), ("zip(|", ["a", "action", "bee", "cold"]),
    // Keywords of questions, laws and patterns.
    ("a mat|", ["matches "]), ("a.delay(1) m|", ["matches "]), ("--1 mat|", []),
    ("wh|", ["who holds ", "why "]), ("a = --1|; wh|", ["who holds ", "why "]), ("ch|", ["check subscriptions"]),
    ("a d|", ["during "]), ("races a w|", ["within "]), ("races a m|", ["matches "]), ("races a == - w|", []),
    ("a.delay(1) matches -_ wh|", ["where "]), ("// lint: ignore di|", ["diamond "]),
    ("a.delay(1) // lint: ignore lost-|", ["lost-last-value "]), ("// lint: ignore diamond wh|", []),
    ("a = --1|\nforal|", ["forall "]), ("a == foral|", []),
    ("why |", ["not ", "twice ", "was "]), ("why tw|", ["twice "]), ("why n|", ["not "]), ("why not |", []),
    ("why 4 |", ["in "]), ("why not 4 @9 i|", ["in "]),
    ("why @9 |", ["in "]), ("why 4 in be|", ["bee"]), ("why 4 in bee.deb|", ["debounce"]),
    ("forall p |", ["in ", "of ", "when "]), ("forall p of 0...9 |", ["when "]), ("forall n in [1] w|", ["when "]),
    ("forall cold p of 0...9, q w|", ["when "]), ("forall cold p of 0...9, q |", ["in ", "of ", "when "]),
    // Commands.
    (":|", ["help", "operators", "bindings", "history"]), ("  :|", ["help", "operators"]),
    (":he|", ["help"]), (":help fla|", ["flatMap", "flatMapError", "flatScan", "flatten"]), ("a; :he|", ["help"]),
    (":set in|", ["inner", "inner-limit"]), (":set inner |", ["diagonal", "rows"]), (":format u|", ["unicode"]),
    (":nothing |", []),
    (":quit m|", []), (":play zip(be|", ["bee"]),
    // Files.
    (":load |", ["deep/", "demo.marble", "notes"]), (":load de|", ["deep/", "demo.marble"]),
    (":load deep/o|", ["one.marble"]), (":svg .h|", [".hidden"]), (":load \"no|", ["notes"]),
  ])
  func completionOffersMatchingNames(text: String, expected: [String]) {
    expectCompletions(of: text, in: session(), expected)
  }

  @Test(arguments: [
    ("login.is|", ["isEmpty", "isEnabled", "isExecuting"]), ("login.v|", ["values"]), ("a.v|", []),
    ("zip(a, login.dis|", ["disabledErrors"]), ("login.values.deb|", ["debounce"]),
  ])
  func completionOffersTheStreamsOfAnAction(text: String, expected: [String]) {
    let session = session()
    _ = session.transcript("login = action(a) { bee }")
    expectCompletions(of: text, in: session, expected)
  }

  private func expectCompletions(of text: String, in session: Session, _ expected: [String]) {
    let (entry, cursor) = entryAndCursor(text)
    let candidates = session.completions(of: entry, at: cursor).candidates.map(\.text)
    #expect(Array(candidates.prefix(Self.longLists[text] ?? .max)) == expected, "\(text)")
  }

  @Test(arguments: [
    ("mer|", "merge", "merge"), ("zi|", "zip", "zip("), ("a.deb|", "debounce", "debounce("),
    ("a.map|", "map", "map { "), ("a.flatM|", "flatMap", "flatMap("), ("a.coun|", "count", "count("),
    ("a.ignoreV|", "ignoreValues", "ignoreValues()"),
    ("coun|", "count", "count("), ("nev|", "never", "never()"), ("dou|", "double", "double("),
    ("a.dou|", "double", "double()"), ("zi|(a)", "zip", "zip"), ("a.ma| { $0 }", "map", "map"),
    ("a.map { $0.hasP|", "hasPrefix", "hasPrefix("), ("a.map { $0.upp|", "uppercased", "uppercased()"),
    ("a.map { $0.coun|", "count", "count"), ("a.take(fi|", "first: ", "first: "), (":he|", "help", "help"),
    (":help zi|", "zip", "zip"),
  ])
  func completedCallIsOpened(text: String, name: String, expected: String) throws {
    let (entry, cursor) = entryAndCursor(text)
    let candidates = session().completions(of: entry, at: cursor).candidates
    #expect(try #require(candidates.first { $0.text == name }).insertion == expected, "\(text)")
  }

  @Test(arguments: [
    ("zi|", "zip", "Sends the first values of all streams together, then the second values, and so on."),
    ("dou|", "double", "double(s) = s.map { $0 * 2 }"), ("be|", "bee", "cold -2|"), ("|", "merge", "--m|"),
    ("a.take(fi|", "first: ", "source.take(first: count)"),
    (":he|", "help", "shows an overview, or explains a topic"),
    (":set tic|", "tick", "sets the length of a tick from now on"),
  ])
  func candidatesHaveSummaries(text: String, name: String, summary: String) throws {
    let (entry, cursor) = entryAndCursor(text)
    let candidates = session().completions(of: entry, at: cursor).candidates
    #expect(try #require(candidates.first { $0.text == name }).summary == summary, "\(text)")
  }

  @Test(arguments: [
    ("a.deb|ounce", 2..<5), (":load deep/o|", 11..<12), (":he|", 1..<3), ("zip(|", 4..<4), ("é.deb|", 3..<6),
  ])
  func completionReplacesTheWordBeforeTheCursor(text: String, expected: Range<Int>) {
    let (entry, cursor) = entryAndCursor(text)
    #expect(session().completions(of: entry, at: cursor).replaced == expected)
  }
}
