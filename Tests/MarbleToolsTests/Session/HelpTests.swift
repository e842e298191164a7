@testable import MarbleSession
@testable import MarbleTools
import Marbles
import TestSupport
import Testing

/// The overview of `:help`, its topics, and its layout.
@Suite struct HelpTests {
  private static let columns = 80

  @Test func overviewFitsTheScreenWithItsCommandAndThePrompt() {
    let lines = transcript(":help", mode: .prompt).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 22)
    #expect(lines.allSatisfy { $0.count <= Self.columns })
  }

  @Test func overviewNamesEveryTopic() {
    let overview = transcript(":help").replacing("\n", with: " ")
    for topic in HelpTopic.all { #expect(overview.contains(" \(topic.title)"), "\(topic.title)") }
  }

  @Test(arguments: [
    "hot", "cold", "==", "|", "during", "raw", ".latest", "strategies", "closures", "keys", "syntax", "#", "!", "^",
    "Hot", "@", "{", "_", ":", "commands", "settings", "scripts",
  ])
  func conceptIsATopic(name: String) {
    let said = transcript(":help \(name)")
    #expect(HelpTopic.named(name) != nil)
    #expect(!said.contains("error"))
    #expect(said.split(separator: "\n").count > 5)
  }

  @Test func topicIsDrawnBelowItsText() {
    #expect(
      transcript(":help raw") == """
        `raw` sends exactly what the timeline shows, even after an end. The result shows
        that observers receive nothing after the end.

          a = raw --1--|--2
          a.map { $0 * 10 } == --[10]--|

             0       5
        a    --1...--|--2-
             = a.map { $0 * 10 } =
        out  --[10]--|
        // tick 8: `a` sends `2` after its completion; observers do not receive it


        """)
  }

  @Test func topicsHaveUniqueNames() {
    let names = HelpTopic.all.flatMap(\.names)
    #expect(Set(names).count == names.count)
    for name in names where name != "cold" {
      #expect(Catalog.standard[name] == nil, "\(name)")
      #expect(!Command.all.contains { $0.name == name }, "\(name)")
      #expect(name == name.lowercased())
    }
  }

  @Test func examplesOfTopicsPass() {
    for topic in HelpTopic.all {
      guard let example = topic.example else { continue }
      var passed = 0
      Session().evaluate(Source(name: topic.title, text: example)) { answer in
        switch answer {
        case .passed: passed += 1
        case .failed, .error, .warning: Issue.record("\(AnswerWriter().text(of: answer)?.text ?? "")")
        default: break
        }
      }
      #expect(passed > 0, "\(topic.title)")
    }
  }

  @Test func textFitsTheScreen() throws {
    for name in Help.names {
      let page = try #require(Help.page(on: name))
      let text = try #require(AnswerWriter().text(of: .text(page.text))).text
      for line in text.split(separator: "\n") { #expect(line.count <= Self.columns, "\(name): \(line)") }
    }
  }

  @Test func wideRowTakesTwoLines() {
    #expect(
      Help.table([("a", "short"), ("wider than that", "below")], maxWidth: 8) == """
          a  short
          wider than that
             below
        """)
  }

  // MARK: Habits of other programs

  @Test(arguments: [
    "exit", "quit", "exit()", "quit()", ":exit", ".exit", ".quit", "\\q", ":q!", "/exit", "exit;", " exit ", "bye",
    "exit(0)", ":quit", ":q", "logout", "quit;",
  ])
  func sessionEnds(entry: String) {
    var isOver = false
    Session().evaluate(Source(name: "<prompt>", text: entry), mode: .prompt) { answer in
      if case .leave = answer { isOver = true }
    }
    #expect(isOver)
  }

  @Test(arguments: [
    ("help", ""), ("?", ""), ("help()", ""), (".help", ""), (":?", ""), ("/help", ""), ("\\h", ""), (":h", ""),
    ("help merge", "merge"), ("help(merge)", "merge"), ("?merge", "merge"), ("? merge", "merge"), ("merge?", "merge"),
    ("? == --1-3-6--|", "search"),
    ("man merge", "merge"), ("help :load", ":load"), ("clear", "keys"), ("cls", "keys"),
  ])
  func helpIsShown(entry: String, topic: String) {
    #expect(transcript(entry, mode: .prompt) == transcript(":help \(topic)", mode: .prompt))
  }

  @Test func commandWorksWithoutItsColon() {
    let session = Session()
    #expect(session.transcript("undo").contains("there is nothing to undo"))
    #expect(session.transcript("load demo.marble").contains("cannot read `demo.marble`"))
    #expect(session.transcript("tutorial").contains("1/\(Course.tutorial.entries.count)"))
  }

  @Test func nameInTheSessionIsNoHabit() {
    let session = Session()
    #expect(session.transcript("exit = --1|") == "      0\nexit  --1|\n")
    #expect(session.transcript("exit").contains("--1|"))
    _ = session.transcript("help(s) = s.map { $0 }")
    #expect(session.transcript("help(exit) == --1|").hasPrefix("✓"))
    #expect(session.transcript("quit == --1|").contains("error"))
  }

  @Test(arguments: ["exit\na = --1|", "?(a) == --1|", "a", "tick 10ms", "save", "h", "q"])
  func statementIsNoHabit(entry: String) {
    #expect(ForeignCommand.command(for: entry) { _ in false } == nil)
  }

  @Test func habitsAreForThePrompt() {
    #expect(transcript("exit").contains("there is no stream named `exit`"))
  }
}
