@testable import MarbleLanguage
@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport
import Testing

@Suite struct CommandTests {
  // MARK: Names of commands

  @Test(arguments: [
    (":h", "help"), (":hi", nil), (":his", "history"), (":q", "quit"), (":b", "bindings"), (":u", nil), (":un", nil),
    (":und", "undo"), (":r", "reset"), (":e", nil), (":ed", "edit"), (":sa", "save"), (":sk", "skip"),
    (":tut", "tutorial"), (":save!", "save"), (":sv!", "svg"), (":load!", nil),
  ])
  func commandIsFoundByAPrefix(text: String, expected: String?) {
    #expect(Command.named(String(text.dropFirst()))?.name == expected)
  }

  @Test func commandNamesAreUnique() {
    #expect(Set(Command.all.map(\.name)).count == Command.all.count)
  }

  @Test func ambiguousPrefixListsTheCommands() {
    #expect(transcript(":hi").contains("help: write `:history` or `:hint`\n"))
  }

  // MARK: Results

  @Test func resultsHaveNumbers() {
    let session = Session()
    _ = session.transcript("--1|\njust(5)\nnonsense()\njust(6) == (7|)")
    #expect(session.transcript("_1 == --1|").hasPrefix("✓"))
    #expect(session.transcript("_2 == (5|)").hasPrefix("✓"))
    #expect(session.transcript("_3 == (6|)").hasPrefix("✓"))
    #expect(session.transcript("_ == (6|)").hasPrefix("✓"))
  }

  // MARK: Help

  @Test func helpDrawsTheExample() {
    let said = transcript(":help merge", mode: .prompt)
    #expect(said.contains("merge(stream, …)"))
    #expect(said.contains("= merge("), "\(said)")
    #expect(said.contains("out"))
  }

  @Test func helpDrawsEveryExample() {
    for name in Catalog.standard.names {
      #expect(transcript(":help \(name)").contains("out "), "\(name)")
    }
  }

  @Test func helpIncludesCustomOperators() {
    let session = Session()
    _ = session.transcript("double(s) = s.map { $0 * 2 }")
    #expect(session.transcript(":help double") == "double(s) = s.map { $0 * 2 }\n")
    #expect(session.transcript(":help doubel").contains("did you mean `double`?"))
  }

  @Test func operatorsCommandListsAFamily() {
    let said = transcript(":operators flatten")
    #expect(said.hasPrefix("flatten\n  flatten  "))
    #expect(!said.contains("merge  "))
    #expect(transcript(":operators").contains("\nfilter\n"))
  }

  // MARK: Undoing

  @Test func undoRemovesTheLastBindingOrResult() {
    let session = Session()
    for entry in ["a = --1|", "a = --2|", "just(1)", "just(2)"] { _ = session.transcript(entry) }
    #expect(session.transcript(":undo") == "undone: just(2)\n")
    #expect(session.transcript("_ == (1|)").hasPrefix("✓"))
    #expect(session.transcript(":undo") == "undone: _ == (1|)\n")
    #expect(session.transcript(":undo") == "undone: just(1)\n")
    #expect(session.transcript("_").contains("error"))
    #expect(session.transcript(":undo") == "undone: a = --2|\n")
    #expect(session.transcript("a == --1|").hasPrefix("✓"))
    _ = session.transcript("b = --3|")
    #expect(session.names == ["a", "b"])
    _ = session.transcript(":undo\n:undo\n:undo")
    #expect(session.names == [])
    #expect(session.transcript(":undo").contains("there is nothing to undo"))
  }

  @Test func bindingsRemainUsableAfterUndo() {
    let session = Session()
    for entry in ["a = --1|", "b = a.delay(1)", "a = --2|", ":undo", "c = --3|"] { _ = session.transcript(entry) }
    #expect(
      session.transcript("merge(a, b, c) == --(13)1|").hasPrefix("✓"))
  }

  @Test func resetRemovesBindingsAndResults() {
    let session = Session()
    _ = session.transcript("a = --1|\na\n:tick 5ms")
    #expect(session.transcript(":reset") == "")
    #expect(session.names == [])
    #expect(session.transcript("_").contains("error"))
    #expect(session.transcript(":tick") == ":set tick 5ms\n")
  }

  // MARK: Entries

  @Test func historyListsEntries() {
    let session = Session()
    #expect(session.transcript(":history") == "")
    session.environment.history = { (1...30).map { "just(\($0))" } + ["a\n  .map { $0 }"] }
    #expect(session.transcript(":history 2") == "  30  just(30)\n  31  a\n        .map { $0 }\n")
    #expect(session.transcript(":history").split(separator: "\n").count == 21)
    #expect(session.transcript(":history x").contains("write a number such as `50`, at least 1"))
  }

  /// The results follow the names, so that their numbers can be used.
  @Test func resultsAreListed() {
    let session = Session()
    _ = session.transcript("a = -1|\na.delay(1)\na.delay(2) == ---1|")
    #expect(session.transcript(":bindings").hasSuffix("_1 = a.delay(1)\n_2 = a.delay(2)\n"))
    _ = session.transcript("--1--2|")
    #expect(session.transcript(":bindings").contains("_3  --1--2|"))
  }

  @Test func editedEntryRuns() {
    let session = Session()
    var edited: [String] = []
    session.environment.edit = { text throws(SystemFailure) in
      edited.append(text)
      return text.replacing("1", with: "2")
    }
    _ = session.transcript("a = --1|\nb = -3|")
    #expect(session.transcript(":edit a").contains("--2|"))
    #expect(session.transcript("a == --2|").hasPrefix("✓"))
    _ = session.transcript("merge(a, b)")
    _ = session.transcript(":bindings")
    _ = session.transcript(":edit")
    #expect(edited == ["a = --1|", "merge(a, b)"])
    #expect(session.transcript(":edit z").contains("error"))
    session.environment.edit = { _ throws(SystemFailure) in throw SystemFailure(reason: "vi: not found") }
    #expect(session.transcript(":edit a").contains("cannot edit: vi: not found"))
  }

  // MARK: Time

  @Test(arguments: [
    (Duration.microseconds(12), "12 µs"), (.microseconds(1250), "1.3 ms"), (.milliseconds(999), "999.0 ms"),
    (.seconds(61), "61.0 s"), (.zero, "0 µs"),
  ])
  func timeCommandShowsTheDuration(duration: Duration, text: String) {
    let session = Session()
    var times = [Duration.zero, duration]
    session.environment.clock = { times.removeFirst() }
    #expect(session.transcript(":time just(1)") == text + "\n")
    #expect(session.transcript("_ == (1|)").hasPrefix("✓"))
  }

  @Test func invalidTimeCommandIsAnError() {
    #expect(transcript(":time").contains("expected an expression after `:time`"))
    let said = transcript(":time nonsense()")
    #expect(said.contains("nonsense") && !said.contains("µs"))
  }
}
