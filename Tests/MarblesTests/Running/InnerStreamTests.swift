import MarbleLanguage
import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// Drawings of inner streams: subscribed, queued or disposed, with ghosts of the events that they would have sent.
struct InnerStreamTests {
  /// Two streams that a third stream sends.
  private static let two = "A = cold -1--2--3--4|\nB = cold --5--6|\nouter = --A-----B-----|\n"

  /// Returns the lines between the ruler and the operator, without padding.
  private func rows(_ script: String) -> [String] {
    let lines = transcript(script).split(separator: "\n").dropFirst()
    return lines.prefix { !$0.drop { $0 == " " }.hasPrefix("= ") }.map { line in
      line.filter { $0 != "." }.split(separator: " ").joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("outer.flatten(.merge)", ["A `1--2--3--4|", "B `-5--6|"]),
    ("outer.flatten(.concat)", ["A `1--2--3--4|", "B ~~~~~`-5--6|"]),
    ("outer.flatten(.concurrent(limit: 1))", ["A `1--2--3--4|", "B ~~~~~`-5--6|"]),
    ("outer.flatten(.latest)", ["A `1--2-!3::4|", "B `-5--6|"]),
    ("outer.flatten(.race)", ["A `1--2--3--4|", "B !:5::6|"]),
    ("outer.flatten(.throttle)", ["A `1--2--3--4|", "B !:5::6|"]),
    ("outer.flatten(.merge).take(first: 3)", ["A `1--2--3!::4|", "B `!5::6|"]),
    ("outer.flatten(.concat) during ^--------!", ["A `1--2--!3::4|", "B ~!"]),
  ])
  func strategyDeterminesTheInnerLanes(expression: String, expected: [String]) {
    #expect(Array(rows(Self.two + expression).dropFirst()) == expected)
  }

  /// Without a limit, an event of `q` would enter all inner streams that `.latest` has disposed.
  @Test func missedEventsAreLimitedLikeDeliveries() {
    func missedCount(_ limit: Int) -> Int {
      let limits = Limits(deliveries: limit)
      let said = transcript("p = {-1}*20\nq = {-1}*20\np.flatMap(.latest) { q }", limits: limits)
      #expect(!said.contains("stopped"), "\(said)")
      return said.count { $0 == ":" }
    }
    #expect(0 < missedCount(100) && missedCount(100) < missedCount(1_000))
  }

  @Test(arguments: [
    // Named after the value that created them.
    (
      "t = s--x--|\nt.flatMap(.latest) { \"----[\\($0)!]|\" }",
      ["t s--x--|", "s `--![s!]|", "x `---[x!]|"]
    ),
    ("t = 1--2|\nt.flatMap(.concat) { just($0 * 10) }", ["t 1--2|", "1 `([10]|)", "2 `([20]|)"]),
    // Named after their bindings, even if they are started through another name.
    (
      "A = cold -1|\nB = A.map { $0 + 1 }\nt = A-B|\nt.flatten(.merge)",
      ["t A-B|", "A `1|", "B `2|"]
    ),
    // A list is a stream of streams without a name.
    (
      "A = cold -1|\nB = cold -2|\n[A, B].flatten(.concat)",
      ["streams ([A][B]|)", "A `1|", "B ~~~~~~~~~~`2|"]
    ),
    // Groups are named after their keys.
    (
      "t = -1-2-3|\nt.groupBy { $0 % 2 }.flatMap(.merge) { $0.collect() }",
      ["t -1-2-3|", "1 `----([[1,3]]|)", "0 `--([[2]]|)"]
    ),
    (
      "t = -1-2|\nt.window(count: 1).flatten(.merge)",
      ["t -1-2|", "window 1 `(1|)", "window 2 `-(2|)", "window 3 `|"]
    ),
    ("t = <-1|>-<-2|>|\nt.flatten(.merge)", ["t <-1|>-<-2|>|", "stream 1 `1|", "stream 2 `2|"]),
  ])
  func everyKindOfInnerStreamHasAName(script: String, expected: [String]) {
    #expect(rows(script) == expected)
  }

  @Test func nestedInnerStreamsAreIndented() {
    let script = """
      a = 1----2|
      a.flatMap { x in "y--z|".flatMap(.latest) { y in "p-|".flatMap { p in "\\(x)\\(y)|" } } }
      """
    let names = rows(script).map { $0.split(separator: " ")[0] }
    #expect(names == ["a", "1", "y", "p", "z", "p", "2", "y", "p", "z", "p"])
    let indents = transcript(script).split(separator: "\n").dropFirst().prefix(6).map { line in
      line.prefix { $0 == " " }.count
    }
    #expect(indents == [0, 2, 4, 6, 4, 6])
  }

  @Test func restartedStreamOfStreamsRepeatsItsInnerStreams() {
    let script = "A = cold 1|\ns = cold A|\ns.flatten(.merge).repeat(2)"
    #expect(rows(script) == ["s cold A|", "A `1|", "s `A|", "A `1|"])
  }

  /// A ghost is recorded in a second run without disposals.
  ///
  /// If that run differs earlier, no ghost is drawn.
  @Test func ghostContinuesTheEventsOfTheRun() {
    let script = """
      c = cold -1-2-3|, -7-8-9|
      s = x--y|
      s.flatMap(.latest) { c }
      """
    #expect(rows(script) == ["s x--y|", "x `1-!2:3|", "y `7-8-9|"])
  }

  @Test func endlessGhostIsAsLongAsTheOtherLanes() {
    let rows = rows("s = x--y--|\ns.flatMap(.latest) { \"{-\\($0)}*\" }.take(first: 3)")
    #expect(rows == ["s x--y--|", "x `x-!x:x", "y `y-y!"])
  }

  @Test func disposedColdSourceHasAGhost() {
    let script = "a = cold -1-2-3|\nconcat(\"-x|\", a).take(first: 2)"
    #expect(rows(script) == ["a cold -1-2-3|", "a `1!:2:3|", "in 1 -x|"])
  }

  /// Recording a drawing does not change the result.
  @Test(arguments: Catalog.standard.entries.map(\.example))
  func drawingDoesNotChangeTheResult(example: String) throws {
    for stages in [false, true] {
      let session = Session()
      session.options.showsStages = stages
      session.options.style.format = .json
      var drawn = 0
      session.evaluate(Source(name: "example", text: example)) { answer in
        guard case .passed(let assertion) = answer else {
          if case .failed = answer { Issue.record("fails when it is drawn: \(answer)") }
          return
        }
        drawn += assertion.diagram == nil ? 0 : 1
      }
      #expect(drawn > 0)
    }
  }
}
