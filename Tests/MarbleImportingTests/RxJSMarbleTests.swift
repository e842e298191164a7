import Testing

/// The marble strings of RxJS, line by line.
@Suite struct RxJSMarbleTests {
  static let lines: [(String, String)] = [
    ("--a--|", "--a--|"),
    ("-a-#", "-a-#"),
    // Spaces are ignored.
    (" -a   - b |", "-a-b|"),
    // A group takes as many frames as it has characters.
    ("-(ab)-c", "-(ab)----c"),
    ("(a)b", "a--b"),
    ("--(ab|)", "--(ab|)"),
    ("(|)", "|"),
    // A duration is between spaces.
    ("-a 9ms b", "-a---------b"),
    ("9ms a", "---------a"),
    ("a 2s |", ".a 2000t |"),
    ("a 1m b", ".a 60000t .b"),
    ("a 0.5s b|", ".a 500t .b|"),
    ("a9ms b", ".a9.msb"),
    ("- 9ms", "-9.ms"),
    // Events before the subscription.
    ("a-^-b|", "a-^-b|"),
    ("-^(ab)|", "^(ab)---|"),
    // Digits are numbers.
    ("-1-2|", "-1-2|"),
    // Dots separate adjacent digits, and digits from a unit.
    ("-12(34)5|", "-1.2(34)---5|"),
    ("7m9ms|", "7.m9.ms|"),
    ("12", "1.2"),
    ("12s", ".1.2s"),
    // Letters can look like a keyword. Other characters with a meaning are put in brackets or quotes.
    ("cold-1|", ".cold-1|"),
    ("raw|", ".raw|"),
    (".-,-*|", "[.]-\",\"-[*]|"),
    ("--é--👍|", "--é--👍|"),
    ("---", "---"),
    ("|", "|"),
  ]

  @Test(arguments: lines)
  func lineBecomesTimeline(line: String, expected: String) {
    let bare = imported("e1 = \(line)\n", from: .rxjs)
    #expect(bare.script == "e1 = \(expected)\n")
    #expect(bare.diagnostics == [])
    #expect(imported("e1: '\(line)',", from: .rxjs).script == "e1 = \(expected)\n")
    #expect(imported("e1 = \"\(line)\";", from: .rxjs).script == "e1 = \(expected)\n")
    #expect(verdicts(of: bare.script) == [])
  }

  @Test func coldAndHotLinesAreConverted() {
    let text = "a = cold --1-|\nb = hot --2-|\n\n// two of them\n(ab|)\ncold -x|\n"
    #expect(
      imported(text, from: .rxjs).script == """
        a = cold --1-|
        b = --2-|

        // two of them
        (ab|)
        cold("-x|")

        """)
  }

  /// Lines can be copied from a test, as long as there is no other code.
  @Test func calledLinesAreConverted() {
    #expect(imported("hot('--a--|')\n", from: .rxjs).script == "--a--|\n")
    let text = "a = hot('--1-|');\n// c\nb = '-2|'\ncold(\"-x|\")\n"
    #expect(imported(text, from: .rxjs).script == "a = --1-|\n// c\nb = -2|\ncold(\"-x|\")\n")
    let commented = "taps = '-a-b' // two\nconst c = '-a-b|';\nlet d = cold('--c|', { c: 10, x: 'y' }); // it's c\n"
    #expect(
      imported(commented, from: .rxjs).script
        == "// two\ntaps = -a-b\nc    = -a-b|\n// it's c\nd    = cold --c| where c = 10\n")
    let program = "const b = hot('-1|');\nconst a = b.pipe(take(1));\nexpectObservable(a).toBe('-(1|)');\n"
    #expect(imported(program, from: .rxjs).script.contains("a = b.take(1)\na == -(1|)\n"))
    let test = "const a = hot('-1|');\nexpectObservable(a).toBe('-1|');\n"
    #expect(imported(test, from: .rxjs).script == "a = -1|\na == -1|\n")
  }

  static let errors: [(String, String, [String])] = [
    ("-a-|-b-c", "-a-|", ["1:11 unexpected event after the end"]),
    ("-(a-b)", "-(ab)----", []),
    ("-(a(b))", "-(ab)-----", ["1:9 unexpected group in a group", "1:12 `)` has no matching `(`"]),
    ("-(ab", "-(ab)--", ["1:7 `(` is never closed"]),
    ("-a)", "-a-", ["1:8 `)` has no matching `(`"]),
    ("1.5ms a", ".a", ["1:6 `1.5ms` is not a whole number of ticks"]),
    ("99999999999999999999s a", ".a", ["1:6 this time is too large"]),
  ]

  @Test(arguments: errors)
  func omittedPartsAreReported(line: String, expected: String, diagnostics: [String]) {
    let found = imported("e1 = \(line)\n", from: .rxjs)
    #expect(found.script == "e1 = \(expected)\n")
    #expect(found.diagnostics == diagnostics)
  }

  /// RxJS has an error for these lines.
  @Test(arguments: [
    ("const e1 = cold('--^--a|');", "1:20 unexpected `^`"), ("cold('^a|')", "1:7 unexpected `^`"),
    ("e1 = -a-!", "1:9 unexpected `!`"), ("e1 = -^-a-^", "1:11 unexpected `^`"),
  ])
  func linesWithErrorsAreLeftOut(line: String, diagnostic: String) {
    let found = imported("a = -1|\n\(line)\n", from: .rxjs)
    #expect(found.script == "a = -1|\n// not converted, line 2: \(line)\n")
    #expect(found.diagnostics == ["2\(diagnostic.dropFirst())"])
  }
}
