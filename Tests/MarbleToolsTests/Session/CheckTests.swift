import MarbleLanguage
import TestSupport
import Testing

struct CheckTests {
  @Test(arguments: ["--1--2--|", "--1", "-", "|", "#", "!", "(12|)", "--1--#[Boom]--", "{--a}*"])
  func lawfulTimelinePasses(timeline: String) {
    #expect(transcript("check \(timeline)") == "✓ demo.marble:1  check \(timeline)\n")
  }

  @Test(arguments: ["", "v", "vvc", "f", "i", "c", "vvvvvf"])
  func lawfulWordPasses(word: String) {
    #expect(transcript("check \"\(word)\"") == "✓ demo.marble:1  check \"\(word)\"\n")
  }

  @Test func violationShowsSentAndObservedEvents() {
    #expect(
      transcript("check --1--|--2-#") == """
        ✗ demo.marble:1  check --1--|--2-#      does not match /^v*(f|c|i)?$/
          sent      --1--|--2-#
          observed  --1--|
            tick 8  2: value after the end
            tick 10  #: failure after the end

        """)
  }

  @Test func wordIsMarkedAtItsViolation() {
    #expect(
      transcript("check \"vfc\"") == """
        ✗ demo.marble:1  check "vfc"      does not match /^v*(f|c|i)?$/
          vfc
            ^ completion after the failure
          an observer receives `vf`

        """)
  }

  @Test func sourceIsCheckedAsItIsWritten() {
    let failure = """
      ✗ demo.marble:2  check a      does not match /^v*(f|c|i)?$/
        sent      --1--|--2
        observed  --1--|
          tick 8  2: value after the end

      """
    #expect(transcript("a = raw --1--|--2\ncheck a") == failure)
    #expect(transcript("b = raw --1--|--2; a = b\ncheck a") == failure)
    #expect(transcript("a = --1--|\ncheck a") == "✓ demo.marble:2  check a\n")
  }

  @Test func expressionIsCheckedByItsEvents() {
    #expect(transcript("a = raw --1--|--2\ncheck a.map { $0 }") == "✓ demo.marble:2  check a.map { $0 }\n")
    #expect(transcript("check merge(\"--1|\", \"-2|\")").hasPrefix("✓ demo.marble:1  check merge("))
    #expect(transcript("check a.map { $0 }").contains("error: there is no stream named `a`"))
  }

  @Test func rawSourceEqualsItsObservedEvents() {
    #expect(transcript("a = raw --1--|--2\na == --1--|") == "✓ demo.marble:2  a\n")
  }

  @Test func grammarRefusesEveryEventAfterAnEnd() {
    for end in [EventKind.failed, .completed, .interrupted] {
      for next in [EventKind.value, .failed, .completed, .interrupted] {
        let violation = EventGrammar.firstViolation(in: [.value, end, next])
        #expect(violation?.index == 2)
        #expect(violation?.kind == next)
        #expect(violation?.after == end)
      }
    }
  }
}
