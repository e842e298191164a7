import TestSupport
import Testing

struct ClosureTests {
  @Test(arguments: [
    ("{ $0 * 10 }", "[20]"), ("{ $0 + 1.5 }", "[3.5]"), ("{ -$0 }", "[-2]"), ("{ 7 / $0 }", "3"), ("{ 7 % $0 }", "1"),
    ("{ 7.0 / $0 }", "[3.5]"), ("{ n in n * n }", "4"), ("{ $0 > 1 }", "[true]"), ("{ $0 == 2.0 }", "[true]"),
    ("{ $0 > 1 && $0 < 2 }", "[false]"), ("{ !($0 > 1) || $0 == 2 }", "[true]"),
    ("{ $0 > 5 ? \"big\" : \"small\" }", "[small]"),
    ("{ \"\\($0)!\" }", "[2!]"), ("{ \"a\" + \"b\" }", "[ab]"), ("{ [$0, $0 + 1] }", "[[2,3]]"),
    ("{ ($0, \"x\").1 }", "x"),
    ("{ \"Porto\".hasPrefix(\"P\") }", "[true]"), ("{ \"Porto\".hasSuffix(\"P\") }", "[false]"),
    ("{ \"Porto\".contains(\"ort\") }", "[true]"), ("{ \"ab\".uppercased() }", "[AB]"),
    ("{ \"AB\".lowercased() }", "[ab]"),
    ("{ \"ab\".reversed() }", "[ba]"), ("{ \"abc\".count }", "3"), ("{ \"\".isEmpty }", "[true]"),
    ("{ \"abc\".first }", "a"),
    ("{ [1, 2].last }", "2"), ("{ [1, 2].reversed() }", "[[2,1]]"), ("{ [1, 2].contains($0) }", "[true]"),
    ("{ Int(\"12\") }", "[12]"), ("{ Int(\"x\") == nil }", "[true]"), ("{ Int(2.9) }", "2"),
    ("{ String($0) }", "\"2\""),
    // Signs, remainders and precedence are the same as in Swift.
    ("{ -$0 * 3 }", "[-6]"), ("{ - -$0 }", "2"), ("{ 1 - -1 }", "2"), ("{ -(1 + $0) }", "[-3]"), ("{ -7 % 3 }", "[-1]"),
    ("{ 7 % -3 }", "1"), ("{ -7 / 2 }", "[-3]"), ("{ 5.5 % 2 }", "[1.5]"), ("{ -5.5 % 2 }", "[-1.5]"),
    ("{ 1 + $0 * 3 - 4 / 2 }", "5"), ("{ 10 - 4 - 3 }", "3"), ("{ 2 * (3 + 4) }", "[14]"), ("{ 1 + 1 == 2 }", "[true]"),
    ("{ true || false && false }", "[true]"), ("{ !true || true }", "[true]"),
    ("{ false && 1 / 0 == 1 }", "[false]"), ("{ true || 1 / 0 == 1 }", "[true]"),
    ("{ 0.1 + 0.2 }", "[0.30000000000000004]"),
    // Conversions.
    ("{ Int(\"-12\") }", "[-12]"), ("{ Int(\"+5\") }", "5"), ("{ Int(\" 5\") }", "[nil]"),
    ("{ Int(\"1.5\") }", "[nil]"),
    ("{ Int(-2.9) }", "[-2]"), ("{ Int($0) }", "2"), ("{ Int(\"\") }", "[nil]"), ("{ String(1.5) }", "\"1.5\""),
    ("{ String(true) }", "\"true\""), ("{ String(nil) }", "\"nil\""), ("{ String((1, \"a\")) }", "\"(1, a)\""),
    ("{ String([1, 2]) }", "\"[1, 2]\""),
    // Strings.
    ("{ \"\\($0 == 2 ? \"two\" : \"other\")\" }", "[two]"), ("{ \"a\\(\"b\\(\"c\")\")\" }", "[abc]"),
    ("{ \"\\($0)\" + \"\\(1 + 1)\" }", "\"22\""),
    ("{ \"\\u{e9}\" == \"e\\u{301}\" }", "[true]"), ("{ \"👨‍👩‍👧é\".count }", "2"), ("{ \"\".first == nil }", "[true]"),
    ("{ \"abc\".last }", "c"),
    ("{ \"abc\".contains(\"\") }", "[true]"), ("{ \"abc\".hasPrefix(\"\") }", "[true]"),
    ("{ \"ß\".uppercased() }", "[SS]"), ("{ \"a\" < \"b\" }", "[true]"),
    // Tuples and arrays.
    ("{ ((1, 2), 3).0.1 }", "2"), ("{ (1, (2, (3, 4))).1.1.0 }", "3"), ("{ (1, 2) == (1, 2) }", "[true]"),
    ("{ (1, 2) < (1, 3) }", "[true]"),
    ("{ (2, 1) < (1, 3) }", "[false]"), ("{ (1, \"b\") >= (1.0, \"a\") }", "[true]"),
    ("{ (1, 2) <= (1, 2) }", "[true]"), ("{ ((1, 2), 3) > ((1, 1), 9) }", "[true]"),
    ("{ [1] + [$0] + [] }", "[[1,2]]"), ("{ [1, 2] == [1, 2.0] }", "[true]"), ("{ [1, 2] != [2, 1] }", "[true]"),
    ("{ [].isEmpty }", "[true]"),
    ("{ [].first }", "[nil]"), ("{ [[1], [2, 3]].last.count }", "2"), ("{ [1, \"a\", nil].count }", "3"),
    ("{ [[1]].contains([1]) }", "[true]"),
    // `nil`.
    ("{ $0 == nil }", "[false]"), ("{ nil == nil }", "[true]"), ("{ nil != $0 ? $0 : 0 }", "2"),
    ("{ \"\\(nil)\" }", "\"nil\""),
    // Parameters.
    ("{ (n) in n + 1 }", "3"), ("{ _ in 7 }", "7"), ("{ ( _ ) in 7 }", "7"),
    ("{ $0 == 1 ? \"a\" : $0 == 2 ? \"b\" : \"c\" }", "b"),
    ("{ $0 > 1 ? $0 > 5 ? \"a\" : \"b\" : \"c\" }", "b"), ("{ ($0) }", "2"),
    ("{ \"é\" < \"z\" }", "[false]"), ("{ nil }", "[nil]"), ("{ $0.description }", "\"2\""),
  ])
  func closureReturnsTheValue(closure: String, token: String) {
    #expect(output("a = 2\na.map \(closure)") == token)
  }

