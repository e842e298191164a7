import Testing

@testable import Marbles

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
    ("{ \"é\" < \"z\" }", "[false]"), ("{ nil }", "[nil]"), ("{ $0.description }", "\"2\""),
  ])
  func givesAValue(closure: String, token: String) {
    #expect(output("a = 2\na.map \(closure)") == token)
  }

  @Test(arguments: [
    ("{ $0 / 0 }", "division by zero"), ("{ $0 % 0 }", "division by zero"), ("{ $0 / 0.0 }", "division by zero"),
    ("{ $0 + \"x\" }", "`a number + a text` means nothing"), ("{ !$0 }", "`!a number` means nothing"),
    ("{ $0 * 9223372036854775807 }", "the result is too large for 64 bits"),
    ("{ $0 ? 1 : 2 }", "expected a Boolean, found a number"), ("{ $0.count }", "a number has no `count`"),
    ("{ \"a\".cuont }", "a text has no `cuont`"), ("{ $0.0 }", "expected a tuple, found a number"),
    ("{ ($0, 1).2 }", "a tuple has no `2`"), ("{ \"a\".hasPrefix }", "`hasPrefix` without parentheses"),
    ("{ nobody }", "nothing is called `nobody`"), ("{ map }", "`map` without parentheses"),
    ("{ $1 }", "the closure takes 2 values and gets 1"), ("{ x, y in x }", "the closure takes 2 values and gets 1"),
    ("{ 9ms }", "a duration where a value is needed"),
  ])
  func isAMistakeAtItsPlace(closure: String, message: String) {
    #expect(output("a = 2\na.map \(closure)") == "error: " + message)
  }

  @Test func aTupleComesAsOneOrTakenApart() {
    let zipped = "a = 1|\nb = x|\nc = zip(a, b)\n"
    #expect(output(zipped + "c.map { $0.1 }") == "x|")
    #expect(output(zipped + "c.map { $1 }") == "x|")
    #expect(output(zipped + "c.map { n, l in l }") == "x|")
    #expect(output(zipped + "c.filter { $0 == 1 && $1 == \"x\" }") == "[1,x]|")
  }

  @Test func aMistakeStopsTheRun() {
    #expect(
      transcript("a = 3-2-1-0-5|\na.map { 6 / $0 } == 2-3-6-?-1|") == """
        demo.marble:2:9: error: division by zero
          a.map { 6 / $0 } == 2-3-6-?-1|
                  ^^^^^^
          help: `$0 == 0 ? nil : 10 / $0` looks first

        """)
  }

  @Test func aClosureMayMakeStreams() {
    #expect(output("a = 1---2|\na.flatMap(.merge) { \"\\($0)-\\($0)|\" }") == "1-1-2-2|")
    #expect(output("x = cold -7|\na = 1---2|\na.flatMap(.concat) { x }") == "-7---7|")
    #expect(output("a = 1---2|\na.flatMap(.merge) { just($0).delay(1) }") == "-1---(2|)")
    #expect(output("x = cold -7|\na = 1|\na.flatMap(.merge) { n in x.map { $0 + n } }") == "-8|")
  }

  @Test func whatAClosureMakesIsATimelineAndNoName() {
    #expect(output("x = cold -7|\na = 1|\na.flatMap(.merge) { \"x|\" }") == "x|")
  }
}
