import MarbleLanguage
import MarbleSession
import Marbles
import TestSupport
import Testing

/// Questions about events of inner streams that were unsubscribed, after the operators of their closures.
struct EndedInnerStreamTests {
  private static let operators = [
    ".map { $0 * 2 }", ".map { $0 + 1 }", ".delay(1)", ".filter { $0 > 1 }", ".scan(0) { $0 + $1 }", ".take(first: 2)",
    ".skip(first: 1)", ".debounce(1)", ".count()", ".startWith(0)", ".map { \"\\(x)\\($0)\" }.map { \"\\($0)!\" }",
  ]

  /// An event that would come without the event that ended its inner stream is missing because of that one.
  @Test(arguments: 0..<4)
  func missingEventNamesTheEndedStream(batch: Int) {
    var count = 0
    for seed in batch * 50..<(batch + 1) * 50 {
      var random = RandomTimelines(seed: UInt64(seed))
      let source = (0..<6).map { _ in random.pick(["-", "-", "1", "2", "3"]) }.joined()
      let chain = (0...random.below(3)).map { _ in random.pick(Self.operators) }
      // An operator after the strings would need a number.
      let own = chain.filter { !$0.contains("x") } + chain.filter { $0.contains("x") }.prefix(1)
      let stream = "l\(own.joined())"
      let isEnded = random.flip()
      let form =
        isEnded
        ? "q.flatMap(.merge) { x in \(stream) }.take(for: 4)"
        : random.pick(["q.flatMap(.latest) { x in \(stream) }", "q.map { x in \(stream) }.flatten(.latest)"])
      let free = isEnded ? String(form.dropLast(".take(for: 4)".count)) : form
      let sources = "l = cold -\(source)|\nq = -a"
      let script = sources + (isEnded ? "" : "--b") + "-|\n"
      for (marble, question, sentence) in answers(about: script + form, without: sources + "-|\n" + free) {
        count += 1
        let cause = isEnded ? "`take(for: 4)` had already completed, on tick 4" : "on tick 4, when `"
        #expect(
          sentence.contains(cause) && sentence.contains(" would have sent it on tick \(marble.tick)."),
          "\(question): \(sentence)\n\(script)\(form)")
      }
    }
    #expect(count > 30)
  }

  /// An event of the first start of a source is missing because of the operator that ended this start, also if another
  /// operator then starts the source again.
  @Test func missingEventNamesTheOperatorThatEndedTheStart() {
    var count = 0
    for seed in 0..<60 {
      var random = RandomTimelines(seed: UInt64(seed))
      let source = (0..<7).map { _ in random.pick(["-", "-", "1", "2", "3"]) }.joined()
      let stream = "a" + random.pick(["", ".map { $0 * 2 }", ".filter { $0 > 1 }", ".map { $0 }.filter { $0 > 1 }"])
      let hasFailed = random.flip()
      let ending = hasFailed ? ".timeout(after: 4).retry(upTo: 1)" : ".take(for: 4).repeat(2)"
      let cause = hasFailed ? "`timeout(after: 4)` had already failed" : "`take(for: 4)` had already completed"
      let free = "a = cold \(source)|\n\(stream)"
      for (_, question, sentence) in answers(about: free + ending, without: free) {
        // A later start sent the value on that tick, and an operator changed it.
        if sentence.contains(" came as ") { continue }
        count += 1
        #expect(sentence.contains("\(cause), on tick 4"), "\(question): \(sentence)\n\(source) \(stream)\(ending)")
      }
    }
    #expect(count > 30)
  }

  /// Returns the answers of `why not` about the values from tick 4 on that come only without what ended a stream.
  private func answers(
    about script: String, without free: String
  ) -> [(marble: Timeline.Marble, question: String, sentence: String)] {
    let session = Session()
    guard let (came, _) = run(script, in: session), let (all, _) = run(free, in: Session()) else {
      Issue.record("no drawing of \(script)")
      return []
    }
    return all.filter { !$0.event.isTerminating && $0.tick >= 4 && !came.contains($0) }.compactMap { marble in
      let question = EventQuestion(isNegated: true, event: marble.event, tick: marble.tick).text
      return run(question, in: session)?.1.map { (marble, question, $0) }
    }
  }

  /// Returns the events of the last drawing and the last answer.
  private func run(_ text: String, in session: Session) -> ([Timeline.Marble], String?)? {
    var found: ([Timeline.Marble], String?)?
    session.evaluate(Source(name: "test", text: text)) { answer in
      switch answer {
      case .drawing(let diagram):
        let lanes = diagram.rows.compactMap { if case .lane(let lane) = $0 { lane } else { nil } }
        found = (lanes.last?.timeline.marbles ?? [], nil)
      case .explained(let explanation): found = ([], explanation.sentence)
      default: break
      }
    }
    return found
  }
}
