import MarbleLanguage
import TestSupport
import Testing

@Suite struct TimelinePrinterTests {
  @Test(arguments: [
    (Value.integer(7), "7"), (.integer(12), "[12]"), (.integer(-3), "[-3]"),
    (.number(1.5), "[1.5]"), (.number(1e300), "[1e+300]"), (.number(-0.25), "[-0.25]"),
    (.boolean(true), "[true]"), (.null, "[nil]"),
    (.marble("a"), "a"), (.marble("Ji"), "[Ji]"), (.marble("é"), "é"), (.marble("👨‍👩‍👧"), "👨‍👩‍👧"),
    (.string("a"), "a"), (.string("12"), "\"12\""), (.string("1"), "\"1\""), (.string("true"), "\"true\""),
    (.string(""), "\"\""), (.string(" a"), "\" a\""), (.string("a b"), "[a b]"), (.string("a,b"), "\"a,b\""),
    (.string("f(x)"), "[f(x)]"), (.string("a]"), "\"a]\""), (.string("-"), "[-]"), (.string("<"), "\"<\""),
    (.string("\n\u{1B}\""), "\"\\n\\u{1B}\\\"\""), (.string(".completed"), "\".completed\""),
    (.tuple([.integer(1), .marble("A")]), "[1,A]"), (.tuple([]), "[()]"),
    (.tuple([.tuple([.integer(1), .marble("A")]), .integer(2)]), "[(1,A),2]"),
    (.array([.integer(1), .integer(2)]), "[[1,2]]"), (.array([]), "[[]]"),
    (.event(.value(.integer(1))), "[.value(1)]"), (.event(.failed(Failure("Boom"))), "[.failed(Boom)]"),
    (.event(.completed), "[.completed]"), (.event(.interrupted), "[.interrupted]"),
    (.event(.failed(Failure(""))), "[.failed(\"\")]"),
    (.stream(Stream(timeline: Timeline([.init(tick: 1, event: .value(.integer(1)))], end: 3), name: "")), "<-1->"),
    // A regional indicator would combine with an adjacent one, and a mark with the character before it.
    (.marble("🇩"), "[🇩]"), (.marble("\u{301}"), "\"\\u{301}\""), (.marble("─"), "[─]"),
  ])
  func `a value prints as one token`(value: Value, token: String) {
    #expect(TimelinePrinter.token(for: value) == token)
  }

  @Test(arguments: [
    (Timeline.Event.completed, "|"), (.interrupted, "!"), (.failed(.unnamed), "#"),
    (.failed(Failure("Boom")), "#[Boom]"),
    (.failed(Failure("timed out")), "#[timed out]"), (.failed(Failure("")), "#\"\""),
    (.failed(Failure("a]")), "#\"a]\""),
  ])
  func `an event prints as one token`(event: Timeline.Event, token: String) {
    #expect(TimelinePrinter.token(for: event) == token)
  }

  @Test(arguments: [
    "--1-2--|", "a(b|)", "ab^c-|", "a(^b)", "^--", "--{a-}*", "{a}*", "-->", "--#[Boom]---", "<--1-2|>-<-{x}*>",
    "5000t .a", "5000t {a}*", "{5000t .a}*", "<5000t .a>", "a 5000t .b--|", "--a 2000t >", ".9ms", "<.9ms>", "{.5t}*",
    "[1,A]-[[1,2]]", "",
  ])
  func `a timeline prints as it was written`(text: String) throws {
    #expect(TimelinePrinter.text(of: try Timeline(reading: text)) == text)
  }

  @Test(arguments: [
    ("--1", "--1"), ("abc", ".abc"), ("abc-", "abc-"),
    ("a(bc)", ".a(bc)"), ("a{b}*", ".a{b}*"), ("?(a|)", ".?(a|)"),
    (":a", ".:a"), ("[Ji]-", "[Ji]-"), ("\"1\".a", "\"1\"a"), ("9.ms", ".9ms"), ("12-", "12-"), ("é", ".é"),
    ("5000t .a", "5000t .a"),
    ("(ab)", "(ab)"), ("", "."),
  ])
  func `a timeline printed as a statement is read as a timeline`(text: String, printed: String) throws {
    #expect(TimelinePrinter.text(of: try Timeline(reading: text), asStatement: true) == printed)
  }

  // MARK: - Round trips

  @Test(arguments: 0..<64)
  func `a printed timeline is read as the same timeline`(block: UInt64) throws {
    for seed in block * 100..<(block + 1) * 100 {
      var random = RandomTimelines(seed: seed)
      let isLawful = random.flip()
      let timeline = random.timeline(isLawful: isLawful)
      let text = TimelinePrinter.text(of: timeline)
      do throws(Diagnostic) {
        let again = try Timeline(reading: text, as: isLawful ? .pipe : .raw)
        #expect(again == timeline, "seed \(seed): \(text)")
        #expect(again.end == timeline.end, "seed \(seed): \(text)")
        #expect(again.continues == timeline.continues, "seed \(seed): \(text)")
        #expect(again.hasOrigin == timeline.hasOrigin, "seed \(seed): \(text)")
        #expect(TimelinePrinter.text(of: again) == text, "seed \(seed)")
      } catch {
        Issue.record("seed \(seed): \(text): \(error)")
      }
      let statement = TimelinePrinter.text(of: timeline, asStatement: true)
      #expect(
        (try? Timeline(reading: statement, as: isLawful ? .pipe : .raw)) == timeline, "seed \(seed): \(statement)")
    }
  }
}
