import MarbleSession
import MarbleTools
import Marbles
import TestSupport
import Testing

/// Edits of scripts by marbles.
struct ScriptEditTests {
  private func edited(_ text: String, _ edit: ScriptEdit) throws -> String {
    try edit.apply(to: EditableScript(text)).text
  }

  @Test(arguments: [
    // To silence, to another event, from one, to the right of the end, to the left of the start.
    ("a = --1--2--|", 0, 3, "a = ---1-2--|"),
    ("a = --1--2--|", 0, 5, "a = -----(12)--|"),
    ("a = --1--2--|", 1, 2, "a = --(12)-----|"),
    ("a = --(12)--|", 0, 0, "a = 1-2--|"),
    ("a = --1--2--|", 0, 7, "a = -----2-1|"),
    ("a = --1--2--|", 0, 10, "a = -----2----(1|)"),
    ("a = --1--2--|", 0, -5, "a = 1----2--|"),
    // The end.
    ("a = --1--2--|", 2, 11, "a = --1--2-----|"),
    ("a = --1--2--|", 2, 3, "a = --1--(2|)"),
    ("a = --1--2--#", 2, 6, "a = --1--2#"),
    // The text around the timeline does not change.
    ("// first\na = --1--|   // one\na.delay(1)\n", 0, 0, "// first\na = 1----|   // one\na.delay(1)\n"),
    ("a = cold --1|\nb = a", 0, 1, "a = cold -1-|\nb = a"),
    ("a = --1{--2}*", 0, 9, "a = --1{--2}*"),
    ("a = --^-1-|", 0, 3, "a = ^--1|"),
    ("a = --1--", 0, 7, "a = -------1"),
    // A `raw` timeline keeps what the event grammar does not allow.
    ("a = raw --1--|--2", 0, 4, "a = raw ----1|--2"),
    ("a = raw --1--|--2", 0, 7, "a = raw -----|-1.2"),
    ("a = raw --1--|--2", 1, 0, "a = raw |-1-----2"),
    // The marbles of a `where` keep their names.
    ("a = --x--y| where x = 10, y = [two]", 0, 3, "a = ---x-y| where x = 10, y = [two]"),
    ("a = --x--#  where # = \"no\", x = 1", 1, 4, "a = --x-#  where # = \"no\", x = 1"),
    ("a = cold --x|, -x-| where x = 10", 0, 1, "a = cold -x-|, -x-| where x = 10"),
  ])
  func moveChangesOnlyItsTimeline(text: String, marble: Int, tick: Int, expected: String) throws {
    #expect(try edited(text, .move(timeline: 0, marble: marble, tick: tick)) == expected)
  }

  @Test func moveTellsWhereTheMarbleIs() throws {
    let result = try ScriptEdit.move(timeline: 1, marble: 0, tick: 6).apply(
      to: EditableScript("a = 1|\nb = --1--2--|\n"))
    #expect(result.focus == EditableScript.Focus(timeline: 1, marble: 1))
  }

  @Test(arguments: [
    ("a = --1--|", 4, "", "a = --1-2|"),
    ("a = --x--|", 8, "", "a = --x-----(y|)"),
    ("a = -----|", 1, "", "a = -1---|"),
    ("a = --1--|", 3, "hello", "a = --1[hello]-|"),
    ("a = --1--|", 3, "[1, 2]", "a = --1[1,2]-|"),
    ("a = --1--|", 3, "#", "a = --1#"),
    ("a = --1---", 4, "|", "a = --1-|"),
    ("a = --1{-2}*", 1, "|", "a = -|"),
  ])
  func additionFollowsTheGrammar(text: String, tick: Int, value: String, expected: String) throws {
    #expect(try edited(text, .add(timeline: 0, tick: tick, text: value)) == expected)
  }

  @Test(arguments: [
    ("a = --1--2|", 0, "7", "a = --7--2|"), ("a = --1--2|", 0, "-1", "a = --[-1]--2|"),
    ("a = --1--2|", 0, "two words", "a = --[two words]--2|"), ("a = --1--2|", 0, "#", "a = --#"),
    ("a = --1--2|", 2, "!", "a = --1--2!"), ("a = --1--2|", 0, "\n", "a = --\"\"--2|"),
    ("a = --1--2|", 2, "3", "a = --1--2.3"), ("a = --1--2|", 0, "(xy)", "a = --\"(xy)\"--2|"),
    ("a = --1--2|", 0, " (1)", "a = --\" (1)\"--2|"), ("a = --1--2|", 0, "(1, 2)", "a = --[1,2]--2|"),
  ])
  func replacementIsReadAsItIsTyped(text: String, marble: Int, value: String, expected: String) throws {
    #expect(try edited(text, .replace(timeline: 0, marble: marble, text: value)) == expected)
  }

  @Test func removalLeavesSilence() throws {
    #expect(try edited("a = --1--2--|", .remove(timeline: 0, marble: 0)) == "a = -----2--|")
    #expect(try edited("a = --1--2--|", .remove(timeline: 0, marble: 2)) == "a = --1--2---")
  }

