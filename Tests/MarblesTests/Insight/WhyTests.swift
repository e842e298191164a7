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
    ("", "why not | in cold -1|", ["`_` sent `|` on tick 2"]),
    // An equal value that an operator received says nothing about the value that it made.
    ("a = -1-2-3|", "why not 3 @5 in a.count()", ["`a` sent `|` on tick 6", "`count` made `3` of `1`, `2` and `3`"]),
    ("a = -6-0|", "why not 6 @1 in a.sum()", ["`sum` made `6` of `6` and `0`"]),
  ])
  func sentenceTellsTheWay(script: String, question: String, words: [String]) throws {
    let script = question == "why 1" ? script + "; a.delay(1)" : script
    let explanation = try explanation(of: question, after: script)
    for word in words { #expect(explanation.sentence.contains(word), "\(explanation.sentence)") }
    #expect(explanation.lines(width: 80).count <= 8)
  }

  /// The steps lead to the value that was asked about, and not to another one with which it was combined.
  @Test(arguments: [
    ("why 2 in a.collect()", ["collect() combined it with 1 of a and 3 of a at | of a", "a sent it"], 3),
    ("why not 1 in a.combinePrevious()", ["combinePrevious() combined it with 2 of a", "a sent it"], 1),
    ("why 1 in a.zip(b)", ["zip(b) combined it with x of b", "a sent it"], 1),
  ])
  func stepsLeadToTheAskedValue(question: String, steps: [String], tick: Int) throws {
    let explanation = try explanation(of: question, after: "a = -1-2-3|; b = ----x|")
    #expect(explanation.steps.map(\.text) == steps)
    #expect(explanation.steps.last?.tick == tick)
  }

  @Test func unnamedTimelineIsTheResult() {
    let text = Self.text("why not | in cold -1|")
    #expect(
      text == """
        `|` did come, on tick 2: `_` sent `|` on tick 2.
          1  tick 2  |  _ sent it

                0
        _ cold  -1|
                = cold -1| =
        out     -1|


        """)
  }

  @Test func longWayIsShortened() throws {
    let chain = String(repeating: ".map { $0 + 1 }", count: 12)
    let explanation = try explanation(of: "why [13] in a\(chain)", after: "a = -1|")
    #expect(explanation.steps.count == 5)
    #expect(explanation.steps.last?.lane == "a")
    let lines = explanation.lines(width: 80)
    #expect(lines.count <= 8)
    #expect(lines.suffix(2) == ["  …", "  5  tick 1  1     a sent it"])
  }

  @Test func longWayEndsAtTheSource() throws {
    let steps = try explanation(of: "why 1 @1001 in c.retry().take(first: 600)", after: "c = cold -1#").steps
    #expect(steps.last?.text == "c sent it" && steps.last?.tick == 2)
  }

  @Test func wayContainsTheValuesOfOuterStreams() throws {
    let call = #"s.flatMap { "-[\($0)1]-2|".flatMap(.latest) { "---[\($0)]|" } }"#
    let steps = try explanation(of: "why not [a1] in \(call)", after: "s = -a|").steps
    #expect(steps.map(\.tick) == [2, 1, 1] && steps.last?.text == "s sent it")
  }

  /// A time begins with an event, or with the subscription, which has no step.
  @Test(arguments: [
    ("answer.timeout(each: 5, with: copy)", ["x 8", "x 8", "1 7", "1 2"]),
    ("answer.timeout(after: 5, with: copy)", ["x 6", "x 6"]),
  ])
  func stepOfATimeNamesItsEvent(expression: String, steps: [String]) throws {
    let answer = try explanation(of: "why x", after: "answer = --1-----2|; copy = cold -x-y|; \(expression)")
    #expect(answer.sentence.contains("`timeout` subscribed to `copy`"))
    #expect(answer.steps.map { "\($0.token) \($0.tick)" } == steps)
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

  /// Each event of an inner stream has the number of the step that sent it.
  @Test(arguments: [
    ("q = -p-q|", "why [q!] in q.flatMap(.latest) { \"--[\\($0)!]|\" }", ["  q ", "[q!]²", "out", "[q!]¹"]),
    ("q = -p-q|; l = cold --z|", "why z in q.flatMap(.latest) { l }", ["  q ", "z²", "out", "z¹"]),
    ("q = -p-q|; l = cold --1|", "why 2 in q.flatMap(.latest) { l.map { $0 * 2 } }", ["  q ", "2²", "out", "2¹"]),
  ])
  func pictureNumbersEventsOfInnerStreams(script: String, question: String, parts: [String]) throws {
    var style = DrawingStyle()
    style.format = .unicode
    style.usesColor = true
    let drawn = style.draw([try explanation(of: question, after: script).diagram])
    let text = drawn.replacing(/\u{1b}\[[0-9;]*m/, with: "")
    var rest = text[...]
    for part in parts {
      let range = rest.firstRange(of: part)
      #expect(range != nil, "\(part) is missing in \(text)")
      rest = range.map { rest[$0.upperBound...] } ?? rest
    }
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
    (
      "a = -a-b-c|", "why not c in a.flatMap(.merge) { $0 == \"b\" ? fail(\"no\") : just($0) }",
      ["flatMap(.merge) { ($0 == \"b\" ? fail(\"no\") : just($0)).flatMapError { empty() } }"]
    ),
    (
      "s = -a-b|", "why not [b1] in s.flatMap { \"-[\\($0)1]#[no]\" }",
      ["flatMap { \"-[\\($0)1]#[no]\".flatMapError { empty() } }"]
    ),
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

  /// A question about a value before or after a change has the same remedies.
  @Test func remedyMakesTheChangedEventCome() throws {
    let script = #"k = -a--b---c-|; k.debounce(2).map { "\($0)!" }"#
    for event in ["c", "[c!]"] {
      let remedies = try explanation(of: "why not \(event)", after: script).remedies
      #expect(remedies.map(\.replacement) == ["debounce(1)", "debounce(2, discardWhenCompleted: false)"])
    }
  }

  /// The closure of an operator that is run alone counts toward the limits of that run.
  @Test func growingValuesAreLimited() throws {
    let answer = try explanation(of: "why not 2 in generate([1]) { $0 + $0 }.take(until: a)", after: "a = -1|")
    #expect(!answer.came)
  }

  /// The same change of two operators is one remedy.
  @Test func equalRemediesAreOne() throws {
    let remedies = try explanation(of: "why not 1 @4", after: "a = -1--2-3|; a.delay(2).delay(2)").remedies
    #expect(remedies.map(\.replacement) == ["delay(1)"])
  }

  /// An equal value of another origin is not the changed event.
  @Test func remedyIsAboutTheLostEvent() throws {
    let script = "a = 13--; b = 877--6--#[Boom]; a.buffer(on: b).map { $0.count }.debounce(4)"
    let remedies = try explanation(of: "why not 3", after: script).remedies
    #expect(remedies.map(\.replacement) == ["debounce(0)"])
    #expect(remedies.map(\.tick) == [1])
  }

  /// A value that is changed on the rest of its way comes as another one, and is not an equal one of other events.
  @Test func remedyNamesTheChangedValue() throws {
    let answer = try explanation(of: "why not 2", after: "a = -1-2-3-4|; a.throttle(4).scan(0) { $0 + $1 }")
    #expect(answer.lines(width: 80).last == "  try `throttle(3)`: it comes on tick 4 as `3`")
    let counts = "a = cold 4(34)21; b = cold 23---24-4; a.buffer(2).map { $0.count }.throttle(3)"
    let other = try explanation(of: "why not 4", after: counts + ".withLatest(from: b) { x, y in x + y }")
    #expect(other.remedies.isEmpty)
  }

  /// A late observer receives the changed value of a source that starts for it.
  @Test func remedyStartsTheSourceForALateObserver() throws {
    let script = "news = 1--2--3--|; late = -----x|; late.flatMap(.latest) { news.map { $0 * 10 } }"
    for (event, result) in [("2", " as `[20]`"), ("[20]", "")] {
      let answer = try explanation(of: "why not \(event)", after: script)
      #expect(answer.lines(width: 80).last == "  try `news = cold 1--2--3--|`: it comes on tick 8\(result)")
    }
  }

  /// The steps of several events are in one order of time, and those of both are listed once.
  @Test func stepsOfATickAreInTheOrderOfTime() throws {
    let delayed = try explanation(of: "why @4", after: "a = --(12)|; a.delay(2)")
    #expect(delayed.steps.map(\.tick) == [4, 4, 2, 2])
    let ended = try explanation(of: "why @3", after: "a = -1-2-3|; a.take(first: 2)")
    #expect(ended.steps.map(\.text) == ["take(first: 2) passed it", "take(first: 2) sent it at 2", "a sent it"])
  }

  private func answer(to parts: [String]) throws -> Explanation {
    try explanation(of: parts.last ?? "", after: parts.dropLast().joined(separator: ";"))
  }

  /// The windows of a result are not those of a later run of the same stream.
  @Test(arguments: ["_", "_1", "_ == -1--2|", "x = _; x", "races _"])
  func questionIsAboutTheLastRun(statement: String) throws {
    let windowed = "a = -1--2|; a during --^--!"
    #expect(try !explanation(of: "why 1", after: windowed).came)
    #expect(try explanation(of: "why 1", after: "\(windowed); \(statement)").came)
    #expect(try explanation(of: "why 1 in _1", after: windowed).came)
    #expect(try !explanation(of: "why 1 in _1 during --^--!", after: windowed).came)
  }

  // MARK: Failed assertions

  @Test(arguments: [
    ("a.delay(1) == -1", "why not 1 @1"), ("a == -1-2-3|", "why not 3 @5"), ("a == -1-2--|", "why | @4"),
    ("a == -1|", "why 2 @3"), ("merge(a, a) == -(11)-2|", "why @3"), ("a.delay(1) during ^-! == ---!", "why ! @2"),
    ("a.delay(1) during ^-! == ---!; a", "why ! @2 in _1 during ^-!"),
  ])
  func failureSuggestsAQuestion(assertion: String, question: String) {
    let session = Session()
    var text = ""
    session.evaluate(Source(name: "test", text: "a = -1-2|\n\(assertion)")) { answer in
      if case .failed = answer { text += AnswerWriter().text(of: answer)?.text ?? "" }
    }
    #expect(text.hasSuffix("\n  help: for the reason, write `\(question)` on the next line\n"), "\(text)")
    var isAnswered = false
    session.evaluate(Source(name: "test", text: question)) { answer in
      if case .explained = answer { isAnswered = true }
    }
    #expect(isAnswered)
  }
}
