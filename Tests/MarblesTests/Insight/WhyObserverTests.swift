import MarbleLanguage
import MarbleSession
import Marbles
import Testing

/// The exact sentences about several observers, other ticks, and causes that are not an event of an input.
struct WhyObserverTests {
  @Test(arguments: [
    ("a.share() during ^--!, ---^", "which unsubscribed on tick 3. Observer 2 received it on tick 3."),
    ("a during ^--!, ---^", "which unsubscribed on tick 3. Observer 2 received it on tick 3."),
    ("a.map { $0 } during ^--!, ---^", "which unsubscribed on tick 3. Observer 2 received it on tick 3."),
    ("a.share(replay: 1) during ^--!, ---^", "which unsubscribed on tick 3. Observer 2 received it on tick 3."),
    ("a.filter { $0 > 1 } during ^--!, ---^", "which unsubscribed on tick 3. Observer 2 received it on tick 3."),
    (
      "a.flatMapError { just(9) }.retry().share() during ^--!, ---^",
      "which unsubscribed on tick 3. Observer 2 received it on tick 3."
    ),
    (
      "a.map { $0 * 10 } during ^--!, ---^",
      "which unsubscribed on tick 3. Observer 2 received it as `[20]` on tick 3."
    ),
    ("a.map { $0 } during -----^, ^", "which subscribed on tick 5. Observer 2 received it on tick 3."),
    ("a.take(first: 1) during ^, ---^", "which had received `|` on tick 1. Observer 2 received it on tick 3."),
  ])
  func otherObserverReceivedIt(stream: String, end: String) throws {
    let answer = try explanation(of: "why not 2", after: "a = -1-2-3|; \(stream)")
    #expect(answer.sentence == "`2` did not come to the first observer, \(end)")
    #expect(!answer.came && answer.operator == nil)
  }

