import MarbleSession
import MarbleTools
import Marbles
import Testing

/// Questions about events that came.
struct WhyTests {
  private static func text(_ script: String) -> String {
    let session = Session()
    var text = ""
    session.evaluate(Source(name: "test", text: script)) { answer in
      if case .explained = answer { text = AnswerWriter().text(of: answer)?.text ?? "" }
    }
    return text
  }

  @Test func answerLeadsBackToTheSource() {
    let text = Self.text("numbers = --1---2------|\nnumbers.map { $0 * 2 }.delay(3)\nwhy 4")
    #expect(
      text == """
        `4` on tick 9: `numbers` sent `2` on tick 6, `map` made it `4`, `delay(3)` held
        it until tick 9.
          1  tick 9  4  delay(3) held it since tick 6
          2  tick 6  4  map { $0 * 2 } made it of 2
          3  tick 6  2  numbers sent it

                 0    5    10   15
        numbers  --1---2------|
                 = numbers.map { $0 * 2 } =
        map      --2---4------|
                 = .delay(3) =====
        out      -----2---4------|


        """)
  }

  @Test(arguments: [
    ("a = -1-2|; b = --x|", "why [1,x] in zip(a, b)", ["`b` sent `x` on tick 2", "combined it with `1` of `a`"]),
    ("a = -1-2|", "why [[1,2]] in a.collect()", ["combined it with `1` of `a`", "on tick 4"]),
    ("a = -1-2|", "why | in a.delay(3)", ["`a` sent `|` on tick 4", "held it until tick 7"]),
    ("a = -1-2|", "why | in a.take(first: 1)", ["`take(first: 1)` sent `|` at it"]),
    ("a = -1-#", "why 0 in a.recover(with: 0)", ["`a` sent `#` on tick 3"]),
    ("a = -1-2|", "why @3 in merge(a, a.map { $0 + 5 })", ["`2` on tick 3", "`7` on tick 3"]),
    ("b = cold --1|; a = x----|", "why 1 in a.flatMap { b }", ["`b` sent `1` on tick 2"]),
    ("b = cold -1-#, -2|", "why 2 in b.retry(upTo: 1)", ["`b` sent `2`"]),
    ("a = -1-2|", "why 1 @3 in a.delay(1)", ["came on tick 2, not on tick 3"]),
    ("a = -1-2|", "why @9 in a", ["Nothing came on tick 9"]),
    ("", "why 2 in timer(interval: 2).take(first: 3)", ["`timer", "on tick 6"]),
    (
      "a = -1-2--|; s = ----x|", "why 2 in a.sample(on: s)",
      ["`a` sent `2` on tick 3", "held it until `s` sent `x` on tick 4"]
    ),
    ("a = -1-2|", "why 1", ["`1` on tick 2"]),
    ("f(s) = s.delay(2); a = -1|", "why 1 in a.f()", ["`delay(2)` held it until tick 3"]),
  ])
  func sentenceTellsTheWay(script: String, question: String, words: [String]) throws {
    let script = question == "why 1" ? script + "; a.delay(1)" : script
    let explanation = try explanation(of: question, after: script)
    for word in words { #expect(explanation.sentence.contains(word), "\(explanation.sentence)") }
    #expect(explanation.lines(width: 80).count <= 8)
  }

  /// The sentences name the streams and the events that were decisive.
  @Test(arguments: [
    (
      #"request = cold -#, -#, -1|; request.retry(upTo: 3, interval: 3)"#,
      #"why 1"#,
      #"""
      `1` on tick 9: `request` sent `#` on tick 1, `retry` started `request` again on tick 4, `request` sent \#
      `#` on tick 5, `retry` started `request` again on tick 8, `request` sent `1` on tick 9.
      """#
    ),
    (
      #"""
      server = cold --1|, ----2|, --3|; timer(interval: 5).take(first: 3).flatMap(.latest) { \#
      server.timeout(first: 4, with: "[slow]|") }
      """#,
      #"why 3"#,
      #"""
      `3` on tick 17: `timer(interval: 5)` sent `2` on tick 15, because its time was up, `flatMap` started an \#
      inner stream for it, `server` sent `3` on tick 17.
      """#
    ),
    (
      #"req = cold -1-2|; late = ----x; s = req.share(); merge(s, late.flatMap(.merge) { s.map { $0 * 10 } })"#,
      #"why [20]"#,
      #"""
      `[20]` did not come: on tick 4, `flatMap` received it as `x`, and started `map` for it, which completed \#
      without a value.
      """#
    ),
    (
      #"""
      src = 1-2--3--4|; replayed = src.replayLazily(upTo: 1); go = ------x; merge(replayed.filter { $0 > 3 }, \#
      go.flatMap(.merge) { replayed })
      """#,
      #"why 3 @6"#,
      #"""
      `3` on tick 6: `src` sent `3` on tick 5, `go` sent `x` on tick 6, `flatMap` started an inner stream for \#
      it, `replayLazily(upTo: 1)` held `3` until tick 6.
      """#
    ),
    (
      #"""
      ok = cold -----2|; bad = cold --#; clicks = a---b|; clicks.flatMap(.merge) { $0 == "b" ? \#
      bad.recover(with: 0) : ok }
      """#,
      #"why 0"#,
      #"""
      `0` on tick 6: `clicks` sent `b` on tick 4, `flatMap` started an inner stream for it, `bad` sent `#` on \#
      tick 6, `recover` made it `0`.
      """#
    ),
    (
      #"clicks = a-b|; clicks.flatMap(.concat) { "--[\($0)1]|" }"#,
      #"why [b1]"#,
      #"""
      `[b1]` on tick 5: `clicks` sent `b` on tick 2, `flatMap` started an inner stream for it on tick 3, \#
      `inner stream` sent `[b1]` on tick 5.
      """#
    ),
    (
      #"moves = -1-3--4|; up = -----x; moves.scan(0) { $0 + $1 }.take(until: up)"#,
      #"why 4"#,
      #"`4` on tick 3: `moves` sent `3` on tick 3, `scan` combined it with its state `1` to `4`."#
    ),
    (
      #"moves = -1-2-3|; moves.reduce(0) { $0 + $1 }"#,
      #"why 6"#,
      #"`6` on tick 6: `moves` sent `|` on tick 6, `reduce` made `6` of `1`, `2` and `3`."#
    ),
    (
      #"""
      down = --d-----d; up = -----x; move = -1-2-3---4-; down.flatMap(.latest) { move.map { $0 * 1 \#
      }.take(until: up) }
      """#,
      #"why 4"#,
      #"""
      `4` on tick 9: `down` sent `d` on tick 8, `flatMap` started an inner stream for it, `move` sent `4` on \#
      tick 9, `map` made it `4`.
      """#
    ),
    (
      #"a = -1-2---; clock = --x---x; a.sample(on: clock)"#,
      #"why 2 @6"#,
      #"`2` on tick 6: `a` sent `2` on tick 3, `sample(on: clock)` held it until `clock` sent `x` on tick 6."#
    ),
    (
      #"a = 2--9|; a.groupBy { $0 % 2 }.flatten(.concat)"#,
      #"why 9"#,
      #"""
      `9` on tick 4: `a` sent `9` on tick 3, `groupBy` made `"1"` of `9`, `flatten` started an inner stream \#
      for it on tick 4, `groupBy { $0 % 2 }` held `9` until tick 4.
      """#
    ),
    (
      #"t = 1---------2|; t.timeout(each: 5)"#,
      #"why #"#,
      #"""
      `#[timed out]` on tick 5: `t` sent `1` on tick 0, `timeout(each: 5)` sent `#[timed out]` on tick 5, \#
      because its time was up.
      """#
    ),
    (
      #"price = 1--2--|; combineLatest(price.map { $0 * 10 }, price) { $0 + $1 }"#,
      #"why [22]"#,
      #"`[22]` on tick 3: `price` sent `2` on tick 3, `combineLatest` combined it with `[20]` of `map`."#
    ),
    (
      #"price = 1--2--|; combineLatest(price.map { $0 * 10 }, price) { $0 + $1 }"#,
      #"why [21]"#,
      #"""
      `[21]` on tick 3: `price` sent `2` on tick 3, `map` made it `[20]`, `combineLatest` combined it with `1` \#
      of `price`.
      """#
    ),
    (
      #"n = -1-2-3|; n.scan(0) { $0 + 1 }"#,
      #"why 3"#,
      #"`3` on tick 5: `n` sent `3` on tick 5, `scan` combined it with its state `2` to `3`."#
    ),
    (
      #"n = -1-2-3|; n.scan(0) { $0 + $1 }"#,
      #"why 6"#,
      #"`6` on tick 5: `n` sent `3` on tick 5, `scan` combined it with its state `3` to `6`."#
    ),
    (
      #"a = 1-2-3|; a.flatMap(.merge) { $0 > 1 ? throw "big" : just($0) }"#,
      #"why not 3"#,
      #"`3` did not come: `flatMap` had already failed, on tick 2, with `#[big]`, and `a` sent it on tick 4."#
    ),
    (
      #"typed = -s-w-i--ft-----------|; typed.debounce(2).skipRepeats().flatMap(.latest) { "---[\($0)!]-|" }"#,
      #"why not [w!]"#,
      #"""
      `[w!]` did not come: on tick 3, `debounce(2)` received it as `w`, and dropped it, because `i` came 2 \#
      ticks later.
      """#
    ),
    (
      #"""
      pass = -a-b-c-d|; valid = pass.scan(0) { $0 + 1 }.map { $0 > 3 }; tap = ------x--x; tap.withLatest(from: \#
      valid) { $1 }.filter { $0 }
      """#,
      #"why not [true] @6"#,
      #"""
      `[true]` came on tick 9, not on tick 6. On tick 6, `filter { $0 }` received `[false]`, and dropped it, \#
      because its closure returned false.
      """#
    ),
    (
      #"server = cold ---1|, ------2|, -3|; timer(interval: 5).take(first: 3).flatMap(.latest) { server }"#,
      #"why not 2"#,
      #"""
      `2` did not come: `flatMap` had unsubscribed from `server` on tick 15, when `2` came, and `server` would \#
      have sent it on tick 16.
      """#
    ),
    (
      #"ids = 1-2-3; names = -a-b|; zip(ids, names)"#,
      #"why not [3,b]"#,
      #"""
      `[3,b]` did not come: on tick 4, `zip(ids, names)` received it as `3`, and still held it at the end, as \#
      value 3 of its stream, because `names` sent only 2 values.
      """#
    ),
    (
      #"a = -x-y|; a.flatMap(.race) { "---\($0)|" }"#,
      #"why not y"#,
      #"""
      `y` did not come: on tick 3, `flatMap` unsubscribed from its stream on tick 4, because another one had \#
      sent the first event.
      """#
    ),
    (
      #"a = -1-2-3|; a.map { $0 } during ^--!, -----^"#,
      #"why not 3"#,
      #"`3` did not come to the first observer, which unsubscribed on tick 3. Observer 2 received it on tick 5."#
    ),
    (
      #"a = -1-2-3|; a.map { $0 } during ^--!, -----^"#,
      #"why !"#,
      #"`!` on tick 3: the observer unsubscribed."#
    ),
    (
      #"a = -a-b-c|; a.flatMap(.merge) { $0 == "b" ? fail("no") : just($0) }"#,
      #"why not c"#,
      #"""
      `c` did not come: `flatMap` had already failed, on tick 3, with `#[no]` of `fail`, and `a` sent it on \#
      tick 5.
      """#
    ),
    (
      #"a = -a-b-c|; a.flatMap(.merge) { $0 == "b" ? fail("no") : just($0) }"#,
      #"why not b"#,
      #"`b` did not come: on tick 3, `flatMap` started `fail` for it, which failed without a value."#
    ),
    (
      #"a = -a-b-c|; a.flatMap(.merge) { $0 == "b" ? fail("no") : just($0) }"#,
      #"why not |"#,
      #"""
      `|` did not come: the result ended with `#[no]` on tick 3: `a` sent `b` on tick 3, `flatMap` started an \#
      inner stream for it, `fail("no")` sent `#[no]` on tick 3.
      """#
    ),
    (
      #"clicks = -a|; req = cold --1|; clicks.flatMap { req.map { $0 } }"#,
      #"why 1"#,
      #"""
      `1` on tick 3: `clicks` sent `a` on tick 1, `flatMap` started an inner stream for it, `req` sent `1` on \#
      tick 3, `map` made it `1`.
      """#
    ),
    (
      #"a = -1-1-1-1|; a.take(first: 3)"#,
      #"why 1"#,
      #"`1` on tick 1, the first of 3: `a` sent `1` on tick 1."#
    ),
    (
      #"req = cold -1-2|; late = ---x; s = req.share(); merge(s, late.flatMap(.merge) { s.map { $0 * 10 } })"#,
      #"why not [10]"#,
      #"""
      `[10]` did not come: `map { $0 * 10 }` subscribed to `share` only on tick 3, and `share` sent `1` on \#
      tick 1.
      """#
    ),
    (
      #"a = cold -1-2|; b = cold --3|; concat(a, b)"#,
      #"why 3"#,
      #"`3` on tick 6: `a` sent `|` on tick 4, `concat(a, b)` then subscribed to `b`, `b` sent `3` on tick 6."#
    ),
    (
      #"m = -[.failed(no)]-; m.dematerialize()"#,
      #"why not [.failed(no)]"#,
      #"`[.failed(no)]` did not come: on tick 1, `dematerialize()` sent `#[no]` for it."#
    ),
    (
      #"plus = -x-x; minus = --x; merge(plus, minus).scan(0) { $0 + 1 }"#,
      #"why not 1 @6"#,
      #"`1` came on tick 1, not on tick 6: `plus` sent `x` on tick 1, `scan` combined it with its state `0` to `1`."#
    ),
    (
      #"a = -1-2-; a.timeout(after: 4, raising: "late")"#,
      #"why #"#,
      #"`#[late]` on tick 4: `timeout` sent `#[late]` on tick 4, because its time was up."#
    ),
    (
      #"""
      server = cold --1|, -------2|, --3|; timer(interval: 5).take(first: 3).flatMap(.latest) { \#
      server.timeout(first: 4, with: "[slow]|") }
      """#,
      #"why [slow]"#,
      #"""
      `[slow]` on tick 14: `timer(interval: 5)` sent `1` on tick 10, because its time was up, `flatMap` \#
      started an inner stream for it, `timeout` subscribed to `"[slow]|"` on tick 14, because its time was up, \#
      `inner stream` sent `[slow]` on tick 14.
      """#
    ),
    (
      "a = 2#; a during --^", "why !", "`!` on tick 2: `a` had already ended, on tick 1, when it was observed."
    ),
  ])
  func sentenceNamesTheCause(script: String, question: String, sentence: String) throws {
    let statements = script.split(separator: "; ")
    let text = Self.text((statements + [question[...]]).joined(separator: "\n"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix {
      !$0.isEmpty && !$0.hasPrefix("  ")
    }
    #expect(lines.joined(separator: " ") == sentence)
  }

  @Test func longWayIsShortened() throws {
    let chain = String(repeating: ".map { $0 + 1 }", count: 12)
    let explanation = try explanation(of: "why [13] in a\(chain)", after: "a = -1|")
    #expect(explanation.steps.count == 6)
    #expect(explanation.steps.last?.lane == "a")
    #expect(explanation.lines(width: 80).count <= 8)
  }

  @Test func questionUsesTheWindowsOfTheResult() throws {
    let explanation = try explanation(of: "why not 2", after: "a = -1---2|; a.delay(1) during ^---!")
    #expect(!explanation.came)
    #expect(explanation.sentence.contains("`2` did not come"))
  }

  @Test func pictureNumbersTheEvents() throws {
    let explanation = try explanation(of: "why 4 in a.map { $0 * 2 }", after: "a = -1-2|")
    var style = DrawingStyle()
    style.format = .svg
    let picture = style.draw([explanation.diagram])
    #expect(picture.contains("class=\"mb-number\""))
    #expect(picture.contains(" mb-off\""))
    style.format = .unicode
    style.usesColor = true
    #expect(style.draw([explanation.diagram]).contains("4¹"))
  }

  /// An event that an inner stream would have sent is a part of the drawing.
  @Test func pictureShowsMissedEvents() throws {
    let script = "x = cold --1--2|; y = cold -3|; s = x--y--|"
    let explanation = try explanation(of: "why not 2 in s.flatten(.latest)", after: script)
    var style = DrawingStyle()
    #expect(
      style.draw([explanation.diagram]) == """
             0    5
        s    x--y--|
          x  `-1!:2|
          y     `3|
             = s.flatten(.latest) =
        out  --1-3-|
        """)
    style.format = .unicode
    style.usesColor = true
    #expect(style.draw([explanation.diagram]).contains("2¹"))
    style.format = .svg
    #expect(style.draw([explanation.diagram]).contains("missed: 2 at 5"))
  }

  @Test func sameQuestionGivesTheSameAnswer() throws {
    let script = "a = -1-2-3|\nb = -x-y|\nwhy not 3 in zip(a, b).take(first: 9)"
    #expect(Self.text(script) == Self.text(script))
  }

  // MARK: Remedies

  @Test(arguments: [
    ("a = -a--b|", "why not a in a.debounce(5)", ["debounce(2)", "debounce(1)"]),
    ("a = -1-2-3|", "why not 3 in a.take(first: 2)", ["take(first: 3)"]),
    ("a = ---|; b = -1---|", "why not 1 in concat(a, b)", ["b = cold -1---|"]),
    ("x = cold --1|; y = cold -2|; s = xy---|", "why not 1 in s.flatten(.latest)", ["flatten(.merge)"]),
    ("a = -1|", "why not 1 @5 in a.delay(2)", ["delay(4)"]),
    ("a = -1|", "why not 9 in a", []),
  ])
  func remediesMakeTheEventCome(script: String, question: String, replacements: [String]) throws {
    let explanation = try explanation(of: question, after: script)
    #expect(explanation.remedies.count <= 3)
    if replacements.isEmpty { #expect(explanation.remedies.isEmpty) }
    #expect(replacements.isEmpty || explanation.remedies.contains { replacements.contains($0.replacement) })
    for remedy in explanation.remedies {
      let changed = (script + "; " + question).replacing(remedy.original, with: remedy.replacement)
      let parts = changed.split(separator: "; ").map(String.init)
      let answer = try answer(to: parts)
      #expect(answer.came && answer.sentence.contains("on tick \(remedy.tick)"), "\(changed): \(answer.sentence)")
    }
  }

  private func answer(to parts: [String]) throws -> Explanation {
    try explanation(of: parts.last ?? "", after: parts.dropLast().joined(separator: ";"))
  }

  // MARK: Failed assertions

  @Test(arguments: [
    ("a.delay(1) == -1", "why not 1 @1 in _1"), ("a == -1-2-3|", "why not 3 @5 in _1"),
    ("a == -1|", "why 2 @3 in _1"), ("a.delay(1) during ^-! == ---!", "why not ! @3 in _1"),
  ])
  func failureSuggestsAQuestion(assertion: String, question: String) {
    let session = Session()
    var text = ""
    session.evaluate(Source(name: "test", text: "a = -1-2|\n\(assertion)")) { answer in
      if case .failed = answer { text += AnswerWriter().text(of: answer)?.text ?? "" }
    }
    #expect(text.hasSuffix("\n  help: for the reason, ask `\(question)`\n"), "\(text)")
    var isAnswered = false
    session.evaluate(Source(name: "test", text: question)) { answer in
      if case .explained = answer { isAnswered = true }
    }
    #expect(isAnswered)
  }
}