  @Test func lanesAreAddedAndRemoved() throws {
    #expect(try edited("a = --1|\na.delay(1)\n", .addTimeline) == "a = --1|\nb = --1--2--|\na.delay(1)\n")
    #expect(try edited("a = --1|", .addTimeline) == "a = --1|\nb = --1--2--|\n")
    #expect(try edited("", .addTimeline) == "a = --1--2--|\n")
    #expect(try edited("a = --1|\nb = -2|\nmerge(a, b)\n", .removeTimeline(timeline: 1)) == "a = --1|\nmerge(a, b)\n")
    #expect(try edited("a = -1|; b = -2|\n", .removeTimeline(timeline: 0)) == "; b = -2|\n")
  }

  @Test func sourcesBecomeColdAndHot() throws {
    #expect(try edited("a = --1|\na", .setCold(timeline: 0, true)) == "a = cold --1|\na")
    #expect(try edited("a = cold --1|\na", .setCold(timeline: 0, false)) == "a = --1|\na")
  }

  @Test func whatCannotBeWrittenIsRefused() {
    #expect(throws: ScriptEdit.Failure.notFound) {
      try ScriptEdit.move(timeline: 0, marble: 3, tick: 0).apply(to: EditableScript("a = 1|"))
    }
    #expect(throws: ScriptEdit.Failure.notFound) {
      try ScriptEdit.remove(timeline: -1, marble: 0).apply(to: EditableScript("a = 1|"))
    }
    for edit in [ScriptEdit.remove(timeline: 0, marble: 0), .replace(timeline: 0, marble: 0, text: "5")] {
      #expect(throws: ScriptEdit.Failure.neededByWhere("x")) {
        try edit.apply(to: EditableScript("a = --x-y| where x = 10"))
      }
    }
    #expect(
      ScriptEdit.Failure.neededByWhere("x").message == "`where` replaces this `x`: delete `x` there first")
  }

  /// A value that is typed or added is read with the `where` of its timeline.
  @Test func whereAppliesToNewMarbles() throws {
    let text = "a = --x--x| where x = 10"
    #expect(try edited(text, .replace(timeline: 0, marble: 0, text: "7")) == "a = --7--x| where x = 10")
    #expect(try edited(text, .add(timeline: 0, tick: 0, text: "x")) == "a = x-x--x| where x = 10")
    #expect(try edited(text, .setCold(timeline: 0, true)) == "a = cold --x--x| where x = 10")
    #expect(try edited("a = raw 1|2", .setCold(timeline: 0, true)) == "a = raw 1|2")
    #expect(try edited("a = raw 1|2", .add(timeline: 0, tick: 3, text: "#")) == "a = raw 1|2#")
    #expect(try edited("a = raw 1|2", .remove(timeline: 0, marble: 1)) == "a = raw 1-2")
  }

  /// A law that an earlier run has tried has the result that it would have in a first run.
  @Test func lawsOfMovedScriptsAreThoseOfTheirText() {
    let script = EditableScript(
      """
      a = -1-2|
      b = a.filter { $0 > 9 }
      twice(s) = merge(s, s)
      forall x of [1]: x.twice() == merge(x, x)
      forall n in 1...2: b.map { $0 + n } == ----|

      """)
    let runner = PageRunner(limits: Limits())
    var kinds: Set<PageAnswer.Message.Kind> = []
    for marble in 0...2 {
      for tick in 0...7 {
        let edit = ScriptEdit.move(timeline: 0, marble: marble, tick: tick)
        guard let moved = try? edit.apply(to: script) else { continue }
        let messages = runner.answer(to: moved).messages
        #expect(messages.map(\.text) == PageRunner(limits: Limits()).answer(to: moved).messages.map(\.text))
        kinds.formUnion(messages.map(\.kind))
      }
    }
    #expect(kinds.isSuperset(of: [.passed, .failed]))
  }

  /// Any edit of any timeline gives a script that reads back, with the marble where the result says.
  @Test func randomEditsReadBack() throws {
    var random = SeededGenerator(seed: 20)
    var text =
      "a = --1--2--|\nb = cold -x-(yz)-#\nc = raw -1|-2#\nd = --x-xy| where x = 10, y = [two]\n// end\nmerge(a, b, d)\n"
    for step in 0..<800 {
      let timeline = Int.random(in: 0...3, using: &random)
      let marble = Int.random(in: 0...4, using: &random)
      let tick = Int.random(in: -3...15, using: &random)
      let value = ["", "7", "|", "#", "!", "long value", "\"", "[", "x,y", "🙂"].randomElement(using: &random) ?? ""
      let edits: [ScriptEdit] = [
        .move(timeline: timeline, marble: marble, tick: tick), .add(timeline: timeline, tick: tick, text: value),
        .replace(timeline: timeline, marble: marble, text: value), .remove(timeline: timeline, marble: marble),
        .setCold(timeline: timeline, tick > 5),
      ]
      let edit = edits.randomElement(using: &random) ?? .addTimeline
      guard let result = try? edit.apply(to: EditableScript(text)) else { continue }
      let answer = PageRunner(limits: Limits()).answer(to: result)
      #expect(!answer.messages.contains { $0.kind == .error }, "step \(step): \(edit) of \(text)")
      #expect(answer.script.timelines.map(\.name) == ["a", "b", "c", "d"], "step \(step): \(edit) of \(text)")
      text = result.text
    }
  }
}