  /// Another observer receives what the first one never receives.
  @Test func onlyOtherObserverReceivesIt() throws {
    let answer = try explanation(
      of: "why not [2,x]", after: "a = --1--2--|; b = cold -x--y|; zip(a, b) during ^, ---^")
    #expect(
      answer.sentence
        == "`[2,x]` did not come to the first observer, which had received `|` on tick 5. Observer 2 received it on tick 5."
    )
  }

  /// The name of an expression is observed during the windows, too.
  @Test(arguments: ["s during ^--!, ---^", "s during ^--!, ---^ == -1-!, ----(2|)"])
  func namedExpressionIsObservedDuringWindows(statement: String) throws {
    let answer = try explanation(of: "why not 2", after: "a = -1-2|; s = a.map { $0 }; \(statement)")
    #expect(
      answer.sentence
        == "`2` did not come to the first observer, which unsubscribed on tick 3. Observer 2 received it on tick 3.")
  }

  /// The help of a failure for another observer asks about what that observer received.
  @Test func helpAsksAboutTheObserverThatFailed() throws {
    let windows = ["^--!, ---^", "--^, ^---!", "^, -^-!", "^, --^, ---^!"]
    let streams = [
      "a.map { $0 }", "a.share()", "c.share()", "c.share(replay: 1)", "c.map { $0 }", "c.scan(0) { $0 + $1 }",
      "a.take(first: 2)", "c.share().delay(1)",
    ]
    for (stream, windows) in streams.flatMap({ stream in windows.map { (stream, $0) } }) {
      let session = Session()
      var outputs: [Timeline] = []
      var question: String?
      func evaluate(_ text: String) {
        session.evaluate(Source(name: "test", text: text)) { answer in
          switch answer {
          case .drawing(let diagram): outputs = Self.outputs(of: diagram)
          case .failed(let assertion, _): question = assertion.question
          case .explained(let explanation): outputs = Self.outputs(of: explanation.diagram)
          default: break
          }
        }
      }
      evaluate("a = -1-2-3-4|\nc = cold -1-2-3|\n\(stream) during \(windows)")
      let received = outputs
      let texts = received.map { timeline in
        let text = TimelinePrinter.text(of: timeline)
        return text.isEmpty ? "-" : text
      }
      let expected = ([texts[0], "-------9|"] + texts.dropFirst(2)).joined(separator: ", ")
      evaluate("\(stream) during \(windows) == \(expected)")
      let asked = try #require(question, "\(stream) during \(windows)")
      evaluate(asked)
      #expect(outputs.first == received[1], "\(asked)")
    }
  }

  private static func outputs(of diagram: Diagram) -> [Timeline] {
    diagram.lanes.filter { $0.name.hasPrefix("out") }.map(\.timeline)
  }

  /// A question without windows is about the first observer.
  @Test func eventThatCameNamesTheObserver() throws {
    let answer = try explanation(of: "why not 2", after: "a = -1-2-3-4|; a during ^---!, ---^")
    #expect(answer.sentence == "`2` did come to the first observer, on tick 3: `a` sent `2` on tick 3.")
  }

  @Test(arguments: [
    (
      "a = -1-2-1|; a.share() during ^--!, ---^", "why not 1 @5",
      "`1` came to the first observer on tick 1, not on tick 5. Observer 2 received it on tick 5."
    ),
    (
      "a = cold -1-2-|; a.share(resetWhenUnobserved: false) during ^-!, ----^", "why not 2",
      "`2` did not come to the first observer: the observer unsubscribed on tick 2; otherwise it would have come on tick 3."
    ),
    (
      "s = a-b-|; s.flatMap(.latest, to: cold(\"--x|\"))", "why not x @2",
      """
      `x` came on tick 4, not on tick 2. `flatMap` had unsubscribed from `cold` on tick 2, when `b` came, and `in 1` \
      would have sent it on tick 2.
      """
    ),
    (
      "a = cold -1-#, -2-#, -3-#; a.retry(upTo: 2, interval: 2)", "why not # @3",
      "`#` came on tick 13, not on tick 3. On tick 3, `retry` received it, which starts the source again."
    ),
    (
      "a = -x-y|; b = cold -x--x|; a.flatMap(.latest) { b }", "why not x @5",
      """
      `x` came on tick 4, not on tick 5. `flatMap(.latest) { b }` had unsubscribed from `b` on tick 3, when `y` came, \
      and `b` would have sent it on tick 5.
      """
    ),
    (
      "x = cold -1-2-3|; s = xx--x|; s.flatten(.throttle)", "why not 3 @6",
      """
      `3` came on tick 5, not on tick 6. `flatten(.throttle)` never subscribed to the `x` of tick 1, because another \
      stream was active when it arrived, and `x` would have sent it on tick 6.
      """
    ),
    (
      "a = -1-2-3|; b = ------x|; concat(b, a) during ^!, --^", "why not 2",
      "`2` did not come to the first observer: it was sent on tick 3, when that observer was not subscribed."
    ),
    (
      "a = cold -1-#[x], -2|; a.retry { throw \"no\" }", "why not #[x]",
      "`#[x]` did not come: on tick 3, `retry { throw \"no\" }` failed, because its closure threw `no`."
    ),
    (
      "d = raw -1|--2; b = -x----y|; merge(d, b)", "why not 2",
      "`2` did not come: `d` sent it on tick 5, after it had completed on tick 2."
    ),
    (
      "a = -1|; a.delay(3) during ^--!", "why not 1",
      "`1` did not come: on tick 1, `delay(3)` still held it when `delay` was unsubscribed, on tick 3."
    ),
    (
      "a = cold -------3!; b = ----8|; a.take(until: b)", "why not !",
      "`!` did not come: `take(until: b)` had already completed, on tick 4, and `a` would have sent it on tick 8."
    ),
    (
      "a = -1-2-3|; a during ^--!", "why not 1 @5",
      "`1` came on tick 1, not on tick 5. The observer unsubscribed on tick 3."
    ),
    (
      "a = cold -1-2-3|; a during --^--!, ^", "why not 3",
      """
      `3` did not come to the first observer, which unsubscribed on tick 5. Observer 2 received it on tick 5.
      """
    ),
    (
      "a = cold ---1-2|; a during --^-!, ^--!", "why not 1",
      "`1` did not come to the first observer: it would have been sent on tick 5, when that observer was not subscribed."
    ),
    ("a = {-1}*; a.take(2)", "why not 3", "`3` did not come: nothing sends it. `a` sends only `1`."),
    (
      "a = cold -1#, -1; a.retry()", "why not |",
      "`|` did not come: `a` never ends."
    ),
    (
      "a = -1-2|; a.flatMap(.merge) { $0 == 2 ? throw \"boom\" : \"---x|\" }", "why not 1",
      """
      `1` did not come: on tick 1, `flatMap` started a stream for it, and unsubscribed from that on tick 3, when it failed, with `#[boom]`.
      """
    ),
    (
      "a = -xy|; a.flatMap(.concat) { $0 == \"x\" ? \"--#[bad]\" : \"--z|\" }", "why not y",
      """
      `y` did not come: on tick 2, `flatMap` still kept its stream waiting when `flatMap` failed, on tick 3, with `#[bad]` of \
      `inner stream`, because another one was active.
      """
    ),
    (
      "a = -xy--#[net]; a.flatMap(.concat) { \"----[\\($0)!]|\" }", "why not [y!]",
      """
      `[y!]` did not come: `flatMap` had already failed, on tick 5, with `#[net]` of `a`, and `inner stream` would have \
      sent it.
      """
    ),
    (
      "a = -1-#; a.retry()", "why !",
      """
      `!` on tick 3: `a` sent `#` on tick 3, `retry()` started `a` again, `a` had already ended, on tick 3, when it was \
      observed.
      """
    ),
    (
      "a = -1-2-3|; shared = a.share(); late = ---x; late.flatMap { shared }", "why not 1",
      "`1` did not come: `flatMap { shared }` subscribed to `shared` only on tick 3, and `a` sent it on tick 1."
    ),
    (
      "a = -1-2-3|; a.flatScan(.concat, 0) { just($0 + $1) }", "why 6",
      """
      `6` on tick 5: `a` sent `3` on tick 5, `flatScan` started an inner stream for it with its state `3`, \
      `just($0 + $1)` sent `6` on tick 5.
      """
    ),
    (
      "a = -1-2|; b = -3-4--|; forkJoin(a, b)", "why [2,4]",
      "`[2,4]` on tick 6: `b` sent `4` on tick 3, `forkJoin` combined it with `2` of `a` when `b` sent `|` on tick 6."
    ),
    (
      "a = -1-2-3|; a.window { throw \"no\" }", "why #",
      "`#[no]` on tick 0: `window { throw \"no\" }` sent `#[no]` on tick 0, because its closure threw."
    ),
    (
      "a = --1-------2|; a.timeout(after: 4).retry(upTo: 1)", "why #",
      """
      `#[timed out]` on tick 8: `timeout(after: 4)` sent `#[timed out]` on tick 4, because its time was up, \
      `retry(upTo: 1)` started `timeout` again, `timeout(after: 4)` sent `#[timed out]` on tick 8, because its time was up.
      """
    ),
    (
      "just(1).delay(2).repeat(2)", "why 1 @4",
      """
      `1` on tick 4: `just(1)` sent `|` on tick 0, `delay(2)` held it until tick 2, `repeat(2)` started `delay` again, \
      `just(1)` sent `1` on tick 2, `delay(2)` held it until tick 4.
      """
    ),
    (
      "a = cold --1--#, ---2--|; a.map { $0 * 2 }.retry(upTo: 1)", "why 4",
      """
      `4` on tick 8: `a` sent `#` on tick 5, `retry(upTo: 1)` started `map` again, `a` sent `2` on tick 8, \
      `map` made it `4`.
      """
    ),
    (
      "a = cold -1-2|, --3|; b = a.collect(); b.repeat(2)", "why not 3",
      "`3` came as `[[3]]`, on tick 7: `collect()` sent `[[3]]` for it."
    ),
    (
      "a = -a-b--c--|; a.flatMap(.latest) { \"--\\($0)|\" } during ^----!", "why not b",
      "`b` did not come: the observer unsubscribed on tick 5; otherwise it would have come on tick 5."
    ),
    (
      "a = -1-2-3--4|; a.map { $0 * 10 } during ---^--!", "why not [10]",
      "`[10]` did not come: the observer subscribed on tick 3; from tick 0 on, it would have received it on tick 1."
    ),
    (
      "t = --a--b|; race(t, \"-x---y|\") during ^--!, --^", "why not y",
      """
      `y` did not come to the first observer: it would have been sent on tick 5, when that observer was not subscribed.
      """
    ),
  ])
  func sentenceIsTrue(script: String, question: String, sentence: String) throws {
    #expect(try explanation(of: question, after: script).sentence == sentence)
  }
}