  @Test(arguments: [
    ("{ $0 / 0 }", "cannot divide by zero"), ("{ $0 % 0 }", "cannot divide by zero"),
    ("{ $0 / 0.0 }", "cannot divide by zero"),
    ("{ $0 + \"x\" }", "cannot apply `+` to a number and `\"x\"`"), ("{ !$0 }", "cannot apply `!` to a number"),
    ("{ $0 * 9223372036854775807 }", "the result does not fit in 64 bits"),
    ("{ $0 ? 1 : 2 }", "expected a Boolean, found a number"), ("{ $0.count }", "a number has no member `count`"),
    ("{ \"a\".cuont }", "a string has no member `cuont`"), ("{ $0.0 }", "expected a tuple, found a number"),
    ("{ ($0, 1).2 }", "a tuple has no member `2`"), ("{ \"a\".hasPrefix }", "expected parentheses after `hasPrefix`"),
    ("{ nobody }", "`nobody` is not defined"), ("{ map }", "operator `map` must be called"),
    ("{ $1 }", "the closure takes 2 values, but receives 1"),
    ("{ x, y in x }", "the closure takes 2 values, but receives 1"),
    ("{ 9ms }", "expected a value, found a duration"),
  ])
  func invalidClosureIsAnError(closure: String, message: String) {
    #expect(output("a = 2\na.map \(closure)") == "error: " + message)
  }

  @Test func tupleIsOneParameterOrSeveral() {
    let zipped = "a = 1|\nb = x|\nc = zip(a, b)\n"
    #expect(output(zipped + "c.map { $0.1 }") == "x|")
    #expect(output(zipped + "c.map { $1 }") == "x|")
    #expect(output(zipped + "c.map { n, l in l }") == "x|")
    #expect(output(zipped + "c.map { (n, l) in l }") == "x|")
    #expect(output(zipped + "c.map { _, l in l }") == "x|")
    #expect(output(zipped + "c.map { _, _ in 7 }") == "7|")
    #expect(output(zipped + "c.scan(0) { (sum, pair) in sum + pair.0 }") == "1|")
    #expect(output(zipped + "zip(c, c).map { $0.0.1 }") == "x|")
    #expect(output(zipped + "zip(c, c).map { $1.0 }") == "1|")
    #expect(output(zipped + "c.filter { $0 == 1 && $1 == \"x\" }") == "[1,x]|")
  }

