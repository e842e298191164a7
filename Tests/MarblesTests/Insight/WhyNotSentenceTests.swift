import MarbleLanguage
import MarbleSession
import Testing

/// Answers whose reason depends on what a stream would have sent, or on what an operator still held.
struct WhyNotSentenceTests {
  /// A stream that was unsubscribed after its operator would have sent the event.
  @Test(arguments: [
    (
      #"a = -1-2--|"#, #"why not 2 in a.flatMap(.merge) { "---\($0)|" }.take(first: 1)"#,
      #"""
      `2` did not come: `take(first: 1)` had already completed, with its last value on tick 4, and `inner \#
      stream` would have sent it on tick 6.
      """#
    ),
    (
      #"a = -1-2--|"#, #"why not 2 in a.flatMap(.merge) { "---\($0)|" }.take(for: 5)"#,
      #"""
      `2` did not come: `take(for: 5)` had already completed, on tick 5, and `inner stream` would have sent it \#
      on tick 6.
      """#
    ),
    (
      #"a = -1-2--|"#, #"why not 2 in a.flatMap(.merge) { "---\($0)|" }.timeout(after: 5)"#,
      #"""
      `2` did not come: `timeout(after: 5)` had already failed, on tick 5, with `#[timed out]`, because its \#
      time was up, and `inner stream` would have sent it on tick 6.
      """#
    ),
    (
      #"a = -1-2--|; b = -----#"#, #"why not 2 in merge(a.flatMap(.merge) { "---\($0)|" }, b)"#,
      #"""
      `2` did not come: `merge` had already failed, on tick 5, with `#` of `b`, and `inner stream` would have \#
      sent it on tick 6.
      """#
    ),
    (
      #"a = -1-2--|; x = cold ---5|"#, #"why not 2 in a.flatMap(.merge) { x } during ^---!"#,
      #"`2` did not come: `5` would have been sent on tick 6, when the result was not observed."#
    ),
    (
      #"a = -1-2--|"#, #"why not 2 in a.flatMap(.merge) { just($0).delay(3) }.take(first: 1)"#,
      #"""
      `2` did not come: `take(first: 1)` had already completed, with its last value on tick 4, while `delay(3)` \#
      still held it.
      """#
    ),
    (
      #"t = -a-b----c--|; x = cold --x|; s = -----s-"#,
      #"why not x in t.debounce(2).flatMap(.latest) { x }.take(until: s)"#,
      #"""
      `x` did not come: `take(until: s)` had already completed, on tick 5, while `debounce(2)` still held `b`.
      """#
    ),
    (
      #"a = -1-2-; s = -----s-"#, #"why not | @5 in a.take(until: s.delay(1))"#,
      #"""
      `|` came on tick 6, not on tick 5. On tick 6, `take(until: s.delay(1))` received `s`, and \#
      uses it only as a signal to complete.
      """#
    ),
    (
      #"a = -1-2-3-|"#, #"why not 3 in a.flatMap(.latest) { "---\($0)|" }.take(until: "------z")"#,
      #"""
      `3` did not come: `take(until: "------z")` had already completed, on tick 6, and `inner stream` would \#
      have sent it on tick 8.
      """#
    ),
    (
      #"a = -1-2-3-|"#, #"why not 3 in a.flatScan(.merge, 0) { "---\($0 + $1)|" }.take(until: "------z")"#,
      #"""
      `3` did not come: `take(until: "------z")` had already completed, on tick 6, and `inner stream` would \#
      have sent `4` on tick 8.
      """#
    ),
  ])
  func unsubscribedStream(script: String, question: String, sentence: String) {
    #expect(answer(to: question, after: script) == sentence)
  }

  /// An operator that creates a stream would have sent the event.
  @Test(arguments: [
    (
      #""#, #"why not 3 in values(1, 2, 3).take(first: 2)"#,
      #"""
      `3` did not come: `take(first: 2)` had already completed, with its last value on tick 0, and `values` \#
      would have sent it on tick 0.
      """#
    ),
    (
      #""#, #"why not 3 in interval(2, sequence: [1, 2, 3]).take(for: 5)"#,
      #"""
      `3` did not come: `take(for: 5)` had already completed, on tick 5, and `interval` would have sent it on \#
      tick 6.
      """#
    ),
    (
      #""#, #"why not 2 in timer(interval: 3).take(first: 2)"#,
      #"""
      `2` did not come: `take(first: 2)` had already completed, with its last value on tick 6, and `timer` \#
      would have sent it on tick 9.
      """#
    ),
    (
      #""#, #"why not 0 in timer(after: 5).timeout(after: 3)"#,
      #"""
      `0` did not come: `timeout(after: 3)` had already failed, on tick 3, with `#[timed out]`, because its \#
      time was up, and `timer` would have sent it on tick 5.
      """#
    ),
    (
      #""#, #"why not 0 in merge(timer(after: 5), "---#")"#,
      #"""
      `0` did not come: `merge` had already failed, on tick 3, with `#` of `in 1`, and `timer` would have sent \#
      it on tick 5.
      """#
    ),
    (
      #""#, #"why not 0 in race(timer(after: 5), "---x|")"#,
      #"""
      `0` did not come: `race` had unsubscribed from `timer` on tick 3, because another stream sent the first \#
      event, and `timer` would have sent it on tick 5.
      """#
    ),
    (
      #""#, #"why not 9 in timer(after: 5).timeout(after: 3)"#,
      #"`9` did not come: nothing sends it. `timer(after: 5)` sends only `0`."#
    ),
    (
      #"a = -1|"#, #"why not 9 in a.startWith(8, 9).take(first: 1)"#,
      #"`9` did not come: `take(first: 1)` had already completed, with its last value on tick 0."#
    ),
    (
      #"x = cold 1-2|; y = cold -4-5-6|"#, #"why not 5 in streams(x, y).flatten(.concat).take(first: 3)"#,
      #"`5` did not come: `take(first: 3)` had already completed, with its last value on tick 4."#
    ),
  ])
  func createdStream(script: String, question: String, sentence: String) {
    #expect(answer(to: question, after: script) == sentence)
  }

  /// Only an array that is open holds a value.
  @Test(arguments: [
    (
      #"a = -1-2-3-; t = ----p---q--|"#, #"why not 8 in a.buffer(on: t)"#,
      #"`8` did not come: nothing sends it. `buffer(on: t)` sends only `[[1,2]]`, `[[3]]`."#
    ),
    (
      #"a = -1-2-3-4-"#, #"why not 3 in a.buffer(count: 2, every: 3)"#,
      #"`3` did not come: on tick 5, `buffer` dropped it, because no array was open."#
    ),
    (
      #"a = -1-2-3-4-"#, #"why not 4 in a.buffer(count: 2, every: 3)"#,
      #"""
      `4` did not come: on tick 7, `buffer` still held it at the end of the run, because its array was not \#
      complete.
      """#
    ),
    (
      #"t = p-p--p-|; y = cold -2|; b = ------2-1--3--#"#, #"why not 1 in b.buffer(from: t) { y }"#,
      #"`1` did not come: on tick 8, `buffer(from: t) { y }` dropped it, because no array was open."#
    ),
    (
      #"t = p-p--p-|; y = cold -2|; b = ------2-1--3--"#, #"why not 3 in b.buffer(from: t) { never() }"#,
      #"""
      `3` did not come: on tick 11, `buffer` still held it at the end of the run, because its array was not \#
      complete.
      """#
    ),
  ])
  func array(script: String, question: String, sentence: String) {
    #expect(answer(to: question, after: script) == sentence)
  }

  /// The values of a signal are never sent, and its ends have their own effect.
  @Test(arguments: [
    (
      #"c = cold -1|; w = cold --p-q---r!"#, #"why not r in c.repeat(when: { w })"#,
      #"`r` did not come: on tick 10, `repeat(when: { w })` uses it only as a signal."#
    ),
    (
      #"c = cold -1#; w = cold --p-q---r!"#, #"why not q in c.retry(when: { w })"#,
      #"`q` did not come: on tick 6, `retry(when: { w })` uses it only as a signal."#
    ),
    (
      #"a = -1-2-|; v = cold --k--x|"#, #"why not x in a.buffer { v }"#,
      #"`x` did not come: `v` would have sent it on tick 5, and `buffer { v }` uses it only as a signal."#
    ),
    (
      #"a = -1-2-|; v = cold --k--!"#, #"why not ! in a.buffer { v }"#,
      #"`!` did not come: `v` would have sent it to `buffer { v }` on tick 5, which is ignored."#
    ),
    (
      #"a = -1-2-|; v = cold -kx|"#, #"why not x in a.timeout(each: { v })"#,
      #"""
      `x` did not come: `v` would have sent it on tick 3, and `timeout(each: { v })` uses it only as a signal.
      """#
    ),
    (
      #"a = -1-2-|; v = cold -kx|"#, #"why not x in a.window { v }.flatten(.merge)"#,
      #"`x` did not come: `v` would have sent it on tick 2, and `window { v }` uses it only as a signal."#
    ),
    (
      #"a = -1-2-|; v = cold -kx|"#, #"why not [7] in a.delay(until: { v.map { $0 == "x" ? 7 : 6 } })"#,
      #"`7` did not come: nothing sends it. `a` sends only `1`, `2`."#
    ),
    (
      #"a = -1-2-|; t = -k-x|"#, #"why not x in a.take(until: t)"#,
      #"`x` did not come: `t` sent it on tick 3, and `take(until: t)` uses it only as a signal to complete."#
    ),
  ])
  func signal(script: String, question: String, sentence: String) {
    #expect(answer(to: question, after: script) == sentence)
  }

  /// A value is held until the operator is unsubscribed, or until the stream of its own ends.
  @Test(arguments: [
    (
      #"a = -1-2-3-#; u = cold --k|"#, #"why not 3 in a.audit(until: { u })"#,
      #"`3` did not come: on tick 5, `audit(until: { u })` still held it when `a` failed, 2 ticks later."#
    ),
    (
      #"a = -1-2-3---; u = cold --k|"#, #"why not 3 in a.audit(until: { u }).take(until: "------z")"#,
      #"""
      `3` did not come: `take(until: "------z")` had already completed, on tick 6, while `audit(until: { u })` \#
      still held it.
      """#
    ),
    (
      #"a = -1-2-3-#"#, #"why not 1 in a.delay(until: { "--|" })"#,
      #"""
      `1` did not come: on tick 1, `delay(until: { "--|" })` did not send it, because `inner stream` completed \#
      without a value.
      """#
    ),
    (
      #"m = --5--6------|"#, #"why not 5 in m.skip(last: 1) during ^--!"#,
      #"`5` did not come: on tick 2, `skip(last: 1)` still held it when `skip` was unsubscribed, on tick 3."#
    ),
    (
      #"n = --5-"#, #"why not 5 in n.sample(every: 4) during ^--!"#,
      #"`5` did not come: on tick 2, `sample(every: 4)` still held it when `sample` was unsubscribed, on tick 3."#
    ),
    (
      #"a = -1-2-3-#"#, #"why not 3 in a.min()"#,
      #"`3` did not come: on tick 5, `min()` dropped it, because another value is less."#
    ),
    (
      #"a = -1-2-3-#"#, #"why not 3 in a.max()"#,
      #"`3` did not come: on tick 5, `max()` still held it when `a` failed, 2 ticks later."#
    ),
    (
      #"a = -1-2-3-"#, #"why not 2 in a.max(by: { $0 % 3 < $1 % 3 })"#,
      #"`2` did not come: on tick 3, `max` waits for the completion of `a`, which did not come."#
    ),
    (
      #"a = -1-2-3-"#, #"why not 3 in a.max(by: { $0 % 3 < $1 % 3 })"#,
      #"`3` did not come: on tick 5, `max` dropped it, because another value is greater."#
    ),
  ])
  func heldValue(script: String, question: String, sentence: String) {
    #expect(answer(to: question, after: script) == sentence)
  }

  /// A stream had sent a value before it was subscribed.
  @Test(arguments: [
    (
      #"t = -p------|; a = ---1-2|"#, #"why not 1 in a.skip(until: t) during --^"#,
      #"""
      `1` did not come: on tick 3, `skip(until: t)` dropped it, because `t` had not sent a value since it was \#
      subscribed on tick 2.
      """#
    ),
    (
      #"b = --8----9-|; a = -1-2-3-|"#, #"why not 3 in a.withLatest(from: b) during ----^"#,
      #"""
      `3` did not come: on tick 5, `withLatest(from: b)` dropped it, because `b` had not sent a value since it \#
      was subscribed on tick 4.
      """#
    ),
  ])
  func earlierValue(script: String, question: String, sentence: String) {
    #expect(answer(to: question, after: script) == sentence)
  }

  /// An operator keeps a value until others follow.
  @Test(arguments: ["why not 1 in a.take(last: 2)": "`3`", "why not 2 in a.last()": "`3`"])
  func keptValue(question: String, other: String) throws {
    let sentence = try #require(answer(to: question, after: "a = -1-2-3|"))
    #expect(sentence.hasSuffix(" kept it until \(other) followed."), "\(sentence)")
  }

  /// An operator in a closure would have sent a value of a stream that was unsubscribed.
  @Test(arguments: [
    (
      #"q = -a-b|; l = cold ---7|"#, #"why not [14] @4 in q.flatMap(.latest) { l.map { $0 * 2 } }"#,
      #"""
      `[14]` came on tick 6, not on tick 4. `flatMap` had unsubscribed from `map` on tick 3, when `b` came, and `map` \#
      would have sent it on tick 4.
      """#
    ),
    (
      #"q = -a-b|; l = cold ---[ok]|"#, #"why not [aok] in q.flatMap(.latest) { x in l.map { "\(x)\($0)" } }"#,
      #"""
      `[aok]` did not come: `flatMap` had unsubscribed from `map` on tick 3, when `b` came, and `map` would have sent \#
      it on tick 4.
      """#
    ),
    (
      #"q = -a-b|; l = cold ---7|"#, #"why not 1 @5 in q.flatMap(.latest) { l.count() }"#,
      #"""
      `1` came on tick 7, not on tick 5. `flatMap` had unsubscribed from `count` on tick 3, when `b` came, and `count` \#
      would have sent it on tick 5.
      """#
    ),
    (
      #"q = -a-b|; l = cold ---7|"#, #"why not [15] @4 in q.flatMap(.latest) { l.map { $0 * 2 } }.map { $0 + 1 }"#,
      #"""
      `[15]` came on tick 6, not on tick 4. `flatMap` had unsubscribed from `map` on tick 3, when `b` came, and `l` \#
      would have sent `7` on tick 4.
      """#
    ),
  ])
  func streamOfAClosure(script: String, question: String, sentence: String) {
    #expect(answer(to: question, after: script) == sentence)
  }

  /// The failure of a load is the cause of its state.
  @Test(arguments: [
    (
      #"r = -----x-----; l = cold --1|, -#[Boom]"#, #"why [failed,Boom] in loadingProperty(reload: r) { l }"#,
      #"""
      `[failed,Boom]` on tick 6: `r` sent `x` on tick 5, `loadingProperty` started an inner stream for it, `l` \#
      sent `#[Boom]` on tick 6, `loadingProperty` made it `[failed,Boom]`.
      """#
    )
  ])
  func loadingState(script: String, question: String, sentence: String) {
    #expect(answer(to: question, after: script) == sentence)
  }

  private func answer(to question: String, after script: String) -> String? {
    let session = Session()
    var sentence: String?
    let text = (script.split(separator: "; ") + [question[...]]).joined(separator: "\n")
    session.evaluate(Source(name: "test", text: text)) { answer in
      if case .explained(let explanation) = answer { sentence = explanation.sentence }
    }
    return sentence
  }
}