  @Test func errorStopsTheRun() {
    #expect(
      transcript("a = 3-2-1-0-5|\na.map { 6 / $0 } == 2-3-6-?-1|") == """
        demo.marble:2:9: error: cannot divide by zero
          a.map { 6 / $0 } == 2-3-6-?-1|
                  ^^^^^^ at tick 6, where $0 is 0
          help: divide by another number, or test for zero first: `$0 == 0 ? nil : 10 / $0`

        """)
  }

  @Test func closureCanReturnStreams() {
    #expect(output("a = 1---2|\na.flatMap(.merge) { \"\\($0)-\\($0)|\" }") == "1-1-2-2|")
    #expect(output("x = cold -7|\na = 1---2|\na.flatMap(.concat) { x }") == "-7---7|")
    #expect(output("a = 1---2|\na.flatMap(.merge) { just($0).delay(1) }") == "-1---(2|)")
    #expect(output("x = cold -7|\na = 1|\na.flatMap(.merge) { n in x.map { $0 + n } }") == "-8|")
  }

  @Test func stringFromAClosureIsATimelineNotAName() {
    #expect(output("x = cold -7|\na = 1|\na.flatMap(.merge) { \"x|\" }") == "x|")
  }
}

/// The tick and the closure's arguments in an error of a run.
struct RuntimeContextTests {
  @Test(arguments: [
    ("a.map { 6 / $0 }", "at tick 5, where $0 is 0"),
    ("a.map { n in 6 / n }", "at tick 5, where n is 0"),
    ("a.scan(1) { all, n in all / n }", "at tick 5, where all is 1 and n is 0"),
    ("a.scan(1) { _, n in 1 / n }", "at tick 5, where n is 0"),
    ("zip(a, \"(345)\").map { $0 / ($1 - 4) }", "at tick 5, where $0 is 0 and $1 is 4"),
    ("zip(a, \"(345)\").map { $0.0 / ($0.1 - 4) }", "at tick 5, where $0 is (0, 4)"),
    ("zip(a, \"(345)\").map { a, b in 1 / (b - 4) }", "at tick 5, where b is 4"),
    ("a.map { _ in 1 / 0 }", "at tick 2"), ("deferred { just(1 / 0) }", "at tick 0"),
    ("a.delay(4).map { 6 / $0 }", "at tick 9, where $0 is 0"),
    ("a.flatMap(.merge) { n in \"-1|\".map { $0 / (n - $0) } }", "at tick 3, where n is 1 and $0 is 1"),
    ("a.flatMap(.merge) { n in \"-1|\".map { n in 1 / (n - 1) } }", "at tick 3, where n is 1"),
    ("a.sum()", "at tick 8, with 1 and \"x\""), ("a.min()", "at tick 8, with \"x\" and 0"),
    ("a.skip(2).negate()", "at tick 8, with \"x\""), ("a.dematerialize()", "at tick 2, with 1"),
    ("a.collect(2).map { 1 / ($0.count - 2) }", "at tick 5, where $0 is [1, 0]"),
    ("\"--#[no\\u{20}way]\".mapError { 1 / ($0.count - 6) }", "at tick 2, where $0 is \"no way\""),
    ("values(range(1, 2), nil, true, 0.5).map { 1 / ($0 == 0.5 ? 0 : 1) }", "at tick 0, where $0 is 0.5"),
    (
      "just([\"a long text that goes on\", \"and another one\"]).map { 1 / ($0.count - 2) }",
      "at tick 0, where $0 is [\"a long text that goes on\", \"and anothe…"
    ),
  ])
  func errorStatesItsTickAndArguments(expression: String, label: String) {
    let said = transcript("a = --1--0--x--|\n\(expression)")
    let marks = said.split(separator: "\n").first { $0.drop { $0 == " " }.first == "^" }
    let words = marks?.drop { $0 == " " || $0 == "^" }
    #expect(words.map(String.init) == label, "\(said)")
  }
}
